// Views and messages of live tables.
#include "server/live/table_messages.h"

#include <boost/json/serialize.hpp>

namespace volpe::server {
namespace {

JsonObject shared_view(const LiveTable& live, const JsonArray& presence) {
  JsonObject view = live.table->shared_view();
  view["table"] = live.id;
  view["here"] = presence;
  return view;
}

JsonObject personal_view(const LiveTable& live, const std::string& who) {
  JsonObject view = live.table->personal_view(who);
  const std::vector<std::string> names = seat_names(live);
  for (size_t seat = 0; seat < names.size(); ++seat)
    if (JsonObject& player = view["players"].as_array()[seat].as_object();
        player.at("kind") == "person" && !names[seat].empty())
      player["name"] = names[seat];
  return view;
}

}  // namespace

std::vector<std::string> seat_names(const LiveTable& live) {
  std::vector<std::string> names;
  for (const tables::Seat& seat : live.table->seats()) {
    const auto person = live.people.find(seat.who);
    const auto given = live.names.find(seat.place);
    if (person != live.people.end() && !seat.who.empty())
      names.push_back(given != live.names.end() ? given->second : seat.paper ? std::string() : person->second.name);
    else
      names.push_back(seat.who.empty() && !seat.bot.empty() ? "bot:" + seat.bot : "?");
  }
  return names;
}

JsonArray presence_of(const LiveTable& live, const RemotePresence& remote) {
  JsonArray here;
  for (const tables::Seat& seat : live.table->seats())
    here.emplace_back(!seat.who.empty() && (views_here(live, seat.who) || remote.views(live.id, seat.who)));
  return here;
}

JsonObject view_of(const LiveTable& live, const JsonArray& presence, const std::string& who) {
  JsonObject view = shared_view(live, presence);
  for (auto& [key, value] : personal_view(live, who)) view[key] = std::move(value);
  return view;
}

std::string begin_table_message(const LiveTable& live, const JsonArray& presence) {
  JsonObject view = shared_view(live, presence);
  view["type"] = "table";
  std::string text = boost::json::serialize(view);
  text.back() = ',';
  return text;
}

SharedText table_message(const LiveTable& live, const std::string& beginning, const std::string& who) {
  return std::make_shared<const std::string>(beginning + boost::json::serialize(personal_view(live, who)).substr(1));
}

SharedText presence_message(const LiveTable& live, const JsonArray& presence) {
  return std::make_shared<const std::string>(
      boost::json::serialize(JsonObject{{"type", "presence"}, {"table", live.id}, {"here", presence}}));
}

}  // namespace volpe::server
