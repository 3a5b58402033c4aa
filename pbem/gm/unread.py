"""The lines that the desk could not read or took for chat, newest first: words that its lexicon lacks (docs/lexicon.md)."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.orders.unread import CHAT, became, kept
from pbem.gm.plain import plain
from pbem.reports import times
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.folding import fold
from pbem.store.moments import time_text
from pbem.store.tables import GameRow, LetterInRow

WIDTH = 76
MOST = 200
"""Lines that are listed unless more are asked for."""


@dataclass(frozen=True)
class UnreadLine:
    """A line as its player wrote it: ``unclear``, ``refused`` or ``chat``; `code` is that of the refusal; `letter` the number
    of its letter."""

    at: str
    when: str
    game: str
    title: str
    side: str
    phase: str
    letter: int
    how: str
    code: str
    text: str
    became: str

    def as_json(self) -> dict[str, Any]:
        """The line for other programs."""
        return {name: value for name, value in asdict(self).items() if name != "when"}


@dataclass(frozen=True)
class UnreadLines:
    """The lines that were found, and how many of running games are not shown, since the GM plays in them."""

    lines: tuple[UnreadLine, ...] = ()
    hidden: Mapping[str, int] = field(default_factory=dict)


def unread(
    desk: Desk,
    *,
    game: str = "",
    title: str = "",
    chat: bool = True,
    most: int = MOST,
    seen: Collection[str] | None = None,
) -> UnreadLines:
    """The lines of all games, or of one game or title, newest first; without `chat` only those that were refused.

    Of a running game in which its own GM plays only the lines of the GM's side are shown.  Raises UnknownGame.
    """
    found: list[UnreadLine] = []
    hidden: Counter[str] = Counter()
    with desk.store.read() as books:
        wanted = [books.games.get(game)] if game else books.games.all()
        games = {one.name: one for one in wanted if title in ("", one.title) and (seen is None or one.name in seen)}
        for letter in books.letters_in.with_unread_lines():
            where = games.get(letter.game)
            if where is None:
                continue
            lines = [one for one in kept(letter) if chat or one.how != CHAT]
            if not _may_be_shown(books, where, letter):
                hidden[where.name] += len(lines)
                continue
            side = books.players.get(where, letter.side).code
            submissions = books.submissions.made_by(where, letter.id or 0)
            phase = submissions[-1].phase if submissions else ""
            for one in lines:
                of_letter = (where.name, where.title, side, phase, letter.id or 0)
                when = letter.seen or letter.arrived
                text = became(books, where, letter, one)
                found.append(
                    UnreadLine(time_text(when), times.stamp(when)[:-4], *of_letter, one.how, one.code, one.text, text)
                )
            if len(found) >= most:
                break
    return UnreadLines(tuple(found[:most]), dict(hidden))


def _may_be_shown(books: Books, game: GameRow, letter: LetterInRow) -> bool:
    """True if the GM may read a side's lines: not while they play on another side of a game that goes on."""
    if game.state == "over":
        return True
    gm = fold(game.gm_address)
    sides = {one.side for one in books.players.of(game) if one.address and fold(one.address) == gm}
    sides |= {
        one.side
        for one in books.seats.of(game)
        if one.address and fold(one.address) == gm and one.side not in ("", "gm")
    }
    return not sides or letter.side in sides


def unread_screen(found: UnreadLines) -> list[str]:
    """The lines as a text: the newest first, each under its letter."""
    lines: list[str] = []
    above: tuple[object, ...] = ()
    for one in found.lines:
        head = (one.game, one.letter)
        if head != above:
            where = f"   {one.phase}" if one.phase else ""
            lines += ["", f"{one.game}   {one.title} {one.side}{where}   {one.when}   letter {one.letter}"]
            above = head
        code = f" {one.code}" if one.how == "refused" else ""
        lines += wrap(plain(f"{one.how}{code}: {one.text}"), WIDTH, first="  ", rest="      ")
        if one.how != CHAT:
            lines += wrap(plain(f"-> {one.became}"), WIDTH, first="      ", rest="         ")
    if not found.lines:
        lines.append("No line was left unread.")
    for name, count in found.hidden.items():
        more = f"{count} line{'s' * (count != 1)} of the other side of {name} not shown: its GM plays in it, and it goes on."
        lines += ["", *wrap(more, WIDTH)]
    return lines[1:] if lines[:1] == [""] else lines
