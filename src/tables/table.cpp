// What each entry does to a table.
#include "tables/table.h"

#include "players/roster.h"
#include "tables/refusals.h"

namespace volpe::tables {
// ---- Entries

Result<Table> Table::open(const JsonObject& entry) {
  std::string error;
  const Fields fields(entry, "", error);
  Table table;
  if (fields.text("do") != "open") fields.fail("the first entry of a table opens it");
  table.settings_ = read_settings(fields);
  table.host_ = fields.text("by");
  const Json* at = entry.if_contains("at");
  const i64 time = at != nullptr && at->is_int64() ? at->get_int64() : -1;
  if (time < 0) fields.fail("'at' is missing");
  if (!error.empty()) return Error{Code::bad_option, error};
  table.time_ = table.since_ = at->get_int64();
  for (int place = 0; place < table.settings_.setup.seats; ++place)
    table.seats_.push_back({.place = place, .paper = has(table.settings_.paper, place)});
  table.revision_ = 1;
  return table;
}

Result<Table> Table::after(const JsonObject& entry) const {
  Table next = *this;
  if (Wrong wrong = next.apply_entry(entry)) return *wrong;
  ++next.revision_;
  return next;
}

std::optional<Error> Table::apply_entry(const JsonObject& entry) {
  static constexpr std::pair<std::string_view, Wrong (Table::*)(const Fields&)> kinds[] = {
      {"sit", &Table::sit},
      {"bot", &Table::bot},
      {"stand", &Table::stand},
      {"start", &Table::start},
      {"event", &Table::event},
      {"undo", &Table::undo},
      {"correct", &Table::correct},
      {"away", &Table::away},
      {"back", &Table::back},
      {"resign", &Table::resign},
      {"next", &Table::next},
      {"rematch", &Table::link_rematch},
      {"break_off", &Table::break_off}};
  std::string error;
  const Fields fields(entry, "", error);
  const std::string what = fields.text("do");
  by_ = fields.has("by") ? fields.text("by") : std::string();
  const Json* at = entry.if_contains("at");
  const i64 time = at != nullptr && at->is_int64() ? at->get_int64() : -1;
  if (time < 0) fields.fail("'at' is missing");
  const auto* kind = std::find_if(std::begin(kinds), std::end(kinds), [&](auto& k) { return k.first == what; });
  if (kind == std::end(kinds)) fields.fail("at a table one cannot " + quote(what));
  if (!error.empty()) return Error{Code::bad_request, error};
  time_ = std::max(time_, time);
  Wrong wrong = (this->*kind->second)(fields);
  if (!error.empty()) return Error{Code::bad_request, error};
  by_.clear();
  return wrong;
}

Seat& Table::seat_of(const Fields& entry) {
  return seats_[size_t(entry.integer("seat", 0, static_cast<int>(seats_.size()) - 1))];
}

bool Table::seated(std::string_view who) const {
  return !who.empty() && std::any_of(seats_.begin(), seats_.end(), [&](const Seat& seat) { return seat.who == who; });
}

std::optional<Error> Table::sit(const Fields& entry) {
  Seat& seat = seat_of(entry);
  const std::string seed = entry.has("seed") ? entry.text("seed") : std::string(no_seed);
  if (stage_ != TableStage::open) return illegal_now("the game has begun");
  if (by_server() || seat.taken()) return illegal_now("this seat is taken");
  if (seed != no_seed && !good_seed(seed))
    return Error{Code::bad_request, "a seed is 1 to 64 letters, digits, - and _, and not - alone"};
  seat.who = by_;
  seat.seed = settings_.dice == "fair" ? seed : std::string(no_seed);
  return {};
}

std::optional<Error> Table::bot(const Fields& entry) {
  Seat& seat = seat_of(entry);
  const std::string level = entry.text("bot");
  if (!by_host()) return not_yours("only who opened the table invites bots");
  if (stage_ != TableStage::open) return illegal_now("the game has begun");
  if (!seat.who.empty()) return illegal_now("this seat is taken");
  if (settings_.dice == "daily") return illegal_now("the dice of the day are for people");
  if (settings_.paper != 0) return no_bots_here();
  if (level_named(level) == 0) return unknown_player(level);
  seat.bot = level;
  return {};
}

std::optional<Error> Table::stand(const Fields& entry) {
  Seat& seat = seat_of(entry);
  if (stage_ != TableStage::open) return illegal_now("the game has begun: hand the seat to a bot, or resign");
  if (!seat.taken()) return illegal_now("nobody sits here");
  if (seat.who.empty() ? !by_host() : seat.who != by_) return not_your_seat();
  seat = {.place = seat.place, .paper = seat.paper};
  return {};
}

std::optional<Error> Table::start(const Fields& entry) {
  const int first = entry.integer("first", 0, static_cast<int>(seats_.size()) - 1);
  if (!by_host()) return not_yours("only who opened the table starts the game");
  if (stage_ != TableStage::open) return illegal_now("the game has begun");
  for (size_t seat = 0; seat < seats_.size(); ++seat)
    if (!seats_[seat].taken()) return illegal_now("seat " + std::to_string(seat) + " is still free");
  if (settings_.first != "lot" && first != settings_.first[0] - '0')
    return illegal_now("another seat was chosen to start");
  std::rotate(seats_.begin(), seats_.begin() + first, seats_.end());
  stage_ = TableStage::playing;
  begin_game();
  return {};
}

Header Table::header_of_game() const {
  const int game = games();
  Header header;
  header.match = match_text(settings_, game);
  if (settings_.dice == "daily") header.dice = "daily " + settings_.date;
  if (settings_.dice == "fair") {
    header.dice = "fair " + settings_.commitments[size_t(game)];
    for (const Seat& seat : seats_) header.seeds.push_back(seat.seed);
  }
  return header;
}

Mask Table::on_paper() const {
  Mask seats = 0;
  for (size_t seat = 0; seat < seats_.size(); ++seat) seats |= Mask(seats_[seat].paper) << seat;
  return seats;
}

void Table::begin_game() {
  const Header header = header_of_game();
  const std::string_view name = name_of(settings_.game);
  std::optional<DigitalDice> dice;
  if (settings_.dice == "daily")
    dice = KeyedDice(day_key(settings_.secrets[0], settings_.date, name, settings_.setup.seats));
  if (settings_.dice == "fair")
    dice = KeyedDice(
        fair_key(settings_.secrets[size_t(games())], {name, settings_.setup.seats, header.match}, header.seeds),
        games());
  std::visit(
      [&](auto g) {
        using G = decltype(g);
        if (settings_.paper != 0)
          games_.emplace_back(GameSession<G, PartialPlay<G>>(PartialPlay<G>(settings_.setup, on_paper())));
        else
          games_.emplace_back(GameSession<G>(Play<G>(settings_.setup, header, dice)));
      },
      settings_.game);
  since_ = time_;
}

std::optional<Error> Table::event(const Fields& entry) {
  const int number = entry.integer("seat", 0, static_cast<int>(seats_.size()) - 1);
  const Seat& seat = seats_[size_t(number)];
  const std::string text = entry.text("event");
  if (stage_ != TableStage::playing)
    return stage_ == TableStage::over ? game_is_over() : illegal_now("the game has not begun");
  const bool dice = tells_dice(text);
  const bool for_bot = dice && settings_.dice == "real" && !seat.bot.empty() && seated(by_);
  if (!for_bot && (seat.bot.empty() ? seat.who != by_ : !by_server())) return not_your_seat();
  Wrong wrong = std::visit(
      [&](auto& session) -> Wrong {
        if (!dice) return session.decide(number, text);
        const std::optional<int> roller = session.roller();
        if (roller && *roller != number) return not_yours("another seat throws these dice");
        if (session.play().full()) return illegal_now("the game is longer than any game");
        return session.roll(text);
      },
      games_.back());
  if (wrong) return wrong;
  since_ = time_;
  check_end();
  return {};
}

// When a game is over, its secret may be known and its points count.
void Table::check_end() {
  std::visit(
      [&](auto& session) {
        if (!session.over()) return;
        using G = typename std::decay_t<decltype(session)>::GameType;
        const Ending end = G::ending(session.play().state());
        for (size_t seat = 0; seat < seats_.size(); ++seat) seats_[seat].points += end.totals[seat];
        if (settings_.dice == "fair") session.reveal(settings_.secrets[size_t(games()) - 1]);
        if (!settings_.match || games() == settings_.setup.seats) stage_ = TableStage::over;
      },
      games_.back());
}

std::optional<Error> Table::undo(const Fields& entry) {
  const int number = entry.integer("seat", 0, static_cast<int>(seats_.size()) - 1);
  if (stage_ != TableStage::playing) return illegal_now("there is nothing to take back");
  if (seats_[size_t(number)].who != by_ || by_server()) return not_your_seat();
  return std::visit(
      [&](auto& session) -> Wrong {
        if (session.over() || !session.can_take_back(number))
          return illegal_now("there is nothing to take back since the last roll");
        session.take_back(number);
        return {};
      },
      games_.back());
}

std::optional<Error> Table::correct(const Fields& entry) {
  const int ply = entry.integer("ply", 0, longest_game);
  const std::string text = entry.text("event");
  const bool drop = entry.has("drop") && entry.truth("drop");
  if (settings_.dice != "real") return illegal_now("only real dice can be corrected");
  if (stage_ != TableStage::playing) return illegal_now("there is nothing to correct");
  if (!seated(by_)) return not_your_seat();
  Wrong wrong = std::visit(
      [&](auto& session) -> Wrong {
        const auto told = session.seat_events();
        if (size_t(ply) < told.size() && told[size_t(ply)].kind == told[0].decision &&
            seats_[size_t(told[size_t(ply)].seat)].who != by_)
          return not_your_seat();
        return session.correct(size_t(ply), text, drop);
      },
      games_.back());
  if (wrong) return wrong;
  since_ = time_;
  check_end();
  return {};
}

bool Table::waits_for(int seat) const {
  if (stage_ != TableStage::playing) return false;
  return std::visit([&](const auto& session) { return session.roller() == seat || session.choice(seat).has_value(); },
                    games_.back());
}

std::optional<Error> Table::away(const Fields& entry) {
  Seat& seat = seat_of(entry);
  const std::string level = entry.text("bot");
  const int number = static_cast<int>(&seat - seats_.data());
  if (stage_ != TableStage::playing) return illegal_now("the game is not on");
  if (seat.who.empty() || !seat.bot.empty()) return illegal_now("a bot plays here");
  if (settings_.paper != 0) return no_bots_here();
  if (settings_.dice == "daily") return illegal_now("nobody can play the dice of the day for you");
  if (level_named(level) == 0) return unknown_player(level);
  if (seat.who != by_) {
    if (!seated(by_)) return not_your_seat();
    if (settings_.limit == 0 || !waits_for(number) || time_ - since_ < i64{1000} * settings_.limit)
      return illegal_now("this seat still has time");
  }
  seat.bot = level;
  seat.helped = true;
  return {};
}

std::optional<Error> Table::back(const Fields& entry) {
  Seat& seat = seat_of(entry);
  if (seat.who.empty() || seat.who != by_) return not_your_seat();
  if (stage_ != TableStage::playing || seat.resigned || seat.bot.empty())
    return illegal_now("no bot plays for you here");
  seat.bot.clear();
  since_ = time_;
  return {};
}

std::optional<Error> Table::resign(const Fields& entry) {
  Seat& seat = seat_of(entry);
  const std::string level = entry.text("bot");
  if (seat.who.empty() || seat.who != by_) return not_your_seat();
  if (stage_ != TableStage::playing || seat.resigned) return illegal_now("the game is not on");
  if (settings_.paper != 0) return no_bots_here();
  if (level_named(level) == 0) return unknown_player(level);
  seat.bot = level;
  seat.resigned = seat.helped = true;
  return {};
}

std::optional<Error> Table::next(const Fields&) {
  if (!by_server() && !seated(by_)) return not_your_seat();
  const bool between =
      stage_ == TableStage::playing && std::visit([](const auto& session) { return session.over(); }, games_.back());
  if (!between) return illegal_now("there is no next game now");
  std::rotate(seats_.begin(), seats_.begin() + 1, seats_.end());
  begin_game();
  return {};
}

std::optional<Error> Table::link_rematch(const Fields& entry) {
  const std::string table = entry.text("table");
  if (table.size() != 32 || table.find_first_not_of("0123456789abcdef") != table.npos)
    return Error{Code::bad_request, "'table' is not the address of a table"};
  if (Wrong wrong = rematch_refusal(by_)) return wrong;
  if (!rematch_.empty()) return illegal_now("there is a rematch already");
  rematch_ = table;
  return {};
}

// The secret reveals the dice that would follow, so the game cannot go on.
std::optional<Error> Table::break_off(const Fields&) {
  if (!by_server()) return not_yours("only the server breaks a game off");
  if (stage_ != TableStage::playing || settings_.dice != "fair") return illegal_now("there is nothing to break off");
  std::visit(
      [&](auto& session) {
        if (!session.over()) session.reveal(settings_.secrets[size_t(games()) - 1]);
      },
      games_.back());
  stage_ = TableStage::over;
  broken_off_ = true;
  return {};
}

std::optional<Error> Table::rematch_refusal(std::string_view who) const {
  if (!seated(who)) return not_yours("you do not sit at this table");
  if (stage_ != TableStage::over) return illegal_now("the game is not over");
  if (settings_.dice == "daily") return illegal_now("the dice of the day are played once");
  return {};
}

// What a request of a seat must say to show that it means the game as it is now.
JsonObject Table::decision_point(int seat) const {
  return std::visit(
      [&](const auto& session) -> JsonObject {
        if (session.in_run(seat)) return {{"turn", *session.turn()}, {"step", session.step(seat)}};
        return {{"ply", session.play().ply()}};
      },
      games_.back());
}

std::optional<Error> Table::stale(int seat, const JsonObject& request, bool roll) const {
  if (games_.empty() || seat < 0 || seat >= static_cast<int>(seats_.size())) return {};  // refused for what it is
  const int ply = std::visit([](const auto& session) { return session.play().ply(); }, games_.back());
  for (const auto& [key, value] : roll ? JsonObject{{"ply", ply}} : decision_point(seat)) {
    const Json* said = request.if_contains(key);
    if (said == nullptr) return Error{Code::stale, "the game has gone on: '" + std::string(key) + "' is missing"};
    if (*said != value) return Error{Code::stale, "the game has gone on"};
  }
  return {};
}

std::vector<BotTask> Table::bot_tasks() const {
  std::vector<BotTask> list;
  if (stage_ != TableStage::playing) return list;
  std::visit(
      [&](const auto& session) {
        for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat) {
          const std::string& bot = seats_[size_t(seat)].bot;
          if (bot.empty()) continue;
          if (session.choice(seat)) list.push_back({seat, bot, false});
          if (session.roller() == seat && session.play().digital()) list.push_back({seat, bot, true});
        }
      },
      games_.back());
  return list;
}

std::optional<std::string> Table::next_roll_text() const {
  if (games_.empty()) return {};
  return std::visit([](const auto& session) { return session.next_roll_text(); }, games_.back());
}

}  // namespace volpe::tables
