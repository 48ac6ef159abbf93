// Checkpoints: one visit of the learner writes them, the same visit reads them.
#include "training/clever/checkpoint.h"

#include <cstring>

namespace volpe::clever {
namespace {

// Visits all that a checkpoint holds after its mark, seed and options. The lengths of lists are visited before the
// lists, so that they have their length when they are read.
template <class Each>
void visit_checkpoint(Learner& learner, Each&& each) {
  const auto list = [&](auto& items) {
    u64 length = items.size();
    each(&length, sizeof(length));
    if (length > u64{1} << 24) length = 0;  // no list of ours: the end will not fit
    items.resize(length);
  };
  const auto numbers = [&](auto& items) {
    list(items);
    each(items.data(), items.size() * sizeof(items[0]));
  };
  each(&learner.games, sizeof(u64));
  each(&learner.step, sizeof(u64));
  for (auto* floats : {&learner.network.parameters, &learner.mean.parameters, &learner.moment, &learner.square})
    numbers(*floats);
  numbers(learner.steps);
  list(learner.recent);
  for (std::vector<PlayedGame>& games : learner.recent) {
    list(games);
    for (PlayedGame& game : games) numbers(game.samples);
  }
}

}  // namespace

std::string write_checkpoint(Learner& learner, const CheckpointHead& head) {
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof(head));
  visit_checkpoint(learner, [&](void* data, size_t size) { bytes.append(static_cast<const char*>(data), size); });
  return bytes;
}

std::string read_checkpoint(std::string_view bytes, const CheckpointHead& wanted, Learner& learner) {
  CheckpointHead head;
  bool whole = true;
  const auto read = [&](void* data, size_t size) {
    whole = whole && size <= bytes.size();
    if (!whole) return;
    if (size > 0) std::memcpy(data, bytes.data(), size);
    bytes.remove_prefix(size);
  };
  read(&head, sizeof(head));
  if (!whole || head.mark != wanted.mark) return "is not one, or of another version";
  if (head.seed != wanted.seed || head.options != wanted.options || head.table != wanted.table)
    return "is of another seed or other options";
  visit_checkpoint(learner, read);
  for (const auto* floats : {&learner.network.parameters, &learner.mean.parameters, &learner.moment, &learner.square})
    whole = whole && floats->size() == layout().end;
  if (!whole || learner.steps.size() != learner.table_rows() + 1 || !bytes.empty()) return "is damaged";
  return {};
}

}  // namespace volpe::clever
