"""Letters that come too late: behind a deadline or a newer report, or for a phase that is already being played, of which
changes are refused while everything else counts."""

from dataclasses import replace
from datetime import datetime

from pbem.core.order import Problem
from pbem.desk.incoming.incoming import Incoming
from pbem.desk.incoming.letter_requests import ALL_LINES, LetterRequests
from pbem.desk.orders import filing
from pbem.desk.orders.letter_join import JoinResult, LetterJoin
from pbem.desk.orders.merge import Merged
from pbem.desk.orders.orders_on_file import FiledChanges, Refused
from pbem.desk.play.answers import orders_are_used
from pbem.desk.play.play import PlayResult, owes_orders
from pbem.orders.rehearsal import ACCEPTED, REFUSED, RehearsalResult
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PlayerRow


def deadline_missed(books: Books, game: GameRow, letter: Incoming) -> datetime | None:
    """The deadline that was enforced between the letter that this one answers and this one's arrival, or None."""
    row = books.phases.named(game, letter.key.phase)
    closed = row.closed if row is not None else None
    return closed if closed is not None and letter.key.made <= closed < letter.arrived else None


def is_behind(books: Books, game: GameRow, player: PlayerRow, letter: Incoming) -> bool:
    """True if the player has had a report since the letter that they answer: without any they know of nothing newer."""
    last = books.letters_out.last_report(game.name, player.side)
    if last is None:
        return True
    return (last.made, report_number(last)) > (letter.key.made, letter.key.seq)


def is_played(now: PlayResult, side: str) -> bool:
    """True if the phase is being played with a side's orders, and stops at a question in its middle."""
    return orders_are_used(now.row, now.stop.segments, side) and not owes_orders(now.open, side)


def says_played() -> str:
    """The refusal of a change to the phase that is being played."""
    return translate("This phase is being played, so your orders for it can no longer change.")


def refused_now(tried: RehearsalResult, now: PlayResult, side: str) -> RehearsalResult:
    """A preview's lines as the desk would take them: orders for the phase that is being played are refused (E204)."""
    if not is_played(now, side):
        return tried
    problem = Problem("E204", says_played())
    lines = tuple(
        replace(one, verdict=REFUSED, problem=problem, warnings=(), notes=())
        if one.verdict == ACCEPTED and one.orders and one.phase in ("", now.phase.letter)
        else one
        for one in tried.lines
    )
    return replace(tried, lines=lines)


def for_later_phases(
    books: Books,
    game: GameRow,
    side: str,
    filed: FiledChanges,
    joined: JoinResult,
    wishes: LetterRequests,
    joining: LetterJoin,
) -> JoinResult:
    """Keep a letter's orders for later phases; refuse its changes to the phase that is being played."""
    phase = filed.now.phase.id
    here = joined.merged.get(phase)
    says = says_played()
    blocks = []
    for one in here.entries if here is not None else ():
        if one.is_new and one.verdict == "accepted":
            blocks.append((one.number, one.written, f"{translate('line')} {one.number}  {one.written}"))
    is_all = wishes.withdraws == ALL_LINES
    if is_all or phase in joining.left:
        joining.left.pop(phase, None)
        text = "withdraw" if is_all else " ".join(("withdraw line", *wishes.withdraws))
        blocks.append((0, text, text))
    elif wishes.is_whole and not blocks:
        blocks.append((0, "replace", "replace"))
    for number, text, head in blocks:
        filed.refused.append(
            Refused(number, text, (head, *wrap(f"E204  {says}", WIDTH)), "order" if number else "command")
        )
    filed.refused_as_played = bool(blocks)
    stood = Merged(filing.stood(books, game, side, phase), ())
    return replace(joined, merged={**joined.merged, phase: stood}) if here is not None else joined
