"""Orders of several turns: a march told once, carried out turn by turn, and halted when its owner has to decide something."""

from pathlib import Path

import pytest

from pbem.core.order import Problem
from pbem.desk.play.pace import POLICY
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import MarchLine
from pbem.systems import registry
from pbem.systems.indian_wars.orders import march_orders
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.posted import Posted

GAME = "posted-1"
KEOGH = "Capt Keogh + C/7 Cav + I/7 Cav + L/7 Cav enter 8908 mounted; move 8908-8807-8707"


def table(tmp_path: Path, title: str = "littlebighorn", scenario: str = "scenario-1") -> Posted:
    """A game in the pace `policy`, both sides set up."""
    made = Posted.game(tmp_path, title, scenario, pace=POLICY)
    while (now := made._now()) is not None and now.phase.letter == "S":
        made.play(1)
    return made


def present(made: Posted) -> tuple[str, Battlefield]:
    now = made._now()
    assert now is not None
    return now.phase.id, now.state


def write(made: Posted, side: str, *lines: str) -> str:
    """A letter, and the text of its answer."""
    return made.say(GAME, side, "\n".join(lines), sender=made.addresses[side]).text


def standing(made: Posted, side: str) -> list[str]:
    with made.desk.store.read() as books:
        return [row.text for row in books.standing.in_force(books.games.get(GAME), side)]


@pytest.fixture
def begun(tmp_path: Path) -> Posted:
    return table(tmp_path)


def test_a_receipt_tells_the_way_and_where_each_turn_ends(begun: Posted) -> None:
    told = write(begun, "us", "E/7, F/7 Cav march to 7408 by 8106; halt if an enemy is within 4 hexes", "wait")
    told = " ".join(told.split())
    assert "8906 8806 8705 8605 8504 8405 8305 8206 8106 8006 7905 7806 7706 7607 7507 7408" in told
    assert "march E/7 Cav + F/7 Cav to 7408 by 8106; halt if an enemy is within 4 hexes" in told
    assert "8405 on turn 1, 7806 on turn 2, 7408 on turn 3" in told


@pytest.mark.slow
def test_turns_run_on_without_a_letter_until_all_have_arrived(begun: Posted) -> None:
    write(
        begun,
        "us",
        KEOGH,
        "E/7, F/7, Crow Scouts march to 7408 by 8106; halt if an enemy is within 4 hexes",
        "7 Cav HQ hold; halt if an enemy is within 5 hexes",
        "M/7, A/7, G/7, Army Scouts and Arikara Scouts hold; halt if an enemy is within 3 hexes",
        "ready",
    )
    assert present(begun)[0] == "T01.IN.C"
    assert "W309" not in write(begun, "indian", "Turning Bear hold; halt if an enemy is within 5 hexes", "ready")
    # Keogh's companies have no order: the US side is asked again, with the others on their way.
    phase, field = present(begun)
    assert phase == "T02.US.A"
    assert field["E/7 Cav"].at == "8405"
    told = write(begun, "us", "C/7, I/7, L/7 march to Reno Hill with 7 Cav HQ; halt if enemies come within 3", "ready")
    assert "No longer in force: " in told
    phase, field = present(begun)
    assert phase == "T04.US.A"
    assert (field["E/7 Cav"].at, field["I/7 Cav"].at, field["7 Cav HQ"].at) == ("7408", "8106", "8106")
    assert field["LTC Custer"].at == "8106"
    report = begun.letters(GAME, "us")[-1].text
    assert "switched off: arrived in 7408" in report
    assert standing(begun, "us") == [
        "hold A/7 Cav + G/7 Cav + M/7 Cav + Army Scouts + Arikara Scouts; halt if an enemy is within 3 hexes"
    ]


@pytest.mark.slow
def test_an_order_takes_its_unit_out_of_a_march_and_halt_ends_it(begun: Posted) -> None:
    write(begun, "us", "E/7, F/7, Crow Scouts march to 7408", "wait")
    told = write(begun, "us", "F/7 dismount", "wait")
    assert "No longer in force: 1 march E/7 Cav + F/7 Cav + Crow Scouts to 7408" in " ".join(told.split())
    assert standing(begun, "us") == ["march E/7 Cav + Crow Scouts to 7408; halt if an enemy is within 5 hexes"]
    write(begun, "us", "Crow Scouts march to 8106", "wait")
    assert len(standing(begun, "us")) == 2
    write(begun, "us", "Crow Scouts halt", "wait")
    assert standing(begun, "us") == ["march E/7 Cav to 7408; halt if an enemy is within 5 hexes"]
    write(begun, "us", "halt", "wait")
    assert standing(begun, "us") == []


def test_the_line_of_a_report_can_be_sent_again(begun: Posted) -> None:
    line = "march E/7 Cav + F/7 Cav to 7408 by ford a and hold; halt if an enemy is within 4 hexes until turn 9"
    write(begun, "us", line, "wait")
    assert standing(begun, "us") == [line]
    write(begun, "us", "hold M/7 Cav; halt never", "wait")
    assert standing(begun, "us")[1] == "hold M/7 Cav; halt never"


@pytest.mark.slow
def test_a_march_stands_in_a_report_with_what_is_left_of_it(begun: Posted) -> None:
    write(begun, "us", KEOGH, "E/7, F/7, Crow Scouts march to 7408", "M/7, A/7, G/7 hold; halt never", "ready")
    write(begun, "indian", "Turning Bear hold; halt never", "ready")
    report = " ".join(begun.letters(GAME, "us")[-1].text.split())
    assert "[on the march: 7806 on turn 2, 7408 on turn 3]" in report
    assert "[hold 8913]" in report


def test_marches_are_played_at_rosebud_creek(tmp_path: Path) -> None:
    made = table(tmp_path, "rosebud", "historical")
    _, field = present(made)
    unit = next(one for one in field.of("us") if one.kind == "infantry" and one.at)
    told = write(made, "us", f"{unit.name} march to 2711; halt never", "wait")
    assert f"march {unit.name} to 2711; halt never" in told
    assert f"on the march: {unit.at} " in " ".join(told.split())
    assert "2711 on turn " in " ".join(told.split())


# Reading


def read(field: Battlefield, line: str) -> StandingOrder | Placed:
    dialect = registry.game("littlebighorn").dialect
    syntax = dialect.parse(line)
    assert isinstance(syntax, MarchLine), syntax
    return dialect.standing(syntax, Reading(field, "us", "C"))


def problem(field: Battlefield, line: str) -> Problem:
    found = read(field, line)
    assert isinstance(found, Placed)
    return found.problem


def test_what_cannot_be_marched_says_why(begun: Posted) -> None:
    _, field = present(begun)
    assert "'ford Z' is not a hex and no place of the map: " in problem(field, "E/7 march to 7408 by ford Z").text
    assert "C/7 Cav is not on the map yet" in problem(field, "C/7 march to 7408").text
    assert "They stand in 8906 already." in problem(field, "E/7 march to 8906").text
    assert "a line of its own" in problem(field, "E/7 dismount; march to 8106").text
    assert "I cannot read 'if it rains' here." in problem(field, "E/7 march to 7408; halt if it rains").text
    assert "I cannot read '8106' here.  The form is   UNIT hold;" in problem(field, "E/7 hold 8106").text
    assert "I cannot read 'unless attacked' here." in problem(field, "E/7 hold unless attacked; until turn 9").text
    assert "I cannot read 'not' here." in problem(field, "E/7 march not to 7408").text
    near = problem(field, "M/7 march to 8106; halt if an enemy is within 20 hexes")
    assert near.code == "E181"
    assert "is six hexes from M/7 Cav: a march that halts within 20 hexes would not begin" in near.text


def test_a_ford_by_name_is_crossed_whichever_way_is_shorter(begun: Posted) -> None:
    _, field = present(begun)
    found = read(field, "E/7 march to 8714 by Ford A")
    assert isinstance(found, StandingOrder)
    assert found.text == "march E/7 Cav to 8714 by ford a; halt if an enemy is within 5 hexes"
    way = march_orders.ways_of(found)[0]
    assert way[way.index("8811") + 1] == "8812"


def test_a_path_is_a_move_of_this_phase_as_before() -> None:
    dialect = registry.game("littlebighorn").dialect
    for line in ("E/7 march to 8805-8704", "E/7 march 8805-8704", "march E/7 to 8805-8704", "E/7 move to 8805"):
        assert not isinstance(dialect.parse(line), MarchLine), line


# What halts it


def test_a_march_stops_where_an_enemy_comes_near_and_says_so(begun: Posted) -> None:
    _, field = present(begun)
    found = read(field, "E/7, F/7 march to 7012; halt if an enemy is within 5 hexes")
    assert isinstance(found, StandingOrder)
    field = field.thaw()
    for at, name in (("8405", "E/7 Cav"), ("8405", "F/7 Cav")):
        field.put(field[name].but(at=at))
    assert march_orders.ahead_of(found, "8405")
    field.put(field["Turning Bear"].but(at="8302"))
    near = field.sheet.map.distance("8405", "8302")
    assert march_orders.halted(field, "us", found).startswith("halted: Turning Bear (8302) is ")
    assert near <= 5
    field.put(field["Turning Bear"].but(at="5303"))
    assert march_orders.halted(field, "us", found) == ""
    field.put(field["F/7 Cav"].but(pinned=True))
    assert march_orders.halted(field, "us", found) == "halted in 8405: F/7 Cav is pinned"
    field.put(field["F/7 Cav"].but(pinned=False, at="8401"))
    assert march_orders.halted(field, "us", found) == "halted: F/7 Cav is off its way, in 8401"


def test_no_step_leads_past_the_first_hex_from_which_an_enemy_is_near(begun: Posted) -> None:
    _, field = present(begun)
    found = read(field, "E/7 march to 8106; halt if an enemy is within 3 hexes")
    assert isinstance(found, StandingOrder)
    field = field.thaw()
    way = march_orders.ways_of(found)[0]
    field.put(field["Turning Bear"].but(at=way[5]))
    drafted = march_orders.drafted(field, "us", "C", [found], ())
    (move,) = drafted.orders
    end = move.path[-1]  # type: ignore[attr-defined]
    assert field.sheet.map.distance(end, way[5]) == 3
    assert not drafted.is_complete
