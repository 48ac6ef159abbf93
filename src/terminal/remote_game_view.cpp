// A table of a server as a room.
#include "terminal/remote_game_view.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>

#include "client/connection.h"
#include "client/json_fields.h"
#include "client/person.h"

namespace volpe {
namespace {

using client::array_at;
using client::bool_at;
using client::Notification;
using client::number_at;
using client::text_at;
using Clock = std::chrono::steady_clock;
constexpr auto time_to_read = std::chrono::seconds(4);

// Where a decision stands: at a ply, or at a step of a turn in which seats do not wait for each other.
JsonObject place_in(const JsonObject& choice) {
  JsonObject place;
  for (std::string_view key : {"ply", "turn", "step"})
    if (const Json* value = choice.if_contains(key)) place[key] = *value;
  return place;
}

class RemoteRoom final : public Room {
 public:
  RemoteRoom(client::Address address, const std::string& token, bool sits, const Texts& texts)
      : address_(std::move(address)), texts_(texts), sits_(sits), connection_(client::connect(address_.server, token)) {
    connection_->watch(address_.table);
    refresh();
  }

  const View& view() const override { return view_; }

  Refusal add_seed(const std::string&) override { return not_now(); }  // random ones are sent with the seats

  Refusal roll() override {
    if (view_.asked == nobody || view_.types_dice || choice_ != nullptr) return not_now();
    return act("roll", {{"seat", view_.asked}, {"ply", position().at("ply")}});
  }

  Refusal decide(const std::string& event) override {
    if (view_.asked == nobody || (choice_ == nullptr && !view_.types_dice)) return not_now();
    JsonObject fields = choice_ != nullptr ? place_in(*choice_) : JsonObject{{"ply", position().at("ply")}};
    fields["seat"] = view_.asked;
    fields["event"] = event;
    return act("event", std::move(fields));
  }

  Refusal undo() override {
    if (undo_ == nullptr || busy()) return not_now();
    JsonObject fields = place_in(*undo_);
    fields["seat"] = undo_->at("seat");
    return act("undo", std::move(fields));
  }

  Refusal ask_hint() override {
    if (choice_ == nullptr || !bool_at(table_, "hints")) return not_now();
    if (hint_.empty())
      hint_ = connection_->request({{"op", "advise"}, {"table", address_.table}, {"seat", view_.asked}});
    return {};
  }

  Refusal ask_analysis() override {
    if (!over()) return not_now();
    if (analysis_.empty() && !view_.analysis) {
      JsonObject message{{"op", "analyze"}, {"table", address_.table}};
      if (bool_at(table_, "match")) message["game"] = number_at(table_, "games", nobody);
      analysis_ = connection_->request(std::move(message));
    }
    return {};
  }

  // Of a match, or at another table like this one.
  Refusal next_game() override {
    if (!view_.next_game || busy()) return not_now();
    if (text_at(table_, "stage") == "playing") return act("next", {});
    if (const std::string table = text_at(table_, "rematch"); !table.empty()) {
      go_to(table);
      return {};
    }
    return act("rematch", {});
  }

  int news() const override { return connection_->readable_file(); }

  int patience() const override {
    if (back_until_ == Clock::time_point{}) return -1;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(back_until_ - Clock::now()).count();
    return std::max(0, int(left) + 1);
  }

  bool go_on() override {
    bool changed = false;
    if (back_until_ != Clock::time_point{} && Clock::now() >= back_until_) {
      back_until_ = {};
      changed = true;
    }
    while (const std::optional<Notification> next = connection_->next()) {
      hear(*next);
      changed = true;
    }
    if (changed) refresh();
    return changed;
  }

 private:
  static Error not_now() { return {Code::illegal_event, "that is not possible now"}; }

  // ---- What the table shows

  const JsonObject& position() const { return table_.at("position").as_object(); }
  bool begun() const { return table_.contains("position"); }
  bool over() const { return begun() && !position().at("result").is_null(); }
  const JsonArray& players() const { return array_at(table_, "players"); }
  const JsonObject& player(int seat) const { return players().at(size_t(seat)).as_object(); }

  bool mine(int seat) const { return seat >= 0 && seat < int(players().size()) && bool_at(player(seat), "you"); }
  bool played_here(int seat) const { return mine(seat) && player(seat).at("bot").is_null(); }
  bool seated() const {
    for (int seat = 0; seat < int(players().size()); ++seat)
      if (mine(seat)) return true;
    return false;
  }
  int free_seat() const {
    for (int seat = 0; seat < int(players().size()); ++seat)
      if (text_at(player(seat), "kind") == "free") return seat;
    return nobody;
  }

  // Something was sent whose effect is not shown yet.
  bool busy() const { return !sent_.empty() || shown_from_ > revision(); }
  int revision() const { return number_at(table_, "revision", 0); }

  // ---- What is sent

  Refusal act(std::string_view what, JsonObject fields) {
    if (busy()) return not_now();
    trouble_.clear();
    send_and_wait(what, std::move(fields));
    refresh();
    return {};
  }

  void send_and_wait(std::string_view what, JsonObject fields) {
    sent_ = send(what, std::move(fields));
    sent_at_ = revision();
  }

  std::string send(std::string_view what, JsonObject fields) {
    fields["op"] = "do";
    fields["table"] = address_.table;
    fields["do"] = what;
    return connection_->request(std::move(fields));
  }

  void sit(int seat, const std::string& name) {
    JsonObject fields{{"seat", seat}, {"seed", client::random_id()}};
    if (!name.empty()) fields["name"] = name;
    send_and_wait("sit", std::move(fields));
  }

  // What goes without saying: sitting down, starting when nobody is missing, and taking a seat back from a bot.
  void act_unasked() {
    if (busy()) return;
    if (text_at(table_, "stage") == "open") {
      while (!wanted_.empty()) {
        const auto [seat, name] = wanted_.back();
        wanted_.pop_back();
        if (seat < int(players().size()) && text_at(player(seat), "kind") == "free") return sit(seat, name);
      }
      if (sits_ && !seated() && free_seat() != nobody) return sit(free_seat(), "");
      if (bool_at(table_, "host") && free_seat() == nobody && !std::exchange(started_, true))
        send_and_wait("start", {});
      return;
    }
    if (!std::exchange(came_back_, true))
      for (int seat = 0; seat < int(players().size()); ++seat)
        if (mine(seat) && !played_here(seat) && !bool_at(player(seat), "resigned")) send("back", {{"seat", seat}});
  }

  // Play goes on at another table, on the seats that were one's own.
  void go_to(const std::string& table) {
    wanted_.clear();
    for (int seat = 0; seat < int(players().size()); ++seat)
      if (mine(seat)) wanted_.emplace_back(seat, text_at(player(seat), "name"));
    if (wanted_.size() == 1) wanted_[0].second.clear();  // a name for one of several at this keyboard
    connection_->unwatch(address_.table);
    address_.table = table;
    connection_->watch(table);
    table_ = {};
    shown_from_ = 0;
    started_ = came_back_ = false;
    refresh();
  }

  // ---- What is heard

  void hear(const Notification& news) {
    if (news.type == Notification::Type::lost) lost_ = true;
    if (news.type == Notification::Type::connected && std::exchange(lost_, false))
      back_until_ = Clock::now() + time_to_read;
    if (news.type != Notification::Type::message) return;
    const JsonObject& message = news.message;
    const std::string type = text_at(message, "type"), id = text_at(message, "id");
    const bool here = text_at(message, "table") == address_.table;
    if (type == "table" && here) {
      if (number_at(message, "revision", 0) < revision()) return;
      const bool was_over = over();
      table_ = message;
      if (over() && !was_over) sent_.clear();  // it has ended the game, whenever its answer comes
      note_recent();
      act_unasked();
    } else if (type == "presence" && here && !table_.empty()) {
      table_["here"] = message.at("here");
    } else if (id == sent_ && !id.empty()) {
      hear_answer(message);
    } else if (id == hint_ && !id.empty()) {
      hint_.clear();
      if (type == "advice") advice_ = array_at(message, "advice");
      if (type == "error") note_trouble(message);
    } else if (id == analysis_ && !id.empty()) {
      view_.analysed = type == "progress" ? message.at("done").to_number<double>() : 1;
      if (type == "progress") return;
      analysis_.clear();
      view_.analysis = type == "analysis" ? message : JsonObject{};
    } else if (type == "error" && (id == "hello" || id == "watch " + address_.table)) {
      note_trouble(message);
    }
  }

  void hear_answer(const JsonObject& message) {
    sent_.clear();
    if (text_at(message, "type") == "error") {
      note_trouble(message);
      if (revision() == sent_at_) return;  // the same would be refused again
    } else if (const std::string table = text_at(message, "table"); !table.empty()) {
      go_to(table);
    } else {
      shown_from_ = number_at(message, "revision", 0);
    }
    act_unasked();
  }

  // Stale: the game has gone on, and the newest position is here or on its way.
  void note_trouble(const JsonObject& message) {
    const std::string code = text_at(message.at("error").as_object(), "code"), key = "error." + code;
    if (code != "stale") trouble_ = texts_.has(key) ? key : "error.other";
  }

  // The server shows the latest events; earlier ones were shown before.
  void note_recent() {
    const int game = number_at(table_, "games", 0);
    if (std::exchange(logged_game_, std::pair(address_.table, game)) != std::pair(address_.table, game)) {
      log_.clear();
      view_.analysis.reset();
      analysis_.clear();
    }
    const JsonArray& recent = array_at(table_, "recent");
    const int first = recent.empty() ? 0 : number_at(recent[0].as_object(), "ply", nobody);
    while (!log_.empty() && log_.back().first >= first) log_.pop_back();
    for (const Json& one : recent) {
      const JsonObject& event = one.as_object();
      log_.emplace_back(number_at(event, "ply", nobody),
                        Happening{number_at(event, "seat", nobody), text_at(event, "event")});
    }
  }

  // ---- What is drawn

  std::string notice() const {
    if (lost_) return "connection.lost";
    if (!trouble_.empty()) return trouble_;
    if (back_until_ != Clock::time_point{}) return "connection.back";
    if (table_.empty()) return "join.waiting";
    if (bool_at(table_, "broken_off")) return "error.game_over";
    if (text_at(table_, "stage") == "open" && (seated() || free_seat() != nobody))
      return free_seat() != nobody ? "lobby.waiting" : "lobby.host";
    if (seated() || over()) return "";
    return sits_ ? "join.full" : "join.watching";
  }

  std::string name_of(const JsonObject& player) const {
    const std::string kind = text_at(player, "kind");
    if (kind == "free") return texts_("seat.free");
    if (kind == "bot") return "bot:" + text_at(player, "bot");
    const std::string name = text_at(player, "name");
    return name.empty() ? texts_("me.guest") : name;
  }

  // The first own seat that can do something.
  void find_choice() {
    choice_ = undo_ = nullptr;
    for (const Json& choice : array_at(table_, "choices"))
      if (choice_ == nullptr && played_here(number_at(choice.as_object(), "seat", nobody)))
        choice_ = &choice.as_object();
    for (const Json& undo : array_at(table_, "undo")) {
      const int seat = number_at(undo.as_object(), "seat", nobody);
      const bool asked = choice_ != nullptr && seat == number_at(*choice_, "seat", nobody);
      if (played_here(seat) && (undo_ == nullptr || asked)) undo_ = &undo.as_object();
    }
  }

  void refresh() {
    View next;
    next.notice = notice();
    next.kept = address_.url();
    next.analysis = std::move(view_.analysis);
    next.analysed = view_.analysed;
    for (const auto& [ply, happening] : log_) next.log.push_back(happening);
    for (int seat = 0; seat < int(players().size()); ++seat) {
      const JsonArray& here = array_at(table_, "here");
      const bool there =
          text_at(player(seat), "kind") != "person" || size_t(seat) >= here.size() || here[size_t(seat)] == true;
      next.seats.push_back({name_of(player(seat)), played_here(seat), there});
    }
    find_choice();
    if (begun()) draw_game(next);
    const std::string asks = boost::json::serialize(choice_ != nullptr ? *choice_ : JsonObject{});
    if (std::exchange(advised_, asks) != asks) advice_.reset();
    next.advice = advice_;
    view_ = std::move(next);
  }

  // A game that is over counts in the server's points already; the screen adds it itself.
  int points_of_end(int seat) const {
    return over() ? position().at("result").at("totals").at(size_t(seat)).to_number<int>() : 0;
  }

  void draw_game(View& next) {
    next.position = position();
    if (bool_at(table_, "broken_off")) next.position["to_move"] = next.position["due_seat"] = nullptr;
    const JsonArray& commitments = array_at(table_, "commitments");
    const int game = number_at(table_, "games", 1);
    if (game >= 1 && size_t(game) <= commitments.size()) next.commitment = commitments[size_t(game) - 1].as_string();
    if (bool_at(table_, "match")) {
      next.match = MatchPlace{game, int(players().size()), {}};
      for (int seat = 0; seat < int(players().size()); ++seat)
        next.match->points.push_back(number_at(player(seat), "points", 0) - points_of_end(seat));
    }
    const bool match_goes_on = over() && text_at(table_, "stage") == "playing";
    const bool rematch = text_at(table_, "stage") == "over" && text_at(table_, "dice") != "daily";
    next.next_game = seated() && (match_goes_on || rematch);
    if (busy() || over()) return;
    next.can_undo = undo_ != nullptr;
    const int roller = number_at(table_, "roller", nobody);
    if (choice_ != nullptr) {
      next.asked = number_at(*choice_, "seat", nobody);
      next.position = choice_->at("position").as_object();
      // While others decide the table goes on; the question stays the same.
      if (choice_->contains("turn"))
        next.position["ply"] = number_at(*choice_, "turn", nobody) + number_at(*choice_, "step", nobody);
    } else if (played_here(roller)) {
      next.asked = roller;
    } else if (text_at(table_, "dice") == "real" && text_at(position(), "to_move") == "dice" && seated()) {
      next.asked = number_at(position(), "due_seat", nobody);
      next.types_dice = true;
    }
  }

  client::Address address_;
  const Texts texts_;
  const bool sits_;  // takes a seat if one is free
  std::unique_ptr<client::Connection> connection_;

  JsonObject table_;                                      // as the server shows it
  const JsonObject *choice_ = nullptr, *undo_ = nullptr;  // in it
  std::vector<std::pair<int, Happening>> log_;            // with their plies
  std::pair<std::string, int> logged_game_;
  View view_;

  std::string sent_, hint_, analysis_;  // ids that are not answered yet
  int sent_at_ = 0;                     // the revision when it was sent
  int shown_from_ = 0;                  // the revision that shows what was done last
  std::optional<JsonArray> advice_;
  std::string advised_;  // the question that the advice is about
  std::string trouble_;  // a key of words
  bool lost_ = false;
  Clock::time_point back_until_{};
  std::vector<std::pair<int, std::string>> wanted_;  // seats to be taken at the next table, with names
  bool started_ = false, came_back_ = false;
};

// Why a server can not be played at, in words of its own where the page has none.
Sentence refusal(const client::ApiError& refused, const client::Address& address, const Texts& texts) {
  constexpr std::pair<std::string_view, std::string_view> sentences[] = {{"offline", "join.offline"},
                                                                         {"foreign", "join.foreign"},
                                                                         {"not_found", "join.not_found"},
                                                                         {"bad_request", "join.bad_request"},
                                                                         {"not_kept", "join.not_kept"}};
  for (const auto& [code, key] : sentences)
    if (code == refused.code) return {texts(key, {{"address", address.url()}})};
  const std::string key = "error." + refused.code;
  return {texts.has(key) ? texts(key) : texts("error.other") + " " + refused.message};
}

}  // namespace

Result<client::Address, Sentence> address_in(const std::string& text, const Texts& texts) {
  const Result<client::Address, client::AddressError> address = client::parse_address(text);
  if (address) return *address;
  return Sentence{
      texts(address.error() == client::AddressError::encrypted ? "join.https" : "join.address", {{"address", text}})};
}

Result<std::vector<OpenTable>, Sentence> open_tables(const client::Server& server, const Texts& texts) {
  const auto answer = client::call_api(server, client::Method::get, "tables?stage=open");
  if (!answer) return refusal(answer.error(), {server, ""}, texts);
  std::vector<OpenTable> tables;
  for (const Json& line : array_at(*answer, "tables")) {
    if (!line.is_object()) continue;
    const JsonObject& table = line.get_object();
    tables.push_back(
        {text_at(table, "table"), text_at(table, "game"), number_at(table, "seats", 0), number_at(table, "taken", 0)});
  }
  return tables;
}

Result<std::unique_ptr<Room>, Sentence> join_table(const client::Address& address, const Joining& joining,
                                                   const Texts& texts) {
  const auto table = client::call_api(address.server, client::Method::get, "tables/" + address.table);
  if (!table) return refusal(table.error(), address, texts);
  const JsonArray& players = array_at(*table, "players");
  if (std::ranges::any_of(players, [](const Json& player) { return bool_at(player.as_object(), "paper"); }))
    return Sentence{texts("join.paper")};
  std::string token;
  if (!joining.watch) {
    const auto person = client::sign_in(address.server, joining.folder, joining.name, texts("me.guest"));
    if (!person) return refusal(person.error(), address, texts);
    token = person->token;
  }
  return std::unique_ptr<Room>(std::make_unique<RemoteRoom>(address, token, !joining.watch, texts));
}

}  // namespace volpe
