// What fills the screen, as text: nothing is cut off in any language, and two golden screens.
#include "terminal/renderers.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "terminal/local_games.h"
#include "terminal/plan_for.h"
#include "terminal/read_whole_file.h"

namespace volpe {
namespace {

// Plays a game by taking the last legal decision each time, and passes every state of its view to `show`.
template <class Show>
void play_through(const GamePlan& plan, const Show& show) {
  auto game_view = start_local_game(plan);
  ASSERT_TRUE(game_view);
  for (int step = 0; step < 2000; ++step) {
    const ViewState& view = (*game_view)->state();
    show(view);
    if (!view.position.at("result").is_null()) return;
    const JsonArray& effects = effects_of(view);
    if (view.asked == nobody) {
      (*game_view)->skip_pauses();
      (*game_view)->update();
    } else if (effects.empty()) {
      ASSERT_FALSE((*game_view)->roll());
    } else {
      ASSERT_FALSE((*game_view)->decide(std::string(text_of(effects[effects.size() - 1].at("event")))));
    }
  }
  FAIL() << "the game has no end";
}

InputState selecting(int decision) {
  InputState input;
  input.selected = decision;
  return input;
}

// A grid that is wider and higher than the screen, to see what the screen would cut off.
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

TEST(Renderers, CutNothingOffInAnyLanguage) {
  for (const Language& language : languages) {
    const Texts texts(language.code);
    for (const auto& [game, seats] : {std::pair{"clever", 1}, {"clever", 4}, {"genial", 2}, {"genial", 4}}) {
      GamePlan plan = plan_for(game, seats);
      if (seats == 2) plan.match = "1";
      play_through(plan, [&](const ViewState& view) {
        const bool over = !view.position.at("result").is_null();
        for (int selected = -1; selected < int(effects_of(view).size()); ++selected) {
          Wide table;
          render_game(table.grid, texts, view, selecting(selected));
          ASSERT_EQ(table.cut_off(), "") << language.code << ' ' << plan.game;
        }
        Wide sheets, end;
        render_sheets(sheets.grid, texts, view);
        EXPECT_EQ(sheets.cut_off(), "") << language.code << ' ' << plan.game;
        if (over) render_summary(end.grid, texts, view);
        EXPECT_EQ(end.cut_off(), "") << language.code << ' ' << plan.game;
      });
    }
  }
}

TEST(Renderers, FitTheHelpInEveryLanguage) {
  for (const Language& language : languages)
    for (const GameRenderer* renderer : {&clever_renderer, &genial_renderer})
      for (bool ascii : {false, true}) {
        const Texts texts(language.code);
        const Grid grid(1, 1, ascii);
        const auto lines = help_lines(grid, texts, *renderer);
        EXPECT_GT(lines.size(), 40U);
        for (const std::string& line : lines) EXPECT_LE(grid.width(line), screen_columns - 3) << line;
      }
}

TEST(Renderers, FitAHintInEveryLanguage) {
  for (const Language& language : languages)
    for (const auto& [game, seats] : {std::pair{"clever", 1}, {"genial", 2}}) {
      auto game_view = start_local_game(plan_for(game, seats));
      ASSERT_TRUE(game_view);
      while ((*game_view)->state().asked == nobody || effects_of((*game_view)->state()).empty())
        if ((*game_view)->roll()) (*game_view)->skip_pauses(), (*game_view)->update();
      ASSERT_FALSE((*game_view)->request_hint());
      Wide page;
      render_hint(page.grid, Texts(language.code), (*game_view)->state());
      EXPECT_EQ(page.cut_off(), "");
      EXPECT_NE(page.grid.text().find(std::string(language.code) == "en" ? "Best: " : ": "), std::string::npos);
    }
}

TEST(Renderers, UseOnlyAsciiForPlainTerminals) {
  for (const auto& [game, seats] : {std::pair{"clever", 2}, {"genial", 3}})
    play_through(plan_for(game, seats), [&](const ViewState& view) {
      Grid grid(screen_rows, screen_columns, true);
      render_game(grid, Texts("de"), view, selecting(effects_of(view).empty() ? -1 : 0));
      const std::string text = grid.text();
      ASSERT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); })) << text;
      ASSERT_EQ(text.find('?') != std::string::npos, true);  // the key of the help, and no letter without a spelling
      ASSERT_LE(std::ranges::count(text, '?'), 7);           // and dice that are not rolled yet
    });
}

// The screens in tests/golden; tests/golden/regenerate writes them anew.
TEST(Renderers, DrawTheGoldenScreens) {
  for (const auto& [game, seats] : {std::pair{"clever", 2}, {"genial", 3}}) {
    int shown = 0;
    std::string screen;
    GamePlan plan = plan_for(game, seats);
    plan.names[1] = "bot:greedy";  // which plays the same whatever the networks learn
    play_through(plan, [&](const ViewState& view) {
      if (effects_of(view).size() < 2 || ++shown > 20) return;
      Grid grid(screen_rows, screen_columns);
      render_game(grid, Texts("en"), view, selecting(1));
      screen = grid.text();
    });
    const std::string path = std::string(GOLDEN) + "/screen-" + game + ".txt";
    if (std::getenv("REGENERATE") != nullptr) std::ofstream(path) << screen;
    EXPECT_EQ(screen, read_whole_file(path));
  }
}

}  // namespace
}  // namespace volpe
