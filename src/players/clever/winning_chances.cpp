// The normal distribution by a table, and an integral over it.
#include "players/clever/winning_chances.h"

#include <algorithm>

namespace volpe::clever {
namespace {

constexpr int steps = 32, widest = 6;  // entries for each deviation, deviations
constexpr double pi = 3.14159265358979323846;

constexpr double root(double x) {
  double guess = x;
  for (int n = 0; n < 60; ++n) guess = (guess + x / guess) / 2;
  return guess;
}

constexpr double density(double x) {
  double sum = 1, term = 1;  // exp(x^2 / 2) as a series of positive terms
  for (int n = 1; n < 120; ++n) sum += term *= x * x / 2 / n;
  return 1 / sum / root(2 * pi);
}

// From 0 to `widest`, by Simpson's rule.
constexpr auto table = [] {
  std::array<double, widest * steps + 2> below{};
  below[0] = 0.5;
  for (size_t n = 0; n + 1 < below.size(); ++n) {
    const double from = double(n) / steps, half = 0.5 / steps;
    below[n + 1] = below[n] + (density(from) + 4 * density(from + half) + density(from + 2 * half)) * half / 3;
  }
  return below;
}();

constexpr double from_table(double x) {
  const double far = std::min(x < 0 ? -x : x, double(widest)) * steps;
  const auto at = static_cast<size_t>(far);
  const double up = table[at] + (table[at + 1] - table[at]) * (far - double(at));
  return x < 0 ? 1 - up : up;
}

constexpr int slices = 16;  // of the seat's own total, equally likely

constexpr auto slice_middles = [] {
  std::array<double, slices> middles{};
  for (int n = 0; n < slices; ++n) {
    const double share = (n + 0.5) / slices;
    double low = -6, high = 6;
    for (int step = 0; step < 50; ++step) {
      const double x = (low + high) / 2;
      (from_table(x) < share ? low : high) = x;
    }
    middles[size_t(n)] = low;
  }
  return middles;
}();

}  // namespace

double below_normal(double x) { return from_table(x); }

Value winning_chances(const std::array<ExpectedTotal, max_seats>& seats, int count) {
  Value chances{};
  double all = 0;
  for (int seat = 0; seat < count; ++seat) {
    double sum = 0;
    for (double middle : slice_middles) {
      const double total = seats[size_t(seat)].mean + seats[size_t(seat)].deviation * middle;
      double ahead = 1;
      for (int other = 0; other < count; ++other)
        if (other != seat)
          ahead *= below_normal((total - seats[size_t(other)].mean) / std::max(0.5, seats[size_t(other)].deviation));
      sum += ahead;
    }
    chances[size_t(seat)] = sum / slices;
    all += chances[size_t(seat)];
  }
  for (int seat = 0; seat < count; ++seat) chances[size_t(seat)] /= all;
  return chances;
}

}  // namespace volpe::clever
