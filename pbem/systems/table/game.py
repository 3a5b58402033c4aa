"""The table's door in the registry: `pbem new NAME --game table`, or ``table:SHEET`` for a sheet."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from pbem import resources
from pbem.core.system import Card, RuleSystem, UnknownTitle
from pbem.systems.game import Game
from pbem.systems.table.sheet import GameSheet
from pbem.systems.table.sheet_file import read_sheet

if TYPE_CHECKING:
    from pbem.mechanisms.offers import Offering
    from pbem.mechanisms.practice import Practice
    from pbem.orders.dialect import Dialect
    from pbem.reports.teller import Teller

TITLE = "table"
FOLDER = "scenarios/table"
SHOWN = "cards"
PLAIN = """
title = "A plain table"
turns = 6
sides.one = { code = "ONE", name = "First" }
sides.two = { code = "TWO", name = "Second" }
"""
"""The sheet of a table without one: two sides, one step, any dice."""


def sheet_names() -> tuple[str, ...]:
    """The sheets that travel with the program, by name."""
    return resources.stems(FOLDER)


def sheet_text(name: str) -> str:
    """The text of a sheet.  Raises UnknownTitle."""
    if not name:
        return PLAIN
    if name in sheet_names():
        return resources.text(f"{FOLDER}/{name}.toml")
    own = resources.own_sheets()
    if name in own:
        return resources.own_sheet(name)
    raise UnknownTitle(f"{TITLE}:{name}", [f"{TITLE}:{one}" for one in (*sheet_names(), *own)])


@dataclass(frozen=True)
class TableGame(Game):
    """A table with a sheet ("" for the plain one); its parts are made of it."""

    sheet_name: str = ""

    def variant(self, name: str) -> "TableGame":
        """The table with the sheet of this name.  Raises UnknownTitle, Faults."""
        sheet_text(name)
        return table(name)

    @property
    def shown(self) -> str:
        """See `registry.HasVariants`."""
        return self.title if self.sheet_name else f"{TITLE}:{SHOWN}"

    @property
    def variants(self) -> tuple[str, ...]:
        """The titles of the tables with the sheets that travel with the program."""
        return tuple(f"{TITLE}:{one}" for one in sheet_names())

    @property
    def data_files(self) -> tuple[tuple[str, bytes], ...]:
        """The files that players need to play the game again themselves: its sheet."""
        return ((f"{self.sheet_name or 'plain'}.toml", sheet_text(self.sheet_name).encode()),)

    @cached_property
    def sheet(self) -> GameSheet:
        """Its sheet."""
        return read_sheet(self.sheet_name, sheet_text(self.sheet_name), f"{FOLDER}/{self.sheet_name}.toml")

    @cached_property
    def _parts(self) -> tuple[Any, Any, Any, Any]:
        from pbem.reports.translated import TranslatedTeller
        from pbem.systems.table.dialect import TableDialect
        from pbem.systems.table.practice import TablePractice
        from pbem.systems.table.rules import TableRules
        from pbem.systems.table.telling import TableTeller

        teller = TableTeller(self.sheet)
        return TableRules(self.sheet), TableDialect(self.sheet), TranslatedTeller(teller), TablePractice(self.sheet)

    @property
    def system(self) -> RuleSystem[Any]:
        """See `Game`."""
        found: RuleSystem[Any] = self._parts[0]
        return found

    @property
    def card(self) -> Card:
        """See `Game`."""
        from pbem.systems.table.sheet import card_of

        return card_of(self.sheet)

    @property
    def dialect(self) -> "Dialect":
        """See `Game`."""
        found: Dialect = self._parts[1]
        return found

    @property
    def teller(self) -> "Teller[Any]":
        """See `Game`."""
        found: Teller[Any] = self._parts[2]
        return found

    def short_name(self, phase: str) -> str:
        """See `Game`."""
        return self.teller.short_name(phase)

    @property
    def offering(self) -> "Offering | None":
        """See `Game`."""
        from pbem.systems.table.dialect import TableOffers

        return TableOffers(self.sheet)

    @property
    def practice(self) -> "Practice | None":
        """See `Game`."""
        return self.practice_players

    @property
    def practice_players(self) -> "Practice":
        """See `Game`."""
        found: Practice = self._parts[3]
        return found


@cache
def table(name: str) -> TableGame:
    """The table with the sheet of this name, "" for the plain one."""
    title = f"{TITLE}:{name}" if name else TITLE
    return TableGame(
        title,
        TITLE,
        "pbem.systems.table.rules:TableRules",
        "",
        "",
        "",
        "",
        TITLE,
        "",
        f"{__name__}:GAME.card",
        sheet_name=name,
    )


GAME = table("")
