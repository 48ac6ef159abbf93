"""A client for `volpe engine` (one process, requests in, answers out), and a test case with one engine."""

import json
import os
import subprocess
import threading
import unittest

VOLPE = os.environ.get("VOLPE_BIN")
if not VOLPE:
    raise RuntimeError("set VOLPE_BIN to the absolute path of the volpe program to test")

TIMEOUT = 120  # seconds; generous, only there so that a hanging program ends the test

SEATS = [("clever", 1), ("clever", 2), ("clever", 3), ("clever", 4), ("genial", 2), ("genial", 3), ("genial", 4)]

ROLL = "roll y3 b1 g4 o6 p2 w5"  # of all dice of Clever


def strict_json(text):
    """Parses JSON and refuses NaN and Infinity, which Python would let through."""

    def refuse(word):
        raise ValueError("%s is not JSON" % word)

    return json.loads(text, parse_constant=refuse)


class Engine:
    """A running `volpe engine`; as a context manager it is closed at the end."""

    def __init__(self):
        self.process = subprocess.Popen([VOLPE, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._killer = threading.Timer(TIMEOUT, self.process.kill)
        self._killer.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask_line(self, line):
        """Sends one line of bytes (without its end) and returns the one line that comes back, parsed."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise EOFError("the engine ended instead of answering %r" % line[:200])
        return strict_json(answer)

    def ask(self, op, **fields):
        """Sends a request and returns the whole answer, good or bad."""
        return self.ask_line(json.dumps({"op": op, **fields}).encode())

    def get(self, op, **fields):
        """Sends a request that must succeed and returns its answer."""
        answer = self.ask(op, **fields)
        if answer["ok"] is not True:
            raise AssertionError("%s %r was refused: %r" % (op, fields, answer["error"]))
        return answer

    def new(self, game, seats, **fields):
        """Starts a game and returns its first position."""
        return self.get("new", game=game, seats=seats, **fields)["position"]

    def apply(self, *events, **fields):
        """Applies events and returns the position after them."""
        return self.get("apply", events=list(events), **fields)["position"]

    def position(self, **fields):
        """The current position."""
        return self.get("position", **fields)["position"]

    def random_game(self, rng, game, seats, **fields):
        """Plays a new game with seeded dice and random decisions; yields (position, event, position after)."""
        before = self.new(game, seats, dice="seeded %d" % rng.getrandbits(64), **fields)
        while before["phase"] != "over":
            if before["to_move"] == "dice":
                answer = self.get("roll")
                event, after = answer["event"], answer["position"]
            else:
                event = rng.choice(before["legal"])
                after = self.apply(event)
            yield before, event, after
            before = after

    def close(self):
        """Ends the input and returns the exit status."""
        self.process.stdin.close()
        status = self.process.wait()
        self._killer.cancel()
        self.process.stdout.close()
        return status


def out_of_place(event):
    """A word of Clever's notation that is not legal where this event is: done ends only extra dice, pass only picks."""
    picks = event in ("pass", "reroll") or ("@" in event and not event.startswith("x"))
    return "done" if picks else "pass"


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
