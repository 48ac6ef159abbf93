// Ratings by maximum likelihood and the sequential test; docs/arena.md has the formulas.
#include "arena/ratings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace volpe {
namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr double elo_per_nat = 173.71779276130073;  // 400 / ln 10
constexpr double z95 = 1.959963984540054;

Matrix square(size_t n) { return Matrix(n, std::vector<double>(n)); }

// The inverse of a positive definite matrix.
Matrix inverse(Matrix m) {
  const size_t n = m.size();
  Matrix result = square(n);
  for (size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (size_t pivot = 0; pivot < n; ++pivot) {
    const double scale = 1 / m[pivot][pivot];
    for (size_t column = 0; column < n; ++column) m[pivot][column] *= scale, result[pivot][column] *= scale;
    for (size_t row = 0; row < n; ++row) {
      const double factor = m[row][pivot];
      if (row == pivot || factor == 0) continue;
      for (size_t column = 0; column < n; ++column) {
        m[row][column] -= factor * m[pivot][column];
        result[row][column] -= factor * result[pivot][column];
      }
    }
  }
  return result;
}

// The model of Bradley and Terry: each seat of a game wins in proportion to its player's strength.
class BradleyTerry {
 public:
  BradleyTerry(int players, int seats) : seats_(seats) {
    for (const Seating& line_up : line_ups(players, seats)) {
      held_.emplace_back(size_t(players));
      for (int player : line_up) ++held_.back()[size_t(player)];
    }
  }

  // Wins in a duplicate, by player; strengths are logarithms.
  std::vector<double> wins(const std::vector<double>& strength) const {
    std::vector<double> sum(strength.size());
    for (const auto& held : held_) {
      const std::vector<double> chance = chances(held, strength);
      for (size_t i = 0; i < sum.size(); ++i) sum[i] += seats_ * chance[i];
    }
    return sum;
  }

  // How fast those change with the strengths: the information of one duplicate.
  Matrix information(const std::vector<double>& strength) const {
    Matrix sum = square(strength.size());
    for (const auto& held : held_) {
      const std::vector<double> chance = chances(held, strength);
      for (size_t i = 0; i < sum.size(); ++i)
        for (size_t j = 0; j < sum.size(); ++j)
          sum[i][j] += seats_ * (i == j ? chance[i] * (1 - chance[i]) : -chance[i] * chance[j]);
    }
    return sum;
  }

 private:
  static std::vector<double> chances(const std::vector<int>& held, const std::vector<double>& strength) {
    std::vector<double> chance(strength.size());
    double all = 0;
    for (size_t i = 0; i < chance.size(); ++i) all += chance[i] = held[i] * std::exp(strength[i]);
    for (double& c : chance) c /= all;
    return chance;
  }

  double seats_;
  std::vector<std::vector<int>> held_;  // for each line-up the seats that each player holds
};

// The generalised inverse for vectors whose sum is zero: adding a constant to all strengths changes nothing.
Matrix inverse_without_mean(Matrix information) {
  const double part = 1.0 / double(information.size());
  for (auto& row : information)
    for (double& cell : row) cell += part;
  Matrix result = inverse(std::move(information));
  for (auto& row : result)
    for (double& cell : row) cell -= part;
  return result;
}

// The strengths under which the wins that were seen are most likely: where expected and seen wins agree.
std::vector<double> most_likely(const BradleyTerry& model, const std::vector<double>& seen) {
  const size_t n = seen.size();
  std::vector<double> strength(n);
  for (int step = 0; step < 200; ++step) {
    const std::vector<double> expected = model.wins(strength);
    double worst = 0;
    for (size_t i = 0; i < n; ++i) worst = std::max(worst, std::abs(seen[i] - expected[i]));
    if (worst < 1e-12) break;
    const Matrix inverted = inverse_without_mean(model.information(strength));
    std::vector<double> move(n);
    double longest = 1;  // far from the goal a whole Newton step may overshoot
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) move[i] += inverted[i][j] * (seen[j] - expected[j]);
      longest = std::max(longest, std::abs(move[i]));
    }
    for (size_t i = 0; i < n; ++i) strength[i] += move[i] / longest;
  }
  return strength;
}

// Whether everybody has, over any number of steps, won against everybody: else the most likely strengths are infinite.
bool comparable(const Standings& standings) {
  const int n = standings.players();
  std::vector<Mask> beaten(static_cast<size_t>(n));
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      if (a == b || standings.won_against(a, b)) beaten[size_t(a)] |= bit(b);
  for (int via = 0; via < n; ++via)
    for (Mask& row : beaten)
      if (has(row, via)) row |= beaten[size_t(via)];
  return std::all_of(beaten.begin(), beaten.end(), [n](Mask row) { return size(row) == n; });
}

Interval interval(double value, double variance, u64 duplicates) {
  const double half =
      duplicates < 2 ? std::numeric_limits<double>::infinity() : z95 * std::sqrt(std::max(0.0, variance));
  return {value, value - half, value + half};
}

// Ratings from values and the covariances of their errors.
Ratings with_intervals(const std::vector<double>& value, const Matrix& error, u64 duplicates) {
  Ratings ratings;
  const size_t n = value.size();
  ratings.difference.resize(n, std::vector<Interval>(n));
  for (size_t a = 0; a < n; ++a) {
    ratings.player.push_back(interval(value[a], error[a][a], duplicates));
    for (size_t b = 0; b < n; ++b)
      ratings.difference[a][b] = interval(value[a] - value[b], error[a][a] + error[b][b] - 2 * error[a][b], duplicates);
  }
  return ratings;
}

Ratings rate_totals(const Standings& standings) {
  const auto n = size_t(standings.players());
  std::vector<double> value(n);
  Matrix error = square(n);
  for (size_t a = 0; a < n; ++a) {
    value[a] = standings.mean(int(a));
    for (size_t b = 0; b < n; ++b) error[a][b] = standings.covariance(int(a), int(b)) / double(standings.duplicates());
  }
  return with_intervals(value, error, standings.duplicates());
}

// The errors come from how the duplicates scatter, not from the model: games on the same dice are not independent.
Ratings rate_wins(const Standings& standings) {
  const auto n = size_t(standings.players());
  const BradleyTerry model(standings.players(), standings.seats());
  std::vector<double> seen(n), elo(n);
  for (size_t i = 0; i < n; ++i) seen[i] = standings.mean(int(i));
  const std::vector<double> strength = most_likely(model, seen);
  const Matrix inverted = inverse_without_mean(model.information(strength));
  Matrix error = square(n);
  for (size_t a = 0; a < n; ++a) {
    elo[a] = strength[a] * elo_per_nat;
    for (size_t b = 0; b < n; ++b)
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
          error[a][b] += inverted[a][i] * standings.covariance(int(i), int(j)) * inverted[j][b] * elo_per_nat *
                         elo_per_nat / double(standings.duplicates());
  }
  return with_intervals(elo, error, standings.duplicates());
}

}  // namespace

Ratings rate(const Standings& standings) {
  if (standings.seats() == 1) return rate_totals(standings);
  if (comparable(standings)) return rate_wins(standings);
  Ratings ratings = rate_wins(standings.with_a_shared_duplicate());
  ratings.bounded = true;
  return ratings;
}

Sprt sequential_test(const Hypotheses& hypotheses, const Standings& standings) {
  constexpr double alpha = 0.05, beta = 0.05;
  Sprt test{0, std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha), -1};
  if (standings.duplicates() == 0) return test;
  const bool solo = standings.seats() == 1;
  // What a hypothesis expects of a duplicate, in wins of the first player or points ahead.
  const auto expected = [&](double h) {
    if (solo) return h;
    const double half = h / elo_per_nat / 2;
    return BradleyTerry(2, standings.seats()).wins({half, -half})[0];
  };
  const double n = double(standings.duplicates());
  const double seen = solo ? standings.mean(0) - standings.mean(1) : standings.mean(0);
  const double scatter = solo ? standings.covariance(0, 0) + standings.covariance(1, 1) - 2 * standings.covariance(0, 1)
                              : standings.covariance(0, 0);
  // One imagined duplicate far off the mean keeps a few equal results from looking like certainty.
  const double far = solo ? 20 : double(standings.games_in_duplicate()) / 2;
  const double variance = (scatter * (n - 1) + far * far) / n;
  const double m0 = expected(hypotheses.h0), m1 = expected(hypotheses.h1);
  test.llr = n * (m1 - m0) * (seen - (m0 + m1) / 2) / variance;
  test.accepted = test.llr >= test.upper ? 1 : test.llr <= test.lower ? 0 : -1;
  return test;
}

}  // namespace volpe
