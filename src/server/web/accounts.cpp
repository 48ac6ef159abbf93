// Tokens and recovery codes, and what is stored of them.
#include "server/web/accounts.h"

#include "platform/random_bytes.h"
#include "tables/person_handle.h"

namespace volpe::server {
namespace {

std::string secret_hash(std::string_view secret) { return tables::labelled_hash("volpe secret", secret, "", 32); }

// The code as it was meant.
std::string normalised(std::string_view code) {
  std::string meant;
  for (char c : code)
    if (c >= 'a' && c <= 'z')
      meant += char(c - 'a' + 'A');
    else if (c != ' ' && c != '-')
      meant += c;
  return meant;
}

}  // namespace

std::string random_token() { return random_id() + random_id(); }

std::string random_recovery_code() {
  constexpr std::string_view letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";  // none that look alike
  std::string code;
  for (int n = 0; n < 25; ++n) {
    if (n > 0 && n % 5 == 0) code += '-';
    code += letters[random_below(u32(letters.size()))];
  }
  return code;
}

std::string token_hash(std::string_view token) { return secret_hash(token); }

std::string recovery_hash(std::string_view code) { return secret_hash(normalised(code)); }

Result<store::Person> person_with_token(store::Store& store, const std::string& token) {
  const Result<std::optional<store::Person>> found = store.person_with_token(token_hash(token));
  if (!found) return found.error();
  if (!*found) return Error{Code::unknown_person, "this token is not known"};
  return **found;
}

}  // namespace volpe::server
