// Presence between servers, by broadcasts of the store.
#include "server/live/presence.h"

#include <boost/json/serialize.hpp>

namespace volpe::server {
namespace {

JsonArray published(const LiveTable& live) {
  return JsonArray(live.published_viewers.begin(), live.published_viewers.end());
}

}  // namespace

std::vector<bool> Presence::of(const LiveTable& live) const {
  std::vector<bool> here;
  for (const tables::Seat& seat : live.table->seats())
    here.push_back(!seat.who.empty() && (views_here(live, seat.who) || remote_.views(live.id, seat.who)));
  return here;
}

// The other servers receive it soon or never: nothing depends on it.
void Presence::broadcast(const JsonObject& message) {
  store_.write(store::Broadcast{boost::json::serialize(message)}, [](const store::Outcome&) {});
}

void Presence::request() {
  if (speaker_) broadcast({{"ask", true}});
}

void Presence::publish(LiveTable& live) {
  Viewers now;
  if (live.table && !live.subscribers.empty())
    for (const tables::Seat& seat : live.table->seats())
      if (!seat.who.empty() && std::count(now.begin(), now.end(), seat.who) == 0 && views_here(live, seat.who))
        now.push_back(seat.who);
  if (now == live.published_viewers) return;
  live.published_viewers = std::move(now);
  broadcast({{"looks", JsonObject{{live.id, published(live)}}}});
}

void Presence::publish_all(const std::unordered_map<store::Id, LivePointer>& tables) {
  JsonObject looks;
  constexpr size_t at_once = 20;  // so that the text is not too long
  for (const auto& [id, live] : tables) {
    if (!live->published_viewers.empty()) looks[id] = published(*live);
    if (looks.size() >= at_once) broadcast({{"looks", std::exchange(looks, {})}});
  }
  if (!looks.empty()) broadcast({{"looks", std::move(looks)}});
}

Presence::Tables Presence::on_peer_message(const store::Id& server, const JsonObject& message) {
  return remote_.on_peer_message(server, message, clock_.now());
}

Presence::Tables Presence::every_second() {
  constexpr int heartbeat_interval = 3;
  if (seconds_ == 0) request();
  if (++seconds_ % heartbeat_interval != 0) return {};
  if (speaker_) broadcast({});
  const auto silence = std::chrono::duration_cast<Clock::Time::duration>(std::chrono::duration<double>(peer_timeout_));
  return remote_.expire_silent(clock_.now() - silence);
}

}  // namespace volpe::server
