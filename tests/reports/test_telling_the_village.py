"""The log of the Little Bighorn's village and night."""

from pbem.core.event import Event
from pbem.core.options import Options
from pbem.reports.log import section
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.state.camp_events import BreakdownWentOn
from pbem.systems.indian_wars.state.combat_events import MeleeDeclared
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.events import APPLY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import HoldersPlaced, HoldersTaken, ModeChanged
from pbem.systems.indian_wars.state.night_events import NightFell
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.teller import TELL

UNITS = (
    ("A/7 Cav", "8910"),
    ("G/7 Cav", "8910"),
    ("He Dog", "6616"),
    ("Herd 11", "6616"),
    ("Oglala villagers 1", "6717"),
)
CAMPS = ("Oglala camp 1", "Oglala camp 2", "Cheyenne camp 1")


def told(letter: str, *events: Event) -> list[str]:
    """The lines under the heading."""
    field = LITTLEBIGHORN.system.open("scenario-1", Options()).thaw()
    field.turn, field.phasing, field.phase = 19, "indian", letter
    for name, at in UNITS:
        field.put(Counter(field.sheet.roster[name], at=at, mode="mounted" if "Cav" in name else "dismounted"))

    def apply(field: Battlefield, event: Event) -> None:
        if isinstance(event, ModeChanged | HoldersPlaced):
            APPLY(field, event)

    log = Log(field, apply, 1, 1)
    log.fold(events, TELL)
    return section(log.section())[1:]


def test_who_dismounts_for_the_night_is_told_in_one_line() -> None:
    lines = told(
        "F",
        NightFell(("He Dog",), ("Herd 11",), ()),
        ModeChanged("A/7 Cav", "mounted", "dismounted", 0, 0),
        HoldersPlaced("A/7 holders", "A/7 Cav", "8910"),
        ModeChanged("G/7 Cav", "mounted", "dismounted", 0, 0),
        HoldersPlaced("G/7 holders", "G/7 Cav", "8910"),
    )
    assert [one for one in lines if one.startswith("F")] == [lines[0], lines[3]]
    assert lines[3].startswith("F2  A/7 Cav and G/7 Cav dismount for the night ")


def test_by_day_each_says_who_holds_its_mounts() -> None:
    lines = told(
        "C",
        ModeChanged("A/7 Cav", "mounted", "dismounted", 1, 0),
        HoldersPlaced("A/7 holders", "A/7 Cav", "8910"),
    )
    assert lines[0].startswith("C1  A/7 Cav (8910) dismounts: 1 MP")
    assert lines[1].startswith("    A/7 holders hold its mounts in 8910")


def test_camps_that_are_being_packed_stand_with_others_that_take_as_long() -> None:
    lines = told("A", BreakdownWentOn(CAMPS, (3, 3, 1)))
    assert lines[0].startswith("A1  1 turn to pack: Cheyenne camp 1 ")
    assert lines[1].startswith("A2  3 turns to pack: Oglala camp 1 and Oglala camp 2 ")


def test_a_herd_is_one_and_holders_are_several() -> None:
    lines = told("C", HoldersTaken("Herd 11", "He Dog"), HoldersTaken("A/7 holders", "A/7 Cav"))
    assert any("Herd 11 is taken up by He Dog" in one for one in lines)
    assert any("A/7 holders are taken up by A/7 Cav" in one for one in lines)


def test_people_who_are_attacked_alone_are_named_as_those_who_do_not_fight() -> None:
    lines = told("F", MeleeDeclared("6717", ("A/7 Cav",), ("8910",), (), ()))
    assert "    against    Oglala villagers 1, who do not fight; no leader on either" in lines
