"""A terminal for the tests of the full-screen game: the real program inside tmux, on a socket that nobody else uses."""

import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import time
import unittest
import uuid

VOLPE = os.environ.get("VOLPE_BIN") or str(pathlib.Path(__file__).resolve().parents[2] / "build/test/volpe")
TIMEOUT = 60  # seconds until a missing text is an error; generous, for busy machines

READY = ("Enter Roll", "Enter Confirm")  # what the last line says when somebody here is asked
OVER = "The game is over"


class Terminal:
    """A shell in a terminal; `run` types a command line into it."""

    def __init__(self, columns=80, rows=24, **environment):
        self.socket = "volpe-test-" + uuid.uuid4().hex
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="volpe-terminal-"))
        self.games = self.folder / "volpe" / "games"
        keep = {name: os.environ[name] for name in ("PATH", "TMUX_TMPDIR", "VOLPE_MODELS") if name in os.environ}
        everything = keep | {
            "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), "LC_ALL": "C.UTF-8",
            "TERM": "tmux-256color", "PS1": "$ ",
        } | environment
        settings = [f"{name}={value}" for name, value in everything.items() if value is not None]
        shell = ["env", "-i", *settings, "sh"]  # tmux sets TERM itself; this shell has its own
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), shlex.join(shell)
        )
        self.wait_for("$")

    def tmux(self, *arguments):
        done = subprocess.run(
            ["tmux", "-u", "-L", self.socket, *arguments], capture_output=True, text=True, check=False, timeout=TIMEOUT
        )
        if done.returncode != 0:
            raise AssertionError(f"tmux {arguments}: {done.stderr}")
        return done.stdout

    def close(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def run(self, command):
        self.type(command)
        self.press("Enter")

    def play(self, *arguments):
        self.run("clear; " + shlex.join([VOLPE, "play", *map(str, arguments)]))

    def screen(self, colours=False):
        """The screen between two pictures, never half of one: the game leaves the cursor at the top left when it has drawn."""
        end = time.monotonic() + TIMEOUT
        while True:
            drawing, shown = self.tmux(
                "display-message", "-p", "#{?alternate_on,#{cursor_x} #{cursor_y},0 0}", ";",
                "capture-pane", "-p", *(["-e"] if colours else []),
            ).split("\n", 1)
            if drawing == "0 0" or time.monotonic() > end:
                return shown
            time.sleep(0.02)

    def wait_for(self, *texts, gone=()):
        """Waits until one of the texts is on the screen and none of `gone`; returns the screen."""
        end = time.monotonic() + TIMEOUT
        while True:
            shown = self.screen()
            if any(text in shown for text in texts) and not any(text in shown for text in gone):
                return shown
            if time.monotonic() > end:
                raise AssertionError(f"none of {texts} appeared, or {gone} stayed:\n{shown}")
            time.sleep(0.02)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def records(self):
        return sorted(self.games.glob("*.volpe"))

    def record(self):
        [path] = self.records()
        return path.read_text(encoding="utf-8")


def events(record):
    return record.split("\n\n", 1)[1].splitlines()


class TerminalTest(unittest.TestCase):
    def terminal(self, *size, **environment):
        terminal = Terminal(*size, **environment)
        self.addCleanup(terminal.close)
        return terminal

    def play_to_the_end(self, terminal):
        """Takes the last decision every time. Up selects it and does nothing where dice are due; 0 only skips the pauses of
        bots."""
        said, end = None, time.monotonic() + TIMEOUT
        while True:
            self.assertLess(time.monotonic(), end, terminal.screen())
            shown = terminal.wait_for(*READY, OVER, "Any key")
            if OVER in shown:
                return shown
            last_line_but_one = shown.splitlines()[22]
            if "Any key" in shown:
                terminal.press("0")
            elif last_line_but_one != said:  # the picture is that of the last event
                said, end = last_line_but_one, time.monotonic() + TIMEOUT
                terminal.press("Up", "Enter")
