// What each kind of entry does to a table, and what is seen of it.
#include "tables/table.h"

#include "games/match.h"
#include "players/roster.h"
#include "tables/position_query.h"

namespace volpe::server {
namespace {

Error wrong_time(const std::string& what) { return {Code::illegal_event, what}; }
Error not_yours(const std::string& what) { return {Code::not_yours, what}; }
Error not_your_seat() { return not_yours("this seat is not yours"); }

Error no_bots_here() { return wrong_time("no bot can play where seats are on paper"); }

std::string seat_name(int seat) { return "seat " + std::to_string(seat); }

std::string_view name_of(const AnyGame& game) {
  return std::visit([](auto g) { return decltype(g)::name; }, game);
}

bool in_matches(const AnyGame& game) {
  return std::visit([](auto g) { return played_in_matches<decltype(g)>; }, game);
}

const int longest_limit = 30 * 24 * 3600;

std::string match_text(const Offer& offer, int game) {
  if (!offer.match) return {};
  return offer.series + " " + std::to_string(game + 1) + "/" + std::to_string(offer.setup.seats);
}

std::string commitment(const Offer& offer, int game) {
  const std::string match = match_text(offer, game);
  return hex(fair_commitment(offer.secrets[size_t(game)], {name_of(offer.game), offer.setup.seats, match}));
}

// "paper": what it can not go with, as nothing is known of these seats.
Mask read_paper(const Fields& entry, const Offer& offer) {
  Mask paper = 0;
  for (int seat : entry.integers("paper", 0, offer.setup.seats - 1, max_seats)) {
    if (has(paper, seat)) entry.fail("'paper' names " + seat_name(seat) + " twice");
    paper |= bit(seat);
  }
  if (paper == 0) entry.fail("'paper' names no seat");
  if (size(paper) == offer.setup.seats) entry.fail("at least one seat is not on paper");
  if (offer.dice != "real") entry.fail("seats are on paper only where dice are real");
  if (offer.hints || offer.match) entry.fail("with seats on paper there are neither hints nor matches");
  return paper;
}

// Fields of `open` that depend on the game.
Offer read_offer(const Fields& entry) {
  Offer offer;
  const std::string name = entry.text("game");
  const std::optional<AnyGame> game = game_named(name);
  if (!game) return entry.fail(unknown_game(name).message), offer;
  offer.game = *game;
  offer.setup = std::visit([&](auto g) { return read_setup<decltype(g)>(entry); }, *game);
  constexpr std::string_view kinds[] = {"fair", "real", "daily"};
  offer.dice = kinds[one_of(entry, "dice", kinds)];
  offer.match = entry.truth("match");
  offer.listed = entry.truth("listed");
  offer.hints = entry.truth("hints");
  offer.limit = entry.integer("limit", 0, longest_limit);
  if (entry.has("pace")) offer.pace = one_of(entry, "pace", paces);
  offer.first = entry.text("first");
  if (offer.match && !in_matches(*game)) entry.fail(name + " is not played in matches");
  if (offer.match) offer.series = entry.text("series");
  if (entry.has("paper")) offer.paper = read_paper(entry, offer);
  if (offer.dice == "daily") {
    offer.date = entry.text("date");
    if (!good_date(offer.date)) entry.fail(quote(offer.date) + " is not a date");
    if (offer.hints || offer.match) entry.fail("the dice of the day are for one game without hints");
    if (offer.setup.seats != 1 || offer.setup.options != Options{})
      entry.fail("the dice of the day are for one seat and the usual rules");  // so that scores can be compared
  }
  const bool a_seat =
      offer.first.size() == 1 && offer.first[0] >= '0' && offer.first[0] < char('0' + offer.setup.seats);
  if (offer.first != "lot" && !a_seat) entry.fail("'first' is \"lot\" or the number of a seat");
  for (const std::string& text : entry.texts("secrets", max_seats)) {
    const std::optional<Bytes32> secret = from_hex(text);
    if (!secret) entry.fail("'secrets' holds something that is none");
    offer.secrets.push_back(secret.value_or(Bytes32{}));
  }
  const size_t wanted = offer.dice == "real" ? 0 : offer.match ? size_t(offer.setup.seats) : 1;
  if (offer.secrets.size() != wanted) entry.fail("'secrets' does not hold one for each game");
  if (offer.dice == "fair")
    for (size_t game = 0; game < offer.secrets.size(); ++game)
      offer.commitments.push_back(commitment(offer, int(game)));
  return offer;
}

JsonObject options_of(const Offer& offer) {
  return std::visit(
      [&](auto g) {
        JsonObject options;
        for (int n = 0; n < option_count<decltype(g)>; ++n)
          options[decltype(g)::options[n].name] = option_value<decltype(g)>(offer.setup.options, n);
        return options;
      },
      offer.game);
}

}  // namespace

// ---- Entries

Result<Table> Table::open(const JsonObject& entry) {
  std::string error;
  const Fields fields(entry, "", error);
  Table table;
  if (fields.text("do") != "open") fields.fail("the first entry of a table opens it");
  table.offer_ = read_offer(fields);
  table.host_ = fields.text("by");
  const Json* at = entry.if_contains("at");
  const i64 time = at != nullptr && at->is_int64() ? at->get_int64() : -1;
  if (time < 0) fields.fail("'at' is missing");
  if (!error.empty()) return Error{Code::bad_option, error};
  table.time_ = table.since_ = at->get_int64();
  for (int place = 0; place < table.offer_.setup.seats; ++place)
    table.seats_.push_back({.place = place, .paper = has(table.offer_.paper, place)});
  table.revision_ = 1;
  return table;
}

Result<Table> Table::after(const JsonObject& entry) const {
  Table next = *this;
  if (Wrong wrong = next.take(entry)) return *wrong;
  ++next.revision_;
  return next;
}

std::optional<Error> Table::take(const JsonObject& entry) {
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
      {"rematch", &Table::link},
      {"break_off", &Table::break_off}};
  std::string error;
  const Fields fields(entry, "", error);
  const std::string what = fields.text("do");
  by_ = fields.has("by") ? fields.text("by") : std::string();
  const Json* at = entry.if_contains("at");
  const i64 time = at != nullptr && at->is_int64() ? at->get_int64() : -1;
  if (time < 0) fields.fail("'at' is missing");
  const auto* kind = std::find_if(std::begin(kinds), std::end(kinds), [&](auto& k) { return k.first == what; });
  if (kind == std::end(kinds)) fields.fail("at a table one can not " + quote(what));
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
  if (stage_ != TableStage::open) return wrong_time("the game has begun");
  if (by_server() || seat.taken()) return wrong_time("this seat is taken");
  if (seed != no_seed && !good_seed(seed))
    return Error{Code::bad_request, "a seed is 1 to 64 letters, digits, - and _, and not - alone"};
  seat.who = by_;
  seat.seed = offer_.dice == "fair" ? seed : std::string(no_seed);
  return {};
}

std::optional<Error> Table::bot(const Fields& entry) {
  Seat& seat = seat_of(entry);
  const std::string level = entry.text("bot");
  if (!by_host()) return not_yours("only who opened the table invites bots");
  if (stage_ != TableStage::open) return wrong_time("the game has begun");
  if (!seat.who.empty()) return wrong_time("this seat is taken");
  if (offer_.dice == "daily") return wrong_time("the dice of the day are for people");
  if (offer_.paper != 0) return no_bots_here();
  if (level_named(level) == 0) return unknown_player(level);
  seat.bot = level;
  return {};
}

std::optional<Error> Table::stand(const Fields& entry) {
  Seat& seat = seat_of(entry);
  if (stage_ != TableStage::open) return wrong_time("the game has begun: hand the seat to a bot, or resign");
  if (!seat.taken()) return wrong_time("nobody sits here");
  if (seat.who.empty() ? !by_host() : seat.who != by_) return not_your_seat();
  seat = {.place = seat.place, .paper = seat.paper};
  return {};
}

std::optional<Error> Table::start(const Fields& entry) {
  const int first = entry.integer("first", 0, static_cast<int>(seats_.size()) - 1);
  if (!by_host()) return not_yours("only who opened the table starts the game");
  if (stage_ != TableStage::open) return wrong_time("the game has begun");
  for (size_t seat = 0; seat < seats_.size(); ++seat)
    if (!seats_[seat].taken()) return wrong_time(seat_name(int(seat)) + " is still free");
  if (offer_.first != "lot" && first != offer_.first[0] - '0') return wrong_time("another seat was chosen to start");
  std::rotate(seats_.begin(), seats_.begin() + first, seats_.end());
  stage_ = TableStage::playing;
  begin_game();
  return {};
}

Header Table::header_of_game() const {
  const int game = games();
  Header header;
  header.match = match_text(offer_, game);
  if (offer_.dice == "daily") header.dice = "daily " + offer_.date;
  if (offer_.dice == "fair") {
    header.dice = "fair " + offer_.commitments[size_t(game)];
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
  const std::string_view name = name_of(offer_.game);
  std::optional<DigitalDice> dice;
  if (offer_.dice == "daily") dice = KeyedDice(day_key(offer_.secrets[0], offer_.date, name, offer_.setup.seats));
  if (offer_.dice == "fair")
    dice = KeyedDice(fair_key(offer_.secrets[size_t(games())], {name, offer_.setup.seats, header.match}, header.seeds),
                     games());
  std::visit(
      [&](auto g) {
        using G = decltype(g);
        if (offer_.paper != 0)
          games_.emplace_back(Sitting<G, Paper<G>>(Paper<G>(offer_.setup, on_paper())));
        else
          games_.emplace_back(Sitting<G>(Play<G>(offer_.setup, header, dice)));
      },
      offer_.game);
  since_ = time_;
}

std::optional<Error> Table::event(const Fields& entry) {
  const int number = entry.integer("seat", 0, static_cast<int>(seats_.size()) - 1);
  const Seat& seat = seats_[size_t(number)];
  const std::string text = entry.text("event");
  if (stage_ != TableStage::playing)
    return stage_ == TableStage::over ? game_is_over() : wrong_time("the game has not begun");
  const bool dice = tells_dice(text);
  const bool for_bot = dice && offer_.dice == "real" && !seat.bot.empty() && seated(by_);
  if (!for_bot && (seat.bot.empty() ? seat.who != by_ : !by_server())) return not_your_seat();
  Wrong wrong = std::visit(
      [&](auto& sitting) -> Wrong {
        if (!dice) return sitting.decide(number, text);
        const std::optional<int> roller = sitting.roller();
        if (roller && *roller != number) return not_yours("another seat throws these dice");
        if (sitting.play().full()) return wrong_time("the game is longer than any game");
        return sitting.roll(text);
      },
      games_.back());
  if (wrong) return wrong;
  since_ = time_;
  look_for_end();
  return {};
}

// When a game is over, its secret may be known and its points count.
void Table::look_for_end() {
  std::visit(
      [&](auto& sitting) {
        if (!sitting.over()) return;
        using G = typename std::decay_t<decltype(sitting)>::GameType;
        const Ending end = G::ending(sitting.play().state());
        for (size_t seat = 0; seat < seats_.size(); ++seat) seats_[seat].points += end.totals[seat];
        if (offer_.dice == "fair") sitting.reveal(offer_.secrets[size_t(games()) - 1]);
        if (!offer_.match || games() == offer_.setup.seats) stage_ = TableStage::over;
      },
      games_.back());
}

std::optional<Error> Table::undo(const Fields& entry) {
  const int number = entry.integer("seat", 0, static_cast<int>(seats_.size()) - 1);
  if (stage_ != TableStage::playing) return wrong_time("there is nothing to take back");
  if (seats_[size_t(number)].who != by_ || by_server()) return not_your_seat();
  return std::visit(
      [&](auto& sitting) -> Wrong {
        if (sitting.over() || !sitting.can_take_back(number))
          return wrong_time("there is nothing to take back since the last roll");
        sitting.take_back(number);
        return {};
      },
      games_.back());
}

std::optional<Error> Table::correct(const Fields& entry) {
  const int ply = entry.integer("ply", 0, longest_game);
  const std::string text = entry.text("event");
  const bool drop = entry.has("drop") && entry.truth("drop");
  if (offer_.dice != "real") return wrong_time("only real dice can be corrected");
  if (stage_ != TableStage::playing) return wrong_time("there is nothing to correct");
  if (!seated(by_)) return not_your_seat();
  Wrong wrong = std::visit(
      [&](auto& sitting) -> Wrong {
        const auto told = sitting.told();
        if (size_t(ply) < told.size() && told[size_t(ply)].kind == told[0].decision &&
            seats_[size_t(told[size_t(ply)].seat)].who != by_)
          return not_your_seat();
        return sitting.correct(size_t(ply), text, drop);
      },
      games_.back());
  if (wrong) return wrong;
  since_ = time_;
  look_for_end();
  return {};
}

bool Table::waits_for(int seat) const {
  if (stage_ != TableStage::playing) return false;
  return std::visit([&](const auto& sitting) { return sitting.roller() == seat || sitting.choice(seat).has_value(); },
                    games_.back());
}

std::optional<Error> Table::away(const Fields& entry) {
  Seat& seat = seat_of(entry);
  const std::string level = entry.text("bot");
  const int number = static_cast<int>(&seat - seats_.data());
  if (stage_ != TableStage::playing) return wrong_time("the game is not on");
  if (seat.who.empty() || !seat.bot.empty()) return wrong_time("a bot plays here");
  if (offer_.paper != 0) return no_bots_here();
  if (offer_.dice == "daily") return wrong_time("nobody can play the dice of the day for you");
  if (level_named(level) == 0) return unknown_player(level);
  if (seat.who != by_) {
    if (!seated(by_)) return not_your_seat();
    if (offer_.limit == 0 || !waits_for(number) || time_ - since_ < i64{1000} * offer_.limit)
      return wrong_time("this seat still has time");
  }
  seat.bot = level;
  seat.helped = true;
  return {};
}

std::optional<Error> Table::back(const Fields& entry) {
  Seat& seat = seat_of(entry);
  if (seat.who.empty() || seat.who != by_) return not_your_seat();
  if (stage_ != TableStage::playing || seat.resigned || seat.bot.empty())
    return wrong_time("no bot plays for you here");
  seat.bot.clear();
  since_ = time_;
  return {};
}

std::optional<Error> Table::resign(const Fields& entry) {
  Seat& seat = seat_of(entry);
  const std::string level = entry.text("bot");
  if (seat.who.empty() || seat.who != by_) return not_your_seat();
  if (stage_ != TableStage::playing || seat.resigned) return wrong_time("the game is not on");
  if (offer_.paper != 0) return no_bots_here();
  if (level_named(level) == 0) return unknown_player(level);
  seat.bot = level;
  seat.resigned = seat.helped = true;
  return {};
}

std::optional<Error> Table::next(const Fields&) {
  if (!by_server() && !seated(by_)) return not_your_seat();
  const bool between =
      stage_ == TableStage::playing && std::visit([](const auto& sitting) { return sitting.over(); }, games_.back());
  if (!between) return wrong_time("there is no next game now");
  std::rotate(seats_.begin(), seats_.begin() + 1, seats_.end());
  begin_game();
  return {};
}

std::optional<Error> Table::link(const Fields& entry) {
  const std::string table = entry.text("table");
  if (table.size() != 32 || table.find_first_not_of("0123456789abcdef") != table.npos)
    return Error{Code::bad_request, "'table' is not the address of a table"};
  if (Wrong wrong = refuses_rematch(by_)) return wrong;
  if (!rematch_.empty()) return wrong_time("there is a rematch already");
  rematch_ = table;
  return {};
}

// Whoever knows the secret knows the dice that would follow: the game can not go on.
std::optional<Error> Table::break_off(const Fields&) {
  if (!by_server()) return not_yours("only the server breaks a game off");
  if (stage_ != TableStage::playing || offer_.dice != "fair") return wrong_time("there is nothing to break off");
  std::visit(
      [&](auto& sitting) {
        if (!sitting.over()) sitting.reveal(offer_.secrets[size_t(games()) - 1]);
      },
      games_.back());
  stage_ = TableStage::over;
  broken_off_ = true;
  return {};
}

std::optional<Error> Table::refuses_rematch(std::string_view who) const {
  if (!seated(who)) return not_yours("you do not sit at this table");
  if (stage_ != TableStage::over) return wrong_time("the game is not over");
  if (offer_.dice == "daily") return wrong_time("the dice of the day are played once");
  return {};
}

// ---- What is seen

// What a request of a seat must say to show that it means the game as it is now.
JsonObject Table::where(int seat) const {
  return std::visit(
      [&](const auto& sitting) -> JsonObject {
        if (sitting.in_run(seat)) return {{"turn", *sitting.turn()}, {"step", sitting.step(seat)}};
        return {{"ply", sitting.play().ply()}};
      },
      games_.back());
}

std::optional<Error> Table::stale(int seat, const JsonObject& request, bool roll) const {
  if (games_.empty() || seat < 0 || seat >= static_cast<int>(seats_.size())) return {};  // refused for what it is
  const int ply = std::visit([](const auto& sitting) { return sitting.play().ply(); }, games_.back());
  for (const auto& [key, value] : roll ? JsonObject{{"ply", ply}} : where(seat)) {
    const Json* said = request.if_contains(key);
    if (said == nullptr) return Error{Code::stale, "the game has gone on: '" + std::string(key) + "' is missing"};
    if (*said != value) return Error{Code::stale, "the game has gone on"};
  }
  return {};
}

std::vector<Duty> Table::duties() const {
  std::vector<Duty> list;
  if (stage_ != TableStage::playing) return list;
  std::visit(
      [&](const auto& sitting) {
        for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat) {
          const std::string& bot = seats_[size_t(seat)].bot;
          if (bot.empty()) continue;
          if (sitting.choice(seat)) list.push_back({seat, bot, false});
          if (sitting.roller() == seat && sitting.play().digital()) list.push_back({seat, bot, true});
        }
      },
      games_.back());
  return list;
}

std::optional<std::string> Table::thrown() const {
  if (games_.empty()) return {};
  return std::visit([](const auto& sitting) { return sitting.thrown(); }, games_.back());
}

JsonObject Table::summary() const {
  const auto taken = std::count_if(seats_.begin(), seats_.end(), [](const Seat& seat) { return seat.taken(); });
  JsonObject line{{"game", name_of(offer_.game)},
                  {"seats", seats_.size()},
                  {"taken", taken},
                  {"dice", offer_.dice},
                  {"match", offer_.match},
                  {"hints", offer_.hints},
                  {"options", options_of(offer_)},
                  {"stage", stage_names[int(stage_)]}};
  if (offer_.paper != 0) line["paper"] = true;
  if (broken_off_) line["broken_off"] = true;
  if (stage_ == TableStage::over && !broken_off_) {
    JsonArray totals;
    for (const Seat& seat : seats_) totals.emplace_back(seat.paper ? Json(nullptr) : Json(seat.points));
    line["totals"] = std::move(totals);
  }
  return line;
}

JsonObject Table::offered() const {
  JsonArray bots;
  for (const Seat& seat : seats_) bots.emplace_back(seat.who.empty() ? Json(seat.bot) : Json(nullptr));
  JsonObject offer{{"game", name_of(offer_.game)}, {"seats", i64(seats_.size())}, {"options", options_of(offer_)},
                   {"dice", offer_.dice},          {"match", offer_.match},       {"first", offer_.first},
                   {"listed", offer_.listed},      {"hints", offer_.hints},       {"limit", offer_.limit},
                   {"pace", paces[offer_.pace]},   {"bots", std::move(bots)}};
  if (offer_.paper != 0) {
    JsonArray paper;
    for (int seat : Members{on_paper()}) paper.emplace_back(seat);
    offer["paper"] = std::move(paper);
  }
  return offer;
}

JsonObject Table::view(std::string_view who) const {
  JsonObject view = seen_by_all();
  for (auto& [key, value] : seen_by(who)) view[key] = std::move(value);
  return view;
}

JsonObject Table::seen_by_all() const {
  JsonObject view = summary();
  view["revision"] = revision_;
  view["listed"] = offer_.listed;
  view["limit"] = offer_.limit;
  view["pace"] = paces[offer_.pace];
  view["first"] = offer_.first;
  view["time"] = time_;
  view["since"] = since_;
  if (!rematch_.empty()) view["rematch"] = rematch_;
  if (offer_.dice == "daily") view["date"] = offer_.date;
  if (offer_.dice == "fair") view["commitments"] = JsonArray(offer_.commitments.begin(), offer_.commitments.end());
  view["games"] = games();
  if (games_.empty()) return view;
  std::visit(
      [&](const auto& sitting) {
        const auto& play = sitting.play();
        view["position"] = play.position(play.state(), play.ply());
        if constexpr (requires { play.leaves(); }) {
          const std::optional<int> leaves = play.leaves();
          view["leaves"] = leaves ? Json(*leaves) : Json(nullptr);
        }
        const bool thrown_here = sitting.roller() && play.digital() && !broken_off_;
        view["roller"] = thrown_here ? Json(*sitting.roller()) : Json(nullptr);
        JsonArray recent, waiting;
        constexpr size_t most_recent = 16;
        size_t ply = play.events().size() - std::min(play.events().size(), most_recent);
        for (const auto& told : sitting.told(ply))
          recent.emplace_back(JsonObject{{"ply", ply++}, {"seat", told.seat}, {"event", told.text}});
        view["recent"] = std::move(recent);
        if (stage_ != TableStage::playing) return;
        for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat)
          if (waits_for(seat)) waiting.emplace_back(seat);
        view["waits_for"] = std::move(waiting);
      },
      games_.back());
  return view;
}

JsonObject Table::seen_by(std::string_view who) const {
  JsonObject view{{"host", !who.empty() && who == host_}};
  JsonArray players;
  for (const Seat& seat : seats_) {
    const bool own = !who.empty() && seat.who == who;
    JsonObject player{{"kind", !seat.who.empty() ? "person"
                               : seat.taken()    ? "bot"
                                                 : "free"},
                      {"bot", seat.bot.empty() ? Json(nullptr) : Json(seat.bot)},
                      {"you", own}};
    // Nobody chooses a seed with the others' in mind: until all are in, each is shown to its owner only.
    if (offer_.dice == "fair" && (own || stage_ != TableStage::open)) player["seed"] = seat.seed;
    if (seat.paper) player["paper"] = true;
    if (seat.resigned) player["resigned"] = true;
    if (offer_.match) player["points"] = seat.points;
    players.emplace_back(std::move(player));
  }
  view["players"] = std::move(players);
  if (stage_ != TableStage::playing) return view;
  std::visit(
      [&](const auto& sitting) {
        using G = typename std::decay_t<decltype(sitting)>::GameType;
        JsonArray choices, undo;
        for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat) {
          if (who.empty() || seats_[size_t(seat)].who != who) continue;
          const std::optional<typename G::State> state = sitting.choice(seat);
          if (state && seats_[size_t(seat)].bot.empty()) {
            JsonObject choice = where(seat);
            choice["seat"] = seat;
            choice["position"] = sitting.play().position(*state, sitting.play().ply());
            choice["position"].as_object()["effects"] = G::effects(*state);
            choices.emplace_back(std::move(choice));
          }
          if (!sitting.over() && sitting.can_take_back(seat)) {
            JsonObject back = where(seat);
            back["seat"] = seat;
            undo.emplace_back(std::move(back));
          }
        }
        view["choices"] = std::move(choices);
        view["undo"] = std::move(undo);
      },
      games_.back());
  return view;
}

std::vector<Ended> Table::ended() const {
  std::vector<Ended> list;
  if (stage_ != TableStage::over || broken_off_ || offer_.paper != 0) return list;
  std::visit(
      [&](const auto& sitting) {
        using G = typename std::decay_t<decltype(sitting)>::GameType;
        const auto& state = sitting.play().state();
        const JsonObject position = G::position(state, sitting.play().ply());
        int most = 0;
        for (const Seat& seat : seats_) most = std::max(most, seat.points);
        for (size_t n = 0; n < seats_.size(); ++n) {
          const Seat& seat = seats_[n];
          const bool won = offer_.match ? seat.points == most : has(G::ending(state).winners, int(n));
          JsonObject body{{"won", won}, {"match", offer_.match}, {"options", options_of(offer_)}};
          if (!offer_.match) body["sheet"] = position.at("sheets").as_array()[n];
          if (seats_.size() == 1) body["grades"] = position.at("result").as_object().at("grades");
          const bool own = !seat.resigned && !seat.helped;
          list.push_back({own ? seat.who : std::string(), seat.points, std::move(body)});
        }
      },
      games_.back());
  return list;
}

Result<const AnySitting*> Table::game(int number) const {
  const int game = number == 0 ? games() - 1 : number - 1;
  if (game < 0 || game >= games()) return Error{Code::no_game, "there is no such game at this table"};
  return &games_[size_t(game)];
}

// Names of the seats as they are now, as they were in a game.
std::vector<std::string> Table::names_in(const AnySitting& game, const std::vector<std::string>& names) const {
  const int ago = static_cast<int>(&games_.back() - &game), seats = static_cast<int>(names.size());
  std::vector<std::string> in_order;
  for (int seat = 0; seat < seats; ++seat) in_order.push_back(names[size_t((seat - ago + seats) % seats)]);
  return in_order;
}

Result<AnyPlay> Table::play(int number, const std::vector<std::string>& names) const {
  const Result<const AnySitting*> found = game(number);
  if (!found) return found.error();
  return std::visit(
      [&](const auto& sitting) -> Result<AnyPlay> {
        auto play = sitting.play();
        if constexpr (std::is_constructible_v<AnyPlay, decltype(play)>) {
          play.name(names_in(**found, names));
          return AnyPlay(std::move(play));
        } else {
          return Error{Code::not_found, "a game with seats on paper has no record"};
        }
      },
      **found);
}

Result<std::string> Table::record(int number, const std::vector<std::string>& names) const {
  const Result<AnyPlay> game = play(number, names);
  if (!game) return game.error();
  return std::visit([](const auto& play) { return write_record(play); }, *game);
}

Result<JsonObject> Table::look(int number, const std::vector<std::string>& names, const JsonObject& request) const {
  const Result<const AnySitting*> found = game(number);
  if (!found) return found.error();
  return std::visit(
      [&](const auto& sitting) {
        auto play = sitting.play();
        play.name(names_in(**found, names));
        return look_at(play, request);
      },
      **found);
}

Result<JsonObject> Table::tried(int seat, const std::vector<std::string>& events) const {
  if (games_.empty() || seat < 0 || seat >= static_cast<int>(seats_.size()))
    return wrong_time("there is nothing to decide");
  return std::visit(
      [&](const auto& sitting) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(sitting)>::GameType;
        std::optional<typename G::State> state = sitting.choice(seat);
        if (!state) return wrong_time("this seat has nothing to decide");
        for (const std::string& text : events) {
          const bool still = G::legal(*state) != 0 && !G::over(*state) && G::mover(*state) == seat;
          if (!still) return illegal_event(text, "the seat has nothing more to decide");
          const auto event = G::read(*state, text);
          if (!event) return event.error();
          sitting.play().step(*state, std::get<Decision>(*event));
        }
        JsonObject position = sitting.play().position(*state, sitting.play().ply() + static_cast<int>(events.size()));
        position["effects"] = G::effects(*state);
        return position;
      },
      games_.back());
}

}  // namespace volpe::server
