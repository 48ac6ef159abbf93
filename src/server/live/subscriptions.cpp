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

// The messages about one state of a table, each made once.
class Showing {
 public:
  Showing(const LiveTable& live, const std::vector<bool>& here)
      : live_(live), view_(std::make_shared<ShownView>(shared_part(live, here))) {}

  const std::shared_ptr<ShownView>& view() const { return view_; }

  // Changes for a subscriber who was shown the same parts before, else the whole view.
  const SharedText& message_for(const Subscriber& subscriber) {
    const std::string who = sees_as(live_, subscriber.who);
    const ShownView* before = subscriber.shown.get();
    if (before != nullptr && !before->personal.contains(who)) before = nullptr;
    SharedText& text = messages_[{before, who}];
    if (!text) text = shared(before == nullptr ? table_message(*view_, live_, who) : changes(*before, who));
    return text;
  }

 private:
  std::string changes(const ShownView& before, const std::string& who) {
    const auto [found, added] = shared_changes_.try_emplace(&before);
    if (added) found->second = tables::view_changes(before.shared, view_->shared);
    return changes_message(found->second, before, *view_, live_, who);
  }

  const LiveTable& live_;
  const std::shared_ptr<ShownView> view_;
  std::map<const ShownView*, tables::ViewChanges> shared_changes_;           // by what was shown before
  std::map<std::pair<const ShownView*, std::string>, SharedText> messages_;  // and by who sees it
};

}  // namespace

void Subscriptions::add(LiveTable& live, Subscriber subscriber) {
  Showing showing(live, presence_.of(live));
  subscriber.on_update(showing.message_for(subscriber));
  if (subscriber.changes) subscriber.shown = showing.view();
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
  Showing showing(live, presence_.of(live));
  for (const Subscriber& subscriber : live.subscribers) subscriber.on_update(showing.message_for(subscriber));
  for (Subscriber& subscriber : live.subscribers)
    if (subscriber.changes) subscriber.shown = showing.view();
}

void Subscriptions::show_presence(const LiveTable& live) {
  if (!live.table || live.subscribers.empty()) return;
  const SharedText text = shared(presence_message(live, presence_.of(live)));
  for (const Subscriber& subscriber : live.subscribers) subscriber.on_update(text);
}

}  // namespace volpe::server
