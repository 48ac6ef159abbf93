"""Black-box tests of the help, the version and wrong command lines."""

import re
import subprocess
import unittest

from commands import CommandTest, run
from engine import TIMEOUT, VOLPE

COMMANDS = ["play", "simulate", "arena", "engine", "replay", "verify", "analyze", "rules", "bench"]


class Usage(CommandTest):
    def test_every_help_exits_with_zero_and_has_an_example(self):
        for arguments in [[]] + [[command] for command in COMMANDS]:
            for option in ("--help", "-h"):
                with self.subTest(arguments=arguments, option=option):
                    done = run(*arguments, option)
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
                    self.assertIn(b"Example", done.stdout)

    def test_help_lists_every_command(self):
        done = run("--help")
        for command in COMMANDS:
            self.assertRegex(done.stdout.decode(), r"(?m)^ +%s " % command)

    def test_examples_of_help_run(self):
        for command in ("simulate", "arena", "rules"):
            examples = re.findall(r"(?m)^  volpe ([^|\n]*?)(?: \|.*)?$", run(command, "--help").stdout.decode())
            self.assertTrue(examples)
            for example in examples:
                with self.subTest(example=example):
                    done = subprocess.run(
                        [VOLPE, *example.split()], cwd=self.folder, capture_output=True, timeout=TIMEOUT
                    )
                    self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_version(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, rb"\d+\.\d+")

    def test_no_command_and_unknown_commands(self):
        for arguments in ([], ["frob"], ["--frob"], [""], ["Play"]):
            with self.subTest(arguments=arguments):
                self.assert_usage_error(run(*arguments))

    def test_unknown_options_and_missing_arguments(self):
        games = {
            "play": ["clever"], "simulate": ["clever"], "arena": ["clever", "--players", "random,random"],
            "rules": ["clever"], "replay": ["-"], "verify": ["-"], "analyze": ["-"],
        }
        for command in COMMANDS:
            for unknown in ("--frob", "-z", "x"):
                with self.subTest(command=command, unknown=unknown):
                    self.assert_usage_error(run(command, *games.get(command, []), unknown))
        for command in games:
            self.assert_usage_error(run(command))


if __name__ == "__main__":
    unittest.main()
