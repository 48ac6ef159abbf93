// What is asked of a request before a house sees it: plain functions over text from outside.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bits.h"

namespace volpe::server {

// The address an IP literal means, always spelled the same way; IPv4 within IPv6 as IPv4. Nothing if it is none.
std::optional<std::string> plain_address(std::string_view text);

// Whom the limits count as one: an IPv4 address, or the /64 that one IPv6 customer has.
std::string neighbourhood(const std::string& plain);

// The client behind a peer: what a trusted proxy says it is, else the peer. All but the header are plain addresses.
std::string client_address(const std::string& peer, std::string_view forwarded_for,
                           const std::vector<std::string>& trusted_proxies);

struct Listening {
  std::string address;
  u16 port;
};
std::optional<Listening> read_listening(std::string_view text);  // "127.0.0.1:8080", "[::1]:8080"

// Without percent signs, safe to take apart at '/'. Nothing if it climbs ("..") or holds control characters.
std::optional<std::string> decoded_path(std::string_view path);

// Whether the page of that origin is ours (its host is the one asked for) or listed.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& origins);

std::string bearer_token(std::string_view authorization);

std::string http_date();

// On every reply that does not say otherwise. Addresses of tables are secrets: nobody is told where a visitor came
// from.
using Header = std::pair<std::string_view, std::string_view>;
constexpr std::array<Header, 7> usual_headers{{
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

// Fields are those of any HTTP library that counts and inserts them by name.
template <class Fields>
void add_usual_headers(Fields& fields) {
  fields.set("Date", http_date());
  for (const auto& [name, value] : usual_headers)
    if (fields.count(name) == 0) fields.insert(name, value);
}

}  // namespace volpe::server
