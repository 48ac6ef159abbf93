// The address of a server or of one of its tables, as a browser shows it.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace volpe::client {

struct Server {
  std::string host, port;

  std::string host_and_port() const { return host + ":" + port; }
};

struct Address {
  Server server;
  std::string table;  // empty: the server itself

  std::string url() const { return "http://" + server.host_and_port() + (table.empty() ? "" : "/t/" + table); }
};

enum class AddressError { malformed, encrypted };  // encrypted: https, which only browsers support

// http://host:port or http://host:port/t/table; the scheme may be left out, and the port if it is 80.
Result<Address, AddressError> parse_address(std::string_view text);

}  // namespace volpe::client
