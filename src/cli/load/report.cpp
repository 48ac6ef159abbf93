// Percentiles and costs, as text for people and as JSON for programs.
#include "cli/load/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "base/json.h"

namespace volpe::load {
namespace {

Times times_of(std::vector<float> times) {
  if (times.empty()) return {};
  std::sort(times.begin(), times.end());
  const auto percentile = [&](double share) {
    return double(times[std::min(times.size() - 1, size_t(share * double(times.size())))]);
  };
  return {percentile(.5), percentile(.9), percentile(.99), percentile(1)};
}

std::optional<double> ratio(std::optional<double> amount, std::optional<double> count) {
  return amount && count && *count > 0 ? std::optional(*amount / *count) : std::nullopt;
}

std::optional<double> times_1000(std::optional<double> amount) {
  return amount ? std::optional(*amount * 1000) : std::nullopt;
}

std::string or_unknown(std::optional<double> number, int digits) {
  return number ? fmt::format("{:.{}f}", *number, digits) : "unknown";
}

std::string line_of(std::string_view what, const Times& times) {
  return fmt::format("{}, ms: median {:.1f}, 90 % {:.1f}, 99 % {:.1f}, most {:.1f}\n", what, times.median, times.p90,
                     times.p99, times.most);
}

JsonObject json_of(const Times& times) {
  return {{"median", times.median}, {"p90", times.p90}, {"p99", times.p99}, {"max", times.most}};
}

Json json_of(std::optional<double> number) { return number ? Json(*number) : Json(nullptr); }

}  // namespace

Report::Report(const Run& run, Counts counts, const Measurement& measurement)
    : options(run.options),
      playing(run.playing()),
      seconds(measurement.seconds()),
      events(counts.plays.size()),
      play(times_of(std::move(counts.plays))),
      echo(times_of(std::move(counts.echoes))),
      server_cpu(times_1000(ratio(measurement.server_cpu_seconds(), measurement.server_entries()))),
      own_cpu(times_1000(ratio(measurement.own_cpu_seconds(), double(events)))),
      switches(ratio(measurement.server_switches(), measurement.server_entries())),
      bytes(ratio(double(counts.bytes), double(events))),
      records(counts.records),
      broken(counts.broken),
      failed_tables(counts.failed_tables),
      failed_connections(counts.failed_connections) {}

std::string Report::text() const {
  std::string text =
      fmt::format("{} tables of {}, {} sockets, {} events in {:.1f} s: {:.0f} a second\n", playing, options.game,
                  playing * options.seats, events, seconds, ratio(double(events), seconds).value_or(0));
  text += line_of("from sending to being shown to everybody", play);
  text += line_of("a bare echo between them", echo);
  if (echo.median > 0)
    text += fmt::format("to play takes {:.1f} times as long as an echo at the median, {:.1f} times at 99 %\n",
                        play.median / echo.median, play.p99 / echo.p99);
  text += fmt::format("server: {} CPU seconds for 1,000 durable events, {} context switches an event\n",
                      or_unknown(server_cpu, 3), or_unknown(switches, 1));
  text += fmt::format("players: {} CPU seconds for 1,000 events, {} bytes received an event\n", or_unknown(own_cpu, 3),
                      or_unknown(bytes, 0));
  return text + fmt::format("{} records checked, {} broken; {} tables failed, {} connections failed\n", records, broken,
                            failed_tables, failed_connections);
}

std::string Report::json() const {
  const JsonObject object{{"game", options.game},
                          {"tables", playing},
                          {"sockets", playing * options.seats},
                          {"seconds", seconds},
                          {"events", events},
                          {"rate", ratio(double(events), seconds).value_or(0)},
                          {"play", json_of(play)},
                          {"echo", json_of(echo)},
                          {"server_cpu_seconds_for_1000_events", json_of(server_cpu)},
                          {"own_cpu_seconds_for_1000_events", json_of(own_cpu)},
                          {"context_switches_an_event", json_of(switches)},
                          {"bytes_received_an_event", json_of(bytes)},
                          {"records_checked", records},
                          {"records_broken", broken},
                          {"tables_failed", failed_tables},
                          {"connections_failed", failed_connections}};
  return boost::json::serialize(object) + "\n";
}

}  // namespace volpe::load
