"""Black-box tests of `volpe play` at the plain prompt."""

import random
import re
import unittest

from commands import CommandTest, Dialogue, events, header, run


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


if __name__ == "__main__":
    unittest.main()
