"""The forty orders: as written, as understood, and read back from their canonical form."""

import pytest

from pbem.core.ask import Ask, Choice
from pbem.core.order import Problem
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import StandingOrder, answer
from pbem.orders.syntax import PolicyLine
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.state.tabletop import opening

ORDERS = [
    ("SL1: load; ahead 6; fire", "Sub-Legion 1: load; ahead 6.00; fire"),
    ("Sub-Legion 2 go forward 5in and shoot", "Sub-Legion 2: ahead 5.00; fire"),
    ("wyandot fire load fire", "Wyandot: fire; load; fire"),
    ("Rifles 1: fire; reload", "Rifles 1: fire; load x2"),
    ("3rd Sub-Legion form line", "Sub-Legion 3: form line"),
    ("Sub-Legion 4 deploy into open order facing east", "Sub-Legion 4: form open order face 90"),
    ("Shawnee form mass", "Shawnee: form mass"),
    ("Rifles 2 skirmish, two ranks", "Rifles 2: form skirmish double"),
    ("Delaware face WSW", "Delaware: face 248"),
    ("Ottawa face Wells", "Ottawa: face Wells' Spies"),
    ("Kentucky 1 to (38,53)", "Kentucky 1: to (38.00, 53.00)"),
    ("Kentucky 1: 3 moves towards 38/53 then face 135", "Kentucky 1: to (38.00, 53.00) x3; face 135"),
    ("Sub-Legion 1 wheel left 30, ahead 2", "Sub-Legion 1: wheel left 30, ahead 2.00"),
    ("Sub-Legion 1: back 2", "Sub-Legion 1: back 2.00"),
    ("Wyandot sidestep right 3", "Wyandot: sidestep right 3.00"),
    ("Howitzers along the road 10", "Howitzers: along road 10.00"),
    ("Howitzers unlimber, face 80, fire", "Howitzers: unlimber; face 80; fire"),
    ("guns prolonge 1.5 ahead", "Howitzers: prolonge ahead 1.50"),
    ("Howitzers limber", "Howitzers: limber"),
    ("Dragoons charge the Wyandots via 50,14", "Dragoons: charge Wyandot via (50.00, 14.00)"),
    ("Dragoons: ahead; charge Ottawa", "Dragoons: ahead 14.00; charge Ottawa"),
    ("Sub-Legion 2: fire, charge nearest", "Sub-Legion 2: fire; charge nearest"),
    ("Miami walk into contact with Rifles 2", "Miami: contact Rifles 2"),
    (
        "Ojibwe: if within 12 of Price charge Price else ahead 6",
        "Ojibwe-Potawatomi: if within 12.00 of Price's Battalion: charge Price's Battalion else ahead 6.00",
    ),
    ("Price dismount; skirmish; fire", "Price's Battalion: dismount; form skirmish; fire"),
    ("Price: mount", "Price's Battalion: mount"),
    ("Price fall back 8 west keeping face", "Price's Battalion: back 8.00"),
    ("Wells move toward timber-south within 8", "Wells' Spies: toward timber-south within 8.00"),
    (
        "Rifles 1 advance to the woods-west's edge, skirmish, fire if within 10",
        "Rifles 1: to edge of woods-west; form skirmish; fire if within 10.00",
    ),
    ("Rifles 1 advance to 30, 30", "Rifles 1: to (30.00, 30.00)"),
    ("Wells advance toward timber-south within 8", "Wells' Spies: toward timber-south within 8.00"),
    ("Sub-Legion 1 advance until in woods-west", "Sub-Legion 1: ahead until in woods-west"),
    ("Ottawa rally rally", "Ottawa: rally x2"),
    ("Ottawa: rally, then load", "Ottawa: rally; load"),
    ("Caldwell fire only if Kentucky 1", "Caldwell's Rangers: fire only if Kentucky 1"),
    ("Shawnee: fire if within 5", "Shawnee: fire if within 5.00"),
    ("Wayne join Sub-Legion 1", "Wayne: join Sub-Legion 1"),
    ("SL1 and SL2 each ahead 5, fire", "Sub-Legion 1: ahead 5.00; fire / Sub-Legion 2: ahead 5.00; fire"),
    (
        "if 4+: Sub-Legion 1 ahead; fire; load; charge Wyandot",
        "if 4 or more: Sub-Legion 1: ahead 6.00; fire; load; charge Wyandot",
    ),
    (
        "in any case Wyandot: fire, load; if 3: fire, load, fire",
        "Wyandot: fire; load / if 3: Wyandot: fire; load; fire",
    ),
    ("reserve Sub-Legion 3, 4", "Sub-Legion 3: stay / Sub-Legion 4: stay"),
    ("Rifles 1: ahead 6.3", "Rifles 1: ahead 6.31"),
]
INDIANS = ("Wyandot", "Shawnee", "Delaware", "Ottawa", "Miami", "Ojibwe", "Caldwell")


@pytest.mark.parametrize(("written", "understood"), ORDERS)
def test_orders_as_written_and_understood(written: str, understood: str) -> None:
    table = opening(scenario_file.scenario("fallen-timbers"))
    side = "indian" if understood.replace("if 3: ", "").startswith(INDIANS) else "american"
    found = DIALECT.read(written, table, side)
    assert not isinstance(found, Problem), found
    assert " / ".join(map(DIALECT.write, found)) == understood
    for one in found:
        assert DIALECT.read(DIALECT.write(one), table, side) == (one,)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("Rifles: fire", "'Rifles' fits two units: Rifles 1 and Rifles 2."),
        ("Sub-Legion 1: sing", "I cannot read 'sing'"),
        ("Sub-Legion 1: charge the Apache", "No unit is called 'Apache'"),
        ("Sub-Legion 1: advance until in swamp", "No ground is called 'swamp'.  There are maumee, bluff"),
        ("Sub-Legion 1: form square", "'square' is no formation"),
        ("Wayne: charge Wyandot", "Wayne is a leader"),
        ("if 7: Sub-Legion 1: fire", "A roll gives 1 to 5 points"),
        ("Sub-Legion 1:", "What does Sub-Legion 1 do?"),
    ],
)
def test_what_cannot_be_read_says_why(written: str, says: str) -> None:
    found = DIALECT.read(written, opening(scenario_file.scenario("fallen-timbers")), "american")
    assert isinstance(found, Problem)
    assert says in found.text


MORE = [
    ("Sub-Legion 1: form line bend 4 30L 2 15R", "Sub-Legion 1: form line bend 4.00 30L 2.00 15R"),
    ("Sub-Legion 1 form open order, bend 6in 20 left facing 45", "Sub-Legion 1: form open order bend 6.00 20L face 45"),
    ("Kentucky 1 exit west", "Kentucky 1: exit west"),
    ("Kentucky 1: exit by the western edge", "Kentucky 1: exit west"),
    ("Sub-Legion 1 ahead not into woods-west", "Sub-Legion 1: ahead 6.00 not into woods-west"),
    ("Sub-Legion 1: ahead 6 but not into woods-west", "Sub-Legion 1: ahead 6.00 not into woods-west"),
    ("Wells toward Ottawa, stop 8 short of Ottawa", "Wells' Spies: toward Ottawa within 8.00 of Ottawa"),
    ("Wells to 4in north of Rifles 1", "Wells' Spies: to 4.00 inches N of Rifles 1"),
    ("Dragoons: to 2.5 inches WSW of (50, 14)", "Dragoons: to 2.50 inches WSW of (50.00, 14.00)"),
    ("Rifles 1: beside Sub-Legion 1 by 1", "Rifles 1: beside Sub-Legion 1 by 1.00"),
    (
        "line of SL1, SL2 keep 1 apart: ahead 6; fire",
        "Sub-Legion 1: ahead 6.00; fire / Sub-Legion 2: beside Sub-Legion 1 by 1.00; fire",
    ),
    ("Dragoons: charge Ottawa; load if not charged", "Dragoons: charge Ottawa; load if not charged"),
]


@pytest.mark.parametrize(("written", "understood"), MORE)
def test_the_other_forms_of_moves_and_lines(written: str, understood: str) -> None:
    test_orders_as_written_and_understood(written, understood)


STANDING = [
    ("when charged: Shawnee fire", "Shawnee when charged: fire"),
    ("Delaware hold fire when charged unless by horse", "Delaware when charged: hold unless by mounted"),
    ("all when charged: hold", "all when charged: hold"),
    ("Shawnee, Delaware when charged: fire by mounted only", "Shawnee and Delaware when charged: fire if by mounted"),
    (
        "Shawnee when charged: fire if figures 6 or more and unless owing else hold",
        "Shawnee when charged: fire if figures 6 or more and unless owing else hold",
    ),
    ("Ottawa when charged: hold by Price", "Ottawa when charged: hold if by Price's Battalion"),
    ("Ottawa when charged: hold if by foot", "Ottawa when charged: hold if by foot"),
    ("Ottawa when contact: halt if outnumbered", "Ottawa when contact: halt if outnumbered"),
    ("Ottawa when contact: press home", "Ottawa when contact: press"),
    ("Ottawa double: flank", "Ottawa double: flank"),
    ("Ottawa double: center", "Ottawa double: centre"),
    ("Ottawa after melee: no more", "Ottawa after melee: no more"),
]


@pytest.mark.parametrize(("written", "understood"), STANDING)
def test_standing_orders_of_units(written: str, understood: str) -> None:
    table = opening(scenario_file.scenario("fallen-timbers"))
    reading = Reading(table, "indian", "A")
    for text in (written, understood):
        line = DIALECT.parse(f"  {text} ")
        assert isinstance(line, PolicyLine)
        found = DIALECT.standing(line, reading)
        assert isinstance(found, StandingOrder), found
        assert found.text == understood
        assert DIALECT.gone(found, "indian", table) == ""


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("Shawnee when charged: sing", "'when charged' takes fire or hold"),
        ("Shawnee when contact: fire", "'when contact' takes press or halt"),
        ("Apache when charged: fire", "No unit of yours is called 'apache'"),
        ("Shawnee when charged: fire if raining", "I cannot read 'raining'"),
        ("Shawnee double: middle", "'double' takes centre or flank"),
    ],
)
def test_a_standing_order_that_cannot_be_read(written: str, says: str) -> None:
    line = DIALECT.parse(written)
    assert isinstance(line, PolicyLine)
    found = DIALECT.standing(line, Reading(opening(scenario_file.scenario("fallen-timbers")), "indian", "A"))
    assert isinstance(found, Placed)
    assert says in found.problem.text


FACTS = {"mounted": "yes", "by": "Price's Battalion", "figures": "8", "enemy": "12", "owing": "no"}


@pytest.mark.parametrize(
    ("written", "choice"),
    [
        ("Shawnee when charged: hold", "hold"),
        ("Ottawa when charged: hold", None),
        ("all when charged: hold", "hold"),
        ("Shawnee when charged: hold unless by horse", None),
        ("Shawnee when charged: hold by foot", None),
        ("Shawnee when charged: hold by mounted", "hold"),
        ("Shawnee when charged: hold by Price", "hold"),
        ("Shawnee when charged: hold unless owing", "hold"),
        ("Shawnee when charged: hold if owing else fire", "fire"),
        ("Shawnee when charged: hold if figures 9 or more", None),
        ("Shawnee when charged: hold if figures 8 or more", "hold"),
        ("Shawnee when charged: hold by mounted and if outnumbered", "hold"),
        ("Shawnee when contact: press", None),
        ("Shawnee after melee: no more", None),
    ],
)
def test_what_a_standing_order_answers(written: str, choice: str | None) -> None:
    table = opening(scenario_file.scenario("fallen-timbers"))
    choices = (Choice("fire", ""), Choice("hold", ""))
    ask = Ask("indian", "reaction fire", "Shawnee", "", "", choices, "fire", "hold", tuple(FACTS.items()))
    line = DIALECT.parse(written)
    found = DIALECT.standing(line, Reading(table, "indian", "A"))
    assert isinstance(found, StandingOrder)
    given = answer(ask, (found,), table, DIALECT)
    assert (given[0] if given else None) == choice


def test_a_standing_order_ends_with_its_unit() -> None:
    table = opening(scenario_file.scenario("fallen-timbers"))
    line = DIALECT.parse("Shawnee when charged: hold")
    found = DIALECT.standing(line, Reading(table, "indian", "A"))
    assert isinstance(found, StandingOrder)
    del table.units["Shawnee"]
    assert DIALECT.gone(found, "indian", table) == "Shawnee is gone"
