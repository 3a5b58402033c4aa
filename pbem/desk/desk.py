"""The desk: the context of every use case, with its clock, and a game as the campaign is handed it."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from errno import EINVAL
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Problem
from pbem.desk.play.beacon_source import Http, Rounds
from pbem.desk.play.cache import PlayCache
from pbem.seal.ladder import Ladder
from pbem.seal.signing import Signer
from pbem.store.columns import read_time, time_text
from pbem.store.database import Books, Store
from pbem.store.tables import GameRow

if TYPE_CHECKING:
    from pbem.core.system import Card, RuleSystem
    from pbem.desk.incoming.reader import Reader
    from pbem.language.read import LineAsRead
    from pbem.mechanisms.offers import Offering
    from pbem.mechanisms.practice import Practice
    from pbem.reports.teller import Teller


# A game as the campaign is handed it.


class Title(Protocol):
    """A game as `systems.registry.game` hands it out: its rules, its words, its telling."""

    @property
    def system(self) -> "RuleSystem[Any]": ...

    @property
    def card(self) -> "Card": ...

    @property
    def dialect(self) -> Any: ...

    @property
    def teller(self) -> "Teller[Any]": ...

    def short_name(self, phase: str) -> str:
        """A phase in a subject line, as the teller says it: ``T3 US Off. Fire`` for ``T03.US.B``."""
        ...

    @property
    def offering(self) -> "Offering | None":
        """The maker of offers for the order page; None if a game has none."""
        ...

    @property
    def practice(self) -> "Practice | None":
        """The practice opponents; None if a game has none."""
        ...


MOST_POSITIONS = 32
"""Positions that are kept: a letter asks for the same one several times, and then for the one that it led to."""


@lru_cache(maxsize=MOST_POSITIONS)
def position(titles: Callable[[str], Title], title: str, text: str) -> Any:
    """The position that a checkpoint's JSON tells.  Nobody may change it: who plays on thaws a copy.

    Raises what the system's `from_json` raises.
    """
    return titles(title).system.from_json(json.loads(text))


# The one clock of the desk. Everything that needs the time gets it from here, so tests can set it.


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, in UTC, to the second."""
        ...


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        """The current time, in UTC, to the second."""
        return datetime.now(UTC).replace(microsecond=0)


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC).replace(microsecond=0)

    def now(self) -> datetime:
        """The time at which it stands."""
        return self._now

    def forward(self, **by: float) -> datetime:
        """Move it forward: ``clock.forward(hours=3)``."""
        self._now += timedelta(**by)
        return self._now


class FileClock:
    """The clock of a desk on trial: it stands still, at the moment that a file holds, until it is moved."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def now(self) -> datetime:
        """The time at which it stands.  Raises OSError, with the file's name, where that holds no moment."""
        text = self.file.read_text(encoding="utf-8").strip()
        try:
            return read_time(text)
        except ValueError:
            words = f"expected a moment such as 2026-03-12T18:02:11Z, found {text[:40]!r}"
            raise OSError(EINVAL, words, str(self.file)) from None

    def set(self, moment: datetime) -> None:
        """Let it stand at this moment."""
        beside = self.file.with_name(f"{self.file.name}.new")
        beside.write_text(f"{time_text(moment)}\n", encoding="utf-8")
        beside.replace(self.file)


@dataclass(frozen=True)
class House:
    """The desk's own data for letters: its host name (``pbem.example``), the name in `From`, and its habits.

    `mailbox` is set where all games share one mailbox (``gm+rosebud-7.us.m2xd9q4k@host``); `authserv` is the name under
    which our own mail server writes Authentication-Results; `strict` asks for its dkim=pass.
    `templates` is a folder of the GM's own templates, or None; `words` a file of own words for the reader of orders, or
    None; `pages` the public address of the published pages with a slash at its end, or ""; `scan` the command that looks at
    files which players pass on, () for none.
    """

    host: str
    name: str = "The desk"
    gm_address: str = ""
    mailbox: str = ""
    authserv: str = ""
    strict: bool = False
    wrong_keys_a_day: int = 20
    answers_a_day: int = 20
    letters_a_day: int = 200
    templates: Path | None = None
    words: Path | None = None
    pages: str = ""
    scan: tuple[str, ...] = ()
    scan_seconds: float = 60


GM_SIGNER = "GM"
GM_KEY = "gm key"
"""The name under which a game's GM signs, and that of their secret."""


LADDER = "ladder top"
"""The name of the secret of the ladder that a game begins with; later ones have the number of their record behind it."""

SERVER_KEY = "server key"


def steady() -> float:
    """No chance at all: every wait is as long as it says."""
    return 0.0


@dataclass(frozen=True)
class Desk:
    """The store, the clock, the games that are known, and the house.

    `reads` is who reads letters (None: this process does); `chance` gives a fraction from 0 up to 1, by which waits are
    drawn out so that many desks do not try again in step.  No die comes from it.  `rounds` hands out those of a beacon.
    `pulse_file` is where the daemon writes how it stands; `acting` is who carries out an
    incident, as the GMs' log has them.  A replay has the times of the records that it makes again in
    `stamps`, in `bare` those that were written before type names had a game in front, in `waits` those at which the game
    was held until another program was taken over, in `unasked` those up to which sides that the program plays were not asked
    in every phase, in `problems_on_record` why orders came to nothing, by record, and in `as_read` what the lines of the letter
    at hand were read as.
    """

    store: Store
    clock: Clock
    house: House
    title: Callable[[str], Title]
    reads: "Reader | None" = None
    chance: Callable[[], float] = steady
    rounds: Rounds = field(default_factory=Http)
    stamps: Mapping[tuple[str, int], datetime] = field(default_factory=dict, repr=False)
    bare: Collection[tuple[str, int]] = field(default=(), repr=False)
    waits: Collection[tuple[str, int]] = field(default=(), repr=False)
    unasked: Collection[tuple[str, int]] = field(default=(), repr=False)
    problems_on_record: Mapping[tuple[str, int], Sequence[Problem]] = field(default_factory=dict, repr=False)
    as_read: Mapping[str, "LineAsRead"] = field(default_factory=dict, repr=False)
    play_cache: PlayCache = field(default_factory=PlayCache, repr=False)
    pulse_file: Path | None = None
    acting: str = ""

    @property
    def reader(self) -> "Reader":
        """The reader of letters and orders."""
        from pbem.desk.incoming.reader import InProcess  # a look at the games reads no letter

        return self.reads or InProcess(self.title)

    def handed_on(self) -> "Desk":
        """The desk for another process: without what is this one's alone, the process for reading and waits by chance."""
        return replace(self, reads=None, chance=steady, stamps={}, bare=(), waits=(), play_cache=PlayCache())

    def stamp(self, branch: str, seq: int) -> datetime:
        """The time of a record that is written now."""
        return self.stamps.get((branch, seq)) or self.clock.now()

    def ladder(self, books: Books, game: GameRow, name: str = LADDER) -> Ladder:
        """A ladder of a game, by the name of its secret.  It is kept: 4096 hashes are too many for every letter."""
        return self.play_cache.ladder(
            game, name, lambda: Ladder(books.secrets.get(game.name, name), game.ladder_length)
        )

    def position(self, books: Books, game: GameRow) -> Any:
        """The position of a game's newest checkpoint.  Nobody may change it."""
        return position(self.title, game.title, books.checkpoints.last(game).state)

    def signer(self, books: Books, game: GameRow) -> Signer:
        """The key that signs a game's seals: the house's, or the game's own once that was changed."""
        scope = game.name if books.secrets.has(game.name, SERVER_KEY) else ""
        return _signer(self.house.host, books.secrets.get(scope, SERVER_KEY))

    def gm_signer(self, books: Books, game: GameRow) -> Signer:
        """The key of a game's GM, which signs their rulings."""
        return Signer(GM_SIGNER, books.secrets.get(game.name, GM_KEY))


@lru_cache(maxsize=16)
def _signer(name: str, secret: bytes) -> Signer:
    """A signer: a key is made ready once, and not for every seal."""
    return Signer(name, secret)


def options_of(game: GameRow) -> Options:
    """The optional rules of a game."""
    return Options(tuple(read_json(game.options)))


def read_json(text: str) -> Any:
    """The content of a JSON column."""
    return json.loads(text)


# Visibility: events by side, and games that hide facts.


def known(events: Iterable[Event], side: str) -> tuple[Event, ...]:
    """The events that a side may know of."""
    return tuple(one for one in events if (sides := one.known_to()) is None or side in sides)


def public(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that everybody may know of."""
    return tuple(one for one in events if one.known_to() is None)


def hides_facts(books: Books, game: GameRow) -> bool:
    """True if a game hides facts, as its first record says: then the answers of its phases stay sealed until its end."""
    return bool(read_json(books.records.at(game, 0).body)["body"].get("hides"))
