"""What a desk files otherwise than a player wrote it is told by the player's own letter, in both checkers."""

import mailbox
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.incoming.reader import LetterText, ReadWhole
from pbem.desk.orders import letter_join
from pbem.desk.play.advance import advance
from pbem.seal import pbem_verify
from pbem.seal.verify import verify
from tests.desk import in_contact
from tests.desk.table import Table

TWO_LINES = "Red One fire at Blue One\nRed Two fire at Blue One\nready"


def mailbox_of(table: Table, tmp_path: Path, words: str) -> Path:
    """Red's mailbox, with Red's own letter of these words."""
    game = table.open()
    raw = table.reply(game, "red", words)
    table.deliver(raw)
    advance(table.desk, game)
    for answer in ("2", "1"):
        table.say(game, "blue", answer)
    box = mailbox.mbox(tmp_path / "red.mbox")
    for letter in (raw, *(one.raw for one in table.letters(game, "red"))):
        box.add(letter)
    box.close()
    return tmp_path / "red.mbox"


def judged(path: Path) -> tuple[int, str]:
    """The status of both checkers, and what both say in one text."""
    verdict = verify([path])
    status, games, _ = pbem_verify.verify([str(path)])
    assert status == verdict.status
    told = [one.text for one in verdict.all_findings()]
    said = [text for game in games.values() for _, _, text in game.findings]
    for word in ("another sequence", "does not say so", "other words", "the standing order"):
        assert (word in " ".join(told)) == (word in " ".join(said))
    return status, " ".join(told)


def test_an_honest_desk(table: Table, tmp_path: Path) -> None:
    path = mailbox_of(table, tmp_path, TWO_LINES)
    assert judged(path)[0] == 0
    (game,) = verify([path]).games
    assert (game.side, game.compared) == ("RED", 1)


def test_lines_exchanged_before_they_are_filed(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = letter_join.merge

    def exchanged(*given: Any, **more: Any) -> Any:
        made = honest(*given, **more)
        return replace(made, entries=made.entries[::-1])

    lie(monkeypatch, exchanged)
    status, told = judged(mailbox_of(table, tmp_path, TWO_LINES))
    assert status == 1
    assert "another sequence than they have in your letter" in told


def test_lines_exchanged_of_a_letter_in_other_words(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = letter_join.merge

    def exchanged(*given: Any, **more: Any) -> Any:
        made = honest(*given, **more)
        return replace(made, entries=made.entries[::-1])

    lie(monkeypatch, exchanged)
    words = "1. red one fire at blue one please\n2. red two fire at blue one please\nready"
    status, told = judged(mailbox_of(table, tmp_path, words))
    assert "another sequence" in told or status


STANDING = "policy cover: stand"


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (TWO_LINES, 1, f"'{STANDING}' was filed, and your letter does not say so"),
        (
            "red one fire at blue one please\nready",
            0,
            f"the standing order '{STANDING}' was filed, and no line of your letter reads like it",
        ),
        (f"red one fire at blue one please\n{STANDING}\nready", 0, ""),
    ],
)
def test_a_standing_order_that_is_added(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, status: int, says: str
) -> None:
    """It is false where the letter is in the desk's words, and named where it is in others."""
    honest = letter_join.LetterJoin.whole

    def added(join: letter_join.LetterJoin, text: LetterText) -> ReadWhole:
        more = "" if STANDING in text.body or join.player.side != "red" else f"\n{STANDING}"
        return honest(join, replace(text, body=text.body + more))

    monkeypatch.setattr(letter_join.LetterJoin, "whole", added)
    found, told = judged(mailbox_of(table, tmp_path, words))
    assert found == status
    assert says in told
    assert says or "standing order" not in told


def lie(monkeypatch: pytest.MonkeyPatch, made: Any) -> None:
    """Let the desk join lines in this way."""
    monkeypatch.setattr(letter_join, "merge", made)


GOES_ON = "policy opfire all: any\nwhen Crow King is meleed then stand\npass\nready"


def two_phases(tmp_path: Path, second: str) -> Path:
    """The Indian player's mailbox, with both letters of theirs: one with standing orders, and the next phase's."""
    table = in_contact.lay(tmp_path, b"standing orders")
    raws = []
    for words in (GOES_ON, second):
        raws.append(table.reply(in_contact.GAME, "indian", words))
        table.deliver(raws[-1])
        advance(table.desk, in_contact.GAME)
    box = mailbox.mbox(tmp_path / "indian.mbox")
    for letter in (*raws, *(one.raw for one in table.letters(in_contact.GAME, "indian"))):
        box.add(letter)
    box.close()
    return tmp_path / "indian.mbox"


def test_standing_orders_that_go_on_are_not_looked_for_in_the_next_letter(tmp_path: Path) -> None:
    path = two_phases(tmp_path, "Crow King fire full at C/3 Cav\nready")
    status, told = judged(path)
    assert (status, "does not say so" in told, "the standing order" in told) == (0, False, False)
    assert verify([path]).games[0].compared == 2


def test_one_that_is_added_in_the_next_phase_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = letter_join.LetterJoin.whole

    def added(join: letter_join.LetterJoin, text: LetterText) -> ReadWhole:
        more = "\npolicy all scatter: none" if "fire full" in text.body else ""
        return honest(join, replace(text, body=text.body + more))

    monkeypatch.setattr(letter_join.LetterJoin, "whole", added)
    status, told = judged(two_phases(tmp_path, "Crow King fire full at C/3 Cav\nready"))
    assert status == 1
    assert "'policy all scatter: none' was filed, and your letter does not say so" in told
