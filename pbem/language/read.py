"""A line of prose while it is read and when it has been: the order lines that it may mean, whom it speaks of, why it is not
sure, and the signs that tell an order from talk."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.language.members import Context

MOST_UNKNOWN = 4
"""Words of a line that nobody knows, and that it is still looked at with."""
SLIPS = 2
"""Unknown words of a short line that may be a name misspelt."""


@dataclass(frozen=True)
class Rendering:
    """Order lines that a line of prose may mean."""

    lines: tuple[str, ...]
    is_sure: bool = True
    is_covered: bool = True
    is_whole: bool = True
    """True if all that the line names is in it, though words may be left that nobody knows: only such a one is offered."""
    doubts: frozenset[str] = frozenset()
    """Why it is not sure."""


@dataclass(frozen=True)
class LineAsRead:
    """An earlier reading of a line: the canonical lines of its orders; several, or not `is_clear`, if we had to ask."""

    orders: tuple[tuple[str, ...], ...]
    is_clear: bool = True


@dataclass(frozen=True)
class Read:
    """The reading of a line.

    `names_own`, `names_foe`, `has_place`, `has_act` say what stands in it; `is_talk` that it tells or asks something,
    `is_past` that it tells of the past, `is_yours` of the other player; `unknown` are words that nobody knows.
    """

    candidates: tuple[Rendering, ...] = ()
    names_own: bool = False
    names_foe: bool = False
    has_place: bool = False
    has_act: bool = False
    opens_with_own: bool = False
    opens_with_name: bool = False
    """True if it begins with a name that may be a letter alone."""
    is_short: bool = False
    repeats: bool = False
    has_name: bool = False
    has_condition: bool = False
    takes_back: bool = False
    """True if it takes back what was said before (``scratch that``)."""
    names_two: bool = False
    is_talk: bool = False
    is_asked: bool = False
    is_wish: bool = False
    unknown: tuple[str, ...] = ()
    is_empty: bool = False
    opens_with_act: bool = False
    names_unit: bool = False
    is_forbidding: bool = False
    begins_with_some: bool = False
    """True if nothing that nobody knows stands before the first of one's own, whether by name or kind."""
    is_past: bool = False
    is_yours: bool = False
    is_over: bool = False
    """True if a word of it, and not its verbs alone, tells of the past."""
    has_hex: bool = False
    """True if it has a hex or a distance, besides places by name."""
    is_report: bool = False
    """True if it tells what somebody does (``L/3 hugging dirt, pinned``), or what an enemy would do."""
    is_doubtful: bool = False
    """True if it may ask what is allowed, and no more: ``can A and G attack?``."""
    may_misspell: bool = False
    """True if a word that nobody knows is like a word of a name (`Gazetteer.is_like_a_name`)."""

    plain: str = ""
    """The line less its remarks, where that is what was read."""

    @property
    def is_told(self) -> bool:
        """True if the line begins by telling the writer's own units to do something somewhere: this is never talk."""
        does = self.opens_with_own and self.has_act and (self.has_place or self.names_foe)
        return does and len(self.unknown) < 2 and not (self.is_past or self.is_yours or self.is_asked)

    @property
    def is_remark(self) -> bool:
        """True if every word is talk, and none is a name, place or verb."""
        says = self.names_own or self.names_foe or self.has_name or self.has_place or self.has_act or self.has_condition
        return self.is_talk and not (says or self.unknown or self.is_forbidding)

    @property
    def is_plain_deed(self) -> bool:
        """True if a few words have a verb and nothing that makes talk of it: ``when there, dismount``."""
        return self.is_short and self.has_act and not (self.unknown or self.is_talk or self.is_over or self.is_yours)

    @property
    def is_chatter(self) -> bool:
        """True if the line is about the past or the other player, and orders nothing."""
        return ((self.is_over or self.is_yours) and not self.may_order) or self.is_report

    @property
    def may_order(self) -> bool:
        """True if a line without a complete reading may still be an order: it names somebody, and something to do."""
        is_told = self.is_over and not self.has_condition and len(self.unknown) > 1 and not self.candidates
        if (self.opens_with_own or self.opens_with_name) and self.has_act and not is_told:
            return True
        if self.is_wish and self.has_act and (self.has_place or self.names_own) and not self.is_over:
            return True
        if (self.is_past and not self.has_condition) or (self.is_yours and not self.opens_with_act):
            return self.repeats
        if self.opens_with_own or self.names_unit:
            return self.has_act or self.has_place or self.names_foe or 0 < len(self.unknown) <= MOST_UNKNOWN
        if self.has_condition and self.has_act and (self.names_own or not (self.names_foe or self.unknown)):
            return True
        if self.opens_with_act:
            return self.names_own or self.is_forbidding or not self.unknown
        if self.repeats or (self.is_short and (self.has_hex or self.names_two)):
            return True
        if self.has_name and (self.has_place or self.names_foe):
            return True
        if self.is_short and self.has_act and self.may_misspell and len(self.unknown) <= SLIPS:
            return True
        if self.names_own and self.has_hex:
            return True
        if self.names_two and self.names_foe and not self.unknown:
            return True
        return self.has_act and (self.names_own or self.names_foe or self.has_place)


# While it is read.

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


def with_them(lines: Sequence[MadeLine], names: Sequence[str], whom: Sequence[str], joint: str) -> tuple[MadeLine, ...]:
    """The lines with some who go along with others whom one of them sends somewhere: ``C to 2017, and Custer goes with C``; ()
    where none does."""
    for n, one in enumerate(lines):
        who, verb, rest = one.text.partition(" move ")
        if verb and set(whom) <= set(who.split(joint)):
            return (
                *lines[:n],
                replace(one, text=f"{joint.join((*who.split(joint), *names))}{verb}{rest}"),
                *lines[n + 1 :],
            )
    return ()


_ATTACK = re.compile(r"(?P<who>.+?) (?P<what>(?:melee|attack) \d{4})(?=$|;| with )")


def joint_attack(one: str, two: str) -> str:
    """Two attacks on a hex as one line, for all attacks on a hex are one combat; "" for other lines."""
    first, second = _ATTACK.match(one), _ATTACK.fullmatch(two)
    if first is None or second is None or first["what"] != second["what"]:
        return ""
    return f"{first['who']} + {second['who']} {one[first.start('what') :]}"
