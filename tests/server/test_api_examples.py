"""Runs the examples of docs/server-api.md against a real server, from top to bottom."""

import json
import os
import pathlib
import re
import unittest

from client import Server, Socket

PAGE = pathlib.Path(os.environ["VOLPE_DOCS"]) / "server-api.md"


class Examples(unittest.TestCase):
    def setUp(self):
        self.server = Server(None, 60_000)
        self.addCleanup(self.server.close)
        self.words = {}
        self.socket = None

    def fill(self, text):
        return re.sub(r"\$(\w+)", lambda found: self.words.get(found[1], found[0]), text)

    def fits(self, wanted, found, where):
        """Whether an answer is as the page says; what it calls by a name is kept."""
        if wanted == "…":
            return
        if isinstance(wanted, str) and wanted.startswith("$"):
            self.assertIsInstance(found, str, where)
            if wanted[1:] in self.words and "anna" not in wanted:
                self.assertEqual(self.words[wanted[1:]], found, where)
            self.words[wanted[1:]] = found
        elif isinstance(wanted, dict):
            for key, value in wanted.items():
                self.assertIn(key, found, where)
                self.fits(value, found[key], f"{where} {key}")
        elif isinstance(wanted, list):
            self.assertEqual(len(wanted), len(found), where)
            for one, other in zip(wanted, found):
                self.fits(one, other, where)
        else:
            self.assertEqual(wanted, found, where)

    def request(self, text):
        head, *rest = self.fill(text).strip().split("\n")
        method, path = head.split()
        token = None
        if rest and rest[0].startswith("Authorization: Bearer "):
            token = rest.pop(0).split()[-1]
        return self.server.request(method, path, json.loads(rest[0]) if rest else None, token)

    def test_every_example_is_true(self):
        examples = re.findall(r"```(request|answer|send|receive)\n(.*?)\n```", PAGE.read_text(encoding="utf-8"), re.S)
        self.assertGreater(len(examples), 30)
        for kind, text in examples:
            with self.subTest(text):
                if kind == "request":
                    status, answer = self.request(text)
                elif kind == "answer":
                    wanted_status, wanted = text.strip().split(" ", 1)
                    self.assertEqual(int(wanted_status), status, answer)
                    self.fits(json.loads(wanted) if wanted.startswith("{") else wanted + "\n", answer, text)
                elif kind == "send":
                    self.socket = self.socket or Socket(self.server.port)
                    self.socket.send(**json.loads(self.fill(text)))
                else:
                    wanted = json.loads(text)
                    self.fits(wanted, self.socket.until(lambda message: message["type"] == wanted["type"]), text)
        self.socket.close()


if __name__ == "__main__":
    unittest.main()
