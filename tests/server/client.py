"""A server for the tests, and clients that speak HTTP and WebSocket to it over real sockets."""

import base64
import contextlib
import http.client
import json
import os
import re
import secrets
import signal
import socket
import sqlite3
import struct
import subprocess
import tempfile
import unittest

VOLPE = os.environ["VOLPE_BIN"]
TIMEOUT = 60  # seconds until something that should have come is missed


class Server:
    """volpe serve in a process of its own, on a free port."""

    def __init__(self, store=None, pace=0, *arguments, page="none", environment=None):
        self.folder = tempfile.TemporaryDirectory()
        self.store = store or f"sqlite:{self.folder.name}/volpe.db"
        self.pace = pace
        self.arguments = ("--page", page, *arguments)
        self.environment = {**os.environ, **(environment or {})}
        self.port = 0
        self.start()

    def start(self):
        self.log = open(f"{self.folder.name}/log", "ab")
        command = [VOLPE, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", self.store]
        self.process = subprocess.Popen([*command, "--pace", str(self.pace), "--rate", "100000", *self.arguments],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True, env=self.environment)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        if not found:
            raise AssertionError(f"the server did not start: {line!r} {self.logs()}")
        self.port = int(found[1])

    def logs(self):
        with open(f"{self.folder.name}/log", encoding="utf-8") as file:
            return file.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(TIMEOUT)
        self.process.stdout.close()
        self.log.close()
        return self.process.returncode

    def age(self, table, days):
        """As if nobody had touched a table for long, and the server had looked after old tables since."""
        self.stop()
        with contextlib.closing(sqlite3.connect(f"{self.folder.name}/volpe.db")) as store, store:
            for rows in ("tables SET time = time - ? WHERE id = ?", "entries SET time = time - ? WHERE table_id = ?"):
                store.execute(f"UPDATE {rows}", (days * 24 * 3600 * 1000, table))
        self.start()  # looks before it takes a signal
        self.stop()
        self.start()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.folder.cleanup()

    def request(self, method, path, body=None, token=None, headers=None):
        """Status, and the body as JSON if it is some."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            sent = {"Content-Type": "application/json", **(headers or {})}
            if token:
                sent["Authorization"] = f"Bearer {token}"
            connection.request(method, path, json.dumps(body) if body is not None else None, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith("{") else text
        finally:
            connection.close()

    def person(self, name):
        status, answer = self.request("POST", "/api/v1/people", {"name": name})
        assert status == 201, answer
        return answer["token"]

    def table(self, token, **offer):
        status, answer = self.request("POST", "/api/v1/tables", offer, token)
        assert status == 201, answer
        return answer["table"]

    def do(self, table, token, what, **fields):
        return self.request("POST", f"/api/v1/tables/{table}", {"id": secrets.token_hex(8), "do": what, **fields}, token)

    def view(self, table, token=None):
        status, answer = self.request("GET", f"/api/v1/tables/{table}", token=token)
        assert status == 200, answer
        return answer

    def record(self, table, game=None):
        query = f"?game={game}" if game else ""
        status, text = self.request("GET", f"/api/v1/tables/{table}/record{query}")
        assert status == 200, text
        return text


class Closed(Exception):
    """The other side has closed the socket."""


class Socket:
    """A WebSocket, as RFC 6455 wants it, or not."""

    def __init__(self, port, path="/ws", headers=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.bytes = b""
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
                 "Sec-WebSocket-Version: 13", *(f"{key}: {value}" for key, value in (headers or {}).items())]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            self._more()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])

    def _more(self):
        more = self.socket.recv(65536)
        if not more:
            raise Closed(0)
        self.bytes += more

    def _take(self, count):
        while len(self.bytes) < count:
            self._more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def frame(self, code, payload):
        mask = secrets.token_bytes(4)
        length = len(payload)
        head = bytes([0x80 | code])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def send(self, **message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; pings are answered on the way."""
        while True:
            first, second = self._take(2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack(">H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._take(8))
            payload = self._take(length)
            if first & 15 == 9:
                self.frame(10, payload)
            elif first & 15 == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005)
            elif first & 15 == 1:
                return json.loads(payload)

    def until(self, wanted):
        """The next message for which wanted(message) is true; others are let pass, however many there are."""
        while not wanted(message := self.receive()):
            pass
        return message

    def answer(self, **message):
        """Sends something with an id of its own and waits for its answer."""
        message.setdefault("id", secrets.token_hex(8))
        self.send(**message)
        return self.until(lambda answer: answer.get("id") == message["id"])

    def close(self):
        self.socket.close()


class Page(Socket):
    """A person's page that watches one table and knows its newest view."""

    def __init__(self, server, token, table):
        super().__init__(server.port)
        self.table = table
        self.view = None
        hello = self.answer(op="hello", token=token)
        assert hello["type"] == "hello", hello
        watching = self.answer(op="watch", table=table)
        assert watching["type"] == "watching", watching

    def receive(self):
        message = super().receive()
        if message["type"] == "table" and (self.view is None or message["revision"] >= self.view["revision"]):
            self.view = message
        return message

    def do(self, what, **fields):
        return self.answer(op="do", table=self.table, do=what, **fields)

    def decide(self, choice, event):
        where = {key: choice[key] for key in ("ply", "turn", "step") if key in choice}
        return self.do("event", seat=choice["seat"], event=event, **where)


def is_over(view):
    return view["stage"] == "over"


def next_step(page, choose):
    """Does one thing that the own seats of a page can do now; its answer, or None if they have to wait."""
    view = page.view
    roller = view.get("roller")
    if view.get("choices"):
        choice = view["choices"][0]
        return page.decide(choice, choose(choice["position"]["legal"]))
    if roller is not None and view["players"][roller]["you"] and not view["players"][roller]["bot"]:
        return page.do("roll", seat=roller, ply=view["position"]["ply"])
    if view["stage"] == "playing" and view["position"]["result"]:
        return page.do("next")
    return None


def play_on(page, choose, until=is_over, tell=lambda answer: None):
    """Plays the own seats of a page until something is so; `tell` is told every answer."""
    while not until(page.view):
        before = page.view["revision"]
        answer = next_step(page, choose)
        if answer is None:
            page.receive()
            continue
        tell(answer)
        if answer["type"] == "error":
            # Somebody else was faster; then there is something new to see.
            assert answer["error"]["code"] in ("stale", "illegal_event"), answer
            while page.view["revision"] == before:
                page.receive()


class ServerTest(unittest.TestCase):
    """A server of its own for each test, and a game alone at it."""

    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def solo(self, name="Anna", **offer):
        token = self.server.person(name)
        table = self.server.table(token, **{"game": "clever", "seats": 1, **offer})
        self.assertEqual(self.server.do(table, token, "sit", seat=0, seed="s")[0], 200)
        self.assertEqual(self.server.do(table, token, "start")[0], 200)
        page = Page(self.server, token, table)
        self.addCleanup(page.close)
        return page, token
