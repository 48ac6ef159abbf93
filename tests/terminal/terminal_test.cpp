// The pages of the full-screen game as text: nothing is cut off in any language, and two pictures that are looked at.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "players/roster.h"
#include "terminal/local_game_view.h"
#include "terminal/renderers.h"

namespace volpe {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Plan plan_for(const std::string& game, int seats) {
  Plan plan;
  plan.game = game;
  plan.names = {"Anna", "bot:level3", "Maximiliane", "bot:level1"};
  plan.names.resize(size_t(seats));
  plan.seed = 11;
  return plan;
}

// Plays a game with the last of its decisions, and shows every view that somebody here is asked about.
template <class Look>
void play_through(const Plan& plan, const Look& look) {
  auto room = make_room(plan);
  ASSERT_TRUE(room);
  for (int step = 0; step < 2000; ++step) {
    const View& view = (*room)->view();
    look(view);
    if (!view.position.at("result").is_null()) return;
    const JsonArray& effects = effects_of(view);
    if (view.asked == nobody) {
      (*room)->hurry();
      (*room)->go_on();
    } else if (effects.empty()) {
      ASSERT_FALSE((*room)->roll());
    } else {
      ASSERT_FALSE((*room)->decide(std::string(text_of(effects[effects.size() - 1].at("event")))));
    }
  }
  FAIL() << "the game has no end";
}

Place pointing_at(int decision) {
  Place place;
  place.pointed = decision;
  return place;
}

// A page in a grid that is wider and higher than the screen: what would be cut off there is seen here.
struct Wide {
  Grid grid{screen_rows + 10, screen_columns + 80};

  std::string cut_off() const {
    std::string lines;
    for (int row = 0; row < grid.rows(); ++row) {
      bool outside = row >= screen_rows && !grid.line(row).empty();
      for (int column = screen_columns; column < grid.columns(); ++column)
        outside = outside || grid.at(row, column).glyph != U' ';
      if (outside) lines += grid.line(row) + "\n";
    }
    return lines;
  }
};

TEST(Pages, NothingIsCutOffInAnyLanguage) {
  for (const Language& language : languages) {
    const Texts texts(language.code);
    for (const auto& [game, seats] : {std::pair{"clever", 1}, {"clever", 4}, {"genial", 2}, {"genial", 4}}) {
      Plan plan = plan_for(game, seats);
      if (seats == 2) plan.match = "1";
      play_through(plan, [&](const View& view) {
        const bool over = !view.position.at("result").is_null();
        for (int pointed = -1; pointed < int(effects_of(view).size()); ++pointed) {
          Wide table;
          draw_table_page(table.grid, texts, view, pointing_at(pointed));
          ASSERT_EQ(table.cut_off(), "") << language.code << ' ' << plan.game;
        }
        Wide sheets, end;
        draw_sheets(sheets.grid, texts, view);
        EXPECT_EQ(sheets.cut_off(), "") << language.code << ' ' << plan.game;
        if (over) draw_summary(end.grid, texts, view);
        EXPECT_EQ(end.cut_off(), "") << language.code << ' ' << plan.game;
      });
    }
  }
}

TEST(Pages, HelpFitsInEveryLanguage) {
  for (const Language& language : languages)
    for (const Look* look : {&clever_look, &genial_look})
      for (bool ascii : {false, true}) {
        const Texts texts(language.code);
        const Grid grid(1, 1, ascii);
        const auto lines = help_lines(grid, texts, *look);
        EXPECT_GT(lines.size(), 40U);
        for (const std::string& line : lines) EXPECT_LE(grid.width(line), screen_columns - 3) << line;
      }
}

TEST(Pages, AHintFitsInEveryLanguage) {
  for (const Language& language : languages)
    for (const auto& [game, seats] : {std::pair{"clever", 1}, {"genial", 2}}) {
      auto room = make_room(plan_for(game, seats));
      ASSERT_TRUE(room);
      while ((*room)->view().asked == nobody || effects_of((*room)->view()).empty())
        if ((*room)->roll()) (*room)->hurry(), (*room)->go_on();
      ASSERT_FALSE((*room)->ask_hint());
      Wide page;
      draw_hint(page.grid, Texts(language.code), (*room)->view());
      EXPECT_EQ(page.cut_off(), "");
      EXPECT_NE(page.grid.text().find(std::string(language.code) == "en" ? "Best: " : ": "), std::string::npos);
    }
}

TEST(Pages, PlainTerminalsGetAsciiAlone) {
  for (const auto& [game, seats] : {std::pair{"clever", 2}, {"genial", 3}})
    play_through(plan_for(game, seats), [&](const View& view) {
      Grid grid(screen_rows, screen_columns, true);
      draw_table_page(grid, Texts("de"), view, pointing_at(effects_of(view).empty() ? -1 : 0));
      const std::string text = grid.text();
      ASSERT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); })) << text;
      ASSERT_EQ(text.find('?') != std::string::npos, true);  // the key of the help, and no letter without a spelling
      ASSERT_LE(std::ranges::count(text, '?'), 7);           // and dice that are not rolled yet
    });
}

// The pictures in tests/golden; tests/golden/regenerate makes them anew.
TEST(Pages, LookAsTheyDid) {
  for (const auto& [game, seats] : {std::pair{"clever", 2}, {"genial", 3}}) {
    int shown = 0;
    std::string picture;
    Plan plan = plan_for(game, seats);
    plan.names[1] = "bot:greedy";  // which plays the same whatever the networks learn
    play_through(plan, [&](const View& view) {
      if (effects_of(view).size() < 2 || ++shown > 20) return;
      Grid grid(screen_rows, screen_columns);
      draw_table_page(grid, Texts("en"), view, pointing_at(1));
      picture = grid.text();
    });
    const std::string path = std::string(GOLDEN) + "/screen-" + game + ".txt";
    if (std::getenv("REGENERATE") != nullptr) std::ofstream(path) << picture;
    EXPECT_EQ(picture, read(path));
  }
}

TEST(Grid, LettersThatTakeMoreOrLessThanACellAreNotDrawn) {
  Grid grid(1, 20);
  EXPECT_EQ(grid.put(0, 0, "Zoë 狐\t\x1b[31m e\u0301\xff"), 15);
  EXPECT_EQ(grid.line(0), "Zoë ???[31m e??");
  EXPECT_EQ(grid.width("狐"), 1);
}

TEST(Grid, CutsAtItsEdges) {
  Grid grid(2, 5);
  grid.put(0, 3, "abc");
  grid.put(-1, 0, "x");
  grid.put(2, 0, "x");
  grid.put_before(1, 2, "abc");
  EXPECT_EQ(grid.text(), "   ab\nbc\n");
  grid.put_short(0, 0, "abcdefg", 5);
  EXPECT_EQ(grid.line(0), "abcd…");
  EXPECT_EQ((grid.wrapped("ab cd efg", 5)), (std::vector<std::string>{"ab cd", "efg"}));
}

// ---- Rooms

TEST(LocalRoom, RefusesWhatIsNotItsTurnAndChangesNothing) {
  auto made = make_room(plan_for("clever", 1));
  ASSERT_TRUE(made);
  Room& room = **made;
  const auto position = [&] { return room.view().position; };
  const JsonObject first = position();
  EXPECT_TRUE(room.decide("g@g"));
  EXPECT_TRUE(room.decide("roll y1 b1 g1 o1 p1 w1"));  // digital dice are not typed
  EXPECT_TRUE(room.undo());
  EXPECT_TRUE(room.ask_hint());
  EXPECT_TRUE(room.ask_analysis());
  EXPECT_TRUE(room.next_game());
  EXPECT_TRUE(room.add_seed("x"));
  EXPECT_EQ(position(), first);
  EXPECT_FALSE(room.roll());
  const JsonObject rolled = position();
  EXPECT_TRUE(room.roll());
  EXPECT_TRUE(room.decide("frob"));
  EXPECT_TRUE(room.undo());  // dice stay
  EXPECT_EQ(position(), rolled);
}

// ---- Texts

std::string terminal_sources() {
  std::string sources;
  std::istringstream files(TERMINAL_SOURCES);
  for (std::string file; std::getline(files, file, ',');) sources += read(file);
  return sources;
}

// Keys stand in the sources as literals, or are built as "join." + code where the code is a literal too.
TEST(Texts, TheTerminalUsesEveryKeyOfItsOwn) {
  const std::string sources = terminal_sources();
  const auto stands = [&](const std::string& word) { return sources.find('"' + word + '"') != std::string::npos; };
  std::istringstream texts(read(std::string(LOCALE) + "/en/terminal.txt"));
  int keys = 0;
  for (std::string line; std::getline(texts, line);) {
    const std::string key = line.substr(0, line.find_first_of(":#"));
    if (key.empty()) continue;
    ++keys;
    const size_t dot = key.rfind('.') + 1;
    EXPECT_TRUE(stands(key) || (stands(key.substr(0, dot)) && stands(key.substr(dot)))) << key << " is not used";
  }
  EXPECT_GT(keys, 20);
}

TEST(Texts, TheTerminalHasEveryKeyThatItUses) {
  const std::string sources = terminal_sources();
  static const std::regex asked(R"re(texts_?(?:\.count)?\("([a-z_.]+[a-z_])"(?! \+))re");
  const Texts texts("en");
  int found = 0;
  for (std::sregex_iterator match(sources.begin(), sources.end(), asked), end; match != end; ++match, ++found)
    EXPECT_TRUE(texts.has((*match)[1].str()) || texts.has((*match)[1].str() + "#other")) << (*match)[1];
  EXPECT_GT(found, 40);
}

}  // namespace
}  // namespace volpe
