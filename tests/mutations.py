#!/usr/bin/env python3
"""Proves that the comparison with the reference rules bites: breaks the engine one line at a time, and each must be caught.
What random games hardly ever reach (a grade above 280, foxes worth more than any area in a tie) the unit tests must catch.

    tests/mutations.py            all mutations (about twenty minutes on two cores)
    tests/mutations.py 3 17       only those
    tests/mutations.py --list     what they are

Works on a copy of the tree under build/mutations; the tree itself is not touched.
"""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "mutations" / "tree"
BUILD = ROOT / "build" / "mutations" / "build"
GAMES = 3000  # random games a mutation has to survive before it counts as not caught

SHEET = "src/games/clever/sheet.h"
CLEVER = "src/games/clever/rules.h"
GENIAL = "src/games/genial/rules.h"

# What is broken, where, the line as it is (a part that stands once in the file), and as it becomes.
MUTATIONS = [
    ("a wrong bonus: yellow row 2 gives orange 5", SHEET, "{blue_x, orange_4, green_x, fox}", "{blue_x, orange_5, green_x, fox}"),
    ("a wrong bonus: the yellow diagonal gives a reroll", SHEET, "yellow_diagonal_bonus = extra", "yellow_diagonal_bonus = reroll"),
    ("the other diagonal", SHEET, "if (row == column) sets", "if (row == 3 - column) sets"),
    ("wrong points: yellow column 3", SHEET, "{10, 14, 16, 20}", "{10, 14, 18, 20}"),
    ("a yellow value misprinted", SHEET, "{1, 0, 2, 4},", "{1, 0, 4, 2},"),
    ("blue rows 1 and 2 swap their bonuses", SHEET, "{orange_5, yellow_x, fox}", "{yellow_x, orange_5, fox}"),
    ("blue column 4 gives a fox", SHEET, "{reroll, green_x, purple_6, extra}", "{reroll, green_x, purple_6, fox}"),
    ("blue points off at ten crosses", SHEET, "37, 46, 56}", "37, 47, 56}"),
    ("an off-by-one in a green minimum", SHEET, "{1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6}", "{1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 5}"),
    ("a green bonus one box too early", SHEET, "green_bonus[row_boxes] = {none, none, none,     extra,", "green_bonus[row_boxes] = {none, none, extra, none,"),
    ("green points off", SHEET, "28, 36, 45, 55, 66}", "28, 36, 45, 54, 66}"),
    ("orange box 9 is not doubled", SHEET, "{1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3}", "{1, 1, 1, 2, 1, 1, 2, 1, 1, 1, 3}"),
    ("orange box 11 doubles instead of tripling", SHEET, "1, 2, 1, 2, 1, 3}", "1, 2, 1, 2, 1, 2}"),
    ("round 3 gives nothing", SHEET, "{none, reroll, extra, reroll, black", "{none, reroll, extra, none, black"),
    ("round 4 gives nothing", SHEET, "reroll, black, none, none}", "reroll, none, none, none}"),
    ("five rounds with two seats", SHEET, "{0, 6, 6, 5, 4}", "{0, 6, 5, 5, 4}"),
    ("the highest grade from 280", SHEET, "240, 260, 281}", "240, 260, 280}"),
    ("foxes score the highest area", SHEET, "least = points < least ? points : least;", "least = points > least ? points : least;"),
    ("purple may repeat a value", CLEVER, "return last == 6 || value > last;", "return last == 6 || value >= last;"),
    ("nothing but a 6 may follow a 6", CLEVER, "return last == 6 || value > last;", "return value > last;"),
    ("a tray that takes equal dice", CLEVER, "leave_roll(state, below(state.values, value));",
     "leave_roll(state, below(state.values, value + 1));"),
    ("dice of the third roll stay out of the tray", CLEVER, "if (state.roll == 3) to_tray = all_dice;", "if (state.roll == 4) to_tray = all_dice;"),
    ("blue is the blue die alone", CLEVER, "bit(of(values, blue) + w - 2)", "bit(of(values, blue) * 2 - 2)"),
    ("white marks green with the green die's value", CLEVER, "white_in_rows = rows >> 3 * w & 7;", "white_in_rows = rows >> 3 * of(values, green) & 7;"),
    ("the green X asks for the minimum", CLEVER, "case green_x: return Mask(sheet.marks[green] < row_boxes) << green_next;",
     "case green_x: return Mask(sheet.marks[green] < 4 || sheet.marks[green] > 4) << green_next;"),
    ("a lost chain: waiting bonuses are forgotten", CLEVER, "state.waiting += gains & mark_gains;", "state.waiting = gains & mark_gains;"),
    ("a bonus can be made twice", CLEVER, "if (state.phase == Phase::bonus) state.waiting -= gain(uses);", ""),
    ("a full area keeps its bonus waiting", CLEVER, "    drop_lost(state);\n", ""),
    ("black offers no orange", CLEVER, "bonus_boxes(sheet, orange_6) | bonus_boxes(sheet, purple_6);", "bonus_boxes(sheet, purple_6);"),
    ("extra dice once too often by one die", CLEVER, "    state.extra_used |= DiceSet(1 << die);\n", ""),
    ("extra dice already used stay used for the next seat", CLEVER, "inline void leave_turn(State& state) {\n  state.extra_used = 0;",
     "inline void leave_turn(State& state) {"),
    ("extra dice forbidden in the passive turn of all", CLEVER, "state.passive_turn == 1 && second(state, solo_passive_extra)",
     "state.passive_turn == 1"),
    ("no fallback with more seats", CLEVER, "state.seats > 1 || !second(state, solo_fallback)", "!second(state, solo_fallback)"),
    ("the fallback is open beside the tray", CLEVER, "const Mask marks = marks_with(sheet, state.values, state.tray);",
     "const Mask marks = marks_with(sheet, state.values, DiceSet(state.tray | state.placed));"),
    ("pass is always allowed", CLEVER, "const bool may_pass = marks == 0 || second(state, decline);", "const bool may_pass = true;"),
    ("a passive player cannot decline", CLEVER, "marks | Mask(second(state, decline)) << take_pass;", "marks;"),
    ("a reroll counts as a roll", CLEVER, "  --state.roll;\n", ""),
    ("a reroll is not noted as used", CLEVER, "  ++sheet.rerolls_used;\n", ""),
    ("more than three dice go to the solo tray", CLEVER, "third_lowest(order) + 1);", "third_lowest(order) + 8);"),
    ("equal solo dice by colour, not by landing", CLEVER, "roll.values * 8 + roll.landing;", "roll.values * 8 + 0x050403020100;"),
    ("a pass ends the rolls", CLEVER, "leave_roll(state, 0);\n    if (state.rolled != 0) return roll_again(state);",
     "leave_roll(state, 0);"),
    ("passive seats are left out", CLEVER, "if (next == state.active) {", "if (next == state.active || state.seats == 3) {"),
    ("a tie goes to the lower best area", CLEVER, "single > best);", "single < best);"),
    ("a tie goes to the first seat", CLEVER, "end.winners |= bit(seat);", ";"),
    ("foxes count as an area in ties", CLEVER, "const int single = best_area(points);",
     "const int single = points.foxes > best_area(points) ? points.foxes : best_area(points);"),
    ("three seats with four dice", GENIAL, "{0, 0, 4, 3, 2}", "{0, 0, 4, 4, 2}"),
    ("the left area has two boxes", GENIAL, "left_end = 3,", "left_end = 2,"),
    ("the centre opens without a cross in every row", GENIAL, "if (all_at_least(after, 1)) after", "if (all_at_least(rows, 1)) after"),
    ("the right area opens too early", GENIAL, "if (all_at_least(after, left_end + 1)) after", "if (all_at_least(after, left_end)) after"),
    ("three equal dice are one cross", GENIAL, "size == 3 ? 2 : four_joker", "size == 3 ? 1 : four_joker"),
    ("four equal dice always four crosses", GENIAL, "state.four_joker = u8(4 - setup.options[four_joker]);", "state.four_joker = 4;"),
    ("dice of a joker still match", GENIAL, "    own -= size * one(symbol);\n", ""),
    ("own dice match each other", GENIAL, "    if (seat != state.turn) others += state.dice[seat];", "    others += state.dice[seat];"),
    ("a fourth roll", GENIAL, "Mask(state.roll < 3) << reroll_all", "Mask(state.roll < 4) << reroll_all"),
    ("two jokers of one symbol only for different rows", GENIAL, "for (int u = t; u < symbols; ++u)", "for (int u = t + 1; u < symbols; ++u)"),
    ("the opening is always shown", GENIAL, "state.hidden = setup.options[opening];", "state.hidden = 0;"),
    ("boxes stays at seven", GENIAL, "state.boxes = u8(7 + setup.options[boxes]);", "state.boxes = 7;"),
    ("the longest row counts for the match", GENIAL, "of(rows, symbol) < least ? of(rows, symbol) : least", "of(rows, symbol) > least ? of(rows, symbol) : least"),
]  # fmt: skip


def fresh_copy():
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    for name in subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        target = COPY / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)  # with a new time, so that a mutated build is built again


def build():
    if not (BUILD / "build.ninja").exists():
        subprocess.run(
            ["cmake", "-S", COPY, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1", "-DVOLPE_TESTS=ON"],
            check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    done = subprocess.run(["cmake", "--build", BUILD, "--target", "games_compare_test", "games_clever_rules_test", "games_clever_sheet_test"], capture_output=True, text=True)
    return done.returncode == 0, done.stdout


def compare(game, games):
    """Whether the random games of the engine and the reference agree."""
    environment = dict(os.environ, RC_PARAMS=f"max_success={games} noshrink=1")
    done = subprocess.run([BUILD / "tests" / "games" / "games_compare_test", f"--gtest_filter=*.{game}"], env=environment,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    return done.returncode == 0


def unit_tests_pass():
    folder = BUILD / "tests" / "games" / "clever"
    return all(
        subprocess.run([folder / name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
        for name in ("games_clever_rules_test", "games_clever_sheet_test"))  # fmt: skip


def try_mutation(number):
    what, file, old, new = MUTATIONS[number]
    path = COPY / file
    original = path.read_text()
    if original.count(old) != 1:
        return f"cannot be applied: the line stands {original.count(old)} times in {file}"
    path.write_text(original.replace(old, new))
    try:
        built, output = build()
        if not built:
            return "does not build:\n" + output[-2000:]
        if not compare("Genial" if file == GENIAL else "Clever", GAMES):
            return "caught"
        return "NOT CAUGHT" if unit_tests_pass() else "caught by the unit tests"
    finally:
        path.write_text(original)


def main():
    if sys.argv[1:] == ["--list"]:
        for number, (what, *_) in enumerate(MUTATIONS):
            print(f"{number:3} {what}")
        return 0
    chosen = [int(word) for word in sys.argv[1:]] or range(len(MUTATIONS))
    fresh_copy()
    built, output = build()
    if not built or not compare("Clever", 100) or not compare("Genial", 100):
        print("the engine as it is does not pass\n" + output[-2000:])
        return 1
    missed = 0
    for number in chosen:
        verdict = try_mutation(number)
        missed += not verdict.startswith("caught")
        print(f"{number:3} {MUTATIONS[number][0]}: {verdict}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} mutations caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
