"""Load on a real server: every record holds, what it costs is said, and a minute of it does not make the server grow.

Nothing here depends on speed.
"""

import json
import os
import re
import socket
import subprocess
import time
import unittest

from client import VOLPE, Server

SECONDS = int(os.environ.get("VOLPE_LOAD_SECONDS", "60"))
MOST_GROWTH = 24  # MB; a table that is over stays in memory for a minute, with some 40 kB


def megabytes(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return int(re.search(r"^VmRSS:\s+(\d+) kB$", file.read(), re.M)[1]) / 1024


def load(port, *arguments):
    """The command line of a load on a server of this machine."""
    return [VOLPE, "load", "--url", f"http://127.0.0.1:{port}", *arguments]


class Load(unittest.TestCase):
    def server(self, *arguments):
        server = Server(None, 0, "--most-per-address", "10000", *arguments)
        self.addCleanup(server.close)
        return server

    def run_load(self, port, *arguments):
        return subprocess.run(load(port, *arguments), capture_output=True, text=True)

    def measured(self, *arguments):
        """What a second of load prints as JSON."""
        done = self.run_load(self.server().port, "--tables", "6", "--rate", "300", "--seconds", "1", "--json",
                             *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_a_minute_of_games(self):
        server = self.server()
        players = subprocess.Popen(load(server.port, "--tables", "30", "--rate", "150", "--seconds", str(SECONDS)),
                                   stdout=subprocess.PIPE, text=True)
        time.sleep(SECONDS / 3)
        early = megabytes(server.process)
        said, _ = players.communicate()
        late = megabytes(server.process)
        print(f"{said}{early:.0f} MB after {SECONDS // 3} s, {late:.0f} MB at the end")
        self.assertEqual(players.returncode, 0, said)
        checked, broken, failed = map(int, re.search(r"(\d+) records checked, (\d+) broken; (\d+) tables", said).groups())
        self.assertGreaterEqual(checked, 30)
        self.assertEqual((broken, failed), (0, 0))
        costs = [re.search(rf"^{who}: ([\d.]+) CPU seconds for 1,000", said, re.M) for who in ("server", "players")]
        self.assertTrue(all(cost and float(cost[1]) > 0 for cost in costs), said)
        self.assertLess(late - early, MOST_GROWTH)
        self.assertEqual(server.stop(), 0)

    def test_json_says_everything(self):
        for arguments in ((), ("--game", "genial", "--seats", "3"), ("--threads", "2"), ("--delta",)):
            said = self.measured(*arguments)
            self.assertEqual(said["tables"], 6)
            self.assertEqual(said["sockets"], 18 if "genial" in arguments else 12)
            for name in ("events", "rate", "seconds", "server_cpu_seconds_for_1000_events",
                         "own_cpu_seconds_for_1000_events", "context_switches_an_event", "bytes_received_an_event"):
                self.assertGreater(said[name], 0, (name, said))
            times = said["play"]
            self.assertTrue(0 < times["median"] <= times["p90"] <= times["p99"] <= times["max"], times)
            self.assertEqual(set(said["echo"]), set(times))
            self.assertGreaterEqual(said["records_checked"], 6)
            self.assertEqual([said[what] for what in ("records_broken", "tables_failed", "connections_failed")],
                             [0, 0, 0])

    def test_a_server_that_is_not_there(self):
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            port = nobody.getsockname()[1]
            done = self.run_load(port, "--tables", "2", "--seconds", "1")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(f"there is no server at http://127.0.0.1:{port}", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_table_that_fails_ends_the_run(self):
        done = self.run_load(self.server().port, "--tables", "2", "--game", "chess", "--seconds", "1000")
        self.assertEqual(done.returncode, 1)
        self.assertIn("chess", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertRegex(done.stdout, r"[12] tables failed, 0 connections failed\n")

    def test_a_server_that_dies_ends_the_run(self):
        server = self.server()
        players = subprocess.Popen(load(server.port, "--tables", "4", "--seconds", "1000"),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while int(re.search(r"^volpe_entries_total (\d+)$", server.request("GET", "/metrics")[1], re.M)[1]) < 30:
            pass
        server.kill()
        said, failure = players.communicate()
        self.assertEqual(players.returncode, 1)
        self.assertRegex(said, r"[1-4] tables failed, [1-9]\d* connections failed\n")
        self.assertIn("connection", failure)


if __name__ == "__main__":
    unittest.main()
