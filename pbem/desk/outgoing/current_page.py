"""The phase that waits for a player's orders, as a file for the order page, on request: not only with a report."""

from dataclasses import replace

from pbem.desk.desk import Desk
from pbem.desk.outgoing import attachments, post
from pbem.desk.play.pace import ASK, whole_turn
from pbem.desk.play.play import PlayResult, owes_orders
from pbem.reports import teller
from pbem.reports.report import DeskFacts
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PlayerRow


def files(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, now: PlayResult, form: str, seat: int = 0
) -> tuple[tuple[str, bytes], ...]:
    """The files that a report in this form would enclose now, under the number of the last one; () if no orders are wanted of
    them."""
    last = books.letters_out.last_report(game.name, player.side)
    if last is None or not owes_orders(now.open, player.side):
        return ()
    title, row, number = desk.title(game.title), books.phases.open(game), report_number(last)
    view = title.system.view(now.state, player.side)
    facts = DeskFacts(game.name, number, (), "", desk.clock.now(), deadline=row.due if row is not None else None)
    report = teller.compose(title.teller, facts, player.side, player.code, (), view, wanted=now.phase)
    if game.pace != ASK:
        report = replace(report, to_do=whole_turn(game, title.system, now.phase, report.to_do))
    address = post.address_for(
        desk, books, game, player, now.phase.id, str(number), number, title.teller.stacks(view, player.side), seat
    )
    pages = desk.house.pages
    later = attachments.upcoming_pages(books, game, title, player.side, now.phase)
    return attachments.order_page(
        title, report, view, player.side, now.phase, address, form, pages, is_begun=now.has_acted, later=later
    ).files
