// Random bytes from libsodium.
#include "platform/random_bytes.h"

#include <sodium.h>

#include <cstdlib>

namespace volpe {
namespace {

// Before main, so that no thread meets a library that is only half set up.
const bool ready = sodium_init() >= 0;

}  // namespace

Bytes32 random_secret() {
  if (!ready) std::abort();  // a secret that is not random would be worse than no game
  Bytes32 secret;
  randombytes_buf(secret.data(), secret.size());
  return secret;
}

std::string random_id() { return hex(random_secret()).substr(0, 32); }

u64 random_seed() {
  if (!ready) std::abort();
  u64 seed = 0;
  randombytes_buf(&seed, sizeof seed);
  return seed;
}

u32 random_below(u32 bound) {
  if (!ready) std::abort();
  return randombytes_uniform(bound);
}

}  // namespace volpe
