// Reads the fields of a request of the engine protocol; an error names the field that is wrong.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "games/options.h"

namespace volpe::engine {

// Null if the request does not have the field.
inline const Json* field(const JsonObject& request, std::string_view key) { return request.if_contains(key); }

Result<std::string> text_field(const JsonObject& request, std::string_view key);
Result<std::vector<std::string>> texts_field(const JsonObject& request, std::string_view key);

// Whether the request asks for the effects of the legal decisions.
bool wants_effects(const JsonObject& request);

// Whether every number in a value is finite: JSON can spell numbers that could not be written back.
bool all_finite(const Json& value);

// The dice that the request names, or else seeded ones with a new seed.
Result<std::string> dice_field(const JsonObject& request, const std::function<u64()>& new_seed);

// One name per seat; default names if the request has none.
Result<std::vector<std::string>> names_field(const JsonObject& request, int seats);

// The fields 'seats' and 'options'.
template <class G>
Result<Setup> setup_field(const JsonObject& request) {
  const Json* seats = field(request, "seats");
  if (seats == nullptr) return bad_request("the request has no field 'seats'");
  const std::int64_t* number = seats->if_int64();
  if (number == nullptr) return bad_request("the field 'seats' is not a whole number");
  const Result<int> checked = check_seats<G>(*number);
  if (!checked) return checked.error();
  Setup setup{*checked, {}};
  const Json* options = field(request, "options");
  if (options == nullptr) return setup;
  if (!options->is_object()) return bad_request("the field 'options' is not an object");
  for (const auto& [name, value] : options->get_object()) {
    if (!value.is_string()) return bad_request("the value of the option " + quote(name) + " is not a string");
    const Result<Options> chosen = choose<G>(setup.options, name, std::string_view(value.get_string()));
    if (!chosen) return chosen.error();
    setup.options = *chosen;
  }
  return setup;
}

}  // namespace volpe::engine
