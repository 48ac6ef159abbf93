// The sheets of Genial: how they, their pairs and the renamings of colours are numbered.
#include "players/genial/sheets.h"

#include <algorithm>
#include <numeric>

namespace volpe::genial {
namespace {

using Places = std::array<u8, symbols>;

struct Renamings {
  std::vector<Places> places;
  std::vector<u16> number = std::vector<u16>(1 << 18);
  std::vector<u16> products = std::vector<u16>(size_t(renamings) * renamings);
  std::vector<u8> dice;

  static size_t code(const Places& places) {
    size_t sum = 0;
    for (u8 place : places) sum = sum << 3 | place;
    return sum;
  }

  Renamings() {
    for (size_t n = 0; n < number.size(); ++n) {
      const Places all = {u8(n >> 15), u8(n >> 12 & 7), u8(n >> 9 & 7), u8(n >> 6 & 7), u8(n >> 3 & 7), u8(n & 7)};
      unsigned taken = 0;
      for (u8 place : all) taken |= 1u << place;
      if (taken != 63) continue;
      number[n] = u16(places.size());
      places.push_back(all);
    }
    for (size_t second = 0; second < renamings; ++second)
      for (size_t first = 0; first < renamings; ++first) {
        Places both;
        for (size_t symbol = 0; symbol < symbols; ++symbol) both[symbol] = places[second][places[first][symbol]];
        products[second * renamings + first] = number[code(both)];
      }
    for (int by = 0; by < renamings; ++by)
      for (const DiceOutcome& outcome : dice_outcomes(max_dice)) {
        PerSymbol dice_there = 0;
        for (int symbol = 0; symbol < symbols; ++symbol)
          dice_there += of(outcome.dice, symbol) * one(places[size_t(by)][size_t(symbol)]);
        dice.push_back(u8(outcome_number(dice_there)));
      }
  }
};

const Renamings& table() {
  static const Renamings built;
  return built;
}

// Where each number goes when those of a group descend; a group is a run of places whose neighbours are `equal`.
int descending_in_groups(PerSymbol numbers, size_t equal) {
  std::array<u8, symbols> order;
  std::iota(order.begin(), order.end(), u8(0));
  for (size_t begin = 0; begin < symbols;) {
    size_t end = begin + 1;
    while (end < symbols && (equal >> (end - 1) & 1) != 0) ++end;
    // An insertion sort: groups are tiny, and equal numbers keep their order.
    for (size_t n = begin + 1; n < end; ++n)
      for (size_t at = n; at > begin && of(numbers, order[at]) > of(numbers, order[at - 1]); --at)
        std::swap(order[at], order[at - 1]);
    begin = end;
  }
  Places places;
  for (size_t place = 0; place < symbols; ++place) places[order[place]] = u8(place);
  return table().number[Renamings::code(places)];
}

size_t equal_neighbours(PerSymbol descending_rows) {
  size_t equal = 0;
  for (int symbol = 0; symbol + 1 < symbols; ++symbol)
    equal |= size_t(of(descending_rows, symbol) == of(descending_rows, symbol + 1)) << symbol;
  return equal;
}

constexpr size_t all_equal = (size_t{1} << (symbols - 1)) - 1;

}  // namespace

const std::array<u8, symbols>& renaming(int n) { return table().places[size_t(n)]; }

int after(int second, int first) { return table().products[size_t(second) * renamings + size_t(first)]; }

PerSymbol renamed(PerSymbol numbers, int by) {
  PerSymbol there = 0;
  const Places& places = renaming(by);
  for (int symbol = 0; symbol < symbols; ++symbol)
    there |= PerSymbol(of(numbers, symbol)) << 4 * places[size_t(symbol)];
  return there;
}

const u8* outcomes_renamed(int by) { return table().dice.data() + size_t(by) * dice_outcomes(max_dice).size(); }

int descending(PerSymbol numbers) { return descending_in_groups(numbers, all_equal); }

int descending_where_equal(PerSymbol numbers, PerSymbol descending_rows) {
  return descending_in_groups(numbers, equal_neighbours(descending_rows));
}

int crosses_on(PerSymbol rows) {
  int sum = 0;
  for (int symbol = 0; symbol < symbols; ++symbol) sum += of(rows, symbol);
  return sum;
}

// ---- Sheets

Sheets::Sheets(int boxes) : boxes_(boxes) {
  int places = 1;
  for (int symbol = 0; symbol < symbols; ++symbol) places *= boxes + 1;
  for (int n = 0; n < places; ++n) {
    PerSymbol rows = 0;
    int longest = 0;
    for (int symbol = 0, rest = n; symbol < symbols; ++symbol, rest /= boxes + 1) {
      rows |= PerSymbol(rest % (boxes + 1)) << 4 * symbol;
      longest = std::max(longest, rest % (boxes + 1));
    }
    if (longest > left_end && !all_at_least(rows, 1)) continue;
    if (longest > centre_end && !all_at_least(rows, left_end + 1)) continue;
    rows_.push_back(rows);
  }
  std::stable_sort(rows_.begin(), rows_.end(), [](PerSymbol a, PerSymbol b) { return crosses_on(a) < crosses_on(b); });
  number_.assign(size_t(places), -1);
  place_.assign(rows_.size(), -1);
  for (int n = 0; n < count(); ++n) {
    number_[size_t(place(rows(n)))] = n;
    if (renamed(rows(n), descending(rows(n))) != rows(n)) continue;
    place_[size_t(n)] = sorted_count();
    sorted_.push_back(n);
  }
}

// ---- SheetPairs

SheetPairs::SheetPairs(const Sheets& sheets) : sheets_(sheets) {
  for (size_t equal = 0; equal <= all_equal; ++equal) groups_.push_back(make_group(equal));
  u64 sum = 0;
  for (int n = 0; n < sheets.sorted_count(); ++n) {
    first_.push_back(sum);
    sum += groups_[equal_neighbours(sheets.rows(sheets.sorted(n)))].numbers.size();
  }
  first_.push_back(sum);
}

const SheetPairs::Form* SheetPairs::forms(PerSymbol descending_rows) const {
  return groups_[equal_neighbours(descending_rows)].forms.data();
}

SheetPairs::Group SheetPairs::make_group(size_t equal) const {
  Group made;
  made.forms.resize(size_t(sheets_.count()));
  made.reached.assign(size_t(symbols) * size_t(sheets_.boxes()) + 2, 0);
  for (int n = 0; n < sheets_.count(); ++n) {
    const PerSymbol rows = sheets_.rows(n);
    const int by = descending_in_groups(rows, equal);
    const int there = sheets_.number(renamed(rows, by));
    Form& form = made.forms[size_t(n)];
    form.by = u32(by) & 0x7fff;
    form.place = 0;
    if (there != n) continue;
    form.place = u32(made.numbers.size()) & 0x1ffff;
    made.numbers.push_back(n);
    for (size_t crosses = size_t(crosses_on(rows)) + 1; crosses < made.reached.size(); ++crosses)
      made.reached[crosses] = made.numbers.size();
  }
  for (int n = 0; n < sheets_.count(); ++n) {
    Form& form = made.forms[size_t(n)];
    form.place = made.forms[size_t(sheets_.number(renamed(sheets_.rows(n), form.by)))].place;
  }
  return made;
}

SheetPairs::Place SheetPairs::find(PerSymbol first, PerSymbol second) const {
  const int by = descending(first);
  const PerSymbol kept = renamed(first, by);
  const Form form = forms(kept)[sheets_.number(renamed(second, by))];
  return {first_with(sheets_.sorted_place(sheets_.number(kept))) + form.place, after(form.by, by)};
}

u64 SheetPairs::first_with(int sorted_place, int crosses) const {
  return first_with(sorted_place) +
         groups_[equal_neighbours(sheets_.rows(sheets_.sorted(sorted_place)))].reached[size_t(crosses)];
}

PerSymbol SheetPairs::second(int sorted_place, u64 pair) const {
  const Group& here = groups_[equal_neighbours(sheets_.rows(sheets_.sorted(sorted_place)))];
  return sheets_.rows(here.numbers[size_t(pair - first_with(sorted_place))]);
}

}  // namespace volpe::genial
