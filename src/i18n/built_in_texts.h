// The files of locale/, built into the program by built_in_texts.cmake.
#pragma once

#include <span>
#include <string_view>

namespace volpe {

struct BuiltInText {
  std::string_view language, file, text;
};

std::span<const BuiltInText> built_in_texts();

}  // namespace volpe
