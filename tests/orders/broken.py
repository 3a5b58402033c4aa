"""Good order lines, and the ways in which people break them: a slip of the thumb, a digit short, words in the wrong place.

A break never makes another good line of a good one on purpose: what a player wrote in full and rightly is what he meant.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.orders.rehearsal import ACCEPTED, RehearsalResult, rehearse
from pbem.systems import registry
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.state.field import Battlefield

GAME = registry.game("rosebud")
SCENARIO = "in-contact"


@cache
def position() -> Battlefield:
    """The position that the lines are written for."""
    found: Battlefield = GAME.system.open(SCENARIO, Options())
    return found


def read(side: str, phase: str, line: str) -> RehearsalResult:
    """One line, read and rehearsed."""
    return rehearse(GAME.system, GAME.dialect, position(), side, phase, line)


@dataclass(frozen=True)
class Good:
    """A good line: who writes it, for which phase, how he writes it, and what it means."""

    side: str
    phase: str
    line: str
    orders: tuple[Order, ...]
    place: int = 0
    """Which of several positions it is written for."""


@dataclass(frozen=True)
class Broken:
    """A good line and what became of it."""

    good: Good
    how: str
    line: str


def _lawful(side: str) -> Iterator[tuple[str, Order]]:
    field = position()
    for unit in field.of(side):
        yield "A", o.Rally((unit.name,))
        for to in field.at(unit.at):
            yield "A", o.Attach(unit.name, to.name)
        for letter, how in (("B", "full"), ("B", "half"), ("B", "long")):
            for target in shot.targets(field, unit.name, field.title.phase(letter).occasion):
                yield letter, o.Fire(unit.name, how, target)
        for mode in ("mounted", "dismounted", "prone"):
            yield "C", o.ChangeMode(unit.name, mode)
        yield "C", o.Recover(unit.name)
        for edge in ("north", "east", "south", "west"):
            yield "C", o.Exit((unit.name,), edge)
        for to in ("Column HQ", "woods", "rocks", "north edge"):
            yield "C", o.Rout(unit.name, to)
        if not (unit.routed or unit.pinned):
            found = reach(field, (unit,))
            for at in sorted(found.cost):
                if at != unit.at:
                    yield "C", o.Move((unit.name,), found.path(at))
        for at in field.sheet.map.open_neighbours(unit.at):
            yield "F", o.Melee((unit.name,), at)


@cache
def lawful_lines() -> tuple[Good, ...]:
    """Every simple legal order of both sides, as it is written in full."""
    return tuple(
        Good(side, letter, GAME.dialect.write(order), (order,))
        for side in ("us", "indian")
        for letter, order in _lawful(side)
        if not isinstance(GAME.system.plan(position(), side, letter, order), Problem)
    )


def is_taken(good: Good, read_: Callable[[Good, str], RehearsalResult]) -> bool:
    """Whether the line is accepted as its order."""
    verdicts = read_(good, good.line).lines
    return [(one.verdict, one.orders) for one in verdicts] == [(ACCEPTED, good.orders)]


# Ways to break a line


def slip(rng: random.Random, line: str) -> str:
    """A letter of a word doubled, left out, changed, or two of them swapped: names and verbs alike."""
    words = line.split(" ")
    at = rng.choice([n for n, word in enumerate(words) if len(word) >= 4 and word.isalpha()] or [-1])
    if at < 0:
        return line
    word = words[at]
    n = rng.randrange(1, len(word) - 1)
    words[at] = (
        word[:n] + word[n] + word[n:],
        word[:n] + word[n + 1 :],
        word[:n] + rng.choice("aeiourstln") + word[n + 1 :],
        word[:n] + word[n + 1] + word[n] + word[n + 2 :],
    )[rng.randrange(4)]
    return " ".join(words)


def digit_short(rng: random.Random, line: str) -> str:
    """A hex of three digits."""
    at = [n for n in range(len(line)) if line[n : n + 4].isdigit() and not line[n - 1 : n].isdigit()]
    if not at:
        return line
    n = rng.choice(at) + rng.randrange(4)
    return line[:n] + line[n + 1 :]


def digit_more(rng: random.Random, line: str) -> str:
    """A hex of five digits, one of them doubled."""
    at = [n for n in range(len(line)) if line[n : n + 4].isdigit() and not line[n - 1 : n].isdigit()]
    if not at:
        return line
    n = rng.choice(at) + rng.randrange(4)
    return line[:n] + line[n] + line[n:]


VERBS_BETWEEN = tuple(
    f" {verb} "
    for verb in ("move", "melee", "attack", "enter", "fire full at", "fire half at", "exit", "rout to", "attach to")
)


def swapped(rng: random.Random, line: str) -> str:
    """Verb first, or target before the verb."""
    for verb in VERBS_BETWEEN:
        if verb in line:
            who, _, rest = line.partition(verb)
            return (f"{verb.strip()} {who} {rest}", f"{rest} {verb.strip()} {who}")[rng.randrange(2)]
    words = line.split(" ")
    return " ".join([words[-1], *words[:-1]])


def without_verb(rng: random.Random, line: str) -> str:
    """The verb left out."""
    for verb in (
        "fire full at ",
        "fire half at ",
        "rout to ",
        "attach to ",
        "melee ",
        "attack ",
        "recover",
        "rally",
        "exit ",
    ):
        if verb in line:
            return line.replace(verb, "").strip()
    return line


def wrong_unit(rng: random.Random, line: str) -> str:
    """A company of a regiment that has no such company, or a warrior's name half of another's."""
    head, slash, tail = line.partition("/")
    if slash and tail[:1].isdigit():
        return f"{head}/{rng.choice('1568')}{tail[1:]}"
    first, _, rest = line.partition(" ")
    return f"{first}s {rest}"


def wrong_phase(rng: random.Random, line: str) -> str:
    """A good line, given in another phase (the caller sees to it)."""
    return line


def run_together(rng: random.Random, line: str) -> str:
    """A blank left out behind the name, or between verb and hex."""
    at = [n for n, c in enumerate(line) if c == " "]
    n = rng.choice(at)
    return line[:n] + line[n + 1 :]


WAYS = (*(slip, slip, digit_short, digit_more, swapped, without_verb, wrong_unit, wrong_phase, run_together),)
NEXT = {"A": "C", "B": "C", "C": "B", "F": "C"}


Way: TypeAlias = Callable[[random.Random, str], str]


def broken_lines(
    number: int,
    lines: Sequence[Good],
    read_: Callable[[Good, str], RehearsalResult],
    ways: Sequence[Way] = WAYS,
) -> Iterator[Broken]:
    """So many broken lines by seed, all kinds of orders and of breaks alike, of those that are accepted whole."""
    kinds: dict[type[Order], list[Good]] = {}
    for one in lines:
        kinds.setdefault(type(one.orders[0]), []).append(one)
    made = seed = 0
    while made < number:
        rng = random.Random(f"broken {seed}")
        seed += 1
        good = rng.choice(kinds[rng.choice(sorted(kinds, key=lambda kind: kind.__name__))])
        way = rng.choice(ways)
        line = way(rng, good.line)
        if (line == good.line and way is not wrong_phase) or not is_taken(good, read_):
            continue
        made += 1
        yield Broken(good, way.__name__, line)


def phase_of(broken: Broken) -> str:
    """The phase in which the player writes it."""
    return NEXT[broken.good.phase] if broken.how == "wrong_phase" else broken.good.phase
