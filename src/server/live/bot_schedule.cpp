// What a bot does, from the pause before it to the command after it.
#include "server/live/bot_schedule.h"

#include <algorithm>

namespace volpe::server {

void BotSchedule::schedule(const LivePointer& live) {
  if (stopped_ || !live->table || live->bot_scheduled) return;
  const auto& seats = live->table->seats();
  if (std::all_of(seats.begin(), seats.end(), [](const auto& seat) { return seat.bot.empty(); })) return;
  const bool people = !live->subscribers.empty() ||
                      std::any_of(seats.begin(), seats.end(), [](const auto& seat) { return !seat.who.empty(); });
  if (!people || live->table->bot_tasks().empty()) return;
  live->bot_scheduled = true;
  const std::chrono::milliseconds pause(pace_ * tables::pace_percent[live->table->settings().pace] / 100);
  loop_.post_after(pause, [this, table = std::weak_ptr(live)] {  // gone when the service is
    if (const LivePointer known = table.lock()) play(known);
  });
}

// The bot thinks about the table as it is now; if it has changed meanwhile, it thinks again.
void BotSchedule::play(const LivePointer& live) {
  live->bot_scheduled = false;
  if (stopped_ || !live->table) return;
  const std::vector<tables::BotTask> tasks = live->table->bot_tasks();
  if (tasks.empty()) return;
  const tables::BotTask& task = tasks[0];
  const i64 revision = live->table->revision();
  if (task.roll) return push(live, task, *live->table->next_roll_text(), revision);
  live->bot_scheduled = true;
  threads_.post([this, live, task, revision, table = live->table, under_way = in_flight_.begin()] {
    const Result<std::string> choice = bots_choice(*table->session(), task.seat, task.bot, table->settings().match);
    loop_.post([this, live, task, choice, revision, under_way] {
      live->bot_scheduled = false;
      if (choice) push(live, task, *choice, revision);  // else its model is missing: people can take the seat back
    });
  });
}

void BotSchedule::push(const LivePointer& live, const tables::BotTask& task, const std::string& event, i64 revision) {
  PendingCommand command;
  command.entry = [task, event, revision](const tables::Table& now) -> Result<JsonObject> {
    if (now.revision() != revision) return Error{Code::stale, "the table has changed"};
    return JsonObject{{"do", "event"}, {"seat", task.seat}, {"event", event}};
  };
  command.on_result = [this, live](const Result<JsonObject>& result) {
    if (!result) schedule(live);
  };
  push_(live, std::move(command));
}

}  // namespace volpe::server
