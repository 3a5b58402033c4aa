"""What a captain knows where no village is fought for: his fire, his attacks, the hills, and his answers."""

import hashlib
from fractions import Fraction
from math import floor
from typing import Any

import pytest

from pbem.core.ask import Ask, Choice
from pbem.core.order import Order
from pbem.mechanisms.practice import CAPTAIN, PLAIN, Pick, Trial, parts
from pbem.systems import registry
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.practice import assault, fire
from pbem.systems.indian_wars.practice import captain as elsewhere
from pbem.systems.indian_wars.practice.captain import JUDGE, BattlefieldJudge, Exchange
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.movement import scatter
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.indian_wars.test_practice import WORK, at, position

TEN = {"us": 10, "indian": 10}
PRACTICE = registry.game("rosebud").practice_players


def picker(seed: str) -> Pick:
    def pick(purpose: str, n: int) -> int:
        return int.from_bytes(hashlib.sha256(f"{seed} {purpose}".encode()).digest()[:8], "big") % n

    return pick


def letter(field: Battlefield, side: str, phase: str, level: str = CAPTAIN) -> tuple[Order, ...]:
    return PRACTICE.orders(WORK.system, field, side, phase, level, picker("any"))


def fires(orders: tuple[Order, ...]) -> dict[str, str]:
    return {one.unit: one.target for one in orders if isinstance(one, o.Fire)}


def aimed(field: Battlefield, firer: str, target: str) -> shot.Shot:
    found = shot.plan_shot(field, firer, target, "offensive")
    assert isinstance(found, shot.Shot)
    return found


# Fire


def test_a_shot_at_a_leaders_hex_is_worth_more_by_what_a_check_gives() -> None:
    company, chief = at("C/3 Cav", "0506", mode="mounted"), at("Capt Mills", "0506", attached_to="C/3 Cav")
    alone = position("indian", "B", at("Crow King", "0505"), company)
    led = position("indian", "B", at("Crow King", "0505"), company, chief)
    one = aimed(led, "Crow King", "C/3 Cav")
    assert assault.shot(alone, aimed(alone, "Crow King", "C/3 Cav")) == fire.worth(alone, one)
    # E of the matrix for strength 4 and less; the mounted target brings +1, the thin hex -1.
    assert assault.shot(led, one) == fire.worth(led, one) + fire.POINT * Fraction(2, 5) * fire.chance(led, one)
    assert 0 < fire.chance(led, one) < 1
    commander = position("indian", "B", at("Crow King", "0505"), company, at("BG Crook", "0506", attached_to="C/3 Cav"))
    assert assault.at_risk(commander, "0506", "us") > assault.at_risk(led, "0506", "us") > 0


def test_units_that_have_somewhere_better_to_go_hold_their_fire() -> None:
    weak = at("C/3 Cav", "0506", casualties=3, mode="mounted")
    band = [at(one, "0505", mode="mounted") for one in ("Crow King", "He Dog", "Big Road")]
    strong = [at(f"{one}/3 Cav", "0404") for one in "ABDE"]
    field = position("indian", "B", weak, *band, *strong)
    beginner, captain = fires(letter(field, "indian", "B", PLAIN)), fires(letter(field, "indian", "B"))
    assert set(captain) < set(beginner)


def test_advance_fire_ties_nobody_to_another_hex_than_he_is_to_attack() -> None:
    weak = at("C/3 Cav", "0506", casualties=3)
    crowd = [at(f"{one}/3 Cav", "0605", mode="mounted") for one in "ABDE"]
    band = [at(one, "0505") for one in ("Crow King", "He Dog", "Big Road")]
    field = position("indian", "E", weak, *crowd, *band)
    attack = assault.prospects(field, "indian", {"us": 50, "indian": 50})
    assert [one.target for one in attack] == ["0506"]
    assert set(fires(letter(field, "indian", "E", PLAIN)).values()) - {"C/3 Cav"}
    assert set(fires(letter(field, "indian", "E")).values()) <= {"C/3 Cav"}


def test_what_fire_is_worth_is_the_same_whether_it_was_worked_out_before() -> None:
    band = [at(one, "0505", mode="mounted") for one in ("Crow King", "He Dog", "Big Road")]
    field = position("indian", "C", at("C/3 Cav", "0507"), at("D/3 Cav", "0708"), *band)
    kept = Exchange()
    drafts = list(JUDGE.drafts(WORK.system, field, "indian", "C", picker("1")))
    seen = set()
    for draft in (*drafts, *drafts):
        trial: Trial[Battlefield] = Trial(WORK.system, field, "indian", "C")
        for one in draft:
            trial.take(one)
        for side in ("us", "indian"):
            found = kept.worth(trial.view, side)
            assert found == Exchange().worth(trial.view, side)
            seen.add(found)
    assert len(seen) > 2
    close = position("indian", "C", at("C/3 Cav", "0506"), *band)
    assert 0 < kept.worth(close, "us", {"0506"}) == kept.worth(close, "us") / 2


# Attacks


def test_an_attack_leaves_out_those_who_would_climb() -> None:
    weak = at("C/3 Cav", "0506", casualties=2)
    high, low = at("Crow King", "0505"), at("Red on Top", "0507")
    clear = {"blank": "14x14", "levels": {"0506": 2, "0505": 2, "0606": 2, "0507": 0}}
    field = position("indian", "F", weak, high, at("He Dog", "0606"), at("Big Road", "0505"), low, map=clear)
    everybody = ("Crow King", "He Dog", "Big Road", "Red on Top")
    best = assault.prospects(field, "indian", TEN)
    assert [(one.target, "Red on Top" in one.names) for one in best] == [("0506", False)]
    all_in = assault.expected(field, "indian", "0506", everybody, TEN)
    assert all_in is not None
    assert best[0].value > all_in


# Hills


def on_the_map(side: str, phase: str, *units: dict[str, object], turn: int = 3) -> Battlefield:
    case = {"scenario": "historical", "options": (), "turn": turn, "side": side, "phase": phase, "unit": list(units)}

    def note(key: str, expected: str, found: object) -> None:
        raise AssertionError(f"{key}: expected {expected}, found {found}")

    return WORK.position(case, note)


CROOKS, CONICAL, ANDREWS = "2909", "2707", "2108"


def test_a_hill_in_reach_of_the_companies_counts_until_warriors_hold_it() -> None:
    company = at("A/2 Cav", "2911", mode="mounted")
    free = on_the_map("indian", "C", company, at("Crow King", "2807", mode="mounted"))
    held = on_the_map("indian", "C", company, at("Crow King", CROOKS, mode="mounted"))
    assert dict(assault.open_(free)) == {CROOKS: 2, CONICAL: 3, ANDREWS: 3}
    assert JUDGE.hills(free) > JUDGE.hills(held)


@pytest.mark.parametrize(("turn", "share"), [(13, Fraction(3, 4)), (14, Fraction(3, 2))])
def test_at_the_end_a_hill_counts_in_full(turn: int, share: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    field = on_the_map("indian", "D", at("A/2 Cav", "2911", mode="mounted"), at("Crow King", "2704"), turn=turn)
    worth = JUDGE.worth(field, "indian")
    hill = JUDGE.hills(field)
    monkeypatch.setattr(BattlefieldJudge, "hills", lambda *_: Fraction(0))
    assert worth - JUDGE.worth(field, "indian") == floor(-share * hill)


def test_a_band_goes_onto_a_hill_that_still_scores() -> None:
    field = on_the_map("indian", "C", at("A/2 Cav", "3114", mode="mounted"), at("Crow King", "2907", mode="mounted"))
    drafts = list(JUDGE.drafts(WORK.system, field, "indian", "C", picker("1")))
    ends = {one.path[-1] for draft in drafts for one in draft if isinstance(one, o.Move)}
    assert CROOKS in ends


# Ideas


def test_an_idea_is_one_unit_somewhere_else_and_legal() -> None:
    band = [at(one, "0505", mode="mounted") for one in ("Crow King", "He Dog", "Big Road")]
    field = position("indian", "C", at("C/3 Cav", "0509"), *band)
    first = next(iter(JUDGE.drafts(WORK.system, field, "indian", "C", picker("1"))))
    ends = set()
    for n in range(12):
        found = elsewhere.another_way(WORK.system, field, "indian", "C", first, picker(str(n)))
        assert found == elsewhere.another_way(WORK.system, field, "indian", "C", first, picker(str(n)))
        assert found is not None
        trial: Trial[Battlefield] = Trial(WORK.system, field, "indian", "C")
        assert all(trial.take(one) for one in found)
        mine, theirs = parts(first), parts(found)
        assert sum(mine.get(one) != theirs.get(one) for one in {*mine, *theirs}) <= 1
        assert all(sum(isinstance(one, o.Move) for one in own) <= 1 for own in theirs.values())
        ends |= {one.path[-1] for one in found if isinstance(one, o.Move)}
    assert len(ends) > 3


# Answers


def attacked(side: str, odds: str) -> tuple[Battlefield, Ask]:
    mine, foe = ("Crow King", "C/3 Cav") if side == "indian" else ("C/3 Cav", "Crow King")
    field = position(side, "F", at(mine, "0505", mode="mounted"), at(foe, "0506"))
    choices = (Choice("stand", "stand"), Choice("retreat 0504", "away"))
    facts = (("odds", odds), ("at", "0505"))
    return field, Ask(side, "retreat before melee", mine, "?", "10.H", choices, "stand", "stand", facts)


@pytest.mark.parametrize(
    ("side", "odds", "answer"),
    [
        ("indian", "6:4", "stand"),
        ("indian", "8:4", "retreat 0504"),
        ("us", "8:4", "stand"),
        ("us", "12:4", "retreat 0504"),
    ],
)
def test_warriors_get_away_from_two_to_one_and_companies_from_three(side: str, odds: str, answer: str) -> None:
    assert assault.choice(*attacked(side, odds)) == answer


def pursuing(*enemies: dict[str, object]) -> str:
    field = position("indian", "F", *(at(one, "0505", mode="mounted") for one in ("Crow King", "He Dog")), *enemies)
    struck: Any = WORK.system.thaw(field)
    for name in ("Crow King", "He Dog"):
        struck.put(struck[name].engaged(shot.Engagement("F", "melee", "0506")))
    choices = (Choice("no", "stay"), Choice("pursue 0506", "go"))
    facts = (("at", "0505"), ("target", "0506"))
    return assault.choice(struck, Ask("indian", "pursuit", "0505", "?", "10.H", choices, "no", "no", facts))


def test_he_pursues_the_weak_and_not_those_with_many_friends() -> None:
    assert pursuing(at("C/3 Cav", "0507", casualties=2)) == "pursue 0506"
    assert pursuing(at("C/3 Cav", "0507", casualties=2), *(at(f"{one}/3 Cav", "0607") for one in "ABDE")) == "no"
    assert pursuing(at("C/3 Cav", "0507"), at("A/3 Cav", "0507")) == "no"


def test_he_advances_onto_a_hill_that_scores_and_nowhere_else() -> None:
    field = on_the_map("us", "F", at("A/2 Cav", "2910"), at("Crow King", "2807"))
    choices = (Choice("no", "stay"), Choice("advance 2809", "go"), Choice(f"advance {CROOKS}", "go"))
    ask = Ask("us", "advance", "A/2 Cav", "?", "10.H", choices, "no", "no", (("at", "2910"),))
    assert assault.choice(field, ask) == f"advance {CROOKS}"
    elsewhere_only = Ask("us", "advance", "A/2 Cav", "?", "10.H", choices[:2], "no", "no", (("at", "2910"),))
    assert assault.choice(field, elsewhere_only) == "no"


def test_his_tries_leave_out_scatter_and_come_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    units = [
        at("A/2 Cav", "0509", mode="mounted"),
        at("C/9 Inf", "0510"),
        at("Crow King", "0504"),
        at("He Dog", "0605"),
    ]
    field = position("us", "C", *units)
    looked: list[str] = []
    has_way = scatter._has_way

    def counted(around: Any, unit: Any) -> bool:
        looked.append(unit.name)
        return has_way(around, unit)

    monkeypatch.setattr(scatter, "_has_way", counted)
    found = letter(field, "us", "C")
    assert not looked
    monkeypatch.setattr(BattlefieldJudge, "simplified", lambda _, view: view)
    assert letter(field, "us", "C") == found
    assert looked
