"""Whole games at tables of a real server: people, bots, several seats, undo, real dice, matches, the daily game."""

import concurrent.futures
import os
import random
import subprocess
import tempfile
import time
import unittest

from client import TIMEOUT, Page, Server, Socket, next_step, play_on

VOLPE = os.environ["VOLPE_BIN"]


def verified(record):
    """What volpe verify says about a record, which must be in order."""
    with tempfile.NamedTemporaryFile("w", suffix=".volpe", encoding="utf-8") as file:
        file.write(record)
        file.flush()
        return subprocess.run([VOLPE, "verify", file.name], capture_output=True, text=True, check=True).stdout


class Games(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def begin(self, people, bots=(), **offer):
        """A running table: each person on the next seat, then the bots."""
        tokens = [self.server.person(name) for name in people]
        seats = len(people) + len(bots)
        table = self.server.table(tokens[0], seats=seats, **offer)
        for seat, token in enumerate(tokens):
            status, answer = self.server.do(table, token, "sit", seat=seat, seed=f"seed-{seat}")
            self.assertEqual(status, 200, answer)
        for n, level in enumerate(bots):
            status, answer = self.server.do(table, tokens[0], "bot", seat=len(people) + n, bot=level)
            self.assertEqual(status, 200, answer)
        status, answer = self.server.do(table, tokens[0], "start")
        self.assertEqual(status, 200, answer)
        return table, tokens

    def page(self, token, table):
        page = Page(self.server, token, table)
        self.addCleanup(page.close)
        return page

    def test_a_solo_game_to_its_proof(self):
        table, [anna] = self.begin(["Anna"], game="clever")
        page = self.page(anna, table)
        choose = random.Random(1)
        play_on(page, choose.choice)
        record = self.server.record(table)
        self.assertIn("names: Anna\n", record)
        self.assertIn("seeds: seed-0\n", record)
        self.assertRegex(verified(record), r"All \d+ rolls follow from the secret and the seed of seat 0")
        status, statistics = self.server.request("GET", "/api/v1/me/statistics", token=anna)
        self.assertEqual(status, 200)
        mine = statistics["by_game"]["clever 1"]
        self.assertEqual((mine["games"], mine["best"]), (1, page.view["position"]["result"]["totals"][0]))
        self.assertEqual(statistics["last"][0]["table"], table)
        [line] = self.server.request("GET", "/api/v1/me/tables", token=anna)[1]["tables"]
        self.assertEqual((line["stage"], line["totals"]), ("over", page.view["position"]["result"]["totals"]))

    def test_four_people_who_do_not_wait_for_each_other(self):
        table, tokens = self.begin(["Anna", "Bernd", "Carla", "Dora"], game="clever")
        pages = [self.page(token, table) for token in tokens]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            games = [pool.submit(play_on, page, random.Random(n).choice) for n, page in enumerate(pages)]
            for game in games:
                game.result()
        self.assertIn("dice", verified(self.server.record(table)))
        self.assertEqual(sorted(self.server.record(table).split("names: ")[1].split("\n")[0].split(" | ")),
                         ["Anna", "Bernd", "Carla", "Dora"])

    def test_passive_seats_decide_in_any_order(self):
        table, tokens = self.begin(["Anna", "Bernd", "Carla"], game="clever", first="0")
        pages = [self.page(token, table) for token in tokens]
        choose = random.Random(7).choice
        play_on(pages[0], choose, until=lambda view: view["waits_for"] == [1, 2])
        ply = pages[0].view["position"]["ply"]
        for page in pages[1:]:
            while page.view["revision"] < pages[0].view["revision"]:
                page.receive()
        # The third seat decides before the second, and is done.
        play_on(pages[2], choose, until=lambda view: 2 not in view["waits_for"] or view["position"]["ply"] > ply)
        self.assertEqual(pages[2].view["position"]["ply"], ply)
        self.assertEqual(pages[2].view["choices"], [])
        # It may still take that back; then the second seat decides, and the record is in seat order.
        back = pages[2].view["undo"][0]
        self.assertEqual(pages[2].do("undo", **back)["type"], "done")
        play_on(pages[2], choose, until=lambda view: 2 not in view["waits_for"])
        play_on(pages[1], choose, until=lambda view: view["roller"] == 1)
        seats = [told["seat"] for told in pages[1].view["recent"]]
        self.assertEqual(sorted(seats), seats)
        self.assertEqual(set(seats), {0, 1, 2})

    def test_against_bots_of_several_levels(self):
        table, [anna] = self.begin(["Anna"], ["level1", "level5"], game="clever")
        page = self.page(anna, table)
        play_on(page, random.Random(3).choice)
        self.assertIn("bot:level5", self.server.record(table))

    def test_a_match_of_genial_at_one_device(self):
        anna = self.server.person("Anna")
        table = self.server.table(anna, game="genial", seats=3, match=True)
        for seat in (0, 1):
            self.assertEqual(self.server.do(table, anna, "sit", seat=seat, seed=f"s{seat}")[0], 200)
        self.assertEqual(self.server.do(table, anna, "bot", seat=2, bot="level3")[0], 200)
        self.assertEqual(self.server.do(table, anna, "start")[0], 200)
        page = self.page(anna, table)
        play_on(page, lambda legal: legal[-1])
        self.assertEqual(page.view["games"], 3)
        for game in (1, 2, 3):
            self.assertIn(f"{game}/3", self.server.record(table, game))
            verified(self.server.record(table, game))
        self.assertEqual(self.server.request("GET", f"/api/v1/tables/{table}/record?game=4")[0], 404)

    def test_a_slip_is_taken_back(self):
        table, [anna] = self.begin(["Anna"], game="clever")
        page = self.page(anna, table)
        next_step(page, min)  # the roll
        before = page.view
        self.assertEqual(page.do("undo", seat=0, ply=before["position"]["ply"])["error"]["code"], "illegal_event")
        self.assertEqual(next_step(page, min)["type"], "done")
        self.assertEqual(page.do("undo", **page.view["undo"][0])["type"], "done")
        self.assertEqual(page.view["position"], before["position"])
        self.assertGreater(page.view["revision"], before["revision"])

    def test_repeated_and_stale_messages(self):
        table, [anna] = self.begin(["Anna"], game="clever")
        page = self.page(anna, table)
        roll = {"op": "do", "id": "roll", "table": table, "do": "roll", "seat": 0, "ply": 0}
        first = page.answer(**roll)
        self.assertEqual(first["type"], "done")
        self.assertEqual(page.answer(**roll)["revision"], first["revision"])
        self.assertEqual(page.view["revision"], first["revision"])
        again = page.answer(**{**roll, "id": "another"})
        self.assertEqual(again["error"]["code"], "stale")
        bad = page.do("event", seat=0, event="w@b99", ply=1)
        self.assertEqual(bad["error"]["code"], "bad_event")
        self.assertEqual(page.do("event", seat=0, event="roll y1 b1 g1 o1 p1 w1", ply=1)["error"]["code"],
                         "illegal_event")

    def test_a_foreign_seat_cannot_be_played(self):
        table, [anna, bernd] = self.begin(["Anna", "Bernd"], game="clever", first="0")
        page = self.page(bernd, table)
        self.assertEqual(page.view["choices"], [])
        self.assertEqual(page.do("roll", seat=0, ply=0)["error"]["code"], "not_yours")
        self.assertEqual(page.do("undo", seat=0, ply=0)["error"]["code"], "not_yours")
        self.assertEqual(page.do("resign", seat=0, bot="level1")["error"]["code"], "not_yours")
        guest = Socket(self.server.port)
        self.addCleanup(guest.close)
        self.assertEqual(guest.answer(op="watch", table=table)["type"], "watching")
        self.assertEqual(guest.answer(op="do", table=table, do="roll", seat=0, ply=0)["error"]["code"], "unknown_person")

    def test_a_seat_goes_to_a_bot_and_back(self):
        table, [anna, bernd] = self.begin(["Anna", "Bernd"], game="genial", first="0", limit=1)
        pages = [self.page(anna, table), self.page(bernd, table)]
        self.assertEqual(pages[0].do("away", seat=0, bot="level2")["type"], "done")
        play_on(pages[1], min, until=lambda view: view["position"]["ply"] >= 8)
        self.assertEqual(pages[0].do("back", seat=0)["type"], "done")
        self.assertIsNone(pages[0].view["players"][0]["bot"])
        self.assertEqual(pages[0].do("resign", seat=0, bot="level2")["type"], "done")
        play_on(pages[1], min)
        self.assertEqual(self.server.request("GET", "/api/v1/me/statistics", token=anna)[1]["by_game"], {})

    def test_real_dice_and_a_correction(self):
        table, [anna] = self.begin(["Anna"], game="clever", dice="real")
        page = self.page(anna, table)
        self.assertEqual(page.do("event", seat=0, event="roll y3 b1 g4 o6 p2 w5", ply=0)["type"], "done")
        self.assertEqual(page.do("event", seat=0, event="g@g", ply=1)["type"], "done")
        self.assertEqual(page.do("correct", ply=0, event="roll y3 b1 g5 o6 p2 w5")["type"], "done")
        self.assertEqual(page.view["position"]["dice"]["g"]["value"], 5)
        self.assertIn("dice: real", self.server.record(table))

    dice = random.Random(11)

    def onPaper(self, game, seats, own):
        """A running table of which one seat has its sheet here, with the page of its only person."""
        anna = self.server.person("Anna")
        table = self.server.table(anna, game=game, seats=seats, dice="real", first="0",
                                  paper=[seat for seat in range(seats) if seat != own])
        for seat in range(seats):
            self.assertEqual(self.server.do(table, anna, "sit", seat=seat, name=f"Player {seat}")[0], 200)
        self.assertEqual(self.server.do(table, anna, "start")[0], 200)
        return table, anna, self.page(anna, table)

    def tell(self, page, choose, left):
        """The next thing at a table with seats on paper: what one left, what I decide, or what I rolled."""
        view = page.view
        if view["leaves"] is not None:
            answer = page.do("event", seat=view["leaves"], event=left(), ply=view["position"]["ply"])
        elif view["choices"]:
            answer = page.decide(view["choices"][0], choose(view["choices"][0]["position"]["legal"]))
        else:
            due = view["position"]["due"]
            dice = self.dice.choices("roygbp", k=due) if isinstance(due, int) else [f"{die}{self.dice.randint(1, 6)}" for die in due]
            answer = page.do("event", seat=view["position"]["due_seat"], event="roll " + " ".join(dice),
                             ply=view["position"]["ply"])
        self.assertEqual(answer["type"], "done", answer)

    def test_only_ones_own_sheet_of_clever_while_the_others_use_paper(self):
        def left():
            dice = [f"{die}{self.dice.randint(1, 6)}" for die in self.dice.sample("ybgopw", 6)]
            placed = self.dice.randint(0, 3)
            return " ".join(["left", *dice[placed:], *(["|", *dice[:placed]] if placed else [])])

        table, anna, page = self.onPaper("clever", 3, own=1)
        told, choose = 0, random.Random(11).choice
        while page.view["stage"] == "playing":
            told += page.view["leaves"] is not None
            self.tell(page, choose, left)
            if told == 3 and page.view["leaves"] is None:  # from the store the same
                told += 1
                self.server.stop()
                self.server.start()
                before, page = page.view, self.page(anna, table)
                self.assertEqual(page.view["position"], before["position"])
        self.assertEqual(told, 1 + 2 * 5)  # five rounds
        self.assertEqual([sheet is not None for sheet in page.view["position"]["sheets"]], [False, True, False])
        result = page.view["position"]["result"]
        self.assertEqual(result["totals"], [None, page.view["position"]["sheets"][1]["score"]["total"], None])
        self.assertEqual(result["winners"], [])
        [line] = self.server.request("GET", "/api/v1/me/tables", token=anna)[1]["tables"]
        self.assertEqual((line["paper"], line["totals"]), (True, result["totals"]))
        self.assertEqual(self.server.request("GET", "/api/v1/me/statistics", token=anna)[1]["by_game"], {})
        status, answer = self.server.request("GET", f"/api/v1/tables/{table}/record")
        self.assertEqual((status, answer["error"]["message"]), (404, "a game with seats on paper has no record"))
        self.assertEqual(page.answer(op="analyze", table=table)["error"]["code"], "not_found")
        self.assertEqual(page.answer(op="look", table=table, ply=0)["position"]["sheets"][0], None)
        with tempfile.TemporaryDirectory() as folder:  # and it moves to another store
            subprocess.run([VOLPE, "export", f"{folder}/all", "--store", self.server.store], check=True)
            subprocess.run([VOLPE, "import", f"{folder}/all", "--store", f"sqlite:{folder}/other.db"], check=True)
            other = Server(f"sqlite:{folder}/other.db")
            self.addCleanup(other.close)
            self.assertEqual(other.view(table)["position"], page.view["position"])
            other.stop()

    def test_only_ones_own_sheet_of_genial_until_somebody_has_won(self):
        table, _, page = self.onPaper("genial", 2, own=0)
        self.assertIsNone(page.view["leaves"])  # the opening dice of the others lie there for all to see
        turns = [f"left {dice}" for dice in ("rggb", "ppoo", "bbbb")] + ["left won"]
        while page.view["stage"] == "playing":
            self.tell(page, lambda legal: legal[-1], lambda: turns.pop(0))
        self.assertEqual(turns, [])
        self.assertEqual(page.view["position"]["result"]["winners"], [1])
        self.assertIsNone(page.view["position"]["result"]["totals"][1])
        self.assertEqual(page.view["position"]["sheets"][1], {"dice": "bbbb"})
        again = self.server.view(page.do("rematch")["table"])
        self.assertEqual([player.get("paper") for player in again["players"]], [None, True])

    def test_a_seat_on_paper_has_the_name_it_was_given_or_none(self):
        anna = self.server.person("Anna")
        table = self.server.table(anna, game="clever", seats=3, dice="real", paper=[0, 2])
        for seat, name in enumerate(({"name": "Grandpa"}, {}, {})):
            self.assertEqual(self.server.do(table, anna, "sit", seat=seat, **name)[0], 200)
        self.assertEqual([player.get("name") for player in self.server.view(table)["players"]], ["Grandpa", "Anna", None])

    def test_what_a_seat_on_paper_left_is_taken_back_and_corrected(self):
        _, anna, page = self.onPaper("clever", 2, own=1)
        leave = {"seat": 0, "event": "left y3 b1 g2 | o6 p5 w5"}
        self.assertEqual(page.do("event", **leave)["error"]["code"], "stale")
        for event, code in (("left", "bad_event"), ("left y3", "illegal_event"), ("roll y3 b1 g2 o6 p5 w5", "bad_event"),
                            ("g@g", "dice_due"), ("left y3 b1 g2 o6 p5 w5 x1", "bad_event")):
            self.assertEqual(page.do("event", seat=0, event=event, ply=0)["error"]["code"], code, event)
        self.assertEqual(page.do("event", ply=0, **{**leave, "seat": 1})["error"]["code"], "not_yours")
        self.assertEqual(page.do("event", ply=0, **leave)["type"], "done")
        self.assertEqual(page.do("undo", **page.view["undo"][0])["type"], "done")
        self.assertEqual(page.view["leaves"], 0)
        self.assertEqual(page.do("event", ply=0, **leave)["type"], "done")
        self.tell(page, lambda legal: "g@g", None)
        self.assertEqual(page.do("correct", ply=0, event="left y3 b1 g6 | o6 p5 w5")["type"], "done")
        self.assertEqual(page.view["position"]["sheets"][1]["green"], 1)
        self.assertEqual(page.do("correct", ply=0, event="left y3 b1 o6 | g6 p5 w5")["error"]["code"], "illegal_event")
        self.assertEqual(page.do("correct", ply=0, event="left y3 b1 o6 | g6 p5 w5", drop=True)["type"], "done")
        self.assertEqual([told["event"] for told in page.view["recent"]], ["left y3 b1 o6 | g6 p5 w5"])
        self.assertEqual(page.do("away", seat=1, bot="level1")["error"]["code"], "illegal_event")
        for offer in ({"dice": "fair"}, {"hints": True}, {"match": True}, {"paper": [0, 1]}, {"paper": []}, {"paper": 1},
                      {"paper": [2]}, {"bots": [None, "level1"]}):
            offer = {"game": "genial", "seats": 2, "dice": "real", "paper": [1], **offer}
            self.assertIn(self.server.request("POST", "/api/v1/tables", offer, anna)[0], (400, 409), offer)

    def test_the_daily_game_is_one_for_a_person(self):
        anna, bernd = self.server.person("Anna"), self.server.person("Bernd")
        tables = [self.server.table(token, game="clever", seats=1, dice="daily") for token in (anna, bernd, anna)]
        self.assertEqual(tables[0], tables[2])
        self.assertNotEqual(tables[0], tables[1])
        rolls = []
        for table, token in zip(tables, (anna, bernd)):
            self.assertEqual(self.server.do(table, token, "sit", seat=0)[0], 200)
            self.assertEqual(self.server.do(table, token, "start")[0], 200)
            page = self.page(token, table)
            self.assertEqual(self.server.do(table, token, "away", seat=0, bot="level5")[0], 409)
            play_on(page, min)
            status, answer = self.server.request("POST", f"/api/v1/tables/{table}/rematch", {}, token)
            self.assertEqual((status, answer["error"]["code"]), (409, "illegal_event"))
            date = page.view["date"]
            rolls.append(self.server.record(table).split("\n\n")[1].split("\n")[0])
        self.assertEqual(rolls[0], rolls[1])
        board = self.server.request("GET", f"/api/v1/daily/{date}")[1]["scores"]
        self.assertEqual(sorted(line["name"] for line in board), ["Anna", "Bernd"])
        self.assertTrue(all(set(line) == {"name", "total", "time"} for line in board))

    def test_the_expert_plays_the_game_of_the_day_too(self):
        anna = self.server.person("Anna")
        date = self.server.view(self.server.table(anna, game="clever", seats=1, dice="daily"))["date"]
        deadline = time.monotonic() + TIMEOUT
        expert = None
        while expert is None and time.monotonic() < deadline:
            expert = self.server.request("GET", f"/api/v1/daily/{date}")[1]["expert"]
        self.assertGreater(expert["total"], 100)
        self.assertIsInstance(expert["grade"], int)
        self.assertEqual(set(expert), {"total", "grade"})
        self.server.stop()
        self.server.start()  # it is kept
        self.assertEqual(self.server.request("GET", f"/api/v1/daily/{date}")[1]["expert"], expert)
        for other in ("2020-01-01", "2999-12-31"):
            self.assertIsNone(self.server.request("GET", f"/api/v1/daily/{other}")[1]["expert"])

    def test_a_rematch_is_one_for_all(self):
        table, [anna, bernd] = self.begin(["Anna", "Bernd"], game="genial")
        pages = [self.page(anna, table), self.page(bernd, table)]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for game in [pool.submit(play_on, page, min) for page in pages]:
                game.result()
        again = [self.server.request("POST", f"/api/v1/tables/{table}/rematch", {}, token) for token in (anna, bernd)]
        self.assertEqual(again[0][0], 200, again)
        self.assertEqual(again[0][1]["table"], again[1][1]["table"])
        self.assertEqual(self.server.view(table)["rematch"], again[0][1]["table"])

    def test_a_match_has_a_rematch_that_is_a_match(self):
        table, [anna] = self.begin(["Anna"], ["level1"], game="genial", match=True)
        play_on(self.page(anna, table), min)
        status, answer = self.server.do(table, anna, "rematch")
        self.assertEqual(status, 200, answer)
        again = self.server.view(answer["table"], anna)
        self.assertTrue(again["match"])
        self.assertEqual(len(again["commitments"]), 2)

    def test_a_rematch_keeps_settings_and_bots(self):
        offer = {"game": "genial", "first": "1", "listed": True, "hints": False, "limit": 7, "pace": "fast", "dice": "fair",
                 "match": False, "options": {"boxes": "9"}}
        table, [anna] = self.begin(["Anna"], ["level1"], **offer)
        rematch = f"/api/v1/tables/{table}/rematch"
        self.assertEqual(self.server.request("POST", rematch, {}, anna)[1]["error"]["code"], "illegal_event")
        page = self.page(anna, table)
        play_on(page, min)
        self.assertEqual(self.server.request("POST", rematch, {}, self.server.person("Eve"))[0], 403)
        status, answer = self.server.do(table, anna, "rematch")
        self.assertEqual(status, 200, answer)
        self.assertEqual(list(answer), ["table"])
        self.assertEqual(page.do("rematch")["table"], answer["table"])
        again = self.server.view(answer["table"], anna)
        self.assertEqual(again["stage"], "open")
        for key in ("game", "first", "listed", "hints", "limit", "pace", "match", "dice", "options", "seats"):
            self.assertEqual(again[key], page.view[key], key)
        for old, new in zip(page.view["players"], again["players"]):
            self.assertEqual(new["kind"], "bot" if old["kind"] == "bot" else "free")
            self.assertEqual(new["bot"], old["bot"])

    def test_a_pace_that_is_none_is_refused(self):
        anna = self.server.person("Anna")
        for pace in ("breathless", 5):
            offer = {"game": "clever", "seats": 1, "pace": pace}
            self.assertEqual(self.server.request("POST", "/api/v1/tables", offer, anna)[0], 400)

    def test_bots_sit_down_at_once(self):
        anna = self.server.person("Anna")
        table = self.server.table(anna, game="clever", seats=3, bots=[None, "level1", "level2"])
        self.assertEqual([player["bot"] for player in self.server.view(table)["players"]], [None, "level1", "level2"])
        for bots in ("level1", [None, "master"], [None, None, None, "level1"], [None] * 5, [7]):
            status, answer = self.server.request("POST", "/api/v1/tables", {"game": "clever", "seats": 3, "bots": bots},
                                                 anna)
            self.assertEqual(status, 400, (bots, answer))
        daily = {"game": "clever", "seats": 1, "dice": "daily", "bots": ["level5"]}
        self.assertEqual(self.server.request("POST", "/api/v1/tables", daily, anna)[0], 409)
        self.assertEqual(len(self.server.request("GET", "/api/v1/me/tables", token=anna)[1]["tables"]), 1)

    def test_seats_at_one_device_have_names(self):
        anna, bernd = self.server.person("Anna"), self.server.person("Bernd")
        table = self.server.table(anna, game="genial", seats=3, match=True, first="1")
        sits = [(anna, 0, {}), (bernd, 1, {"name": "Opa"}), (anna, 2, {"name": "Grandma"})]
        for token, seat, name in sits:
            self.assertEqual(self.server.do(table, token, "sit", seat=seat, **name)[0], 200)
        for name in ("", "a|b", "a" * 41, 7, None):
            self.assertEqual(self.server.do(table, anna, "sit", seat=0, name=name)[0], 400, name)
        self.assertEqual(self.server.do(table, anna, "stand", seat=2)[0], 200)
        self.assertEqual(self.server.do(table, anna, "sit", seat=2)[0], 200)
        self.assertEqual([p["name"] for p in self.server.view(table)["players"]], ["Anna", "Opa", "Anna"])
        self.assertEqual(self.server.do(table, anna, "stand", seat=2)[0], 200)
        self.assertEqual(self.server.do(table, anna, "sit", seat=2, name="Oma")[0], 200)
        self.assertEqual(self.server.do(table, anna, "start")[0], 200)
        page, other = self.page(anna, table), self.page(bernd, table)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            games = [pool.submit(play_on, one, min, until=lambda view: view["games"] == 2) for one in (page, other)]
            for game in games:
                game.result()
        self.assertEqual([p["name"] for p in self.server.view(table)["players"]], ["Oma", "Anna", "Opa"])
        self.assertIn("names: Opa | Oma | Anna\n", self.server.record(table, 1))
        self.server.stop()
        self.server.start()  # from the store
        self.assertIn("names: Oma | Anna | Opa\n", self.server.record(table, 2))
        self.assertEqual(self.server.request("DELETE", "/api/v1/me", token=bernd)[0], 200)
        while "Opa" in self.server.record(table):
            pass  # the table hears of it after the answer
        with tempfile.NamedTemporaryFile("r", encoding="utf-8") as file:
            subprocess.run([VOLPE, "export", file.name, "--store", self.server.store], check=True)
            kept = file.read()
        self.assertIn("Oma", kept)
        self.assertNotIn("Opa", kept)

    def test_forgotten_people_leave_no_name(self):
        table, [anna, bernd] = self.begin(["Anna", "Bernd"], game="genial")
        page = self.page(bernd, table)
        self.assertEqual(self.server.request("DELETE", "/api/v1/me", token=anna)[0], 200)
        page.until(lambda message: message["type"] == "table" and "Anna" not in str(message))
        self.assertEqual(self.server.request("GET", "/api/v1/me", token=anna)[0], 401)
        self.assertNotIn("Anna", self.server.record(table))
        self.assertNotIn("Anna", str(self.server.view(table)))


if __name__ == "__main__":
    unittest.main()
