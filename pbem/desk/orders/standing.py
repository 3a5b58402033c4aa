"""Standing orders on file: which have expired, in which sequence they apply, and how a report lists them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.event import Decided
from pbem.desk.desk import Desk, Title
from pbem.desk.incoming.letter_requests import LetterRequests, accepted_lines, is_cancelled
from pbem.desk.orders import filing
from pbem.desk.orders.merge import who
from pbem.desk.orders.orders_on_file import FiledChanges, Refused
from pbem.desk.orders.sharing import NOT_YOURS, Writer, whose
from pbem.desk.play.cache import record_in
from pbem.desk.play.pace import ASK
from pbem.desk.play.play import PlayResult, Run
from pbem.language.spelling import listed
from pbem.orders.lines import MOST_STANDING
from pbem.orders.rehearsal import RehearsalResult
from pbem.orders.standing import StandingOrder, answer, in_turn, numbers_in, retired
from pbem.reports.letter_style import translate
from pbem.reports.questions import brief
from pbem.reports.report import WIDTH, ListedStanding
from pbem.reports.wrap import heading, wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, StandingRow


def order_of(row: StandingRow) -> StandingOrder:
    """The standing order of a row."""
    return record_in(row.body, StandingOrder)


def retire(desk: Desk, books: Books, game: GameRow, run: Run) -> None:
    """Switch off standing orders that can never apply again, as far as their owners may know; the next report says so."""
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
    """Put standing order `number` of a side ``before`` or ``after`` the `other`; a sentence with the result."""
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
        return translate("Standing order {number} is where it was.", number=number)
    moved = by_number[number]
    rows.remove(moved)
    rows.insert(rows.index(by_number[other]) + (where == "after"), moved)
    books.standing.rearrange(rows)
    in_turn = ", ".join(str(row.number) for row in rows)
    return translate("Your standing orders are now in this sequence: {numbers}.", numbers=in_turn)


def used(ended: Sequence[PlayResult], side: str) -> set[int]:
    """The numbers of a side's standing orders that answered something in these phases."""
    return {
        number
        for played in ended
        for event in played.events
        if isinstance(event, Decided) and event.side == side
        for number in numbers_in(event.source)
    }


def numbered_list(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    ended: Sequence[PlayResult],
    state: Any,
    *,
    is_copy: bool = False,
) -> tuple[ListedStanding, ...]:
    """A player's standing orders as their report lists them: those in force, then those that have switched themselves off.

    Of a march stands how far it has come.  Those that are off are told once, but for a report that `is_copy`.
    """
    title = desk.title(game.title)
    view = title.system.view(state, player.side)
    served = used(ended, player.side)
    rows = books.standing.in_force(game, player.side)
    found = [
        ListedStanding(
            row.number,
            row.text,
            title.dialect.progress(order_of(row), player.side, view) or ("used" if row.number in served else ""),
        )
        for row in rows
    ]
    off = books.standing.switched_off(game, player.side)
    if not is_copy:
        books.standing.tell(off)
    return (*found, *(ListedStanding(row.number, row.text, f"switched off: {row.why}") for row in off))


# Filing the standing orders of a letter: those that it cancels, its new ones, the sequence of all, marches that
# end.


@dataclass(frozen=True)
class StandingFiling:
    """The standing orders of a side, as a letter of one of it changes them."""

    desk: Desk
    books: Books
    game: GameRow
    player: PlayerRow
    writer: Writer

    def file(self, filed: FiledChanges, first: RehearsalResult, wishes: LetterRequests) -> list[str]:
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
                    "Standing order {numbers} now answers for you, and the game no longer stops to ask.  To be asked "
                    "again, write   {cancel}"
                    if len(policies) == 1
                    else "Standing orders {numbers} now answer for you, and the game no longer stops to ask.  To be "
                    "asked again, write for example   {cancel}",
                    numbers=listed(map(str, policies)),
                    cancel=f"cancel order {policies[0]}",
                )
            )
        self._move_standing(filed, wishes, in_force)
        return unread

    def _move_standing(self, filed: FiledChanges, wishes: LetterRequests, in_force: Sequence[StandingRow]) -> None:
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

    def _way(self, now: PlayResult, row: StandingRow) -> str:
        """The route of a march, hex by hex and turn by turn, behind its text in the receipt."""
        title = self.desk.title(self.game.title)
        view = title.system.view(now.state, self.player.side)
        progress = title.dialect.progress(order_of(row), self.player.side, view, whole=True)
        return f"; {progress}" if progress else ""

    def _refuse_command(self, filed: FiledChanges, text: str, in_force: Sequence[StandingRow]) -> None:
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


# ``preview standing``: what a side's standing orders would do if the enemy acted now; nothing is stored or rolled.

MOST = 24
"""Questions that are shown; a position in which all fight all would fill pages."""


def dry_run(title: Title, pace: str, view: Any, side: str, standing: Sequence[StandingOrder]) -> list[str]:
    """A section of a letter: the orders that standing orders would give, and how they would answer."""
    dialect = title.dialect
    in_force = in_turn(standing, view, dialect)
    lines = [heading(translate("IF IT HAPPENED NOW"), translate("as you see the position"))]
    if not in_force:
        lines.append("  " + translate("You have no standing order."))
    by_occasion = _by_occasion(
        (*_orders(title, view, side, in_force), *islice(_answers(title, pace, view, side, in_force), MOST))
    )
    for answers, occasions in by_occasion.items():
        lines += wrap(", {or_} ".format(or_=translate("or")).join(occasions) + ":", WIDTH, first="  ", rest="    ")
        for one in answers:
            lines += wrap(one, WIDTH, first="      ", rest="        ")
    return lines


def _by_occasion(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, ...], list[str]]:
    """The words for each occasion, those with the same answers together; in the sequence of the first."""
    by_occasion: dict[str, list[str]] = {}
    for occasion, answer_ in pairs:
        by_occasion.setdefault(occasion, []).append(answer_)
    alike: dict[tuple[str, ...], list[str]] = {}
    for occasion, answers in by_occasion.items():
        group = alike.setdefault(tuple(answers), [])
        group.append(occasion if not group else occasion.removeprefix(translate("If") + " "))
    return alike


def _orders(title: Title, view: Any, side: str, standing: Sequence[StandingOrder]) -> Iterator[tuple[str, str]]:
    for phase in title.system.card.phases:
        drafted = title.dialect.drafted(Ask(side, ORDERS, phase.letter), standing, view, ())
        for order in drafted.orders:
            where = translate("In phase {letter} without orders ({source})", letter=phase.letter, source=drafted.source)
            yield where, title.dialect.write(order)


def _answers(
    title: Title, pace: str, view: Any, side: str, standing: Sequence[StandingOrder]
) -> Iterator[tuple[str, str]]:
    for deed, one in title.dialect.what_if(view, side):
        found = answer(one, standing, view, title.dialect)
        if found is not None:
            does = f"{_choice(one, found[0])}   ({translate('standing order {number}', number=found[1])})"
        elif pace != ASK and one.default is not None:
            does = f"{_choice(one, one.default)}   ({translate('the default')})"
        else:
            silent = f"; {translate('in silence')}: {_choice(one, one.default)}" if one.default is not None else ""
            does = translate("you would be asked") + silent
        yield f"{translate('If')} {deed}", f"{title.teller.question(one)}  {does}"


def _choice(one: Ask, key: str) -> str:
    """A choice in the words of its question."""
    return brief(next((choice.text or choice.key for choice in one.choices if choice.key == key), key))


def numbered(in_force: Sequence[StandingOrder], more: Sequence[StandingOrder]) -> tuple[StandingOrder, ...]:
    """Those in force and those of the letter, which get the numbers after them."""
    after = max((one.number for one in in_force), default=0)
    return (*in_force, *(replace(one, number=after + n) for n, one in enumerate(more, 1)))
