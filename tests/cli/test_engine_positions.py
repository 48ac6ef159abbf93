"""Black-box tests of `volpe engine`: positions keep the rules of the protocol, and effects and tries agree with them."""

import collections
import itertools
import random
import unittest

from engine import SEATS, Engine, EngineTest
from sheet_rules import (
    AREAS,
    CLEVER_FIELDS,
    DICE,
    GENIAL_FIELDS,
    MARK_BONUSES,
    SYMBOLS,
    clever_marks,
    clever_score,
    clever_tray,
    genial_gains,
    genial_legal,
    genial_rows,
    random_options,
)


class Positions(EngineTest):
    """What must hold in every position of every game."""

    def check_common(self, position, fields):
        self.assertEqual(set(position), fields)
        self.assertEqual(position["legal"], sorted(position["legal"], key=str.encode))
        self.assertEqual(len(set(position["legal"])), len(position["legal"]))
        self.assertEqual(len(position["sheets"]), position["seats"])
        deciding = isinstance(position["to_move"], int)
        self.assertEqual(deciding, bool(position["legal"]))
        self.assertEqual(position["to_move"] == "dice", position["due"] is not None)
        self.assertEqual(position["due"] is None, position["due_seat"] is None)
        self.assertEqual(position["phase"] == "over", position["to_move"] is None)
        self.assertEqual(position["phase"] == "over", position["result"] is not None)

    def check_clever(self, position):
        self.check_common(position, CLEVER_FIELDS)
        phases = {"round_bonus", "roll", "pick", "bonus", "extra", "passive", "over"}
        self.assertIn(position["phase"], phases)
        self.assertEqual(position["phase"] == "roll", position["to_move"] == "dice")
        for sheet in position["sheets"]:
            self.assertEqual(sheet["score"], clever_score(sheet))
        for die, state in position["dice"].items():
            self.assertEqual(state["value"] is None, state["place"] == "none")
            if die in (position["due"] or []):
                self.assertIsNone(state["value"])
        self.assertEqual("reroll" in position["legal"], self.can_reroll(position))
        if position["phase"] in ("bonus", "round_bonus"):
            self.assertTrue(position["waiting"])
        else:
            self.assertEqual(position["waiting"], [])

    def can_reroll(self, position):
        return position["phase"] == "pick" and position["sheets"][position["active"]]["rerolls"]["held"] > 0

    def check_genial(self, position):
        self.check_common(position, GENIAL_FIELDS)
        self.assertIn(position["phase"], {"opening", "roll", "score", "over"})
        for sheet in position["sheets"]:
            self.assertEqual(sheet["dice"], "".join(sorted(sheet["dice"], key=SYMBOLS.index)))
        if position["phase"] == "score":
            self.assertEqual(position["legal"], genial_legal(position))

    def test_every_position_of_random_games_keeps_the_rules_of_the_protocol(self):
        rng = random.Random(21)
        checks = {"clever": self.check_clever, "genial": self.check_genial}
        for game, seats in SEATS * 3:
            for number, (before, event, after) in enumerate(
                self.engine.random_game(rng, game, seats, options=random_options(rng, game))
            ):
                with self.subTest(game=game, seats=seats, event=event):
                    checks[game](before)
                    self.assertEqual((before["ply"], after["ply"]), (number, number + 1))
            checks[game](after)

    def test_the_result_of_clever_follows_from_the_sheets(self):
        rng = random.Random(22)
        for seats in (1, 2, 3, 4) * 4:
            for _, _, last in self.engine.random_game(rng, "clever", seats):
                pass
            scores = [clever_score(sheet) for sheet in last["sheets"]]
            rank = [(score["total"], max(score[area] for area in AREAS)) for score in scores]
            total = scores[0]["total"]
            grade = 8 if total > 280 else min(7, max(0, (total - 120) // 20))
            self.assertEqual(last["result"]["totals"], [score["total"] for score in scores])
            self.assertEqual(last["result"]["winners"], [seat for seat in range(seats) if rank[seat] == max(rank)])
            self.assertEqual(last["result"]["grades"], [grade] if seats == 1 else [])
            self.assertEqual(last["round"], {1: 6, 2: 6, 3: 5, 4: 4}[seats])

    def test_the_result_of_genial_follows_from_the_sheets(self):
        rng = random.Random(23)
        for seats, boxes in itertools.product((2, 3, 4), (7, 8, 9)):
            for _, _, last in self.engine.random_game(rng, "genial", seats, options={"boxes": str(boxes)}):
                pass
            shortest = [min(sheet[symbol] for symbol in SYMBOLS) for sheet in last["sheets"]]
            self.assertEqual(last["result"]["totals"], shortest)
            self.assertEqual(last["result"]["winners"], [last["turn"]])
            self.assertEqual(shortest[last["turn"]], boxes)
            self.assertEqual(last["result"]["grades"], [])


class Explain(EngineTest):
    def test_effects_come_only_when_asked_for_with_every_op_that_answers_a_position(self):
        start = self.engine.new("clever", 1, dice="seeded 5")
        record = self.engine.get("record")["record"]
        for op, fields in (
            ("new", {"game": "clever", "seats": 1, "dice": "seeded 5"}),
            ("setup", {"position": start}),
            ("load", {"record": record}),
            ("roll", {}),
            ("position", {}),
            ("try", {"events": []}),
            ("apply", {"events": []}),
        ):
            with self.subTest(op=op):
                self.assertNotIn("effects", self.engine.get(op, explain=False, **fields)["position"])
                if op == "roll":
                    self.engine.get("load", record=record)
                position = self.engine.get(op, explain=True, **fields)["position"]
                self.assertEqual([effect["event"] for effect in position["effects"]], position["legal"])
        self.assertIn("effects", self.engine.get("play", level="random", explain=True)["position"])
        self.assertNotIn("effects", self.engine.position())

    def check_clever_effect(self, before, effect, after):
        seat = before["to_move"]
        sheets = before["sheets"][seat], after["sheets"][seat]
        self.assertEqual(set(effect), {"event", "tray", "marks", "earns", "score"})
        self.assertEqual(
            effect["score"], {key: sheets[1]["score"][key] - sheets[0]["score"][key] for key in sheets[0]["score"]}
        )
        self.assertEqual(effect["marks"], clever_marks(*sheets))
        self.assertEqual(effect["tray"], clever_tray(before, effect["event"]))
        if any(state["value"] for state in after["dice"].values()) and not after["passive_turn"]:
            moved = [
                die
                for die in DICE
                if after["dice"][die]["place"] == "tray" and before["dice"][die]["place"] != "tray"
            ]
            self.assertEqual(effect["tray"], moved)
        earned = collections.Counter(effect["earns"])
        self.assertEqual(earned["fox"], sheets[1]["foxes"] - sheets[0]["foxes"])
        if before["round"] == after["round"]:
            for word, action in (("reroll", "rerolls"), ("extra", "extras")):
                self.assertEqual(earned[word], sum(sheets[1][action].values()) - sum(sheets[0][action].values()))
        marks = collections.Counter(bonus for bonus in effect["earns"] if bonus in MARK_BONUSES)
        self.assertLessEqual(set(earned), MARK_BONUSES | {"fox", "reroll", "extra"})
        if marks:
            self.assertEqual((after["phase"], after["to_move"]), ("bonus", seat))
            waiting = collections.Counter(after["waiting"])
            self.assertFalse(marks - waiting)
            self.assertFalse(waiting - marks - collections.Counter(before["waiting"]))

    def check_genial_effect(self, before, effect, after):
        seat = before["to_move"]
        rows = [{symbol: position["sheets"][seat][symbol] for symbol in SYMBOLS} for position in (before, after)]
        self.assertEqual(set(effect), {"event", "matches", "jokers", "crosses", "lost", "unlocks"})
        if effect["event"] == "reroll":
            self.assertEqual(rows[0], rows[1])
            self.assertFalse(any(effect[key] for key in ("matches", "jokers", "crosses", "lost", "unlocks")))
            return
        matches, jokers = genial_gains(before, effect["event"])
        gains = {symbol: matches.get(symbol, 0) + jokers.get(symbol, 0) for symbol in SYMBOLS}
        crosses = {symbol: rows[1][symbol] - rows[0][symbol] for symbol in SYMBOLS}
        lost = {symbol: gains[symbol] - crosses[symbol] for symbol in SYMBOLS}
        self.assertEqual(rows[1], genial_rows(rows[0], gains, int(before["options"]["boxes"])))
        self.assertEqual((effect["matches"], effect["jokers"]), (matches, jokers))
        self.assertEqual(effect["crosses"], {symbol: count for symbol, count in crosses.items() if count})
        self.assertEqual(effect["lost"], {symbol: count for symbol, count in lost.items() if count})
        opened = [
            area
            for area, needed in (("centre", 1), ("right", 4))
            if min(rows[0].values()) < needed <= min(rows[1].values())
        ]
        self.assertEqual(effect["unlocks"], opened)

    def test_effects_agree_with_really_applying_every_decision_of_random_games(self):
        rng = random.Random(41)
        checks = {"clever": self.check_clever_effect, "genial": self.check_genial_effect}
        for game, seats in SEATS:
            for _ in self.engine.random_game(rng, game, seats, options=random_options(rng, game)):
                explained = self.engine.position(explain=True)
                self.assertEqual([effect["event"] for effect in explained["effects"]], explained["legal"])
                for effect in explained["effects"]:
                    reached = self.engine.get("try", events=[effect["event"]])["position"]
                    with self.subTest(game=game, ply=explained["ply"], effect=effect):
                        checks[game](explained, effect, reached)


class Try(EngineTest):
    def test_try_answers_like_apply_and_leaves_the_game_as_it_is(self):
        rng = random.Random(51)
        with Engine() as other:
            for game, seats in SEATS:
                before = other.new(game, seats)
                for _, event, after in self.engine.random_game(rng, game, seats):
                    self.assertEqual(other.get("try", events=[event])["position"], after)
                    self.assertEqual(other.position(), before)
                    before = other.apply(event)

    def test_a_whole_bonus_chain_can_be_previewed(self):
        rng = random.Random(52)
        longest = 0
        for seats in (1, 2, 3, 4) * 3:
            for _, _, before in self.engine.random_game(rng, "clever", seats):
                for event in before["legal"]:
                    chain = [event]
                    seen = self.engine.get("try", events=chain)["position"]
                    while seen["phase"] == "bonus":
                        chain.append(rng.choice(seen["legal"]))
                        seen = self.engine.get("try", events=chain)["position"]
                    longest = max(longest, len(chain))
                    if len(chain) > 2:
                        self.assertEqual(self.engine.position(), before)
                        with Engine() as other:
                            other.get("setup", position=before)
                            self.assertEqual(other.apply(*chain), seen)
        self.assertGreater(longest, 3)


if __name__ == "__main__":
    unittest.main()
