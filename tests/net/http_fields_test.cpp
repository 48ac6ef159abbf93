// Addresses, paths and origins.
#include "net/http_fields.h"

#include <gtest/gtest.h>

namespace volpe::net {
namespace {

TEST(Paths, AreDecodedAndChecked) {
  const std::pair<const char*, std::optional<std::string>> cases[] = {
      {"/", "/"},
      {"/a%20b/%C3%BC", "/a b/\xc3\xbc"},
      {"/a..b/...", "/a..b/..."},
      {"/%2e%2E/etc", {}},
      {"/a/..", {}},
      {"/..", {}},
      {"/a%2f..%2fb", {}},
      {"/%00", {}},
      {"/%0a", {}},
      {"/%7f", {}},
      {"/%", {}},
      {"/%4", {}},
      {"/%4g", {}},
      {"/%+1", {}},
      {"", {}},
      {"*", {}},
      {"http://a/", {}},
  };
  for (const auto& [path, expected] : cases) EXPECT_EQ(decoded_path(path), expected) << path;
}

TEST(Origins, AreOursOrListed) {
  const std::vector<std::string> listed = {"https://play.example.org"};
  for (const char* origin :
       {"http://volpe.test:8080", "https://volpe.test:8080", "HTTP://Volpe.Test:8080", "https://play.example.org"})
    EXPECT_TRUE(origin_allowed(origin, "volpe.test:8080", listed)) << origin;
  for (const char* origin : {"http://volpe.test", "null", "", "http://", "volpe.test:8080", "ftp://volpe.test:8080",
                             "http://play.example.org", "http://volpe.test:8080.evil.test"})
    EXPECT_FALSE(origin_allowed(origin, "volpe.test:8080", listed)) << origin;
  EXPECT_FALSE(origin_allowed("http://", "", {}));
}

TEST(Addresses, AreSpelledOneWay) {
  EXPECT_EQ(canonical_address("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(canonical_address("::ffff:10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(canonical_address("2001:DB8:0:0::1"), "2001:db8::1");
  for (const char* text : {"", "volpe.test", "1.2.3", "1.2.3.4:5", "[::1]", "1.2.3.4 "})
    EXPECT_FALSE(canonical_address(text)) << text;
  EXPECT_EQ(rate_limit_key("10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(rate_limit_key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
}

TEST(Addresses, OfClientsComeFromTrustedProxiesOnly) {
  const std::vector<std::string> proxies = {"10.0.0.1"};
  EXPECT_EQ(client_address("10.0.0.1", "1.1.1.1, 2.2.2.2", proxies), "2.2.2.2");
  EXPECT_EQ(client_address("10.0.0.1", "::1", proxies), "::1");
  EXPECT_EQ(client_address("10.0.0.1", "2.2.2.2, unknown", proxies), "10.0.0.1");
  EXPECT_EQ(client_address("10.0.0.1", "", proxies), "10.0.0.1");
  EXPECT_EQ(client_address("10.0.0.2", "2.2.2.2", proxies), "10.0.0.2");
}

TEST(Addresses, ToListenOnAreLiterals) {
  EXPECT_EQ(parse_listen_address("127.0.0.1:80")->port, 80);
  EXPECT_EQ(parse_listen_address("[::]:0")->address, "::");
  for (const char* text : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80",
                           "[127.0.0.1]:80", "[]:80", "localhost:80", ":80"})
    EXPECT_FALSE(parse_listen_address(text)) << text;
}

}  // namespace
}  // namespace volpe::net
