"""What a desk keeps between letters so as not to work it out again.  Nothing of it is the truth, which is in the store."""

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.options import Options
from pbem.core.play import Running
from pbem.core.record import from_json
from pbem.seal.ladder import Ladder
from pbem.store.tables import GameRow

T = TypeVar("T")

MOST_LADDERS = 1000
"""A ladder is 4096 hashes to work out, and 5 KB to keep."""

MOST_EVENTS = 4096
"""Events that are kept with their texts, some 1.5 KB each: who was not waited for is told of them later."""

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
        """Whether it is this phase, begun from this very checkpoint under these options."""
        return self.phase == phase and self.checkpoint is checkpoint and self.running.umpire.options == options


class Newest(Generic[T]):
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


class Kept:
    """A desk's ladders, the phases that wait for an answer, and the last events."""

    def __init__(self) -> None:
        self._ladders: Newest[Ladder] = Newest(MOST_LADDERS)
        self._waiting: Newest[Waiting] = Newest(MOST_WAITING)
        self._events: Newest[Event] = Newest(MOST_EVENTS)

    def ladder(self, game: GameRow, name: str, made: Callable[[], Ladder]) -> Ladder:
        """The ladder of a game by the name of its secret; `made` works it out."""
        key = (game.name, name)
        return self._ladders.keep(key, self._ladders.take(key) or made())

    def event(self, text: str) -> Event:
        """The event that a canonical text tells.  Raises ValueError if it tells none."""
        found = self._events.get(text)
        return self.keep_event(text, from_json(json.loads(text), Event)) if found is None else found

    def keep_event(self, text: str, event: Event) -> Event:
        """Keep an event by the text that tells it."""
        return self._events.keep(text, event)

    def waiting(self, game: GameRow) -> Waiting | None:
        """The phase of a game that waits.  It is handed out once: whoever plays it on keeps it again where it stops."""
        return self._waiting.take((game.name, game.branch))

    def keep(self, game: GameRow, waiting: Waiting) -> None:
        """Keep a game's phase where it waits."""
        self._waiting.keep((game.name, game.branch), waiting)
