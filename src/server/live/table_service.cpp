// Requests at tables: one after the other for each table, many tables at once.
#include "server/live/table_service.h"

#include <atomic>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>

#include "concurrency/thread_pool.h"
#include "players/roster.h"
#include "server/live/bots.h"
#include "server/live/remote_presence.h"
#include "tables/command_parser.h"
#include "tables/people.h"

namespace volpe::server {
namespace {

using store::Id;
using store::Outcome;
using store::Person;

Error unavailable() { return {Code::unavailable, "the store can not be reached: please try again"}; }
Error no_table() { return {Code::not_found, "there is no such table"}; }

// ---- A table in use

struct Asked {
  std::function<Result<JsonObject>(const Table&)> entry;
  std::optional<Id> key;
  std::optional<Person> person;  // nobody: a bot of ours
  std::optional<std::string> seat_name;
  Hall::Answer answer;
  int tries = 0;
  bool looked_again = false;
};

struct Live;

struct Look final : Watcher {
  std::weak_ptr<Live> live;
  std::string who;
  Hall::See see;
  std::function<void(Look*)> gone;
  ~Look() override { gone(this); }
};

struct Live : std::enable_shared_from_this<Live> {
  Live(Id name, Desk::Line its_line) : id(std::move(name)), line(std::move(its_line)) {}

  const Id id;
  Desk::Line line;  // what is asked here is looked at in the order in which it came
  std::mutex mutex;
  std::optional<Table> table;
  std::unordered_map<std::string, i64> keys;  // of entries, with their revision
  std::map<std::string, Person> people;       // by handle
  std::map<int, std::string> names;           // of seats that have one, by place
  std::deque<Asked> asked;
  std::vector<Look*> looks;
  Lookers told;               // who looks here, as other servers know it
  std::optional<Table> next;  // as it will be when it is written
  std::map<int, std::string> next_names;
  bool read = false;  // all that the store has, as far as we know
  bool news = false;  // of another server, while we write
  bool bot_due = false;
  std::vector<bool> waited_for;
  std::chrono::steady_clock::time_point used = std::chrono::steady_clock::now();
};

using Lock = std::unique_lock<std::mutex>;

constexpr size_t most_waiting = 100;  // requests at one table

class HallOfTables final : public Hall {
 public:
  HallOfTables(store::Store& store, HallOptions options)
      : store_(store), options_(std::move(options)), desk_(options_.threads), bots_(options_.threads) {
    every_second();
  }

  ~HallOfTables() override { HallOfTables::close(); }

  void close() override {
    bots_.close();
    desk_.close();
  }

  void open(const Person& person, JsonObject request, Answer answer) override {
    desk_.post([this, person, request = std::move(request), answer = std::move(answer)] {
      if (const std::optional<Error> missing = missing_at_opening(request)) return answer(*missing);
      open_now(person, request, answer);
    });
  }

  void act(const Id& table, const Person& person, std::string key, JsonObject request, Answer answer) override {
    const std::shared_ptr<Live> live = live_table(table);
    live->line.post(
        [this, live, person, key = std::move(key), request = std::move(request), answer = std::move(answer)]() mutable {
          const std::string who = handle_of(person.person, live->id);
          const Result<std::optional<std::string>> seat_name = seat_name_in(request);
          if (!seat_name) return answer(seat_name.error());
          Asked asked;
          asked.seat_name = *seat_name;
          asked.key = who + ":" + key;
          asked.person = person;
          asked.answer = std::move(answer);
          asked.entry = [this, request = std::move(request), who](const Table& now) -> Result<JsonObject> {
            Result<JsonObject> entry = entry_for(request, now);
            if (const Json* bot = entry ? entry->if_contains("bot") : nullptr)
              if (const std::optional<Error> missing = missing_bot(listing_of(now).game, *bot)) return *missing;
            if (entry) (*entry)["by"] = who;
            return entry;
          };
          Lock lock(live->mutex);
          if (!reach(*live, asked.answer)) return;
          if (live->asked.size() >= most_waiting)
            return asked.answer(Error{Code::too_many, "too much is going on at this table: try again in a moment"});
          live->asked.push_back(std::move(asked));
          ++waiting_;
          if (live->asked.size() == 1) go_on(live);
        });
  }

  void ask(const Id& table, const std::optional<Person>& person, Question question, Answer answer) override {
    const std::shared_ptr<Live> live = live_table(table);
    live->line.post([this, live, person, question = std::move(question), answer = std::move(answer)] {
      Lock lock(live->mutex);
      if (!reach(*live, answer)) return;
      const Table copy = *live->table;
      const std::vector<std::string> names = names_at(*live);
      lock.unlock();
      answer(question(copy, person ? handle_of(person->person, live->id) : std::string(), names));
    });
  }

  void view(const Id& table, const std::optional<Person>& person, Answer answer) override {
    const std::shared_ptr<Live> live = live_table(table);
    live->line.post([this, live, person, answer = std::move(answer)] {
      Lock lock(live->mutex);
      if (!reach(*live, answer)) return;
      const JsonObject seen = view_of(*live, person ? handle_of(person->person, live->id) : std::string());
      lock.unlock();
      answer(seen);
    });
  }

  std::shared_ptr<Watcher> watch(const Id& table, const std::optional<Person>& person, See see,
                                 Answer answer) override {
    const auto look = std::make_shared<Look>();
    look->who = person ? handle_of(person->person, table) : std::string();
    look->see = std::move(see);
    look->gone = [this](Look* gone) { end_look(gone); };
    const std::shared_ptr<Live> live = live_table(table);
    live->line.post([this, live, look, answer = std::move(answer)] {
      Lock lock(live->mutex);
      if (!reach(*live, answer)) return;
      look->live = live;
      live->looks.push_back(look.get());
      ++watchers_;
      look->see(message(*live, beginning_of_message(*live), look->who));
      tell_who_looks(*live);
      show_presence(*live);
      look_for_bots(live);
      lock.unlock();
      answer(JsonObject{});
    });
    return look;
  }

  void changed(const store::Notice& notice) override {
    desk_.post([this, notice] {
      if (notice.table.empty()) tell(JsonObject{{"ask", true}});
      for (const std::shared_ptr<Live>& live : tables_in_use()) {
        if (!notice.table.empty() && live->id != notice.table) continue;
        Lock lock(live->mutex);
        live->news = live->next.has_value();
        if (live->next || !live->table) continue;  // looked at when it is written
        if (!notice.table.empty() && notice.revision != 0 && notice.revision <= live->table->revision()) continue;
        if (refresh(*live) && live->table) show(live);
      }
    });
  }

  void heard(const store::Told& told) override {
    desk_.post([this, told] {
      boost::json::error_code failed;
      const Json text = boost::json::parse(told.text, failed);
      if (failed || !text.is_object()) return;
      Elsewhere::Tables changed;
      {
        const Lock lock(elsewhere_mutex_);
        changed = elsewhere_.hear(told, text.get_object(), std::chrono::steady_clock::now());
      }
      show_presence_at(changed);
      if (text.get_object().contains("ask")) tell_who_looks_anywhere();
    });
  }

  void renamed(const Id& person, const std::string& name) override {
    desk_.post([this, person, name] {
      for (const std::shared_ptr<Live>& live : tables_in_use()) {
        Lock lock(live->mutex);
        const auto found = live->people.find(handle_of(person, live->id));
        if (found == live->people.end() || !live->table) continue;
        found->second.name = name;
        show(live);
      }
    });
  }

  void forget(const Id& person) override {
    desk_.post([this, person] {
      for (const std::shared_ptr<Live>& live : tables_in_use()) {
        Lock lock(live->mutex);
        const std::string who = handle_of(person, live->id);
        if (live->people.erase(who) == 0 || !live->table) continue;
        for (const Seat& seat : live->table->seats())
          if (seat.who == who) live->names.erase(seat.place);
        show(live);
      }
    });
  }

  HallCounters counters() const override {
    HallCounters counters;
    {
      const Lock lock(tables_mutex_);
      counters.tables = tables_.size();
    }
    counters.watchers = watchers_;
    counters.waiting = waiting_;
    counters.entries = entries_;
    counters.refused = refused_;
    counters.retried = retried_;
    return counters;
  }

 private:
  // ---- Bots that can not play here

  std::optional<Error> missing_bot(std::string_view game, const Json& bot) const {
    const std::string name(bot.is_string() ? std::string_view(bot.get_string()) : std::string_view());
    for (const MissingBots& missing : options_.missing)
      if (missing.game == game && level_named(name) >= missing.from)
        return Error{Code::unknown_level, name + " can not play " + std::string(game) +
                                              " here: a model is missing. Whoever runs this server can put it there"};
    return {};
  }

  std::optional<Error> missing_at_opening(const JsonObject& request) const {
    const Json *game = request.if_contains("game"), *bots = request.if_contains("bots");
    if (game == nullptr || !game->is_string() || bots == nullptr || !bots->is_array()) return {};
    for (const Json& bot : bots->get_array())
      if (std::optional<Error> missing = missing_bot(game->get_string(), bot)) return missing;
    return {};
  }

  // ---- Opening

  void open_now(const Person& person, const JsonObject& request, const Answer& answer) {
    const i64 now = options_.time();
    const Json* dice = request.if_contains("dice");
    const bool daily = dice != nullptr && *dice == "daily";
    // The dice of a day are for one game of a person: wherever it is asked for, it is the same table.
    const Id id = daily ? handle_of(person.person, "daily " + date_of(now)) : random_id();
    const std::string host = handle_of(person.person, id);
    const Result<std::vector<JsonObject>> entries = opening(request, host, options_.day_key, now);
    if (!entries) return answer(entries.error());
    Result<Table> table = Table::open(entries->front());
    for (size_t n = 1; n < entries->size() && table; ++n) table = table->after((*entries)[n]);
    if (!table) return answer(table.error());
    const Result<std::vector<store::StoredTable>> own = store_.tables_of(person.person, int(4 * options_.most_tables));
    if (!own) return answer(own.error());
    const auto running = std::count_if(own->begin(), own->end(), [](const store::StoredTable& one) {
      return one.stage == store::Stage::open || one.stage == store::Stage::playing;
    });
    if (size_t(running) >= options_.most_tables)
      return answer(Error{Code::too_many, "you have " + std::to_string(running) + " open tables: finish some first"});
    store::Seats people(table->seats().size());
    people.emplace_back(person.person);
    store::Change change{id, 0, {}, listing_of(*table), std::move(people), {}};
    for (const JsonObject& entry : *entries) change.entries.push_back({boost::json::serialize(entry)});
    // Who opens a table may sit down at once, and a seed is sent only by whoever has seen what the server is bound to.
    JsonObject opened{{"table", id}};
    if (const auto& bound = table->offer().commitments; !bound.empty())
      opened["commitments"] = JsonArray(bound.begin(), bound.end());
    write_to_store(std::move(change), [opened, daily, answer](const Outcome& outcome) mutable {
      opened["revision"] = outcome.revision;
      if (outcome.kind == Outcome::done || (daily && outcome.kind == Outcome::conflict))
        answer(opened);
      else
        answer(Error{Code::unavailable, outcome.message});
    });
  }

  // The hall does not end before the outcome is known.
  void write_to_store(store::Change change, std::function<void(const Outcome&)> then) {
    store_.write(std::move(change), [this, stay = desk_.stay(), then = std::move(then)](const Outcome& outcome) {
      desk_.post([then, outcome] { then(outcome); });
    });
  }

  // ---- Tables in use

  std::shared_ptr<Live> live_table(const Id& id) {
    const Lock lock(tables_mutex_);
    std::shared_ptr<Live>& live = tables_[id];
    if (!live) live = std::make_shared<Live>(id, desk_.line());
    return live;
  }

  std::vector<std::shared_ptr<Live>> tables_in_use() const {
    const Lock lock(tables_mutex_);
    std::vector<std::shared_ptr<Live>> tables;
    for (const auto& [id, live] : tables_) tables.push_back(live);
    return tables;
  }

  // Reads a table that is not here, or not whole; answers if that fails.
  bool reach(Live& live, const Answer& answer) {
    live.used = std::chrono::steady_clock::now();
    if (!live.read && !refresh(live)) {
      answer(unavailable());
      return false;
    }
    if (live.table) return true;
    {
      const Lock lock(tables_mutex_);
      const auto known = tables_.find(live.id);
      if (known != tables_.end() && known->second.get() == &live) tables_.erase(known);
    }
    answer(no_table());
    return false;
  }

  // Takes what the store has more than we. False if it can not be reached.
  bool refresh(Live& live) {
    const auto entries = store_.entries(live.id, live.table ? live.table->revision() + 1 : 1);
    const auto people = store_.people_at(live.id);
    const auto names = store_.seat_names(live.id);
    if (!entries || !people || !names) return live.read = false;
    if (people->empty()) live.table.reset();  // nobody opened it: it was removed
    for (const store::StoredEntry& stored : *entries) {
      boost::json::error_code failed;
      const Json entry = boost::json::parse(stored.body, failed);
      if (failed || !entry.is_object()) return live.read = false;
      const Result<Table> next = live.table ? live.table->after(entry.get_object()) : Table::open(entry.get_object());
      if (!next) return live.read = false;
      live.table = *next;
      if (stored.key) live.keys[*stored.key] = stored.revision;
    }
    live.people.clear();
    for (const std::optional<Person>& person : *people)
      if (person) live.people[handle_of(person->person, live.id)] = *person;
    live.names.clear();
    for (const store::SeatName& name : *names) live.names[name.seat] = name.name;
    return live.read = true;
  }

  static store::Listing listing_of(const Table& table) {
    constexpr store::Stage stages[] = {store::Stage::open, store::Stage::playing, store::Stage::over};
    JsonObject summary = table.summary();
    if (table.offer().dice == "daily") summary["date"] = table.offer().date;
    return {std::string(std::visit([](auto g) { return decltype(g)::name; }, table.offer().game)),
            stages[int(table.stage())], table.offer().listed, boost::json::serialize(summary), table.time()};
  }

  static std::optional<Id> person_of(const Live& live, const std::string& who) {
    const auto found = live.people.find(who);
    return found == live.people.end() ? std::nullopt : std::optional<Id>(found->second.person);
  }

  // Who sits where; the host comes last, so that the table is among theirs before they sit.
  static store::Seats people_of(const Live& live, const Table& table) {
    store::Seats people;
    for (const Seat& seat : table.seats()) people.push_back(person_of(live, seat.who));
    people.push_back(person_of(live, table.host()));
    return people;
  }

  // A seat keeps its name as long as somebody keeps the seat.
  static std::map<int, std::string> names_after(const Live& live, const Table& next,
                                                const std::optional<std::string>& given) {
    std::map<int, std::string> names;
    for (const Seat& seat : next.seats()) {
      if (seat.who.empty()) continue;
      const auto& seats = live.table->seats();
      const auto before = std::find_if(seats.begin(), seats.end(), [&](auto& old) { return old.place == seat.place; });
      const auto known = live.names.find(seat.place);
      if (before->who != seat.who && given) names[seat.place] = *given;
      if (before->who == seat.who && known != live.names.end()) names.insert(*known);
    }
    return names;
  }

  static std::vector<store::SeatName> stored_names(const Live& live, const Table& table,
                                                   const std::map<int, std::string>& names) {
    std::vector<store::SeatName> list;
    for (const Seat& seat : table.seats())
      if (const auto name = names.find(seat.place); name != names.end())
        if (const std::optional<Id> person = person_of(live, seat.who))
          list.push_back({seat.place, *person, name->second});
    return list;
  }

  static std::optional<std::vector<store::Score>> scores_of(const Live& live, const Table& table) {
    if (table.stage() != TableStage::over) return {};
    std::vector<store::Score> scores;
    for (const Ended& seat : table.ended()) {
      store::Score score;
      score.seat = int(scores.size());
      score.person = person_of(live, seat.who);
      score.game = listing_of(table).game;
      score.seats = int(table.seats().size());
      score.total = seat.total;
      score.body = boost::json::serialize(seat.body);
      score.time = table.time();
      if (table.offer().dice == "daily") score.daily = table.offer().date;
      scores.push_back(std::move(score));
    }
    return scores;
  }

  // ---- Requests, one after the other

  // Does the first request that waits, unless one is being written.
  void go_on(const std::shared_ptr<Live>& live) {
    while (!live->next && !live->asked.empty()) {
      Asked& asked = live->asked.front();
      if (!live->table) {
        done(live, no_table());
        continue;
      }
      if (asked.person) live->people.try_emplace(handle_of(asked.person->person, live->id), *asked.person);
      const auto known = asked.key ? live->keys.find(*asked.key) : live->keys.end();
      if (known != live->keys.end()) {
        done(live, JsonObject{{"revision", known->second}});
        continue;
      }
      Result<JsonObject> entry = asked.entry(*live->table);
      if (entry) (*entry)["at"] = std::max(options_.time(), live->table->time());
      Result<Table> next = entry ? live->table->after(*entry) : Result<Table>(entry.error());
      if (!next) {
        if (!look_again(live, asked, next.error())) done(live, next.error());
        continue;
      }
      live->next_names = names_after(*live, *next, asked.seat_name);
      write(live, *entry, std::move(*next), asked.key);
    }
  }

  // What is not allowed here may be so after what another server has just written. Whether that is worth a second try.
  bool look_again(const std::shared_ptr<Live>& live, Asked& asked, const Error& refused) {
    if (!asked.person || refused.code == Code::bad_request || std::exchange(asked.looked_again, true)) return false;
    const i64 known = live->table->revision();
    if (!refresh(*live) || (live->table && live->table->revision() == known)) return false;
    if (live->table) show(live);
    return true;
  }

  void write(const std::shared_ptr<Live>& live, const JsonObject& entry, Table next, const std::optional<Id>& key) {
    store::Change change{live->id, live->table->revision(), {{boost::json::serialize(entry), key}}, listing_of(next),
                         {},       scores_of(*live, next)};
    // Most entries move nobody, and seats written anew each time were a third of all that the store wrote.
    if (store::Seats people = people_of(*live, next); people != people_of(*live, *live->table))
      change.seats = std::move(people);
    if (live->next_names != live->names) change.names = stored_names(*live, next, live->next_names);
    live->next = std::move(next);
    write_to_store(std::move(change), [this, live](const Outcome& outcome) { written(live, outcome); });
  }

  void written(const std::shared_ptr<Live>& live, const Outcome& outcome) {
    Lock lock(live->mutex);
    Asked& asked = live->asked.front();
    const bool news = std::exchange(live->news, false);
    switch (outcome.kind) {
      case Outcome::done:
        live->table = std::move(live->next);
        live->next.reset();
        live->names = std::move(live->next_names);
        if (asked.key) live->keys[*asked.key] = outcome.revision;
        ++entries_;
        if (news) refresh(*live);
        if (live->table) show(live);
        done(live, JsonObject{{"revision", outcome.revision}});
        break;
      case Outcome::conflict:
      case Outcome::repeated: {  // another server was faster, or this very request went through it
        live->next.reset();
        ++retried_;
        constexpr int most_tries = 20;
        const bool read = refresh(*live);
        if (read && live->table) show(live);
        if (!read || ++asked.tries > most_tries) done(live, unavailable());
        break;
      }
      default:
        live->next.reset();
        live->read = false;
        if (outcome.kind == Outcome::refused)
          done(live, Error{Code::bad_request, outcome.message});
        else
          done(live, unavailable());
        if (!refresh(*live))
          while (!live->asked.empty()) done(live, unavailable());
    }
    go_on(live);
  }

  // The first request is answered. A bot that came too late looks again.
  void done(const std::shared_ptr<Live>& live, const Result<JsonObject>& result) {
    const Asked asked = std::move(live->asked.front());
    live->asked.pop_front();
    live->used = std::chrono::steady_clock::now();
    --waiting_;
    if (!result) ++refused_;
    if (asked.answer) asked.answer(result);
    if (!result && !asked.person) look_for_bots(live);
  }

  // ---- Showing

  // Whoever plays on paper is not the person who tells of them: their seat has the name it was given, or none.
  std::vector<std::string> names_at(const Live& live) const {
    std::vector<std::string> names;
    for (const Seat& seat : live.table->seats()) {
      const auto person = live.people.find(seat.who);
      const auto given = live.names.find(seat.place);
      if (person != live.people.end() && !seat.who.empty())
        names.push_back(given != live.names.end() ? given->second : seat.paper ? std::string() : person->second.name);
      else
        names.push_back(seat.who.empty() && !seat.bot.empty() ? "bot:" + seat.bot : "?");
    }
    return names;
  }

  JsonArray presence(const Live& live) const {
    JsonArray here;
    const Lock lock(elsewhere_mutex_);
    for (const Seat& seat : live.table->seats())
      here.emplace_back(!seat.who.empty() && (looks_here(live, seat.who) || elsewhere_.looks(live.id, seat.who)));
    return here;
  }

  static bool looks_here(const Live& live, const std::string& who) {
    return std::any_of(live.looks.begin(), live.looks.end(), [&](const Look* look) { return look->who == who; });
  }

  JsonObject seen_by_all(const Live& live) const {
    JsonObject view = live.table->seen_by_all();
    view["table"] = live.id;
    view["here"] = presence(live);
    return view;
  }

  JsonObject seen_by(const Live& live, const std::string& who) const {
    JsonObject view = live.table->seen_by(who);
    const std::vector<std::string> names = names_at(live);
    for (size_t seat = 0; seat < names.size(); ++seat)
      if (JsonObject& player = view["players"].as_array()[seat].as_object();
          player.at("kind") == "person" && !names[seat].empty())
        player["name"] = names[seat];
    return view;
  }

  JsonObject view_of(const Live& live, const std::string& who) const {
    JsonObject view = seen_by_all(live);
    for (auto& [key, value] : seen_by(live, who)) view[key] = std::move(value);
    return view;
  }

  // What everybody sees is most of the work, so it is made into text once for all; the end is left open.
  std::string beginning_of_message(const Live& live) const {
    JsonObject view = seen_by_all(live);
    view["type"] = "table";
    std::string text = boost::json::serialize(view);
    text.back() = ',';
    return text;
  }

  Text message(const Live& live, const std::string& beginning, const std::string& who) const {
    return std::make_shared<const std::string>(beginning + boost::json::serialize(seen_by(live, who)).substr(1));
  }

  void show(const std::shared_ptr<Live>& live) {
    std::map<std::string, Text> texts;  // people with several pages see the same
    const std::string beginning = live->looks.empty() ? std::string() : beginning_of_message(*live);
    for (const Look* look : live->looks) {
      const bool known = live->table->seated(look->who) || look->who == live->table->host();
      const std::string who = known ? look->who : std::string();
      Text& text = texts[who];
      if (!text) text = message(*live, beginning, who);
      look->see(text);
    }
    tell_who_looks(*live);
    tell_whose_turn(*live);
    look_for_bots(live);
  }

  void show_presence(const Live& live) {
    if (!live.table) return;
    const Text text = std::make_shared<const std::string>(
        boost::json::serialize(JsonObject{{"type", "presence"}, {"table", live.id}, {"here", presence(live)}}));
    for (const Look* look : live.looks) look->see(text);
  }

  void show_presence_at(const Elsewhere::Tables& tables) {
    for (const Id& table : tables) {
      std::shared_ptr<Live> live;
      {
        const Lock lock(tables_mutex_);
        if (const auto found = tables_.find(table); found != tables_.end()) live = found->second;
      }
      if (!live) continue;
      const Lock lock(live->mutex);
      show_presence(*live);
    }
  }

  // ---- Other servers

  // Heard by them soon, or never: nothing depends on it.
  void tell(const JsonObject& text) {
    store_.write(store::Tell{boost::json::serialize(text)}, [](const Outcome&) {});
  }

  // Who of those that sit at a table looks at it here, if that has changed.
  void tell_who_looks(Live& live) {
    Lookers now;
    if (live.table)
      for (const Seat& seat : live.table->seats())
        if (!seat.who.empty() && std::count(now.begin(), now.end(), seat.who) == 0 && looks_here(live, seat.who))
          now.push_back(seat.who);
    if (now == live.told) return;
    live.told = std::move(now);
    tell({{"looks", JsonObject{{live.id, JsonArray(live.told.begin(), live.told.end())}}}});
  }

  void tell_who_looks_anywhere() {
    JsonObject looks;
    constexpr size_t at_once = 20;  // so that the text is not too long
    for (const std::shared_ptr<Live>& live : tables_in_use()) {
      const Lock lock(live->mutex);
      if (!live->told.empty()) looks[live->id] = JsonArray(live->told.begin(), live->told.end());
      if (looks.size() >= at_once) tell({{"looks", std::exchange(looks, {})}});
    }
    if (!looks.empty()) tell({{"looks", std::move(looks)}});
  }

  // Asks in its first second; says now and then that it is alive, and misses those who do not.
  void keep_in_touch() {
    constexpr int beat = 3;
    if (seconds_ == 0) tell({{"ask", true}});
    if (++seconds_ % beat != 0) return;
    tell({});
    const auto silence = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(options_.silence));
    Elsewhere::Tables changed;
    {
      const Lock lock(elsewhere_mutex_);
      changed = elsewhere_.forget_silent(std::chrono::steady_clock::now() - silence);
    }
    show_presence_at(changed);
  }

  void tell_whose_turn(Live& live) {
    std::vector<bool> now(live.table->seats().size());
    for (size_t seat = 0; seat < now.size(); ++seat) now[seat] = live.table->waits_for(int(seat));
    live.waited_for.resize(now.size());
    for (size_t seat = 0; seat < now.size(); ++seat)
      if (now[seat] && !live.waited_for[seat] && live.table->seats()[seat].bot.empty())
        if (const auto person = person_of(live, live.table->seats()[seat].who); person && on_turn)
          on_turn(*person, live.id);
    live.waited_for = std::move(now);
  }

  void end_look(Look* look) {
    const std::shared_ptr<Live> live = look->live.lock();
    if (!live) return;
    const Lock lock(live->mutex);
    if (std::erase(live->looks, look) == 0) return;
    --watchers_;
    tell_who_looks(*live);
    show_presence(*live);
  }

  // ---- Bots

  // Bots play while somebody may be interested.
  void look_for_bots(const std::shared_ptr<Live>& live) {
    if (!live->table) return;
    const auto& seats = live->table->seats();
    const bool people =
        !live->looks.empty() || std::any_of(seats.begin(), seats.end(), [](const Seat& s) { return !s.who.empty(); });
    if (live->bot_due || !people || live->table->duties().empty()) return;
    live->bot_due = true;
    bots_.later(options_.pace * pace_percent[live->table->offer().pace] / 100, [this, live] { let_bot_play(live); });
  }

  void let_bot_play(const std::shared_ptr<Live>& live) {
    Lock lock(live->mutex);
    live->bot_due = false;
    if (!live->table) return;
    const Table table = *live->table;
    lock.unlock();
    const std::vector<Duty> duties = table.duties();
    if (duties.empty()) return;
    const Duty& duty = duties[0];
    const Result<std::string> event = duty.roll
                                          ? Result<std::string>(*table.thrown())
                                          : bots_choice(*table.sitting(), duty.seat, duty.bot, table.offer().match);
    if (!event) return;  // its model is missing: people can take the seat back
    Asked asked;
    asked.entry = [duty, event = *event, revision = table.revision()](const Table& now) -> Result<JsonObject> {
      if (now.revision() != revision) return Error{Code::stale, "the table has changed"};
      return JsonObject{{"do", "event"}, {"seat", duty.seat}, {"event", event}};
    };
    lock.lock();
    live->asked.push_back(std::move(asked));
    ++waiting_;
    if (live->asked.size() == 1) go_on(live);
  }

  // ---- Time

  void every_second() {
    desk_.later(1000, [this] {
      put_away();
      keep_in_touch();
      every_second();
    });
  }

  // Tables that nobody needs leave the hall; the store has them.
  void put_away() {
    const auto now = std::chrono::steady_clock::now();
    const Lock lock(tables_mutex_);
    std::erase_if(tables_, [&](const auto& known) {
      Live& live = *known.second;
      const Lock table(live.mutex, std::try_to_lock);
      return table && live.looks.empty() && live.asked.empty() && !live.bot_due && known.second.use_count() == 1 &&
             now - live.used > std::chrono::duration<double>(options_.idle);
    });
  }

  store::Store& store_;
  const HallOptions options_;
  Desk desk_, bots_;  // bots think apart, so that no table waits for them; the lines of tables end before the desk
  mutable std::mutex tables_mutex_;
  std::unordered_map<Id, std::shared_ptr<Live>> tables_;
  mutable std::mutex elsewhere_mutex_;  // taken last
  Elsewhere elsewhere_;
  int seconds_ = 0;
  std::atomic<u64> watchers_ = 0, waiting_ = 0, entries_ = 0, refused_ = 0, retried_ = 0;
};

}  // namespace

std::unique_ptr<Hall> make_hall(store::Store& store, HallOptions options) {
  return std::make_unique<HallOfTables>(store, std::move(options));
}

}  // namespace volpe::server
