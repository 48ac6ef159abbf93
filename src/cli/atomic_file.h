// Files as the commands read and write them: bounded when read, replaced whole or not at all when written.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "cli/arguments.h"

namespace volpe {

// At most a byte more than the longest record, so that any larger file is refused without reading it.
inline std::string read_file(const std::string& path) {
  FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw Failure{bad_usage, fmt::format("the file {} can not be opened", quote(path))};
  std::string text(longest_record + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  const bool failed = std::ferror(file) != 0;
  if (file != stdin) std::fclose(file);
  if (failed) throw Failure{bad_usage, fmt::format("the file {} can not be read", quote(path))};
  return text;
}

// A record, or the failure of one that breaks the rules.
inline AnyPlay read_play(const std::string& path) {
  Result<AnyPlay> play = read_record(read_file(path));
  if (!play) throw Failure{1, play.error().message};
  return std::move(*play);
}

// A file that is written beside its place and takes it only when it is whole. It is tried when this is made, so that a
// long command does not find out at its end that it can not write.
class WholeFile {
 public:
  explicit WholeFile(std::string path) : path_(std::move(path)), beside_(fmt::format("{}.{}.new", path_, getpid())) {
    std::error_code error;
    if (path_.empty() || std::filesystem::is_directory(path_, error)) refuse();
    try_writing("");
    std::filesystem::remove(beside_, error);
  }

  void write(const std::string& text) const {
    try_writing(text);
    std::error_code error;
    std::filesystem::rename(beside_, path_, error);
    if (!error) return;
    std::filesystem::remove(beside_, error);
    refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    throw Failure{bad_usage, fmt::format("the file {} can not be written", quote(path_))};
  }

  void try_writing(const std::string& text) const {
    std::ofstream file(beside_, std::ios::binary);
    file << text;
    file.close();
    if (file) return;
    std::error_code error;
    std::filesystem::remove(beside_, error);
    refuse();
  }

  std::string path_, beside_;
};

}  // namespace volpe
