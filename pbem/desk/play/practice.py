"""Sides played by the program: a practice opponent, or one that stands in for a person who is away.

On a shared side it stands in for one person, a commander or the chief, for their own units, and the others play on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.ask import Ask
from pbem.core.dice import mac
from pbem.core.record import from_json
from pbem.desk.desk import Desk, read_json
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.orders import filing
from pbem.desk.orders.merge import LineOnFile, who
from pbem.desk.orders.sharing import CHIEF_READY, concerns, note_ready, units_of, writer_of
from pbem.desk.people import phrases_for
from pbem.desk.play.answers import answer_questions
from pbem.desk.play.play import owes_orders, present
from pbem.mechanisms.practice import ALL_LEVELS, Pick, levels_of
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, SeatRow

BY_PROGRAM = " (the program)"


def levels(desk: Desk, title: str) -> tuple[str, ...]:
    """The practice opponents that a game has, by name."""
    return levels_of(desk.title(title).practice)


def is_waited_for(books: Books, game: GameRow) -> bool:
    """True if a side that the program plays owes something in the open phase of a game."""
    row = books.phases.open(game)
    return row is not None and bool(_owing(books, game, row) or _places(books, game, row))


def name_of(level: str) -> str:
    """The name in the first record of a side that the program plays."""
    return f"{level}{BY_PROGRAM}"


def level_of(name: str) -> str:
    """The practice opponent that a side began with, by its name in the first record; "" if a person played it."""
    level = name.removesuffix(BY_PROGRAM)
    return level if level != name and level in ALL_LEVELS else ""


def serve(desk: Desk, name: str) -> bool:
    """Write what the practice opponents of a game owe; whether there was anything."""
    with desk.store.begin() as books:
        game = books.games.get(name)
        row = books.phases.open(game)
        if row is None:
            return False
        served = [_serve(desk, books, game, row, one) for one in _owing(books, game, row)]
        served += [_serve_one(desk, books, game, row, *one) for one in _places(books, game, row)]
        return any(served)


def _owing(books: Books, game: GameRow, row: PhaseRow) -> list[PlayerRow]:
    sides = row.waiting_for.split(",")
    return [one for one in books.players.of(game) if one.plays and not one.plays_one and one.side in sides]


def _serve(desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> bool:
    now = present(desk, books, game)
    if now is None:
        return False
    title = desk.title(game.title)
    practice = title.practice
    if practice is None:
        raise ValueError(f"{game.title} has no practice opponent; expected one, since {player.side} is played by one")
    view = title.system.view(now.state, player.side)
    pick = _pick(books, game, row, player.side)
    questions = books.questions.open(row, player.side)
    if questions:
        asks = [from_json(read_json(one.ask), Ask) for one in questions]
        numbers = [_number(one, practice.choice(view, one, player.plays, pick)) for one in asks]
        found = answer_questions(books, books.questions.open(row, player.side), numbers, desk.clock.now())
        if isinstance(found, str):
            return False
        before = filing.answers_given(books, game, player.side, row.phase)
        entries = filing.stood(books, game, player.side, row.phase)
        answers = (*before, *(one.line for one in found))
        filing.file(desk, books, game, player, row.phase, entries, answers=answers, ready="ready")
        return True
    latest = books.submissions.latest(game, player.side, row.phase)
    if not owes_orders(now.open, player.side) or (latest is not None and latest.ready in ("ready", "pass")):
        return False
    orders = practice.orders(title.system, view, player.side, row.letter, player.plays, pick)
    lines = [title.dialect.write(one) for one in orders]
    written = [LineOnFile(line, (one,), (line,)) for line, one in zip(lines, orders, strict=True)]
    filing.file(desk, books, game, player, row.phase, written, ready="ready" if written else "pass")
    return True


def _number(one: Ask, key: str) -> int:
    """The digit of a choice in the letter that asks."""
    return next(number for number, choice in enumerate(one.choices, 1) if choice.key == key)


def _pick(books: Books, game: GameRow, row: PhaseRow, who: str) -> Pick:
    """Choices for a side, or a person's on it, that nobody can foresee, and that come out the same however often they are
    made."""
    secret = books.secrets.get(game.name, "order secret")

    def pick(purpose: str, n: int) -> int:
        label = f"{game.branch}|{row.phase}|{row.n}|{who}|{purpose}".encode()
        return int.from_bytes(mac(secret, "practice", label)[:8], "big") % n

    return pick


# For one person of a shared side: of what the program would order, the lines for their units are kept.


def _places(books: Books, game: GameRow, row: PhaseRow) -> list[tuple[PlayerRow, SeatRow | None]]:
    """The commanders (chief: None) for whom the program plays on sides that are waited for, and who are not ready."""
    found: list[tuple[PlayerRow, SeatRow | None]] = []
    sides = row.waiting_for.split(",")
    for player in (one for one in books.players.of(game) if one.side in sides and not is_whole_side(one)):
        latest = books.submissions.latest(game, player.side, row.phase)
        is_ready = latest is not None and latest.ready in ("ready", "pass")
        for seat in books.seats.sharing(game, player.side):
            if seat.plays and not is_ready and not seat.ready.startswith(f"{row.phase} "):
                found.append((player, seat))
        is_asked = bool(books.questions.open(row, player.side))
        if player.plays_one and (is_asked or latest is None or not latest.ready):
            found.append((player, None))
    return found


def _serve_one(desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow, seat: SeatRow | None) -> bool:
    now, title = present(desk, books, game), desk.title(game.title)
    practice = title.practice
    if now is None or practice is None:
        return False
    level, number = (seat.plays, seat.number) if seat is not None else (player.plays, 0)
    view, pick = title.system.view(now.state, player.side), _pick(books, game, row, f"{player.side}.{number}")
    if seat is None and _answers(desk, books, game, row, player, now.state, pick):
        return True
    if not owes_orders(now.open, player.side):
        return False
    writer = writer_of(desk, books, game, player, now.state, seat)
    others = [
        units_of(title, view, player.side, read_json(one.formations))
        for one in books.seats.sharing(game, player.side)
        if seat is None or one.number != seat.number
    ]
    stood = filing.stood(books, game, player.side, row.phase)
    ordered = {name for line in stood if line.verdict == "accepted" for order in line.orders for name in who(order)}
    # What others command is theirs, and so is what the chief has ordered; a place without names has all the rest.
    not_theirs = ordered.union(*(one for one in others if one is not None and writer.units is None))
    lines = [
        LineOnFile(text, (order,), (text,), seat=writer.number)
        for order in practice.orders(title.system, view, player.side, row.letter, level, pick)
        if (who(order) or seat is None) and writer.commands(who(order)) and not_theirs.isdisjoint(who(order))
        for text in [title.dialect.write(order)]
    ]
    latest = books.submissions.latest(game, player.side, row.phase)
    if lines or latest is None or latest.state != "filed":
        answers = filing.answers_given(books, game, player.side, row.phase)
        before = latest.ready if latest is not None else ""
        entries = writer.in_sequence((*stood, *lines))
        latest = filing.file(desk, books, game, player, row.phase, entries, answers=answers, ready=before)
    note_ready(books, game, player, writer, "ready", latest)
    return True


def _answers(desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow, state: Any, pick: Pick) -> bool:
    """Answer, for a chief, the questions that are about the units of no commander who is there; whether there were any."""
    title, practice = desk.title(game.title), desk.title(game.title).practice
    assert practice is not None, "the program plays"
    view, questions = title.system.view(state, player.side), books.questions.open(row, player.side)
    there = [
        units_of(title, view, player.side, read_json(one.formations))
        for one in books.seats.sharing(game, player.side)
        if not one.plays
    ]
    asks = [from_json(read_json(one.ask), Ask) for one in questions]
    mine = [
        (one, ask) for one, ask in zip(questions, asks, strict=True) if not any(concerns(ask, units) for units in there)
    ]
    if not mine:
        return False
    numbers = [_number(ask, practice.choice(view, ask, player.plays, pick)) for _, ask in mine]
    found = answer_questions(books, [one for one, _ in mine], numbers, desk.clock.now())
    if isinstance(found, str):
        return False
    latest = books.submissions.latest(game, player.side, row.phase)
    entries = filing.stood(books, game, player.side, row.phase)
    answers = (*filing.answers_given(books, game, player.side, row.phase), *(one.line for one in found))
    ready = latest.ready if latest is not None else ""
    filing.file(desk, books, game, player, row.phase, entries, answers=answers, ready=ready)
    return True


# The program plays for a person who is away, by a signed ruling, until that person writes ``return``.

RETURN = ("return", "i am back", "i'm back", "back")
"""The lines by which a player takes a side back from the program."""
STANDS_IN = "substitute"
"""The ruling by which somebody else, or the program, plays a side from now on."""
RETURNED = "return"
"""The ruling that such a letter brings about."""
LEFT_BY_LETTER = "left by letter"
"""The `change` of a ruling by which somebody on a shared side leaves it at their own word."""
AGREED = "pace"
"""The ruling that all sides may bring about by agreeing to it."""


@dataclass(frozen=True)
class StandIn:
    """A practice opponent that plays for a person: its level (``plain``) and what it is called in the record."""

    level: str
    name: str


def stand_in(desk: Desk, title: str, word: str) -> StandIn | None:
    """The practice opponent that a word names, None if it names none."""
    level = word.strip().lower()
    return StandIn(level, name_of(level)) if level in levels(desk, title) else None


def is_stood_in(player: PlayerRow) -> bool:
    """True if the program plays this side, or what its chief commands, for a person, who may come back."""
    return bool(player.plays and player.address)


def is_whole_side(player: PlayerRow) -> bool:
    """True if the program plays this whole side for a person: whoever commands beside them gives no orders meanwhile."""
    return is_stood_in(player) and not player.plays_one


def take_over_one(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None, by: StandIn, reason: str
) -> int:
    """Let the program play for one person of a shared side, a commander or its chief (None); the number of the record.

    The ruling names no person: the enemy learns as much of a seat as when the GM changes it.
    """
    role = f"a commander of {player.code}" if seat is not None else f"the chief of {player.code}"
    change = f"the program ({by.level}) plays for {role}, until that person writes   return"
    body = {"player": player.code, "name": by.name, "seat": seat.number if seat is not None else 0}
    record = rule(desk, books, game, Ruled(STANDS_IN, reason, change, f"the program plays for {role}", body))
    _stand_in(books, game, player, seat, by.level)
    return record


def _stand_in(books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None, level: str) -> None:
    if seat is not None:
        seat.plays, seat.missed = level, 0
        return
    player.plays, player.plays_one, player.missed, player.nudged = level, True, 0, None


def take_over(desk: Desk, books: Books, game: GameRow, player: PlayerRow, by: StandIn, reason: str) -> int:
    """Let the program play a side; the number of the ruling's record."""
    change = f"the program ({by.level}) plays {player.code} for {player.name}, until {player.name} writes   return"
    about = f"the program plays {player.code}"
    ruled = Ruled(STANDS_IN, reason, change, about, {"player": player.code, "name": by.name})
    player.plays, player.plays_one = by.level, False
    player.nudged = None
    return rule(desk, books, game, ruled)


def is_stand_in(body: Mapping[str, Any]) -> bool:
    """True if a record's content is a ruling by which the program plays for somebody."""
    return body.get("what") == STANDS_IN and bool(level_of(str(body["name"])))


def stand_in_as_ruled(books: Books, game: GameRow, body: Mapping[str, Any]) -> bool:
    """Let the program play for whom a ruling on record says so, where a game is made again; whether it says so."""
    if not is_stand_in(body):
        return False
    player = next(one for one in books.players.of(game) if one.code == body["player"])
    if "seat" not in body:
        player.plays, player.plays_one = level_of(body["name"]), False
        return True
    sharing = books.seats.sharing(game, player.side)
    seat = next((one for one in sharing if one.number == body["seat"]), None)
    _stand_in(books, game, player, seat, level_of(body["name"]))
    return True


def give_back(desk: Desk, books: Books, game: GameRow, player: PlayerRow, reason: str, what: str = STANDS_IN) -> int:
    """The person plays again; the number of the ruling's record."""
    if player.plays_one:
        return give_back_one(desk, books, game, player, None, reason, what)
    player.plays = ""
    about = f"{player.name} plays {player.code} again"
    body = {"player": player.code, "name": player.name}
    change = f"{about}; the program no longer does"
    asked_by = player.name if what == RETURNED else ""
    return rule(desk, books, game, Ruled(what, reason, change, about, body, asked_by=asked_by))


def give_back_one(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    seat: SeatRow | None,
    reason: str,
    what: str = STANDS_IN,
) -> int:
    """One person of a shared side, a commander or its chief (None), plays again; the number of the ruling's record.

    What the program has on file for them stays until they change it, and they are not ready.
    """
    row = books.phases.open(game)
    if seat is not None:
        seat.plays, seat.missed, seat.ready = "", 0, ""
    else:
        player.plays, player.plays_one, player.missed = "", False, 0
        latest = books.submissions.latest(game, player.side, row.phase) if row is not None else None
        if latest is not None and latest.ready == CHIEF_READY:
            books.submissions.set_ready(latest, "")
    role = f"a commander of {player.code}" if seat is not None else f"the chief of {player.code}"
    body = {"player": player.code, "name": "", "seat": seat.number if seat is not None else 0}
    ruled = Ruled(what, reason, f"{role} plays again; the program no longer does", f"{role} plays again", body)
    return rule(desk, books, game, replace(ruled, asked_by=role if what == RETURNED else ""))


def answered(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None, words: str
) -> tuple[str, str, bool]:
    """The subject and the text of the answer to a letter of somebody for whom the program plays, and whether it gave the side,
    or the place of a commander in a `seat`, back."""
    lines = [line.strip().lower().rstrip(".!") for line in words.splitlines() if line.strip()]
    is_back = bool(lines) and lines[0] in RETURN
    is_one = seat is not None or player.plays_one
    if is_back and is_one:
        role = f"a commander of {player.code}" if seat is not None else f"the chief of {player.code}"
        give_back_one(desk, books, game, player, seat, f"{role} is back", RETURNED)
        words = (
            "Welcome back.  You command your units again from now on.  What the program has ordered stays on file until you "
            "change it:   orders   shows it."
        )
    elif is_back:
        give_back(desk, books, game, player, f"{player.name} is back", RETURNED)
        words = "Welcome back.  You play {side} again from now on, and your opponent has been told."
        if not phrases_for(books, game).is_pair:
            words = "Welcome back.  You play {side} again from now on, and the others have been told."
    elif is_one:
        text = notice_of_one((seat or player).plays)
        nothing = translate("Nothing in your letter was carried out.")
        return (
            f"[{game.name}] The program commands your units",
            "\n".join([*wrap(text, WIDTH), *wrap(nothing, WIDTH), ""]),
            False,
        )
    else:
        words = "The program ({level}) plays {side} for you, so nothing in your letter was carried out."
        text = translate(words, level=player.plays, side=player.code)
        return (
            f"[{game.name}] The program plays your side",
            "\n".join([*wrap(text, WIDTH), "", *wrap(how(), WIDTH)]) + "\n",
            False,
        )
    now = wrap(_now(desk, books, game, player), WIDTH)
    return (
        f"[{game.name}] You are back",
        "\n".join([*wrap(translate(words, side=player.code), WIDTH), *now]) + "\n",
        True,
    )


def notice(player: PlayerRow) -> str:
    """The report's notice for a player whose side the program plays."""
    text = translate("The program ({level}) plays {side} for you.", level=player.plays, side=player.code)
    return f"{text}  {how()}"


def notice_of_one(level: str) -> str:
    """The notice for somebody on a shared side whose units the program commands."""
    text = translate("The program ({level}) commands your units for you.", level=level)
    return f"{text}  {translate('To command them again, answer with the line   return')}"


def how() -> str:
    """The way for a player to take a side back."""
    return translate("To take your side back, answer with the line   return")


def _now(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> str:
    row = books.phases.open(game)
    if row is not None and player.side in row.waiting_for.split(","):
        name = desk.title(game.title).teller.short_name(row.phase)
        return translate("The game waits for you: {phase}.  Answer the newest report, or write   status", phase=name)
    return translate("The next report says what you may do.")


def rulings_of_the_gm(books: Books, game: GameRow) -> int:
    """The rulings that the GM made: the same numbers count what players agreed to, a player's return, and who left."""
    if not game.rulings:
        return 0
    bodies = [read_json(row.body)["body"] for row in books.records.of_type(game, "gm.ruling")]
    sides = len(books.players.of(game))
    others: int = sum(
        one["what"] == RETURNED
        or one.get("change") == LEFT_BY_LETTER
        or (one["what"] == AGREED and len(one["agreed"]) >= sides)
        for one in bodies
    )
    return max(game.rulings - others, 0)
