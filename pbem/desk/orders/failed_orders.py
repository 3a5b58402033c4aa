"""Orders that came to nothing, in the words in which a record first told why: a later program may word that differently.

What the event says besides its words (order, code, clause, what it rests on) is compared as everything is.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pbem.core.canonical import Json
from pbem.core.event import Event, OrderMoot
from pbem.core.problem import Problem
from pbem.core.record import bare_name, from_json
from pbem.desk.desk import read_json
from pbem.store.tables import RecordRow

WORDS = ("text", "suggest", "words")
"""The fields of a problem that only word it."""


def problems_on_record(row: RecordRow) -> tuple[Problem, ...]:
    """Why orders came to nothing, as a record tells it, in its sequence."""
    events = read_json(row.body)["body"].get("events", ()) if OrderMoot.__name__ in row.body else ()
    return tuple(from_json(one["problem"], Problem) for one in events if _is_moot(one))


def as_recorded(events: Iterable[Event], problems: Sequence[Problem]) -> tuple[Event, ...]:
    """Events in which each order that came to nothing has the words of `told`, in its place; () leaves all as they are."""
    return tuple(_reworded(events, iter(problems)))


def without_words(event: Json) -> Json:
    """An event's JSON without the words that tell why an order came to nothing."""
    if not isinstance(event, dict) or not _is_moot(event):
        return event
    problem: Any = event["problem"]
    return {**event, "problem": {name: value for name, value in problem.items() if name not in WORDS}}


def _reworded(events: Iterable[Event], problems: Iterator[Problem]) -> Iterator[Event]:
    for event in events:
        is_told = isinstance(event, OrderMoot) and event.known_to() is None  # what is secret stands in no record
        was = next(problems, None) if is_told else None
        if was is None or not isinstance(event, OrderMoot):
            yield event
        else:
            yield replace(event, problem=replace(event.problem, **{name: getattr(was, name) for name in WORDS}))


def _is_moot(event: dict[str, Any]) -> bool:
    return bare_name(str(event.get("type", ""))) == OrderMoot.__name__
