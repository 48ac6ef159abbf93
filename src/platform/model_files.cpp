// Model files on disk: the search for them, and their bytes.
#include "platform/model_files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace volpe {

namespace fs = std::filesystem;

std::string model_path(std::string_view name) {
  if (const char* folder = std::getenv("VOLPE_MODELS")) return (fs::path(folder) / name).string();
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  const fs::path installed = program.parent_path() / "share/volpe/models" / name;
  if (fs::exists(installed, error)) return installed.string();
  for (fs::path folder = program; folder != folder.root_path(); folder = folder.parent_path())
    if (fs::exists(folder / "models" / name, error)) return (folder / "models" / name).string();
  return installed.string();
}

Result<Bytes> read_model_file(const std::string& path, std::string_view kind, u32 version) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad_model(path, "is missing or cannot be read (the folder is $VOLPE_MODELS, if set)");
  std::error_code error;
  const auto size = fs::file_size(path, error);
  Bytes bytes(error ? 0 : size);
  file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
  bytes.resize(size_t(file.gcount()));
  const Result<std::span<const u8>> content = model_content(path, bytes, kind, version);
  if (!content) return content.error();
  bytes.erase(bytes.begin(), bytes.end() - std::ptrdiff_t(content->size()));
  return bytes;
}

}  // namespace volpe
