"""One number for a line in every letter: its place among all that a side has on file for the phases still to be played."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from pbem.core.phase_id import parse_or_none
from pbem.desk.orders.filing import stood
from pbem.desk.orders.merge import Entry
from pbem.store.database import Books
from pbem.store.tables import GameRow


class Numbered(NamedTuple):
    """A line on file, its number and the full id of its phase."""

    number: int
    phase: str
    entry: Entry


def phases_on_file(books: Books, game: GameRow, side: str) -> list[str]:
    """The phases still to be played for which a side has something on file, in their sequence."""
    done = {row.phase for row in books.phases.of(game) if row.state == "done"}
    found = [one for one in books.submissions.phases_filed(game, side) if one not in done]
    return [one for one in found if _is_filed(books, game, side, one) and not is_overtaken(one, {*found, *done})]


def numbered(books: Books, game: GameRow, side: str) -> list[Numbered]:
    """All that is on file, in sequence; a line that was refused keeps its number until the next letter."""
    found = [(phase, one) for phase in phases_on_file(books, game, side) for one in stood(books, game, side, phase)]
    return [Numbered(number, phase, entry) for number, (phase, entry) in enumerate(found, 1)]


def first_numbers(books: Books, game: GameRow, side: str, instead: Mapping[str, int] | None = None) -> dict[str, int]:
    """The number of the first line of each phase; `instead` are counts of lines that a letter is about to put there."""
    counts = {phase: len(stood(books, game, side, phase)) for phase in phases_on_file(books, game, side)}
    counts.update(instead or {})
    firsts, number = {}, 1
    for phase in sorted(one for one in counts if not is_overtaken(one, counts)):
        firsts[phase] = number
        number += counts[phase]
    return firsts


def is_overtaken(phase: str, others: Collection[str]) -> bool:
    """True if a phase that did not come in its turn has orders for, or was played in, a later one: then these serve no more."""
    one = parse_or_none(phase)
    if one is None:
        return False
    rest = (parse_or_none(other) for other in others)
    return any(
        two is not None and (two.side, two.letter) == (one.side, one.letter) and two.turn > one.turn for two in rest
    )


def _is_filed(books: Books, game: GameRow, side: str, phase: str) -> bool:
    latest = books.submissions.latest(game, side, phase)
    return latest is not None and latest.state == "filed"
