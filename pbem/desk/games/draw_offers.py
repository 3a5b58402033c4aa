"""Offers of a draw: each is stored as a proposal, and the game is drawn once everybody has made or accepted one."""

from pbem.desk.addresses import named
from pbem.desk.desk import Desk
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.practice import is_stood_in
from pbem.reports import subjects
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, ProposalRow

DRAW = "draw"


def offer_to(books: Books, game: GameRow, player: PlayerRow) -> ProposalRow | None:
    """The draw that waits for this player's answer, or None."""
    offers = [one for one in books.proposals.open(game) if one.what == DRAW]
    return None if any(one.side == player.side for one in offers) else next(iter(offers), None)


def is_program(player: PlayerRow) -> bool:
    """True if the program plays a side permanently: it accepts every draw."""
    return bool(player.plays) and not is_stood_in(player)


def accepted(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> bool | None:
    """A player wants the draw that is offered; whether everybody does now, None if none is offered any more.

    Who offered it and whoever has accepted are told where others are still to answer.
    """
    if offer_to(books, game, player) is None:
        return None
    row = wants(desk, books, game, player)
    wanting = {one.side for one in books.proposals.open(game) if one.what == DRAW}
    missing = [one for one in books.players.of(game) if one.side not in wanting and not is_program(one)]
    if not missing:
        for one in books.proposals.open(game):
            if one.what == DRAW:
                books.proposals.close(one)
        return True
    phase = books.phases.open(game)
    line = f"{player.name} ({player.code}) accepts the draw.  Still to answer: {named(missing)}."
    for other in books.players.of(game):
        if other.side in wanting - {player.side} and not is_program(other):
            mail_offer(desk, books, game, other, phase.phase if phase else "end", row, "accepted", [line])
    return False


def wants(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> ProposalRow:
    """Store that a player wants a draw."""
    return books.proposals.add(
        ProposalRow(game_id=key_of(game.id), side=player.side, what=DRAW, value=DRAW, made=desk.clock.now())
    )


def mail_offer(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    phase: str,
    row: ProposalRow,
    about: str,
    lines: list[str],
) -> None:
    """Mail a player about an offer."""
    text = "\n".join(one for line in lines for one in (wrap(line, WIDTH) if len(line) > WIDTH else [line])) + "\n"
    label = f"{row.number}.{about.split()[-1]}"
    subject = subjects.proposal(game.name, row.number, about)
    post.to_player(desk, books, game, player, Draft("proposal", label, subject, text, phase, f"0.p{label}"))
