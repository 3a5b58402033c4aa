"""A sheet: what the table must know of a game (docs/table.md, The sheet), and its card.  `sheet_file` reads it.

Facts and figures alone: there are no conditions, loops or formulas in a sheet.  Whoever needs them writes a game.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.system import ALL, PHASING, Card, PhaseCard, Side

MOST_VALUE = 1_000_000
ALL_CARDS = "all"
"""The owner of a deck from which every side draws."""


@dataclass(frozen=True)
class SheetSide:
    """A side: id in the sheet, code in phase ids, name for people; `sees_all` for an umpire, from whom nothing is hidden."""

    id: str
    code: str
    name: str
    sees_all: bool = False


@dataclass(frozen=True)
class TurnStep:
    """A step of the turn: who has the pen in which sequence, how often it goes round; () if all write sealed plans at once.

    With `is_anybodys` whoever writes has the pen for one letter, and the step is over when all of `pen` are done.
    `only` is the one turn in which it comes, 0 for every turn; with `silent` a side that lets its deadline pass has done its
    part.
    """

    name: str
    pen: tuple[str, ...] = ()
    rounds: int = 1
    only: int = 0
    silent: bool = False
    is_anybodys: bool = False

    @property
    def first(self) -> str:
        """The side that has the pen when the step begins, "" where it is nobody's."""
        return self.pen[0] if self.pen and not self.is_anybodys else ""

    @property
    def is_sealed(self) -> bool:
        """True if all write at once."""
        return not self.pen

    @property
    def parts(self) -> int:
        """The number of parts of the step: one for each time that the pen comes to somebody."""
        return 1 if self.is_anybodys else len(self.pen) * self.rounds


@dataclass(frozen=True)
class Chart:
    """A table of results: its dice, the names of its columns (() for one without), and its rows by first and last number."""

    name: str
    dice: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, int, tuple[str, ...]], ...]

    def result(self, number: int, column: str) -> str:
        """The result of a number in a column; numbers beyond the rows count as the nearest row."""
        low, high = self.rows[0][0], self.rows[-1][1]
        number = min(max(number, low), high)
        row = next(cells for first, last, cells in self.rows if first <= number <= last)
        return row[self.columns.index(column) if self.columns else 0]


@dataclass(frozen=True)
class DeckCard:
    """A deck: the side that may draw from it ("" for all), its cards, and how many of them a hand may hold (0: any number)."""

    name: str
    owner: str
    cards: tuple[str, ...]
    hand: int = 0


@dataclass(frozen=True)
class GameSheet:
    """A sheet.  `name` is what stands behind ``table:``; `digest` that of its bytes."""

    name: str
    title: str
    turns: int
    sides: tuple[SheetSide, ...]
    steps: tuple[TurnStep, ...]
    dice: tuple[tuple[str, str], ...] = ()
    charts: tuple[Chart, ...] = ()
    decks: tuple[DeckCard, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    units: tuple[tuple[str, str], ...] = ()
    points: tuple[tuple[str, str], ...] = ()
    about: str = ""
    digest: str = ""

    def side(self, name: str) -> SheetSide | None:
        """The side with this id, code or name, case ignored; None if there is none."""
        wanted = name.lower()
        return next((one for one in self.sides if wanted in (one.id, one.code.lower(), one.name.lower())), None)

    @property
    def watchers(self) -> tuple[str, ...]:
        """The sides from which nothing is hidden."""
        return tuple(one.id for one in self.sides if one.sees_all)

    def named_dice(self, name: str) -> str:
        """The dice with this name, "" for none."""
        return next((spec for one, spec in self.dice if one.lower() == name.lower()), "")

    @property
    def plain_dice(self) -> tuple[str, ...]:
        """The names of dice that are rolled as they are: a table of the same name is looked up instead."""
        return tuple(name for name, _ in self.dice if self.chart(name) is None)

    def chart(self, name: str) -> Chart | None:
        """The table with this name."""
        return next((one for one in self.charts if one.name.lower() == name.lower()), None)

    def deck(self, name: str) -> DeckCard | None:
        """The deck with this name."""
        return next((one for one in self.decks if one.name.lower() == name.lower()), None)


def in_sequence(card: str) -> tuple[tuple[int, int | str], ...]:
    """The place of a card in a pool: CP2 stands before CP10."""
    parts = re.split(r"(\d+)", card.lower())
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in parts if part)


# The card of a table, which needs no rules: so a subject line can be written without them.

PEN, TOGETHER, ANYBODY = "W", "S", "A"
"""The letters of an exchange of the one who has the pen, of a step in which all write at once, of one in which anybody may."""


@lru_cache(maxsize=256)
def card_of(sheet: GameSheet) -> Card:
    """The card of a game with this sheet; its data are found under the digest of the sheet, which genesis commits to."""
    title = f"table:{sheet.name}" if sheet.name else "table"
    phases = (
        PhaseCard(PEN, "Exchange", "", PHASING),
        PhaseCard(TOGETHER, "Sealed plans", "", ALL),
        PhaseCard(ANYBODY, "Exchange of anybody", "", ALL),
    )
    sides = tuple(Side(one.id, one.code, one.name) for one in sheet.sides)
    return Card(title, sheet.title, f"table-{sheet.digest[:32]}", "TB", sides, phases, (), sheet.name or "plain")
