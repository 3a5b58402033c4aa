"""A shared side of Rosebud: whose units words name, and orders of comrades that do not fit, told before the deadline."""

from pathlib import Path

import pytest

from pbem.desk.games.open import CannotOpen, Wanted, open_campaign
from pbem.desk.games.seating import Seat
from pbem.desk.orders.sharing import units_of
from pbem.desk.play.advance import advance
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk.table import GM, Table

GAME = "rosebud-7"
CROOK, MILLS, NOYES, MO = "kate@mail.example", "mills@mail.example", "noyes@mail.example", "mo@post.example"
SEATS = [Seat("us", MILLS, "A. Mills", ("3 Cav", "Capt Henry")), Seat("us", NOYES, "H. Noyes", ("2 Cav",))]
FIVE = "A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav move 3310-3210-3110"
TWO = "B/3 Cav + D/3 Cav move 2911-2910-3010-3110"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table.lay(tmp_path, games=registry.game)
    made.title, made.addresses = "rosebud", {"us": CROOK, "indian": MO}
    return made


def opened(table: Table, seats: list[Seat]) -> None:
    players = [("us", CROOK, "BG Crook"), ("indian", MO, "M. Ortiz")]
    wanted = Wanted(GAME, "rosebud", "in-contact", players, GM, seed=b"a demo seed", ladder_length=64, seats=seats)
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)


def newest(table: Table, side: str, address: str, *kinds: str) -> LetterOutRow:
    found = [one for one in table.letters(GAME, side) if one.to == address and (not kinds or one.kind in kinds)]
    return found[-1]


def says(table: Table, who: str, words: str) -> LetterOutRow:
    return table.say(GAME, "us", words, to=newest(table, "us", who), sender=who)


def in_movement(table: Table) -> None:
    """Let everything pass until the US movement."""
    opened(table, SEATS)
    for _ in range(60):
        with table.desk.store.read() as books:
            row = books.phases.open(books.games.get(GAME))
            assert row is not None
            phase, side = row.phase, row.waiting_for.split(",")[0]
            count = len(books.questions.open(row, side))
        if phase.endswith("US.C"):
            return
        kind = "question" if count else "report"
        words = " ".join(["1"] * count) if count else "pass" if side == "indian" else "ready all"
        table.say(GAME, side, words, to=newest(table, side, table.addresses[side], kind))
    pytest.fail("the US movement did not come")


@pytest.mark.parametrize("words", ["Hunkpapa", "Xyzzy", "Millls"])
def test_words_that_name_no_unit_open_no_game(table: Table, words: str) -> None:
    with pytest.raises(CannotOpen, match=f"No unit of this side is called '{words}'") as fault:
        opened(table, [Seat("us", MILLS, "A. Mills", (words,))])
    assert ("Did you mean   Capt Mills ?" in str(fault.value)) == (words == "Millls")


def test_a_regiment_has_its_holders_and_the_leaders_attached_to_it(table: Table) -> None:
    opened(table, SEATS)
    title = table.desk.title("rosebud")
    with table.desk.store.read() as books:
        view = title.system.view(table.desk.position(books, books.games.get(GAME)), "us")
    found = units_of(title, view, "us", ("3 Cav",))
    assert found is not None
    assert {"C/3 Cav", "C/3 holders", "Capt Mills"} <= found
    assert not [one for one in found if "/2 " in one or "/9 " in one]
    tribe = units_of(title, view, "indian", ("the Cheyennes",))
    assert tribe is not None
    assert {"Two Moon", "Little Hawk ponies"} <= tribe


def test_lines_that_do_not_fit_are_told_to_both_and_the_chief_once(table: Table) -> None:
    in_movement(table)
    says(table, MILLS, TWO)
    says(table, NOYES, FIVE)
    says(table, NOYES, FIVE)
    clashes = table.letters(GAME, "us", "clash")
    assert sorted(one.to for one in clashes) == [CROOK, MILLS, NOYES]
    told = newest(table, "us", MILLS, "clash").text
    assert f"yours    {TWO}" in told
    assert f"Noyes's  {FIVE}" in told
    assert "25 may" in told
    assert "sequence Noyes, Mills" in told
    assert not table.letters(GAME, "indian", "clash")


def test_the_chief_says_who_goes_first(table: Table) -> None:
    in_movement(table)
    says(table, MILLS, TWO)
    answer = says(table, CROOK, "sequence Noyes, Mills")
    assert "H. Noyes, A." in answer.text
    assert FIVE in says(table, NOYES, FIVE).text
    told = newest(table, "us", MILLS, "clash").text
    assert f"Noyes's  {FIVE}" in told
    assert "The first runs, the second does not." in told
    says(table, CROOK, "B/3 Cav move 2911-2811")
    mine = [one.text for one in table.letters(GAME, "us", "clash") if one.to == MILLS]
    assert any("the chief's order stands" in one for one in mine)
