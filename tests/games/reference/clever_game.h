// A game of Clever, plain and slow: its state and what is asked of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/reference/clever_sheet.h"

namespace reference {

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

inline int rounds_for(int seats) {
  if (seats == 4) return 4;
  if (seats == 3) return 5;
  return 6;
}

inline std::vector<std::string> split(const std::string& text) {
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

}  // namespace reference
