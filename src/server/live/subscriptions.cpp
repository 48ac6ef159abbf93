// Views are written once for everybody who sees the same.
#include "server/live/subscriptions.h"

#include "server/live/table_messages.h"

namespace volpe::server {
namespace {

SharedText shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

// Somebody who is neither seated nor the host sees what guests see.
std::string sees_as(const LiveTable& live, const std::string& who) {
  return live.table->seated(who) || who == live.table->host() ? who : std::string();
}

}  // namespace

void Subscriptions::add(LiveTable& live, Subscriber subscriber) {
  const auto view = std::make_shared<ShownView>(shared_part(live, presence_.of(live)));
  subscriber.on_update(shared(table_message(*view, live, sees_as(live, subscriber.who))));
  if (subscriber.changes) subscriber.shown = view;
  live.subscribers.push_back(std::move(subscriber));
  ++counters_.subscriptions;
}

bool Subscriptions::remove(LiveTable& live, u64 number) {
  if (std::erase_if(live.subscribers, [&](const Subscriber& one) { return one.number == number; }) == 0) return false;
  --counters_.subscriptions;
  return true;
}

void Subscriptions::show(LiveTable& live) {
  if (live.subscribers.empty()) return;
  const auto view = std::make_shared<ShownView>(shared_part(live, presence_.of(live)));
  std::map<std::string, SharedText> whole;                                 // by who sees it
  std::map<std::pair<const ShownView*, std::string>, SharedText> changed;  // by what was shown before, and who sees it
  for (Subscriber& subscriber : live.subscribers) {
    const std::string who = sees_as(live, subscriber.who);
    const bool known = subscriber.shown && subscriber.shown->personal.contains(who);
    SharedText& text = known ? changed[{subscriber.shown.get(), who}] : whole[who];
    if (!text)
      text = shared(known ? changes_message(*subscriber.shown, *view, live, who) : table_message(*view, live, who));
    subscriber.on_update(text);
  }
  for (Subscriber& subscriber : live.subscribers)
    if (subscriber.changes) subscriber.shown = view;
}

void Subscriptions::show_presence(const LiveTable& live) {
  if (!live.table || live.subscribers.empty()) return;
  const SharedText text = shared(presence_message(live, presence_.of(live)));
  for (const Subscriber& subscriber : live.subscribers) subscriber.on_update(text);
}

}  // namespace volpe::server
