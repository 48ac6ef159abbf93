// Who a person is at one table, and which names people may have.
#pragma once

#include <string>
#include <string_view>

namespace volpe::tables {

// The person's handle at one table. Only the server knows the ids of people, so handles at different tables have
// nothing in common, and none leads to the person once the id is forgotten.
std::string handle_of(std::string_view person, std::string_view table);

// BLAKE2b of two texts under a label, `bytes` long, as hexadecimal digits.
std::string labelled_hash(std::string_view label, std::string_view first, std::string_view second, size_t bytes);

// Why a text is not a person's name; empty if it is one: 1 to 40 characters of UTF-8, no control characters, no '|'.
std::string bad_person_name(std::string_view name);

}  // namespace volpe::tables
