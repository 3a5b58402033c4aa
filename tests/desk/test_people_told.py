"""People in words and in figures: both or all, who plays for the program, how reliable somebody is, the daemon's pulse."""

import json
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.desk.games import reliability
from pbem.desk.games.reliability import PlayerHistory, Reliability
from pbem.desk.gm import alarm
from pbem.desk.orders.filing import is_overtaken
from pbem.desk.people import PlayerPhrases, named, phrases_for
from pbem.desk.play.practice import level_of, name_of
from tests.desk.table import ADDRESSES, Table

NOW = datetime(2026, 3, 12, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(("count", "words"), [(1, "all"), (2, "both"), (3, "all")])
def test_two_are_both(count: int, words: str) -> None:
    one = PlayerPhrases(count)
    assert (one.both, one.opponent, one.of("x", "y")) == (
        (words, "opponent", "x") if count == 2 else (words, "opponents", "y")
    )


def test_people_are_named_in_a_row(table: Table) -> None:
    game = table.open()
    with table.desk.store.read() as books:
        assert phrases_for(books, books.games.get(game)).count == 2
    people: Any = [SimpleNamespace(name=one) for one in ("Kate Hale", "Bob Lee", "Ann Roe")]
    assert named(people[:1]) == "Kate Hale"
    assert named(people[:2]) == "Kate Hale and Bob Lee"
    assert named(people) == "Kate Hale, Bob Lee and Ann Roe"
    assert named([]) == ""


@pytest.mark.parametrize(
    ("name", "level"),
    [(name_of("plain"), "plain"), ("plain", ""), ("Kate Hale", ""), ("Kate Hale (the program)", "")],
)
def test_a_practice_opponent_is_known_by_its_name(name: str, level: str) -> None:
    assert level_of(name) == level


@pytest.mark.parametrize(
    ("phase", "others", "is_one"),
    [
        ("T01.US.C", ["T02.US.C"], True),
        ("T01.US.C", ["T01.US.C"], False),
        ("T02.US.C", ["T01.US.C"], False),
        ("T01.US.C", ["T02.IN.C", "T02.US.D", "nonsense"], False),
        ("nonsense", ["T02.US.C"], False),
    ],
)
def test_a_phase_is_overtaken_by_a_later_one_of_its_side_and_letter(
    phase: str, others: list[str], is_one: bool
) -> None:
    assert is_overtaken(phase, others) is is_one


@pytest.mark.parametrize(("phases", "late", "on_time"), [(0, 0, "-"), (2, 1, "66 %"), (0, 3, "0 %"), (5, 0, "100 %")])
def test_what_came_in_time_is_a_share_of_what_was_asked(phases: int, late: int, on_time: str) -> None:
    one = Reliability("Ann", "ann@club", 1, 0, phases, late)
    assert one.on_time == on_time
    assert one.as_json() == {
        "name": "Ann",
        "address": "ann@club",
        "games": 1,
        "archived": 0,
        "phases": phases,
        "late": late,
        "on_time": on_time,
    }


def test_everybody_is_summed_up_over_games_that_go_on_and_archived_ones(table: Table, tmp_path: Path) -> None:
    for name in ("meadow-1", "meadow-2"):
        table.open(name)
        table.say(name, "red", "Red One fire at Blue One\nready")
    with table.desk.store.begin() as books:
        player = books.players.of(books.games.get("meadow-1"))[0]
        player.late = 2
    with table.desk.store.read() as books:
        found = {one.address: one for one in reliability.everybody(books)}
        red, blue = (found[ADDRESSES[side]] for side in ("red", "blue"))
        assert (red.games, red.archived, red.phases, red.late) == (2, 0, 2, 2)
        assert (blue.games, blue.phases, blue.late) == (2, 0, 0)
        assert {one.games for one in reliability.everybody(books, ["meadow-2"])} == {1}
        assert reliability.everybody(books, []) == ()


def test_an_archive_keeps_its_players(tmp_path: Path) -> None:
    played = (PlayerHistory("rosebud-7", "US", "Ann", "ann@club", 3, 1),)
    assert reliability.in_archive(tmp_path) == ()
    reliability.write(tmp_path, played)
    assert reliability.in_archive(tmp_path) == played
    assert (tmp_path / reliability.FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / reliability.FILE).write_text('[{"game": 1}]')
    assert reliability.in_archive(tmp_path) == ()


def test_the_pulse_is_a_file_of_whole_blocks_and_tells_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "pulse.json"
    for name in ("pulse.json.17", "pulse.json.old"):
        (tmp_path / name).write_text("x")
    assert alarm.troubles(file) == ()
    beats = alarm.Pulse(file)
    beats.beat(NOW)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["pulse.json", "pulse.json.old"]
    assert file.stat().st_size == alarm.BLOCK
    assert file.stat().st_mode & 0o133 == 0
    assert (beats.rounds, beats.at) == (1, NOW)
    assert alarm.troubles(file) == ()
    (tmp_path / "pulse.json.18").write_text("x")
    beats.database, beats.looked = "disk full", NOW
    beats.beat(NOW)
    assert (tmp_path / "pulse.json.18").exists()
    assert alarm.troubles(file) == ("database: disk full",)
    told = alarm.last_pulse(file)
    assert told is not None
    assert (told["rounds"], told["looked"], told["way_out"]) == (2, "2026-03-12T18:00:00Z", "")
    assert "path" not in told
    beats.way_out = "x" * 5000
    beats.beat(NOW)
    assert file.stat().st_size == 2 * alarm.BLOCK
    assert len(json.loads(file.read_text())["way_out"]) == 5000


def test_a_pulse_that_cannot_be_written_or_read_is_no_trouble_of_the_games(tmp_path: Path) -> None:
    beats = alarm.Pulse(tmp_path / "nowhere" / "pulse.json")
    beats.beat(NOW)
    assert beats.database.endswith("the pulse file")
    beats.database = "disk full"
    beats.beat(NOW)
    assert beats.database == "disk full"
    silent = alarm.Pulse()
    silent.beat(NOW)
    assert (silent.rounds, silent.database) == (1, "")
    (tmp_path / "odd").write_text("[1]")
    assert [alarm.last_pulse(tmp_path / one) for one in ("odd", "none")] == [None, None]
    assert alarm.troubles(None) == ()
