"""The remarks of receipts: questions that wait, what must be decided and is not, who has no order (W309), marches."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbem.core.ask import Ask
from pbem.desk.desk import Desk, read_json
from pbem.desk.orders.filing import stood
from pbem.desk.orders.sharing import units_of
from pbem.desk.orders.standing import order_of
from pbem.desk.play.answers import on_file
from pbem.desk.play.cache import record_in
from pbem.desk.play.play import PlayResult, owes_orders
from pbem.reports import times
from pbem.reports.letter_style import translate, translate_plural, translated
from pbem.reports.questions import example
from pbem.reports.report import WIDTH
from pbem.reports.teller import Teller
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


@dataclass(frozen=True)
class Missing:
    """`owed` has a sentence for each decision that the rules will make; `silent` remarks on units without orders, or is ""."""

    owed: tuple[str, ...] = ()
    silent: str = ""


def missing(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, now: PlayResult, seat: int | None = None
) -> Missing:
    """Decisions that the orders on file for the open phase leave open, as their owner may know them; none if they owe none.

    For the commander in a `seat` the remark is on their own units alone.
    """
    if not owes_orders(now.open, player.side):
        return Missing()
    title = desk.title(game.title)
    latest = books.submissions.latest(game, player.side, now.phase.id)
    filed = on_file(books, latest)
    view, letter = title.system.view(now.state, player.side), now.phase.letter
    owed = title.system.owed(view, player.side, letter, filed.orders)
    if filed.ready == "pass":
        return Missing(owed)  # they have said that nobody is to act
    idle = title.system.silent(view, player.side, letter, filed.orders)
    marches = [order_of(row) for row in books.standing.in_force(game, player.side)]
    units = tuple(name for name in idle.units if all(title.dialect.left_of(one, {name}) is one for one in marches))
    there = next((one for one in books.seats.sharing(game, player.side) if one.number == seat), None)
    mine = units_of(title, view, player.side, read_json(there.formations)) if there is not None else None
    units = tuple(name for name in units if mine is None or name in mine)
    return Missing(tuple(map(translated, owed)), units_without_orders(title.teller, units, idle.then))


def open_questions(desk: Desk, books: Books, game: GameRow, side: str) -> tuple[str, ...]:
    """A sentence for each question that waits for the side's answer, the last with how and until when to give it."""
    row = books.phases.open(game)
    asks = [record_in(one.ask, Ask) for one in books.questions.open(row, side)] if row is not None else []
    if row is None or not asks:
        return ()
    teller = desk.title(game.title).teller
    found = [
        translate("Question {n} is open: {question}", n=n, question=teller.question(one))
        for n, one in enumerate(asks, 1)
    ]
    how = translate(
        "Answer with digits, one per question   | {example}", example=" ".join(str(example(one)) for one in asks)
    )
    until = translate("(until {until})", until=times.in_short(row.due)) if row.due is not None else ""
    return (*found, f"{how}   {until}".rstrip())


def units_without_orders(teller: Teller[Any], units: tuple[str, ...], then: str) -> str:
    """``W309 no orders: A/2, B/2, D/3 Cav and 8 others: they stay``: as many names as one line holds; "" for nobody."""
    if not units:
        return ""
    head = f"W309 {translate('no orders:')} "
    shown = len(units)
    while shown > 1 and len(f"  {head}{teller.several(units[:shown])}") > WIDTH:
        shown -= 1
    left = len(units) - shown
    others = f" {translate_plural('and {count} other', 'and {count} others', left)}" if left else ""
    return f"{head}{teller.several(units[:shown])}{others}: {translated(_of_one(then) if _is_one(units) else then)}"


def _is_one(units: tuple[str, ...]) -> bool:
    """True if `units` is one unit with a name in the singular: ``A/3 Cav``, not ``Miners``."""
    return len(units) == 1 and not units[0].endswith("s")


def _of_one(then: str) -> str:
    """``it stays`` for ``they stay``."""
    text = (
        then.replace("they do not ", "it does not ").replace("they try ", "it tries ").replace("themselves", "itself")
    )
    return re.sub(r"^they (\w+)", r"it \1s", text).replace(" their ", " its ")


# The receipt's remarks on orders of several turns whose units have other orders in the same phase.


def on_marches(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, numbers: set[int]
) -> Iterator[str]:
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
