"""A desk with a table on it, for the tests of the table."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.play.play import asked_sides, present
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.store.secrets import Vault
from pbem.systems.game import Game
from pbem.systems.registry import game as registered
from pbem.systems.table.dialect import TableDialect
from pbem.systems.table.practice import TablePractice
from pbem.systems.table.rules import TableRules
from pbem.systems.table.sheet import GameSheet
from pbem.systems.table.sheet_file import read_sheet
from pbem.systems.table.state import Position, Sealed
from pbem.systems.table.telling import TableTeller
from tests.databases import store_in
from tests.desk.table import GM, KEY, START, Table

GAME = "t-1"


class SheetTitle:
    """A table with a sheet of a test, as the campaign is handed it."""

    offering = chances = lessons = None
    is_unfinished = False

    def __init__(self, text: str, name: str = "own") -> None:
        self.sheet = read_sheet(name, text)
        self.system, self.dialect = TableRules(self.sheet), TableDialect(self.sheet)
        self.teller, self.practice = TableTeller(self.sheet), TablePractice(self.sheet)

    @property
    def card(self) -> Any:
        return self.system.card

    def short_name(self, phase: str) -> str:
        return self.teller.short_name(phase)


def laid(folder: Path, title: str | SheetTitle, **more: Any) -> Table:
    """A game of a sheet by name, or of a sheet of the test's own."""
    clock = SetClock(START)
    own = title if isinstance(title, SheetTitle) else None
    name = own.card.id if own is not None else str(title)
    titles: Any = (lambda _: own) if own is not None else registered
    table = Table(
        Desk(store_in(folder, Vault(KEY), url=f"sqlite:///{folder / 'desk.db'}"), clock, House("pbem.example"), titles),
        clock,
    )
    card = titles(name).card
    table.addresses, table.title = {one.id: f"{one.id}@mail.example" for one in card.sides}, name
    players = [(side, address, side.title()) for side, address in table.addresses.items()]
    wanted = Wanted(GAME, name, card.main_scenario, players, GM, seed=b"a demo seed", ladder_length=256, **more)
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    return table


def say(table: Table, side: str, words: str) -> Any:
    """A letter to the last letter that the side got which can be answered; the answer to it."""
    table.clock.forward(minutes=3)
    reports = [one for one in table.letters(GAME, side) if one.kind in ("report", "error", "question")]
    return table.say(GAME, side, words, to=reports[-1])


def position(table: Table) -> Position:
    """The truth."""
    with table.desk.store.read() as books:
        found = table.desk.position(books, books.games.get(GAME))
    assert isinstance(found, Position)
    return found


def read(
    sheet: GameSheet | str,
    words: str,
    side: str = "",
    hands: Mapping[str, tuple[str, ...]] | None = None,
    sealed: Mapping[int, Sealed] | None = None,
) -> RehearsalResult:
    """A letter of the side that has the pen first, rehearsed; `hands` are dealt before, and plans `sealed`."""
    text = sheet if isinstance(sheet, str) else ""
    own = read_sheet("own", text) if text else sheet
    assert isinstance(own, GameSheet)
    rules, dialect = TableRules(own), TableDialect(own)
    state = rules.open(rules.card.main_scenario, rules.open("own", None).options)  # type: ignore[arg-type]
    state.pen = side or state.pen
    for one, cards in (hands or {}).items():
        state.hands[one] = cards
    state.sealed.update(sealed or {})
    phase = rules.next_phase(state)
    assert phase is not None
    return rehearse(rules, dialect, state, side or state.pen or own.sides[0].id, phase.letter, words)


def sheet_of(name: str) -> GameSheet:
    """A sheet that travels with the program."""
    found: Game = registered(f"table:{name}")
    sheet: GameSheet = found.sheet  # type: ignore[attr-defined]
    return sheet


def practised(table: Table, luck: str = "", letters: int = 400, after: Any = None, write: Any = say) -> None:
    """Practice players write until the game is over.

    `after` is called after each letter (a witness answers); `write` sends a letter and gives its answer.
    """
    for n in range(letters):
        with table.desk.store.read() as books:
            row = books.games.get(GAME)
            assert row.state != "held", row.hold
            now = present(table.desk, books, row) if row.state == "open" else None
        if now is None:
            return
        title = table.desk.title(table.title)
        for side in asked_sides(now.open):

            def pick(purpose: str, many: int, side: str = side, now: Any = now) -> int:
                seed = f"{luck} {now.phase.id} {side} {purpose}".encode()
                return int.from_bytes(hashlib.sha256(seed).digest()[:8], "big") % many

            view = title.system.view(now.state, side)
            orders = title.practice.orders(title.system, view, side, now.phase.letter, "plain", pick)
            answer = write(table, side, "\n".join(map(title.dialect.write, orders)))
            assert answer.kind == "receipt", (n, answer.text)
            if after is not None:
                after()
    assert letters < 400 or table.state(GAME) == "over", table.phase(GAME)
