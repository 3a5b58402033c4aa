"""The log of fire and melee, from events, letter for letter."""

from fractions import Fraction

from pbem.core.event import ActBegan, ActEnded, Decided, Event, PhaseBegan, PhaseEnded
from pbem.core.umpire import Factor, Modifier, Roll
from pbem.reports.log import dice_list, section
from pbem.systems.indian_wars.state.combat_events import (
    AmmunitionChecked,
    Fighter,
    FireResolved,
    MeleeDeclared,
    MeleeEnded,
    MeleeResolved,
    RetreatBeforeMeleeTried,
    Shot,
    UnitFired,
)
from pbem.systems.indian_wars.state.counter import hexes_of
from pbem.systems.indian_wars.state.events import APPLY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import LeaderChecked
from pbem.systems.indian_wars.state.morale_events import CasualtiesTaken, MoraleChecked, UnitDisrupted, UnitsRetreated
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.teller import TELL
from tests.reports import golden
from tests.reports.position import before_the_fire
from tests.systems.indian_wars.ground import counter, small


def _apply(field: Battlefield, event: Event) -> None:
    if type(event) in APPLY:  # not a phase's beginning, which the system applies
        APPLY(field, event)


def told(events: tuple[Event, ...], letter: str, field: Battlefield | None = None) -> Log:
    """The log after the events."""
    start = field or before_the_fire()
    start.phase = letter
    log = Log(start, _apply, 1, 1)
    log.fold(events, TELL)
    return log


def _roll(label: str, dice: str, *faces: int, mods: tuple[Modifier, ...] = ()) -> Roll:
    return Roll(label, dice, faces, mods)


CLEAR = (Modifier(0, "ground", "clear ground", "9.B.1"), Modifier(0, "cliff", "no cliff", "9.B.1"))

B1 = (
    ActBegan("us", "C/3 Cav fire full at Crow King"),
    UnitFired("C/3 Cav", "Crow King", "3413", "3412", "offensive", "full"),
    FireResolved(
        Shot(
            "C/3 Cav", "Crow King", "3413", "3412", "offensive", "full", False, 4, Fraction(4), (),
            "US", "dismounted", "3", 0, "D",
        ),
        _roll(
            "T03.US.B fire C/3 Cav at Crow King #1", "2d6", 4, 6,
            mods=(
                Modifier(1, "hex density", "12 points in 3412 (11-15)", "9.B.2"),
                Modifier(0, "target mounted", "target dismounted", "9.B.1"),
                *CLEAR,
            ),
        ),
        "1", 11, "1",
    ),
    LeaderChecked("Crazy Horse", "3412", _roll("T03.US.B leader loss Crazy Horse #1", "2d6", 3, 6), "none"),
    CasualtiesTaken("Crow King", 1, 6, 5, "us", 1, "fire"),
    MoraleChecked(
        "Crow King",
        _roll("T03.US.B morale Crow King #1", "2d6", 2, 2, mods=(Modifier(3, "leader", "Crazy Horse", "13.C"),)),
        "ok",
    ),
    ActEnded(),
)  # fmt: skip

B2 = (
    ActBegan("us", "Good Heart fire half at Big Road"),
    UnitFired("Good Heart", "Big Road", "3509", "3609", "offensive", "half"),
    FireResolved(
        Shot("Good Heart", "Big Road", "3509", "3609", "offensive", "half", False, 5, Fraction(5, 2),
        (Factor(Fraction(1, 2), "half by order", "4.B"),), "US", "dismounted", "2", 0, "C"),
        _roll(
            "T03.US.B fire Good Heart at Big Road #1", "2d6", 1, 4,
            mods=(
                Modifier(1, "hex density", "12 points in 3609 (11-15)", "9.B.2"),
                Modifier(1, "target mounted", "target mounted", "8.A"),
                *CLEAR,
            ),
        ),
        "MC", 7, "MC",
    ),
    AmmunitionChecked("Good Heart", _roll("T03.US.B ammunition Good Heart #1", "1d6", 2), True),
    MoraleChecked(
        "Big Road",
        _roll("T03.US.B morale Big Road #1", "2d6", 1, 3, mods=(Modifier(2, "leader", "Gall (1 hex)", "13.C"),)),
        "disrupt",
    ),
    UnitDisrupted("Big Road", "morale check"),
    ActEnded(),
)  # fmt: skip

OFFENSIVE = (PhaseBegan("T03.US.B"), *B1, *B2, PhaseEnded("T03.US.B"))


def test_both_shots_of_the_model_report() -> None:
    lines = section(told(OFFENSIVE, "B").section())
    assert "\n".join(lines) + "\n" == golden.model("LOG ", "DICE ")


def test_dice_of_the_model_report() -> None:
    lines = dice_list(told(OFFENSIVE, "B").dice, "seed 12")
    assert "\n".join(lines) + "\n" == golden.model("DICE ", "YOUR UNITS")


def test_in_short_of_the_model_report() -> None:
    assert told(OFFENSIVE, "B").brief == [
        "C/3 Cav hit Crow King: 1 strength point; its morale held.",
        "Good Heart disrupted Big Road, and is low on ammunition.",
    ]


def _fighter(unit: str, at: str, strength: int) -> Fighter:
    return Fighter(unit, at, strength, (), 0, Fraction(strength))


F1 = (
    PhaseBegan("T03.IN.F"),
    ActBegan("indian", "Rain in the Face + Lone Bull melee 3512"),
    MeleeDeclared("3512", ("Rain in the Face", "Lone Bull"), ("3511",), (), ("G/3 Cav",)),
    Decided(
        "us", "retreat before melee", "G/3 Cav", "retreat 3513", "10.H", "standing order 2 (odds 11:4, worse than 3:2)"
    ),
    RetreatBeforeMeleeTried(("G/3 Cav",), "3512", _roll("T03.IN.F retreat before melee G/3 Cav #1", "1d6", 3), 4, "no"),
    MeleeResolved(
        "3512",
        (_fighter("Rain in the Face", "3511", 6), _fighter("Lone Bull", "3511", 5)),
        (_fighter("G/3 Cav", "3512", 4),),
        Fraction(11),
        Fraction(4),
        "Indian",
        "2:1",
        _roll(
            "T03.IN.F melee 3512 #1",
            "1d6",
            4,
            mods=(
                Modifier(-1, "dry creek", "dry creek between 3511 and 3512", "10.D"),
                Modifier(0, "height", "height: attacker level 3, defender level 2", "10.D"),
                Modifier(0, "ground", "ground of 3512 clear", "10.D"),
                Modifier(0, "others", "no leader; defender not disrupted, pinned or prone", "10.E,G"),
            ),
        ),
        3,
        "c1",
        "c1",
    ),
    Decided("indian", "losses", "3512 attacker 1 of 1", "Lone Bull", "10.C", "policy"),
    CasualtiesTaken("Lone Bull", 1, 5, 4, "us", 1, "melee"),
    UnitDisrupted("Lone Bull", "a loss in melee"),
    Decided("us", "losses", "3512 defender 1 of 1", "G/3 Cav", "10.C", "forced"),
    CasualtiesTaken("G/3 Cav", 1, 4, 3, "indian", 1, "melee"),
    UnitDisrupted("G/3 Cav", "a loss in melee"),
    MeleeEnded("3512", ("Rain in the Face", "Lone Bull"), True),
    ActEnded(),
    PhaseEnded("T03.IN.F"),
)


def _before_the_melee() -> Battlefield:
    field = before_the_fire()
    field.put(field["G/3 Cav"].but(casualties=0, disrupted=False))
    field.put(field["Lone Bull"].but(casualties=0, disrupted=False))
    return field


def test_melee_of_the_model_report() -> None:
    log = told(F1, "F", _before_the_melee())
    lines = section(log.section())[1:]
    assert "\n".join(lines) + "\n" == golden.model("F1  ", "DICE   seed 10")
    assert log.brief == ["Melee at 3512: attackers lost 1 point, defenders lost 1 point; the defender holds."]


def test_opportunity_fire_stands_between_the_parts_of_a_move() -> None:
    fired = UnitFired("Crow King", "G/3 Cav", "3412", "3512", "opportunity", "full")
    decided = Decided("indian", "opportunity fire", "Crow King", "G/3 Cav", "9.F", "default")
    lines = section(told((decided, fired), "C").section())
    assert lines[1].startswith("C1  Crow King (3412 D) fires at G/3 Cav (3512 D), leaving its ZOC")
    assert lines[2].strip() == "Indian by default: fire at G/3 Cav"


def test_a_shot_at_a_unit_that_an_earlier_shot_drove_off_names_the_hex_fired_into() -> None:
    """All who fire at one occasion say so before the first rolls; modifiers are those of the hex that was being left."""
    decided = Decided("indian", "opportunity fire", "Crow King", "G/3 Cav", "9.F", "default")
    fell_back = UnitsRetreated(("G/3 Cav",), "3512", "3513", "retreat")
    fired = UnitFired("Crow King", "G/3 Cav", "3412", "3512", "opportunity", "full")
    said = "\n".join(section(told((decided, fell_back, fired), "C").section()))
    assert "Crow King (3412 D) fires at G/3 Cav (3512, by now driven back to 3513)" in " ".join(said.split())


def test_a_routed_unit_that_passes_and_has_no_way_out_is_said_to_stay() -> None:
    """10.F: it rolled a yes, and then the melee is told with it still there."""
    field = small(
        counter("A/3 Cav", "0205"),
        counter("B/3 Cav", "0302"),
        counter("C/3 Cav", "0003"),
        counter("Little Hawk", "0204", routed=True),
        before="F",
    )
    tried = RetreatBeforeMeleeTried(("Little Hawk",), "0204", _roll("T02.US.F x", "1d6", 6), 4, "yes")
    said = " ".join(" ".join(section(told((tried,), "F", field).section())).split())
    assert "Yes, but it has no way out" in said
    assert "Little Hawk: each hex around is closed or in an enemy ZOC; it stays" in said
    assert "10.F" in said
    assert "gets away" not in said
    field.take_off("C/3 Cav")
    assert "-> Yes, gets away" in " ".join(" ".join(section(told((tried,), "F", field).section())).split())


def test_the_hexes_of_a_fight_are_drawn_in_a_panel() -> None:
    assert hexes_of(OFFENSIVE) == {"3412", "3413", "3509", "3609"}
