// volpe arena: tournaments between players on duplicate dice, with ratings and their intervals.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <cmath>

#include "arena/tournament.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

struct Arguments {
  std::string game;
  std::string players;
  std::string seats = "2";
  std::string games = "1000";
  std::string seed = "1";
  std::string threads = "0";
  std::string sprt;
  bool match = false;
  bool json = false;
  std::vector<std::string> options;
};

Hypotheses hypotheses_of(const std::string& text) {
  const Failure wrong{bad_usage, "--sprt is two different numbers with a comma between, like 0,10, not " + quote(text)};
  const std::vector<std::string> parts = comma_list(text);
  if (parts.size() != 2) throw wrong;
  double numbers[2];
  for (size_t n = 0; n < 2; ++n) {
    const char* end = parts[n].data() + parts[n].size();
    const auto [at, error] = std::from_chars(parts[n].data(), end, numbers[n]);
    if (error != std::errc() || at != end || !(std::abs(numbers[n]) <= 2000)) throw wrong;
  }
  if (numbers[0] >= numbers[1]) throw Failure{bad_usage, "--sprt names the lower value first, not " + quote(text)};
  return {numbers[0], numbers[1]};
}

template <class G>
Tournament tournament_of(const Arguments& arguments) {
  Tournament tournament;
  const int seats = int(whole_number("--seats", arguments.seats, G::min_seats, G::max_seats));
  tournament.setup = {seats, chosen_options<G>(arguments.options)};
  tournament.players = comma_list(arguments.players);
  const size_t players = tournament.players.size();
  if (players < 2 || players > size_t(most_players))
    throw Failure{bad_usage, fmt::format("--players names 2 to {} players with commas between", most_players)};
  for (const std::string& name : tournament.players)
    if (const auto player = make_player<G>(shipped_models(), name, tournament.setup); !player)
      throw Failure{bad_usage, player.error().message};
  if (arguments.match && !played_in_matches<G>)
    throw Failure{bad_usage, fmt::format("{} is not played in matches", G::name)};
  if (!arguments.sprt.empty()) {
    if (players != 2) throw Failure{bad_usage, "--sprt compares two players"};
    tournament.sprt = hypotheses_of(arguments.sprt);
  }
  const u64 games = whole_number("--games", arguments.games, 1, u64{1} << 40);
  const u64 each = Standings(int(players), seats).games_in_duplicate();
  tournament.duplicates = (games + each - 1) / each;
  tournament.seed = whole_number("--seed", arguments.seed, 0, any_number);
  tournament.threads = int(whole_number("--threads", arguments.threads, 0, 256));
  if (tournament.threads == 0) tournament.threads = std::max(1, int(std::thread::hardware_concurrency()));
  tournament.match = arguments.match;
  return tournament;
}

std::string_view stopped_by(const Tournament& tournament, const Outcome& outcome) {
  if (outcome.sprt && outcome.sprt->accepted >= 0) return "sprt";
  return outcome.standings.duplicates() == tournament.duplicates ? "games" : "interrupt";
}

// ---- JSON

Json number_or_null(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

void add_interval(JsonObject& json, std::string_view key, const Interval& interval) {
  json[key] = interval.value;
  json["low"] = number_or_null(interval.low);
  json["high"] = number_or_null(interval.high);
}

JsonArray ratings_json(const Tournament& tournament, const Standings& standings, const Ratings& ratings) {
  JsonArray list;
  for (int n = 0; n < standings.players(); ++n) {
    JsonObject json{{"player", tournament.players[size_t(n)]}};
    add_interval(json, standings.seats() == 1 ? "mean" : "elo", ratings.player[size_t(n)]);
    if (standings.seats() > 1) {
      json["wins"] = standings.wins(n);
      json["mean_total"] = standings.mean_total(n);
    }
    list.emplace_back(std::move(json));
  }
  return list;
}

// Row against column: the share of the wins, or with one seat how many points ahead.
double cell(const Standings& standings, const Ratings& ratings, int a, int b) {
  return standings.seats() == 1 ? ratings.difference[size_t(a)][size_t(b)].value : standings.against(a, b);
}

JsonArray crosstable_json(const Standings& standings, const Ratings& ratings) {
  JsonArray rows;
  for (int a = 0; a < standings.players(); ++a) {
    JsonArray row;
    for (int b = 0; b < standings.players(); ++b)
      row.emplace_back(a == b ? Json(nullptr) : Json(cell(standings, ratings, a, b)));
    rows.emplace_back(std::move(row));
  }
  return rows;
}

JsonArray pairs_json(const Standings& standings, const Ratings& ratings) {
  JsonArray list;
  for (int a = 0; a < standings.players(); ++a)
    for (int b = a + 1; b < standings.players(); ++b) {
      JsonObject json{{"first", a}, {"second", b}};
      add_interval(json, standings.seats() == 1 ? "difference" : "elo", ratings.difference[size_t(a)][size_t(b)]);
      list.emplace_back(std::move(json));
    }
  return list;
}

template <class G>
void print_json(const Tournament& tournament, const Outcome& outcome, double seconds) {
  const Standings& standings = outcome.standings;
  JsonObject options;
  for (int n = 0; n < option_count<G>; ++n) options[G::options[n].name] = option_value<G>(tournament.setup.options, n);
  JsonObject json{{"game", G::name},
                  {"options", options},
                  {"seats", tournament.setup.seats},
                  {"match", tournament.match},
                  {"players", JsonArray(tournament.players.begin(), tournament.players.end())},
                  {"seed", tournament.seed},
                  {"threads", tournament.threads},
                  {"seconds", seconds},
                  {"duplicates", standings.duplicates()},
                  {"games_in_duplicate", standings.games_in_duplicate()},
                  {"games", standings.games()},
                  {"stopped_by", stopped_by(tournament, outcome)},
                  {"ratings", nullptr},
                  {"crosstable", nullptr},
                  {"pairs", nullptr},
                  {"bounded", false},
                  {"sprt", nullptr}};
  if (standings.duplicates() > 0) {
    const Ratings ratings = rate(standings);
    json["ratings"] = ratings_json(tournament, standings, ratings);
    json["crosstable"] = crosstable_json(standings, ratings);
    json["pairs"] = pairs_json(standings, ratings);
    json["bounded"] = ratings.bounded;
  }
  if (outcome.sprt) {
    const Sprt& test = *outcome.sprt;
    json["sprt"] = {{"h0", tournament.sprt->h0}, {"h1", tournament.sprt->h1}, {"llr", test.llr},
                    {"lower", test.lower},       {"upper", test.upper},       {"accepted", nullptr}};
    if (test.accepted >= 0) json["sprt"].get_object()["accepted"] = test.accepted == 0 ? "h0" : "h1";
  }
  fmt::print("{}\n", boost::json::serialize(json));
}

// ---- A table for people

// "[+1.0, +3.0]", or nothing after a single duplicate.
std::string bounds(const Interval& interval, bool signs) {
  if (!std::isfinite(interval.low)) return "";
  return signs ? fmt::format("[{:+.1f}, {:+.1f}]", interval.low, interval.high)
               : fmt::format("[{:.1f}, {:.1f}]", interval.low, interval.high);
}

void print_ratings(const Tournament& tournament, const Standings& standings, const Ratings& ratings) {
  const bool solo = standings.seats() == 1;
  fmt::print("\n{:<3} {:<12} {:>8} {:<18}{}\n", "", "player", solo ? "mean" : "Elo", "95 %",
             solo ? "" : "      wins   a seat   mean total");
  for (int n = 0; n < standings.players(); ++n) {
    const Interval& rating = ratings.player[size_t(n)];
    const std::string& name = tournament.players[size_t(n)];
    if (solo)
      fmt::print("{:<3} {:<12} {:>8.2f} {}\n", n + 1, name, rating.value, bounds(rating, false));
    else
      fmt::print("{:<3} {:<12} {:>+8.1f} {:<18}{:>10.2f}  {:>6.2f}%   {:>10.2f}\n", n + 1, name, rating.value,
                 bounds(rating, true), standings.wins(n), 100 * standings.wins(n) / double(standings.seats_held()),
                 standings.mean_total(n));
  }
}

void print_crosstable(const Tournament& tournament, const Standings& standings, const Ratings& ratings) {
  const bool solo = standings.seats() == 1;
  fmt::print("\n{:<16}", solo ? "points ahead of" : "% of the wins");
  for (int b = 0; b < standings.players(); ++b) fmt::print(" {:>7}", b + 1);
  fmt::print("\n");
  for (int a = 0; a < standings.players(); ++a) {
    fmt::print("{:<3} {:<12}", a + 1, tournament.players[size_t(a)]);
    for (int b = 0; b < standings.players(); ++b) {
      const double value = a == b ? 0 : cell(standings, ratings, a, b);
      fmt::print(" {:>7}", a == b ? "-" : solo ? fmt::format("{:+.2f}", value) : fmt::format("{:.1f}", 100 * value));
    }
    fmt::print("\n");
  }
}

void print_pair(const Tournament& tournament, const Standings& standings, const Ratings& ratings) {
  const Interval& difference = ratings.difference[0][1];
  fmt::print("\n{} against {}: {:+.1f} {} {}\n", tournament.players[0], tournament.players[1], difference.value,
             standings.seats() == 1 ? "points" : "Elo", bounds(difference, true));
}

void print_sprt(const Tournament& tournament, const Sprt& test) {
  const char* unit = tournament.setup.seats == 1 ? "points" : "Elo";
  const Hypotheses& h = *tournament.sprt;
  fmt::print(
      "SPRT, is {} better than {} by {} (H0) or by {} {} (H1): {} (log-likelihood ratio {:.2f}, bounds {:.2f} and "
      "{:.2f})\n",
      tournament.players[0], tournament.players[1], h.h0, h.h1, unit,
      test.accepted < 0    ? "not settled"
      : test.accepted == 0 ? "H0 is accepted"
                           : "H1 is accepted",
      test.llr, test.lower, test.upper);
}

template <class G>
void print_table(const Tournament& tournament, const Outcome& outcome, double seconds) {
  const Standings& standings = outcome.standings;
  const char* games = tournament.match ? "matches" : "games";
  fmt::print("{}, {} seat{}: {} duplicates of {} {}, {} {} in {:.2f} s\n", G::name, standings.seats(),
             standings.seats() == 1 ? "" : "s", standings.duplicates(), standings.games_in_duplicate(), games,
             standings.games(), games, seconds);
  if (standings.duplicates() > 0) {
    const Ratings ratings = rate(standings);
    print_ratings(tournament, standings, ratings);
    print_crosstable(tournament, standings, ratings);
    if (standings.players() == 2) print_pair(tournament, standings, ratings);
    if (ratings.bounded)
      fmt::print("Somebody won or lost everything: one imagined duplicate with all wins shared keeps Elo finite.\n");
  }
  if (outcome.sprt) print_sprt(tournament, *outcome.sprt);
}

template <class G>
void run(const Arguments& arguments) {
  const Tournament tournament = tournament_of<G>(arguments);
  std::atomic<u64> done{0};
  stop_at_interrupt();
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = [&] {
    const ProgressBar bar(done, tournament.duplicates, "duplicates");
    return play_tournament<G>(shipped_models(), tournament, done, stop);
  }();
  const double seconds =
      std::max(1e-9, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  if (arguments.json)
    print_json<G>(tournament, outcome, seconds);
  else
    print_table<G>(tournament, outcome, seconds);
}

}  // namespace

void add_arena(Program& program) {
  Command command = program.command("arena", "Compare players in a tournament on duplicate dice");
  auto arguments = std::make_shared<Arguments>();
  command.takes("game", arguments->game, game_names()).required();
  command.takes("--players", arguments->players, "Two or more players with commas between: greedy,random").required();
  command.takes("--seats", arguments->seats, "Number of seats");
  command.takes("--games", arguments->games, "How many games at most, filled up to whole duplicates");
  command.takes("--seed", arguments->seed, "The same seed gives the same games on any number of threads");
  command.takes("--threads", arguments->threads, "Threads, 0 for all cores");
  command.takes("-o,--option", arguments->options, "An option of the game as name=value; may be repeated");
  command.takes("--sprt", arguments->sprt,
                "Stop as soon as it is settled whether the first of two players is better by the first or by the "
                "second of these numbers of Elo (with one seat: points), like 0,10");
  command.takes("--match", arguments->match, "Play matches in place of games (genial)");
  command.takes("--json", arguments->json, "Print one JSON object");
  command.footer(
      "Examples:\n  volpe arena clever --players greedy,random\n"
      "  volpe arena genial --players greedy,random --games 10000 --sprt 0,10 --json\n"
      "  volpe arena clever --players greedy,random,random --seats 1 --games 3000\n"
      "Ctrl-C prints what has been played so far. docs/arena.md has the formulas.");
  command.runs(
      [arguments] { std::visit([&](auto game) { run<decltype(game)>(*arguments); }, chosen_game(arguments->game)); });
}

}  // namespace volpe
