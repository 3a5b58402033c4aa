"""Mail to the GM about a game or a letter that is held."""

from datetime import timedelta
from textwrap import shorten

from pbem.desk.desk import Desk
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports.letters import Held, held
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import GameRow, RecordRow


def tell_gm_of_fault(desk: Desk, books: Books, game: GameRow, why: str) -> None:
    """Tell the GM that a game is held. The players are told only after the GM has looked."""
    last: RecordRow | None = books.records.last(game)
    wording = held(
        Held(
            what="A game",
            game=game.name,
            at=desk.clock.now(),
            where=why.split(":")[0],
            why=why,
            stands=f"record {last.seq}" if last is not None else "",
            answers=("faults", f"show {game.name}"),
        )
    )
    label = f"{time_text(desk.clock.now())}"
    post.to_gm(desk, books, game, Draft("fault", label, f"[{game.name}] HELD: {_short(why, 50)}", wording))


def _short(text: str, most: int) -> str:
    """As much of a text as a subject has room for, in whole words."""
    return shorten(text, most, placeholder="...")


HELD_A_DAY = 20
"""So many letters a day tell a GM of held letters: junk by the thousand must not become letters by the thousand."""


def tell_gm_of_letter(desk: Desk, books: Books, game: GameRow | None, number: int, why: str) -> None:
    """Tell the GM that a letter is held. After twenty such mails in a day the GM gets no more, and has to look."""
    name = game.name if game is not None else ""
    now = desk.clock.now()
    gm = game.gm_address if game is not None else desk.house.gm_address
    told_today = books.letters_out.made_since(gm, "held", now - timedelta(days=1)) if gm else 0
    if told_today >= HELD_A_DAY:
        return
    row = books.letters_in.get(number)
    answers = (f"trace {number}", f"release {number}: the reason", f"drop {number}")
    wording = held(
        Held(
            what="A letter",
            game=name,
            at=now,
            where=f"letter {number}",
            why=why,
            sender=ascii_text(row.sender)[:60],
            subject=ascii_text(" ".join(row.subject.split()))[:60],
            answers=answers,
        )
    )
    if told_today == HELD_A_DAY - 1:
        more = (
            f"This is letter {HELD_A_DAY} of its kind to you in a day, and the last for now: `pbem gm queue` shows all."
        )
        wording = "\n".join([*wrap(more, WIDTH), "", wording])
    bracket = f"[{name}] " if name else ""
    post.to_gm(
        desk,
        books,
        game,
        Draft("held", str(number), f"{bracket}HELD: {_short(f'letter {number}: {why}', 60)}", wording),
    )
