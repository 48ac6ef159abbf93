// Where players get their models: networks and tables that are large, never change, and are shared by all players.
//
// Each game says in players/<game>/models.h what its players need, as an interface. A program with files implements it
// in src/platform; a program that is given bytes, such as the engine inside a page, can implement it with these.
#pragma once

namespace volpe {

namespace clever {
class Models;
}
namespace genial {
class Models;
}

// One member for each game whose players need models.
struct ModelSource {
  const clever::Models& clever_models;
  const genial::Models& genial_models;
};

}  // namespace volpe
