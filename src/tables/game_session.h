// A game at a table: its play, and the decisions that seats make without waiting for each other.
//
// Where seats decide independently (G::independent), each has a list of its own decisions since the last roll. They
// enter the play in the order of the rules, as far as it can be known: a seat that is ahead of its turn stays in its
// list until the seats before it have decided. So the record comes out as if they had waited.
//
// The game is a Play, or a PartialPlay if some seats are on paper: what follows is the same for both.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "games/games.h"
#include "record/record.h"
#include "tables/partial_play.h"

namespace volpe::tables {

template <Game G, class PlayType = Play<G>>
class GameSession {
 public:
  using GameType = G;
  using State = typename G::State;

  explicit GameSession(PlayType play) : play_(std::move(play)), recent_from_(play_.first()) { find_run(); }

  const PlayType& play() const { return play_; }
  bool over() const { return G::over(play_.state()); }

  // The seat that throws the dice that are due.
  std::optional<int> roller() const {
    if (!play_.chance()) return {};
    return G::due(play_.state()).seat;
  }

  // What a seat sees when it decides next: nothing if it has to wait or has nothing to decide. Seats before it that are
  // still thinking are given any decisions: they make no difference to it.
  std::optional<State> choice(int seat) const {
    State state = play_.state();
    for (size_t used = applied_[size_t(seat)]; !G::over(state) && G::legal(state) != 0;) {
      const std::vector<std::string>& list = pending_[size_t(seat)];
      if (G::mover(state) != seat) {
        if (!G::independent(state)) return {};
        play_.step(state, Decision(lowest(G::legal(state))));
      } else if (used < list.size()) {
        play_.step(state, std::get<Decision>(*G::read(state, list[used++])));
      } else {
        return state;
      }
    }
    return {};
  }

  // Decisions of the run that is on are numbered by the ply at which it began, the seat and a step.
  std::optional<int> turn() const {
    return run_from_ ? std::optional<int>(static_cast<int>(*run_from_)) : std::nullopt;
  }
  int step(int seat) const { return static_cast<int>(pending_[size_t(seat)].size()); }
  // Whether a seat's next decision, or the one it could take back, is of the run.
  bool in_run(int seat) const {
    if (!run_from_) return false;
    const std::optional<State> state = choice(seat);
    return step(seat) > 0 || (state && G::independent(*state));
  }

  std::optional<Error> decide(int seat, const std::string& text) {
    const std::optional<State> state = choice(seat);
    if (!state && play_.chance()) return dice_due(text);
    if (!state) return illegal_event(text, "seat " + std::to_string(seat) + " has nothing to decide");
    const auto event = G::read(*state, text);
    if (!event) return event.error();
    if (G::independent(*state)) {
      pending_[size_t(seat)].push_back(text);
      apply_pending();
    } else {
      add(*event);
      find_run();
    }
    return {};
  }

  // What was rolled, or left by a seat on paper.
  std::optional<Error> roll(const std::string& text) {
    if (!play_.chance()) return illegal_event(text, "no dice are due");
    const auto event = play_.read(text);
    if (!event) return event.error();
    add(*event);
    find_run();
    return {};
  }

  // The dice that the table throws itself, as an event.
  std::optional<std::string> next_roll_text() const {
    if (!play_.chance()) return {};
    const auto roll = play_.next_roll();
    if (!roll) return {};
    return G::write(play_.state(), *roll);
  }

  // A seat may take back its own decisions, and what it left on the table, up to the last roll or another seat's
  // decision; decisions that make no difference to each other do not stand in each other's way.
  bool can_take_back(int seat) const {
    if (!pending_[size_t(seat)].empty()) return true;
    const bool none_after =
        std::all_of(pending_.begin(), pending_.end(), [](const auto& list) { return list.empty(); });
    if (!none_after || play_.events().empty() || play_.events().back().index() == SeatEvent::roll) return false;
    const std::vector<SeatEvent> last = seat_events(play_.events().size() - 1);
    return last[0].seat == seat;
  }

  void take_back(int seat) {
    if (pending_[size_t(seat)].empty()) {
      take_back_to(play_.events().size() - 1);
      find_run();
    } else {
      pending_[size_t(seat)].pop_back();
      take_back_to(*run_from_);
      applied_ = {};
      apply_pending();
    }
  }

  struct SeatEvent {
    enum Kind { roll, decision, left } kind;
    int seat;
    std::string text;
  };

  static constexpr size_t most_recent = 16;  // events that views show

  // Every event from one on with the seat that threw or decided it.
  std::vector<SeatEvent> seat_events(size_t from = 0) const {
    std::vector<SeatEvent> list;
    const bool recent = from >= recent_ply_;
    State state = recent ? recent_from_ : play_.first();
    for (size_t n = recent ? recent_ply_ : 0; n < play_.events().size(); ++n) {
      const typename PlayType::Entry& entry = play_.events()[n];
      const auto kind = typename SeatEvent::Kind(entry.index());
      const int seat = kind == SeatEvent::decision ? G::mover(state) : int(G::due(state).seat);
      if (n >= from) list.push_back({kind, seat, play_.text_of(state, entry)});
      play_.step(state, entry);
    }
    return list;
  }

  // Replaces an event and applies those after it again. With `drop` the first that no longer fits
  // ends the game as it is known, else it is the error.
  std::optional<Error> correct(size_t ply, const std::string& text, bool drop) {
    std::vector<SeatEvent> list = seat_events();
    if (ply >= list.size()) return Error{Code::bad_request, "there is no event " + std::to_string(ply) + " to correct"};
    list[ply].text = text;
    for (int seat = 0; seat < play_.setup().seats; ++seat)
      for (size_t n = applied_[size_t(seat)]; n < pending_[size_t(seat)].size(); ++n)
        list.push_back({SeatEvent::decision, seat, pending_[size_t(seat)][n]});
    GameSession again = *this;
    again.take_back_to(0);
    again.find_run();
    for (size_t n = 0; n < list.size(); ++n) {
      const SeatEvent& event = list[n];
      const std::optional<Error> wrong =
          event.kind == SeatEvent::decision ? again.decide(event.seat, event.text) : again.roll(event.text);
      if (!wrong) continue;
      if (!drop || n <= ply)
        return Error{wrong->code, n <= ply
                                      ? wrong->message
                                      : "event " + std::to_string(n + 1) + " would no longer fit: " + wrong->message};
      break;
    }
    *this = std::move(again);
    return {};
  }

  void reveal(const Bytes32& secret) { play_.reveal(secret); }

 private:
  template <class Added>
  void add(const Added& event) {
    play_.add(event);
    while (play_.events().size() > recent_ply_ + most_recent) play_.step(recent_from_, play_.events()[recent_ply_++]);
  }

  void take_back_to(size_t count) {
    play_.take_back_to(count);
    if (count >= recent_ply_) return;
    recent_from_ = play_.first();
    recent_ply_ = 0;
  }

  // After an event that every seat had to wait for.
  void find_run() {
    pending_ = {};
    applied_ = {};
    run_from_.reset();
    const State& state = play_.state();
    if (!G::over(state) && G::legal(state) != 0 && G::independent(state)) run_from_ = play_.events().size();
  }

  void apply_pending() {
    for (const State& state = play_.state(); !G::over(state) && G::legal(state) != 0 && G::independent(state);) {
      const size_t seat = size_t(G::mover(state));
      if (applied_[seat] == pending_[seat].size()) return;
      add(*G::read(state, pending_[seat][applied_[seat]++]));
    }
  }

  PlayType play_;
  State recent_from_;  // before the recent events, which views tell every time
  size_t recent_ply_ = 0;
  std::optional<size_t> run_from_;                           // events before the run of independent decisions
  std::array<std::vector<std::string>, max_seats> pending_;  // decisions of each seat in it
  std::array<size_t, max_seats> applied_{};                  // how many of them are in the play
};

template <class Games>
struct SessionsOf;
template <class... G>
struct SessionsOf<std::variant<G...>> {
  using Type = std::variant<GameSession<G>..., GameSession<G, PartialPlay<G>>...>;
};
using AnySession = SessionsOf<AnyGame>::Type;

}  // namespace volpe::tables
