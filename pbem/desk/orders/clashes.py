"""Orders of several people on one side that do not fit: found as a letter is filed; both writers and the chief get a letter."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.order import Problem
from pbem.desk.desk import Desk
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.sharing import GIVEN, NOT_YOURS, Writer, readers, short
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.orders.refusal_text import in_one_line
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import glued, wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow

RIGHTS_ALONE = ("E103", NOT_YOURS)
"""Refusals that tell nothing of anybody else's orders."""


@dataclass(frozen=True)
class Clash:
    """Two lines of different people that do not fit: the one that runs, the one that does not, with their seats, and why.

    The second `is_replaced` by a chief's, or `is_refused`, and so not on file.
    """

    runs: str
    runs_of: int
    fails: str
    fails_of: int
    why: Problem | None = None
    is_replaced: bool = False
    is_refused: bool = False

    @property
    def label(self) -> str:
        """The label of the clash, so that it is reported once."""
        return hashlib.sha256(f"{self.runs}|{self.fails}|{self.fails_of}".encode()).hexdigest()[:16]


def mail_clashes(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, writer: Writer, phase: str, found: Sequence[Clash]
) -> None:
    """Mail the clashes of a letter, each once, to the two whose lines they are and to the chief."""
    names = {0: player.name} | {one.number: one.name for one in books.seats.sharing(game, player.side)}
    for reader, seat in readers(books, game, player):
        number = seat.number if seat is not None else 0
        concerned = [one for one in found if number in (0, one.runs_of, one.fails_of)]
        concerned = [one for one in concerned if number or not one.is_replaced]  # the chief knows what they wrote
        for one in concerned:
            with writing_to(desk, reader):
                draft = _letter(game, one, number, names, phase)
                post.to_player(desk, books, game, player, draft, seat=number)


def _letter(game: GameRow, one: Clash, reader: int, names: dict[int, str], phase: str) -> Draft:
    """The letter about a clash as one of the side reads it."""
    first, second = (short(names.get(seat, names[0])) for seat in (one.runs_of, one.fails_of))
    if reader in (one.runs_of, one.fails_of):
        head = translate("Your orders and {name}'s do not fit:", name=second if reader == one.runs_of else first)
    else:
        head = translate("{first}'s orders and {second}'s do not fit:", first=first, second=second)
    yours = translate("yours")
    whose = [yours if reader == seat else f"{name}'s" for seat, name in ((one.runs_of, first), (one.fails_of, second))]
    at = max(map(len, whose)) + 2
    lines = [*wrap(head, WIDTH), ""]
    for name, text in zip(whose, (one.runs, one.fails), strict=True):
        lines += wrap(text, WIDTH, first=f"  {name:<{at}}", rest=" " * (at + 4))
    lines += wrap(_reason(one, first), WIDTH, first=f"  {translate('so'):<{at}}", rest=" " * (at + 4))
    lines += ["", *wrap(_how(one, short(names[0]), f"{second}, {first}"), WIDTH), ""]
    subject = f"[{game.name}] {translate('Orders on your side do not fit')}"
    return Draft("clash", f"{phase}.{one.label}", subject, "\n".join(lines), phase, f"0.x{phase}.{one.label}")


def _reason(one: Clash, first: str) -> str:
    if one.why is not None and one.why.code == GIVEN:
        return translate("both are orders for the same unit, and {name}'s was there", name=first)
    if one.why is None:
        return translate("the chief's order counts; what it leaves of the other one is on file")
    return in_one_line(one.why)


def _how(one: Clash, chief: str, order: str) -> str:
    """The action as things stand, and how to have it otherwise."""
    if one.is_refused:
        text = translate(
            "The first is on file, the second is not.  Either of you can change a line until the deadline."
        )
    else:
        text = translate("The first runs, the second does not.  Either of you can change a line until the deadline.")
    if not one.is_replaced and (one.why is None or one.why.code != GIVEN):
        more = "{chief} may also change who goes first:   sequence {order}   ."
        if one.is_refused:
            more = "{chief} may also change who goes first:   sequence {order}   ; then send the second again."
        # The line to copy is not broken, nor is the stop behind it left alone.
        text += "  " + re.sub(
            r"(?<= {3})\S.* {3}", lambda line: glued(line[0]), translate(more, chief=chief, order=order)
        )
    return text + "  " + translate("If nobody does, it stays like this.")
