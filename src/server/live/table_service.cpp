// Passes every request on to the loop of its table.
#include "server/live/table_service.h"

#include <atomic>
#include <future>

#include "platform/random_bytes.h"
#include "server/live/refusals.h"
#include "server/live/table_loop.h"
#include "server/live/table_opening.h"
#include "tables/person_handle.h"

namespace volpe::server {

using store::Id;
using store::Outcome;
using store::Person;
using tables::handle_of;

namespace {

class LiveTables final : public TableService {
 public:
  LiveTables(store::Store& store, EventLoops& loops, ThreadPool& readers, TableServiceOptions options)
      : store_(store), loops_(loops), readers_(readers), options_(std::move(options)), bots_(options_.bot_threads) {
    const ServiceParts parts{store_, loops_, readers_, bots_, options_, counters_, in_flight_, on_turn};
    for (size_t n = 0; n < loops_.size(); ++n) {
      tables_.push_back(std::make_shared<TableLoop>(parts, n));
      loops_[n].post([tables = tables_.back()] { tables->start(); });
    }
  }

  ~LiveTables() override { LiveTables::close(); }

  void close() override {
    if (closed_.exchange(true)) return;
    on_every_loop([](TableLoop& tables) { tables.stop(); });
    bots_.clear();
    in_flight_.wait();
    on_every_loop([](TableLoop& tables) { tables.clear(); });
    bots_.close();
  }

  void open(const Person& person, JsonObject request, OnResult on_result) override {
    const InFlight::Guard under_way = in_flight_.begin();
    if (closed_) return on_result(store_unavailable());
    readers_.post([this, person, request = std::move(request), on_result = std::move(on_result), under_way] {
      Result<NewTable> made = prepare_table(store_, options_, person, request, loops_.clock().milliseconds());
      if (!made) return on_result(made.error());
      EventLoop& loop = loops_.of(made->change.table);
      store_.write(std::move(made->change),
                   [&loop, opened = made->opened, daily = made->daily, on_result, under_way](const Outcome& outcome) {
                     loop.post([opened, daily, on_result, under_way, outcome]() mutable {
                       opened["revision"] = outcome.revision;
                       const bool there = outcome.kind == Outcome::done || (daily && outcome.kind == Outcome::conflict);
                       on_result(there ? Result<JsonObject>(opened) : Error{Code::unavailable, outcome.message});
                     });
                   });
    });
  }

  void execute(const Id& table, const Person& person, const std::string& key, JsonObject request,
               OnResult on_result) override {
    const std::string who = handle_of(person.person, table);
    PendingCommand command;
    command.key = who + ":" + key;
    command.person = person;
    command.on_result = std::move(on_result);
    command.under_way = in_flight_.begin();
    if (closed_) return command.on_result(store_unavailable());
    const Result<std::optional<std::string>> seat_name = tables::parse_seat_name(request);
    if (seat_name) command.seat_name = *seat_name;
    command.entry = [this, request = std::move(request), who](const tables::Table& now) {
      return entry_of(request, who, now);
    };
    at_table(table, [table, seat_name, command = std::move(command)](TableLoop& tables) {
      seat_name ? tables.execute(table, command) : command.on_result(seat_name.error());
    });
  }

  void snapshot(const Id& table, const std::optional<Person>& person, OnSnapshot on_snapshot) override {
    const InFlight::Guard under_way = in_flight_.begin();
    if (closed_) return on_snapshot(store_unavailable());
    at_table(table, [table, person, on_snapshot = std::move(on_snapshot), under_way](TableLoop& tables) {
      tables.snapshot(table, person, [on_snapshot, under_way](const auto& snapshot) { on_snapshot(snapshot); });
    });
  }

  void view(const Id& table, const std::optional<Person>& person, OnView on_view) override {
    const InFlight::Guard under_way = in_flight_.begin();
    if (closed_) return on_view(store_unavailable());
    at_table(table, [table, person, on_view = std::move(on_view), under_way](TableLoop& tables) {
      tables.view(table, person, [on_view, under_way](const auto& view) { on_view(view); });
    });
  }

  std::shared_ptr<Subscription> subscribe(const Id& table, const std::optional<Person>& person, bool changes,
                                          OnUpdate on_update, OnResult on_result) override {
    const u64 number = ++last_subscriber_;
    Subscriber subscriber{number, person ? handle_of(person->person, table) : std::string(), changes,
                          std::move(on_update)};
    const std::shared_ptr<bool> ended = subscriber.ended;
    const InFlight::Guard under_way = in_flight_.begin();
    if (closed_)
      on_result(store_unavailable());
    else
      at_table(table, [table, subscriber = std::move(subscriber), on_result = std::move(on_result),
                       under_way](TableLoop& tables) {
        tables.subscribe(table, subscriber, [on_result, under_way](const auto& result) { on_result(result); });
      });
    return std::make_shared<TableSubscription>(*this, table, number, ended);
  }

  void on_remote_change(const store::Notice& notice) override {
    const auto change = [notice](TableLoop& tables) { tables.on_remote_change(notice); };
    notice.table.empty() ? on_loops(change) : at_table(notice.table, change);
  }

  void on_peer_message(const store::PeerMessage& message) override {
    Result<JsonObject> content = parse_object(message.text);
    if (content)
      on_loops([server = message.server, content = *content](TableLoop& tables) {
        tables.on_peer_message(server, content);
      });
  }

  void rename_person(const Id& person, const std::string& name) override {
    on_loops([person, name](TableLoop& tables) { tables.rename_person(person, name); });
  }

  void forget_person(const Id& person) override {
    on_loops([person](TableLoop& tables) { tables.forget_person(person); });
  }

  TableCounters counters() const override {
    return {counters_.tables,  counters_.subscriptions, counters_.queued,
            counters_.entries, counters_.refused,       counters_.retried};
  }

 private:
  // Unsubscribes on the loop of the table, after the task that subscribed.
  class TableSubscription final : public Subscription {
   public:
    TableSubscription(LiveTables& service, Id table, u64 number, std::shared_ptr<bool> ended)
        : service_(service), table_(std::move(table)), number_(number), ended_(std::move(ended)) {}
    ~TableSubscription() override {
      if (ended_) end([] {});
    }
    void end(std::function<void()> then) override {
      service_.at_table(table_, [table = table_, number = number_, ended = std::exchange(ended_, nullptr),
                                 then = std::move(then)](TableLoop& tables) {
        *ended = true;
        tables.unsubscribe(table, number);
        then();
      });
    }

   private:
    LiveTables& service_;
    const Id table_;
    const u64 number_;
    std::shared_ptr<bool> ended_;  // the subscriber's; null once this has ended
  };

  using AtTables = std::function<void(TableLoop&)>;

  void at_table(const Id& table, AtTables task) {
    const size_t n = loops_.index_of(table);
    loops_[n].dispatch([tables = tables_[n], task = std::move(task)] { task(*tables); });
  }

  void on_loops(const AtTables& task) {
    for (size_t n = 0; n < tables_.size(); ++n) loops_[n].post([tables = tables_[n], task] { task(*tables); });
  }

  // Returns when every loop has run the task.
  void on_every_loop(const AtTables& task) {
    for (size_t n = 0; n < tables_.size(); ++n) {
      std::promise<void> done;
      loops_[n].post([&] {
        task(*tables_[n]);
        done.set_value();
      });
      done.get_future().wait();
    }
  }

  Result<JsonObject> entry_of(const JsonObject& request, const std::string& who, const tables::Table& now) const {
    Result<JsonObject> entry = tables::parse_command(request, now, random_secret);
    if (const Json* bot = entry ? entry->if_contains("bot") : nullptr)
      if (const auto missing = missing_bot(options_, tables::name_of(now.settings().game), *bot)) return *missing;
    if (entry) (*entry)["by"] = who;
    return entry;
  }

  store::Store& store_;
  EventLoops& loops_;
  ThreadPool& readers_;
  const TableServiceOptions options_;
  ServiceCounters counters_;
  InFlight in_flight_;
  ThreadPool bots_;  // they think apart, so that no table waits for them
  std::vector<std::shared_ptr<TableLoop>> tables_;
  std::atomic<u64> last_subscriber_ = 0;
  std::atomic<bool> closed_ = false;
};

}  // namespace

std::unique_ptr<TableService> make_table_service(store::Store& store, EventLoops& loops, ThreadPool& readers,
                                                 TableServiceOptions options) {
  return std::make_unique<LiveTables>(store, loops, readers, std::move(options));
}

}  // namespace volpe::server
