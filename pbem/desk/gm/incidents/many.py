"""The same incident for many games: which games a line names, and the incident of each."""

from collections.abc import Sequence

from pbem.desk.gm.incidents.catalogue import made, usage
from pbem.desk.gm.incidents.incident import CannotDo, Incident
from pbem.store.database import Books
from pbem.store.states import HIDDEN

MANY = ("extend", "pause", "resume", "remind", "announce")
"""The incidents that may be done to several games by one line."""
ALL = "--all"
"""What stands for every game that goes on, as it is typed."""
EVERY = "@all"
"""The same within a command line, where it must not be read as an option."""


def each(
    books: Books, kind: type[Incident], words: Sequence[str], mine: Sequence[str] | None = None
) -> tuple[Incident, ...]:
    """The incidents of a line whose first words are several games, with blanks or commas between them, or ``--all``.

    `mine` are the games that may be meant by ``--all``; None: every one.  Raises CannotDo.
    """
    words = [EVERY if word == ALL else word for word in words]
    names, rest = _names(books, list(words), mine)
    if len(names) < 2 and EVERY not in words:
        return (made(kind, words),)
    if kind.NAME not in MANY:
        raise CannotDo(f"{kind.NAME}: expected one game; found {', '.join(names)}.  Several at once: {', '.join(MANY)}")
    if not names:
        raise CannotDo(f"{ALL}: expected a game that goes on; there is none.  Usage:   {usage(kind)}")
    return tuple(made(kind, [name, *rest]) for name in names)


def _names(books: Books, words: list[str], mine: Sequence[str] | None) -> tuple[list[str], list[str]]:
    if EVERY in words:
        words.remove(EVERY)
        going = [one.name for one in books.games.all() if one.state not in ("over", HIDDEN)]
        return [name for name in going if mine is None or name in mine], words
    names: list[str] = []
    while words:
        parts = [part for part in words[0].split(",") if part]
        known = [books.games.exists(part) for part in parts if part.isascii()]
        if not parts or not all(known) or len(known) != len(parts):
            if any(known) and len(parts) > 1:
                wrong = next(part for part in parts if not books.games.find(part))
                raise CannotDo(f"expected games' names with commas between them; no game is called {wrong}")
            break
        names += parts
        words = words[1:]
    return list(dict.fromkeys(names)), words
