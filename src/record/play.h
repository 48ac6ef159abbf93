// A game being played: its header, its events so far, and the state they lead to.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "dice/fair.h"
#include "games/view.h"

namespace volpe {

// What a record says besides the events.
struct Header {
  std::vector<std::string> names;  // one per seat
  std::string match;               // "<id> 1/2", or empty
  std::string dice = "real";       // "real", "seeded <n>", "fair …", "daily …"
  std::vector<std::string> seeds;  // what each seat added to fair dice; none for other dice
};

// The seed of dice "seeded <n>".
inline std::optional<u64> seed_of(std::string_view dice) {
  constexpr std::string_view word = "seeded ";
  u64 seed = 0;
  if (!dice.starts_with(word)) return {};
  dice.remove_prefix(word.size());
  const auto [end, error] = std::from_chars(dice.data(), dice.data() + dice.size(), seed);
  if (error != std::errc() || end != dice.data() + dice.size() || (dice.size() > 1 && dice[0] == '0')) return {};
  return seed;
}

// The number (from 0) of the game in its match "<id> 1/2".
inline int game_in_match(std::string_view match) {
  const size_t space = match.rfind(' ');
  return space == std::string_view::npos || space + 1 >= match.size() ? 0 : match[space + 1] - '1';
}

inline std::vector<std::string> default_names(int seats) {
  std::vector<std::string> names;
  for (int seat = 0; seat < seats; ++seat) names.push_back("Player " + std::to_string(seat + 1));
  return names;
}

// Dice that Volpe throws itself.
using DigitalDice = std::variant<SeededDice, KeyedDice>;

template <Game G>
typename G::Roll roll(DigitalDice& dice, const typename G::State& state) {
  return std::visit([&](auto& d) { return d.template roll<G>(state); }, dice);
}

// The dice that follow from a header alone: seeded ones. The secret of others is not for everybody who reads a record.
inline std::optional<DigitalDice> dice_of(const Header& header) {
  const auto seed = seed_of(header.dice);
  if (!seed) return {};
  return SeededDice(*seed, game_in_match(header.match));
}

template <Game G>
class Play {
 public:
  using GameType = G;
  using State = typename G::State;
  using Entry = Event<G>;

  // `dice` are those whose secret the header does not state.
  explicit Play(const Setup& setup, Header header = {}, const std::optional<DigitalDice>& dice = {})
      : first_(G::start(setup)), header_(std::move(header)), first_dice_(dice ? dice : dice_of(header_)) {
    if (header_.names.empty()) header_.names = default_names(setup.seats);
    take_back_to(0);
  }

  // Goes on from a position that was set up: such a game has no record.
  Play(const State& state, int ply, Header header)
      : first_(state), first_ply_(ply), header_(std::move(header)), first_dice_(dice_of(header_)) {
    from_start_ = false;
    if (header_.names.empty()) header_.names = default_names(G::setup(state).seats);
    take_back_to(0);
  }

  const State& state() const { return state_; }
  int ply() const { return first_ply_ + static_cast<int>(events_.size()); }
  bool chance() const { return !G::over(state_) && G::legal(state_) == 0; }
  const std::vector<Event<G>>& events() const { return events_; }
  const State& first() const { return first_; }
  bool from_start() const { return from_start_; }
  Setup setup() const { return G::setup(first_); }

  // The header as it is true now: rolls that the dice did not show were real ones.
  Header header() const {
    Header header = header_;
    if (!follows_dice_) {
      header.dice = "real";
      header.seeds.clear();
    }
    return header;
  }
  // The header as it was given, true or not.
  const Header& stated() const { return header_; }
  const std::vector<std::string>& names() const { return header_.names; }

  bool full() const { return ply() >= longest_game; }

  Result<Event<G>> read(std::string_view text) const { return G::read(state_, text); }
  static void step(State& state, const Event<G>& event) { apply<G>(state, event); }
  static std::string text_of(const State& before, const Event<G>& event) {
    return std::visit([&](const auto& e) { return G::write(before, e); }, event);
  }
  static Mask redacted() { return 0; }  // every sheet is known

  // Adds an event that G::read has let through, or a legal decision.
  void add(const Event<G>& event) {
    if (const auto* rolled = std::get_if<typename G::Roll>(&event); rolled != nullptr && dice_) {
      const auto thrown = roll<G>(*dice_, state_);
      follows_dice_ = follows_dice_ && G::write(state_, thrown) == G::write(state_, *rolled);
    }
    apply<G>(state_, event);
    events_.push_back(event);
  }

  // Whether the dice are thrown here.
  bool digital() const { return dice_.has_value(); }

  // What the digital dice show next; nothing if others throw them. Only at chance.
  std::optional<typename G::Roll> next_roll() const {
    if (!dice_) return {};
    DigitalDice copy = *dice_;
    return roll<G>(copy, state_);
  }

  void name(std::vector<std::string> names) { header_.names = std::move(names); }

  // States the secret of fair dice, when no more of them will be thrown.
  void reveal(const Bytes32& secret) { header_.dice += " " + hex(secret); }

  // Keeps only the first `count` events.
  void take_back_to(size_t count) {
    const std::vector<Event<G>> kept(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(count));
    state_ = first_;
    events_.clear();
    follows_dice_ = true;
    dice_ = first_dice_;
    for (const Event<G>& event : kept) add(event);
  }

 private:
  State first_{}, state_{};
  int first_ply_ = 0;
  bool from_start_ = true;
  Header header_;
  std::vector<Event<G>> events_;
  std::optional<DigitalDice> first_dice_, dice_;
  bool follows_dice_ = true;
};

template <Game G>
std::string write(const typename G::State& before, const Event<G>& event) {
  return Play<G>::text_of(before, event);
}

}  // namespace volpe
