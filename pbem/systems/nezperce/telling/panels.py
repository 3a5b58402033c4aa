"""The tables of a report: units with supply, fast-move records and fatigue; search values; reinforcements; what stands."""

import re
from collections.abc import Iterator
from textwrap import wrap

from pbem.board import hexes
from pbem.mechanisms.words import counted, joined
from pbem.reports.report import Panel
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battles import away
from pbem.systems.nezperce.card import CARD
from pbem.systems.nezperce.data import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.rules import contacts, marching, phases, supply
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import WAITING, Campaign, Unit

AHEAD = 4
"""So many turns ahead reinforcements are listed."""


def panels(state: Campaign, side: str) -> tuple[Panel, ...]:
    """The tables for a side, its own units first; nothing of the strategic map is hidden."""
    sides = sorted((one.id for one in CARD.sides), key=lambda one: one != side)
    return (
        *(_units(state, one) for one in sides),
        Panel(
            "near",
            "WHO IS NEAR",
            "hexes between yours and theirs",
            tuple(_near(state, sides[0], sides[1])),
            spoken=tuple(_near_in_sentences(state, sides[0], sides[1])),
        ),
        Panel("search", "SEARCHES", "hexes with both sides", tuple(_searches(state))),
        Panel("reinforcements", "NEXT REINFORCEMENTS", "", tuple(_arrivals(state)), is_always_whole=True),
        Panel("standing", "WHERE THINGS STAND", "", tuple(_standing(state))),
    )


def _units(state: Campaign, side: str) -> Panel:
    name = CARD.side(side).name.upper()
    value = "search" if side == ARMY else "evasion"
    note = f"hex, MP normal/fast, {value}, tactical units left"
    rows = tuple(_row(state, unit) for unit in state.of(side))
    head = ("unit", "hex", "MP", value, "left", "")
    return Panel(
        f"units {side}",
        f"{name} UNITS",
        note,
        tuple(_lines(state, side)),
        head=head,
        rows=rows,
        spoken=_sentences(state, side),
    )


def _sentences(state: Campaign, side: str) -> tuple[str, ...]:
    """The same in sentences."""
    return tuple(f"{unit.name}, in {_named(unit.at)}: {'; '.join(_notes_on(state, unit))}." for unit in state.of(side))


def _notes_on(state: Campaign, unit: Unit) -> Iterator[str]:
    yield f"{marching.allowance(state, unit, 'normal')} movement points, {unit.card.fast} when fast"
    yield f"search value {unit.card.search}" if unit.side == ARMY else f"evasion value {unit.card.evasion}"
    if unit.card.pieces:
        yield f"{len(unit.left)} of {len(unit.card.pieces)} tactical units left"
    if unit.is_still(state.turn):
        yield "it has fought and stays"
        return
    yield "in supply" if unit.supplied else "out of supply"
    if unit.is_slow(state.turn):
        yield "slow, as it has fought"
    if unit.side == INDIAN and unit.fast_on and marching.next_fast(unit) > state.turn:
        yield f"it may move fast again from turn {marching.next_fast(unit)}"


def _named(at: str) -> str:
    """``0709, Lapwai``; of a hex without a town its number."""
    return f"{at}, {data.town(at)}" if data.town(at) else at


def _row(state: Campaign, unit: Unit) -> tuple[str, ...]:
    """The same in cells."""
    value = unit.card.search if unit.side == ARMY else unit.card.evasion
    left = f"{len(unit.left)}/{len(unit.card.pieces)}" if unit.card.pieces else "-"
    return unit.name, unit.at, _rates(state, unit), f"{value}", left, _remarks(state, unit)


def _rates(state: Campaign, unit: Unit) -> str:
    return f"{marching.allowance(state, unit, 'normal')}/{unit.card.fast}"


def _lines(state: Campaign, side: str) -> list[str]:
    found = []
    width = max((len(unit.name) for unit in state.of(side)), default=0)
    fast = ""
    for unit in state.of(side):
        rates = _rates(state, unit)
        value = unit.card.search if side == ARMY else unit.card.evasion
        left = f"{len(unit.left)} of {len(unit.card.pieces)}" if unit.card.pieces else "-"
        word = "search" if side == ARMY else "evasion"
        line = f"  {unit.name:<{width}} {unit.at}  {rates:>4} MP  {word} {value}  {left:>6}  {_remarks(state, unit)}"
        fast = fast or ((one := re.search(r"fast T(\d+)", line)) is not None and one[1]) or ""
        found += wrap(line.rstrip(), 76, subsequent_indent=" " * (width + 35))
    if fast:
        found.append(f"  (fast T{fast}: may move fast again from turn {fast})")
    return found


NEAR = 4
"""Enemies so many hexes away are named."""


def _near(state: Campaign, side: str, enemy: str) -> list[str]:
    """For each hex of a side the enemies that are near, or how far the nearest is; and the town or fort that is nearest."""
    found = []
    for at, close in _close(state, side, enemy):
        notes = [f"{there} {_direction(at, there)}{_hexes(far)} ({_who(state, there, enemy)})" for far, there in close]
        near, town = _nearest_town(at)
        where = town if not near else f"{near} from {town}"
        line = f"{at}, {where}: {'; '.join(notes) or 'no enemy on the map'}"
        found += wrap(line, 76, initial_indent="  ", subsequent_indent="    ")
    return found


def _close(state: Campaign, side: str, enemy: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Each hex of a side with the hexes of enemies that are near, or the one that is nearest, and how far each is."""
    sheet, theirs = data.strategic_map(), sorted({one.at for one in state.of(enemy)})
    for at in sorted({one.at for one in state.of(side)}):
        by_distance = sorted((sheet.distance(at, there), there) for there in theirs)
        yield at, [(far, there) for far, there in by_distance if far <= NEAR] or by_distance[:1]


def _nearest_town(at: str) -> tuple[int, str]:
    """The town or fort that is nearest, and how far it is."""
    sheet = data.strategic_map()
    towns = [place.hexes[0] for place in sheet.places.values() if data.town(place.hexes[0])]
    near, place = min((sheet.distance(at, one), one) for one in towns)
    return near, data.town(place)


def _near_in_sentences(state: Campaign, side: str, enemy: str) -> Iterator[str]:
    """The same in sentences."""
    for at, close in _close(state, side, enemy):
        near, town = _nearest_town(at)
        where = f"{at}, {counted(near, 'hex', 'hexes')} from {town}" if near else f"{at}, {town}"
        notes = [
            f"{_who(state, there, enemy)}, {f'{away(at, there, far)}, in {there}' if far else 'in the same hex'}"
            for far, there in close
        ]
        yield f"From {where}: {'; '.join(notes) or 'no enemy is on the map'}."


def _hexes(far: int) -> str:
    return "in the same hex" if not far else f"{far}"


def _who(state: Campaign, at: str, side: str) -> str:
    """The units of a side in a hex: their names, or how many they are with the village or the strongest first."""
    names = [one.name for one in state.at(at, side)]
    return joined(names) if len(names) < 4 else f"{names[0]} and {len(names) - 1} more"


def _direction(start: str, end: str) -> str:
    """``NE `` for a hex up to the right; "" for the same hex."""
    (a, b), (c, d) = hexes.column_and_row(start), hexes.column_and_row(end)
    right, down = c - a, 2 * (d - b) + (c % 2 == 0) - (a % 2 == 0)
    vertical = "" if 2 * abs(down) < abs(right) else "S" if down > 0 else "N" if down < 0 else ""
    horizontal = "" if abs(down) > 4 * abs(right) else "E" if right > 0 else "W" if right < 0 else ""
    return f"{vertical}{horizontal} " if vertical or horizontal else ""


def _remarks(state: Campaign, unit: Unit) -> str:
    """The reasons that keep a unit from its rates: ``supplied``, ``stays``, ``fast T9``."""
    if unit.is_still(state.turn):
        return "stays: fought"
    if unit.is_slow(state.turn):
        return "slow: fought"  # supply serves fast moves alone
    notes = ["supplied" if unit.supplied else "no supply"]
    if unit.side == INDIAN and unit.fast_on and marching.next_fast(unit) > state.turn:
        notes.append(f"fast T{marching.next_fast(unit)}")
    return ", ".join(notes)


def _searches(state: Campaign) -> list[str]:
    found = []
    for at in state.shared():
        superiority, modifier = contacts.superiority_in(state, at), data.search_modifier(at)
        dice = [die for die in range(1, 7) if data.is_contact(die + modifier, superiority)]
        needs = (
            f"contact on {dice[0]} to 6" if dice and dice[0] < 6 else "contact on 6" if dice else "no contact possible"
        )
        found.append(f"  {at}  superiority {superiority}, die {modifier:+}: {needs}")
    return found


def _arrivals(state: Campaign) -> list[str]:
    found = []
    for one in data.track():
        waiting = [name for name in one.units if state.units[name].status == WAITING]
        if waiting and one.turn <= state.turn + AHEAD:
            where = f"{one.hex} {data.town(one.hex)}".strip()
            found += wrap(
                f"Turn {one.turn}, {where}: {joined(waiting)}", 76, initial_indent="  ", subsequent_indent="    "
            )
        if one.remove and state.turn < one.turn <= state.turn + AHEAD:
            found.append(f"  Turn {one.turn}: {joined(one.remove)} leave the map")
    return found


def _standing(state: Campaign) -> list[str]:
    army, indian = phases.army_points(state), phases.indian_points(state)
    notes = [f"Points as it stands: Army {army}, Indian {indian}, difference {army - indian}: {phases.level(state)}."]
    notes.append(
        f"Lodges lost: {state.lodges_lost} of {len(state.units[VILLAGE].card.pieces)}.  Camps lost: {state.camps_lost}."
    )
    notes += _rendezvous(state)
    inside, outside = (contacts.why_no_declaration(state, at)[0] for at in ("0811", "1512"))
    if not inside and not outside:
        notes.append("The Indians may declare combat anywhere.")
    else:
        notes.append(
            "Combat may be declared in Idaho." if not inside else f"No combat may be declared in Idaho: {inside}."
        )
        ruling = "Combat may be declared outside Idaho."
        notes.append(ruling if not outside else f"No combat may be declared outside Idaho: {outside}.")
    crowds = [f"{at} {data.town(at)}" for at in supply.crowded(state)]
    if crowds:
        notes.append(f"More than {counted(supply.town_supply_limit(), 'unit')} want supply in {joined(crowds)}.")
    return [line for one in notes for line in wrap(one, 76, initial_indent="  ", subsequent_indent="    ")]


def _rendezvous(state: Campaign) -> list[str]:
    if state.met_on:
        return [
            f"The rendezvous was held at the end of turn {state.met_on}: Canada is open from turn {state.met_on + 1}."
        ]
    area = data.zone("rendezvous")
    there = [one.name for one in state.of(INDIAN) if one.at in area and one.name != SITTING_BULL]
    due = max(state.turn, data.scenario()["restrictions"]["rendezvous"]["check_end_of_turn"])
    return [
        f"Rendezvous at the end of turn {due}, south of the Yellowstone: {joined(there) if there else 'nobody'} there."
    ]
