"""Black-box tests of `volpe bench`."""

import unittest

from commands import CommandTest, run


class Bench(CommandTest):
    def test_the_signature_is_sixteen_hex_digits_and_the_same_twice(self):
        first, second = run("bench", "--signature"), run("bench", "--signature")
        self.assertEqual((first.returncode, first.stderr), (0, b""))
        self.assertRegex(first.stdout, rb"\A[0-9a-f]{16}\n\Z")
        self.assertEqual(first.stdout, second.stdout)


if __name__ == "__main__":
    unittest.main()
