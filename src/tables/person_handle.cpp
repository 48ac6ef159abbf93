// Hashes that hide who a person is.
#include "tables/person_handle.h"

#include <sodium.h>

#include "record/record.h"

namespace volpe::tables {

std::string labelled_hash(std::string_view label, std::string_view first, std::string_view second, size_t bytes) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, bytes);
  for (std::string_view part : {label, first, second}) {
    const u64 length = part.size();  // so that different lists of parts are different bytes
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&length), sizeof(length));
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()), part.size());
  }
  Bytes32 digest{};
  crypto_generichash_final(&state, digest.data(), bytes);
  return hex(digest).substr(0, 2 * bytes);
}

std::string handle_of(std::string_view person, std::string_view table) {
  return labelled_hash("volpe handle", person, table, 16);
}

std::string bad_person_name(std::string_view name) {
  constexpr size_t longest = 40;
  size_t characters = 0;
  for (char c : name) characters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  if (characters == 0 || characters > longest) return "a name has 1 to 40 characters";
  return bad_name(name);
}

}  // namespace volpe::tables
