"""Several people on one side: each gives orders to his own formations, and the side's player says when it is ready."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.core.problem import Illegal
from pbem.desk.desk import read_json
from pbem.desk.orders.merge import who
from pbem.orders.rehearsal import LineVerdict, RehearsalResult
from pbem.store.database import Books
from pbem.store.tables import GameRow


def formations_of(books: Books, game: GameRow, side: str, address: str) -> tuple[str, ...]:
    """The formations of somebody who shares a side; () for its player, and for one who may give orders to all of it."""
    if any(one.address.lower() == address.lower() and one.side == side for one in books.players.of(game)):
        return ()
    for seat in books.seats.sharing(game, side):
        if seat.address.lower() == address.lower():
            return tuple(read_json(seat.formations))
    return ()


def limited(rehearsal: RehearsalResult, formations: Sequence[str]) -> RehearsalResult:
    """The rehearsal of somebody's letter, lines for units of others refused; standing orders are the side's player's."""
    if not formations:
        return rehearsal
    return replace(rehearsal, lines=tuple(_judged(one, formations) for one in rehearsal.lines), standing=())


def _judged(one: LineVerdict, formations: Sequence[str]) -> LineVerdict:
    names = [name for order in one.orders for name in who(order)]
    foreign = next((name for name in names if not _is_of(name, formations)), "")
    if one.verdict != "accepted" or not foreign:
        return one
    problem = Illegal("E103", f"{foreign} is not of your formations: {', '.join(formations)}.", words=foreign)
    return replace(one, verdict="refused", problem=problem)


def _is_of(name: str, formations: Sequence[str]) -> bool:
    """Whether a unit is of one of the formations: ``C/3 Cav`` is of ``3 Cav``, and of ``C/3 Cav``."""
    low = name.lower()
    return any(low == one.lower() or low.endswith((f"/{one.lower()}", f" {one.lower()}")) for one in formations)
