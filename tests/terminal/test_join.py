"""The full-screen game at tables of a real server: alone, with others, watching, and while the server is killed."""

import json
import pathlib
import sys
import threading
import time
import unittest

from terminal import OVER, READY, TIMEOUT, TerminalTest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import Page, Server, is_over, play_on  # noqa: E402


class Joining(TerminalTest):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        self.host = self.server.person("Host")

    def address(self, table=""):
        return f"http://127.0.0.1:{self.server.port}" + (f"/t/{table}" if table else "")

    def table(self, **offer):
        return self.server.table(self.host, **offer)

    def start(self, table):
        self.assertEqual(self.server.do(table, self.host, "start")[0], 200)

    def until(self, table, wanted):
        """The view of the table as soon as it is as wanted."""
        end = time.monotonic() + TIMEOUT
        while True:
            view = self.server.view(table)
            if wanted(view):
                return view
            self.assertLess(time.monotonic(), end, view)
            time.sleep(0.02)

    def seen_by(self, terminal, table):
        """The table as the person at a terminal sees it."""
        [kept] = (terminal.folder / "volpe" / "people").glob("*.json")
        return self.server.view(table, json.loads(kept.read_text(encoding="utf-8"))["token"])

    def step(self, terminal, table):
        """Takes the first decision, or rolls, when it is asked for; false at the end.

        A key that comes before the news of the next question is let pass by the game: then it is pressed again."""
        terminal.wait_for(*READY, OVER)
        before = self.seen_by(terminal, table)
        end = time.monotonic() + TIMEOUT
        again = 0
        while not is_over(before) and question(self.seen_by(terminal, table)) == question(before):
            self.assertLess(time.monotonic(), end, terminal.screen())
            if time.monotonic() > again and any(ready in terminal.screen() for ready in READY):
                terminal.press("1", "Space")
                again = time.monotonic() + 2
            time.sleep(0.01)
        return not is_over(before)


def question(view):
    """What a person is asked at a table, as something to compare."""
    places = [[choice.get(key) for key in ("seat", "ply", "turn", "step")] for choice in view.get("choices", [])]
    roller = view.get("roller")
    rolls = roller is not None and view["players"][roller]["you"]
    return [view["stage"], places, view["position"]["ply"] if rolls else None]


class Alone(Joining):
    def test_a_whole_game(self):
        table = self.table(game="clever", seats=1)
        terminal = self.terminal()
        terminal.play("--join", self.address(table), "--name", "Anna")
        terminal.wait_for("Whoever opened the table starts the game")
        self.start(table)
        self.assertIn("Anna", terminal.wait_for(*READY))
        while self.step(terminal, table):
            pass
        view = self.server.view(table)
        self.assertEqual(view["stage"], "over")
        self.assertIn(str(view["position"]["result"]["totals"][0]), terminal.wait_for(OVER))
        terminal.press("q")
        terminal.wait_for("$", gone=[OVER])

    def test_undo_and_hint(self):
        table = self.table(game="clever", seats=1)
        terminal = self.terminal()
        terminal.play("--join", self.address(table))
        terminal.wait_for("Whoever opened")
        self.start(table)
        self.step(terminal, table)
        terminal.wait_for("Enter Confirm")
        terminal.press("h")
        self.assertIn("Any key", terminal.wait_for("Any key Back"))
        terminal.press("Escape")
        terminal.wait_for("Enter Confirm")
        self.step(terminal, table)
        self.assertEqual(self.server.view(table)["position"]["ply"], 2)
        terminal.wait_for("u Undo")
        terminal.press("u")
        self.until(table, lambda view: view["position"]["ply"] == 1)
        self.assertIn("roll", self.server.record(table))

    def test_who_leaves_comes_back_to_the_seat(self):
        table = self.table(game="clever", seats=1)
        terminal = self.terminal()
        terminal.play("--join", self.address(table), "--name", "Anna")
        terminal.wait_for("Whoever opened")
        self.start(table)
        self.step(terminal, table)
        terminal.wait_for("Enter Confirm")
        terminal.press("q")
        terminal.wait_for("Leave?")
        terminal.press("Enter")
        self.assertIn(f"volpe play --join {self.address(table)}", terminal.wait_for("Back to it").replace("\n", ""))
        terminal.run("echo status $?")
        terminal.wait_for("status 0")  # under the sanitizers: nothing was left lying about
        terminal.play("--join", self.address(table))
        self.assertIn("Anna", terminal.wait_for("Enter Confirm"))

    def test_a_server_that_is_killed_loses_and_doubles_nothing(self):
        table = self.table(game="clever", seats=1)
        terminal = self.terminal()
        terminal.play("--join", self.address(table))
        terminal.wait_for("Whoever opened")
        self.start(table)
        for _ in range(5):
            self.step(terminal, table)
        for _ in range(3):
            shown = terminal.wait_for(*READY)
            before = self.server.record(table)
            self.server.kill()
            terminal.wait_for("The connection is gone")
            terminal.press("1", "Space")  # is sent when the server is there again
            self.server.start()
            terminal.wait_for("The connection is back")
            self.until(table, lambda view: view["position"]["ply"] == len(before.split("\n\n", 1)[1].splitlines()) + 1)
            self.assertTrue(self.server.record(table).startswith(before.rstrip("\n")), shown)
        while self.step(terminal, table):
            pass
        self.assertEqual(self.server.view(table)["stage"], "over")


class Together(Joining):
    def play_with(self, table, **first):
        """A page of the host plays the first seat in a thread of its own, to the end."""
        self.assertEqual(self.server.do(table, self.host, "sit", seat=0, seed="fox", **first)[0], 200)
        page = Page(self.server, self.host, table)
        self.addCleanup(page.close)
        return threading.Thread(target=play_on, args=(page, lambda legal: legal[0]), daemon=True)

    def test_the_second_seat(self):
        for game in ("clever", "genial"):
            with self.subTest(game=game):
                table = self.table(game=game, seats=2)
                other = self.play_with(table)
                terminal = self.terminal()
                terminal.play("--join", self.address(table), "--name", "Anna")
                terminal.wait_for("Whoever opened")
                self.assertEqual(self.server.view(table)["players"][1]["name"], "Anna")
                self.start(table)
                other.start()
                while self.step(terminal, table):
                    pass
                other.join(TIMEOUT)
                self.assertFalse(other.is_alive())
                self.assertTrue(is_over(self.server.view(table)))
                self.assertIn("Enter Again", terminal.wait_for(OVER))
                terminal.press("Enter")
                self.until(table, lambda view: "rematch" in view)
                terminal.wait_for("Waiting for players")

    def test_the_list_of_open_tables(self):
        terminal = self.terminal()
        terminal.play("--join", self.address(), "--name", "Anna")
        terminal.wait_for("No table is open")
        table = self.table(game="genial", seats=3, listed=True)
        self.assertIn("0 of 3 seats taken", terminal.wait_for("Genial"))
        terminal.press("Enter")
        self.until(table, lambda view: view["players"][0].get("name") == "Anna")
        terminal.wait_for("Waiting for players")

    def test_watching_and_a_full_table(self):
        table = self.table(game="genial", seats=2)
        for seat in (0, 1):
            self.assertEqual(self.server.do(table, self.host, "sit", seat=seat, seed="fox")[0], 200)
        late = self.terminal()
        late.play("--join", self.address(table))
        late.wait_for("All seats are taken: you are watching")
        watcher = self.terminal()
        watcher.play("--join", self.address(table), "--watch", "--language", "de")
        watcher.wait_for("Du schaust zu")
        self.start(table)
        page = Page(self.server, self.host, table)
        self.addCleanup(page.close)
        play_on(page, lambda legal: legal[0], until=lambda view: view["position"]["ply"] >= 6)
        for terminal in (late, watcher):
            self.assertIn("Genial", terminal.wait_for("Host"))
            terminal.press("1", "Space")
        play_on(page, lambda legal: legal[0])
        late.wait_for(OVER)


class Abandoned(Joining):
    def test_a_game_that_was_broken_off_is_over(self):
        table = self.table(game="clever", seats=1)
        self.assertEqual(self.server.do(table, self.host, "sit", seat=0, seed="s")[0], 200)
        self.start(table)
        self.server.age(table, 91)
        terminal = self.terminal()
        terminal.play("--join", self.address(table), "--watch")
        terminal.wait_for("The game is over.", gone=["is playing"])


class Refused(Joining):
    def test_seats_on_paper_are_for_the_page(self):
        table = self.table(game="clever", seats=2, dice="real", paper=[1], listed=True)
        for seat in (0, 1):
            self.assertEqual(self.server.do(table, self.host, "sit", seat=seat)[0], 200)
        self.start(table)
        terminal = self.terminal(200, 24)
        for how in ((), ("--watch",)):
            terminal.play("--join", self.address(table), *how)
            terminal.wait_for("open it in a browser")
            terminal.run("clear")

    def test_one_clear_sentence(self):
        terminal = self.terminal(200, 24)
        for address, sentence in (
            ("nonsense here", "is not the address of a table"),
            ("https://example.org/t/x", "open an address with https:// in a browser"),
            (self.address("nothing"), f"There is no table at {self.address('nothing')}."),
            ("http://127.0.0.1:1", "No server answers at http://127.0.0.1:1."),
        ):
            terminal.play("--join", address)
            terminal.wait_for(sentence)
            terminal.run("echo status $?")
            terminal.wait_for("status 1")

    def test_what_does_not_go_together(self):
        terminal = self.terminal(200, 24)
        for arguments, sentence in (
            (("--name", "Anna"), "--name and --watch go with --join"),
            (("clever", "--join", self.address()), "--join plays the game of the table"),
            (("--plain", "--join", self.address()), "--join needs a terminal"),
        ):
            terminal.play(*arguments)
            terminal.wait_for(sentence)


if __name__ == "__main__":
    unittest.main()
