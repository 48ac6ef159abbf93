"""Black-box tests of `volpe engine`: hello, ids, new games, and requests that are refused."""

import itertools
import json
import unittest

from engine import ROLL, SEATS, EngineTest
from sheet_rules import CLEVER_FIELDS, DICE, GENIAL_FIELDS, OPTIONS


class Hello(EngineTest):
    def test_hello_names_the_program_and_the_protocol(self):
        hello = self.engine.get("hello")
        self.assertEqual(hello["name"], "volpe")
        self.assertEqual(hello["protocol"], 1)
        self.assertRegex(hello["version"], r"\d")

    def test_hello_lists_games_with_seats_and_options(self):
        games = {game["name"]: game for game in self.engine.get("hello")["games"]}
        self.assertEqual(set(games), {"clever", "genial"})
        self.assertEqual(games["clever"]["seats"], {"min": 1, "max": 4})
        self.assertEqual(games["genial"]["seats"], {"min": 2, "max": 4})
        for name, options in OPTIONS.items():
            listed = {option["name"]: option["values"] for option in games[name]["options"]}
            self.assertEqual(listed, options)
            for option in games[name]["options"]:
                self.assertEqual(option["default"], options[option["name"]][0])

    def test_hello_lists_players_that_can_play(self):
        for level in self.engine.get("hello")["players"]:
            self.engine.new("clever", 1, dice="seeded 1")
            self.engine.get("roll")
            self.engine.get("play", level=level)


class Identity(EngineTest):
    IDS = [0, -7, 1.5, 2**63, 2**64 - 1, "", "ü ☃ \U0001f98a \u0000", None, True, [], [1, [2, {"x": None}]], {"k": 1}]

    def test_any_id_is_echoed(self):
        for value in self.IDS:
            with self.subTest(id=value):
                self.assertEqual(self.engine.get("hello", id=value)["id"], value)

    def test_an_id_is_echoed_on_errors(self):
        for value in self.IDS:
            for op in ("position", "nothing", "apply", "new"):
                with self.subTest(id=value, op=op):
                    answer = self.engine.ask(op, id=value)
                    self.assertFalse(answer["ok"])
                    self.assertEqual(answer["id"], value)

    def test_an_id_is_echoed_by_every_op(self):
        position = self.engine.new("clever", 2, dice="seeded 4")
        record = self.engine.get("record")["record"]
        requests = [
            ("hello", {}),
            ("new", {"game": "genial", "seats": 2}),
            ("setup", {"position": position}),
            ("load", {"record": record}),
            ("roll", {}),
            ("advise", {"level": "random"}),
            ("play", {"level": "random"}),
            ("apply", {"events": []}),
            ("try", {"events": []}),
            ("position", {}),
            ("record", {}),
            ("quit", {}),
        ]
        for number, (op, fields) in enumerate(requests):
            with self.subTest(op=op):
                self.assertEqual(self.engine.get(op, id=number, **fields)["id"], number)

    def test_without_an_id_none_comes_back(self):
        self.assertNotIn("id", self.engine.ask("hello"))
        self.assertNotIn("id", self.engine.ask("nothing"))

    def test_an_id_beyond_every_number_is_still_answered_in_json(self):
        answer = self.engine.ask_line(b'{"op":"hello","id":1e400}')
        self.assertIn("ok", answer)


class NewGame(EngineTest):
    def test_options_left_out_have_their_defaults(self):
        for game, seats in SEATS:
            defaults = {name: values[0] for name, values in OPTIONS[game].items()}
            for fields in ({}, {"options": {}}, {"options": dict(list(defaults.items())[1:])}):
                with self.subTest(game=game, seats=seats, fields=fields):
                    self.assertEqual(self.engine.new(game, seats, **fields)["options"], defaults)

    def test_every_option_value_is_kept(self):
        for game, seats in SEATS:
            for values in itertools.product(*OPTIONS[game].values()):
                options = dict(zip(OPTIONS[game], values))
                self.assertEqual(self.engine.new(game, seats, options=options)["options"], options)

    def test_clever_starts_with_six_dice_due_and_the_reroll_of_round_one(self):
        for seats in (1, 2, 3, 4):
            position = self.engine.new("clever", seats)
            self.assertEqual(set(position), CLEVER_FIELDS)
            self.assertEqual((position["phase"], position["to_move"], position["due_seat"]), ("roll", "dice", 0))
            self.assertEqual(position["due"], list(DICE))
            self.assertEqual((position["round"], position["active"], position["roll"]), (1, 0, 0))
            self.assertEqual((position["ply"], position["legal"], position["result"]), (0, [], None))
            for sheet in position["sheets"]:
                self.assertEqual(sheet["rerolls"], {"held": 1, "used": 0})
                self.assertEqual(sheet["extras"], {"held": 0, "used": 0})
                self.assertEqual(sheet["yellow"], [])

    def test_genial_starts_with_the_opening_dice_of_the_others(self):
        for seats, dice in ((2, 4), (3, 3), (4, 2)):
            position = self.engine.new("genial", seats)
            self.assertEqual(set(position), GENIAL_FIELDS)
            for seat in range(1, seats):
                self.assertEqual((position["phase"], position["due"], position["due_seat"]), ("opening", dice, seat))
                position = self.engine.get("roll")["position"]
            self.assertEqual((position["phase"], position["due"], position["due_seat"]), ("roll", dice, 0))

    def test_a_hidden_opening_is_absent(self):
        position = self.engine.new("genial", 3, options={"opening": "hidden"})
        self.assertEqual((position["phase"], position["due_seat"]), ("roll", 0))

    def test_unknown_game(self):
        for game in ("chess", "", "Clever", "clever "):
            self.refuse("unknown_game", "new", game=game, seats=2)

    def test_bad_seat_counts(self):
        for game, seats in (("clever", 0), ("clever", 5), ("clever", -1), ("genial", 1), ("genial", 5)):
            self.refuse("bad_option", "new", game=game, seats=seats)

    def test_bad_options(self):
        for game, seats, options in (
            ("clever", 2, {"boxes": "7"}),
            ("clever", 2, {"decline": "maybe"}),
            ("clever", 2, {"decline": ""}),
            ("clever", 2, {"": "allowed"}),
            ("genial", 2, {"boxes": "6"}),
            ("genial", 2, {"boxes": "7", "decline": "allowed"}),
            ("genial", 2, {"opening": "Shown"}),
        ):
            self.refuse("bad_option", "new", game=game, seats=seats, options=options)

    def test_dice_it_cannot_throw_are_refused(self):
        for dice in ("", "seeded", "seeded ", "seeded x", "seeded -1", "seeded 18446744073709551616", "seeded 1 2"):
            self.refuse("bad_request", "new", game="clever", seats=1, dice=dice)

    def test_a_refused_new_keeps_the_old_game(self):
        self.engine.new("clever", 2, dice="seeded 1")
        self.engine.get("roll")
        self.refuse("bad_option", "new", game="genial", seats=1)
        self.refuse("unknown_game", "new", game="chess", seats=2)
        self.refuse("bad_request", "new", game="genial", seats=2, options=[])


class NoGame(EngineTest):
    def test_every_op_that_needs_a_game_says_so(self):
        for op, fields in (
            ("position", {}),
            ("roll", {}),
            ("record", {}),
            ("apply", {"events": [ROLL]}),
            ("try", {"events": []}),
            ("advise", {"level": "greedy"}),
            ("play", {"level": "greedy"}),
        ):
            with self.subTest(op=op):
                self.assert_error(self.engine.ask(op, **fields), "no_game")


class BadRequests(EngineTest):
    WRONG = {
        "string": [None, True, 1, 1.5, [], {}, ["x"]],
        "number": [None, True, "2", 1.5, [], {}],
        "object": [None, True, 1, "x", [], [{}]],
        "strings": [None, True, 1, "roll", {}, [1], [None], [["pass"]], ["pass", 5], [{}]],
        "boolean": [None, 0, 1, "true", [], {}],
    }
    FIELDS = [
        ("new", "game", "string"),
        ("new", "seats", "number"),
        ("new", "options", "object"),
        ("new", "dice", "string"),
        ("new", "explain", "boolean"),
        ("apply", "events", "strings"),
        ("apply", "explain", "boolean"),
        ("try", "events", "strings"),
        ("try", "explain", "boolean"),
        ("roll", "explain", "boolean"),
        ("position", "explain", "boolean"),
        ("setup", "position", "object"),
        ("setup", "explain", "boolean"),
        ("advise", "level", "string"),
        ("play", "level", "string"),
        ("play", "explain", "boolean"),
        ("load", "record", "string"),
        ("load", "explain", "boolean"),
    ]

    def setUp(self):
        super().setUp()
        start = self.engine.new("genial", 2, options={"opening": "hidden"}, dice="seeded 3")
        record = self.engine.get("record")["record"]
        decision = self.engine.get("roll")["position"]
        self.start = {"advise": decision, "play": decision}
        self.good = {
            "new": {"game": "clever", "seats": 2, "options": {}, "dice": "seeded 1"},
            "apply": {"events": []},
            "try": {"events": []},
            "roll": {},
            "position": {},
            "setup": {"position": start},
            "advise": {"level": "random"},
            "play": {"level": "random"},
            "load": {"record": record},
        }

    def test_a_field_of_the_wrong_type_is_refused_and_changes_nothing(self):
        for op, field, kind in self.FIELDS:
            for value in self.WRONG[kind]:
                with self.subTest(op=op, field=field, value=value):
                    self.engine.get("setup", position=self.start.get(op, self.good["setup"]["position"]))
                    self.refuse("bad_request", op, **{**self.good[op], field: value})

    def test_a_missing_field_is_refused(self):
        for op, field in (
            ("new", "game"),
            ("new", "seats"),
            ("apply", "events"),
            ("try", "events"),
            ("setup", "position"),
            ("advise", "level"),
            ("play", "level"),
            ("load", "record"),
        ):
            with self.subTest(op=op, field=field):
                fields = {name: value for name, value in self.good[op].items() if name != field}
                self.refuse("bad_request", op, **fields)

    def test_option_values_are_strings(self):
        for value in (7, None, True, ["7"], {"7": "7"}):
            self.refuse("bad_request", "new", game="genial", seats=2, options={"boxes": value})

    def test_unknown_ops_are_refused(self):
        for op in ("", "Hello", "hello ", "frob", "new\n", "x" * 10000):
            self.refuse("bad_request", op)

    def test_an_op_is_a_string_and_must_be_there(self):
        for request in ({}, {"id": 1}, {"op": None}, {"op": 1}, {"op": ["hello"]}, {"op": {"op": "hello"}}):
            with self.subTest(request=request):
                self.assert_error(self.engine.ask_line(json.dumps(request).encode()), "bad_request")

    def test_a_request_is_an_object(self):
        for line in (b"[]", b"null", b"true", b"12", b'"hello"', b'[{"op":"hello"}]'):
            with self.subTest(line=line):
                self.assert_error(self.engine.ask_line(line), "bad_request")

    def test_unknown_level(self):
        for level in ("", "nobody", "Greedy", "greedy "):
            self.refuse("unknown_level", "advise", level=level)
            self.refuse("unknown_level", "play", level=level)


if __name__ == "__main__":
    unittest.main()
