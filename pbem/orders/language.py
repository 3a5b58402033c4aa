"""The grammar of an order language: the shared frame and a game's dialect, read once."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard, cast

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken

from pbem import resources
from pbem.orders.syntax import (
    Clause,
    Group,
    Happening,
    Line,
    Member,
    Members,
    Misread,
    Name,
    Ordered,
    OrderLine,
    Part,
    PolicyLine,
    Target,
    WhenLine,
    Words,
)

FRAME = "grammar/orders.lark"
WHEN = "grammar/when.lark"
"""Rules added to a grammar that speaks of `when_line`."""


def _is_word(one: Any) -> TypeGuard[Token]:
    """True if this is a word of the line, and nothing that was made of some."""
    return isinstance(one, Token)


def words_of(token: Token) -> Words:
    """A token as words with columns."""
    start = token.start_pos or 0
    return Words(token.type.lower(), str(token), start, start + len(token))


def _part(one: Any) -> Part:
    """A token as words; a name that stands alone (``fire C/3 at ...``) as those whom the order is for."""
    if _is_word(one):
        return words_of(one)
    return Members((one,)) if isinstance(one, Name) else cast(Part, one)


def _picked(pick: Words | None) -> Words | None:
    """``the strongest unit`` as ``strongest``."""
    if pick is None:
        return None
    (word,) = [one for one in pick.text.split() if one.lower() not in ("the", "one", "unit", "counter", "stack")]
    return Words("pick", word, pick.start, pick.end)


class _Parts:
    """The parts of a rule that leaves no trace, until its parts are put into the rule around it."""

    def __init__(self, children: list[Any]) -> None:
        self.children = children


class Build(Transformer[Token, Any]):
    """Turns what is recognised into syntax records, while it is being recognised; `happenings` are the names of events."""

    def __init__(self, happenings: frozenset[str]) -> None:
        super().__init__()
        self.happenings = happenings

    def name(self, found: list[Token]) -> Name:
        first, last = words_of(found[0]), words_of(found[-1])
        return Name(" ".join(map(str, found)), first.start, last.end)

    def all_of(self, found: list[Token]) -> Group:
        first, last = words_of(found[0]), words_of(found[-1])
        return Group("all", first.start, last.end, last if len(found) > 1 else None)

    def rest(self, found: list[Token]) -> Group:
        first, last = words_of(found[0]), words_of(found[-1])
        return Group("rest", first.start, last.end, last if len(found) > 1 else None)

    def all_named(self, found: list[Any]) -> Name:
        return Name(f"{found[0]} {found[1].text}", words_of(found[0]).start, found[1].end)

    def stack(self, found: list[Token]) -> Group:
        (word,) = map(words_of, found)
        return Group("stack", word.start, word.end, letter=word.text.split()[-1])

    def member(self, found: list[Member]) -> Member:
        (one,) = found
        return one

    def members(self, found: list[Any]) -> Members:
        named: list[Member] = []
        but: list[Member] = []
        into = named
        for one in found:
            if _is_word(one):
                into = but
            else:
                into.append(one)
        return Members(tuple(named), tuple(but))

    def target(self, found: list[Any]) -> Target:
        name, also = ([one for one in found if isinstance(one, Name)] + [None, None])[:2]
        parts = {one.kind: one for one in map(words_of, (one for one in found if _is_word(one)))}
        return Target(name, parts.get("hex"), _picked(parts.get("pick") or parts.get("pick_of")), also)

    def ordered(self, found: list[Any]) -> Ordered:
        who = next((one for one in found if isinstance(one, Members)), None)
        if who is not None and any(_is_word(one) for one in found):
            who = Members(who.members, who.but, each=True)
        return Ordered(who, found[-1])

    def order_line(self, found: list[Any]) -> OrderLine:
        phase = words_of(found[0]) if _is_word(found[0]) else None
        return OrderLine(tuple(one for one in found if isinstance(one, Ordered)), phase)

    def odds(self, found: list[Token]) -> Words:
        (token,) = found
        return words_of(token)

    def condition(self, found: list[Words]) -> Happening:
        (odds,) = found
        return Happening("odds", None, (odds,), odds.start, odds.end)

    def not_(self, found: list[Any]) -> Happening:
        inner: Happening = found[1]
        return Happening(f"not {inner.event}", inner.who, inner.parts, words_of(found[0]).start, inner.end)

    def when_line(self, found: list[Any]) -> WhenLine:
        happenings = [one for one in found if isinstance(one, Happening)]
        actions = [one for one in found if isinstance(one, Ordered)]
        until = words_of(found[-1]) if _is_word(found[-1]) else None
        return WhenLine(happenings[0], tuple(happenings[1:]), actions[0], (*actions[1:], None)[0], until)

    def policy_line(self, found: list[Any]) -> PolicyLine:
        words = {one.kind: one for one in map(words_of, (one for one in found if _is_word(one)))}
        who = next((one for one in found if isinstance(one, Members)), None)
        policy = words.get("policy") or words["policy_of"]
        return PolicyLine(policy, who, words.get("hex"), words["wishes"])

    def start(self, found: list[Line]) -> Line:
        (line,) = found
        return line

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        if data.startswith("_"):
            return _Parts(children)
        parts: list[Part] = [_part(one) for one in children]
        start, end = parts[0].start, parts[-1].end
        if str(data) in self.happenings:
            who = parts[0] if isinstance(parts[0], Members) else None
            return Happening(str(data), who, tuple(parts[1:] if who else parts), start, end)
        return Clause(str(data), tuple(parts), start, end)


_CALLED = re.compile(r"->\s*(\w+)")
_WAITED_FOR = re.compile(r"^(?:%extend\s+)?(?:event|condition)\s*:(.*(?:\n[ \t].*)*)", re.MULTILINE)


def happenings(grammar: str) -> frozenset[str]:
    """The names of what a standing order may wait for: those of the alternatives of `event` and `condition`."""
    return frozenset(name for rule in _WAITED_FOR.findall(grammar) for name in _CALLED.findall(rule))


def text_of(*grammars: str, more: str = "") -> str:
    """The text of these grammar files and of `more` rules, with the frame that all share."""
    own = [resources.text(path) for path in grammars]
    reactions = [resources.text(WHEN)] if any("when_line" in one for one in own) else []
    return "\n".join([resources.text(FRAME), *reactions, *own, more])


class OrderLanguage:
    """A game's order language: reads one line at a time, and never raises on any text.

    What Lark makes of a grammar is kept for the next start, as making it takes a second.
    """

    def __init__(self, *grammars: str, more: str = "") -> None:
        text = text_of(*grammars, more=more)
        more_stem = f"-{hashlib.sha256(more.encode()).hexdigest()[:8]}" if more else ""
        file = resources.kept("-".join(Path(path).stem for path in grammars) + more_stem + ".lark")
        self._parser = Lark(
            text,
            parser="lalr",
            lexer="contextual",
            transformer=Build(happenings(text)),
            g_regex_flags=re.IGNORECASE,
            maybe_placeholders=False,
            cache=str(file) if file is not None else False,
        )

    def read(self, words: str) -> Line | Misread:
        """The syntax of one line, or where it could not be read."""
        try:
            return cast(Line, self._parser.parse(words))  # `Build` makes one of it
        except UnexpectedCharacters as fault:
            return Misread(fault.pos_in_stream or 0, (fault.pos_in_stream or 0) + 1)
        except UnexpectedToken as fault:
            at_end = fault.token.type == "$END"
            start = len(words.rstrip()) if at_end else (fault.token.start_pos or 0)
            return Misread(start, start if at_end else start + len(fault.token), at_end)


@cache
def language(*grammars: str, more: str = "") -> OrderLanguage:
    """The language of these grammar files (``grammar/indian_wars.lark``) and of `more` rules, read once in a process."""
    return OrderLanguage(*grammars, more=more)
