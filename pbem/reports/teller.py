"""The interface between a game and its reports."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from pbem.core.ask import Ask
from pbem.core.event import Event, OrderMoot
from pbem.core.order import Order
from pbem.core.sequence import parse_or_none
from pbem.core.system import Outcome, Phase
from pbem.reports.letter_style import translate, translated
from pbem.reports.log import in_short
from pbem.reports.maps.hex_position import Mark
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.report import About, DeskFacts, Facts, LogSection, Panel, Report, SheetLine, ToDo

S = TypeVar("S")


class Teller(Protocol[S]):
    """Tells a game: what stands where, what happened, what a side may do.

    `side` is always the id of the side that is told; `state` is that side's view.  Nothing here changes a state: what is
    folded is folded over a thawed copy.
    """

    def facts(self, state: S, ended: Sequence[str]) -> Facts:
        """The header's facts, `ended` being the full ids of the phases that are told (``T03.US.B``)."""
        ...

    def map(self, state: S, side: str, events: Iterable[Event]) -> MapPanel:
        """The position, with the places that the events were about: hexes (`hex_panel.MapModel`), or a panel of its own."""
        ...

    def marks(self, before: S, events: Iterable[Event]) -> tuple[Mark, ...]:
        """Moves and fights of a phase, from the state `before` it, for the picture."""
        ...

    def log(self, before: S, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """The log of one phase or a part of it, told step by step from the state `before` it.

        `first_roll` is the short number of its first roll (1 at the top of a letter), `first_act` that of its first entry.
        """
        ...

    def in_short(self, before: S, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """The same in a sentence each for what mattered, as `side` would hear it."""
        ...

    def panels(self, state: S, side: str) -> tuple[Panel, ...]:
        """The tables that stand under the log, such as YOUR UNITS; the letters of stacks are those of `map`."""
        ...

    def stacks(self, state: S, side: str) -> Mapping[str, tuple[str, ...]]:
        """The letters of the side's own stacks in a report on this state, with the names that stand there (``stack K``)."""
        ...

    def to_do(self, state: S, side: str, phase: Phase[S]) -> ToDo:
        """The orders that `side` owes in the phase that waits for its orders."""
        ...

    def silent(self, state: S, side: str, phase: Phase[S]) -> str:
        """The outcome of this phase if `side` orders nothing: `ToDo.silent`, without what else it takes to tell."""
        ...

    def order_sheet(self, state: S, side: str, phase: Phase[S], *, ahead: bool = False) -> tuple[SheetLine, ...]:
        """The order sheet: what each unit may do and what it costs; with `ahead` in the later phases of the player turn too."""
        ...

    def examples(self, state: S, side: str, phase: Phase[S]) -> tuple[str, ...]:
        """Orders of the side's own units for a phase that can be copied as they stand; at most a handful."""
        ...

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        """Every decision of `side` that was taken by default or at a deadline, in a sentence each."""
        ...

    def final(self, state: S, outcome: Outcome, side: str) -> tuple[str, ...]:
        """The end of the game, and the count that made it so; `side` is "" for readers who play neither."""
        ...

    def story(self, state: S, events: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
        """The whole game in a page, for its last report: `told` are all events, each with the full id of its phase."""
        ...

    def phase_title(self, phase: str) -> str:
        """``phase B OFFENSIVE FIRE`` for ``T03.US.B``."""
        ...

    def short_name(self, phase: str) -> str:
        """A phase in a subject line: ``T3 US Off. Fire`` for ``T03.US.B``."""
        ...

    def question(self, ask: Ask) -> str:
        """A question, for a subject line, in at most 40 characters as far as names allow: ``Crow King: scatter or stay?``"""
        ...

    def about(self, state: S, side: str) -> About:
        """A welcome's facts about the scenario that `state` opens."""
        ...

    def several(self, names: Sequence[str]) -> str:
        """Units in a list, as short as they are clear: ``A/2, B/2, D/3 Cav, Miners``."""
        ...

    def chart(self, state: S, side: str, word: str) -> tuple[str, ...]:
        """The page of a chart (``fire table``), their list (``charts``) or the leaders with their ratings (``leaders``).

        Its numbers are those that this game is played by.  Empty for a word that names none.
        """
        ...

    def winning(self, state: S, side: str) -> tuple[str, ...]:
        """The rules for winning, and for the end of the game, in the language of the letter: the lines of ``help victory`` and
        of the welcome, without a heading.  Empty if the game does not say.
        """
        ...

    def help(self, word: str) -> tuple[str, ...]:
        """The game's own help for a word.

        For ``orders``, ``standing``, ``defaults`` and ``pace`` the lines that go into that page (its examples), for ``help``
        those of its own pages in the list; for a word of its own a whole page, which begins with ``HELP``.  Empty for a word
        that it does not know.
        """
        ...


# A report from a game and what the campaign knows: the teller is asked for everything that the game has to say.

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
    void = came_to_nothing(events, side, write, sentences)
    changed = changes(teller, slices[0].before, state, side) if slices else []
    return Report(
        **{name: getattr(desk, name) for name in _OF_THE_DESK},
        side=code,
        facts=teller.facts(state, [one.phase for one in slices]),
        to_do=_to_do(teller, state, side, wanted, slices[-1].phase if slices else "") if wanted else None,
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


def _to_do(teller: Teller[S], state: S, side: str, wanted: Phase[S], last: str) -> ToDo:
    """The orders that `side` owes, with the game turn they are for where the header still shows that of the last phase."""
    found = teller.to_do(state, side, wanted)
    before, now = parse_or_none(last), parse_or_none(wanted.id)
    if before is None or now is None or before.turn == now.turn or not now.turn:
        return found
    return replace(found, phase=translate("turn {turn}, {phase}", turn=now.turn, phase=found.phase))


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


# IN SHORT from the reader's side: orders that came to nothing, losses, who came, which enemies stand next to whom
# now.

MOST = 4
"""So many things of a kind are named; of more it says how many."""


@dataclass(frozen=True)
class Piece:
    """A counter as a side sees it: its place ("" beside the map), its strength, 0 where nothing counts it, and the points that
    it has lost, None where only its strength tells.

    Strength that changes with a mode, as of riders who leave some to hold the horses, is no loss.
    """

    side: str
    at: str
    strength: int = 0
    lost: int | None = None


@runtime_checkable
class Pieces(Protocol):
    """The further interface of a teller, if what became of counters can be told by comparing two positions."""

    def pieces(self, state: Any) -> Mapping[str, Piece]:
        """The counters in play, by name, in a sequence of their own."""
        ...

    def next_to(self, state: Any, at: str) -> Collection[str]:
        """The places next to one, that itself not among them."""
        ...


def came_to_nothing(
    events: Iterable[Event], side: str, write: Callable[[Order], str] | None, sentences: Sequence[str]
) -> list[str]:
    """The side's orders of which nothing could come any more, each with why; none that the `sentences` have."""
    moot = [one for one in events if isinstance(one, OrderMoot) and one.side == side]
    new = [one for one in moot if not any(one.problem.text.removesuffix(".") in line for line in sentences)]
    found = []
    for one in new[:MOST]:
        line = write(one.order) if write is not None else one.problem.words
        why = translated(one.problem.text)
        found.append(translate("Your order  {line}  had no effect:  {why}", line=line, why=why))
    if len(new) > MOST:
        found.append(translate("{count} more of your orders had no effect; the log says why.", count=len(new) - MOST))
    return found


def changes(teller: object, before: Any, state: Any, side: str) -> list[str]:
    """The changes to the side's counters and the enemy's near them between two positions as the side sees them."""
    if not isinstance(teller, Pieces):
        return []
    old, new = teller.pieces(before), teller.pieces(state)
    mine = {name: one for name, one in new.items() if one.side == side}
    lost = [
        f"{name} {points}{_left(new.get(name))}"
        for name, one in old.items()
        if one.side == side and one.at and (points := _lost(one, new.get(name))) > 0
    ]
    come = [f"{name} ({one.at})" for name, one in mine.items() if one.at and not (name in old and old[name].at)]
    there = [
        f"{name} ({one.at})"
        for name, one in new.items()
        if one.side != side and one.at and name in old and not old[name].at
    ]
    return [
        *_listed(translate("Your losses:"), lost),
        *_listed(translate("Arrived:"), come),
        *_listed(translate("Enemies that came on the map:"), there),
        *_listed(translate("Enemies that are now next to you:"), _closed_in(teller, state, side, old, new)),
    ]


def _lost(before: Piece, now: Piece | None) -> int:
    """The points that a counter has lost between two positions."""
    if now is None:
        return before.strength
    if before.lost is None or now.lost is None:
        return before.strength - now.strength
    return now.lost - before.lost


def _left(now: Piece | None) -> str:
    return f" ({translate('gone')})" if now is None or not now.strength else f" ({now.strength} {translate('left')})"


def _closed_in(teller: Pieces, state: Any, side: str, old: Mapping[str, Piece], new: Mapping[str, Piece]) -> list[str]:
    """Enemies next to somebody of the side to whom they were not next before: first fighting ones that came, then those to
    whom the side has come."""
    mine: dict[str, list[str]] = {}
    for name, one in new.items():
        if one.side == side and one.at:
            mine.setdefault(one.at, []).append(name)
    found = []
    for name, one in new.items():
        if one.side == side or not one.at:
            continue
        near = teller.next_to(state, one.at)
        stood = old[name].at if name in old else ""
        before = teller.next_to(state, stood) if stood else ()
        beside = [
            own
            for at, names in mine.items()
            if at in near
            for own in names
            if own not in old or old[own].at not in before
        ]
        if beside:
            beside.sort(key=lambda own: not new[own].strength)  # the unit, not the leader who rides with it
            found.append((one.at == stood, not one.strength, f"{name} ({one.at}) {translate('by')} {beside[0]}"))
    return [text for *_, text in sorted(found, key=lambda one: one[:2])]


def _listed(head: str, names: Sequence[str]) -> list[str]:
    if not names:
        return []
    more = translate(" and {count} more", count=len(names) - MOST) if len(names) > MOST else ""
    return [f"{head} {', '.join(names[:MOST])}{more}."]
