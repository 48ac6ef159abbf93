// Addresses of servers and tables, good and bad.
#include "client/address.h"

#include <gtest/gtest.h>

namespace volpe::client {
namespace {

TEST(Address, IsParsedAsThePageShowsIt) {
  const auto address = parse_address("http://example.org:8080/t/abc-DEF_1");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->server.host, "example.org");
  EXPECT_EQ(address->server.port, "8080");
  EXPECT_EQ(address->table, "abc-DEF_1");
  EXPECT_EQ(address->url(), "http://example.org:8080/t/abc-DEF_1");
}

TEST(Address, MayLeaveOutSchemePortAndPath) {
  for (const char* text : {"http://fox", "http://fox/", "fox", "fox:80", "fox/?a=b", "fox#here"}) {
    const auto address = parse_address(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(address->url(), "http://fox:80") << text;
  }
  EXPECT_EQ(parse_address("127.0.0.1:1/t/x/")->table, "x");
  EXPECT_EQ(parse_address("http://[::1]:8080/t/x")->server.host, "[::1]");
  EXPECT_EQ(parse_address("[::1]")->server.host_and_port(), "[::1]:80");
}

TEST(Address, IsRefusedIfMalformedOrEncrypted) {
  for (const char* text : {"", "http://", "ftp://fox", "fox:0", "fox:65536", "fox:x", "fox:", "fo x", "fox/replay/x",
                           "fox/t/", "fox/t/a/b", "fox/t/a b", "http://a@b", "[::1", ":8080", "a\nb"}) {
    const auto address = parse_address(text);
    ASSERT_FALSE(address) << text;
    EXPECT_EQ(address.error(), AddressError::malformed) << text;
  }
  EXPECT_EQ(parse_address("https://fox/t/x").error(), AddressError::encrypted);
}

}  // namespace
}  // namespace volpe::client
