"""What the rulebook states about its map: every fact of scenarios/indian_wars/facts/rosebud.toml, word by word."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from pbem import resources
from pbem.board import hexes
from pbem.board.hexes import distances
from pbem.board.hexmap import HexMap
from pbem.systems.indian_wars.files.data import map_sheet

SHEET = map_sheet("scenarios/indian_wars/maps/rosebud.toml")
FACTS: list[dict[str, Any]] = resources.toml("scenarios/indian_wars/facts/rosebud.toml").data["fact"]
COMPASS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def spread(words: Iterable[str]) -> list[str]:
    """Ids and ranges as ids."""
    return [one for word in words for one in (hexes.between(*word.split("..")) if ".." in word else (word,))]


def reached(sheet: HexMap, start: str, wall: str = "") -> dict[str, int]:
    return distances((start,), lambda one: (o for o in sheet.open_neighbours(one) if wall not in sheet.edges(one, o)))


def edge_distance(sheet: HexMap, at: str, edge: str) -> int:
    column, row = hexes.column_and_row(at)
    first, last = sheet.rows if edge in ("north", "south") else sheet.columns
    here = row if edge in ("north", "south") else column
    return here - first + 1 if edge in ("north", "west") else last - here + 1


def lies_toward(words: list[str]) -> bool:
    way, start, *others = words
    dc, dr = COMPASS[way]
    c, r = hexes.column_and_row(start)
    found = (hexes.column_and_row(one) for one in spread(others))
    return all((oc - c) * dc + (o_r - r) * dr > 0 for oc, o_r in found)


def count(kind: str, name: str) -> int:
    match kind:
        case "terrain":
            return sum(SHEET.terrain(one) == name for one in SHEET)
        case "side":
            return sum(name in kinds for kinds in SHEET.sides.values()) // 2
        case "level":
            return sum(SHEET.level(one) == int(name) for one in SHEET)
        case _:
            return len(SHEET.steep)


def exists(words: list[str]) -> bool:
    kind, *rest = words
    name, least = ("", rest[0]) if kind == "steep" else (rest[0], rest[1] if len(rest) > 1 else "1")
    return count(kind, name) >= int(least)


WORDS: dict[str, Callable[[list[str]], bool]] = {
    "adjacent": lambda w: hexes.are_adjacent(w[0], w[1], hexes.ODD),
    "toward": lies_toward,
    "level": lambda w: SHEET.level(w[0]) == int(w[1]),
    "terrain": lambda w: SHEET.terrain(w[0]) == w[1],
    "side": lambda w: SHEET.edges(w[0], w[1]) == (w[2],) == SHEET.edges(w[1], w[0]),
    "on": lambda w: all(one in SHEET for one in spread(w)),
    "off": lambda w: not any(one in SHEET for one in spread(w)),
    "edge": lambda w: all(w[0] in SHEET.map_edges(one) for one in spread(w[1:])),
    "zone": lambda w: SHEET.zones[" ".join(w[1:])].hexes == tuple(spread(w[:1])),
    "whole_edge": lambda w: [one for one in SHEET if w[0] in SHEET.map_edges(one)] == spread(w[1:]),
    "enter": lambda w: all(SHEET.open_neighbours(one) for one in spread(w)),
    "reach": lambda w: all(one in reached(SHEET, w[0]) for one in spread(w[1:])),
    "place_at": lambda w: SHEET.places[" ".join(w[1:])].hexes == (w[0],),
    "place": lambda w: " ".join(w) in SHEET.places,
    "reach_place": lambda w: SHEET.places[" ".join(w[1:])].hexes[0] in reached(SHEET, w[0]),
    "distance": lambda w: SHEET.distance(w[0], w[1]) == int(w[2]),
    "edge_distance": lambda w: edge_distance(SHEET, w[0], w[1]) == int(w[2]),
    "exists": exists,
    "count_near": lambda w: sum(edge_distance(SHEET, one, w[0]) <= int(w[1]) for one in SHEET) >= int(w[2]),
    "same_bank_of": lambda w: all(one in reached(SHEET, w[1], w[0]) for one in w[2:]),
    "other_bank_of": lambda w: not any(one in bank(w[0], w[1]) for one in w[2:]),
}


def bank(wall: str, at: str) -> set[str]:
    """The ground that a stream parts from the rest near the halt: a unit could walk round its springs."""
    near = [one for one in SHEET if SHEET.distance(one, "3214") <= 5]
    found = distances(
        (at,), lambda one: (o for o in SHEET.neighbours(one) if o in near and wall not in SHEET.edges(one, o))
    )
    return set(found)


@pytest.mark.parametrize("fact", FACTS, ids=[fact["id"] for fact in FACTS])
def test_the_map_agrees_with_the_rulebook(fact: dict[str, Any]) -> None:
    for line in fact["tests"]:
        word, *rest = line.split()
        assert WORDS[word](rest), f"{fact['text']}: {line}"


def test_every_neighbour_table_is_symmetric() -> None:
    for one in SHEET:
        for other in SHEET.open_neighbours(one):
            assert one in SHEET.open_neighbours(other)
            assert other in SHEET.neighbours(one)


def test_water_and_cliffs_read_the_same_from_both_sides() -> None:
    for (a, b), kinds in SHEET.sides.items():
        assert SHEET.edges(b, a) == kinds


def test_the_distance_of_two_hexes_is_that_of_the_way_between_them() -> None:
    for one in list(SHEET)[::29]:
        found = distances((one,), SHEET.neighbours)
        assert {other: SHEET.distance(one, other) for other in SHEET} == {other: found[other] for other in SHEET}
