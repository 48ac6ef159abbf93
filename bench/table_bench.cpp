// Speed of what a server does at a table for every event: the table after it, and what each person is shown.
#include <benchmark/benchmark.h>

#include "tables/table.h"
#include "tables/view_changes.h"

namespace volpe::tables {
namespace {

// Two people in the middle of a game of Clever, each decision the first that is legal.
Table middle_of_a_game() {
  const JsonObject open{{"do", "open"},
                        {"by", "a"},
                        {"at", 1},
                        {"game", "clever"},
                        {"seats", 2},
                        {"options", JsonObject{}},
                        {"dice", "fair"},
                        {"first", "0"},
                        {"listed", false},
                        {"hints", true},
                        {"limit", 0},
                        {"match", false},
                        {"secrets", JsonArray{hex(Bytes32{1})}}};
  Table table = *Table::open(open);
  for (int seat = 0; seat < 2; ++seat)
    table = *table.after({{"do", "sit"}, {"by", seat == 0 ? "a" : "b"}, {"at", 2}, {"seat", seat}, {"seed", "s"}});
  table = *table.after({{"do", "start"}, {"by", "a"}, {"at", 3}, {"first", 0}});
  const auto ply = [&] { return table.view("").at("position").at("ply").to_number<int>(); };
  while (ply() < 80 || table.view("a").at("choices").as_array().empty()) {
    for (const std::string who : {"a", "b"}) {
      const JsonObject view = table.view(who);
      JsonObject entry{{"do", "event"}, {"by", who}, {"at", 4}};
      if (const JsonArray& choices = view.at("choices").as_array(); !choices.empty()) {
        entry["seat"] = choices[0].at("seat");
        entry["event"] = choices[0].at("position").at("legal").as_array()[0];
      } else if (view.at("roller").is_int64() && view.at("roller").as_int64() == (who == "a" ? 0 : 1)) {
        entry["seat"] = view.at("roller");
        entry["event"] = *table.next_roll_text();
      } else {
        continue;
      }
      table = *table.after(entry);
      break;
    }
  }
  return table;
}

// The entry of who decides first at a table.
JsonObject first_choice(const Table& table) {
  const JsonObject view = table.view("a");
  const JsonObject& choice = view.at("choices").as_array()[0].as_object();
  return {{"do", "event"},
          {"by", "a"},
          {"at", 5},
          {"seat", choice.at("seat")},
          {"event", choice.at("position").at("legal").as_array()[0]}};
}

void BM_after(benchmark::State& state) {
  const Table table = middle_of_a_game();
  const JsonObject entry = first_choice(table);
  for (auto _ : state) benchmark::DoNotOptimize(table.after(entry));
}
BENCHMARK(BM_after);

void BM_seen_by_all(benchmark::State& state) {
  const Table table = middle_of_a_game();
  for (auto _ : state) benchmark::DoNotOptimize(table.shared_view_text());
}
BENCHMARK(BM_seen_by_all);

void BM_seen_by(benchmark::State& state, const std::string& who) {
  const Table table = middle_of_a_game();
  for (auto _ : state) benchmark::DoNotOptimize(table.personal_view_text(who, {}));
}
BENCHMARK_CAPTURE(BM_seen_by, who_decides, "a");
BENCHMARK_CAPTURE(BM_seen_by, who_waits, "b");

void BM_view(benchmark::State& state, const std::string& who) {
  const Table table = middle_of_a_game();
  const auto view = [&] { return table.shared_view_text() + table.personal_view_text(who, {}); };
  for (auto _ : state) benchmark::DoNotOptimize(view());
  state.counters["bytes"] = double(view().size() - 1);  // one comma instead of two braces
}
BENCHMARK_CAPTURE(BM_view, of_who_decides, "a");
BENCHMARK_CAPTURE(BM_view, of_who_waits, "b");

// From the view before a decision to the one after it.
void BM_changes(benchmark::State& state, const std::string& who) {
  const Table table = middle_of_a_game(), next = *table.after(first_choice(table));
  const std::string shared = table.shared_view_text(), own = table.personal_view_text(who, {});
  const std::string next_shared = next.shared_view_text(), next_own = next.personal_view_text(who, {});
  for (auto _ : state) {
    benchmark::DoNotOptimize(view_changes(shared, next_shared));
    benchmark::DoNotOptimize(view_changes(own, next_own));
  }
  state.counters["bytes"] =
      double(view_changes(shared, next_shared).set.size() + view_changes(own, next_own).set.size());
}
BENCHMARK_CAPTURE(BM_changes, for_who_decides, "a");
BENCHMARK_CAPTURE(BM_changes, for_who_waits, "b");

}  // namespace
}  // namespace volpe::tables
