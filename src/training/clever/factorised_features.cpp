// Which factors the rows of joint features have.
#include "training/clever/factorised_features.h"

#include <array>
#include <vector>

#include "players/clever/features.h"

namespace volpe::clever {
namespace {

// A group of joint features: how many values each of them has, the first counting most, and which factors have rows of
// their own, each a choice of these features.
struct Joint {
  Group group;
  std::vector<int> sizes;
  std::vector<std::vector<size_t>> factors;
};

// A clock counts as round and roll, a set of boxes as its boxes, from the last.
const std::vector<Joint>& joints() {
  const auto boxes_of = [](int boxes, u16 line) {
    std::vector<size_t> list;
    for (int box : Members{Mask{line}}) list.push_back(size_t(boxes - 1 - box));
    return list;
  };
  static const std::vector<Joint> list = [&] {
    Joint yellow{yellow_marks, std::vector<int>(yellow_boxes, 2), {}},
        blue{blue_marks, std::vector<int>(blue_boxes, 2), {}};
    for (const auto& of : {lines.yellow_row, lines.yellow_column})
      for (int n = 0; n < 4; ++n) yellow.factors.push_back(boxes_of(yellow_boxes, of[n]));
    yellow.factors.push_back(boxes_of(yellow_boxes, lines.yellow_diagonal));
    for (u16 line : lines.blue_row) blue.factors.push_back(boxes_of(blue_boxes, line));
    for (u16 line : lines.blue_column) blue.factors.push_back(boxes_of(blue_boxes, line));
    const std::vector<std::vector<size_t>> of_values = {{1, 2}, {0, 1}, {0, 2}}, of_clock = {{2}, {0, 2}};
    const std::vector<std::vector<size_t>> of_chain = {{0, 1, 2}, {3, 4, 5, 6}};
    const std::vector<int> earned(areas + 2, 2);
    const std::vector<int> set_off = {set_off_steps / 4, 4, extra_steps};
    const std::vector<std::vector<size_t>> of_set_off = {{0}, {0, 1}, {0, 2}};
    return std::vector<Joint>{
        yellow,
        blue,
        {green_orange, {12, 12}, {{0}, {1}}},
        {actions, {7, 4, most_actions + 1, most_actions + 1}, {{0, 1}, {0, 2}, {0, 3}, {1, 2, 3}}},
        {fox_points, {6, 6, low_steps}, {{0, 1}, {0, 2}, {1, 2}}},
        {lowest_area, {6, 6, areas}, {{1, 2}}},
        {orange_sum, {12, sum_steps}, {{0}, {1}}},
        {purple_order, {6, 12, 7}, {{0, 1}, {1, 2}}},
        {purple_sum, {12, sum_steps}, {{0}, {1}}},
        {dice_to_roll, {3, 4, 64}, {{1, 2}}},
        {blue_white, {held_steps, 7, 7}, of_values},
        {yellow_green, {held_steps, 7, 7}, of_values},
        {orange_purple, {held_steps, 7, 7}, of_values},
        {green_clock, {7, 4, 12}, of_clock},
        {orange_clock, {7, 4, 12}, of_clock},
        {blue_clock, {7, 4, 12}, of_clock},
        {yellow_chain, earned, of_chain},
        {blue_chain, earned, of_chain},
        {green_chain, earned, of_chain},
        {orange_chain, earned, of_chain},
        {purple_chain, earned, of_chain},
        {yellow_sets_off, set_off, of_set_off},
        {blue_sets_off, set_off, of_set_off},
        {green_sets_off, set_off, of_set_off},
        {orange_sets_off, set_off, of_set_off},
        {purple_sets_off, set_off, of_set_off},
        {all_set_off, set_off, of_set_off},
        {lowest_two, {6, areas, areas, gap_steps}, {{0, 3}, {1, 2, 3}}},
    };
  }();
  return list;
}

struct FactorTable {
  std::array<std::vector<u16>, rows> of_row;
  int count = 0;

  FactorTable() {
    for (const Joint& joint : joints())
      for (const std::vector<size_t>& factor : joint.factors) {
        int numbers = 1;
        for (size_t feature : factor) numbers *= joint.sizes[feature];
        for (int row = 0; row < group_rows[joint.group]; ++row)
          of_row[size_t(first_row[joint.group]) + size_t(row)].push_back(
              u16(rows + count + number(joint, factor, row)));
        count += numbers;
      }
  }

  static int number(const Joint& joint, const std::vector<size_t>& factor, int row) {
    std::vector<int> value(joint.sizes.size());
    for (size_t feature = value.size(); feature-- > 0; row /= joint.sizes[feature])
      value[feature] = row % joint.sizes[feature];
    int number = 0;
    for (size_t feature : factor) number = number * joint.sizes[feature] + value[feature];
    return number;
  }
};

const FactorTable& factor_table() {
  static const FactorTable made;
  return made;
}

}  // namespace

std::span<const u16> factors_of(int row) { return factor_table().of_row[size_t(row)]; }
int factor_rows() { return factor_table().count; }

}  // namespace volpe::clever
