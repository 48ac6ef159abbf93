"""Black-box tests of `volpe simulate`."""

import statistics
import unittest

from commands import ENDLESS, CommandTest, header, run
from engine import Engine, strict_json


class Simulate(CommandTest):
    FIELDS = {
        "game", "options", "seats", "players", "games", "seed", "threads", "seconds", "games_per_second",
        "decisions_per_second", "seat_results",
    }
    STATISTICS = {"mean", "se", "sd", "min", "p5", "median", "p95", "max", "wins"}
    TIMES = {"threads", "seconds", "games_per_second", "decisions_per_second"}

    def simulate(self, *arguments):
        done = run("simulate", *arguments, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)
        self.assertEqual(done.stdout.count(b"\n"), 1)
        return strict_json(done.stdout)

    def check_statistics(self, result, totals, wins):
        """One entry of seat_results against the totals and wins of its games."""
        self.assertEqual((result["min"], result["max"]), (min(totals), max(totals)))
        self.assertAlmostEqual(result["mean"], statistics.mean(totals), places=6)
        self.assertAlmostEqual(result["sd"], statistics.stdev(totals), places=6)
        self.assertAlmostEqual(result["se"], result["sd"] / len(totals) ** 0.5, places=6)
        self.assertAlmostEqual(result["wins"], wins, places=6)
        for name, part in (("p5", 0.05), ("median", 0.5), ("p95", 0.95)):
            below = sum(total <= result[name] for total in totals)
            above = sum(total >= result[name] for total in totals)
            self.assertGreaterEqual(below, part * len(totals) - 1e-9, name)
            self.assertGreaterEqual(above, (1 - part) * len(totals) - 1e-9, name)

    def test_json_has_every_field(self):
        for game, seats in (("clever", 1), ("clever", 4), ("genial", 2)):
            result = self.simulate(game, "--seats", seats, "--games", 20, "--seed", 3, "--threads", 1)
            self.assertEqual(set(result), self.FIELDS)
            self.assertEqual((result["game"], result["seats"], result["games"]), (game, seats, 20))
            self.assertEqual((result["seed"], result["threads"]), (3, 1))
            self.assertEqual(result["players"], ["random"] * seats)
            self.assertEqual(len(result["seat_results"]), seats)
            expected = self.STATISTICS | ({"grades"} if (game, seats) == ("clever", 1) else set())
            for entry in result["seat_results"]:
                self.assertEqual(set(entry), expected)

    def test_left_out_values_are_the_ones_help_states(self):
        result = self.simulate("genial")
        self.assertEqual((result["seats"], result["games"], result["seed"]), (2, 1000, 1))
        self.assertEqual(result["players"], ["random", "random"])
        self.assertEqual(result["options"], {"opening": "shown", "boxes": "7", "four_joker": "4"})
        self.assertEqual(self.simulate("clever", "--games", 1)["seats"], 1)

    def test_options_and_players_are_taken(self):
        options = ["-o", "boxes=8", "-o", "opening=hidden"]
        result = self.simulate("genial", "--seats", 3, "--players", "greedy,random,greedy", "--games", 5, *options)
        self.assertEqual(result["options"], {"opening": "hidden", "boxes": "8", "four_joker": "4"})
        self.assertEqual(result["players"], ["greedy", "random", "greedy"])
        self.assertEqual({entry["max"] for entry in result["seat_results"]} & {8}, {8})

    def test_statistics_follow_from_the_recorded_games(self):
        with Engine() as engine:
            for game, seats in (("clever", 1), ("clever", 2), ("clever", 4), ("genial", 3)):
                folder = self.folder / ("%s%d" % (game, seats))
                result = self.simulate(game, "--seats", seats, "--games", 60, "--seed", 5, "--records", folder)
                totals, wins = [[] for _ in range(seats)], [0] * seats
                paths = sorted(folder.iterdir())
                self.assertEqual(len(paths), 60)
                for path in paths:
                    position = engine.get("load", record=path.read_text(encoding="utf-8"))["position"]
                    for seat, total in enumerate(position["result"]["totals"]):
                        totals[seat].append(total)
                    for seat in position["result"]["winners"]:
                        wins[seat] += 1 / len(position["result"]["winners"])
                self.assertAlmostEqual(sum(entry["wins"] for entry in result["seat_results"]), 60)
                for seat, entry in enumerate(result["seat_results"]):
                    with self.subTest(game=game, seats=seats, seat=seat):
                        self.check_statistics(entry, totals[seat], wins[seat])

    def test_grades_of_solo_games_are_nine_counts_lowest_first(self):
        folder = self.folder / "solo"
        result = self.simulate("clever", "--seats", 1, "--players", "greedy", "--games", 200, "--records", folder)
        counts = [0] * 9
        for path in folder.iterdir():
            total = int(header(path.read_text(encoding="utf-8"))["result"])
            counts[8 if total > 280 else min(7, max(0, (total - 120) // 20))] += 1
        self.assertEqual(result["seat_results"][0]["grades"], counts)
        self.assertEqual(sum(counts), 200)

    def test_a_match_sums_the_points_of_its_games_by_person(self):
        seats, folder = 3, self.folder / "match"
        players = ["--players", "greedy,random,random"]
        result = self.simulate("genial", "--seats", seats, *players, "--match", "--games", 20, "--records", folder)
        self.assertEqual(result["games"], 20)
        matches = {}
        for path in folder.iterdir():
            fields = header(path.read_text(encoding="utf-8"))
            name, game = fields["match"].rsplit(" ", 1)
            number = int(game.split("/")[0]) - 1
            points = matches.setdefault(name, [0] * seats)
            for seat, total in enumerate(fields["result"].split()):
                points[(number + seat) % seats] += int(total)
                player = result["players"][(number + seat) % seats]
                self.assertEqual(fields["names"].split(" | ")[seat], "bot:" + player)
        self.assertEqual(len(matches), 20)
        for person, entry in enumerate(result["seat_results"]):
            wins = sum((points[person] == max(points)) / points.count(max(points)) for points in matches.values())
            self.check_statistics(entry, [points[person] for points in matches.values()], wins)

    def test_the_same_seed_gives_the_same_results_on_any_number_of_threads(self):
        for arguments in (
            ["clever", "--seats", 1, "--players", "greedy", "--games", 500],
            ["clever", "--seats", 3, "--games", 501],
            ["genial", "--seats", 2, "--players", "greedy,random", "--games", 37],
            ["genial", "--seats", 3, "--match", "--games", 100],
        ):
            results = []
            for threads in (1, 2, 3):
                result = self.simulate(*arguments, "--seed", 77, "--threads", threads)
                self.assertEqual(result["threads"], threads)
                results.append({key: value for key, value in result.items() if key not in self.TIMES})
            with self.subTest(arguments=arguments):
                self.assertEqual(results[0], results[1])
                self.assertEqual(results[0], results[2])

    def test_another_seed_gives_other_games(self):
        results = [self.simulate("clever", "--games", 200, "--seed", seed) for seed in range(5)]
        self.assertEqual(len({result["seat_results"][0]["mean"] for result in results}), 5)

    def test_records_are_the_same_on_any_number_of_threads_and_replay(self):
        for game, seats in (("clever", 2), ("genial", 2)):
            texts = []
            for threads in (1, 3):
                folder = self.folder / ("%s%d" % (game, threads))
                self.simulate(game, "--seats", seats, "--games", 12, "--threads", threads, "--records", folder)
                texts.append([path.read_bytes() for path in sorted(folder.iterdir())])
            self.assertEqual(texts[0], texts[1])
            self.assertEqual(len(texts[0]), 12)
            for path in folder.iterdir():
                self.assertEqual(path.suffix, ".volpe")
                self.assert_replays(path)

    def test_without_json_a_table_with_every_seat_is_printed(self):
        done = run("simulate", "clever", "--seats", 2, "--players", "greedy,random", "--games", 50)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        for word in (b"greedy", b"random", b"mean", b"wins"):
            self.assertIn(word, done.stdout)

    def test_no_progress_bar_in_a_pipe(self):
        done = run("simulate", "clever", "--seats", 2, "--players", "greedy", "--games", 20000)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_ctrl_c_prints_the_results_so_far(self):
        _, output, status = self.interrupt("simulate", "clever", "--seats", 2, "--players", "greedy", "--json", *ENDLESS)
        self.assertEqual(status, 0)
        result = strict_json(output)
        self.assertEqual(set(result), self.FIELDS)
        self.assertTrue(0 < result["games"] < 10**12)
        self.assertAlmostEqual(sum(entry["wins"] for entry in result["seat_results"]), result["games"])

    def test_ctrl_c_prints_the_table_so_far(self):
        _, output, status = self.interrupt("simulate", "genial", "--match", *ENDLESS)
        self.assertEqual(status, 0)
        self.assertIn(b"mean", output)

    def test_a_progress_bar_on_a_terminal(self):
        bar, _, _ = self.interrupt("simulate", "clever", *ENDLESS)
        self.assertRegex(bar, rb"\[.*\] *\d+ of 1000000000000")

    def test_bad_values(self):
        (self.folder / "file").write_text("x", encoding="utf-8")
        for arguments in (
            ["chess"], [""], ["clever", "--games", "0"], ["clever", "--games", "-1"], ["clever", "--games", "1.5"],
            ["clever", "--games", "x"], ["clever", "--games", ""], ["clever", "--games", "9" * 30],
            ["clever", "--seats", "0"], ["clever", "--seats", "5"], ["clever", "--seats", "x"],
            ["genial", "--seats", "1"], ["clever", "--threads", "-1"], ["clever", "--threads", "x"],
            ["clever", "--threads", "9" * 30], ["clever", "--seed", "-1"], ["clever", "--seed", "x"],
            ["clever", "--seed", str(2**64)], ["clever", "--players", "wizard"], ["clever", "--players", ""],
            ["clever", "--seats", "3", "--players", "random,greedy"], ["clever", "-o", "boxes=7"],
            ["clever", "-o", "decline=maybe"], ["clever", "-o", "decline"], ["clever", "-o", "="],
            ["clever", "--match"], ["clever", "--records", self.folder / "file"],
            ["clever", "--records", self.folder / "file" / "below"], ["clever", "--frob"], ["clever", "extra"],
            ["clever", "--games"],
        ):
            with self.subTest(arguments=arguments):
                self.assert_usage_error(run("simulate", *arguments))


if __name__ == "__main__":
    unittest.main()
