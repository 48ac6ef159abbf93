// What the unit tests share: playing events through the checked door, and setting the scene.
#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "games/games.h"

namespace volpe {

// Applies events, each of which must be legal.
template <class G>
void play(typename G::State& state, const std::vector<std::string>& events) {
  for (const std::string& text : events) {
    const auto event = G::read(state, text);
    ASSERT_TRUE(bool(event)) << text << ": " << event.error().message;
    apply<G>(state, *event);
  }
}

// The legal decisions as one line, sorted bytewise.
template <class G>
std::string legal_text(const typename G::State& state) {
  std::string line;
  const boost::json::object position = G::position(state, 0);
  for (const auto& text : position.at("legal").as_array())
    line += (line.empty() ? "" : " ") + std::string(text.as_string());
  return line;
}

template <class G>
std::string field(const typename G::State& state, const std::string& key) {
  return boost::json::serialize(G::position(state, 0).at(key));
}

template <class G>
std::string refusal(const typename G::State& state, const std::string& text) {
  const auto event = G::read(state, text);
  return event ? "accepted" : std::string(name(event.error().code));
}

// Marks boxes of a Clever sheet without taking the mark bonuses: "y11 b7 g g o5 p3".
inline void mark_all(clever::Sheet& sheet, const std::string& boxes) {
  std::istringstream words(boxes);
  for (std::string word; words >> word;) {
    int box = -1, value = 0;
    if (word[0] == 'y') {
      for (int n = 0; n < clever::yellow_boxes; ++n)
        if (clever::yellow_box[n].row == word[1] - '1' && clever::yellow_box[n].column == word[2] - '1') box = n;
    } else if (word[0] == 'b') {
      box = clever::first_blue + std::stoi(word.substr(1)) - 2;
    } else {
      box = word[0] == 'g' ? clever::green_next : word[0] == 'o' ? clever::orange_next : clever::purple_next;
      if (word[0] != 'g') value = word[1] - '0';
    }
    ASSERT_GE(box, 0) << word;
    const clever::Gains gains = clever::mark(sheet, box, value);
    sheet.rerolls = u8(sheet.rerolls + clever::count(gains, clever::reroll));
    sheet.extras = u8(sheet.extras + clever::count(gains, clever::extra));
    sheet.foxes = u8(sheet.foxes + clever::count(gains, clever::fox));
  }
}

// A Clever game at its first roll, with marks on the first seat's sheet and no actions held.
inline clever::State clever_with(const std::string& boxes, int seats = 1, Options options = {}) {
  clever::State state = Clever::start({seats, options});
  mark_all(state.sheets[0], boxes);
  state.sheets[0].rerolls = state.sheets[0].extras = 0;
  return state;
}

}  // namespace volpe
