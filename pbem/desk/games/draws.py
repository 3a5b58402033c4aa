"""A draw by agreement: a player offers it, the others accept with a code or decline; the offer stands until then."""

from collections.abc import Sequence

from pbem.desk.desk import Desk
from pbem.desk.games.proposals import DRAW, is_program, mail_offer, offer_to, wants
from pbem.desk.incoming.confirming import ask_for
from pbem.desk.people import named, phrases_for
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


def settle(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, letter_id: int, answer: str) -> str:
    """``offer``, ``accept`` or ``decline`` a draw; the text of the answer."""
    theirs, all_of_us = offer_to(books, game, player), phrases_for(books, game)
    if answer == "offer":
        if theirs is not None:
            proposer = books.players.get(game, theirs.side)
            who = all_of_us.of("Your opponent has offered a draw too", f"{proposer.name} has offered a draw")
            return f"{who}: write   accept draw"
        if any(one.what == DRAW for one in books.proposals.open(game)):
            who = all_of_us.of("your opponent has not answered it", "not everybody has answered it")
            return f"Your offer of a draw is still open; {who}."
        others = [one for one in books.players.of(game) if one.side != player.side]
        if all(is_program(one) for one in others):
            return _agreed_by_program(desk, books, game, player, others, letter_id)
        return _offered(desk, books, game, player, phase)
    if theirs is None:
        nobody = all_of_us.of("Your opponent has offered no draw", "No draw is offered to you")
        return f"{nobody}.  To offer one write   offer draw"
    if answer == "accept":
        return ask_for(desk, books, game, player, letter_id, DRAW)
    return _declined(desk, books, game, player, phase)


def _declined(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str) -> str:
    """The draw is off; whoever wanted it is told."""
    informed: list[PlayerRow] = []
    for row in [one for one in books.proposals.open(game) if one.what == DRAW]:
        books.proposals.close(row)
        other = books.players.get(game, row.side)
        if is_program(other):
            continue
        whose = "your" if not informed else "the"
        mail_offer(
            desk, books, game, other, phase, row, "declined", [f"{player.name} ({player.code}) declines {whose} draw."]
        )
        informed.append(other)
    have = "has" if len(informed) == 1 else "have"
    return f"You have declined the draw; {named(informed)} {have} been told, and the game goes on."


def _agreed_by_program(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, others: Sequence[PlayerRow], letter_id: int
) -> str:
    """The program takes a draw whenever it is offered one: whoever practises may stop when they have learnt enough.

    Nobody else has to answer, so the one who offered confirms it themselves: an `offer` that slipped in ends no game.
    """
    for one in others:
        wants(desk, books, game, one)
    accept = "accepts" if len(others) == 1 else "accept"
    return f"{named(others)} {accept}.  {ask_for(desk, books, game, player, letter_id, DRAW)}"


def _offered(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str) -> str:
    row = wants(desk, books, game, player)
    lines = [
        f"{player.name} ({player.code}) offers a draw.",
        "",
        "  | accept draw         we ask you to confirm; then the game is over",
        "  | decline draw",
        "",
        "Answer with one of these lines.  The game goes on meanwhile, and so do its deadlines.",
    ]
    for other in books.players.of(game):
        if other.side != player.side and not is_program(other):
            mail_offer(desk, books, game, other, phase, row, "a draw", lines)
    us = phrases_for(books, game)
    until = us.of("It is open until there is an answer", "The game is drawn when all have accepted")
    return f"Your offer of a draw has gone to your {us.opponent}.  {until}; the game goes on meanwhile."
