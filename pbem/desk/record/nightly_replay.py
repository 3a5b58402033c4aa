"""Running games adjudicated again with the installed rules: the dry run of every night and every upgrade."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem import __version__
from pbem.core.canonical import Json
from pbem.desk.desk import Desk, read_json
from pbem.desk.games.ending import segments
from pbem.desk.record.chain import records_since
from pbem.desk.record.readjudication import Readjudicated, readjudicate
from pbem.desk.record.rules_program import engine_in_force, engine_in_words, rules_hash
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow


@dataclass(frozen=True)
class AdjudicatedAgain:
    """The result for one game.  `recorded` is the engine that is in force by its chain, `installed` the one at hand: each the
    version and the digest of the rules data."""

    game: str
    done: Readjudicated
    recorded: tuple[str, str]
    installed: tuple[str, str]

    @property
    def is_same(self) -> bool:
        """True if everything could be adjudicated and had the same result."""
        return self.done.would_change is None and not self.done.undecided

    @property
    def lines(self) -> Sequence[str]:
        """The account, at most 76 columns."""
        done = self.done
        head = f"{self.game}: records 0-{done.last}, {done.adjudications} of play, {done.states} states: "
        lines = list(wrap(head + ("the same" if self.is_same else "see below"), WIDTH))
        if self.recorded != self.installed:
            wording = (
                f"its chain is of pbem {engine_in_words(self.recorded)}; installed is {engine_in_words(self.installed)}"
            )
            lines += wrap(wording, WIDTH, first="   ", rest="   ")
        if done.undecided:
            lines += wrap(f"?? {done.undecided}", WIDTH, first="   ", rest="      ")
        for one in done.stood:
            if one.seq < done.since:
                wording = f"-- {one.where}: {one.what}; it was played before the last upgrade, and stands"
                lines += wrap(wording, WIDTH, first="   ", rest="      ")
        for one in (
            *(one for one in done.stood if one.seq > done.since or not done.since),
            *([done.difference] if done.difference else []),
        ):
            lines += wrap(f"!! {one.where}: {one.what}", WIDTH, first="   ", rest="      ")
            for name, text in (("expected", one.expected), ("found", one.found)):
                lines += wrap(f"{name} {text}", WIDTH, first="      ", rest="        ") if text else []
        return lines


def adjudicate_again(desk: Desk, name: str) -> AdjudicatedAgain:
    """Adjudicate a game again.  Raises UnknownGame."""
    with desk.store.read() as books:
        game = books.games.get(name)
        records = records_since(books, game, -1)
        salt_key = books.secrets.get(game.name, "salt key")
        recorded = engine_in_force(books, game)
        # What a game hides until its end is no secret from the desk.
        sealed = {(one["branch"], one["seq"]): one["value"] for one in segments(books, game, records)}
        opening = _opening(books, game)
    at_hand = installed(desk, game.title)
    done = readjudicate(desk.title(game.title), records, salt_key, sealed, installed=at_hand, opening=opening)
    return AdjudicatedAgain(name, done, recorded, at_hand)


def _opening(books: Books, game: GameRow) -> Json:
    """The position with which the game began, as it was stored; None where a game that was restored has none."""
    try:
        found: Json = read_json(books.checkpoints.get(game, 0).state)
    except KeyError:
        return None
    return found


def installed(desk: Desk, title: str) -> tuple[str, str]:
    """The version of pbem and the digest of a game's rules data that are installed."""
    return __version__, rules_hash(desk.title(title))
