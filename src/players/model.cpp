// Model files: how they are laid out, checked and written.
#include "players/model.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/random.h"

namespace volpe {
namespace {

// 40 bytes before the content; numbers are little-endian, as on every machine we build for.
struct Header {
  std::array<char, 8> magic;
  std::array<char, 8> kind;
  u64 version;
  u64 size;
  u64 checksum;
};
static_assert(sizeof(Header) == 40);

constexpr std::array<char, 8> magic = {'v', 'o', 'l', 'p', 'e', ' ', 'm', '\n'};

std::array<char, 8> word(std::string_view text) {
  std::array<char, 8> letters{};
  text.copy(letters.data(), letters.size());
  return letters;
}

}  // namespace

u64 checksum(std::span<const u8> bytes) {
  u64 sum = mix(bytes.size());
  for (size_t at = 0; at < bytes.size(); at += 8) {
    u64 next = 0;
    std::memcpy(&next, bytes.data() + at, std::min<size_t>(8, bytes.size() - at));
    sum = mix(sum ^ next) + at;
  }
  return sum;
}

Error bad_model(std::string_view name, const std::string& what) {
  return {Code::unknown_level, "the model " + std::string(name) + " " + what};
}

Result<std::span<const u8>> model_content(std::string_view name, std::span<const u8> file, std::string_view kind,
                                          u32 version) {
  Header header{};
  if (file.size() >= sizeof header) std::memcpy(&header, file.data(), sizeof header);
  if (header.magic != magic) return bad_model(name, "is not a model file");
  if (header.kind != word(kind)) return bad_model(name, "is a model of another kind");
  if (header.version != version)
    return bad_model(name, "has version " + std::to_string(header.version) + ", not " + std::to_string(version));
  const std::span<const u8> content = file.subspan(sizeof header);
  if (content.size() != header.size) return bad_model(name, "is damaged: its size is wrong");
  if (checksum(content) != header.checksum) return bad_model(name, "is damaged: its checksum is wrong");
  return content;
}

std::string model_file(std::string_view kind, u32 version, std::span<const u8> content) {
  const Header header{magic, word(kind), version, content.size(), checksum(content)};
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  return bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
}

}  // namespace volpe
