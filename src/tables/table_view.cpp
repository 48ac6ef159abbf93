// What people see of a table: views, previews, positions of the past, records and results.
#include "tables/position_query.h"
#include "tables/refusals.h"
#include "tables/table.h"

namespace volpe::tables {
namespace {

void write_texts(JsonText& json, const std::vector<std::string>& texts) {
  json.array([&] {
    for (const std::string& text : texts) json.value(text);
  });
}

// Text that was written here, as values.
JsonObject parsed_object(std::string_view text) { return *parse_object(text); }

}  // namespace

// The fields of a line in lists, with which every view begins.
void Table::write_summary(JsonText& json) const {
  json.field("game", name_of(settings_.game));
  json.field("seats", seats_.size());
  json.field("taken", std::count_if(seats_.begin(), seats_.end(), [](const Seat& seat) { return seat.taken(); }));
  json.field("dice", settings_.dice);
  json.field("match", settings_.match);
  json.field("hints", settings_.hints);
  std::visit([&](auto g) { write_options<decltype(g)>(json.key("options"), settings_.setup.options); }, settings_.game);
  json.field("stage", stage_names[int(stage_)]);
  if (settings_.paper != 0) json.field("paper", true);
  if (broken_off_) json.field("broken_off", true);
  if (stage_ != TableStage::over || broken_off_) return;
  json.key("totals").array([&] {
    for (const Seat& seat : seats_) json.value(seat.paper ? std::nullopt : std::optional<int>(seat.points));
  });
}

JsonObject Table::summary() const {
  JsonText json;
  json.object([&] { write_summary(json); });
  return parsed_object(json.take());
}

JsonObject Table::view(std::string_view who) const {
  std::string text = shared_view_text();
  text.back() = ',';
  return parsed_object(text + personal_view_text(who, {}).substr(1));
}

JsonObject Table::shared_view() const { return parsed_object(shared_view_text()); }

JsonObject Table::personal_view(std::string_view who) const { return parsed_object(personal_view_text(who, {})); }

std::string Table::shared_view_text() const {
  JsonText json(4096);
  json.object([&] {
    write_summary(json);
    json.field("revision", revision_);
    json.field("listed", settings_.listed);
    json.field("limit", settings_.limit);
    json.field("pace", paces[settings_.pace]);
    json.field("first", settings_.first);
    json.field("time", time_);
    json.field("since", since_);
    if (!rematch_.empty()) json.field("rematch", rematch_);
    if (settings_.dice == "daily") json.field("date", settings_.date);
    if (settings_.dice == "fair") write_texts(json.key("commitments"), settings_.commitments);
    json.field("games", games());
    if (!games_.empty()) std::visit([&](const auto& session) { write_game(json, session); }, games_.back());
  });
  return json.take();
}

template <class Session>
void Table::write_game(JsonText& json, const Session& session) const {
  using G = typename Session::GameType;
  const auto& play = session.play();
  G::write_position(json.key("position"), play.state(), {.ply = play.ply(), .redacted = play.redacted()});
  if constexpr (requires { play.leaves(); }) json.field("leaves", play.leaves());
  const std::optional<int> roller = session.roller();
  json.field("roller", play.digital() && !broken_off_ ? roller : std::nullopt);
  json.key("recent").array([&] {
    size_t ply = play.events().size() - std::min(play.events().size(), session.most_recent);
    for (const auto& told : session.seat_events(ply))
      json.object([&] {
        json.field("ply", ply++);
        json.field("seat", told.seat);
        json.field("event", told.text);
      });
  });
  if (stage_ != TableStage::playing) return;
  json.key("waits_for").array([&] {
    for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat)
      if (waits_for(seat)) json.value(seat);
  });
}

std::string Table::personal_view_text(std::string_view who, const std::vector<std::string>& names) const {
  JsonText json(1024);
  json.object([&] {
    json.field("host", !who.empty() && who == host_);
    json.key("players").array([&] {
      for (size_t seat = 0; seat < seats_.size(); ++seat)
        write_player(json, seats_[seat], who, seat < names.size() ? names[seat] : std::string_view());
    });
    if (stage_ != TableStage::playing) return;
    std::visit([&](const auto& session) { write_choices(json, session, who); }, games_.back());
  });
  return json.take();
}

void Table::write_player(JsonText& json, const Seat& seat, std::string_view who, std::string_view name) const {
  const bool own = !who.empty() && seat.who == who, person = !seat.who.empty();
  json.object([&] {
    json.field("kind", person ? "person" : seat.taken() ? "bot" : "free");
    json.field("bot", seat.bot.empty() ? std::nullopt : std::optional<std::string_view>(seat.bot));
    json.field("you", own);
    // Nobody chooses a seed with the others' in mind: until all are in, each is shown to its owner only.
    if (settings_.dice == "fair" && (own || stage_ != TableStage::open)) json.field("seed", seat.seed);
    if (seat.paper) json.field("paper", true);
    if (seat.resigned) json.field("resigned", true);
    if (settings_.match) json.field("points", seat.points);
    if (person && !name.empty()) json.field("name", name);
  });
}

// What the seats of a person may decide now, and what they may take back.
template <class Session>
void Table::write_choices(JsonText& json, const Session& session, std::string_view who) const {
  using G = typename Session::GameType;
  const auto& play = session.play();
  std::vector<int> own;
  for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat)
    if (!who.empty() && seats_[size_t(seat)].who == who) own.push_back(seat);
  json.key("choices").array([&] {
    for (int seat : own) {
      const std::optional<typename G::State> state = session.choice(seat);
      if (!state || !seats_[size_t(seat)].bot.empty()) continue;
      json.object([&] {
        write_decision_point(json, seat);
        json.field("seat", seat);
        G::write_position(json.key("position"), *state,
                          {.ply = play.ply(), .redacted = play.redacted(), .effects = true});
      });
    }
  });
  json.key("undo").array([&] {
    for (int seat : own)
      if (!session.over() && session.can_take_back(seat))
        json.object([&] {
          write_decision_point(json, seat);
          json.field("seat", seat);
        });
  });
}

void Table::write_decision_point(JsonText& json, int seat) const {
  for (const auto& [key, value] : decision_point(seat)) json.field(key, value.get_int64());
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
        const int ply = session.play().ply() + static_cast<int>(events.size());
        return G::position(*state, {.ply = ply, .redacted = session.play().redacted(), .effects = true});
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
