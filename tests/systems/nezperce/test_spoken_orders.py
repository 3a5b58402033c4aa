"""Marches as people say them who have not read the list of forms, what is refused with the way out, and what is chat."""

import pytest

from pbem.core.options import Options
from pbem.core.order import Problem
from pbem.orders.rehearsal import ACCEPTED, PROSE, REFUSED, rehearse
from pbem.systems.nezperce.orders.dialect import DIALECT
from pbem.systems.nezperce.state.position import begun
from pbem.systems.nezperce.system import RULES

AT_BIG_HOLE = "big-hole"
HOWARDS = "Howard + Burton + Miller + Mason + Jackson"
SAID = [
    ("Rawn joins Gibbon", "Rawn move 1410 to 1511"),
    ("Rawn move to Gibbon", "Rawn move 1410 to 1511"),
    ("everyone in 1308 toward the big hole", f"{HOWARDS} move 1308 to 1309-1310"),
    ("Perry, Whipple and the Walla Walla vols move 0708", "Perry + Whipple + Walla Walla Volunteers move 0709 to 0708"),
    ("Wash Vols -> 0808", "Washington Volunteers move 0709 to 0808"),
    ("Browning stays at Ft Ellis", "Browning stay"),
    ("Howard, Browning stay", "Howard stay / Browning stay"),
    ("Howard, Browning toward 1512", "Howard move 1308 to 1309-1310-1311 / Browning move 2112 to 2011-1911-1811"),
    ("Gibbon to the Nez Perce village", "Gibbon move 1511 to 1512"),
    ("Howard toward the village", "Howard move 1308 to 1309-1310-1311"),
    ("move Howard to 1307", "Howard move 1308 to 1307"),
    ("General Howard to 1307", "Howard move 1308 to 1307"),
    ("Miller -> 1309-1310", "Miller move 1308 to 1309-1310"),
    ("Miller 1309-1310", "Miller move 1308 to 1309-1310"),
    ("Miller: 1309", "Miller move 1308 to 1309"),
    ("Howard goes 1309 then 1310", "Howard move 1308 to 1309-1310"),
    ("Howard to 1310 via 1309", "Howard move 1308 to 1309-1310"),
    ("Howard via 1309 to 1310", "Howard move 1308 to 1309-1310"),
    ("Rawn back to 1409", "Rawn move 1410 to 1409"),
    ("Howard heads toward Big Hole", "Howard move 1308 to 1309-1310-1311"),
    ("Perry / Whipple -> 0708", "Perry + Whipple move 0709 to 0708"),
    ("Howard to 1309 at fast speed", "Howard fast 1308 to 1309"),
    ("Howard to 1309, fast", "Howard fast 1308 to 1309"),
    ("Sorry, correction: Miller to 1309", "Miller move 1308 to 1309"),
]


@pytest.mark.parametrize(("written", "understood"), SAID)
def test_marches_as_they_are_said(written: str, understood: str) -> None:
    view = begun(AT_BIG_HOLE, Options())
    found = DIALECT.read(written, view, "army")
    assert not isinstance(found, Problem), found
    assert " / ".join(map(DIALECT.write, found)) == understood
    for one in found:
        assert DIALECT.read(DIALECT.write(one), view, "army") == (one,)


@pytest.mark.parametrize(
    ("written", "verdict", "says"),
    [
        ("Looking forward to it, good luck!", PROSE, ""),
        ("That was a hard march to make, well done.", PROSE, ""),
        ("I'll be away to the end of the week", PROSE, ""),
        ("Howard is tired", PROSE, ""),
        ("Browning stay", ACCEPTED, ""),
        ("Miller 1309", ACCEPTED, ""),
        ("Gibon to 1512", REFUSED, "1  Gibbon move 1511 to 1512"),
        ("Howard toward Misoula", REFUSED, "1  Howard move 1308 to 1407"),
        ("Gibbon attack 1512", ACCEPTED, ""),
        ("Gibbon and Rawn attack", REFUSED, "The Army declares no combat"),
        ("search 1512", REFUSED, "That is not an order for phase E, but for phase F."),
        ("Green + Wiles to Salmon City", REFUSED, "That takes 20 MP, and Wiles has 6."),
        ("Seargent to 1512", REFUSED, "Your units: Howard, Perry"),
    ],
)
def test_what_is_an_order_and_what_is_told_of_it(written: str, verdict: str, says: str) -> None:
    (line,) = rehearse(RULES, DIALECT, begun(AT_BIG_HOLE, Options()), "army", "E", written).lines
    assert line.verdict == verdict
    assert says in (line.problem.text if line.problem is not None else "")


def test_units_that_are_not_in_play_yet_are_not_listed() -> None:
    found = DIALECT.read("Seargent to 1512", begun(AT_BIG_HOLE, Options()), "army")
    assert isinstance(found, Problem)
    assert "Gibbon" in found.text
    assert "Sturgis" not in found.text


def test_who_stays_takes_back_a_march_of_an_earlier_line() -> None:
    """In the letter itself it comes too late, but a march on file is replaced, and the unit counts as ordered."""
    found = rehearse(RULES, DIALECT, begun(AT_BIG_HOLE, Options()), "army", "E", "Browning stay").lines
    assert [one.notes for one in found] == [("0 MP",)]
    assert "Browning" not in RULES.silent(begun(AT_BIG_HOLE, Options()), "army", "E", found[0].orders).units


def test_a_march_from_a_hex_that_is_not_there_says_so() -> None:
    found = DIALECT.read("Rawn move 0000 to 0708", begun(AT_BIG_HOLE, Options()), "army")
    assert isinstance(found, Problem)
    assert found.text == "There is no hex 0000 on the map."


@pytest.mark.parametrize("line", ["Mt. Idaho Volunteers move 1309", "Mt. Idaho Volunteers to the big hole"])
def test_a_unit_that_is_not_on_the_map_goes_nowhere(line: str) -> None:
    found = DIALECT.read(line, begun(AT_BIG_HOLE, Options()), "army")
    assert isinstance(found, Problem)
    assert found.text == "Mt. Idaho Volunteers is out of play."
