// Accounts without passwords: a token for each device, and a recovery code to move to another.
#pragma once

#include <string>
#include <string_view>

#include "store/store.h"

namespace volpe::server {

std::string random_token();
// Easy to copy by hand: five groups of five letters and digits.
std::string random_recovery_code();
// What the store keeps of a token.
std::string token_hash(std::string_view token);
// What the store keeps of a recovery code; case, spaces and dashes of the code make no difference.
std::string recovery_hash(std::string_view code);

// The person that a token belongs to.
Result<store::Person> person_with_token(store::Store& store, const std::string& token);

}  // namespace volpe::server
