"""A desk that cheats is told by both checkers, without the rules and without playing anything again."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.core.event import Event
from pbem.core.umpire import Umpire
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.play import play
from pbem.seal import pbem_verify
from pbem.seal.draws import KeyedMasks
from pbem.seal.verify import verify
from pbem.systems.table import events as ev
from pbem.systems.table.rules import TableRules
from tests.desk.test_undo import false
from tests.systems.table.laid import GAME, SheetTitle, laid, position, practised, say
from tests.systems.table.test_by_mail import mailbox

SHEET = """
title = "Short"
sides.one = { code = "AA" }
sides.two = { code = "BB" }
deck.small = { cards = "Card 1-9" }
"""
Bend = Callable[[Event, Any], Iterator[Event]]


def _card(event: Event, state: Any) -> Iterator[Event]:
    """Another card than the one at its place."""
    if isinstance(event, ev.TableTook) and event.place >= 0:
        pool = state.decks[event.deck].pool
        yield replace(event, card=pool[(event.place + 1) % len(pool)])
    else:
        yield event


def _place(event: Event, state: Any) -> Iterator[Event]:
    """Another place than roll and mask give, and its card."""
    if isinstance(event, ev.TableTook) and event.place >= 0:
        pool = state.decks[event.deck].pool
        place = (event.place + 1) % len(pool)
        yield replace(event, card=pool[place], place=place)
    else:
        yield event


def _gift(event: Event, state: Any) -> Iterator[Event]:
    """A card more than was drawn."""
    yield event
    if isinstance(event, ev.TableTook):
        yield replace(event, card=state.decks[event.deck].pool[0], place=0)


def _top(event: Event, state: Any) -> Iterator[Event]:
    """A known card in place of a draw."""
    if isinstance(event, ev.TableDrew) and event.roll is not None:
        yield replace(event, roll=None)
    else:
        yield event


def _die(event: Event, state: Any) -> Iterator[Event]:
    if isinstance(event, ev.TableRolled):
        yield replace(event, roll=replace(event.roll, faces=tuple(face % 6 + 1 for face in event.roll.faces)))
    else:
        yield event


def _secret(event: Event, state: Any) -> Iterator[Event]:
    if isinstance(event, ev.TableSecretFaces):
        yield replace(event, faces=tuple(face % 6 + 1 for face in event.faces))
    else:
        yield event


def _plan(event: Event, state: Any) -> Iterator[Event]:
    if isinstance(event, ev.TablePlanOpened) and event.kind == "plan":
        yield replace(event, words="I stay at home")
    else:
        yield event


def _pool(event: Event, state: Any) -> Iterator[Event]:
    """A card is kept out of the deck when it is shuffled."""
    if isinstance(event, ev.TablePool) and state.decks[event.deck].discards == () and state.exchange > 1:
        yield replace(event, cards=event.cards[1:])
    else:
        yield event


def _not_held(event: Event, state: Any) -> Iterator[Event]:
    """A card is played that its side has not."""
    if isinstance(event, ev.TableCardOut):
        yield replace(event, card=state.decks[event.deck].pool[0])
    else:
        yield event


def played(table: Any) -> None:
    """A short game to its end."""
    say(table, "one", "draw 2 small\nroll 2d6: attack\nroll secretly 1d6: spies\nplan: Sedan")
    card = position(table).hands["one"][0]
    say(table, "one", f"play {card}: now\nreshuffle small\ndraw 1 small\ndone")
    say(table, "two", "draw 1 small\ndone")
    assert table.state(GAME) == "over"


def verdicts(table: Any, folder: Path) -> list[str]:
    """What is false, as `pbem verify` and the checker of one file tell it from the second side's mailbox."""
    folder.mkdir()
    for n, letter in enumerate(table.letters(GAME, "two")):
        (folder / f"{n:03d}.eml").write_bytes(letter.raw)
    status, games, _ = pbem_verify.verify([str(folder)])
    told = [text for kind, _, text in games[GAME].findings if kind == "!!"]
    assert bool(told) == (status == 1)
    verdict = verify([folder])
    assert verdict.status == status, (false(verdict), told)
    return [*false(verdict), *told]


CHEATS = {
    "card": (_card, "was dealt"),
    "place": (_place, "was dealt"),
    "gift": (_gift, "without a draw"),
    "top": (_top, "lay not on top"),
    "die": (_die, "otherwise than its rolls"),
    "secret": (_secret, "the secret roll"),
    "plan": (_plan, "in other words than were sealed"),
    "pool": (_pool, "other cards than came into it"),
    "not held": (_not_held, "had no"),
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    bend, says = CHEATS[name]
    honest = Umpire.emit

    def emit(self: Umpire[Any], event: Event) -> None:
        for one in bend(event, self.state) if self.dice is not None else (event,):
            honest(self, one)

    monkeypatch.setattr(Umpire, "emit", emit)
    table = laid(tmp_path, SheetTitle(SHEET))
    played(table)
    monkeypatch.undo()
    told = verdicts(table, tmp_path / "box")
    assert len([one for one in told if says in one]) >= 2, told


def test_another_key_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        play, "masks_of", lambda desk, books, game: KeyedMasks.of(bytes(32), desk.title("").card, game.branch)
    )
    table = laid(tmp_path, SheetTitle(SHEET))
    played(table)
    monkeypatch.undo()
    assert any("was dealt" in one for one in verdicts(table, tmp_path / "box"))


def test_an_honest_desk_is_right(tmp_path: Path) -> None:
    table = laid(tmp_path, SheetTitle(SHEET))
    played(table)
    assert verdicts(table, tmp_path / "box") == []


def test_a_masked_roll_says_nothing(tmp_path: Path) -> None:
    """A card of fourteen by roll and mask: each as often as the others, whatever the roll was."""
    masks = KeyedMasks({"cp": b"k" * 32}, "main")
    counts = [0] * 14
    for n in range(14_000):
        counts[masks.mask("cp", f"T01.B1.G01.CP.W draw {n} #1", 14)] += 1
    assert sum((one - 1000) ** 2 for one in counts) / 1000 < 22.4  # chi-square, 95 %
    other = KeyedMasks({"cp": b"k" * 32}, "b2")
    labels = [f"draw {n} #1" for n in range(50)]
    assert [masks.mask("cp", one, 14) for one in labels] != [other.mask("cp", one, 14) for one in labels]


def test_the_key_of_a_player_who_left_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = laid(tmp_path, SheetTitle(SHEET))
    monkeypatch.setattr(play, "mask_players", lambda books, game: {})
    say(table, "one", "draw 2 small\ndone")
    perform(table.desk, Replace(GAME, "two", "N. Osman <two.new@mail.example>"), "petra", "ill")
    table.addresses["two"] = "two.new@mail.example"
    pack = next(one for one in table.letters(GAME, "two") if one.kind == "hand-over")
    table.clock.forward(minutes=3)
    assert table.say(GAME, "two", "draw 5 small\nroll 1d6: last\ndone", to=pack).kind == "receipt"
    monkeypatch.undo()
    assert table.state(GAME) == "over"
    assert any("was dealt" in one for one in verdicts(table, tmp_path / "box"))


@pytest.mark.slow
def test_lines_that_are_carried_out_in_another_sequence_are_told_by_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = TableRules._lines

    def reversed_lines(self: Any, umpire: Any, side: str, letter: str, orders: Any) -> Any:
        words = [one for one in orders if one.verb not in ("done", "back", "over")]
        last = [one for one in orders if one not in words]
        return honest(self, umpire, side, letter, (*reversed(words), *last) if umpire.dice is not None else orders)

    monkeypatch.setattr(TableRules, "_lines", reversed_lines)
    table = laid(tmp_path, "table:cards")
    practised(table, "sequence")
    monkeypatch.undo()
    box = mailbox(table, "south", tmp_path / "box")
    assert main(["verify", "--replay", str(box)]) == 1
    assert "!!" in capsys.readouterr().out


@pytest.mark.slow
def test_another_sheet_than_the_players_have_is_told_by_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The desk plays with a deck of ten, and sent a sheet with nine."""
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    monkeypatch.setenv("PBEM_SHEETS", str(sheets))
    (sheets / "tenfold.toml").write_text(SHEET.replace("Card 1-9", "Card 1-10"))
    table = laid(tmp_path, "table:tenfold")
    played(table)
    box = mailbox(table, "two", tmp_path / "box")
    assert _replayed(box)[0] == 0
    (sheets / "tenfold.toml").write_text(SHEET)
    status, told = _replayed(box)
    assert status == 2
    assert "record 0, opening: the position is different" in told


def _replayed(box: Path) -> tuple[int, str]:
    """The status of a replay by a program of the player's own, and what it tells."""
    command = (sys.executable, "-m", "pbem", "verify", "--replay", str(box))
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout


def test_at_least_twelve_cheats_are_planted() -> None:
    """Those above, and a changed file (test_files)."""
    others = ("another key", "the key of who left", "the sequence of lines", "the sheet", "the file")
    assert len(CHEATS) + len(others) >= 12
