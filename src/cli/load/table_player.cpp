// A game is opened, played at random and at its pace, and checked afterwards.
#include "cli/load/table_player.h"

#include <fmt/format.h>

#include <boost/asio/use_awaitable.hpp>
#include <iterator>

#include "record/record.h"
#include "record/verify.h"

namespace volpe::load {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using Clock = std::chrono::steady_clock;
using client::Method;

constexpr auto http_timeout = std::chrono::seconds(60);  // all tables are opened at once
constexpr int steps_between_echoes = 8;
// A socket that is not read does not answer the server's pings: a table that pauses for longer sends an echo.
constexpr auto longest_silence = std::chrono::seconds(5);

float milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<float, std::milli>(Clock::now() - start).count();
}

// Whether a record is one, and its rolls are those of its dice if their secret is known: "fair <commitment> <secret>".
bool holds(const std::string& record) {
  const Result<AnyPlay> play = read_record(record);
  if (!play) return false;
  return std::visit(
      [](const auto& game) {
        using G = typename std::decay_t<decltype(game)>::GameType;
        const Header& header = game.stated();
        const std::optional<Bytes32> secret = from_hex(header.dice.substr(header.dice.rfind(' ') + 1));
        if (!G::over(game.state())) return true;
        const Terms terms{G::name, game.setup().seats, header.match};
        return secret && !check_rolls(game, KeyedDice(fair_key(*secret, terms, header.seeds))).wrong;
      },
      *play);
}

}  // namespace

TablePlayer::TablePlayer(Run& run, Counts& counts, int number, std::function<void()> all_play)
    : run_(run),
      counts_(counts),
      random_(u64(number) + 1),
      all_play_(std::move(all_play)),
      http_(run.options.server, http_timeout) {
  for (int n = 0; n < run.options.seats; ++n) seats_.emplace_back(run, counts);
}

awaitable<void> TablePlayer::play() {
  std::string failure;
  try {
    co_await play_games();
    co_return;
  } catch (const Wrong& wrong) {
    failure = wrong.what;
  } catch (const boost::system::system_error& error) {
    ++counts_.failed_connections;
    failure = "a connection failed: " + error.code().message();
  }
  ++counts_.failed_tables;
  run_.fail(failure);
}

awaitable<void> TablePlayer::play_games() {
  for (Seat& seat : seats_) co_await seat.sign_in(http_);
  while (!run_.over()) co_await play_game();
}

awaitable<void> TablePlayer::play_game() {
  const std::string offer = fmt::format(R"({{"game":"{}","seats":{}}})", run_.options.game, seats_.size());
  table_ = member_of(co_await http_.exchange(Method::post, "/api/v1/tables", seats_[0].token(), offer), "table");
  co_await sit_down();
  if (!std::exchange(playing_, true) && run_.table_plays()) all_play_();
  do co_await pause();
  while (!run_.over() && co_await step());
  const std::string unwatch = fmt::format(R"("op":"unwatch","table":"{}")", table_);
  for (Seat& seat : seats_) co_await seat.say(unwatch);
  co_await check_record();
}

awaitable<void> TablePlayer::sit_down() {
  const std::string watch =
      fmt::format(R"("op":"watch","table":"{}"{})", table_, run_.options.delta ? R"(,"delta":true)" : "");
  for (size_t n = 0; n < seats_.size(); ++n) {
    const std::string sit = fmt::format(R"("op":"do","table":"{}","do":"sit","seat":{},"seed":"load")", table_, n);
    co_await seats_[n].say(watch);
    co_await seats_[n].say(sit);
  }
  const std::string start = fmt::format(R"("op":"do","table":"{}","do":"start")", table_);
  const i64 revision = co_await seats_[0].say(start);
  co_await show(revision);
}

// Waits until everybody has been shown a revision.
awaitable<void> TablePlayer::show(i64 revision) {
  for (Seat& seat : seats_)
    while (seat.view().revision < revision) co_await seat.receive();
}

awaitable<void> TablePlayer::pause() {
  const double mean = run_.options.tables / run_.options.rate;
  const auto length = std::chrono::duration<double>(mean * 2 * random_.below(1000) / 1000);
  const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
  asio::steady_timer timer(co_await asio::this_coro::executor);
  while (!run_.over()) {
    timer.expires_at(std::min(end, Clock::now() + longest_silence));
    co_await timer.async_wait(use_awaitable);
    if (Clock::now() >= end) co_return;
    for (Seat& seat : seats_) co_await seat.say(R"("op":"echo")");
  }
}

awaitable<void> TablePlayer::echo() {
  const Clock::time_point start = Clock::now();
  co_await seats_[0].say(R"("op":"echo")");
  if (run_.measured()) counts_.echoes.push_back(milliseconds_since(start));
}

// One event of the first seat that can act, shown to everybody; false when the game is over.
awaitable<bool> TablePlayer::step() {
  if (random_.below(steps_between_echoes) == 0) co_await echo();
  for (Seat& seat : seats_) {
    if (seat.view().stage == "over") co_return false;
    if (!next_request(seat.view())) continue;
    const Clock::time_point start = Clock::now();
    const i64 revision = co_await seat.say(request_);
    co_await show(revision);
    if (run_.measured()) counts_.plays.push_back(milliseconds_since(start));
    co_return true;
  }
  throw Wrong{"nobody at the table can act"};
}

// Writes what a seat can do now; false if it has to wait.
bool TablePlayer::next_request(const client::PlayerView& view) {
  request_.clear();
  const auto out = std::back_inserter(request_);
  if (view.may_choose && !view.choice.legal.empty()) {
    const client::Choice& choice = view.choice;
    const std::string& event = choice.legal[size_t(random_.below(int(choice.legal.size())))];
    fmt::format_to(out, R"("op":"do","table":"{}","do":"event","event":{},"seat":{})", table_, event, choice.seat);
    if (!choice.ply.empty()) fmt::format_to(out, R"(,"ply":{})", choice.ply);
    if (!choice.turn.empty()) fmt::format_to(out, R"(,"turn":{})", choice.turn);
    if (!choice.step.empty()) fmt::format_to(out, R"(,"step":{})", choice.step);
    return true;
  }
  if (!view.may_roll()) return false;
  fmt::format_to(out, R"("op":"do","table":"{}","do":"roll","seat":{},"ply":{})", table_, view.roller, view.ply);
  return true;
}

awaitable<void> TablePlayer::check_record() {
  const auto record = co_await http_.exchange(Method::get, "/api/v1/tables/" + table_ + "/record");
  if (record.status >= 300) throw wrong_answer(record.body);
  ++counts_.records;
  if (!holds(record.body)) ++counts_.broken;
}

}  // namespace volpe::load
