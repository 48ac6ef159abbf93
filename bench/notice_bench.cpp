// What a notice of another server costs, with 0, 500 and 7,000 tables in use: one of a table that is not served here,
// and one of a table that is, but is known already. Run: build/test/bench/notice_bench
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <future>

#include "server/live/table_service.h"

namespace volpe::server {
namespace {

using Clock = std::chrono::steady_clock;

// Waits until everything that was posted to the loops has run.
void settle(EventLoops& loops) {
  for (size_t n = 0; n < loops.size(); ++n) {
    std::promise<void> done;
    loops[n].post([&] { done.set_value(); });
    done.get_future().wait();
  }
}

// Opens tables and loads them; returns their ids.
std::vector<store::Id> open_tables(TableService& service, store::Store& store, size_t count) {
  std::vector<store::Id> tables(count);
  std::atomic<size_t> loaded = 0;
  for (size_t n = 0; n < count; ++n) {
    const store::Id person = "person " + std::to_string(n / 50);  // a person has a hundred at most
    if (n % 50 == 0) store.write_and_wait(store::NewPerson{person, person + " t", person + " r", "Anna"});
    service.open({person, "Anna"}, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}},
                 [&, n](const Result<JsonObject>& opened) {
                   tables[n] = std::string(opened->at("table").as_string());
                   service.snapshot(tables[n], {}, [&](const auto&) {
                     ++loaded;
                     loaded.notify_one();
                   });
                 });
  }
  for (size_t now = loaded; now < count; now = loaded) loaded.wait(now);
  return tables;
}

double microseconds_a_notice(TableService& service, EventLoops& loops, const std::vector<store::Id>& tables) {
  constexpr int notices = 200'000;
  const auto begun = Clock::now();
  for (int n = 0; n < notices; ++n) service.on_remote_change({tables[size_t(n) % tables.size()], 1});
  settle(loops);
  return std::chrono::duration<double, std::micro>(Clock::now() - begun).count() / notices;
}

bool measure(const std::string& folder, size_t count) {
  const auto store = store::open_store("sqlite:" + folder + "/" + std::to_string(count) + ".db");
  if (!store) return false;
  EventLoops loops(2);
  ThreadPool readers(2);
  const auto service = make_table_service(**store, loops, readers, {});
  const std::vector<store::Id> tables = open_tables(*service, **store, count);
  const double foreign = microseconds_a_notice(*service, loops, {"one", "two", "three"});
  const double known = tables.empty() ? 0 : microseconds_a_notice(*service, loops, tables);
  std::printf("%8zu %14.2f %14.2f\n", count, foreign, known);
  service->close();
  readers.close();
  loops.close();
  return true;
}

}  // namespace
}  // namespace volpe::server

int main() {
  std::string folder = std::filesystem::temp_directory_path() / "volpe-bench-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 1;
  std::printf("%8s %14s %14s\n", "tables", "not served, us", "served, us");
  bool good = true;
  for (const size_t count : {0, 500, 7000}) good = good && volpe::server::measure(folder, count);
  std::filesystem::remove_all(folder);
  return good ? 0 : 1;
}
