// What each entry does to a table.
#include "tables/table.h"

#include "tables/commands.h"

namespace volpe::tables {
// ---- Entries

Result<Table> Table::open(const JsonObject& entry) {
  std::string error;
  const Fields fields(entry, "", error);
  Table table;
  if (fields.text("do") != "open") fields.fail("the first entry of a table opens it");
  table.settings_ = read_settings(fields);
  table.host_ = fields.text("by");
  table.time_ = table.since_ = read_time(fields);
  if (!error.empty()) return Error{Code::bad_option, error};
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
  const Result<CheckedEntry> checked = check_entry(entry, *this);
  if (!checked) return checked.error();
  time_ = std::max(time_, checked->arguments.at);
  return (this->*checked->command->handler)(checked->arguments);
}

bool Table::seated(std::string_view who) const {
  return !who.empty() && std::any_of(seats_.begin(), seats_.end(), [&](const Seat& seat) { return seat.who == who; });
}

std::optional<Error> Table::sit(const CommandArguments& arguments) {
  Seat& seat = seats_[size_t(arguments.seat)];
  if (seat.taken()) return illegal_now("this seat is taken");
  seat.who = arguments.by;
  if (settings_.dice == "fair") seat.seed = arguments.seed;
  return {};
}

std::optional<Error> Table::bot(const CommandArguments& arguments) {
  Seat& seat = seats_[size_t(arguments.seat)];
  if (!seat.who.empty()) return illegal_now("this seat is taken");
  if (settings_.dice == "daily") return illegal_now("the dice of the day are for people");
  if (settings_.paper != 0) return no_bots_here();
  seat.bot = arguments.bot;
  return {};
}

std::optional<Error> Table::stand(const CommandArguments& arguments) {
  Seat& seat = seats_[size_t(arguments.seat)];
  if (!seat.taken()) return illegal_now("nobody sits here");
  seat = {.place = seat.place, .paper = seat.paper};
  return {};
}

std::optional<Error> Table::start(const CommandArguments& arguments) {
  for (size_t seat = 0; seat < seats_.size(); ++seat)
    if (!seats_[seat].taken()) return illegal_now("seat " + std::to_string(seat) + " is still free");
  if (settings_.first != "lot" && arguments.first != settings_.first[0] - '0')
    return illegal_now("another seat was chosen to start");
  std::rotate(seats_.begin(), seats_.begin() + arguments.first, seats_.end());
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

std::optional<Error> Table::event(const CommandArguments& arguments) {
  Wrong wrong = std::visit(
      [&](auto& session) -> Wrong {
        if (!tells_dice(arguments.event)) return session.decide(arguments.seat, arguments.event);
        const std::optional<int> roller = session.roller();
        if (roller && *roller != arguments.seat) return not_yours("another seat throws these dice");
        if (session.play().full()) return illegal_now("the game is longer than any game");
        return session.roll(arguments.event);
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

std::optional<Error> Table::undo(const CommandArguments& arguments) {
  return std::visit(
      [&](auto& session) -> Wrong {
        if (session.over() || !session.can_take_back(arguments.seat))
          return illegal_now("there is nothing to take back since the last roll");
        session.take_back(arguments.seat);
        return {};
      },
      games_.back());
}

std::optional<Error> Table::correct(const CommandArguments& arguments) {
  if (settings_.dice != "real") return illegal_now("only real dice can be corrected");
  const size_t ply = size_t(arguments.ply);
  Wrong wrong = std::visit(
      [&](auto& session) -> Wrong {
        const auto told = session.seat_events();
        if (ply < told.size() && told[ply].kind == told[0].decision &&
            seats_[size_t(told[ply].seat)].who != arguments.by)
          return not_your_seat();
        return session.correct(ply, arguments.event, arguments.drop);
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

std::optional<Error> Table::away(const CommandArguments& arguments) {
  Seat& seat = seats_[size_t(arguments.seat)];
  if (seat.who.empty() || !seat.bot.empty()) return illegal_now("a bot plays here");
  if (settings_.paper != 0) return no_bots_here();
  if (settings_.dice == "daily") return illegal_now("nobody can play the dice of the day for you");
  const bool late = settings_.limit != 0 && time_ - since_ >= i64{1000} * settings_.limit;
  if (seat.who != arguments.by && !(late && waits_for(arguments.seat))) return illegal_now("this seat still has time");
  seat.bot = arguments.bot;
  seat.helped = true;
  return {};
}

std::optional<Error> Table::back(const CommandArguments& arguments) {
  Seat& seat = seats_[size_t(arguments.seat)];
  if (seat.resigned || seat.bot.empty()) return illegal_now(no_bot_for_you);
  seat.bot.clear();
  since_ = time_;
  return {};
}

std::optional<Error> Table::resign(const CommandArguments& arguments) {
  Seat& seat = seats_[size_t(arguments.seat)];
  if (seat.resigned) return illegal_now(game_not_on);
  if (settings_.paper != 0) return no_bots_here();
  seat.bot = arguments.bot;
  seat.resigned = seat.helped = true;
  return {};
}

std::optional<Error> Table::next(const CommandArguments&) {
  const bool between = std::visit([](const auto& session) { return session.over(); }, games_.back());
  if (!between) return illegal_now(no_next_game);
  std::rotate(seats_.begin(), seats_.begin() + 1, seats_.end());
  begin_game();
  return {};
}

std::optional<Error> Table::link_rematch(const CommandArguments& arguments) {
  if (Wrong wrong = rematch_refusal(arguments.by)) return wrong;
  if (!rematch_.empty()) return illegal_now("there is a rematch already");
  rematch_ = arguments.table;
  return {};
}

// The secret reveals the dice that would follow, so the game cannot go on.
std::optional<Error> Table::break_off(const CommandArguments&) {
  if (settings_.dice != "fair") return illegal_now(nothing_to_break_off);
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
  if (Wrong wrong = refusal(*find_entry("rematch"), {.by = std::string(who)}, *this)) return wrong;
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
  if (games_.empty()) return {};  // refused for what it is
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
