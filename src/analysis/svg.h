// Texts in an SVG file.
#pragma once

#include <string>

namespace volpe {

// A text with the characters that XML needs for itself replaced.
std::string escaped(const std::string& text);

// The same, with a long name cut so that it does not run into its neighbours.
std::string shortened(const std::string& name);

// A text element; `text` is escaped already.
std::string text_at(double x, double y, const std::string& attributes, const std::string& text);

}  // namespace volpe
