"""Black-box tests of `volpe play --fair-dice`: the records are recomputed and verified."""

import subprocess
import unittest

from dice import parse
from engine import VOLPE
from fair_dice import VerifyTest, commitment, recomputed


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


if __name__ == "__main__":
    unittest.main()
