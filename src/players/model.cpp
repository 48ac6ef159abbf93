// Model files: how they are laid out, found, checked and written.
#include "players/model.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/random.h"

namespace volpe {
namespace {

namespace fs = std::filesystem;

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

Error wrong(const std::string& path, const std::string& what) {
  return {Code::unknown_level, "the model " + path + " " + what};
}

fs::path find_model(std::string_view name) {
  if (const char* folder = std::getenv("VOLPE_MODELS")) return fs::path(folder) / name;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  fs::path installed = program.parent_path() / "share/volpe/models" / name;
  if (fs::exists(installed, error)) return installed;
  for (fs::path folder = program; folder != folder.root_path(); folder = folder.parent_path())
    if (fs::exists(folder / "models" / name, error)) return folder / "models" / name;
  return installed;
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

Result<Bytes> read_model(std::string_view name, std::string_view kind, u32 version) {
  return read_model_file(find_model(name).string(), kind, version);
}

Result<Bytes> read_model_file(const std::string& path, std::string_view kind, u32 version) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return wrong(path, "is missing or can not be read (the folder is $VOLPE_MODELS, if set)");
  Header header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header) || header.magic != magic)
    return wrong(path, "is not a model file");
  if (header.kind != word(kind)) return wrong(path, "is a model of another kind");
  if (header.version != version)
    return wrong(path, "has version " + std::to_string(header.version) + ", not " + std::to_string(version));
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error || size - sizeof header != header.size) return wrong(path, "is damaged: its size is wrong");
  Bytes content(header.size);
  file.read(reinterpret_cast<char*>(content.data()), std::streamsize(content.size()));
  if (!file || checksum(content) != header.checksum) return wrong(path, "is damaged: its checksum is wrong");
  return content;
}

std::string model_file(std::string_view kind, u32 version, std::span<const u8> content) {
  const Header header{magic, word(kind), version, content.size(), checksum(content)};
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  return bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
}

}  // namespace volpe
