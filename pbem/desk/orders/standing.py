"""Standing orders on file: which have come to their end, in which sequence they stand, how a report lists them."""

from collections.abc import Sequence
from typing import Any

from pbem.core.event import Decided
from pbem.desk.desk import Desk
from pbem.desk.play.columns import record_in
from pbem.desk.play.play import Played, Run
from pbem.orders.standing import StandingOrder, numbers_in, retired
from pbem.reports.letter_style import translate
from pbem.reports.report import Standing
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, StandingRow


def order_of(row: StandingRow) -> StandingOrder:
    """The standing order of a row."""
    return record_in(row.body, StandingOrder)


def retire(desk: Desk, books: Books, game: GameRow, run: Run) -> None:
    """Switch off those that can never serve again, as their owners may know it; the next report says so."""
    if not run.phases:
        return
    title = desk.title(game.title)
    for player in books.players.of(game):
        view = title.system.view(run.phases[-1].state, player.side)
        for row in books.standing.in_force(game, player.side):
            why = retired(order_of(row), player.side, view, title.dialect)
            if why:
                books.standing.end(row, desk.clock.now(), why)


def rearrange(books: Books, game: GameRow, side: str, number: int, where: str, other: int) -> str:
    """Put a side's standing order `number` ``before`` or ``after`` the `other`; a sentence about what came of it."""
    rows = list(books.standing.in_force(game, side))
    by_number = {row.number: row for row in rows}
    missing = next((one for one in (number, other) if one not in by_number), None)
    if missing is not None:
        has = ", ".join(str(row.number) for row in rows)
        words = (
            "You have no standing order {missing}; yours are {has}." if has else "You have no standing order {missing}."
        )
        return translate(words, missing=missing, has=has)
    if number == other:
        return translate("Standing order {number} stands where it stood.", number=number)
    moved = by_number[number]
    rows.remove(moved)
    rows.insert(rows.index(by_number[other]) + (where == "after"), moved)
    books.standing.rearrange(rows)
    in_turn = ", ".join(str(row.number) for row in rows)
    return translate("Your standing orders now stand in this sequence: {numbers}.", numbers=in_turn)


def used(ended: Sequence[Played], side: str) -> set[int]:
    """The numbers of a side's standing orders that answered something in these phases."""
    return {
        number
        for played in ended
        for event in played.events
        if isinstance(event, Decided) and event.side == side
        for number in numbers_in(event.source)
    }


def listed(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    ended: Sequence[Played],
    state: Any,
    *,
    is_copy: bool = False,
) -> tuple[Standing, ...]:
    """A player's standing orders as their report lists them: those in force, then those that have switched themselves off.

    Of a march stands how far it has come.  Those that are off are told once, but for a report that `is_copy`.
    """
    title = desk.title(game.title)
    view = title.system.view(state, player.side)
    served = used(ended, player.side)
    rows = books.standing.in_force(game, player.side)
    found = [
        Standing(
            row.number,
            row.text,
            title.dialect.progress(order_of(row), player.side, view) or ("used" if row.number in served else ""),
        )
        for row in rows
    ]
    off = books.standing.switched_off(game, player.side)
    if not is_copy:
        books.standing.tell(off)
    return (*found, *(Standing(row.number, row.text, f"switched off: {row.why}") for row in off))
