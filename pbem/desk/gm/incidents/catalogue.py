"""Every incident there is, by the word that calls it, and reading one from words."""

import re
from collections.abc import Sequence

from pbem.core.sanitize import whole_number
from pbem.desk.gm.incidents.deadlines import Extend, Pause, PlayOn, Preview, Remind, Resume
from pbem.desk.gm.incidents.incident import CannotDo, Incident, Incidents
from pbem.desk.gm.incidents.letters import Drop, Hold, LookAtOrders, Orders, ReleaseHeld, Reread, Retry
from pbem.desk.gm.incidents.mailings import Announce, AskPlayers, Resend, Silence
from pbem.desk.gm.incidents.players import Address, Forget, NewKey, Replace
from pbem.desk.gm.incidents.rule import Rule, Tray, UmpireRoll
from pbem.desk.gm.incidents.seat import SeatChange
from pbem.desk.gm.incidents.undo_and_end import Close, Draw, Redo, Resign, Undo, Void
from pbem.desk.record.adoption import is_waiting
from pbem.store.columns import HIDDEN
from pbem.store.database import Books
from pbem.store.games import key_of

_ALL: tuple[type[Incident], ...] = (
    Extend,
    Pause,
    Resume,
    Remind,
    PlayOn,
    AskPlayers,
    Tray,
    UmpireRoll,
    Announce,
    Preview,
    LookAtOrders,
    Orders,
    Replace,
    Silence,
    SeatChange,
    Address,
    NewKey,
    Resend,
    Hold,
    ReleaseHeld,
    Reread,
    Retry,
    Drop,
    Close,
    Draw,
    Resign,
    Forget,
    Rule,
    Undo,
    Redo,
    Void,
)
CATALOGUE: Incidents = {one.NAME: one for one in _ALL}
"""Every incident, in the sequence in which help lists them."""


def usage(kind: type[Incident]) -> str:
    """``extend GAME HOURS``."""
    return " ".join([kind.NAME, *(f"[{one.shown}]" if one.optional else one.shown for one in kind.WORDS)])


def made(kind: type[Incident], words: Sequence[str]) -> Incident:
    """The incident that these words ask for, without its name.  Raises CannotDo with the usage."""
    values: dict[str, object] = {}
    left = list(words)
    for one in kind.WORDS:
        if not left:
            if one.optional:
                continue
            raise CannotDo(f"{one.shown}: expected {one.about}; found nothing.  Usage:   {usage(kind)}")
        if one.kind == "rest":
            values[one.name], left = " ".join(left), []
        elif one.kind == "lines":
            values[one.name], left = tuple(left), []
        elif one.kind == "number":
            word = left.pop(0)
            number = whole_number(word)
            if number is None:
                raise CannotDo(
                    f"{one.shown}: expected a whole number ({one.about}); found {word!r}.  Usage:   {usage(kind)}"
                )
            values[one.name] = number
        else:
            values[one.name] = left.pop(0)
    if left:
        raise CannotDo(f"expected nothing more; found {' '.join(left)!r}.  Usage:   {usage(kind)}")
    return kind(**values)


# The same incident for many games or letters: which of them a line names, and the incident of each.

MANY = ("extend", "pause", "resume", "remind", "announce", "retry")
"""The incidents that may be done to several games by one line."""
LETTERS = ("drop", "retry", "reread")
"""The incidents that may be done to several letters by one line: ``11 12 14-22``."""
ALL = "--all"
"""The word for every game that goes on, as it is typed; for ``retry`` every game that is held."""
MOST_LETTERS = 1000
"""So many letters may stand in one line."""
EVERY = "@all"
"""The same within a command line, where it must not be read as an option."""

_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


def each(
    books: Books, kind: type[Incident], words: Sequence[str], mine: Sequence[str] | None = None
) -> tuple[Incident, ...]:
    """The incidents of a line whose first words are several games, with blanks or commas between them, or ``--all``.

    `mine` are the games that may be meant by ``--all``; None: every one.  Raises CannotDo.
    """
    words = [EVERY if word == ALL else word for word in words]
    if kind.NAME in LETTERS and words and _RANGE.fullmatch(words[0].split(",")[0]):
        return tuple(made(kind, [str(number)]) for number in _letters(books, kind, words))
    if kind.NAME == "retry" and EVERY in words:
        mine = _held(books, mine)
    names, rest = _names(books, list(words), mine)
    if len(names) < 2 and EVERY not in words:
        return (made(kind, words),)
    if kind.NAME not in MANY:
        raise CannotDo(f"{kind.NAME}: expected one game; found {', '.join(names)}.  Several at once: {', '.join(MANY)}")
    if not names:
        state = "is held and lacks no records" if kind.NAME == "retry" else "goes on"
        raise CannotDo(f"{ALL}: expected a game that {state}; there is none.  Usage:   {usage(kind)}")
    return tuple(made(kind, [name, *rest]) for name in names)


def _held(books: Books, mine: Sequence[str] | None) -> list[str]:
    """The games that are held, but for those that wait for their records after a restore."""
    held = [one.name for one in books.games.all() if one.state == "held" and not is_waiting(one)]
    return [name for name in held if mine is None or name in mine]


def _letters(books: Books, kind: type[Incident], words: Sequence[str]) -> list[int]:
    """The numbers of a line; of a range, those of letters that are held.  Raises CannotDo."""
    found: dict[int, None] = {}
    for part in (one for word in words for one in word.split(",") if one):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise CannotDo(f"{kind.NAME}: expected letters' numbers, such as 11 12 14-22; found {part!r}")
        first, last = int(match[1]), int(match[2] or match[1])
        if not match[2]:
            found[first] = None
            continue
        held = [key_of(row.id) for row in books.letters_in.held() if first <= key_of(row.id) <= last]
        if not held:
            raise CannotDo(f"{part}: expected a letter that is held; none of these is")
        found |= dict.fromkeys(sorted(held))
    if len(found) > MOST_LETTERS:
        raise CannotDo(f"{kind.NAME}: expected at most {MOST_LETTERS} letters at once; found {len(found)}")
    return list(found)


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
