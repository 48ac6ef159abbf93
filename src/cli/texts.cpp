// Looking words up in the texts that are built in.
#include "cli/texts.h"

namespace volpe {

std::string why_text(const std::vector<std::string_view>& keys) {
  std::string text;
  const std::string table = "\n" + std::string(why_table());
  for (std::string_view key : keys) {
    const std::string entry = "\n" + std::string(key) + ": ";
    const size_t from = table.find(entry);
    if (from == std::string::npos) continue;
    const size_t begin = from + entry.size();
    text += (text.empty() ? "" : ", ") + table.substr(begin, table.find('\n', begin) - begin);
  }
  return text;
}

}  // namespace volpe
