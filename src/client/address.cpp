// Parses addresses.
#include "client/address.h"

#include <algorithm>

namespace volpe::client {
namespace {

bool made_of(std::string_view text, std::string_view signs) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           signs.find(c) != std::string_view::npos;
  });
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string_view::npos &&
         std::stoi(std::string(text)) >= 1 && std::stoi(std::string(text)) <= 65535;
}

// A name, an IPv4 address, or an IPv6 address in brackets.
bool is_host(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) return made_of(text.substr(1, text.size() - 2), ":.%");
  return made_of(text, ".-_");
}

}  // namespace

Result<Address, AddressError> parse_address(std::string_view text) {
  if (const size_t scheme = text.find("://"); scheme != std::string_view::npos) {
    if (text.substr(0, scheme) == "https") return AddressError::encrypted;
    if (text.substr(0, scheme) != "http") return AddressError::malformed;
    text.remove_prefix(scheme + 3);
  }
  text = text.substr(0, text.find_first_of("?#"));
  const size_t slash = std::min(text.find('/'), text.size());
  std::string_view server = text.substr(0, slash), path = text.substr(slash);
  if (path.ends_with('/')) path.remove_suffix(1);

  Address address{{"", "80"}, ""};
  const size_t colon = server.rfind(':'), bracket = server.rfind(']');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    address.server.port = server.substr(colon + 1);
    server = server.substr(0, colon);
  }
  address.server.host = server;
  if (!is_host(server) || !is_port(address.server.port)) return AddressError::malformed;
  if (path.empty()) return address;
  if (!path.starts_with("/t/") || !made_of(path.substr(3), "-_")) return AddressError::malformed;
  address.table = path.substr(3);
  return address;
}

}  // namespace volpe::client
