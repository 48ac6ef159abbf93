// Tournaments: fair schedules, known small cases of the ratings, and results that do not depend on threads.
#include "arena/tournament.h"

#include <cmath>

#include "games/play_events.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

template <class G>
Outcome run(const Tournament& tournament) {
  std::atomic<u64> done{0};
  const std::atomic<bool> never{false};
  return play_tournament<G>(shipped_models(), tournament, done, never);
}

Tournament between(std::vector<std::string> players, int seats, u64 duplicates) {
  Tournament tournament;
  tournament.setup = {seats, {}};
  tournament.players = std::move(players);
  tournament.duplicates = duplicates;
  return tournament;
}

// A game that one seat wins alone.
Ending won_by(int seat) {
  Ending end;
  end.winners = bit(seat);
  return end;
}

// Two players at two seats: each duplicate has two games, of which the first player wins so many.
Standings duel(const std::vector<int>& wins_of_first) {
  Standings standings(2, 2);
  for (int wins : wins_of_first) {
    Tally tally(2);
    tally.add({0, 1}, won_by(wins > 0 ? 0 : 1));
    tally.add({1, 0}, won_by(wins > 1 ? 1 : 0));
    standings.add(tally);
  }
  return standings;
}

std::string text_of(const std::vector<Seating>& list) {
  std::string text;
  for (const Seating& seating : list) {
    text += text.empty() ? "" : " ";
    for (int player : seating) text += char('A' + player);
  }
  return text;
}

TEST(Schedule, EveryChoiceOfPlayersOrOneFillsTheTable) {
  EXPECT_EQ(text_of(line_ups(2, 2)), "AB");
  EXPECT_EQ(text_of(line_ups(3, 2)), "AB AC BC");
  EXPECT_EQ(text_of(line_ups(3, 1)), "A B C");
  EXPECT_EQ(text_of(line_ups(2, 4)), "ABAA ABBB");
  EXPECT_EQ(text_of(line_ups(3, 4)), "ABCA ABCB ABCC");
  EXPECT_EQ(text_of(line_ups(4, 3)), "ABC ABD ACD BCD");
}

TEST(Schedule, InADuplicateEverybodySitsEverywhereEquallyOften) {
  for (int seats = 1; seats <= 4; ++seats)
    for (int players = 2; players <= 6; ++players)
      for (u64 duplicate = 0; duplicate < 7; ++duplicate) {
        int sat[6][4] = {};
        for (const Seating& seating : seatings(players, seats, duplicate))
          for (size_t seat = 0; seat < seating.size(); ++seat) ++sat[seating[seat]][seat];
        for (int player = 0; player < players; ++player)
          for (int seat = 0; seat < seats; ++seat)
            EXPECT_EQ(sat[player][seat], sat[0][0]) << players << " at " << seats;
      }
}

TEST(Schedule, NeighboursChangeFromDuplicateToDuplicate) {
  EXPECT_EQ(text_of(seatings(3, 3, 0)), "ABC BCA CAB");
  EXPECT_EQ(text_of(seatings(3, 3, 1)), "ACB CBA BAC");
  EXPECT_EQ(text_of(seatings(3, 3, 2)), text_of(seatings(3, 3, 0)));
  std::set<std::string> orders;
  for (u64 duplicate = 0; duplicate < 6; ++duplicate) orders.insert(text_of(seatings(4, 4, duplicate)));
  EXPECT_EQ(orders.size(), 6u);
}

TEST(Elo, OfADuelFollowsFromTheScore) {
  const Ratings ratings = rate(duel({2, 1, 1, 2}));  // 6 of 8
  EXPECT_NEAR(ratings.difference[0][1].value, 400 * std::log10(3.0), 1e-6);
  EXPECT_NEAR(ratings.player[0].value, 200 * std::log10(3.0), 1e-6);
  EXPECT_NEAR(ratings.player[0].value, -ratings.player[1].value, 1e-9);
  EXPECT_FALSE(ratings.bounded);
}

// The variance of the wins in a duplicate is 1/3, and a win in eight games moves the log-odds by 1 / (8 p (1 - p)).
TEST(Elo, TheErrorComesFromTheDuplicates) {
  const Interval difference = rate(duel({2, 1, 1, 2})).difference[0][1];
  const double error = 400 / std::log(10.0) * std::sqrt(1.0 / 3 / 4) / (2 * 0.75 * 0.25);
  EXPECT_NEAR(difference.high - difference.value, 1.959964 * error, 1e-3);
  EXPECT_NEAR(difference.value - difference.low, 1.959964 * error, 1e-3);
  // Whoever sits first wins: every duplicate is shared, and the duplicates leave no doubt.
  const Interval none = rate(duel({1, 1, 1, 1})).difference[0][1];
  EXPECT_EQ(none.value, 0);
  EXPECT_EQ(none.low, 0);
  EXPECT_EQ(none.high, 0);
}

TEST(Elo, ASingleDuplicateHasNoInterval) {
  const Interval difference = rate(duel({1})).difference[0][1];
  EXPECT_EQ(difference.value, 0);
  EXPECT_FALSE(std::isfinite(difference.low));
}

TEST(Elo, IsFiniteWhenSomebodyWinsEverything) {
  const Ratings ratings = rate(duel({2, 2, 2, 2}));  // with a shared duplicate: 9 of 10
  EXPECT_TRUE(ratings.bounded);
  EXPECT_NEAR(ratings.difference[0][1].value, 400 * std::log10(9.0), 1e-6);
  EXPECT_GT(ratings.difference[0][1].high, ratings.difference[0][1].value);
}

// Three players in a ring, each beating the next three times in four, are equal.
TEST(Elo, OfARingOfThreeIsZero) {
  Standings standings(3, 2);
  for (int n = 0; n < 4; ++n) {
    Tally tally(3);
    for (const Seating& seating : seatings(3, 2, 0)) {
      const int better = (seating[0] + 1) % 3 == seating[1] ? 0 : 1;
      tally.add(seating, won_by(n == 0 ? 1 - better : better));
    }
    standings.add(tally);
  }
  for (const Interval& rating : rate(standings).player) EXPECT_NEAR(rating.value, 0, 1e-9);
  EXPECT_DOUBLE_EQ(standings.against(0, 1), 0.75);
  EXPECT_DOUBLE_EQ(standings.against(0, 2), 0.25);
}

// With four seats a player who is r times as strong as each of the others wins r games in r + 3.
TEST(Elo, AtFourSeatsIsTheOddsOfWinning) {
  Standings standings(4, 4);
  for (int n = 0; n < 10; ++n) {
    Tally tally(4);
    const std::vector<Seating> games = seatings(4, 4, 0);
    for (size_t game = 0; game < games.size(); ++game) {
      const int winner = n < 5 ? 0 : n == 9 ? int(game) : 1 + int((game + size_t(n)) % 3);
      for (int seat = 0; seat < 4; ++seat)
        if (games[game][size_t(seat)] == winner) tally.add(games[game], won_by(seat));
    }
    standings.add(tally);
  }
  // The first wins 20 + 1 of 40, the others 19 together.
  EXPECT_DOUBLE_EQ(standings.wins(0), 21);
  const Ratings ratings = rate(standings);
  const double others = (standings.wins(1) + standings.wins(2) + standings.wins(3)) / 3;
  double mean = 0;
  for (int n = 1; n < 4; ++n)
    EXPECT_NEAR(ratings.difference[0][size_t(n)].value, 400 * std::log10(21 / standings.wins(n)), 1e-6);
  for (const Interval& rating : ratings.player) mean += rating.value;
  EXPECT_NEAR(mean, 0, 1e-6);
  EXPECT_NEAR(others, 19.0 / 3, 1e-9);
}

TEST(Solo, PlayersAreComparedByPointsOnTheSameDice) {
  Standings standings(2, 1);
  for (int first : {200, 210, 220}) {
    Tally tally(2);
    Ending end = won_by(0);
    end.totals[0] = first;
    tally.add({0}, end);
    end.totals[0] = first - 10;
    tally.add({1}, end);
    standings.add(tally);
  }
  const Ratings ratings = rate(standings);
  EXPECT_DOUBLE_EQ(ratings.player[0].value, 210);
  EXPECT_NEAR(ratings.player[0].high, 210 + 1.959964 * 10 / std::sqrt(3), 1e-4);
  EXPECT_DOUBLE_EQ(ratings.difference[0][1].value, 10);
  EXPECT_NEAR(ratings.difference[0][1].high, 10, 1e-6);  // always ten ahead: the dice cancel out
}

TEST(Tournament, EqualPlayersAreExactlyEqual) {
  for_each_game([](auto game) {
    using G = decltype(game);
    for (const char* name : {"random", "greedy"})
      for (int seats = G::min_seats; seats <= G::max_seats; ++seats) {
        const Ratings ratings = rate(run<G>(between({name, name}, seats, 12)).standings);
        EXPECT_EQ(ratings.difference[0][1].value, 0) << G::name << " " << name << " " << seats;
        EXPECT_EQ(ratings.difference[0][1].low, 0);
        EXPECT_EQ(ratings.difference[0][1].high, 0);
      }
  });
}

TEST(Tournament, GreedyBeatsRandom) {
  for_each_game([](auto game) {
    using G = decltype(game);
    for (int seats = G::min_seats; seats <= G::max_seats; ++seats) {
      const Ratings ratings = rate(run<G>(between({"random", "greedy"}, seats, 20)).standings);
      EXPECT_LT(ratings.difference[0][1].high, 0) << G::name << " " << seats;
    }
  });
}

TEST(Tournament, EveryWinIsCountedOnce) {
  const Standings standings = run<Clever>(between({"random", "greedy", "random"}, 4, 10)).standings;
  EXPECT_EQ(standings.games(), 10u * 12);
  EXPECT_DOUBLE_EQ(standings.wins(0) + standings.wins(1) + standings.wins(2), 120);
}

TEST(Tournament, IsTheSameOnAnyNumberOfThreads) {
  for (bool match : {false, true}) {
    Tournament tournament = between({"random", "greedy", "random"}, 3, 30);
    tournament.match = match;
    const Ratings one = rate(run<Genial>(tournament).standings);
    for (int threads : {2, 5}) {
      tournament.threads = threads;
      const Ratings more = rate(run<Genial>(tournament).standings);
      for (size_t n = 0; n < 3; ++n) {
        EXPECT_EQ(more.player[n].value, one.player[n].value);
        EXPECT_EQ(more.player[n].low, one.player[n].low);
      }
    }
  }
}

TEST(Sprt, LeansTowardsWhatIsSeenAndSettles) {
  EXPECT_EQ(sequential_test({0, 10}, Standings(2, 2)).llr, 0);
  EXPECT_GT(sequential_test({0, 10}, duel({2, 1, 2, 1})).llr, 0);
  EXPECT_LT(sequential_test({0, 10}, duel({0, 1, 0, 1})).llr, 0);
  EXPECT_EQ(sequential_test({0, 100}, duel({2, 2, 1})).accepted, -1);
  EXPECT_EQ(sequential_test({0, 100}, duel(std::vector<int>(40, 2))).accepted, 1);
  EXPECT_EQ(sequential_test({0, 100}, duel(std::vector<int>(40, 1))).accepted, 0);
  EXPECT_NEAR(sequential_test({0, 10}, duel({1})).upper, std::log(19), 1e-12);
}

TEST(Sprt, StopsAtTheSameDuplicateOnAnyNumberOfThreads) {
  Tournament tournament = between({"greedy", "random"}, 2, 100000);
  tournament.sprt = {0, 50};
  const Outcome one = run<Clever>(tournament);
  EXPECT_EQ(one.sprt->accepted, 1);
  EXPECT_LT(one.standings.duplicates(), 1000u);
  for (int threads : {2, 3, 8}) {
    tournament.threads = threads;
    const Outcome more = run<Clever>(tournament);
    EXPECT_EQ(more.standings.duplicates(), one.standings.duplicates());
    EXPECT_EQ(more.sprt->llr, one.sprt->llr);
    EXPECT_EQ(more.standings.wins(0), one.standings.wins(0));
  }
}

// Equal players under the hypothesis of no difference: the wrong one is accepted about one time in twenty at most.
TEST(Sprt, IsRarelyWrong) {
  Random random(7);
  int wrong = 0;
  for (int test = 0; test < 200; ++test) {
    Standings standings(2, 2);
    Sprt verdict;
    while (verdict.accepted < 0) {
      Tally tally(2);
      tally.add({0, 1}, won_by(random.below(2)));
      tally.add({1, 0}, won_by(random.below(2)));
      standings.add(tally);
      verdict = sequential_test({0, 60}, standings);
    }
    wrong += verdict.accepted == 1;
  }
  EXPECT_LE(wrong, 20);
  EXPECT_GE(wrong, 1);  // it does take risks
}

}  // namespace
}  // namespace volpe
