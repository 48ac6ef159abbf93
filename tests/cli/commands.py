"""Runs commands of `volpe` for the tests, to their end or prompt by prompt."""

import os
import pathlib
import pty
import re
import signal
import subprocess
import tempfile
import threading
import unittest

from engine import TIMEOUT, VOLPE

ENDLESS = ["--games", 10**12]


def run(*arguments, stdin=b""):
    """Runs a command to its end."""
    return subprocess.run([VOLPE, *map(str, arguments)], input=stdin, capture_output=True, timeout=TIMEOUT)


class CommandTest(unittest.TestCase):
    """A test with a temporary folder, and the words to say how a command must end."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def interrupt(self, *arguments, by=signal.SIGINT):
        """Runs a command that takes long on a terminal, stops it when its bar is seen; returns bar, output, status."""
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen(
            [VOLPE, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs
        )
        killer = threading.Timer(TIMEOUT, process.kill)
        killer.start()
        os.close(theirs)
        bar = os.read(ours, 1000)
        process.send_signal(by)
        output = process.communicate()[0]
        killer.cancel()
        return bar, output, process.returncode

    def assert_usage_error(self, done):
        """Exit status 2, nothing on the output, exactly one line on the error output."""
        self.assertEqual((done.returncode, done.stdout), (2, b""), done)
        self.assertRegex(done.stderr.decode(), r"\A[^\n]+\n\Z")

    def assert_replays(self, path):
        done = run("replay", path)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)

    def records(self):
        return sorted(self.folder.glob("*.volpe"))


def header(record):
    """The header fields of a record text."""
    return dict(line.split(": ", 1) for line in record.split("\n\n")[0].split("\n"))


def events(record):
    """The events of a record text."""
    return record.split("\n\n")[1].splitlines()


class Dialogue:
    """`volpe play` through pipes, prompt by prompt."""

    PROMPT = b"> "

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [VOLPE, "play", *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._killer = threading.Timer(TIMEOUT, self.process.kill)
        self._killer.start()
        self.text = self._until_prompt()

    def _until_prompt(self):
        text = b""
        while not text.endswith(self.PROMPT):
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                break
            text += part
        return text.decode()

    def say(self, line):
        """Types a line and returns what is printed up to the next prompt or the end."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        self.text = self._until_prompt()
        return self.text

    @property
    def asking(self):
        return self.text.endswith("> ")

    @property
    def prompt(self):
        return self.text.splitlines()[-1] if self.asking else ""

    @property
    def choices(self):
        """The numbered decisions last printed."""
        return re.findall(r"^ {1,3}\d+  ([^ ].*?)(?:  .*)?$", self.text, re.MULTILINE)

    def close(self):
        """Ends the input, and returns what was still printed and the exit status."""
        self.process.stdin.close()
        rest = self.process.stdout.read().decode()
        status = self.process.wait()
        self._killer.cancel()
        self.process.stdout.close()
        return rest, status
