"""The sequence of play (4): set-up, then for each side in turn the phases of its title, game turn after game turn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from pbem.core.clause import rule
from pbem.core.event import Handlers, PhaseBegan, PhaseEnded
from pbem.core.sequence import PhaseId, parse
from pbem.core.system import Card
from pbem.systems.indian_wars.phases import HUNT, NIGHT, SET_UP
from pbem.systems.indian_wars.state.field import Battlefield

THE_BATTLE = "the battle"
"""The zone under which the first game turn of a battle that begins late is noted (RC-18.3B)."""
INDIAN = "indian"
HUNTING, HUNTERS = "hunting parties", "hunting_parties"
"""The option by which the Indian side sends out hunting parties, and the key of the scenarios that have them."""
FRESH_IN_MOVEMENT: Mapping[str, Any] = {"spent": 0, "stopped": False, "recovered": False}
FRESH_IN_PLAYER_TURN: Mapping[str, Any] = {
    "fired": "",
    "shot_in": (),
    "advance_fired_at": "",
    "charging": "",
    "moved": False,
    **FRESH_IN_MOVEMENT,
}


@dataclass(frozen=True, slots=True)
class SequencePlace:
    """A place in the sequence of play."""

    turn: int
    side: str
    letter: str


@rule(
    "game turn",
    "phasing player",
    "first player",
    "second player turn",
    "end of game turn",
    "end of player turn",
    "two-player turn order",
)
def next_place(field: Battlefield) -> SequencePlace | None:
    """The phase to be played now, None when the game is over.  A phase begun and not ended is still the one."""
    if not field.phase_over:
        return SequencePlace(field.turn, field.phasing, field.phase)
    scenario, letters = field.sheet.scenario, field.title.turn_letters
    if field.turn == 0:
        after = _next_of(scenario.setup_sequence, field.phasing if field.phase else "") if field.phase != HUNT else ""
        if not after and field.phase != HUNT and hunts(field):
            return SequencePlace(0, INDIAN, HUNT)
        first = field.notes.arrivals.get(THE_BATTLE, 1)
        return (
            SequencePlace(0, after, SET_UP) if after else SequencePlace(first, scenario.player_sequence[0], letters[0])
        )
    if not field.phase:
        return SequencePlace(field.turn, field.phasing, letters[0])
    if field.phase == NIGHT:
        after = _next_of(scenario.player_sequence, field.phasing)
        return SequencePlace(field.turn, after, NIGHT) if after else _next_turn(field)
    if field.phase != letters[-1]:
        return SequencePlace(field.turn, field.phasing, letters[letters.index(field.phase) + 1])
    after = _next_of(scenario.player_sequence, field.phasing)
    if after:
        return SequencePlace(field.turn, after, letters[0])
    if is_over(field):
        return None
    return SequencePlace(field.turn, scenario.player_sequence[0], NIGHT) if night_falls(field) else _next_turn(field)


@rule("hunting parties")
def hunts(field: Battlefield) -> bool:
    """True if hunting parties go out (LB-21.5.B.1)."""
    has_phase = any(one.letter == HUNT for one in field.title.phases)
    return has_phase and HUNTING in field.options and bool(field.sheet.scenario.data["scenario"].get(HUNTERS))


def _next_turn(field: Battlefield) -> SequencePlace:
    return SequencePlace(field.turn + 1, field.sheet.scenario.player_sequence[0], field.title.turn_letters[0])


def night_falls(field: Battlefield) -> bool:
    """True if a night turn follows the game turn just played (LB-17.E; ruling A-096)."""
    has_night = any(one.letter == NIGHT for one in field.title.phases)
    return has_night and field.sheet.scenario.has_night_after(field.turn)


def _next_of(sides: tuple[str, ...], side: str) -> str:
    """The side after `side`, "" after the last; the first after none."""
    n = sides.index(side) + 1 if side else 0
    return sides[n] if n < len(sides) else ""


@rule("scenario", "the Gatling guns", "Montana column")
def is_over(field: Battlefield) -> bool:
    """True if the game ended with the game turn just played: the last one, or a side has nobody left who keeps it going."""
    if field.notes.country.is_dark:
        return False  # the Indians are off the map until the night is over
    scenario = field.sheet.scenario
    return field.turn >= scenario.turns or not all(_goes_on(field, side) for side in scenario.player_sequence)


def _goes_on(field: Battlefield, side: str) -> bool:
    """True if a side keeps the game going: it has a unit on the map (ruling A-129).

    Where the scenario says who must be there (LB-21.1), that holds for the side of these counters, and units still to come
    keep the game going for the other.
    """
    scenario = field.sheet.scenario
    here = [unit for unit in field.of(side) if not unit.is_leader and not unit.is_unmanned]
    if not scenario.ends_without:
        return bool(here)
    if any(one.kind in scenario.ends_without and one.side == side for one in field.sheet.roster.values()):
        hidden = any(
            name in field and not field[name].at and not marker for name, marker in field.notes.hunters.items()
        )
        return hidden or any(unit.printed.kind in scenario.ends_without for unit in here)
    return bool(here) or any(
        name in field and not field[name].at for entry in scenario.entries if entry.side == side for name in entry.units
    )


def phase_id(card: Card, place: SequencePlace) -> str:
    """``T03.US.B``."""
    return str(PhaseId(place.turn, card.side(place.side).code, place.letter))


def phase_handlers(card: Card, start_late: Callable[[Battlefield], None]) -> Handlers[Battlefield]:
    """Handlers of the beginning and the end of a phase; `card` knows the sides by their codes.  `start_late` takes the MPs of
    those who begin with a part of them."""
    table: Handlers[Battlefield] = Handlers("applies")

    @table.on(PhaseBegan)
    def begin(field: Battlefield, event: PhaseBegan) -> None:
        begun = parse(event.phase)
        _begin(field, SequencePlace(begun.turn, card.side(begun.side).id, begun.letter))
        start_late(field)

    @table.on(PhaseEnded)
    def end(field: Battlefield, event: PhaseEnded) -> None:
        field.phase_over = True

    return table


def _begin(field: Battlefield, place: SequencePlace) -> None:
    """Reset data: shots and fire with a player turn, MPs with a Movement Phase, advance fire with its phase."""
    field.turn, field.phasing, field.phase, field.phase_over = place.turn, place.side, place.letter, False
    new_player_turn = place.letter in (field.title.turn_letters[0], NIGHT)
    if field.notes.country.crossfire:
        field.notes = field.notes.but(country=field.notes.country.but(crossfire={}))
    if new_player_turn:
        field.notes = field.notes.but(builders=None)
    if new_player_turn or place.letter == "C":
        reset = FRESH_IN_PLAYER_TURN if new_player_turn else FRESH_IN_MOVEMENT
        values, fresh = attrgetter(*reset), tuple(reset.values())
        for unit in [one for one in field.units.values() if values(one) != fresh]:
            field.put(unit.but(**reset))
