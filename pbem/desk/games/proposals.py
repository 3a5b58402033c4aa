"""Proposals between players: a game's pace changes if all agree, and the chain records it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbem.core.system import Side
from pbem.desk.desk import Desk, read_json
from pbem.desk.games import substitutes
from pbem.desk.games.substitutes import RETURNS
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import named, phrases_for
from pbem.desk.play.practice import is_stood_in
from pbem.desk.play.undo import undo_in, undoing_of
from pbem.desk.record import chain
from pbem.reports import subjects
from pbem.reports.letters import Ruling, ruling
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, ProposalRow

PACE = "pace"
ASSENT = "assent"
"""The type of a question by which a player agrees to a pace, by the number of its proposal, while others are still to
answer."""
QUESTION, AGREED, DISAGREED = "question", "agreed", "disagreed"
"""A question of the GM's to one player, and what it is once they have answered it."""
MEANS = {
    "ask": "every phase stops for its orders, and we ask you about every open decision",
    "mixed": "the player whose turn it is writes one letter for all of it, the other player one for defensive fire",
    "policy": "the player whose turn it is writes one letter for all of it; standing orders and defaults do the rest",
}
"""The meaning of each pace, in the words of the letter that proposes it."""
DRAWN_MEANS = {
    "ask": "every drawn marker stops for its orders, and we ask you about every open decision",
    "mixed": "your first marker of a game turn stops for your letter, a later one only if it has no orders on file",
    "policy": "your first marker of a game turn stops for your letter; standing orders and defaults do the rest",
}
"""The same where chance decides whose phase comes next."""


def _means(desk: Desk, game: GameRow, pace: str) -> str:
    """The meaning of a pace in this game."""
    is_drawn = not desk.title(game.title).system.card.in_sequence
    return (DRAWN_MEANS if is_drawn else MEANS)[pace]


def propose_pace(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, pace: str) -> str:
    """Propose a pace to the other players; the text of the answer."""
    if pace == game.pace:
        return f"The pace of the game is '{pace}' already.  Nothing was changed."
    for row in books.proposals.open(game):
        if row.what == PACE and row.side == player.side:
            books.proposals.close(row)
    row = books.proposals.add(
        ProposalRow(game_id=key_of(game.id), side=player.side, what=PACE, value=pace, made=desk.clock.now())
    )
    others = [other for other in books.players.of(game) if other.side != player.side]
    if all(map(is_program, others)):
        return _agreed_by_program(desk, books, game, player, others, phase, row)
    for other in others:
        if not is_program(other):
            _mail_proposal(desk, books, game, player, other, phase, row)
    us, means = phrases_for(books, game), _means(desk, game, pace)
    return (
        f"Your proposal {row.number}, the pace '{pace}', has gone to your {us.opponent}: {means}.  It takes effect "
        f"with {us.of('their', 'the last')}   agree {row.number}   ; until then the pace is '{game.pace}'."
    )


def propose_undo(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, to: str) -> str:
    """Propose to the other players that play goes back; the text of the answer."""
    us = phrases_for(books, game)
    if not may_take_back(desk.title(game.title).dialect):
        return "In this game only the GM takes play back: write   press gm: ...   and say why.  Nothing was changed."
    number = int(to) if to else before_the_last(books, game)
    try:
        means = goes_back(desk, books, game, number)
    except CannotRule as fault:
        return f"Play cannot go back there: {fault}.  Nothing was changed."
    for row in books.proposals.open(game):
        if row.what == UNDO and row.side == player.side:
            books.proposals.close(row)
    row = books.proposals.add(
        ProposalRow(game_id=key_of(game.id), side=player.side, what=UNDO, value=str(number), made=desk.clock.now())
    )
    others = [other for other in books.players.of(game) if other.side != player.side]
    if all(map(is_program, others)):
        books.proposals.close(row)
        return _taken_back(desk, books, game, player, others, row)
    for other in others:
        if not is_program(other):
            _mail_proposal(desk, books, game, player, other, phase, row)
    return (
        f"Your proposal {row.number} has gone to your {us.opponent}: {means}.  It is done when {us.of('they', 'all')} "
        f"{us.of('write', 'have written')}   agree {row.number} ; until then play goes on as it is."
    )


def _taken_back(
    desk: Desk, books: Books, game: GameRow, proposer: PlayerRow, others: Sequence[PlayerRow], row: ProposalRow
) -> str:
    """Take play back as all have agreed; what the one who wrote last is told."""
    for one in books.proposals.open(game):
        if one.what == UNDO:
            books.proposals.close(one)  # another record, or another branch, once play has gone back
    reason = f"{proposer.name} proposed it, {named(others)} agreed"
    return carry_out(desk, books, game, row, reason, (proposer, *others))


def _agreed_by_program(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    others: Sequence[PlayerRow],
    phase: str,
    row: ProposalRow,
) -> str:
    """The program plays at any pace, so it agrees at once."""
    books.proposals.close(row)
    _carry_out(desk, books, game, player, others, phase, row)
    agree = "agrees" if len(others) == 1 else "agree"
    return f"{named(others)} {agree} to your proposal {row.number}: the pace is '{row.value}' from now on."


def _mail_proposal(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, other: PlayerRow, phase: str, row: ProposalRow
) -> None:
    if row.what == UNDO:
        means = goes_back(desk, books, game, int(row.value))
        wording = f"{player.name} ({player.code}) proposes to take play back: {means}."
        until = (
            "Until you agree, play goes on as it is.  There will be new dice and draws; nobody can unsee what they saw."
        )
    else:
        means = _means(desk, game, row.value)
        wording = f"{player.name} ({player.code}) proposes the pace '{row.value}' for the rest of the game: {means}."
        until = f"Until you agree, the pace is '{game.pace}'."
    lines = [
        *wrap(wording, WIDTH),
        "",
        f"  | agree {row.number}",
        f"  | disagree {row.number}",
        "",
        *wrap(f"Answer with one of these lines.  {until}", WIDTH),
    ]
    subject = subjects.proposal(game.name, row.number, _about(row))
    text = "\n".join(lines) + "\n"
    draft = Draft("proposal", str(row.number), subject, text, phase, f"0.p{row.number}")
    post.to_player(desk, books, game, other, draft)


def answer(desk: Desk, books: Books, game: GameRow, player: PlayerRow, phase: str, number: str, *, agrees: bool) -> str:
    """Agree to a proposal of the other player, or refuse it; what the one who answers is told.

    Without a number it is the one proposal that waits for them.
    """
    if not number:
        waiting = waiting_for(books, game, player)
        if len(waiting) != 1:
            return _which(waiting, "agree" if agrees else "disagree")
        number = str(waiting[0].number)
    row = next((one for one in books.proposals.open(game) if str(one.number) == number), None)
    if row is None:
        return f"No proposal {number} is waiting for an answer.  Nothing was changed."
    if row.what == RETURNS and row.side == player.side:
        return substitutes.agreed(desk, books, game, player, row, agrees=agrees)
    if row.what == QUESTION:
        return _answered(desk, books, game, player, row, agrees=agrees)
    if row.what == DRAW and row.side != player.side:
        return f"Proposal {number} is a draw: write   {'accept' if agrees else 'decline'} draw"
    if row.side == player.side:
        us = phrases_for(books, game)
        return f"Proposal {number} is your own: your {us.opponent} answer{us.of('s', '')} it."
    proposer = books.players.get(game, row.side)
    if agrees:
        return _agreed(desk, books, game, player, proposer, phase, row)
    books.proposals.close(row)
    stays = "play stays as it is" if row.what == UNDO else f"the pace stays '{game.pace}'"
    text = f"{player.name} ({player.code}) does not agree to your proposal {number}; {stays}."
    subject = subjects.proposal(game.name, row.number, "not agreed")
    draft = Draft("proposal", f"{row.number}.no", subject, "\n".join(wrap(text, WIDTH)) + "\n", phase, f"0.p{number}n")
    post.to_player(desk, books, game, proposer, draft)
    return f"You have refused proposal {number}; {proposer.name} has been told, and {stays}."


def _agreed(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, proposer: PlayerRow, phase: str, row: ProposalRow
) -> str:
    """A player agrees to a pace: it holds once all have."""
    assents = [one for one in books.proposals.open(game) if one.what == ASSENT and one.value == str(row.number)]
    agreed = {player.side, *(one.side for one in assents)}
    others = [one for one in books.players.of(game) if one.side != proposer.side]
    missing = [one for one in others if one.side not in agreed and not is_program(one)]
    if missing:
        if all(one.side != player.side for one in assents):
            game_id, now = key_of(game.id), desk.clock.now()
            books.proposals.add(
                ProposalRow(game_id=game_id, side=player.side, what=ASSENT, value=str(row.number), made=now)
            )
        until = "play goes on as it is" if row.what == UNDO else f"the pace is '{game.pace}'"
        return f"You have agreed to proposal {row.number}.  Still to answer: {named(missing)}; until then {until}."
    for one in (row, *assents):
        books.proposals.close(one)
    if row.what == UNDO:
        return _taken_back(desk, books, game, proposer, others, row)
    _carry_out(desk, books, game, proposer, others, phase, row)
    both = phrases_for(books, game).of("Both", "All")
    return f"You have agreed to proposal {row.number}: the pace is '{row.value}' from now on.  {both} of you have been told."


def waiting_for(books: Books, game: GameRow, player: PlayerRow) -> tuple[ProposalRow, ...]:
    """The proposals and questions that wait for a player's answer."""
    rows = books.proposals.open(game)
    agreed = {one.value for one in rows if one.what == ASSENT and one.side == player.side}
    return tuple(
        one
        for one in rows
        if one.what != ASSENT
        and (one.what in (QUESTION, RETURNS)) == (one.side == player.side)
        and str(one.number) not in agreed
    )


def _about(row: ProposalRow) -> str:
    """``pace mixed``, ``play goes back to record 10``."""
    return f"play goes back to record {row.value}" if row.what == UNDO else f"{row.what} {row.value}"


def _which(waiting: tuple[ProposalRow, ...], word: str) -> str:
    """The answer to somebody who agrees without saying to what."""
    if not waiting:
        return "No proposal is waiting for your answer.  Nothing was changed."
    each = "; ".join(f"  {word} {one.number}   ({_about(one)})" for one in waiting)
    return f"{len(waiting)} proposals are waiting for your answer.  Say which you mean:{each}"


def ask_players(desk: Desk, books: Books, game: GameRow, question: str) -> tuple[ProposalRow, ...]:
    """Put a question of the GM's to every player; each gets a number to answer it by."""
    phase, both = books.phases.open(game), phrases_for(books, game).both
    rows = []
    for player in books.players.of(game):
        if player.plays:
            continue
        row = books.proposals.add(
            ProposalRow(game_id=key_of(game.id), side=player.side, what=QUESTION, value=question, made=desk.clock.now())
        )
        lines = [
            *wrap(f"The GM, {gm_keys.name_of_gm(books, game, desk.acting)}, asks {both} of you:", WIDTH),
            "",
            *wrap(question, WIDTH, first="  ", rest="  "),
            "",
            f"  | agree {row.number}",
            f"  | disagree {row.number}",
            "",
            *wrap("Answer with one of these lines; anything else to the GM:   press gm: ...", WIDTH),
            *wrap("Deadlines keep running meanwhile, unless the GM writes that the game pauses.", WIDTH),
        ]
        subject = subjects.proposal(game.name, row.number, "a question of the GM")
        text = "\n".join(lines) + "\n"
        with writing_to(desk, player):
            draft = Draft(
                "proposal", str(row.number), subject, text, phase.phase if phase else "end", f"0.p{row.number}"
            )
            post.to_player(desk, books, game, player, draft)
        rows.append(row)
    return tuple(rows)


def answers_to(books: Books, game: GameRow, question: str, made: datetime) -> tuple[tuple[str, str], ...]:
    """The players' answers to a question asked at this time: each player's code, and ``no answer`` so far."""
    codes = {one.side: one.code for one in books.players.of(game)}
    wordings = {AGREED: "agrees", DISAGREED: "disagrees"}
    rows = [one for one in books.proposals.of(game) if one.made == made and one.value == question]
    return tuple((codes.get(one.side, one.side), wordings.get(one.what, "no answer")) for one in rows)


def questions_of(books: Books, game: GameRow) -> tuple[tuple[str, datetime], ...]:
    """The questions that the GM has put to a game's players, oldest first: the words, and when."""
    asked = [(one.value, one.made) for one in books.proposals.of(game) if one.what in (QUESTION, AGREED, DISAGREED)]
    return tuple(dict.fromkeys(asked))


def _answered(desk: Desk, books: Books, game: GameRow, player: PlayerRow, row: ProposalRow, *, agrees: bool) -> str:
    """A player answers the GM's question; the GM is told, with what the others have said."""
    if row.side != player.side:
        other = phrases_for(books, game).of("your opponent", books.players.get(game, row.side).name)
        return f"Question {row.number} is for {other}; yours has another number.  Nothing was changed."
    books.proposals.close(row)
    row.what = AGREED if agrees else DISAGREED
    text = "\n".join(
        [
            *wrap(f"You asked: {row.value}", WIDTH),
            "",
            *(f"  {code:<4} {answer_text}" for code, answer_text in answers_to(books, game, row.value, row.made)),
            "",
        ]
    )
    head = f"[{game.name}] {player.code} {'agrees' if agrees else 'does not agree'}"
    post.to_gm(desk, books, game, Draft("answered", str(row.number), head, text))
    return f"We told the GM that you {'agree' if agrees else 'do not agree'}."


def _carry_out(
    desk: Desk,
    books: Books,
    game: GameRow,
    proposer: PlayerRow,
    others: Sequence[PlayerRow],
    phase: str,
    row: ProposalRow,
) -> None:
    """The new pace holds from the next answer on; the chain has it as a ruling that all agreed to."""
    everybody = (proposer, *others)
    reason = f"{proposer.name} proposed it, {named(others)} agreed"
    agreed = sorted(one.code for one in everybody)
    body = {"what": PACE, "reason": f"pace {row.value}", "from": game.pace, "agreed": agreed}
    record = chain.append(desk, books, game, "gm.ruling", body, signer=desk.gm_signer(books, game))
    game.pace = row.value
    game.rulings += 1
    sides: dict[str, Side] = {one.id: one for one in desk.title(game.title).system.card.sides}
    message = Ruling(
        game=game.name,
        number=game.rulings,
        gm=game.gm_name or game.gm_address,
        at=desk.clock.now(),
        rule="-",
        reason=reason,
        change=f"the pace is '{row.value}': {_means(desk, game, row.value)}",
        record=record.seq,
        agreed=tuple((sides[one.side].name, "yes") for one in everybody),
        asked_by=named(everybody),
    )
    subject = subjects.agreed_change(game.name, f"pace {row.value}, agreed by {phrases_for(books, game).both}")
    draft = Draft("ruling", str(game.rulings), subject, "", phase, f"{record.seq}.g", record.seq)
    for player in everybody:
        if is_program(player):
            continue
        with writing_to(desk, player):
            post.to_player(desk, books, game, player, replace(draft, text=ruling(message)))


# Players take play back themselves where they all agree, in games whose dialect says so (`players_take_back`): the
# table's.

UNDO = "undo"


def may_take_back(dialect: Any) -> bool:
    """True if the players of a game may take play back by agreement; in other games only the GM may."""
    return bool(getattr(dialect, "players_take_back", False))


def before_the_last(books: Books, game: GameRow) -> int:
    """The record before the last letter that was played, and whatever was on file for it; 0 where nothing was played."""
    records = books.records.all(game)
    played = [row for row in records if row.type == "phase.resolved"]
    if not played:
        return 0
    phase = read_json(played[-1].body)["body"]["phase"]
    own = [
        row.seq
        for row in records
        if row.type in ("orders.accepted", "phase.resolved") and read_json(row.body)["body"]["phase"] == phase
    ]
    return min(own) - 1


def goes_back(desk: Desk, books: Books, game: GameRow, to: int) -> str:
    """The play that would be undone by going back to a record, as the end of a sentence. Raises CannotRule."""
    undoing = undoing_of(books, game, to)
    teller = desk.title(game.title).teller
    undone = ", ".join(teller.short_name(one) for one in undoing.undone) or "nothing that was played"
    return f"play goes back to record {to}, and {undone} no longer counts"


def carry_out(
    desk: Desk, books: Books, game: GameRow, row: ProposalRow, reason: str, players: Sequence[PlayerRow]
) -> str:
    """Take play back as these players, who are all, have agreed; the text of the answer to the last of them."""
    codes = tuple(sorted(one.code for one in players))
    try:
        undo_in(desk, books, game, int(row.value), reason, codes, asked_by=named(players))
    except CannotRule as fault:
        return f"Play cannot go back to record {row.value} any more ({fault}).  Nothing was changed."
    game.unplayed = True
    return f"You have agreed to proposal {row.number}: play goes back to record {row.value}.  Another letter has the details."


# Offers of a draw: each is stored as a proposal, and the game is drawn once everybody has made or accepted one.

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
