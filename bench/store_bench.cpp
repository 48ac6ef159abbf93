// Speed of the store: changes a second and how long each waits to be durable, with 1, 16 and 256 tables that each write
// again as soon as they are answered. Run: build/test/bench/store_bench [ADDRESS [SECONDS]]; the default is a new
// SQLite file.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "store/store.h"

namespace volpe::store {
namespace {

using Clock = std::chrono::steady_clock;

struct Run {
  Store& store;
  Clock::time_point end;
  std::vector<double> milliseconds = {};  // touched by the writing thread alone
  std::atomic<int> under_way = 0;
  bool failed = false;
};

// A decision, as a table in play writes it; the first is listed.
void append(Run& run, const Id& table, i64 after) {
  Change change{.table = table, .after = after};
  change.entries.push_back({R"({"type":"event","seat":1,"event":"b@b7","ply":)" + std::to_string(after) + "}",
                            "client:" + std::to_string(after), after});
  if (after == 0) change.listing = Listing{"clever", Stage::playing, false, R"({"seats":["a","b"],"turn":1})"};
  const auto sent = Clock::now();
  run.store.write(std::move(change), [&run, table, sent](const Outcome& outcome) {
    const auto now = Clock::now();
    run.milliseconds.push_back(std::chrono::duration<double, std::milli>(now - sent).count());
    run.failed |= outcome.kind != Outcome::done;
    if (now < run.end && !run.failed) return append(run, table, outcome.revision);
    --run.under_way;
    run.under_way.notify_all();
  });
}

bool measure(Store& store, int waiting, double seconds) {
  const Counters before = store.counters();
  const auto begun = Clock::now();
  Run run{store, begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))};
  run.under_way = waiting;
  for (int n = 0; n < waiting; ++n) append(run, "bench " + std::to_string(waiting) + " " + std::to_string(n), 0);
  for (int left = run.under_way; left > 0; left = run.under_way) run.under_way.wait(left);
  const double took = std::chrono::duration<double>(Clock::now() - begun).count();
  const Counters after = store.counters();
  std::vector<double>& times = run.milliseconds;
  std::sort(times.begin(), times.end());
  const auto percentile = [&](double share) { return times[size_t(share * double(times.size() - 1))]; };
  std::printf("%8d %12.0f %12.1f %10.2f %10.2f %10.2f\n", waiting, double(times.size()) / took,
              double(after.done - before.done) / double(after.commits - before.commits), percentile(.5),
              percentile(.99), times.back());
  return !run.failed;
}

int bench(const std::string& address, double seconds) {
  const Result<std::unique_ptr<Store>> store = open_store(address);
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 1;
  }
  std::printf("%8s %12s %12s %10s %10s %10s\n", "waiting", "changes/s", "per commit", "median ms", "99 % ms",
              "longest");
  bool good = true;
  for (const int waiting : {1, 16, 256}) good = good && measure(**store, waiting, seconds);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace volpe::store

int main(int count, char** words) {
  const double seconds = count > 2 ? std::atof(words[2]) : 5;
  if (count > 1) return volpe::store::bench(words[1], seconds);
  std::string folder = std::filesystem::temp_directory_path() / "volpe-bench-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const int result = volpe::store::bench("sqlite:" + folder + "/store.db", seconds);
  std::filesystem::remove_all(folder);
  return result;
}
