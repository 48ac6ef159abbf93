"""Black-box tests of `volpe solve`: refusals, and a run that is stopped by a signal and goes on."""

import pathlib
import signal
import struct
import subprocess
import tempfile
import unittest

from engine import TIMEOUT, VOLPE

LAYERS_DONE = 16 + 3 * 4  # where the header of a solution says it


def run(*arguments):
    return subprocess.run([VOLPE, "solve", *map(str, arguments)], capture_output=True, timeout=TIMEOUT)


def layers_done(path):
    with path.open("rb") as file:
        header = file.read(LAYERS_DONE + 4)
    return struct.unpack("<I", header[LAYERS_DONE:])[0] if len(header) == LAYERS_DONE + 4 else 0


class Solve(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "some.solution"

    def assert_refused(self, status, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (status, b""), done)
        self.assertRegex(done.stderr.decode(), r"\A[^\n]+\n\Z")

    def solve_until(self, layers, number):
        """Solves until so many layers are in the file, sends a signal, and returns how the program ended."""
        arguments = [VOLPE, "solve", "genial", "--out", str(self.path), "--threads", "2"]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            while process.poll() is None and not (self.path.exists() and layers_done(self.path) >= layers):
                pass
            process.send_signal(number)
            _, errors = process.communicate(timeout=TIMEOUT)
        return process.returncode, errors.decode()

    def test_bad_values(self):
        for arguments in (
            ["clever"],
            ["chess"],
            ["genial", "-o", "boxes=5"],
            ["genial", "--threads", "many"],
            ["genial", "-o", "boxes=9", "--distil", "x"],
        ):
            self.assert_refused(2, *arguments, "--out", self.path)
        self.assertFalse(self.path.exists())

    def test_a_foreign_file_is_refused_and_left_alone(self):
        self.path.write_text("Dear diary, no fox today.")
        self.assert_refused(1, "genial", "--out", self.path)
        self.assertEqual(self.path.read_text(), "Dear diary, no fox today.")

    def test_a_stopped_run_goes_on_where_it_was(self):
        status, errors = self.solve_until(3, signal.SIGINT)
        self.assertEqual(status, 1, errors)
        self.assertRegex(errors, r"\Avolpe: stopped after \d+ of 85 layers: the same command goes on with [^\n]+\n\Z")
        first = layers_done(self.path)
        status, _ = self.solve_until(first + 1, signal.SIGKILL)
        self.assertEqual(status, -signal.SIGKILL)
        second = layers_done(self.path)
        self.assertGreater(second, first)
        status, errors = self.solve_until(second + 1, signal.SIGINT)
        self.assertEqual(status, 1, errors)

    def test_a_damaged_file_is_refused(self):
        self.solve_until(3, signal.SIGINT)
        with self.path.open("r+b") as file:
            file.seek(100)
            byte = file.read(1)[0]
            file.seek(100)
            file.write(bytes([byte ^ 1]))
        self.assert_refused(1, "genial", "--out", self.path)


if __name__ == "__main__":
    unittest.main()
