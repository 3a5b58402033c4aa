"""A shared side of Rosebud: whose units words name, and orders of comrades that do not fit, told before the deadline."""

from pathlib import Path

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import CannotOpen, Wanted, open_campaign
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
    village = registry.game("littlebighorn")
    seen = village.system.view(village.system.open("scenario-2-reno", ()), "indian")
    circle = village.dialect.formation("Hunkpapas", seen, "indian")
    assert {"Iron Hawk", "Iron Hawk ponies", "Hunkpapa camp 1"} <= set(circle)  # warriors too, not their camps alone


def test_a_line_for_many_is_for_the_commanders_own_units_and_one_that_names_others_is_refused(table: Table) -> None:
    opened(table, [Seat("us", MILLS, "A. Mills", ("A/3 Cav", "D/3 Cav")), Seat("us", NOYES, "H. Noyes", ("2 Cav",))])
    told = " ".join(says(table, MILLS, "in C: everybody prone").text.split())
    assert "in C: A/3 Cav prone" in told
    assert "in C: D/3 Cav prone" in told
    assert "Only for your units; the line is also for A/2 Cav, B/2 Cav and 19 others." in told
    assert "B/3 Cav prone" not in told
    told = says(table, MILLS, "replace\nin C: A/3 Cav, L/3 Cav prone").text
    assert "E103  L/3 Cav is not in your formations: A/3 Cav, D/3 Cav." in told
    assert "G.  Crook" not in told, "an initial ends no sentence"


@pytest.mark.slow
def test_lines_that_do_not_fit_are_told_to_both_and_the_chief_once(table: Table) -> None:
    in_movement(table)
    says(table, MILLS, TWO)
    says(table, NOYES, FIVE)
    says(table, NOYES, FIVE)
    clashes = table.letters(GAME, "us", "clash")
    assert sorted(one.to for one in clashes) == [CROOK, MILLS, NOYES]
    told = newest(table, "us", MILLS, "clash").text
    assert f"yours    {TWO}" in told
    assert f"Noyes's  {FIVE}" in " ".join(told.split()).replace("Noyes's ", "Noyes's  ")
    assert "25 may" in " ".join(told.split())
    assert "sequence Noyes, Mills   ; " in told, "a line to copy is in one piece"
    assert not table.letters(GAME, "indian", "clash")


@pytest.mark.slow
def test_the_chief_says_who_goes_first(table: Table) -> None:
    in_movement(table)
    says(table, MILLS, TWO)
    silent = newest(table, "us", MILLS, "receipt").text.partition("W309 no orders: ")[2].partition(": ")[0]
    assert "A/3" in silent
    assert "Inf" not in silent, "the remark on units without orders is on the writer's own"
    answer = says(table, CROOK, "sequence Noyes, Mills")
    assert "H. Noyes, A." in answer.text
    assert FIVE in says(table, NOYES, FIVE).text
    told = newest(table, "us", MILLS, "clash").text
    assert f"Noyes's  {FIVE}" in " ".join(told.split()).replace("Noyes's ", "Noyes's  ")
    assert "sequence Mills, Noyes   .  " in told, "a line to copy is in one piece"
    assert "The first runs, the second does not." in told
    says(table, CROOK, "B/3 Cav move 2911-2811")
    says(table, MILLS, "B/3 Cav move 2911-2910")
    both = " ".join(newest(table, "us", CROOK, "clash").text.split())
    assert "so both are orders for the same unit, and Crook's was there" in both
    mine = [one.text for one in table.letters(GAME, "us", "clash") if one.to == MILLS]
    assert any("the chief's order counts" in one for one in mine)


TWO_CAV = "A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav"
OVER_STACKED = [
    (f"{TWO_CAV} move {first}", f"{who} move {second}")
    for who, pairs in {
        "B/3 Cav": (
            ("3310-3311", "2911-3010-3110-3211-3311"),
            ("3310-3210", "2911-3010-3110-3210"),
            ("3310-3211", "2911-3010-3110-3211"),
            ("3310-3311-3212", "2911-3010-3111-3212"),
            ("3310-3210-3109", "2911-3010-3109"),
            ("3310-3210-3110", "2911-3010-3110"),
            ("3310-3210-3111", "2911-3010-3111"),
            ("3310-3210-3110-3010", "2911-3010"),
            ("3310-3210-3110-3011", "2911-3011"),
            ("3310-3210-3111-3012", "2911-3012"),
        ),
        "A/3 Cav + E/3 Cav": (
            ("3310-3309", "3611-3510-3410-3309"),
            ("3310-3409", "3611-3510-3409"),
            ("3310-3410", "3611-3510-3410"),
        ),
        "I/3 Cav + M/3 Cav": (("3310-3410-3510", "3712-3711-3611-3510"),),
    }.items()
    for first, second in pairs
]
"""Two moves of Noyes's and of Mills's into one hex, which together are too many points for it."""
TWO_WAYS = {
    "A/2 Cav": ("3310-3309", "3310-3311"),
    "B/2 Cav": ("3310-3309", "3310-3311"),
    "D/2 Cav": ("3310-3309", "3310-3210"),
    "E/2 Cav": ("3310-3211", "3310-3311"),
    "I/2 Cav": ("3310-3409", "3310-3311"),
    "F/3 Cav": ("2810-2811", "2810-2709"),
    "B/3 Cav": ("2911-2910", "2911-2912"),
    "D/3 Cav": ("2911-2910", "2911-2811"),
    "C/3 Cav": ("3413-3312", "3413-3313"),
    "A/3 Cav": ("3611-3610", "3611-3612"),
    "E/3 Cav": ("3611-3510", "3611-3512"),
    "I/3 Cav": ("3712-3711", "3712-3713"),
    "M/3 Cav": ("3712-3612", "3712-3613"),
}
"""A unit with two moves, one of its commander's and one of the chief's."""


def planted() -> list[tuple[str, str, str, str]]:
    """Forty clashes: who writes first and what, who writes second and what."""
    found = [
        (NOYES, ours, MILLS, theirs) if n % 2 else (MILLS, theirs, NOYES, ours)
        for n, (ours, theirs) in enumerate(OVER_STACKED)
    ]
    for unit, (one, other) in TWO_WAYS.items():
        whose = NOYES if unit.endswith("/2 Cav") else MILLS
        found.append((whose, f"{unit} move {one}", CROOK, f"{unit} move {other}"))
        found.append((CROOK, f"{unit} move {one}", whose, f"{unit} move {other}"))
    return found


def withdrawn(table: Table) -> None:
    for who in (MILLS, NOYES, CROOK):
        says(table, who, "withdraw")


@pytest.mark.slow
def test_forty_planted_clashes_are_told_and_nothing_else_is(table: Table) -> None:
    in_movement(table)
    clashes = planted()
    assert len(clashes) == 40
    missed = []
    for first, line, second, other in clashes:
        withdrawn(table)
        before = len(table.letters(GAME, "us", "clash"))
        says(table, first, line)
        assert len(table.letters(GAME, "us", "clash")) == before, "one person's orders clash with nobody's"
        says(table, second, other)
        told = {one.to for one in table.letters(GAME, "us", "clash")[before:]}
        # A chief who has replaced a commander's line knows it: the commander is told.
        wanted = {first, second, CROOK} - ({CROOK} if second == CROOK else set())
        if not wanted <= told or told - {first, second, CROOK}:
            missed.append((line, other, told))
    assert not missed
    withdrawn(table)
    before = len(table.letters(GAME, "us", "clash"))
    for ours, theirs in (("A/2 Cav move 3310-3309", "B/3 Cav move 2911-2910"), (FIVE, "I/3 Cav move 3712-3713")):
        withdrawn(table)
        says(table, NOYES, ours)
        says(table, MILLS, theirs)
    assert len(table.letters(GAME, "us", "clash")) == before
    assert not table.letters(GAME, "indian", "clash")
