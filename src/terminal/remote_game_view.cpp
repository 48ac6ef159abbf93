// Commands to a server, and the state that its messages lead to.
#include "terminal/remote_game_view.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>

#include "client/connection.h"
#include "client/json_fields.h"
#include "terminal/remote_table.h"

namespace volpe {
namespace {

using client::array_at;
using client::bool_at;
using client::Notification;
using client::number_at;
using client::text_at;
using Clock = std::chrono::steady_clock;
constexpr auto time_to_read = std::chrono::seconds(4);

// Where a decision belongs: to a ply, or to a step of a turn in which independent seats decide in parallel.
JsonObject place_in(const JsonObject& choice) {
  JsonObject place;
  for (std::string_view key : {"ply", "turn", "step"})
    if (const Json* value = choice.if_contains(key)) place[key] = *value;
  return place;
}

class RemoteGameView final : public GameView {
 public:
  RemoteGameView(client::Address address, const std::string& token, bool takes_seat, const Texts& texts)
      : address_(std::move(address)),
        texts_(texts),
        takes_seat_(takes_seat),
        connection_(client::connect(address_.server, token)) {
    connection_->watch(address_.table);
    refresh();
  }

  const ViewState& state() const override { return state_; }

  Refusal add_seed(const std::string&) override { return not_now(); }  // sit sends a random seed

  Refusal roll() override {
    if (state_.asked == nobody || state_.types_dice || table_.choice() != nullptr) return not_now();
    return send_command("roll", {{"seat", state_.asked}, {"ply", table_.position().at("ply")}});
  }

  Refusal decide(const std::string& event) override {
    const JsonObject* choice = table_.choice();
    if (state_.asked == nobody || (choice == nullptr && !state_.types_dice)) return not_now();
    JsonObject fields = choice != nullptr ? place_in(*choice) : JsonObject{{"ply", table_.position().at("ply")}};
    fields["seat"] = state_.asked;
    fields["event"] = event;
    return send_command("event", std::move(fields));
  }

  Refusal undo() override {
    const JsonObject* undo = table_.undo();
    if (undo == nullptr || awaits_effect()) return not_now();
    JsonObject fields = place_in(*undo);
    fields["seat"] = undo->at("seat");
    return send_command("undo", std::move(fields));
  }

  Refusal request_hint() override {
    if (table_.choice() == nullptr || !table_.has_hints()) return not_now();
    if (pending_hint_.empty())
      pending_hint_ = connection_->request({{"op", "advise"}, {"table", address_.table}, {"seat", state_.asked}});
    return {};
  }

  Refusal request_analysis() override {
    if (!table_.over()) return not_now();
    if (pending_analysis_.empty() && !state_.analysis) {
      JsonObject message{{"op", "analyze"}, {"table", address_.table}};
      if (table_.is_match()) message["game"] = table_.game_number(nobody);
      pending_analysis_ = connection_->request(std::move(message));
    }
    return {};
  }

  // The next game of a match, or a rematch at another table.
  Refusal next_game() override {
    if (!state_.next_game || awaits_effect()) return not_now();
    if (table_.stage() == "playing") return send_command("next", {});
    if (const std::string table = table_.rematch(); !table.empty()) {
      move_to(table);
      return {};
    }
    return send_command("rematch", {});
  }

  int readable_file() const override { return connection_->readable_file(); }

  int timeout() const override {
    if (back_until_ == Clock::time_point{}) return -1;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(back_until_ - Clock::now()).count();
    return std::max(0, int(left) + 1);
  }

  bool update() override {
    bool changed = false;
    if (back_until_ != Clock::time_point{} && Clock::now() >= back_until_) {
      back_until_ = {};
      changed = true;
    }
    while (const std::optional<Notification> next = connection_->next()) {
      on_notification(*next);
      changed = true;
    }
    if (changed) refresh();
    return changed;
  }

 private:
  static Error not_now() { return {Code::illegal_event, "that is not possible now"}; }

  // ---- Sending

  // A command was sent whose effect the table does not show yet.
  bool awaits_effect() const { return !pending_command_.empty() || awaited_revision_ > table_.revision(); }

  Refusal send_command(std::string_view command, JsonObject fields) {
    if (awaits_effect()) return not_now();
    error_key_.clear();
    send_and_await(command, std::move(fields));
    refresh();
    return {};
  }

  void send_and_await(std::string_view command, JsonObject fields) {
    pending_command_ = send(command, std::move(fields));
    sent_at_revision_ = table_.revision();
  }

  std::string send(std::string_view command, JsonObject fields) {
    fields["op"] = "do";
    fields["table"] = address_.table;
    fields["do"] = command;
    return connection_->request(std::move(fields));
  }

  void sit(int seat, const std::string& name) {
    JsonObject fields{{"seat", seat}, {"seed", client::random_id()}};
    if (!name.empty()) fields["name"] = name;
    send_and_await("sit", std::move(fields));
  }

  // Does what needs no key: sits down, starts a table when no player is missing, and takes a seat back from a bot.
  void act_automatically() {
    if (awaits_effect()) return;
    if (table_.stage() == "open") return sit_down_or_start();
    if (!std::exchange(reclaimed_seats_, true))
      for (int seat = 0; seat < table_.seats(); ++seat)
        if (table_.is_mine(seat) && !table_.is_local(seat) && !bool_at(table_.player(seat), "resigned"))
          send("back", {{"seat", seat}});
  }

  void sit_down_or_start() {
    while (!seats_to_take_.empty()) {
      const auto [seat, name] = seats_to_take_.back();
      seats_to_take_.pop_back();
      if (seat < table_.seats() && table_.is_free(seat)) return sit(seat, name);
    }
    const int free_seat = table_.free_seat();
    if (takes_seat_ && !table_.seated() && free_seat != nobody) return sit(free_seat, "");
    if (table_.hosted_here() && free_seat == nobody && !std::exchange(started_, true)) send_and_await("start", {});
  }

  // Continues at another table, on the seats that this person has here.
  void move_to(const std::string& table) {
    seats_to_take_.clear();
    for (int seat = 0; seat < table_.seats(); ++seat)
      if (table_.is_mine(seat)) seats_to_take_.emplace_back(seat, text_at(table_.player(seat), "name"));
    if (seats_to_take_.size() == 1) seats_to_take_[0].second.clear();  // only several at one keyboard need names
    connection_->unwatch(address_.table);
    address_.table = table;
    connection_->watch(table);
    table_.clear();
    awaited_revision_ = 0;
    started_ = reclaimed_seats_ = false;
    refresh();
  }

  // ---- Receiving

  void on_notification(const Notification& notification) {
    using Type = Notification::Type;
    if (notification.type == Type::lost) lost_ = true;
    if (notification.type == Type::connected && std::exchange(lost_, false)) back_until_ = Clock::now() + time_to_read;
    if (notification.type == Type::message) on_message(notification.message);
  }

  void on_message(const JsonObject& message) {
    const std::string type = text_at(message, "type"), id = text_at(message, "id");
    const bool here = text_at(message, "table") == address_.table;
    if (type == "table" && here) {
      on_table(message);
    } else if (type == "presence" && here && !table_.empty()) {
      table_.set_presence(message.at("here"));
    } else if (id == pending_command_ && !id.empty()) {
      on_command_answer(message);
    } else if (id == pending_hint_ && !id.empty()) {
      pending_hint_.clear();
      if (type == "advice") advice_ = array_at(message, "advice");
      if (type == "error") note_error(message);
    } else if (id == pending_analysis_ && !id.empty()) {
      state_.analysis_progress = type == "progress" ? message.at("done").to_number<double>() : 1;
      if (type == "progress") return;
      pending_analysis_.clear();
      state_.analysis = type == "analysis" ? message : JsonObject{};
    } else if (type == "error" && (id == "hello" || id == "watch " + address_.table)) {
      note_error(message);
    }
  }

  void on_table(const JsonObject& message) {
    if (number_at(message, "revision", 0) < table_.revision()) return;
    const bool was_over = table_.over();
    table_.set(message);
    if (table_.over() && !was_over)
      pending_command_.clear();  // the command has ended the game, whenever its answer comes
    note_recent_events();
    act_automatically();
  }

  void on_command_answer(const JsonObject& message) {
    pending_command_.clear();
    if (text_at(message, "type") == "error") {
      note_error(message);
      if (table_.revision() == sent_at_revision_) return;  // the same would be refused again
    } else if (const std::string table = text_at(message, "table"); !table.empty()) {
      move_to(table);
    } else {
      awaited_revision_ = number_at(message, "revision", 0);
    }
    act_automatically();
  }

  // The error "stale" is not shown: the game has gone on, and the newest position is here or on its way.
  void note_error(const JsonObject& message) {
    const std::string code = client::error_code_in(message), key = "error." + code;
    if (code != "stale") error_key_ = texts_.has(key) ? key : "error.other";
  }

  // The server sends the latest events; the log has the earlier ones.
  void note_recent_events() {
    const std::pair game(address_.table, table_.game_number(0));
    if (std::exchange(logged_game_, game) != game) {
      log_.clear();
      state_.analysis.reset();
      pending_analysis_.clear();
    }
    const JsonArray& recent = table_.recent_events();
    const int first = recent.empty() ? 0 : number_at(recent[0].as_object(), "ply", nobody);
    while (!log_.empty() && log_.back().first >= first) log_.pop_back();
    for (const Json& one : recent) {
      const JsonObject& event = one.as_object();
      log_.emplace_back(number_at(event, "ply", nobody),
                        LogEntry{number_at(event, "seat", nobody), text_at(event, "event")});
    }
  }

  // ---- The state of the view

  std::string notice() const {
    if (lost_) return "connection.lost";
    if (!error_key_.empty()) return error_key_;
    if (back_until_ != Clock::time_point{}) return "connection.back";
    if (table_.empty()) return "join.waiting";
    if (table_.broken_off()) return "error.game_over";
    const bool seated = table_.seated(), has_free_seat = table_.free_seat() != nobody;
    if (table_.stage() == "open" && (seated || has_free_seat)) return has_free_seat ? "lobby.waiting" : "lobby.host";
    if (seated || table_.over()) return "";
    return takes_seat_ ? "join.full" : "join.watching";
  }

  std::string name_of(const JsonObject& player) const {
    const std::string occupant = text_at(player, "kind");
    if (occupant == "free") return texts_("seat.free");
    if (occupant == "bot") return "bot:" + text_at(player, "bot");
    const std::string name = text_at(player, "name");
    return name.empty() ? texts_("me.guest") : name;
  }

  void refresh() {
    ViewState next;
    next.notice = notice();
    next.saved_at = address_.url();
    next.analysis = std::move(state_.analysis);
    next.analysis_progress = state_.analysis_progress;
    for (const auto& [ply, entry] : log_) next.log.push_back(entry);
    for (int seat = 0; seat < table_.seats(); ++seat)
      next.seats.push_back({name_of(table_.player(seat)), table_.is_local(seat), table_.is_present(seat)});
    if (table_.begun()) {
      show_game(next);
      if (!awaits_effect() && !table_.over()) show_what_is_asked(next);
    }
    const JsonObject* choice = table_.choice();
    const std::string question = boost::json::serialize(choice != nullptr ? *choice : JsonObject{});
    if (std::exchange(advised_question_, question) != question) advice_.reset();
    next.advice = advice_;
    state_ = std::move(next);
  }

  void show_game(ViewState& next) const {
    next.position = table_.position();
    if (table_.broken_off()) next.position["to_move"] = next.position["due_seat"] = nullptr;
    next.commitment = table_.commitment();
    if (table_.is_match()) {
      next.match = MatchStanding{table_.game_number(1), table_.seats(), {}};
      for (int seat = 0; seat < table_.seats(); ++seat) next.match->points.push_back(table_.points_before(seat));
    }
    const bool next_in_match = table_.over() && table_.stage() == "playing";
    const bool can_rematch = table_.stage() == "over" && table_.dice() != "daily";
    next.next_game = table_.seated() && (next_in_match || can_rematch);
  }

  void show_what_is_asked(ViewState& next) const {
    next.can_undo = table_.undo() != nullptr;
    if (const JsonObject* choice = table_.choice(); choice != nullptr) {
      next.asked = number_at(*choice, "seat", nobody);
      next.position = choice->at("position").as_object();
      // The table goes on while others decide; the question stays the same.
      if (choice->contains("turn"))
        next.position["ply"] = number_at(*choice, "turn", nobody) + number_at(*choice, "step", nobody);
    } else if (table_.roller() != nobody) {
      next.asked = table_.roller();
    } else if (table_.dice() == "real" && text_at(table_.position(), "to_move") == "dice" && table_.seated()) {
      next.asked = number_at(table_.position(), "due_seat", nobody);
      next.types_dice = true;
    }
  }

  client::Address address_;
  const Texts texts_;
  const bool takes_seat_;  // if one is free
  std::unique_ptr<client::Connection> connection_;

  RemoteTable table_;
  std::vector<std::pair<int, LogEntry>> log_;  // with their plies
  std::pair<std::string, int> logged_game_;    // table and number
  ViewState state_;

  std::string pending_command_, pending_hint_, pending_analysis_;  // ids of requests without an answer
  int sent_at_revision_ = 0;  // the table's revision when the pending command was sent
  int awaited_revision_ = 0;  // the first that shows the last command
  std::optional<JsonArray> advice_;
  std::string advised_question_;  // what the advice is about
  std::string error_key_;         // the text of the last error
  bool lost_ = false;
  Clock::time_point back_until_{};                          // until then the screen says that the connection is back
  std::vector<std::pair<int, std::string>> seats_to_take_;  // at the next table, with names
  bool started_ = false, reclaimed_seats_ = false;
};

}  // namespace

std::unique_ptr<GameView> make_remote_game_view(const client::Address& address, const std::string& token,
                                                bool takes_seat, const Texts& texts) {
  return std::make_unique<RemoteGameView>(address, token, takes_seat, texts);
}

}  // namespace volpe
