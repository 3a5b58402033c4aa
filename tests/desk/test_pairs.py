"""Pairs: both sides once each between the same two people, shown together, with the sum of both at the end."""

from pathlib import Path

import pytest

from pbem.cli import main
from pbem.desk.games import ending
from pbem.desk.games.campaign_file import CampaignDraft, Seat, plan_text, read_plan
from pbem.gm.queue import queue
from tests.commands.desk import laid
from tests.desk.table import ADDRESSES, Table


def both(table: Table) -> tuple[str, str]:
    first = table.open("meadow-1", pair="meadow-2")
    addresses = dict(table.addresses)
    table.addresses = {"red": addresses["blue"], "blue": addresses["red"]}
    second = table.open("meadow-2", pair="meadow-1")
    table.addresses = addresses
    return first, second


def resigns(table: Table, game: str, side: str, sender: str) -> None:
    asked = table.say(game, side, "resign", sender=sender)
    code = next(line.split()[-1] for line in asked.text.splitlines() if line.startswith("  | confirm "))
    table.say(game, side, f"confirm {code}", to=asked, sender=sender)


def test_status_of_one_tells_of_the_other(table: Table) -> None:
    first, _ = both(table)
    text = " ".join(table.say(first, "red", "status").text.split())
    assert "The other game of the pair, meadow-2, where you play BLU:" in text
    text = " ".join(table.say("meadow-2", "red", "status", sender=ADDRESSES["blue"]).text.split())
    assert "The other game of the pair, meadow-1, where you play BLU:" in text


def test_the_queue_shows_them_one_below_the_other(table: Table) -> None:
    first, second = both(table)
    table.open("a-game")
    games = [row.game for row in queue(table.desk).rows]
    assert abs(games.index(first) - games.index(second)) == 1
    assert "pair with meadow-2" in next(row.note for row in queue(table.desk).rows if row.game == first)


def test_the_sum_is_told_by_person_when_the_second_is_over(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "points_of", lambda *_: {"red": 7, "blue": 2})
    first, second = both(table)
    resigns(table, first, "red", ADDRESSES["red"])
    assert not table.letters(first, "red", "pair")
    resigns(table, second, "red", ADDRESSES["blue"])
    for side in ("red", "blue"):
        text = " ".join(table.last(second, side, "pair").text.split())
        assert "meadow-1: Blue: RED resigns. Red (RED) 7, Blue (BLU) 2" in text
        # In the second game Red is who was Blue in the first.
        assert "Both games together: Blue 9, Red 9." in text
    assert [one.to for one in table.letters(second, "gm", "pair")]


def test_a_pair_is_opened_at_once_with_the_sides_exchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    people = [
        "--player",
        "us=Kim <kim@mail.example>",
        "--player",
        "indian=Mo <mo@mail.example>",
        "--gm",
        "gm@club.example",
    ]
    words = [
        "new",
        "match",
        "--game",
        "rosebud",
        "--scenario",
        "first-fight",
        *people,
        "--yes",
        "--config",
        str(config),
    ]
    assert main([*words, "--pair"]) == 0, capsys.readouterr().err
    with table.desk.store.read() as books:
        games = [books.games.get(name) for name in ("match-1", "match-2")]
        assert [game.pair for game in games] == ["match-2", "match-1"]
        found = [{one.side: one.address for one in books.players.of(game)} for game in games]
    assert found == [
        {"us": "kim@mail.example", "indian": "mo@mail.example"},
        {"us": "mo@mail.example", "indian": "kim@mail.example"},
    ]


def test_a_pair_with_the_program_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    people = ["--player", "us=Kim <kim@mail.example>", "--player", "indian=plain", "--gm", "gm@club.example"]
    assert main(["new", "match", "--game", "rosebud", *people, "--pair", "--yes", "--config", str(config)]) == 1
    assert "--pair: expected a game of two people, one a side" in capsys.readouterr().err
    with table.desk.store.read() as books:
        assert books.games.find("match") is None


def test_what_a_file_says_of_roles_substitutes_and_a_pair_is_written_back(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    seat = Seat("us", "mills@mail.example", "A. Mills", ("3 Cav",), leader="Capt Mills")
    nora = Seat("indian", "nora@mail.example", "N. Osman")
    path.write_text(plan_text(CampaignDraft("match", "rosebud", seats=[seat], substitutes=[nora], pair=True)))
    found = read_plan(path)
    assert (found.seats, found.substitutes, found.pair) == ([seat], [nora], True)


def test_the_command_line_takes_roles_and_substitutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    people = [
        "--player",
        "us=Kim <kim@mail.example>",
        "--player",
        "indian=Mo <mo@mail.example>",
        "--gm",
        "gm@club.example",
    ]
    more = ["--option", "several players", "--share", "us=A. Mills <mills@mail.example> as Capt Mills:3 Cav"]
    more += ["--absent", "plain after 2", "--substitute", "indian=N. Osman <nora@mail.example>", "--yes"]
    words = ["new", "match", "--game", "rosebud", "--scenario", "in-contact", *people, *more, "--config", str(config)]
    assert main(words) == 0, capsys.readouterr().err
    with table.desk.store.read() as books:
        game = books.games.get("match")
        assert [(one.name, one.leader) for one in books.seats.sharing(game, "us")] == [("A. Mills", "Capt Mills")]
        assert [(one.side, one.address) for one in books.seats.chairs(game)] == [("indian", "nora@mail.example")]
    assert main([*words[:1], "other", *words[2:], "--substitute", "indian"]) == 1
    assert "--substitute: expected SIDE=PERSON" in capsys.readouterr().err
