"""A report from a game and what the campaign knows: the teller is asked for everything that the game has to say."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Generic, TypeVar

from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.system import Outcome, Phase
from pbem.reports import for_the_reader
from pbem.reports.log import in_short
from pbem.reports.report import DeskFacts, LogSection, Report
from pbem.reports.teller import Teller

S = TypeVar("S")

_OF_THE_DESK = tuple(one.name for one in fields(DeskFacts))


@dataclass(frozen=True)
class PhaseSlice(Generic[S]):
    """A phase, or the stretch of one, that a report tells: its full id, the state before it, its events."""

    phase: str
    before: S
    events: tuple[Event, ...]


def compose(
    teller: Teller[S],
    desk: DeskFacts,
    side: str,
    code: str,
    slices: Sequence[PhaseSlice[S]],
    state: S,
    *,
    wanted: Phase[S] | None = None,
    outcome: Outcome | None = None,
    whole: Sequence[tuple[str, Event]] = (),
    write: Callable[[Order], str] | None = None,
) -> Report:
    """The report of `side` (id; `code` stands in the header): `slices` are the phases since its last report, `state` is now.

    All states are views of that side.  `wanted` is the phase that waits for this side's orders, None if nothing is
    wanted of it; `outcome` ends the game; then `whole` are all its events, each with the full id of its phase.  `write`
    writes an order as its line.
    """
    events = [event for one in slices for event in one.events]
    sentences = [line for one in slices for line in teller.in_short(one.before, one.events, side)]
    void = for_the_reader.came_to_nothing(events, side, write, sentences)
    changed = for_the_reader.changes(teller, slices[0].before, state, side) if slices else []
    return Report(
        **{name: getattr(desk, name) for name in _OF_THE_DESK},
        side=code,
        facts=teller.facts(state, [one.phase for one in slices]),
        to_do=teller.to_do(state, side, wanted) if wanted else None,
        final=teller.final(state, outcome, side) if outcome else (),
        story=teller.story(state, whole, side) if outcome else (),
        in_short=in_short([*void, *changed, *sentences]),
        map=teller.map(state, side, events),
        logs=tuple(_merged(_logs(teller, slices))),
        panels=teller.panels(state, side),
        stacks=teller.stacks(state, side),
        by_default=teller.defaults(events, side),
        order_sheet=teller.order_sheet(state, side, wanted) if wanted else (),
    )


def _logs(teller: Teller[S], slices: Sequence[PhaseSlice[S]]) -> list[LogSection]:
    """The log of each phase; their rolls are numbered through the whole report."""
    logs: list[LogSection] = []
    rolls = 1
    for one in slices:
        log = teller.log(one.before, one.events, rolls)
        rolls += len(log.dice)
        logs.append(log)
    return logs


def _merged(logs: Sequence[LogSection]) -> list[LogSection]:
    """The logs in sequence; the note about charts in use is kept only under the last of them that has it."""
    seen: set[str] = set()
    kept: list[LogSection] = []
    for log in reversed(logs):
        notes = tuple(note for note in log.notes if note not in seen)
        kept.append(replace(log, notes=notes) if notes != log.notes else log)
        seen.update(log.notes)
    return kept[::-1]
