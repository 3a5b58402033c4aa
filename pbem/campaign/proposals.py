"""Proposals between players: a game's pace changes where both want it, and the agreement is in the chain."""

from dataclasses import replace

from pbem.campaign import chain, outgoing
from pbem.campaign.desk import Desk
from pbem.campaign.draws import DRAW
from pbem.campaign.outgoing import Draft
from pbem.campaign.tastes import writing_to
from pbem.core.system import Side
from pbem.reports import subjects
from pbem.reports.letters import Ruling, ruling
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, ProposalRow

PACE = "pace"
MEANS = {
    "ask": "every phase stops for its orders, and every open decision is put to its owner",
    "mixed": "one letter of the phasing player serves his whole player turn, one of the other his defensive fire",
    "policy": "one letter of the phasing player serves his whole player turn; standing orders and defaults do the rest",
}
"""What each pace means, in the words of the letter that proposes it."""


def propose_pace(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, pace: str) -> str:
    """Put a pace to the other player; what the proposer is told."""
    if pace == game.pace:
        return f"The pace of the game is '{pace}' already.  Nothing was changed."
    for row in books.proposals.open(game):
        if row.what == PACE and row.side == player.side:
            books.proposals.close(row)
    row = books.proposals.add(
        ProposalRow(game_id=key_of(game.id), side=player.side, what=PACE, value=pace, made=desk.clock.now())
    )
    for other in books.players.of(game):
        if other.side != player.side:
            _tell(desk, books, game, player, other, phase, row)
    return (
        f"Your proposal {row.number}, the pace '{pace}', has gone to your opponent: {MEANS[pace]}.  It holds from his "
        f"  agree {row.number}   on; until then the pace is '{game.pace}'."
    )


def _tell(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, other: PlayerRow, phase: str, row: ProposalRow
) -> None:
    said = (
        f"{player.code}, {player.name}, proposes the pace '{row.value}' for the rest of the game: {MEANS[row.value]}."
    )
    lines = [
        *wrap(said, WIDTH),
        "",
        f"  | agree {row.number}",
        f"  | disagree {row.number}",
        "",
        *wrap(f"Answer with one of these lines.  Until you agree the pace is '{game.pace}'.", WIDTH),
    ]
    subject = subjects.proposal(game.name, row.number, f"{row.what} {row.value}")
    text = "\n".join(lines) + "\n"
    draft = Draft("proposal", str(row.number), subject, text, phase, f"0.p{row.number}")
    outgoing.to_player(desk, books, game, other, draft)


def answer(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, number: str, *, agrees: bool) -> str:
    """Agree to a proposal of the other player, or refuse it; what the one who answers is told."""
    row = next((one for one in books.proposals.open(game) if str(one.number) == number), None)
    if row is None:
        return f"No proposal {number} waits for an answer.  Nothing was changed."
    if row.what == DRAW and row.side != player.side:
        return f"Proposal {number} is a draw: write   {'accept' if agrees else 'decline'} draw"
    if row.side == player.side:
        return f"Proposal {number} is your own: your opponent answers it."
    books.proposals.close(row)
    proposer = books.players.get(game, row.side)
    if agrees:
        _carry_out(desk, books, game, (proposer, player), phase, row)
        return (
            f"You have agreed to proposal {number}: the pace is '{row.value}' from now on.  Both of you have been told."
        )
    said = f"{player.code}, {player.name}, does not agree to your proposal {number}; the pace stays '{game.pace}'."
    subject = subjects.proposal(game.name, row.number, "not agreed")
    draft = Draft("proposal", f"{row.number}.no", subject, "\n".join(wrap(said, WIDTH)) + "\n", phase, f"0.p{number}n")
    outgoing.to_player(desk, books, game, proposer, draft)
    return f"You have refused proposal {number}; {proposer.name} has been told, and the pace stays '{game.pace}'."


def _carry_out(
    desk: Desk, books: Books, game: GameRow, both: tuple[PlayerRow, PlayerRow], phase: str, row: ProposalRow
) -> None:
    """The new pace holds from the next answer on; the chain has it as a ruling that both agreed to."""
    reason = f"{both[0].name} proposed it, {both[1].name} agreed"
    agreed = sorted(one.code for one in both)
    body = {"what": PACE, "reason": f"pace {row.value}", "from": game.pace, "agreed": agreed}
    record = chain.append(desk, books, game, "gm.ruling", body, signer=desk.gm_signer(books, game))
    game.pace = row.value
    game.rulings += 1
    sides: dict[str, Side] = {one.id: one for one in desk.title(game.title).system.card.sides}
    told = Ruling(
        game=game.name,
        number=game.rulings,
        gm=game.gm_name or game.gm_address,
        at=desk.clock.now(),
        rule="-",
        reason=reason,
        change=f"the pace is '{row.value}': {MEANS[row.value]}",
        record=record.seq,
        agreed=tuple((sides[one.side].name, "yes") for one in both),
    )
    subject = subjects.ruling(game.name, game.rulings, f"pace {row.value}, agreed by both")
    draft = Draft("ruling", str(game.rulings), subject, "", phase, f"{record.seq}.g", record.seq)
    for player in both:
        with writing_to(desk, player):
            outgoing.to_player(desk, books, game, player, replace(draft, text=ruling(told)))
