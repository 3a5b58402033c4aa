"""The picture of the map: what is on it, in both forms, and that nothing is said by colour alone."""

import itertools
import re
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from pbem.core.event import Event
from pbem.core.options import Options
from pbem.orders.syntax import Misread
from pbem.reports.maps.hex_panel import MapModel, overview
from pbem.reports.maps.hex_position import KINDS, Mark
from pbem.reports.maps.panels import letters, stack_lines
from pbem.reports.picture.area import LARGEST, area_of, whole_sheet
from pbem.reports.picture.ground import place_names
from pbem.reports.picture.pieces import ZOC, counter
from pbem.reports.picture.png import png
from pbem.reports.picture.scene import alt_text, inset, items, position, shortened, whole
from pbem.reports.picture.shapes import Caption, Line, Polygon, Scene, Text, svg
from pbem.systems import registry
from pbem.systems.custer.state.events import CombatDeclared, UnitsMarched
from pbem.systems.custer.system import LAST_STAND
from pbem.systems.custer.telling.teller import TELLER as LAST_STAND_TELLER
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state import moving_events as m
from pbem.systems.indian_wars.state.combat_events import MeleeDeclared, UnitFired
from pbem.systems.indian_wars.state.morale_events import UnitsRetreated
from tests.reports.position import after_the_fire, before_the_fire
from tests.reports.test_telling_fights import OFFENSIVE

DIALECT = TITLE.dialect
TELLER = TITLE.teller

CAPTION = Caption("The Battle of Rosebud Creek", "Turn 3 of 19", "rosebud-7, report 41, US")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def model() -> MapModel:
    """The model report's position, with its fires."""
    found = TELLER.map(after_the_fire(), "us", OFFENSIVE)
    return replace(found, marks=TELLER.marks(before_the_fire(), OFFENSIVE))


@pytest.fixture(scope="module")
def scene(model: MapModel) -> Scene:
    return position(model, CAPTION)


def words(scene: Scene) -> list[str]:
    root = ElementTree.fromstring(svg(scene))
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def test_the_picture_is_small_enough_and_wide_enough(scene: Scene) -> None:
    content = png(scene)
    picture = Image.open(BytesIO(content))
    assert 640 <= picture.width <= 700, "on a telephone it is shown at half its size, and its counters can be read"
    assert picture.height < 1300
    assert len(content) < 250_000


def test_every_stack_has_its_tag_strength_mode_and_letter(model: MapModel) -> None:
    found = words(whole(model, CAPTION))
    for stack in model.stacks:
        assert (stack.tag[:4] if stack.count == 1 else f"{stack.lead[:4]}+{stack.count - 1}") in found
        assert f"{stack.strength}{stack.mode}" in found
        assert stack.letter in found
        assert stack.at in found


def test_sides_differ_in_shape_and_not_in_colour_alone(scene: Scene) -> None:
    root = ElementTree.fromstring(svg(scene))
    corners = {
        path.get("fill"): path.get("d", "").count(",")
        for path in root.iter(f"{SVG}path")
        if path.get("fill") in ("#1f4e9c", "#a03020") and path.get("d", "").endswith("z")
    }
    assert corners["#1f4e9c"] != corners["#a03020"]


def test_the_picture_has_the_colours_of_sides_creek_and_zoc(scene: Scene) -> None:
    picture = Image.open(BytesIO(png(scene))).convert("RGB")
    colours = {colour for _, colour in picture.getcolors(1 << 24) or ()}

    def near(red: int, green: int, blue: int) -> bool:
        return any(abs(r - red) + abs(g - green) + abs(b - blue) < 40 for r, g, b in colours)

    assert near(0x1F, 0x4E, 0x9C)
    assert near(0xA0, 0x30, 0x20)
    assert near(0x2F, 0x7F, 0xD1)
    assert near(0xC0, 0x18, 0x18)


def test_the_alternative_text_names_both_sides_and_is_plain(model: MapModel) -> None:
    said = alt_text(model, CAPTION)
    assert said.isascii()
    assert "US: A F/3 in 2810" in said
    assert "Indian: a RedT in 1603" in said
    assert "2 fights" in said
    assert len(said) < 1200


@pytest.mark.parametrize("title", ["custer", "littlebighorn", "rosebud"])
def test_the_legend_names_every_look_and_deed_of_a_game(title: str) -> None:
    game = registry.game(title)
    state = game.system.open(game.system.card.main_scenario, Options())
    ground = game.teller.map(state, game.system.card.sides[0].id, ()).ground
    said = [item.words for item in items(ground)]
    for look in ground.looks.values():
        assert look.kind in KINDS
        assert look.name in said
    used = {cell.letter for cell in ground.cells.values()} | set(ground.sides.values())
    assert {one for one in used if one} <= set(ground.looks)
    assert set(ground.owners.values()) <= set(said)
    assert ("fired" in said) == ("fire" in ground.deeds)
    drawn = " ".join(words(position(game.teller.map(state, game.system.card.sides[0].id, ()), CAPTION)))
    for line in ground.legend:
        assert line.split(",")[0] in drawn


def test_steps_of_the_same_units_are_one_arrow_and_fights_go_from_hex_to_hex() -> None:
    before = before_the_fire()
    events: tuple[Event, ...] = (
        m.UnitsMoved(("B/3 Cav", "D/3 Cav"), "2911", "2912", 1),
        m.UnitsMoved(("B/3 Cav", "D/3 Cav"), "2912", "2913", 1),
        m.UnitsMoved(("L/3 Cav",), "2812", "2813", 1),
        m.UnitScattered("Black Moon", "2608", "2607"),
        UnitsRetreated(("G/3 Cav",), "3512", "3513", "melee"),
        UnitFired("C/3 Cav", "Crow King", "3413", "3412", "offensive", "full"),
        MeleeDeclared("3512", ("Rain in the Face", "Lone Bull"), ("3511",), (), ("G/3 Cav",)),
        MeleeDeclared("3512", ("Rain in the Face",), ("3511",), (), ("G/3 Cav",), renewed=True),
    )
    assert TELLER.marks(before, events) == (
        Mark("move", "us", ("2911", "2912", "2913")),
        Mark("move", "us", ("2812", "2813")),
        Mark("retreat", "indian", ("2608", "2607")),
        Mark("retreat", "us", ("3512", "3513")),
        Mark("fire", "us", ("3413", "3412")),
        Mark("melee", "indian", ("3511", "3512")),
    )


def test_the_chit_pull_game_marks_marches_and_attacks_where_its_units_stand() -> None:
    before = LAST_STAND.open("little-big-horn", Options())
    unit = next(one for one in before.units.values() if one.side == "us" and not one.is_leader)
    near = before.sheet.map.neighbours(unit.at)[0]
    events: tuple[Event, ...] = (
        UnitsMarched((unit.name,), unit.at, near, 1),
        CombatDeclared(unit.at, (unit.name,), ()),
    )
    assert LAST_STAND_TELLER.marks(before, events) == (
        Mark("move", "us", (unit.at, near)),
        Mark("melee", "us", (near, unit.at)),
    )


def test_a_move_and_a_fight_are_drawn(model: MapModel) -> None:
    plain = svg(position(replace(model, marks=()), CAPTION))
    marks = (Mark("move", "us", ("2911", "2912")), Mark("melee", "indian", ("3511", "3512")))
    assert len(svg(position(replace(model, marks=marks), CAPTION)).splitlines()) > len(plain.splitlines()) + 6


def test_a_picture_of_a_fight_shows_it_large_and_the_whole_map_in_small(model: MapModel) -> None:
    area, fought = area_of(model), [at for mark in model.marks if mark.kind == "fire" for at in mark.path]
    assert not area.is_whole
    assert area.radius == LARGEST
    assert any(area.has(at) for at in fought)
    assert len(inset(model, area)) > len([one for one in model.stacks if one.tag != one.sign])


def test_where_nobody_fights_the_nearest_enemies_are_drawn_large(model: MapModel) -> None:
    """The whole map would show counters of eight pixels on a telephone."""
    ours = next(one for one in model.stacks if one.brackets == "[]" and not one.sign)
    theirs = next(one for one in model.stacks if one.brackets == "<>" and not one.sign)
    stacks = tuple(replace(one, at=at) for one, at in ((ours, "3712"), (theirs, "3409"), (theirs, "1603")))
    area = area_of(replace(model, stacks=stacks, marks=(), involved=frozenset()))
    assert (area.is_whole, area.radius) == (False, LARGEST)
    assert [area.has(one.at) for one in stacks] == [True, True, False]


def test_the_whole_map_in_small_covers_no_stack_where_a_corner_is_free(model: MapModel) -> None:
    ours = next(one for one in model.stacks if one.brackets == "[]" and not one.sign)
    theirs = next(one for one in model.stacks if one.brackets == "<>" and not one.sign)
    model = replace(model, stacks=(ours, theirs, replace(theirs, at="1603")), marks=(), involved=frozenset())
    area = area_of(model)
    columns, rows = area.box.columns, area.box.rows
    for x, y in itertools.product(columns, rows):
        stack = replace(ours, at=f"{x:02}{y:02}")
        frame = next(
            one for one in inset(replace(model, stacks=(*model.stacks, stack)), area) if isinstance(one, Polygon)
        )
        (left, top), (right, _), (_, low), _ = frame.points
        at_x, at_y = area.middle(stack.at)
        assert not (left < at_x < right and top < at_y < low)


def test_the_area_shows_everybody_and_holds_still_from_phase_to_phase(model: MapModel) -> None:
    ours = [one for one in model.stacks if one.brackets == "[]"]
    model = replace(model, stacks=tuple(ours), marks=())
    area = area_of(model)
    assert area.is_whole
    assert all(area.has(stack.at) for stack in model.stacks)
    moved = tuple(replace(stack, at="3813") if stack.at == "3712" else stack for stack in model.stacks)
    assert area_of(replace(model, stacks=moved)).box == area.box


def test_svg_is_well_formed_and_says_itself_in_words(scene: Scene) -> None:
    text = svg(scene)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert root.get("aria-label") == scene.alt
    assert re.search(r"\d\.\d{3}", text) is None


def test_hatching_of_a_zoc_lies_clear_of_every_hex_number(model: MapModel) -> None:
    """The strokes stood at the foot of a hex, over its level and close upon the number of the hex below."""
    scene = whole(model, CAPTION)
    numbers = [one for one in scene.sheet.shapes if isinstance(one, Text) and re.fullmatch(r"\d{4}", one.words)]
    strokes = [one for one in scene.shapes if isinstance(one, Line) and one.colour == ZOC]
    assert len(strokes) >= 6 * len(model.zoc) // 2
    for number in numbers:
        (x, y), high = number.at, number.size / 2
        wide = number.size * 1.2
        for stroke in strokes:
            assert not any(abs(px - x) < wide and abs(py - y) < high for px, py in stroke.points), number.words


@pytest.mark.parametrize("capitals", [True, False])
def test_stack_letters_do_not_repeat(capitals: bool) -> None:
    found = letters([f"{n:04}" for n in range(1000, 1050)], capitals=capitals)
    assert len(set(found.values())) == len(found) == 50
    other = letters([f"{n:04}" for n in range(1000, 1050)], capitals=not capitals)
    assert set(found.values()).isdisjoint(other.values())


def test_a_double_letter_stands_in_map_panel_and_order(model: MapModel) -> None:
    many = replace(model, stacks=tuple(replace(one, letter=2 * one.letter) for one in model.stacks))
    first = many.stacks[0]
    assert f"{first.brackets[0]}{first.letter}{first.brackets[1]}" in "\n".join(overview(many))
    assert all(len(line) <= 78 for line in overview(many))
    upper, lower = stack_lines(replace(first, letter="AA", strength=14, mode="D", condition="l"))
    assert (len(upper), len(lower)) == (7, 7)
    assert lower[1:6] == "AA14D"
    assert not isinstance(DIALECT.parse("stack AA move 3413-3414"), Misread)


def test_names_of_places_do_not_cover_each_other(model: MapModel) -> None:
    near = replace(model.ground, places={"2707": "Conical Hill", "2808": "Packers' Rocks"})
    area = whole_sheet(near)
    one, other = (shape for shape in place_names(area, {"2707", "2808"}) if isinstance(shape, Text))
    assert abs(one.at[1] - other.at[1]) >= one.size


def test_a_letter_with_a_tail_stands_whole_in_its_disc() -> None:
    stack = next(iter(TELLER.map(after_the_fire(), "us", OFFENSIVE).stacks))
    high = {
        name: next(
            shape.at[1]
            for shape in counter((100.0, 100.0), replace(stack, letter=name), 30.0)
            if isinstance(shape, Text) and shape.words == name
        )
        for name in "yv"
    }
    assert high["y"] < high["v"]


def test_a_subtitle_too_long_for_a_narrow_picture_ends_with_a_whole_word() -> None:
    assert (
        shortened("In the village, as it opens; Turn 5 of 12 (16:00)", 48)
        == "In the village, as it opens; Turn 5 of 12 ..."
    )
    assert shortened("Turn 5 of 12 (16:00)", 20) == "Turn 5 of 12 (16:00)"
