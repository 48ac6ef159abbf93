"""Black-box tests of the commands of `volpe` that a person types: play, simulate, replay, rules, bench, help."""

import os
import pathlib
import pty
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import unittest

from engine import TIMEOUT, VOLPE, Engine, out_of_place, strict_json

COMMANDS = ["play", "simulate", "arena", "engine", "replay", "verify", "analyze", "rules", "bench"]
ENDLESS = ["--games", 10**12]


def run(*arguments, stdin=b""):
    """Runs a command to its end."""
    return subprocess.run([VOLPE, *map(str, arguments)], input=stdin, capture_output=True, timeout=TIMEOUT)


class CommandTest(unittest.TestCase):
    """A test with a temporary folder, and the words to say how a command must end."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def interrupt(self, *arguments, by=signal.SIGINT):
        """Runs a command that takes long on a terminal, stops it when its bar is seen; returns bar, output, status."""
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen(
            [VOLPE, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs
        )
        killer = threading.Timer(TIMEOUT, process.kill)
        killer.start()
        os.close(theirs)
        bar = os.read(ours, 1000)
        process.send_signal(by)
        output = process.communicate()[0]
        killer.cancel()
        return bar, output, process.returncode

    def assert_usage_error(self, done):
        """Exit status 2, nothing on the output, exactly one line on the error output."""
        self.assertEqual((done.returncode, done.stdout), (2, b""), done)
        self.assertRegex(done.stderr.decode(), r"\A[^\n]+\n\Z")

    def assert_replays(self, path):
        done = run("replay", path)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)

    def records(self):
        return sorted(self.folder.glob("*.volpe"))


def header(record):
    """The header fields of a record text."""
    return dict(line.split(": ", 1) for line in record.split("\n\n")[0].split("\n"))


def events(record):
    """The events of a record text."""
    return record.split("\n\n")[1].splitlines()


class Dialogue:
    """`volpe play` through pipes, prompt by prompt."""

    PROMPT = b"> "

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [VOLPE, "play", *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._killer = threading.Timer(TIMEOUT, self.process.kill)
        self._killer.start()
        self.text = self._until_prompt()

    def _until_prompt(self):
        text = b""
        while not text.endswith(self.PROMPT):
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                break
            text += part
        return text.decode()

    def say(self, line):
        """Types a line and returns what is printed up to the next prompt or the end."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        self.text = self._until_prompt()
        return self.text

    @property
    def asking(self):
        return self.text.endswith("> ")

    @property
    def prompt(self):
        return self.text.splitlines()[-1] if self.asking else ""

    @property
    def choices(self):
        """The numbered decisions last printed."""
        return re.findall(r"^ {1,3}\d+  ([^ ].*?)(?:  .*)?$", self.text, re.MULTILINE)

    def close(self):
        """Ends the input, and returns what was still printed and the exit status."""
        self.process.stdin.close()
        rest = self.process.stdout.read().decode()
        status = self.process.wait()
        self._killer.cancel()
        self.process.stdout.close()
        return rest, status


class Play(CommandTest):
    def play(self, *arguments):
        dialogue = Dialogue(*arguments)
        self.addCleanup(lambda: dialogue.process.stdin.closed or dialogue.close())
        return dialogue

    def play_to_the_end(self, dialogue, rng):
        """Rolls and decides at random, by number or by word; returns the decisions."""
        decisions = []
        while dialogue.asking:
            if "rolls" in dialogue.prompt:
                dialogue.say("")
            else:
                choices = dialogue.choices
                number = rng.randrange(len(choices))
                decisions.append(choices[number])
                dialogue.say(rng.choice([choices[number], str(number + 1)]))
        return decisions

    def test_a_whole_solo_clever_game(self):
        path = self.folder / "solo.volpe"
        dialogue = self.play("clever", "--seats", 1, "--seed", 5, "--record", path)
        decisions = self.play_to_the_end(dialogue, random.Random(1))
        last = dialogue.text
        self.assertEqual(dialogue.close()[1], 0)
        record = path.read_text(encoding="utf-8")
        self.assertEqual([event for event in events(record) if not event.startswith("roll")], decisions)
        self.assertEqual(header(record)["dice"], "seeded 5")
        self.assertRegex(last, r"\btotal %s\b" % header(record)["result"])
        self.assert_replays(path)

    def test_a_genial_game_against_a_bot(self):
        path = self.folder / "genial.volpe"
        dialogue = self.play("genial", "--seats", "me,greedy", "--seed", 6, "--record", path)
        self.play_to_the_end(dialogue, random.Random(2))
        self.assertIn("wins", dialogue.text)
        self.assertEqual(dialogue.close()[1], 0)
        self.assertIn("bot:greedy", header(path.read_text(encoding="utf-8"))["names"])
        self.assert_replays(path)

    def test_seats_and_options_are_played_as_asked(self):
        path = self.folder / "options.volpe"
        dialogue = self.play(
            "genial", "--seats", "random,me,me", "-o", "boxes=9", "-o", "opening=hidden", "--seed", 7, "--record", path
        )
        self.play_to_the_end(dialogue, random.Random(3))
        self.assertEqual(dialogue.close()[1], 0)
        fields = header(path.read_text(encoding="utf-8"))
        self.assertEqual(fields["seats"], "3")
        self.assertEqual(fields["options"], "opening=hidden boxes=9 four_joker=4")
        self.assertIn("9", fields["result"].split())

    def test_a_table_of_bots_plays_by_itself(self):
        done = run("play", "clever", "--seats", "greedy,random", "--seed", 8, "--record", self.folder / "bots.volpe")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assert_replays(self.folder / "bots.volpe")

    def test_the_same_seed_meets_the_same_first_roll(self):
        rolls = set()
        for _ in range(2):
            dialogue = self.play("clever", "--seats", 1, "--seed", 9)
            rolls.add(re.search(r"roll [^\n]*", dialogue.say("")).group())
            dialogue.close()
        self.assertEqual(len(rolls), 1)

    def test_undo_takes_a_decision_back(self):
        path = self.folder / "undo.volpe"
        dialogue = self.play("clever", "--seats", 1, "--seed", 7, "--record", path)
        dialogue.say("")
        offered = dialogue.choices
        dialogue.say(offered[0])
        dialogue.say("undo")
        self.assertEqual(dialogue.choices, offered)
        dialogue.say(offered[1])
        self.assertEqual(dialogue.close()[1], 0)
        self.assertEqual(events(path.read_text(encoding="utf-8"))[1:], [offered[1]])

    def test_undo_does_not_take_dice_back(self):
        path = self.folder / "undo.volpe"
        dialogue = self.play("clever", "--seats", 1, "--seed", 7, "--record", path)
        dialogue.say("")
        taken = dialogue.choices[0]
        dialogue.say(taken)
        dialogue.say("")
        dialogue.say("undo")
        dialogue.close()
        rolled = [event.split()[0] for event in events(path.read_text(encoding="utf-8"))]
        self.assertEqual(rolled, ["roll", taken, "roll"])

    def test_undo_at_the_very_start_is_harmless(self):
        dialogue = self.play("clever", "--seats", 1)
        dialogue.say("undo")
        self.assertTrue(dialogue.asking)
        self.assertEqual(dialogue.close()[1], 0)

    def test_hint_names_legal_decisions_and_decides_nothing(self):
        for game in ("clever", "genial"):
            path = self.folder / (game + ".volpe")
            dialogue = self.play(game, "--seats", "2", "--seed", 7, "--record", path)
            dialogue.say("")
            offered = dialogue.choices
            hint = dialogue.say("hint")
            self.assertTrue(set(re.findall(r"^ +(\S+(?: \S+)*?)  ", hint, re.MULTILINE)) & set(offered), hint)
            dialogue.close()
            self.assertTrue(all(event.startswith("roll") for event in events(path.read_text(encoding="utf-8"))))

    def test_bad_input_is_answered_and_asked_again(self):
        path = self.folder / "bad.volpe"
        dialogue = self.play("clever", "--seats", 1, "--seed", 7, "--record", path)
        for line in ("frob", "1", "g@g", "roll y1", "\x00", "ü☃", "x" * 100000):
            dialogue.say(line)
            self.assertIn("rolls", dialogue.prompt)
        dialogue.say("")
        for line in ("frob", "", "0", "99", "-1", "1.5", "1 2", "pass", "g@g g@g", "\x00", "ü☃", "9" * 100000):
            said = dialogue.say(line)
            self.assertTrue(dialogue.asking)
            self.assertGreater(len(said.splitlines()), 0)
        self.assertEqual(dialogue.close()[1], 0)
        self.assertEqual(len(events(path.read_text(encoding="utf-8"))), 1)

    def test_help_rules_and_sheets_can_be_asked_for(self):
        dialogue = self.play("genial", "--seats", 2, "--seed", 1)
        self.assertIn("undo", dialogue.say("help"))
        self.assertIn("# Genial", dialogue.say("rules"))
        self.assertIn("bot:level3", dialogue.say("sheets"))
        dialogue.close()

    def test_quit_leaves_and_saves(self):
        path = self.folder / "quit.volpe"
        dialogue = self.play("clever", "--seats", 1, "--record", path)
        dialogue.say("")
        dialogue.say("quit")
        self.assertFalse(dialogue.asking)
        self.assertEqual(dialogue.close()[1], 0)
        self.assert_replays(path)

    def test_end_of_input_in_mid_game_leaves_and_saves(self):
        for said in ([], [""], ["", "1"]):
            path = self.folder / ("%d.volpe" % len(said))
            dialogue = self.play("clever", "--seats", 2, "--record", path)
            for line in said:
                dialogue.say(line)
            self.assertEqual(dialogue.close()[1], 0)
            self.assert_replays(path)
            self.assertNotIn("result", header(path.read_text(encoding="utf-8")))

    def test_real_dice_are_typed_and_a_mistyped_roll_is_asked_again(self):
        path = self.folder / "real.volpe"
        dialogue = self.play("clever", "--seats", 1, "--real-dice", "--record", path)
        prompt = dialogue.prompt
        for line in (
            "roll y3 b1 g4 o6 p2 w9", "roll y3 b1 g4 o6 p2", "roll y3 b1 g4 o6 p2 p2", "roll y3 b1 g4 o6 p2 w5 w5",
            "frob", "", "pass",
        ):
            dialogue.say(line)
            self.assertEqual(dialogue.prompt, prompt)
        dialogue.say("roll y3 b1 g4 o6 p2 w5")
        self.assertIn("w@b6", dialogue.choices)
        dialogue.say("w@b6")
        self.assertEqual(dialogue.close()[1], 0)
        record = path.read_text(encoding="utf-8")
        self.assertEqual(header(record)["dice"], "real")
        self.assertEqual(events(record), ["roll y3 b1 g4 o6 p2 w5", "w@b6"])

    def test_a_match_is_a_game_for_every_starter(self):
        path = self.folder / "match.volpe"
        dialogue = self.play("genial", "--match", "--seats", "me,greedy", "--seed", 3, "--record", path)
        self.play_to_the_end(dialogue, random.Random(4))
        self.assertEqual(dialogue.close()[1], 0)
        records = [path.read_text(encoding="utf-8") for path in self.records()]
        self.assertEqual(sorted(header(record)["match"].split()[1] for record in records), ["1/2", "2/2"])
        names = [header(record)["names"].split(" | ") for record in records]
        self.assertEqual(names[0], names[1][::-1])
        points = {name: 0 for name in names[0]}
        for record in records:
            for name, total in zip(header(record)["names"].split(" | "), header(record)["result"].split()):
                points[name] += int(total)
        for name, total in points.items():
            self.assertIn("%s %d" % (name, total), dialogue.text)
        for path in self.records():
            self.assert_replays(path)

    def test_bad_values(self):
        for arguments in (
            ["chess"], ["clever", "--seats", "0"], ["clever", "--seats", "5"], ["genial", "--seats", "1"],
            ["clever", "--seats", "me,wizard"], ["clever", "--seats", "me,,me"], ["clever", "--seed", "x"],
            ["clever", "--seed", "-1"], ["clever", "-o", "boxes=7"], ["clever", "-o", "decline"],
            ["clever", "--match"],
        ):
            with self.subTest(arguments=arguments):
                self.assert_usage_error(run("play", *arguments))


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


# Runs a command from a small process of its own: a child's ru_maxrss counts what its parent held when it was started.
MEMORY = """
import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


class Replay(CommandTest):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            run("simulate", "clever", "--seats", 2, "--games", 1, "--seed", 9, "--records", folder)
            (path,) = pathlib.Path(folder).iterdir()
            cls.record = path.read_text(encoding="utf-8")

    def replay(self, content):
        path = self.folder / "game.volpe"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return run("replay", path)

    def assert_refused(self, done, line=None):
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(done.stderr.decode(), r"\A[^\n]+\n\Z")
        if line is not None:
            self.assertRegex(done.stderr.decode(), r"\bline %d\b" % line)

    def test_a_good_record_is_printed_event_by_event(self):
        done = self.replay(self.record)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        printed = done.stdout.decode()
        place = 0
        for event in events(self.record):
            place = printed.index(event, place) + len(event)
        for total in header(self.record)["result"].split():
            self.assertIn(total, printed[place:])

    def test_a_record_that_ends_early_is_good(self):
        lines = [line for line in self.record.split("\n") if not line.startswith("result")]
        for end in (8, 9, 20, 50):
            done = self.replay("\n".join(lines[:end]) + "\n")
            self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_comments_are_ignored(self):
        done = self.replay("# one\n" + self.record.replace("\nroll", "\n# two\nroll"))
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_one_broken_event_is_refused_with_its_line(self):
        lines = self.record.split("\n")
        for number in range(lines.index("") + 1, len(lines) - 1, 9):
            for word in ("frob", out_of_place(lines[number]), "roll y1 b1 g1 o1 p1 w0"):
                broken = "\n".join(lines[:number] + [word] + lines[number + 1 :])
                with self.subTest(line=number + 1, word=word):
                    self.assert_refused(self.replay(broken), number + 1)

    def test_a_missing_event_is_refused(self):
        lines = self.record.split("\n")
        first = lines.index("") + 1
        self.assert_refused(self.replay("\n".join(lines[:first] + lines[first + 1 :])), first + 1)

    def test_a_wrong_result_is_refused_with_its_line(self):
        lines = self.record.split("\n")
        (number,) = (number for number, line in enumerate(lines) if line.startswith("result"))
        for result in ("result: 1 2", "result: 1", "result: ", "result: x y", lines[number] + " 3"):
            with self.subTest(result=result):
                self.assert_refused(self.replay("\n".join(lines[:number] + [result] + lines[number + 1 :])), number + 1)

    def test_a_result_before_the_end_is_refused(self):
        self.assert_refused(self.replay("\n".join(self.record.split("\n")[:-2]) + "\n"))

    def test_broken_headers_are_refused_with_their_line(self):
        lines = self.record.split("\n")
        for number, new in enumerate(
            ("volpe: 2", "game: chess", "seats: 9", "options: decline=maybe", "names: A | B | C", "dice: glass")
        ):
            with self.subTest(new=new):
                self.assert_refused(self.replay("\n".join(lines[:number] + [new] + lines[number + 1 :])), number + 1)

    def test_garbage_is_refused(self):
        noise = random.Random(6).randbytes(10000)
        for content in (b"", b"\n", b"\x00", b"\xff\xfe\x00", b"volpe", b"volpe: 1", b"{}", noise, b"\n" * 10000):
            with self.subTest(content=content[:20]):
                self.assert_refused(self.replay(content))

    def test_binary_bytes_in_a_good_record_are_refused_with_their_line(self):
        lines = self.record.encode().split(b"\n")
        for number in (0, 4, 9, 30):
            broken = lines[:number] + [lines[number] + b"\xff\x00"] + lines[number + 1 :]
            with self.subTest(line=number + 1):
                self.assert_refused(self.replay(b"\n".join(broken)), number + 1)

    def test_a_hundred_megabytes_are_refused_without_reading_them_into_memory(self):
        path = self.folder / "huge.volpe"
        block = random.Random(7).randbytes(1 << 20)

        def replay_and_measure(source, stdin):
            """The status, and the most memory that it took."""
            command = [sys.executable, "-c", MEMORY, VOLPE, "replay", source]
            done = subprocess.run(command, stdin=stdin, capture_output=True, timeout=TIMEOUT, check=True)
            return map(int, done.stdout.split()[-2:])

        path.write_bytes(block)
        _, usual = replay_and_measure(path, subprocess.DEVNULL)  # sanitizers take much for themselves
        for name, start, more in (
            ("binary", b"", block),
            ("one line", b"", b"x" * (1 << 20)),
            ("comments", self.record.split("\n\n")[0].encode() + b"\n\n", b"# comment 15\n" * 80660),
        ):
            with open(path, "wb") as file:
                file.write(start)
                for _ in range(100):
                    file.write(more)
            for source in (path, "-"):
                with self.subTest(name=name, source=source), open(path, "rb") as stdin:
                    status, kilobytes = replay_and_measure(source, stdin)
                    self.assertEqual(status, 1)
                    self.assertLess(kilobytes, usual + 50 * 1024)

    def test_minus_is_the_standard_input(self):
        done = run("replay", "-", stdin=self.record.encode())
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, self.replay(self.record).stdout)
        self.assert_refused(run("replay", "-", stdin=self.record.replace("\n\n", "\n\nfrob\n").encode()), 9)
        self.assert_refused(run("replay", "-"))

    def test_a_file_that_can_not_be_read(self):
        self.assert_usage_error(run("replay", self.folder / "missing.volpe"))
        self.assert_usage_error(run("replay", self.folder))
        self.assert_usage_error(run("replay", ""))


class Rules(CommandTest):
    def test_the_rules_of_both_games_name_every_option(self):
        for game, words in (
            ("clever", ["solo_passive_extra", "solo_fallback", "decline", "yellow", "fox"]),
            ("genial", ["opening", "boxes", "four_joker", "Joker", "Match"]),
        ):
            done = run("rules", game)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            for word in words:
                self.assertIn(word, done.stdout.decode())

    def test_the_rules_are_there_in_five_languages(self):
        for language, words in (
            ("en", ["## The sheet", "Empty sheet"]),
            ("de", ["## Das Blatt", "Leeres Blatt"]),
            ("it", ["## Il foglio", "Foglio vuoto"]),
            ("es", ["## La hoja", "Hoja vacía"]),
            ("ru", ["## Лист", "Пустой лист"]),
        ):
            done = run("rules", "genial", "--language", language)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            for word in words:
                self.assertIn(word, done.stdout.decode())
        self.assert_usage_error(run("rules", "genial", "--language", "latin"))

    def test_unknown_games(self):
        for game in ("chess", "", "Clever"):
            self.assert_usage_error(run("rules", game))
        self.assert_usage_error(run("rules"))


class Bench(CommandTest):
    def test_the_signature_is_sixteen_hex_digits_and_the_same_twice(self):
        first, second = run("bench", "--signature"), run("bench", "--signature")
        self.assertEqual((first.returncode, first.stderr), (0, b""))
        self.assertRegex(first.stdout, rb"\A[0-9a-f]{16}\n\Z")
        self.assertEqual(first.stdout, second.stdout)


class Usage(CommandTest):
    def test_every_help_exits_with_zero_and_has_an_example(self):
        for arguments in [[]] + [[command] for command in COMMANDS]:
            for option in ("--help", "-h"):
                with self.subTest(arguments=arguments, option=option):
                    done = run(*arguments, option)
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
                    self.assertIn(b"Example", done.stdout)

    def test_help_lists_every_command(self):
        done = run("--help")
        for command in COMMANDS:
            self.assertRegex(done.stdout.decode(), r"(?m)^ +%s " % command)

    def test_examples_of_help_run(self):
        for command in ("simulate", "arena", "rules"):
            examples = re.findall(r"(?m)^  volpe ([^|\n]*?)(?: \|.*)?$", run(command, "--help").stdout.decode())
            self.assertTrue(examples)
            for example in examples:
                with self.subTest(example=example):
                    done = subprocess.run(
                        [VOLPE, *example.split()], cwd=self.folder, capture_output=True, timeout=TIMEOUT
                    )
                    self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_version(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, rb"\d+\.\d+")

    def test_no_command_and_unknown_commands(self):
        for arguments in ([], ["frob"], ["--frob"], [""], ["Play"]):
            with self.subTest(arguments=arguments):
                self.assert_usage_error(run(*arguments))

    def test_unknown_options_and_missing_arguments(self):
        games = {
            "play": ["clever"], "simulate": ["clever"], "arena": ["clever", "--players", "random,random"],
            "rules": ["clever"], "replay": ["-"], "verify": ["-"], "analyze": ["-"],
        }
        for command in COMMANDS:
            for unknown in ("--frob", "-z", "x"):
                with self.subTest(command=command, unknown=unknown):
                    self.assert_usage_error(run(command, *games.get(command, []), unknown))
        for command in games:
            self.assert_usage_error(run(command))


if __name__ == "__main__":
    unittest.main()
