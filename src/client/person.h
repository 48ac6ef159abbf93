// Who somebody is at a server: a token that it gave, kept in a folder of theirs.
#pragma once

#include <string>

#include "client/connection.h"

namespace volpe::client {

struct Person {
  std::string token, name;
};

// The person that the folder knows at this server, or a new one. A name that is given becomes theirs; without one a new
// person is called `guest`. What is kept can be read by its owner alone.
Answer<Person> person_at(const Server& server, const std::string& folder, const std::string& name,
                         const std::string& guest);

}  // namespace volpe::client
