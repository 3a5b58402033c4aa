"""A draw by agreement: one offers, the other accepts with a code or declines; the offer stands until then."""

from pbem.campaign import outgoing
from pbem.campaign.confirming import ask_for
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.campaign.stand_in import is_stood_in
from pbem.reports import subjects
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, ProposalRow

DRAW = "draw"


def settle(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, letter_id: int, said: str) -> str:
    """``offer``, ``accept`` or ``decline`` a draw; what the one who says it is told."""
    theirs = offer_to(books, game, player)
    if said == "offer":
        if theirs is not None:
            return "Your opponent has offered a draw himself: write   accept draw"
        if any(one.what == DRAW for one in books.proposals.open(game)):
            return "Your offer of a draw stands already; your opponent has not answered it."
        others = [one for one in books.players.of(game) if one.side != player.side]
        if all(one.plays and not is_stood_in(one) for one in others):
            return _agreed_by_program(desk, books, game, player, others[0], letter_id)
        return _offered(desk, books, game, player, phase)
    if theirs is None:
        return "Your opponent has offered no draw.  To offer one write   offer draw"
    if said == "accept":
        return ask_for(desk, books, game, player, letter_id, DRAW)
    books.proposals.close(theirs)
    proposer = books.players.get(game, theirs.side)
    _tell(
        desk, books, game, proposer, phase, theirs, "declined", [f"{player.code}, {player.name}, declines your draw."]
    )
    return f"You have declined the draw; {proposer.name} has been told, and the game goes on."


def offer_to(books: Books, game: GameRow, player: PlayerRow) -> ProposalRow | None:
    """The draw that waits for this player's answer, or None."""
    return next((one for one in books.proposals.open(game) if one.what == DRAW and one.side != player.side), None)


def _agreed_by_program(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, other: PlayerRow, letter_id: int
) -> str:
    """The program takes a draw whenever it is offered one: whoever practises may stop when he has learnt enough.

    Nobody else has to answer, so the one who offered confirms it himself: an `offer` that slipped in ends no game.
    """
    books.proposals.add(
        ProposalRow(game_id=key_of(game.id), side=other.side, what=DRAW, value=DRAW, made=desk.clock.now())
    )
    return f"{other.name} accepts.  {ask_for(desk, books, game, player, letter_id, DRAW)}"


def _offered(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str) -> str:
    row = books.proposals.add(
        ProposalRow(game_id=key_of(game.id), side=player.side, what=DRAW, value=DRAW, made=desk.clock.now())
    )
    lines = [
        f"{player.code}, {player.name}, offers a draw.",
        "",
        "  | accept draw         wants a  confirm  from you, then the game is over",
        "  | decline draw",
        "",
        "Answer with one of these lines.  The game goes on meanwhile, and so do its deadlines.",
    ]
    for other in books.players.of(game):
        if other.side != player.side:
            _tell(desk, books, game, other, phase, row, "a draw", lines)
    return "Your offer of a draw has gone to your opponent.  It stands until he answers; the game goes on meanwhile."


def _tell(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    phase: str,
    row: ProposalRow,
    about: str,
    lines: list[str],
) -> None:
    text = "\n".join(one for line in lines for one in (wrap(line, WIDTH) if len(line) > WIDTH else [line])) + "\n"
    label = f"{row.number}.{about.split()[-1]}"
    subject = subjects.proposal(game.name, row.number, about)
    outgoing.to_player(desk, books, game, player, Draft("proposal", label, subject, text, phase, f"0.p{label}"))
