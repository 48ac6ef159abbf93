// Commands at tables: one after the other for each table, many tables at once.
#include "server/live/table_service.h"

#include <atomic>

#include "platform/random_bytes.h"
#include "server/live/presence.h"
#include "server/live/store_rows.h"
#include "server/live/table_messages.h"
#include "server/live/table_opening.h"
#include "tables/person_handle.h"

namespace volpe::server {

using store::Id;
using store::Outcome;
using store::Person;
using tables::handle_of;
using tables::Seat;
using tables::Table;

namespace {

using Lock = std::unique_lock<std::mutex>;
using SteadyClock = std::chrono::steady_clock;

constexpr size_t longest_queue = 100;  // commands at one table

Error unavailable() { return {Code::unavailable, "the store cannot be reached: please try again"}; }
Error no_table() { return {Code::not_found, "there is no such table"}; }

std::string handle_at(const LiveTable& live, const std::optional<Person>& person) {
  return person ? handle_of(person->person, live.id) : std::string();
}

class LiveTables final : public TableService {
 public:
  LiveTables(store::Store& store, TableServiceOptions options)
      : store_(store),
        options_(std::move(options)),
        pool_(options_.threads),
        bot_pool_(options_.threads),
        presence_(store, options_.peer_timeout) {
    every_second();
  }

  ~LiveTables() override { LiveTables::close(); }

  void close() override {
    bot_pool_.close();
    pool_.close();
  }

  void open(const Person& person, JsonObject request, OnResult on_result) override {
    pool_.post([this, person, request = std::move(request), on_result = std::move(on_result)] {
      Result<NewTable> made = prepare_table(store_, options_, person, request);
      if (!made) return on_result(made.error());
      write_to_store(std::move(made->change),
                     [opened = made->opened, daily = made->daily, on_result](const Outcome& outcome) mutable {
                       opened["revision"] = outcome.revision;
                       if (outcome.kind == Outcome::done || (daily && outcome.kind == Outcome::conflict))
                         on_result(opened);
                       else
                         on_result(Error{Code::unavailable, outcome.message});
                     });
    });
  }

  void execute(const Id& table, const Person& person, std::string key, JsonObject request,
               OnResult on_result) override {
    const LivePointer live = live_table(table);
    live->strand.post([this, live, person, key = std::move(key), request = std::move(request),
                       on_result = std::move(on_result)]() mutable {
      const Result<std::optional<std::string>> seat_name = tables::parse_seat_name(request);
      if (!seat_name) return on_result(seat_name.error());
      const std::string who = handle_of(person.person, live->id);
      PendingCommand command;
      command.seat_name = *seat_name;
      command.key = who + ":" + key;
      command.person = person;
      command.on_result = std::move(on_result);
      command.entry = [this, request = std::move(request), who](const Table& now) {
        return entry_of(request, who, now);
      };
      const Lock lock(live->mutex);
      if (!ensure_loaded(*live, command.on_result)) return;
      if (live->queue.size() >= longest_queue)
        return command.on_result(Error{Code::too_many, "too much is going on at this table: try again in a moment"});
      enqueue(live, std::move(command));
    });
  }

  void query(const Id& table, const std::optional<Person>& person, Query query, OnResult on_result) override {
    const LivePointer live = live_table(table);
    live->strand.post([this, live, person, query = std::move(query), on_result = std::move(on_result)] {
      Lock lock(live->mutex);
      if (!ensure_loaded(*live, on_result)) return;
      const Table copy = *live->table;
      const std::vector<std::string> names = seat_names(*live);
      lock.unlock();
      on_result(query(copy, handle_at(*live, person), names));
    });
  }

  void view(const Id& table, const std::optional<Person>& person, OnResult on_result) override {
    const LivePointer live = live_table(table);
    live->strand.post([this, live, person, on_result = std::move(on_result)] {
      Lock lock(live->mutex);
      if (!ensure_loaded(*live, on_result)) return;
      const JsonObject view = view_of(*live, presence_.of(*live), handle_at(*live, person));
      lock.unlock();
      on_result(view);
    });
  }

  std::shared_ptr<Subscription> subscribe(const Id& table, const std::optional<Person>& person, OnUpdate on_update,
                                          OnResult on_result) override {
    const LivePointer live = live_table(table);
    const auto subscription = std::make_shared<TableSubscription>();
    subscription->who = handle_at(*live, person);
    subscription->on_update = std::move(on_update);
    subscription->on_end = [this](TableSubscription* ended) { unsubscribe(ended); };
    live->strand.post([this, live, subscription, on_result = std::move(on_result)] {
      Lock lock(live->mutex);
      if (!ensure_loaded(*live, on_result)) return;
      subscription->table = live;
      live->subscriptions.push_back(subscription.get());
      ++subscriptions_;
      subscription->on_update(table_message(*live, begin_table_message(*live, presence_.of(*live)), subscription->who));
      presence_.publish(*live);
      show_presence(*live);
      schedule_bot(live);
      lock.unlock();
      on_result(JsonObject{});
    });
    return subscription;
  }

  void on_remote_change(const store::Notice& notice) override {
    pool_.post([this, notice] {
      if (notice.table.empty()) presence_.request();
      for (const LivePointer& live : tables_in_use()) {
        if (!notice.table.empty() && live->id != notice.table) continue;
        const Lock lock(live->mutex);
        live->remote_change_pending = live->next.has_value();
        if (live->next || !live->table) continue;  // refreshed when the write has its outcome
        if (!notice.table.empty() && notice.revision != 0 && notice.revision <= live->table->revision()) continue;
        if (refresh(store_, *live) && live->table) show(live);
      }
    });
  }

  void on_peer_message(const store::PeerMessage& message) override {
    pool_.post(
        [this, message] { show_presence_at(presence_.on_peer_message(message, [this] { return tables_in_use(); })); });
  }

  void rename_person(const Id& person, const std::string& name) override {
    pool_.post([this, person, name] {
      for (const LivePointer& live : tables_in_use()) {
        const Lock lock(live->mutex);
        const auto found = live->people.find(handle_of(person, live->id));
        if (found == live->people.end() || !live->table) continue;
        found->second.name = name;
        show(live);
      }
    });
  }

  void forget_person(const Id& person) override {
    pool_.post([this, person] {
      for (const LivePointer& live : tables_in_use()) {
        const Lock lock(live->mutex);
        const std::string who = handle_of(person, live->id);
        if (live->people.erase(who) == 0 || !live->table) continue;
        for (const Seat& seat : live->table->seats())
          if (seat.who == who) live->names.erase(seat.place);
        show(live);
      }
    });
  }

  TableCounters counters() const override {
    TableCounters counters;
    {
      const Lock lock(tables_mutex_);
      counters.tables = tables_.size();
    }
    counters.subscriptions = subscriptions_;
    counters.queued = queued_;
    counters.entries = entries_;
    counters.refused = refused_;
    counters.retried = retried_;
    return counters;
  }

 private:
  // ---- Tables in memory

  LivePointer live_table(const Id& id) {
    const Lock lock(tables_mutex_);
    LivePointer& live = tables_[id];
    if (!live) live = std::make_shared<LiveTable>(id, pool_.strand());
    return live;
  }

  std::vector<LivePointer> tables_in_use() const {
    const Lock lock(tables_mutex_);
    std::vector<LivePointer> tables;
    for (const auto& [id, live] : tables_) tables.push_back(live);
    return tables;
  }

  // Loads a table that is not in memory, or not whole; gives the result if that fails.
  bool ensure_loaded(LiveTable& live, const OnResult& on_result) {
    live.used = SteadyClock::now();
    if (!live.loaded && !refresh(store_, live)) {
      on_result(unavailable());
      return false;
    }
    if (live.table) return true;
    {
      const Lock lock(tables_mutex_);
      const auto known = tables_.find(live.id);
      if (known != tables_.end() && known->second.get() == &live) tables_.erase(known);
    }
    on_result(no_table());
    return false;
  }

  void evict_idle() {
    const auto now = SteadyClock::now();
    const Lock lock(tables_mutex_);
    std::erase_if(tables_, [&](const auto& known) {
      LiveTable& live = *known.second;
      const Lock table(live.mutex, std::try_to_lock);
      return table && live.subscriptions.empty() && live.queue.empty() && !live.bot_scheduled &&
             known.second.use_count() == 1 && now - live.used > std::chrono::duration<double>(options_.evict_after);
    });
  }

  void every_second() {
    pool_.post_after(1000, [this] {
      evict_idle();
      show_presence_at(presence_.every_second());
      every_second();
    });
  }

  // ---- The queue of a table

  Result<JsonObject> entry_of(const JsonObject& request, const std::string& who, const Table& now) const {
    Result<JsonObject> entry = tables::parse_command(request, now, random_secret);
    if (const Json* bot = entry ? entry->if_contains("bot") : nullptr)
      if (const auto missing = missing_bot(options_, tables::name_of(now.settings().game), *bot)) return *missing;
    if (entry) (*entry)["by"] = who;
    return entry;
  }

  void enqueue(const LivePointer& live, PendingCommand command) {
    live->queue.push_back(std::move(command));
    ++queued_;
    if (live->queue.size() == 1) process_queue(live);
  }

  // Runs the first command of the queue, unless one is being written.
  void process_queue(const LivePointer& live) {
    while (!live->next && !live->queue.empty()) {
      PendingCommand& command = live->queue.front();
      if (!live->table) {
        finish(live, no_table());
        continue;
      }
      if (command.person) live->people.try_emplace(handle_of(command.person->person, live->id), *command.person);
      const auto known = command.key ? live->keys.find(*command.key) : live->keys.end();
      if (known != live->keys.end()) {
        finish(live, JsonObject{{"revision", known->second}});
        continue;
      }
      Result<JsonObject> entry = command.entry(*live->table);
      if (entry) (*entry)["at"] = std::max(options_.time(), live->table->time());
      Result<Table> next = entry ? live->table->after(*entry) : Result<Table>(entry.error());
      if (!next) {
        if (!retry_after_refresh(live, command, next.error())) finish(live, next.error());
        continue;
      }
      write(live, *entry, std::move(*next), command);
    }
  }

  // What is not allowed here may be so after what another server has just written. Returns whether to try once more.
  bool retry_after_refresh(const LivePointer& live, PendingCommand& command, const Error& refused) {
    if (!command.person || refused.code == Code::bad_request || std::exchange(command.refreshed, true)) return false;
    const i64 known = live->table->revision();
    if (!refresh(store_, *live) || (live->table && live->table->revision() == known)) return false;
    if (live->table) show(live);
    return true;
  }

  void write(const LivePointer& live, const JsonObject& entry, Table next, const PendingCommand& command) {
    live->next_names = names_after(*live, next, command.seat_name);
    store::Change change = change_for(*live, entry, next, live->next_names, command.key);
    live->next = std::move(next);
    write_to_store(std::move(change), [this, live](const Outcome& outcome) { on_written(live, outcome); });
  }

  // The service does not close before the outcome is known.
  void write_to_store(store::Change change, std::function<void(const Outcome&)> then) {
    store_.write(std::move(change), [this, guard = pool_.work_guard(), then = std::move(then)](const Outcome& outcome) {
      pool_.post([then, outcome] { then(outcome); });
    });
  }

  void on_written(const LivePointer& live, const Outcome& outcome) {
    const Lock lock(live->mutex);
    const bool remote_change = std::exchange(live->remote_change_pending, false);
    switch (outcome.kind) {
      case Outcome::done: on_durable(live, outcome.revision, remote_change); break;
      case Outcome::conflict:
      case Outcome::repeated: on_conflict(live); break;  // another server was faster, or this command went through it
      default: on_failed_write(live, outcome);
    }
    process_queue(live);
  }

  void on_durable(const LivePointer& live, i64 revision, bool remote_change) {
    live->table = std::move(live->next);
    live->next.reset();
    live->names = std::move(live->next_names);
    if (const std::optional<Id>& key = live->queue.front().key) live->keys[*key] = revision;
    ++entries_;
    if (remote_change) refresh(store_, *live);
    if (live->table) show(live);
    finish(live, JsonObject{{"revision", revision}});
  }

  void on_conflict(const LivePointer& live) {
    constexpr int most_tries = 20;
    live->next.reset();
    ++retried_;
    const bool read = refresh(store_, *live);
    if (read && live->table) show(live);
    if (!read || ++live->queue.front().tries > most_tries) finish(live, unavailable());
  }

  void on_failed_write(const LivePointer& live, const Outcome& outcome) {
    live->next.reset();
    live->loaded = false;
    finish(live, outcome.kind == Outcome::refused ? Error{Code::bad_request, outcome.message} : unavailable());
    if (!refresh(store_, *live))
      while (!live->queue.empty()) finish(live, unavailable());
  }

  // Ends the first command of the queue. A bot that came too late is scheduled again.
  void finish(const LivePointer& live, const Result<JsonObject>& result) {
    const PendingCommand command = std::move(live->queue.front());
    live->queue.pop_front();
    live->used = SteadyClock::now();
    --queued_;
    if (!result) ++refused_;
    if (command.on_result) command.on_result(result);
    if (!result && !command.person) schedule_bot(live);
  }

  // ---- Subscriptions

  void show(const LivePointer& live) {
    std::map<std::string, SharedText> texts;  // people with several pages see the same
    const std::string beginning =
        live->subscriptions.empty() ? std::string() : begin_table_message(*live, presence_.of(*live));
    for (const TableSubscription* subscription : live->subscriptions) {
      const bool known = live->table->seated(subscription->who) || subscription->who == live->table->host();
      const std::string who = known ? subscription->who : std::string();
      SharedText& text = texts[who];
      if (!text) text = table_message(*live, beginning, who);
      subscription->on_update(text);
    }
    presence_.publish(*live);
    announce_turns(*live);
    schedule_bot(live);
  }

  void announce_turns(LiveTable& live) {
    std::vector<bool> now(live.table->seats().size());
    for (size_t seat = 0; seat < now.size(); ++seat) now[seat] = live.table->waits_for(int(seat));
    live.waited_for.resize(now.size());
    for (size_t seat = 0; seat < now.size(); ++seat)
      if (now[seat] && !live.waited_for[seat] && live.table->seats()[seat].bot.empty())
        if (const auto person = person_of(live, live.table->seats()[seat].who); person && on_turn)
          on_turn(*person, live.id);
    live.waited_for = std::move(now);
  }

  void unsubscribe(TableSubscription* subscription) {
    const LivePointer live = subscription->table.lock();
    if (!live) return;
    const Lock lock(live->mutex);
    if (std::erase(live->subscriptions, subscription) == 0) return;
    --subscriptions_;
    presence_.publish(*live);
    show_presence(*live);
  }

  // ---- Presence

  void show_presence(const LiveTable& live) {
    if (!live.table) return;
    const SharedText text = presence_message(live, presence_.of(live));
    for (const TableSubscription* subscription : live.subscriptions) subscription->on_update(text);
  }

  void show_presence_at(const RemotePresence::Tables& tables) {
    for (const Id& table : tables) {
      LivePointer live;
      {
        const Lock lock(tables_mutex_);
        if (const auto found = tables_.find(table); found != tables_.end()) live = found->second;
      }
      if (!live) continue;
      const Lock lock(live->mutex);
      show_presence(*live);
    }
  }

  // ---- Bots

  // Bots play while somebody may be interested.
  void schedule_bot(const LivePointer& live) {
    if (!live->table) return;
    const auto& seats = live->table->seats();
    const bool people = !live->subscriptions.empty() ||
                        std::any_of(seats.begin(), seats.end(), [](const Seat& s) { return !s.who.empty(); });
    if (live->bot_scheduled || !people || live->table->bot_tasks().empty()) return;
    live->bot_scheduled = true;
    bot_pool_.post_after(options_.bot_pace * tables::pace_percent[live->table->settings().pace] / 100,
                         [this, live] { play_bot(live); });
  }

  void play_bot(const LivePointer& live) {
    Lock lock(live->mutex);
    live->bot_scheduled = false;
    if (!live->table) return;
    const Table table = *live->table;
    lock.unlock();
    const std::vector<tables::BotTask> tasks = table.bot_tasks();
    if (tasks.empty()) return;
    const tables::BotTask& task = tasks[0];
    const Result<std::string> event = task.roll
                                          ? Result<std::string>(*table.next_roll_text())
                                          : bots_choice(*table.session(), task.seat, task.bot, table.settings().match);
    if (!event) return;  // its model is missing: people can take the seat back
    PendingCommand command;
    command.entry = [task, event = *event, revision = table.revision()](const Table& now) -> Result<JsonObject> {
      if (now.revision() != revision) return Error{Code::stale, "the table has changed"};
      return JsonObject{{"do", "event"}, {"seat", task.seat}, {"event", event}};
    };
    lock.lock();
    enqueue(live, std::move(command));
  }

  store::Store& store_;
  const TableServiceOptions options_;
  ThreadPool pool_, bot_pool_;  // bots think apart, so that no table waits for them; strands end before the pool
  mutable std::mutex tables_mutex_;
  std::unordered_map<Id, LivePointer> tables_;
  Presence presence_;
  std::atomic<u64> subscriptions_ = 0, queued_ = 0, entries_ = 0, refused_ = 0, retried_ = 0;
};

}  // namespace

std::unique_ptr<TableService> make_table_service(store::Store& store, TableServiceOptions options) {
  return std::make_unique<LiveTables>(store, std::move(options));
}

}  // namespace volpe::server
