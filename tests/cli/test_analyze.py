"""Black-box tests of `volpe analyze`: luck and losses of recorded games, as text, JSON and a chart."""

import pathlib
import re
import signal
import unittest
import xml.etree.ElementTree

from commands import CommandTest, events, header, run
from engine import strict_json

RECORDS = pathlib.Path(__file__).resolve().parent.parent / "records"
QUICK = ["--level", "random", "--rolls", "6"]

FIELDS = {
    "game", "level", "seats", "match", "finished", "value", "rolls", "seat_results", "worst", "events",
}
SEAT = {"name", "start", "result", "luck", "loss", "gifts", "unexplained", "decisions", "accuracy"}
ROLL = {"event", "kind", "seat", "worth", "luck"}
DECISION = {"event", "kind", "seat", "worth", "forced", "value", "best", "loss", "better", "gifts"}
WORST = {"ply", "seat", "event", "value", "better", "best", "loss", "why"}


class Analyze(CommandTest):
    def simulated(self, game, seats, *arguments):
        """A record of a game between bots."""
        folder = self.folder / ("%s%d" % (game, seats))
        done = run("simulate", game, "--seats", seats, "--games", 1, "--records", folder, *arguments)
        self.assertEqual(done.returncode, 0, done)
        return sorted(folder.iterdir())[0]

    def analyze(self, path, *arguments):
        done = run("analyze", path, *QUICK, "--json", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)
        self.assertEqual(done.stdout.count(b"\n"), 1)
        return strict_json(done.stdout)

    def check(self, analysis, record):
        """What must hold between an analysis and its record."""
        self.assertEqual(set(analysis), FIELDS)
        self.assertEqual([entry["event"] for entry in analysis["events"]], events(record))
        names = header(record)["names"].split(" | ")
        self.assertEqual([seat["name"] for seat in analysis["seat_results"]], names)
        sums = [dict.fromkeys(("luck", "loss", "gifts"), 0) for _ in names]
        for entry in analysis["events"]:
            roll = entry["event"].startswith("roll ")
            self.assertEqual(set(entry), ROLL if roll else DECISION)
            self.assertEqual(len(entry["worth"]), len(names))
            if roll:
                for seat, luck in enumerate(entry["luck"]):
                    sums[seat]["luck"] += luck
            else:
                self.assertGreaterEqual(entry["loss"], 0)
                self.assertAlmostEqual(entry["best"] - entry["value"], entry["loss"])
                self.assertTrue(entry["better"] is None or not entry["forced"])
                sums[entry["seat"]]["loss"] += entry["loss"]
                for seat, gift in enumerate(entry["gifts"]):
                    sums[seat]["gifts"] += gift
        for seat, expected in zip(analysis["seat_results"], sums):
            self.assertEqual(set(seat), SEAT)
            for key, value in expected.items():
                self.assertAlmostEqual(seat[key], value)
            whole = seat["start"] + seat["luck"] - seat["loss"] + seat["gifts"] + seat["unexplained"]
            self.assertAlmostEqual(seat["result"], whole)
            self.assertTrue(seat["accuracy"] is None or 0 <= seat["accuracy"] <= 100)
        losses = sorted((entry.get("loss", 0) for entry in analysis["events"]), reverse=True)
        for number, entry in enumerate(analysis["worst"]):
            self.assertEqual(set(entry), WORST)
            self.assertEqual(analysis["events"][entry["ply"] - 1]["event"], entry["event"])
            self.assertEqual(entry["loss"], losses[number])
        self.assertLessEqual(len(analysis["worst"]), 5)

    def test_every_game_and_number_of_seats(self):
        for game, seats in (("clever", 1), ("clever", 2), ("clever", 4), ("genial", 2), ("genial", 4)):
            with self.subTest(game=game, seats=seats):
                path = self.simulated(game, seats, "--players", "greedy", "--seed", 8)
                record = path.read_text(encoding="utf-8")
                analysis = self.analyze(path)
                self.check(analysis, record)
                self.assertTrue(analysis["finished"])
                self.assertEqual(analysis["value"], "total" if seats == 1 else "chance")
                results = [seat["result"] for seat in analysis["seat_results"]]
                if seats == 1:
                    self.assertEqual(results, [int(header(record)["result"])])
                else:
                    self.assertAlmostEqual(sum(results), 1)

    def test_the_golden_records(self):
        for name in ("clever-334.volpe", "genial-2.volpe"):
            record = (RECORDS / name).read_text(encoding="utf-8")
            analysis = self.analyze(RECORDS / name)
            self.check(analysis, record)
            self.assertEqual(analysis, self.analyze(RECORDS / name))

    def test_inside_a_match_points_count(self):
        path = self.simulated("genial", 2, "--players", "random", "--match", "--seed", 4)
        record = path.read_text(encoding="utf-8")
        analysis = self.analyze(path)
        self.check(analysis, record)
        self.assertEqual((analysis["match"], analysis["value"]), (True, "points"))
        results = [seat["result"] for seat in analysis["seat_results"]]
        self.assertEqual(results, [int(total) for total in header(record)["result"].split()])

    def test_an_unfinished_record(self):
        record = (RECORDS / "clever-334.volpe").read_text(encoding="utf-8").replace("result: 334\n", "")
        path = self.folder / "part.volpe"
        for lines in (0, 1, 2, 15):
            head, rest = record.split("\n\n")
            path.write_text(head + "\n\n" + "".join(line + "\n" for line in rest.splitlines()[:lines]), encoding="utf-8")
            analysis = self.analyze(path)
            self.assertFalse(analysis["finished"])
            self.assertEqual(len(analysis["events"]), lines)
            if lines:
                self.assertEqual(analysis["seat_results"][0]["result"], analysis["events"][-1]["worth"][0])
            self.assertIn(b"not over", run("analyze", path, *QUICK).stdout)

    def test_the_text_says_what_the_json_says(self):
        path = RECORDS / "clever-334.volpe"
        analysis, text = self.analyze(path), run("analyze", path, *QUICK).stdout.decode()
        (seat,) = analysis["seat_results"]
        line = next(line for line in text.splitlines() if line.startswith("Constructed"))
        expected = ["%.1f" % seat["start"], "%+.1f" % seat["luck"], "%+.1f" % -seat["loss"], "%+.1f" % seat["gifts"]]
        expected += ["%.1f" % seat["result"], "%+.1f" % seat["unexplained"], str(seat["decisions"])]
        self.assertEqual(line.split()[1:], expected + ["%.1f" % seat["accuracy"]])
        lines = re.findall(r"event +(\d+), Constructed: (\S+) lost (\S+) .*better was (\S+) ", text)
        self.assertEqual(
            lines,
            [(str(e["ply"]), e["event"], "%.1f" % e["loss"], e["better"]) for e in analysis["worst"]],
        )

    def test_the_chart_is_xml_with_title_and_description(self):
        for path in (
            RECORDS / "clever-334.volpe",
            self.simulated("genial", 3, "--players", "random", "--match"),
            self.simulated("clever", 4),
        ):
            chart = self.folder / "chart.svg"
            done = run("analyze", path, *QUICK, "--svg", chart)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            root = xml.etree.ElementTree.parse(chart).getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            for tag in ("title", "desc"):
                self.assertTrue(root.find("{http://www.w3.org/2000/svg}" + tag).text)
            seats = int(header(path.read_text(encoding="utf-8"))["seats"])
            lines = [path for path in root.iter() if path.get("class", "").startswith("line ")]
            self.assertEqual(len(lines), seats)
            self.assertEqual([entry.name for entry in self.folder.glob("chart*")], ["chart.svg"])

    def test_a_chart_of_an_empty_game_is_xml_too(self):
        path = self.folder / "empty.volpe"
        path.write_text("volpe: 1\ngame: genial\nseats: 3\nnames: <A> | B&B | Ж\n\n", encoding="utf-8")
        self.assertEqual(run("analyze", path, *QUICK, "--svg", self.folder / "chart.svg").returncode, 0)
        text = xml.etree.ElementTree.parse(self.folder / "chart.svg").getroot()[0].text
        self.assertEqual(text, "Genial: <A> – B&B – Ж")

    def test_a_damaged_record_is_refused_with_its_line_and_the_old_chart_stays(self):
        chart = self.folder / "chart.svg"
        chart.write_text("old", encoding="utf-8")
        lines = (RECORDS / "clever-334.volpe").read_text(encoding="utf-8").split("\n")
        lines[12] = "frob"
        path = self.folder / "damaged.volpe"
        path.write_text("\n".join(lines), encoding="utf-8")
        done = run("analyze", path, "--svg", chart)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertRegex(done.stderr.decode(), r"\A[^\n]*line 13: [^\n]+\n\Z")
        self.assertEqual(chart.read_text(encoding="utf-8"), "old")

    def test_minus_is_the_standard_input(self):
        record = (RECORDS / "clever-334.volpe").read_bytes()
        done = run("analyze", "-", *QUICK, stdin=record)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, run("analyze", RECORDS / "clever-334.volpe", *QUICK).stdout)

    def test_a_progress_bar_on_a_terminal_only(self):
        path = RECORDS / "clever-334.volpe"
        bar, _, _ = self.interrupt("analyze", path, "--level", "greedy", "--rolls", 1000000, by=signal.SIGTERM)
        self.assertRegex(bar, rb"\[.*\] *\d+ of 68 events")

    def test_bad_values(self):
        path = RECORDS / "clever-334.volpe"
        for arguments in (
            [], [self.folder / "missing.volpe"], [self.folder], [path, "--level", "wizard"], [path, "--level", ""],
            [path, "--rolls", "0"], [path, "--rolls", "x"], [path, "--rolls", "-6"], [path, "--svg", self.folder], [path, "--svg", ""],
            [path, "--svg", self.folder / "no" / "chart.svg"], [path, "--frob"], [path, path],
        ):
            with self.subTest(arguments=arguments):
                self.assert_usage_error(run("analyze", *arguments))
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
