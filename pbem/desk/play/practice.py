"""Sides played by the program: a practice opponent, or one that stands in for a person who is away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.ask import Ask
from pbem.core.dice import mac
from pbem.core.record import from_json
from pbem.desk.desk import Desk, read_json
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.orders import filing
from pbem.desk.orders.answering import answer_questions
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.outgoing.player_phrases import phrases_for
from pbem.desk.play.play import owes_orders, present
from pbem.mechanisms.practice import ALL_LEVELS, Pick, levels_of
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow

BY_PROGRAM = " (the program)"


def levels(desk: Desk, title: str) -> tuple[str, ...]:
    """The practice opponents that a game has, by name."""
    return levels_of(desk.title(title).practice)


def is_waited_for(books: Books, game: GameRow) -> bool:
    """True if a side that the program plays owes something in the open phase of a game."""
    row = books.phases.open(game)
    return row is not None and bool(_owing(books, game, row))


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
        return any(served)


def _owing(books: Books, game: GameRow, row: PhaseRow) -> list[PlayerRow]:
    sides = row.waiting_for.split(",")
    return [one for one in books.players.of(game) if one.plays and one.side in sides]


def _serve(desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> bool:
    now = present(desk, books, game)
    if now is None:
        return False
    title = desk.title(game.title)
    practice = title.practice
    if practice is None:
        raise ValueError(f"{game.title} has no practice opponent; expected one, since {player.side} is played by one")
    view = title.system.view(now.state, player.side)
    pick = _pick(books, game, row, player)
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


def _pick(books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> Pick:
    """Choices that nobody can foresee, and that come out the same however often they are made."""
    secret = books.secrets.get(game.name, "order secret")

    def pick(purpose: str, n: int) -> int:
        label = f"{game.branch}|{row.phase}|{row.n}|{player.side}|{purpose}".encode()
        return int.from_bytes(mac(secret, "practice", label)[:8], "big") % n

    return pick


# The program plays a side for a person who is away, by a signed ruling, until that person writes ``return``.

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
    """True if the program plays this side for a person, who may come back."""
    return bool(player.plays and player.address)


def take_over(desk: Desk, books: Books, game: GameRow, player: PlayerRow, by: StandIn, reason: str) -> int:
    """Let the program play a side; the number of the ruling's record."""
    change = f"the program ({by.level}) plays {player.code} for {player.name}, until {player.name} writes   return"
    about = f"the program plays {player.code}"
    ruled = Ruled(STANDS_IN, reason, change, about, {"player": player.code, "name": by.name})
    player.plays = by.level
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
    player.plays = level_of(body["name"])
    return True


def give_back(desk: Desk, books: Books, game: GameRow, player: PlayerRow, reason: str, what: str = STANDS_IN) -> int:
    """The person plays again; the number of the ruling's record."""
    player.plays = ""
    about = f"{player.name} plays {player.code} again"
    body = {"player": player.code, "name": player.name}
    change = f"{about}; the program no longer does"
    asked_by = player.name if what == RETURNED else ""
    return rule(desk, books, game, Ruled(what, reason, change, about, body, asked_by=asked_by))


def answered(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> tuple[str, bool]:
    """The answer to a letter of somebody whose side the program plays, and whether it gave the side back."""
    lines = [line.strip().lower().rstrip(".!") for line in words.splitlines() if line.strip()]
    if lines and lines[0] in RETURN:
        give_back(desk, books, game, player, f"{player.name} is back", RETURNED)
        words = "Welcome back.  You play {side} again from now on, and your opponent has been told."
        if not phrases_for(books, game).is_pair:
            words = "Welcome back.  You play {side} again from now on, and the others have been told."
        text = translate(words, side=player.code)
        return "\n".join([*wrap(text, WIDTH), *wrap(_now(desk, books, game, player), WIDTH)]) + "\n", True
    text = translate(
        "The program ({level}) plays {side} for you, so nothing in your letter was carried out.",
        level=player.plays,
        side=player.code,
    )
    return "\n".join([*wrap(text, WIDTH), "", *wrap(how(), WIDTH)]) + "\n", False


def notice(player: PlayerRow) -> str:
    """The report's notice for a player whose side the program plays."""
    text = translate("The program ({level}) plays {side} for you.", level=player.plays, side=player.code)
    return f"{text}  {how()}"


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
