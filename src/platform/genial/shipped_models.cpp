// The models of Genial from their files, and the tables that are computed.
#include "platform/genial/shipped_models.h"

#include <filesystem>

#include "platform/genial/mapped_solution.h"
#include "platform/model_files.h"
#include "players/genial/compact.h"

namespace volpe::genial {
namespace {

Result<Bytes> read_corrections() {
  Result<Bytes> bytes = read_model_file(model_path(Compact::name), Compact::kind, Compact::version);
  if (bytes && bytes->size() != Compact::corrections)
    return Error{Code::unknown_level, "the model " + std::string(Compact::name) + " has the wrong size"};
  return bytes;
}

Result<std::shared_ptr<const Solution>> open_solution(int boxes, int four_joker) {
  const std::string path = usual_solution_path(boxes, four_joker);
  std::error_code error;
  if (!std::filesystem::exists(path, error) || MappedSolution::unfinished(path))
    return std::shared_ptr<const Solution>();
  Result<std::unique_ptr<MappedSolution>> opened = MappedSolution::open(path, boxes, four_joker);
  if (!opened) return opened.error();
  return std::shared_ptr<const Solution>(std::move(*opened));
}

}  // namespace

std::shared_ptr<const Race> ShippedModels::race(int seats, int boxes, int four_joker) const {
  const std::scoped_lock lock(race_mutex_);
  std::shared_ptr<const Race>& race = races_[{seats, boxes, four_joker}];
  if (!race) race = std::make_shared<const Race>(seats, boxes, four_joker);
  return race;
}

Result<std::shared_ptr<const Compact>> ShippedModels::compact() const {
  const std::scoped_lock lock(compact_mutex_);
  if (!compact_) {
    Result<Bytes> corrections = read_corrections();
    if (!corrections) return corrections.error();
    compact_ = std::make_shared<const Compact>(std::move(*corrections), *race(2, Compact::boxes, Compact::four_joker));
  }
  return compact_;
}

std::optional<Error> ShippedModels::missing_compact() const {
  const Result<Bytes> corrections = read_corrections();
  return corrections ? std::nullopt : std::optional(corrections.error());
}

Result<std::shared_ptr<const Solution>> ShippedModels::solution(int boxes, int four_joker) const {
  const std::scoped_lock lock(solution_mutex_);
  const std::pair options(boxes, four_joker);
  if (const auto known = solutions_.find(options); known != solutions_.end()) return known->second;
  return solutions_.emplace(options, open_solution(boxes, four_joker)).first->second;
}

}  // namespace volpe::genial
