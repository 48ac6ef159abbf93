// The notation of Clever: every decision is one word, looked up in one table; a roll lists dice as they landed.
#include "games/notation.h"

#include <algorithm>
#include <optional>

#include "games/clever/clever.h"

namespace volpe {
namespace {

using namespace clever;

enum class Kind : u8 { take, extra_die, bonus_mark };

struct Word {
  std::string text;
  Kind kind;
  Decision decision;
};

std::string box_text(int box) {
  std::string letter(1, letters[box_of[box].area]);
  if (box < first_blue)
    return letter + std::to_string(yellow_box[box].row + 1) + std::to_string(yellow_box[box].column + 1);
  if (box < green_next) return letter + std::to_string(box - first_blue + 2);
  return letter;
}

std::string take_text(Decision decision) {
  if (decision == take_reroll) return "reroll";
  if (decision == take_pass) return "pass";
  if (decision == take_done) return "done";
  const auto [die, box] = take_of[decision];
  return std::string(1, letters[die]) + "@" + box_text(box);
}

std::string bonus_text(Decision decision) {
  const auto [box, value, uses] = bonus_mark_of[decision];
  return "+" + box_text(box) + (value == 0 ? "" : std::to_string(value));
}

// All 135 words, sorted by text.
const std::vector<Word>& vocabulary() {
  static const std::vector<Word> words = [] {
    std::vector<Word> list;
    for (int n = 0; n < take_reroll; ++n) {
      list.push_back({take_text(Decision(n)), Kind::take, Decision(n)});
      list.push_back({"x" + take_text(Decision(n)), Kind::extra_die, Decision(n)});
    }
    list.push_back({take_text(take_reroll), Kind::take, take_reroll});
    list.push_back({take_text(take_pass), Kind::take, take_pass});
    list.push_back({take_text(take_done), Kind::extra_die, take_done});
    for (int n = 0; n < bonus_marks; ++n) list.push_back({bonus_text(Decision(n)), Kind::bonus_mark, Decision(n)});
    std::sort(list.begin(), list.end(), [](const Word& a, const Word& b) { return a.text < b.text; });
    return list;
  }();
  return words;
}

const Word* find_word(std::string_view text) {
  const auto& words = vocabulary();
  const auto found =
      std::lower_bound(words.begin(), words.end(), text, [](const Word& a, std::string_view b) { return a.text < b; });
  return found != words.end() && found->text == text ? &*found : nullptr;
}

Kind kind_of(const State& state) {
  switch (state.phase) {
    case Phase::round_bonus:
    case Phase::bonus: return Kind::bonus_mark;
    case Phase::extra: return Kind::extra_die;
    default: return Kind::take;
  }
}

// Dice with their values, "y3 b1", as they lie.
struct Lying {
  Roll roll{0, each_die* dice};
  DiceSet seen = 0;
  bool twice = false;  // one of them stands there again
};
std::optional<Lying> read_dice(const std::vector<std::string_view>& words) {
  Lying lying;
  for (size_t n = 0; n < words.size(); ++n) {
    const size_t die = words[n].size() == 2 ? letters.find(words[n][0]) : std::string_view::npos;
    if (die == std::string_view::npos || words[n][1] < '1' || words[n][1] > '6') return {};
    if (has(lying.seen, int(die))) {
      lying.twice = true;
      continue;
    }
    lying.seen |= DiceSet(1 << die);
    lying.roll.values |= PerDie(words[n][1] - '0') << 8 * die;
    lying.roll.landing &= ~(PerDie{255} << 8 * die);
    lying.roll.landing |= PerDie(n) << 8 * die;
  }
  return lying;
}

Result<Event<Clever>> read_roll(const State& state, std::string_view text) {
  const auto words = words_of(text);
  const std::optional<Lying> lying = read_dice({words.begin() + 1, words.end()});
  if (!lying || words.size() == 1) return bad_event(text);
  if (Clever::over(state)) return game_is_over();
  if (state.phase != Phase::roll) return illegal_event(text, "no dice are due");
  if (lying->twice || lying->seen != Clever::due_dice(state)) {
    std::string due;
    for (int die : Members{Clever::due_dice(state)}) due += (due.empty() ? "" : " ") + std::string(1, letters[die]);
    return illegal_event(text, "the dice due are " + due + ", each once");
  }
  return Event<Clever>{lying->roll};
}

std::string why_not(const State& state, const Word& word) {
  const std::string phase(phase_names[int(state.phase)]);
  if (word.kind != kind_of(state)) return "seat " + std::to_string(state.mover) + " decides in the phase " + phase;
  if (word.decision == take_pass) return "a usable die must be taken";
  if (word.decision == take_reroll) return "no reroll action can be used";
  if (word.decision == take_done) return "there is nothing to end";
  if (word.kind == Kind::bonus_mark) return "no waiting bonus can make that mark";
  const auto [die, box] = take_of[word.decision];
  const DiceSet within = word.kind == Kind::extra_die    ? DiceSet(all_dice & ~state.extra_used)
                         : state.phase == Phase::passive ? DiceSet(state.tray | state.placed)
                                                         : state.rolled;
  if (!has(within, die)) return "that die cannot be taken";
  if (state.phase == Phase::passive && !has(state.tray, die)) return "a usable tray die must be taken";
  return "that die cannot mark that box";
}

}  // namespace

std::string Clever::write(const State& state, Decision decision) {
  switch (kind_of(state)) {
    case Kind::bonus_mark: return bonus_text(decision);
    case Kind::extra_die: return decision == take_done ? "done" : "x" + take_text(decision);
    default: return take_text(decision);
  }
}

std::string Clever::write(const State& state, const Roll& roll) {
  std::string text = "roll";
  for (int place = 0; place <= dice; ++place)
    for (int die : Members{due_dice(state)})
      if (of(roll.landing, die) == place) {
        text += ' ';
        text += letters[die];
        text += char('0' + of(roll.values, die));
      }
  return text;
}

Result<Event<Clever>> Clever::read(const State& state, std::string_view text) {
  if (text == "roll" || text.starts_with("roll ")) return read_roll(state, text);
  const Word* word = find_word(text);
  if (word == nullptr) return bad_event(text);
  if (over(state)) return game_is_over();
  if (state.phase == Phase::roll) return dice_due(text);
  if (word->kind != kind_of(state) || !has(state.legal, word->decision))
    return illegal_event(text, why_not(state, *word));
  return Event<Clever>{word->decision};
}

Result<State> Clever::leave(const State& state, std::string_view text) {
  const auto words = words_of(text);
  const auto bar = std::find(words.begin(), words.end(), "|");
  const bool some_placed = bar != words.end();
  if (words[0] != "left" || words.size() == 1 || words.back() == "|") return bad_event(text);
  const std::optional<Lying> tray = read_dice({words.begin() + 1, bar});
  const std::optional<Lying> placed = read_dice({bar + some_placed, words.end()});
  if (!tray || !placed) return bad_event(text);
  if (over(state)) return game_is_over();
  if (!turn_begins(state)) return no_turn_begins(text);
  const bool each_once = !tray->twice && !placed->twice && (tray->seen & placed->seen) == 0;
  if (!each_once || (tray->seen | placed->seen) != all_dice)
    return illegal_event(text, "all six dice lie there, each once");
  if (size(placed->seen) > 3) return illegal_event(text, "there are three dice fields");
  State after = state;
  leave_dice(after, tray->roll.values | placed->roll.values, placed->seen);
  return after;
}

}  // namespace volpe
