"""The Melee Phase (10): declaration, retreat before melee, odds, results, pursuit, advance, charges."""

from fractions import Fraction

import pytest

from pbem.core.ask import Ask
from pbem.core.event import Event, OrderMoot
from pbem.core.options import Options
from pbem.systems.indian_wars.orders.records import Advance, Melee, NoPursuit, Pursue
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.melee.melee import Assault
from pbem.systems.indian_wars.rules.melee.melee_modifiers import fight_at, fighter, modifiers_of
from pbem.systems.indian_wars.state.combat_events import (
    ChargeEnded,
    FireResolved,
    MeleeAvoided,
    MeleeDeclared,
    MeleeResolved,
    PursuitTried,
    RetreatBeforeMeleeTried,
    UnitGotUp,
    UnitsAdvanced,
    UnitsPursued,
)
from pbem.systems.indian_wars.state.counter import MOUNTED, PRONE, Counter, parse
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import LeaderChecked, LeaderKilled
from pbem.systems.indian_wars.state.morale_events import (
    CasualtiesTaken,
    LostHorsesRolled,
    UnitDisrupted,
    UnitsRetreated,
)
from tests.systems.indian_wars.ground import counter, in_contact, plan, play, problem, small


def before_melee(*units: Counter, side: str = "us", **ground: object) -> Battlefield:
    return small(*units, side=side, before="F", **ground)  # type: ignore[arg-type]


def melee_of(events: list[Event]) -> MeleeResolved:
    return next(one for one in events if isinstance(one, MeleeResolved))


def drm(field: Battlefield, target: str, *attackers: str) -> dict[str, int]:
    return {one.name: one.value for one in modifiers_of(fight_at(field, target, attackers))}


class Answers:
    """Answers by kind and subject, and what was asked."""

    def __init__(self, **by_kind: str) -> None:
        self.by_kind = {kind.replace("_", " "): choice for kind, choice in by_kind.items()}
        self.asked: list[Ask] = []

    def __call__(self, one: Ask) -> str:
        self.asked.append(one)
        chosen = self.by_kind.get(one.kind, "")
        return chosen if one.allows(chosen) else ""

    def of(self, kind: str) -> list[Ask]:
        return [one for one in self.asked if one.kind == kind]


# The model log ---------------------------------------------------------------------------------------------------------


def test_the_melee_f1_of_the_model_report() -> None:
    field = in_contact()
    field.phasing, field.phase, field.phase_over = "indian", "E", True
    field.put(field["Lone Bull"].but(casualties=0, disrupted=False))
    field.put(field["G/3 Cav"].but(casualties=0, disrupted=False))
    answers = Answers(retreat_before_melee="retreat 3513", losses="Lone Bull")
    after, events = play(field, Melee(("Rain in the Face", "Lone Bull"), "3512"), dice=(3, 4), choose=answers)
    (tried,) = (one for one in events if isinstance(one, RetreatBeforeMeleeTried))
    assert (tried.result, tried.needs, tried.roll.label) == ("no", 4, "T03.IN.F retreat before melee G/3 Cav #1")
    fought = melee_of(events)
    assert (fought.attack, fought.defence, fought.line, fought.column) == (11, 4, "Indian", "2:1")
    assert [(m.name, m.value, m.detail) for m in fought.roll.modifiers] == [
        ("dry creek", -1, "dry creek between 3511 and 3512"),
        ("uphill", 0, "height: attacker level 3, defender level 2"),
        ("ground", 0, "ground of 3512 clear"),
    ]
    assert (fought.row, fought.attacker_result, fought.defender_result) == (3, "c1", "c1")
    assert fought.roll.label == "T03.IN.F melee 3512 #1"
    assert [(one.unit, one.before, one.after) for one in events if isinstance(one, CasualtiesTaken)] == [
        ("Lone Bull", 5, 4),
        ("G/3 Cav", 4, 3),
    ]
    assert after["Lone Bull"].disrupted
    assert after["G/3 Cav"].disrupted
    assert after.points == {side: points + 1 for side, points in field.points.items()}
    (stand,) = answers.of("retreat before melee")
    assert dict(stand.facts)["odds"] == "11:4"
    assert "is attacked by Rain in the Face 6 and Lone Bull 5: 11 to 4, column 2:1.  What does it do?" in stand.prompt
    assert [choice.key for choice in stand.choices][:2] == ["stand", "retreat 3513"]


# Who may attack what ---------------------------------------------------------------------------------------------------


def test_units_not_next_to_the_hex_are_refused() -> None:
    found = problem(in_contact(), Melee(("A/2 Cav", "B/2 Cav"), "3412"), letter="F")
    assert found.code == "E160"
    assert found.text == (
        "A/2 and B/2 (3310) are not next to 3412 (10.A): they are two hexes away."
        " Next to them with an enemy: 3411 (pony holders)."
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"pinned": True}, "E161"),
        ({"routed": True}, "E161"),
        ({"mode": PRONE}, "E161"),
        ({"advance_fired_at": "0203"}, "E163"),
        ({"charging": "0203"}, "E163"),
        ({"shot_in": (parse("Fm0302"),)}, "E164"),
    ],
)
def test_who_may_not_attack(changes: dict[str, object], code: str) -> None:
    field = before_melee(counter("A/3 Cav", "0303", **changes), counter("Crow King", "0302"))
    assert problem(field, Melee(("A/3 Cav",), "0302"), letter="F").code == code


def test_advance_fire_into_the_same_hex_is_no_hindrance() -> None:
    field = before_melee(counter("A/3 Cav", "0303", advance_fired_at="0302"), counter("Crow King", "0302"))
    assert isinstance(plan(field, Melee(("A/3 Cav",), "0302"), letter="F"), Assault)


def test_holders_never_attack_and_no_melee_crosses_a_cliff() -> None:
    field = before_melee(
        counter("A/3 holders", "0303"),
        counter("A/3 Cav", "0303"),
        counter("Red on Top", "0302"),
        sides={"0303/0302": "cliff"},
    )
    assert problem(field, Melee(("A/3 Cav",), "0302"), letter="F").code == "E160"
    field = before_melee(counter("A/3 holders", "0303"), counter("Red on Top", "0302"))
    assert problem(field, Melee(("A/3 holders",), "0302"), letter="F").code == "E161"


def test_below_the_lowest_odds_there_is_no_attack() -> None:
    """Ruling A-056."""
    field = before_melee(counter("A/3 Cav", "0303", casualties=3), counter("Crow King", "0302"))
    found = problem(field, Melee(("A/3 Cav",), "0302"), letter="F")
    assert (found.code, "1:3" in found.text) == ("E162", True)


@pytest.mark.parametrize(
    ("side", "attack", "defence", "label"),
    [
        ("us", 4, 4, "1:1"),
        ("us", 3, 4, "1:2"),
        ("us", 40, 4, "5:1"),
        ("indian", 11, 4, "2:1"),
        ("indian", 3, 2, "3:2"),
        ("indian", 100, 1, "6:1"),
        ("indian", 1, 0, "6:1"),
    ],
)
def test_odds_drop_in_the_defenders_favour(side: str, attack: int, defence: int, label: str) -> None:
    column = charts.odds_column(in_contact(), side, Fraction(attack), Fraction(defence))
    assert column is not None
    assert column.label == label


def test_a_stack_attacks_one_hex_only() -> None:
    field = before_melee(
        counter("A/3 Cav", "0303"),
        counter("E/3 Cav", "0303"),
        counter("Red on Top", "0302"),
        counter("Scabby Face", "0403"),
    )
    _, events = play(field, Melee(("A/3 Cav",), "0302"), Melee(("E/3 Cav",), "0403"), dice=(6,), choose=Answers())
    assert [one.problem.code for one in events if isinstance(one, OrderMoot)] == ["E163"]


def test_nobody_attacks_twice() -> None:
    field = before_melee(counter("A/3 Cav", "0303"), counter("Crow King", "0302"))
    _, events = play(field, Melee(("A/3 Cav",), "0302"), Melee(("A/3 Cav",), "0302"), dice=(5,))
    assert [one.problem.code for one in events if isinstance(one, OrderMoot)] == ["E164"]


def test_the_casualty_limit_bans_attacks_without_a_leader() -> None:
    field = before_melee(counter("Crow King", "0303"), counter("A/3 Cav", "0302"), side="indian")
    field.options, field.lost["indian"] = Options(("casualty limit",)), 18
    assert problem(field, Melee(("Crow King",), "0302"), side="indian", letter="F").code == "E161"
    field.put(counter("Gall", "0303", attached_to="Crow King"))
    assert isinstance(plan(field, Melee(("Crow King",), "0302"), side="indian", letter="F"), Assault)


# Strength and modifiers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "changes", "defending", "strength"),
    [
        ("A/3 Cav", {"mode": MOUNTED, "low_ammo": True}, False, Fraction(5, 2)),  # O-050
        ("A/3 Cav", {"casualties": 1, "low_ammo": True}, False, Fraction(3, 2)),  # O-050
        ("C/9 Inf", {}, True, Fraction(8)),  # O-056
        ("C/9 Inf", {}, False, Fraction(4)),
        ("C/9 Inf", {"mode": MOUNTED}, True, Fraction(5)),  # ruling A-029
        ("C/9 Inf", {"low_ammo": True, "routed": True}, True, Fraction(2)),  # ruling A-058
        ("Miners", {}, True, Fraction(6)),  # ruling A-030
        ("Crow King", {"low_ammo": True}, False, Fraction(6)),
        ("A/3 Cav", {"mode": MOUNTED, "charging": "0302"}, False, Fraction(8)),  # O-057
        ("A/3 Cav", {"mode": MOUNTED, "charging": "0302", "casualties": 4}, False, Fraction(2)),
        ("A/3 Cav", {"mode": MOUNTED, "charging": "0302", "low_ammo": True}, False, Fraction(9, 2)),  # ruling A-059
    ],
)
def test_melee_strength(name: str, changes: dict[str, object], defending: bool, strength: Fraction) -> None:
    unit = counter(name, "0303", **changes)
    assert fighter(before_melee(unit), unit, defending=defending, target="0302").strength == strength


def test_the_worked_example_of_the_book() -> None:
    """RC-10.D.3: into 4213 (level 4, clear) from 4312 (level 2) across a creek: -3."""
    field = in_contact()
    field.put(counter("M/3 Cav", "4213"))
    field.put(counter("Little Hawk", "4312"))
    found = drm(field, "4213", "Little Hawk")
    assert {name: value for name, value in found.items() if value} == {"dry creek": -1, "uphill": -2}


def test_of_several_hexsides_and_heights_the_best_for_the_defender_counts() -> None:
    """RC-10.D.2."""
    field = before_melee(
        counter("A/3 Cav", "0303"),
        counter("E/3 Cav", "0203"),
        counter("Crow King", "0302"),
        levels={"0302": 2, "0203": 1},
        sides={"0303/0302": "dry_creek", "0203/0302": "rosebud_creek"},
        terrain={"0302": "marsh"},
    )
    found = drm(field, "0302", "A/3 Cav", "E/3 Cav")
    assert {name: value for name, value in found.items() if value} == {"Rosebud Creek": -2, "uphill": -2, "marsh": -2}


@pytest.mark.parametrize(("terrain", "name"), [("light_woods", "light woods"), ("rocks", "rocks")])
def test_the_ground_of_the_defender(terrain: str, name: str) -> None:
    """O-053."""
    field = before_melee(counter("A/3 Cav", "0303"), counter("Crow King", "0302"), terrain={"0302": terrain})
    assert drm(field, "0302", "A/3 Cav")[name] == -1


def test_leaders_states_and_infantry() -> None:
    field = before_melee(
        counter("C/9 Inf", "0303", disrupted=True),
        counter("A/3 Cav", "0303"),
        counter("Capt Mills", "0303", attached_to="A/3 Cav"),
        counter("Maj Evans", "0303", attached_to="C/9 Inf"),
        counter("Crow King", "0302", pinned=True, mode=PRONE),
        counter("Four Horns", "0302", disrupted=True),
        counter("Crazy Horse", "0302", attached_to="Crow King"),
    )
    assert drm(field, "0302", "C/9 Inf", "A/3 Cav") == {
        "uphill": 0,
        "ground": 0,
        "infantry attack": 1,
        "attacker leader": 1,  # Evans is senior to Mills
        "defender leader": -3,
        "defender pinned or prone": 1,
        "defender disrupted": 1,
        "attacker disrupted": -1,
    }
    # Mills, with a unit that takes no part, does not count (12.A).
    assert drm(field, "0302", "C/9 Inf")["attacker leader"] == 1
    assert drm(field, "0302", "A/3 Cav")["attacker leader"] == 2


# Retreat before melee --------------------------------------------------------------------------------------------------


def test_a_unit_gets_away_under_the_fire_of_those_not_in_the_melee() -> None:
    """Ruling A-053."""
    field = before_melee(
        counter("A/3 Cav", "0303"), counter("E/3 Cav", "0403"), counter("Crow King", "0302", mode=MOUNTED)
    )
    answers = Answers(retreat_before_melee="retreat 0300")
    after, events = play(field, Melee(("A/3 Cav",), "0302"), dice=(3, 1, 2), choose=answers)
    (tried,) = (one for one in events if isinstance(one, RetreatBeforeMeleeTried))
    assert [(m.name, m.value) for m in tried.roll.modifiers] == [("mounted", 1)]
    assert [one.shot.firer for one in events if isinstance(one, FireResolved)] == ["E/3 Cav"]
    assert after["Crow King"].at == "0300"
    assert [one.how for one in events if isinstance(one, UnitsRetreated)] == ["before melee"] * 2
    assert any(isinstance(one, MeleeAvoided) for one in events)
    assert not any(isinstance(one, MeleeResolved) for one in events)


def test_a_one_disrupts_who_tried() -> None:
    field = before_melee(counter("A/3 Cav", "0303"), counter("Crow King", "0302"))
    _, events = play(
        field, Melee(("A/3 Cav",), "0302"), dice=(1, 4), choose=Answers(retreat_before_melee="retreat 0301")
    )
    assert next(one for one in events if isinstance(one, RetreatBeforeMeleeTried)).result == "no*"
    assert next(one.why for one in events if isinstance(one, UnitDisrupted)) == "could not get away"
    assert {m.name for m in melee_of(events).roll.modifiers} >= {"defender disrupted"}


def test_a_stack_may_roll_once_and_routed_units_roll_apart() -> None:
    """Ruling A-127."""
    field = before_melee(
        counter("A/3 Cav", "0303"),
        counter("Crow King", "0302"),
        counter("Four Horns", "0302"),
        counter("Red Horn", "0302", routed=True),
        counter("Black Moon", "0302", pinned=True),
    )
    answers = Answers(retreat_before_melee="retreat 0301")
    field.put(field["A/3 Cav"].but(mode=MOUNTED))
    field.put(counter("E/3 Cav", "0303", mode=MOUNTED))
    field.put(counter("I/3 Cav", "0303", mode=MOUNTED))
    _, events = play(field, Melee(("A/3 Cav", "E/3 Cav", "I/3 Cav"), "0302"), dice=(4, 2, 3), choose=answers)
    tried = [one for one in events if isinstance(one, RetreatBeforeMeleeTried)]
    assert [one.units for one in tried] == [("Crow King", "Four Horns"), ("Red Horn",)]
    assert [one.roll.label for one in tried] == [
        "T02.US.F retreat before melee 0302 #1",
        "T02.US.F retreat before melee Red Horn #1",
    ]
    assert [(m.name, m.value) for m in tried[1].roll.modifiers] == [("routed", -1)]
    assert "Black Moon" not in {one.subject for one in answers.asked if one.kind == "retreat before melee"}
    assert melee_of(events).defence == Fraction(5, 2) + 5
    assert len({one.key for one in answers.asked}) == len(answers.asked)


def test_a_routed_unit_enters_no_zoc_and_stays_on_a_yes() -> None:
    """10.F.2: it rolls all the same."""
    field = before_melee(
        counter("A/3 Cav", "0303"),
        counter("Crow King", "0302", routed=True),
        sides={"0302/0301": "cliff", "0302/0402": "cliff", "0302/0202": "cliff"},
    )
    _, events = play(field, Melee(("A/3 Cav",), "0302"), dice=(6, 4))
    (tried,) = (one for one in events if isinstance(one, RetreatBeforeMeleeTried))
    assert tried.result == "yes"
    assert melee_of(events).defence == 3


def test_a_mounted_us_unit_pinned_as_it_leaves_goes_on_on_foot_with_its_holders() -> None:
    """Ruling A-033."""
    field = before_melee(
        counter("Crow King", "0303"),
        counter("Four Horns", "0403"),
        counter("A/3 Cav", "0302", mode=MOUNTED),
        side="indian",
    )
    after, events = play(
        field, Melee(("Crow King",), "0302"), dice=(5, 4, 3, 2, 3), choose=Answers(retreat_before_melee="retreat 0300")
    )
    assert after["A/3 Cav"].mode == "dismounted"
    assert after["A/3 Cav"].at == after["A/3 holders"].at == "0301"
    assert any(isinstance(one, MeleeAvoided) for one in events)


# Results ---------------------------------------------------------------------------------------------------------------


def test_losses_are_spread_by_the_owner_in_one_moment() -> None:
    field = before_melee(
        *(counter(name, "0303", mode=MOUNTED) for name in ("A/3 Cav", "E/3 Cav", "I/3 Cav", "M/3 Cav")),
        counter("Red on Top", "0302"),
        counter("Scabby Face", "0302"),
    )
    answers = Answers(losses="Scabby Face")
    after, events = play(field, Melee(("A/3 Cav", "E/3 Cav", "I/3 Cav", "M/3 Cav"), "0302"), dice=(4,), choose=answers)
    assert melee_of(events).defender_result == "c1 r2"
    assert [one.subject for one in answers.of("losses")] == ["0302 1 of 1"]
    assert (after["Red on Top"].strength, after["Scabby Face"].strength) == (3, 2)
    assert after["Red on Top"].disrupted  # by the retreat
    assert after.sheet.map.distance(after["Scabby Face"].at, "0303") >= 3


def test_who_takes_a_point_is_disrupted_and_the_others_are_not() -> None:
    """Ruling A-139."""
    field = before_melee(
        counter("A/3 Cav", "0303", mode=MOUNTED),
        counter("E/3 Cav", "0303", mode=MOUNTED),
        counter("Crow King", "0302"),
        counter("Little Hawk", "0302"),
    )
    after, events = play(field, Melee(("A/3 Cav", "E/3 Cav"), "0302"), dice=(4,))
    assert (melee_of(events).attacker_result, melee_of(events).defender_result) == ("c1", "c1")
    assert after["Crow King"].disrupted  # the strongest by default
    assert not after["Little Hawk"].disrupted


def test_each_leader_of_a_side_that_lost_is_checked() -> None:
    """Ruling A-063."""
    field = before_melee(
        counter("A/3 Cav", "0303", mode=MOUNTED),
        counter("E/3 Cav", "0303", mode=MOUNTED),
        counter("Capt Mills", "0303", attached_to="A/3 Cav"),
        counter("Maj Evans", "0303", attached_to="E/3 Cav"),
        counter("Crow King", "0302"),
        counter("Little Hawk", "0302"),
    )
    _, events = play(field, Melee(("A/3 Cav", "E/3 Cav"), "0302"), dice=(3, 4, 4, 4, 4))
    assert [one.leader for one in events if isinstance(one, LeaderChecked)] == ["Capt Mills", "Maj Evans"]


def test_a_leader_dies_with_a_unit_that_is_wiped_out() -> None:
    """12.E.5-2."""
    field = before_melee(
        *(counter(name, "0303", mode=MOUNTED) for name in ("A/3 Cav", "E/3 Cav", "I/3 Cav", "M/3 Cav")),
        counter("Red on Top", "0302", casualties=2),
        counter("Gall", "0302", attached_to="Red on Top"),
    )
    after, events = play(field, Melee(("A/3 Cav", "E/3 Cav", "I/3 Cav", "M/3 Cav"), "0302"), dice=(6,))
    assert [(one.leader, one.points) for one in events if isinstance(one, LeaderKilled)] == [("Gall", 5)]
    assert {"Gall", "Red on Top"} <= set(after.gone)


def test_holders_in_the_hex_defend_and_lose_their_horses() -> None:
    """Ruling A-140, 16.B."""
    field = before_melee(
        counter("Crow King", "0303"), counter("A/3 Cav", "0302"), counter("A/3 holders", "0302"), side="indian"
    )
    after, events = play(field, Melee(("Crow King",), "0302"), dice=(4, 6))
    assert melee_of(events).defence == 5
    assert [one.of for one in events if isinstance(one, LostHorsesRolled)] == ["A/3 holders"]
    assert not after["A/3 holders"].has_mounts


def test_leaders_and_ponies_alone_are_lost_without_a_roll() -> None:
    field = before_melee(counter("A/3 Cav", "0303"), counter("Gall", "0302"), counter("Red Horn ponies", "0302"))
    after, events = play(field, Melee(("A/3 Cav",), "0302"))
    assert {"Gall", "Red Horn ponies"} <= set(after.gone)
    assert not any(isinstance(one, MeleeResolved) for one in events)


def test_a_prone_defender_is_on_its_feet_afterwards() -> None:
    field = before_melee(counter("A/3 Cav", "0303"), counter("Crow King", "0302", mode=PRONE))
    after, events = play(field, Melee(("A/3 Cav",), "0302"), dice=(4,))
    assert any(isinstance(one, UnitGotUp) for one in events) or after["Crow King"].at != "0302"
    assert after["Crow King"].mode == "dismounted"


def test_a_beaten_attacker_retreats_from_the_defender() -> None:
    field = before_melee(counter("A/3 Cav", "0303"), counter("Crow King", "0302"))
    after, events = play(field, Melee(("A/3 Cav",), "0302"), dice=(2,))
    assert melee_of(events).attacker_result == "c2 r2"
    assert (after["A/3 Cav"].strength, after["A/3 Cav"].disrupted) == (2, True)
    assert after.sheet.map.distance(after["A/3 Cav"].at, "0302") == 3


# Pursuit, advance, charge ----------------------------------------------------------------------------------------------


def fled(
    *orders: Melee | Pursue | NoPursuit | Advance, dice: tuple[int, ...], **by_kind: str
) -> tuple[Battlefield, list[Event], Answers]:
    """A mounted company attacks Crow King, who gets away to 0301."""
    field = before_melee(counter("A/3 Cav", "0303", mode=MOUNTED), counter("Crow King", "0302"))
    answers = Answers(retreat_before_melee="retreat 0301", **by_kind)
    after, events = play(field, Melee(("A/3 Cav",), "0302"), *orders, dice=dice, choose=answers)
    return after, events, answers


def test_pursuit_by_order_and_renewed_melee() -> None:
    """O-058."""
    _, events, answers = fled(Pursue(("A/3 Cav",)), dice=(4, 2, 4))
    assert answers.of("pursuit") == []
    assert [one.succeeded for one in events if isinstance(one, PursuitTried)] == [True]
    assert [one.to for one in events if isinstance(one, UnitsPursued)] == ["0302"]
    assert [one.renewed for one in events if isinstance(one, MeleeDeclared)] == [False, True]
    assert len([one for one in events if isinstance(one, RetreatBeforeMeleeTried)]) == 1
    assert melee_of(events).target == "0301"


def test_without_an_order_pursuit_is_asked_and_declined_by_default() -> None:
    _, events, answers = fled(dice=(4,))
    assert [one.default for one in answers.of("pursuit")] == ["no"]
    assert not any(isinstance(one, PursuitTried) for one in events)
    _, events, answers = fled(NoPursuit(("A/3 Cav",)), dice=(4,))
    assert answers.of("pursuit") == []


def test_a_three_does_not_pursue() -> None:
    after, _, _ = fled(Pursue(("A/3 Cav",)), dice=(4, 3))
    assert after["A/3 Cav"].at == "0303"


def test_attackers_advance_into_a_hex_that_was_left() -> None:
    after, events, _ = fled(Advance(("A/3 Cav",), "0302"), dice=(4,))
    assert after["A/3 Cav"].at == "0302"
    assert any(isinstance(one, UnitsAdvanced) for one in events)
    after, _, answers = fled(dice=(4,), advance="advance 0302")
    assert after["A/3 Cav"].at == "0302"
    assert [one.default for one in answers.of("advance")] == ["no"]


def test_no_advance_into_a_hex_that_is_held_or_was_not_attacked() -> None:
    field = before_melee(counter("A/3 Cav", "0303"), counter("Crow King", "0302"))
    _, events = play(
        field, Melee(("A/3 Cav",), "0302"), Advance(("A/3 Cav",), "0302"), Advance(("A/3 Cav",), "0304"), dice=(4,)
    )
    assert [one.problem.code for one in events if isinstance(one, OrderMoot)] == ["E165", "E165"]


def test_a_charge_is_fought_without_an_order_and_disrupts() -> None:
    field = before_melee(counter("A/3 Cav", "0303", mode=MOUNTED, charging="0302"), counter("Crow King", "0302"))
    after, events = play(field, dice=(4,))
    assert melee_of(events).attack == 8
    assert after["A/3 Cav"].disrupted
    assert after["A/3 Cav"].charging == ""


def test_a_charge_pursues_without_a_roll() -> None:
    """Ruling A-062."""
    field = before_melee(counter("A/3 Cav", "0303", mode=MOUNTED, charging="0302"), counter("Crow King", "0302"))
    after, events = play(field, dice=(4,), choose=Answers(retreat_before_melee="retreat 0301", renewed_melee="no"))
    assert [(one.roll, one.succeeded) for one in events if isinstance(one, PursuitTried)] == [(None, True)]
    assert after["A/3 Cav"].at != "0303"
    assert not after["A/3 Cav"].disrupted  # no melee was resolved (16.A.9, ruling A-061)


def test_a_charge_at_an_empty_hex_just_ends() -> None:
    """Ruling A-061."""
    field = before_melee(counter("A/3 Cav", "0303", mode=MOUNTED, charging="0302"), counter("Crow King", "0307"))
    after, events = play(field)
    assert any(isinstance(one, ChargeEnded) for one in events)
    assert not after["A/3 Cav"].disrupted


def test_every_cell_of_the_results_table_can_be_read() -> None:
    field = in_contact()
    words: set[str] = set()
    for side in ("us", "indian"):
        for column in charts.odds_columns(field, side):
            for total in range(-5, 12):
                _, attacker, defender = charts.melee_result(field, total, column)
                words |= {*attacker.split(), *defender.split()}
    assert words == {"-", "c1", "c2", "c3", "r1", "r2", "Rt"}
