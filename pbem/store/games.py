"""Games, their players, and everybody else with a seat."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, func
from sqlmodel import col, select

from pbem.store.columns import HIDDEN, fold
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import GameRow, PlayerRow, SeatRow

# What a transaction that may write reads of a game, nobody else may change until its end.
_OF_NAME = select(GameRow).where(col(GameRow.name) == bindparam("name"))
_NAMED = CachedQuery(_OF_NAME, fixed=True)
_LOCKED = CachedQuery[tuple[GameRow, PlayerRow | None]](
    select(GameRow, PlayerRow)
    .join(PlayerRow, col(PlayerRow.game_id) == col(GameRow.id), isouter=True)
    .where(col(GameRow.name) == bindparam("name"))
    .order_by(col(PlayerRow.id))
    .with_for_update(of=GameRow),
    fixed=True,
)
"""A game and its players, whom whoever locks it wants next."""
_NUMBER = CachedQuery(select(col(GameRow.id)).where(col(GameRow.name) == bindparam("name")))
_OF_GM = CachedQuery(select(col(GameRow.id)).where(col(GameRow.folded) == bindparam("folded")).limit(1))
PLAYERS = CachedQuery(
    select(PlayerRow).where(col(PlayerRow.game_id) == bindparam("game")).order_by(col(PlayerRow.id)), fixed=True
)
AT_ADDRESS = CachedQuery(
    select(PlayerRow).where(col(PlayerRow.folded) == bindparam("folded")).order_by(col(PlayerRow.id))
)
_UNPLAYED = CachedQuery(
    select(GameRow.name).where(col(GameRow.unplayed).is_(True), col(GameRow.state) == "open").order_by(col(GameRow.id))
)
_RESUMES = CachedQuery(
    select(func.min(GameRow.paused_until)).where(col(GameRow.state) == "paused", col(GameRow.paused_until).is_not(None))
)
_PAUSED = CachedQuery(
    select(GameRow).where(col(GameRow.state) == "paused", col(GameRow.paused_until) <= bindparam("now"))
)


class UnknownGame(KeyError):
    """No game of this name is in the store."""

    def __str__(self) -> str:
        return f"no game is called {self.args[0]!r}"


ARCHIVED = "archived: "
"""The beginning of a hold reason of a game that was written out (`store.archive`); its folder follows."""


class ArchivedGame(UnknownGame):
    """The game is no longer in the store: it was archived.  The text says where it is and what still works."""

    def __init__(self, name: str, folder: str) -> None:
        super().__init__(name)
        self.folder = folder

    def __str__(self) -> str:
        return (
            f"{self.args[0]} is archived, in the folder\n  {self.folder}\n"
            "It holds the game's record (the .pbem files) and all its letters (the .mbox\nfiles).  What still works:\n"
            f"  pbem verify {self.folder}   (with --replay it is played again)\n"
            f"  pbem gm log {self.args[0]}"
        )


def archive_of(game: GameRow) -> str:
    """The folder that an archived game is in, "" for any other."""
    is_archived = game.state == HIDDEN and game.hold.startswith(ARCHIVED)
    return game.hold.removeprefix(ARCHIVED) if is_archived else ""


def key_of(row_id: int | None) -> int:
    """The number of a stored row."""
    if row_id is None:
        raise ValueError("the row is not in the database yet")
    return row_id


class Games:
    """The campaigns."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, game: GameRow) -> GameRow:
        """Store a new one."""
        self._session.add(game)
        self._session.flush()
        return game

    def get(self, name: str) -> GameRow:
        """The game of this name.  Raises UnknownGame, ArchivedGame."""
        game = self.find(name)
        if game is None:
            raise UnknownGame(name)
        folder = archive_of(game)
        if folder:
            raise ArchivedGame(name, folder)
        return game

    def find(self, name: str) -> GameRow | None:
        """The game of this name, or None."""
        if not name.isascii():  # no game's name is otherwise, and not every text can be asked for
            return None
        if not self._session.writes:
            return self._session.first(_NAMED, name=name)
        is_known = self._session.known(_LOCKED, name=name) is not None
        found = self._session.all(_LOCKED, name=name)
        if not found:
            return None
        game = found[0][0]
        if not is_known:
            self._session.remember(PLAYERS, [one for _, one in found if one is not None], game=game.id)
        return game

    def exists(self, name: str) -> bool:
        """True if a game has this name; it is not locked for that."""
        return self._session.first(_NUMBER, name=name) is not None

    def all(self) -> Sequence[GameRow]:
        """All games, by name; without the lines of play that were put aside."""
        return self._session.exec(select(GameRow).where(col(GameRow.state) != HIDDEN).order_by(col(GameRow.name))).all()

    def archived(self) -> Sequence[GameRow]:
        """The games that were written out and freed, by name."""
        query = select(GameRow).where(col(GameRow.state) == HIDDEN, col(GameRow.hold).startswith(ARCHIVED))
        return self._session.exec(query.order_by(col(GameRow.name))).all()

    def unplayed(self) -> Sequence[str]:
        """The names of open games with news that play has not dealt with yet."""
        return self._session.all(_UNPLAYED)

    def next_resumption(self) -> datetime | None:
        """The time at which the next pause ends, or None."""
        found: datetime | None = self._session.first(_RESUMES)
        return found

    def to_resume(self, now: datetime) -> Sequence[GameRow]:
        """The paused games whose pause has come to its end."""
        return self._session.all(_PAUSED, now=now)

    def has_gm(self, address: str) -> bool:
        """True if any game's GM has this address, case ignored."""
        return self._session.first(_OF_GM, folded=fold(address)) is not None

    def by_id(self, number: int) -> GameRow:
        """The game of a row that belongs to it.  Raises UnknownGame."""
        game = self._session.get(GameRow, number, with_for_update=self._session.writes)
        if game is None:
            raise UnknownGame(f"number {number}")
        return game

    def hold(self, game: GameRow, why: str, at: datetime) -> None:
        """Stop a game until the GM releases it."""
        game.state, game.hold, game.held_since = "held", why, at
        self._session.add(game)

    def release(self, game: GameRow, state: str = "open") -> None:
        """Release a held game into the state in which it was before."""
        game.state, game.hold, game.held_since, game.unplayed = state, "", None, True
        self._session.add(game)


class Players:
    """The players of games."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, players: Sequence[PlayerRow]) -> None:
        """Store the players of a new game."""
        self._session.add_all(players)
        self._session.flush()

    def of(self, game: GameRow) -> Sequence[PlayerRow]:
        """A game's players, in the sequence of the card's sides."""
        return self._session.all(PLAYERS, game=game.id)

    def get(self, game: GameRow, side: str) -> PlayerRow:
        """The player of a side.  Raises KeyError."""
        for player in self.of(game):
            if player.side == side:
                return player
        raise KeyError(f"game {game.name} has no side {side!r}")

    def at_address(self, address: str) -> Sequence[PlayerRow]:
        """The players at this address, case ignored; one person may play in several games."""
        return self._session.all(AT_ADDRESS, folded=fold(address))


# Those who sit at a table besides its players: observers, and people who share a side.

OF_GAME = CachedQuery(
    select(SeatRow).where(col(SeatRow.game_id) == bindparam("game")).order_by(col(SeatRow.id)), fixed=True
)
_AT_ADDRESS = CachedQuery(select(SeatRow).where(col(SeatRow.folded) == bindparam("folded")).order_by(col(SeatRow.id)))


GM = "gm"
"""The side of a second GM's seat."""


class Seats:
    """Other people in games: commanders, observers, second GMs, substitutes."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: SeatRow) -> SeatRow:
        """Give somebody a seat."""
        self._session.add(row)
        self._session.flush()
        return row

    def ever(self, game: GameRow) -> Sequence[SeatRow]:
        """All seats that a game has had, including those that people have left."""
        return self._session.all(OF_GAME, game=key_of(game.id))

    def of(self, game: GameRow) -> Sequence[SeatRow]:
        """All occupied seats of a game."""
        return [row for row in self.ever(game) if row.ended is None and not _is_chair(row)]

    def chairs(self, game: GameRow, side: str = "") -> Sequence[SeatRow]:
        """The chairs beside the table: substitutes who may be asked, in turn, and people who have left their side to one; those
        of a side, or all."""
        found = [row for row in self.ever(game) if row.ended is None and _is_chair(row) and side in ("", row.side)]
        return sorted(found, key=lambda row: (row.side, row.place))

    def sharing(self, game: GameRow, side: str) -> Sequence[SeatRow]:
        """The commanders who share a side with its player, in the sequence in which their orders are carried out."""
        return sorted((row for row in self.of(game) if row.side == side and row.number), key=_sequence)

    def next_number(self, game: GameRow) -> int:
        """The number of the next commander's seat of a game."""
        return 1 + max((row.number for row in self.ever(game)), default=0)

    def observers(self, game: GameRow) -> Sequence[SeatRow]:
        """The observers of a game."""
        return [row for row in self.of(game) if not row.side]

    def at_address(self, address: str) -> Sequence[SeatRow]:
        """The seats of whoever writes from this address, case ignored."""
        return [row for row in self._session.all(_AT_ADDRESS, folded=fold(address)) if row.ended is None]

    def ever_at_address(self, address: str) -> Sequence[SeatRow]:
        """As `at_address`, with the seats that they have left."""
        return self._session.all(_AT_ADDRESS, folded=fold(address))

    def remove(self, row: SeatRow) -> None:
        """Take a seat away."""
        self._session.delete(row)
        self._session.flush()


def _is_chair(row: SeatRow) -> bool:
    return bool(row.side) and row.side != GM and not row.number


def _sequence(row: SeatRow) -> tuple[int, int]:
    return row.place, row.number
