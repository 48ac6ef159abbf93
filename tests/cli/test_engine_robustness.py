"""Black-box tests of `volpe engine`: broken and huge input gets one answer a line, and the end of the input."""

import copy
import json
import random
import subprocess
import unittest

from engine import SEATS, TIMEOUT, VOLPE, EngineTest, strict_json


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


if __name__ == "__main__":
    unittest.main()
