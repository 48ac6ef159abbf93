"""The full-screen game in terminals of every size, colour and language, and the plain prompt in their place."""

import re
import time
import unittest

from terminal import TerminalTest, events


class Display(TerminalTest):
    def test_resizing_keeps_the_picture_whole(self):
        terminal = self.terminal(120, 40)
        terminal.play("clever", "--seats", 1, "--seed", 7)
        terminal.wait_for("Enter Roll")
        terminal.resize(80, 24)
        small = terminal.wait_for("Enter Roll")
        end = time.monotonic() + 60
        while not terminal.screen().startswith(" Clever"):
            self.assertLess(time.monotonic(), end, small)
            time.sleep(0.02)
        lines = terminal.screen().splitlines()
        self.assertEqual(len(lines), 24)
        self.assertIn("Enter Roll", lines[23])
        terminal.resize(60, 20)
        terminal.wait_for("60 × 20")
        terminal.press("Enter")  # nobody rolls what cannot be seen
        terminal.resize(20, 3)
        terminal.wait_for("20 ×")
        terminal.resize(100, 30)
        terminal.wait_for("Enter Roll")
        self.assertEqual(events(terminal.record()), [])

    def test_too_small_from_the_start(self):
        terminal = self.terminal(79, 23)
        terminal.play("genial")
        terminal.wait_for("79 × 23")
        terminal.resize(80, 24)
        terminal.wait_for("Enter Roll")

    def test_colours_where_the_terminal_has_them(self):
        def coloured(**environment):
            terminal = self.terminal(**environment)
            terminal.play("clever", "--seats", 1, "--seed", 7)
            terminal.wait_for("Enter Roll")
            return re.search(r"\x1b\[[0-9;]*(3[0-8]|4[0-8])[0-9;:]*m", terminal.screen(colours=True)) is not None

        self.assertTrue(coloured())
        self.assertFalse(coloured(TERM="vt100"))
        self.assertFalse(coloured(NO_COLOR="1"))

    def test_a_plain_locale_gets_ascii(self):
        for language, words in (("de", "Wuerfeln"), ("es", "Tirar"), ("ru", "Roll all six dice")):
            with self.subTest(language=language):
                terminal = self.terminal(LC_ALL="C")
                terminal.play("clever", "--seats", 1, "--language", language)
                shown = terminal.wait_for(words)
                self.assertTrue(shown.isascii(), shown)
                self.assertIn("+-y-+", shown)
                self.assertIn(">=1", shown)

    def test_every_language_says_its_words(self):
        said = {
            "en": "Roll all six dice", "de": "Würfle mit allen sechs Würfeln", "it": "Lancia tutti e sei i dadi",
            "es": "Tira los seis dados", "ru": "Брось все шесть кубиков",
        }
        terminal = self.terminal()
        for language, words in said.items():
            with self.subTest(language=language):
                terminal.play("clever", "--seats", 1, "--language", language)
                terminal.wait_for(words)
                terminal.press("q")
                terminal.press("Enter")
                terminal.wait_for("volpe play --resume", gone=[words])

    def test_the_language_of_the_environment(self):
        terminal = self.terminal(LC_ALL=None, LANG="de_DE.UTF-8")
        terminal.play("clever", "--seats", 1)
        terminal.wait_for("Würfle mit allen sechs Würfeln")


class Plain(TerminalTest):
    def test_a_plain_prompt_where_it_is_asked_for_or_nothing_else_is_possible(self):
        for environment, arguments in (
            ({}, ["--plain"]), ({"TERM": "dumb"}, []), ({"TERM": "no-such-terminal"}, []), ({"TERM": ""}, []),
        ):
            with self.subTest(environment=environment, arguments=arguments):
                terminal = self.terminal(**environment)
                terminal.play("clever", "--seats", 1, "--seed", 7, *arguments)
                terminal.wait_for("You, Enter rolls the dice>")
                terminal.press("Enter")
                terminal.wait_for("Round 1 of 6, roll 1 of 3")

    def test_what_cannot_be_done_is_said_in_one_line(self):
        terminal = self.terminal()
        for arguments, words in (
            (["--resume"], "there is no unfinished game"), (["--resume", "nowhere.volpe"], "cannot be opened"),
            (["clever", "--language", "xx"], "there is no language 'xx'"), (["--plain"], "which game"),
            (["clever", "--record", "/nowhere/x.volpe"], "cannot be written"),
        ):
            with self.subTest(arguments=arguments):
                terminal.play(*arguments)
                shown = terminal.wait_for(words)
                self.assertIn("volpe: ", shown)
                terminal.run("clear")
                terminal.wait_for("$", gone=[words])


if __name__ == "__main__":
    unittest.main()
