#!/usr/bin/env python3
"""Checks what the tree promises: layers include only those below them, and every source file says what it is for."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders of src, lowest first, and what each may include besides itself and all that those include in turn;
# docs/architecture.md draws the same.
LAYERS = {
    "base": [],
    "i18n": ["base"],
    "games": ["base"],
    "dice": ["games"],
    "record": ["games", "dice"],
    "players": ["games"],
    "analysis": ["players", "record"],
    "engine": ["analysis"],
    "tables": ["analysis"],
    "concurrency": [],
    "platform": ["players", "concurrency"],
    "arena": ["platform", "record"],
    "training": ["platform"],
    "store": ["base", "concurrency"],
    "net": ["base", "concurrency"],
    "server": ["store", "net", "tables", "platform"],
    "client": ["games"],
    "terminal": ["client", "analysis", "platform", "i18n"],
    "cli": ["engine", "arena", "training", "server", "terminal"],
}


def may_include(layer):
    """All layers below one."""
    below = set()
    for lower in LAYERS[layer]:
        below |= {lower} | may_include(lower)
    return below


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
            if included != layer and included not in may_include(layer):
                yield f"{path.relative_to(ROOT)}: {layer} may not include {included}; move what is needed down to a layer of both"


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
