// The chart of an analysis: an SVG file, drawn here, readable on light and dark ground.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report.h"
#include "analysis/svg.h"

namespace volpe {
namespace {

constexpr double width = 960, left = 64, right = 800, top = 92, value_height = 250, lane_height = 92, lane_gap = 16;

constexpr std::string_view style = R"(
    text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 13px; fill: #24292f; }
    .title { font-size: 20px; font-weight: 600; }
    .small, .small text { font-size: 11.5px; fill: #57606a; }
    .ground { fill: #ffffff; }
    .grid { stroke: #d8dee4; stroke-width: 1; fill: none; }
    .zero { stroke: #8c959f; stroke-width: 1; }
    .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round; }
    .loss { fill: #d1242f; }
    .s0 { stroke: #0969da; } .f0 { fill: #0969da; }
    .s1 { stroke: #946c00; stroke-dasharray: 8 4; } .f1 { fill: #946c00; }
    .s2 { stroke: #1a7f37; stroke-dasharray: 3 4; } .f2 { fill: #1a7f37; }
    .s3 { stroke: #8250df; stroke-dasharray: 11 4 3 4; } .f3 { fill: #8250df; }
    .mark { stroke: #d1242f; stroke-width: 1.5; fill: #ffffff; }
    .number { font-size: 11px; font-weight: 600; fill: #d1242f; text-anchor: middle; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .small, .small text { fill: #9da7b3; }
      .ground, .mark { fill: #12161c; }
      .grid { stroke: #30363d; }
      .zero { stroke: #6e7681; }
      .loss, .number { fill: #ff7b72; } .mark { stroke: #ff7b72; }
      .s0 { stroke: #58a6ff; } .f0 { fill: #58a6ff; }
      .s1 { stroke: #e3b341; } .f1 { fill: #e3b341; }
      .s2 { stroke: #56d364; } .f2 { fill: #56d364; }
      .s3 { stroke: #bc8cff; } .f3 { fill: #bc8cff; }
    }
)";

// A round step that divides a range into about five parts.
double round_step(double range) {
  const double rough = range / 5, power = std::pow(10, std::floor(std::log10(rough)));
  for (double step : {1.0, 2.0, 2.5, 5.0})
    if (rough <= step * power) return step * power;
  return 10 * power;
}

class Chart {
 public:
  explicit Chart(const Analysis& analysis) : analysis_(analysis), worst_(worst_decisions(analysis)) {
    find_ranges();
    height_ = lane_top(analysis.seats.size()) + 44;
  }

  std::string draw() const {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" role=\"img\" aria-labelledby=\"title description\">\n",
        width, height_);
    svg +=
        fmt::format("  <title id=\"title\">{}</title>\n  <desc id=\"description\">{}</desc>\n  <style>{}  </style>\n",
                    title(), description(), style);
    svg += fmt::format("  <rect class=\"ground\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"8\"/>\n", width, height_);
    svg += text_at(left, 38, "class=\"title\"", title());
    svg += text_at(left, 60, "class=\"small\"", subtitle());
    svg += value_axes() + value_lines() + worst_marks() + line_labels();
    for (size_t seat = 0; seat < analysis_.seats.size(); ++seat) svg += lane(seat);
    return svg + legend() + "</svg>\n";
  }

 private:
  // ---- Scales

  void find_ranges() {
    low_ = analysis_.seats[0].start, high_ = low_;
    const auto include = [this](double value) { low_ = std::min(low_, value), high_ = std::max(high_, value); };
    for (const SeatAnalysis& seat : analysis_.seats) include(seat.start), include(seat.result);
    for (const Moment& moment : analysis_.moments)
      for (size_t seat = 0; seat < analysis_.seats.size(); ++seat) {
        include(moment.position_value[seat]);
        largest_ = std::max({largest_, std::abs(moment.luck[seat]), moment.loss()});
      }
    if (analysis_.chances()) {
      low_ = 0, high_ = 1;
    } else {
      const double step = round_step(std::max(1.0, high_ - low_));
      low_ = std::floor(low_ / step) * step, high_ = std::ceil(high_ / step) * step;
      if (high_ - low_ < step) high_ = low_ + step;
    }
  }

  double x(size_t event) const {
    const double all = double(std::max<size_t>(1, analysis_.moments.size()));
    return left + (right - left) * double(event) / all;
  }
  double y(double value) const { return top + value_height * (high_ - value) / (high_ - low_); }
  static double lane_top(size_t seat) { return top + value_height + 44 + double(seat) * (lane_height + lane_gap); }

  // ---- Words

  std::string title() const {
    std::string names;
    for (const std::string& name : analysis_.names) names += (names.empty() ? "" : " – ") + escaped(name);
    return fmt::format("{}: {}", analysis_.game == "clever" ? "Clever" : "Genial", names);
  }

  std::string value_word() const {
    return analysis_.match ? "Expected points" : analysis_.chances() ? "Winning chance" : "Expected total";
  }

  std::string subtitle() const {
    return fmt::format("{} over {} events, judged by {}{}", value_word(), analysis_.moments.size(),
                       escaped(analysis_.level), analysis_.finished ? "" : " (the game is not over)");
  }

  std::string accuracy(const SeatAnalysis& seat) const {
    return seat.accuracy ? fmt::format("{:.1f}", *seat.accuracy) : "–";
  }

  std::string description() const {
    std::string text = subtitle() + ".";
    for (size_t n = 0; n < analysis_.seats.size(); ++n) {
      const SeatAnalysis& seat = analysis_.seats[n];
      text += fmt::format(" {}: from {} to {}, luck {}, losses {}, accuracy {}.", escaped(analysis_.names[n]),
                          value_text(analysis_, seat.start), value_text(analysis_, seat.result),
                          signed_text(analysis_, seat.luck), value_text(analysis_, seat.loss), accuracy(seat));
    }
    return text;
  }

  std::string tick_text(double value) const {
    return analysis_.chances() ? fmt::format("{:.0f} %", 100 * value)
                               : fmt::format("{:g}", std::round(value * 1e6) / 1e6);
  }

  // ---- The values

  std::string value_axes() const {
    std::string svg = "  <g class=\"small\">\n";
    const double step = analysis_.chances() ? 0.25 : round_step(high_ - low_);
    for (double value = low_; value < high_ + step / 2; value += step) {
      svg += fmt::format("  <path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", left, y(value), right);
      svg += text_at(left - 8, y(value) + 4, "text-anchor=\"end\"", tick_text(value));
    }
    const auto every = size_t(std::max(1.0, round_step(double(analysis_.moments.size()) * 0.6)));
    for (size_t event = 0; event <= analysis_.moments.size(); event += every)
      svg += text_at(x(event), top + value_height + 18, "text-anchor=\"middle\"", std::to_string(event));
    return svg + "  </g>\n";
  }

  std::string value_lines() const {
    std::string svg;
    for (size_t seat = 0; seat < analysis_.seats.size(); ++seat) {
      std::string points = fmt::format("M{:.1f} {:.1f}", x(0), y(analysis_.seats[seat].start));
      for (size_t n = 0; n < analysis_.moments.size(); ++n)
        points += fmt::format("L{:.1f} {:.1f}", x(n + 1), y(analysis_.moments[n].position_value[seat]));
      svg += fmt::format("  <path class=\"line s{}\" d=\"{}\"><title>{}</title></path>\n", seat, points,
                         escaped(analysis_.names[seat]));
    }
    return svg;
  }

  // The worst decisions, numbered, on the line of who made them.
  std::string worst_marks() const {
    std::string svg;
    for (size_t n = 0; n < worst_.size(); ++n) {
      const Moment& moment = analysis_.moments[worst_[n]];
      const double cx = x(worst_[n] + 1), cy = y(moment.position_value[size_t(moment.seat)]);
      svg += fmt::format("  <g><title>{}</title><circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"8\"/>\n",
                         bar_title(worst_[n]), cx, cy);
      svg += text_at(cx, cy + 4, "class=\"number\"", std::to_string(n + 1)) + "  </g>\n";
    }
    return svg;
  }

  // Names and results at the ends of the lines, pushed apart where they would overlap.
  std::string line_labels() const {
    std::vector<std::pair<double, size_t>> places;
    for (size_t seat = 0; seat < analysis_.seats.size(); ++seat)
      places.emplace_back(y(analysis_.seats[seat].result), seat);
    std::sort(places.begin(), places.end());
    constexpr double apart = 34;
    for (size_t n = 1; n < places.size(); ++n) places[n].first = std::max(places[n].first, places[n - 1].first + apart);
    const double excess = places.back().first - (top + value_height - 14);
    for (size_t n = places.size(); n-- > 0;) {
      const double ceiling =
          n + 1 == places.size() ? places[n].first - std::max(0.0, excess) : places[n + 1].first - apart;
      places[n].first = std::min(places[n].first, ceiling);
    }
    std::string svg;
    for (const auto& [place, seat] : places) {
      svg += text_at(right + 14, place, fmt::format("class=\"f{}\" font-weight=\"600\"", seat),
                     shortened(analysis_.names[seat]));
      svg += text_at(right + 14, place + 15, "class=\"small\"", value_text(analysis_, analysis_.seats[seat].result));
    }
    return svg;
  }

  // ---- Luck and losses

  std::string bar_title(size_t n) const {
    const Moment& moment = analysis_.moments[n];
    std::string event = fmt::format("{}. {}", n + 1, escaped(moment.event));
    if (moment.better.empty()) return event;
    return fmt::format("{}: lost {}, better was {}", event, value_text(analysis_, moment.loss()),
                       escaped(moment.better));
  }

  std::string bar(size_t n, double size, double zero, const std::string& kind, const std::string& words) const {
    const double reach = (lane_height / 2 - 2) * size / std::max(1e-12, largest_);
    const double slot = (right - left) / double(analysis_.moments.size());
    const double thick = std::clamp(slot * 0.7, 1.0, 10.0);
    return fmt::format(
        "  <rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"><title>{}</title></rect>\n",
        kind, x(n) + (slot - thick) / 2, size > 0 ? zero - reach : zero, thick, std::abs(reach), words);
  }

  std::string lane(size_t seat) const {
    const double from = lane_top(seat), zero = from + lane_height / 2;
    std::string svg =
        fmt::format("  <rect class=\"grid\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n", left,
                    from, right - left, lane_height);
    for (size_t n = 0; n < analysis_.moments.size(); ++n) {
      const Moment& moment = analysis_.moments[n];
      if (moment.roll && moment.luck[seat] != 0)
        svg += bar(n, moment.luck[seat], zero, fmt::format("f{}", seat),
                   fmt::format("{}: luck {}", bar_title(n), signed_text(analysis_, moment.luck[seat])));
      if (!moment.roll && moment.seat == int(seat) && !moment.better.empty())
        svg += bar(n, -moment.loss(), zero, "loss", bar_title(n));
    }
    svg += fmt::format("  <path class=\"zero\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", left, zero, right);
    svg += "  <g class=\"small\">\n";
    svg += text_at(left - 8, from + 12, "text-anchor=\"end\"", signed_text(analysis_, largest_));
    svg += text_at(left - 8, zero + 4, "text-anchor=\"end\"", "0");
    svg += text_at(left - 8, from + lane_height - 3, "text-anchor=\"end\"", signed_text(analysis_, -largest_));
    svg += "  </g>\n";
    const SeatAnalysis& sums = analysis_.seats[seat];
    const std::string lines[] = {fmt::format("luck {}", signed_text(analysis_, sums.luck)),
                                 fmt::format("losses {}", value_text(analysis_, sums.loss)),
                                 fmt::format("accuracy {}", accuracy(sums))};
    svg += text_at(right + 14, from + 16, fmt::format("class=\"f{}\" font-weight=\"600\"", seat),
                   shortened(analysis_.names[seat]));
    for (size_t n = 0; n < 3; ++n) svg += text_at(right + 14, from + 36 + 18 * double(n), "", lines[n]);
    return svg;
  }

  std::string legend() const {
    const double at = height_ - 18;
    std::string svg = "  <g class=\"small\">\n";
    svg += fmt::format("  <rect class=\"f0\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"10\"/>\n", left, at - 9);
    svg += text_at(left + 16, at, "", "luck of a roll (in the colour of the seat)");
    svg += fmt::format("  <rect class=\"loss\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"10\"/>\n", left + 262,
                       at - 9);
    svg += text_at(left + 278, at, "", "lost by a decision");
    svg += fmt::format("  <circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\"/>\n", left + 406, at - 4);
    svg += text_at(left + 418, at, "", "the worst decisions, 1 the worst");
    return svg + "  </g>\n";
  }

  const Analysis& analysis_;
  std::vector<size_t> worst_;
  double low_ = 0, high_ = 1, largest_ = 0, height_ = 0;
};

}  // namespace

std::string analysis_chart(const Analysis& analysis) { return Chart(analysis).draw(); }

}  // namespace volpe
