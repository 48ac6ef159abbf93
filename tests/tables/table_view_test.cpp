// What people see of tables, held still byte for byte through whole games.
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <map>

#include "tables/played_tables.h"

namespace volpe::tables {
namespace {

// FNV-1a over everything that is shown on the way.
class Digest {
 public:
  void add(std::string_view text) {
    for (char c : text) sum_ = (sum_ ^ u8(c)) * 0x100000001b3;
  }
  u64 value() const { return sum_; }

 private:
  u64 sum_ = 0xcbf29ce484222325;
};

void add_views(Digest& digest, const Table& table) {
  digest.add(table.shared_view_text());
  for (const std::string& who : lookers()) digest.add(table.personal_view_text(who, {}));
  for (const SeatResult& result : table.results()) digest.add(boost::json::serialize(result.body));
}

TEST(TableView, IsTheSameToTheByte) {
  const std::map<std::string_view, u64> known{
      {"clever alone", 0x2cc8338d9342b620},
      {"clever alone, other rules", 0xf2e6aefbc9203c9a},
      {"clever of the day", 0xdcfa29ebcccbcb00},
      {"clever alone, real dice", 0xbdb965a990eb1f69},
      {"clever for two", 0x6ab1e3da5e4e1456},
      {"clever for two, declining", 0x356866b93e8c516d},
      {"clever for three", 0xe5b16559b4b2d852},
      {"clever for four", 0x670fe5bed6112901},
      {"clever for four at one screen", 0x6d990af7fcb199e5},
      {"clever with bots", 0xfc82b01ee2055a9a},
      {"clever watched by its host", 0xfe0541273e3f1e39},
      {"clever broken off", 0x71af5cb48901ec9d},
      {"clever beside paper", 0xf7d67ff8b55a6316},
      {"clever for four beside paper", 0x83cede0dca76ca85},
      {"genial for two", 0x3933f3fa1e99ed6b},
      {"genial for two, real dice", 0xd6127641663a32ae},
      {"genial for three", 0xd9365fbc4fc41320},
      {"genial for four", 0xc26fb458c9b591b8},
      {"genial with bots", 0x4f6a81017f265012},
      {"genial match for two", 0x2c0d1867236d99db},
      {"genial match with real dice", 0xeee320528463b5b1},
      {"genial broken off", 0x1da6c5859bd0e7f0},
      {"genial beside paper", 0xb2556388ec051039},
  };
  for (const Course& course : courses()) {
    Digest digest;
    bool over = false;
    play_course(course, [&](const Table& table) {
      add_views(digest, table);
      over = table.stage() == TableStage::over;
    });
    EXPECT_TRUE(over) << course.name;
    const auto held = known.find(course.name);
    EXPECT_TRUE(held != known.end() && held->second == digest.value())
        << "{\"" << course.name << "\", 0x" << std::hex << digest.value() << "},";
  }
}

// Every table of every course.
template <class Check>
void for_each_table(const Check& check) {
  for (const Course& course : courses()) play_course(course, check);
}

TEST(TableView, IsTheSameAsValues) {
  for_each_table([](const Table& table) {
    const std::string shared = table.shared_view_text(), own = table.personal_view_text("p0", {});
    EXPECT_EQ(boost::json::serialize(table.shared_view()), shared);
    EXPECT_EQ(boost::json::serialize(table.view("p0")), shared.substr(0, shared.size() - 1) + "," + own.substr(1));
  });
}

TEST(TableView, PositionsAreTheSameAsValues) {
  for_each_table([](const Table& table) {
    if (table.session() == nullptr) return;
    std::visit(
        [](const auto& session) {
          using G = typename std::decay_t<decltype(session)>::GameType;
          const PositionView view{.ply = 3, .redacted = session.play().redacted(), .effects = true};
          JsonText text;
          G::write_position(text, session.play().state(), view);
          EXPECT_EQ(boost::json::serialize(G::position(session.play().state(), view)), text.take());
        },
        *table.session());
  });
}

TEST(TableView, NamesPeopleButNotBotsOrFreeSeats) {
  const std::vector<std::string> names{"Anna \"Fox\"", "bot:level1", "Ünal", ""};
  for_each_table([&](const Table& table) {
    JsonObject view = table.personal_view("p0");
    for (size_t seat = 0; seat < table.seats().size(); ++seat)
      if (!table.seats()[seat].who.empty() && !names[seat].empty())
        view["players"].at(seat).as_object()["name"] = names[seat];
    EXPECT_EQ(table.personal_view_text("p0", names), boost::json::serialize(view));
  });
}

}  // namespace
}  // namespace volpe::tables
