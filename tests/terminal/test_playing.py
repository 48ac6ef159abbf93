"""The full-screen game in a real terminal: whole games, and what every key does."""

import re
import unittest

from terminal import OVER, READY, VOLPE, TerminalTest, events


class Games(TerminalTest):
    def test_a_solo_game_to_its_end_with_luck_and_skill(self):
        terminal = self.terminal()
        terminal.play("clever", "--seats", 1, "--seed", 3)
        shown = self.play_to_the_end(terminal)
        record = terminal.record()
        total = re.search(r"^result: (\d+)$", record, re.MULTILINE).group(1)
        self.assertIn(f"{total} points", shown)
        shown = terminal.wait_for("The decisions that cost most")
        self.assertRegex(shown, r"You +" + total + r" +[+-]\d+\.\d +-\d+\.\d +\d+")
        self.assertIn("Better: ", shown)
        terminal.press("Enter")  # the menu, which has nothing to go on with
        self.assertNotIn("Go on playing", terminal.wait_for("> Start"))
        terminal.press("q")
        terminal.wait_for("$", gone=["Volpe"])

    def test_genial_against_a_bot(self):
        terminal = self.terminal()
        terminal.play("genial", "--seats", "me,level1", "--seed", 6)
        shown = self.play_to_the_end(terminal)
        self.assertRegex(shown, "(You|Chick) wins")
        terminal.wait_for("Skill cost")
        self.assertIn("names: You | bot:level1", terminal.record())

    def test_what_bots_do_is_shown_and_any_key_skips_their_pause(self):
        terminal = self.terminal()
        terminal.play("clever", "--seats", "level1,me", "--seed", 2)
        terminal.wait_for("Chick is playing")
        for _ in range(3):
            terminal.press("Space")
        self.assertRegex(terminal.wait_for(*READY), r"Chick: (Rolled|\w+ →|Bonus|Pass|No more)")

    def test_a_match_goes_on_after_it_was_left_between_its_games(self):
        terminal = self.terminal()
        terminal.play("genial", "--seats", "level1,level1", "--match", "--seed", 4)
        first = self.skip_to_the_end(terminal)
        self.assertIn("Game 1 of 2", first)
        terminal.press("q")
        terminal.wait_for("The game is kept in")
        terminal.play("--resume")
        second = self.skip_to_the_end(terminal, "Game 2 of 2")
        self.assertRegex(second, "(Chick|Chick, Chick) (wins|share) the match")
        self.assertEqual(len(terminal.records()), 2)
        points = [0, 0]
        for game, path in enumerate(terminal.records()):
            totals = re.search(r"^result: (\d+) (\d+)$", path.read_text(encoding="utf-8"), re.MULTILINE).groups()
            points[0] += int(totals[game])
            points[1] += int(totals[1 - game])
        for total in points:
            self.assertIn(f"({total})", second)

    def skip_to_the_end(self, terminal, title=OVER):
        while True:
            shown = terminal.screen()
            if OVER in shown and title.lower() in shown.lower():
                return shown
            terminal.press(*["Space"] * 10)


class Keys(TerminalTest):
    def test_the_effect_is_shown_before_and_undo_takes_it_back(self):
        terminal = self.terminal()
        terminal.play("clever", "--seats", 1, "--seed", 7)
        terminal.wait_for("Enter Roll")
        terminal.press("Enter")
        terminal.wait_for("Enter Confirm")
        terminal.press("Enter")
        terminal.wait_for("Choose with")  # nothing was pointed at: nothing is done
        terminal.press("2")
        shown = terminal.wait_for("To the tray:")
        self.assertRegex(shown, r"Green → Green: \+1 point · To the tray: Yellow, Blue")
        self.assertRegex(shown, r"g \[≥1\]")
        self.assertEqual(len(events(terminal.record())), 1)
        terminal.press("Enter")
        terminal.wait_for("u Undo")
        self.assertEqual(events(terminal.record())[1:], ["g@g"])
        terminal.press("u")
        terminal.wait_for("Enter Confirm")
        self.assertEqual(len(events(terminal.record())), 1)
        terminal.press("u")  # dice are not taken back
        terminal.wait_for("There is nothing to take back")
        terminal.press("Down", "Down", "Up")
        terminal.wait_for("Blue → Blue 7: +1 point")

    def test_a_hint_points_at_the_best_decision_and_decides_nothing(self):
        for game, worth in (("clever", r"about \d+\.\d points in the end"), ("genial", r"\d+\.\d % to win")):
            with self.subTest(game=game):
                terminal = self.terminal()
                terminal.play(game, "--seats", 1 if game == "clever" else 2, "--seed", 7)
                terminal.wait_for("Enter Roll")
                terminal.press("Enter")
                terminal.wait_for("h Hint")
                before = terminal.record()
                terminal.press("h")
                self.assertRegex(terminal.wait_for("Best: "), worth)
                self.assertRegex(terminal.screen(), r"Next best: .*\(−\d+\.\d( %)?\)")
                best = re.search("Best: (.*?) *│", terminal.screen()).group(1)
                terminal.press("Space")
                terminal.wait_for(best, gone=["Best: "])
                self.assertEqual(terminal.record(), before)

    def test_help_shows_keys_and_rules_and_scrolls(self):
        terminal = self.terminal()
        terminal.play("genial", "--seats", "me,me", "--seed", 1)
        terminal.wait_for("Enter Roll")
        terminal.press("?")
        terminal.wait_for("take the last decision back")
        terminal.press("NPage", "NPage", "NPage")
        terminal.wait_for("four_joker: 4, 3")
        terminal.press("Escape")
        terminal.wait_for("Enter Roll")

    def test_other_sheets_and_whose_turn_it_is(self):
        terminal = self.terminal()
        terminal.play("clever", "--seats", "me,level3,me", "--seed", 1)
        self.assertIn("Player 1: Roll all six dice", terminal.wait_for("Enter Roll"))
        terminal.press("s")
        shown = terminal.wait_for("Any key")
        for name in ("Player 1", "Hedgehog", "Player 3"):
            self.assertIn(name, shown)
        terminal.press("Space")
        terminal.wait_for("Enter Roll")

    def test_real_dice_are_typed_and_nonsense_is_asked_again(self):
        terminal = self.terminal()
        terminal.play("clever", "--seats", 1, "--real-dice")
        terminal.wait_for("what do the dice show?")
        for roll in ("y3 b1 g4 o6 p2", "y3 b1 g4 o6 p2 w9", "1 2 3 4 5 6"):
            terminal.type(roll)
            terminal.press("Enter")
            terminal.wait_for("The dice cannot show that")
            for _ in roll:
                terminal.press("BSpace")
            terminal.wait_for("> _")
        terminal.type("y3 b1 g4 o6 p2 w5")
        terminal.press("Enter")
        terminal.wait_for("Choose a die and a box")
        self.assertEqual(events(terminal.record()), ["roll y3 b1 g4 o6 p2 w5"])
        terminal.press("u")
        terminal.wait_for("what do the dice show?")
        self.assertEqual(events(terminal.record()), [])
        self.assertIn("\ndice: real\n", terminal.record())

    def test_fair_dice_take_a_seed_and_go_on_after_leaving(self):
        terminal = self.terminal()
        terminal.play("clever", "--seats", 1, "--fair-dice")
        terminal.wait_for("add a seed")
        terminal.type("my seed?")
        terminal.press("Enter")
        terminal.wait_for("A seed is 1 to 64")
        for _ in range(8):
            terminal.press("BSpace")
        terminal.type("squirrel")
        terminal.press("Enter")
        terminal.wait_for("Enter Roll")
        terminal.press("Enter")
        terminal.wait_for("Enter Confirm")
        terminal.press("q", "Enter")
        terminal.wait_for("volpe play --resume")
        terminal.play("--resume")
        self.play_to_the_end(terminal)
        terminal.press("q")
        terminal.wait_for("$", gone=[OVER])
        self.assertIn("\nseeds: squirrel\n", terminal.record())
        terminal.run(f"clear; {VOLPE} verify {terminal.records()[0]}; echo status $?")
        terminal.wait_for("status 0")

    def test_the_menu_chooses_a_game_and_finds_it_again(self):
        terminal = self.terminal()
        terminal.play()
        terminal.wait_for("> Start")
        terminal.press("Up", "Up", "Up", "Up", "Up", "Up", "Up")
        terminal.wait_for("< Clever >")
        terminal.press("Right")
        terminal.wait_for("< Genial >")
        terminal.press("Up", "Enter")
        terminal.wait_for("Enter Roll")
        terminal.press("q")
        terminal.wait_for("Leave?")
        terminal.press("Enter")
        terminal.wait_for("The game is kept in")
        terminal.play()
        self.assertRegex(terminal.wait_for("Go on playing"), "> Go on playing +Genial: You, Hedgehog")
        terminal.press("Enter")
        terminal.wait_for("Enter Roll")
        self.assertEqual(len(terminal.records()), 1)


if __name__ == "__main__":
    unittest.main()
