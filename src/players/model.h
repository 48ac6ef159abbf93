// Model files as bytes: a header with kind, version, size and checksum around the content, so that no player ever uses
// a damaged or foreign file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.h"
#include "base/error.h"

namespace volpe {

using Bytes = std::vector<u8>;

// A 64-bit hash of bytes; the same on every machine.
u64 checksum(std::span<const u8> bytes);

// The content within the bytes of a model file, or why they are refused; errors call the file `name`.
Result<std::span<const u8>> model_content(std::string_view name, std::span<const u8> file, std::string_view kind,
                                          u32 version);

// The bytes of a model file. `kind` is at most 8 letters.
std::string model_file(std::string_view kind, u32 version, std::span<const u8> content);

// The error of a model that cannot be used.
Error bad_model(std::string_view name, const std::string& what);

}  // namespace volpe
