"""The API for games: everything in pbem that a game in another package may use, by subject.

`rules`, `words`, `telling`, `board`, `files`, `practice`, `cases`, and `conformance` with the checks of ``pbem game
check``.  The names in their `__all__` keep their meaning as long as `API` is the same number; all others may change with
any version.  A game says for which version it was written, ``Game(api=1)``, and pbem names a game that was written for another.
"""

from pbem.core.system import BrokenGame
from pbem.systems.game import API, Game

__all__ = ["API", "BrokenGame", "Game"]
