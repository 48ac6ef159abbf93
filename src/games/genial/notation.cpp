// The notation of Genial: reroll, or score with the jokers used; a roll lists symbols.
#include "games/notation.h"

#include "games/genial/genial.h"

namespace volpe {
namespace {

using namespace genial;

constexpr auto no_symbol = std::string_view::npos;

// "gg:r": two to four equal symbols and a target.
bool read_joker(std::string_view word, Joker& joker) {
  const size_t size = word.size() < 2 ? 0 : word.size() - 2;
  if (size < 2 || size > max_dice || word[size] != ':') return false;
  const size_t symbol = letters.find(word[0]), target = letters.find(word.back());
  if (symbol == no_symbol || target == no_symbol) return false;
  if (word.substr(0, size).find_first_not_of(word[0]) != std::string_view::npos) return false;
  joker = {u8(symbol), u8(size), u8(target)};
  return true;
}

// Jokers in the one order that is allowed: by symbol, larger groups first, then by target.
bool in_order(const Joker& a, const Joker& b) {
  if (a.symbol != b.symbol) return a.symbol < b.symbol;
  if (a.size != b.size) return a.size > b.size;
  return a.target <= b.target;
}

bool same_jokers(const Jokers& a, const Jokers& b) {
  if (a.count != b.count) return false;
  for (int n = 0; n < a.count; ++n) {
    const Joker &x = a.joker[n], &y = b.joker[n];
    if (x.symbol != y.symbol || x.size != y.size || x.target != y.target) return false;
  }
  return true;
}

Result<Event<Genial>> read_score(const State& state, std::string_view text) {
  const auto words = words_of(text);
  Jokers jokers;
  int dice = 0;
  for (size_t n = 1; n < words.size(); ++n) {
    Joker joker{};
    if (jokers.count == 2 || !read_joker(words[n], joker)) return bad_event(text);
    if (jokers.count == 1 && !in_order(jokers.joker[0], joker)) return bad_event(text);
    jokers.joker[jokers.count++] = joker;
    dice += joker.size;
  }
  if (dice > max_dice) return bad_event(text);
  if (Genial::over(state)) return game_is_over();
  if (state.phase != Phase::score) return dice_due(text);
  for (int decision : Members{state.legal & ~bit(reroll_all)})
    if (same_jokers(jokers, jokers_of(state.dice[state.turn], decision))) return Event<Genial>{Decision(decision)};
  return illegal_event(text, "these dice are not there");
}

Result<Event<Genial>> read_roll(const State& state, std::string_view text) {
  const auto words = words_of(text);
  Roll roll{0};
  if (words.size() < 2) return bad_event(text);
  for (size_t n = 1; n < words.size(); ++n) {
    const size_t symbol = words[n].size() == 1 ? letters.find(words[n][0]) : no_symbol;
    if (symbol == no_symbol) return bad_event(text);
    if (n <= max_dice) roll.faces |= u32(symbol) << 4 * (n - 1);
  }
  if (Genial::over(state)) return game_is_over();
  if (state.phase == Phase::score) return illegal_event(text, "no dice are due");
  if (words.size() != 1 + size_t(dice_for[state.seats]))
    return illegal_event(text, std::to_string(dice_for[state.seats]) + " dice are due");
  return Event<Genial>{roll};
}

}  // namespace

std::string Genial::write(const State& state, Decision decision) {
  if (decision == reroll_all) return "reroll";
  std::string text = "score";
  const Jokers jokers = jokers_of(state.dice[state.turn], decision);
  for (int n = 0; n < jokers.count; ++n) {
    const auto [symbol, size, target] = jokers.joker[n];
    text += ' ' + std::string(size, letters[symbol]) + ':' + letters[target];
  }
  return text;
}

std::string Genial::write(const State& state, const Roll& roll) {
  std::string text = "roll";
  for (int die = 0; die < dice_for[state.seats]; ++die) {
    text += ' ';
    text += letters[roll.faces >> 4 * die & 15];
  }
  return text;
}

Result<Event<Genial>> Genial::read(const State& state, std::string_view text) {
  if (text == "roll" || text.starts_with("roll ")) return read_roll(state, text);
  if (text == "score" || text.starts_with("score ")) return read_score(state, text);
  if (text != "reroll") return bad_event(text);
  if (over(state)) return game_is_over();
  if (state.phase != Phase::score) return dice_due(text);
  if (!has(state.legal, reroll_all)) return illegal_event(text, "the third roll stands");
  return Event<Genial>{Decision(reroll_all)};
}

Result<State> Genial::leave(const State& state, std::string_view text) {
  const auto words = words_of(text);
  const bool won = text == "left won";
  if (words.size() != 2 || words[0] != "left" || words[1].empty()) return bad_event(text);
  if (!won && words[1].find_first_not_of(letters) != std::string_view::npos) return bad_event(text);
  if (over(state)) return game_is_over();
  if (!turn_begins(state)) return no_turn_begins(text);
  State after = state;
  if (won) {
    if (state.dice[state.turn] == 0) return illegal_event(text, "nobody wins with the first roll");
    leave_as_winner(after);
    return after;
  }
  if (words[1].size() != size_t(dice_for[state.seats]))
    return illegal_event(text, std::to_string(dice_for[state.seats]) + " dice lie in front of a seat");
  PerSymbol dice = 0;
  for (char c : words[1]) dice += one(int(letters.find(c)));
  leave_dice(after, dice);
  return after;
}

}  // namespace volpe
