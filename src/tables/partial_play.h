// A game of which some seats are played on paper: neither their sheets nor their decisions are known here.
//
// When the turn of such a seat is over, somebody reports what it left on the table (G::leave). Where it would have to
// decide in the turns of others it is stepped over: it decides anything, on a sheet that nobody sees. It has the
// interface of Play, except that an entry can also be such a report, and that there is no record.
#pragma once

#include "record/play.h"

namespace volpe::tables {

// What a seat on paper left on the table, in the words of G::leave.
struct TurnSummary {
  std::string text;
};

template <Game G>
class PartialPlay {
 public:
  using GameType = G;
  using State = typename G::State;
  using Entry = std::variant<typename G::Roll, Decision, TurnSummary>;

  PartialPlay(const Setup& setup, Mask seats)
      : seats_(seats), first_(G::start(setup)), names_(default_names(setup.seats)) {
    step_over(first_);
    state_ = first_;
  }

  const State& state() const { return state_; }
  const State& first() const { return first_; }
  int ply() const { return static_cast<int>(events_.size()); }
  bool chance() const { return !G::over(state_) && G::legal(state_) == 0; }
  bool full() const { return ply() >= longest_game; }
  const std::vector<Entry>& events() const { return events_; }
  Setup setup() const { return G::setup(first_); }

  // The seat on paper whose turn must be reported next.
  std::optional<int> leaves() const {
    if (!chance() || !G::turn_begins(state_) || !has(seats_, G::due(state_).seat)) return {};
    return G::due(state_).seat;
  }

  Result<Entry> read(std::string_view text) const {
    if (leaves()) {
      const Result<State> after = G::leave(state_, text);
      if (!after) return after.error();
      return Entry{TurnSummary{std::string(text)}};
    }
    const Result<Event<G>> event = G::read(state_, text);
    if (!event) return event.error();
    return std::visit([](const auto& one) -> Entry { return one; }, *event);
  }

  void step(State& state, const Entry& entry) const {
    if (const TurnSummary* left = std::get_if<TurnSummary>(&entry))
      state = *G::leave(state, left->text);
    else if (const Decision* decision = std::get_if<Decision>(&entry))
      G::apply(state, *decision);
    else
      G::roll(state, *std::get_if<typename G::Roll>(&entry));
    step_over(state);
  }

  static std::string text_of(const State& before, const Entry& entry) {
    if (const TurnSummary* left = std::get_if<TurnSummary>(&entry)) return left->text;
    if (const Decision* decision = std::get_if<Decision>(&entry)) return G::write(before, *decision);
    return G::write(before, *std::get_if<typename G::Roll>(&entry));
  }

  Mask redacted() const { return seats_; }

  void add(const Entry& entry) {
    step(state_, entry);
    events_.push_back(entry);
  }
  void add(const Event<G>& event) {
    std::visit([this](const auto& one) { add(Entry{one}); }, event);
  }

  void take_back_to(size_t count) {
    events_.resize(count);
    state_ = first_;
    for (const Entry& entry : events_) step(state_, entry);
  }

  const std::vector<std::string>& names() const { return names_; }
  void name(std::vector<std::string> names) { names_ = std::move(names); }

  // Its dice are real ones.
  static bool digital() { return false; }
  static std::optional<typename G::Roll> next_roll() { return {}; }
  static void reveal(const Bytes32&) {}

 private:
  void step_over(State& state) const {
    while (!G::over(state) && G::legal(state) != 0 && has(seats_, G::mover(state)))
      G::apply(state, Decision(lowest(G::legal(state))));
  }

  Mask seats_ = 0;  // on paper
  State first_{}, state_{};
  std::vector<Entry> events_;
  std::vector<std::string> names_;
};

}  // namespace volpe::tables
