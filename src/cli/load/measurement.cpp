// Two samples and their difference.
#include "cli/load/measurement.h"

#include <sys/resource.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <string>

#include "client/http_client.h"

namespace volpe::load {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

constexpr auto look_for_failures = std::chrono::milliseconds(100);

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Empty if the server cannot be reached: its tables will say why.
awaitable<std::string> metrics_of(client::HttpClient& http) {
  try {
    co_return (co_await http.exchange(client::Method::get, "/metrics")).body;
  } catch (const boost::system::system_error&) {
    co_return std::string();
  }
}

awaitable<Usage> sample(client::HttpClient& http) {
  const std::string metrics = co_await metrics_of(http);
  Usage usage;
  usage.server_entries = metric(metrics, "volpe_entries_total");
  usage.server_cpu_seconds = metric(metrics, "process_cpu_seconds_total");
  usage.server_switches = metric(metrics, "process_context_switches_total");
  usage.time = Clock::now();
  usage.own_cpu_seconds = cpu_seconds();
  co_return usage;
}

std::optional<double> difference(std::optional<double> begin, std::optional<double> end) {
  return begin && end ? std::optional(*end - *begin) : std::nullopt;
}

}  // namespace

std::optional<double> metric(std::string_view text, std::string_view name) {
  for (size_t begin = 0; begin < text.size();) {
    const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    begin += line.size() + 1;
    if (!line.starts_with(name) || line.substr(name.size(), 1) != " ") continue;
    double value = 0;
    const auto [end, error] = std::from_chars(line.data() + name.size() + 1, line.data() + line.size(), value);
    if (error == std::errc() && end == line.data() + line.size()) return value;
  }
  return {};
}

std::optional<double> Measurement::server_entries() const {
  return difference(begin.server_entries, end.server_entries);
}
std::optional<double> Measurement::server_cpu_seconds() const {
  return difference(begin.server_cpu_seconds, end.server_cpu_seconds);
}
std::optional<double> Measurement::server_switches() const {
  return difference(begin.server_switches, end.server_switches);
}

awaitable<void> measure(Run& run, Measurement& measurement) {
  client::HttpClient http(run.options.server);
  asio::steady_timer timer(co_await asio::this_coro::executor);
  measurement.begin = measurement.end = co_await sample(http);
  run.begin_measuring();
  const Clock::time_point end = Clock::now() + std::chrono::seconds(run.options.seconds);
  while (run.measured() && Clock::now() < end) {
    timer.expires_at(std::min(end, Clock::now() + look_for_failures));
    co_await timer.async_wait(asio::use_awaitable);
  }
  measurement.end = co_await sample(http);
  run.end();
}

}  // namespace volpe::load
