"""The forty orders: as written, as understood, and read back from their canonical form."""

import pytest

from pbem.core.problem import Problem
from pbem.systems.miniatures.files import data
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
    table = opening(data.scenario("fallen-timbers"))
    side = "indian" if understood.replace("if 3: ", "").startswith(INDIANS) else "american"
    found = DIALECT.read(written, table, side)
    assert not isinstance(found, Problem), found
    assert " / ".join(map(DIALECT.write, found)) == understood
    for one in found:
        assert DIALECT.read(DIALECT.write(one), table, side) == (one,)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("Rifles: fire", "No unit of yours is called 'Rifles'"),
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
    found = DIALECT.read(written, opening(data.scenario("fallen-timbers")), "american")
    assert isinstance(found, Problem)
    assert says in found.text
