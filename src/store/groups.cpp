// Notices as texts.
#include "store/groups.h"

#include <charconv>

namespace volpe::store {
namespace {

constexpr size_t longest_notice = 7900;  // PostgreSQL takes less than 8,000 bytes

// The number before the next space, which is taken off the text.
std::optional<i64> take_number(std::string_view& text) {
  i64 number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data() + text.size() || *end != ' ') return {};
  text.remove_prefix(size_t(end - text.data()) + 1);
  return number;
}

}  // namespace

std::map<size_t, std::vector<std::string>> notice_texts(const Id& writer, const std::vector<Notice>& notices) {
  std::map<size_t, std::vector<std::string>> texts;
  for (const Notice& notice : notices) {
    std::vector<std::string>& group = texts[group_of(notice.table)];
    const std::string item =
        " " + std::to_string(notice.revision) + " " + std::to_string(notice.table.size()) + " " + notice.table;
    if (group.empty() || group.back().size() + item.size() > longest_notice) group.push_back(writer);
    group.back() += item;
  }
  return texts;
}

std::vector<Notice> notices_in(std::string_view text, std::string_view own) {
  const size_t space = text.find(' ');
  if (space == std::string_view::npos || text.substr(0, space) == own) return {};
  text.remove_prefix(space);
  std::vector<Notice> notices;
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::optional<i64> revision = take_number(text), length = take_number(text);
    if (!revision || !length || *length < 0 || size_t(*length) > text.size()) break;
    notices.push_back({Id(text.substr(0, size_t(*length))), *revision});
    text.remove_prefix(size_t(*length));
  }
  return notices;
}

}  // namespace volpe::store
