// The models of this process: one cache for each game.
#include "platform/shipped_models.h"

#include "platform/clever/shipped_models.h"
#include "platform/genial/shipped_models.h"

namespace volpe {

const ModelSource& shipped_models() {
  static const clever::ShippedModels clever_models;
  static const genial::ShippedModels genial_models;
  static const ModelSource all{clever_models, genial_models};
  return all;
}

}  // namespace volpe
