// Groups of tables, as servers tell each other of changes: a notice names all tables of a group that a commit changed.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace volpe::store {

inline constexpr size_t group_count = 64;

// The same on every server: FNV-1a.
constexpr size_t group_of(std::string_view table) {
  u64 hash = 14695981039346656037u;
  for (const char byte : table) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return size_t((hash ^ hash >> 32) % group_count);
}

inline std::string channel_of(size_t group) { return "volpe_" + std::to_string(group); }

// The text of a notice is "WRITER REVISION LENGTH TABLE REVISION LENGTH TABLE …": ids may hold anything but NUL.
// Texts of these notices, by group; several where one would be longer than PostgreSQL takes.
std::map<size_t, std::vector<std::string>> notice_texts(const Id& writer, const std::vector<Notice>& notices);

// What is in such a text, unless `own` wrote it.
std::vector<Notice> notices_in(std::string_view text, std::string_view own);

}  // namespace volpe::store
