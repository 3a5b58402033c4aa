"""Modes and holders (8)."""

from fractions import Fraction

from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.orders.records import ChangeMode, Move
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.modes import dismount_by_force, mount_remainder
from tests.systems.indian_wars.ground import counter, plan, play, problem, small

ROSEBUD = TITLE.system


def test_a_company_that_dismounts_loses_a_point_and_leaves_its_holder() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"))
    after, _ = play(field, ChangeMode("C/3 Cav", "dismounted"), Move(("C/3 Cav",), ("0303", "0304")))
    assert (after["C/3 Cav"].strength, after["C/3 Cav"].at, left(after["C/3 Cav"])) == (4, "0304", 3)
    assert (after["C/3 holders"].at, left(after["C/3 holders"])) == ("0303", 6)


def test_the_books_mounting_example_leaves_one_point() -> None:
    """The holder spends 2; the unit 2 to arrive and 1 to mount: of the 3 left mounted one remains (8.D.2.b)."""
    field = small(counter("C/3 Cav", "0303"), counter("C/3 holders", "0305"))
    after, _ = play(
        field,
        Move(("C/3 holders",), ("0305", "0304")),
        Move(("C/3 Cav",), ("0303", "0304")),
        ChangeMode("C/3 Cav", "mounted"),
    )
    assert (after["C/3 Cav"].mode, left(after["C/3 Cav"]), after["C/3 Cav"].strength) == ("mounted", 1, 5)
    assert "C/3 holders" not in after


def test_the_mount_penalty_is_never_more_than_what_is_left() -> None:
    quarter = Fraction("0.25")
    assert [mount_remainder(5, spent, quarter) for spent in range(7)] == [5, 3, 2, 1, 0, 0, 0]


def test_any_holder_of_the_kind_serves_and_the_one_that_walked_least_is_taken() -> None:
    field = small(
        counter("C/3 Cav", "0303"), counter("C/3 holders", "0303", spent=2), counter("E/3 holders", "0303"), before="C"
    )
    field.phase, field.phase_over = "C", False
    assert plan(field, ChangeMode("C/3 Cav", "mounted")).notes == ("1 of 6 MP",)
    assert (
        problem(small(counter("C/3 Cav", "0303"), counter("C/9 mules", "0303")), ChangeMode("C/3 Cav", "mounted")).code
        == "E137"
    )


def test_a_company_that_rode_off_on_others_horses_leaves_a_holder_under_a_free_name() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), counter("C/3 holders", "0505"))
    after, _ = play(field, ChangeMode("C/3 Cav", "dismounted"))
    assert [unit.name for unit in after.at("0303")] == ["C/3 Cav", "A/2 holders"]


def test_scouts_change_without_holders_and_indians_lose_no_point() -> None:
    field = small(counter("Old Crow", "0303", mode="mounted"))
    after, _ = play(field, ChangeMode("Old Crow", "dismounted"))
    assert (after["Old Crow"].strength, len(after.units)) == (5, 1)
    field = small(counter("Crow King", "0303", mode="mounted"), side="indian")
    after, _ = play(field, ChangeMode("Crow King", "dismounted"))
    assert (after["Crow King"].strength, after["Crow King ponies"].at) == (6, "0303")


def test_from_mounted_straight_to_prone_is_one_change_and_leaves_the_holder() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"))
    after, _ = play(field, ChangeMode("C/3 Cav", "prone"))
    assert (after["C/3 Cav"].mode, after["C/3 Cav"].spent, "C/3 holders" in after) == ("prone", 1, True)


def test_a_company_of_one_point_abandons_its_horses_and_fights_on() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted", casualties=4))
    after, _ = play(field, ChangeMode("C/3 Cav", "dismounted"), dice=(1,))
    assert (after["C/3 Cav"].strength, "C/3 holders" in after) == (1, False)


def test_routed_disrupted_and_always_dismounted_counters_change_no_mode() -> None:
    for unit, code in (
        (counter("C/3 Cav", "0303", mode="mounted", routed=True), "E133"),
        (counter("C/3 Cav", "0303", mode="mounted", disrupted=True), "E137"),
        (counter("C/3 holders", "0303"), "E138"),
        (counter("Capt Mills", "0303"), "E138"),
    ):
        assert problem(small(unit), ChangeMode(unit.name, "prone")).code == code


def test_the_hq_changes_free_of_cost() -> None:
    field = small(counter("Column HQ", "0303"))
    assert plan(field, ChangeMode("Column HQ", "mounted")).notes == ("0 of 6 MP",)


def test_a_forced_dismount_costs_nothing_and_gives_the_holder_its_allowance() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted", spent=2))
    umpire = Umpire(field, ROSEBUD.apply, phase="T02.US.C", options=field.options)
    dismount_by_force(umpire, "C/3 Cav")
    assert (left(field["C/3 Cav"]), left(field["C/3 holders"]), field["C/3 Cav"].mode) == (4, 6, "dismounted")
