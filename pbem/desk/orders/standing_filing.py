"""Filing the standing orders of a letter: those that it cancels, its new ones, the sequence of all, marches that end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.desk.desk import Desk
from pbem.desk.incoming.letter_requests import Wishes, accepted_lines, is_cancelled
from pbem.desk.orders import filing
from pbem.desk.orders.filed import Filed, Refused
from pbem.desk.orders.merge import who
from pbem.desk.orders.sharing import NOT_YOURS, Writer, whose
from pbem.desk.orders.standing import order_of, rearrange
from pbem.desk.play.play import Played
from pbem.language.hints import listed
from pbem.orders.bounds import MOST_STANDING
from pbem.orders.rehearsal import RehearsalResult
from pbem.orders.standing import StandingOrder
from pbem.reports.letter_style import translate
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, StandingRow


@dataclass(frozen=True)
class StandingFiling:
    """The standing orders of a side, as a letter of one of it changes them."""

    desk: Desk
    books: Books
    game: GameRow
    player: PlayerRow
    writer: Writer

    def file(self, filed: Filed, first: RehearsalResult, wishes: Wishes) -> list[str]:
        """End what is cancelled, file what is new, and bring those in force into the sequence that the player wishes.

        Gives what was too much for one letter, in sentences.
        """
        at, unread = self.desk.clock.now(), list[str]()
        before = self.books.standing.in_force(self.game, self.player.side)
        ended = [row for row in before if wishes.cancels(row.number, row.text)]
        cancelled = [row for row in ended if self.writer.is_mine(row.seat)]
        theirs = [f"cancel order {row.number}" for row in ended if row not in cancelled]
        if "all" in wishes.cancels_:
            theirs = ["cancel all standing orders"] if theirs and not cancelled else []
        for text in theirs:
            filed.refused.append(Refused(0, text, (text, f"{NOT_YOURS}  {whose(self.player)}"), "command"))
        for row in cancelled:
            self.books.standing.end(row, at)
        marches = self._end_marches(first, at)
        filed.ended = (*(f"{row.number}  {row.text}" for row in cancelled), *marches)
        in_force = self.books.standing.in_force(self.game, self.player.side)
        for wanted in wishes.cancels_:
            if not any(is_cancelled(wanted, row.number, row.text) for row in before):
                whole = f"order {wanted}" if wanted.isdigit() else "all standing orders" if wanted == "all" else wanted
                self._refuse_command(filed, f"cancel {whole}", in_force)
        known = {row.text for row in in_force}
        dialect = self.desk.title(self.game.title).dialect
        kept = [one for one in first.standing if dialect.is_kept(one)]
        if len(kept) < len(first.standing) and not marches:
            filed.notes.append(translate("None of these units was on the march."))
        more = {one.text: one for one in kept if one.text not in known}
        room = max(MOST_STANDING - len(in_force), 0)
        if len(more) > room:
            words = (
                "You may have {most} standing orders in force.  We took {count} of the {all} new ones in this letter."
            )
            unread.append(translate(words, most=MOST_STANDING, count=room, all=f"{len(more):,}"))
        taken = {*known, *list(more)[:room]}
        orders = [one for one in kept if one.text in taken]
        rows = filing.file_standing(self.books, self.game, self.player.side, orders, at, self.writer.number)
        filed.standing = tuple(f"{row.number}  {row.text}{self._way(filed.now, row)}" for row in rows)
        filed.lines += len(rows)
        if policies := [row.number for row in rows if row.text.startswith("policy ")]:
            filed.notes.append(
                translate(
                    "The game no longer stops to ask you what standing order {numbers} answers.  To be asked again, write"
                    "   {cancel}"
                    if len(policies) == 1
                    else "The game no longer stops to ask you what standing orders {numbers} answer.  To be asked again, "
                    "write for example   {cancel}",
                    numbers=listed(map(str, policies)),
                    cancel=f"cancel order {policies[0]}",
                )
            )
        self._move_standing(filed, wishes, in_force)
        return unread

    def _move_standing(self, filed: Filed, wishes: Wishes, in_force: Sequence[StandingRow]) -> None:
        """Change the sequence of the standing orders that were in force before the letter."""
        numbers = {row.number for row in in_force}
        for number, where, other in wishes.moves:
            if not numbers.issuperset((number, other)):
                self._refuse_command(filed, f"move order {number} {where} {other}", in_force)
                continue
            filed.moved = True
            filed.notes.append(rearrange(self.books, self.game, self.player.side, number, where, other))

    def _end_marches(self, letter: RehearsalResult, at: datetime) -> list[str]:
        """End the marches of units that the letter orders otherwise; a march goes on for those of whom it says nothing."""
        dialect = self.desk.title(self.game.title).dialect
        units = {name for line in accepted_lines(letter) for order in line.orders for name in who(order)}
        units.update(name for one in letter.standing for name in dialect.relieved(one))
        ended: list[str] = []
        rests: list[tuple[StandingOrder, int]] = []
        for row in self.books.standing.in_force(self.game, self.player.side) if units else ():
            order = order_of(row)
            left = dialect.left_of(order, units)
            if left is not order:
                self.books.standing.end(row, at)
                rest = f"; it goes on as   {left.text}" if left is not None else ""
                ended.append(f"{row.number}  {row.text}{rest}")
                rests += [(left, row.seat)] if left is not None else []
        for left, seat in rests:
            filing.file_standing(self.books, self.game, self.player.side, [left], at, seat)
        return ended

    def _way(self, now: Played, row: StandingRow) -> str:
        """The route of a march, hex by hex and turn by turn, behind its text in the receipt."""
        title = self.desk.title(self.game.title)
        view = title.system.view(now.state, self.player.side)
        progress = title.dialect.progress(order_of(row), self.player.side, view, whole=True)
        return f"; {progress}" if progress else ""

    def _refuse_command(self, filed: Filed, text: str, in_force: Sequence[StandingRow]) -> None:
        """A command about a standing order that is not in force: which are.  Beside others that were, it is a note alone."""
        has = listed(str(row.number) for row in in_force)
        what = (
            translate("Your standing orders in force are {numbers}", numbers=has)
            if has
            else translate("You have no standing order in force")
        )
        what = f"{what}; {translate('see them with')}   orders"
        if filed.ended:
            filed.notes.append(f"{text}:   {what}")
        else:
            filed.refused.append(Refused(0, text, (text, f"E190  {what}"), "command"))
