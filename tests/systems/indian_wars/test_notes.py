"""Notes and engagements: typed in the rules, the same texts as ever in checkpoints, case files and rulings."""

import json

import pytest

from pbem.core.options import Options
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.counter import HIT_AND_RUN, MELEE, OPPORTUNITY, Engagement, parse, read
from pbem.systems.indian_wars.state.notes import SADDLE_BAGS, CannotNote, Notes, from_texts

ROSEBUD = TITLE.system

TEXTS = {
    "ammo_points": "6",
    "ammo Pack Train A": "4",
    "boxes C/3 Cav": "5",
    "builders": "3",
    "dying Crazy Horse": "off the map",
    "eagles_nest": "released",
    "entered by north edge": "Crow King; Low Dog",
    "first shot C/3 Cav": "fired",
    "replaced Capt Mills": "Lt Lemly",
    "village": "sought",
    "village party": "A/3 Cav=4; Miners=2",
}
NOTES = Notes(
    points={SADDLE_BAGS: 6, "Pack Train A": 4},
    boxes={"C/3 Cav": 5},
    first_shots=("C/3 Cav",),
    replaced={"Capt Mills": "Lt Lemly"},
    dying=("Crazy Horse",),
    entered={"north edge": ("Crow King", "Low Dog")},
    builders=3,
    is_nest_released=True,
    is_village_sought=True,
    village_party=(("A/3 Cav", 4), ("Miners", 2)),
)


def test_a_checkpoint_of_before_is_read_and_written_as_it_was() -> None:
    assert from_texts(TEXTS) == NOTES
    assert NOTES.texts() == TEXTS
    assert list(NOTES.faults()) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("builders", "three", "builders: expected a whole number; found 'three'"),
        ("boxes C/3 Cav", "05", "boxes C/3 Cav: expected a whole number; found '05'"),
        ("village", "burnt", "village: expected sought; found 'burnt'"),
        ("villages", "sought", "marks: expected one of .*; found 'villages'"),
        ("village party", "A/3 Cav", "village party: expected units with their strengths.*; found 'A/3 Cav'"),
    ],
)
def test_a_text_that_says_no_note_is_refused_or_kept_as_it_is(name: str, text: str, expected: str) -> None:
    """A case file is refused; a checkpoint that a GM once wrote so still opens, and is written back unchanged."""
    with pytest.raises(CannotNote, match=f"^{expected}$"):
        Notes().with_text(name, text)
    kept = from_texts({name: text})
    assert kept.texts() == {name: text}
    assert kept.but(other={}) == Notes()
    assert len(list(kept.faults())) == 1


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("Co", Engagement("C", OPPORTUNITY)),
        ("Ch", Engagement("C", HIT_AND_RUN)),
        ("Fm3412", Engagement("F", MELEE, "3412")),
    ],
)
def test_an_engagement_is_written_as_before(text: str, one: Engagement) -> None:
    assert parse(text) == one
    assert str(one) == text


@pytest.mark.parametrize("text", ["", "C", "Xo", "Cx", "Co3412", "Fm"])
def test_what_is_no_engagement(text: str) -> None:
    with pytest.raises(ValueError, match="expected a phase and a letter of"):
        parse(text)
    assert str(read(text)) == text


def test_a_field_keeps_both_in_its_checkpoint() -> None:
    field = ROSEBUD.thaw(ROSEBUD.open(ROSEBUD.card.main_scenario, Options()))
    field.put(field["C/3 Cav"].but(shot_in=(parse("Co"), parse("Fm3412"))))
    field.notes = NOTES
    data = json.loads(json.dumps(ROSEBUD.to_json(field)))
    unit = next(one for one in data["units"] if one["unit"] == "C/3 Cav")
    assert unit["shot_in"] == ["Co", "Fm3412"]
    assert data["marks"] == TEXTS
    again = ROSEBUD.from_json(data)
    assert again["C/3 Cav"].shot_in == field["C/3 Cav"].shot_in
    assert again["C/3 Cav"].attacked == ("3412",)
    assert again.notes == NOTES


def test_the_gm_sets_and_sees_engagements_as_texts() -> None:
    field = ROSEBUD.open(ROSEBUD.card.main_scenario, Options())
    after = ROSEBUD.set_by_hand(field, "C/3 Cav shot_in", '["Co", "Fm3412"]')
    assert after["C/3 Cav"].shot_in == (parse("Co"), parse("Fm3412"))
    assert ROSEBUD.value_by_hand(after, "C/3 Cav shot_in") == '["Co", "Fm3412"]'
    assert ROSEBUD.changes_by_hand(field, after) == ("C/3 Cav: shot in from none to Co, Fm3412",)
    assert ROSEBUD.misfits(after) == ()
    with pytest.raises(ValueError, match="shot_in: expected a phase and a letter of"):
        ROSEBUD.set_by_hand(field, "C/3 Cav shot_in", "Cx")


def test_what_a_path_of_the_state_may_not_say_is_a_misfit() -> None:
    data = json.loads(json.dumps(ROSEBUD.to_json(ROSEBUD.open(ROSEBUD.card.main_scenario, Options()))))
    data["marks"]["builders"] = "many"
    data["units"][0]["shot_in"] = ["Zz"]
    name = data["units"][0]["unit"]
    found = ROSEBUD.misfits(ROSEBUD.from_json(data))
    assert found[0].startswith(f"{name}, shot_in: expected a phase and a letter of")
    assert found[1] == "builders: expected a whole number; found 'many'"
