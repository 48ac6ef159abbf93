// Parts of HTTP requests and replies: addresses, paths, origins, tokens, default headers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bits.h"

namespace volpe::net {

// An IP literal in its canonical spelling, IPv4 within IPv6 as IPv4; nothing if it is no address.
std::optional<std::string> canonical_address(std::string_view text);

// What the limits count as one client: an IPv4 address, or the /64 network of an IPv6 address.
std::string rate_limit_key(const std::string& address);

// The client behind a peer: what a trusted proxy forwards, else the peer. Addresses are canonical.
std::string client_address(const std::string& peer, std::string_view forwarded_for,
                           const std::vector<std::string>& trusted_proxies);

struct ListenAddress {
  std::string address;
  u16 port;
};
std::optional<ListenAddress> parse_listen_address(std::string_view text);  // "127.0.0.1:8080", "[::1]:8080"

// The path with percent escapes decoded. Nothing if it climbs ("..") or holds control characters.
std::optional<std::string> decoded_path(std::string_view path);

// Whether an origin is our own (its host is the requested one) or in the list.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& origins);

std::string bearer_token(std::string_view authorization);

std::string http_date();

// Set on every reply that does not set them itself. A table's address is a secret, hence no referrer.
using Header = std::pair<std::string_view, std::string_view>;
constexpr std::array<Header, 7> default_headers{{
    {"Server", "volpe"},
    {"Cache-Control", "no-store"},
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
     "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
}};

// Works for the fields of any HTTP library that counts and inserts them by name.
template <class Fields>
void add_default_headers(Fields& fields) {
  fields.set("Date", http_date());
  for (const auto& [name, value] : default_headers)
    if (fields.count(name) == 0) fields.insert(name, value);
}

}  // namespace volpe::net
