"""The files of Rosebud as loaded: figures of the book, provenance, unknown names."""

import pytest

from pbem.systems import registry
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.title import TitleData


@pytest.fixture(scope="module")
def sheet() -> TitleData:
    return data.load(TITLE, "historical")


def test_the_scenarios_are_known_and_an_unknown_one_names_them() -> None:
    assert data.scenarios(TITLE) == ("first-fight", "first-game", "historical", "in-contact", "pack-train")
    with pytest.raises(KeyError, match="it has first-fight, first-game, historical, in-contact"):
        data.load(TITLE, "pursuit")


def test_the_historical_order_of_battle_is_whole(sheet: TitleData) -> None:
    kinds = [printed.kind for printed in sheet.roster.values()]
    assert [kinds.count(kind) for kind in ("cavalry", "infantry", "scout", "warrior", "leader")] == [15, 5, 5, 24, 16]
    assert [kinds.count(kind) for kind in ("horse_holder", "mule_holder", "hq_holder", "pony_holder")] == [15, 6, 1, 24]


def test_names_and_officers(sheet: TitleData) -> None:
    assert sheet.roster["C/3 Cav"].aliases == ("1Lt Luettwitz", "Luettwitz")
    assert {"BG Crook", "LTC Royall", "Maj Evans", "Capt Van Vliet", "Column HQ", "Miners", "Louissant"} <= set(
        sheet.roster
    )
    assert all(name.isascii() and len(printed.tag) <= 4 for name, printed in sheet.roster.items())


def test_turn_one_begins_at_eight_and_there_are_nineteen(sheet: TitleData) -> None:
    assert (sheet.scenario.first_turn_minute, sheet.scenario.turns, sheet.scenario.player_sequence) == (
        480,
        19,
        ("indian", "us"),
    )


def test_the_scouts_band_holds_the_books_example_hexes(sheet: TitleData) -> None:
    band = sheet.scenario.setup[-1].hexes
    assert {"2603", "2607"} <= set(band)
    assert not {"2602", "2608", "4404"} & set(band)


def test_what_the_house_had_to_reconstruct_is_said(sheet: TitleData) -> None:
    assert data.reconstructed(sheet) == (
        *("map", "ammo", "fire", "leaders", "melee", "morale", "special", "terrain", "victory"),
    )


def test_an_unknown_title_names_the_known_ones() -> None:
    assert registry.game("rosebud").title == "rosebud"
    with pytest.raises(KeyError, match="there are: custer, littlebighorn, miniatures, nezperce, rosebud"):
        registry.game("gettysburg")
