// What people see of a table: views, previews, positions of the past, records and results.
#include "tables/position_query.h"
#include "tables/refusals.h"
#include "tables/table.h"

namespace volpe::tables {

JsonObject Table::summary() const {
  const auto taken = std::count_if(seats_.begin(), seats_.end(), [](const Seat& seat) { return seat.taken(); });
  JsonObject line{{"game", name_of(settings_.game)},  {"seats", seats_.size()},           {"taken", taken},
                  {"dice", settings_.dice},           {"match", settings_.match},         {"hints", settings_.hints},
                  {"options", options_of(settings_)}, {"stage", stage_names[int(stage_)]}};
  if (settings_.paper != 0) line["paper"] = true;
  if (broken_off_) line["broken_off"] = true;
  if (stage_ == TableStage::over && !broken_off_) {
    JsonArray totals;
    for (const Seat& seat : seats_) totals.emplace_back(seat.paper ? Json(nullptr) : Json(seat.points));
    line["totals"] = std::move(totals);
  }
  return line;
}

JsonObject Table::view(std::string_view who) const {
  JsonObject view = shared_view();
  for (auto& [key, value] : personal_view(who)) view[key] = std::move(value);
  return view;
}

JsonObject Table::shared_view() const {
  JsonObject view = summary();
  view["revision"] = revision_;
  view["listed"] = settings_.listed;
  view["limit"] = settings_.limit;
  view["pace"] = paces[settings_.pace];
  view["first"] = settings_.first;
  view["time"] = time_;
  view["since"] = since_;
  if (!rematch_.empty()) view["rematch"] = rematch_;
  if (settings_.dice == "daily") view["date"] = settings_.date;
  if (settings_.dice == "fair")
    view["commitments"] = JsonArray(settings_.commitments.begin(), settings_.commitments.end());
  view["games"] = games();
  if (games_.empty()) return view;
  std::visit(
      [&](const auto& session) {
        const auto& play = session.play();
        view["position"] = play.position(play.state(), play.ply());
        if constexpr (requires { play.leaves(); }) {
          const std::optional<int> leaves = play.leaves();
          view["leaves"] = leaves ? Json(*leaves) : Json(nullptr);
        }
        const bool thrown_here = session.roller() && play.digital() && !broken_off_;
        view["roller"] = thrown_here ? Json(*session.roller()) : Json(nullptr);
        JsonArray recent, waiting;
        constexpr size_t most_recent = 16;
        size_t ply = play.events().size() - std::min(play.events().size(), most_recent);
        for (const auto& told : session.seat_events(ply))
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

JsonObject Table::personal_view(std::string_view who) const {
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
    if (settings_.dice == "fair" && (own || stage_ != TableStage::open)) player["seed"] = seat.seed;
    if (seat.paper) player["paper"] = true;
    if (seat.resigned) player["resigned"] = true;
    if (settings_.match) player["points"] = seat.points;
    players.emplace_back(std::move(player));
  }
  view["players"] = std::move(players);
  if (stage_ != TableStage::playing) return view;
  std::visit(
      [&](const auto& session) {
        using G = typename std::decay_t<decltype(session)>::GameType;
        JsonArray choices, undo;
        for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat) {
          if (who.empty() || seats_[size_t(seat)].who != who) continue;
          const std::optional<typename G::State> state = session.choice(seat);
          if (state && seats_[size_t(seat)].bot.empty()) {
            JsonObject choice = decision_point(seat);
            choice["seat"] = seat;
            choice["position"] = session.play().position(*state, session.play().ply());
            choice["position"].as_object()["effects"] = G::effects(*state);
            choices.emplace_back(std::move(choice));
          }
          if (!session.over() && session.can_take_back(seat)) {
            JsonObject back = decision_point(seat);
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

Result<JsonObject> Table::query_position(int number, const std::vector<std::string>& names,
                                         const JsonObject& request) const {
  const Result<const AnySession*> found = game(number);
  if (!found) return found.error();
  return std::visit(
      [&](const auto& session) {
        auto play = session.play();
        play.name(names_in(**found, names));
        return tables::query_position(play, request);
      },
      **found);
}

Result<JsonObject> Table::preview(int seat, const std::vector<std::string>& events) const {
  if (games_.empty() || seat < 0 || seat >= static_cast<int>(seats_.size()))
    return illegal_now("there is nothing to decide");
  return std::visit(
      [&](const auto& session) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(session)>::GameType;
        std::optional<typename G::State> state = session.choice(seat);
        if (!state) return illegal_now("this seat has nothing to decide");
        for (const std::string& text : events) {
          const bool still = G::legal(*state) != 0 && !G::over(*state) && G::mover(*state) == seat;
          if (!still) return illegal_event(text, "the seat has nothing more to decide");
          const auto event = G::read(*state, text);
          if (!event) return event.error();
          session.play().step(*state, std::get<Decision>(*event));
        }
        JsonObject position = session.play().position(*state, session.play().ply() + static_cast<int>(events.size()));
        position["effects"] = G::effects(*state);
        return position;
      },
      games_.back());
}

Result<const AnySession*> Table::game(int number) const {
  const int game = number == 0 ? games() - 1 : number - 1;
  if (game < 0 || game >= games()) return Error{Code::no_game, "there is no such game at this table"};
  return &games_[size_t(game)];
}

// Names of the seats as they are now, as they were in a game.
std::vector<std::string> Table::names_in(const AnySession& game, const std::vector<std::string>& names) const {
  const int ago = static_cast<int>(&games_.back() - &game), seats = static_cast<int>(names.size());
  std::vector<std::string> in_order;
  for (int seat = 0; seat < seats; ++seat) in_order.push_back(names[size_t((seat - ago + seats) % seats)]);
  return in_order;
}

Result<AnyPlay> Table::play(int number, const std::vector<std::string>& names) const {
  const Result<const AnySession*> found = game(number);
  if (!found) return found.error();
  return std::visit(
      [&](const auto& session) -> Result<AnyPlay> {
        auto play = session.play();
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

JsonObject Table::rematch_request() const {
  JsonArray bots;
  for (const Seat& seat : seats_) bots.emplace_back(seat.who.empty() ? Json(seat.bot) : Json(nullptr));
  JsonObject settings{
      {"game", name_of(settings_.game)}, {"seats", i64(seats_.size())}, {"options", options_of(settings_)},
      {"dice", settings_.dice},          {"match", settings_.match},    {"first", settings_.first},
      {"listed", settings_.listed},      {"hints", settings_.hints},    {"limit", settings_.limit},
      {"pace", paces[settings_.pace]},   {"bots", std::move(bots)}};
  if (settings_.paper != 0) {
    JsonArray paper;
    for (int seat : Members{on_paper()}) paper.emplace_back(seat);
    settings["paper"] = std::move(paper);
  }
  return settings;
}

std::vector<SeatResult> Table::results() const {
  std::vector<SeatResult> list;
  if (stage_ != TableStage::over || broken_off_ || settings_.paper != 0) return list;
  std::visit(
      [&](const auto& session) {
        using G = typename std::decay_t<decltype(session)>::GameType;
        const auto& state = session.play().state();
        const JsonObject position = G::position(state, session.play().ply());
        int most = 0;
        for (const Seat& seat : seats_) most = std::max(most, seat.points);
        for (size_t n = 0; n < seats_.size(); ++n) {
          const Seat& seat = seats_[n];
          const bool won = settings_.match ? seat.points == most : has(G::ending(state).winners, int(n));
          JsonObject body{{"won", won}, {"match", settings_.match}, {"options", options_of(settings_)}};
          if (!settings_.match) body["sheet"] = position.at("sheets").as_array()[n];
          if (seats_.size() == 1) body["grades"] = position.at("result").as_object().at("grades");
          const bool own = !seat.resigned && !seat.helped;
          list.push_back({own ? seat.who : std::string(), seat.points, std::move(body)});
        }
      },
      games_.back());
  return list;
}

}  // namespace volpe::tables
