"""Trying out a changed state before anybody signs it: its report, the plans of its next phase, and that phase played."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import perform
from pbem.core.sequence import phasing
from pbem.core.system import Phase
from pbem.core.umpire import Umpire
from pbem.desk.title import Title
from pbem.mechanisms.practice import LEVELS
from pbem.reports import teller, text
from pbem.reports.report import DeskFacts

AT = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of a trial report: nobody reads it."""
KEY = bytes(32)
"""The key of the dice of a phase on trial; it is no step of any ladder."""
MOST_MOMENTS = 1_000
PHASES = 4
"""So many phases are played on: a counter that only its own side looks at comes up in them."""


@dataclass(frozen=True)
class Trouble:
    """An error in a state: what the desk was doing (``showing the position to US``), and the message."""

    doing: str
    message: str

    def __str__(self) -> str:
        return f"{self.doing}: {self.message}"


def trouble(title: Title, state: Any) -> Trouble | None:
    """The first thing that the desk cannot do with a state, None if all of it works.  It changes nothing."""
    system = title.system
    doing = "finding the next phase"
    try:
        phase = system.next_phase(state)
        for side in system.card.sides:
            doing = f"showing the position to {side.name}"
            _show(title, system.view(state, side.id), side.id, side.code, phase)
        for _ in range(PHASES):
            if phase is None:
                break
            doing = f"playing {title.short_name(phase.id)}"
            state = _played(title, state, phase)
            phase = system.next_phase(state)
    # Whatever a game's rules raise on a state that cannot be is the answer here.
    except Exception as fault:
        return Trouble(doing, f"{type(fault).__name__}: {fault}")
    return None


def _show(title: Title, view: Any, side: str, code: str, phase: Phase[Any] | None) -> None:
    """Write the report on a position, with its order sheet and every plan that it lists."""
    facts = DeskFacts(game="trial", number=0, players=(), gm="", written=AT)
    wanted = phase if phase is not None and side in phasing(title.system.card, phase) else None
    text.text_of(text.parts(teller.compose(title.teller, facts, side, code, (), view, wanted=wanted)))
    if wanted is not None:
        title.teller.order_sheet(view, side, wanted, ahead=True)
        title.system.silent(view, side, wanted.letter, ())
        title.system.owed(view, side, wanted.letter, ())
    if phase is not None:
        for level in LEVELS:
            for order in _orders(title, view, side, phase, level):
                title.system.plan(view, side, phase.letter, order)


def _orders(title: Title, view: Any, side: str, phase: Phase[Any], level: str) -> tuple[Order, ...]:
    """Orders as the practice player of a level gives them; none where a game has no practice player."""
    if title.practice is None:
        return ()
    return title.practice.orders(title.system, view, side, phase.letter, level, _first)


def _first(purpose: str, n: int) -> int:
    return 0


def _played(title: Title, state: Any, phase: Phase[Any]) -> Any:
    """The state after a phase, played by the practice players with dice that count for nothing."""
    system = title.system
    umpire: Umpire[Any] = Umpire(
        system.thaw(state),
        system.apply,
        phase=phase.id,
        options=getattr(state, "options", Options()),
        dice=KeyedDice(KEY),
        view=system.view,
        write=title.dialect.write,
    )
    perform(phase.play(umpire), umpire, (), lambda segment: KeyedDice(KEY), _source(title, umpire, phase))
    return umpire.state


def _source(
    title: Title, umpire: Umpire[Any], phase: Phase[Any]
) -> Callable[[tuple[Ask, ...]], tuple[Answer | None, ...]]:
    moments = 0

    def answer(ask: Ask) -> Answer:
        if ask.kind == ORDERS:
            view = title.system.view(umpire.state, ask.side)
            given = _orders(title, view, ask.side, phase, LEVELS[-1])
            return Answer(orders=given)
        return Answer(ask.default or ask.declined or ask.choices[0].key)

    def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        nonlocal moments
        moments += 1
        if moments > MOST_MOMENTS:
            raise RuntimeError(f"the phase has asked {MOST_MOMENTS} times and goes on")
        return tuple(answer(one) for one in asks)

    return source
