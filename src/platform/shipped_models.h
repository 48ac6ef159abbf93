// The models of this process, shared by all its threads: those that ship with the program, and the solution of Genial
// where somebody computed it.
#pragma once

#include "players/model_source.h"

namespace volpe {

const ModelSource& shipped_models();

}  // namespace volpe
