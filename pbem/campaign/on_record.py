"""Everything that a side has on file, phase by phase: what receipts and reports show of it."""

from collections.abc import Collection, Iterator
from typing import Any

from pbem.campaign.filing import stood
from pbem.campaign.merge import Entry
from pbem.core.frozen import dataclass
from pbem.reports.receipts import FiledLine
from pbem.reports.report import FiledOrders
from pbem.reports.teller import Teller
from pbem.store.database import Books
from pbem.store.tables import GameRow, SubmissionRow


@dataclass(frozen=True)
class Filing:
    """What is on file for one phase that is still to be played: its full id, the submission, the accepted lines."""

    phase: str
    submission: SubmissionRow
    entries: tuple[Entry, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The canonical lines, in their sequence."""
        return tuple(line for one in self.entries for line in one.canonical)


def everything(books: Books, game: GameRow, side: str, but: Collection[str] = ()) -> Iterator[Filing]:
    """What a side has on file, in the sequence of the phases; without those of `but`."""
    phases = [one for one in books.submissions.phases_filed(game, side) if one not in but]
    if not phases:
        return
    done = {row.phase for row in books.phases.of(game) if row.state == "done"}
    for phase in phases:
        latest = books.submissions.latest(game, side, phase)
        if phase in done or latest is None or latest.state != "filed":
            continue
        entries = tuple(one for one in stood(books, game, side, phase) if one.verdict == "accepted")
        if entries or latest.ready:
            yield Filing(phase, latest, entries)


def in_report(books: Books, game: GameRow, side: str, teller: Teller[Any]) -> tuple[FiledOrders, ...]:
    """The same for a report."""
    return tuple(
        FiledOrders(teller.short_name(one.phase), one.submission.n, one.submission.ready, one.lines)
        for one in everything(books, game, side)
    )


def in_receipt(
    books: Books, game: GameRow, side: str, teller: Teller[Any], but: Collection[str]
) -> tuple[tuple[str, tuple[FiledLine, ...]], ...]:
    """What is on file for phases that a letter did not speak of: each phase in words, and its lines."""
    return tuple(
        (teller.short_name(one.phase), tuple(FiledLine(0, line) for line in one.lines))
        for one in everything(books, game, side, but)
        if one.lines
    )
