"""The content of a line as far as it has been read: its order lines, whom it speaks of, and why it is not sure."""

import re
from dataclasses import dataclass, field, replace

from pbem.language.members import Context

NO_DOUBTS = frozenset[str]()
LOOSE, BARE, SPELT, RESPELT, GUESSED, WITH, REST, LEFT_OUT, OUTLINE, SPLIT, ASKED, STORY = (
    "a loose word",
    "no verb",
    "a name misspelt",
    "a word misspelt",
    "who is meant",
    "who stays with somebody",
    "the rest",
    "words left out",
    "an outline",
    "one order in two clauses",
    "a question",
    "a story",
)
"""Why a reading is not sure."""


@dataclass(frozen=True)
class MadeLine:
    """A line of one clause, and whether all of the clause is in it."""

    text: str
    is_covered: bool = True
    doubts: frozenset[str] = NO_DOUBTS
    joins: bool = False
    glue: str = "; "
    opens: bool = False
    goes_on: bool = False
    """True if it is a part of a move that another opens, as a wheel does."""
    stays: tuple[str, ...] = ()
    is_remark: bool = False
    """True if it says what happens anyway, beside an order: ``all stay except Rawn, who goes 1411``."""


@dataclass
class LineState:
    """The content of a line so far; `is_pending` while a verb has named only whom the next is for."""

    lines: tuple[MadeLine, ...] = ()
    context: Context = field(default_factory=Context)
    doubts: frozenset[str] = NO_DOUBTS
    is_pending: bool = False
    rolls: tuple[str, ...] = ()
    """The die rolls for which all of it holds."""


def doubted(state: LineState, doubt: str) -> LineState:
    """The state with one more reason why it is not sure."""
    return replace(state, doubts=state.doubts | {doubt})


_ATTACK = re.compile(r"(?P<who>.+?) (?P<what>(?:melee|attack) \d{4})(?=$|;| with )")


def joint_attack(one: str, two: str) -> str:
    """Two attacks on a hex as one line, for all attacks on a hex are one combat; "" for other lines."""
    first, second = _ATTACK.match(one), _ATTACK.fullmatch(two)
    if first is None or second is None or first["what"] != second["what"]:
        return ""
    return f"{first['who']} + {second['who']} {one[first.start('what') :]}"
