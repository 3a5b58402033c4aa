"""The map's three layers, letter for letter."""

from dataclasses import replace

import pytest

from pbem.core.cache import Memo
from pbem.core.options import Options
from pbem.reports.letters import map_letter
from pbem.reports.maps.hex_panel import MapModel, overview, strips_in_use
from pbem.reports.maps.hex_position import Cell, Ground, Stack, within
from pbem.reports.maps.panels import OWN_HEAD, boxes, boxes_round, enemy_table, letters, own_table, panel, place_tag
from pbem.reports.report import OwnStack, OwnUnit
from pbem.systems import registry
from pbem.systems.indian_wars.telling import map as telling_map
from pbem.systems.indian_wars.telling.position import Standings, position
from tests.reports import golden
from tests.reports.position import after_the_fire


def test_overview_of_the_model_report() -> None:
    lines = overview(telling_map.map_model(after_the_fire(), "us"))
    assert "\n".join(lines) + "\n" == golden.model("    12  14  16", "Panel 1")


def test_both_panels_of_the_model_report() -> None:
    model = telling_map.map_model(after_the_fire(), "us")
    lines = [
        line for n, box in enumerate(boxes(model), 1) for line in (f"Panel {n}: {box.title}", *panel(model, box), "")
    ]
    assert "\n".join(lines).rstrip("\n") + "\n" == golden.model("Panel 1", "MAP KEY")


def test_map_key_of_the_model_report() -> None:
    assert "\n".join(telling_map.map_model(after_the_fire(), "us").ground.key) + "\n" == golden.model("MAP KEY", "LOG ")


def test_own_units_of_the_model_report() -> None:
    lines = own_table(telling_map.own_units(position(after_the_fire()), "us"))
    assert "\n".join(lines) + "\n" == golden.model("  at      unit", "ENEMY UNITS")


def test_enemy_units_of_the_model_report() -> None:
    lines = enemy_table(telling_map.enemy_units(position(after_the_fire()), "us"))
    assert "\n".join(lines) + "\n" == golden.model("  a 1603", "YOUR STANDING")


def test_each_side_sees_the_zoc_of_its_enemy() -> None:
    field = after_the_fire()
    us, indian = telling_map.map_model(field, "us"), telling_map.map_model(field, "indian")
    assert "3413" in us.zoc
    assert "3412" in indian.zoc
    assert "1603" not in indian.zoc


def test_a_field_that_changes_is_looked_at_again() -> None:
    field = after_the_fire()
    first = telling_map.map_model(field, "us")
    before = overview(first), own_table(telling_map.own_units(position(field), "us"))
    unit = next(unit for unit in field.of("us") if not unit.is_leader)
    field.put(unit.but(at="0905", pinned=True))
    after = overview(telling_map.map_model(field, "us")), own_table(telling_map.own_units(position(field), "us"))
    assert all(one != two for one, two in zip(before, after, strict=True))
    assert overview(first) == before[0]
    field.put(unit)
    assert own_table(telling_map.own_units(position(field), "us")) == before[1]


def test_a_stack_is_the_very_same_until_something_about_it_changes() -> None:
    field = after_the_fire()
    before = telling_map.own_units(position(field), "us"), telling_map.enemy_units(position(field), "us")
    unit = next(unit for unit in field.of("us") if not unit.is_leader)
    field.put(unit.but(pinned=True))
    after = telling_map.own_units(position(field), "us"), telling_map.enemy_units(position(field), "us")
    changed = [one.at for one, two in zip(before[0], after[0], strict=True) if one is not two]
    assert changed == [unit.at]
    assert all(one is two for one, two in zip(before[1], after[1], strict=True))


def test_units_that_stand_together_are_kept_of_so_many_hexes_only() -> None:
    known, field = Standings(3), after_the_fire()
    for at in field.stacks:
        here = list(field.at(at))
        first = known.of(at, here)
        assert [unit for one in first for unit in one.units if unit not in here] == []
        assert known.of(at, here) is first
        assert len(known._known) <= 3


def test_a_panel_has_the_zoc_of_the_enemy_of_whom_it_is_for() -> None:
    field = after_the_fire()
    us, indian = telling_map.map_model(field, "us"), telling_map.map_model(field, "indian")
    for box in boxes(us):
        assert panel(us, box) != panel(indian, box)
        assert panel(us, box) == panel(telling_map.map_model(field, "us"), box)


def test_other_stacks_on_the_same_model_are_drawn_as_they_stand() -> None:
    model = telling_map.map_model(after_the_fire(), "us")
    assert boxes(model)
    assert overview(model)
    alone = replace(model, stacks=tuple(stack for stack in model.stacks if stack.side == "us"))
    assert boxes(alone) == ()
    assert overview(alone) != overview(model)


def test_what_is_said_of_counters_is_kept_of_so_many_only() -> None:
    said = Memo(str, 3)
    things = [object() for _ in range(10)]
    assert said.of_all(things) == [str(one) for one in things] == [said.of(one) for one in things]
    assert len(said._known) <= 3


def test_letters_go_on_with_figures_and_double_letters_and_end_with_an_ampersand() -> None:
    hexes = [f"{n:04}" for n in range(1100, 1160)]
    found = letters(hexes, capitals=True)
    assert list(found.values())[:9] == list("ABCDEFGHJ")
    assert list(found.values())[24:30] == [*"2345", "AA", "BB"]
    assert list(found.values())[-1] == "&"
    assert "l" not in letters(hexes, capitals=False).values()


def test_no_contact_draws_no_panel() -> None:
    model = telling_map.map_model(after_the_fire(), "us")
    alone = MapModel(model.ground, tuple(stack for stack in model.stacks if stack.side == "us"))
    assert boxes(alone) == ()


def test_a_hex_that_the_phase_was_about_is_drawn_without_an_enemy_near() -> None:
    model = telling_map.map_model(after_the_fire(), "us")
    alone = MapModel(
        model.ground, tuple(stack for stack in model.stacks if stack.side == "us"), involved=frozenset({"1500"})
    )
    assert [box.title for box in boxes(alone)] == ["columns 14-16, rows 00-01"]


def test_panel_round_a_hex_stays_on_the_sheet() -> None:
    model = telling_map.map_model(after_the_fire(), "us")
    (box,) = boxes_round(model.ground, "4721", 4)
    assert box.title == "columns 43-47, rows 17-21"
    assert panel(model, box)


def test_a_map_round_a_hex_shows_all_within_its_radius() -> None:
    model = telling_map.map_model(after_the_fire(), "us")
    text = map_letter(model, "2600", 6)
    around = within("2600", 6, model.ground.stagger)
    assert all(at in text for at in around if at in model.ground.cells)
    assert all(len(line) <= 78 for line in text.splitlines())
    assert len(boxes_round(model.ground, "2610", 10)) == 3


def test_a_map_without_a_hex_is_the_whole_sheet() -> None:
    model = telling_map.map_model(after_the_fire(), "us")
    few = MapModel(model.ground, model.stacks[:1])
    lines = map_letter(few).splitlines()
    first, last = model.ground.rows
    assert {line[:2] for line in lines} >= {f"{row:02}" for row in range(first, last + 1)}
    columns = " ".join(line for line in lines if not line[:2].strip()).split()
    assert {f"{n:02}" for n in range(model.ground.columns[0], model.ground.columns[1] + 1)} <= set(columns)


def test_a_box_wider_than_ten_is_split_into_equal_parts() -> None:
    model = _wide(40)
    assert all(box.columns[1] - box.columns[0] < 10 for box in boxes(model))


@pytest.mark.parametrize(
    ("columns", "strips", "told"),
    [
        ((21, 36), ((19, 37),), "columns 19-37, rows"),  # a sheet one column too wide: one strip, where they stand
        ((0, 30), ((0, 32),), "columns 00-32, rows"),
        ((3, 69), ((1, 5), (67, 71)), "columns 01-05, 67-71, rows"),  # two forces far apart: nothing between them
        ((3, 39), ((1, 5), (37, 41)), "columns 01-05, 37-41, rows"),
    ],
)
def test_a_wide_map_is_drawn_where_somebody_stands(
    columns: tuple[int, int], strips: tuple[tuple[int, int], ...], told: str
) -> None:
    wide = _wide(38 if columns[1] < 38 else 80)
    stacks = tuple(one for one in wide.stacks if int(one.at[:2]) in columns)
    model = MapModel(wide.ground, stacks)
    assert strips_in_use(model) == strips
    assert model.extent.startswith(told)
    drawn = sorted({line[:2] for line in overview(model) if line[:2].strip()})
    assert model.extent.endswith(f"rows {drawn[0]}-{drawn[-1]}; north is up")
    assert max(map(len, overview(model))) <= 78


def test_a_wide_map_reaches_to_where_somebody_is_to_be_placed() -> None:
    wide = _wide(80)
    stacks = tuple(one for one in wide.stacks if int(one.at[:2]) == 3)
    last = max(wide.ground.cells)
    model = MapModel(wide.ground, stacks, involved=frozenset((last,)))
    assert strips_in_use(model)[-1][1] >= int(last[:2]) >= strips_in_use(model)[-1][0]
    assert MapModel(wide.ground, (), involved=frozenset((last,))).a_place("us") == last


def test_a_map_wider_than_a_letter_is_cut_into_strips() -> None:
    model = _wide(60)
    assert strips_in_use(model) == ((0, 36), (37, 59))
    assert max(map(len, overview(model))) <= 78


def test_a_place_is_named_by_whole_words() -> None:
    assert [
        place_tag(name) for name in ("Packers' Rocks", "Crook's Hill", "The Gap", "Big Bend", "Andrews' Point")
    ] == [
        "Packers",
        "Crooks",
        "The Gap",
        "Big",
        "Andrews",
    ]


def _wide(columns: int) -> MapModel:
    cells = {f"{c:02}{r:02}": Cell("", 2) for c in range(columns) for r in range(12)}
    ground = Ground((0, columns - 1), (0, 11), cells, {}, {})
    stacks = [
        Stack(side, "[]", "A", f"{c:02}0{r}", "C/3", 5, "M")
        for c in range(0, columns, 3)
        for side, r in (("us", 4), ("indian", 5))
    ]
    return MapModel(ground, tuple(stacks))


def test_the_column_of_names_is_as_wide_as_the_longest() -> None:
    units = (OwnUnit("Miniconjou villagers 2", "0", "D", "4"), OwnUnit("He Dog", "8", "D", "6"))
    head, *lines = own_table((OwnStack("a", "6713", False, units),))
    assert [line.rindex("D") for line in lines] == [head.index("mode") + 1] * 2
    narrow, only = own_table((OwnStack("a", "6713", False, units[1:]),))
    assert narrow == OWN_HEAD
    assert only == "  a 6713  He Dog              8  D     6"


def test_few_hexes_of_a_set_up_are_drawn_large_for_the_side_that_sets_up() -> None:
    """They lie off the small map, which has no room for both ends of the valley."""
    bighorn = registry.game("littlebighorn")
    state = bighorn.system.open("scenario-1", Options())
    shown = {
        side: "\n".join(line for one in bighorn.teller.map(state, side, ()).details() for line in one.lines())
        for side in ("us", "indian")
    }
    assert all(at in shown["us"] for at in ("8905", "8906", "8912", "8913"))
    assert "8905" not in shown["indian"]
