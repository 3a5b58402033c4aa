"""The desk's caches between letters. Nothing in them is the truth, which is in the store."""

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.play import Running
from pbem.core.record import Record, event_bytes, from_json
from pbem.seal.ladder import Ladder
from pbem.store.tables import GameRow, PhaseRow

T = TypeVar("T")

MOST_LADDERS = 1000
"""A ladder is 4096 hashes to work out, and 5 KB to keep."""

MOST_PLAYED = 128
"""Phases whose events are kept, some forty of 1 KB each: who was not waited for is told of them later."""

MOST_WAITING = 32
"""A phase that waits is a position and its events: as much as a letter's work needs anyhow."""


@dataclass(frozen=True)
class Waiting:
    """A phase that stopped at a question: its id, the checkpoint that it began from, and the play itself.

    It stands for the phase's segments in the store as long as those are the ones it has played (`Running.waits_after`):
    their digests are those that playing again from the checkpoint would be held against.
    """

    phase: str
    checkpoint: Any
    running: Running

    def is_at(self, phase: str, checkpoint: Any, options: Options) -> bool:
        """True if it is this phase, begun from this very checkpoint under these options."""
        return self.phase == phase and self.checkpoint is checkpoint and self.running.umpire.options == options


class LruCache(Generic[T]):
    """Values by key, the newest so many of them; what has not been asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[Hashable, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def clear(self) -> None:
        """Forget all of them."""
        self._known.clear()

    def get(self, key: Hashable) -> T | None:
        """The value, which is kept on as the newest; None if there is none."""
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
        return found

    def take(self, key: Hashable) -> T | None:
        """The value, which is not kept any longer; None if there is none."""
        return self._known.pop(key, None)

    def keep(self, key: Hashable, value: T) -> T:
        """Keep a value; it is the newest now."""
        self._known[key] = value
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return value


class PlayCache:
    """A desk's ladders, the phases that wait for an answer, and the events of the last ones."""

    def __init__(self) -> None:
        self._ladders: LruCache[Ladder] = LruCache(MOST_LADDERS)
        self._waiting: LruCache[Waiting] = LruCache(MOST_WAITING)
        self._events: LruCache[tuple[str, tuple[Event, ...]]] = LruCache(MOST_PLAYED)

    def ladder(self, game: GameRow, name: str, made: Callable[[], Ladder]) -> Ladder:
        """The ladder of a game by the name of its secret; `made` works it out."""
        key = (game.name, name)
        return self._ladders.keep(key, self._ladders.take(key) or made())

    def keep_events(self, row: PhaseRow, digest: str, events: tuple[Event, ...]) -> None:
        """Keep the events of a phase that has ended, by the digest of them that its last segment has."""
        self._events.keep(row.id, (digest, events))

    def events(self, row: PhaseRow, digest: str) -> tuple[Event, ...] | None:
        """The events of a phase, if they are those of its last segment."""
        kept, events = self._events.get(row.id) or ("", ())
        return events if kept == digest else None

    def waiting(self, game: GameRow) -> Waiting | None:
        """The phase of a game that waits.  It is handed out once: whoever plays it on keeps it again where it stops."""
        return self._waiting.take((game.name, game.branch))

    def keep(self, game: GameRow, waiting: Waiting) -> None:
        """Keep a game's phase where it waits."""
        self._waiting.keep((game.name, game.branch), waiting)


# Records out of JSON columns.  One and the same text is read many times while a phase waits for answers; records
# never change, so each is made of it once.

R = TypeVar("R", bound=Record)

MOST_TEXTS = 512
"""Texts that are kept with what they tell: a few KB each, with the choices of an ask or the answers of a segment."""
_records_of: LruCache[Record] = LruCache(MOST_TEXTS)


def record_in(text: str, kind: type[R]) -> R:
    """The record that a column holds.  Raises ValueError if it is none of this kind."""
    found = _records_of.get((text, kind))
    return cast(R, _records_of.keep((text, kind), from_json(json.loads(text), kind)) if found is None else found)


def text_of(record: Record) -> str:
    """A record as a column holds it; whoever reads it back in this process gets the same one."""
    text = event_bytes(record).decode()
    _records_of.keep((text, type(record)), record)
    return text


def records_in(text: str, kind: type[R]) -> tuple[R, ...]:
    """The records that a column lists.  Raises ValueError if one is not of this kind."""
    return cast(tuple[R, ...], _records(text, cast(Hashable, kind)))


@lru_cache(maxsize=MOST_TEXTS)
def _records(text: str, kind: Any) -> Any:
    return tuple(from_json(one, kind) for one in json.loads(text))
