// Where the store of a server is, if nobody says otherwise.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "cli/command.h"

namespace volpe {

// A folder of our own under the user's data directory; made if it is not there.
inline std::string default_store() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const bool there = (data != nullptr && *data == '/') || (home != nullptr && *home != '\0');
  if (!there) throw Failure{bad_usage, "there is no home directory to keep games in: say where with --store"};
  const std::filesystem::path folder =
      (data != nullptr && *data == '/' ? std::filesystem::path(data) : std::filesystem::path(home) / ".local/share") /
      "volpe";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw Failure{1, "the folder " + folder.string() + " can not be made: " + failed.message()};
  return "sqlite:" + (folder / "volpe.db").string();
}

inline void add_store_option(Command command, std::string& store) {
  command
      .takes("--store", store,
             "Where games are kept: sqlite:PATH or postgresql://… (a file in your data folder if not given)")
      .environment("VOLPE_STORE");
}

}  // namespace volpe
