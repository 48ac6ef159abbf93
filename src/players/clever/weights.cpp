// Weights to bytes and back.
#include "players/clever/weights.h"

namespace volpe::clever {
namespace {

template <class Part>
std::span<const u8> raw(const Part& part) {
  return {reinterpret_cast<const u8*>(part.data()), part.size() * sizeof(part[0])};
}

template <class Each>
void each_layer(auto& weights, Each&& each) {
  each(weights.middle);
  each(weights.middle_bias);
  each(weights.heads);
  each(weights.head_bias);
}

constexpr size_t row_bytes = wide * sizeof(i16);

}  // namespace

Bytes bytes_of_weights(const Weights& weights) {
  Bytes bytes((rows + 7) / 8);
  const auto add = [&](std::span<const u8> part) { bytes.insert(bytes.end(), part.begin(), part.end()); };
  for (size_t row = 0; row < rows; ++row) {
    const Row& numbers = weights.table[row];
    if (std::all_of(numbers.begin(), numbers.end(), [](i16 number) { return number == 0; })) continue;
    bytes[row / 8] |= u8(1 << row % 8);
    add(raw(numbers));
  }
  each_layer(weights, [&](const auto& layer) { add(raw(layer)); });
  return bytes;
}

Result<Weights> weights_of_bytes(std::span<const u8> bytes, std::pmr::memory_resource* memory) {
  Weights weights(memory);
  // A program that saw less had fewer rows, and a shorter map of them: it ends where all that it promises just fits.
  size_t map = 0, promised = 0;
  each_layer(weights, [&](const auto& layer) { promised += raw(layer).size(); });
  while (promised < bytes.size() && map < (rows + 7) / 8) promised += 1 + row_bytes * size_t(size(bytes[map++]));
  if (promised != bytes.size())
    return Error{Code::unknown_level, "the model of Clever has not the size it should have"};
  size_t at = map;
  const auto take = [&](void* to, size_t count) {
    std::memcpy(to, &bytes[at], count);
    at += count;
  };
  for (size_t row = 0; row < std::min<size_t>(rows, 8 * map); ++row)
    if (has(bytes[row / 8], int(row % 8))) take(weights.table[row].data(), row_bytes);
  each_layer(weights, [&](auto& layer) { take(layer.data(), raw(layer).size()); });
  return weights;
}

}  // namespace volpe::clever
