"""From words to dice and back to coordinates, in plain Python, from docs/fair-dice.md alone: what all digital dice share."""

import collections

WORD = 2**64 - 1
THROWS = {"clever": 6**6 * 720, "genial": 6**4}

Throw = collections.namedtuple("Throw", "game_number round kind seat roll reroll")


def coordinate(throw, attempt):
    number, round_, kind, seat, roll, reroll = throw
    return number << 56 | round_ % 65536 << 40 | kind << 32 | seat << 24 | roll << 16 | reroll << 8 | attempt


def refused(game, word):
    """Whether a word is thrown away, so that every number is equally likely."""
    return word * THROWS[game] & WORD < 2**64 % THROWS[game]


def number_of(game, word_at, throw):
    """The number of a throw; word_at makes words of coordinates."""
    attempt = 0
    while refused(game, word := word_at(coordinate(throw, attempt))):
        attempt += 1
    return word * THROWS[game] >> 64


def clever_roll(number, due):
    """The roll event of the dice that are due."""
    values, order = divmod(number, 720)
    value = {die: values // 6**place % 6 + 1 for place, die in enumerate("ybgopw")}
    left, landed = list("ybgopw"), []
    for size in (120, 24, 6, 2, 1):
        landed.append(left.pop(order // size))
        order %= size
    return " ".join(["roll"] + [die + str(value[die]) for die in landed + left if die in due])


def genial_roll(number, due):
    """The roll event of so many dice."""
    return " ".join(["roll"] + ["roygbp"[number // 6**place % 6] for place in range(due)])


def roll_of(game, word_at, throw, due):
    """The roll event of a throw."""
    return {"clever": clever_roll, "genial": genial_roll}[game](number_of(game, word_at, throw), due)


class Follower:
    """Finds the coordinate of every throw of a game; the round and the reroll need no rule knowledge."""

    def __init__(self, game_number=0):
        self.game_number = game_number
        self.round, self.reroll, self.last = 1, 0, None

    def throw(self, position):
        if position["game"] == "clever":
            kind = int(position["passive_turn"])
        else:
            kind = int(position["phase"] != "opening")
        here = (kind, position["due_seat"], position["roll"] + 1)
        self.reroll = self.reroll + 1 if here == self.last else 0
        if self.last and here < self.last:
            self.round += 1
        self.last = here
        return Throw(self.game_number, self.round, *here, self.reroll)


def parse(record):
    """Header fields and events of a record."""
    header, body = record.split("\n\n")
    return dict(line.split(": ", 1) for line in header.split("\n")), body.split("\n")[:-1]


def game_number_of(fields):
    return int(fields["match"].split()[1].split("/")[0]) - 1 if "match" in fields else 0


def start(engine, fields):
    options = dict(option.split("=") for option in fields["options"].split())
    return engine.new(fields["game"], int(fields["seats"]), options=options)
