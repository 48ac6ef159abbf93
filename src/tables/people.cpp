// Random ids and keyed hashes of people.
#include "tables/people.h"

#include <sodium.h>

#include "record/record.h"

namespace volpe::server {
namespace {

std::string hex_of(const unsigned char* bytes, size_t size) {
  std::string text(2 * size + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, size);
  text.pop_back();
  return text;
}

std::string digest(std::string_view what, std::string_view a, std::string_view b, size_t size) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, size);
  for (std::string_view part : {what, a, b}) {
    const u64 length = part.size();  // so that no two lists of parts are the same bytes
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&length), sizeof(length));
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()), part.size());
  }
  unsigned char bytes[crypto_generichash_BYTES];
  crypto_generichash_final(&state, bytes, size);
  return hex_of(bytes, size);
}

}  // namespace

std::string random_id() {
  unsigned char bytes[16];
  randombytes_buf(bytes, sizeof(bytes));
  return hex_of(bytes, sizeof(bytes));
}

std::string hash_of(std::string_view secret) { return digest("volpe secret", secret, "", 32); }

std::string handle_of(std::string_view person, std::string_view table) {
  return digest("volpe handle", person, table, 16);
}

std::string random_recovery_code() {
  constexpr std::string_view letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";  // none that look alike
  std::string code;
  for (int n = 0; n < 25; ++n) {
    if (n > 0 && n % 5 == 0) code += '-';
    code += letters[randombytes_uniform(u32(letters.size()))];
  }
  return code;
}

std::string tidy_code(std::string_view code) {
  std::string tidy;
  for (char c : code)
    if (c >= 'a' && c <= 'z')
      tidy += char(c - 'a' + 'A');
    else if (c != ' ' && c != '-')
      tidy += c;
  return tidy;
}

std::string bad_person_name(std::string_view name) {
  constexpr size_t longest = 40;
  size_t characters = 0;
  for (char c : name) characters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  if (characters == 0 || characters > longest) return "a name has 1 to 40 characters";
  return bad_name(name);
}

}  // namespace volpe::server
