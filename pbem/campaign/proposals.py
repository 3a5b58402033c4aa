"""Proposals between players: a game's pace changes where both want it, and the agreement is in the chain."""

from dataclasses import replace
from datetime import datetime

from pbem.campaign import chain, outgoing
from pbem.campaign.desk import Desk
from pbem.campaign.draws import DRAW
from pbem.campaign.outgoing import Draft
from pbem.campaign.stand_in import is_stood_in
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
QUESTION, AGREED, DISAGREED = "question", "agreed", "disagreed"
"""A question of the GM's to one player, and what it is once he has answered it."""
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
    others = [other for other in books.players.of(game) if other.side != player.side]
    if all(other.plays and not is_stood_in(other) for other in others):
        return _agreed_by_program(desk, books, game, (player, others[0]), phase, row)
    for other in others:
        _tell(desk, books, game, player, other, phase, row)
    return (
        f"Your proposal {row.number}, the pace '{pace}', has gone to your opponent: {MEANS[pace]}.  It holds from his "
        f"  agree {row.number}   on; until then the pace is '{game.pace}'."
    )


def _agreed_by_program(
    desk: Desk, books: Books, game: GameRow, both: tuple[PlayerRow, PlayerRow], phase: str, row: ProposalRow
) -> str:
    """The program plays at any pace, so it agrees at once."""
    books.proposals.close(row)
    _carry_out(desk, books, game, both, phase, row)
    return f"{both[1].name} agrees to your proposal {row.number}: the pace is '{row.value}' from now on."


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
    """Agree to a proposal of the other player, or refuse it; what the one who answers is told.

    Without a number it is the one proposal that waits for him.
    """
    if not number:
        waiting = waiting_for(books, game, player)
        if len(waiting) != 1:
            return _which(waiting, "agree" if agrees else "disagree")
        number = str(waiting[0].number)
    row = next((one for one in books.proposals.open(game) if str(one.number) == number), None)
    if row is None:
        return f"No proposal {number} waits for an answer.  Nothing was changed."
    if row.what == QUESTION:
        return _answered(desk, books, game, player, row, agrees=agrees)
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


def waiting_for(books: Books, game: GameRow, player: PlayerRow) -> tuple[ProposalRow, ...]:
    """The proposals and questions that wait for a player's answer."""
    return tuple(one for one in books.proposals.open(game) if (one.what == QUESTION) == (one.side == player.side))


def _which(waiting: tuple[ProposalRow, ...], word: str) -> str:
    """What somebody is told who agrees without saying to what."""
    if not waiting:
        return "No proposal waits for your answer.  Nothing was changed."
    each = "; ".join(f"  {word} {one.number}   ({one.what} {one.value})" for one in waiting)
    return f"{len(waiting)} proposals wait for your answer.  Say which you mean:{each}"


def ask_players(desk: Desk, books: Books, game: GameRow, question: str) -> tuple[ProposalRow, ...]:
    """Put a question of the GM's to every player; each has a number of his own to answer it by."""
    phase = books.phases.open(game)
    rows = []
    for player in books.players.of(game):
        if player.plays:
            continue
        row = books.proposals.add(
            ProposalRow(game_id=key_of(game.id), side=player.side, what=QUESTION, value=question, made=desk.clock.now())
        )
        lines = [
            *wrap(f"The GM, {game.gm_name or game.gm_address}, asks both of you:", WIDTH),
            "",
            *wrap(question, WIDTH, first="  ", rest="  "),
            "",
            f"  | agree {row.number}",
            f"  | disagree {row.number}",
            "",
            *wrap(
                "Answer with one of these lines.  What else you have to say goes to him alone behind   press gm:", WIDTH
            ),
            *wrap("Deadlines stand while he asks, unless he writes that the game pauses.", WIDTH),
        ]
        subject = subjects.proposal(game.name, row.number, "a question of the GM")
        text = "\n".join(lines) + "\n"
        with writing_to(desk, player):
            draft = Draft(
                "proposal", str(row.number), subject, text, phase.phase if phase else "end", f"0.p{row.number}"
            )
            outgoing.to_player(desk, books, game, player, draft)
        rows.append(row)
    return tuple(rows)


def answers_to(books: Books, game: GameRow, question: str, made: datetime) -> tuple[tuple[str, str], ...]:
    """What the players have answered to a question that was put at a moment: each one's code, and ``no answer`` so far."""
    codes = {one.side: one.code for one in books.players.of(game)}
    said = {AGREED: "agrees", DISAGREED: "disagrees"}
    rows = [one for one in books.proposals.of(game) if one.made == made and one.value == question]
    return tuple((codes.get(one.side, one.side), said.get(one.what, "no answer")) for one in rows)


def questions_of(books: Books, game: GameRow) -> tuple[tuple[str, datetime], ...]:
    """The questions that the GM has put to a game's players, oldest first: the words, and when."""
    asked = [(one.value, one.made) for one in books.proposals.of(game) if one.what in (QUESTION, AGREED, DISAGREED)]
    return tuple(dict.fromkeys(asked))


def _answered(desk: Desk, books: Books, game: GameRow, player: PlayerRow, row: ProposalRow, *, agrees: bool) -> str:
    """A player answers the GM's question; the GM is told, with what the others have said."""
    if row.side != player.side:
        return f"Question {row.number} was put to your opponent; yours has a number of its own.  Nothing was changed."
    books.proposals.close(row)
    row.what = AGREED if agrees else DISAGREED
    told = "\n".join(
        [
            *wrap(f"You asked: {row.value}", WIDTH),
            "",
            *(f"  {code:<4} {said}" for code, said in answers_to(books, game, row.value, row.made)),
            "",
        ]
    )
    head = f"[{game.name}] {player.code} {'agrees' if agrees else 'does not agree'}"
    outgoing.to_gm(desk, books, game, Draft("answered", str(row.number), head, told))
    return f"The GM is told that you {'agree' if agrees else 'do not agree'}."


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
        asked_by=f"{both[0].name} and {both[1].name}",
    )
    subject = subjects.agreed_change(game.name, f"pace {row.value}, agreed by both")
    draft = Draft("ruling", str(game.rulings), subject, "", phase, f"{record.seq}.g", record.seq)
    for player in both:
        if player.plays and not is_stood_in(player):
            continue
        with writing_to(desk, player):
            outgoing.to_player(desk, books, game, player, replace(draft, text=ruling(told)))
