// The JSON view of Clever: a position from a state, a state from a position, and what decisions would do.
#include "games/view.h"

#include <algorithm>

#include "games/clever/clever.h"

namespace volpe {
namespace {

using namespace clever;

constexpr std::string_view places[] = {"rolled", "placed", "tray", "none"};
constexpr std::string_view area_names[] = {"yellow", "blue", "green", "orange", "purple"};

std::string_view letter(int die) { return letters.substr(size_t(die), 1); }

template <class Output>
void write_letters(Output& json, DiceSet set) {
  json.array([&] {
    for (int die : Members{set}) json.value(letter(die));
  });
}

std::string yellow_text(int box) {
  return "y" + std::to_string(yellow_box[box].row + 1) + std::to_string(yellow_box[box].column + 1);
}

template <class Output>
void write_score(Output& json, const Score& score) {
  json.object([&] {
    for (int area = 0; area < areas; ++area) json.field(area_names[area], score.area[area]);
    json.field("foxes", score.foxes);
    json.field("total", score.total);
  });
}

template <class Output>
void write_action(Output& json, int held, int used) {
  json.object([&] {
    json.field("held", held);
    json.field("used", used);
  });
}

template <class Output>
void write_sheet(Output& json, const Sheet& sheet) {
  json.object([&] {
    json.key("yellow").array([&] {
      for (int box : Members{sheet.marks[yellow]}) json.value(yellow_text(box));
    });
    json.key("blue").array([&] {
      for (int box : Members{sheet.marks[blue]}) json.value(box + 2);
    });
    json.field("green", sheet.marks[green]);
    json.key("orange").array([&] {
      for (int n = 0; n < sheet.marks[orange]; ++n) json.value(written(sheet, orange, n) * orange_factor[n]);
    });
    json.key("purple").array([&] {
      for (int n = 0; n < sheet.marks[purple]; ++n) json.value(written(sheet, purple, n));
    });
    write_action(json.key("rerolls"), sheet.rerolls, sheet.rerolls_used);
    write_action(json.key("extras"), sheet.extras, sheet.extras_used);
    json.field("foxes", sheet.foxes);
    write_score(json.key("score"), score(sheet));
  });
}

template <class Output>
void write_bonuses(Output& json, Bonus bonus, int number) {
  for (int n = 0; n < number; ++n) json.value(bonus_names[bonus]);
}

template <class Output>
void write_waiting(Output& json, const State& state) {
  json.array([&] {
    for (int bonus = yellow_x; bonus <= purple_6; ++bonus)
      write_bonuses(json, Bonus(bonus), count(state.waiting, Bonus(bonus)));
    if (state.phase == Phase::round_bonus) json.value(bonus_names[black]);
  });
}

int place_of(const State& state, int die) {
  return has(state.rolled, die) ? 0 : has(state.placed, die) ? 1 : has(state.tray, die) ? 2 : 3;
}

Score difference(const Score& now, const Score& before) {
  Score change{};
  for (int area = 0; area < areas; ++area) change.area[area] = now.area[area] - before.area[area];
  change.foxes = now.foxes - before.foxes;
  change.total = now.total - before.total;
  return change;
}

// The dice that a decision sends to the tray.
DiceSet sent_to_tray(const State& state, Decision decision) {
  if (state.phase != Phase::pick || decision == take_reroll) return 0;
  State after = state;
  const int die = decision < take_reroll ? take_of[decision].die : -1;
  if (die >= 0) after.rolled &= DiceSet(~(1 << die));
  leave_roll(after, die < 0 ? DiceSet(0) : below(state.values, of(state.values, die)));
  return after.tray & DiceSet(~state.tray);
}

// A mark that a decision makes, and the sheet after it.
struct Marking {
  std::string text;
  Gains earned;
  Sheet after;
};
std::optional<Marking> marking(const State& state, const std::string& event, Decision decision) {
  const bool bonus_phase = state.phase == Phase::bonus || state.phase == Phase::round_bonus;
  if (!bonus_phase && decision >= take_reroll) return {};
  const int box = bonus_phase ? bonus_mark_of[decision].box : take_of[decision].box;
  const int value = bonus_phase ? bonus_mark_of[decision].value : of(state.values, take_of[decision].die);
  // A mark is named like a bonus mark without its plus: orange and purple with the number that is written.
  const bool numbered = !bonus_phase && box >= orange_next;
  Marking made{event.substr(event.find_first_of("@+") + 1), 0, state.sheets[state.mover]};
  if (numbered) made.text += std::to_string(value);
  made.earned = mark(made.after, box, value);
  made.after.foxes = u8(made.after.foxes + count(made.earned, fox));
  return made;
}

// What one decision does by itself, without the chain that may follow.
template <class Output>
void write_effect(Output& json, const State& state, const std::string& event, Decision decision) {
  const Sheet& sheet = state.sheets[state.mover];
  const std::optional<Marking> made = marking(state, event, decision);
  json.object([&] {
    json.field("event", event);
    write_letters(json.key("tray"), sent_to_tray(state, decision));
    json.key("marks").array([&] {
      if (made) json.value(made->text);
    });
    json.key("earns").array([&] {
      for (int bonus = yellow_x; made && bonus <= fox; ++bonus)
        if (bonus >= mark_bonuses || bonus_boxes(made->after, Bonus(bonus)) != 0)
          write_bonuses(json, Bonus(bonus), count(made->earned, Bonus(bonus)));
    });
    write_score(json.key("score"), made ? difference(score(made->after), score(sheet)) : Score{});
  });
}

template <class Output>
void write_effects(Output& json, const State& state, const SortedDecisions& decisions) {
  json.array([&] {
    for (const auto& [event, decision] : decisions) write_effect(json, state, event, decision);
  });
}

template <class Output>
void write_dice(Output& json, const State& state) {
  json.object([&] {
    for (int die = 0; die < dice; ++die)
      json.key(letter(die)).object([&] {
        const int value = of(state.values, die);
        json.field("value", value == 0 ? std::nullopt : std::optional<int>(value));
        json.field("place", places[place_of(state, die)]);
      });
  });
}

// Where nothing is known of some sheets, nobody can say who has won.
template <class Output>
void write_ending(Output& json, const State& state, Mask redacted) {
  if (state.phase != Phase::over) return json.value(nullptr);
  Ending end = ending(state);
  if (redacted != 0) end.winners = 0;
  const bool graded = state.seats == 1;
  write_result(json, state.seats, end, redacted, graded ? std::optional<int>(grade(end.totals[0])) : std::nullopt);
}

template <class Output>
void write_whole_position(Output& json, const State& state, const PositionView& view) {
  const SortedDecisions decisions = sorted_decisions<Clever>(state);
  json.object([&] {
    write_common_fields<Clever>(json, state, view.ply, decisions);
    write_ending(json.key("result"), state, view.redacted);
    json.field("phase", phase_names[int(state.phase)]);
    json.key("due");
    if (state.phase == Phase::roll)
      write_letters(json, Clever::due_dice(state));
    else
      json.value(nullptr);
    json.field("round", state.round);
    json.field("active", state.active);
    json.field("roll", state.roll);
    json.field("passive_turn", state.passive_turn == 1);
    write_dice(json.key("dice"), state);
    write_waiting(json.key("waiting"), state);
    write_letters(json.key("extra_used"), state.extra_used);
    json.key("sheets").array([&] {
      for (int seat = 0; seat < state.seats; ++seat)
        if (has(view.redacted, seat))
          json.value(nullptr);
        else
          write_sheet(json, state.sheets[seat]);
    });
    if (view.effects) write_effects(json.key("effects"), state, decisions);
  });
}

// ---- Reading

int yellow_number(std::string_view text) {
  for (int box = 0; box < yellow_boxes; ++box)
    if (yellow_text(box) == text) return box;
  return -1;
}

// The bonuses that a sheet has given so far, and that the round track adds to them.
Gains given_by(const Sheet& sheet) {
  Gains gains = 0;
  for (int area = 0; area < areas; ++area) gains += gains_of[marks_from[area] + sheet.marks[area]];
  return gains;
}
int from_track(int round, Bonus bonus) {
  return static_cast<int>(std::count(round_bonus + 1, round_bonus + round + 1, bonus));
}

void read_action(const Fields& sheet, std::string_view key, int earned, u8& held, u8& used) {
  const Fields action = sheet.object(key);
  held = u8(action.integer("held", 0, 7));
  used = u8(action.integer("used", 0, 7));
  if (held + used != earned)
    sheet.fail("held and used " + std::string(key) + " must come to the " + std::to_string(earned) +
               " that the marks and the round track gave");
}

Sheet read_sheet(const Fields& fields, int round) {
  Sheet sheet{};
  for (const std::string& text : fields.texts("yellow", yellow_boxes)) {
    const int box = yellow_number(text);
    if (box < 0 || has(sheet.marks[yellow], box)) fields.fail("yellow has no free box " + quote(text));
    sheet.marks[yellow] |= u16(box < 0 ? 0 : 1 << box);
  }
  for (int value : fields.integers("blue", 2, 12, blue_boxes)) {
    if (has(sheet.marks[blue], value - 2)) fields.fail("blue " + std::to_string(value) + " is crossed twice");
    sheet.marks[blue] |= u16(1 << (value - 2));
  }
  sheet.marks[green] = u16(fields.integer("green", 0, row_boxes));
  for (int value : fields.integers("orange", 1, 18, row_boxes)) {
    const int factor = orange_factor[sheet.marks[orange]++];
    if (value % factor != 0 || value / factor > 6)
      fields.fail("orange box " + std::to_string(sheet.marks[orange]) + " cannot hold " + std::to_string(value));
    sheet.written[0] = sheet.written[0] << 4 | u64(value / factor);
  }
  for (int value : fields.integers("purple", 1, 6, row_boxes)) {
    const int last = static_cast<int>(sheet.written[1] & 15);
    if (!purple_takes(last, value))
      fields.fail("in purple a " + std::to_string(value) + " cannot follow a " + std::to_string(last));
    sheet.written[1] = sheet.written[1] << 4 | u64(value);
    ++sheet.marks[purple];
  }
  const Gains given = given_by(sheet);
  read_action(fields, "rerolls", count(given, reroll) + from_track(round, reroll), sheet.rerolls, sheet.rerolls_used);
  read_action(fields, "extras", count(given, extra) + from_track(round, extra), sheet.extras, sheet.extras_used);
  sheet.foxes = u8(count(given, fox));
  return sheet;
}

void read_dice(const Fields& fields, State& state) {
  const Fields all = fields.object("dice");
  for (int die = 0; die < dice; ++die) {
    const Fields one = all.object(letter(die));
    const int place = one_of(one, "place", places);
    if (place == 3) {
      if (!one.has("value") || !one.json().at("value").is_null()) one.fail("a die without a place has the value null");
      continue;
    }
    DiceSet& set = place == 0 ? state.rolled : place == 1 ? state.placed : state.tray;
    set |= DiceSet(1 << die);
    state.values |= PerDie(one.integer("value", 1, 6)) << 8 * die;
  }
}

DiceSet read_letters(const Fields& fields, std::string_view key) {
  DiceSet set = 0;
  for (const std::string& text : fields.texts(key, dice)) {
    const size_t die = text.size() == 1 ? letters.find(text) : std::string_view::npos;
    if (die == std::string_view::npos || has(set, int(die))) fields.fail(quote(key) + " is not a list of dice");
    set |= DiceSet(die == std::string_view::npos ? 0 : 1 << die);
  }
  return set;
}

// The solo player's passive turn: named, or seen from dice that lie although nothing was rolled in this turn.
bool in_passive_turn(const Fields& fields, const State& state) {
  if (fields.has("passive_turn")) return fields.truth("passive_turn");
  return state.seats == 1 && state.roll == 0 && state.values != 0;
}

void read_waiting(const Fields& fields, State& state) {
  const Gains given = given_by(state.sheets[state.mover]);
  for (const std::string& text : fields.texts("waiting", 8)) {
    const auto* name = std::find(bonus_names, bonus_names + mark_bonuses, text);
    const Bonus bonus = Bonus(name - bonus_names);
    if (text == bonus_names[black] && state.phase == Phase::round_bonus) continue;
    if (bonus == mark_bonuses || state.phase != Phase::bonus)
      fields.fail(quote(text) + " cannot wait in this phase");
    else if (count(state.waiting, bonus) >= count(given, bonus))
      fields.fail("more of " + quote(text) + " wait than the sheet has given");
    else
      state.waiting += gain(bonus);
  }
}

// Dice go to the tray below a die that was taken; only the rest of the third roll may be higher than every placed die.
bool tray_fits(const State& state) {
  if (state.passive_turn == 1 || (state.roll == 3 && state.rolled == 0)) return true;
  DiceSet lower = 0;
  for (int die : Members{state.placed}) lower |= below(state.values, of(state.values, die));
  return (state.tray & ~lower) == 0;
}

// What the phase demands of dice, rolls and seats; empty if it fits.
std::string misfit(const State& state) {
  const DiceSet lying = state.rolled | state.placed | state.tray;
  const bool no_dice = lying == 0, six = lying == all_dice, passive = state.passive_turn == 1;
  const int placed = size(state.placed);
  if (passive && (state.seats > 1 || state.roll > 0))
    return "the passive turn of the solo game knows no rolls or seats";
  if (!tray_fits(state)) return "a die in the tray is not lower than any placed die";
  if (state.extra_used != 0 && (state.rolled != 0 || !six)) return "extra dice are used only when the rolls are over";
  switch (state.phase) {
    case Phase::over:
      if (state.round != rounds_for[state.seats] || state.active != state.seats - 1 || passive)
        return "the game is over only after the last turn of the last round";
      return no_dice && state.roll == 0 ? "" : "no dice lie when the game is over";
    case Phase::round_bonus:
      return no_dice && state.round == 4 && state.active == 0 && state.roll == 0 && !passive
                 ? ""
                 : "the black bonus is chosen at the start of round 4, before the dice";
    case Phase::roll:
      if (state.rolled != 0 || six) return "dice must be due, and dice that are due have no place";
      if (state.roll == 0) return no_dice ? "" : "before the first roll no dice lie";
      return state.roll < 3 && placed <= state.roll && (placed > 0 || no_dice) ? "" : "the dice do not fit the rolls";
    case Phase::pick:
      return six && state.rolled != 0 && state.roll >= 1 && placed < state.roll && state.mover == state.active
                 ? ""
                 : "the dice or the seat do not fit a pick";
    default: break;
  }
  if (state.phase == Phase::bonus && no_dice)
    return state.round == 4 && state.active == 0 && state.roll == 0 && !passive
               ? ""
               : "a bonus without dice comes only from the round bonus";
  if (!six) return "all six dice must lie somewhere in this phase";
  if (passive) {
    for (int die : Members{state.tray})
      if ((below(state.values, of(state.values, die)) & state.placed) != 0)
        return "the tray holds the three lowest dice";
    if (size(state.tray) != 3 || placed != 3) return "in the passive turn three dice lie in the tray, three are placed";
    return "";
  }
  if (state.roll == 0 || placed > state.roll) return "the dice do not fit the rolls";
  if (state.phase == Phase::passive && state.mover == state.active) return "the active seat does not choose passively";
  if (state.rolled == 0) return "";
  const bool chain = state.phase == Phase::bonus && state.mover == state.active && state.roll < 3 && placed > 0;
  return chain ? "" : "the rolls are not over";
}

Mask choices(const State& state) {
  switch (state.phase) {
    case Phase::round_bonus: return black_choices(state);
    case Phase::pick: return pick_choices(state);
    case Phase::bonus: return bonus_choices(state);
    case Phase::extra: return extra_choices(state);
    case Phase::passive: return passive_choices(state);
    default: return 0;
  }
}

}  // namespace

void Clever::write_position(JsonText& json, const State& state, const PositionView& view) {
  write_whole_position(json, state, view);
}

JsonObject Clever::position(const State& state, const PositionView& view) {
  JsonValues json;
  write_whole_position(json, state, view);
  return std::move(json.take().get_object());
}

JsonArray Clever::effects(const State& state) {
  JsonValues json;
  write_effects(json, state, sorted_decisions<Clever>(state));
  return std::move(json.take().get_array());
}

Result<State> Clever::set_up(const JsonObject& position) {
  std::string error;
  const Fields fields(position, "", error);
  State state = start(read_setup<Clever>(fields));
  state.phase = Phase(one_of(fields, "phase", phase_names));
  state.round = u8(fields.integer("round", 1, rounds_for[state.seats]));
  state.active = u8(fields.integer("active", 0, state.seats - 1));
  state.roll = u8(fields.integer("roll", 0, 3));
  const bool decides = state.phase != Phase::roll && state.phase != Phase::over;
  state.mover = decides ? u8(fields.integer("to_move", 0, state.seats - 1)) : state.active;
  read_dice(fields, state);
  state.extra_used = read_letters(fields, "extra_used");
  state.passive_turn = in_passive_turn(fields, state);
  const std::vector<Fields> sheets = fields.objects("sheets", state.seats);
  for (int seat = 0; seat < state.seats; ++seat) state.sheets[seat] = read_sheet(sheets[seat], state.round);
  read_waiting(fields, state);
  if (std::string wrong = misfit(state); !wrong.empty()) fields.fail(wrong);
  if (error.empty()) {
    const Gains waiting = state.waiting;
    drop_lost(state);
    state.legal = choices(state);
    if (state.waiting != waiting || (decides && state.legal == 0)) fields.fail("nothing can be decided in this phase");
  }
  return confirmed<Clever>(state, fields, error);
}

}  // namespace volpe
