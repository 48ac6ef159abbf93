// Signs a person in at a server, with a token that is stored in a folder of theirs.
#pragma once

#include <string>

#include "client/api.h"

namespace volpe::client {

struct Person {
  std::string token, name;
};

// Signs in with the token that the folder has for this server, or as a new person. A name that is not empty becomes
// theirs; a new person without one is called `guest`. Only the owner of the files can read them.
ApiResult<Person> sign_in(const Server& server, const std::string& folder, const std::string& name,
                          const std::string& guest);

}  // namespace volpe::client
