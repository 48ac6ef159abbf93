// Where a server is, and a table at it: the address that the page shows.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace volpe::client {

struct Server {
  std::string host, port;

  std::string written() const { return host + ":" + port; }  // as in the header Host
};

struct Address {
  Server server;
  std::string table;  // empty: the server itself

  std::string written() const { return "http://" + server.written() + (table.empty() ? "" : "/t/" + table); }
};

enum class Fault { malformed, encrypted };  // encrypted: https, which only browsers speak

// http://host:port or http://host:port/t/table; the scheme may be left out, and the port if it is 80.
Result<Address, Fault> read_address(std::string_view text);

}  // namespace volpe::client
