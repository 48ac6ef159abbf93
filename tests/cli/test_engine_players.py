"""Black-box tests of `volpe engine`: decisions and advice of the players."""

import random
import unittest

from engine import SEATS, Engine, EngineTest


class Players(EngineTest):
    def test_whole_games_by_every_level_at_every_table(self):
        for level in ("random", "greedy"):
            for game, seats in SEATS:
                with self.subTest(level=level, game=game, seats=seats):
                    position = self.engine.new(game, seats, dice="seeded 100")
                    while position["phase"] != "over":
                        if position["to_move"] == "dice":
                            position = self.engine.get("roll")["position"]
                        else:
                            legal = position["legal"]
                            answer = self.engine.get("play", level=level)
                            self.assertIn(answer["event"], legal)
                            position = answer["position"]
                    self.assertEqual(len(position["result"]["totals"]), seats)

    def test_the_event_answered_is_the_decision_that_was_applied(self):
        position = self.engine.new("clever", 2, dice="seeded 101")
        with Engine() as other:
            other.get("setup", position=position)
            while position["phase"] != "over":
                dice = position["to_move"] == "dice"
                answer = self.engine.get("roll") if dice else self.engine.get("play", level="greedy")
                position = answer["position"]
                self.assertEqual(other.apply(answer["event"]), position)

    def test_advice_is_every_legal_decision_best_first_ties_by_text(self):
        rng = random.Random(102)
        for game, seats in SEATS:
            decisions = 0
            for _, _, position in self.engine.random_game(rng, game, seats):
                if not position["legal"]:
                    continue
                decisions += 1
                if decisions % 12 == 1:
                    with self.subTest(game=game, seats=seats, ply=position["ply"]):
                        self.check_advice(position, "greedy" if game == "clever" else "random")

    def check_advice(self, position, level):
        advice = self.engine.get("advise", level=level)["advice"]
        self.assertEqual(sorted(entry["event"] for entry in advice), position["legal"])
        ranking = [(-entry["value"], entry["event"]) for entry in advice]
        self.assertEqual(ranking, sorted(ranking))
        for entry in advice:
            self.assertEqual(set(entry), {"event", "value", "why"})
            self.assertLessEqual(len(entry["why"]), 4)
            for key in entry["why"]:
                self.assertRegex(key, r"\A[a-z_]+\Z")
            self.assertEqual("rolls_again" in entry["why"], entry["event"] == "reroll")
            if position["seats"] > 1:
                self.assertTrue(0 <= entry["value"] <= 1, entry)
            else:
                self.assertTrue(0 <= entry["value"] <= 400, entry)
        self.assertEqual(self.engine.position(), position)

    def test_advice_by_a_bot_that_thinks_leaves_the_game_as_it_is(self):
        self.engine.new("genial", 2, dice="seeded 103")
        self.engine.get("roll")
        before = self.engine.get("roll")["position"]
        advice = self.engine.get("advise", level="greedy")["advice"]
        self.assertEqual({entry["event"] for entry in advice}, set(before["legal"]))
        self.assertEqual(self.engine.position(), before)


if __name__ == "__main__":
    unittest.main()
