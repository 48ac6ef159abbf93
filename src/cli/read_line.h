// Reading lines from outside: bounded, whatever comes.
#pragma once

#include <streambuf>
#include <string>

namespace volpe {

enum class Line { none, good, too_long };

// One line without its end; what is beyond `longest` bytes is read and dropped.
inline Line read_line(std::streambuf& input, std::string& line, size_t longest) {
  line.clear();
  bool any = false, too_long = false;
  for (int c; (c = input.sbumpc()) != std::char_traits<char>::eof();) {
    any = true;
    if (c == '\n') break;
    too_long = too_long || line.size() >= longest;
    if (!too_long) line += static_cast<char>(c);
  }
  return too_long ? Line::too_long : any ? Line::good : Line::none;
}

}  // namespace volpe
