// How dice can fall: built once, each list from the one with a die less.
#include "players/genial/dice_outcomes.h"

#include <array>

namespace volpe::genial {
namespace {

constexpr int codes = 117649;  // 7^6

// Dice as one small number.
constexpr int code(PerSymbol dice) {
  int sum = 0;
  for (int symbol = 0; symbol < symbols; ++symbol) sum = 7 * sum + of(dice, symbol);
  return sum;
}

struct Table {
  std::array<std::vector<Fall>, most_opposing + 1> lists;
  std::vector<u16> numbers = std::vector<u16>(codes, u16(0xffff));

  Table() {
    lists[0] = {{0, 1, 1.0}};
    numbers[0] = 0;
    int throws = 1;
    for (size_t dice = 1; dice < lists.size(); ++dice) {
      throws *= symbols;
      for (const Fall& fall : lists[dice - 1])
        for (int symbol = 0; symbol < symbols; ++symbol) add(lists[dice], fall.dice + one(symbol), fall.ways);
      for (Fall& fall : lists[dice]) fall.chance = double(fall.ways) / throws;
    }
  }

  void add(std::vector<Fall>& list, PerSymbol dice, int ways) {
    u16& number = numbers[size_t(code(dice))];
    if (number == 0xffff) {
      number = u16(list.size());
      list.push_back({dice, 0, 0});
    }
    list[number].ways += ways;
  }
};

const Table& table() {
  static const Table built;
  return built;
}

}  // namespace

const std::vector<Fall>& falls(int n) { return table().lists[size_t(n)]; }

int fall_number(PerSymbol dice) { return table().numbers[size_t(code(dice))]; }

}  // namespace volpe::genial
