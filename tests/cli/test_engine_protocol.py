"""Black-box tests of `volpe engine`: every request of the protocol with its good and its bad cases."""

import collections
import copy
import itertools
import json
import random
import re
import subprocess
import unittest

from engine import SEATS, TIMEOUT, VOLPE, Engine, out_of_place, strict_json

CLEVER_OPTIONS = {
    "solo_passive_extra": ["allowed", "forbidden"],
    "solo_fallback": ["allowed", "forbidden"],
    "decline": ["forbidden", "allowed"],
}
GENIAL_OPTIONS = {"opening": ["shown", "hidden"], "boxes": ["7", "8", "9"], "four_joker": ["4", "3"]}
OPTIONS = {"clever": CLEVER_OPTIONS, "genial": GENIAL_OPTIONS}

COMMON_FIELDS = {"game", "seats", "options", "ply", "phase", "to_move", "legal", "due", "due_seat", "sheets", "result"}
CLEVER_FIELDS = COMMON_FIELDS | {"round", "active", "roll", "dice", "waiting", "extra_used", "passive_turn"}
GENIAL_FIELDS = COMMON_FIELDS | {"turn", "roll"}

DICE = "ybgopw"
SYMBOLS = "roygbp"
AREAS = ["yellow", "blue", "green", "orange", "purple"]
YELLOW_COLUMNS = [("y11", "y21", "y31"), ("y12", "y22", "y42"), ("y13", "y33", "y43"), ("y24", "y34", "y44")]
YELLOW_POINTS = [10, 14, 16, 20]
BLUE_POINTS = [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]
GREEN_POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]
ORANGE_FACTORS = [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]
MARK_BONUSES = {"yellow x", "blue x", "green x", "orange 4", "orange 5", "orange 6", "purple 6"}

ROLL = "roll y3 b1 g4 o6 p2 w5"


def random_options(rng, game):
    return {name: rng.choice(values) for name, values in OPTIONS[game].items()}


def clever_score(sheet):
    """The points of a sheet by the table of the rules."""
    score = {
        "yellow": sum(
            points for column, points in zip(YELLOW_COLUMNS, YELLOW_POINTS) if set(column) <= set(sheet["yellow"])
        ),
        "blue": BLUE_POINTS[len(sheet["blue"])],
        "green": GREEN_POINTS[sheet["green"]],
        "orange": sum(sheet["orange"]),
        "purple": sum(sheet["purple"]),
    }
    score["foxes"] = sheet["foxes"] * min(score[area] for area in AREAS)
    score["total"] = sum(score.values())
    return score


def clever_tray(position, event):
    """The dice that a decision sends to the tray, by the rules of a turn."""
    if position["phase"] != "pick" or event == "reroll":
        return []
    dice = position["dice"]
    taken = "" if event == "pass" else event[0]
    left = [die for die in DICE if dice[die]["place"] == "rolled" and die != taken]
    if position["roll"] == 3:
        return left
    return [die for die in left if taken and dice[die]["value"] < dice[taken]["value"]]


def clever_marks(before, after):
    """The boxes marked between two states of one sheet, in the words of `effects`."""
    marks = sorted(set(after["yellow"]) - set(before["yellow"]))
    marks += ["b%d" % box for box in sorted(set(after["blue"]) - set(before["blue"]))]
    marks += ["g"] * (after["green"] - before["green"])
    for box in range(len(before["orange"]), len(after["orange"])):
        marks.append("o%d" % (after["orange"][box] // ORANGE_FACTORS[box]))
    marks += ["p%d" % value for value in after["purple"][len(before["purple"]) :]]
    return marks


def genial_gains(position, event):
    """The crosses by matches and by jokers that a `score` asks for."""
    own = collections.Counter(position["sheets"][position["turn"]]["dice"])
    others = collections.Counter(
        "".join(sheet["dice"] for seat, sheet in enumerate(position["sheets"]) if seat != position["turn"])
    )
    worth = {2: 1, 3: 2, 4: int(position["options"]["four_joker"])}
    jokers = collections.Counter()
    for group in event.split()[1:]:
        dice, target = group.split(":")
        jokers[target] += worth[len(dice)]
        own[dice[0]] -= len(dice)
    matches = {symbol: own[symbol] * others[symbol] for symbol in SYMBOLS if own[symbol] * others[symbol]}
    return matches, dict(jokers)


def genial_rows(rows, gains, boxes):
    """The rows after crossing: left first, then the centre if it is open, then the right."""
    wanted = {symbol: rows[symbol] + gains.get(symbol, 0) for symbol in SYMBOLS}
    reached = {symbol: max(rows[symbol], min(wanted[symbol], 3)) for symbol in SYMBOLS}
    for needed, end in ((1, 6), (4, boxes)):
        if min(reached.values()) >= needed:
            reached = {symbol: max(reached[symbol], min(wanted[symbol], end)) for symbol in SYMBOLS}
    return reached


def genial_legal(position):
    """All decisions of a Genial roll: every way to split equal dice into jokers, with every target."""
    splits = {2: [[2]], 3: [[2], [3]], 4: [[2], [2, 2], [3], [4]]}
    own = collections.Counter(position["sheets"][position["turn"]]["dice"])
    choices = []
    for symbol in SYMBOLS:
        texts = {""}
        for groups in splits.get(own[symbol], []):
            for targets in itertools.combinations_with_replacement(SYMBOLS, len(groups)):
                texts.add("".join(" %s:%s" % (symbol * size, to) for size, to in zip(groups, targets)))
        choices.append(texts)
    legal = ["score" + "".join(parts) for parts in itertools.product(*choices)]
    return sorted(legal + (["reroll"] if position["roll"] < 3 else []))


class EngineTest(unittest.TestCase):
    """A test with one engine, and the words to say what an answer must be."""

    def setUp(self):
        self.engine = Engine()
        self.addCleanup(self.engine.close)

    def assert_error(self, answer, code, index=None):
        self.assertIs(answer["ok"], False, answer)
        self.assertEqual(answer["error"]["code"], code, answer)
        self.assertTrue(answer["error"]["message"])
        self.assertEqual(answer["error"].get("index"), index, answer)

    def refuse(self, code, op, index=None, **fields):
        """The request gets this error and changes nothing."""
        before = self.engine.ask("position")
        self.assert_error(self.engine.ask(op, **fields), code, index)
        self.assertEqual(self.engine.ask("position"), before)

    def refuse_event(self, code, event):
        for op in ("apply", "try"):
            self.refuse(code, op, index=0, events=[event])


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

    def test_dice_it_can_not_throw_are_refused(self):
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


class Robustness(EngineTest):
    GARBAGE = [
        b"",
        b" ",
        b"\t\r",
        b"hello",
        b"{",
        b"}",
        b'{"op"',
        b'{"op":"hello"',
        b'{"op":"hello"}}',
        b'{"op":"hello"} {"op":"hello"}',
        b"{'op':'hello'}",
        b'{"op":"hello",}',
        b"\x00",
        b'{"op":"he\x00llo"}',
        b'{"op":"hello"}\x00',
        b"\xff\xfe",
        b'{"op":"\xff"}',
        b'{"op":"position","id":"\xc3"}',
        b'{"op":"position","id":"\xed\xa0\x80"}',
        b'{"op":"position","id":"\\ud800"}',
        b'{"op":"position","id":NaN}',
        b'{"op":"position","id":-}',
        b'{"op":"apply","events":["\\u0000"',
        b"[" * 100000,
        b"[" * 100000 + b"]" * 100000,
        b'{"a":' * 100000,
        b'{"op":"hello","id":' + b"[" * 100000,
        b'"' + b"x" * 20_000_000 + b'"',
        b"x" * 20_000_000,
        b"9" * 1_000_000,
    ]

    def test_a_line_that_is_not_json_gets_one_bad_request_and_changes_nothing(self):
        self.engine.new("clever", 2, dice="seeded 1")
        before = self.engine.get("roll")["position"]
        for number, line in enumerate(self.GARBAGE):
            with self.subTest(line=line[:40]):
                self.assert_error(self.engine.ask_line(line), "bad_request")
                after = self.engine.get("position", id=number)
                self.assertEqual((after["id"], after["position"]), (number, before))

    def test_twenty_megabytes_in_one_request_get_one_answer(self):
        before = self.engine.new("clever", 2, dice="seeded 1")
        long = b"x" * 20_000_000
        for request in (
            b'{"op":"apply","events":["' + long + b'"]}',
            b'{"op":"load","record":"' + long + b'"}',
            b'{"op":"apply","events":[' + b'"pass",' * 3_000_000 + b'"pass"]}',
            b'{"op":"' + long + b'"}',
        ):
            self.assertFalse(self.engine.ask_line(request)["ok"])
            self.assertEqual(self.engine.position(), before)

    def test_huge_numbers_everywhere_get_one_answer(self):
        position = self.engine.new("genial", 2, dice="seeded 1")
        text = json.dumps(position)
        for number in ("1e400", "-1e400", "9" * 400, "-" + "9" * 400, "1e-400", "0." + "1" * 5000, str(2**64)):
            for request in (
                '{"op":"new","game":"clever","seats":%s}' % number,
                '{"op":%s}' % number,
                '{"op":"apply","events":[%s]}' % number,
                '{"op":"setup","position":%s}' % text.replace('"ply": 0', '"ply": ' + number),
                '{"op":"setup","position":%s}' % text.replace('"r": 0', '"r": ' + number, 1),
            ):
                with self.subTest(request=request[:80]):
                    self.assertFalse(self.engine.ask_line(request.encode())["ok"])
                    self.assertEqual(self.engine.position(), position)

    def test_random_bytes_and_broken_requests_get_one_answer_a_line(self):
        rng = random.Random(11)
        good = [
            b'{"op":"new","game":"clever","seats":1,"dice":"seeded 5"}',
            b'{"op":"roll"}',
            b'{"op":"apply","events":["w@b7","roll y1 b1"]}',
            b'{"op":"setup","position":{"game":"genial","seats":2}}',
            b'{"op":"load","record":"volpe: 1\\ngame: clever\\n\\nroll y1"}',
            b'{"op":"play","level":"random","explain":true,"id":[1,2]}',
        ]
        lines = []
        for _ in range(3000):
            line = bytearray(rng.choice(good) if rng.random() < 0.8 else rng.randbytes(rng.randrange(60)))
            for _ in range(rng.randrange(4)):
                place = rng.randrange(len(line) + 1)
                line[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
            lines.append(bytes(line).replace(b"\n", b"?"))
        done = subprocess.run(
            [VOLPE, "engine"], input=b"\n".join(lines) + b"\n", stdout=subprocess.PIPE, timeout=TIMEOUT, check=True
        )
        answers = done.stdout.splitlines()
        self.assertEqual(len(answers), len(lines))
        for line, answer in zip(lines, answers):
            self.assertIn(strict_json(answer)["ok"], (True, False), line)

    def test_random_changes_of_a_position_get_a_position_or_an_error(self):
        rng = random.Random(12)
        values = [None, True, -1, 0, 1, 7, 10**30, 1.5, "", "x", "y", [], ["y11"], [None], {}, {"value": 1}]
        for game, seats in SEATS:
            positions = [before for before, _, _ in self.engine.random_game(rng, game, seats)]
            for _ in range(150):
                changed = copy.deepcopy(rng.choice(positions))
                place = changed
                while True:
                    key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
                    if isinstance(place[key], (dict, list)) and place[key] and rng.random() < 0.8:
                        place = place[key]
                    else:
                        break
                place[key] = rng.choice(values)
                answer = self.engine.ask("setup", position=changed)
                if answer["ok"]:
                    self.assertEqual(self.engine.position(), answer["position"])
                else:
                    self.assertIn(answer["error"]["code"], ("bad_position", "unknown_game", "bad_option"), changed)


class Ending(EngineTest):
    def test_end_of_input_exits_with_zero(self):
        self.engine.get("hello")
        self.assertEqual(self.engine.close(), 0)

    def test_no_input_at_all_exits_with_zero(self):
        done = subprocess.run([VOLPE, "engine"], input=b"", capture_output=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_end_of_input_after_errors_exits_with_zero(self):
        done = subprocess.run([VOLPE, "engine"], input=b"x\n{}\n", capture_output=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 2))

    def test_quit_answers_and_exits_with_zero(self):
        done = subprocess.run(
            [VOLPE, "engine"], input=b'{"op":"quit"}\n{"op":"hello"}\n', capture_output=True, timeout=TIMEOUT
        )
        self.assertEqual((done.returncode, strict_json(done.stdout)), (0, {"ok": True}))

    def test_quit_exits_while_the_input_is_still_open(self):
        self.assertEqual(self.engine.ask("quit"), {"ok": True})
        self.assertEqual(self.engine.process.wait(TIMEOUT), 0)

    def test_a_last_request_without_a_line_end_is_answered(self):
        done = subprocess.run([VOLPE, "engine"], input=b'{"op":"hello"}', capture_output=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, strict_json(done.stdout)["ok"]), (0, True))


class CleverEvents(EngineTest):
    def setUp(self):
        super().setUp()
        self.engine.new("clever", 2)

    def test_words_that_are_no_events(self):
        self.engine.apply(ROLL)
        for event in (
            "", " ", "frob", "Pass", "pass ", " pass", "W@b7", "w@b1", "w@b13", "w@b07", "w@x", "w@", "@b7", "y@y14",
            "y@y23", "y@y32", "y@y41", "y@y15", "y@y00", "g@g1", "y@b7", "g@o", "xx@g", "x g@g", "+o1", "+o3", "+p5",
            "+p", "+g4", "+y14", "+b13", "roll", "roll ", "roll y3 b1 g4 o6 p2 w7", "roll y0 b1 g4 o6 p2 w5",
            "roll z1 b1 g4 o6 p2 w5", "roll  y3 b1 g4 o6 p2 w5", "roll y3 b1 g4 o6 p2 w5 ", "roll y3,b1,g4,o6,p2,w5",
            "roll y33 b1 g4 o6 p2 w5", "g@g\n", "g@g\u0000", "ｇ@g", "score",
        ):
            with self.subTest(event=event):
                self.refuse_event("bad_event", event)

    def test_events_that_are_not_legal_now(self):
        self.engine.apply(ROLL)
        for event in ("pass", "done", "w@b7", "y@y12", "+b7", "+g", "+o4", "+p6", "xw@g", ROLL):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_roll_is_exactly_the_dice_that_are_due(self):
        for event in (
            "roll y3 b1 g4 o6 p2", "roll y3 b1 g4 o6 p2 p2", "roll y3 b1 g4 o6 p2 w5 w5", "roll y3",
        ):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_roll_is_taken_in_any_order(self):
        for dice in itertools.islice(itertools.permutations(ROLL.split()[1:]), 0, 720, 37):
            answer = self.engine.get("try", events=["roll " + " ".join(dice)])
            values = {die: state["value"] for die, state in answer["position"]["dice"].items()}
            self.assertEqual(values, {"y": 3, "b": 1, "g": 4, "o": 6, "p": 2, "w": 5})

    def test_a_decision_at_chance_is_dice_due(self):
        for event in ("pass", "g@g", "reroll", "done", "+g", "xw@g"):
            with self.subTest(event=event):
                self.refuse_event("dice_due", event)
        self.refuse("dice_due", "advise", level="greedy")
        self.refuse("dice_due", "play", level="greedy")

    def test_the_index_names_the_first_event_that_fails_and_none_is_applied(self):
        for events, code, index in (
            ([ROLL, "pass"], "illegal_event", 1),
            ([ROLL, "frob"], "bad_event", 1),
            ([ROLL, "g@g", "g@g"], "dice_due", 2),
            ([ROLL, "g@g", "roll o5 w5", "o@o", "roll w6", "w@p", "frob", "pass"], "bad_event", 6),
            (["g@g", "frob"], "dice_due", 0),
        ):
            for op in ("apply", "try"):
                with self.subTest(op=op, events=events):
                    self.refuse(code, op, index=index, events=events)

    def test_no_events_are_no_change(self):
        before = self.engine.position()
        self.assertEqual(self.engine.apply(), before)

    def test_events_together_and_one_by_one_lead_to_the_same_position(self):
        events = [ROLL, "g@g", "roll w1 o2", "o@o"]
        together = self.engine.get("try", events=events)["position"]
        for event in events:
            position = self.engine.apply(event)
        self.assertEqual(position, together)
        self.assertEqual(position["ply"], 4)


class CleverExamples(EngineTest):
    """The worked examples of the rules page, through the engine."""

    def tray(self, position):
        return {die for die in DICE if position["dice"][die]["place"] == "tray"}

    def test_lower_dice_go_to_the_tray_and_one_orange_die_is_left(self):
        self.engine.new("clever", 2)
        position = self.engine.apply("roll p3 y3 g1 o5 b6 w4", "p@p")
        self.assertEqual(self.tray(position), {"g"})
        self.assertEqual(set(position["due"]), set("yobw"))
        position = self.engine.apply("roll y2 b1 o5 w4", "w@p")
        self.assertEqual(self.tray(position), set("gyb"))
        self.assertEqual(position["due"], ["o"])

    def test_blue_seven_by_either_die(self):
        self.engine.new("clever", 2)
        rolled = self.engine.apply("roll b6 w1 y3 g4 o5 p6")
        self.assertTrue({"b@b7", "w@b7"} <= set(rolled["legal"]))
        by_white = self.engine.get("try", events=["w@b7"])["position"]
        by_blue = self.engine.get("try", events=["b@b7"])["position"]
        self.assertEqual(self.tray(by_white), set())
        self.assertEqual(self.tray(by_blue), set("wygo"))
        self.assertEqual(by_white["sheets"][0]["blue"], [7])
        self.assertEqual(by_blue["sheets"][0]["blue"], [7])

    def test_of_equal_dice_the_first_of_the_roll_lies_in_the_solo_tray(self):
        self.engine.new("clever", 1)
        self.engine.apply("roll o6 y1 b1 g1 p1 w1", "o@o")
        for dice, tray in (("b1 p2 y3 g3 o3 w6", "bpy"), ("w6 o3 g3 y3 p2 b1", "bpo"), ("g3 b1 w6 p2 o3 y3", "bpg")):
            with self.subTest(dice=dice):
                self.assertEqual(self.tray(self.engine.get("try", events=["roll " + dice])["position"]), set(tray))

    def test_a_reroll_rolls_the_same_dice_again_and_is_used_up(self):
        self.engine.new("clever", 2)
        position = self.engine.apply(ROLL, "reroll")
        self.assertEqual((position["due"], position["due_seat"], position["roll"]), (list(DICE), 0, 0))
        self.assertEqual(position["sheets"][0]["rerolls"], {"held": 0, "used": 1})
        position = self.engine.apply(ROLL)
        self.assertNotIn("reroll", position["legal"])
        self.assertEqual(position["roll"], 1)

    def test_declining_is_an_option(self):
        self.engine.new("clever", 2, options={"decline": "allowed"})
        self.assertIn("pass", self.engine.apply(ROLL)["legal"])
        self.engine.new("clever", 2)
        self.assertNotIn("pass", self.engine.apply(ROLL)["legal"])


class GenialEvents(EngineTest):
    def setUp(self):
        super().setUp()
        self.engine.new("genial", 2)
        self.engine.apply("roll g g r y")

    def test_words_that_are_no_events(self):
        self.engine.apply("roll g g b b")
        for event in (
            "", "pass", "Score", "score ", " score", "score gg", "score gg:", "score gg:x", "score gg:R",
            "score g:r", "score gb:r", "score  gg:r", "score gg:r  bb:y", "score bb:y gg:r", "score gg:y gg:r",
            "score gg:r,bb:y", "reroll ", "roll", "roll r g g x", "roll rggb", "roll r  g g b", "roll R g g b",
            "w@b7",
        ):
            with self.subTest(event=event):
                self.refuse_event("bad_event", event)

    def test_events_that_are_not_legal_now(self):
        self.engine.apply("roll g g b b")
        for event in ("score rr:g", "score ggg:r", "score gg:r gg:r", "roll g g b b"):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_roll_has_as_many_dice_as_are_due(self):
        for event in ("roll g", "roll g g g", "roll g g g g g"):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_decision_at_chance_is_dice_due(self):
        for event in ("score", "reroll", "score gg:r"):
            with self.subTest(event=event):
                self.refuse_event("dice_due", event)
        self.refuse("dice_due", "advise", level="random")
        self.refuse("dice_due", "play", level="random")

    def test_no_reroll_after_the_third_roll(self):
        self.engine.apply("roll g g b b", "reroll", "roll g g b b", "reroll")
        position = self.engine.apply("roll g g b b")
        self.assertNotIn("reroll", position["legal"])
        self.refuse_event("illegal_event", "reroll")

    def test_two_greens_against_two_greens_cross_the_left_area(self):
        position = self.engine.apply("roll g g b b", "score")
        self.assertEqual(position["sheets"][0]["g"], 3)
        self.assertEqual(position["sheets"][0]["dice"], "ggbb")

    def test_the_index_names_the_first_event_that_fails_and_none_is_applied(self):
        for events, code, index in (
            (["roll g g b b", "score", "score"], "dice_due", 2),
            (["roll g g b b", "score rr:g"], "illegal_event", 1),
            (["roll g g b b", "score bb:y gg:r"], "bad_event", 1),
        ):
            for op in ("apply", "try"):
                with self.subTest(op=op, events=events):
                    self.refuse(code, op, index=index, events=events)


class Positions(EngineTest):
    """What must hold in every position of every game."""

    def check_common(self, position, fields):
        self.assertEqual(set(position), fields)
        self.assertEqual(position["legal"], sorted(position["legal"], key=str.encode))
        self.assertEqual(len(set(position["legal"])), len(position["legal"]))
        self.assertEqual(len(position["sheets"]), position["seats"])
        deciding = isinstance(position["to_move"], int)
        self.assertEqual(deciding, bool(position["legal"]))
        self.assertEqual(position["to_move"] == "dice", position["due"] is not None)
        self.assertEqual(position["due"] is None, position["due_seat"] is None)
        self.assertEqual(position["phase"] == "over", position["to_move"] is None)
        self.assertEqual(position["phase"] == "over", position["result"] is not None)

    def check_clever(self, position):
        self.check_common(position, CLEVER_FIELDS)
        phases = {"round_bonus", "roll", "pick", "bonus", "extra", "passive", "over"}
        self.assertIn(position["phase"], phases)
        self.assertEqual(position["phase"] == "roll", position["to_move"] == "dice")
        for sheet in position["sheets"]:
            self.assertEqual(sheet["score"], clever_score(sheet))
        for die, state in position["dice"].items():
            self.assertEqual(state["value"] is None, state["place"] == "none")
            if die in (position["due"] or []):
                self.assertIsNone(state["value"])
        self.assertEqual("reroll" in position["legal"], self.can_reroll(position))
        if position["phase"] in ("bonus", "round_bonus"):
            self.assertTrue(position["waiting"])
        else:
            self.assertEqual(position["waiting"], [])

    def can_reroll(self, position):
        return position["phase"] == "pick" and position["sheets"][position["active"]]["rerolls"]["held"] > 0

    def check_genial(self, position):
        self.check_common(position, GENIAL_FIELDS)
        self.assertIn(position["phase"], {"opening", "roll", "score", "over"})
        for sheet in position["sheets"]:
            self.assertEqual(sheet["dice"], "".join(sorted(sheet["dice"], key=SYMBOLS.index)))
        if position["phase"] == "score":
            self.assertEqual(position["legal"], genial_legal(position))

    def test_every_position_of_random_games_keeps_the_rules_of_the_protocol(self):
        rng = random.Random(21)
        checks = {"clever": self.check_clever, "genial": self.check_genial}
        for game, seats in SEATS * 3:
            for number, (before, event, after) in enumerate(
                self.engine.random_game(rng, game, seats, options=random_options(rng, game))
            ):
                with self.subTest(game=game, seats=seats, event=event):
                    checks[game](before)
                    self.assertEqual((before["ply"], after["ply"]), (number, number + 1))
            checks[game](after)

    def test_the_result_of_clever_follows_from_the_sheets(self):
        rng = random.Random(22)
        for seats in (1, 2, 3, 4) * 4:
            for _, _, last in self.engine.random_game(rng, "clever", seats):
                pass
            scores = [clever_score(sheet) for sheet in last["sheets"]]
            rank = [(score["total"], max(score[area] for area in AREAS)) for score in scores]
            total = scores[0]["total"]
            grade = 8 if total > 280 else min(7, max(0, (total - 120) // 20))
            self.assertEqual(last["result"]["totals"], [score["total"] for score in scores])
            self.assertEqual(last["result"]["winners"], [seat for seat in range(seats) if rank[seat] == max(rank)])
            self.assertEqual(last["result"]["grades"], [grade] if seats == 1 else [])
            self.assertEqual(last["round"], {1: 6, 2: 6, 3: 5, 4: 4}[seats])

    def test_the_result_of_genial_follows_from_the_sheets(self):
        rng = random.Random(23)
        for seats, boxes in itertools.product((2, 3, 4), (7, 8, 9)):
            for _, _, last in self.engine.random_game(rng, "genial", seats, options={"boxes": str(boxes)}):
                pass
            shortest = [min(sheet[symbol] for symbol in SYMBOLS) for sheet in last["sheets"]]
            self.assertEqual(last["result"]["totals"], shortest)
            self.assertEqual(last["result"]["winners"], [last["turn"]])
            self.assertEqual(shortest[last["turn"]], boxes)
            self.assertEqual(last["result"]["grades"], [])


class GameOver(EngineTest):
    def finish(self, game, seats):
        for _ in self.engine.random_game(random.Random(31), game, seats):
            pass

    def test_everything_after_the_end_is_game_over(self):
        for game, seats, events in (
            ("clever", 1, [ROLL, "pass", "g@g", "done", "reroll", "+g"]),
            ("genial", 2, ["roll r r r r", "score", "reroll", "score rr:g"]),
        ):
            self.finish(game, seats)
            for event in events:
                self.refuse_event("game_over", event)
            self.refuse_event("bad_event", "frob")
            self.refuse("game_over", "roll")
            self.refuse("game_over", "advise", level="greedy")
            self.refuse("game_over", "play", level="greedy")

    def test_an_event_beyond_the_end_undoes_the_whole_apply(self):
        events = [event for _, event, _ in self.engine.random_game(random.Random(32), "genial", 2)]
        self.engine.new("genial", 2)
        self.refuse("game_over", "apply", index=len(events), events=events + ["score"])
        self.assertEqual(self.engine.apply(*events)["phase"], "over")


class Explain(EngineTest):
    def test_effects_come_only_when_asked_for_with_every_op_that_answers_a_position(self):
        start = self.engine.new("clever", 1, dice="seeded 5")
        record = self.engine.get("record")["record"]
        for op, fields in (
            ("new", {"game": "clever", "seats": 1, "dice": "seeded 5"}),
            ("setup", {"position": start}),
            ("load", {"record": record}),
            ("roll", {}),
            ("position", {}),
            ("try", {"events": []}),
            ("apply", {"events": []}),
        ):
            with self.subTest(op=op):
                self.assertNotIn("effects", self.engine.get(op, explain=False, **fields)["position"])
                if op == "roll":
                    self.engine.get("load", record=record)
                position = self.engine.get(op, explain=True, **fields)["position"]
                self.assertEqual([effect["event"] for effect in position["effects"]], position["legal"])
        self.assertIn("effects", self.engine.get("play", level="random", explain=True)["position"])
        self.assertNotIn("effects", self.engine.position())

    def check_clever_effect(self, before, effect, after):
        seat = before["to_move"]
        sheets = before["sheets"][seat], after["sheets"][seat]
        self.assertEqual(set(effect), {"event", "tray", "marks", "earns", "score"})
        self.assertEqual(
            effect["score"], {key: sheets[1]["score"][key] - sheets[0]["score"][key] for key in sheets[0]["score"]}
        )
        self.assertEqual(effect["marks"], clever_marks(*sheets))
        self.assertEqual(effect["tray"], clever_tray(before, effect["event"]))
        if any(state["value"] for state in after["dice"].values()) and not after["passive_turn"]:
            moved = [
                die
                for die in DICE
                if after["dice"][die]["place"] == "tray" and before["dice"][die]["place"] != "tray"
            ]
            self.assertEqual(effect["tray"], moved)
        earned = collections.Counter(effect["earns"])
        self.assertEqual(earned["fox"], sheets[1]["foxes"] - sheets[0]["foxes"])
        if before["round"] == after["round"]:
            for word, action in (("reroll", "rerolls"), ("extra", "extras")):
                self.assertEqual(earned[word], sum(sheets[1][action].values()) - sum(sheets[0][action].values()))
        marks = collections.Counter(bonus for bonus in effect["earns"] if bonus in MARK_BONUSES)
        self.assertLessEqual(set(earned), MARK_BONUSES | {"fox", "reroll", "extra"})
        if marks:
            self.assertEqual((after["phase"], after["to_move"]), ("bonus", seat))
            waiting = collections.Counter(after["waiting"])
            self.assertFalse(marks - waiting)
            self.assertFalse(waiting - marks - collections.Counter(before["waiting"]))

    def check_genial_effect(self, before, effect, after):
        seat = before["to_move"]
        rows = [{symbol: position["sheets"][seat][symbol] for symbol in SYMBOLS} for position in (before, after)]
        self.assertEqual(set(effect), {"event", "matches", "jokers", "crosses", "lost", "unlocks"})
        if effect["event"] == "reroll":
            self.assertEqual(rows[0], rows[1])
            self.assertFalse(any(effect[key] for key in ("matches", "jokers", "crosses", "lost", "unlocks")))
            return
        matches, jokers = genial_gains(before, effect["event"])
        gains = {symbol: matches.get(symbol, 0) + jokers.get(symbol, 0) for symbol in SYMBOLS}
        crosses = {symbol: rows[1][symbol] - rows[0][symbol] for symbol in SYMBOLS}
        lost = {symbol: gains[symbol] - crosses[symbol] for symbol in SYMBOLS}
        self.assertEqual(rows[1], genial_rows(rows[0], gains, int(before["options"]["boxes"])))
        self.assertEqual((effect["matches"], effect["jokers"]), (matches, jokers))
        self.assertEqual(effect["crosses"], {symbol: count for symbol, count in crosses.items() if count})
        self.assertEqual(effect["lost"], {symbol: count for symbol, count in lost.items() if count})
        opened = [
            area
            for area, needed in (("centre", 1), ("right", 4))
            if min(rows[0].values()) < needed <= min(rows[1].values())
        ]
        self.assertEqual(effect["unlocks"], opened)

    def test_effects_agree_with_really_applying_every_decision_of_random_games(self):
        rng = random.Random(41)
        checks = {"clever": self.check_clever_effect, "genial": self.check_genial_effect}
        for game, seats in SEATS:
            for _ in self.engine.random_game(rng, game, seats, options=random_options(rng, game)):
                explained = self.engine.position(explain=True)
                self.assertEqual([effect["event"] for effect in explained["effects"]], explained["legal"])
                for effect in explained["effects"]:
                    reached = self.engine.get("try", events=[effect["event"]])["position"]
                    with self.subTest(game=game, ply=explained["ply"], effect=effect):
                        checks[game](explained, effect, reached)


class Try(EngineTest):
    def test_try_answers_like_apply_and_leaves_the_game_as_it_is(self):
        rng = random.Random(51)
        with Engine() as other:
            for game, seats in SEATS:
                before = other.new(game, seats)
                for _, event, after in self.engine.random_game(rng, game, seats):
                    self.assertEqual(other.get("try", events=[event])["position"], after)
                    self.assertEqual(other.position(), before)
                    before = other.apply(event)

    def test_a_whole_bonus_chain_can_be_previewed(self):
        rng = random.Random(52)
        longest = 0
        for seats in (1, 2, 3, 4) * 3:
            for _, _, before in self.engine.random_game(rng, "clever", seats):
                for event in before["legal"]:
                    chain = [event]
                    seen = self.engine.get("try", events=chain)["position"]
                    while seen["phase"] == "bonus":
                        chain.append(rng.choice(seen["legal"]))
                        seen = self.engine.get("try", events=chain)["position"]
                    longest = max(longest, len(chain))
                    if len(chain) > 2:
                        self.assertEqual(self.engine.position(), before)
                        with Engine() as other:
                            other.get("setup", position=before)
                            self.assertEqual(other.apply(*chain), seen)
        self.assertGreater(longest, 3)


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

    def test_marks_that_can_not_stand_on_a_sheet(self):
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


class Records(EngineTest):
    def test_a_record_loads_back_to_the_same_position_at_every_moment(self):
        rng = random.Random(81)
        with Engine() as other:
            for game, seats in SEATS:
                for number, (_, _, after) in enumerate(
                    self.engine.random_game(rng, game, seats, options=random_options(rng, game))
                ):
                    if number % 7 == 0 or after["phase"] == "over":
                        record = self.engine.get("record")["record"]
                        self.assertEqual(other.get("load", record=record)["position"], after)
                        self.assertEqual(other.get("record")["record"], record)

    def test_a_loaded_game_goes_on_like_the_first_one(self):
        rng = random.Random(82)
        with Engine() as other:
            for game, seats in SEATS:
                steps, records = [], []
                for step in self.engine.random_game(rng, game, seats):
                    steps.append(step)
                    records.append(self.engine.get("record")["record"])
                half = len(steps) // 2
                other.get("load", record=records[half])
                self.assertEqual(other.apply(*[event for _, event, _ in steps[half + 1 :]]), steps[-1][2])
                self.assertEqual(other.get("record")["record"], records[-1])

    def test_a_record_is_its_header_a_blank_line_and_its_events(self):
        events = [ROLL, "g@g", "roll w1 o2"]
        self.engine.new("clever", 2, options={"decline": "allowed"}, dice="real")
        self.engine.apply(*events)
        header, body = self.engine.get("record")["record"].split("\n\n")
        self.assertEqual(body, "\n".join(events) + "\n")
        lines = header.split("\n")
        self.assertEqual(lines[:3], ["volpe: 1", "game: clever", "seats: 2"])
        self.assertEqual(lines[3], "options: solo_passive_extra=allowed solo_fallback=allowed decline=allowed")
        self.assertRegex(lines[4], r"^names: [^|]+ \| [^|]+$")
        self.assertEqual(lines[5:], ["dice: real"])

    def test_the_record_of_a_finished_game_has_its_result(self):
        rng = random.Random(83)
        for game, seats in SEATS:
            for _, _, last in self.engine.random_game(rng, game, seats):
                pass
            record = self.engine.get("record")["record"]
            self.assertIn("\nresult: %s\n" % " ".join(map(str, last["result"]["totals"])), record)

    def test_the_dice_of_a_record(self):
        self.engine.new("genial", 2, dice="seeded 9")
        event = self.engine.get("roll")["event"]
        self.assertIn("\ndice: seeded 9\n", self.engine.get("record")["record"])
        self.engine.new("genial", 2, dice="seeded 9")
        self.engine.apply("roll r r r r" if event != "roll r r r r" else "roll g g g g")
        self.assertIn("\ndice: real\n", self.engine.get("record")["record"])

    def finished(self):
        for _ in self.engine.random_game(random.Random(84), "clever", 1):
            pass
        return self.engine.get("record")["record"]

    def refuse_record(self, record, line=None):
        before = self.engine.ask("position")
        answer = self.engine.ask("load", record=record)
        self.assert_error(answer, "bad_record")
        if line is not None:
            self.assertRegex(answer["error"]["message"], r"\bline %d\b" % line)
        self.assertEqual(self.engine.ask("position"), before)

    def test_a_record_with_a_broken_event_is_refused_with_its_line(self):
        record = self.finished()
        lines = record.split("\n")
        first = lines.index("") + 1
        for number in range(first, len(lines) - 1, 6):
            for word in ("frob", out_of_place(lines[number]), "y@y14", "roll y1 b1 g1 o1 p1 w7", ""):
                broken = lines[:number] + [word] + lines[number + 1 :]
                with self.subTest(line=number + 1, word=word):
                    self.refuse_record("\n".join(broken), number + 1)

    def test_broken_headers_are_refused(self):
        record = self.finished()
        for old, new in (
            ("volpe: 1\n", ""),
            ("volpe: 1", "volpe: 2"),
            ("game: clever\n", ""),
            ("game: clever", "game: chess"),
            ("game: clever", "game: genial"),
            ("seats: 1\n", ""),
            ("seats: 1", "seats: 5"),
            ("seats: 1", "seats: one"),
            ("decline=forbidden", "decline=maybe"),
            ("decline=forbidden", "boxes=7"),
            ("names: ", "names: A | "),
            ("names: ", "names: \u0007"),
            ("dice: ", "dice: loaded "),
            ("dice: seeded ", "dice: seeded x"),
            ("dice: ", "colour: red\ndice: "),
            ("dice: ", "frob\ndice: "),
            ("result: ", "result: 1"),
            ("result: ", "result: x"),
        ):
            self.assertIn(old, record)
            with self.subTest(old=old, new=new):
                self.refuse_record(record.replace(old, new, 1))

    def test_texts_that_are_no_records(self):
        self.engine.new("genial", 2)
        for text in ("", "\n", "\n\n\n", "frob", "volpe: 1", "volpe: 1\n\n", "{}", "\u0000", "roll y1\n", "x" * 100000):
            with self.subTest(text=text[:20]):
                self.refuse_record(text)

    def test_comments_are_ignored(self):
        record = self.finished()
        position = self.engine.position()
        commented = "# first\n" + record.replace("\n\n", "\n# header\n\n# events\n").replace("\nroll", "\n# roll\nroll")
        self.assertEqual(self.engine.get("load", record=commented)["position"], position)

    def test_a_comment_counts_as_a_line(self):
        self.refuse_record(self.finished().replace("\n\n", "\n\n# one\n# two\nfrob\n", 1), 11)

    def test_a_result_may_be_missing_but_not_wrong_and_not_early(self):
        record = self.finished()
        position = self.engine.position()
        without = re.sub(r"result: .*\n", "", record)
        self.assertEqual(self.engine.get("load", record=without)["position"], position)
        self.refuse_record(re.sub(r"result: .*", "result: %d" % (position["result"]["totals"][0] + 1), record))
        self.refuse_record("\n".join(record.split("\n")[:-2]) + "\n")

    def test_events_after_the_end_are_refused(self):
        self.refuse_record(self.finished() + ROLL + "\n")

    def test_names_are_kept(self):
        self.engine.new("genial", 2, dice="real")
        record = re.sub("names: .*", "names: Zoë | bot:expert", self.engine.get("record")["record"])
        self.engine.get("load", record=record)
        self.assertEqual(self.engine.get("record")["record"], record)


class Rolling(EngineTest):
    def test_the_same_seed_throws_the_same_dice_in_two_processes(self):
        with Engine() as other:
            for game, seats in SEATS:
                first, second = (
                    list(engine.random_game(random.Random(91), game, seats)) for engine in (self.engine, other)
                )
                self.assertEqual(first, second)

    def test_the_smallest_and_the_largest_seed_can_be_thrown(self):
        for seed in (0, 2**64 - 1):
            rolls = set()
            for _ in range(2):
                self.engine.new("clever", 1, dice="seeded %d" % seed)
                rolls.add(self.engine.get("roll")["event"])
            self.assertEqual(len(rolls), 1)

    def test_the_event_answered_is_the_roll_that_was_applied(self):
        rng = random.Random(92)
        with Engine() as other:
            for game, seats in SEATS:
                other.new(game, seats)
                for _, event, after in self.engine.random_game(rng, game, seats):
                    self.assertEqual(other.apply(event), after)

    def test_a_roll_when_no_dice_are_due_is_refused(self):
        for game in ("clever", "genial"):
            for _, _, position in self.engine.random_game(random.Random(93), game, 2):
                if position["legal"]:
                    self.refuse("illegal_event", "roll")
                    break

    def test_dice_can_be_thrown_without_a_seed_given(self):
        self.engine.new("clever", 1)
        self.assertRegex(self.engine.get("roll")["event"], r"^roll( [ybgopw][1-6]){6}$")


class Players(EngineTest):
    def test_whole_games_by_every_level_at_every_table(self):
        for level in ("random", "greedy"):
            for game, seats in SEATS:
                with self.subTest(level=level, game=game, seats=seats):
                    position = self.engine.new(game, seats, dice="seeded 100")
                    while position["phase"] != "over":
                        if position["to_move"] == "dice":
                            position = self.engine.get("roll")["position"]
                        else:
                            legal = position["legal"]
                            answer = self.engine.get("play", level=level)
                            self.assertIn(answer["event"], legal)
                            position = answer["position"]
                    self.assertEqual(len(position["result"]["totals"]), seats)

    def test_the_event_answered_is_the_decision_that_was_applied(self):
        position = self.engine.new("clever", 2, dice="seeded 101")
        with Engine() as other:
            other.get("setup", position=position)
            while position["phase"] != "over":
                dice = position["to_move"] == "dice"
                answer = self.engine.get("roll") if dice else self.engine.get("play", level="greedy")
                position = answer["position"]
                self.assertEqual(other.apply(answer["event"]), position)

    def test_advice_is_every_legal_decision_best_first_ties_by_text(self):
        rng = random.Random(102)
        for game, seats in SEATS:
            decisions = 0
            for _, _, position in self.engine.random_game(rng, game, seats):
                if not position["legal"]:
                    continue
                decisions += 1
                if decisions % 12 == 1:
                    with self.subTest(game=game, seats=seats, ply=position["ply"]):
                        self.check_advice(position, "greedy" if game == "clever" else "random")

    def check_advice(self, position, level):
        advice = self.engine.get("advise", level=level)["advice"]
        self.assertEqual(sorted(entry["event"] for entry in advice), position["legal"])
        ranking = [(-entry["value"], entry["event"]) for entry in advice]
        self.assertEqual(ranking, sorted(ranking))
        for entry in advice:
            self.assertEqual(set(entry), {"event", "value", "why"})
            self.assertLessEqual(len(entry["why"]), 4)
            for key in entry["why"]:
                self.assertRegex(key, r"\A[a-z_]+\Z")
            self.assertEqual("rolls_again" in entry["why"], entry["event"] == "reroll")
            if position["seats"] > 1:
                self.assertTrue(0 <= entry["value"] <= 1, entry)
            else:
                self.assertTrue(0 <= entry["value"] <= 400, entry)
        self.assertEqual(self.engine.position(), position)

    def test_advice_by_a_bot_that_thinks_leaves_the_game_as_it_is(self):
        self.engine.new("genial", 2, dice="seeded 103")
        self.engine.get("roll")
        before = self.engine.get("roll")["position"]
        advice = self.engine.get("advise", level="greedy")["advice"]
        self.assertEqual({entry["event"] for entry in advice}, set(before["legal"]))
        self.assertEqual(self.engine.position(), before)


if __name__ == "__main__":
    unittest.main()
