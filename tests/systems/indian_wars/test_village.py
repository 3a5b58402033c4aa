"""Those who ride on to look for the village (16.E)."""

from pbem.core.event import Event
from pbem.systems.indian_wars.orders.records import LookForVillage
from pbem.systems.indian_wars.state.camp_events import VillagePartyLeft
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.indian_wars.ground import counter, play, small

COMPANIES = ("A/3 Cav", "B/3 Cav", "E/3 Cav", "I/3 Cav", "M/3 Cav")


def ridden_on() -> tuple[Battlefield, list[Event]]:
    field = small(
        *(counter(name, "0301") for name in COMPANIES),
        counter("Capt Mills", "0301"),
        counter("Capt Randall", "0500"),
        counter("A/3 holders", "0400"),
        counter("Crow King", "0707"),
    )
    return play(field, LookForVillage(), dice=(6,), choose=lambda one: "ride on" if one.kind == "village" else "")


def test_the_companies_leave_with_the_leaders_among_them_and_nobody_scores_for_it() -> None:
    after, events = ridden_on()
    left = next(one for one in events if isinstance(one, VillagePartyLeft))
    assert left.units == COMPANIES
    assert left.leaders == ("Capt Mills",)
    assert {after.gone[name] for name in (*COMPANIES, "Capt Mills")} == {"gone to look for the village"}
    assert "Capt Randall" in after
    assert after.points == {"us": 2, "indian": 0}


def test_their_strengths_are_kept_for_the_end() -> None:
    after, _ = ridden_on()
    assert after.marks["village party"] == "A/3 Cav=4; B/3 Cav=4; E/3 Cav=4; I/3 Cav=4; M/3 Cav=4"
    assert Battlefield.from_json(after.to_json(), after.sheet) == after
