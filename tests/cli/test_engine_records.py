"""Black-box tests of `volpe engine`: records are written, loaded, and refused if they break a rule."""

import random
import re
import unittest

from engine import ROLL, SEATS, Engine, EngineTest, out_of_place
from sheet_rules import random_options


class Records(EngineTest):
    def test_a_record_loads_back_to_the_same_position_at_every_moment(self):
        rng = random.Random(81)
        with Engine() as other:
            for game, seats in SEATS:
                for number, (_, _, after) in enumerate(
                    self.engine.random_game(rng, game, seats, options=random_options(rng, game))
                ):
                    if number % 7 == 0 or after["phase"] == "over":
                        record = self.engine.get("record")["record"]
                        self.assertEqual(other.get("load", record=record)["position"], after)
                        self.assertEqual(other.get("record")["record"], record)

    def test_a_loaded_game_goes_on_like_the_first_one(self):
        rng = random.Random(82)
        with Engine() as other:
            for game, seats in SEATS:
                steps, records = [], []
                for step in self.engine.random_game(rng, game, seats):
                    steps.append(step)
                    records.append(self.engine.get("record")["record"])
                half = len(steps) // 2
                other.get("load", record=records[half])
                self.assertEqual(other.apply(*[event for _, event, _ in steps[half + 1 :]]), steps[-1][2])
                self.assertEqual(other.get("record")["record"], records[-1])

    def test_a_record_is_its_header_a_blank_line_and_its_events(self):
        events = [ROLL, "g@g", "roll w1 o2"]
        self.engine.new("clever", 2, options={"decline": "allowed"}, dice="real")
        self.engine.apply(*events)
        header, body = self.engine.get("record")["record"].split("\n\n")
        self.assertEqual(body, "\n".join(events) + "\n")
        lines = header.split("\n")
        self.assertEqual(lines[:3], ["volpe: 1", "game: clever", "seats: 2"])
        self.assertEqual(lines[3], "options: solo_passive_extra=allowed solo_fallback=allowed decline=allowed")
        self.assertRegex(lines[4], r"^names: [^|]+ \| [^|]+$")
        self.assertEqual(lines[5:], ["dice: real"])

    def test_the_record_of_a_finished_game_has_its_result(self):
        rng = random.Random(83)
        for game, seats in SEATS:
            for _, _, last in self.engine.random_game(rng, game, seats):
                pass
            record = self.engine.get("record")["record"]
            self.assertIn("\nresult: %s\n" % " ".join(map(str, last["result"]["totals"])), record)

    def test_the_dice_of_a_record(self):
        self.engine.new("genial", 2, dice="seeded 9")
        event = self.engine.get("roll")["event"]
        self.assertIn("\ndice: seeded 9\n", self.engine.get("record")["record"])
        self.engine.new("genial", 2, dice="seeded 9")
        self.engine.apply("roll r r r r" if event != "roll r r r r" else "roll g g g g")
        self.assertIn("\ndice: real\n", self.engine.get("record")["record"])

    def finished(self):
        for _ in self.engine.random_game(random.Random(84), "clever", 1):
            pass
        return self.engine.get("record")["record"]

    def refuse_record(self, record, line=None):
        before = self.engine.ask("position")
        answer = self.engine.ask("load", record=record)
        self.assert_error(answer, "bad_record")
        if line is not None:
            self.assertRegex(answer["error"]["message"], r"\bline %d\b" % line)
        self.assertEqual(self.engine.ask("position"), before)

    def test_a_record_with_a_broken_event_is_refused_with_its_line(self):
        record = self.finished()
        lines = record.split("\n")
        first = lines.index("") + 1
        for number in range(first, len(lines) - 1, 6):
            for word in ("frob", out_of_place(lines[number]), "y@y14", "roll y1 b1 g1 o1 p1 w7", ""):
                broken = lines[:number] + [word] + lines[number + 1 :]
                with self.subTest(line=number + 1, word=word):
                    self.refuse_record("\n".join(broken), number + 1)

    def test_broken_headers_are_refused(self):
        record = self.finished()
        for old, new in (
            ("volpe: 1\n", ""),
            ("volpe: 1", "volpe: 2"),
            ("game: clever\n", ""),
            ("game: clever", "game: chess"),
            ("game: clever", "game: genial"),
            ("seats: 1\n", ""),
            ("seats: 1", "seats: 5"),
            ("seats: 1", "seats: one"),
            ("decline=forbidden", "decline=maybe"),
            ("decline=forbidden", "boxes=7"),
            ("names: ", "names: A | "),
            ("names: ", "names: \u0007"),
            ("dice: ", "dice: loaded "),
            ("dice: seeded ", "dice: seeded x"),
            ("dice: ", "colour: red\ndice: "),
            ("dice: ", "frob\ndice: "),
            ("result: ", "result: 1"),
            ("result: ", "result: x"),
        ):
            self.assertIn(old, record)
            with self.subTest(old=old, new=new):
                self.refuse_record(record.replace(old, new, 1))

    def test_texts_that_are_no_records(self):
        self.engine.new("genial", 2)
        for text in ("", "\n", "\n\n\n", "frob", "volpe: 1", "volpe: 1\n\n", "{}", "\u0000", "roll y1\n", "x" * 100000):
            with self.subTest(text=text[:20]):
                self.refuse_record(text)

    def test_comments_are_ignored(self):
        record = self.finished()
        position = self.engine.position()
        commented = "# first\n" + record.replace("\n\n", "\n# header\n\n# events\n").replace("\nroll", "\n# roll\nroll")
        self.assertEqual(self.engine.get("load", record=commented)["position"], position)

    def test_a_comment_counts_as_a_line(self):
        self.refuse_record(self.finished().replace("\n\n", "\n\n# one\n# two\nfrob\n", 1), 11)

    def test_a_result_may_be_missing_but_not_wrong_and_not_early(self):
        record = self.finished()
        position = self.engine.position()
        without = re.sub(r"result: .*\n", "", record)
        self.assertEqual(self.engine.get("load", record=without)["position"], position)
        self.refuse_record(re.sub(r"result: .*", "result: %d" % (position["result"]["totals"][0] + 1), record))
        self.refuse_record("\n".join(record.split("\n")[:-2]) + "\n")

    def test_events_after_the_end_are_refused(self):
        self.refuse_record(self.finished() + ROLL + "\n")

    def test_names_are_kept(self):
        self.engine.new("genial", 2, dice="real")
        record = re.sub("names: .*", "names: Zoë | bot:expert", self.engine.get("record")["record"])
        self.engine.get("load", record=record)
        self.assertEqual(self.engine.get("record")["record"], record)


if __name__ == "__main__":
    unittest.main()
