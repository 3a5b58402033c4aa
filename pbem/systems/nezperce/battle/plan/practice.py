"""The plans of practice players: ``plain`` has one for its side, ``random`` draws its lines."""

from collections.abc import Sequence

from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.mechanisms.practice import RANDOM, Pick
from pbem.systems.nezperce.battle.plan.reading import PlanReader
from pbem.systems.nezperce.battle.plan.records import BattlePlan, EndPlan
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.state.contact import ARMY

PLAIN = {
    ARMY: (
        "once lost half: all leave nearest",
        "waiting enter, one",
        "all charge braves at advantage 30",
        "all skirmish any at 4",
    ),
    "indian": (
        "once lost half: all leave nearest",
        "waiting enter, one",
        "lodges leave nearest, one, in turn",
        "braves skirmish any at 4",
    ),
}
"""The lines of a player who fights sensibly and goes home when half of his force is lost."""
DRAWN = {
    ARMY: (
        "all skirmish any at 4",
        "all fire at any within 6",
        "guns fire at braves, any",
        "cavalry charge any",
        "infantry close any at 3",
        "waiting enter, one",
        "if enemy within 2 of cavalry: cavalry fire at any",
        "all close any at 2",
    ),
    "indian": (
        "braves skirmish any at 4",
        "braves fire at any within 6 chance 2",
        "braves guard lodges at 3",
        "lodges leave nearest, one, in turn",
        "braves charge any at advantage 20, together",
        "waiting enter, one",
        "all leave nearest if lost 3",
        "braves close any at 2",
    ),
}
"""Lines from which a player draws who has no sense."""
LINES = 3


def letter(battle: Battle, side: str, level: str, pick: Pick) -> tuple[Order, ...]:
    """What a practice player writes at a stop: a plan, or that the plan goes on."""
    mind = battle.mind(side)
    if mind.plan is not None:
        return ()
    if level == RANDOM:
        known = DRAWN[side]
        found = [known[pick(f"line {n}", len(known))] for n in range(LINES)]
        return orders_of(battle, side, (*dict.fromkeys(found), "all leave nearest if turn 30"))
    return orders_of(battle, side, PLAIN[side])


def orders_of(battle: Battle, side: str, lines: Sequence[str]) -> tuple[Order, ...]:
    """The plan of these lines; one that could never act in this battle is left out."""
    reader = PlanReader(battle, side, BattlePlan(), _no_single)
    found: list[Order] = []
    for text in ("plan Practice", *lines):
        numbered = f"line {len(found)}: {text}" if found else text
        read = reader.read(numbered)
        if read is not None and not isinstance(read, Problem):
            found += read
    return (*found, EndPlan())


def _no_single(text: str) -> Problem:
    return Problem("E110", text)
