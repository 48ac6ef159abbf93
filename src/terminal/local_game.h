// A game at one keyboard: who sits where, whose dice are thrown, what may be taken back, and the record that is kept up
// to date. The plain prompt and the full screen play the same one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/advice.h"
#include "games/match.h"
#include "platform/shipped_models.h"
#include "players/roster.h"
#include "record/record.h"
#include "terminal/saved_games.h"

namespace volpe {

inline constexpr std::string_view bot_prefix = "bot:";

template <class G>
struct Chair {
  std::string name;                // as in a record: a person's, or "bot:" and the player's
  std::unique_ptr<Player<G>> bot;  // null: a person
};

template <class G>
Result<std::vector<Chair<G>>> chairs_of(const std::vector<std::string>& names, const Setup& setup, bool match) {
  std::vector<Chair<G>> chairs;
  for (const std::string& name : names) {
    chairs.push_back({name, nullptr});
    if (!name.starts_with(bot_prefix)) continue;
    auto bot = make_player<G>(shipped_models(), name.substr(bot_prefix.size()), setup, match);
    if (!bot) return bot.error();
    chairs.back().bot = std::move(*bot);
  }
  return chairs;
}

// What is to be played; the menu and the command line make one.
struct Plan {
  std::string game;
  std::vector<std::string> names;  // one a seat, as chairs have them
  Options options{};
  enum class Dice { seeded, real, fair } dice = Dice::seeded;
  std::string match;   // its id; empty: a single game
  u64 seed = 0;        // of the dice, and of what bots leave to chance
  std::string record;  // the file; empty: none is kept

  Setup setup() const { return {int(names.size()), options}; }

  // The header of game number `game` (from 0) of a match, or of the only one; fair dice are still missing.
  Header header(int game_number) const {
    Header header;
    const int seats = int(names.size());
    if (!match.empty()) header.match = match + " " + std::to_string(game_number + 1) + "/" + std::to_string(seats);
    for (int seat = 0; seat < seats; ++seat)
      header.names.push_back(names[size_t(person_in_seat(game_number, seat, seats))]);
    header.dice = dice == Dice::seeded ? "seeded " + std::to_string(seed) : "real";
    return header;
  }
  std::string record_of(int game_number) const { return match.empty() ? record : numbered(record, game_number); }
};

// The dice of one game: what its record says of them at first, who throws them, and what is revealed at its end.
struct TableDice {
  Header header;
  std::optional<DigitalDice> dice;  // none: those of the header
  std::optional<Bytes32> secret;
};

// Fair dice, when their secret is chosen and every seat has added its seed.
inline TableDice fair_dice(std::string_view game, int seats, Header header, const Bytes32& secret) {
  const Terms terms{game, seats, header.match};
  header.dice = "fair " + hex(fair_commitment(secret, terms));
  const KeyedDice dice(fair_key(secret, terms, header.seeds), game_in_match(header.match));
  return {std::move(header), dice, secret};
}

template <class G>
class LocalGame {
 public:
  // Game number `game` (from 0) of a match, or the only one. Events that were played before are `played`.
  LocalGame(const Setup& setup, const std::vector<Chair<G>>& chairs, int game, const TableDice& dice, u64 seed,
            std::string record, const std::vector<Event<G>>& played = {})
      : chairs_(&chairs),
        game_(game),
        play_(setup, dice.header, dice.dice),
        secret_(dice.secret),
        random_(seed),
        record_(std::move(record)) {
    for (const Event<G>& event : played) append(event);
    save();
    if (secret_ && !record_.empty()) keep_secret(record_, *secret_);
  }

  const Play<G>& play() const { return play_; }
  const typename G::State& state() const { return play_.state(); }
  const std::string& record() const { return record_; }
  const std::optional<Bytes32>& secret() const { return secret_; }

  const Chair<G>& chair_of(int seat) const {
    return (*chairs_)[size_t(person_in_seat(game_, seat, play_.setup().seats))];
  }
  bool is_bot(int seat) const { return chair_of(seat).bot != nullptr; }

  // Who throws, or who decides; only before the end.
  int due_seat() const { return play_.chance() ? G::due(state()).seat : G::mover(state()); }

  // Adds what G::read has let through, a legal decision, or a throw of the dice.
  void add(const Event<G>& event) {
    append(event);
    save();
  }

  // What the bot whose turn it is decides.
  Decision bots_choice() { return chair_of(G::mover(state())).bot->choose(state(), random_); }

  // How many events stay when one is taken back: one own decision goes, never over digital dice or somebody else's
  // decision. With real dice anything that was typed can be typed again; what bots decided after it goes with it.
  std::optional<size_t> kept_after_undo() const {
    const bool real = !play_.digital();
    size_t kept = made_by_.size();
    while (real && kept > 0 && made_by_[kept - 1] != dice && is_bot(made_by_[kept - 1])) --kept;
    if (kept == 0 || G::over(state()) || (!real && made_by_[kept - 1] != due_seat())) return {};
    return kept - 1;
  }

  bool take_back() {
    const auto kept = kept_after_undo();
    if (!kept) return false;
    play_.take_back_to(*kept);
    made_by_.resize(*kept);
    save();
    return true;
  }

  // What the decisions are worth, as the expert sees it.
  Result<std::vector<Advice>> advice() {
    if (judge_ == nullptr) {
      auto judge = make_judge<G>(shipped_models(), "expert", G::setup(state()), in_match());
      if (!judge) return judge.error();
      judge_ = std::move(*judge);
    }
    return advise<G>(state(), *judge_);
  }

  bool in_match() const { return !play_.stated().match.empty(); }

  // No more dice will be thrown: everybody may know where they came from.
  void reveal() {
    if (!secret_) return;
    play_.reveal(*secret_);
    secret_.reset();
    save();
    if (!record_.empty()) drop_secret(record_);
  }

 private:
  static constexpr int dice = -1;

  void append(const Event<G>& event) {
    made_by_.push_back(std::holds_alternative<Decision>(event) ? G::mover(state()) : dice);
    play_.add(event);
  }

  void save() const {
    if (!record_.empty()) keep(record_, write_record(play_));
  }

  const std::vector<Chair<G>>* chairs_;
  int game_;
  Play<G> play_;
  std::optional<Bytes32> secret_;
  Random random_;
  std::string record_;
  std::vector<int> made_by_;         // for each event the seat, or dice
  std::unique_ptr<Judge<G>> judge_;  // made when it is first asked
};

}  // namespace volpe
