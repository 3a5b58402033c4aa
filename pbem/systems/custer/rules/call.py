"""The units that a marker calls: the units that its phase may activate (CL-4), and whether it can be used at all."""

from collections.abc import Collection, Iterator

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.systems.custer.rules.zones import activation_range
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit
from pbem.systems.custer.title import ANY, Marker, MarkerEntry

TOO_MANY = "E152"
"""The code of an order for more units than a marker takes."""


def marker_of_phase(battle: Battle, side: str, letter: str) -> Marker | None:
    """The marker whose phase this is.  Of several alike the drawn one stands for whichever letter they have come to."""
    found = battle.sheet.scenario.marker(side, letter) if side else None
    if found is None or not battle.drawn:
        return found
    drawn = battle.sheet.scenario.by_id(battle.drawn)
    return drawn if (drawn.side, drawn.name) == (found.side, found.name) else found


@rule("CL-2.1", "CL-3.8")
def letter_of_use(battle: Battle, marker: Marker) -> str:
    """The letter of the phase in which a marker is used now: of several alike the first to be used has the first letter."""
    alike = [one for one in battle.sheet.scenario.markers if (one.side, one.name) == (marker.side, marker.name)]
    used = sum(one.id in battle.used for one in alike)
    return alike[min(used, len(alike) - 1)].letter


@rule("CL-9.1")
def entries_due(battle: Battle, marker: Marker) -> Iterator[MarkerEntry]:
    """The entries that a marker brings now: its own and those that any marker brings, from their turn on (ruling B-129)."""
    for entry in battle.sheet.scenario.entries:
        if entry.side == marker.side and entry.marker in (marker.name, ANY) and entry.turn <= battle.turn:
            yield entry


def entry_of(battle: Battle, name: str) -> MarkerEntry | None:
    """The entry of a counter that is still to come."""
    return next((one for one in battle.sheet.scenario.entries if name in one.units), None)


@rule("CL-1.7", "CL-1.16", "CL-1.20", "CL-2.2", "CL-2.3", "CL-4.1", "CL-4.2", "CL-4.3", "CL-4.4", "CL-4.5")
def callable_units(battle: Battle, marker: Marker) -> tuple[str, ...]:
    """The counters that a marker may activate where they stand now, and those that may enter with it.

    A tribe's or group's: all that were not activated this turn, wherever they are.  An Army leader's: that leader, and the
    units within 5 hexes, but no other leader (rulings B-105, B-106); a plain distance, whatever zones lie between.
    """
    due = {name for entry in entries_due(battle, marker) for name in entry.units}
    found = [unit for unit in battle.units.values() if unit.side == marker.side and not unit.activated]
    return tuple(unit.name for unit in found if (_is_called(battle, marker, unit) if unit.at else unit.name in due))


def _is_called(battle: Battle, marker: Marker, unit: Unit) -> bool:
    if marker.group:
        return unit.face.group == marker.group
    if unit.is_leader:
        return unit.name == marker.leader
    if marker.leader not in battle or not battle[marker.leader].at:
        return False
    return battle.sheet.map.distance(battle[marker.leader].at, unit.at) <= activation_range(battle)


def letters_calling(battle: Battle, side: str, names: Collection[str]) -> tuple[str, ...]:
    """The letters of a side's phases in which one of these counters may act as things stand, or come on in whatever turn."""
    entries = [one for one in battle.sheet.scenario.entries if one.side == side]
    found: list[str] = []
    for marker in battle.sheet.scenario.markers:
        if marker.side != side:
            continue
        coming = {name for one in entries if one.marker in (marker.name, ANY) for name in one.units}
        away = {name for name in coming if name in battle and not battle[name].at}
        is_drawn = marker.id == battle.drawn
        called = {*battle.may, *battle.called} if is_drawn else away.union(callable_units(battle, marker))
        letter = letter_of_use(Battle(battle.sheet, used=battle.used[:-1]) if is_drawn else battle, marker)
        if called.intersection(names) and letter not in found:
            found.append(letter)
    return tuple(found)


@rule("CL-3.4", "CL-1.9")
def why_unusable(battle: Battle, marker: Marker) -> str:
    """``limit`` or ``nobody`` where a marker cannot be used now, else "" (ruling B-104)."""
    if battle.uses(marker.side) >= battle.limit(marker.side):
        return "limit"
    return "" if callable_units(battle, marker) else "nobody"


def usable(battle: Battle) -> tuple[str, ...]:
    """The markers in the cup that could be used if they were drawn now."""
    return tuple(one for one in battle.cup if not why_unusable(battle, battle.sheet.scenario.by_id(one)))


def taken(battle: Battle) -> int:
    """The number of units that the marker in play has activated, besides the leader."""
    marker = battle.marker
    return sum(name != marker.leader for name in battle.called) if marker else 0


def not_called(battle: Battle, side: str, letter: str, names: tuple[str, ...]) -> Problem | None:
    """Why these counters may not be given an order under the marker in play, or None."""
    marker = battle.marker
    if marker is None or marker.side != side or not letter:
        text = "None of your markers is in play.  Say which one the line is for, as in"
        example = next((one.name for one in battle.sheet.scenario.markers if one.side == side), "")
        return Illegal("E151", f"{text}   in {example}: ...  (3.7).", "3.7")
    for name in names:
        problem = _unknown(battle, side, name) or _not_among(battle, marker, battle[name])
        if problem is not None:
            return problem
    more = [name for name in names if name not in battle.called and name != marker.leader]
    if not marker.group and taken(battle) + len(more) > marker.units:
        text = f"The {marker.name} marker takes {marker.units} units besides {marker.leader}; {taken(battle)} have acted (4.1)."
        return Illegal(TOO_MANY, text, "4.1", words=more[0], rests_on=battle.called)
    return None


def _unknown(battle: Battle, side: str, name: str) -> Problem | None:
    if name in battle and battle[name].side == side:
        return None
    if name in battle:
        return Illegal("E103", f"{name} is not yours to command.", words=name)
    if name in battle.gone:
        return Illegal("E104", f"{name} is out of the game: {battle.gone[name]}.", words=name, rests_on=(name,))
    return Malformed("E101", f"No unit is called {name}.", words=name)


def _not_among(battle: Battle, marker: Marker, unit: Unit) -> Problem | None:
    name = unit.name
    if name in battle.may or name in battle.called:
        return None
    if unit.activated:
        text = f"{name} has been activated this turn: a unit acts once a turn (4.4)."
        return Illegal("E153", text, "4.4", words=name, rests_on=(name,))
    if not unit.at:
        entry = entry_of(battle, name)
        when = (
            f"from turn {entry.turn} with {'any marker' if entry.marker == ANY else entry.marker}" if entry else "later"
        )
        return Illegal(
            "E153", f"{name} is not on the board yet: it enters {when} (9.1).", "9.1", words=name, rests_on=(name,)
        )
    if marker.group:
        text = f"The {marker.name} marker activates {marker.name} alone; {name} waits for its own (4.3)."
        return Illegal("E153", text, "4.3", words=name)
    if unit.is_leader:
        text = f"{name} acts with another marker; that of {marker.name} does not activate other leaders (1.7)."
        return Illegal("E153", text, "1.7", words=name)
    far = activation_range(battle)
    text = f"{name} ({unit.at}) was not within {far} hexes of {marker.leader} when the marker was used (4.1)."
    return Illegal("E153", text, "4.1", words=name, rests_on=(name, marker.leader))
