"""The end of a game: its last record opens everything that was hidden."""

from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.games import pairs
from pbem.desk.games.opened import everything
from pbem.desk.outgoing import post
from pbem.desk.outgoing.player_phrases import company
from pbem.desk.outgoing.post import Draft
from pbem.desk.record import chain, game_seal
from pbem.desk.umpire import dispatches
from pbem.reports import subjects
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.moments import time_text
from pbem.store.tables import GameRow, PlayerRow

LOOKS = ("preview", "look")
"""Deeds of the GM that showed them sealed orders; they are published when the game ends (docs/trust.md)."""

KEEP = (
    "The last record opens all that was sealed; keep this letter and its attachment, and pbem verify checks the whole game "
    "from your mailbox."
)


def close(desk: Desk, books: Books, game: GameRow, result: str) -> None:
    """Write the last record (docs/trust.md, 2) and take no more orders."""
    body: dict[str, Any] = {
        "result": result,
        "salt_key": books.secrets.get(game.name, "salt key").hex(),
        "hidden_top": books.secrets.get(game.name, "hidden ladder top").hex(),
        "openings": everything(desk, books, game),
    }
    if dispatches.ride(game):
        body["dispatches"] = dispatches.opened(books, game)
    looks = [
        {"at": time_text(one.at), "by": one.by, "line": one.line, "reason": one.reason}
        for one in books.deeds.all(game.name)
        if one.name in LOOKS
    ]
    chain.append(desk, books, game, "game.end", {**body, "looked": looks} if looks else body)
    game.state, game.hold, game.held_since = "over", "", None
    game.paused_since = game.paused_until = None
    pairs.tell_sum(desk, books, game, result)


def resign(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> None:
    """A player of a game of two gives up: it is over, and both are told under the seal of the last record."""
    (other,) = desk.title(game.title).system.card.others(player.side)
    winner = other.name
    what = f"{player.code}, {player.name}, has resigned."
    _end(
        desk,
        books,
        game,
        f"{winner}: {player.code} resigns",
        f"{player.code} resigns, {winner} wins",
        what,
        f"{winner} wins.",
    )


def agree_to_draw(desk: Desk, books: Books, game: GameRow) -> None:
    """All want a draw: the game is over, and all are told under the seal of the last record."""
    about = f"a draw, agreed by {company(books, game).both}"
    _end(desk, books, game, "draw: agreed", about, "A draw is agreed.", "nobody wins.")


def end_by_hand(
    desk: Desk, books: Books, game: GameRow, result: str, about: str, reason: str, what: str, so: str
) -> int:
    """The GM ends a game: a ruling under their key, then the last record; the number of the ruling.  All are told."""
    body = {"what": "close", "reason": reason, "agreed": [], "result": result}
    record = chain.append(desk, books, game, "gm.ruling", body, signer=desk.gm_signer(books, game))
    game.rulings += 1
    _end(desk, books, game, result, about, what, so)
    return record.seq


def _end(desk: Desk, books: Books, game: GameRow, result: str, about: str, what: str, so: str) -> None:
    row = books.phases.open(game)
    if row is not None:
        row.state, row.due, row.waiting_for = "done", None, ""
        books.phases.add(row)
    close(desk, books, game, result)
    seal = game_seal.seal_of(desk, books, game)
    text = f"{what}  The game is over: {so}  {KEEP}"
    for one in books.players.of(game):
        draft = Draft(
            kind="report",
            label=f"{seal.seq}-end",
            subject=subjects.over(game.name, about),
            text="\n".join([*wrap(text, WIDTH), "", *seal.lines, ""]),
            phase="end",
            report=str(seal.seq),
            seq=seal.seq,
            attachments=(game_seal.attachment(books, game, one, seal),),
        )
        post.to_side(desk, books, game, one, draft)
        one.told = seal.seq
    note = "\n".join(wrap(what, WIDTH)) + "\n"
    post.to_gm(desk, books, game, Draft("over", str(seal.seq), f"[{game.name}] {about}", note))
