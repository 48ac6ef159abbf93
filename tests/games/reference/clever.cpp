// The rules of Clever a second time, plain and slow, written from the printed rules and the engine protocol alone.

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/reference/clever_game.h"

namespace reference {

// ---- Dice -----------------------------------------------------------------------------------------------------------

std::vector<char> Clever::dice_at(const std::string& place) const {
  std::vector<char> dice;
  for (char die : kDice) {
    if (dice_.at(die).place == place) dice.push_back(die);
  }
  return dice;
}

// Blue is always blue + white, wherever the other die lies.
std::vector<Mark> Clever::marks_of(char die) const {
  int blue_and_white = dice_.at('b').value.value() + dice_.at('w').value.value();
  return die_marks(sheet(seat_), die, dice_.at(die).value.value(), blue_and_white);
}

// The dice that leave the roll for the tray when the active seat takes this die, or passes.
std::vector<char> Clever::sent_to_tray(std::optional<char> taken) const {
  std::vector<char> sent;
  for (char die : dice_at("rolled")) {
    if (die == taken) continue;
    bool last_roll = roll_ == 3;
    bool lower = taken && dice_.at(die).value.value() < dice_.at(*taken).value.value();
    if (last_roll || lower) sent.push_back(die);
  }
  return sent;
}

// ---- Which decisions are legal --------------------------------------------------------------------------------------

Clever::Decisions Clever::decisions() const {
  if (phase_ == "pick") return active_decisions();
  if (phase_ == "passive") return passive_decisions();
  if (phase_ == "bonus" || phase_ == "round_bonus") return waiting_marks();
  if (phase_ == "extra") {
    Decisions legal = extra_marks();
    legal["done"] = {};
    return legal;
  }
  return {};
}

Clever::Decisions Clever::picks(const std::vector<char>& dice) const {
  Decisions legal;
  for (char die : dice) {
    for (const Mark& mark : marks_of(die)) {
      legal[std::string(1, die) + "@" + pick_words(mark)] = {die, std::nullopt, mark};
    }
  }
  return legal;
}

Clever::Decisions Clever::active_decisions() const {
  Decisions legal = picks(dice_at("rolled"));
  if (legal.empty() || is_set("decline", "allowed")) legal["pass"] = {};
  if (sheet(seat_).rerolls_held > 0) legal["reroll"] = {};
  return legal;
}

Clever::Decisions Clever::passive_decisions() const {
  Decisions legal = picks(dice_at("tray"));
  if (!legal.empty()) {
    if (is_set("decline", "allowed")) legal["pass"] = {};
    return legal;
  }
  bool fallback = !solo() || is_set("solo_fallback", "allowed");
  if (fallback) legal = picks(dice_at("placed"));
  legal["pass"] = {};
  return legal;
}

// Each die at most once as an extra die by the same player in the same turn.
Clever::Decisions Clever::extra_marks() const {
  Decisions legal;
  for (char die : kDice) {
    if (extra_used_.contains(die)) continue;
    for (const auto& [event, decision] : picks({die})) legal["x" + event] = decision;
  }
  return legal;
}

Clever::Decisions Clever::waiting_marks() const {
  Decisions legal;
  for (const std::string& bonus : waiting_) {
    for (const Mark& mark : bonus_marks(sheet(seat_), bonus)) {
      legal["+" + words(mark)] = {std::nullopt, bonus, mark};
    }
  }
  return legal;
}

// ---- What events do -------------------------------------------------------------------------------------------------

void Clever::apply(const std::string& event) {
  if (phase_ == "roll") {
    throw_dice(event);
  } else {
    Decisions legal = decisions();
    if (!legal.contains(event)) throw std::logic_error("not legal now: " + event);
    decide(event, legal.at(event));
  }
  ply_ += 1;
}

void Clever::throw_dice(const std::string& event) {
  std::vector<std::pair<char, int>> roll = read_roll(event);
  due_.clear();
  if (passive_turn_) {
    land_solo_passive_roll(roll);
  } else {
    land_active_roll(roll);
  }
}

// Exactly the dice that are due, each once, in the order in which they landed.
std::vector<std::pair<char, int>> Clever::read_roll(const std::string& event) const {
  std::vector<std::string> parts = split(event);
  if (parts.front() != "roll") throw std::logic_error("the dice are due, not: " + event);
  std::vector<std::pair<char, int>> roll;
  std::set<char> rolled;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    if (part.size() != 2 || part[1] < '1' || part[1] > '6') throw std::logic_error("no die: " + part);
    if (!due_.contains(part[0])) throw std::logic_error("this die is not due: " + part);
    if (!rolled.insert(part[0]).second) throw std::logic_error("this die is rolled twice: " + part);
    roll.emplace_back(part[0], part[1] - '0');
  }
  if (rolled != due_) throw std::logic_error("a die that is due is missing: " + event);
  return roll;
}

void Clever::land_active_roll(const std::vector<std::pair<char, int>>& roll) {
  for (const auto& [die, value] : roll) dice_.at(die) = {value, "rolled"};
  roll_ += 1;
  phase_ = "pick";
}

// The three lowest go to the tray; among equal values the one that landed nearer, which the stable sort keeps first.
void Clever::land_solo_passive_roll(std::vector<std::pair<char, int>> roll) {
  std::stable_sort(roll.begin(), roll.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  for (std::size_t i = 0; i < roll.size(); ++i) {
    dice_.at(roll[i].first) = {roll[i].second, i < 3 ? "tray" : "placed"};
  }
  start_passive(0);
}

void Clever::decide(const std::string& event, const Decision& decision) {
  if (event == "reroll") {
    use_reroll();
  } else if (event == "pass") {
    pass();
  } else if (event == "done") {
    seat_is_done();
  } else {
    mark(decision);
  }
}

// Exactly the dice just rolled are rolled again, and the roll on the table does not count.
void Clever::use_reroll() {
  sheet(seat_).rerolls_held -= 1;
  sheet(seat_).rerolls_used += 1;
  roll_ -= 1;
  ask_for_roll(dice_at("rolled"));
}

void Clever::pass() {
  if (phase_ == "passive") {
    offer_extra_dice();
    return;
  }
  for (char die : sent_to_tray(std::nullopt)) put(die, "tray");
  after_roll_decided();
}

void Clever::mark(const Decision& decision) {
  if (phase_ == "pick") {
    for (char die : sent_to_tray(decision.die)) put(die, "tray");
    put(decision.die.value(), "placed");
  }
  if (phase_ == "extra") {
    sheet(seat_).extras_held -= 1;
    sheet(seat_).extras_used += 1;
    extra_used_.insert(decision.die.value());
  }
  if (decision.bonus) use_up(*decision.bonus);
  for (const std::string& bonus : mark_and_note(sheet(seat_), decision.mark.value())) {
    if (kBonusArea.contains(bonus)) waiting_.push_back(bonus);
  }
  drop_lost_bonuses();
  if (phase_ != "bonus") chain_from_ = phase_;
  after_mark();
}

void Clever::use_up(const std::string& bonus) { waiting_.erase(std::find(waiting_.begin(), waiting_.end(), bonus)); }

void Clever::drop_lost_bonuses() {
  std::vector<std::string> still_waiting;
  for (const std::string& bonus : waiting_) {
    if (!is_lost(sheet(seat_), bonus)) still_waiting.push_back(bonus);
  }
  waiting_ = still_waiting;
}

// ---- How the game goes on -------------------------------------------------------------------------------------------

void Clever::start_round(int round) {
  round_ = round;
  for (Sheet& sheet : sheets_) {
    if (round == 1 || round == 3) sheet.rerolls_held += 1;
    if (round == 2) sheet.extras_held += 1;
  }
  active_ = 0;
  if (round == 4) {
    choose_black(0);
  } else {
    start_turn(0);
  }
}

// From this seat on, the next one that can use the black bonus of round 4 chooses; then the first turn begins.
void Clever::choose_black(int seat) {
  while (seat < seats_ && black_marks(sheet(seat)).empty()) seat += 1;
  if (seat == seats_) {
    start_turn(0);
    return;
  }
  seat_ = seat;
  waiting_ = {"black"};
  phase_ = "round_bonus";
}

void Clever::start_turn(int active) {
  active_ = active;
  seat_ = active;
  ask_for_roll(kDice);
}

void Clever::start_solo_passive_turn() {
  passive_turn_ = true;
  seat_ = 0;
  ask_for_roll(kDice);
}

void Clever::ask_for_roll(const std::vector<char>& dice) {
  for (char die : dice) pick_up(die);
  due_ = std::set<char>(dice.begin(), dice.end());
  phase_ = "roll";
}

// Waiting mark bonuses come first; then the game goes on where the chain began.
void Clever::after_mark() {
  if (!waiting_.empty()) {
    phase_ = "bonus";
  } else if (chain_from_ == "round_bonus") {
    choose_black(seat_ + 1);
  } else if (chain_from_ == "pick") {
    after_roll_decided();
  } else {
    offer_extra_dice();
  }
}

void Clever::after_roll_decided() {
  std::vector<char> stayed = dice_at("rolled");
  if (roll_ == 3 || stayed.empty()) {
    offer_extra_dice();
  } else {
    ask_for_roll(stayed);
  }
}

void Clever::offer_extra_dice() {
  bool forbidden = passive_turn_ && is_set("solo_passive_extra", "forbidden");
  if (!forbidden && sheet(seat_).extras_held > 0 && !extra_marks().empty()) {
    phase_ = "extra";
  } else {
    seat_is_done();
  }
}

// The next seat to the left is passive, until it is the active seat's place again; solo there is nobody else.
void Clever::seat_is_done() {
  extra_used_.clear();
  int left = (seat_ + 1) % seats_;
  if (left == active_) {
    turn_is_over();
  } else {
    start_passive(left);
  }
}

void Clever::start_passive(int seat) {
  seat_ = seat;
  phase_ = "passive";
}

void Clever::turn_is_over() {
  bool passive_turn_is_missing = solo() && !passive_turn_;
  clear_turn();
  if (passive_turn_is_missing) {
    start_solo_passive_turn();
  } else if (active_ + 1 < seats_) {
    start_turn(active_ + 1);
  } else if (round_ < rounds_for(seats_)) {
    start_round(round_ + 1);
  } else {
    phase_ = "over";
  }
}

void Clever::clear_turn() {
  for (char die : kDice) pick_up(die);
  roll_ = 0;
  passive_turn_ = false;
}

// ---- Into JSON ------------------------------------------------------------------------------------------------------

json::value Clever::to_move() const {
  if (phase_ == "over") return nullptr;
  if (phase_ == "roll") return "dice";
  return seat_;
}

json::object Clever::dice_object() const {
  json::object object;
  for (char die : kDice) {
    const auto& [value, place] = dice_.at(die);
    object[std::string(1, die)] = {{"value", value ? json::value(*value) : json::value(nullptr)}, {"place", place}};
  }
  return object;
}

// The highest total wins, then the highest single area among the tied; those still tied share the win.
std::vector<int> Clever::winners() const {
  std::pair<int, int> best = {-1, -1};
  for (const Sheet& sheet : sheets_) best = std::max(best, {total_points(sheet), highest_area(sheet)});
  std::vector<int> winners;
  for (int seat = 0; seat < seats_; ++seat) {
    if (std::pair(total_points(sheet(seat)), highest_area(sheet(seat))) == best) winners.push_back(seat);
  }
  return winners;
}

json::value Clever::result() const {
  if (phase_ != "over") return nullptr;
  json::array totals;
  for (const Sheet& sheet : sheets_) totals.emplace_back(total_points(sheet));
  json::array grades;
  if (solo()) grades.emplace_back(grade(total_points(sheet(0))));
  return {{"totals", totals}, {"winners", list(winners())}, {"grades", grades}};
}

json::object Clever::position() const {
  json::object options;
  for (const auto& [option, value] : options_) options[option] = value;
  json::array legal;
  for (const auto& [event, decision] : decisions()) legal.emplace_back(event);
  json::array sheets;
  for (const Sheet& sheet : sheets_) sheets.emplace_back(sheet_object(sheet));
  std::vector<char> due;
  std::vector<char> extra_used;
  for (char die : kDice) {
    if (due_.contains(die)) due.push_back(die);
    if (extra_used_.contains(die)) extra_used.push_back(die);
  }
  bool chance = phase_ == "roll";
  return {
      {"game", "clever"},
      {"seats", seats_},
      {"options", options},
      {"ply", ply_},
      {"phase", phase_},
      {"to_move", to_move()},
      {"legal", legal},
      {"due", chance ? json::value(letter_list(due)) : json::value(nullptr)},
      {"due_seat", chance ? json::value(seat_) : json::value(nullptr)},
      {"sheets", sheets},
      {"result", result()},
      {"round", round_},
      {"active", active_},
      {"roll", roll_},
      {"passive_turn", passive_turn_},
      {"dice", dice_object()},
      {"waiting", list(in_fixed_order(waiting_))},
      {"extra_used", letter_list(extra_used)},
  };
}

json::array Clever::effects() const {
  json::array effects;
  for (const auto& [event, decision] : decisions()) effects.emplace_back(effect(event, decision));
  return effects;
}

json::object Clever::effect(const std::string& event, const Decision& decision) const {
  std::vector<char> tray;
  if (phase_ == "pick" && event != "reroll") tray = sent_to_tray(decision.die);
  json::array marks;
  std::vector<std::string> earns;
  Sheet after = sheet(seat_);
  if (decision.mark) {
    marks.emplace_back(words(*decision.mark));
    earns = mark_and_note(after, *decision.mark);
  }
  std::map<std::string, int> change = score(after);
  for (const auto& [name, points] : score(sheet(seat_))) change[name] -= points;
  return {
      {"event", event},       {"tray", letter_list(tray)},      {"marks", marks},
      {"earns", list(earns)}, {"score", number_object(change)},
  };
}

// The default and the other values of every option.
const std::map<std::string, std::vector<std::string>> kOptions = {
    {"solo_passive_extra", {"allowed", "forbidden"}},
    {"solo_fallback", {"allowed", "forbidden"}},
    {"decline", {"forbidden", "allowed"}},
};

void check_options(const Options& options) {
  for (const auto& [option, value] : options) {
    if (!kOptions.contains(option)) throw std::logic_error("Clever has no option " + option);
    const std::vector<std::string>& values = kOptions.at(option);
    if (std::find(values.begin(), values.end(), value) == values.end()) {
      throw std::logic_error("the option " + option + " has no value " + value);
    }
  }
}

std::unique_ptr<Game> clever(int seats, Options options) {
  if (seats < 1 || seats > 4) throw std::logic_error("Clever has 1 to 4 seats");
  check_options(options);
  for (const auto& [option, values] : kOptions) options.emplace(option, values.front());
  return std::make_unique<Clever>(seats, std::move(options));
}

}  // namespace reference
