"""Black-box tests of `volpe verify`; fair dice and the dice of the day are recomputed here from docs/fair-dice.md alone."""

import hashlib
import pathlib
import random
import re
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


class Fair(VerifyTest):
    def test_games_made_here_are_proven(self):
        for game, seats, more in (
            ("clever", 1, {"seeds": "anna-7"}),
            ("clever", 3, {"seeds": "anna | - | X_1", "names": "Anna | bot:greedy | Ben"}),
            ("genial", 2, {"seeds": "a | b"}),
            ("genial", 2, {"seeds": "a | " + "b" * 64, "match": "evening 2/2"}),
        ):
            with self.subTest(game=game, seats=seats):
                record = self.fair(game, seats, **more)
                done = self.verify(record)
                self.assert_proven(done, "The commitment fits", "All %d rolls follow" % rolls_in(record))
                self.assertNotIn(b"Not proven", done.stdout)

    def test_it_says_whose_seeds_count(self):
        names = "Anna | bot:greedy | Ben | Cleo"
        done = self.verify(self.fair("clever", 4, seeds="anna | - | b | -", names=names))
        self.assert_proven(done, "the seeds of seats 0 and 2", "Seat 1 added no seed (a bot).", "Seat 3 added no seed.")

    def test_without_a_person_s_seed_the_server_could_choose(self):
        done = self.verify(self.fair("clever", 2, seeds="- | -", names="Anna | bot:greedy"))
        self.assert_proven(done, "follow from the secret alone", "Not proven")

    def test_a_seed_of_a_bot_is_the_server_s_choice(self):
        done = self.verify(self.fair("clever", 2, seeds="anna | luck", names="Anna | bot:greedy"))
        self.assert_proven(done, "Not proven", "seat 1 is a bot")

    def test_every_changed_roll_is_found(self):
        for game, seats, seeds in (("clever", 1, "anna"), ("genial", 2, "anna | -")):
            record = self.fair(game, seats, seeds=seeds)
            for number in (0, 1, rolls_in(record) // 2, rolls_in(record) - 1):
                event, thrown, changed = cut_at_roll(record, number, other_roll)
                done = self.verify(changed)
                self.assert_not_proven(done, "event %d is '%s'" % (event, other_roll(thrown)), "'%s'" % thrown)

    def test_a_changed_landing_order_is_found(self):
        swap = lambda roll: " ".join([*roll.split()[:-2], *roll.split()[:-3:-1]])
        event, thrown, changed = cut_at_roll(self.fair(), 3, swap)
        self.assert_not_proven(self.verify(changed), "event %d is" % event, "'%s'" % thrown)

    def test_changed_secrets_commitments_seeds_and_terms(self):
        record = self.fair("genial", 2, seeds="anna | ben", match="evening 1/2")
        _, public, secret = parse(record)[0]["dice"].split()
        flip = lambda digits: digits[:-1] + "%x" % (int(digits[-1], 16) ^ 1)
        for changed in (
            {"dice": "fair %s %s" % (public, flip(secret))}, {"dice": "fair %s %s" % (flip(public), secret)},
            {"match": "evening 2/2"}, {"match": "morning 1/2"}, {"match": None},
        ):
            with self.subTest(changed=changed):
                self.assert_not_proven(self.verify(with_field(record, **changed)), "the commitment does not fit")
        for seeds in ("anna | bem", "ann | aben", "ben | anna", "anna | -", "- | -"):
            with self.subTest(seeds=seeds):
                done = self.verify(with_field(record, seeds=seeds))
                self.assert_not_proven(done, "event 1 is")
                self.assertIn(b"The commitment fits", done.stdout)

    def test_a_secret_that_is_not_revealed_proves_nothing_until_it_is_given(self):
        record = self.fair()
        public = parse(record)[0]["dice"].rsplit(" ", 1)[0]
        hidden = with_field(record, dice=public)
        self.assert_not_proven(self.verify(hidden), "secret")
        self.assert_proven(self.verify(hidden, "--secret", SECRET.hex()), "The commitment fits")
        self.assert_not_proven(self.verify(hidden, "--secret", "0" * 64), "the commitment does not fit")
        self.assert_not_proven(self.verify(record, "--secret", SECRET.hex()), "--secret", status=2)

    def test_a_game_that_was_left_is_proven_as_far_as_it_goes(self):
        _, _, cut = cut_at_roll(self.fair(), 5, lambda roll: roll)
        self.assert_proven(self.verify(cut), "All 6 rolls follow")

    def test_a_game_without_rolls_proves_nothing(self):
        fields, _ = parse(with_field(self.fair(), result=None))
        self.assert_not_proven(self.verify(text_of(fields, [])), "no dice have been rolled")

    def test_headers_are_checked_to_the_letter(self):
        record = self.fair("clever", 2, seeds="anna | -")
        word, public, secret = parse(record)[0]["dice"].split()
        for changed in (
            {"dice": "fair"}, {"dice": "fair " + public[:-1]}, {"dice": "fair " + public + "0"},
            {"dice": "fair " + public.upper()}, {"dice": "fair %s %s" % (public, secret[1:])},
            {"dice": "fair %s %s %s" % (public, secret, secret)}, {"dice": "fair  " + public},
            {"seeds": None}, {"seeds": "anna"}, {"seeds": "anna | - | -"}, {"seeds": "anna | "}, {"seeds": "anna|-"},
            {"seeds": "an na | -"}, {"seeds": "ännchen | -"}, {"seeds": "a" * 65 + " | -"}, {"dice": "real"},
        ):
            with self.subTest(changed=changed):
                self.assert_not_proven(self.verify(with_field(record, **changed)), "volpe: line ")


class PlayedAtTheTerminal(VerifyTest):
    """Records that `volpe play --fair-dice` has written."""

    def play(self, *arguments, seeds=()):
        path = self.folder / "played.volpe"
        lines = [*seeds, *["", "1"] * 1500]  # Enter rolls, 1 decides; each is harmless in the other's place
        done = self.run_volpe(
            "play", *arguments, "--fair-dice", "--record", path, stdin="".join(line + "\n" for line in lines).encode()
        )
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)
        return done.stdout.decode(), [path.read_text(encoding="utf-8") for path in sorted(self.folder.glob("played*"))]

    def check(self, record):
        fields, _ = parse(record)
        _, public, secret = fields["dice"].split()
        self.assertEqual(commitment(bytes.fromhex(secret), fields).hex(), public)
        rolls, expected = recomputed(self.engine, record, bytes.fromhex(secret))
        self.assertEqual(rolls, expected)
        said = "All %d rolls follow" % len(rolls) if len(rolls) > 1 else "The one roll follows"
        self.assert_proven(self.verify(record), said)
        return fields

    def test_whole_games_are_recomputed_here(self):
        for game, seats, seeds, stated in (
            ("clever", "me", ["anna"], "anna"),
            ("clever", "me,greedy,me", ["anna", "no spaces", "ben_1"], "anna | - | ben_1"),
            ("genial", "greedy,me", ["x-y"], "- | x-y"),
        ):
            with self.subTest(game=game, seats=seats):
                said, [record] = self.play(game, "--seats", seats, seeds=seeds)
                fields = self.check(record)
                self.assertEqual(fields["seeds"], stated)
                self.assertIn("result", fields)
                public, secret = fields["dice"].split()[1:]
                self.assertLess(said.index(public), said.index("roll "))
                self.assertGreater(said.index(secret), said.rindex("roll "))

    def test_enter_takes_a_random_seed(self):
        seeds = {self.check(self.play("clever", "--seats", "1", seeds=[""])[1][0])["seeds"] for _ in range(2)}
        self.assertEqual(len(seeds), 2)
        for seed in seeds:
            self.assertRegex(seed, r"\A[0-9a-f]{32}\Z")

    def test_every_game_of_a_match_has_a_secret_of_its_own(self):
        said, records = self.play("genial", "--match", "--seats", "greedy,race")
        self.assertEqual(len(records), 2)
        self.assertEqual(len({self.check(record)["dice"] for record in records}), 2)
        self.assertIn("Match after game 2", said)

    def test_the_secret_stays_out_of_the_record_until_the_game_ends(self):
        path = self.folder / "open.volpe"
        with subprocess.Popen(
            [VOLPE, "play", "clever", "--seats", "1", "--fair-dice", "--record", path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            process.stdin.write(b"anna\n\n")
            process.stdin.flush()
            shown = b""
            while b"You> " not in shown:
                shown += process.stdout.read1()
            during = parse(path.read_text(encoding="utf-8"))[0]
            process.stdin.close()
            process.stdout.read()
        self.assertRegex(during["dice"], r"\Afair [0-9a-f]{64}\Z")
        self.assertEqual(during["seeds"], "anna")
        after = self.check(path.read_text(encoding="utf-8"))
        self.assertRegex(after["dice"], r"\A%s [0-9a-f]{64}\Z" % during["dice"])

    def test_fair_dice_exclude_a_seed_and_real_dice(self):
        for more in (["--seed", "7"], ["--real-dice"]):
            done = self.run_volpe("play", "clever", "--fair-dice", *more)
            self.assert_not_proven(done, status=2)


class OtherDice(VerifyTest):
    def seeded(self, seed):
        self.engine.new("clever", 1, dice="seeded %d" % seed)
        position = self.engine.position()
        while position["phase"] != "over":
            if position["to_move"] == "dice":
                position = self.engine.get("roll")["position"]
            else:
                position = self.engine.apply(position["legal"][0])
        return self.engine.get("record")["record"]

    def test_seeded_rolls_follow_from_the_seed_that_somebody_knew(self):
        record = self.seeded(7)
        self.assert_proven(self.verify(record), "All %d rolls follow from the seed 7" % rolls_in(record), "Not proven")
        self.assert_not_proven(self.verify(with_field(record, dice="seeded 8")), "event 1 is")
        event, thrown, changed = cut_at_roll(record, 4, other_roll)
        self.assert_not_proven(self.verify(changed), "event %d is" % event, "'%s'" % thrown)

    def test_real_dice_prove_nothing(self):
        record = with_field(self.seeded(7), dice="real")
        self.assert_not_proven(self.verify(record), "nothing is proven", "real")

    def test_the_dice_of_the_day_need_the_secret_of_the_day(self):
        for game, seats in (("clever", 1), ("genial", 2)):
            record = played(self.engine, game, seats, 5, dice="daily 2026-11-16")
            self.assert_not_proven(self.verify(record), "2026-11-16", "--secret")
            self.assert_proven(
                self.verify(record, "--secret", SECRET.hex()),
                "All %d rolls follow" % rolls_in(record), day_commitment(SECRET, "2026-11-16").hex(), "Not proven",
            )
            self.assert_not_proven(self.verify(record, "--secret", "0" * 64), "event 1 is")
            other_day = with_field(record, dice="daily 2026-11-17")
            self.assert_not_proven(self.verify(other_day, "--secret", SECRET.hex()), "event 1 is")

    def test_days_that_do_not_exist_are_no_dice(self):
        record = played(self.engine, "clever", 1, 5, dice="daily 2028-02-29")
        self.assert_proven(self.verify(record, "--secret", SECRET.hex()))
        for date in ("2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "2026/11/16", ""):
            self.assert_not_proven(self.verify(with_field(record, dice="daily " + date)), "there are no dice")

    def test_a_secret_that_is_none(self):
        record = self.seeded(7)
        self.assert_not_proven(self.verify(record, "--secret", SECRET.hex()), "--secret", status=2)
        daily = with_field(record, dice="daily 2026-11-16")
        for secret in ("", "00", "g" * 64, "A" * 64, "0" * 65):
            self.assert_not_proven(self.verify(daily, "--secret", secret), "--secret", status=2)

    def test_broken_records_and_files(self):
        for content in ("", "frob", "volpe: 1\n", "volpe: 2\ngame: clever\nseats: 1\n\n"):
            self.assert_not_proven(self.verify(content), "line ")
        self.assert_not_proven(self.run_volpe("verify", self.folder / "none.volpe"), "can not be opened", status=2)
        self.assert_not_proven(self.run_volpe("verify", self.folder), status=2)
        self.assert_not_proven(self.run_volpe("verify", "-", stdin=b"\xff\x00"), "line 1", status=1)

    def test_the_exit_status_is_documented(self):
        self.assertTrue(re.search(r"(?s)Exit status.*0.*1.*2", self.run_volpe("verify", "--help").stdout.decode()))


if __name__ == "__main__":
    unittest.main()
