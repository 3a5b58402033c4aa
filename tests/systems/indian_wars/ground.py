"""Small fields for tests: a blank sheet, a few counters, and phases played without mail."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from pbem.board.hexmap import blank
from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import DiceGiven
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.play import perform
from pbem.core.system import Plan
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.files.data import load
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

ROSEBUD = TITLE.system


def in_contact() -> Battlefield:
    """The position of the scenario in contact, thawed."""
    return ROSEBUD.open("in-contact", Options()).thaw()


def historical() -> Battlefield:
    """The historical scenario as it opens, thawed."""
    return ROSEBUD.open("historical", Options()).thaw()


def counter(name: str, at: str, **changes: object) -> Counter:
    """A counter of the Rosebud roster."""
    return Counter(load(TITLE, "historical").roster[name], at=at).but(**changes)


def small(
    *units: Counter,
    terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[str, str] | None = None,
    side: str = "us",
    before: str = "C",
) -> Battlefield:
    """A clear, level sheet of 8 by 8 with these counters, standing before a phase of turn 2."""
    sheet = replace(load(TITLE, "historical"), map=blank(8, 8, terrain=terrain, levels=levels, sides=sides))
    field = Battlefield(
        sheet, Options(), turn=2, phasing=side, points={"us": 0, "indian": 0}, lost={"us": 0, "indian": 0}
    )
    field.phase = chr(ord(before) - 1) if before != "A" else ""
    for unit in units:
        field.put(unit)
    for at in tuple(field.stacks):
        field.settle_leaders(at)
    return field


def plan(field: Battlefield, order: Order, side: str = "us", letter: str = "C") -> Plan:
    """The plan of an order that must be legal."""
    found = ROSEBUD.plan(field, side, letter, order)
    assert isinstance(found, Plan), found
    return found


def problem(field: Battlefield, order: Order, side: str = "us", letter: str = "C") -> Problem:
    """The problem of an order that must not be legal."""
    found = ROSEBUD.plan(field, side, letter, order)
    assert isinstance(found, Problem), found
    return found


def source(
    orders: tuple[Order, ...], choose: Callable[[Ask], str] | None = None
) -> Callable[[tuple[Ask, ...]], tuple[Answer, ...]]:
    """Answers `orders` to whoever is asked for orders, and the default (or what `choose` says) to every other ask."""

    def answer(one: Ask) -> Answer:
        if one.kind == ORDERS:
            return Answer(orders=orders)
        chosen = choose(one) if choose else ""
        return Answer(chosen or one.default or one.choices[0].key, source="default")

    return lambda asks: tuple(answer(one) for one in asks)


def play(
    field: Battlefield, *orders: Order, dice: tuple[int, ...] = (), choose: Callable[[Ask], str] | None = None
) -> tuple[Battlefield, list[Event]]:
    """Play the field's next phase with these orders and dice; the field after it, and the events."""
    phase = ROSEBUD.next_phase(field)
    assert phase is not None
    umpire = Umpire(field.thaw(), ROSEBUD.apply, phase=phase.id, options=field.options)
    stop = perform(phase.play(umpire), umpire, (), lambda _: DiceGiven(dice), source(orders, choose))
    assert stop.finished
    return umpire.state, umpire.events
