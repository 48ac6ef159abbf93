"""Black-box tests of `volpe arena`: tournaments on duplicate dice."""

import unittest

from commands import ENDLESS, CommandTest, run
from engine import strict_json

FIELDS = {
    "game", "options", "seats", "match", "players", "seed", "threads", "seconds", "duplicates", "games_in_duplicate",
    "games", "stopped_by", "ratings", "crosstable", "pairs", "bounded", "sprt",
}


class Arena(CommandTest):
    def arena(self, *arguments):
        done = run("arena", *arguments, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)
        self.assertEqual(done.stdout.count(b"\n"), 1)
        return strict_json(done.stdout)

    def test_json_has_every_field(self):
        for game, seats in (("clever", 1), ("clever", 3), ("genial", 2)):
            result = self.arena(game, "--seats", seats, "--players", "random,greedy", "--games", 30, "--seed", 4)
            self.assertEqual(set(result), FIELDS)
            self.assertEqual((result["game"], result["seats"], result["seed"]), (game, seats, 4))
            self.assertEqual(result["players"], ["random", "greedy"])
            self.assertEqual(result["games"], result["duplicates"] * result["games_in_duplicate"])
            self.assertEqual(result["stopped_by"], "games")
            self.assertIsNone(result["sprt"])
            self.assertEqual([entry["player"] for entry in result["ratings"]], ["random", "greedy"])

    def test_games_are_filled_up_to_whole_duplicates(self):
        for players, seats, each in (("random,random", 2, 2), ("random,random,random", 2, 6), ("random,random", 4, 8)):
            result = self.arena("genial", "--players", players, "--seats", seats, "--games", 25)
            self.assertEqual(result["games_in_duplicate"], each)
            self.assertEqual(result["duplicates"], -(-25 // each))

    def test_greedy_beats_random_and_the_tables_agree(self):
        for game in ("clever", "genial"):
            result = self.arena(game, "--players", "greedy,random", "--games", 100)
            first, second = result["ratings"]
            self.assertGreater(first["low"], 0)
            self.assertAlmostEqual(first["elo"], -second["elo"], places=6)
            self.assertAlmostEqual(first["wins"] + second["wins"], result["games"])
            self.assertAlmostEqual(result["crosstable"][0][1], first["wins"] / result["games"])
            self.assertAlmostEqual(result["crosstable"][0][1] + result["crosstable"][1][0], 1)
            (pair,) = result["pairs"]
            self.assertAlmostEqual(pair["elo"], first["elo"] - second["elo"], places=6)

    def test_equal_players_differ_by_nothing(self):
        for game, seats in (("clever", 2), ("genial", 3), ("clever", 4)):
            result = self.arena(game, "--players", "greedy,greedy", "--seats", seats, "--games", 40)
            self.assertEqual([entry["elo"] for entry in result["ratings"]], [0, 0])

    def test_solo_compares_points(self):
        result = self.arena("clever", "--seats", 1, "--players", "greedy,random,greedy", "--games", 90)
        self.assertEqual(result["games_in_duplicate"], 3)
        means = [entry["mean"] for entry in result["ratings"]]
        self.assertEqual(means[0], means[2])
        self.assertGreater(result["pairs"][0]["low"], 0)
        self.assertAlmostEqual(result["pairs"][0]["difference"], means[0] - means[1])
        self.assertAlmostEqual(result["crosstable"][1][2], means[1] - means[2])

    def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(self):
        for arguments in (
            ["clever", "--players", "greedy,random", "--sprt", "0,50", "--games", 100000],
            ["genial", "--players", "random,random,greedy", "--seats", 4, "--games", 60],
            ["genial", "--players", "random,greedy", "--match", "--games", 30],
        ):
            results = []
            for threads in (1, 2, 5):
                result = self.arena(*arguments, "--seed", 12, "--threads", threads)
                results.append({key: result[key] for key in FIELDS - {"threads", "seconds"}})
            self.assertEqual(results[0], results[1])
            self.assertEqual(results[0], results[2])

    def test_another_seed_gives_other_games(self):
        results = [
            self.arena("clever", "--seats", 1, "--players", "random,greedy", "--seed", seed)["ratings"]
            for seed in range(3)
        ]
        self.assertEqual(len({result[0]["mean"] for result in results}), 3)

    def test_sprt_stops_when_it_is_settled(self):
        result = self.arena("clever", "--players", "greedy,random", "--games", 10**6, "--sprt", "0,30")
        self.assertEqual((result["stopped_by"], result["sprt"]["accepted"]), ("sprt", "h1"))
        self.assertLess(result["games"], 10**6)
        self.assertGreaterEqual(result["sprt"]["llr"], result["sprt"]["upper"])
        result = self.arena("clever", "--players", "greedy,greedy", "--games", 10**6, "--sprt", "0,30")
        self.assertEqual((result["stopped_by"], result["sprt"]["accepted"]), ("sprt", "h0"))
        result = self.arena("clever", "--players", "greedy,greedy", "--games", 2, "--sprt", "0,30")
        self.assertEqual((result["stopped_by"], result["sprt"]["accepted"]), ("games", None))

    def test_the_table_names_players_and_verdict(self):
        done = run("arena", "clever", "--players", "greedy,random", "--games", 100, "--sprt", "-5,5")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        for word in (b"greedy", b"random", b"Elo", b"95 %", b"SPRT", b"duplicates"):
            self.assertIn(word, done.stdout)

    def test_ctrl_c_prints_what_has_been_played(self):
        bar, output, status = self.interrupt("arena", "genial", "--players", "greedy,random", "--json", *ENDLESS)
        self.assertRegex(bar, rb"\[.*\] *\d+ of \d+ duplicates")
        self.assertEqual(status, 0)
        result = strict_json(output)
        self.assertEqual(result["stopped_by"], "interrupt")
        self.assertGreater(result["games"], 0)

    def test_bad_values(self):
        two = ["--players", "random,greedy"]
        for arguments in (
            [], ["chess", *two], ["clever"], ["clever", "--players", "random"], ["clever", "--players", ""],
            ["clever", "--players", "random,wizard"], ["clever", "--players", ",".join(["random"] * 13)],
            ["clever", *two, "--seats", "5"], ["genial", *two, "--seats", "1"], ["clever", *two, "--seats", "x"],
            ["clever", *two, "--games", "0"], ["clever", *two, "--games", "x"], ["clever", *two, "--seed", "-1"],
            ["clever", *two, "--threads", "x"], ["clever", *two, "--match"], ["clever", *two, "-o", "boxes=7"],
            ["clever", *two, "--sprt", "0"], ["clever", *two, "--sprt", "0,x"], ["clever", *two, "--sprt", "5,0"],
            ["clever", *two, "--sprt", "0,0"], ["clever", *two, "--sprt", "0,nan"], ["clever", *two, "--sprt", "0,inf"],
            ["clever", *two, "--sprt", "0,1,2"], ["clever", "--players", "random,greedy,random", "--sprt", "0,5"],
            ["clever", *two, "--frob"], ["clever", *two, "more"],
        ):
            with self.subTest(arguments=arguments):
                self.assert_usage_error(run("arena", *arguments))


if __name__ == "__main__":
    unittest.main()
