"""A game's telling in the language of the letter that is being written.

A game tells in English, as its records have it; so a log reads alike whoever tells it, and the proof can compare it.  What it
told is translated here, sentence by sentence (`catalogue.Catalogue.sentence`); order lines stay English, as they are read.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.core.system import Outcome, Phase
from pbem.reports import letter_style
from pbem.reports.letter_style import translated
from pbem.reports.log import MOVED
from pbem.reports.maps.hex_position import Mark
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.report import About, Facts, LogEntry, LogSection, Panel, SheetLine, Step, ToDo
from pbem.reports.teller import Teller

HELP = "HELP "
EXAMPLE = re.compile(r"(\s*\| \S.*?)(?:(\s{3,})(\S.*))?")
"""An order on a help page, and what is said of it."""
REMARK = "//"
"""The beginning of a line of an order sheet that is no order."""


class TranslatedTeller:
    """A game's teller, whose words are put in the language of the letter (`reports.teller.Teller`)."""

    def __init__(self, teller: Teller[Any]) -> None:
        self._teller = teller

    def __getattr__(self, name: str) -> Any:
        return getattr(self._teller, name)

    def facts(self, state: Any, ended: Sequence[str]) -> Facts:
        """See `Teller`; the title of the scenario is a name, and stays."""
        english = self._teller.facts(state, ended)
        if letter_style.language() is None:
            return english
        return replace(
            english,
            clock=translated(english.clock),
            player_turn=translated(english.player_turn),
            phase=translated(english.phase),
            points=translated(english.points),
            lost=translated(english.lost),
        )

    def map(self, state: Any, side: str, events: Iterable[Event]) -> MapPanel:
        """See `Teller`; a panel translates its own key."""
        return self._teller.map(state, side, events)

    def marks(self, before: Any, events: Iterable[Event]) -> tuple[Mark, ...]:
        """See `Teller`."""
        return self._teller.marks(before, events)

    def log(self, before: Any, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """See `Teller`."""
        english = self._teller.log(before, events, first_roll, first_act)
        if letter_style.language() is None:
            return english
        return replace(
            english,
            title=translated(english.title),
            counted=_each(english.counted),
            entries=tuple(_entry(one) for one in english.entries),
            notes=_all(english.notes),
            player_turn=translated(english.player_turn),
        )

    def in_short(self, before: Any, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """See `Teller`; how many moved is said by `reports.log.in_short`, which may have to add several."""
        english = self._teller.in_short(before, events, side)
        if letter_style.language() is None:
            return english
        return tuple(one if MOVED.fullmatch(one) else translated(one) for one in english)

    def panels(self, state: Any, side: str) -> tuple[Panel, ...]:
        """See `Teller`."""
        english = self._teller.panels(state, side)
        if letter_style.language() is None:
            return english
        return tuple(
            replace(one, title=translated(one.title), note=translated(one.note), spoken=_all(one.spoken))
            for one in english
        )

    def stacks(self, state: Any, side: str) -> Mapping[str, tuple[str, ...]]:
        """See `Teller`."""
        return self._teller.stacks(state, side)

    def to_do(self, state: Any, side: str, phase: Phase[Any]) -> ToDo:
        """See `Teller`."""
        english = self._teller.to_do(state, side, phase)
        if letter_style.language() is None:
            return english
        nobody, line = english.nobody
        return replace(
            english,
            phase=translated(english.phase),
            name=translated(english.name),
            also=translated(english.also),
            nobody=(translated(nobody), line),
            must_act=_all(english.must_act),
            silent=translated(english.silent),
        )

    def silent(self, state: Any, side: str, phase: Phase[Any]) -> str:
        """See `Teller`."""
        return translated(self._teller.silent(state, side, phase))

    def order_sheet(self, state: Any, side: str, phase: Phase[Any], *, ahead: bool = False) -> tuple[SheetLine, ...]:
        """See `Teller`; orders stay as they are written."""
        english = self._teller.order_sheet(state, side, phase, ahead=ahead)
        if letter_style.language() is None:
            return english
        return tuple(
            SheetLine(translated(one.order) if one.order.startswith(REMARK) else one.order, translated(one.remark))
            for one in english
        )

    def examples(self, state: Any, side: str, phase: Phase[Any]) -> tuple[str, ...]:
        """See `Teller`."""
        return self._teller.examples(state, side, phase)

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        """See `Teller`."""
        return _all(self._teller.defaults(events, side))

    def final(self, state: Any, outcome: Outcome, side: str) -> tuple[str, ...]:
        """See `Teller`."""
        return _all(self._teller.final(state, outcome, side))

    def story(self, state: Any, events: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
        """See `Teller`."""
        return _all(self._teller.story(state, events, side))

    def phase_title(self, phase: str) -> str:
        """See `Teller`."""
        return translated(self._teller.phase_title(phase))

    def short_name(self, phase: str) -> str:
        """See `Teller`."""
        return translated(self._teller.short_name(phase))

    def question(self, ask: Ask) -> str:
        """See `Teller`."""
        return translated(self._teller.question(ask))

    def about(self, state: Any, side: str) -> About:
        """See `Teller`; a scenario's title is a name, and stays."""
        english = self._teller.about(state, side)
        return (
            english if letter_style.language() is None else replace(english, house_charts=_each(english.house_charts))
        )

    def several(self, names: Sequence[str]) -> str:
        """See `Teller`."""
        return self._teller.several(names)

    def chart(self, state: Any, side: str, word: str) -> tuple[str, ...]:
        """See `Teller`; charts are written in the language of the letter from the first."""
        return self._teller.chart(state, side, word)

    def winning(self, state: Any, side: str) -> tuple[str, ...]:
        """See `Teller`; written in the language of the letter from the first, like the charts."""
        return self._teller.winning(state, side)

    def help(self, word: str) -> tuple[str, ...]:
        """See `Teller`."""
        english = self._teller.help(word)
        return english if letter_style.language() is None else tuple(map(of_a_page, english))


def _all(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(translated(one) for one in lines)


def of_a_page(line: str) -> str:
    """A line of a help page: of an example only what is said behind it; a heading is `reports.letters`' to translate."""
    if line.startswith(HELP):
        return line
    example = EXAMPLE.fullmatch(line)
    if example is None:
        return translated(line)
    whole = translated(line) if example[3] else line
    return whole if whole != line else _beside(example)


def _beside(example: re.Match[str]) -> str:
    return f"{example[1]}{example[2]}{translated(example[3])}" if example[3] else example[0]


def _each(text: str) -> str:
    """``3 moves, 2 fires, 5 rolls``: each by itself, where all are known."""
    pieces = text.split(", ")
    parts = [translated(one) for one in pieces]
    return text if any(one == other for one, other in zip(pieces, parts, strict=True)) else ", ".join(parts)


def _entry(one: LogEntry) -> LogEntry:
    steps = tuple(_step(step) for step in one.steps)
    return replace(one, text=translated(one.text), tail=_tail(one.tail), steps=steps)


def _step(step: Step) -> Step:
    # The label stays: it says what kind of step this is, and is translated where it is written (`reports.log`).
    brief = translated(step.brief) if step.brief else step.brief
    return Step(step.label, translated(step.text), _tail(step.tail), step.rule, brief)


def _tail(tail: str) -> str:
    arrow, text = ("-> ", tail[3:]) if tail.startswith("-> ") else ("", tail)
    return arrow + translated(text)
