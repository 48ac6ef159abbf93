// The models of Genial: the compact one that ships with the program, the solution where somebody computed it, and the
// racer's tables; each is made when it is first asked for, and kept.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "players/genial/models.h"

namespace volpe::genial {

class ShippedModels final : public Models {
 public:
  std::shared_ptr<const Race> race(int seats, int boxes, int four_joker) const override;
  Result<std::shared_ptr<const Compact>> compact() const override;
  std::optional<Error> missing_compact() const override;
  Result<std::shared_ptr<const Solution>> solution(int boxes, int four_joker) const override;

 private:
  mutable std::mutex race_mutex_, compact_mutex_, solution_mutex_;
  mutable std::map<std::array<int, 3>, std::shared_ptr<const Race>> races_;
  mutable std::shared_ptr<const Compact> compact_;
  mutable std::map<std::pair<int, int>, Result<std::shared_ptr<const Solution>>> solutions_;
};

}  // namespace volpe::genial
