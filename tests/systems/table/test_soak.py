"""Whole games at the table between practice players, with files, in all modes of dice: proved from every mailbox, and no byte
of a letter tells what its reader may not know.  PBEM_TABLE_GAMES=100 plays so many.
"""

import hashlib
import json
import os
import re
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.desk.play import locking, witness
from pbem.desk.play.advance import advance
from pbem.desk.record.replay import replay
from pbem.seal import lock, pbem_verify
from pbem.seal.verify import verify
from pbem.systems.table.state import Position
from tests.desk.table import START, Table
from tests.desk.test_undo import false
from tests.systems.table.laid import GAME, laid, position, practised
from tests.systems.table.test_by_mail import mailbox
from tests.systems.table.test_files import PNG, VLOG, send

GAMES = int(os.environ.get("PBEM_TABLE_GAMES", "3"))
SHEETS = ("cards", "three", "bids", "dice")
MODES = ("sealed", "witness", "beacon")
QUICK = {**lock.QUICKNET, "genesis_time": int(START.timestamp()) - 86_400}


class Answer:
    """The answer to a letter that had a file."""

    def __init__(self, told: str) -> None:
        self.kind, _, self.text = told.partition("\n")


class Writer:
    """Sends letters, every third with a file of its own."""

    def __init__(self) -> None:
        self.letters = self.files = 0

    def __call__(self, table: Table, side: str, words: str) -> Any:
        self.letters += 1
        files = []
        if self.letters % 3 == 0:
            self.files += 1
            odd = hashlib.sha256(f"{self.letters} {side}".encode()).digest()
            files = [("set up.png", PNG + odd)] if self.letters % 2 else [("T1 move.vlog", VLOG)]
        return Answer(send(table, side, words, *files))


class Signed:
    """A beacon of the tests: its rounds are made up, and checked against the same rule in place of a pairing."""

    def signature(self, chain: str, number: int) -> str:
        return hashlib.sha384(f"{chain} {number}".encode()).hexdigest()

    def is_genuine(self, source: Any, number: int, signature: str) -> bool:
        return signature == self.signature(source["chain"], number)


def opened(folder: Path, sheet: str, mode: str) -> tuple[Table, Any]:
    """A game in a mode of dice, and what happens after each letter."""
    if mode == "witness":
        wes = witness.make(folder / "wes", GAME, "W.Ness", "wes@witness.example", 256)
        table = laid(folder, f"table:{sheet}", dice="witness", source=wes.card())

        def answers() -> None:
            with table.desk.store.read() as books:
                row = books.locks.pending(books.games.get(GAME))
            if row is not None and row.state == "waiting":
                raw = table.letters(GAME, "witness")[-1].raw
                table.deliver(witness.letter(wes, raw, witness.answer(wes, raw)))
                advance(table.desk, GAME)

        return table, answers
    if mode == "beacon":
        table = laid(folder, f"table:{sheet}", dice="beacon", source=QUICK)
        object.__setattr__(table.desk, "rounds", Signed())

        def rounds() -> None:
            table.clock.forward(minutes=2)
            for name in locking.fetch_due(table.desk):
                advance(table.desk, name)

        return table, rounds
    return laid(folder, f"table:{sheet}"), None


def told_to(table: Table, side: str) -> set[str]:
    """Names of cards, and words of plans, that something has told a side so far."""
    told: set[str] = set()
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        bodies = [json.loads(one) for phase in books.phases.of(game) for one in books.events.of(phase)]
    for event in bodies:
        who = {"TableTook": (event.get("side"),), "TableShowed": (event.get("side"), event.get("to"))}
        kind = event["type"].partition("/")[2]
        if kind == "TableCardOut" or side in who.get(kind, ()):
            told.update([event.get("card", ""), *event.get("cards", ())])
    return told


def unknown_to(table: Table, side: str, state: Position) -> set[str]:
    """Names of cards, and words of plans, that nothing has told a side so far."""
    cards = {card for deck in state.decks.values() for card in deck.cards}
    plans = [one for one in state.sealed.values() if one.kind != "roll"]
    known = {one.words for one in plans if one.side == side or one.is_open}
    return (cards - told_to(table, side)) | ({one.words for one in plans} - known)


def nothing_is_told(table: Table, sheet: str) -> int:
    """Search every byte of every letter, and of all that is attached to it; how many names were looked for."""
    looked = 0
    for side in table.addresses:
        secret = unknown_to(table, side, position(table))
        looked += len(secret)
        forms = [re.compile(rf"(?<![A-Za-z0-9]){re.escape(one)}(?![A-Za-z0-9])") for one in secret]
        for letter in table.letters(GAME, side):
            # The sheet, which lists the cards of each deck, is no secret.
            whole = [one for one in message_from_bytes(letter.raw).walk() if one.get_filename() != f"{sheet}.toml"]
            parts = [one.get_payload(decode=True) for one in whole]
            text = b"\n".join([letter.raw, *(one for one in parts if isinstance(one, bytes))]).decode(
                "utf-8", "replace"
            )
            assert [one.pattern for one in forms if one.search(text)] == [], (side, letter.kind)
    return looked


def _records(table: Table) -> tuple[int, int, int]:
    """The rolls, draws and files of a game."""
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        rows = [json.loads(row.body)["body"] for row in books.records.of_type(game, "phase.resolved")]
        events = [json.loads(one)["type"] for phase in books.phases.of(game) for one in books.events.of(phase)]
    draws, files = (sum(one.endswith(name) for one in events) for name in ("TableDrew", "FilePassedOn"))
    return sum(len(one["rolls"]) for one in rows), draws, files


@pytest.mark.slow
@pytest.mark.parametrize("n", range(GAMES))
def test_a_whole_game_is_proved_and_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], n: int
) -> None:
    sheet, mode = SHEETS[n % len(SHEETS)], MODES[n % len(MODES)]
    monkeypatch.setattr(lock, "is_genuine", Signed().is_genuine)
    monkeypatch.setattr(lock, "is_installed", lambda: True)
    table, after = opened(tmp_path, sheet, mode)
    write = Writer()
    looked = 0
    for letters in (3 + n % 3, 4, 5):
        practised(table, f"soak {n}", letters=letters, after=after, write=write)
        if table.state(GAME) != "open":
            break
        looked += nothing_is_told(table, sheet)
    practised(table, f"soak {n}", after=after, write=write)
    assert table.state(GAME) == "over"
    assert looked or sheet == "dice"
    for side in table.addresses:
        box = mailbox(table, side, tmp_path / f"box-{side}")
        verdict = verify([box])
        assert (false(verdict), verdict.status) == ([], 0)
        status, games, _ = pbem_verify.verify([str(box)])
        # The file that one can read says that it cannot check a beacon's own signatures.
        assert status == (2 if mode == "beacon" else 0)
        assert [text for kind, _, text in games[GAME].findings if kind == "!!"] == []
        assert main(["verify", "--replay", str(box)]) == 0
    done = replay(table.desk, GAME)
    assert done.is_same, (done.seq, done.expected, done.found)
    rolls, draws, files = _records(table)
    assert files == write.files
    with capsys.disabled() if GAMES > 6 else monkeypatch.context():
        if GAMES > 6:
            print(
                f"game {n}: {sheet}, {mode}: {rolls} rolls, {draws} draws, {files} files; {looked} hidden names",
                flush=True,
            )
