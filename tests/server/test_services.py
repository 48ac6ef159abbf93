"""Positions of the past, numbers for who runs a server, stopping, exports and backups."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from client import Closed, Page, Server, ServerTest, Socket, next_step, play_on

VOLPE = os.environ["VOLPE_BIN"]
MODELS = pathlib.Path(__file__).parents[2] / "models"


class Looking(ServerTest):
    def look(self, page, **fields):
        answer = page.answer(op="look", **fields)
        self.assertEqual(answer["type"], "position", answer)
        return answer

    def error(self, page, **fields):
        answer = page.answer(op="look", **fields)
        self.assertEqual(answer["type"], "error", answer)
        return answer["error"]["code"]

    def test_every_position_of_a_game(self):
        page, _ = self.solo()
        seen = []
        while page.view["stage"] == "playing":
            seen.append(page.view["position"])
            next_step(page, min)
        seen.append(page.view["position"])
        record = self.server.record(page.table)
        events = record.split("\n\n")[1].split()
        guest = Socket(self.server.port)
        self.addCleanup(guest.close)
        for source in ({"table": page.table}, {"record": record}):
            replayed = []
            for ply, position in enumerate(seen):
                answer = self.look(guest, ply=ply, **source)
                effects = answer["position"].pop("effects")
                self.assertEqual([line["event"] for line in effects], position["legal"])
                self.assertEqual(answer["position"], position)
                self.assertEqual((answer["plies"], answer["seats"], answer["names"]), (len(seen) - 1, 1, ["Anna"]))
                replayed += (answer["event"] or "").split()
                self.assertEqual(answer["by"], 0 if ply else None)
            self.assertEqual(replayed, events)
            self.assertEqual(self.look(guest, **source)["position"]["result"], seen[-1]["result"])

    def test_events_are_only_tried(self):
        page, _ = self.solo()
        next_step(page, min)
        position = page.view["position"]
        event = position["legal"][0]
        after = self.look(page, table=page.table, events=[event])["position"]
        self.assertEqual(after, page.answer(op="try", table=page.table, seat=0, events=[event])["position"])
        self.assertEqual(self.look(page, table=page.table)["position"]["ply"], position["ply"])
        by_hand = self.look(page, position=position, events=[event])
        self.assertEqual((by_hand["position"], by_hand["event"]), (after, None))
        self.assertEqual(self.look(page, position=after)["position"], after)

    def test_what_cannot_be_seen(self):
        page, _ = self.solo()
        opened = self.server.table(self.server.person("Bernd"), game="clever", seats=1)
        table = page.table
        for fields, code in (({"table": opened}, "no_game"), ({"table": "nowhere"}, "not_found"), ({}, "bad_request"),
                             ({"table": table, "game": 2}, "no_game"), ({"table": table, "game": 0}, "bad_request"),
                             ({"table": table, "ply": 1}, "bad_request"), ({"table": table, "ply": -1}, "bad_request"),
                             ({"table": table, "events": "g@g"}, "bad_request"),
                             ({"table": table, "events": ["roll"] * 101}, "bad_request"),
                             ({"table": table, "events": ["g@g"]}, "dice_due"),
                             ({"table": table, "events": ["roll y7"]}, "bad_event"),
                             ({"record": "volpe: 2"}, "bad_record"), ({"record": 7}, "bad_request"),
                             ({"position": 7}, "bad_request"), ({"position": {"game": "chess"}}, "unknown_game"),
                             ({"position": {**page.view["position"], "round": 9}}, "bad_position"),
                             ({"position": page.view["position"], "ply": 1}, "bad_request")):
            self.assertEqual(self.error(page, **fields), code, fields)


class Operation(ServerTest):
    def test_metrics_count(self):
        page, _ = self.solo()
        next_step(page, min)
        status, text = self.server.request("GET", "/metrics")
        self.assertEqual(status, 200)
        values = dict(re.findall(r"^(volpe_\w+) (\d+)$", text, re.M))
        self.assertEqual(values["volpe_sockets"], "1")
        self.assertEqual(values["volpe_entries_total"], "3")
        self.assertEqual(values["volpe_tables"], "1")
        self.assertIn('volpe_answer_seconds_bucket{le="+Inf"}', text)
        self.assertEqual(self.server.request("GET", "/readyz"), (200, "ready\n"))

    def test_a_stop_tells_pages_to_come_again(self):
        page, token = self.solo()
        acknowledged = next_step(page, min)["revision"]
        self.assertEqual(self.server.stop(), 0)
        with self.assertRaises(Closed) as closed:
            while True:
                page.receive()
        self.assertEqual(closed.exception.args[0], 1012)
        self.assertIn('"event":"stopped"', self.server.logs())
        self.server.start()
        again = Page(self.server, token, page.table)
        self.addCleanup(again.close)
        self.assertEqual(again.view["revision"], acknowledged)
        self.assertEqual(next_step(again, min)["type"], "done")

    def test_export_import_and_backup(self):
        page, token = self.solo()
        play_on(page, min)
        record = self.server.record(page.table)
        with tempfile.TemporaryDirectory() as folder:
            def volpe(*arguments, status=0):
                done = subprocess.run([VOLPE, *arguments], capture_output=True, text=True)
                self.assertEqual(done.returncode, status, done.stderr)
                return done.stderr
            volpe("export", f"{folder}/all.jsonl", "--store", self.server.store)  # while it runs
            volpe("backup", f"{folder}/copy.db", "--store", self.server.store)
            for file in [*pathlib.Path(folder).iterdir(), *pathlib.Path(self.server.folder.name).glob("volpe.db*")]:
                self.assertEqual(file.stat().st_mode & 0o777, 0o600, file)  # secrets of games that go on
            volpe("import", f"{folder}/all.jsonl", "--store", f"sqlite:{folder}/new.db")
            volpe("import", f"{folder}/all.jsonl", "--store", f"sqlite:{folder}/new.db", status=1)  # not empty
            volpe("export", f"{folder}/all.jsonl", "--store", f"sqlite:{folder}/nowhere/x.db", status=1)
            for store in ("new", "copy"):
                other = Server(f"sqlite:{folder}/{store}.db")
                try:
                    self.assertEqual(other.record(page.table), record)
                    self.assertEqual(other.request("GET", "/api/v1/me", token=token)[1], {"name": "Anna"})
                finally:
                    other.close()

    def test_the_operator_removes_tables_and_names(self):
        def remove(*arguments):
            done = subprocess.run([VOLPE, "remove", *arguments, "--store", self.server.store], capture_output=True,
                                  text=True, check=False)
            self.assertLessEqual(len(done.stderr.splitlines()), 1, done.stderr)
            return done.returncode

        page, token = self.solo("Rude words")
        kept, _ = self.solo("Anna")
        other, _ = self.solo("Bernd")
        self.assertEqual(remove(), 2)
        self.assertEqual(remove("--table", "x", "--name", "y"), 2)
        self.assertEqual(remove("--table", "nowhere"), 1)
        self.assertEqual(remove("--name", "rude words"), 1)
        self.assertEqual(remove("--name", "Rude words"), 0)
        self.assertEqual(self.server.request("GET", "/api/v1/me", token=token), (200, {"name": "?"}))
        self.assertEqual(remove("--table", other.table), 0)
        self.assertEqual(remove("--table", other.table), 1)
        self.assertEqual(other.do("roll", seat=0, ply=0)["error"]["code"], "not_found")
        self.assertEqual(self.server.request("GET", f"/api/v1/tables/{other.table}")[0], 404)
        self.assertEqual(next_step(kept, min)["type"], "done")
        self.server.stop()
        self.server.start()
        self.assertEqual(self.server.view(page.table)["players"][0]["name"], "?")
        self.assertEqual(self.server.view(kept.table)["players"][0]["name"], "Anna")

    def test_bad_arguments_are_refused(self):
        for arguments, words in ((["--listen", "nowhere"], "nowhere"), (["--store", "cards:1"], "cards"),
                                 (["--threads", "many"], "--threads"), (["--most-connections", "0"], "--most-connections")):
            done = subprocess.run([VOLPE, "serve", *arguments], capture_output=True, text=True, timeout=60,
                                  env={**os.environ, "XDG_DATA_HOME": self.server.folder.name})
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(words, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


class Abandoned(ServerTest):
    def verify(self, table):
        return subprocess.run([VOLPE, "verify", "-"], input=self.server.record(table), capture_output=True, text=True)

    def test_fair_dice_are_shown_and_the_game_is_over(self):
        page, token = self.solo()
        while page.view["position"]["ply"] < 7 or page.view["roller"] is None:
            next_step(page, min)
        table, ply = page.table, page.view["position"]["ply"]
        page.close()
        self.server.age(table, 89)
        self.assertEqual(self.server.view(table)["stage"], "playing")
        self.assertIn("not revealed", self.verify(table).stderr)
        self.server.age(table, 2)
        view = self.server.view(table, token)
        self.assertEqual((view["stage"], view["broken_off"], view["position"]["ply"]), ("over", True, ply))
        verified = self.verify(table)
        self.assertEqual(verified.returncode, 0, verified.stderr)
        self.assertRegex(verified.stdout, r"All \d rolls follow from the secret and the seed of seat 0")
        status, answer = self.server.do(table, token, "roll", seat=0, ply=ply)
        self.assertEqual((status, answer["error"]["code"]), (409, "game_over"), answer)
        line, = self.server.request("GET", "/api/v1/me/tables", token=token)[1]["tables"]
        self.assertTrue(line["archived"] and line["broken_off"])
        self.assertEqual((line["stage"], "totals" in line), ("over", False))
        self.assertEqual(self.server.request("GET", "/api/v1/me/statistics", token=token)[1]["last"], [])

    def test_other_dice_go_on(self):
        page, token = self.solo(dice="real")
        page.close()
        self.server.age(page.table, 91)
        self.assertEqual(self.server.view(page.table)["stage"], "playing")
        status, answer = self.server.do(page.table, token, "event", seat=0, event="roll y1 b2 g3 o4 p5 w6", ply=0)
        self.assertEqual(status, 200, answer)


class Models(unittest.TestCase):
    """Bots of Clever, and the best of Genial, stand on model files."""

    def serve(self, folder):
        server = Server(environment={"VOLPE_MODELS": folder, "VOLPE_DATA": folder})
        self.addCleanup(server.close)
        return server

    def models(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in MODELS.glob("*.model"):
            shutil.copy(name, folder.name)
        return folder.name

    def refused(self, server, token, game, bot):
        status, answer = server.request("POST", "/api/v1/tables", {"game": game, "seats": 2, "bots": [None, bot]}, token)
        if status == 201:
            return None
        self.assertEqual((status, answer["error"]["code"]), (400, "unknown_level"), answer)
        return answer["error"]["message"]

    def test_nothing_is_said_if_all_are_there(self):
        server = self.serve(self.models())
        self.assertNotIn('"event":"models"', server.logs())
        token = server.person("Anna")
        self.assertIsNone(self.refused(server, token, "clever", "level1"))
        self.assertIsNone(self.refused(server, token, "genial", "level5"))
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.stdout.read(), "")

    def test_without_any_people_play_each_other_and_some_bots_play(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = self.serve(folder.name)
        said = [server.process.stdout.readline() for _ in range(2)]
        self.assertRegex(said[0], f"^Bots cannot play clever: the model {folder.name}/clever-.* is missing .* start again")
        self.assertRegex(said[1], f"^Bots from level5 on cannot play genial: the model {folder.name}/genial-.* is missing")
        told = [json.loads(line) for line in server.logs().splitlines() if '"event":"models"' in line]
        self.assertEqual([(line["level"], line["game"]) for line in told], [("warning", "clever"), ("warning", "genial")])
        self.assertIn(told[0]["error"], said[0])
        token = server.person("Anna")
        for game, bot in [("clever", "level1"), ("clever", "expert"), ("genial", "level5"), ("genial", "expert")]:
            self.assertRegex(self.refused(server, token, game, bot), f"^{bot} cannot play {game} here: ")
        for bot in ["level1", "level4"]:
            self.assertIsNone(self.refused(server, token, "genial", bot))
        self.assertEqual(self.refused(server, token, "clever", "fox"), self.refused(server, token, "genial", "fox"))

        table = server.table(token, game="clever", seats=2, first="0")
        self.assertEqual(server.do(table, token, "bot", seat=1, bot="level2")[1]["error"]["code"], "unknown_level")
        for seat in range(2):
            self.assertEqual(server.do(table, token, "sit", seat=seat, seed="s")[0], 200)
        self.assertEqual(server.do(table, token, "start")[0], 200)
        for what in ["away", "resign"]:
            self.assertEqual(server.do(table, token, what, seat=1, bot="level2")[1]["error"]["code"], "unknown_level")
        page = Page(server, token, table)
        self.addCleanup(page.close)
        play_on(page, min)
        self.assertEqual(page.view["stage"], "over")

    def test_a_damaged_one_is_no_model(self):
        folder = self.models()
        with open(f"{folder}/genial-2.model", "r+b") as file:
            file.seek(1000)
            byte = file.read(1)
            file.seek(1000)
            file.write(bytes([byte[0] ^ 1]))
        server = self.serve(folder)
        self.assertRegex(server.process.stdout.readline(), "^Bots from level5 on cannot play genial: .* is damaged: ")
        token = server.person("Anna")
        self.assertIsNotNone(self.refused(server, token, "genial", "level5"))
        self.assertIsNone(self.refused(server, token, "clever", "level5"))


class Hostile(ServerTest):
    def test_names_are_just_text(self):
        for name in ("Robert'); DROP TABLE people;--", "<script>alert(1)</script>", "𝔙ölpe 🦊", "a" * 40):
            token = self.server.person(name)
            self.assertEqual(self.server.request("GET", "/api/v1/me", token=token), (200, {"name": name}))
        for name in ("", " ", "a" * 41, "a|b", "a\nb", "a\u0000b", 7, None, ["x"]):
            status, answer = self.server.request("POST", "/api/v1/people", {"name": name})
            self.assertEqual((status, answer["error"]["code"]), (400, "bad_request"), name)

    def test_requests_that_make_no_sense(self):
        token = self.server.person("Anna")
        table = self.server.table(token, game="clever", seats=1)
        path = f"/api/v1/tables/{table}"
        for method, where, body, status in (
                ("GET", "/api/v1/nothing", None, 404), ("GET", "/", None, 404), ("POST", "/api/v1/tables", {}, 400),
                ("POST", "/api/v1/tables", {"game": "chess", "seats": 2}, 400),
                ("POST", "/api/v1/tables", {"game": "clever", "seats": 9}, 400),
                ("POST", "/api/v1/tables", {"game": "clever", "seats": "1"}, 400),
                ("POST", "/api/v1/tables", {"game": "clever", "seats": 1, "match": True}, 400),
                ("POST", "/api/v1/tables", {"game": "clever", "seats": 1, "first": "3"}, 400),
                ("POST", "/api/v1/tables", {"game": "clever", "seats": 1, "options": {"decline": "never"}}, 400),
                ("POST", "/api/v1/tables", {"game": "clever", "seats": 1, "dice": "loaded"}, 400),
                ("POST", path, {"do": "sit", "seat": 0}, 400), ("POST", path, {"id": 5, "do": "sit"}, 400),
                ("POST", path, {"id": "x", "do": "sit", "seat": -1}, 400),
                ("POST", path, {"id": "x", "do": "open"}, 400), ("POST", path, {"id": "x" * 65, "do": "start"}, 400),
                ("POST", path, {"id": "x", "do": "sit", "seat": 0, "seed": "no spaces"}, 400),
                ("POST", path, {"id": "x", "do": "event", "seat": 0, "event": "roll", "ply": 0}, 409),
                ("POST", path + "/try", {"seat": 0, "events": "g@g"}, 400),
                ("GET", path + "/record", None, 404), ("GET", "/api/v1/tables/nowhere", None, 404),
                ("GET", "/api/v1/daily/2026-02-30", None, 400), ("DELETE", path, None, 404)):
            answer = self.server.request(method, where, body, token)
            self.assertEqual(answer[0], status, (method, where, body, answer))
            self.assertIn("message", answer[1]["error"])
        self.assertEqual(self.server.view(table)["revision"], 1)

    def test_messages_that_make_no_sense(self):
        socket = Socket(self.server.port)
        self.addCleanup(socket.close)
        for text in (b"", b"{", b"[]", b"7", b'{"op":7}', b'{"op":"dance"}', b'{"op":"watch"}',
                     b'{"op":"hello","token":"x"}', b'{"op":"do","table":"x","do":"sit","id":"1"}',
                     b"[" * 5000, b'{"op":"advise","position":[]}', b'{"op":"watch","table":"' + b"x" * 65 + b'"}'):
            socket.frame(1, text)
            self.assertEqual(socket.receive()["type"], "error", text)

    def test_what_is_secret_stays_secret(self):
        page, token = self.solo()
        text = str(self.server.view(page.table, token))
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([VOLPE, "export", f"{folder}/all", "--store", self.server.store], check=True)
            with open(f"{folder}/all", encoding="utf-8") as file:
                kept = file.read()
        secret = re.search(r'secrets\\*":\[\\*"([0-9a-f]{64})', kept)[1]
        self.assertNotIn(secret, text)
        self.assertNotIn(secret, self.server.record(page.table))
        self.assertNotIn(token, kept)  # tokens are kept as hashes
        other = self.server.person("Bernd")
        self.assertNotIn('"you": true', str(self.server.view(page.table, other)))
        self.assertEqual(self.server.request("GET", "/api/v1/me/tables", token=other)[1]["tables"], [])

    def test_an_address_has_only_so_many_new_people(self):
        self.server.stop()
        self.server.arguments += ("--people-per-hour", "3", "--trusted-proxy", "127.0.0.1")
        self.server.start()

        def new(address, name="Anna"):
            status, answer = self.server.request("POST", "/api/v1/people", {"name": name},
                                                 headers={"X-Forwarded-For": address})
            return answer["error"]["code"] if status != 201 else "made"

        self.assertEqual(new("203.0.113.1", "a|b"), "bad_request")  # does not count
        self.assertEqual([new("203.0.113.1") for _ in range(4)], ["made"] * 3 + ["too_many"])
        self.assertEqual(new("203.0.113.2"), "made")
        self.assertEqual([new(f"2001:db8::{n}") for n in range(4)], ["made"] * 3 + ["too_many"])
        self.assertEqual([new("127.0.0.1") for _ in range(5)], ["made"] * 5)

    def test_a_person_has_only_so_many_tables(self):
        token = self.server.person("Anna")
        for _ in range(100):
            self.server.table(token, game="clever", seats=1)
        self.assertEqual(self.server.request("POST", "/api/v1/tables", {"game": "clever", "seats": 1}, token)[0], 429)


if __name__ == "__main__":
    unittest.main()
