// The rules of Genial a second time, plain and slow, written from the printed rules and the engine protocol alone.

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reference.h"

namespace reference {
namespace {

namespace json = boost::json;

// ---- Dice and sheet -------------------------------------------------------------------------------------------------

// The fixed symbol order.
const std::vector<char> kSymbols = {'r', 'o', 'y', 'g', 'b', 'p'};

const int kLastLeftBox = 3;
const int kLastCentreBox = 6;

using Crosses = std::map<char, int>;  // how many for each symbol

Crosses none() { return {{'r', 0}, {'o', 0}, {'y', 0}, {'g', 0}, {'b', 0}, {'p', 0}}; }

struct Sheet {
  Crosses rows = none();
  std::string dice;  // in symbol order
};

int dice_for(int seats) {
  if (seats == 2) return 4;
  if (seats == 3) return 3;
  return 2;
}

int count(const std::string& dice, char symbol) {
  return static_cast<int>(std::count(dice.begin(), dice.end(), symbol));
}

std::string in_symbol_order(const std::string& dice) {
  std::string ordered;
  for (char symbol : kSymbols) ordered += std::string(static_cast<std::size_t>(count(dice, symbol)), symbol);
  return ordered;
}

int shortest_row(const Crosses& rows) {
  int shortest = rows.at('r');
  for (char symbol : kSymbols) shortest = std::min(shortest, rows.at(symbol));
  return shortest;
}

// Every row has a cross in the left area.
bool centre_is_open(const Crosses& rows) { return shortest_row(rows) >= 1; }

// Every row has a cross in the centre.
bool right_is_open(const Crosses& rows) { return shortest_row(rows) >= kLastLeftBox + 1; }

// ---- Crossing boxes -------------------------------------------------------------------------------------------------

void cross_up_to(int last_box, Crosses& rows, Crosses& to_make) {
  for (char symbol : kSymbols) {
    while (to_make.at(symbol) > 0 && rows.at(symbol) < last_box) {
      rows.at(symbol) += 1;
      to_make.at(symbol) -= 1;
    }
  }
}

// Left first, as unlocking never hurts; what finds no open box is lost.
Crosses crossed(Crosses rows, Crosses to_make, int boxes) {
  cross_up_to(kLastLeftBox, rows, to_make);
  if (centre_is_open(rows)) cross_up_to(kLastCentreBox, rows, to_make);
  if (right_is_open(rows)) cross_up_to(boxes, rows, to_make);
  return rows;
}

// ---- Jokers ---------------------------------------------------------------------------------------------------------

// So many equal own dice used together, and the row they are used for.
struct Joker {
  char symbol;
  int dice;
  char target;
};

using Jokers = std::vector<Joker>;

// The ways to split equal dice into groups for jokers, larger groups first; dice in no group make matches.
std::vector<std::vector<int>> groupings(int equal_dice) {
  switch (equal_dice) {
    case 2: return {{}, {2}};
    case 3: return {{}, {2}, {3}};
    case 4: return {{}, {2}, {2, 2}, {3}, {4}};
    default: return {{}};
  }
}

// Two equal groups are listed by target in symbol order, so that each choice has one name.
bool targets_in_order(char first, char second) {
  auto place = [](char symbol) { return std::find(kSymbols.begin(), kSymbols.end(), symbol); };
  return place(first) <= place(second);
}

// All ways to give each group of one symbol a target.
std::vector<Jokers> with_targets(char symbol, const std::vector<int>& groups) {
  std::vector<Jokers> choices = {{}};
  for (int dice : groups) {
    std::vector<Jokers> longer;
    for (const Jokers& choice : choices) {
      for (char target : kSymbols) {
        bool same_size_as_before = !choice.empty() && choice.back().dice == dice;
        if (same_size_as_before && !targets_in_order(choice.back().target, target)) continue;
        longer.push_back(choice);
        longer.back().push_back({symbol, dice, target});
      }
    }
    choices = longer;
  }
  return choices;
}

std::vector<Jokers> jokers_of_symbol(char symbol, int equal_dice) {
  std::vector<Jokers> choices;
  for (const std::vector<int>& groups : groupings(equal_dice)) {
    for (const Jokers& choice : with_targets(symbol, groups)) choices.push_back(choice);
  }
  return choices;
}

std::vector<Jokers> all_jokers(const std::string& dice) {
  std::vector<Jokers> choices = {{}};
  for (char symbol : kSymbols) {
    std::vector<Jokers> longer;
    for (const Jokers& choice : choices) {
      for (const Jokers& more : jokers_of_symbol(symbol, count(dice, symbol))) {
        longer.push_back(choice);
        longer.back().insert(longer.back().end(), more.begin(), more.end());
      }
    }
    choices = longer;
  }
  return choices;
}

std::string score_event(const Jokers& jokers) {
  std::string event = "score";
  for (const Joker& joker : jokers) {
    event += " " + std::string(static_cast<std::size_t>(joker.dice), joker.symbol) + ":" + joker.target;
  }
  return event;
}

// ---- Into JSON ------------------------------------------------------------------------------------------------------

json::object crosses_object(const Crosses& crosses) {
  json::object object;
  for (char symbol : kSymbols) object[std::string(1, symbol)] = crosses.at(symbol);
  return object;
}

json::object without_zeros(const Crosses& crosses) {
  json::object object;
  for (char symbol : kSymbols) {
    if (crosses.at(symbol) != 0) object[std::string(1, symbol)] = crosses.at(symbol);
  }
  return object;
}

json::object sheet_object(const Sheet& sheet) {
  json::object object = crosses_object(sheet.rows);
  object["dice"] = sheet.dice;
  return object;
}

// ---- The game -------------------------------------------------------------------------------------------------------

class Genial : public Game {
 public:
  Genial(int seats, Options options);

  json::object position() const override;
  json::array effects() const override;
  void apply(const std::string& event) override;

 private:
  using Decisions = std::map<std::string, Jokers>;  // sorted bytewise, as `legal` is

  const Sheet& sheet(int seat) const { return sheets_.at(static_cast<std::size_t>(seat)); }
  Sheet& sheet(int seat) { return sheets_.at(static_cast<std::size_t>(seat)); }
  int boxes() const { return std::stoi(options_.at("boxes")); }
  bool chance() const { return phase_ == "opening" || phase_ == "roll"; }

  Decisions decisions() const;
  Crosses matches(const Jokers& jokers) const;
  Crosses joker_crosses(const Jokers& jokers) const;
  int joker_worth(int equal_dice) const;
  Crosses rows_after(const Jokers& jokers) const;

  void throw_dice(const std::string& event);
  std::string read_roll(const std::string& event) const;
  void decide(const std::string& event, const Jokers& jokers);
  void start_turn(int seat);
  bool whole_sheet_is_crossed(int seat) const { return shortest_row(sheet(seat).rows) == boxes(); }

  json::value to_move() const;
  json::value result() const;
  json::object effect(const std::string& event, const Jokers& jokers) const;

  int seats_;
  Options options_;
  std::vector<Sheet> sheets_;
  int ply_ = 0;
  std::string phase_;
  int turn_ = 0;
  int roll_ = 0;
  int rolling_seat_ = 0;  // whose dice are due
};

// With the opening shown everybody but the starting player rolls before the first turn.
Genial::Genial(int seats, Options options)
    : seats_(seats), options_(std::move(options)), sheets_(static_cast<std::size_t>(seats)) {
  if (options_.at("opening") == "shown") {
    phase_ = "opening";
    rolling_seat_ = 1;
  } else {
    start_turn(0);
  }
}

// ---- Which decisions are legal, and what they cross -----------------------------------------------------------------

Genial::Decisions Genial::decisions() const {
  if (phase_ != "score") return {};
  Decisions legal;
  for (const Jokers& jokers : all_jokers(sheet(turn_).dice)) legal[score_event(jokers)] = jokers;
  if (roll_ < 3) legal["reroll"] = {};
  return legal;
}

// Every pair of one own die and one opponent's die with the same symbol; a die used in a joker makes none.
Crosses Genial::matches(const Jokers& jokers) const {
  Crosses matches = none();
  for (char symbol : kSymbols) {
    int own = count(sheet(turn_).dice, symbol);
    for (const Joker& joker : jokers) {
      if (joker.symbol == symbol) own -= joker.dice;
    }
    int of_opponents = 0;
    for (int seat = 0; seat < seats_; ++seat) {
      if (seat != turn_) of_opponents += count(sheet(seat).dice, symbol);
    }
    matches.at(symbol) = own * of_opponents;
  }
  return matches;
}

int Genial::joker_worth(int equal_dice) const {
  if (equal_dice == 2) return 1;
  if (equal_dice == 3) return 2;
  return std::stoi(options_.at("four_joker"));
}

Crosses Genial::joker_crosses(const Jokers& jokers) const {
  Crosses crosses = none();
  for (const Joker& joker : jokers) crosses.at(joker.target) += joker_worth(joker.dice);
  return crosses;
}

Crosses Genial::rows_after(const Jokers& jokers) const {
  Crosses to_make = matches(jokers);
  for (const auto& [symbol, crosses] : joker_crosses(jokers)) to_make.at(symbol) += crosses;
  return crossed(sheet(turn_).rows, to_make, boxes());
}

// ---- What events do -------------------------------------------------------------------------------------------------

void Genial::apply(const std::string& event) {
  if (chance()) {
    throw_dice(event);
  } else {
    Decisions legal = decisions();
    if (!legal.contains(event)) throw std::logic_error("not legal now: " + event);
    decide(event, legal.at(event));
  }
  ply_ += 1;
}

void Genial::throw_dice(const std::string& event) {
  sheet(rolling_seat_).dice = in_symbol_order(read_roll(event));
  if (phase_ == "roll") {
    roll_ += 1;
    phase_ = "score";
  } else if (rolling_seat_ + 1 < seats_) {
    rolling_seat_ += 1;
  } else {
    start_turn(0);
  }
}

// The word roll, and for every die that is due a space and a symbol.
std::string Genial::read_roll(const std::string& event) const {
  const std::string word = "roll";
  std::size_t dice_due = static_cast<std::size_t>(dice_for(seats_));
  if (!event.starts_with(word)) throw std::logic_error("the dice are due, not: " + event);
  if (event.size() != word.size() + 2 * dice_due) throw std::logic_error("not the dice that are due: " + event);
  std::string dice;
  for (std::size_t at = word.size(); at < event.size(); at += 2) {
    char symbol = event[at + 1];
    bool known = std::find(kSymbols.begin(), kSymbols.end(), symbol) != kSymbols.end();
    if (event[at] != ' ' || !known) throw std::logic_error("not a roll: " + event);
    dice += symbol;
  }
  return dice;
}

void Genial::decide(const std::string& event, const Jokers& jokers) {
  if (event == "reroll") {
    phase_ = "roll";
    return;
  }
  sheet(turn_).rows = rows_after(jokers);
  if (whole_sheet_is_crossed(turn_)) {
    phase_ = "over";
  } else {
    start_turn((turn_ + 1) % seats_);
  }
}

void Genial::start_turn(int seat) {
  turn_ = seat;
  rolling_seat_ = seat;
  roll_ = 0;
  phase_ = "roll";
}

// ---- Into JSON ------------------------------------------------------------------------------------------------------

json::value Genial::to_move() const {
  if (phase_ == "over") return nullptr;
  if (chance()) return "dice";
  return turn_;
}

// The winner gets as many points as a row has boxes, every other player the crosses of their shortest row.
json::value Genial::result() const {
  if (phase_ != "over") return nullptr;
  json::array totals;
  for (int seat = 0; seat < seats_; ++seat) {
    totals.emplace_back(seat == turn_ ? boxes() : shortest_row(sheet(seat).rows));
  }
  json::array winners;
  winners.emplace_back(turn_);
  return {{"totals", totals}, {"winners", winners}, {"grades", json::array()}};
}

json::object Genial::position() const {
  json::object options;
  for (const auto& [option, value] : options_) options[option] = value;
  json::array legal;
  for (const auto& [event, jokers] : decisions()) legal.emplace_back(event);
  json::array sheets;
  for (const Sheet& sheet : sheets_) sheets.emplace_back(sheet_object(sheet));
  return {
      {"game", "genial"},
      {"seats", seats_},
      {"options", options},
      {"ply", ply_},
      {"phase", phase_},
      {"to_move", to_move()},
      {"legal", legal},
      {"due", chance() ? json::value(dice_for(seats_)) : json::value(nullptr)},
      {"due_seat", chance() ? json::value(rolling_seat_) : json::value(nullptr)},
      {"sheets", sheets},
      {"result", result()},
      {"turn", turn_},
      {"roll", roll_},
  };
}

json::array Genial::effects() const {
  json::array effects;
  for (const auto& [event, jokers] : decisions()) effects.emplace_back(effect(event, jokers));
  return effects;
}

json::object Genial::effect(const std::string& event, const Jokers& jokers) const {
  Crosses from_matches = none();
  Crosses from_jokers = none();
  Crosses made = none();
  Crosses lost = none();
  json::array unlocks;
  if (event != "reroll") {
    const Crosses& before = sheet(turn_).rows;
    Crosses after = rows_after(jokers);
    from_matches = matches(jokers);
    from_jokers = joker_crosses(jokers);
    for (char symbol : kSymbols) {
      made.at(symbol) = after.at(symbol) - before.at(symbol);
      lost.at(symbol) = from_matches.at(symbol) + from_jokers.at(symbol) - made.at(symbol);
    }
    if (!centre_is_open(before) && centre_is_open(after)) unlocks.emplace_back("centre");
    if (!right_is_open(before) && right_is_open(after)) unlocks.emplace_back("right");
  }
  return {
      {"event", event},
      {"matches", without_zeros(from_matches)},
      {"jokers", without_zeros(from_jokers)},
      {"crosses", without_zeros(made)},
      {"lost", without_zeros(lost)},
      {"unlocks", unlocks},
  };
}

// The default and the other values of every option.
const std::map<std::string, std::vector<std::string>> kOptions = {
    {"opening", {"shown", "hidden"}},
    {"boxes", {"7", "8", "9"}},
    {"four_joker", {"4", "3"}},
};

void check_options(const Options& options) {
  for (const auto& [option, value] : options) {
    if (!kOptions.contains(option)) throw std::logic_error("Genial has no option " + option);
    const std::vector<std::string>& values = kOptions.at(option);
    if (std::find(values.begin(), values.end(), value) == values.end()) {
      throw std::logic_error("the option " + option + " has no value " + value);
    }
  }
}

}  // namespace

std::unique_ptr<Game> genial(int seats, Options options) {
  if (seats < 2 || seats > 4) throw std::logic_error("Genial has 2 to 4 seats");
  check_options(options);
  for (const auto& [option, values] : kOptions) options.emplace(option, values.front());
  return std::make_unique<Genial>(seats, std::move(options));
}

}  // namespace reference
