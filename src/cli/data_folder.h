// The folder of this program under the user's data directory.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "cli/command_line.h"

namespace volpe {

// Fails if the user has no home directory; the message names the option that gives another place.
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
  if (failed) throw Failure{1, "the folder " + folder.string() + " cannot be made: " + failed.message()};
}

}  // namespace volpe
