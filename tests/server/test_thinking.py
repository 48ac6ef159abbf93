"""Advice and analysis over real sockets: what takes the server long thinking."""

import unittest

from client import ServerTest, next_step, play_on


class Thinking(ServerTest):
    def test_advice_for_the_seat_that_decides(self):
        page, _ = self.solo()
        ask = {"op": "advise", "table": page.table, "seat": 0}
        self.assertEqual(page.answer(**ask)["error"]["code"], "illegal_event")  # dice are due
        next_step(page, min)
        advice = page.answer(**ask)
        self.assertEqual(advice["type"], "advice")
        self.assertEqual(sorted(line["event"] for line in advice["advice"]),
                         page.view["choices"][0]["position"]["legal"])
        values = [line["value"] for line in advice["advice"]]
        self.assertEqual(values, sorted(values, reverse=True))
        self.assertEqual(page.answer(**{**ask, "seat": 1})["error"]["code"], "not_yours")

    def test_no_advice_without_hints(self):
        page, _ = self.solo(hints=False)
        next_step(page, min)
        self.assertEqual(page.answer(op="advise", table=page.table, seat=0)["error"]["code"], "illegal_event")
        self.assertEqual(page.answer(op="analyze", table=page.table)["error"]["code"], "illegal_event")

    def test_advice_for_a_position_set_up_by_hand(self):
        page, _ = self.solo()
        next_step(page, min)
        position = page.view["position"]
        by_hand = page.answer(op="advise", position=position)
        self.assertEqual(by_hand["advice"], page.answer(op="advise", table=page.table, seat=0)["advice"])
        self.assertEqual(page.answer(op="advise", position={"game": "chess"})["error"]["code"], "unknown_game")
        self.assertEqual(page.answer(op="advise", position={**position, "round": 9})["error"]["code"], "bad_position")

    def test_analysis_with_progress(self):
        page, _ = self.solo()
        play_on(page, min)
        page.send(op="analyze", id="a", table=page.table)
        shares = []
        answer = page.until(lambda message: message.get("id") == "a" and
                            (message["type"] != "progress" or shares.append(message["done"])))
        self.assertEqual(answer["type"], "analysis")
        self.assertEqual(shares, sorted(shares))
        self.assertGreater(len(shares), 10)
        self.assertTrue(answer["finished"])
        record = self.server.record(page.table)
        self.assertEqual(page.answer(op="analyze", record="volpe: 2")["error"]["code"], "bad_record")
        page.send(op="analyze", id="b", record=record)
        again = page.until(lambda message: message.get("id") == "b" and message["type"] != "progress")
        self.assertEqual({**again, "id": "a"}, answer)


if __name__ == "__main__":
    unittest.main()
