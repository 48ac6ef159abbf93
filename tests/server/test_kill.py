"""Kills the server under load, again and again: whatever it has acknowledged must be there afterwards."""

import os
import random
import re
import threading
import unittest
from http.client import HTTPException

from client import Closed, Page, Server, next_step

KILLS = int(os.environ.get("VOLPE_KILLS", "10"))
TABLES = 8


class Player(threading.Thread):
    """Plays solo games one after the other on one server, whatever happens to it, and keeps what was acknowledged."""

    def __init__(self, server, number):
        super().__init__()
        self.server, self.token = server, server.person(f"Player {number}")
        self.choose = random.Random(number).choice
        self.tables = []
        self.acknowledged = {}  # table: highest revision
        self.begun = set()  # tables whose start was acknowledged: they have a record
        self.answers = 0
        self.ended = False
        self.error = None
        self.new_table()

    def new_table(self):
        self.tables.append(self.server.table(self.token, game="clever", seats=1))
        self.acknowledged[self.tables[-1]] = 1

    def begin(self, table):
        """Asked again with the same ids if the server was killed in between."""
        for what in ({"do": "sit", "seat": 0}, {"do": "start"}):
            status, answer = self.server.request("POST", f"/api/v1/tables/{table}", {"id": what["do"], **what}, self.token)
            assert status == 200, answer
            self.acknowledged[table] = answer["revision"]
        self.begun.add(table)

    def run(self):
        while not self.ended:
            try:
                self.begin(self.tables[-1])
                page = Page(self.server, self.token, self.tables[-1])
                while not self.ended:
                    if page.view["stage"] == "over":
                        self.new_table()
                        break
                    answer = next_step(page, self.choose)
                    assert answer["type"] == "done", answer
                    self.acknowledged[page.table] = answer["revision"]
                    self.answers += 1
                page.close()
            except (OSError, HTTPException, Closed):
                pass  # killed; it will be back
            except Exception as error:  # noqa: BLE001 (the test shows it)
                self.error = error
                return


class Killed(unittest.TestCase):
    def test_nothing_acknowledged_is_lost(self):
        server = Server()
        self.addCleanup(server.close)
        players = [Player(server, number) for number in range(TABLES)]
        for player in players:
            player.start()
        pause = random.Random(5)
        for _ in range(KILLS):
            # Some answers later, at any moment.
            goal = sum(player.answers for player in players) + pause.randrange(20, 200)
            while sum(player.answers for player in players) < goal and all(player.is_alive() for player in players):
                threading.Event().wait(0.001)
            server.kill()
            server.start()
        for player in players:
            player.ended = True
        for player in players:
            player.join()
            self.assertIsNone(player.error)
        for player in players:
            for table, revision in player.acknowledged.items():
                self.assertGreaterEqual(server.view(table)["revision"], revision)
                if table in player.begun:
                    self.assertTrue(re.match(r"volpe: 1\n", server.record(table)))
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
