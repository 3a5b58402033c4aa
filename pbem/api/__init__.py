"""The door for games: all of pbem that a game of another package may use, by subject.

`rules`, `words`, `telling`, `board`, `practice`, `cases`, and `conformance` with the checks of ``pbem game check``.  What
stands in their `__all__` keeps its meaning as long as `API` is the same number; what is not in it may change with any
version.  A game says for which door it was written, ``Game(api=1)``, and is told by name where pbem has another.
"""

from pbem.core.system import BrokenGame
from pbem.systems.game import API, Game

__all__ = ["API", "BrokenGame", "Game"]
