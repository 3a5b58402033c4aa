"""Substitutes for players who fall silent: asked in turn before the program plays, with a chair kept for whoever left.

No deadline runs while somebody is asked, for `MOST` hours at a stop.  Whoever accepts gets the hand-over pack; the one who left
may take the side back within `CHAIR_DAYS`, if the substitute agrees.
"""

from datetime import datetime, timedelta
from typing import Any

from pbem.core.system import deals
from pbem.desk.desk import Desk, read_json
from pbem.desk.games.reliability import set_aside
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.orders.sharing import is_silent
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.outgoing.welcome import hand_over
from pbem.desk.play.practice import is_stood_in
from pbem.desk.play.terms import hours_of, put_due, terms_of
from pbem.desk.record.chain import newest_seq
from pbem.mechanisms.words import counted
from pbem.reports import times
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.seal.draws import new_player, players_in
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, OrderKeyRow, PhaseRow, PlayerRow, ProposalRow, SeatRow

HOURS, LEAST, MOST = 48, 24, 96
"""Hours that each of them has to answer, the least that is worth asking, and the most for all of them at one stop."""
CHAIR_DAYS = 14
ASKED, SILENT, DECLINED, ACCEPTED = "asked", "silent", "declined", "accepted"
CHAIR, LEFT = "chair", "left"
"""The `answer` of a row that keeps a chair for whoever left, and of one that keeps what they served and missed."""
RETURNS = "chair"
"""A question to a substitute, whether they give the side back."""
YES = ("accept", "i accept", "yes", "yes, i accept")
NO = ("decline", "i decline", "no", "no, thanks", "no thanks")
BACK = ("return", "i am back", "i'm back", "back")


def hold_up(desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> bool:
    """Ask the next substitute of somebody who has missed as many deadlines in a row as the campaign's terms allow.

    True if one was asked: the stop has another deadline now.
    """
    absent = terms_of(game).when_absent()
    if absent is None or player.plays or not player.address or player.missed < absent[1]:
        return False
    if not is_silent(books, game, row, player):
        return False
    now = desk.clock.now()
    chairs = [one for one in books.seats.chairs(game, player.side) if one.place > 0]
    for one in chairs:
        if one.answer == ASKED and one.until is not None and one.until <= now:
            one.answer = SILENT
    began = min((one.asked for one in chairs if one.asked is not None and one.asked >= row.stopped), default=now)
    left = MOST - int((now - began).total_seconds() // 3600)
    dead = books.addresses.stopped()
    waiting = next((one for one in chairs if not one.answer and "@" in one.address and one.folded not in dead), None)
    if waiting is None or left < LEAST:
        return False
    due = terms_of(game).falls(now + timedelta(hours=min(HOURS, left)))
    waiting.asked, waiting.until, waiting.answer = now, due, ASKED
    put_due(desk, game, row, due)
    books.phases.add(row)
    _mail_question(desk, books, game, row, player, waiting, due)
    ruled = Ruled(
        "deadline",
        f"{player.name} has missed {counted(player.missed, 'deadline')} in a row",
        f"we asked somebody to play {player.code} instead, and they have until then to answer; if {player.name} writes "
        f"before that, {player.name} plays on",
        f"a substitute for {player.code} is asked",
        {"phase": row.phase, "due": time_text(due)},
        deadline=due,
    )
    rule(desk, books, game, ruled)
    return True


def was_asked(books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> bool:
    """True if a substitute was asked at this stop: that its deadline was missed is counted already."""
    return any(one.asked is not None and one.asked >= row.stopped for one in books.seats.chairs(game, player.side))


def code_of(chair: SeatRow) -> int:
    """The number that the keys of letters to a chair have in place of a seat's."""
    return -chair.place if chair.place > 0 else chair.place - 1000


def of_letter(books: Books, game: GameRow, player: PlayerRow, address: str, key: OrderKeyRow) -> SeatRow | None:
    """The chair that a letter is from: by its key, and by its address where that is nobody's at the table."""
    low = address.lower()
    mine = [one for one in books.seats.chairs(game, player.side) if one.address.lower() == low]
    if not mine or player.address.lower() == low:
        return None
    if any(one.address.lower() == low for one in books.seats.sharing(game, player.side)):
        return None
    return next((one for one in mine if code_of(one) == key.seat), mine[-1])


def answered(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, chair: SeatRow, words: str
) -> tuple[str, bool]:
    """The answer to a letter from a chair, and whether to advance the game."""
    first = next((line.strip().lower().rstrip(".!") for line in words.splitlines() if line.strip()), "")
    if game.state == "over":
        return translate("The game is over.  Thank you anyway."), False
    if chair.place < 0:
        return _returns(desk, books, game, player, chair, first), False
    if first in NO:
        chair.answer = DECLINED
        row = books.phases.open(game)
        if row is not None and row.due is not None and chair.until == row.due and not player.plays:
            hours = timedelta(minutes=15)
            put_due(desk, game, row, terms_of(game).falls(desk.clock.now() + hours))
            books.phases.add(row)
        return translate("Thank you for telling us; we ask somebody else."), False
    if first not in YES:
        how = "Answer with the line   accept   to play {code} from now on, or   decline ."
        return translate(how, code=player.code), False
    absent = terms_of(game).when_absent()
    is_needed = is_stood_in(player) or (absent is not None and player.missed >= absent[1])
    if chair.answer not in (ASKED, SILENT, DECLINED) or not is_needed:
        return translate("{name} plays {code} now.  Thank you anyway.", code=player.code, name=player.name), False
    chair.answer, chair.ended = ACCEPTED, desk.clock.now()
    _keep_chair(desk, books, game, player)
    put_in_place(desk, books, game, player, chair.name, chair.address, f"{player.name} fell silent", LEFT)
    _begin_again(desk, books, game, player)
    return translate("You play {code} from now on.  The hand-over pack is on its way to you.", code=player.code), True


def put_in_place(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, name: str, address: str, reason: str, answer: str = ""
) -> int:
    """Give a side to another person, by a ruling, with the hand-over pack; the number of its record.

    What the one before has served and missed stays theirs, in a row whose `answer` is this.
    """
    old_name, old_address = player.name, player.address
    books.keys.void(game, player.side, desk.clock.now(), seat=0)
    if player.address and not (player.plays and not answer):
        given = max(newest_seq(books, game), 1)
        set_aside(books, game, player, desk.clock.now(), given=given, answer=answer)
    player.name, player.address, player.last_record_sent, player.plays, player.late, player.missed = (
        name,
        address,
        -1,
        "",
        0,
        0,
    )
    player.away_from = player.away_to = player.nudged = None
    player.copies = player.plays_one = False
    change = f"{name} plays {player.code} from now on, in place of {old_name}"
    body = {"player": player.code, "name": name, **fresh_key(desk, books, game, player)}
    record = rule(desk, books, game, Ruled("substitute", reason, change, f"{name} plays {player.code}", body))
    hand_over(desk, books, game, player, old_name, old_address, record)
    return record


def fresh_key(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> dict[str, Any]:
    """The new player's own key to their draws, where sides have one: who leaves could work their draws out by the old one.

    A phase that has dealt before it stopped is dealt again whenever it is read: its key stays.
    """
    open_phase = books.phases.open(game)
    has_dealt = open_phase is not None and bool(books.phases.segments(open_phase))
    if has_dealt or not deals(desk.title(game.title).system):
        return {}
    bodies = (read_json(row.body) for row in books.records.written(game))
    number = players_in(bodies).get(player.code, 0) + 1
    return {"masks": new_player(books.secrets.get(game.name, "salt key"), player.code, number)}


def agreed(desk: Desk, books: Books, game: GameRow, player: PlayerRow, row: ProposalRow, *, agrees: bool) -> str:
    """The substitute's answer to a player who wants their side back; the text of the answer."""
    books.proposals.close(row)
    chair = next((one for one in books.seats.chairs(game, player.side) if str(one.place) == row.value), None)
    if chair is None:
        return translate("Your place is no longer kept.  Nothing was changed.")
    if not agrees:
        text = translate("{name} keeps the side.", name=player.name)
        _mail_chair(desk, books, game, player, chair, f"no{row.number}", translate("Your side"), [text])
        return translate("You keep the side; {name} has been told.", name=chair.name)
    chair.ended = desk.clock.now()
    substitute = player.address.lower()
    put_in_place(desk, books, game, player, chair.name, chair.address, f"{player.name} agreed", LEFT)
    for one in books.seats.ever(game):
        if one.side == player.side and one.place > 0 and not one.number and one.address.lower() == substitute:
            one.ended, one.answer, one.asked, one.until = None, "", None, None
    _begin_again(desk, books, game, player)
    return translate("{name} plays {code} again.  Thank you.", name=chair.name, code=player.code)


def asked_so_far(books: Books, game: GameRow, player: PlayerRow) -> tuple[str, ...]:
    """The substitutes of a side who were asked, in a line each."""
    rows = [one for one in books.seats.ever(game) if one.side == player.side and one.place > 0 and not one.number]
    return tuple(
        f"{one.name}, asked {times.stamp(one.asked)}: {'no answer so far' if one.answer == ASKED else one.answer}"
        for one in rows
        if one.asked is not None
    )


def _returns(desk: Desk, books: Books, game: GameRow, player: PlayerRow, chair: SeatRow, first: str) -> str:
    """The answer to whoever left and would come back."""
    if chair.until is not None and chair.until <= desk.clock.now():
        chair.ended = desk.clock.now()
        return translate("We kept your place for {days} days, and that time is over.", days=CHAIR_DAYS)
    if first not in BACK:
        return translate("Answer with the line   return   if you want to play again.")
    if any(one.what == RETURNS and one.value == str(chair.place) for one in books.proposals.open(game)):
        return translate("{name} has been asked already, and has not answered yet.", name=player.name)
    if is_stood_in(player):
        chair.ended = desk.clock.now()
        put_in_place(desk, books, game, player, chair.name, chair.address, f"{chair.name} is back", LEFT)
        return translate("You play {code} again.", code=player.code)
    row = books.proposals.add(
        ProposalRow(
            game_id=key_of(game.id),
            side=player.side,
            what=RETURNS,
            value=str(chair.place),
            made=desk.clock.now(),
        )
    )
    phase = books.phases.open(game)
    lines = [
        *wrap(
            translate(
                "{name}, who played {code} before you, is back and would like to play on.",
                name=chair.name,
                code=player.code,
            ),
            WIDTH,
        ),
        "",
        f"  | agree {row.number}",
        f"  | disagree {row.number}",
        "",
        *wrap(translate("Answer with one of these lines.  Until you agree, the side is yours."), WIDTH),
    ]
    subject = f"[{game.name}] {translate('{name} is back', name=chair.name)}"
    draft = Draft(
        "proposal",
        str(row.number),
        subject,
        "\n".join(lines) + "\n",
        phase.phase if phase else "end",
        f"0.p{row.number}",
    )
    post.to_player(desk, books, game, player, draft)
    return translate("{name} has been asked whether you play again.", name=player.name)


def _keep_chair(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> None:
    """Keep a chair for whoever leaves, and tell them how to come back."""
    kept = sum(one.place < 0 and not one.number for one in books.seats.ever(game))
    now = desk.clock.now()
    chair = books.seats.add(
        SeatRow(
            game_id=key_of(game.id),
            side=player.side,
            name=player.name,
            address=player.address,
            place=-1 - kept,
            until=now + timedelta(days=CHAIR_DAYS),
            given=max(newest_seq(books, game), 1),
            answer=CHAIR,
        )
    )
    text = translate(
        "We had no letter from you, so somebody else plays {code} from now on.  We keep your place until {day}: answer "
        "with the line   return   and we ask that player to give the side back.",
        code=player.code,
        day=times.day(chair.until) if chair.until else "",
    )
    _mail_chair(desk, books, game, player, chair, "0", translate("We keep your place"), [text])


def _mail_question(
    desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow, chair: SeatRow, due: datetime
) -> None:
    title = desk.title(game.title)
    side = title.system.card.side(player.side).name
    lines = [
        translate(
            "Would you play {side} in {game} ({title}), in place of {name}, who has not written?",
            side=side,
            game=game.name,
            title=title.system.card.title,
            name=player.name,
        ),
        translate(
            "It is {phase}.  A phase has about {hours} hours.  You see none of the side's letters before you accept.",
            phase=title.teller.short_name(row.phase),
            hours=terms_of(game).hours.get("orders", 72),
        ),
        "",
        "  | accept",
        "  | decline",
        "",
        translate("Answer with one of these lines by {due}; after that we ask somebody else.", due=times.in_full(due)),
    ]
    subject = translate("Would you play {side}?", side=side)
    _mail_chair(desk, books, game, player, chair, time_text(desk.clock.now()), subject, lines)


def _mail_chair(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    chair: SeatRow,
    label: str,
    subject: str,
    lines: list[str],
) -> None:
    text = "\n".join(line for one in lines for line in (wrap(one, WIDTH) if not one.startswith("  |") else [one]))
    row = books.phases.open(game)
    draft = Draft(
        "substitute",
        f"{label}.{code_of(chair)}",
        f"[{game.name}] {subject}",
        text + "\n",
        row.phase if row is not None else "end",
        f"0.b{label}",
    )
    post.to_chair(desk, books, game, player, chair.address, code_of(chair), draft)


def _begin_again(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> None:
    """Give whoever has just taken a side the whole time of the stop that waits for it."""
    row = books.phases.open(game)
    if row is not None and row.due is not None and not row.passed and player.side in row.waiting_for.split(","):
        now = desk.clock.now()
        row.stopped = now
        put_due(desk, game, row, terms_of(game).falls(now + timedelta(hours=hours_of(game, row))))
        books.phases.add(row)
