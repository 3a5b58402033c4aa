"""Every event of the series is told, with whatever it may hold."""

import types
import typing
from dataclasses import fields
from fractions import Fraction

import pytest

from pbem.core.event import Event, OrderMoot
from pbem.core.order import Moot, Problem
from pbem.core.record import Record
from pbem.core.umpire import Factor, Modifier, Roll
from pbem.reports.log import section
from pbem.reports.wrap import guarded
from pbem.systems.indian_wars.orders.records import Stay
from pbem.systems.indian_wars.state.combat_events import Fighter, FireResolved, Shot, UnitFired
from pbem.systems.indian_wars.state.counter import CombatEvent
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.teller import TELL
from tests.reports import little_bighorn
from tests.reports.position import opened

R = typing.TypeVar("R", bound=Record)
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
    for name, cls in sorted(Record.record_classes.items())
    if issubclass(cls, Event)
    and cls not in (Event, CombatEvent)
    and (name.startswith("indian_wars/") or "/" not in name)
    and cls.__module__.startswith("pbem.")
]


def sample(cls: type[R]) -> R:
    """An event of this class, or a record in one, with lifelike values."""
    hints = typing.get_type_hints(cls)
    return cls(**{one.name: _value(cls, one.name, hints[one.name]) for one in fields(cls) if one.compare})


def is_of_little_bighorn(cls: type[Record]) -> bool:
    """Whether only the Little Bighorn has it: its clauses and counters tell the event."""
    if cls.__name__ in ("VillageSought", "VillagePartyLeft", "VillageFate", "VillageAmbush"):
        return False  # the search of Rosebud Creek
    return cls.__module__.rpartition(".")[2] in little_bighorn.MODULES or cls.__name__ in little_bighorn.EVENTS


def _value(cls: type[Record], name: str, hint: object) -> object:
    if is_of_little_bighorn(cls):
        if (cls.__name__, name) in little_bighorn.BY_EVENT:
            return little_bighorn.BY_EVENT[cls.__name__, name]
        if hint is str and name in little_bighorn.NAMES:
            return little_bighorn.NAMES[name]
        if hint == tuple[str, ...]:
            return little_bighorn.SEVERAL.get(name, ("Crow King",) if name == "targets" else ("C/7 Cav", "A/7 Cav"))
        if hint == tuple[int, ...]:
            return (3,)
        if isinstance(hint, type) and issubclass(hint, Record) and hint is not Roll:
            return sample(hint)
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
    if hint is Shot:
        return sample(Shot)
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
    return (Fighter("G/3 Cav", "3512", 4, (Factor(Fraction(1, 2), "low ammo", "14.B"),), 1, Fraction(3)),)


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.__name__)
def test_every_event_is_told(cls: type[Event]) -> None:
    field = little_bighorn.opened() if is_of_little_bighorn(cls) else opened()
    field.phase = "C"
    log = Log(field, lambda _field, _event: None, 1, 1)
    before = [sample(UnitFired)] if cls is FireResolved else []
    log.fold([*before, sample(cls)], TELL)
    lines = guarded(section(log.section()))
    if cls.__name__ not in SILENT:
        assert len(lines) > 1
        assert "nobody moves" not in lines[1]


SILENT = (
    "PhaseBegan", "PhaseEnded", "ActBegan", "ActEnded", "SecretActBegan", "SecretActEnded", "FirstShotFired",
    "StridesForgotten", "BreakdownResumed", "PackingBegan", "OutpostRides",
)  # fmt: skip
"""Events that are no news by themselves: they open and close, or note down."""


def test_an_event_that_nobody_tells_is_a_fault_of_ours() -> None:
    class Untold(Event):
        pass

    log = Log(opened(), lambda _field, _event: None, 1, 1)
    with pytest.raises(TypeError, match="no handler tells the event tests/Untold"):
        log.fold([Untold()], TELL)


def test_an_overtaken_order_is_told() -> None:
    log = Log(opened(), lambda _field, _event: None, 1, 1)
    log.fold([OrderMoot("us", Stay(("G/3 Cav",)), Moot("E135", "3511 is held.", "7.C"))], TELL)
    assert log.entries[0].rule == "7.C"


def test_a_shot_that_was_declared_at_a_unit_gone_since_is_told() -> None:
    """Ruling A-050: it is fired for its ammunition's sake."""
    field = opened()
    field.take_off("G/3 Cav", "eliminated (fire)")
    log = Log(field, lambda _field, _event: None, 1, 1)
    log.fold([sample(UnitFired)], TELL)
    assert "at G/3 Cav" in log.entries[0].text
