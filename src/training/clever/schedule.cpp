// The schedule of a training: reading it, and the values between the ends of a stage.
#include "training/clever/schedule.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "games/clever/clever.h"

namespace volpe::clever {

StageNow stage_at(const std::vector<Stage>& schedule, u64 games) {
  for (const Stage& stage : schedule) {
    if (games < stage.games) {
      const double part = double(games) / double(stage.games);
      return {stage.rolls, stage.rate_from * std::pow(stage.rate_to / stage.rate_from, part),
              stage.lambda_from + part * (stage.lambda_to - stage.lambda_from), stage.shaping};
    }
    games -= stage.games;
  }
  return {};
}

Result<std::vector<Stage>> read_schedule(const std::string& text) {
  std::vector<Stage> schedule;
  std::istringstream stages(text);
  for (std::string one; std::getline(stages, one, ',');) {
    Stage stage;
    std::istringstream in(one);
    char c[5] = {};
    in >> stage.rolls >> c[0] >> stage.games >> c[1] >> stage.rate_from >> c[2] >> stage.rate_to >> c[3] >>
        stage.lambda_from >> c[4] >> stage.lambda_to;
    const bool divided = std::all_of(c, c + 5, [](char at) { return at == ':'; });
    if (in && !in.eof() && in.peek() == ':') in.ignore() >> stage.shaping;
    if (!in || !divided || in.peek() != EOF || (stage.rolls != 1 && stage.rolls != 6) || stage.games == 0 ||
        stage.rate_from <= 0 || stage.rate_to <= 0)
      return Error{Code::bad_option,
                   "a stage is rolls:games:rate:rate:lambda:lambda[:lesson] with 1 or 6 rolls, not '" + one + "'"};
    schedule.push_back(stage);
  }
  if (schedule.empty()) return Error{Code::bad_option, "the schedule has no stage"};
  return schedule;
}

Result<u16> read_rewarded_boxes(const std::string& text) {
  constexpr std::string_view none = ".../.../.../...";
  const auto fits = [](char drawn, char plain) { return drawn == plain || (drawn == 'x' && plain == '.'); };
  if (!std::equal(text.begin(), text.end(), none.begin(), none.end(), fits))
    return Error{Code::bad_option,
                 "a lesson is four rows of three yellow boxes as in xxx/.x./.x./xxx, not '" + text + "'"};
  u16 boxes = 0;
  for (size_t box = 0; box < yellow_boxes; ++box)
    if (text[box + box / 3] == 'x') boxes |= u16(1 << box);
  return boxes;
}

}  // namespace volpe::clever
