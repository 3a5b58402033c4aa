"""Forecasts for order lines: many trials from a player's own view, with dice independent of the game's.

The enemy's orders are guessed by a practice player. Nothing is stored and nothing is sent.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import ActBegan, ActEnded, Event, OrderMoot
from pbem.core.order import Order
from pbem.core.sequence import parse
from pbem.core.system import Phase
from pbem.core.umpire import Roll
from pbem.desk.desk import Title
from pbem.desk.play.luck import tenths
from pbem.desk.record.from_records import Followed, KnownFaces, play_phase, silent
from pbem.mechanisms.chances import Outcomes
from pbem.mechanisms.practice import PLAIN, Pick
from pbem.orders.rehearsal import ACCEPTED, REFUSED, RehearsalResult, rehearse
from pbem.reports.wrap import wrap

PLAYS = 200
MOST_OUTCOMES = 6
"""Outcomes of one order that are shown, the most frequent; what comes once in a hundred plays is told together."""
MOST_IN_BATTLE = 500
"""Phases that one play of a battle plan may go through; a battle has a hundred turns at most."""
MOST_PHASES = 12
"""Phases that one play may go through before the last one that has an order; a player turn has fewer."""
LOSSES = ("strength lost", "figures lost", "hits taken", "units lost")
"""Figures of a side by which a play is won or lost, the first of them that the game keeps."""
NOTHING = ("nothing happens",)
CERTAIN = ("done; no die is rolled",)
OVERTAKEN = ("no longer possible when its turn comes",)
NOT_REACHED = ("not carried out: it doesn't come up",)


class NothingToTry(Exception):
    """No order can be tried now: the reason, and the lines as far as they were read."""

    def __init__(self, why: str, read: RehearsalResult | None = None) -> None:
        super().__init__(why)
        self.read = read


@dataclass
class OrderTrial:
    """The results of an order in all plays: the order, its cost or odds as the receipt says them, outcomes and how often.

    A line of a plan has no outcome of its own: what it leads to is seen at the battle's end.
    """

    line: str
    note: str = ""
    is_plan: bool = False
    outcomes: Counter[tuple[str, ...]] = field(default_factory=Counter)


@dataclass
class Forecast:
    """The results of a letter of orders: how it was read, each order's outcomes, and the change of each figure in each play."""

    phase: str
    side: str
    plays: int
    read: RehearsalResult
    tried: list[OrderTrial]
    figures: dict[str, list[int]] = field(default_factory=dict)
    last_phase: str = ""


def what_if(
    title: Title, followed: Followed, side: str, words: str, *, plays: int = PLAYS, seed: str = "1"
) -> Forecast:
    """Try a letter of `side` on the position that its records lead to.  Raises NothingToTry.

    The same records, words and seed give the same forecast.
    """
    phase = None if followed.is_over else title.system.next_phase(followed.before)
    if phase is None:
        raise NothingToTry("the game is over")
    if followed.open is not None and not followed.open.is_told:
        raise NothingToTry(
            "this phase waits in its midst, and what was answered in it is sealed; try this when orders are wanted"
        )
    view = title.system.view(followed.now, side)
    read = rehearse(
        title.system, title.dialect, view, side, phase.letter, words, ahead=True, is_begun=bool(followed.open)
    )
    good = [line for line in read.lines if line.verdict == ACCEPTED and line.orders]
    if not good:
        refused = any(line.verdict == REFUSED for line in read.lines)
        raise NothingToTry("no line can be tried" if refused else "expected an order, found none", read)
    _must_be_own(title, followed, phase, side)
    by_letter: dict[str, list[Order]] = {}
    tried: dict[str, OrderTrial] = {}
    for line in good:
        by_letter.setdefault(line.phase or phase.letter, []).extend(line.orders)
        notes = line.notes or ("",) * len(line.orders)
        for order, text, note in zip(line.orders, line.canonical, notes, strict=True):
            tried[title.dialect.write(order)] = OrderTrial(text, note, is_plan=bool(order.block))
    found = Forecast(phase.id, side, plays, read, list(tried.values()))
    for n in range(plays):
        _Play(title, followed, side, by_letter, f"{seed} {n}").into(found, tried)
    return found


def _must_be_own(title: Title, followed: Followed, phase: Phase[Any], side: str) -> None:
    """Raises NothingToTry if the phase that is open takes no orders of the side, or has taken them already."""
    card = next(one for one in title.system.card.phases if one.letter == phase.letter)
    name = title.teller.phase_title(phase.id)
    others = {"phasing": phase.side != side, "other": phase.side == side, "all": False}.get(card.orders, True)
    if others and followed.open is None:
        raise NothingToTry(f"{name} takes no orders of yours; try this when your orders are wanted")
    given = followed.open.answers if followed.open is not None else []
    if any(one.key.startswith(f"{side} {ORDERS} ") for one in given):
        raise NothingToTry(f"your orders for {name} are being carried out; try this when your next orders are wanted")


class _Play:
    """One play: the open phase and those after it, as far as the letter has orders for them."""

    def __init__(
        self, title: Title, followed: Followed, side: str, orders: Mapping[str, Sequence[Order]], seed: str
    ) -> None:
        self.title, self.followed, self.side, self.orders, self.seed = title, followed, side, dict(orders), seed
        self.letter = ""

    def into(self, found: Forecast, tried: Mapping[str, OrderTrial]) -> None:
        """Play, and add what came of it."""
        key = hashlib.sha256(f"pbem what if {self.seed}".encode()).digest()
        state, skip = self.followed.before, len(self.followed.open.events) if self.followed.open else 0
        start = self.followed.now
        ledger = self.title.practice.ledger(start) if self.title.practice is not None else None
        first = dict(ledger.figures(start)) if ledger is not None else {}
        known = self.followed.open.faces if self.followed.open else {}
        given = self.followed.open.answers if self.followed.open else ()
        seen = Counter[str]()
        has_plan = any(one.is_plan for one in tried.values())
        singles = [text for text, one in tried.items() if not one.is_plan]
        for _ in range(MOST_IN_BATTLE if has_plan else MOST_PHASES):
            phase = self.title.system.next_phase(state)
            is_due = has_plan or not all(seen[text] for text in singles)
            if phase is None or not (self.orders or (is_due and _in_one_battle(found.phase, phase.id))):
                break
            self.letter = phase.letter
            dice = KnownFaces(known, KeyedDice(hashlib.sha256(key + phase.id.encode()).digest()))
            after, events = play_phase(self.title, self.followed.options, state, dice, self._decide, given)
            begun = self.title.system.thaw(start if skip else state)
            for text, outcome in self._acts(begun, events[skip:], ledger):
                if text in tried and not seen[text]:
                    tried[text].outcomes[outcome] += 1
                    seen[text] += 1
            self.orders.pop(phase.letter, None)
            state, skip, known, given, found.last_phase = after, 0, {}, (), phase.id
        for text in singles:
            if not seen[text]:
                tried[text].outcomes[NOT_REACHED] += 1
        if ledger is not None:
            for name, value in ledger.figures(state).items():
                found.figures.setdefault(name, []).append(value - first.get(name, 0))

    def _acts(self, state: Any, events: Sequence[Event], ledger: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each order that was carried out, by its line, with what came of it in sentences."""
        text, first, before = "", 0, None
        for n, event in enumerate(events):
            if isinstance(event, ActBegan):
                text, first, before = event.text, n, self.title.system.thaw(state)
            self.title.system.apply(state, event)
            for _ in ledger.faults(state, event) if ledger is not None else ():
                pass  # it keeps its account while it looks; faults are for self-play
            if isinstance(event, OrderMoot):
                yield self.title.dialect.write(event.order), OVERTAKEN
            if isinstance(event, ActEnded) and before is not None:
                yield text, self._outcome(before, events[first : n + 1], events[n + 1 :])
                before = None

    def _outcome(self, before: Any, act: Sequence[Event], later: Sequence[Event]) -> tuple[str, ...]:
        """The results of an order in sentences, from the state `before` its act and the events `later` in the phase."""
        own = getattr(self.title, "chances", None)
        if isinstance(own, Outcomes):
            return own.outcome(act, later) or NOTHING
        if not any(map(_rolls, act)):
            return CERTAIN
        return self.title.teller.in_short(before, act, self.side) or NOTHING

    def _decide(self, state: Any, one: Ask) -> Answer:
        if one.quiet:
            return silent(one)
        if one.kind == ORDERS and one.side == self.side:
            return Answer(orders=tuple(self.orders.get(self.letter, ())))
        practice = self.title.practice
        if practice is None:
            return silent(one)
        view = self.title.system.view(state, one.side)
        if one.kind == ORDERS:
            pick = self._pick(one)
            return Answer(orders=practice.orders(self.title.system, view, one.side, self.letter, PLAIN, pick))
        return Answer(practice.choice(view, one, PLAIN, self._pick(one)))

    def _pick(self, one: Ask) -> Pick:
        def pick(purpose: str, n: int) -> int:
            digest = hashlib.sha256(f"pbem what if {self.seed} {self.letter} {one.key} {purpose}".encode()).digest()
            return int.from_bytes(digest[:8], "big") % n

        return pick


def _in_one_battle(one: str, other: str) -> bool:
    """True if two phases belong to the same battle: what is ordered at a stop is carried out later in it."""
    first, then = parse(one), parse(other)
    if first.battle is None or then.battle is None:
        return False
    return (first.turn, first.battle.battle) == (then.turn, then.battle.battle)


def _rolls(event: Event) -> bool:
    """True if an event holds a roll."""
    return any(isinstance(getattr(event, one.name), Roll) for one in fields(event))


# The page


def page(found: Forecast, width: int) -> Iterator[str]:
    """The forecast for a person: each order with its odds and its outcomes, most frequent first; then losses and points."""
    for one in found.tried:
        yield from wrap(one.line, width, first="", rest="    ")
        if one.note:
            yield from wrap(one.note, width, first="    ", rest="    ")
        if one.is_plan:
            continue
        shown = one.outcomes.most_common(MOST_OUTCOMES)
        for outcome, times in shown:
            share = f"{_percent(times, found.plays):>8}  "
            yield from wrap(" ".join(_ended(text) for text in outcome), width, first=share, rest=" " * len(share))
        rest = found.plays - sum(times for _, times in shown)
        if rest:
            yield f"{_percent(rest, found.plays):>8}  something else, in {len(one.outcomes) - len(shown)} ways."
        yield ""
    if any(one.is_plan for one in found.tried):
        yield ""
    rows = [(name, sorted(values)) for name, values in found.figures.items() if len(set(values)) > 1]
    yield from _won(found, width)
    if rows:
        head = f"Change in {found.plays} plays"
        yield f"{head:<34}{'least':>7}{'1/4':>6}{'middle':>8}{'3/4':>6}{'most':>6}{'mean':>8}"
        for name, values in rows:
            parts = (values[round(part * (len(values) - 1))] for part in (0, 0.25, 0.5, 0.75, 1))
            low, quarter, middle, three, most = parts
            mean = tenths(Fraction(sum(values), len(values)))
            yield f"{name:<34}{low:>7}{quarter:>6}{middle:>8}{three:>6}{most:>6}{mean:>8}"


def _won(found: Forecast, width: int) -> Iterator[str]:
    """The plays by who lost more in them, where anybody did: won, drawn and lost."""
    for loss in LOSSES:
        own = found.figures.get(f"{found.side} {loss}", [])
        theirs = [values for name, values in found.figures.items() if name.endswith(f" {loss}") and values is not own]
        if own and theirs and any(map(any, (own, *theirs))):
            gained = [sum(some) - mine for mine, *some in zip(own, *theirs, strict=True)]
            won, lost = sum(one > 0 for one in gained), sum(one < 0 for one in gained)
            shares = [_percent(part, len(gained)) for part in (won, len(gained) - won - lost, lost)]
            text = f"Won in {shares[0]}, drawn in {shares[1]}, lost in {shares[2]} of the plays"
            text += f", by {loss}: won is where they lose more."
            yield from wrap(text, width, first="", rest="  ")
            yield ""
            return


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _percent(part: int, whole: int) -> str:
    return f"{int(Fraction(100 * part, whole) + Fraction(1, 2))} %"
