"""Movement (7): costs, limits, and what happens on the way."""

from typing import Any

import pytest

from pbem.core.ask import Ask, Choice
from pbem.core.event import ActBegan, OrderMoot
from pbem.systems.indian_wars.orders.records import AbandonHorses, Crawl, Exit, Move, Recover
from pbem.systems.indian_wars.rules.movement import scatter
from pbem.systems.indian_wars.rules.movement.mobility import left, limit
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.moving_events import HillTaken, UnitExited, UnitScattered, UnitsMoved
from tests.systems.indian_wars.ground import counter, in_contact, plan, play, problem, small


@pytest.mark.parametrize(
    ("mode", "terrain", "cost"),
    [
        ("mounted", "clear", 1),
        ("dismounted", "clear", 2),
        ("mounted", "light_woods", 2),
        ("dismounted", "light_woods", 2),
        ("mounted", "rocks", 3),
        ("dismounted", "rocks", 2),
        ("mounted", "marsh", 3),
        ("dismounted", "marsh", 3),
    ],
)
def test_terrain_costs_by_mode(mode: str, terrain: str, cost: int) -> None:
    field = small(counter("C/3 Cav", "0303", mode=mode), terrain={"0304": terrain})
    assert plan(field, Move(("C/3 Cav",), ("0303", "0304"))).notes == (f"{cost} of 6 MP",)


def test_each_level_gained_costs_one_and_going_down_nothing() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), levels={"0303": 1, "0304": 3})
    assert plan(field, Move(("C/3 Cav",), ("0303", "0304", "0303"))).notes == ("4 of 6 MP",)


@pytest.mark.parametrize(("creek", "cost"), [("dry_creek", 2), ("rosebud_creek", 3)])
def test_creeks_cost_as_they_are_crossed(creek: str, cost: int) -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), sides={"0303/0304": creek})
    assert plan(field, Move(("C/3 Cav",), ("0303", "0304"))).notes == (f"{cost} of 6 MP",)


def test_leaving_an_enemy_zone_costs_one_whatever_the_number_of_enemies() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), counter("Crow King", "0302"), counter("He Dog", "0302"))
    assert plan(field, Move(("C/3 Cav",), ("0303", "0304"))).notes == ("2 of 6 MP",)


def test_the_exit_cost_is_paid_though_a_friend_stays() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), counter("E/3 Cav", "0303"), counter("Crow King", "0302"))
    found = plan(field, Move(("C/3 Cav",), ("0303", "0304")))
    assert found.notes == ("2 of 6 MP",)
    assert not found.warnings


def test_a_stack_pays_the_costliest_rate() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), counter("E/3 Cav", "0303"))
    assert plan(field, Move(("C/3 Cav", "E/3 Cav"), ("0303", "0304"))).notes == ("2 of 6 MP",)


def test_half_fire_leaves_half_of_the_points_rounded_down() -> None:
    infantry = counter("C/9 Inf", "0303", mode="mounted", fired="half")
    assert (limit(infantry), left(infantry)) == (2, 2)


def test_the_minimum_move_takes_all_points_and_nothing_else_may_be_spent() -> None:
    field = small(counter("C/3 Cav", "0303", fired="half"), levels={"0304": 9})
    found = plan(field, Move(("C/3 Cav",), ("0303", "0304")))
    assert found.notes == ("3 of 3 MP", "minimum move")
    field.put(field["C/3 Cav"].but(spent=1))
    assert problem(field, Move(("C/3 Cav",), ("0303", "0304"))).code == "E130"


def test_the_minimum_move_ends_the_movement() -> None:
    field = small(counter("C/3 Cav", "0303"), levels={"0304": 9})
    after, _ = play(field, Move(("C/3 Cav",), ("0303", "0304")))
    assert (after["C/3 Cav"].at, left(after["C/3 Cav"])) == ("0304", 0)


def test_no_unit_crosses_a_cliff_even_by_the_minimum_move() -> None:
    field = small(counter("C/3 Cav", "0303"), sides={"0303/0304": "cliff"})
    assert problem(field, Move(("C/3 Cav",), ("0303", "0304"))).code == "E134"


def test_a_lone_enemy_leader_does_not_close_a_hex() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Gall", "0304"), counter("Crow King ponies", "0302"))
    plan(field, Move(("C/3 Cav",), ("0303", "0304")))
    assert problem(field, Move(("C/3 Cav",), ("0303", "0302"))).code == "E135"


def test_a_leader_alone_does_not_enter_the_hex_of_an_enemy_leader() -> None:
    field = small(counter("Capt Mills", "0303"), counter("Gall", "0304"))
    assert problem(field, Move(("Capt Mills",), ("0303", "0304"))).code == "E135"


def test_a_lone_leader_is_killed_as_a_unit_comes_into_his_hex() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Gall", "0304"))
    after, _ = play(field, Move(("C/3 Cav",), ("0303", "0304")))
    assert "Gall" in after.gone
    assert after.points["us"] == 5


def test_holders_may_let_their_horses_go_and_the_enemy_may_catch_them() -> None:
    field = small(counter("C/3 holders", "0303"))
    after, _ = play(field, AbandonHorses("C/3 holders"), dice=(5,))
    assert (after["C/3 holders"].has_mounts, after.points["indian"]) == (False, 1)


def test_a_prone_unit_crawls_one_hex_for_all_that_is_left_to_it() -> None:
    field = small(counter("C/3 Cav", "0303", mode="prone"), levels={"0304": 5})
    assert problem(field, Move(("C/3 Cav",), ("0303", "0304"))).code == "E138"
    after, _ = play(field, Crawl("C/3 Cav", "0304"))
    assert (after["C/3 Cav"].at, after["C/3 Cav"].mode, left(after["C/3 Cav"])) == ("0304", "prone", 0)
    field.put(field["C/3 Cav"].but(spent=2))
    after, _ = play(field, Crawl("C/3 Cav", "0304"))
    assert (after["C/3 Cav"].at, left(after["C/3 Cav"])) == ("0304", 0)
    field.put(field["C/3 Cav"].but(spent=limit(field["C/3 Cav"])))
    assert problem(field, Crawl("C/3 Cav", "0304")).code == "E130"


def test_recovery_takes_two_points_in_the_hex_and_the_unit_may_move_on() -> None:
    field = small(counter("C/3 Cav", "0303", disrupted=True))
    after, _ = play(field, Recover("C/3 Cav"), Move(("C/3 Cav",), ("0303", "0304", "0305")))
    assert (after["C/3 Cav"].at, after["C/3 Cav"].disrupted, left(after["C/3 Cav"])) == ("0305", False, 0)


def test_a_leader_goes_with_the_unit_he_is_attached_to_and_joins_whom_he_meets() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Capt Mills", "0303"), counter("E/3 Cav", "0305"))
    after, events = play(field, Move(("C/3 Cav",), ("0303", "0304")), Move(("Capt Mills",), ("0304", "0305")))
    assert next(one for one in events if isinstance(one, UnitsMoved)).units == ("C/3 Cav", "Capt Mills")
    assert (after["Capt Mills"].at, after["Capt Mills"].attached_to) == ("0305", "E/3 Cav")


def test_orders_run_from_top_to_bottom_and_what_is_overtaken_is_told_and_dropped() -> None:
    companies = [counter(f"{letter}/2 Cav", "0304", mode="mounted") for letter in "ABDEI"]
    field = small(*companies, counter("C/3 Cav", "0303", mode="mounted"))
    into, away = Move(("C/3 Cav",), ("0303", "0304")), Move(("A/2 Cav",), ("0304", "0305"))
    after, events = play(field, into, away)
    assert [one.problem.code for one in events if isinstance(one, OrderMoot)] == ["E136"]
    assert after["C/3 Cav"].at == "0303"
    after, _ = play(field, away, into)
    assert after["C/3 Cav"].at == "0304"


def test_exit_costs_points_and_gives_the_enemy_the_units_factor() -> None:
    field = small(counter("Black Shield", "0700", mode="mounted"), side="indian")
    after, events = play(field, Exit(("Black Shield",), "east"))
    assert [one.points for one in events if isinstance(one, UnitExited)] == [3]
    assert after.points["us"] == 3
    assert after.gone == {"Black Shield": "left the map"}
    assert problem(field, Exit(("Black Shield",), "south"), "indian").code == "E138"


def test_a_hill_scores_once_for_the_first_company_that_enters() -> None:
    field = in_contact()
    field.phasing, field.phase = "us", "B"
    field.put(field["Lame White Man"].but(at="1100"))
    field.put(field["B/3 Cav"].but(at="2910"))
    field.put(field["D/3 Cav"].but(at="2910"))
    first, second = (Move((name,), ("2910", "2909")) for name in ("B/3 Cav", "D/3 Cav"))
    after, events = play(field, first, second, choose=lambda one: "hold" if one.kind == "opportunity fire" else "")
    assert [(one.hill, one.points) for one in events if isinstance(one, HillTaken)] == [("Crook's Hill", 2)]
    assert after.points["us"] == 5


def test_a_us_unit_that_comes_near_lets_indians_scatter_and_they_end_routed() -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), counter("Red Bear", "0306", mode="mounted"))
    asked: list[str] = []

    def choose(ask: object) -> str:
        asked.append(ask.subject)  # type: ignore[attr-defined]
        return "scatter 0707"

    after, events = play(field, Move(("C/3 Cav",), ("0303", "0304")), choose=choose)
    assert asked == ["Red Bear"]
    assert [one.to for one in events if isinstance(one, UnitScattered)] == ["0707"]
    assert (after["Red Bear"].at, after["Red Bear"].routed) == ("0707", True)


def test_a_scattering_unit_may_mount_its_ponies_first() -> None:
    red_bear = counter("Red Bear", "0306")
    field = small(counter("C/3 Cav", "0303", mode="mounted"), red_bear, counter("Red Bear ponies", "0306"))
    after, _ = play(field, Move(("C/3 Cav",), ("0303", "0304")), choose=lambda one: "scatter mounted 0707")
    assert (after["Red Bear"].at, after["Red Bear"].mode, "Red Bear ponies" in after) == ("0707", "mounted", False)


def test_declining_to_scatter_is_the_default_and_lone_leaders_do_not_trigger_it() -> None:
    field = small(counter("Capt Mills", "0303"), counter("Red Bear", "0306", mode="mounted"))
    after, _ = play(field, Move(("Capt Mills",), ("0303", "0304")), choose=lambda one: pytest.fail(one.key))
    assert not after["Red Bear"].routed


def test_where_it_could_scatter_to_is_looked_for_only_if_somebody_wants_to_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    field = small(counter("C/3 Cav", "0303", mode="mounted"), counter("Red Bear", "0306", mode="mounted"))
    asked: list[Ask] = []
    looked: list[Counter] = []
    ways = scatter._ways

    def counted(around: Any, unit: Counter) -> scatter.Ways:
        looked.append(unit)
        return ways(around, unit)

    def stay(one: Ask) -> str:
        asked.append(one)
        return scatter.STAY

    monkeypatch.setattr(scatter, "_ways", counted)
    play(field, Move(("C/3 Cav",), ("0303", "0304")), choose=stay)
    assert not looked
    at_once: list[Choice] = []

    def read(one: Ask) -> str:
        at_once.extend(one.choices)
        return scatter.STAY

    play(field, Move(("C/3 Cav",), ("0303", "0304")), choose=read)
    assert [one.name for one in looked] == ["Red Bear"]
    # It is the same long after, when the company has gone on.
    assert list(asked[0].choices) == at_once
    assert len(at_once) > 20


def test_who_cannot_take_a_step_is_not_asked_to_scatter() -> None:
    shot = counter("Red Bear", "0306", mode="mounted", fired="full")
    after, _ = play(
        small(counter("C/3 Cav", "0303", mode="mounted"), shot),
        Move(("C/3 Cav",), ("0303", "0304")),
        choose=lambda one: pytest.fail(one.key),
    )
    assert after["Red Bear"].at == "0306"


def test_whatever_reach_finds_can_be_ordered() -> None:
    """The search takes the same step as the plan: every hex found is a legal move, and costs what was found."""
    field = in_contact()
    for name in ("C/9 Inf", "I/3 Cav", "A/3 Cav"):
        found = reach(field, (field[name],))
        for end in found.cost:
            path = found.path(end)
            if len(path) > 1 and end != "3310":
                cost = found.cost[end]
                assert plan(field, Move((name,), path)).notes[0] == f"{cost} of {limit(field[name])} MP"


def test_a_phase_in_which_nobody_can_do_anything_asks_nothing() -> None:
    field = small(counter("C/3 Cav", "0303", pinned=True))
    _, events = play(field, choose=lambda one: pytest.fail(one.key))
    assert not [one for one in events if isinstance(one, ActBegan)]


def test_a_unit_driven_back_on_its_way_goes_on_with_its_unspent_points_if_its_owner_likes() -> None:
    field = small(counter("C/3 Cav", "0303"), counter("Crow King", "0302"))
    asked: list[str] = []

    def choose(one: Ask) -> str:
        if one.kind != "going on":
            return {"opportunity fire": "C/3 Cav", "retreat hex": "0304"}[one.kind]
        asked.extend(choice.key for choice in one.choices)
        return "go on 0306"

    after, _ = play(field, Move(("C/3 Cav",), ("0303", "0203")), choose=choose, dice=(6, 3, 1, 3))
    assert asked[0] == "stop"
    assert {"go on 0306", "go on 0307"} <= set(asked)
    assert (after["C/3 Cav"].at, after["C/3 Cav"].spent, after["C/3 Cav"].disrupted) == ("0306", 4, True)
