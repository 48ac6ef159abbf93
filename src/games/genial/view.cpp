// The JSON view of Genial: a position from a state, a state from a position, and what decisions would do.
#include "games/view.h"

#include "games/genial/genial.h"

namespace volpe {
namespace {

using namespace genial;

std::string_view letter(int symbol) { return letters.substr(size_t(symbol), 1); }

// Only the symbols with a number.
template <class Output>
void write_counts(Output& json, const int (&numbers)[symbols]) {
  json.object([&] {
    for (int symbol = 0; symbol < symbols; ++symbol)
      if (numbers[symbol] != 0) json.field(letter(symbol), numbers[symbol]);
  });
}

std::string dice_text(PerSymbol dice) {
  std::string text;
  for (int symbol = 0; symbol < symbols; ++symbol) text.append(of(dice, symbol), letters[symbol]);
  return text;
}

template <class Output>
void write_effect(Output& json, const State& state, const std::string& event, Decision decision) {
  Crosses all{};
  if (decision != reroll_all) all = earned(state, decision);
  const PerSymbol before = state.rows[state.turn], after = cross(before, all, state.boxes);
  int made[symbols], lost[symbols];
  for (int symbol = 0; symbol < symbols; ++symbol) {
    made[symbol] = of(after, symbol) - of(before, symbol);
    lost[symbol] = all.matches[symbol] + all.jokers[symbol] - made[symbol];
  }
  const auto comes_to = [&](int crosses) { return !all_at_least(before, crosses) && all_at_least(after, crosses); };
  json.object([&] {
    json.field("event", event);
    write_counts(json.key("matches"), all.matches);
    write_counts(json.key("jokers"), all.jokers);
    write_counts(json.key("crosses"), made);
    write_counts(json.key("lost"), lost);
    json.key("unlocks").array([&] {
      if (comes_to(1)) json.value("centre");
      if (comes_to(left_end + 1)) json.value("right");
    });
  });
}

template <class Output>
void write_effects(Output& json, const State& state, const SortedDecisions& decisions) {
  json.array([&] {
    for (const auto& [event, decision] : decisions) write_effect(json, state, event, decision);
  });
}

// Of a redacted seat the dice in front of it are known, and whether it has won.
template <class Output>
void write_sheet(Output& json, const State& state, int seat, bool redacted) {
  json.object([&] {
    for (int symbol = 0; !redacted && symbol < symbols; ++symbol)
      json.field(letter(symbol), of(state.rows[seat], symbol));
    json.field("dice", dice_text(state.dice[seat]));
  });
}

template <class Output>
void write_whole_position(Output& json, const State& state, const PositionView& view) {
  const SortedDecisions decisions = sorted_decisions<Genial>(state);
  const bool opening = state.phase == Phase::opening, chance = opening || state.phase == Phase::roll;
  json.object([&] {
    write_common_fields<Genial>(json, state, view.ply, decisions);
    json.key("result");
    if (state.phase == Phase::over)
      write_result(json, state.seats, ending(state), view.redacted);
    else
      json.value(nullptr);
    json.field("phase", phase_names[int(state.phase)]);
    json.field("due", chance ? std::optional<int>(dice_for[state.seats]) : std::nullopt);
    json.field("turn", opening ? 0 : state.turn);
    json.field("roll", state.roll);
    json.key("sheets").array([&] {
      for (int seat = 0; seat < state.seats; ++seat) write_sheet(json, state, seat, has(view.redacted, seat));
    });
    if (view.effects) write_effects(json.key("effects"), state, decisions);
  });
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

void Genial::write_position(JsonText& json, const State& state, const PositionView& view) {
  write_whole_position(json, state, view);
}

JsonObject Genial::position(const State& state, const PositionView& view) {
  JsonValues json;
  write_whole_position(json, state, view);
  return std::move(json.take().get_object());
}

JsonArray Genial::effects(const State& state) {
  JsonValues json;
  write_effects(json, state, sorted_decisions<Genial>(state));
  return std::move(json.take().get_array());
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

}  // namespace volpe
