"""Adjudicating a game again from its records: every phase from its answers, with the dice of its seeds (docs/trust.md).

Nothing of the store is needed: the records that both players hold are enough, and the rules program that is installed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.ask import Answer, Ask
from pbem.core.canonical import Json, canon
from pbem.core.dice import Dice, KeyedDice
from pbem.core.event import Event, PhaseEnded
from pbem.core.options import Options
from pbem.core.play import Recorded, Segment, perform
from pbem.core.record import bare_name, from_json, to_json, with_bare_names
from pbem.core.system import deals
from pbem.core.umpire import Masks, Umpire
from pbem.desk.desk import Title
from pbem.desk.orders.orders_on_file import without_words
from pbem.desk.play.play import NoDice
from pbem.desk.record.rules_program import Engine
from pbem.seal.carried_out import WITHHELD
from pbem.seal.chain import Link
from pbem.seal.draws import KeyedMasks, players_in
from pbem.seal.ladder import extra_in, roll_key
from pbem.seal.state import patched, state_hash


@dataclass(frozen=True)
class Difference:
    """The first thing that is different: at which record, in which phase, by which clause, of which order line.

    `what` says in a few words what differs; `expected` is what the record says, `found` what the installed rules make of it.
    """

    seq: int
    phase: str
    what: str
    clause: str = ""
    line: str = ""
    expected: str = ""
    found: str = ""

    @property
    def where(self) -> str:
        """``record 41, T03.US.B, clause RC-9.F, order 'C/3 Cav fire full at Crow King'``."""
        parts = [f"record {self.seq}", self.phase]
        parts += [f"clause {self.clause}"] if self.clause else []
        parts += [f"order {self.line!r}"] if self.line else []
        return ", ".join(parts)


@dataclass(frozen=True)
class PlayedPart:
    """A phase as far as a record has played it: the state before the phase, and all its events up to there."""

    seq: int
    before: Any
    events: tuple[Event, ...]


@dataclass
class Readjudicated:
    """The result: records of play (stretches of phases) and state hashes that came out the same; what could not be done,
    and why; or the first difference.

    `last` is the number of the last record that was reached, `engines` the (version, rules digest) pairs that were in force,
    `since` the record from which the last of them is.  `stood` is what another program played and the installed one plays
    differently: there the events of the record were taken instead, and led to the state that it tells.
    """

    adjudications: int = 0
    states: int = 0
    sealed_states: int = 0
    last: int = -1
    undecided: str = ""
    difference: Difference | None = None
    engines: list[Engine] = field(default_factory=list)
    since: int = 0
    stood: list[Difference] = field(default_factory=list)
    parts: list[PlayedPart] = field(default_factory=list)

    @property
    def would_change(self) -> Difference | None:
        """The first difference that nobody has taken over yet: those of stretches before the last upgrade were told then."""
        return self.difference or next((one for one in self.stood if one.seq > self.since or not self.since), None)


Sealed = Mapping[tuple[str, int], Mapping[str, Any]]
"""The sealed answers and events of a game that hides facts, by branch and record."""

NOTHING: Sealed = {}


class _Stopped(Exception):
    """There is nothing to go on from: what is missing."""


class _Differs(Exception):
    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.what)
        self.difference = difference


def readjudicate(
    title: Title,
    records: Sequence[Link],
    salt_key: bytes | None = None,
    sealed: Sealed = NOTHING,
    installed: Engine | None = None,
    opening: Json = None,
) -> Readjudicated:
    """Adjudicate the phases of one branch again.  `records` begin with genesis and have no gap.

    `salt_key` opens the states of games that hide facts; without it those states are counted as sealed, and not compared.
    `sealed` are the answers and events that a game's last record opens.  Where `installed` is given, what another program
    played differently is taken from its events, and the rest is adjudicated from there; so is the position that another program
    opened with, from `opening`, where that is the one whose digest genesis has.
    """
    run = _Run(title, salt_key, sealed, installed, opening)
    for record in records:
        try:
            run.take(record)
        except _Stopped as stopped:
            run.done.undecided = str(stopped)
            break
        except _Differs as differs:
            run.done.difference = differs.difference
            break
        # A record may hold whatever a desk wrote there, and the rules read it.
        except Exception as fault:
            what = f"it cannot be read by the rules: {type(fault).__name__}: {fault}"
            run.done.difference = Difference(record["seq"], str(record["body"].get("phase", record["type"])), what)
            break
        run.done.last = record["seq"]
    return run.done


class _Run:
    def __init__(
        self, title: Title, salt_key: bytes | None, sealed: Sealed, installed: Engine | None, opening: Json
    ) -> None:
        self.title, self.salt_key, self.sealed, self.installed = title, salt_key, sealed, installed
        self.opening = opening
        self.done = Readjudicated()
        self.options = Options()
        self.state: Any = None
        self.events: tuple[Event, ...] = ()
        self.is_taken = False
        self.segments: list[Segment] = []
        self.dice: list[Dice] = []
        self.now: Any = None
        self.players: dict[str, int] = {}

    def take(self, record: Link) -> None:
        body = record["body"]
        self.players = players_in([record], self.players)
        match record["type"]:
            case "genesis":
                self.options = Options(tuple(body["options"]))
                self.state = self.now = self._system.open(body["scenario"], self.options)
                self.done.engines.append((body["engine"], body["rules"]))
                self._opened_with(record)
            case "phase.resolved":
                self._phase(self._opened(record))
            case "gm.ruling" if "patch" in body:
                self._ruled(record)
            case "branch.open":
                self._same_state(record, body["state"], "branch")
            case "engine.change":
                self.done.engines.append((body["engine"], body["rules"]))
                self.done.since = record["seq"]

    def _opened_with(self, record: Link) -> None:
        """Compare the position at the opening; where another program opened with another one, take what is kept of it."""
        expected = record["body"]["state"]
        try:
            self._same_state(record, expected, "opening")
        except _Differs as differs:
            if self.opening is None or self.installed is None or self.done.engines[-1] == self.installed:
                raise
            try:
                self.state = self.now = self._system.from_json(self.opening)
                self._same_state(record, expected, "opening")
            except (_Differs, ValueError, LookupError, TypeError, AttributeError):
                raise differs from None
            self.done.stood.append(differs.difference)

    @property
    def _system(self) -> Any:
        return self.title.system

    def _opened(self, record: Link) -> Link:
        """A record of play with what was sealed of it, where that is known."""
        body, seq = record["body"], record["seq"]
        if "sealed" in body:
            body = {**body, **self.sealed.get((record["branch"], seq), {})}
        if "sealed" in body and "answers" not in body:
            raise _Stopped(f"record {seq} seals the answers of its phase: this game hides facts")
        if "answers" not in body:
            raise _Stopped(f"record {seq} was written by a pbem that did not record the answers of a phase")
        return {**record, "body": body}

    def _phase(self, record: Link) -> None:
        """Adjudicate a record of play; where another program played it differently, take its events."""
        is_others = self.installed is not None and self.done.engines[-1:] != [self.installed]
        before, now = self.state, self.now
        try:
            if not self.is_taken:
                self._adjudicate(record)
            elif is_others:
                self._take_events(record, now)
            else:  # its beginning could not be adjudicated, so neither can this
                raise _Differs(self.done.stood.pop())
        except _Differs as differs:
            if not is_others or self.is_taken:
                raise
            self.state = before
            try:
                self._take_events(record, now)
            except (_Differs, ValueError, LookupError, TypeError, AttributeError):
                raise differs from None
            self.done.stood.append(differs.difference)

    def _take_events(self, record: Link, now: Any) -> None:
        """Bring the state forward by the events of a record.  Raises what `apply` raises where they are not of this program."""
        events = tuple(from_json(one, Event) for one in record["body"].get("events", ()))
        state = self._system.thaw(now)
        for event in events:
            self._system.apply(state, event)
        self.now = state
        self._same_state(record, record["body"]["state"], record["body"]["phase"])
        self.events, self.is_taken = (*self.events, *events), True
        self.done.parts.append(PlayedPart(record["seq"], self.state, self.events))
        if isinstance(self.events[-1], PhaseEnded):
            self._ended(state)

    def _ended(self, state: Any) -> None:
        self.state, self.segments, self.dice, self.events, self.is_taken = state, [], [], (), False

    def _masks(self, branch: str) -> Masks | None:
        is_known = self.salt_key is not None and deals(self._system)
        return KeyedMasks.of(self.salt_key or b"", self._system.card, branch, self.players) if is_known else None

    def _adjudicate(self, record: Link) -> None:
        body, seq = record["body"], record["seq"]
        phase = self._system.next_phase(self.state)
        if phase is None or phase.id != body["phase"]:
            found = "the game is over" if phase is None else phase.id
            raise _Differs(Difference(seq, body["phase"], "another phase comes next", "", "", body["phase"], found))
        umpire: Umpire[Any] = Umpire(
            self._system.thaw(self.state),
            self._system.apply,
            phase=phase.id,
            options=self.options,
            view=self._system.view,
            write=self.title.dialect.write,
            masks=self._masks(record["branch"]),
        )
        given = _Given(record)
        dice = [*self.dice, _dice(record)]
        try:
            stop = perform(phase.play(umpire), umpire, self.segments, dice.__getitem__, given)
            made = stop.segments[-1]
            first = stop.segments[-2].events if len(stop.segments) > 1 else 0
            self._same_events(record, umpire.events, first)
            if given.left:
                raise _Differs(
                    Difference(seq, phase.id, "a question is not put any more", "", "", given.left[0].key, "nothing")
                )
            self._same_rolls(record, umpire, made.rolls)
            self._same_orders(record, made)
        except _Differs:
            raise
        # What is installed may have become unable to play what it played: that is a difference like any other.
        except Exception as fault:
            first = self.segments[-1].events if self.segments else 0
            self._same_events(record, umpire.events, first, whole=False)
            clause, line = _cause(umpire.events)
            what = f"{type(fault).__name__}: {fault}"
            raise _Differs(Difference(seq, phase.id, what, clause, line)) from fault
        part = PlayedPart(seq, self.state, tuple(umpire.events))
        self.now = umpire.state
        self._same_state(record, body["state"], phase.id)
        self.done.adjudications += 1
        self.done.parts.append(part)
        if stop.finished:
            self._ended(umpire.state)
        else:
            self.segments, self.dice, self.events = list(stop.segments), dice, part.events

    def _same_events(self, record: Link, events: Sequence[Event], first: int, *, whole: bool = True) -> None:
        events_on_record = record["body"].get("events", [])
        for n, event in enumerate(events[first:]):
            found = to_json(event)
            expected = events_on_record[n] if n < len(events_on_record) else None
            # Chains from before type names had a game in front have the bare ones; words may have changed since.
            same = [canon(without_words(one)) for one in (found, with_bare_names(found))]
            if expected is None or canon(without_words(expected)) not in same:
                raise _Differs(self._difference(record, events[: first + n + 1], expected, found))
        if whole and len(events) - first < len(events_on_record):
            raise _Differs(self._difference(record, events, events_on_record[len(events) - first], None))

    def _difference(self, record: Link, events: Sequence[Event], expected: Json, found: Json) -> Difference:
        clause, line = _cause(events)
        clause = _clause_in(found) or _clause_in(expected) or clause
        what = (
            "an event is different" if expected and found else "an event too many" if found else "an event is missing"
        )
        place = (record["seq"], record["body"]["phase"], what, clause, line)
        if isinstance(expected, dict) and isinstance(found, dict) and expected.get("type") == found.get("type"):
            names = [name for name in found if found.get(name) != expected.get(name)]
            kind = bare_name(str(found["type"]))
            return Difference(*place, f"{kind} {_short(expected, names)}", f"{kind} {_short(found, names)}")
        return Difference(*place, _short(expected), _short(found))

    def _same_rolls(self, record: Link, umpire: Umpire[Any], number: int) -> None:
        made = [[one.label, list(one.faces)] for one in (umpire.rolls[-number:] if number else [])]
        for expected, found in zip(record["body"]["rolls"], made, strict=False):
            if expected[:2] != found:
                phase = record["body"]["phase"]
                raise _Differs(
                    Difference(record["seq"], phase, "a roll is different", "", "", str(expected), str(found))
                )

    def _same_orders(self, record: Link, made: Segment) -> None:
        """The order lines that the record tells are those that its answers carry out."""
        if "orders" not in record["body"] and not any(kept.answer.orders for kept in made.answers):
            return
        codes = {side.id: side.code for side in self._system.card.sides}
        found: dict[str, list[str]] = {}
        for kept in made.answers:
            if kept.answer.orders:
                lines = [self.title.dialect.write(one) for one in kept.answer.orders]
                found.setdefault(codes[kept.key.split(" ")[0]], []).extend(lines)
        on_record = record["body"].get("orders", {})
        for code in sorted(found.keys() | on_record.keys()):
            if on_record.get(code) == [WITHHELD]:
                continue  # the sealed answers hold them, and were checked when they were opened
            if found.get(code, []) != on_record.get(code, []):
                what = f"the orders of {code} that it tells are not those that were played"
                played, expected = "; ".join(found.get(code, [])), "; ".join(on_record.get(code, []))
                raise _Differs(Difference(record["seq"], record["body"]["phase"], what, "", "", expected, played))

    def _ruled(self, record: Link) -> None:
        body = record["body"]
        self.state = self.now = self._system.from_json(patched(self._system.to_json(self.state), body["patch"]))
        self._same_state(record, body["after"], "ruling")

    def _same_state(self, record: Link, expected: str, phase: str) -> None:
        hidden = self._system.hidden(self.now)
        if hidden and self.salt_key is None:
            self.done.sealed_states += 1
            return
        public = self._system.public(self.now)
        found = state_hash(public, hidden, self.salt_key or b"", record["seq"], record["branch"])
        if found != expected:
            what = "the position is different, though every event is the same"
            raise _Differs(Difference(record["seq"], phase, what, "", "", expected, found))
        self.done.states += 1


class _Given:
    """The answers of a record, one after another, as the asks are put."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.seq, self.phase = record["seq"], record["body"]["phase"]
        self.left = [from_json(one, Recorded) for one in record["body"]["answers"]]

    def __call__(self, asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
        if not self.left:
            return (None,) * len(asks)
        answers: list[Answer | None] = []
        for one in asks:
            kept = self.left.pop(0) if self.left else None
            if kept is None or kept.key != one.key:
                expected = kept.key if kept is not None else "no more questions"
                what = "another question is put"
                raise _Differs(Difference(self.seq, self.phase, what, one.clause, "", expected, one.key))
            answers.append(kept.answer)
        return tuple(answers)


def _dice(record: Link) -> Dice:
    body = record["body"]
    if "adj" not in body:
        return NoDice()
    seed, extra = bytes.fromhex(body["seed"]), extra_in(body)
    key = roll_key(seed, record["game"], record["branch"], body["adj"], body["contrib"], extra)
    return KeyedDice(key)


def _cause(events: Sequence[Event]) -> tuple[str, str]:
    """The clause that was applied last, and the order line that is being carried out, "" if there is none."""
    clause = line = ""
    for event in events:
        written = to_json(event)
        clause = _clause_in(written) or clause
        if isinstance(written, dict) and written["type"] == "ActBegan":
            line = str(written["text"])
        elif isinstance(written, dict) and written["type"] == "ActEnded":
            line = line if event is events[-1] else ""
    return clause, line


def _clause_in(written: Json) -> str:
    """The clause that an event names, its own or that of its roll."""
    if not isinstance(written, dict):
        return ""
    own = written.get("clause")
    if isinstance(own, str) and own:
        return own
    return next((found for found in map(_clause_in, written.values()) if found), "")


def _short(written: Json, names: Sequence[str] = ()) -> str:
    if written is None:
        return "nothing"
    chosen = (
        {name: written[name] for name in names if name in written} if names and isinstance(written, dict) else written
    )
    text = canon(chosen).decode("utf-8").encode("ascii", "backslashreplace").decode()
    return text if len(text) <= 300 else f"{text[:297]}..."
