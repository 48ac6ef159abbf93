// Random games of the engine and of the reference rules side by side: everything a position shows must be the same at
// every step, and the doors to the engine (notation, set_up) must agree with it.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <boost/json.hpp>

#include "base/random.h"
#include "games/clever/clever.h"
#include "games/genial/genial.h"
#include "games/options.h"
#include "games/reference/reference.h"

namespace volpe {
namespace {

// How a game is played: each game has its own taste, so that some fill one area to the end and some wander.
class Taste {
 public:
  explicit Taste(u64 seed) : random_(seed), whim_(random_.below(5)), dice_(random_.below(4)) {
    for (int& weight : weight_) weight = random_.below(1000);
  }

  Decision choose(Mask legal) {
    if (random_.below(10) < whim_) return Decision(nth(legal, random_.below(size(legal))));
    int best = lowest(legal);
    for (int decision : Members{legal})
      if (weight_[decision] > weight_[best]) best = decision;
    return Decision(best);
  }

  // Fair dice, or loaded ones: high, low, or all alike.
  template <class G>
  typename G::Roll roll();

 private:
  int face() {
    switch (dice_) {
      case 1: return std::max(random_.below(6), random_.below(6));
      case 2: return std::min(random_.below(6), random_.below(6));
      case 3: return random_.below(3) == 0 ? random_.below(6) : alike_;
      default: return random_.below(6);
    }
  }

  Random random_;
  int whim_, dice_, alike_ = 0;
  int weight_[64];
};

template <>
clever::Roll Taste::roll<Clever>() {
  clever::Roll roll = clever::thrown(u32(random_.below(int(clever::throws))));
  alike_ = random_.below(6);
  roll.values = 0;
  for (int die = 0; die < clever::dice; ++die) roll.values |= clever::PerDie(face() + 1) << 8 * die;
  return roll;
}

template <>
genial::Roll Taste::roll<Genial>() {
  alike_ = random_.below(6);
  if (dice_ != 0) dice_ = 3;  // a race with a rare symbol would only take long
  genial::Roll roll{0};
  for (int die = 0; die < genial::max_dice; ++die) roll.faces |= u32(face()) << 4 * die;
  return roll;
}

template <class G>
std::string differing_field(const boost::json::object& ours, const boost::json::object& theirs) {
  for (const auto& [key, value] : ours)
    if (!theirs.contains(key) || theirs.at(key) != value)
      return std::string(key) + ": engine " + boost::json::serialize(value) + ", reference " +
             (theirs.contains(key) ? boost::json::serialize(theirs.at(key)) : "nothing");
  return ours.size() == theirs.size() ? "" : "the reference has more fields";
}

// Every event is read back as itself; what is not legal for the reference is refused.
template <class G>
void compare_doors(const typename G::State& state, const boost::json::object& position, Random& random) {
  std::set<std::string> legal;
  for (const auto& text : position.at("legal").as_array()) legal.insert(std::string(text.as_string()));
  for (int decision : Members{G::legal(state)}) {
    const auto read = G::read(state, G::write(state, Decision(decision)));
    RC_ASSERT(bool(read));
    RC_ASSERT(std::get<Decision>(*read) == decision);
  }
  for (const char* text : {"reroll", "pass", "done", "score", "score gg:r", "score rr:o pp:b", "score bbb:b", "w@g",
                           "w@b7", "xw@p", "+o6", "+y22", "b@b12", "g@g", "xo@o"})
    if (const auto read = G::read(state, text)) RC_ASSERT(legal.contains(text));
  if (random.below(8) == 0) {
    const auto again = G::set_up(position);
    if (!again) RC_FAIL("set_up refuses its own position: " + again.error().message);
    RC_ASSERT(same(*again, state));
  }
}

template <class G>
void compare_effects(const typename G::State& state, const reference::Game& reference, const std::string& events) {
  const boost::json::array ours = G::effects(state), theirs = reference.effects();
  RC_ASSERT(ours.size() == theirs.size());
  for (size_t n = 0; n < ours.size(); ++n)
    if (ours[n] != theirs[n])
      RC_FAIL("after these events\n" + events + "effects: engine " + boost::json::serialize(ours[n]) + ", reference " +
              boost::json::serialize(theirs[n]));
}

template <class G>
void compare_game(const Setup& setup, std::unique_ptr<reference::Game> reference, u64 seed) {
  Taste taste(seed);
  Random random(seed + 1);
  typename G::State state = G::start(setup);
  std::string events;
  for (int ply = 0;; ++ply) {
    const boost::json::object position = G::position(state, ply);
    const std::string difference = differing_field<G>(position, reference->position());
    if (!difference.empty()) RC_FAIL("after these events\n" + events + difference);
    if (random.below(4) == 0) compare_effects<G>(state, *reference, events);
    compare_doors<G>(state, position, random);
    if (G::over(state)) break;
    Event<G> event;
    if (const Mask legal = G::legal(state))
      event = taste.choose(legal);
    else
      event = taste.roll<G>();
    const std::string text = std::visit([&](const auto& e) { return G::write(state, e); }, event);
    reference->apply(text);
    apply<G>(state, event);
    events += text + "\n";
  }
}

template <class G>
reference::Options named(const Options& options) {
  reference::Options named;
  for (int n = 0; n < option_count<G>; ++n)
    named.emplace(std::string(G::options[n].name), std::string(option_value<G>(options, n)));
  return named;
}

template <class G>
void compare(std::unique_ptr<reference::Game> (*reference)(int, reference::Options)) {
  const auto passed = rc::check([&] {
    Setup setup{*rc::gen::inRange(G::min_seats, G::max_seats + 1), {}};
    for (int n = 0; n < option_count<G>; ++n)
      setup.options[n] = u8(*rc::gen::inRange(0, G::options[n].values[2].empty() ? 2 : 3));
    compare_game<G>(setup, reference(setup.seats, named<G>(setup.options)), *rc::gen::arbitrary<u64>());
  });
  EXPECT_TRUE(passed);
}

TEST(Compare, Clever) { compare<Clever>(reference::clever); }
TEST(Compare, Genial) { compare<Genial>(reference::genial); }

}  // namespace
}  // namespace volpe
