"""A side played by the program: the practice opponent writes orders and answers as a player would, and is ready at once."""

from pbem.core.ask import Ask
from pbem.core.dice import mac
from pbem.core.record import from_json
from pbem.desk.desk import Desk, read_json
from pbem.desk.orders import filing
from pbem.desk.orders.answering import answer_questions
from pbem.desk.orders.merge import Entry
from pbem.desk.play.play import owes_orders, present
from pbem.mechanisms.practice import ALL_LEVELS, Pick, levels_of
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
    written = [Entry(line, (one,), (line,)) for line, one in zip(lines, orders, strict=True)]
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
