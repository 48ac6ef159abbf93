// The hashes of fair dice. Every one is keyed BLAKE2b over a text that begins with its own name.
#include "dice/fair.h"

#include <sodium.h>

#include <algorithm>
#include <chrono>

namespace volpe {
namespace {

static_assert(sizeof(Bytes32) == crypto_generichash_KEYBYTES);

// Before main, so that no thread meets a library that is only half set up.
[[maybe_unused]] const int set_up = sodium_init();

Bytes32 hash(const Bytes32& key, std::string_view message) {
  Bytes32 digest;
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const u8*>(message.data()), message.size(),
                     key.data(), key.size());
  return digest;
}

std::string line(std::string_view name, std::string_view value) {
  return std::string(name) + ": " + std::string(value) + "\n";
}

std::string lines(const Terms& terms) {
  return line("game", terms.game) + line("seats", std::to_string(terms.seats)) +
         (terms.match.empty() ? "" : line("match", terms.match));
}

}  // namespace

bool good_seed(std::string_view seed) {
  return !seed.empty() && seed.size() <= 64 && seed != no_seed && std::all_of(seed.begin(), seed.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
  });
}

bool good_date(std::string_view date) {
  constexpr std::string_view shape = "0000-00-00";
  if (date.size() != shape.size()) return false;
  for (size_t n = 0; n < shape.size(); ++n)
    if (shape[n] == '-' ? date[n] != '-' : date[n] < '0' || date[n] > '9') return false;
  const auto number = [&](size_t at, size_t digits) { return std::stoi(std::string(date.substr(at, digits))); };
  return std::chrono::year_month_day(std::chrono::year(number(0, 4)), std::chrono::month(unsigned(number(5, 2))),
                                     std::chrono::day(unsigned(number(8, 2))))
      .ok();
}

Bytes32 fair_commitment(const Bytes32& secret, const Terms& terms) {
  return hash(secret, "volpe fair commitment\n" + lines(terms));
}

Bytes32 fair_key(const Bytes32& secret, const Terms& terms, const std::vector<std::string>& seeds) {
  std::string message = "volpe fair key\n" + lines(terms);
  for (const std::string& seed : seeds) message += line("seed", seed);
  return hash(secret, message);
}

Bytes32 day_secret(const Bytes32& server_key, std::string_view date) {
  return hash(server_key, "volpe day secret\n" + line("date", date));
}

Bytes32 day_commitment(const Bytes32& day_secret, std::string_view date) {
  return hash(day_secret, "volpe day commitment\n" + line("date", date));
}

Bytes32 day_key(const Bytes32& day_secret, std::string_view date, std::string_view game, int seats) {
  return hash(day_secret, "volpe day key\n" + line("date", date) + lines({game, seats, {}}));
}

u64 KeyedDice::word(u64 coordinate) const {
  std::string message;
  for (int byte = 0; byte < 8; ++byte) message += static_cast<char>(coordinate >> 8 * byte & 0xff);
  const Bytes32 digest = hash(key_, message);
  u64 word = 0;
  for (size_t byte = 8; byte-- > 0;) word = word << 8 | digest[byte];
  return word;
}

}  // namespace volpe
