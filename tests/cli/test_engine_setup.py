"""Black-box tests of `volpe engine`: games that are set up from a position, and contradictions in one."""

import copy
import random
import unittest

from engine import SEATS, Engine, EngineTest
from sheet_rules import AREAS, SYMBOLS, random_options


class Setup(EngineTest):
    DERIVED = ["legal", "due", "due_seat", "result"]

    def test_every_position_of_random_games_continues_identically(self):
        rng = random.Random(61)
        with Engine() as other:
            for game, seats in SEATS * 2:
                for before, event, after in self.engine.random_game(
                    rng, game, seats, options=random_options(rng, game)
                ):
                    with self.subTest(game=game, seats=seats, ply=before["ply"]):
                        self.assertEqual(other.get("setup", position=before)["position"], before)
                        self.assertEqual(other.apply(event), after)
                self.assertEqual(other.get("setup", position=after)["position"], after)

    def test_a_game_set_up_in_the_middle_runs_the_same_to_its_end(self):
        rng = random.Random(62)
        with Engine() as other:
            for game, seats in SEATS:
                steps = list(self.engine.random_game(rng, game, seats))
                for start in rng.sample(range(len(steps)), 5):
                    other.get("setup", position=steps[start][0])
                    self.assertEqual(other.apply(*[event for _, event, _ in steps[start:]]), steps[-1][2])

    def test_fields_that_follow_from_others_may_be_left_out(self):
        rng = random.Random(63)
        with Engine() as other:
            for game, seats in SEATS:
                for _, _, position in self.engine.random_game(rng, game, seats):
                    short = copy.deepcopy(position)
                    for field in self.DERIVED:
                        del short[field]
                    for sheet in short["sheets"]:
                        sheet.pop("score", None)
                        sheet.pop("foxes", None)
                    with self.subTest(game=game, seats=seats, ply=position["ply"], phase=position["phase"]):
                        self.assertEqual(other.get("setup", position=short)["position"], position)

    def test_effects_in_a_position_are_ignored(self):
        self.engine.new("clever", 1, dice="seeded 6")
        explained = self.engine.get("roll", explain=True)["position"]
        position = self.engine.get("setup", position=explained)["position"]
        self.assertEqual({**position, "effects": explained["effects"]}, explained)

    def test_passive_turn_may_be_left_out_while_dice_lie(self):
        rng = random.Random(64)
        with Engine() as other:
            for seats in (1, 2):
                for _, _, position in self.engine.random_game(rng, "clever", seats):
                    short = {key: value for key, value in position.items() if key != "passive_turn"}
                    if any(state["value"] for state in position["dice"].values()):
                        self.assertEqual(other.get("setup", position=short)["position"], position)

    def test_a_game_set_up_has_no_record(self):
        position = self.engine.new("genial", 2)
        self.engine.get("setup", position=position)
        self.refuse("bad_record", "record")

    def test_dice_can_be_thrown_in_a_game_set_up(self):
        position = self.engine.new("genial", 2)
        self.engine.get("setup", position=position)
        self.assertEqual(self.engine.get("roll")["position"]["ply"], 1)


class Contradictions(EngineTest):
    """Positions that contradict themselves are refused and leave the game as it is."""

    # phase of the position to start from, path of the field, its new value or a function of the old one
    CLEVER = [
        ("pick", ["legal"], lambda old: old[1:]),
        ("pick", ["legal"], lambda old: old[::-1]),
        ("pick", ["legal"], lambda old: old + ["w@zzz"]),
        ("pick", ["legal"], []),
        ("roll", ["legal"], ["pass"]),
        ("pick", ["due"], ["y"]),
        ("roll", ["due"], lambda old: old[1:]),
        ("roll", ["due"], None),
        ("pick", ["due_seat"], 0),
        ("roll", ["due_seat"], lambda old: 1 - old),
        ("pick", ["to_move"], lambda old: 1 - old),
        ("pick", ["to_move"], "dice"),
        ("pick", ["to_move"], None),
        ("roll", ["to_move"], 0),
        ("over", ["to_move"], 0),
        ("pick", ["phase"], "roll"),
        ("pick", ["phase"], "bonus"),
        ("pick", ["phase"], "extra"),
        ("pick", ["phase"], "passive"),
        ("pick", ["phase"], "over"),
        ("pick", ["phase"], "score"),
        ("bonus", ["phase"], "pick"),
        ("over", ["phase"], "roll"),
        ("pick", ["game"], "genial"),
        ("pick", ["seats"], 1),
        ("pick", ["seats"], 3),
        ("pick", ["seats"], 5),
        ("pick", ["sheets"], lambda old: old[:1]),
        ("pick", ["sheets"], []),
        ("pick", ["sheets", 0], {}),
        ("pick", ["ply"], -1),
        ("pick", ["round"], 0),
        ("pick", ["round"], 7),
        ("pick", ["active"], 2),
        ("pick", ["active"], -1),
        ("pick", ["active"], lambda old: 1 - old),
        ("pick", ["roll"], 0),
        ("pick", ["roll"], 4),
        ("over", ["roll"], 1),
        ("pick", ["passive_turn"], True),
        ("pick", ["result"], {"totals": [1, 2], "winners": [1], "grades": []}),
        ("over", ["result"], None),
        ("over", ["result", "totals"], lambda old: [old[0] + 1, old[1]]),
        ("over", ["result", "winners"], lambda old: [1 - old[0]]),
        ("over", ["result", "grades"], [3]),
        ("pick", ["options", "decline"], "maybe"),
        ("pick", ["options", "boxes"], "7"),
        ("pick", ["dice", "y", "value"], 0),
        ("pick", ["dice", "y", "value"], 7),
        ("pick", ["dice", "y", "value"], None),
        ("pick", ["dice", "y", "place"], "table"),
        ("pick", ["dice", "y", "place"], "none"),
        ("pick", ["dice", "z"], {"value": 1, "place": "rolled"}),
        ("roll", ["dice", "y"], {"value": 1, "place": "rolled"}),
        ("pick", ["waiting"], ["blue x"]),
        ("bonus", ["waiting"], []),
        ("bonus", ["waiting"], ["red x"]),
        ("pick", ["extra_used"], ["y"]),
        ("extra", ["extra_used"], ["z"]),
        ("extra", ["extra_used"], ["y", "y"]),
        ("pick", ["colour"], "red"),
        ("pick", ["sheets", 0, "red"], []),
        ("pick", ["sheets", 0, "yellow"], ["y14"]),
        ("pick", ["sheets", 0, "yellow"], ["y11", "y11"]),
        ("pick", ["sheets", 0, "yellow"], ["y55"]),
        ("pick", ["sheets", 0, "blue"], [1]),
        ("pick", ["sheets", 0, "blue"], [13]),
        ("pick", ["sheets", 0, "blue"], [5, 5]),
        ("pick", ["sheets", 0, "green"], -1),
        ("pick", ["sheets", 0, "green"], 12),
        ("pick", ["sheets", 0, "orange"], [7]),
        ("pick", ["sheets", 0, "orange"], [1, 1, 1, 5]),
        ("pick", ["sheets", 0, "orange"], [1] * 12),
        ("pick", ["sheets", 0, "purple"], [0]),
        ("pick", ["sheets", 0, "purple"], [5, 5]),
        ("pick", ["sheets", 0, "purple"], [5, 3]),
        ("pick", ["sheets", 0, "purple"], [6] * 12),
        ("pick", ["sheets", 0, "foxes"], lambda old: old + 1),
        ("pick", ["sheets", 0, "rerolls", "held"], lambda old: old + 1),
        ("pick", ["sheets", 0, "rerolls", "used"], lambda old: old + 1),
        ("pick", ["sheets", 0, "rerolls", "held"], -1),
        ("pick", ["sheets", 1, "extras", "held"], lambda old: old + 1),
        ("pick", ["sheets", 1, "extras", "used"], lambda old: old + 1),
    ] + [("pick", ["sheets", 1, "score", key], lambda old: old + 1) for key in AREAS + ["foxes", "total"]]

    GENIAL = [
        ("score", ["legal"], lambda old: old[1:]),
        ("score", ["due"], 4),
        ("roll", ["due"], 3),
        ("roll", ["due_seat"], lambda old: 1 - old),
        ("roll", ["to_move"], 0),
        ("score", ["to_move"], lambda old: 1 - old),
        ("score", ["phase"], "pick"),
        ("score", ["phase"], "over"),
        ("score", ["phase"], "opening"),
        ("score", ["turn"], 2),
        ("score", ["turn"], -1),
        ("score", ["roll"], 0),
        ("score", ["roll"], 4),
        ("roll", ["roll"], 3),
        ("score", ["seats"], 3),
        ("score", ["options", "boxes"], "6"),
        ("score", ["options", "decline"], "allowed"),
        ("score", ["round"], 1),
        ("score", ["sheets", 0, "r"], -1),
        ("score", ["sheets", 0, "r"], 8),
        ("score", ["sheets", 0, "z"], 1),
        ("score", ["sheets", 0, "dice"], "rrr"),
        ("score", ["sheets", 0, "dice"], "rrrrr"),
        ("score", ["sheets", 0, "dice"], "rrrx"),
        ("score", ["sheets", 1, "dice"], "pggr"),
        ("score", ["result"], {"totals": [7, 0], "winners": [0], "grades": []}),
        ("over", ["result", "winners"], lambda old: [1 - old[0]]),
        ("over", ["result", "totals"], [7, 7]),
        ("over", ["phase"], "roll"),
        ("over", ["turn"], lambda old: 1 - old),
    ]

    def positions(self, game):
        """The last position of each phase of a game."""
        return {after["phase"]: after for _, _, after in self.engine.random_game(random.Random(71), game, 2)}

    def check(self, game, changes):
        positions = self.positions(game)
        for phase, path, value in changes:
            position = copy.deepcopy(positions[phase])
            parent = position
            for key in path[:-1]:
                parent = parent[key]
            if isinstance(parent, list) or path[-1] in parent:
                old = parent[path[-1]]
            else:
                old = None
            parent[path[-1]] = value(old) if callable(value) else value
            with self.subTest(phase=phase, path=path, old=old, new=parent[path[-1]]):
                self.assertNotEqual(position, positions[phase])
                self.refuse("bad_position", "setup", position=position)

    def test_clever_positions(self):
        self.check("clever", self.CLEVER)

    def test_genial_positions(self):
        self.check("genial", self.GENIAL)

    def test_marks_that_cannot_stand_on_a_sheet(self):
        base = self.engine.new("clever", 2)
        reroll_of_box_three = {"rerolls": {"held": 2, "used": 0}}
        for marks, possible in (
            ({"yellow": ["y11"]}, True),
            ({"yellow": ["y14"]}, False),
            ({"yellow": ["y55"]}, False),
            ({"yellow": ["y11", "y11"]}, False),
            ({"blue": [2, 12]}, True),
            ({"blue": [1]}, False),
            ({"blue": [13]}, False),
            ({"blue": [5, 5]}, False),
            ({"green": 3}, True),
            ({"green": -1}, False),
            ({"green": 12}, False),
            ({"orange": [1, 6]}, True),
            ({"orange": [0]}, False),
            ({"orange": [7]}, False),
            ({"orange": [1, 1, 1, 10], **reroll_of_box_three}, True),
            ({"orange": [1, 1, 1, 5], **reroll_of_box_three}, False),
            ({"orange": [1, 1, 1, 14], **reroll_of_box_three}, False),
            ({"orange": [1, 1, 1, 10]}, False),
            ({"purple": [2, 5]}, True),
            ({"purple": [6, 1]}, True),
            ({"purple": [5, 5]}, False),
            ({"purple": [5, 3]}, False),
            ({"purple": [0]}, False),
            ({"purple": [7]}, False),
        ):
            position = {key: value for key, value in base.items() if key not in ("legal", "due", "due_seat", "result")}
            sheet = {key: value for key, value in base["sheets"][0].items() if key not in ("score", "foxes")}
            position["sheets"] = [{**sheet, **marks}, base["sheets"][1]]
            with self.subTest(marks=marks):
                if possible:
                    self.engine.get("setup", position=position)
                else:
                    self.refuse("bad_position", "setup", position=position)

    def test_a_full_genial_sheet_is_the_end_of_the_game(self):
        position = self.engine.new("genial", 2, dice="seeded 1")
        for symbol in SYMBOLS:
            position["sheets"][1][symbol] = 7
        self.refuse("bad_position", "setup", position=position)

    def test_fields_that_follow_from_nothing_else_must_be_there(self):
        for game, fields in (
            ("clever", ["game", "seats", "phase", "sheets", "round", "active", "roll", "dice"]),
            ("genial", ["game", "seats", "phase", "sheets", "turn", "roll"]),
        ):
            for position in self.positions(game).values():
                for field in fields:
                    with self.subTest(game=game, phase=position["phase"], field=field):
                        short = {key: value for key, value in position.items() if key != field}
                        self.refuse("bad_position", "setup", position=short)

    def test_the_actions_of_every_position_must_come_to_what_was_given(self):
        rng = random.Random(72)
        with Engine() as other:
            for seats in (1, 2, 3, 4):
                for _, _, position in self.engine.random_game(rng, "clever", seats):
                    changed = copy.deepcopy(position)
                    actions = rng.choice(changed["sheets"])[rng.choice(["rerolls", "extras"])]
                    actions[rng.choice(["held", "used"])] += 1
                    self.assert_error(other.ask("setup", position=changed), "bad_position")


if __name__ == "__main__":
    unittest.main()
