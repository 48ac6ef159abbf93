// The rules of Clever a second time, plain and slow, written from rules/clever.md and protocol.md alone.

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reference.h"

namespace reference {
namespace {

namespace json = boost::json;

// ---- Dice and sheet -------------------------------------------------------------------------------------------------

const std::vector<char> kDice = {'y', 'b', 'g', 'o', 'p', 'w'};

// An area has the letter of its die.
const std::vector<char> kAreas = {'y', 'b', 'g', 'o', 'p'};

const std::map<char, std::string> kAreaName = {
    {'y', "yellow"}, {'b', "blue"}, {'g', "green"}, {'o', "orange"}, {'p', "purple"}};

// A row, a column or a diagonal, and the bonus for its last free box.
struct Line {
  std::set<int> boxes;
  std::string bonus;
};

// A yellow box is named by its row and column, 21 is row 2, column 1; the four printed crosses are no boxes.
const std::map<int, int> kYellowValue = {
    {11, 3}, {12, 6}, {13, 5},  // row 1: 3 6 5 -
    {21, 2}, {22, 1}, {24, 5},  // row 2: 2 1 - 5
    {31, 1}, {33, 2}, {34, 4},  // row 3: 1 - 2 4
    {42, 3}, {43, 4}, {44, 6},  // row 4: - 3 4 6
};

const std::vector<std::pair<std::set<int>, int>> kYellowColumnPoints = {
    {{11, 21, 31}, 10},
    {{12, 22, 42}, 14},
    {{13, 33, 43}, 16},
    {{24, 34, 44}, 20},
};

const std::vector<Line> kYellowLines = {
    {{11, 12, 13}, "blue x"},     // row 1
    {{21, 22, 24}, "orange 4"},   // row 2
    {{31, 33, 34}, "green x"},    // row 3
    {{42, 43, 44}, "fox"},        // row 4
    {{11, 22, 33, 44}, "extra"},  // diagonal
};

const std::vector<int> kBlueBoxes = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
const std::vector<int> kBluePoints = {0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56};

const std::vector<Line> kBlueLines = {
    {{2, 3, 4}, "orange 5"},     // row 1
    {{5, 6, 7, 8}, "yellow x"},  // row 2
    {{9, 10, 11, 12}, "fox"},    // row 3
    {{5, 9}, "reroll"},          // column 1
    {{2, 6, 10}, "green x"},     // column 2
    {{3, 7, 11}, "purple 6"},    // column 3
    {{4, 8, 12}, "extra"},       // column 4
};

// The areas crossed from left to right have boxes 1 to 11.
const std::size_t kBoxesInRow = 11;

const std::map<int, int> kGreenMinimum = {{1, 1}, {2, 2}, {3, 3}, {4, 4},  {5, 5}, {6, 1},
                                          {7, 2}, {8, 3}, {9, 4}, {10, 5}, {11, 6}};
const std::vector<int> kGreenPoints = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66};
const std::map<int, std::string> kGreenBonus = {
    {4, "extra"}, {6, "blue x"}, {7, "fox"}, {9, "purple 6"}, {10, "reroll"}};

const std::map<int, int> kOrangeMultiplier = {{4, 2}, {7, 2}, {9, 2}, {11, 3}};
const std::map<int, std::string> kOrangeBonus = {
    {3, "reroll"}, {5, "yellow x"}, {6, "extra"}, {8, "fox"}, {10, "purple 6"}};

const std::map<int, std::string> kPurpleBonus = {{3, "reroll"},   {4, "blue x"},    {5, "extra"},
                                                 {6, "yellow x"}, {7, "fox"},       {8, "reroll"},
                                                 {9, "green x"},  {10, "orange 6"}, {11, "extra"}};

// The order in which bonuses are listed.
const std::vector<std::string> kBonusOrder = {"yellow x", "blue x", "green x", "orange 4", "orange 5", "orange 6",
                                              "purple 6", "black",  "reroll",  "extra",    "fox"};

// The mark bonuses of one area; black is the only one that is not bound to an area.
const std::map<std::string, char> kBonusArea = {{"yellow x", 'y'}, {"blue x", 'b'},   {"green x", 'g'},
                                                {"orange 4", 'o'}, {"orange 5", 'o'}, {"orange 6", 'o'},
                                                {"purple 6", 'p'}};

struct Sheet {
  std::set<int> yellow;
  std::set<int> blue;
  int green = 0;
  std::vector<int> orange;
  std::vector<int> purple;
  int rerolls_held = 0;
  int rerolls_used = 0;
  int extras_held = 0;
  int extras_used = 0;
  int foxes = 0;
};

// One box to mark. The number is the box in yellow and blue, the value before any multiplier in orange and purple,
// and means nothing in green.
struct Mark {
  char area;
  int number;
};

// The mark in the words of the + notation, without the plus.
std::string words(const Mark& mark) {
  if (mark.area == 'g') return "g";
  return std::string(1, mark.area) + std::to_string(mark.number);
}

// The mark as it follows the @ of a pick, where the die already says the value.
std::string pick_words(const Mark& mark) {
  if (mark.area == 'o' || mark.area == 'p') return std::string(1, mark.area);
  return words(mark);
}

bool area_is_full(const Sheet& sheet, char area) {
  switch (area) {
    case 'y': return sheet.yellow.size() == kYellowValue.size();
    case 'b': return sheet.blue.size() == kBlueBoxes.size();
    case 'g': return static_cast<std::size_t>(sheet.green) == kBoxesInRow;
    case 'o': return sheet.orange.size() == kBoxesInRow;
    default: return sheet.purple.size() == kBoxesInRow;
  }
}

// ---- Score ----------------------------------------------------------------------------------------------------------

int sum(const std::vector<int>& values) {
  int total = 0;
  for (int value : values) total += value;
  return total;
}

bool all_crossed(const std::set<int>& crossed, const std::set<int>& boxes) {
  for (int box : boxes) {
    if (!crossed.contains(box)) return false;
  }
  return true;
}

int yellow_points(const Sheet& sheet) {
  int points = 0;
  for (const auto& [boxes, column_points] : kYellowColumnPoints) {
    if (all_crossed(sheet.yellow, boxes)) points += column_points;
  }
  return points;
}

int area_points(const Sheet& sheet, char area) {
  switch (area) {
    case 'y': return yellow_points(sheet);
    case 'b': return kBluePoints.at(sheet.blue.size());
    case 'g': return kGreenPoints.at(static_cast<std::size_t>(sheet.green));
    case 'o': return sum(sheet.orange);
    default: return sum(sheet.purple);
  }
}

std::vector<int> points_of_all_areas(const Sheet& sheet) {
  std::vector<int> points;
  for (char area : kAreas) points.push_back(area_points(sheet, area));
  return points;
}

int highest_area(const Sheet& sheet) {
  std::vector<int> points = points_of_all_areas(sheet);
  return *std::max_element(points.begin(), points.end());
}

int fox_points(const Sheet& sheet) {
  std::vector<int> points = points_of_all_areas(sheet);
  return sheet.foxes * *std::min_element(points.begin(), points.end());
}

int total_points(const Sheet& sheet) { return sum(points_of_all_areas(sheet)) + fox_points(sheet); }

std::map<std::string, int> score(const Sheet& sheet) {
  std::map<std::string, int> score;
  for (char area : kAreas) score[kAreaName.at(area)] = area_points(sheet, area);
  score["foxes"] = fox_points(sheet);
  score["total"] = total_points(sheet);
  return score;
}

int grade(int total) {
  if (total < 140) return 0;
  if (total < 160) return 1;
  if (total < 180) return 2;
  if (total < 200) return 3;
  if (total < 220) return 4;
  if (total < 240) return 5;
  if (total < 260) return 6;
  if (total <= 280) return 7;
  return 8;
}

// ---- Which marks are possible ---------------------------------------------------------------------------------------

// Each value stands twice in yellow.
std::vector<Mark> yellow_marks(const Sheet& sheet, int value) {
  std::vector<Mark> marks;
  for (const auto& [box, box_value] : kYellowValue) {
    if (box_value == value && !sheet.yellow.contains(box)) marks.push_back({'y', box});
  }
  return marks;
}

std::vector<Mark> blue_marks(const Sheet& sheet, int blue_and_white) {
  if (sheet.blue.contains(blue_and_white)) return {};
  return {{'b', blue_and_white}};
}

std::vector<Mark> green_marks(const Sheet& sheet, int value) {
  if (area_is_full(sheet, 'g')) return {};
  int next_box = sheet.green + 1;
  if (value < kGreenMinimum.at(next_box)) return {};
  return {{'g', 0}};
}

std::vector<Mark> orange_marks(const Sheet& sheet, int value) {
  if (area_is_full(sheet, 'o')) return {};
  return {{'o', value}};
}

std::vector<Mark> purple_marks(const Sheet& sheet, int value) {
  if (area_is_full(sheet, 'p')) return {};
  bool first_box = sheet.purple.empty();
  if (first_box || sheet.purple.back() == 6 || value > sheet.purple.back()) return {{'p', value}};
  return {};
}

std::vector<Mark> area_marks(const Sheet& sheet, char area, int value, int blue_and_white) {
  switch (area) {
    case 'y': return yellow_marks(sheet, value);
    case 'b': return blue_marks(sheet, blue_and_white);
    case 'g': return green_marks(sheet, value);
    case 'o': return orange_marks(sheet, value);
    default: return purple_marks(sheet, value);
  }
}

// A coloured die marks its own area, white any.
std::vector<Mark> die_marks(const Sheet& sheet, char die, int value, int blue_and_white) {
  std::vector<Mark> marks;
  for (char area : kAreas) {
    if (die != area && die != 'w') continue;
    for (const Mark& mark : area_marks(sheet, area, value, blue_and_white)) marks.push_back(mark);
  }
  return marks;
}

std::vector<Mark> free_yellow_boxes(const Sheet& sheet) {
  std::vector<Mark> marks;
  for (const auto& [box, value] : kYellowValue) {
    if (!sheet.yellow.contains(box)) marks.push_back({'y', box});
  }
  return marks;
}

std::vector<Mark> free_blue_boxes(const Sheet& sheet) {
  std::vector<Mark> marks;
  for (int box : kBlueBoxes) {
    if (!sheet.blue.contains(box)) marks.push_back({'b', box});
  }
  return marks;
}

std::vector<Mark> black_marks(const Sheet& sheet);

// A bonus asks for no minimum in green, and a 6 fits in purple after anything.
std::vector<Mark> bonus_marks(const Sheet& sheet, const std::string& bonus) {
  if (bonus == "black") return black_marks(sheet);
  if (bonus == "yellow x") return free_yellow_boxes(sheet);
  if (bonus == "blue x") return free_blue_boxes(sheet);
  if (area_is_full(sheet, kBonusArea.at(bonus))) return {};
  if (bonus == "green x") return {{'g', 0}};
  if (bonus == "orange 4") return {{'o', 4}};
  if (bonus == "orange 5") return {{'o', 5}};
  if (bonus == "orange 6") return {{'o', 6}};
  return {{'p', 6}};
}

std::vector<Mark> black_marks(const Sheet& sheet) {
  std::vector<Mark> marks;
  for (const char* choice : {"yellow x", "blue x", "green x", "orange 6", "purple 6"}) {
    for (const Mark& mark : bonus_marks(sheet, choice)) marks.push_back(mark);
  }
  return marks;
}

// ---- Marking and what it earns --------------------------------------------------------------------------------------

std::vector<std::string> in_fixed_order(const std::vector<std::string>& bonuses) {
  std::vector<std::string> ordered;
  for (const std::string& bonus : kBonusOrder) {
    for (const std::string& earned : bonuses) {
      if (earned == bonus) ordered.push_back(bonus);
    }
  }
  return ordered;
}

std::vector<std::string> line_bonuses(const std::vector<Line>& lines, const std::set<int>& crossed, int marked_box) {
  std::vector<std::string> bonuses;
  for (const Line& line : lines) {
    if (line.boxes.contains(marked_box) && all_crossed(crossed, line.boxes)) bonuses.push_back(line.bonus);
  }
  return bonuses;
}

std::vector<std::string> box_bonus(const std::map<int, std::string>& bonuses, int box) {
  if (!bonuses.contains(box)) return {};
  return {bonuses.at(box)};
}

// Marks the box and returns all bonuses printed for it, also those that are lost.
std::vector<std::string> mark_box(Sheet& sheet, const Mark& mark) {
  switch (mark.area) {
    case 'y': sheet.yellow.insert(mark.number); return line_bonuses(kYellowLines, sheet.yellow, mark.number);
    case 'b': sheet.blue.insert(mark.number); return line_bonuses(kBlueLines, sheet.blue, mark.number);
    case 'g': sheet.green += 1; return box_bonus(kGreenBonus, sheet.green);
    case 'o': {
      int box = static_cast<int>(sheet.orange.size()) + 1;
      int multiplier = kOrangeMultiplier.contains(box) ? kOrangeMultiplier.at(box) : 1;
      sheet.orange.push_back(mark.number * multiplier);
      return box_bonus(kOrangeBonus, box);
    }
    default: sheet.purple.push_back(mark.number); return box_bonus(kPurpleBonus, static_cast<int>(sheet.purple.size()));
  }
}

bool is_lost(const Sheet& sheet, const std::string& bonus) {
  return kBonusArea.contains(bonus) && area_is_full(sheet, kBonusArea.at(bonus));
}

// Makes the mark, notes rerolls, extra dice and foxes, and returns everything earned that is not lost at once.
std::vector<std::string> mark_and_note(Sheet& sheet, const Mark& mark) {
  std::vector<std::string> earned;
  for (const std::string& bonus : mark_box(sheet, mark)) {
    if (is_lost(sheet, bonus)) continue;
    earned.push_back(bonus);
    if (bonus == "reroll") sheet.rerolls_held += 1;
    if (bonus == "extra") sheet.extras_held += 1;
    if (bonus == "fox") sheet.foxes += 1;
  }
  return in_fixed_order(earned);
}

// ---- Into JSON ------------------------------------------------------------------------------------------------------

template <typename Values>
json::array list(const Values& values) {
  json::array array;
  for (const auto& value : values) array.emplace_back(value);
  return array;
}

json::array letter_list(const std::vector<char>& letters) {
  json::array array;
  for (char letter : letters) array.emplace_back(std::string(1, letter));
  return array;
}

json::object number_object(const std::map<std::string, int>& numbers) {
  json::object object;
  for (const auto& [name, number] : numbers) object[name] = number;
  return object;
}

json::object sheet_object(const Sheet& sheet) {
  json::array yellow;
  for (int box : sheet.yellow) yellow.emplace_back("y" + std::to_string(box));
  return {
      {"yellow", yellow},
      {"blue", list(sheet.blue)},
      {"green", sheet.green},
      {"orange", list(sheet.orange)},
      {"purple", list(sheet.purple)},
      {"rerolls", {{"held", sheet.rerolls_held}, {"used", sheet.rerolls_used}}},
      {"extras", {{"held", sheet.extras_held}, {"used", sheet.extras_used}}},
      {"foxes", sheet.foxes},
      {"score", number_object(score(sheet))},
  };
}

// ---- The game -------------------------------------------------------------------------------------------------------

struct Die {
  std::optional<int> value;
  std::string place = "none";
};

// What a word of `legal` stands for; reroll, pass and done have none of the three.
struct Decision {
  std::optional<char> die;
  std::optional<std::string> bonus;
  std::optional<Mark> mark;
};

int rounds_for(int seats) {
  if (seats == 4) return 4;
  if (seats == 3) return 5;
  return 6;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts = {""};
  for (char letter : text) {
    if (letter == ' ') {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

class Clever : public Game {
 public:
  Clever(int seats, Options options) : seats_(seats), options_(std::move(options)), sheets_(number_of(seats)) {
    start_round(1);
  }

  json::object position() const override;
  json::array effects() const override;
  void apply(const std::string& event) override;

 private:
  using Decisions = std::map<std::string, Decision>;  // sorted bytewise, as `legal` is

  static std::size_t number_of(int count) { return static_cast<std::size_t>(count); }
  const Sheet& sheet(int seat) const { return sheets_.at(number_of(seat)); }
  Sheet& sheet(int seat) { return sheets_.at(number_of(seat)); }
  bool solo() const { return seats_ == 1; }
  bool is_set(const std::string& option, const std::string& value) const { return options_.at(option) == value; }

  // Dice.
  std::vector<char> dice_at(const std::string& place) const;
  void put(char die, const std::string& place) { dice_.at(die).place = place; }
  void pick_up(char die) { dice_.at(die) = Die(); }
  std::vector<Mark> marks_of(char die) const;
  std::vector<char> sent_to_tray(std::optional<char> taken) const;

  // Which decisions are legal.
  Decisions decisions() const;
  Decisions picks(const std::vector<char>& dice) const;
  Decisions active_decisions() const;
  Decisions passive_decisions() const;
  Decisions extra_marks() const;
  Decisions waiting_marks() const;

  // What events do.
  void throw_dice(const std::string& event);
  std::vector<std::pair<char, int>> read_roll(const std::string& event) const;
  void land_active_roll(const std::vector<std::pair<char, int>>& roll);
  void land_solo_passive_roll(std::vector<std::pair<char, int>> roll);
  void decide(const std::string& event, const Decision& decision);
  void use_reroll();
  void pass();
  void mark(const Decision& decision);
  void use_up(const std::string& bonus);
  void drop_lost_bonuses();

  // How the game goes on.
  void start_round(int round);
  void choose_black(int seat);
  void start_turn(int active);
  void start_solo_passive_turn();
  void ask_for_roll(const std::vector<char>& dice);
  void after_mark();
  void after_roll_decided();
  void offer_extra_dice();
  void seat_is_done();
  void start_passive(int seat);
  void turn_is_over();
  void clear_turn();

  // Into JSON.
  json::value to_move() const;
  json::object dice_object() const;
  json::value result() const;
  std::vector<int> winners() const;
  json::object effect(const std::string& event, const Decision& decision) const;

  int seats_;
  Options options_;
  std::vector<Sheet> sheets_;
  int ply_ = 0;
  std::string phase_;
  int round_ = 0;
  int active_ = 0;
  int roll_ = 0;
  bool passive_turn_ = false;
  int seat_ = 0;                      // the seat that decides, or for which the dice are rolled
  std::string chain_from_;            // the phase whose mark began the bonus chain
  std::vector<std::string> waiting_;  // the deciding seat's
  std::set<char> extra_used_;         // by the deciding seat this turn
  std::set<char> due_;
  std::map<char, Die> dice_ = {{'y', {}}, {'b', {}}, {'g', {}}, {'o', {}}, {'p', {}}, {'w', {}}};
};

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

}  // namespace

std::unique_ptr<Game> clever(int seats, Options options) {
  if (seats < 1 || seats > 4) throw std::logic_error("Clever has 1 to 4 seats");
  check_options(options);
  for (const auto& [option, values] : kOptions) options.emplace(option, values.front());
  return std::make_unique<Clever>(seats, std::move(options));
}

}  // namespace reference
