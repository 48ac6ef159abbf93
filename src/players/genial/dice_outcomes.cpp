// How dice can come up: built once, each list from the one with a die less.
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
  std::array<std::vector<DiceOutcome>, most_opposing + 1> lists;
  std::vector<u16> numbers = std::vector<u16>(codes, u16(0xffff));

  Table() {
    lists[0] = {{0, 1, 1.0}};
    numbers[0] = 0;
    int throws = 1;
    for (size_t dice = 1; dice < lists.size(); ++dice) {
      throws *= symbols;
      for (const DiceOutcome& outcome : lists[dice - 1])
        for (int symbol = 0; symbol < symbols; ++symbol) add(lists[dice], outcome.dice + one(symbol), outcome.ways);
      for (DiceOutcome& outcome : lists[dice]) outcome.chance = double(outcome.ways) / throws;
    }
  }

  void add(std::vector<DiceOutcome>& list, PerSymbol dice, int ways) {
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

const std::vector<DiceOutcome>& dice_outcomes(int n) { return table().lists[size_t(n)]; }

int outcome_number(PerSymbol dice) { return table().numbers[size_t(code(dice))]; }

}  // namespace volpe::genial
