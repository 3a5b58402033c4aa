"""What one side of the Little Bighorn has written down changes no byte of the other's letters until the book reveals it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from pbem.desk.games import ending
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play import play
from pbem.desk.play.advance import advance
from pbem.desk.record.reverify import with_replay
from pbem.systems import registry
from tests.desk import leaks
from tests.desk.table import Table
from tests.desk.test_opened_at_the_end import end_of
from tests.desk.test_undo import false, proof

GAME = "lb-1"
PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
KEY = Fernet.generate_key()
PASSES = ("status", "map", "orders", "preview", "pass", "chart terrain")


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "roll_key", leaks.fixed_dice)


def world(folder: Path, scenario: str = "scenario-1", *options: str) -> Table:
    folder.mkdir()
    table = Table.lay(folder, KEY, games=registry.game)
    table.title, table.addresses = "littlebighorn", {side: address for side, address, _ in PLAYERS}
    wanted = Wanted(
        GAME,
        "littlebighorn",
        scenario,
        PLAYERS,
        "gm@club.example",
        seed=b"hidden fords",
        ladder_length=64,
        options=options,
        takes_unfinished=True,
    )
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    return table


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[list[Table]]:
    found = [world(tmp_path / f"world-{n}") for n in range(2)]
    yield found
    for one in found:
        one.desk.store.close()


def both(worlds: list[Table], side: str, *words: str) -> None:
    """A letter of a side in each world, the same in both unless two are given."""
    for n, one in enumerate(worlds):
        text = words[n % len(words)]
        one.clock.forward(minutes=3)
        taken = one.deliver(one.reply(GAME, side, text, message_id=f"<{one.uid}.{side}@mail.example>"))
        if taken.game:
            advance(one.desk, taken.game)


def written_to(table: Table, side: str) -> list[list[str]]:
    return [leaks.masked(letter.raw) for letter in table.letters(GAME, side)]


def difference(worlds: list[Table], side: str) -> str:
    """The first line in which the letters of the two worlds to a side differ, "" for none."""
    here, there = (written_to(one, side) for one in worlds)
    return "" if here == there else leaks._first(here, there)


@pytest.mark.slow
def test_the_fords_change_no_byte_of_the_US_letters(worlds: list[Table]) -> None:
    both(worlds, "indian", "real fords 5413\nready", "real fords 5316\nready")
    both(worlds, "us", "ready")
    for text in PASSES:
        both(worlds, "us", text)
        assert difference(worlds, "us") == ""
    assert worlds[0].phase(GAME).startswith("T01.US")


@pytest.mark.slow
def test_the_written_entries_change_no_byte_of_the_Indian_letters(worlds: list[Table]) -> None:
    both(worlds, "indian", "real fords 5413\nready")
    both(worlds, "us", "D/7 Cav enter 8906\nready", "D/7 Cav enter 8913\nH/7 Cav enter 8913\nready")
    for text in ("status", "map", "orders"):
        both(worlds, "us", "pass")
        both(worlds, "indian", text)
        assert difference(worlds, "indian") == ""


def test_the_owner_reads_in_his_letters_what_he_has_written(worlds: list[Table]) -> None:
    both(worlds, "indian", "real fords 5316\nready")
    table = worlds[0]
    told = "\n".join(letter.text for letter in table.letters(GAME, "indian"))
    assert "real fords 5316" in told
    both(worlds, "us", "ready")
    both(worlds, "us", *("pass",) * 1)
    assert "5316 real (only you know)" not in "".join(letter.text for letter in table.letters(GAME, "us"))
    assert "5316 unknown" in "".join(letter.text for letter in table.letters(GAME, "us"))


@pytest.mark.slow
def test_the_mailboxes_verify_though_the_orders_of_the_set_up_are_withheld(worlds: list[Table], tmp_path: Path) -> None:
    both(worlds, "indian", "real fords 5316\nready")
    both(worlds, "us", "D/7 Cav enter 8913\nready")
    both(worlds, "us", "pass")
    for side in ("us", "indian"):
        assert false(proof(worlds[0], GAME, side, tmp_path / side)) == []


HUNTS = (
    "Turning Bear hunt 7910\nIron Bear hunt 4510\ndummies 7303\nready",
    "dummies 7910\nIron Bear hunt 4510\nTurning Bear hunt 7303\nready",
)


@pytest.fixture
def hunting(tmp_path: Path) -> Iterator[list[Table]]:
    found = [world(tmp_path / f"hunt-{n}", "scenario-4", "hunting parties") for n in range(2)]
    for one in found:
        assert one.phase(GAME) == "T00.IN.S"
    both(found, "indian", "ready")
    if found[0].phase(GAME) == "T00.US.S":
        both(found, "us", "ready")
    assert found[0].phase(GAME) == "T00.IN.H"
    both(found, "indian", *HUNTS)
    yield found
    for one in found:
        one.desk.store.close()


@pytest.mark.slow
def test_which_marker_is_a_party_changes_no_byte_of_the_US_letters(hunting: list[Table]) -> None:
    assert hunting[0].phase(GAME) == "T01.US.C"
    for text in (*PASSES, "report png"):
        both(hunting, "us", text)
        assert difference(hunting, "us") == ""
    told = "\n".join(letter.text for letter in hunting[0].letters(GAME, "us"))
    assert "Party 3 7910" in told
    assert "only you know" not in told
    owner = "\n".join(letter.text for letter in hunting[0].letters(GAME, "indian"))
    assert "Party 3 7910 (Turning Bear; only you know)" in " ".join(owner.split())


@pytest.mark.slow
def test_mailboxes_verify_with_parties_in_hiding(hunting: list[Table], tmp_path: Path) -> None:
    both(hunting, "us", "pass")
    for side in ("us", "indian"):
        assert false(proof(hunting[0], GAME, side, tmp_path / side)) == []


MARKERS = {"Party 1": "Iron Bear", "Party 2": "", "Party 3": "Turning Bear"}


def ended(table: Table) -> list[dict[str, Any]]:
    """The US gives up; what the last record opens."""
    asked = table.say(GAME, "us", "resign")
    code = next(line for line in asked.text.splitlines() if line.startswith("  | confirm")).partition("| ")[2]
    table.say(GAME, "us", code)
    assert table.state(GAME) == "over"
    return list(end_of(table, GAME)["openings"])


@pytest.mark.slow
def test_the_end_opens_parties_and_dummies_and_both_checkers_play_it_again(
    hunting: list[Table], tmp_path: Path
) -> None:
    table = hunting[0]
    both([table], "us", "pass")
    leaves = {one["path"]: one for one in ended(table) if one["open"] == "leaf"}
    assert leaves["parties"]["value"] == {"placed": {}, "markers": MARKERS}
    assert set(leaves) == {"entries", "fords", "parties"}
    for side in ("us", "indian"):
        verdict = proof(table, GAME, side, tmp_path / side)
        assert false(verdict) == []
        again = with_replay(verdict, registry.game)
        assert false(again) == []
        assert "states equal" in again.games[0].branches[0].replay


@pytest.mark.slow
def test_the_us_reads_at_the_end_what_it_could_not_know(hunting: list[Table]) -> None:
    """Before the end no letter to the US tells a party from a dummy, the attached bundles included."""
    table = hunting[0]
    both([table], "us", "pass")
    before = len(table.letters(GAME, "us"))
    ended(table)
    told = ["\n".join(leaks.masked(letter.raw)) for letter in table.letters(GAME, "us")]
    secret = '"Party 3":"Turning Bear"'
    assert not any(secret in one for one in told[:before])
    assert any(secret in one for one in told[before:])


@pytest.mark.slow
@pytest.mark.parametrize(
    "bend",
    [
        lambda value: value["markers"].update({"Party 3": "Iron Bear", "Party 1": "Turning Bear"}),
        lambda value: value["markers"].update({"Party 2": "Black Moon"}),
        lambda value: value["placed"].update({"dummy 1": "7304"}),
    ],
)
def test_parties_that_are_opened_otherwise_than_they_were_sealed_are_named(
    hunting: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bend: Any
) -> None:
    everything = ending.everything

    def bent(*given: Any) -> list[Any]:
        found = json.loads(json.dumps(everything(*given)))
        for one in found:
            if one.get("path") == "parties":
                bend(one["value"])
        return list(found)

    monkeypatch.setattr(ending, "everything", bent)
    ended(hunting[0])
    for side in ("us", "indian"):
        verdict = proof(hunting[0], GAME, side, tmp_path / side)
        assert verdict.status == 1
        assert any("does not fit" in text for text in false(verdict)), false(verdict)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["orders", "segment"])
def test_an_end_that_keeps_back_where_parties_were_sent_is_found_out(
    hunting: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    everything = ending.everything

    def kept_back(*given: Any) -> list[Any]:
        return [one for one in everything(*given) if one["open"] != kind or "Turning Bear" not in json.dumps(one)]

    monkeypatch.setattr(ending, "everything", kept_back)
    ended(hunting[0])
    verdict = proof(hunting[0], GAME, "us", tmp_path / "us")
    assert verdict.status == 2
    assert any("it does not open what is sealed in record" in text for text in false(verdict)), false(verdict)


@pytest.mark.slow
def test_a_party_that_was_seen_is_open_before_the_end_and_the_others_stay_sealed(
    hunting: list[Table], tmp_path: Path
) -> None:
    """Who rides into sight of 8908 turns over all markers of the South map; the one of the North map stays secret."""
    table = hunting[0]
    both([table], "us", "E/7 Cav enter 8908 mounted\npass")
    table.until(GAME, "indian")
    assert "Turning Bear" not in "".join(leaks.masked(table.last(GAME, "us").raw)).partition("ENEMY UNITS")[2]
    table.say(GAME, "indian", "Party 3 move 7910-8010-8109-8108\nready")
    table.until(GAME, "us")
    told = " ".join(table.last(GAME, "us", "report").text.split())
    assert "Turning Bear" in told, told
    leaf = next(one for one in ended(table) if one.get("path") == "parties")
    assert leaf["value"]["markers"] == {"Party 1": "Iron Bear"}
    for side in ("us", "indian"):
        verdict = proof(table, GAME, side, tmp_path / side)
        assert false(verdict) == []
        assert "states equal" in with_replay(verdict, registry.game).games[0].branches[0].replay
