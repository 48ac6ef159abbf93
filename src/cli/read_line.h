// Reads lines of bounded length from outside.
#pragma once

#include <streambuf>
#include <string>

namespace volpe {

enum class ReadStatus { end, line, too_long };

// Reads one line without its line end; drops what is beyond `longest` bytes.
inline ReadStatus read_line(std::streambuf& input, std::string& line, size_t longest) {
  line.clear();
  bool any = false, too_long = false;
  for (int c; (c = input.sbumpc()) != std::char_traits<char>::eof();) {
    any = true;
    if (c == '\n') break;
    too_long = too_long || line.size() >= longest;
    if (!too_long) line += static_cast<char>(c);
  }
  return too_long ? ReadStatus::too_long : any ? ReadStatus::line : ReadStatus::end;
}

}  // namespace volpe
