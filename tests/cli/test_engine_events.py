"""Black-box tests of `volpe engine`: events and rolls of both games, legal or not, up to the end of a game."""

import itertools
import random
import unittest

from engine import ROLL, SEATS, Engine, EngineTest
from sheet_rules import DICE


class CleverEvents(EngineTest):
    def setUp(self):
        super().setUp()
        self.engine.new("clever", 2)

    def test_words_that_are_no_events(self):
        self.engine.apply(ROLL)
        for event in (
            "", " ", "frob", "Pass", "pass ", " pass", "W@b7", "w@b1", "w@b13", "w@b07", "w@x", "w@", "@b7", "y@y14",
            "y@y23", "y@y32", "y@y41", "y@y15", "y@y00", "g@g1", "y@b7", "g@o", "xx@g", "x g@g", "+o1", "+o3", "+p5",
            "+p", "+g4", "+y14", "+b13", "roll", "roll ", "roll y3 b1 g4 o6 p2 w7", "roll y0 b1 g4 o6 p2 w5",
            "roll z1 b1 g4 o6 p2 w5", "roll  y3 b1 g4 o6 p2 w5", "roll y3 b1 g4 o6 p2 w5 ", "roll y3,b1,g4,o6,p2,w5",
            "roll y33 b1 g4 o6 p2 w5", "g@g\n", "g@g\u0000", "ｇ@g", "score",
        ):
            with self.subTest(event=event):
                self.refuse_event("bad_event", event)

    def test_events_that_are_not_legal_now(self):
        self.engine.apply(ROLL)
        for event in ("pass", "done", "w@b7", "y@y12", "+b7", "+g", "+o4", "+p6", "xw@g", ROLL):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_roll_is_exactly_the_dice_that_are_due(self):
        for event in (
            "roll y3 b1 g4 o6 p2", "roll y3 b1 g4 o6 p2 p2", "roll y3 b1 g4 o6 p2 w5 w5", "roll y3",
        ):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_roll_is_taken_in_any_order(self):
        for dice in itertools.islice(itertools.permutations(ROLL.split()[1:]), 0, 720, 37):
            answer = self.engine.get("try", events=["roll " + " ".join(dice)])
            values = {die: state["value"] for die, state in answer["position"]["dice"].items()}
            self.assertEqual(values, {"y": 3, "b": 1, "g": 4, "o": 6, "p": 2, "w": 5})

    def test_a_decision_at_chance_is_dice_due(self):
        for event in ("pass", "g@g", "reroll", "done", "+g", "xw@g"):
            with self.subTest(event=event):
                self.refuse_event("dice_due", event)
        self.refuse("dice_due", "advise", level="greedy")
        self.refuse("dice_due", "play", level="greedy")

    def test_the_index_names_the_first_event_that_fails_and_none_is_applied(self):
        for events, code, index in (
            ([ROLL, "pass"], "illegal_event", 1),
            ([ROLL, "frob"], "bad_event", 1),
            ([ROLL, "g@g", "g@g"], "dice_due", 2),
            ([ROLL, "g@g", "roll o5 w5", "o@o", "roll w6", "w@p", "frob", "pass"], "bad_event", 6),
            (["g@g", "frob"], "dice_due", 0),
        ):
            for op in ("apply", "try"):
                with self.subTest(op=op, events=events):
                    self.refuse(code, op, index=index, events=events)

    def test_no_events_are_no_change(self):
        before = self.engine.position()
        self.assertEqual(self.engine.apply(), before)

    def test_events_together_and_one_by_one_lead_to_the_same_position(self):
        events = [ROLL, "g@g", "roll w1 o2", "o@o"]
        together = self.engine.get("try", events=events)["position"]
        for event in events:
            position = self.engine.apply(event)
        self.assertEqual(position, together)
        self.assertEqual(position["ply"], 4)


class CleverExamples(EngineTest):
    """The worked examples of the rules page, through the engine."""

    def tray(self, position):
        return {die for die in DICE if position["dice"][die]["place"] == "tray"}

    def test_lower_dice_go_to_the_tray_and_one_orange_die_is_left(self):
        self.engine.new("clever", 2)
        position = self.engine.apply("roll p3 y3 g1 o5 b6 w4", "p@p")
        self.assertEqual(self.tray(position), {"g"})
        self.assertEqual(set(position["due"]), set("yobw"))
        position = self.engine.apply("roll y2 b1 o5 w4", "w@p")
        self.assertEqual(self.tray(position), set("gyb"))
        self.assertEqual(position["due"], ["o"])

    def test_blue_seven_by_either_die(self):
        self.engine.new("clever", 2)
        rolled = self.engine.apply("roll b6 w1 y3 g4 o5 p6")
        self.assertTrue({"b@b7", "w@b7"} <= set(rolled["legal"]))
        by_white = self.engine.get("try", events=["w@b7"])["position"]
        by_blue = self.engine.get("try", events=["b@b7"])["position"]
        self.assertEqual(self.tray(by_white), set())
        self.assertEqual(self.tray(by_blue), set("wygo"))
        self.assertEqual(by_white["sheets"][0]["blue"], [7])
        self.assertEqual(by_blue["sheets"][0]["blue"], [7])

    def test_of_equal_dice_the_first_of_the_roll_lies_in_the_solo_tray(self):
        self.engine.new("clever", 1)
        self.engine.apply("roll o6 y1 b1 g1 p1 w1", "o@o")
        for dice, tray in (("b1 p2 y3 g3 o3 w6", "bpy"), ("w6 o3 g3 y3 p2 b1", "bpo"), ("g3 b1 w6 p2 o3 y3", "bpg")):
            with self.subTest(dice=dice):
                self.assertEqual(self.tray(self.engine.get("try", events=["roll " + dice])["position"]), set(tray))

    def test_a_reroll_rolls_the_same_dice_again_and_is_used_up(self):
        self.engine.new("clever", 2)
        position = self.engine.apply(ROLL, "reroll")
        self.assertEqual((position["due"], position["due_seat"], position["roll"]), (list(DICE), 0, 0))
        self.assertEqual(position["sheets"][0]["rerolls"], {"held": 0, "used": 1})
        position = self.engine.apply(ROLL)
        self.assertNotIn("reroll", position["legal"])
        self.assertEqual(position["roll"], 1)

    def test_declining_is_an_option(self):
        self.engine.new("clever", 2, options={"decline": "allowed"})
        self.assertIn("pass", self.engine.apply(ROLL)["legal"])
        self.engine.new("clever", 2)
        self.assertNotIn("pass", self.engine.apply(ROLL)["legal"])


class GenialEvents(EngineTest):
    def setUp(self):
        super().setUp()
        self.engine.new("genial", 2)
        self.engine.apply("roll g g r y")

    def test_words_that_are_no_events(self):
        self.engine.apply("roll g g b b")
        for event in (
            "", "pass", "Score", "score ", " score", "score gg", "score gg:", "score gg:x", "score gg:R",
            "score g:r", "score gb:r", "score  gg:r", "score gg:r  bb:y", "score bb:y gg:r", "score gg:y gg:r",
            "score gg:r,bb:y", "reroll ", "roll", "roll r g g x", "roll rggb", "roll r  g g b", "roll R g g b",
            "w@b7",
        ):
            with self.subTest(event=event):
                self.refuse_event("bad_event", event)

    def test_events_that_are_not_legal_now(self):
        self.engine.apply("roll g g b b")
        for event in ("score rr:g", "score ggg:r", "score gg:r gg:r", "roll g g b b"):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_roll_has_as_many_dice_as_are_due(self):
        for event in ("roll g", "roll g g g", "roll g g g g g"):
            with self.subTest(event=event):
                self.refuse_event("illegal_event", event)

    def test_a_decision_at_chance_is_dice_due(self):
        for event in ("score", "reroll", "score gg:r"):
            with self.subTest(event=event):
                self.refuse_event("dice_due", event)
        self.refuse("dice_due", "advise", level="random")
        self.refuse("dice_due", "play", level="random")

    def test_no_reroll_after_the_third_roll(self):
        self.engine.apply("roll g g b b", "reroll", "roll g g b b", "reroll")
        position = self.engine.apply("roll g g b b")
        self.assertNotIn("reroll", position["legal"])
        self.refuse_event("illegal_event", "reroll")

    def test_two_greens_against_two_greens_cross_the_left_area(self):
        position = self.engine.apply("roll g g b b", "score")
        self.assertEqual(position["sheets"][0]["g"], 3)
        self.assertEqual(position["sheets"][0]["dice"], "ggbb")

    def test_the_index_names_the_first_event_that_fails_and_none_is_applied(self):
        for events, code, index in (
            (["roll g g b b", "score", "score"], "dice_due", 2),
            (["roll g g b b", "score rr:g"], "illegal_event", 1),
            (["roll g g b b", "score bb:y gg:r"], "bad_event", 1),
        ):
            for op in ("apply", "try"):
                with self.subTest(op=op, events=events):
                    self.refuse(code, op, index=index, events=events)


class GameOver(EngineTest):
    def finish(self, game, seats):
        for _ in self.engine.random_game(random.Random(31), game, seats):
            pass

    def test_everything_after_the_end_is_game_over(self):
        for game, seats, events in (
            ("clever", 1, [ROLL, "pass", "g@g", "done", "reroll", "+g"]),
            ("genial", 2, ["roll r r r r", "score", "reroll", "score rr:g"]),
        ):
            self.finish(game, seats)
            for event in events:
                self.refuse_event("game_over", event)
            self.refuse_event("bad_event", "frob")
            self.refuse("game_over", "roll")
            self.refuse("game_over", "advise", level="greedy")
            self.refuse("game_over", "play", level="greedy")

    def test_an_event_beyond_the_end_undoes_the_whole_apply(self):
        events = [event for _, event, _ in self.engine.random_game(random.Random(32), "genial", 2)]
        self.engine.new("genial", 2)
        self.refuse("game_over", "apply", index=len(events), events=events + ["score"])
        self.assertEqual(self.engine.apply(*events)["phase"], "over")


class Rolling(EngineTest):
    def test_the_same_seed_throws_the_same_dice_in_two_processes(self):
        with Engine() as other:
            for game, seats in SEATS:
                first, second = (
                    list(engine.random_game(random.Random(91), game, seats)) for engine in (self.engine, other)
                )
                self.assertEqual(first, second)

    def test_the_smallest_and_the_largest_seed_can_be_thrown(self):
        for seed in (0, 2**64 - 1):
            rolls = set()
            for _ in range(2):
                self.engine.new("clever", 1, dice="seeded %d" % seed)
                rolls.add(self.engine.get("roll")["event"])
            self.assertEqual(len(rolls), 1)

    def test_the_event_answered_is_the_roll_that_was_applied(self):
        rng = random.Random(92)
        with Engine() as other:
            for game, seats in SEATS:
                other.new(game, seats)
                for _, event, after in self.engine.random_game(rng, game, seats):
                    self.assertEqual(other.apply(event), after)

    def test_a_roll_when_no_dice_are_due_is_refused(self):
        for game in ("clever", "genial"):
            for _, _, position in self.engine.random_game(random.Random(93), game, 2):
                if position["legal"]:
                    self.refuse("illegal_event", "roll")
                    break

    def test_dice_can_be_thrown_without_a_seed_given(self):
        self.engine.new("clever", 1)
        self.assertRegex(self.engine.get("roll")["event"], r"^roll( [ybgopw][1-6]){6}$")


if __name__ == "__main__":
    unittest.main()
