// An analysis for others: as JSON, and as a chart.
#pragma once

#include <string>

#include "analysis/analysis.h"

namespace volpe {

// The JSON of docs/analysis.md.
JsonObject analysis_json(const Analysis& analysis);

// The chart as a whole SVG file: values over the events, luck and losses of every seat.
std::string analysis_chart(const Analysis& analysis);

// A value, or with its sign a difference of values: points as "12.3", chances as "12.3 %".
std::string value_text(const Analysis& analysis, double value);
std::string signed_text(const Analysis& analysis, double difference);

}  // namespace volpe
