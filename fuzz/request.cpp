// Fuzzes what people send to tables: each line is a request, or an entry, in JSON. Whatever a table accepts it must
// accept again from its entries, and nothing may be seen of its secrets.
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <cstdlib>

#include "tables/command_parser.h"

namespace volpe::tables {
namespace {

void must(bool condition) {
  if (!condition) std::abort();
}

const std::string secret = hex(Bytes32{7, 7, 7});

JsonObject first_entry(std::string_view game, int seats, std::string_view dice) {
  JsonArray secrets;
  if (dice != "real") secrets.emplace_back(secret);
  return {{"do", "open"},      {"by", "a"},      {"at", 1},
          {"game", game},      {"seats", seats}, {"options", JsonObject{}},
          {"dice", dice},      {"first", "0"},   {"listed", true},
          {"hints", true},     {"limit", 0},     {"match", false},
          {"secrets", secrets}};
}

// The first byte chooses the game, the dice and how many sit there already.
std::vector<JsonObject> beginning(u8 choice) {
  const int seats = 2 + (choice >> 1) % 3, seated = (choice >> 4) % (seats + 2);
  std::vector<JsonObject> entries{first_entry(choice & 1 ? "clever" : "genial", seats, choice & 8 ? "real" : "fair")};
  for (int seat = 0; seat < std::min(seated, seats); ++seat)
    entries.push_back({{"do", "sit"}, {"by", seat % 2 == 0 ? "a" : "b"}, {"at", 2}, {"seat", seat}, {"seed", "s"}});
  if (seated > seats) entries.push_back({{"do", "start"}, {"by", "a"}, {"at", 3}, {"first", 0}});
  return entries;
}

Table read(const std::vector<JsonObject>& entries) {
  Result<Table> table = Table::open(entries[0]);
  must(bool(table));
  for (size_t n = 1; n < entries.size(); ++n) {
    table = table->after(entries[n]);
    must(bool(table));
  }
  return *table;
}

void play(u8 choice, std::string_view text) {
  std::vector<JsonObject> entries = beginning(choice);
  Table table = read(entries);
  i64 time = 10;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    boost::json::error_code failed;
    const Json said = boost::json::parse(line, failed);
    if (failed || !said.is_object()) continue;
    Result<JsonObject> entry = parse_command(said.get_object(), table, [] { return Bytes32{}; });
    if (entry) {
      const Json* by = said.get_object().if_contains("by");
      (*entry)["by"] = by != nullptr && by->is_string() ? *by : Json("a");
      (*entry)["at"] = ++time;
    } else {
      must(!entry.error().message.empty());
      entry = said.get_object();  // as if it came from a store
    }
    const Result<Table> next = table.after(*entry);
    if (!next) {
      must(!next.error().message.empty());
      continue;
    }
    must(next->revision() == table.revision() + 1);
    table = *next;
    entries.push_back(*entry);
  }
  must(read(entries).view("a") == table.view("a"));
  for (std::string_view who : {"a", "b", ""})
    must(boost::json::serialize(table.view(who)).find(secret) == std::string::npos);
}

}  // namespace
}  // namespace volpe::tables

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  volpe::tables::play(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
