"""The full-screen game always restores the terminal and never loses a game, however it ends."""

import unittest

from terminal import TerminalTest, events


class Exit(TerminalTest):
    """However the program ends, the terminal is what it was, and the game is not lost."""

    def begin(self, terminal):
        terminal.run("clear; stty -g > before")
        terminal.play("clever", "--seats", 1, "--seed", 7)
        terminal.wait_for("Enter Roll")
        terminal.press("Enter")
        terminal.wait_for("Enter Confirm")
        terminal.press("2")
        terminal.wait_for("To the tray:")

    def assert_given_back(self, terminal):
        terminal.run('stty -g | cmp - before && echo "the same"')
        shown = terminal.wait_for("the same\n")
        self.assertNotIn("To the tray:", shown)  # the screen before the game is back
        self.assertEqual(terminal.tmux("display", "-p", "#{cursor_flag}#{alternate_on}").strip(), "10")

    def terminal_at_home(self, **environment):
        terminal = self.terminal(**environment)
        terminal.run(f"cd {terminal.folder}")
        return terminal

    def program(self, terminal):
        shell = terminal.tmux("display", "-p", "#{pane_pid}").strip()
        with open(f"/proc/{shell}/task/{shell}/children", encoding="ascii") as children:
            [child] = children.read().split()
        return child

    def test_interrupt_and_signals(self):
        for signal in ("INT", "TERM", "HUP", "SEGV", "ABRT"):
            with self.subTest(signal=signal):
                terminal = self.terminal_at_home()
                self.begin(terminal)
                if signal == "INT":
                    terminal.press("C-c")
                else:
                    terminal.tmux("run-shell", f"kill -{signal} {self.program(terminal)}")
                terminal.wait_for("$", gone=["To the tray:"])
                self.assert_given_back(terminal)
                self.assertEqual(len(events(terminal.record())), 1)

    def test_kill_and_resume(self):
        terminal = self.terminal_at_home()
        self.begin(terminal)
        terminal.press("Enter")
        terminal.wait_for("u Undo")
        before = terminal.record()
        terminal.tmux("run-shell", f"kill -KILL {self.program(terminal)}")
        terminal.wait_for("Killed")
        terminal.type("stty sane; clear")
        terminal.press("C-j")  # what the killed program left behind takes no Enter
        terminal.wait_for("$", gone=["Killed"])
        terminal.play("--resume")
        terminal.wait_for("Roll 2 of 3")
        self.assertEqual(terminal.record(), before)
        terminal.press("u")
        terminal.wait_for("Enter Confirm")
        self.assertEqual(len(events(terminal.record())), 1)

    def test_suspend_and_go_on(self):
        terminal = self.terminal_at_home()
        self.begin(terminal)
        terminal.press("C-z")
        terminal.wait_for("Stopped")
        self.assert_given_back(terminal)
        terminal.resize(90, 30)
        terminal.run("fg")
        terminal.wait_for("To the tray:")
        terminal.press("Enter")
        terminal.wait_for("u Undo")
        terminal.press("q", "Enter")
        terminal.wait_for("volpe play --resume")
        self.assert_given_back(terminal)


if __name__ == "__main__":
    unittest.main()
