// The JSON view of Genial: a position from a state, a state from a position, and what decisions would do.
#include "games/view.h"

#include "games/genial/genial.h"

namespace volpe {
namespace {

using namespace genial;

std::string letter(int symbol) { return std::string(1, letters[symbol]); }

// Only the symbols with a number.
JsonObject counts_json(const int (&numbers)[symbols]) {
  JsonObject json;
  for (int symbol = 0; symbol < symbols; ++symbol)
    if (numbers[symbol] != 0) json[letter(symbol)] = numbers[symbol];
  return json;
}

std::string dice_text(PerSymbol dice) {
  std::string text;
  for (int symbol = 0; symbol < symbols; ++symbol) text.append(of(dice, symbol), letters[symbol]);
  return text;
}

JsonObject effect(const State& state, const std::string& text, Decision decision) {
  Crosses all{};
  if (decision != reroll_all) all = earned(state, decision);
  const PerSymbol before = state.rows[state.turn], after = cross(before, all, state.boxes);
  int made[symbols], lost[symbols];
  for (int symbol = 0; symbol < symbols; ++symbol) {
    made[symbol] = of(after, symbol) - of(before, symbol);
    lost[symbol] = all.matches[symbol] + all.jokers[symbol] - made[symbol];
  }
  JsonArray unlocks;
  if (!all_at_least(before, 1) && all_at_least(after, 1)) unlocks.emplace_back("centre");
  if (!all_at_least(before, left_end + 1) && all_at_least(after, left_end + 1)) unlocks.emplace_back("right");
  return {{"event", text},
          {"matches", counts_json(all.matches)},
          {"jokers", counts_json(all.jokers)},
          {"crosses", counts_json(made)},
          {"lost", counts_json(lost)},
          {"unlocks", unlocks}};
}

// ---- Reading

PerSymbol read_rows(const Fields& sheet, int boxes) {
  PerSymbol rows = 0;
  int longest = 0;
  for (int symbol = 0; symbol < symbols; ++symbol) {
    const int crosses = sheet.integer(letter(symbol), 0, boxes);
    rows |= PerSymbol(crosses) << 4 * symbol;
    longest = crosses > longest ? crosses : longest;
  }
  if (longest > left_end && !all_at_least(rows, 1)) sheet.fail("the centre is closed while a row is empty");
  if (longest > centre_end && !all_at_least(rows, left_end + 1))
    sheet.fail("the right area is closed while a row has no cross in the centre");
  return rows;
}

PerSymbol read_dice(const Fields& sheet, int number) {
  PerSymbol dice = 0;
  const std::string text = sheet.text("dice");
  if (!text.empty() && text.size() != size_t(number)) sheet.fail("there are " + std::to_string(number) + " dice");
  for (char c : text.substr(0, max_dice)) {
    const size_t symbol = letters.find(c);
    if (symbol == std::string_view::npos) sheet.fail("'dice' is not a row of symbols");
    dice += symbol == std::string_view::npos ? 0 : one(int(symbol));
  }
  return dice;
}

// Whether dice lie in front of a seat for certain. During the opening, state.turn is the seat that rolls.
bool must_show_dice(const State& state, int seat) {
  if (state.phase == Phase::opening) return seat > 0 && seat < state.turn;
  const bool shown_at_start = seat > 0 && !state.hidden;
  return shown_at_start || seat < state.turn || (seat == state.turn && state.roll > 0);
}

// What the phase demands of dice and seats; empty if it fits.
std::string misfit(const State& state, int turn) {
  const bool opening = state.phase == Phase::opening;
  if (opening && (state.hidden || turn != 0 || state.roll != 0))
    return "opening dice come before the first turn, from the seats that do not start";
  if (state.phase == Phase::roll && state.roll > 2) return "there is no fourth roll";
  if ((state.phase == Phase::score || state.phase == Phase::over) && state.roll == 0) return "nothing has been rolled";
  for (int seat = 0; seat < state.seats; ++seat) {
    const bool full = state.rows[seat] == every(state.boxes);
    if (full != (state.phase == Phase::over && seat == turn))
      return "a game is over when, and only when, the seat on turn has crossed its whole sheet";
    const bool lying = state.dice[seat] != 0, must = must_show_dice(state, seat);
    if (must != lying && (must || opening)) return "the dice of seat " + std::to_string(seat) + " do not fit";
  }
  return "";
}

}  // namespace

JsonObject Genial::position(const State& state, int ply) {
  JsonObject json = common_fields<Genial>(state, ply);
  const bool opening = state.phase == Phase::opening, chance = opening || state.phase == Phase::roll;
  json["phase"] = phase_names[int(state.phase)];
  json["due"] = chance ? Json(dice_for[state.seats]) : Json(nullptr);
  json["turn"] = opening ? 0 : state.turn;
  json["roll"] = state.roll;
  JsonArray sheets;
  for (int seat = 0; seat < state.seats; ++seat) {
    JsonObject sheet;
    for (int symbol = 0; symbol < symbols; ++symbol) sheet[letter(symbol)] = of(state.rows[seat], symbol);
    sheet["dice"] = dice_text(state.dice[seat]);
    sheets.emplace_back(std::move(sheet));
  }
  json["sheets"] = std::move(sheets);
  return json;
}

JsonArray Genial::effects(const State& state) {
  JsonArray list;
  for (const auto& [text, decision] : sorted_decisions<Genial>(state)) list.emplace_back(effect(state, text, decision));
  return list;
}

Result<State> Genial::set_up(const JsonObject& position) {
  std::string error;
  const Fields fields(position, "", error);
  State state = start(read_setup<Genial>(fields));
  state.phase = Phase(one_of(fields, "phase", phase_names));
  const int turn = fields.integer("turn", 0, state.seats - 1);
  state.turn = u8(turn);
  state.roll = u8(fields.integer("roll", 0, 3));
  const std::vector<Fields> sheets = fields.objects("sheets", state.seats);
  for (int seat = 0; seat < state.seats; ++seat) {
    state.rows[seat] = read_rows(sheets[seat], state.boxes);
    state.dice[seat] = read_dice(sheets[seat], dice_for[state.seats]);
  }
  // During the opening the seat that rolls is the first, after the starting one, that shows no dice.
  if (state.phase == Phase::opening)
    for (state.turn = 1; state.turn < state.seats - 1 && state.dice[state.turn] != 0;) ++state.turn;
  if (std::string wrong = misfit(state, turn); !wrong.empty()) fields.fail(wrong);
  if (state.phase == Phase::score && error.empty()) state.legal = choices(state);
  return confirmed<Genial>(state, fields, error);
}

// The dice in front of these seats are known, and who has won.
void Genial::redact(JsonObject& position, Mask seats) {
  Json& result = position["result"];
  for (int seat : Members{seats}) {
    Json& sheet = position["sheets"].get_array()[size_t(seat)];
    sheet = JsonObject{{"dice", sheet.get_object()["dice"]}};
    if (result.is_object()) result.get_object()["totals"].get_array()[size_t(seat)] = nullptr;
  }
}

}  // namespace volpe
