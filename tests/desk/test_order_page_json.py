"""What an order page has of patterns and offers: choices that differ in a place alone are one, told by a list of places."""

from dataclasses import replace
from typing import Any

import pytest

from pbem.core.options import Options
from pbem.desk.outgoing.order_page_json import (
    _as_json,
    _marked,
    _part_as_json,
    _pick_as_json,
    alike,
    offers_as_json,
    patterns_as_json,
    resting_as_json,
    walk_as_json,
)
from pbem.mechanisms.offered_moves import UNIT_MARK, own_line
from pbem.mechanisms.offered_walks import LEAST, PLACE_MARK
from pbem.mechanisms.offers import Offer, Part, Pattern, Pick
from pbem.systems import registry


def at(place: str, *, is_inside: bool = False) -> Pick:
    return Pick(f"at {place}", f"hex {place}", place, is_inside)


@pytest.mark.parametrize(
    ("pick", "marked"),
    [
        (at("3413"), (f"at {PLACE_MARK}", f"hex {PLACE_MARK}")),
        (Pick("full", "with all"), ("full", "with all")),
        (Pick("from 3413 to 3413", "there and back", "3413"), ("from 3413 to 3413", "there and back")),
        (Pick("somewhere", "hex 3413", "3413"), ("somewhere", "hex 3413")),
        (at("3413", is_inside=True), ("at 3413", "hex 3413")),
    ],
)
def test_a_choice_is_marked_where_its_place_stands_once_in_a_line_of_its_own(
    pick: Pick, marked: tuple[str, str]
) -> None:
    assert _marked(pick) == marked


@pytest.mark.parametrize("count", [1, LEAST - 1, LEAST, LEAST + 1])
def test_as_many_choices_as_make_a_list_are_one(count: int) -> None:
    picks = tuple(at(f"34{n:02}") for n in range(count))
    places: list[list[str]] = []
    name, words, found = _part_as_json(Part("where", "where to", picks), places)
    assert (name, words) == ("where", "where to")
    if count < LEAST:
        assert found == [[one.written, one.words, one.at] for one in picks]
        assert places == []
    else:
        assert found == [[f"at {PLACE_MARK}", f"hex {PLACE_MARK}", 0]]
        assert places == [[one.at for one in picks]]
    again = _part_as_json(Part("else", "", picks, 2), places)
    assert again[2:] == [found, 2]
    assert len(places) == (count >= LEAST), "a list of places is kept once"


def test_many_choices_without_a_place_are_told_one_by_one() -> None:
    picks = tuple(Pick("full") for _ in range(LEAST + 1))
    assert _part_as_json(Part("how", "how", picks), [])[2] == [["full"]] * (LEAST + 1)


@pytest.mark.parametrize(
    ("pick", "told"),
    [
        (Pick("full"), ["full"]),
        (Pick("full", "with all"), ["full", "with all"]),
        (Pick("full", "", "3413"), ["full", "", "3413"]),
        (Pick("full", "", "", is_inside=True), ["full", "", "", 1]),
        (Pick("full", "with all", "3413", is_inside=True), ["full", "with all", "3413", 1]),
    ],
)
def test_a_choice_is_told_as_far_as_there_is_anything(pick: Pick, told: list[Any]) -> None:
    assert _pick_as_json(pick) == told


def test_patterns_share_their_parts() -> None:
    how, where = Part("how", "how", (Pick("full"), Pick("half"))), Part("where", "where", (Pick("3413"),))
    patterns = [
        Pattern(("A",), "fire", "{who} fire {how}", (how,)),
        Pattern(("A", "B"), "go", "{who} go {where} {how}", (where, how)),
    ]
    places: list[list[str]] = []
    found = patterns_as_json(patterns, places)
    assert [one[0] for one in found["parts"]] == ["how", "where"]
    assert [one["parts"] for one in found["lines"]] == [[0], [1, 0]]
    assert [found["groups"][one["units"]] for one in found["lines"]] == [["A"], ["A", "B"]]
    assert all("notes" not in one and "block" not in one for one in found["lines"])
    assert patterns_as_json([], places) == {}


def offer(line: str = "Red One move 3413", **more: Any) -> Offer:
    given = {"kind": "place", "unit": "Red One", "at": "", "words": "move 3413", "cost": "", "note": "", "joins": False}
    return Offer(line=line, **{**given, **more})


def test_an_offer_says_what_there_is_of_it() -> None:
    assert _as_json(offer()) == {"kind": "place", "unit": "Red One", "words": "move 3413", "line": "Red One move 3413"}
    whole = _as_json(
        offer(at="3413", cost="2 MP", note="in the open", joins=True, way=("3412", "3413"), then=(offer(),))
    )
    assert whole["at"] == "3413"
    assert (whole["cost"], whole["note"], whole["joins"], tuple(whole["way"])) == (
        "2 MP",
        "in the open",
        True,
        ("3412", "3413"),
    )
    assert [one["line"] for one in whole["then"]] == ["Red One move 3413"]


@pytest.mark.parametrize(
    ("line", "short"),
    [
        ("Red One move 3413", f"{UNIT_MARK} move 3413"),
        ("in B: Red One stay", "in B: Red One stay"),
        ("Red One", UNIT_MARK),
    ],
)
def test_a_line_begins_with_a_mark_in_the_place_of_its_unit(line: str, short: str) -> None:
    assert own_line(line, "Red One") == short


def test_an_offer_whose_words_are_the_rest_of_its_line_has_none() -> None:
    found, places = offers_as_json([offer(), offer("Red One stay", words="rest here")], {}, {})
    assert list(found) == ["Red One"]
    first, second = found["Red One"]
    assert first == {"kind": "place", "line": f"{UNIT_MARK} move 3413"}
    assert second == {"kind": "place", "words": "rest here", "line": f"{UNIT_MARK} stay"}
    assert places == []


def walk(**more: Any) -> dict[str, Any]:
    return {"start": "3413", "rate": 0, "points": 0, "line": "Red One move", "cost": "", "none": [], **more}


def test_a_walk_says_where_it_begins_unless_its_unit_stands_there() -> None:
    here = walk_as_json(walk(), "Red One", "3413")
    assert here == {"rate": 0, "points": 0, "line": f"{UNIT_MARK} move", "cost": ""}
    assert walk_as_json(walk(), "Red One", "3412")["start"] == "3413"


def test_what_is_said_of_places_begins_with_a_semicolon() -> None:
    found = walk_as_json(walk(says=[["in the woods; ; in the enemy ZOC", [1, 2]]]), "Red One", "3413")
    assert found["says"] == [["; in the woods; in the enemy ZOC", [1, 2]]]


def test_what_units_have_in_common_is_listed_once_with_the_units_costs() -> None:
    def shot(unit: str, cost: str, **more: Any) -> dict[str, Any]:
        return {"kind": "fire", "at": "3413", "line": f"{UNIT_MARK} fire Blue", "cost": cost, **more}

    own = {"kind": "act", "line": f"{UNIT_MARK} mount"}
    found, common = alike(
        {"A": [shot("A", "range 2"), own], "B": [shot("B", "range 3")], "C": [shot("C", "", note="!")]}
    )
    assert common == [{"kind": "fire", "at": "3413", "line": f"{UNIT_MARK} fire Blue"}]
    assert found["A"] == [{"all": [["range 2", [0]]]}, own]
    assert found["B"] == [{"all": [["range 3", [0]]]}]
    assert found["C"] == [shot("C", "", note="!")]


def test_units_and_lines_may_rest_on_units_and_lines() -> None:
    resting = {"A/2 Cav mount": ("A/2 holders",), "A/2 holders": ("A/2 Cav mount",), "HQ": ("Crook",), "Henry": ()}
    units = ("A/2 Cav", "A/2 holders", "Crook", "HQ", "Henry")
    assert resting_as_json(resting, units) == [["A/2 Cav mount", [1]], [1, ["A/2 Cav mount"]], [3, [2]]]


def test_who_mounts_and_its_animals_rest_on_each_other() -> None:
    rosebud = registry.game("rosebud")
    field = rosebud.system.open("in-contact", Options())
    field.put(field["G/3 holders"].but(at=field["G/3 Cav"].at))
    resting = rosebud.offering.rests_on(field, "us", "C")
    assert resting["G/3 Cav mount"] == ("G/3 holders",)
    assert resting["G/3 holders"] == ("G/3 Cav mount",)
    assert rosebud.offering.rests_on(field, "us", "D") == {}


def test_builders_and_their_train_rest_on_each_other() -> None:
    bighorn = registry.game("littlebighorn")
    resting = bighorn.offering.rests_on(bighorn.system.open("in-the-village", Options()), "us", "C")
    assert resting["G/7 holders build breastworks"] == ("Mule Pack Train",)
    assert "G/7 holders build breastworks" in resting["Mule Pack Train"]


def test_who_loads_breastworks_rests_on_the_train_that_they_came_from() -> None:
    rosebud = registry.game("rosebud")
    field = rosebud.system.open("pack-train", Options()).thaw()
    train = next(one for one in field.of("us") if one.kind == "pack_train")
    unit = next(one for one in field.of("us") if one.kind == "infantry")
    line = f"{unit.name} load breastworks"
    assert line not in rosebud.offering.rests_on(field, "us", "C")
    field.works[unit.at] = (train.name,)
    field.put(train.but(at=unit.at))
    resting = rosebud.offering.rests_on(field, "us", "C")
    assert resting[line] == (train.name,)
    assert line in resting[train.name]


def test_who_runs_to_friends_rests_on_them() -> None:
    rosebud = registry.game("rosebud")
    resting = rosebud.offering.rests_on(rosebud.system.open("in-contact", Options()), "us", "C")
    runs = {line.removeprefix("F/3 Cav rout to "): on for line, on in resting.items() if " rout to " in line}
    assert runs == {"B/3 Cav": ("B/3 Cav",), "L/3 Cav": ("L/3 Cav",), "HQ": ("Column HQ",)}


def test_a_unit_of_the_table_without_an_officer_rests_on_the_leader_who_is_with_it() -> None:
    table = registry.game("miniatures")
    state = table.system.open("creek-ford", Options())
    assert table.offering.rests_on(state, "indian", "A") == {}
    state.units["Wolf"] = replace(state.units["Wolf"], officer=False)
    assert table.offering.rests_on(state, "indian", "A") == {"Wolf": ("War Chief",), "War Chief": ("Wolf",)}
