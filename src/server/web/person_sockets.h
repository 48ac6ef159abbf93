// The open sockets of each person. The list of a person belongs to one event loop, by the hash of the person's id.
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "net/server.h"
#include "store/store.h"

namespace volpe::server {

// Safe from any thread.
class PersonSockets {
 public:
  using Socket = std::shared_ptr<net::WebSocket>;

  explicit PersonSockets(EventLoops& loops) : loops_(loops), by_loop_(loops.size()) {}

  void add(const store::Id& person, const Socket& socket) {
    at(person, [person, socket](People& people) { people[person].insert(socket); });
  }

  void remove(const store::Id& person, const Socket& socket) {
    at(person, [person, socket](People& people) {
      const auto sockets = people.find(person);
      if (sockets == people.end()) return;
      sockets->second.erase(socket);
      if (sockets->second.empty()) people.erase(sockets);
    });
  }

  void send(const store::Id& person, const std::shared_ptr<const std::string>& text) {
    at(person, [person, text](People& people) {
      const auto sockets = people.find(person);
      if (sockets == people.end()) return;
      for (const Socket& socket : sockets->second) socket->send(text);
    });
  }

 private:
  using People = std::unordered_map<store::Id, std::set<Socket>>;

  template <class Task>
  void at(const store::Id& person, Task task) {
    const size_t n = loops_.index_of(person);
    loops_[n].dispatch([&people = by_loop_[n], task = std::move(task)] { task(people); });
  }

  EventLoops& loops_;
  std::vector<People> by_loop_;
};

}  // namespace volpe::server
