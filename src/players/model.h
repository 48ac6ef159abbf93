// Model files: named bytes with kind, version, size and checksum, so that a damaged or foreign file is never played
// with.
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

// The content of a model. It lies in $VOLPE_MODELS if that is set, else in ../share/volpe/models beside the program's
// folder, else in the folder models of a source tree that the program was built in. `kind` is at most 8 letters.
Result<Bytes> read_model(std::string_view name, std::string_view kind, u32 version);

// The same from a path.
Result<Bytes> read_model_file(const std::string& path, std::string_view kind, u32 version);

// The bytes of a model file.
std::string model_file(std::string_view kind, u32 version, std::span<const u8> content);

}  // namespace volpe
