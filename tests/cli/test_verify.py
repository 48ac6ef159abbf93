"""Black-box tests of `volpe verify`: what it proves of fair, seeded, real and daily dice."""

import re
import unittest

from dice import parse
from fair_dice import (
    SECRET,
    VerifyTest,
    cut_at_roll,
    day_commitment,
    other_roll,
    played,
    rolls_in,
    text_of,
    with_field,
)


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

    def test_a_secret_that_is_not_one(self):
        record = self.seeded(7)
        self.assert_not_proven(self.verify(record, "--secret", SECRET.hex()), "--secret", status=2)
        daily = with_field(record, dice="daily 2026-11-16")
        for secret in ("", "00", "g" * 64, "A" * 64, "0" * 65):
            self.assert_not_proven(self.verify(daily, "--secret", secret), "--secret", status=2)

    def test_broken_records_and_files(self):
        for content in ("", "frob", "volpe: 1\n", "volpe: 2\ngame: clever\nseats: 1\n\n"):
            self.assert_not_proven(self.verify(content), "line ")
        self.assert_not_proven(self.run_volpe("verify", self.folder / "none.volpe"), "cannot be opened", status=2)
        self.assert_not_proven(self.run_volpe("verify", self.folder), status=2)
        self.assert_not_proven(self.run_volpe("verify", "-", stdin=b"\xff\x00"), "line 1", status=1)

    def test_the_exit_status_is_documented(self):
        self.assertTrue(re.search(r"(?s)Exit status.*0.*1.*2", self.run_volpe("verify", "--help").stdout.decode()))


if __name__ == "__main__":
    unittest.main()
