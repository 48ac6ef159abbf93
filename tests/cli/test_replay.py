"""Black-box tests of `volpe replay`."""

import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from commands import CommandTest, events, header, run
from engine import TIMEOUT, VOLPE, out_of_place


# Runs a command from a small process of its own: a child's ru_maxrss counts what its parent held when it was started.
MEMORY = """
import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


class Replay(CommandTest):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            run("simulate", "clever", "--seats", 2, "--games", 1, "--seed", 9, "--records", folder)
            (path,) = pathlib.Path(folder).iterdir()
            cls.record = path.read_text(encoding="utf-8")

    def replay(self, content):
        path = self.folder / "game.volpe"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return run("replay", path)

    def assert_refused(self, done, line=None):
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(done.stderr.decode(), r"\A[^\n]+\n\Z")
        if line is not None:
            self.assertRegex(done.stderr.decode(), r"\bline %d\b" % line)

    def test_a_good_record_is_printed_event_by_event(self):
        done = self.replay(self.record)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        printed = done.stdout.decode()
        place = 0
        for event in events(self.record):
            place = printed.index(event, place) + len(event)
        for total in header(self.record)["result"].split():
            self.assertIn(total, printed[place:])

    def test_a_record_that_ends_early_is_good(self):
        lines = [line for line in self.record.split("\n") if not line.startswith("result")]
        for end in (8, 9, 20, 50):
            done = self.replay("\n".join(lines[:end]) + "\n")
            self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_comments_are_ignored(self):
        done = self.replay("# one\n" + self.record.replace("\nroll", "\n# two\nroll"))
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_one_broken_event_is_refused_with_its_line(self):
        lines = self.record.split("\n")
        for number in range(lines.index("") + 1, len(lines) - 1, 9):
            for word in ("frob", out_of_place(lines[number]), "roll y1 b1 g1 o1 p1 w0"):
                broken = "\n".join(lines[:number] + [word] + lines[number + 1 :])
                with self.subTest(line=number + 1, word=word):
                    self.assert_refused(self.replay(broken), number + 1)

    def test_a_missing_event_is_refused(self):
        lines = self.record.split("\n")
        first = lines.index("") + 1
        self.assert_refused(self.replay("\n".join(lines[:first] + lines[first + 1 :])), first + 1)

    def test_a_wrong_result_is_refused_with_its_line(self):
        lines = self.record.split("\n")
        (number,) = (number for number, line in enumerate(lines) if line.startswith("result"))
        for result in ("result: 1 2", "result: 1", "result: ", "result: x y", lines[number] + " 3"):
            with self.subTest(result=result):
                self.assert_refused(self.replay("\n".join(lines[:number] + [result] + lines[number + 1 :])), number + 1)

    def test_a_result_before_the_end_is_refused(self):
        self.assert_refused(self.replay("\n".join(self.record.split("\n")[:-2]) + "\n"))

    def test_broken_headers_are_refused_with_their_line(self):
        lines = self.record.split("\n")
        for number, new in enumerate(
            ("volpe: 2", "game: chess", "seats: 9", "options: decline=maybe", "names: A | B | C", "dice: glass")
        ):
            with self.subTest(new=new):
                self.assert_refused(self.replay("\n".join(lines[:number] + [new] + lines[number + 1 :])), number + 1)

    def test_garbage_is_refused(self):
        noise = random.Random(6).randbytes(10000)
        for content in (b"", b"\n", b"\x00", b"\xff\xfe\x00", b"volpe", b"volpe: 1", b"{}", noise, b"\n" * 10000):
            with self.subTest(content=content[:20]):
                self.assert_refused(self.replay(content))

    def test_binary_bytes_in_a_good_record_are_refused_with_their_line(self):
        lines = self.record.encode().split(b"\n")
        for number in (0, 4, 9, 30):
            broken = lines[:number] + [lines[number] + b"\xff\x00"] + lines[number + 1 :]
            with self.subTest(line=number + 1):
                self.assert_refused(self.replay(b"\n".join(broken)), number + 1)

    def test_a_hundred_megabytes_are_refused_without_reading_them_into_memory(self):
        path = self.folder / "huge.volpe"
        block = random.Random(7).randbytes(1 << 20)

        def replay_and_measure(source, stdin):
            """The status, and the most memory that it took."""
            command = [sys.executable, "-c", MEMORY, VOLPE, "replay", source]
            done = subprocess.run(command, stdin=stdin, capture_output=True, timeout=TIMEOUT, check=True)
            return map(int, done.stdout.split()[-2:])

        path.write_bytes(block)
        _, usual = replay_and_measure(path, subprocess.DEVNULL)  # sanitizers take much for themselves
        for name, start, more in (
            ("binary", b"", block),
            ("one line", b"", b"x" * (1 << 20)),
            ("comments", self.record.split("\n\n")[0].encode() + b"\n\n", b"# comment 15\n" * 80660),
        ):
            with open(path, "wb") as file:
                file.write(start)
                for _ in range(100):
                    file.write(more)
            for source in (path, "-"):
                with self.subTest(name=name, source=source), open(path, "rb") as stdin:
                    status, kilobytes = replay_and_measure(source, stdin)
                    self.assertEqual(status, 1)
                    self.assertLess(kilobytes, usual + 50 * 1024)

    def test_minus_is_the_standard_input(self):
        done = run("replay", "-", stdin=self.record.encode())
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, self.replay(self.record).stdout)
        self.assert_refused(run("replay", "-", stdin=self.record.replace("\n\n", "\n\nfrob\n").encode()), 9)
        self.assert_refused(run("replay", "-"))

    def test_a_file_that_cannot_be_read(self):
        self.assert_usage_error(run("replay", self.folder / "missing.volpe"))
        self.assert_usage_error(run("replay", self.folder))
        self.assert_usage_error(run("replay", ""))


if __name__ == "__main__":
    unittest.main()
