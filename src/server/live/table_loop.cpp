// Requests at the tables of one loop, and what goes on there without any.
#include "server/live/table_loop.h"

#include "server/live/refusals.h"
#include "server/live/table_messages.h"
#include "tables/person_handle.h"

namespace volpe::server {

using store::Id;
using store::Person;
using tables::handle_of;

TableLoop::TableLoop(const ServiceParts& parts, size_t number)
    : options_(parts.options),
      loop_(parts.loops[number]),
      clock_(parts.loops.clock()),
      counters_(parts.counters),
      on_turn_(parts.on_turn),
      reader_(parts.store, parts.readers, loop_, parts.in_flight,
              [this](const LivePointer& live) { commands_.process(live); }),
      commands_(parts.store, loop_, clock_, reader_, parts.in_flight, counters_,
                [this](const LivePointer& live) { on_change(live); }),
      bots_(loop_, parts.bots, parts.in_flight, options_.bot_pace,
            [this](const LivePointer& live, PendingCommand command) { commands_.push(live, std::move(command)); }),
      presence_(parts.store, clock_, options_.peer_timeout, number == 0),
      subscriptions_(presence_, counters_) {}

void TableLoop::start() { every_second(); }

void TableLoop::stop() {
  stopped_ = true;
  bots_.stop();
}

void TableLoop::clear() {
  counters_.tables -= tables_.size();
  tables_.clear();
}

// ---- Tables in memory

LivePointer TableLoop::live_table(const Id& id) {
  LivePointer& live = tables_[id];
  if (!live) {
    live = std::make_shared<LiveTable>(id);
    ++counters_.tables;
  }
  return live;
}

void TableLoop::when_loaded(const LivePointer& live, std::function<void()> task,
                            const std::function<void(Error)>& fail) {
  live->used = clock_.now();
  if (live->loaded && live->table) return task();
  reader_.load(live, [this, live, task = std::move(task), fail](bool read) {
    if (read && live->table) return task();
    forget_if_absent(live);
    fail(read ? no_table() : store_unavailable());
  });
}

// So that people who guess addresses fill no memory.
void TableLoop::forget_if_absent(const LivePointer& live) {
  const auto known = tables_.find(live->id);
  if (live->table || !live->queue.empty() || known == tables_.end() || known->second != live) return;
  tables_.erase(known);
  --counters_.tables;
}

void TableLoop::evict_idle() {
  const Clock::Time now = clock_.now();
  counters_.tables -= std::erase_if(tables_, [&](const auto& known) {
    const LiveTable& live = *known.second;
    return live.subscribers.empty() && live.queue.empty() && !live.busy() && !live.bot_scheduled &&
           now - live.used > std::chrono::duration<double>(options_.evict_after);
  });
}

void TableLoop::every_second() {
  loop_.post_after(std::chrono::seconds(1), [weak = weak_from_this()] {
    const std::shared_ptr<TableLoop> self = weak.lock();
    if (!self || self->stopped_) return;
    self->evict_idle();
    self->show_presence_at(self->presence_.every_second());
    self->every_second();
  });
}

// ---- Requests

void TableLoop::execute(const Id& table, PendingCommand command) {
  const LivePointer live = live_table(table);
  const OnResult on_result = command.on_result;
  when_loaded(
      live, [this, live, command = std::move(command)] { commands_.push(live, command); },
      [on_result](const Error& error) { on_result(error); });
}

void TableLoop::snapshot(const Id& table, const std::optional<Person>& person, const OnSnapshot& on_snapshot) {
  const LivePointer live = live_table(table);
  when_loaded(
      live,
      [live, person, on_snapshot] {
        const std::string who = person ? handle_of(person->person, live->id) : std::string();
        on_snapshot(TableSnapshot{live->table, who, seat_names(*live)});
      },
      [on_snapshot](const Error& error) { on_snapshot(error); });
}

void TableLoop::view(const Id& table, const std::optional<Person>& person, const OnView& on_view) {
  const LivePointer live = live_table(table);
  when_loaded(
      live,
      [this, live, person, on_view] {
        ShownView view = shared_part(*live, presence_.of(*live));
        on_view(view_text(view, *live, person ? handle_of(person->person, live->id) : std::string()));
      },
      [on_view](const Error& error) { on_view(error); });
}

void TableLoop::subscribe(const Id& table, Subscriber subscriber, const OnResult& on_result) {
  const LivePointer live = live_table(table);
  when_loaded(
      live,
      [this, live, subscriber = std::move(subscriber), on_result] {
        if (!*subscriber.ended) {
          subscriptions_.add(*live, subscriber);
          on_viewers_changed(*live);
          bots_.schedule(live);
        }
        on_result(JsonObject{});
      },
      [on_result](const Error& error) { on_result(error); });
}

void TableLoop::unsubscribe(const Id& table, u64 subscriber) {
  const auto known = tables_.find(table);
  if (known == tables_.end()) return;
  LiveTable& live = *known->second;
  if (!subscriptions_.remove(live, subscriber)) return;
  live.used = clock_.now();
  on_viewers_changed(live);
}

// ---- What changes without a request

void TableLoop::on_remote_change(const store::Notice& notice) {
  if (notice.table.empty()) {
    presence_.request();
    const std::unordered_map<Id, LivePointer> known = tables_;
    for (const auto& [id, live] : known) refresh(live, notice);
  } else if (const auto found = tables_.find(notice.table); found != tables_.end()) {
    refresh(found->second, notice);
  }
}

void TableLoop::refresh(const LivePointer& live, const store::Notice& notice) {
  if (live->next) return void(live->remote_change_pending = true);  // refreshed when the write has its outcome
  if (!live->table && !live->reading) return;                       // a read that is under way may have missed it
  const i64 known = live->table ? live->table->revision() : 0;
  if (!notice.table.empty() && notice.revision != 0 && notice.revision <= known) return;
  reader_.refresh(live, [this, live](bool read) {
    if (read && live->table) on_change(live);
  });
}

void TableLoop::on_peer_message(const Id& server, const JsonObject& message) {
  if (message.contains("ask")) presence_.publish_all(tables_);
  show_presence_at(presence_.on_peer_message(server, message));
}

void TableLoop::rename_person(const Id& person, const std::string& name) {
  for (const auto& [id, live] : tables_)
    for (auto& [handle, known] : live->people)
      if (known.person == person) {
        known.name = name;
        if (live->table) subscriptions_.show(*live);
      }
}

void TableLoop::forget_person(const Id& person) {
  for (const auto& [id, live] : tables_) {
    const std::string who = handle_of(person, id);
    if (live->people.erase(who) == 0 || !live->table) continue;
    for (const tables::Seat& seat : live->table->seats())
      if (seat.who == who) live->names.erase(seat.place);
    subscriptions_.show(*live);
  }
}

void TableLoop::on_change(const LivePointer& live) {
  subscriptions_.show(*live);
  presence_.publish(*live);
  announce_turns(*live);
  bots_.schedule(live);
}

void TableLoop::announce_turns(LiveTable& live) {
  const std::vector<tables::Seat>& seats = live.table->seats();
  std::vector<bool> now(seats.size());
  for (size_t seat = 0; seat < now.size(); ++seat)
    now[seat] = seats[seat].bot.empty() && live.table->waits_for(int(seat));
  live.waited_for.resize(now.size());
  for (size_t seat = 0; seat < now.size(); ++seat)
    if (now[seat] && !live.waited_for[seat])
      if (const auto person = person_of(live, seats[seat].who); person && on_turn_) on_turn_(*person, live.id);
  live.waited_for = std::move(now);
}

void TableLoop::on_viewers_changed(LiveTable& live) {
  presence_.publish(live);
  subscriptions_.show_presence(live);
}

void TableLoop::show_presence_at(const RemotePresence::Tables& tables) {
  for (const Id& table : tables)
    if (const auto found = tables_.find(table); found != tables_.end()) subscriptions_.show_presence(*found->second);
}

}  // namespace volpe::server
