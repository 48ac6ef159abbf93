// The files of locale/ as they are built into the program; words.h reads them.
#pragma once

#include <span>
#include <string_view>

namespace volpe {

struct BuiltIn {
  std::string_view language, file, text;
};

std::span<const BuiltIn> built_in_texts();

}  // namespace volpe
