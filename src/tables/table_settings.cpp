// Reads what a table is opened for, and refuses what does not go together.
#include "tables/table_settings.h"

#include "dice/fair.h"
#include "games/match.h"
#include "games/view.h"

namespace volpe::tables {
namespace {

bool in_matches(const AnyGame& game) {
  return std::visit([](auto g) { return played_in_matches<decltype(g)>; }, game);
}

const int longest_limit = 30 * 24 * 3600;

std::string commitment(const TableSettings& settings, int game) {
  const std::string match = match_text(settings, game);
  return hex(fair_commitment(settings.secrets[size_t(game)], {name_of(settings.game), settings.setup.seats, match}));
}

// "paper": what it cannot go with, as nothing is known of these seats.
Mask read_paper(const Fields& entry, const TableSettings& settings) {
  Mask paper = 0;
  for (int seat : entry.integers("paper", 0, settings.setup.seats - 1, max_seats)) {
    if (has(paper, seat)) entry.fail("'paper' names seat " + std::to_string(seat) + " twice");
    paper |= bit(seat);
  }
  if (paper == 0) entry.fail("'paper' names no seat");
  if (size(paper) == settings.setup.seats) entry.fail("at least one seat is not on paper");
  if (settings.dice != "real") entry.fail("seats are on paper only where dice are real");
  if (settings.hints || settings.match) entry.fail("with seats on paper there are neither hints nor matches");
  return paper;
}

}  // namespace

std::string_view name_of(const AnyGame& game) {
  return std::visit([](auto g) { return decltype(g)::name; }, game);
}

std::string match_text(const TableSettings& settings, int game) {
  if (!settings.match) return {};
  return settings.series + " " + std::to_string(game + 1) + "/" + std::to_string(settings.setup.seats);
}

JsonObject options_of(const TableSettings& settings) {
  return std::visit(
      [&](auto g) {
        JsonObject options;
        for (int n = 0; n < option_count<decltype(g)>; ++n)
          options[decltype(g)::options[n].name] = option_value<decltype(g)>(settings.setup.options, n);
        return options;
      },
      settings.game);
}

TableSettings read_settings(const Fields& entry) {
  TableSettings settings;
  const std::string name = entry.text("game");
  const std::optional<AnyGame> game = game_named(name);
  if (!game) return entry.fail(unknown_game(name).message), settings;
  settings.game = *game;
  settings.setup = std::visit([&](auto g) { return read_setup<decltype(g)>(entry); }, *game);
  constexpr std::string_view kinds[] = {"fair", "real", "daily"};
  settings.dice = kinds[one_of(entry, "dice", kinds)];
  settings.match = entry.truth("match");
  settings.listed = entry.truth("listed");
  settings.hints = entry.truth("hints");
  settings.limit = entry.integer("limit", 0, longest_limit);
  if (entry.has("pace")) settings.pace = one_of(entry, "pace", paces);
  settings.first = entry.text("first");
  if (settings.match && !in_matches(*game)) entry.fail(name + " is not played in matches");
  if (settings.match) settings.series = entry.text("series");
  if (entry.has("paper")) settings.paper = read_paper(entry, settings);
  if (settings.dice == "daily") {
    settings.date = entry.text("date");
    if (!good_date(settings.date)) entry.fail(quote(settings.date) + " is not a date");
    if (settings.hints || settings.match) entry.fail("the dice of the day are for one game without hints");
    if (settings.setup.seats != 1 || settings.setup.options != Options{})
      entry.fail("the dice of the day are for one seat and the usual rules");  // so that scores can be compared
  }
  const bool a_seat =
      settings.first.size() == 1 && settings.first[0] >= '0' && settings.first[0] < char('0' + settings.setup.seats);
  if (settings.first != "lot" && !a_seat) entry.fail("'first' is \"lot\" or the number of a seat");
  for (const std::string& text : entry.texts("secrets", max_seats)) {
    const std::optional<Bytes32> secret = from_hex(text);
    if (!secret) entry.fail("'secrets' holds something that is none");
    settings.secrets.push_back(secret.value_or(Bytes32{}));
  }
  const size_t wanted = settings.dice == "real" ? 0 : settings.match ? size_t(settings.setup.seats) : 1;
  if (settings.secrets.size() != wanted) entry.fail("'secrets' does not hold one for each game");
  if (settings.dice == "fair")
    for (size_t game = 0; game < settings.secrets.size(); ++game)
      settings.commitments.push_back(commitment(settings, int(game)));
  return settings;
}

}  // namespace volpe::tables
