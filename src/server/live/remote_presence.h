// Who views which table on other servers, as far as they have announced it.
//
// Servers announce changes to each other; a server that has been silent for a while is taken for dead, and its viewers
// are gone.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "store/store.h"

namespace volpe::server {

using Viewers = std::vector<std::string>;  // handles of people who sit at a table, in their order, each once

class RemotePresence {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Tables = std::set<store::Id>;

  // Takes what a server has announced, {"looks": {table: [handle, …], …}}; returns the tables it names. Fields that are
  // not known, perhaps of a newer server, are ignored.
  Tables on_peer_message(const store::Id& from, const JsonObject& message, Time now) {
    Server& server = servers_[from];
    server.last_heard = now;
    Tables changed;
    const Json* looks = message.if_contains("looks");
    if (looks == nullptr || !looks->is_object()) return changed;
    for (const auto& [table, handles] : looks->get_object()) {
      Viewers viewers;
      if (handles.is_array())
        for (const Json& handle : handles.get_array())
          if (handle.is_string()) viewers.emplace_back(handle.get_string());
      changed.insert(table);
      if (viewers.empty())
        server.viewers.erase(table);
      else
        server.viewers[table] = std::move(viewers);
    }
    return changed;
  }

  // Drops servers that have been silent since `since`; returns the tables they served.
  Tables expire_silent(Time since) {
    Tables changed;
    std::erase_if(servers_, [&](const auto& known) {
      if (known.second.last_heard >= since) return false;
      for (const auto& [table, viewers] : known.second.viewers) changed.insert(table);
      return true;
    });
    return changed;
  }

  bool views(const store::Id& table, const std::string& who) const {
    return std::any_of(servers_.begin(), servers_.end(), [&](const auto& known) {
      const auto found = known.second.viewers.find(table);
      return found != known.second.viewers.end() && std::count(found->second.begin(), found->second.end(), who) > 0;
    });
  }

 private:
  struct Server {
    Time last_heard;
    std::map<store::Id, Viewers> viewers;
  };
  std::map<store::Id, Server> servers_;
};

}  // namespace volpe::server
