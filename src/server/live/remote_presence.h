// Who looks at which table on other servers, as far as they have told. Servers tell each other whenever that changes at
// a table; one that was silent for a while is taken for dead, and nobody looks there any more.
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

using Lookers = std::vector<std::string>;  // handles of people who sit at a table, in their order, each once

class Elsewhere {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Tables = std::set<store::Id>;

  // Takes what a server has told, {"looks": {table: [handle, …], …}}; answers at which tables that changed something.
  // What is not understood, perhaps of a newer server, is passed over.
  Tables hear(const store::Told& told, const JsonObject& text, Time now) {
    Server& server = servers_[told.server];
    server.heard = now;
    Tables changed;
    const Json* looks = text.if_contains("looks");
    if (looks == nullptr || !looks->is_object()) return changed;
    for (const auto& [table, handles] : looks->get_object()) {
      Lookers lookers;
      if (handles.is_array())
        for (const Json& handle : handles.get_array())
          if (handle.is_string()) lookers.emplace_back(handle.get_string());
      changed.insert(table);
      if (lookers.empty())
        server.looks.erase(table);
      else
        server.looks[table] = std::move(lookers);
    }
    return changed;
  }

  // Servers that were not heard since some time are gone; answers whose tables they had.
  Tables forget_silent(Time since) {
    Tables changed;
    std::erase_if(servers_, [&](const auto& known) {
      if (known.second.heard >= since) return false;
      for (const auto& [table, lookers] : known.second.looks) changed.insert(table);
      return true;
    });
    return changed;
  }

  bool looks(const store::Id& table, const std::string& who) const {
    return std::any_of(servers_.begin(), servers_.end(), [&](const auto& known) {
      const auto found = known.second.looks.find(table);
      return found != known.second.looks.end() && std::count(found->second.begin(), found->second.end(), who) > 0;
    });
  }

 private:
  struct Server {
    Time heard;
    std::map<store::Id, Lookers> looks;
  };
  std::map<store::Id, Server> servers_;
};

}  // namespace volpe::server
