// Texts in an SVG file: escaped, cut and placed.
#include "analysis/svg.h"

#include <fmt/format.h>

namespace volpe {

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text) switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  return result;
}

// Cuts between characters, not inside one.
std::string shortened(const std::string& name) {
  constexpr size_t longest = 16;
  size_t characters = 0;
  for (size_t n = 0; n < name.size(); ++n) {
    const bool begins = (static_cast<unsigned char>(name[n]) & 0xc0) != 0x80;
    if (begins && ++characters > longest) return escaped(name.substr(0, n)) + "…";
  }
  return escaped(name);
}

std::string text_at(double x, double y, const std::string& attributes, const std::string& text) {
  return fmt::format("  <text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y, attributes.empty() ? "" : " ",
                     attributes, text);
}

}  // namespace volpe
