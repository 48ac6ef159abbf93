"""Recomputes every roll of seeded games in plain Python, from docs/fair-dice.md alone."""

import pathlib
import random
import subprocess
import tempfile
import unittest

from dice import THROWS, WORD, Follower, Throw, coordinate, game_number_of, parse, refused, roll_of, start
from engine import SEATS, TIMEOUT, VOLPE, Engine

GOLDEN = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(x):
    x = (x ^ (x >> 30)) * FIRST & WORD
    x = (x ^ (x >> 27)) * SECOND & WORD
    return x ^ (x >> 31)


def unmix(x):
    """The inverse of mix, to find seeds that lead to a wanted word."""

    def unshift(x, bits):
        shifted = x
        for _ in range(64 // bits):
            shifted = x ^ (shifted >> bits)
        return shifted

    x = unshift(x, 31) * pow(SECOND, -1, 2**64) & WORD
    x = unshift(x, 27) * pow(FIRST, -1, 2**64) & WORD
    return unshift(x, 30)


def words(seed):
    """From coordinates to words, by a seed."""
    key = mix((seed + GOLDEN) & WORD)
    return lambda coordinate: mix(key ^ coordinate)


def seed_of(fields):
    return int(fields["dice"].removeprefix("seeded "))


def simulate(*arguments):
    """Record texts of simulated games, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [VOLPE, "simulate", *arguments, "--threads", "1", "--records", folder],
            stdout=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=True,
        )
        return [path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(folder).iterdir())]


class Recompute(unittest.TestCase):
    def setUp(self):
        self.engine = Engine()
        self.addCleanup(self.engine.close)

    def recompute(self, record):
        """Checks every roll of a record and returns the throws."""
        fields, events = parse(record)
        follower = Follower(game_number_of(fields))
        throws = []
        position = start(self.engine, fields)
        for event in events:
            if position["to_move"] == "dice":
                throws.append(follower.throw(position))
                expected = roll_of(fields["game"], words(seed_of(fields)), throws[-1], position["due"])
                self.assertEqual(event, expected, throws[-1])
                if fields["game"] == "clever":
                    self.assertEqual(throws[-1].round, position["round"])
            position = self.engine.apply(event)
        self.assertEqual(position["phase"], "over")
        return throws

    def test_games_of_every_seat_count_and_both_players(self):
        for game, seats in SEATS:
            for player in ("random", "greedy"):
                records = simulate(game, "--seats", str(seats), "--players", player, "--games", "4", "--seed", "42")
                self.assertEqual(len(records), 4)
                for number, record in enumerate(records):
                    with self.subTest(game=game, seats=seats, player=player, number=number):
                        seats_seen = {throw.seat for throw in self.recompute(record)}
                        self.assertEqual(seats_seen, set(range(seats)))

    def test_solo_games_with_rerolls_and_passive_turns(self):
        throws = []
        for record in simulate("clever", "--seats", "1", "--games", "30", "--seed", "43"):
            throws += self.recompute(record)
        self.assertGreaterEqual(max(throw.reroll for throw in throws), 2)
        self.assertEqual({throw.kind for throw in throws}, {0, 1})
        self.assertEqual({throw.round for throw in throws}, set(range(1, 7)))

    def test_games_with_passed_rolls(self):
        records = simulate("clever", "--seats", "3", "--games", "10", "--seed", "44", "-o", "decline=allowed")
        self.assertTrue(any("\npass\nroll" in record for record in records))
        for record in records:
            self.recompute(record)

    def test_genial_with_a_hidden_opening(self):
        for record in simulate("genial", "--seats", "3", "--games", "5", "--seed", "45", "-o", "opening=hidden"):
            self.assertEqual({throw.kind for throw in self.recompute(record)}, {1})

    def test_games_of_a_match_share_the_seed_and_differ_in_the_game_number(self):
        for seats in (2, 3, 4):
            records = simulate("genial", "--seats", str(seats), "--match", "--games", "3", "--seed", "46")
            self.assertEqual(len(records), 3 * seats)
            numbers = []
            for record in records:
                fields, _ = parse(record)
                numbers.append((seed_of(fields), game_number_of(fields)))
                with self.subTest(match=fields["match"]):
                    self.assertEqual({throw.game_number for throw in self.recompute(record)}, {numbers[-1][1]})
            seeds = [simulated_seed(46, match) for match in range(3)]
            self.assertEqual(sorted(numbers), sorted((seed, game) for seed in seeds for game in range(seats)))


def simulated_seed(seed, game):
    return mix((mix((seed + GOLDEN) & WORD) + game) & WORD)


class Seeds(unittest.TestCase):
    def test_simulated_games_state_the_seed_that_follows_from_their_number(self):
        for seed in (0, 1, 2**63, 2**64 - 1):
            records = simulate("clever", "--games", "5", "--seed", str(seed))
            stated = [seed_of(parse(record)[0]) for record in records]
            self.assertEqual(stated, [simulated_seed(seed, game) for game in range(5)])


class Throwing(unittest.TestCase):
    """Rolls thrown by the engine."""

    def setUp(self):
        self.engine = Engine()
        self.addCleanup(self.engine.close)

    def test_a_record_loaded_at_any_roll_goes_on_with_the_recorded_dice(self):
        records = simulate("clever", "--seats", "1", "--games", "2", "--seed", "47")
        records += simulate("clever", "--seats", "3", "--games", "1", "--seed", "47")
        records += simulate("genial", "--seats", "2", "--match", "--games", "1", "--seed", "47")
        for record in records:
            header, _ = record.split("\n\n")
            _, events = parse(record)
            header = "\n".join(line for line in header.split("\n") if not line.startswith("result"))
            for number, event in enumerate(events):
                if event.startswith("roll "):
                    cut = header + "\n\n" + "".join(line + "\n" for line in events[:number])
                    self.engine.get("load", record=cut)
                    self.assertEqual(self.engine.get("roll")["event"], event)

    def test_two_players_with_the_same_seed_meet_the_same_dice_whatever_they_chose(self):
        opened = []
        for rng in (random.Random(1), random.Random(2)):
            position = self.engine.new("clever", 2, dice="seeded 48")
            rolls = {}
            while position["phase"] != "over":
                if position["to_move"] == "dice":
                    answer = self.engine.get("roll")
                    if position["roll"] == 0:
                        rolls.setdefault((position["round"], position["active"]), answer["event"])
                    position = answer["position"]
                else:
                    position = self.engine.apply(rng.choice(position["legal"]))
            opened.append(rolls)
        self.assertEqual(len(opened[0]), 12)
        self.assertEqual(opened[0], opened[1])

    def test_words_at_the_border_are_taken_or_thrown_away(self):
        for game, throw in (("clever", Throw(0, 1, 0, 0, 1, 0)), ("genial", Throw(0, 1, 0, 1, 1, 0))):
            border = 2**64 // THROWS[game] + 1
            self.assertTrue(refused(game, 0))
            self.assertFalse(refused(game, 1))
            for word in (0, 1, border - 1, border, WORD):
                seed = (unmix(unmix(word) ^ coordinate(throw, 0)) - GOLDEN) & WORD
                self.assertEqual(mix(mix((seed + GOLDEN) & WORD) ^ coordinate(throw, 0)), word)
                due = self.engine.new(game, 2, dice="seeded %d" % seed)["due"]
                with self.subTest(game=game, word=word):
                    self.assertEqual(self.engine.get("roll")["event"], roll_of(game, words(seed), throw, due))

    def test_a_game_set_up_counts_its_rounds_from_the_set_up(self):
        for game, seats in SEATS:
            positions = [before for before, _, _ in self.engine.random_game(random.Random(49), game, seats)]
            turns = [position for position in positions if position["to_move"] == "dice" and position["roll"] == 0]
            position = turns[len(turns) // 2]
            self.engine.get("setup", position=position, dice="seeded 50")
            follower = Follower()
            for _ in range(40):
                if position["phase"] == "over":
                    break
                if position["to_move"] == "dice":
                    throw = follower.throw(position)
                    answer = self.engine.get("roll")
                    with self.subTest(game=game, seats=seats, throw=throw):
                        self.assertEqual(answer["event"], roll_of(game, words(50), throw, position["due"]))
                    position = answer["position"]
                else:
                    position = self.engine.apply(position["legal"][0])


if __name__ == "__main__":
    unittest.main()
