// Addresses, paths, origins and tokens, read strictly.
#include "net/http_fields.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace volpe::net {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

template <class Bytes>
std::string spelled(int family, const Bytes& bytes) {
  char text[INET6_ADDRSTRLEN];
  return inet_ntop(family, &bytes, text, sizeof text) == nullptr ? "" : text;
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (lower(c) >= 'a' && lower(c) <= 'f') return lower(c) - 'a' + 10;
  return {};
}

bool climbs(std::string_view path) {
  for (size_t from = 0; from < path.size();) {
    const size_t end = std::min(path.find('/', from), path.size());
    if (path.substr(from, end - from) == "..") return true;
    from = end + 1;
  }
  return false;
}

}  // namespace

std::optional<std::string> canonical_address(std::string_view text) {
  const std::string literal(text);
  if (literal.find('\0') != literal.npos) return {};
  in_addr four{};
  if (inet_pton(AF_INET, literal.c_str(), &four) == 1) return spelled(AF_INET, four);
  in6_addr six{};
  if (inet_pton(AF_INET6, literal.c_str(), &six) != 1) return {};
  if (!IN6_IS_ADDR_V4MAPPED(&six)) return spelled(AF_INET6, six);
  std::memcpy(&four, &six.s6_addr[12], sizeof four);
  return spelled(AF_INET, four);
}

std::string rate_limit_key(const std::string& plain) {
  in6_addr six{};
  if (inet_pton(AF_INET6, plain.c_str(), &six) != 1) return plain;
  std::memset(&six.s6_addr[8], 0, 8);
  return spelled(AF_INET6, six) + "/64";
}

std::string client_address(const std::string& peer, std::string_view forwarded_for,
                           const std::vector<std::string>& trusted_proxies) {
  if (std::find(trusted_proxies.begin(), trusted_proxies.end(), peer) == trusted_proxies.end()) return peer;
  const size_t comma = forwarded_for.rfind(',');
  const std::string_view last = comma == forwarded_for.npos ? forwarded_for : forwarded_for.substr(comma + 1);
  return canonical_address(trimmed(last)).value_or(peer);
}

std::optional<ListenAddress> parse_listen_address(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == text.npos) return {};
  std::string_view address = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  ListenAddress result{};
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), result.port);
  if (error != std::errc() || end != port.data() + port.size()) return {};
  const bool bracketed = address.size() > 2 && address.front() == '[' && address.back() == ']';
  if (bracketed) address = address.substr(1, address.size() - 2);
  if (bracketed != (address.find(':') != address.npos) || !canonical_address(address)) return {};
  result.address = address;
  return result;
}

std::optional<std::string> decoded_path(std::string_view path) {
  std::string decoded;
  for (size_t at = 0; at < path.size(); ++at) {
    int c = u8(path[at]);
    if (c == '%') {
      if (at + 2 >= path.size()) return {};
      const std::optional<int> high = hex_digit(path[at + 1]), low = hex_digit(path[at + 2]);
      if (!high || !low) return {};
      c = *high * 16 + *low;
      at += 2;
    }
    if (c < ' ' || c == 0x7f) return {};
    decoded += char(c);
  }
  if (!decoded.starts_with('/') || climbs(decoded)) return {};
  return decoded;
}

bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& origins) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (same_letters(origin.substr(0, scheme.size()), scheme) && !host.empty() &&
        same_letters(origin.substr(scheme.size()), host))
      return true;
  return std::any_of(origins.begin(), origins.end(), [&](auto& listed) { return same_letters(origin, listed); });
}

std::string bearer_token(std::string_view authorization) {
  constexpr std::string_view scheme = "Bearer ";
  if (!same_letters(authorization.substr(0, scheme.size()), scheme)) return {};
  return std::string(trimmed(authorization.substr(scheme.size())));
}

// Not strftime, which would speak the user's language.
std::string http_date() {
  static constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t now = std::time(nullptr);
  std::tm t{};
  gmtime_r(&now, &t);
  char text[80];
  std::snprintf(text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d GMT", days[t.tm_wday], t.tm_mday, months[t.tm_mon],
                t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
  return text;
}

}  // namespace volpe::net
