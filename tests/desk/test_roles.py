"""A leader falls on a side of several players: who played them takes another, who plays the new commander is chief (13.D.8)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.core.event import Event, PhaseEnded
from pbem.core.system import RoleLoss
from pbem.desk.desk import read_json
from pbem.desk.games import succession
from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import CannotOpen, Wanted, open_campaign
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.seat import SeatChange
from pbem.desk.outgoing.choices import own_lines
from pbem.desk.play.advance import advance
from pbem.desk.play.undo import undo, would_undo
from pbem.desk.record.replay import replay
from pbem.reports.report import SheetLine
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk.skirmish import Skirmish
from tests.desk.table import ADDRESSES, GM, SkirmishTitle, Table

GAME = "rosebud-7"
CROOK, MILLS, NOYES, MO = "kate@mail.example", "mills@mail.example", "noyes@mail.example", "mo@post.example"
SEATS = [
    Seat("us", MILLS, "A. Mills", ("3 Cav",), leader="Van Vliet"),
    Seat("us", NOYES, "H. Noyes", ("2 Cav", "Noyes"), leader="Capt Noyes"),  # the leader is named twice, and told once
]
OPTIONS = ["several players"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table.lay(tmp_path, games=registry.game)
    made.title, made.addresses = "rosebud", {"us": CROOK, "indian": MO}
    return made


def opened(table: Table, seats: list[Seat] = SEATS, options: list[str] = OPTIONS) -> None:
    players = [("us", CROOK, "K. Hale"), ("indian", MO, "M. Ortiz")]
    wanted = Wanted(
        GAME, "rosebud", "in-contact", players, GM, seed=b"a demo seed", ladder_length=64, seats=seats, options=options
    )
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)


def lose(table: Table, leader: str, left: tuple[str, ...], commands: str = "") -> None:
    with table.desk.store.begin() as books:
        succession.lose(table.desk, books, books.games.get(GAME), RoleLoss("us", leader, left, commands))


def people(table: Table) -> dict[str, tuple[int, str, tuple[str, ...]]]:
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        player = books.players.get(game, "us")
        seats = {
            one.address: (one.number, one.leader, tuple(read_json(one.formations)))
            for one in books.seats.sharing(game, "us")
        }
        return {player.address: (0, player.leader, ()), **seats}


def newest(table: Table, address: str, *kinds: str) -> LetterOutRow:
    return [one for one in table.letters(GAME, "us") if one.to == address and (not kinds or one.kind in kinds)][-1]


def says(table: Table, who: str, words: str) -> LetterOutRow:
    return table.say(GAME, "us", words, to=newest(table, who), sender=who)


def test_who_plays_a_leader_is_told_so_and_the_player_has_the_highest_left(table: Table) -> None:
    opened(table)
    assert people(table) == {
        CROOK: (0, "BG Crook", ()),
        MILLS: (1, "Capt Van Vliet", ("3 Cav", "Capt Van Vliet")),
        NOYES: (2, "Capt Noyes", ("2 Cav", "Capt Noyes")),
    }
    assert "play Capt Van Vliet and command 3 Cav, Capt Van Vliet" in " ".join(
        newest(table, MILLS, "welcome").text.split()
    )
    assert "the chief of your side, and play BG Crook" in " ".join(newest(table, CROOK, "welcome").text.split())
    gm = " ".join(table.letters(GAME, "gm")[0].text.split())
    assert f"US: K. Hale <{CROOK}>, chief US: A. Mills <{MILLS}>, commands 3 Cav, Capt Van Vliet" in gm


def test_lines_of_a_sheet_are_for_units_by_name_by_stack_or_for_all() -> None:
    lines = ("// rally", "all rally", "// moves", "stack A move 8905-", "stack B move 8912-", "A/7 Cav move 8912-")
    lines = (*lines, "// others", "7 Cav HQ move 8905-", "// in turn 9", "K/7 Cav + A/7 Cav enter ...")
    stacks = {"A": ("7 Cav HQ",), "B": ("A/7 Cav", "Maj Reno")}
    found = own_lines([SheetLine(one) for one in lines], {"A/7 Cav"}, stacks)
    assert [one.order for one in found] == [*lines[:3], *lines[4:6], *lines[8:]]


def test_a_commanders_order_sheet_is_for_their_units(table: Table) -> None:
    """The sheet, and the example above it, of a letter to one who may give orders to the 2nd Cavalry alone."""
    opened(table)
    while ".US.B" not in table.phase(GAME):
        side = table.asked(GAME)
        table.say(GAME, side, "ready all" if side == "us" else "pass", sender=CROOK if side == "us" else MO)
    text = newest(table, NOYES, "report").text
    sheet = text.partition("ORDER SHEET")[2].partition("SEAL")[0]
    assert "/2 Cav" in sheet
    assert "/3 Cav" not in sheet
    assert "/3 Cav" in newest(table, CROOK, "report").text.partition("ORDER SHEET")[2].partition("SEAL")[0]
    example = text.partition("one per line, like")[2].split("\n")[1]
    assert "/2 " in example or "rally" in example, example


@pytest.mark.parametrize(
    ("leader", "options", "found"),
    [
        ("Xyzzy", OPTIONS, "'Xyzzy' for A. Mills"),
        ("Crazy Horse", OPTIONS, "'Crazy Horse' for A. Mills"),
        ("Van Vliet", [], "without the option 'several players'"),
    ],
)
def test_a_role_that_is_none_opens_no_game(table: Table, leader: str, options: list[str], found: str) -> None:
    with pytest.raises(CannotOpen, match=found):
        opened(table, [Seat("us", MILLS, "A. Mills", ("3 Cav",), leader=leader)], options)


def test_with_the_commander_lost_who_plays_the_next_is_chief_and_the_other_takes_a_leader(table: Table) -> None:
    opened(table)
    before = {who: newest(table, who, "report") for who in (CROOK, MILLS)}
    lose(table, "BG Crook", ("Capt Van Vliet", "Capt Mills", "Capt Noyes"), "Capt Van Vliet")
    assert people(table) == {
        MILLS: (0, "Capt Van Vliet", ()),
        CROOK: (1, "Capt Mills", ("3 Cav", "Capt Mills")),
        NOYES: (2, "Capt Noyes", ("2 Cav", "Capt Noyes")),
    }
    for who in (CROOK, MILLS, NOYES):
        told = " ".join(newest(table, who, "command").text.split())
        assert (
            "BG Crook is lost. K. Hale, who played that leader, plays Capt Mills from now on. A. Mills is the chief"
            in told
        )
    assert "play Capt Mills and command 3 Cav, Capt Mills" in " ".join(newest(table, CROOK, "command").text.split())
    assert [one.to for one in table.letters(GAME, "indian", "ruling")] == [MO]
    assert not [name for name in ("Mills", "Hale") if name in table.last(GAME, "indian", "ruling").text]
    # The old letters of both stay good, and each is now what they are.
    refused = table.say(GAME, "us", "resign", to=before[CROOK], sender=CROOK)
    assert "Your chief, A. Mills, decides this." in " ".join(refused.text.split())
    asked = table.say(GAME, "us", "resign", to=before[MILLS], sender=MILLS)
    assert "confirm" in asked.text
    assert asked.to == MILLS


def test_another_leader_may_be_taken_once_ones_own_is_lost(table: Table) -> None:
    opened(table)
    assert "when yours is lost" in says(table, NOYES, "play as Capt Mills").text
    lose(table, "Capt Noyes", ("BG Crook", "Capt Van Vliet", "Capt Mills", "Capt Henry"))
    assert people(table)[NOYES] == (2, "Capt Mills", ("2 Cav", "Capt Mills"))
    assert "play as Capt Henry" in newest(table, NOYES, "command").text
    assert "Capt Van Vliet is played by A. Mills" in " ".join(says(table, NOYES, "play as Van Vliet").text.split())
    assert "You play Capt Henry from now on." in says(table, NOYES, "play as Henry").text
    assert people(table)[NOYES] == (2, "Capt Henry", ("2 Cav", "Capt Henry"))
    assert people(table)[CROOK] == (0, "BG Crook", ())


def test_where_no_leader_is_left_they_keep_their_units(table: Table) -> None:
    opened(table)
    lose(table, "Capt Noyes", ())
    assert people(table)[NOYES] == (2, "", ("2 Cav",))
    assert "no other leader is free, and they keep their units" in " ".join(
        newest(table, NOYES, "command").text.split()
    )


def test_a_leader_whom_nobody_plays_changes_nothing(table: Table) -> None:
    opened(table)
    before, letters = people(table), len(table.letters(GAME, "us"))
    lose(table, "Capt Mills", ("BG Crook",))
    assert (people(table), len(table.letters(GAME, "us"))) == (before, letters)


def test_lateness_stays_with_whoever_was_chief(table: Table) -> None:
    opened(table)
    with table.desk.store.begin() as books:
        books.players.get(books.games.get(GAME), "us").late = 3
    lose(table, "BG Crook", ("Capt Van Vliet",), "Capt Van Vliet")
    from pbem.desk.games.reliability import everybody

    with table.desk.store.read() as books:
        assert {one.address: one.late for one in everybody(books)} == {CROOK: 3, MILLS: 0, NOYES: 0, MO: 0}


def test_the_gm_gives_a_role(table: Table) -> None:
    opened(table, SEATS[:1])
    change = SeatChange(GAME, "us", "H. Noyes", f"{NOYES} as Noyes commands 2 Cav")
    perform(table.desk, change, GM, "he joins")
    assert people(table)[NOYES] == (2, "Capt Noyes", ("2 Cav", "Capt Noyes"))
    with pytest.raises(CannotDo, match=r"A\. Mills plays Capt Van Vliet"):
        perform(table.desk, SeatChange(GAME, "us", "Noyes", "as Van Vliet commands 2 Cav"), GM, "no")


class WithRoles(Skirmish):
    """A skirmish in which Red Chief falls with the first phase of red's."""

    def roles(self, state: Any, side: str) -> tuple[str, ...]:
        return ("Red Chief", "Red One", "Red Two") if side == "red" else ()

    def roles_lost(self, events: Sequence[Event]) -> tuple[RoleLoss, ...]:
        fell = any(isinstance(one, PhaseEnded) and one.phase == "T01.RED.A" for one in events)
        return (RoleLoss("red", "Red Chief", ("Red One", "Red Two"), "Red One"),) if fell else ()


@pytest.mark.slow
def test_play_itself_makes_another_chief_and_replays_so(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, games=lambda _: SkirmishTitle(system=WithRoles()))
    red, blue = ADDRESSES["red"], ADDRESSES["blue"]
    game = table.open(seats=[Seat("red", MILLS, "A. Mills", ("Red One",), leader="Red One")])

    def said(who: str, words: str) -> LetterOutRow:
        newest = [one for one in table.letters(game, "red") if one.to == who][-1]
        return table.say(game, "red", words, to=newest, sender=who)

    table.say(game, "blue", "policy cover: duck")
    said(MILLS, "Red One fire at Blue One\nready")
    said(red, "Red Two fire at Blue Two\nready")
    while table.phase(game) == "T01.RED.A":
        said(red, "1")
    with table.desk.store.read() as books:
        player = books.players.get(books.games.get(game), "red")
        assert (player.address, player.leader) == (MILLS, "Red One")
    reports = [one.text for one in table.letters(game, "red", "report") if one.to == MILLS]
    report = " ".join(" ".join(reports).split())
    assert "Mills: Red One fire at Blue One" in report
    assert "Red: Red Two fire at Blue Two" in report
    assert "Your chief, A. Mills" in " ".join(said(red, "extend 2 days: ill").text.split())
    assert "We asked the GM" in " ".join(said(MILLS, "extend 2 days: ill").text.split())
    assert blue in [one.to for one in table.letters(game, "blue", "ruling")]
    while ".BLU." in table.phase(game):
        table.say(game, "blue", "pass")
    said(red, "Red Two fire at Blue Two\nready")
    said(MILLS, "ready all")
    assert replay(table.desk, game).is_same


@pytest.mark.slow
def test_an_undo_past_a_fallen_leader_gives_the_role_back_and_the_chief_too(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, games=lambda _: SkirmishTitle(system=WithRoles()))
    red = ADDRESSES["red"]
    game = table.open(seats=[Seat("red", MILLS, "A. Mills", ("Red One",), leader="Red One")])

    def said(who: str, words: str) -> LetterOutRow:
        newest = [one for one in table.letters(game, "red") if one.to == who][-1]
        return table.say(game, "red", words, to=newest, sender=who)

    def roles() -> dict[str, tuple[int, str, str]]:
        with table.desk.store.read() as books:
            row = books.games.get(game)
            chief = books.players.get(row, "red")
            people = [(0, chief), *((one.number, one) for one in books.seats.sharing(row, "red"))]
            return {one.address: (number, one.leader, one.lost) for number, one in people}

    before = roles()
    table.say(game, "blue", "policy cover: duck")
    to = table.records(game)[-1][0]
    said(red, "ready all")
    assert roles() == {MILLS: (0, "Red One", ""), red: (1, "Red Two", "Red Chief")}
    would = would_undo(table.desk, game, to)
    assert [one.split(" (")[0].partition(", ")[2] for one in would.rulings] == ["another leader of RED"]
    assert would.kept == ()
    table.clock.forward(minutes=1)
    undo(table.desk, game, to, "wrong hex", ("RED", "BLU"))
    assert roles() == before
    for who in (red, MILLS):
        told = [one for one in table.letters(game, "red", "command") if one.to == who][-1]
        assert "Red plays Red Chief again." in " ".join(told.text.split())
        assert "Red is the chief of your side now." in " ".join(told.text.split())
    refused = said(MILLS, "resign")
    assert "Your chief, Red, decides this" in " ".join(refused.text.split())
    # What is played again takes them their leader again.
    said(red, "ready all")
    assert roles() == {MILLS: (0, "Red One", ""), red: (1, "Red Two", "Red Chief")}
    assert replay(table.desk, game).is_same


def test_two_leaders_of_one_person_come_back_one_after_the_other(table: Table) -> None:
    opened(table)
    before = people(table)
    with table.desk.store.read() as books:
        to = books.records.last(books.games.get(GAME)).seq
    lose(table, "Capt Noyes", ("BG Crook", "Capt Van Vliet", "Capt Mills", "Capt Henry"))
    says(table, NOYES, "play as Henry")
    lose(table, "Capt Henry", ("BG Crook", "Capt Van Vliet", "Capt Mills"))
    assert people(table)[NOYES] == (2, "Capt Mills", ("2 Cav", "Capt Mills"))
    lose(table, "BG Crook", ("Capt Van Vliet", "Capt Royall"), "Capt Van Vliet")
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        fallen = succession.fallen_since(books, game, to)
        assert [(one.leader, one.seat) for one in fallen] == [("BG Crook", 1), ("Capt Henry", 0), ("Capt Noyes", 0)]
        succession.give_back(table.desk, books, game, fallen)
    assert people(table) == before
    told = " ".join(newest(table, NOYES, "command").text.split())
    assert "H. Noyes plays Capt Noyes again." in told
    assert "K. Hale plays BG Crook again." in told
