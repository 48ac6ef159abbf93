// A WebSocket connection to a server (docs/server-api.md, "The WebSocket") that reconnects by itself.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/json.h"
#include "client/address.h"

namespace volpe::client {

// Unique enough for the id of a request, or for a seed of fair dice.
std::string random_id();

struct Notification {
  enum class Type { connected, lost, message } type;
  JsonObject message;
};

// After a loss it reconnects with growing pauses, sends hello, watches the same tables and repeats the requests that
// have no answer yet; their ids keep the server from doing anything twice.
class Connection {
 public:
  virtual ~Connection() = default;

  virtual void watch(const std::string& table) = 0;
  virtual void unwatch(const std::string& table) = 0;

  // Sends a request now, or once there is a connection again. Returns its id; a notification will carry the answer with
  // this id.
  virtual std::string request(JsonObject message) = 0;

  // A file descriptor that is readable while there are notifications, and the next of them.
  virtual int readable_file() const = 0;
  virtual std::optional<Notification> next() = 0;
};

// Connects in the background, as the person with this token, or as a guest if it is empty.
std::unique_ptr<Connection> connect(const Server& server, const std::string& token);

}  // namespace volpe::client
