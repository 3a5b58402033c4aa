"""The receipt's remarks on orders of several turns whose units have other orders in the same phase."""

from collections.abc import Iterator

from pbem.desk.desk import Desk
from pbem.desk.orders.filing import stood
from pbem.desk.orders.standing import order_of
from pbem.reports.letter_style import translate, translated
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


def notes(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, numbers: set[int]) -> Iterator[str]:
    """A sentence for each of the standing orders with these numbers that does not order its units in this phase."""
    dialect = desk.title(game.title).dialect
    given = [
        one for entry in stood(books, game, player.side, phase) if entry.verdict == "accepted" for one in entry.orders
    ]
    for row in books.standing.in_force(game, player.side) if given and numbers else ():
        why = dialect.beside(order_of(row), given) if row.number in numbers else ""
        if why:
            yield f"{translate('Standing order {number}:', number=row.number)} {translated(why)}"


def on_a_pass(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> Iterator[str]:
    """The effect of ``pass`` on marches, if there are any."""
    dialect = desk.title(game.title).dialect
    orders = map(order_of, books.standing.in_force(game, player.side))
    acting = [(one, one.action.units) for one in orders if one.action is not None and one.action.units]
    if any(dialect.left_of(one, units) is not one for one, units in acting):
        yield translate("With   pass   nobody moves in this phase, your marches included; they go on next turn.")
