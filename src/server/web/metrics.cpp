// Counters as Prometheus reads them.
#include "server/web/metrics.h"

#include <fmt/format.h>
#include <sys/resource.h>

namespace volpe::server {
namespace {

std::string one(std::string_view name, std::string_view kind, std::string_view help, u64 value) {
  return fmt::format("# HELP volpe_{0} {1}\n# TYPE volpe_{0} {2}\nvolpe_{0} {3}\n", name, help, kind, value);
}

// Buckets are summed up from below, as Prometheus wants them.
template <class Bounds, class Count>
std::string histogram(std::string_view name, std::string_view help, const Bounds& bounds, const Count& count,
                      double sum) {
  std::string text = fmt::format("# HELP volpe_{0} {1}\n# TYPE volpe_{0} histogram\n", name, help);
  u64 below = 0;
  for (size_t n = 0; n < bounds.size(); ++n)
    text += fmt::format("volpe_{}_bucket{{le=\"{}\"}} {}\n", name, bounds[n], below += count(n));
  below += count(bounds.size());
  return text +
         fmt::format("volpe_{0}_bucket{{le=\"+Inf\"}} {1}\nvolpe_{0}_sum {2}\nvolpe_{0}_count {1}\n", name, below, sum);
}

// What the operating system knows of this process, under the names that Prometheus' own libraries give it.
std::string process_metrics() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
  return fmt::format(
      "# HELP process_cpu_seconds_total User and system CPU time.\n"
      "# TYPE process_cpu_seconds_total counter\n"
      "process_cpu_seconds_total {:.6f}\n"
      "# HELP process_context_switches_total Context switches, voluntary and not.\n"
      "# TYPE process_context_switches_total counter\n"
      "process_context_switches_total {}\n",
      seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_nvcsw + usage.ru_nivcsw);
}

}  // namespace

std::string metrics_text(const store::Counters& store, const TableCounters& tables, const net::Server* net,
                         const Histogram& answers) {
  std::string text = process_metrics();
  text += histogram(
      "answer_seconds", "From a request or message to its answer.", Histogram::bounds,
      [&](size_t n) { return answers.count(n); }, answers.seconds());
  text += one("tables", "gauge", "Tables in use.", tables.tables);
  text += one("watchers", "gauge", "Pages that watch a table.", tables.subscriptions);
  text += one("requests_waiting", "gauge", "Requests that wait for their table.", tables.queued);
  text += one("entries_total", "counter", "Entries written.", tables.entries);
  text += one("requests_refused_total", "counter", "Requests at tables that were not allowed.", tables.refused);
  text += one("conflicts_total", "counter", "Writes that another server was faster with.", tables.retried);
  text += histogram(
      "commit_seconds", "Commits of the store.", store::Counters::seconds,
      [&](size_t n) { return store.commits_by_seconds[n]; }, store.commit_seconds);
  text += histogram(
      "commit_writes", "Writes in a commit.", store::Counters::writes,
      [&](size_t n) { return store.commits_by_writes[n]; }, double(store.done + store.not_done));
  text += one("writes_waiting", "gauge", "Writes that wait for the store.", store.waiting);
  if (net == nullptr) return text;
  const net::ServerCounters counters = net->counters();
  text += one("connections", "gauge", "Open connections.", counters.connections);
  text += one("sockets", "gauge", "Open WebSockets.", counters.sockets);
  text += one("http_requests_total", "counter", "Requests.", counters.requests);
  text += one("messages_total", "counter", "Messages from pages.", counters.messages);
  text += one("net_refused_total", "counter", "Too many, too large, too fast, malformed, or from a foreign page.",
              counters.refused);
  text += one("slow_readers_total", "counter", "Sockets dropped because nobody read them.", counters.dropped);
  return text;
}

}  // namespace volpe::server
