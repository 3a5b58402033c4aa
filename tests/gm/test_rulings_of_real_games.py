"""Rulings on the board of real games: said in the game's words, and tried before they are signed."""

from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.gm.state_ruled import rule_state
from tests.commands.desk import laid, opened
from tests.desk.table import Table
from tests.gm.test_by_mail import write

GAMES = [("rosebud-1", "rosebud", "in-contact"), ("custer-1", "custer", "little-big-horn")]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    table, _ = laid(tmp_path, monkeypatch)
    for name, title, scenario in GAMES:
        opened(table, name, title, scenario)
    return table


def state_of(table: Table, game: str) -> Any:
    with table.desk.store.read() as books:
        return table.desk.position(books, books.games.get(game))


def a_unit(table: Table, game: str) -> tuple[str, str, str]:
    """A unit with a hex to itself, its hex, and an empty hex next to it."""
    state = state_of(table, game)
    map_ = state.sheet.map
    for at, names in state.stacks.items():
        enemies = {near for near in map_.neighbours(at) if near in state.stacks}
        free = [near for near in map_.neighbours(at) if near not in state.stacks]
        if len(names) == 1 and free and not enemies and not state[names[0]].is_leader:
            return names[0], at, free[0]
    raise AssertionError("every unit shares its hex")


@pytest.mark.slow
@pytest.mark.parametrize("game", [name for name, _, _ in GAMES])
def test_a_counter_is_moved_with_its_stack_and_the_letter_says_so(table: Table, game: str) -> None:
    unit, at, to = a_unit(table, game)
    ruling = Rule(game, "-", (f"{unit.lower()} at = {to}",))
    assert show(table.desk, ruling, reason="misread").effect.pages == (f"{unit} moved from {at} to {to}",)
    before = state_of(table, game)
    perform(table.desk, ruling, "petra", "misread")
    after = state_of(table, game)
    assert after.stacks[to] == (unit,)
    assert at not in after.stacks
    for side in ("us", "indian"):
        told = " ".join(table.last(game, side, "ruling").text.split())
        assert f"{unit} moved from {at} to {to}" in told
        assert "/units" not in told
    back = Rule(game, "-", (f"{unit} at = {at}",))
    perform(table.desk, back, "petra", "no, it was right")
    assert state_of(table, game).units == before.units


@pytest.mark.parametrize("game", [name for name, _, _ in GAMES])
@pytest.mark.parametrize(
    ("word", "value", "says"),
    [
        ("at", "9999", "expected a hex of the map such as"),
        ("at", "3x", "expected a hex of the map"),
        ("hex", "2204", "expected one of the fields at, mode, "),
        ("mode", "flying", "expected one of mounted, dismounted"),
        ("spent", "many", "expected a whole number, 0 or more; found 'many'"),
        ("spent", "-1", "expected a whole number, 0 or more; found -1"),
        ("moved", "perhaps", "expected yes or no; found 'perhaps'"),
    ],
)
def test_a_wrong_field_or_value_says_what_there_is(table: Table, game: str, word: str, value: str, says: str) -> None:
    unit, _, _ = a_unit(table, game)
    with pytest.raises(CannotDo) as refused:
        show(table.desk, Rule(game, "-", (f"{unit} {word} = {value}",)), reason="x")
    assert says in str(refused.value)
    assert "TypeError" not in str(refused.value)


def test_a_counter_that_there_is_not_names_the_nearest(table: Table) -> None:
    with pytest.raises(CannotDo, match=r"did you mean .*C/3 Cav"):
        show(table.desk, Rule("rosebud-1", "-", ("C/3 at = 3413",)), reason="x")


@pytest.mark.parametrize("clause", ["99.Z", "10.AA", "house", "RC-99", ""])
def test_a_clause_that_there_is_not_is_refused(table: Table, clause: str) -> None:
    unit, at, _ = a_unit(table, "rosebud-1")
    with pytest.raises(CannotDo, match=r"expected a clause of .*, or - for a ruling without a clause; found"):
        show(table.desk, Rule("rosebud-1", clause, (f"{unit} at = {at}",)), reason="x")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "clause"), [("rosebud-1", "10.A"), ("rosebud-1", "RC-7.A.1"), ("custer-1", "3.7")])
def test_a_clause_may_be_named_with_its_prefix_or_without(table: Table, game: str, clause: str) -> None:
    unit, _, to = a_unit(table, game)
    show(table.desk, Rule(game, clause, (f"{unit} at = {to}",)), reason="x")


@pytest.mark.slow
@pytest.mark.parametrize("game", [name for name, _, _ in GAMES])
def test_no_path_of_the_state_leads_off_the_map(table: Table, game: str) -> None:
    unit, at, to = a_unit(table, game)
    state = state_of(table, game)
    number = list(state.units).index(unit)
    held = table.records(game)
    for value, says in (("9999", "expected a hex of the map"), (to, f"{unit} stands in {at}, but its 'at' says {to}")):
        with pytest.raises(CannotRule) as refused:
            rule_state(table.desk, game, [{"op": "replace", "path": f"/units/{number}/at", "value": value}], "x")
        assert says in str(refused.value)
    assert table.records(game) == held


@pytest.mark.parametrize(
    "changes", [("/stacks/3/1 = -1",), ("/stacks/1/1/0 = []",), ("/units/5/mode = []", "/turn = 3")]
)
@pytest.mark.parametrize("game", ["rosebud-1", "custer-1"])
def test_a_value_of_another_kind_is_no_state(table: Table, game: str, changes: tuple[str, ...]) -> None:
    with pytest.raises(
        CannotRule, match=r"no state of this game|not a possible state|to come next|expected a value like"
    ):
        perform(table.desk, Rule(game, "-", changes), by="GM", reason="a slip")


@pytest.mark.slow
def test_both_sides_never_share_a_hex(table: Table) -> None:
    unit, _, _ = a_unit(table, "rosebud-1")
    state = state_of(table, "rosebud-1")
    enemy = next(one for one in state.units.values() if one.at and one.side != state[unit].side and not one.is_leader)
    with pytest.raises(CannotRule, match=f"both sides stand in {enemy.at}"):
        show(table.desk, Rule("rosebud-1", "-", (f"{unit} at = {enemy.at}",)), reason="x")


@pytest.mark.slow
def test_a_leader_goes_with_the_unit_that_he_leads_and_the_way_back_brings_him_back(table: Table) -> None:
    before = state_of(table, "rosebud-1")
    leader = next(
        one
        for one in before.units.values()
        if one.is_leader and one.attached_to and one.at and not one.name.endswith("HQ")
    )
    unit, at = leader.attached_to, leader.at
    near = next(one for one in before.sheet.map.terrains if not before.at(one))
    ruling = Rule("rosebud-1", "-", (f"{unit} at = {near}",))
    shown = show(table.desk, ruling, reason="x").effect
    assert f"{leader.name} moved from {at} to {near}" in shown.pages
    perform(table.desk, ruling, "petra", "x")
    assert state_of(table, "rosebud-1")[leader.name].attached_to == unit
    assert shown.inverse is not None
    perform(table.desk, shown.inverse, "petra", "x")
    after = state_of(table, "rosebud-1")
    assert dict(after.units) == dict(before.units)
    assert dict(after.stacks) == dict(before.stacks)


@pytest.mark.slow
def test_points_and_conditions_are_set_by_their_names(table: Table) -> None:
    unit, _, _ = a_unit(table, "rosebud-1")
    ruling = Rule("rosebud-1", "-", ("us points = 4", f"{unit} disrupted = yes"))
    shown = show(table.desk, ruling, reason="x").effect
    assert shown.pages == (f"{unit}: disrupted from no to yes", "points of US from 3 to 4")
    assert shown.inverse == Rule("rosebud-1", "-", (f"{unit} disrupted = no", "us points = 3"))


@pytest.mark.slow
def test_a_state_that_the_game_cannot_play_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    unit, _, to = a_unit(table, "rosebud-1")
    system = table.desk.title("rosebud").system
    shown = type(system).silent

    def silent(self: Any, view: Any, side: str, phase: str, orders: Any) -> Any:
        if view[unit].at == to:
            raise KeyError("9999")
        return shown(self, view, side, phase, orders)

    monkeypatch.setattr(type(system), "silent", silent)
    with pytest.raises(CannotRule, match=r"could not go on from there.  On trial, .*KeyError: '9999'"):
        show(table.desk, Rule("rosebud-1", "-", (f"{unit} at = {to}",)), reason="x")


@pytest.mark.parametrize("game", [name for name, _, _ in GAMES])
def test_a_long_list_of_fields_fits_a_screen_and_a_letter(
    table: Table, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unit, _, _ = a_unit(table, game)
    config = str(tmp_path / "config.toml")
    assert main(["gm", "rule", game, "-", f"{unit} hex = 2204", "--reason", "x", "--config", config]) == 1
    on_screen = capsys.readouterr().err
    write(table, f"rule {game} - '{unit} hex = 2204': by mistake", table.letters(game, "gm")[-1])
    for text in (on_screen, table.letters(game, "gm")[-1].text):
        said = " ".join(text.split())
        assert "expected one of the fields at, mode, " in said
        assert "found 'hex'" in said
        assert max(map(len, text.splitlines())) <= 78
