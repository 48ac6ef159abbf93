#!/usr/bin/env python3
"""Checks what the tree promises: layers include only those below them, and every source file says what it is for."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What each folder under src may include, itself aside; docs/architecture.md draws the same.
LAYERS = {
    "base": set(),
    "words": {"base"},
    "games": {"base"},
    "dice": {"base", "games"},
    "record": {"base", "games", "dice"},
    "players": {"base", "games"},
    "analysis": {"base", "games", "dice", "record", "players"},
    "arena": {"base", "games", "dice", "record", "players"},
    "training": {"base", "games", "players"},
    "store": {"base"},
    "server": {"base", "games", "dice", "record", "players", "analysis", "store"},
    "client": {"base", "games"},
    "terminal": {"base", "games", "dice", "record", "players", "analysis", "words", "client"},
    "cli": {
        "base", "games", "dice", "record", "players", "analysis", "arena", "training", "store", "server", "words",
        "terminal",
    },
}


def tracked(*patterns):
    listing = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listing.stdout.splitlines()]


def wrong_includes():
    for path in tracked("src/*.h", "src/*.cpp"):
        layer = path.relative_to(ROOT / "src").parts[0]
        if layer not in LAYERS:
            yield f"{path.relative_to(ROOT)}: src/{layer} is no layer: name it in tests/layout.py and docs/architecture.md"
            continue
        for included in re.findall(r'#include "([^/"]+)/', path.read_text()):
            if included != layer and included not in LAYERS[layer]:
                yield f"{path.relative_to(ROOT)}: {layer} may not include {included}"


def games_that_include_others():
    for path in tracked("src/games/*/*"):
        game = path.parent.name
        for other in re.findall(r'#include "games/([^/"]+)/', path.read_text()):
            if other != game:
                yield f"{path.relative_to(ROOT)}: a game may not include another ({other})"


def files_without_purpose():
    for path in tracked("*.h", "*.cpp", "*.h.in"):
        if not path.read_text().startswith("// "):
            yield f"{path.relative_to(ROOT)}: the first line does not say what the file is for"
    for path in tracked("web/*.ts", "web/*.js", "web/*.svelte", "web/*.css"):
        if not re.match(r"// |<!-- |/\* ", path.read_text()):
            yield f"{path.relative_to(ROOT)}: the first line does not say what the file is for"
    for path in tracked("*.py"):
        if '"""' not in "".join(path.read_text().splitlines()[:2]):
            yield f"{path.relative_to(ROOT)}: the first lines do not say what the file is for"


def main():
    problems = [*wrong_includes(), *games_that_include_others(), *files_without_purpose()]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
