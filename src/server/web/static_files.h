// The files of the page that browsers load: a folder, read once at start, so that no other file can be requested.
#pragma once

#include <map>
#include <string>

#include "net/server.h"

namespace volpe::server {

class StaticFiles {
 public:
  static constexpr size_t most_bytes = 50 << 20;

  StaticFiles() = default;  // no page: the API alone
  // All files of a folder. X.br and X.gz are X compressed, for clients that take it so.
  static Result<StaticFiles> read(const std::string& folder);

  // A file; for a path that looks like none, index.html, since the page routes from there. With `table`, a
  // line about a table as JSON, index.html holds it too, so that the page can draw that table before it has asked.
  net::Reply reply(const net::Request& request, const std::string& table = {}) const;

 private:
  struct File {
    std::string content;
    std::string tag;  // of exactly these bytes
  };

  const File* find(const std::string& path) const;

  std::map<std::string, File> files_;  // by path, "/index.html"
};

// The folder of the page that belongs to this program: ../share/volpe/page beside its own, or web/dist of the source
// tree that it was built in; empty if there is none.
std::string default_page_folder();

}  // namespace volpe::server
