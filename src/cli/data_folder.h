// Where games are kept if nobody says otherwise: the store of a server, and the records of a keyboard.
#pragma once

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "cli/arguments.h"

namespace volpe {

// A folder of our own under the user's data directory. `option` is what says another place if there is none.
inline std::filesystem::path data_folder(const std::string& option) {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data != nullptr && *data == '/') return std::filesystem::path(data) / "volpe";
  if (home != nullptr && *home != '\0') return std::filesystem::path(home) / ".local/share/volpe";
  throw Failure{bad_usage, "there is no home directory to keep games in: say where with " + option};
}

inline void make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw Failure{1, "the folder " + folder.string() + " can not be made: " + failed.message()};
}

// Files of a store, and copies of it, hold the secrets of games that go on: from here on only their owner reads what is
// written.
inline void keep_private() { umask(S_IRWXG | S_IRWXO); }

inline std::string default_store() {
  const std::filesystem::path folder = data_folder("--store");
  make_folder(folder);
  return "sqlite:" + (folder / "volpe.db").string();
}

inline void add_store_option(Command command, std::string& store) {
  command
      .takes("--store", store,
             "Where games are kept: sqlite:PATH or postgresql://… (a file in your data folder if not given)")
      .environment("VOLPE_STORE");
}

}  // namespace volpe
