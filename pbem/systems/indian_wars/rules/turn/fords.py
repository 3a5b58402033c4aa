"""Possible fords: the Indian side chooses in secret which are real, and crossing one shows it (LB-21.1.I, LB-21.4.D)."""

from collections.abc import Collection, Iterator

from pbem.board import sight
from pbem.core.clause import rule
from pbem.core.order import Order
from pbem.core.problem import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import RealFords
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.secrets import INDIAN, US, FordsChosen, FordShown
from pbem.systems.indian_wars.title import FordGroup


def open_groups(field: Battlefield, side: str) -> tuple[FordGroup, ...]:
    """The groups of possible fords of which a side has still to choose the real ones."""
    groups = field.sheet.scenario.fords if side == INDIAN else ()
    return tuple(one for one in groups if not all(place in field.secrets.fords for place in one.places))


@rule("hidden fords", "fords of the second village")
def plan(field: Battlefield, side: str, letter: str, order: RealFords) -> Plan | Problem:
    """Check that these may be the real fords: of a pair one, of three one or two (rulings A-094, A-157)."""
    clause = field.rule("hidden fords")
    groups = field.sheet.scenario.fords
    if side != INDIAN or not groups:
        return Illegal(
            "E152", f"Only the Indian player chooses fords, where a scenario has possible ones ({clause}).", clause
        )
    known = [place for group in groups for place in group.places]
    for place in order.places:
        if place not in known:
            text = f"There is no possible ford at {place}: {say.several(known, 'or')} ({clause})."
            return Malformed("E152", text, words=place)
    problems = (_miscounted(group, order.places, clause) for group in groups)
    return next((one for one in problems if one is not None), Plan(order))


def _miscounted(group: FordGroup, places: Collection[str], clause: str) -> Problem | None:
    real = [place for place in group.places if place in places]
    if not real or group.least <= len(real) <= group.most:
        return None  # a group of which nothing is said keeps its default
    number = str(group.least) if group.least == group.most else f"{group.least} or {group.most}"
    text = f"Of {say.several(group.places)} {number} must be real, and you named {len(real)} ({clause})."
    return Illegal("E152", text, clause, words=real[-1])


@rule("hidden fords", "fords of the second village")
def choose(umpire: Umpire[Battlefield], side: str, orders: tuple[Order, ...]) -> None:
    """Note which fords are real; of a group of which nothing was ordered the first is."""
    if side != INDIAN:
        return
    chosen = tuple(order for order in orders if isinstance(order, RealFords))
    named = [place for order in chosen for place in order.places]
    for group in umpire.state.sheet.scenario.fords:
        real = [place for place in group.places if place in named] or [group.places[0]]
        if not group.least <= len(real) <= group.most:
            real = [group.places[0]]
        umpire.emit(FordsChosen(group.places, tuple(place in real for place in group.places)))


def resolve(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Nothing by itself: all choices are noted together when the side has set up."""
    yield from ()


@rule("hidden fords")
def show(umpire: Umpire[Battlefield], names: tuple[str, ...], a: str, b: str) -> None:
    """As counters come to cross at a possible ford, it is shown: by US units always, by Indians where a US unit sees it."""
    field = umpire.state
    place = field.sheet.ford_places.get((a, b))
    if place is None or place not in field.secrets.fords:
        return
    if field[names[0]].side == US or _is_seen(field, (a, b)):
        umpire.emit(FordShown(place, names[0], field.secrets.fords[place]))


def _is_seen(field: Battlefield, at: Collection[str]) -> bool:
    watchers = [one for one in field.of(US) if one.is_unit]
    return any(
        sight.is_seen(field.sheet.map, one.at, here, lambda between: shot.blocks(field, between))
        for one in watchers
        for here in at
    )


def owed(field: Battlefield, side: str, orders: Collection[Order]) -> Iterator[str]:
    """The fords that will be taken for real if nothing is ordered."""
    named = [place for order in orders if isinstance(order, RealFords) for place in order.places]
    for group in open_groups(field, side):
        if not any(place in named for place in group.places):
            yield (
                f"you have not said which of the fords {say.several(group.places)} are real: only {group.places[0]} "
                f"will be ({field.rule('hidden fords')})"
            )
