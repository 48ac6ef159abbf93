// A server from afar: questions over HTTP, and a connection (docs/server-api.md, "The WebSocket") that comes back by
// itself. https is not spoken: a server behind it is for browsers.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/json.h"
#include "client/address.h"

namespace volpe::client {

// Why there is no answer: the code that the server gave, "offline" if it can not be reached, or "foreign" if whoever
// answers is no server of Volpe; and a sentence.
struct Refused {
  std::string code, message;
};
template <class T>
using Answer = Result<T, Refused>;

enum class Method { get, post, patch };

// Asks once and waits for the answer, for some seconds at most. The path is the one after /api/v1/.
Answer<JsonObject> ask(const Server& server, Method method, const std::string& path, const std::string& token = {},
                       const JsonObject& body = {});

// A text of an answer; empty if there is none.
std::string text_at(const JsonObject& object, std::string_view key);

// Unique enough to be an id, or a seed of fair dice.
std::string random_id();

struct News {
  enum class Kind { connected, lost, message } kind;
  JsonObject message;
};

// After a loss it connects again, with growing pauses, says hello and watches as before, and sends again what was not
// answered: the ids make sure that nothing is done twice.
class Connection {
 public:
  virtual ~Connection() = default;

  virtual void watch(const std::string& table) = 0;
  virtual void unwatch(const std::string& table) = 0;

  // Sends a message now, or when there is a connection again. Returns its id; the answer with this id is among the
  // news.
  virtual std::string request(JsonObject message) = 0;

  // A file that is readable while there are news, and the next of them.
  virtual int readable() const = 0;
  virtual std::optional<News> next() = 0;
};

// A connection of the person with a token, or of a guest. It is opened in the background.
std::unique_ptr<Connection> connect(const Server& server, const std::string& token);

}  // namespace volpe::client
