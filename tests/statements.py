"""Compiled statements that outlive a test.

Most tests open a desk of their own, and SQLAlchemy compiles the same three hundred statements for each new engine: a
quarter of what such a test costs.  Here an engine takes over the dialect, and the statements compiled for it, of an engine
that is gone.  Two engines that are alive never share one: a dialect holds the vault of its store.
"""

import weakref
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sqlalchemy import Dialect, Engine

Made = tuple[Dialect, dict[Any, Any]]
OPENED: list[Engine] = []
"""The engines that a test has made: at its end their connections are closed, even where it has forgotten its store."""


def recycling(make_engine: Callable[..., Engine]) -> Callable[..., Engine]:
    """A `make_engine` whose engines begin with the statements of those that are gone."""
    free: defaultdict[str, list[Made]] = defaultdict(list)

    def make(url: str, **more: Any) -> Engine:
        made = make_engine(url, **more)
        OPENED.append(made)
        if more:
            return made
        waiting = free[made.dialect.name]
        kept: Made = waiting.pop() if waiting else (made.dialect, {})
        made.dialect = kept[0]
        made.update_execution_options(compiled_cache=kept[1])
        weakref.finalize(made, _give_back, kept, waiting)
        return made

    return make


def close_engines() -> None:
    """Close the connections of all engines made since the last time."""
    for made in OPENED:
        made.dispose()
    OPENED.clear()


def _give_back(made: Made, waiting: list[Made]) -> None:
    if hasattr(
        made[0], "default_isolation_level"
    ):  # else its engine never came to a connection, and it is no whole one
        waiting.append(made)
