"""What players are told of a table: what fire may do, how units stand, a part of the map enlarged, the end."""

from dataclasses import replace

import pytest

from pbem.core.system import Outcome
from pbem.orders.rehearsal import rehearse
from pbem.reports.picture.shapes import Caption, Text
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.rules.morale import standing_rating
from pbem.systems.miniatures.state.tabletop import Award, Terrain, opening
from pbem.systems.miniatures.system import RULES
from pbem.systems.miniatures.telling.picture import picture
from pbem.systems.miniatures.telling.sketch import TableMap, setup_list, sketch
from pbem.systems.miniatures.telling.teller import TELLER
from tests.systems.miniatures.tabletops import place, square, table, unit

FOOT = unit("Foot", figures=6, **place(20, 20))
WOLF = unit("Wolf", "indians", figures=4, **place(20, 24))


def notes(state: object, written: str) -> str:
    found = rehearse(RULES, DIALECT, state, "american", "A", written)  # type: ignore[arg-type]
    return " / ".join(found.lines[0].notes)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("Foot: fire", "1 point; at Wolf, 4.00 inches: 6 dice hit on 2 or less: 1.2 hits on average"),
        ("Foot: back 2; fire", "at Wolf, 6.00 inches: 6 dice hit on a 1: 0.6 hits on average"),
        ("Foot: fire; fire", "1.2 hits on average; no fire: it is not loaded"),
        ("Foot: fire; load; fire", "3 points; at Wolf, 4.00 inches: 6 dice hit on 2 or less: 1.2 hits on average"),
        ("Foot: load; mount", "2 points; no mount: it has no horses"),
        ("Foot: face 180; fire", "no fire: no enemy is in its arc, range and sight"),
        (
            "Foot: load; form column; fire",
            "3 points; at Wolf, 4.00 inches: 2 dice hit on 2 or less: 0.4 hits on average",
        ),
    ],
)
def test_a_receipt_tells_what_fire_may_do_and_what_will_be_refused(written: str, says: str) -> None:
    found = notes(table(FOOT, WOLF), written)
    assert found.endswith(says), found


def test_two_bands_are_told_apart() -> None:
    """From the wings of a long line it is more than five inches to a single figure before its middle."""
    state = table(unit("Foot", **place(20, 20)), WOLF.with_(figures=1, y=24 * 16 + 12))
    assert "6 dice hit on 2 or less, 6 dice hit on a 1: 1.8 hits on average" in notes(state, "Foot: fire")


def test_a_receipt_tells_of_a_point_that_is_owed() -> None:
    assert notes(table(FOOT.with_(owed=1), WOLF), "Foot: load; ahead 2").startswith("2 points and the one it owes; ")


def test_the_closest_enemy_for_fire_is_measured_from_the_middle_of_the_front() -> None:
    """Bear is nearer to the end of the line, Wolf to its middle."""
    foot = unit("Foot", **place(20, 20))
    state = table(foot, WOLF.with_(y=26 * 16), unit("Bear", "indians", figures=1, x=25 * 16, y=25 * 16))
    found = rehearse(RULES, DIALECT, state, "american", "A", "Foot: fire only if Wolf")
    assert found.lines[0].problem is None
    problem = rehearse(RULES, DIALECT, state, "american", "A", "Foot: fire only if Bear").lines[0].problem
    assert problem is not None
    assert "the closest enemy is Wolf.  For fire it is measured from the middle of its front." in problem.text


def test_the_list_of_units_says_ground_and_what_morale_comes_to() -> None:
    wood = Terrain("wood", "open_woods", (square(15, 24, 10, 10),))
    state = table(FOOT, WOLF, ground=(wood,))
    assert "in open woods, morale 8" in " ".join(" ".join(setup_list(state, "indian")).split())
    assert standing_rating(state, WOLF) == 8
    # Two of four are gone, and its officer; what happened in the last phase does not count any more.
    worse = WOLF.with_(figures=2, officer=False, hits=2, shelled=True, saw_flight=True)
    assert standing_rating(table(FOOT, worse, ground=(wood,)), worse) == 8 - 2 - 2


def test_a_part_of_the_table_is_drawn_at_twice_the_scale() -> None:
    state = opening(scenario_file.scenario("creek-ford"))
    shown = TableMap(state)
    part = shown.around("29,20", 4)
    assert part[0].split() == ["12", "18", "24", "30", "36"]
    assert part[1].split()[0] == "31.5"
    assert "p" in "".join(part)
    whole = shown.around("26,18", 40)
    assert max(map(len, whole)) <= 78
    assert len(whole) - 3 == 2 * (len(sketch(state)) - 1)
    # A corner of the table: nothing beyond it is drawn.
    corner = shown.around("51.5,35.5", 12)
    assert (corner[0].split()[0], corner[1].split()[0]) == ("36", "34.5")
    assert all(len(line) <= 5 + 22 for line in corner[1:-2])


def test_names_on_the_picture_cover_no_other_unit() -> None:
    """Van stands just before Foot: the name of Foot goes behind it."""
    van = unit("Van", **place(20, 22))
    state = table(FOOT, van, WOLF.with_(y=50 * 16))
    names = {shape.words: shape for shape in picture(state, Caption("T", "", ""), ()).shapes if isinstance(shape, Text)}
    assert names["F 6"].at[1] > names["V 12"].at[1]
    alone = picture(table(FOOT, WOLF.with_(y=50 * 16)), Caption("T", "", ""), ()).shapes
    (ahead,) = (shape for shape in alone if isinstance(shape, Text) and shape.words == "F 6")
    assert names["F 6"].at[1] > ahead.at[1]


def test_the_end_says_what_the_points_are_for_and_names_the_turn_that_was_played() -> None:
    state = table(FOOT, WOLF, turn=4, over=True)
    awards = (Award("american", "killed", 1), Award("american", "units beyond", 2, "x", 10 * 16))
    state.scenario = replace(state.scenario, awards=awards)
    state.killed["indian"] = 3
    said = TELLER.final(
        state, Outcome("american", "American victory", (("american", 5), ("indian", 0)), ""), "american"
    )
    assert said[2:] == (
        "American: 3 x 1 for each enemy figure killed; 1 x 2 for each unit in good order at 10.00 inches east or beyond.",
    )
    assert TELLER.facts(state, ()).clock == "Turn 3 of 5"
    # A side without units ends the game in the middle of a turn.
    state.acting = "indian"
    assert TELLER.facts(state, ()).clock == "Turn 4 of 5"
    state.over = False
    assert TELLER.facts(state, ()).clock == "Turn 4 of 5"
