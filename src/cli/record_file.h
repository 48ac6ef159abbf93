// Reads records from files or standard input, at most as much as the longest record.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "cli/command_line.h"
#include "record/record.h"

namespace volpe {

// Reads at most one byte more than the longest record, so that read_record refuses any larger file.
inline std::string read_file(const std::string& path) {
  FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw Failure{bad_usage, fmt::format("the file {} cannot be opened", quote(path))};
  std::string text(longest_record + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  const bool failed = std::ferror(file) != 0;
  if (file != stdin) std::fclose(file);
  if (failed) throw Failure{bad_usage, fmt::format("the file {} cannot be read", quote(path))};
  return text;
}

// Fails if the record breaks a rule.
inline AnyPlay read_play(const std::string& path) {
  Result<AnyPlay> play = read_record(read_file(path));
  if (!play) throw Failure{1, play.error().message};
  return std::move(*play);
}

}  // namespace volpe
