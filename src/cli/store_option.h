// The option --store of the server and of the commands for its store, and where the store is without it.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "cli/data_folder.h"

namespace volpe {

// A store and its copies hold the secrets of unfinished games: from now on only the owner can read files that the
// program makes.
inline void make_new_files_private() { umask(S_IRWXG | S_IRWXO); }

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
