"""What a field means that a record leaves out.  Records and checkpoints of old games are read with these for ever."""

import dataclasses
from typing import Any

import pytest

from pbem.systems.miniatures.rules import morale, moving, walking
from pbem.systems.miniatures.rules.ground import crossed
from pbem.systems.miniatures.state import events, tabletop
from pbem.systems.miniatures.state.events import APPLY, UnitDisordered, UnitLoaded
from pbem.systems.miniatures.state.tabletop import Terrain
from tests.systems.miniatures.tabletops import table
from tests.systems.miniatures.tabletops import unit as a_unit

LEFT_OUT: dict[type[Any], dict[str, Any]] = {
    events.PointSpent: {"why": ""},
    events.UnitMoved: {"halt": "", "spare": 0},
    events.UnitChanged: {"bend": ()},
    events.UnitFired: {"held_back": 0, "reaction": False},
    events.MoraleChecked: {"modifiers": ()},
    events.UnitRallied: {"ranks": 1},
    events.UnitDisordered: {"lost_levels": 0, "fled": False, "left_guns": False, "seen_by": ()},
    events.ChargeBegan: {"charge": True},
    tabletop.Face: {"guns": 0},
    tabletop.Leader: {"x": 0, "y": 0, "alive": True, "moved": False},
    tabletop.Unit: {
        "ranks": 1,
        "abreast": 0,
        "bend": (),
        "guns_at": (),
        "guns_of": "",
        "charging": "",
        "officer": True,
        "loaded": True,
        "mounted": False,
        "shelled": False,
        "fled": False,
        "saw_flight": False,
        "charged": False,
        "was_charging": False,
        "began_disordered": False,
        "done": False,
        "loading": 0,
        "owed": 0,
        "drop": 0,
        "spent": 0,
        "hits": 0,
        "spare": 0,
    },
    tabletop.Terrain: {"line": (), "level": 0},
    tabletop.Award: {"what": "", "at": 0},
    tabletop.Level: {"winner": ""},
    tabletop.Scenario: {"provenance": ""},
    tabletop.Tabletop: {"turn": 1, "acting": "", "points": -1, "over": False},
}


@pytest.mark.parametrize("record", LEFT_OUT, ids=lambda one: one.__name__)
def test_a_field_that_is_left_out_has_its_value_for_ever(record: type[Any]) -> None:
    missing = dataclasses.MISSING
    needed = {one.name: None for one in dataclasses.fields(record) if one.default is one.default_factory is missing}
    made = record(**needed)
    found = {one.name: getattr(made, one.name) for one in dataclasses.fields(record) if one.default is not missing}
    assert found == LEFT_OUT[record]


def test_constants_of_walks_and_flights() -> None:
    assert walking.EVERY_WAY == (0, 180, 90, 270)
    assert tuple(range(0, 360, 15)) == walking.ALL_ROUND
    assert walking.ROUNDING == 2
    assert morale._AWAY == (0, 90, 270)


def test_a_line_is_crossed_from_a_sixteenth_beyond_it() -> None:
    short = Terrain("ditch", "stream", (), ((50, 100), (51, 100)))
    assert list(crossed(table(ground=(short,)).scenario, (50, 101), (50, 99))) == ["stream"]


def test_who_cannot_pay_for_the_turn_does_not_go() -> None:
    state = table(a_unit())
    found = walking.Walk(state, state.units["Foot"], 16)
    assert not moving.go_to(found, (700, 300))
    assert found.unit.at == (320, 320)


def test_who_has_loaded_has_nothing_left_to_load() -> None:
    state = table(a_unit(loaded=False))
    APPLY(state, UnitLoaded("Foot", 1, 2))
    assert (state.units["Foot"].loaded, state.units["Foot"].loading) == (False, 1)
    APPLY(state, UnitLoaded("Foot", 2, 2))
    assert (state.units["Foot"].loaded, state.units["Foot"].loading) == (True, 0)


def test_a_unit_in_disorder_is_a_clump_of_one_rank() -> None:
    state = table(a_unit(formation="skirmish", ranks=2, abreast=4))
    APPLY(state, UnitDisordered("Foot", 90, (300, 310)))
    found = state.units["Foot"]
    assert (found.formation, found.ranks, found.facing, found.at) == ("disorder", 1, 90, (300, 310))
