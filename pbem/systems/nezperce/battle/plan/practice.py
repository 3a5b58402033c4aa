"""The plans of practice players: ``plain`` looks at every stop what suits the position, ``random`` draws lines by lot."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.core.order import Order, Problem
from pbem.mechanisms.practice import RANDOM, Pick
from pbem.systems.nezperce.battle.plan import conditions, people
from pbem.systems.nezperce.battle.plan.reading import PlanReader
from pbem.systems.nezperce.battle.plan.records import BattlePlan, EndPlan, Numbered, SetLine
from pbem.systems.nezperce.battle.state import LEFT, Battle, other
from pbem.systems.nezperce.state.contact import ARMY, INDIAN

FIGHT, LAST_STAND, PURSUIT, RETREAT = "Fight", "No way back", "Pursuit", "Retreat"
"""The plans of `plain`.  With the first a side fights sensibly and goes home when half of it is lost.  Late in the campaign
the Army has nobody to spare for later.  An enemy that is beaten is ridden down before it gets away.  In a fight that is lost
all get away, the Indian side with one unit that covers the others."""
LINE = (
    "all fire at any within 6 chance 1",
    "if waiting none and not enemy within 6: all skirmish any at 4",
)
"""The Army fires wherever a shot could tell, and goes forward only when all have come, together, and nobody is near: walking
up one by one it fired one shot for three of the braves, and had as many killed as it killed.  In pursuit of a few it lost two
units for each of theirs."""
FLIGHT = "stop when 3 enemy left"
"""The Army wants to see when the Indian side gets away."""
PLAIN: Mapping[str, Mapping[str, Sequence[str]]] = {
    FIGHT: {
        ARMY: (
            "once lost half: all leave nearest",
            "waiting enter",
            "guns fire at braves chance 4",
            "guns shell braves chance 3",
            "all charge braves at advantage 20",
            *LINE,
            FLIGHT,
        ),
        INDIAN: (
            "once lost half: all leave nearest",
            "waiting enter, one",
            "lodges leave nearest, one, in turn",
            "braves skirmish any at 4",
        ),
    },
    LAST_STAND: {
        ARMY: (
            "waiting enter",
            "guns fire at braves chance 4",
            "guns shell braves chance 3",
            "all charge braves at advantage 20",
            *LINE,
            FLIGHT,
        ),
    },
    PURSUIT: {
        ARMY: (
            "waiting enter",
            "all charge braves at advantage 5",
            "guns shell braves",
            *LINE,
        ),
        INDIAN: (
            "waiting enter, one",
            "lodges leave nearest, one, in turn",
            "braves charge any at advantage 20, together",
            "braves skirmish any at 3",
        ),
    },
    RETREAT: {
        ARMY: ("all leave nearest",),
        INDIAN: (
            "lodges leave nearest, one, in turn",
            "if enemy within 6 of braves: braves fire at any within 6 chance 2, one",
            "all leave nearest",
        ),
    },
}
DRAWN = {
    ARMY: (
        "all skirmish any at 4",
        "all fire at any within 6",
        "guns fire at braves, any",
        "guns shell braves",
        "cavalry charge any",
        "infantry close any at 3",
        "waiting enter, one",
        "if enemy within 2 of cavalry: cavalry fire at any",
        "all close any at 2",
    ),
    INDIAN: (
        "braves skirmish any at 4",
        "braves fire at any within 6 chance 2",
        "braves fire at any within 6, then back",
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
LATE = 26
"""From this turn of the campaign on the Army has nobody to spare for later."""
BEATEN = {ARMY: 1, INDIAN: 4}
"""A side pursues an enemy when it has so many units for each enemy that still fights."""
LOST = 3
"""A fight is lost when one in so many units is, and more than twice as many of ours as of theirs."""


def letter(battle: Battle, side: str, level: str, pick: Pick) -> tuple[Order, ...]:
    """The letter of a practice player at a stop: a plan, or nothing, which lets the plan go on."""
    plan = battle.mind(side).plan
    if level == RANDOM:
        if plan is not None:
            return ()
        known = DRAWN[side]
        found = [known[pick(f"line {n}", len(known))] for n in range(LINES)]
        return orders_of(battle, side, (*dict.fromkeys(found), "all leave nearest if turn 30"))
    name = _wanted(battle, side)
    orders = orders_of(battle, side, PLAIN[name][side], name)
    return () if plan is not None and plan.lines == _lines(orders) else orders


def _wanted(battle: Battle, side: str) -> str:
    """The plan that suits the position, as a sensible player would see it."""
    mine, theirs = _left(battle, side), _left(battle, other(side))
    if battle.turn and (mine >= BEATEN[side] * theirs or (side == ARMY and _flee(battle))):
        return PURSUIT
    if side == ARMY and battle.contact.turn >= LATE:
        return LAST_STAND
    lost, hit = conditions.lost(battle, side), conditions.lost(battle, other(side))
    is_worse = lost * (theirs + hit) > 2 * hit * (mine + lost)
    return RETREAT if is_worse and LOST * lost >= mine + lost > 0 else FIGHT


def _flee(battle: Battle) -> bool:
    """True if braves leave the map, and the Army has enough left to follow them."""
    gone = any(one.gone == LEFT for one in conditions.fighting(battle, INDIAN))
    return gone and 2 * conditions.lost(battle, ARMY) < len(conditions.fighting(battle, ARMY))


def _left(battle: Battle, side: str) -> int:
    """The number of fighting units that a side still has, those beside the map among them."""
    return sum(not one.gone for one in conditions.fighting(battle, side))


def _lines(orders: Iterable[Order]) -> tuple[Numbered, ...]:
    return tuple(Numbered(one.number, one.line) for one in orders if isinstance(one, SetLine))


def sample(battle: Battle, side: str) -> tuple[str, ...]:
    """The lines of a first plan for units that a side has here, for a player who has never written one."""
    return tuple(one for one in PLAIN[FIGHT][side] if _says_something(battle, side, one))


def _says_something(battle: Battle, side: str, text: str) -> bool:
    found = orders_of(battle, side, (text,))[1:-1]
    lines = [one.line for one in found if isinstance(one, SetLine)]
    return bool(found) and all(people.named(one.who, battle, side, BattlePlan()) for one in lines)


def orders_of(battle: Battle, side: str, lines: Sequence[str], name: str = "Practice") -> tuple[Order, ...]:
    """The plan of these lines; one that could never act in this battle is left out."""
    reader = PlanReader(battle, side, BattlePlan(), _no_single)
    found: list[Order] = []
    for text in (f'plan "{name}"', *lines):
        numbered = f"line {len(found)}: {text}" if found and text != FLIGHT else text
        read = reader.read(numbered)
        if read is not None and not isinstance(read, Problem):
            found += read
    return (*found, EndPlan())


def _no_single(text: str) -> Problem:
    return Problem("E110", text)
