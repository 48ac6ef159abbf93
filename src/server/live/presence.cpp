// Presence between servers, by broadcasts of the store.
#include "server/live/presence.h"

#include <boost/json/serialize.hpp>

#include "server/live/table_messages.h"

namespace volpe::server {
namespace {

using Lock = std::lock_guard<std::mutex>;
using SteadyClock = std::chrono::steady_clock;

JsonArray published(const LiveTable& live) {
  return JsonArray(live.published_viewers.begin(), live.published_viewers.end());
}

}  // namespace

JsonArray Presence::of(const LiveTable& live) const {
  const Lock lock(mutex_);
  return presence_of(live, remote_);
}

// The other servers receive it soon or never: nothing depends on it.
void Presence::broadcast(const JsonObject& message) {
  store_.write(store::Broadcast{boost::json::serialize(message)}, [](const store::Outcome&) {});
}

void Presence::request() { broadcast({{"ask", true}}); }

void Presence::publish(LiveTable& live) {
  Viewers now;
  if (live.table)
    for (const tables::Seat& seat : live.table->seats())
      if (!seat.who.empty() && std::count(now.begin(), now.end(), seat.who) == 0 && views_here(live, seat.who))
        now.push_back(seat.who);
  if (now == live.published_viewers) return;
  live.published_viewers = std::move(now);
  broadcast({{"looks", JsonObject{{live.id, published(live)}}}});
}

void Presence::publish_all(const std::vector<LivePointer>& tables) {
  JsonObject looks;
  constexpr size_t at_once = 20;  // so that the text is not too long
  for (const LivePointer& live : tables) {
    const Lock lock(live->mutex);
    if (!live->published_viewers.empty()) looks[live->id] = published(*live);
    if (looks.size() >= at_once) broadcast({{"looks", std::exchange(looks, {})}});
  }
  if (!looks.empty()) broadcast({{"looks", std::move(looks)}});
}

Presence::Tables Presence::on_peer_message(const store::PeerMessage& message,
                                           const std::function<std::vector<LivePointer>()>& tables) {
  const Result<JsonObject> content = parse_object(message.text);
  if (!content) return {};
  if (content->contains("ask")) publish_all(tables());
  const Lock lock(mutex_);
  return remote_.on_peer_message(message.server, *content, SteadyClock::now());
}

Presence::Tables Presence::every_second() {
  constexpr int heartbeat_interval = 3;
  if (seconds_ == 0) request();
  if (++seconds_ % heartbeat_interval != 0) return {};
  broadcast({});
  const auto silence = std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(peer_timeout_));
  const Lock lock(mutex_);
  return remote_.expire_silent(SteadyClock::now() - silence);
}

}  // namespace volpe::server
