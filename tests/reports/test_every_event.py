"""Every event of the series is told, with whatever it may hold."""

import types
import typing
from dataclasses import fields
from fractions import Fraction

import pytest

from pbem.core import event as core_events
from pbem.core.event import Event, OrderMoot
from pbem.core.modifier import Factor, Modifier, Roll
from pbem.core.problem import Moot, Problem
from pbem.reports.log import section
from pbem.reports.wrap import guarded
from pbem.systems.indian_wars.orders.records import Stay
from pbem.systems.indian_wars.rules.turn import sequence
from pbem.systems.indian_wars.state import combat_events, moving_events, special_events, supply_events
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.teller import TELLERS
from tests.reports.position import opened

ROLL = Roll(
    "T03.US.B a roll #1", "2d6", (2, 3), (Modifier(1, "leader", "Capt Mills", "13.C"), Modifier(0, "height")), "9.A"
)
NAMES = {
    "at": "3512", "start": "3512", "firer_at": "3412", "target_at": "3512", "hill": "Crook's Hill", "edge": "north",
    "mode": "prone", "before": "mounted", "side": "us", "leader": "Capt Mills", "phase": "T03.US.C", "occasion": "offensive",
    "how": "full", "condition": "pinned", "line": "US", "row": "dismounted", "column": "2", "letter": "C", "found": "1",
    "severity": "severe", "attacker_result": "c1 r1", "defender_result": "-", "zone": "North edge", "stock": "ammo Good Heart",
    "source": "default", "firer": "Crow King", "choice": "stay", "why": "for a reason",
}  # fmt: skip
BY_EVENT: dict[tuple[str, str], object] = {
    ("FireResolved", "result"): "MC-1",
    ("VillageFate", "result"): "trail",
    ("LeaderChecked", "result"): "wounded",
    ("MoraleChecked", "result"): "r1/disrupt",
    ("RetreatBeforeMeleeTried", "result"): "no*",
    ("UnitsRetreated", "how"): "rout",
    ("UnitsRetreated", "to"): "3513",
    ("UnitsMoved", "to"): "3513",
    ("UnitCrawled", "to"): "3513",
    ("UnitScattered", "to"): "2605",
    ("UnitsPursued", "to"): "3513",
    ("UnitsAdvanced", "to"): "3513",
    ("LeaderAttached", "to"): "G/3 Cav",
    ("LeaderRejoined", "to"): "G/3 Cav",
    ("CommandPassed", "to"): "Capt Mills",
    ("MeleeDeclared", "target"): "3412",
    ("MeleeDeclared", "defenders"): ("Crow King", "Four Horns"),
    ("MeleeResolved", "column"): "2:1",
    ("MeleeResolved", "target"): "3412",
    ("HoldersPlaced", "holders"): "A/3 holders",
    ("HoldersTaken", "holders"): "G/3 holders",
    ("MountsLost", "of"): "G/3 holders",
    ("UnitResupplied", "supplier"): "G/3 holders",
}
EVENTS = [
    cls
    for module in (core_events, moving_events, supply_events, special_events, combat_events, sequence)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, Event) and cls is not Event and cls.__module__ == module.__name__
]


def sample(cls: type[Event]) -> Event:
    """An event of this class with lifelike values."""
    hints = typing.get_type_hints(cls)
    return cls(**{one.name: _value(cls, one.name, hints[one.name]) for one in fields(cls)})


def _value(cls: type[Event], name: str, hint: object) -> object:
    if (cls.__name__, name) in BY_EVENT:
        return BY_EVENT[cls.__name__, name]
    if isinstance(hint, types.UnionType):
        hint = next(arm for arm in typing.get_args(hint) if arm is not types.NoneType)
    if hint is str:
        return NAMES.get(name, "us" if name == "to" else "G/3 Cav")
    if typing.get_origin(hint) is tuple:
        return _several(typing.get_args(hint)[0], name)
    simple: dict[object, object] = {int: 1, bool: True, Fraction: Fraction(5, 2), Roll: ROLL}
    if hint in simple:
        return simple[hint]
    if hint is Problem:
        return Moot("E135", "3511 is held.", "7.C")
    return Stay(("G/3 Cav",))


def _several(item: object, name: str) -> tuple[object, ...]:
    if item is str:
        return (
            ("3411", "3511")
            if name == "attack_from"
            else ("Capt Mills",)
            if name == "leaders"
            else ("G/3 Cav", "A/3 Cav")
        )
    if item is Factor:
        return (Factor(Fraction(1, 2), "low ammo", "14.B"),)
    return (combat_events.Fighter("G/3 Cav", "3512", 4, (Factor(Fraction(1, 2), "low ammo", "14.B"),), 1, Fraction(3)),)


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.__name__)
def test_every_event_is_told(cls: type[Event]) -> None:
    field = opened()
    field.phase = "C"
    log = Log(field, lambda _field, _event: None, 1, 1)
    before = [sample(combat_events.UnitFired)] if cls is combat_events.FireResolved else []
    log.fold([*before, sample(cls)], TELLERS)
    lines = guarded(section(log.section()))
    if cls.__name__ not in SILENT:
        assert len(lines) > 1
        assert "nobody moves" not in lines[1]


SILENT = ("PhaseBegan", "PhaseEnded", "ActBegan", "ActEnded", "FirstShotFired")
"""Events that are no news by themselves: they open and close, or note down."""


def test_an_event_that_nobody_tells_is_a_fault_of_ours() -> None:
    class Untold(Event):
        pass

    log = Log(opened(), lambda _field, _event: None, 1, 1)
    with pytest.raises(ValueError, match="nobody tells a Untold"):
        log.fold([Untold()], TELLERS)


def test_an_overtaken_order_is_told() -> None:
    log = Log(opened(), lambda _field, _event: None, 1, 1)
    log.fold([OrderMoot("us", Stay(("G/3 Cav",)), Moot("E135", "3511 is held.", "7.C"))], ())
    assert log.entries[0].rule == "7.C"


def test_a_shot_that_was_declared_at_a_unit_gone_since_is_told() -> None:
    """Ruling A-050: it is fired for its ammunition's sake."""
    field = opened()
    field.take_off("G/3 Cav", "eliminated (fire)")
    log = Log(field, lambda _field, _event: None, 1, 1)
    log.fold([sample(combat_events.UnitFired)], TELLERS)
    assert "at G/3 Cav" in log.entries[0].text
