// Model files on disk: where they lie, and how they are read.
#pragma once

#include "players/model.h"

namespace volpe {

// The path of a model that ships. It lies in $VOLPE_MODELS if that is set, else in ../share/volpe/models beside the
// program's folder, else in the folder models of a source tree that the program was built in.
std::string model_path(std::string_view name);

// The content of the model file at a path.
Result<Bytes> read_model_file(const std::string& path, std::string_view kind, u32 version);

}  // namespace volpe
