"""Fair dice and the dice of the day recomputed from docs/fair-dice.md alone, and a test case around `volpe verify`."""

import hashlib
import pathlib
import random
import subprocess
import tempfile
import unittest

from dice import Follower, game_number_of, parse, roll_of, start
from engine import TIMEOUT, VOLPE, Engine

SECRET = hashlib.sha256(b"a secret of these tests").digest()


def keyed(key, message):
    return hashlib.blake2b(message, key=key, digest_size=32).digest()


def text(name, *lines):
    return "".join(line + "\n" for line in (name, *lines)).encode()


def terms(fields, names=("game", "seats", "match")):
    return [name + ": " + fields[name] for name in names if name in fields]


def commitment(secret, fields):
    return keyed(secret, text("volpe fair commitment", *terms(fields)))


def day_commitment(secret, date):
    return keyed(secret, text("volpe day commitment", "date: " + date))


def key_of(secret, fields):
    """The key of a fair or daily game."""
    kind, word = fields["dice"].split()[:2]
    if kind == "daily":
        return keyed(secret, text("volpe day key", "date: " + word, *terms(fields, ("game", "seats"))))
    seeds = ["seed: " + seed for seed in fields["seeds"].split(" | ")]
    return keyed(secret, text("volpe fair key", *terms(fields), *seeds))


def words(key):
    """From coordinates to words, by a key."""
    return lambda coordinate: int.from_bytes(keyed(key, coordinate.to_bytes(8, "little"))[:8], "little")


def recomputed(engine, record, secret):
    """The rolls of a record, and what they should be."""
    fields, events = parse(record)
    word_at, follower = words(key_of(secret, fields)), Follower(game_number_of(fields))
    position, rolls, expected = start(engine, fields), [], []
    for event in events:
        if position["to_move"] == "dice":
            rolls.append(event)
            expected.append(roll_of(fields["game"], word_at, follower.throw(position), position["due"]))
        position = engine.apply(event)
    return rolls, expected


def text_of(fields, events):
    """A record."""
    order = ("volpe", "game", "seats", "options", "names", "match", "dice", "seeds", "result")
    lines = [name + ": " + fields[name] for name in order if name in fields]
    return "\n".join([*lines, "", *events, ""])


def played(engine, game, seats, seed, **more):
    """A game whose dice are thrown here, with random decisions."""
    rng = random.Random(seed)
    fields = {"game": game, "seats": str(seats), **more}
    if "seeds" in fields:
        fields["dice"] = "fair %s %s" % (commitment(SECRET, fields).hex(), SECRET.hex())
    word_at, follower = words(key_of(SECRET, fields)), Follower(game_number_of(fields))
    position = engine.new(game, seats, dice="real")
    while position["phase"] != "over":
        if position["to_move"] == "dice":
            event = roll_of(game, word_at, follower.throw(position), position["due"])
        else:
            event = rng.choice(position["legal"])
        position = engine.apply(event)
    written, events = parse(engine.get("record")["record"])
    return text_of({**written, **fields}, events)


def rolls_in(record):
    return record.count("\nroll ")


def with_field(record, **fields):
    """The record with other header fields; None leaves one out."""
    old, events = parse(record)
    new = {name: value for name, value in {**old, **fields}.items() if value is not None}
    return text_of(new, events)


def cut_at_roll(record, number, change):
    """The record up to a roll (from 0), which is changed, so that no later event can mind."""
    fields, events = parse(with_field(record, result=None))
    at = [n for n, event in enumerate(events) if event.startswith("roll ")][number]
    return at + 1, events[at], text_of(fields, [*events[:at], change(events[at])])


def other_roll(roll):
    """The same roll with another first die."""
    first, *rest = roll.split()[1:]
    shown = first[0] + str(7 - int(first[1])) if len(first) == 2 else "roygbp"["roygbp".index(first) - 1]
    return " ".join(["roll", shown, *rest])


class VerifyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.engine = Engine()
        self.addCleanup(self.engine.close)

    def run_volpe(self, *arguments, stdin=b""):
        return subprocess.run([VOLPE, *map(str, arguments)], input=stdin, capture_output=True, timeout=TIMEOUT)

    def verify(self, record, *more):
        path = self.folder / "game.volpe"
        path.write_text(record, encoding="utf-8")
        return self.run_volpe("verify", path, *more)

    def assert_proven(self, done, *sentences):
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)
        for sentence in sentences:
            self.assertIn(sentence, done.stdout.decode())

    def assert_not_proven(self, done, *parts, status=1):
        self.assertEqual(done.returncode, status, done)
        self.assertRegex(done.stderr.decode(), r"\Avolpe: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, done.stderr.decode())

    def fair(self, game="clever", seats=1, seed=1, seeds="anna", **more):
        return played(self.engine, game, seats, seed, seeds=seeds, **more)
