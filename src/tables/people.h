// People without passwords: a token for each device, a code to move to another, and a handle at each table.
#pragma once

#include <string>
#include <string_view>

namespace volpe::server {

// Random bytes as text that nobody guesses: 32 hexadecimal digits.
std::string random_id();

// What the store keeps of a token or a recovery code.
std::string hash_of(std::string_view secret);

// Who a person is at one table. Ids of persons are known to the server alone, so handles of different tables have
// nothing in common, and none of them leads to the person once its id is forgotten.
std::string handle_of(std::string_view person, std::string_view table);

// Easy to copy by hand: five groups of five letters and digits.
std::string random_recovery_code();
// The code as it was meant: case, spaces and dashes do not matter.
std::string tidy_code(std::string_view code);

// Why a name can not be one; empty if it can: 1 to 40 characters of UTF-8, no control characters and no '|'.
std::string bad_person_name(std::string_view name);

}  // namespace volpe::server
