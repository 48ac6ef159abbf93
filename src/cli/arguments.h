// Arguments that several subcommands take, read from their text.
#pragma once

#include <charconv>
#include <set>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "games/games.h"
#include "games/options.h"
#include "i18n/texts.h"
#include "record/record.h"

namespace volpe {

inline AnyGame chosen_game(const std::string& name) {
  const auto game = game_named(name);
  if (!game) throw Failure{bad_usage, unknown_game(name).message};
  return *game;
}

// Options of the game, each given as name=value.
template <class G>
Options chosen_options(const std::vector<std::string>& assignments) {
  Options options{};
  std::set<std::string> seen;
  for (const std::string& assignment : assignments) {
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos)
      throw Failure{bad_usage, "an option of the game is given as name=value, not " + quote(assignment)};
    const std::string name = assignment.substr(0, equals);
    const Result<Options> chosen = choose<G>(options, name, assignment.substr(equals + 1));
    if (!chosen) throw Failure{bad_usage, chosen.error().message};
    if (!seen.insert(name).second) throw Failure{bad_usage, "the option " + name + " is given twice"};
    options = *chosen;
  }
  return options;
}

inline std::string language_codes() {
  std::string codes;
  for (const Language& language : languages) codes.append(codes.empty() ? "" : ", ").append(language.code);
  return codes;
}

inline Texts chosen_texts(const std::string& language) {
  if (!is_language(language))
    throw Failure{bad_usage, "there is no language " + quote(language) + "; known are " + language_codes()};
  return Texts(language);
}

// A whole number of digits alone.
inline u64 whole_number(const std::string& option, const std::string& text, u64 least, u64 most) {
  u64 number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
    throw Failure{bad_usage, option + " is a whole number from " + std::to_string(least) + " to " +
                                 std::to_string(most) + ", not " + quote(text)};
  return number;
}
inline constexpr u64 any_number = ~u64{0};

// The parts between commas, without spaces.
inline std::vector<std::string> comma_list(const std::string& text) {
  std::vector<std::string> parts{""};
  for (char c : text)
    if (c == ',')
      parts.emplace_back();
    else if (c != ' ')
      parts.back() += c;
  return parts;
}

}  // namespace volpe
