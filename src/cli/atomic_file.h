// AtomicFile: a file that a command replaces as a whole or not at all.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "cli/command_line.h"

namespace volpe {

// Writes a temporary file beside the path and then renames it. The constructor tries to write, so that a long command
// does not fail only at its end.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path)
      : path_(std::move(path)), temporary_(fmt::format("{}.{}.new", path_, getpid())) {
    std::error_code error;
    if (path_.empty() || std::filesystem::is_directory(path_, error)) refuse();
    try_writing("");
    std::filesystem::remove(temporary_, error);
  }

  void write(const std::string& text) const {
    try_writing(text);
    std::error_code error;
    std::filesystem::rename(temporary_, path_, error);
    if (!error) return;
    std::filesystem::remove(temporary_, error);
    refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    throw Failure{bad_usage, fmt::format("the file {} cannot be written", quote(path_))};
  }

  void try_writing(const std::string& text) const {
    std::ofstream file(temporary_, std::ios::binary);
    file << text;
    file.close();
    if (file) return;
    std::error_code error;
    std::filesystem::remove(temporary_, error);
    refuse();
  }

  std::string path_, temporary_;
};

}  // namespace volpe
