"""A minute of load on a real server: every record holds, and the server does not grow. Nothing here depends on speed."""

import os
import re
import subprocess
import time
import unittest

from client import VOLPE, Server

SECONDS = int(os.environ.get("VOLPE_LOAD_SECONDS", "60"))
MOST_GROWTH = 24  # MB; a table that is over stays in memory for a minute, with some 40 kB


def megabytes(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return int(re.search(r"^VmRSS:\s+(\d+) kB$", file.read(), re.M)[1]) / 1024


class Load(unittest.TestCase):
    def test_a_minute_of_games(self):
        server = Server(None, 0, "--most-per-address", "10000")
        self.addCleanup(server.close)
        load = subprocess.Popen([VOLPE, "load", "--url", f"http://127.0.0.1:{server.port}", "--tables", "30",
                                 "--rate", "150", "--seconds", str(SECONDS)], stdout=subprocess.PIPE, text=True)
        time.sleep(SECONDS / 3)
        early = megabytes(server.process)
        said, _ = load.communicate()
        late = megabytes(server.process)
        print(f"{said}{early:.0f} MB after {SECONDS // 3} s, {late:.0f} MB at the end")
        self.assertEqual(load.returncode, 0, said)
        checked, broken, failed = map(int, re.search(r"(\d+) records checked, (\d+) broken; (\d+) tables", said).groups())
        self.assertGreaterEqual(checked, 30)
        self.assertEqual((broken, failed), (0, 0))
        self.assertLess(late - early, MOST_GROWTH)
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
