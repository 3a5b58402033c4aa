"""The possible orders of a side in the phase that waits for it, for a page on which orders are clicked.

A game names candidates; each is offered only if the game's own plan takes it, so no rule is written a second time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pbem.core.cache import trial_cache
from pbem.core.order import Order, Problem
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import Trial
from pbem.orders.dialect import Dialect
from pbem.orders.rehearsed_position import RehearsedPosition

if TYPE_CHECKING:
    from pbem.reports.maps.map_panel import Clickable

MOVE, FIRE, FIGHT, ACT, PLACE = "move", "fire", "fight", "act", "place"
"""Kinds of offers: to go to a place, to fire at somebody, to attack a place, anything else, to be set up or come in."""
NEXT_TO = ("next to",)
"""`Candidate.near` where it is every place next to that of the order, as the map is drawn."""
YOUR_SIDE = "Your side"
"""The page's name for whoever does what no unit does."""
OFF = "off"
"""The start of the steps of a unit that waits beside the map: a place that no line names."""


@dataclass(frozen=True)
class Candidate:
    """An order that a unit might be given.

    `at` is the place that is clicked for it, "" for an order without one; `words` what the page calls it; `note` says what
    it may lead to.  With `goes_on` the unit may be given more after it.  `joins`: units that may do the same at the same
    place may do it in one order, with their names in a row before the rest of the line.  `way` are the places of a move, the
    first of them where it begins.  `by` are the ways of an order that is more than a move, to each of which another as cheap
    is as good: one way, or two if a `partner` acts together with the unit.  `near` are the places of which the unit must have
    gone to one before it, in an earlier phase.
    """

    order: Order
    kind: str
    unit: str
    at: str = ""
    words: str = ""
    note: str = ""
    goes_on: bool = False
    joins: bool = False
    way: tuple[str, ...] = ()
    by: tuple[tuple[str, ...], ...] = ()
    partner: str = ""
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Legs:
    """The cost of a unit's single steps now, for a way of the player's own: points left, and the costs from place to place.

    A way that these steps make from `start`, for no more than the points, to a place to which a move is offered, is as good
    as the way that is offered.  `start` is "" for a unit that is still to come in by an order of its own, `OFF` for one whose
    way begins beside the map; `march` is the order for a way.
    """

    points: int
    costs: Mapping[str, Mapping[str, int]]
    start: str
    march: Callable[[tuple[str, ...]], Order]


@dataclass(frozen=True)
class Offer:
    """An order line that the desk takes as things stand; `cost` are the plan's notes, `then` what may follow it.

    `goes_on` are the unit's steps after it, where it may move then; it is for a unit that moves to one of `near` first.
    `ends` is where and how the unit stands then on a table: quarters of an inch east and north, and degrees, ``67 44 128``.
    """

    kind: str
    unit: str
    at: str
    words: str
    line: str
    cost: str
    note: str
    joins: bool
    then: tuple["Offer", ...] = ()
    way: tuple[str, ...] = ()
    by: tuple[tuple[str, ...], ...] = ()
    partner: str = ""
    goes_on: Legs | None = None
    near: tuple[str, ...] = ()
    ends: str = ""


@dataclass(frozen=True)
class Pick:
    """A choice for a part of a line: what is written for it, what the page calls it, and the place that is clicked for it.

    `is_inside`: a line with it stands inside the block of its pattern.
    """

    written: str
    words: str = ""
    at: str = ""
    is_inside: bool = False


@dataclass(frozen=True)
class Part:
    """A part of a line: its name between braces, what the page calls it, and the choices, the usual one first.

    With `many` just so many different choices are taken, with a plus between.  With `is_typed` the player types what stands
    there, and the only choice is an example.
    """

    name: str
    words: str
    picks: tuple[Pick, ...]
    many: int = 0
    is_typed: bool = False


PLUS = " + "
HOW = "how"
WHO = "who"
"""The part of a pattern in whose place the units stand that were chosen."""


@dataclass(frozen=True)
class Pattern:
    """A line that is put together of parts, ``{when}{who} skirmish {target} at {near}``: the desk takes any choices together.

    `units` are those for whom it may be written, several of them with commas between; `words` say what it does, `notes` what it
    would do for a unit as things stand.  `block` are the lines between which some of its lines stand.
    """

    units: tuple[str, ...]
    words: str
    line: str
    parts: tuple[Part, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    block: tuple[str, ...] = ()

    def written(self, who: Sequence[str], picks: Mapping[str, Pick]) -> str:
        """The line for some units; the usual choice for a part that is not picked.

        For a part of which many are picked the one here is the first, and those that come next in the list go with it.
        """
        found = {part.name: _picked(part, picks.get(part.name, part.picks[0])) for part in self.parts}
        text = self.line.replace(f"{{{WHO}}}", ", ".join(who))
        for name, pick in found.items():
            text = text.replace(f"{{{name}}}", pick.written)
        if self.block and any(pick.is_inside for pick in found.values()):
            return "\n".join((self.block[0], text, self.block[1]))
        return text


def standing_order(words: str, line: str, *values: str) -> Pattern:
    """A standing order of a side as a pattern: ``policy all losses: {how}`` with its values, the usual one first."""
    return Pattern((YOUR_SIDE,), words, line, (Part(HOW, "How", tuple(map(Pick, values))),))


def _picked(part: Part, first: Pick) -> Pick:
    if not part.many:
        return first
    n = part.picks.index(first)
    return Pick(PLUS.join((*part.picks[n:], *part.picks[:n])[m].written for m in range(part.many)))


@runtime_checkable
class Patterns(Protocol):
    """The further interface of a game whose lines have many parts: nobody could look through all lines that they make."""

    def patterns(self, view: Any, side: str, letter: str) -> "Iterator[Pattern]":
        """The patterns of lines in the phase with this letter."""
        ...


@runtime_checkable
class Thinned(Protocol):
    """The further interface of a game with candidates that come to the same or to nothing."""

    def thinned(self, offers: Sequence[Offer]) -> Sequence[Offer]:
        """Those of a unit's offers that are worth a click, with what the page says of their cost."""
        ...


@runtime_checkable
class Preset(Protocol):
    """The further interface of a game that places whom the player leaves: the page places them all alike with one tap."""

    def preset(self, view: Any, side: str, letter: str) -> Mapping[str, str]:
        """The places of those who are still to be placed, in the sequence in which they go there; none in other phases."""
        ...


@runtime_checkable
class Counted(Protocol):
    """The further interface of a game, if a letter may have orders for some units only, or a place has room for some."""

    def most_acting(self, view: Any, side: str, letter: str) -> Mapping[str, int]:
        """For units, how many may be given orders together if this one is among them; no unit where all may."""
        ...

    def most_placed(self, view: Any, side: str, letter: str) -> int:
        """The number of units that may be placed in one place, 0 where the page does not count them."""
        ...


@dataclass(frozen=True)
class Room:
    """The room in one place: the sum of what counters weigh there.

    `weights` are those of all the side's counters that weigh anything, by name, and `places` where it holds, () for
    everywhere.  With more of `makers` there than `most`, there is room for as many as these are.  With `attacks` those who
    attack go into the place too; with `passing` the limit is also one of those who pass.
    """

    most: int
    weights: Mapping[str, int]
    places: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    attacks: bool = False
    passing: bool = False


@runtime_checkable
class Roomy(Protocol):
    """The further interface of a game, if only so many counters may end in a place: each limit by itself."""

    def rooms(self, view: Any, side: str, letter: str) -> Sequence[Room]:
        """The limits in the phase with this letter, () where nobody's place is limited."""
        ...

    def places(self, view: Any, side: str) -> Mapping[str, str]:
        """The places of all the side's counters, those too that get no orders now."""
        ...


@dataclass(frozen=True)
class Entrance:
    """A row of places by which only some of a side's counters come in: so many, of so many kinds, 0 for any number.

    `kinds` are those of the counters that may come by it and count, by name, and `before` the kinds of those who have.  At the
    `open_places` among them, which lie in another row too, nobody is turned back.
    """

    places: tuple[str, ...]
    open_places: tuple[str, ...]
    most: int
    most_kinds: int
    kinds: Mapping[str, str]
    before: tuple[str, ...] = ()


@runtime_checkable
class Entering(Protocol):
    """The further interface of a game, if only some may come in by the same places."""

    def entrances(self, view: Any, side: str, letter: str) -> Sequence[Entrance]:
        """The rows of places with a limit in the phase with this letter."""
        ...


@dataclass(frozen=True)
class Chain:
    """Units that are placed at or next to each other, once one of them stands.

    `across` are pairs of places next to each other: a step from one to the other is taken only when there is no room elsewhere.
    """

    units: tuple[str, ...]
    across: tuple[tuple[str, str], ...] = ()


@runtime_checkable
class Chained(Protocol):
    """The further interface of a game, if units are placed next to those that were placed before them."""

    def chain(self, view: Any, side: str, letter: str) -> Chain | None:
        """The units of the chain in the phase with this letter; None where there is none."""
        ...


@runtime_checkable
class OneGoal(Protocol):
    """The further interface of a game, if those who stand together may attack one place only."""

    def attacks_together(self, view: Any, side: str, letter: str) -> bool:
        """True in a phase in which that is so."""
        ...


@runtime_checkable
class Resting(Protocol):
    """The further interface of a game, if what a unit may do rests on where another stands: a staff stays near its leader."""

    def rests_on(self, view: Any, side: str, letter: str) -> Mapping[str, tuple[str, ...]]:
        """Units, or single lines, each with other units or lines: once such a unit has moved (on a table: has an order), or
        such a line is written, nobody knows what the unit may do, or whether the line holds."""
        ...


@runtime_checkable
class LineByLine(Protocol):
    """The further interface of a game whose lines are carried out one after the other: whoever acts may act again, and nobody
    waits for an order."""

    def ends(self) -> Sequence[str]:
        """The first words of lines behind which nothing is carried out: the last of them stands last, and alone."""
        ...


@runtime_checkable
class Spending(Protocol):
    """The further interface of a game, if what a unit does in one phase takes from what it may do in a later one: who has
    fired in full does not move."""

    def spends(self, letter: str, later: str) -> Mapping[str, int]:
        """Words of a line of one phase, each with what is left in a later one of its units' points, in hundredths: with 0
        they do nothing there."""
        ...


MORE = "; "
"""The separator of an order from what its unit does after it."""


@runtime_checkable
class GoingOn(Protocol):
    """The further interface of a game, if one line may have several things that a unit does one after the other."""

    def more(self, view: Any, side: str, letter: str, unit: str) -> Sequence[str]:
        """The texts that may follow an order of the unit: the desk takes any of it, in any sequence."""
        ...


@runtime_checkable
class GoingAlong(Protocol):
    """The further interface of a game, if some units go along with others without being named."""

    def along(self, view: Any, side: str) -> Mapping[str, str]:
        """Units of the side, each with the one that takes it along when it moves, "" while nobody does."""
        ...


@runtime_checkable
class AfterMoves(Protocol):
    """The further interface of a game, if a letter for a phase of movement may order what comes of the move in a later
    phase."""

    def after_moves(
        self, view: Any, side: str, letter: str, unit: str, present: str
    ) -> "Iterator[tuple[Any, Candidate]]":
        """Orders of a later phase for a unit that moves first, in the phase with the letter `present` or in one between.

        Each comes with a position in which the unit has moved; see `Candidate.near`.
        """
        ...


@runtime_checkable
class Offering(Protocol):
    """The interface of a game for orders that are clicked."""

    def units(self, view: Any, side: str) -> Mapping[str, str]:
        """The side's units and the place of each, "" for one that is not on the map."""
        ...

    def maps(self) -> "Iterable[Clickable]":
        """Maps on which orders are given and on which no scenario opens, for a page that is kept."""
        ...

    def candidates(self, view: Any, side: str, letter: str, unit: str) -> Iterator[Candidate]:
        """Orders that a unit might be given in the phase with this letter; what the plan refuses is not offered."""
        ...

    def legs(self, view: Any, side: str, letter: str, unit: str) -> Legs | None:
        """The cost of a unit's steps in the phase with this letter; None where nobody chooses a way step by step."""
        ...


def offers_of(
    system: RuleSystem[Any],
    dialect: Dialect,
    offering: Offering,
    state: Any,
    side: str,
    letter: str,
    *,
    is_begun: bool = False,
    later: str = "",
) -> tuple[Offer, ...]:
    """All that a side may order in the phase with this letter, unit by unit, by its own view of the state.

    With `is_begun` the state is one in the midst of that phase.  `later` is the letter of a phase that comes after it, if the
    orders are for that one.
    """
    with trial_cache():
        view = seen_by(system, dialect, state, side, letter, is_begun=is_begun, later=later)
        found = _offers(system, dialect, offering, view, side, later or letter)
        if not later or not isinstance(offering, AfterMoves):
            return tuple(found)
        return (*found, *_after_moves(system, dialect, offering, view, side, later, letter))


def seen_by(
    system: RuleSystem[Any],
    dialect: Dialect,
    state: Any,
    side: str,
    letter: str,
    *,
    is_begun: bool = False,
    later: str = "",
) -> Any:
    """The position as a side sees it in the phase with this letter, or in a later one, if all stay where they are."""
    position = RehearsedPosition(system, dialect, state, side, letter, {}, is_begun=is_begun)
    if later:
        position.go_to(later)
    return position.view


def _offers(
    system: RuleSystem[Any], dialect: Dialect, offering: Offering, view: Any, side: str, letter: str
) -> Iterator[Offer]:
    for unit in offering.units(view, side):
        own = []
        for one in offering.candidates(view, side, letter, unit):
            plan = system.plan(view, side, letter, one.order)
            if not isinstance(plan, Problem):
                then, legs = _after(system, dialect, offering, view, side, letter, one) if one.goes_on else ((), None)
                own.append(_offer(dialect, one, "; ".join(plan.notes), then, legs))
        yield from offering.thinned(own) if isinstance(offering, Thinned) else own


def refusals_of(
    system: RuleSystem[Any],
    dialect: Dialect,
    offering: Offering,
    state: Any,
    side: str,
    letter: str,
    offers: Iterable[Offer],
    *,
    is_begun: bool = False,
    later: str = "",
) -> Mapping[str, str]:
    """The reasons that keep units that are offered nothing from acting: what the plan says of the first candidate of each.

    Units without any candidate are left out: nothing forbids what nobody could mean.
    """
    with trial_cache():
        view = seen_by(system, dialect, state, side, letter, is_begun=is_begun, later=later)
        idle = [one for one in offering.units(view, side) if one not in {offer.unit for offer in offers}]
        found = {}
        for unit in idle:
            first = next(iter(offering.candidates(view, side, later or letter, unit)), None)
            plan = system.plan(view, side, later or letter, first.order) if first is not None else None
            if isinstance(plan, Problem) and unit != YOUR_SIDE:
                found[unit] = plan.text
    return found


def _after_moves(
    system: RuleSystem[Any], dialect: Dialect, offering: AfterMoves, view: Any, side: str, letter: str, present: str
) -> Iterator[Offer]:
    """The offers of units after they have moved: costs and chances are those of another place, and are left out."""
    assert isinstance(offering, Offering)
    for unit in offering.units(view, side):
        for there, one in offering.after_moves(view, side, letter, unit, present):
            if not isinstance(system.plan(there, side, letter, one.order), Problem):
                yield _offer(dialect, one, "", ())


def _offer(dialect: Dialect, one: Candidate, cost: str, then: tuple[Offer, ...], legs: Legs | None = None) -> Offer:
    return Offer(
        one.kind,
        one.unit,
        one.at,
        one.words,
        dialect.write(one.order),
        cost,
        one.note,
        one.joins,
        then,
        one.way,
        one.by,
        one.partner,
        legs,
        one.near,
    )


def _after(
    system: RuleSystem[Any], dialect: Dialect, offering: Offering, view: Any, side: str, letter: str, first: Candidate
) -> tuple[tuple[Offer, ...], Legs | None]:
    """The next offers for the same unit after its first order, and after an attack there what follows that; its steps."""
    trial: Trial[Any] = Trial(system, view, side, letter)
    if not trial.take(first.order):
        return (), None
    found = []
    for one in offering.candidates(trial.view, side, letter, first.unit):
        plan = system.plan(trial.view, side, letter, one.order)
        if not isinstance(plan, Problem):
            # Two orders and the advance after an attack are as deep as a page goes: it doubles with each step.
            is_attack = one.goes_on and one.kind == FIGHT and first.kind != FIGHT
            then = _after(system, dialect, offering, trial.view, side, letter, one)[0] if is_attack else ()
            found.append(_offer(dialect, one, "; ".join(plan.notes), then))
    moves = any(one.kind == MOVE and one.way for one in found)
    return tuple(found), offering.legs(trial.view, side, letter, first.unit) if moves else None


def patterns_of(
    system: RuleSystem[Any],
    dialect: Dialect,
    offering: Offering,
    state: Any,
    side: str,
    letter: str,
    *,
    is_begun: bool = False,
) -> tuple[Pattern, ...]:
    """The patterns of lines that a side may write in the phase with this letter, by its own view of the state."""
    if not isinstance(offering, Patterns):
        return ()
    view = seen_by(system, dialect, state, side, letter, is_begun=is_begun)
    return tuple(offering.patterns(view, side, letter))


def legs_of(offering: Offering, view: Any, side: str, letter: str, offers: Iterable[Offer]) -> Mapping[str, Legs]:
    """The cost of steps for each unit that is offered a way, or may come in."""
    moving = dict.fromkeys(one.unit for one in offers if one.kind == PLACE or (one.kind == MOVE and one.way))
    found = ((unit, offering.legs(view, side, letter, unit)) for unit in moving)
    return {unit: legs for unit, legs in found if legs is not None}
