"""The position that a player's records lead to, by their events alone: no seed is read, and no die is made from one.

What-if plays and the account of a game's dice begin here.  A phase that waits for an answer is kept with the answers and
the faces that its records tell, so that it can be played on from where it stands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.ask import Answer, Ask
from pbem.core.dice import Dice
from pbem.core.event import Event, PhaseEnded
from pbem.core.options import Options
from pbem.core.play import Recorded, perform
from pbem.core.record import from_json
from pbem.core.umpire import Umpire
from pbem.desk.desk import Title
from pbem.desk.record.readjudication import NOTHING, Sealed
from pbem.seal.chain import Link
from pbem.seal.state import patched

Faces = Mapping[str, tuple[int, ...]]

Decide = Callable[[Any, Ask], Answer]
"""The source of answers in a trial: called with the true state and one ask."""


class NotFollowed(Exception):
    """The records lead to no position: what is missing, and what would help."""


@dataclass
class PlayedPhase:
    """A phase as the records tell it: the state before it, its events, the answers that were given, the faces rolled."""

    seq: int
    phase: str
    before: Any
    events: list[Event] = field(default_factory=list)
    answers: list[Recorded] = field(default_factory=list)
    faces: dict[str, tuple[int, ...]] = field(default_factory=dict)
    is_told: bool = True
    """True if the records tell all its answers: only such a phase can be played on from its midst."""

    @property
    def is_over(self) -> bool:
        """True if it has ended; else it waits for an answer."""
        return bool(self.events) and isinstance(self.events[-1], PhaseEnded)


@dataclass
class Followed:
    """The result of following the records: the game's options, its phases in their sequence, the state as it is now.

    `seq` is the number of the last record; `open` is the phase that has begun and waits, if there is one.  `is_blind` says
    that something is still sealed: the state is then what everybody knows.
    """

    options: Options
    now: Any
    seq: int = 0
    is_over: bool = False
    is_blind: bool = False
    phases: list[PlayedPhase] = field(default_factory=list)

    @property
    def open(self) -> PlayedPhase | None:
        """The phase that waits in its midst."""
        return self.phases[-1] if self.phases and not self.phases[-1].is_over else None

    @property
    def before(self) -> Any:
        """The state before the phase that is played next, or is being played."""
        return self.open.before if self.open is not None else self.now


def follow(title: Title, records: Sequence[Link], sealed: Sealed = NOTHING, *, blind: bool = False) -> Followed:
    """Fold the events of one branch's records.  Raises NotFollowed if one is missing or cannot be read.

    `sealed` is what the end of a game that hides facts has opened.  Without it such a game is followed only if it is asked
    for (`blind`), or if its rules say that nothing is hidden but what sides have filed (`hides_only_what_is_filed`): by its
    public events, to the position that everybody sees.
    """
    if not records or records[0]["type"] != "genesis":
        raise NotFollowed("expected the game's first record, which came with the welcome letter; it is not here")
    options = Options(tuple(records[0]["body"]["options"]))
    found = Followed(options, title.system.open(records[0]["body"]["scenario"], options))
    for number, record in enumerate(records):
        if record["seq"] != number:
            raise NotFollowed(f"record {number} is not here: add the letter that brought it, or ask for 'status'")
        found.seq = number
        match record["type"]:
            case "phase.resolved":
                _played(title, found, record, sealed, blind=blind)
            case "gm.ruling" if "patch" in record["body"]:
                _ruled(title, found, record)
            case "game.end":
                found.is_over = True
    return found


def _played(title: Title, found: Followed, record: Link, sealed: Sealed, *, blind: bool) -> None:
    body = record["body"]
    body = {**body, **sealed.get((record["branch"], record["seq"]), {})} if "sealed" in body else body
    is_open = blind or getattr(title.system, "hides_only_what_is_filed", False)
    if "answers" not in body and not (is_open and "sealed" in body):
        what = "this game hides facts until its end" if "sealed" in body else "an old pbem did not record the answers"
        raise NotFollowed(f"record {record['seq']} does not tell what was decided in {body['phase']}: {what}")
    part = found.open
    if part is None:
        part = PlayedPhase(record["seq"], body["phase"], found.now)
        found.phases.append(part)
    state = title.system.thaw(found.now)
    try:
        for stored in body["events"]:
            event = from_json(stored, Event)
            title.system.apply(state, event)
            part.events.append(event)
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        what = f"record {record['seq']} tells something that the installed rules do not know ({fault})"
        raise NotFollowed(f"{what}: install the pbem that wrote it") from fault
    found.now = state
    part.answers += [from_json(one, Recorded) for one in body.get("answers", ())]
    found.is_blind = found.is_blind or "answers" not in body
    part.is_told = part.is_told and "answers" in body
    part.faces |= {one[0]: tuple(one[1]) for one in body["rolls"]}


def _ruled(title: Title, found: Followed, record: Link) -> None:
    """A ruling sets the state; a phase that was open begins again from there."""
    if found.open is not None:
        found.phases[-1] = PlayedPhase(record["seq"], found.phases[-1].phase, found.before)
    system: Any = title.system
    state = system.from_json(patched(system.to_json(found.before), record["body"]["patch"]))
    if found.open is not None:
        found.phases[-1].before = state
    found.now = state


class KnownFaces:
    """Dice that were rolled already, by label, and other dice for the rest."""

    def __init__(self, known: Faces, other: Dice) -> None:
        self._known, self._other = known, other

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        """The faces of a roll: as the records tell them, or new."""
        return self._known.get(label) or self._other.faces(label, number, sides)


def play_phase(
    title: Title,
    options: Options,
    before: Any,
    dice: Dice,
    decide: Decide,
    given: Iterable[Recorded] = (),
) -> tuple[Any, list[Event]]:
    """Play the phase that comes next to its end: the state after it and its events.

    `given` are answers from the records, used while they fit; then `decide` answers.
    """
    phase = title.system.next_phase(before)
    if phase is None:
        raise ValueError("expected a phase to play; the game is over")
    umpire: Umpire[Any] = Umpire(
        title.system.thaw(before),
        title.system.apply,
        phase=phase.id,
        options=options,
        view=title.system.view,
        write=title.dialect.write,
    )
    left = list(given)

    def source(asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        if left and [one.key for one in left[: len(asks)]] == [one.key for one in asks]:
            found = tuple(one.answer for one in left[: len(asks)])
            del left[: len(asks)]
            return found
        return tuple(decide(umpire.state, one) for one in asks)

    perform(phase.play(umpire), umpire, (), lambda _: dice, source)
    return umpire.state, umpire.events


def silent(one: Ask) -> Answer:
    """The answer to an ask that nobody answers: its default, its declining choice, or its first choice; no orders."""
    choice = one.default if one.default is not None else one.declined
    if choice is None:
        choice = one.choices[0].key if one.choices else ""
    return Answer(choice, source="default")
