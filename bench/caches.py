"""What a process knows of the games that it played just now: emptied, it is one that has other games to think of."""

import sys
from functools import _lru_cache_wrapper

from pbem.desk.desk import Desk
from pbem.desk.play.cache import Newest
from pbem.systems.indian_wars.state import field

OF_THE_TITLE = ("pbem.systems", "pbem.resources", "pbem.reports.pages", "pbem.glossary", "pbem.store.session")
"""Modules whose caches hold what every game of a title shares: maps, charts, statements.  A desk of many games keeps them."""


def forget_games(desk: Desk | None = None) -> None:
    """Empty every bounded cache of the program that holds something of one game, and what the desk keeps of it."""
    for name, module in list(sys.modules.items()):
        if module is None or not name.startswith("pbem.") or name.startswith(OF_THE_TITLE):
            continue
        for one in vars(module).values():
            if isinstance(one, _lru_cache_wrapper) and one.cache_info().maxsize is not None:
                one.cache_clear()
            elif isinstance(one, Newest):
                one.clear()
    field._WRITTEN.clear()  # its module holds what a title has, but these are a game's counters
    if desk is not None:
        desk.kept.__init__()  # type: ignore[misc]
