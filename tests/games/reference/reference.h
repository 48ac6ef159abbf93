// The door to the plain, slow second implementation of both games, which the engine is compared with step by step.
#pragma once

#include <boost/json.hpp>
#include <map>
#include <memory>
#include <string>

namespace reference {

using Options = std::map<std::string, std::string>;  // every option of the game with its value

class Game {
 public:
  virtual ~Game() = default;

  // The whole position of docs/engine-protocol.md (with legal, due, sheets, result…), without effects.
  virtual boost::json::object position() const = 0;

  // One entry per legal decision, in the order of `legal`, as docs/engine-protocol.md says.
  virtual boost::json::array effects() const = 0;

  // A legal event (a decision of `legal`, or a right roll); throws std::logic_error otherwise and changes nothing.
  virtual void apply(const std::string& event) = 0;
};

// Options left out have their defaults.
std::unique_ptr<Game> clever(int seats, Options options);
std::unique_ptr<Game> genial(int seats, Options options);

}  // namespace reference
