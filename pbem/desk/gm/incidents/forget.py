"""Forget a person: delete their address and raw letters from the database; signed records stay."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pbem.desk.games.archiving import holding, take_out
from pbem.desk.gm.incidents.incident import CannotDo, Case, Done, Effect, Word
from pbem.store.database import Books
from pbem.store.forgotten import REMOVED
from pbem.store.games import archive_of


@dataclass(frozen=True)
class Forget:
    """Delete a person's address and mail after their games have ended. Orders and records contain no addresses anyway."""

    NAME: ClassVar[str] = "forget"
    ABOUT: ClassVar[str] = "delete a person's address and letters after their games have ended"
    WORDS: ClassVar[tuple[Word, ...]] = (Word("address", "ADDRESS", "the address"),)
    REASONED: ClassVar[bool] = True

    address: str

    def game_of(self, books: Books) -> str:
        """The empty name: it concerns no single game."""
        return ""

    def effect(self, case: Case) -> Effect:
        """The data that is deleted."""
        names = self._games(case)
        came, went = case.books.letters_in.count_from(self.address), case.books.letters_out.count_to(self.address)
        files = holding(_archives(case.books), self.address)
        parts = [f"{path}: {count} lines" for path, count in files]
        lines = (
            *([f"archives lose it too, with the text of its letters: {'; '.join(parts)}"] if parts else []),
            f"the address is deleted from {', '.join(names) or 'no game'}, from the GMs' log and from other people's letters",
            f"the raw copies of {came} letters from it and {went} to it are emptied; that they existed is kept",
            "backups, moved archives, mailboxes and other people's copies are not touched: see to them yourself",
        )
        return Effect(lines, final="deleted data cannot be restored", signed=False)

    def carry_out(self, case: Case) -> Done:
        """Take it out."""
        self._games(case)
        books = case.books
        # First: where a file cannot be written nothing is forgotten, and it can be said again.
        try:
            for path, _ in holding(_archives(books), self.address):
                take_out(path, self.address)
        except OSError as fault:
            raise CannotDo(f"{fault.filename}: expected an archive that can be written; {fault.strerror}") from None
        for player in books.players.at_address(self.address):
            player.address = ""
        for seat in books.seats.ever_at_address(self.address):
            books.seats.remove(seat)
        books.letters_in.forget(self.address)
        books.letters_out.forget(self.address)
        books.addresses.forget(self.address)
        books.take_out(self.address)
        return Done(("the address is no longer in this database",), logged=f"{self.NAME} {REMOVED}")

    def _games(self, case: Case) -> list[str]:
        """The games they have played.  Raises CannotDo while one of them goes on, and where there is none."""
        players = case.books.players.at_address(self.address)
        games = [case.books.games.by_id(one.game_id) for one in players]
        open_ = sorted(game.name for game in games if game.state != "over")
        if open_:
            raise CannotDo(
                f"{self.address}: expected somebody whose games have all ended; they still play in {', '.join(open_)}"
            )
        known = (
            players or case.books.seats.ever_at_address(self.address) or case.books.letters_in.count_from(self.address)
        )
        known = known or case.books.letters_out.count_to(self.address)
        if not known and not holding(_archives(case.books), self.address):
            raise CannotDo(f"{self.address}: expected an address that is known here; this one is not")
        return [game.name for game in games]


def _archives(books: Books) -> list[Path]:
    """The folders of archived games that are still where they were written."""
    return [Path(archive_of(game)) for game in books.games.archived()]
