"""Black-box tests of `volpe rules`."""

import unittest

from commands import CommandTest, run


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


if __name__ == "__main__":
    unittest.main()
