"""Two map sheets laid side by side as one map.  Columns are numbered on over both, so that a hex keeps its number."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.board.hexmap import HexMap, Zone


class SheetsDoNotFit(ValueError):
    """Two sheets cannot be laid side by side: what was expected, and what was found."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(f"expected {expected}; found {found}")
        self.expected, self.found = expected, found


def joined(first: HexMap, second: HexMap) -> HexMap:
    """One map of two sheets that share a column or lie next to each other.  Raises SheetsDoNotFit.

    A named place or zone of both counts once.  A zone on an edge that the other sheet covers is no edge of the whole map
    and is left out.
    """
    north, south = sorted((first, second), key=lambda sheet: sheet.columns)
    _check(north, south)
    sides = dict(north.sides)
    for pair, kinds in south.sides.items():
        sides.setdefault(pair, kinds)
    places = {**north.places, **south.places}
    whole = HexMap(
        id=f"{north.id}+{south.id}",
        title=_common(north.title, south.title),
        columns=(north.columns[0], south.columns[1]),
        rows=north.rows,
        terrains=_in_order({**north.terrains, **south.terrains}),
        levels=_in_order({**north.levels, **south.levels}),
        sides=sides,
        steep=north.steep | south.steep,
        places=places,
        coulees=_connected(north.coulees, south.coulees),
        coulee_exits=north.coulee_exits | south.coulee_exits,
        fords={**north.fords, **south.fords},
        status=north.status if north.status == south.status else "reconstructed",
        provenance="\n".join(dict.fromkeys((north.provenance, south.provenance))),
        stagger=north.stagger,
        compass=north.compass,
    )
    zones = {zone.name: zone for sheet in (north, south) for zone in sheet.zones.values() if _is_zone_of(whole, zone)}
    return replace(whole, zones=zones)


def _check(north: HexMap, south: HexMap) -> None:
    if north.rows != south.rows or north.stagger != south.stagger or north.compass != south.compass:
        raise SheetsDoNotFit(f"a sheet with the rows, the stagger and the compass of {north.id}", south.id)
    gap = south.columns[0] - north.columns[1]
    if gap > 1:
        raise SheetsDoNotFit(f"a sheet whose columns go on from {north.columns[1]}", south.columns[0])
    for one in north.terrains:
        if one in south.terrains and (north.terrains[one], north.levels[one]) != (
            south.terrains[one],
            south.levels[one],
        ):
            raise SheetsDoNotFit(f"the ground of {one} as on {north.id}", f"{south.terrains[one]} on {south.id}")


def _in_order(hexes: Mapping[str, Any]) -> dict[str, Any]:
    return {one: hexes[one] for one in sorted(hexes)}


def _common(north: str, south: str) -> str:
    """What two titles have in common: ``The Battle of the Little Bighorn, north sheet`` without the sheet."""
    head = north.rpartition(",")[0]
    return head if head and head == south.rpartition(",")[0] else f"{north} and {south}"


def _connected(north: tuple[tuple[str, ...], ...], south: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The coulees of both sheets; one that goes on over the seam is one coulee."""
    found: list[tuple[str, ...]] = list(north)
    for coulee in south:
        shared = next((one for one in found if set(one) & set(coulee)), None)
        if shared is None:
            found.append(coulee)
        else:
            found[found.index(shared)] = tuple(dict.fromkeys((*shared, *coulee)))
    return tuple(found)


def _is_zone_of(whole: HexMap, zone: Zone) -> bool:
    return not zone.edge or all(whole.steps_to_edge(one, zone.edge) == 0 for one in zone.hexes)
