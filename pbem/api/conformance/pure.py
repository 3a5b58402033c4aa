"""Check that pure functions are pure: plans, views and tellers leave the state as it was."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from pbem.api.conformance.course import Courses, Seen, as_it_stands, going_on
from pbem.core.ask import ORDERS
from pbem.core.order import Order, Problem
from pbem.core.system import NOBODYS, Plan
from pbem.mail.checkup import Finding, good

ADVICE = "Only `apply` may change a state; work on a copy (`thaw`) where something is tried."


def purity(courses: Courses) -> Iterator[Finding]:
    """Every pure function of rules and teller, called on the states of a course, leaves them as they were."""
    if not courses.has_practice:
        return
    noted: set[str] = set()
    for one in courses.course.seen:
        for name, state, does in _calls(courses, one):
            if name in noted:
                continue
            going_on()
            before = as_it_stands(courses.game.system, state)
            does()
            if as_it_stands(courses.game.system, state) != before:
                noted.add(name)
                yield Finding("purity", "bad", f"{name} changes the state ({one.phase.id})", ADVICE)
    for text in _out_of_place(courses):
        noted.add("plan")
        yield Finding(
            "purity", "bad", text, 'Return a Problem:   Illegal("E150", "That is not an order for this phase.")'
        )
        break
    if courses.shares():
        noted.add("thaw")
        text = "playing on a copy changes the state that was copied: `thaw` shares what events change"
        yield Finding("purity", "bad", text, "Copy every mapping and list of the state in `thaw`.")
    for text in _remembered(courses):
        noted.add("memory")
        todo = (
            "It remembers (in a list of its module, say) what it was asked before: let it hang on its arguments alone."
        )
        yield Finding("purity", "bad", text, todo)
        break
    if not noted:
        yield good("purity", f"plan, view and teller left the state alone in {len(courses.course.seen)} phases")


def _out_of_place(courses: Courses) -> Iterator[str]:
    """Plans of orders in phases that they are not for: players write such lines, and are told why they cannot be done."""
    system, tried = courses.game.system, set()
    for one in courses.course.seen:
        for moment in one.moments:
            for ask, answer in zip(moment.asks, moment.answers, strict=True):
                view = system.view(moment.state, ask.side) if answer.orders else None
                for order in answer.orders:
                    for phase in courses.game.card.phases:
                        if phase.orders == NOBODYS or (type(order), phase.letter) in tried:
                            continue
                        tried.add((type(order), phase.letter))
                        try:
                            found: object = system.plan(view, ask.side, phase.letter, order)
                        except Exception as fault:
                            words = f"{type(fault).__name__}: {fault} ({courses.where(fault)})"
                            yield f"plan of {type(order).__name__} in phase {phase.letter} raises {words}"
                            return
                        if not isinstance(found, Plan | Problem):
                            wants = "where a Plan or a Problem is wanted"
                            yield f"plan of {type(order).__name__} in phase {phase.letter} gives {found!r} {wants}"
                            return


MOST_AGAIN = 6
"""Phases of which plan, reader and teller are asked twice."""


def _remembered(courses: Courses) -> Iterator[str]:
    """Pure functions that say something else when they are asked once more."""
    seen = courses.course.seen[:MOST_AGAIN]
    first = [(name, does, does()) for one in seen for name, _, does in _calls(courses, one) if name in SAYING]
    for name, does, before in first:
        going_on()
        now = does()
        if now != before and repr(now) != repr(before) and " at 0x" not in repr(now):
            yield f"{name} says something else when it is asked the same again"
            return


SAYING = (
    "plan",
    "Dialect.read",
    "silent",
    *(f"Teller.{one}" for one in ("log", "facts", "panels", "winning", "examples")),
)
Call = tuple[str, Any, Callable[[], object]]
"""The name of a pure function, the state that it must leave alone, and a call of it."""


def _calls(courses: Courses, one: Seen) -> Iterator[Call]:
    """All pure functions, on the states of a phase."""
    system = courses.game.system
    truth = one.before
    for name in ("to_json", "public", "hidden", "next_phase", "outcome"):
        yield name, truth, partial(getattr(system, name), truth)
    for side in (each.id for each in courses.game.card.sides):
        yield "view", truth, partial(system.view, truth, side)
        yield from _of_teller(courses, one, side)
    for moment in one.moments:
        for ask, answer in zip(moment.asks, moment.answers, strict=True):
            if ask.kind == ORDERS:
                yield from _ordered(courses, one, system.view(moment.state, ask.side), ask.side, answer.orders)


def _of_teller(courses: Courses, one: Seen, side: str) -> Iterator[Call]:
    """Calls of the teller, about a phase, for a side."""
    teller, view = courses.game.teller, courses.game.system.view(one.before, side)
    events = [event for event in one.events if (who := event.known_to()) is None or side in who]
    calls: dict[str, tuple[Any, ...]] = {
        "log": (events, 1),
        "in_short": (events, side),
        "marks": (events,),
        "facts": ([one.phase.id],),
        "map": (side, events),
        "panels": (side,),
        "stacks": (side,),
        "about": (side,),
        "winning": (side,),
    }
    for name, args in calls.items():
        yield f"Teller.{name}", view, partial(getattr(teller, name), view, *args)
    yield "MapPanel.overview", view, teller.map(view, side, events).overview


def _ordered(courses: Courses, one: Seen, view: Any, side: str, orders: Sequence[Order]) -> Iterator[Call]:
    """Calls about a side's orders for a phase."""
    system, teller, dialect, letter = courses.game.system, courses.game.teller, courses.game.dialect, one.phase.letter
    for name in ("to_do", "order_sheet", "examples"):
        yield f"Teller.{name}", view, partial(getattr(teller, name), view, side, one.phase)
    for name in ("silent", "owed"):
        yield name, view, partial(getattr(system, name), view, side, letter, orders)
    for order in orders:
        yield "plan", view, partial(system.plan, view, side, letter, order)
        yield "Dialect.read", view, partial(dialect.read, dialect.write(order), view, side)
