"""Two servers on one PostgreSQL: players of one table on different servers, a server killed, the database restarted or cut off."""

import os
import random
import shlex
import socket
import subprocess
import tempfile
import threading
import unittest
from urllib.parse import parse_qs, quote, urlsplit

from client import VOLPE, Closed, Page, Server, next_step, play_on

POSTGRES = os.environ["VOLPE_TEST_POSTGRES"]
CONTROL = shlex.split(os.environ["VOLPE_TEST_POSTGRES_CONTROL"])


class Traveller(threading.Thread):
    """Plays its seats of a table to the end, on whichever server answers; sends again what was not acknowledged."""

    def __init__(self, servers, token, table, number):
        super().__init__()
        self.servers, self.token, self.table = servers, token, table
        self.random = random.Random(number)
        self.error = None
        self.acknowledged = 0
        self.answers = 0
        self.unsure = None  # a message whose answer was lost

    def ask(self, page, message):
        self.unsure = message
        answer = page.answer(**message)
        if answer["type"] == "error" and answer["error"]["code"] == "unavailable":
            return None  # not done, or not known to be: asked again
        self.unsure = None
        self.answers += 1
        if answer["type"] == "done":
            self.acknowledged = max(self.acknowledged, answer["revision"])
        else:
            assert answer["error"]["code"] in ("stale", "illegal_event"), answer
        return answer

    def play(self, page):
        while page.view["stage"] != "over":
            if self.unsure:
                if self.ask(page, self.unsure) is None:
                    return
                continue
            before = page.view["revision"]
            message = {}
            page.answer = lambda **fields: message.update(fields)  # what it would do now
            next_step(page, self.random.choice)
            del page.answer
            if not message:
                page.receive()
                continue
            answer = self.ask(page, {"id": f"{before}-{self.random.random()}", **message})
            if answer is None:
                return
            while answer["type"] == "error" and page.view["revision"] == before:
                page.receive()

    def run(self):
        over = False
        while not over:
            try:
                page = Page(self.random.choice(self.servers), self.token, self.table)
                self.play(page)
                over = page.view["stage"] == "over"
                page.close()
            except (OSError, Closed):
                pass  # that server is gone: any other will do
            except AssertionError as error:
                if "unavailable" not in str(error) and "refused" not in str(error):
                    self.error = error
                    return
            except Exception as error:  # noqa: BLE001 (the test shows it)
                self.error = error
                return


class Proxy:
    """The network between a server and the database: it can fall silent, be cut, and be mended."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        end = parse_qs(urlsplit(POSTGRES).query)["host"][0]
        self.far = f"{end}/.s.PGSQL.5432"
        self.address = POSTGRES.replace(quote(end, safe="/"), self.folder.name)
        self.flows = threading.Event()
        self.flows.set()
        self.whole = True
        self.ends = set()
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(f"{self.folder.name}/.s.PGSQL.5432")
        self.door.listen()
        threading.Thread(target=self.let_in, daemon=True).start()

    def let_in(self):
        while True:
            try:
                near = self.door.accept()[0]
            except OSError:
                return  # closed
            if not self.whole:
                near.close()
                continue
            far = socket.socket(socket.AF_UNIX)
            far.connect(self.far)
            self.ends |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
        except OSError:
            pass  # cut
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.whole = False
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def mend(self):
        self.whole = True
        self.flows.set()

    def close(self):
        self.cut()
        self.flows.set()
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        for end in self.ends:
            end.close()
        self.folder.cleanup()


class TwoServers(unittest.TestCase):
    def setUp(self):
        self.servers = [Server(POSTGRES), Server(POSTGRES)]
        for server in self.servers:
            self.addCleanup(server.close)

    def begin(self, seats, game="clever"):
        first = self.servers[0]
        tokens = [first.person(f"Player {n}") for n in range(seats)]
        table = first.table(tokens[0], game=game, seats=seats)
        for seat, token in enumerate(tokens):
            # On any server: nothing depends on which one.
            self.assertEqual(self.servers[seat % 2].do(table, token, "sit", seat=seat, seed=f"s{seat}")[0], 200)
        self.assertEqual(self.servers[1].do(table, tokens[0], "start")[0], 200)
        return table, tokens

    def test_each_sees_what_the_other_does(self):
        table, tokens = self.begin(2, "genial")
        pages = [Page(self.servers[seat], token, table) for seat, token in enumerate(tokens)]
        threads = [threading.Thread(target=play_on, args=(page, max)) for page in pages]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for page in pages:
            self.assertEqual(page.view["stage"], "over")
            page.close()
        records = [server.record(table) for server in self.servers]
        self.assertEqual(records[0], records[1])

    def test_each_knows_who_looks_at_a_table_on_the_other(self):
        table, tokens = self.begin(2)
        here = Page(self.servers[0], tokens[0], table)
        self.addCleanup(here.close)

        def sees(page, people):
            page.until(lambda message: "here" in message and sum(message["here"]) == people)

        there = Page(self.servers[1], tokens[1], table)
        sees(here, 2)
        third = Server(POSTGRES)  # comes later, and asks
        self.addCleanup(third.close)
        guest = Page(third, third.person("Guest"), table)
        self.addCleanup(guest.close)
        sees(guest, 2)
        there.close()
        sees(here, 1)
        there = Page(self.servers[1], tokens[1], table)
        self.addCleanup(there.close)
        sees(here, 2)
        self.servers[1].kill()  # it cannot say goodbye
        sees(here, 1)
        sees(guest, 1)

    def test_a_new_name_is_seen_everywhere(self):
        table, tokens = self.begin(2)
        pages = [Page(self.servers[seat], token, table) for seat, token in enumerate(tokens)]
        for page in pages:
            self.addCleanup(page.close)
        self.assertEqual(self.servers[0].request("PATCH", "/api/v1/me", {"name": "Renamed"}, tokens[0])[0], 200)
        for page in pages:
            page.until(lambda message: message["type"] == "table" and "Renamed" in str(message["players"]))
        # It stays, though the page that says something next was opened under the old one.
        seat = next(n for n, player in enumerate(pages[0].view["players"]) if player["you"])
        revision = pages[0].do("away", seat=seat, bot="level1")["revision"]
        for page in pages:
            while page.view["revision"] < revision:
                page.receive()
            self.assertIn("Renamed", str(page.view["players"]))

    def test_each_hears_of_people_and_tables_that_are_gone(self):
        table, tokens = self.begin(3)
        page = Page(self.servers[1], tokens[2], table)
        self.addCleanup(page.close)
        self.assertEqual(self.servers[0].request("DELETE", "/api/v1/me", token=tokens[0])[0], 200)
        page.until(lambda message: message["type"] == "table" and "Player 0" not in str(message))
        subprocess.run([VOLPE, "remove", "--name", "Player 1", "--store", POSTGRES], check=True)
        page.until(lambda message: message["type"] == "table" and "Player 1" not in str(message))
        self.assertIn("Player 2", str(page.view["players"]))
        subprocess.run([VOLPE, "remove", "--table", table, "--store", POSTGRES], check=True)
        self.assertEqual(page.do("resign", seat=2, bot="level1")["error"]["code"], "not_found")
        while self.servers[0].request("GET", f"/api/v1/tables/{table}")[0] != 404:
            pass  # it hears of it a moment later

    def travellers(self, table, tokens):
        """People at a table, and how to wait until they have had some more answers."""
        people = [Traveller(self.servers, token, table, n) for n, token in enumerate(tokens)]
        for person in people:
            person.start()

        def after(answers):
            goal = sum(person.answers for person in people) + answers
            while sum(person.answers for person in people) < goal and any(person.is_alive() for person in people):
                threading.Event().wait(0.001)

        return people, after

    def check_end(self, table, people):
        for person in people:
            person.join()
            self.assertIsNone(person.error)
        views = [server.view(table) for server in self.servers]
        self.assertEqual(views[0]["position"], views[1]["position"])
        self.assertEqual(views[0]["stage"], "over")
        self.assertGreaterEqual(views[0]["revision"], max(person.acknowledged for person in people))
        self.assertIn("result:", self.servers[0].record(table))

    def test_play_goes_on_whatever_fails(self):
        table, tokens = self.begin(3)
        people, after = self.travellers(table, tokens)
        for victim in (0, 1, 0):
            after(8)
            self.servers[victim].kill()
            after(4)
            self.servers[victim].start()
        after(8)
        subprocess.run([*CONTROL, "-m", "immediate", "restart"], check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL)
        self.check_end(table, people)

    def test_play_goes_on_when_the_network_is_cut(self):
        proxy = Proxy()
        self.addCleanup(proxy.close)
        self.servers[1].kill()
        self.servers[1] = Server(proxy.address)
        self.addCleanup(self.servers[1].close)
        table, tokens = self.begin(3)
        people, after = self.travellers(table, tokens)
        for fault in (proxy.flows.clear, proxy.cut, proxy.flows.clear):
            after(8)
            fault()
            threading.Event().wait(1.5)  # how long it lasts; whoever sits at the other server may play on
            proxy.mend()
        self.check_end(table, people)


if __name__ == "__main__":
    unittest.main()
