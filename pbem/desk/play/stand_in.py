"""The program plays a side for a person who is away, by a signed ruling, until that person writes ``return``."""

from dataclasses import dataclass

from pbem.desk.desk import Desk, read_json
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.outgoing.player_phrases import company
from pbem.desk.play.practice import levels, name_of
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow

RETURN = ("return", "i am back", "i'm back", "back")
"""The lines by which a player takes a side back from the program."""
RETURNED = "return"
"""The ruling that such a letter brings about."""
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
    ruled = Ruled("substitute", reason, change, about, {"player": player.code, "name": by.name})
    player.plays = by.level
    player.nudged = None
    return rule(desk, books, game, ruled)


def give_back(desk: Desk, books: Books, game: GameRow, player: PlayerRow, reason: str, what: str = "substitute") -> int:
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
        if not company(books, game).is_pair:
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
    """The rulings that the GM made: the same numbers count what players agreed to, and a player's return."""
    if not game.rulings:
        return 0
    bodies = [read_json(row.body)["body"] for row in books.records.of_type(game, "gm.ruling")]
    sides = len(books.players.of(game))
    others: int = sum(
        one["what"] == RETURNED or (one["what"] == AGREED and len(one["agreed"]) >= sides) for one in bodies
    )
    return max(game.rulings - others, 0)
