// LocalGame: a game at one keyboard, with who sits where, whose dice are thrown, what may be taken back, and a record
// that is saved after every event. Both the plain prompt and the full screen play it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/advice.h"
#include "platform/shipped_models.h"
#include "players/roster.h"
#include "terminal/game_plan.h"
#include "terminal/saved_games.h"

namespace volpe {

// A person or a bot. In a match participants change their seats from game to game.
template <class G>
struct Participant {
  std::string name;                // as in a record: a person's, or "bot:" and the player's
  std::unique_ptr<Player<G>> bot;  // null: a person
};

// Fails if a bot's model is missing.
template <class G>
Result<std::vector<Participant<G>>> make_participants(const std::vector<std::string>& names, const Setup& setup,
                                                      bool match) {
  std::vector<Participant<G>> participants;
  for (const std::string& name : names) {
    participants.push_back({name, nullptr});
    if (!name.starts_with(bot_prefix)) continue;
    auto bot = make_player<G>(shipped_models(), name.substr(bot_prefix.size()), setup, match);
    if (!bot) return bot.error();
    participants.back().bot = std::move(*bot);
  }
  return participants;
}

template <class G>
class LocalGame {
 public:
  // Game number `game` (from 0) of a match, or the only one; `played` are the events of a game that is resumed.
  LocalGame(const Setup& setup, const std::vector<Participant<G>>& participants, int game, const GameDice& dice,
            u64 seed, std::string record, const std::vector<Event<G>>& played = {})
      : participants_(&participants),
        game_(game),
        play_(setup, dice.header, dice.dice),
        secret_(dice.secret),
        random_(seed),
        record_(std::move(record)) {
    for (const Event<G>& event : played) append(event);
    save();
    if (secret_ && !record_.empty()) save_secret(record_, *secret_);
  }

  const Play<G>& play() const { return play_; }
  const typename G::State& state() const { return play_.state(); }
  const std::string& record() const { return record_; }
  const std::optional<Bytes32>& secret() const { return secret_; }

  const Participant<G>& participant_in(int seat) const {
    return (*participants_)[size_t(person_in_seat(game_, seat, play_.setup().seats))];
  }
  bool is_bot(int seat) const { return participant_in(seat).bot != nullptr; }

  // The seat that throws or decides next; only before the end.
  int due_seat() const { return play_.chance() ? G::due(state()).seat : G::mover(state()); }

  // Adds an event that G::read has accepted, a legal decision, or a throw of the dice.
  void add(const Event<G>& event) {
    append(event);
    save();
  }

  // The decision of the bot whose turn it is.
  Decision bot_decision() { return participant_in(G::mover(state())).bot->choose(state(), random_); }

  // How many events remain after an undo. Undo removes one decision of the seat that is due, and never digital dice or
  // somebody else's decision. With real dice it removes whatever was typed last, and what bots decided after it.
  std::optional<size_t> events_after_undo() const {
    const bool real = !play_.digital();
    size_t count = made_by_.size();
    while (real && count > 0 && made_by_[count - 1] != dice && is_bot(made_by_[count - 1])) --count;
    if (count == 0 || G::over(state()) || (!real && made_by_[count - 1] != due_seat())) return {};
    return count - 1;
  }

  bool take_back() {
    const auto count = events_after_undo();
    if (!count) return false;
    play_.take_back_to(*count);
    made_by_.resize(*count);
    save();
    return true;
  }

  // What each legal decision is worth to the expert.
  Result<std::vector<Advice>> advice() {
    if (evaluator_ == nullptr) {
      auto evaluator = make_evaluator<G>(shipped_models(), "expert", G::setup(state()), in_match());
      if (!evaluator) return evaluator.error();
      evaluator_ = std::move(*evaluator);
    }
    return advise<G>(state(), *evaluator_);
  }

  bool in_match() const { return !play_.stated().match.empty(); }

  // Reveals the secret of fair dice in the record, when no more dice will be thrown.
  void reveal() {
    if (!secret_) return;
    play_.reveal(*secret_);
    secret_.reset();
    save();
    if (!record_.empty()) remove_secret(record_);
  }

 private:
  static constexpr int dice = -1;

  void append(const Event<G>& event) {
    made_by_.push_back(std::holds_alternative<Decision>(event) ? G::mover(state()) : dice);
    play_.add(event);
  }

  void save() const {
    if (!record_.empty()) save_record(record_, write_record(play_));
  }

  const std::vector<Participant<G>>* participants_;
  int game_;
  Play<G> play_;
  std::optional<Bytes32> secret_;
  Random random_;
  std::string record_;
  std::vector<int> made_by_;                 // the seat of each event, or dice
  std::unique_ptr<Evaluator<G>> evaluator_;  // made when it is first needed
};

}  // namespace volpe
