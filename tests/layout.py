#!/usr/bin/env python3
"""Checks what the tree promises: layers, pure layers, the order of the page's folders, sizes, and first lines of files.

Every finding is one sentence that says what to do instead. docs/architecture.md draws the same layers.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders of src, lowest first, and what each may include besides itself and what those may include in turn.
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

# All of these also run inside a page, where there are no threads, files or exceptions: a game there must be the same
# function of the same events. Time and randomness are arguments.
PURE = ["base", "i18n", "games", "dice", "record", "players", "analysis", "engine", "tables"]

IMPURE = {
    r"#include <(thread|mutex|condition_variable|shared_mutex|future|stop_token)>":
        "runs threads: leave that to src/concurrency or src/platform, and share values that do not change",
    r"#include <(fstream|filesystem|sys/\w+\.h|fcntl\.h|unistd\.h)>":
        "sees the operating system: take bytes as an argument and read files in src/platform",
    r"\b(system_clock|steady_clock|high_resolution_clock)\b|\btime\((nullptr|NULL|0)\)|\bgettimeofday\b":
        "reads a clock: take the time as an argument",
    r"\b(secure_)?getenv\b": "reads the environment: take what it says as an argument",
    r"\brandombytes_\w+|\brandom_device\b": "draws random bytes: take them, or a function that draws them, as an argument",
    r"\b(throw|try|catch)\b(?=[^\w]*[\w:({])": "uses exceptions: return a Result",
}

# The folders of web/src, lowest first; the first two use neither each other nor anything else, and what stands in web/src
# itself comes last.
PAGE_LAYERS = ["i18n", "theme", "api", "state", "components", "games", "screens"]

LONGEST_FILE = 500  # lines


def tracked(*patterns):
    listing = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listing.stdout.splitlines() if (ROOT / line).exists()]


def name(path):
    return path.relative_to(ROOT)


def may_include(layer):
    """All layers below one."""
    below = set()
    for lower in LAYERS[layer]:
        below |= {lower} | may_include(lower)
    return below


def code_of(path):
    """A C++ file without comments and texts, which may speak of anything."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', path.read_text(), flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])\'', lambda m: m[0] if m[0].endswith('.h"') else '""', text)
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def wrong_includes():
    for path in tracked("src/*.h", "src/*.cpp"):
        layer = path.relative_to(ROOT / "src").parts[0]
        if layer not in LAYERS:
            yield f"{name(path)}: src/{layer} is no layer: name it in tests/layout.py and docs/architecture.md"
            continue
        for included in re.findall(r'#include "([^/"]+)/', path.read_text()):
            if included != layer and included not in may_include(layer):
                yield f"{name(path)}: {layer} may not include {included}: move what both need into a layer below both"


def games_that_include_others():
    games = [path.name for path in (ROOT / "src/games").iterdir() if path.is_dir()]
    for game in games:
        for path in tracked(f"src/*/{game}/*.h", f"src/*/{game}/*.cpp"):
            for other in games:
                if other != game and re.search(rf'#include "[^"]*/{other}/', path.read_text()):
                    yield f"{name(path)}: a game may not include another ({other}): move what both need one folder up"


def impure_layers():
    for path in tracked(*(f"src/{layer}/*.{end}" for layer in PURE for end in ("h", "cpp"))):
        code = code_of(path)
        for pattern, advice in IMPURE.items():
            if found := re.search(pattern, code):
                line = code[: found.start()].count("\n") + 1
                yield f"{name(path)}:{line}: '{found[0]}' {advice}"


def wrong_imports_of_page():
    source = ROOT / "web/src"
    for path in tracked("web/src/*.ts", "web/src/*.svelte"):
        parts = path.relative_to(source).parts
        own = PAGE_LAYERS.index(parts[0]) if parts[0] in PAGE_LAYERS else len(PAGE_LAYERS)
        if len(parts) > 1 and own == len(PAGE_LAYERS):
            yield f"{name(path)}: web/src/{parts[0]} is no folder of the page: name it in tests/layout.py and web/README.md"
        for imported in re.findall(r"""(?:from|import)\s*\(?\s*['"](\$src/[^'"]+|\.[^'"]+)['"]""", path.read_text()):
            target = source / imported[5:] if imported.startswith("$src/") else (path.parent / imported).resolve()
            folder = target.relative_to(source).parts[0] if target.is_relative_to(source) else ""
            if folder in PAGE_LAYERS and folder != parts[0] and (PAGE_LAYERS.index(folder) > own or own < 2):
                yield (f"{name(path)}: {parts[0]} may not import from {folder}: "
                       f"move what is needed down, or let the caller pass it")
            if parts[0] == folder == "games" and len(parts) > 2 and target.relative_to(source).parts[1] != parts[1]:
                yield f"{name(path)}: a game may not import another: move what both need to components"


def files_too_long():
    for path in tracked("*.h", "*.cpp", "*.py", "*.ts", "*.svelte", "*.css", "*.js", "*.mjs"):
        lines = path.read_text().count("\n")
        if lines > LONGEST_FILE:
            yield f"{name(path)}: {lines} lines are two subjects: give each a file of its own"


def files_without_purpose():
    for path in tracked("*.h", "*.cpp", "*.h.in"):
        if not path.read_text().startswith("// "):
            yield f"{name(path)}: let the first line say what the file is for"
    for path in tracked("web/*.ts", "web/*.js", "web/*.svelte", "web/*.css"):
        if not re.match(r"// |<!-- |/\* ", path.read_text()):
            yield f"{name(path)}: let the first line say what the file is for"
    for path in tracked("*.py"):
        if '"""' not in "".join(path.read_text().splitlines()[:2]):
            yield f"{name(path)}: let the first lines say what the file is for"


def main():
    problems = [
        *wrong_includes(), *games_that_include_others(), *impure_layers(), *wrong_imports_of_page(), *files_too_long(),
        *files_without_purpose(),
    ]  # fmt: skip
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
