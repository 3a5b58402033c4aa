"""What maps and pictures of the Little Bighorn show besides counters: camps, people, ponies, fires, fields of fire."""

from dataclasses import replace

from pbem.core.options import Options
from pbem.reports.maps.hex_panel import MapModel, overview
from pbem.reports.maps.panels import Box, panel
from pbem.reports.picture.pieces import ARC, FLAME, HIDE
from pbem.reports.picture.shapes import Caption, Line, Polygon
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from tests.systems.indian_wars.test_practice_village import CAMP, SYSTEM, standing

BOX = Box((66, 72), (0, 9))


def drawn(field: Battlefield) -> MapModel:
    found = LITTLEBIGHORN.teller.map(field, "us", ())
    assert isinstance(found, MapModel)
    return found


def gun_at_7001(facing: str = "W", mode: str = "dismounted") -> Battlefield:
    field = standing("B", "us", *CAMP, ("Gatling 1", "7001", mode), ("He Dog", "7003", "dismounted"))
    field.put(field["Gatling 1"].but(facing=facing))
    return field


def test_the_field_of_fire_of_a_gun_is_in_the_panel() -> None:
    field = gun_at_7001()
    model = drawn(field)
    assert model.arcs == frozenset(gunnery.hexes_covered(field, field["Gatling 1"]))
    lines = panel(model, BOX)
    assert "7002!" in "\n".join(lines)
    assert any("! ) !" in line for line in lines)
    calm = replace(model, zoc=frozenset())
    assert any(") ) )" in line for line in panel(calm, BOX))
    assert "7002)" in "\n".join(panel(calm, BOX))


def test_a_limbered_or_abandoned_gun_covers_nothing() -> None:
    assert not drawn(gun_at_7001(mode="mounted")).arcs
    field = gun_at_7001()
    field.put(field["Gatling 1"].but(abandoned=True))
    assert not drawn(field).arcs


def shapes(field: Battlefield) -> list[object]:
    scene = drawn(field).picture(Caption("Guns"))
    assert scene is not None
    return list(scene.shapes)


def test_the_picture_has_tipis_fires_and_fields_of_fire() -> None:
    found = shapes(gun_at_7001())
    assert sum(isinstance(one, Line) and one.colour == ARC for one in found) == 4
    near_the_camp = standing("B", "us", *CAMP, ("A/7 Cav", "6615", "mounted"))
    assert sum(isinstance(one, Polygon) and one.fill == HIDE for one in shapes(near_the_camp)) == 1
    assert not any(isinstance(one, Polygon) and one.fill == FLAME for one in found)
    burning = gun_at_7001()
    burning.put(Counter(burning.sheet.roster["Grass fire 1"], at="7104"))
    assert sum(isinstance(one, Polygon) and one.fill == FLAME for one in shapes(burning)) == 1


def test_camps_and_herds_have_a_sign_and_leave_the_letters_to_who_can_be_ordered() -> None:
    field = standing(
        "C",
        "indian",
        CAMP[0],
        ("Herd 1", "6610", "dismounted"),
        ("He Dog", "6712", "dismounted"),
        ("A/7 Cav", "7001", "mounted"),
    )
    letters = {stack.at: stack.letter for stack in drawn(field).stacks}
    assert letters == {"6616": "^", "6610": "%", "6712": "a", "7001": "A"}
    assert LITTLEBIGHORN.teller.stacks(field, "indian") == {"a": ("He Dog",)}
    assert LITTLEBIGHORN.dialect.naming.report_stacks(field, "indian") == {"a": ("He Dog",)}


def test_villagers_have_letters_once_they_may_move() -> None:
    quiet = SYSTEM.open("scenario-1", Options())
    assert "Oglala villagers 1" not in str(LITTLEBIGHORN.teller.stacks(quiet, "indian"))
    alerted = standing("C", "indian", *CAMP)
    assert LITTLEBIGHORN.teller.stacks(alerted, "indian") == {"a": ("Oglala villagers 1",)}


def test_who_stands_among_people_is_seen() -> None:
    field = standing("C", "us", ("Oglala villagers 1", "6616", "dismounted"), ("A/7 Cav", "6616", "mounted"))
    text = "\n".join(overview(drawn(field)))
    assert "[A]" in text
    assert "<a>" not in text
