"""The rules of the sheets in plain Python, apart from the program, to compare its answers with."""

import collections
import itertools

CLEVER_OPTIONS = {
    "solo_passive_extra": ["allowed", "forbidden"],
    "solo_fallback": ["allowed", "forbidden"],
    "decline": ["forbidden", "allowed"],
}


GENIAL_OPTIONS = {"opening": ["shown", "hidden"], "boxes": ["7", "8", "9"], "four_joker": ["4", "3"]}
OPTIONS = {"clever": CLEVER_OPTIONS, "genial": GENIAL_OPTIONS}


COMMON_FIELDS = {"game", "seats", "options", "ply", "phase", "to_move", "legal", "due", "due_seat", "sheets", "result"}
CLEVER_FIELDS = COMMON_FIELDS | {"round", "active", "roll", "dice", "waiting", "extra_used", "passive_turn"}


GENIAL_FIELDS = COMMON_FIELDS | {"turn", "roll"}
DICE = "ybgopw"


SYMBOLS = "roygbp"
AREAS = ["yellow", "blue", "green", "orange", "purple"]


YELLOW_COLUMNS = [("y11", "y21", "y31"), ("y12", "y22", "y42"), ("y13", "y33", "y43"), ("y24", "y34", "y44")]
YELLOW_POINTS = [10, 14, 16, 20]


BLUE_POINTS = [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]
GREEN_POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]


ORANGE_FACTORS = [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]
MARK_BONUSES = {"yellow x", "blue x", "green x", "orange 4", "orange 5", "orange 6", "purple 6"}


def random_options(rng, game):
    return {name: rng.choice(values) for name, values in OPTIONS[game].items()}


def clever_score(sheet):
    """The points of a sheet by the table of the rules."""
    score = {
        "yellow": sum(
            points for column, points in zip(YELLOW_COLUMNS, YELLOW_POINTS) if set(column) <= set(sheet["yellow"])
        ),
        "blue": BLUE_POINTS[len(sheet["blue"])],
        "green": GREEN_POINTS[sheet["green"]],
        "orange": sum(sheet["orange"]),
        "purple": sum(sheet["purple"]),
    }
    score["foxes"] = sheet["foxes"] * min(score[area] for area in AREAS)
    score["total"] = sum(score.values())
    return score


def clever_tray(position, event):
    """The dice that a decision sends to the tray, by the rules of a turn."""
    if position["phase"] != "pick" or event == "reroll":
        return []
    dice = position["dice"]
    taken = "" if event == "pass" else event[0]
    left = [die for die in DICE if dice[die]["place"] == "rolled" and die != taken]
    if position["roll"] == 3:
        return left
    return [die for die in left if taken and dice[die]["value"] < dice[taken]["value"]]


def clever_marks(before, after):
    """The boxes marked between two states of one sheet, in the words of `effects`."""
    marks = sorted(set(after["yellow"]) - set(before["yellow"]))
    marks += ["b%d" % box for box in sorted(set(after["blue"]) - set(before["blue"]))]
    marks += ["g"] * (after["green"] - before["green"])
    for box in range(len(before["orange"]), len(after["orange"])):
        marks.append("o%d" % (after["orange"][box] // ORANGE_FACTORS[box]))
    marks += ["p%d" % value for value in after["purple"][len(before["purple"]) :]]
    return marks


def genial_gains(position, event):
    """The crosses by matches and by jokers that a `score` asks for."""
    own = collections.Counter(position["sheets"][position["turn"]]["dice"])
    others = collections.Counter(
        "".join(sheet["dice"] for seat, sheet in enumerate(position["sheets"]) if seat != position["turn"])
    )
    worth = {2: 1, 3: 2, 4: int(position["options"]["four_joker"])}
    jokers = collections.Counter()
    for group in event.split()[1:]:
        dice, target = group.split(":")
        jokers[target] += worth[len(dice)]
        own[dice[0]] -= len(dice)
    matches = {symbol: own[symbol] * others[symbol] for symbol in SYMBOLS if own[symbol] * others[symbol]}
    return matches, dict(jokers)


def genial_rows(rows, gains, boxes):
    """The rows after crossing: left first, then the centre if it is open, then the right."""
    wanted = {symbol: rows[symbol] + gains.get(symbol, 0) for symbol in SYMBOLS}
    reached = {symbol: max(rows[symbol], min(wanted[symbol], 3)) for symbol in SYMBOLS}
    for needed, end in ((1, 6), (4, boxes)):
        if min(reached.values()) >= needed:
            reached = {symbol: max(reached[symbol], min(wanted[symbol], end)) for symbol in SYMBOLS}
    return reached


def genial_legal(position):
    """All decisions of a Genial roll: every way to split equal dice into jokers, with every target."""
    splits = {2: [[2]], 3: [[2], [3]], 4: [[2], [2, 2], [3], [4]]}
    own = collections.Counter(position["sheets"][position["turn"]]["dice"])
    choices = []
    for symbol in SYMBOLS:
        texts = {""}
        for groups in splits.get(own[symbol], []):
            for targets in itertools.combinations_with_replacement(SYMBOLS, len(groups)):
                texts.add("".join(" %s:%s" % (symbol * size, to) for size, to in zip(groups, targets)))
        choices.append(texts)
    legal = ["score" + "".join(parts) for parts in itertools.product(*choices)]
    return sorted(legal + (["reroll"] if position["roll"] < 3 else []))
