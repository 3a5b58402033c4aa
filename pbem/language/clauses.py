"""From typed tokens to clauses, by the grammar of a sentence (``grammar/sentence.lark``): who does what, where, to whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import islice, product
from typing import Any

from lark import Lark, Transformer, Tree, UnexpectedInput
from lark import Token as Leaf
from lark.lexer import Lexer

from pbem import resources
from pbem.language.sentence import Token

GRAMMAR = "grammar/sentence.lark"
MOST_TOKENS = 30
"""Tokens of a sentence that are read."""
MOST_READINGS = 12
"""Readings of a sentence that are looked at."""


PLAIN = {
    "NUM": "number",
    "HOW": "how",
    "COND": "condition",
    "THERE": "there",
    "EDGE": "edge",
    "FORM": "formation",
    "DIR": "direction",
    "STOP": "stop",
    "SIDE": "side",
    "EVENT": "event",
    "ODDS": "odds",
    "GROUND": "ground",
    "PICK": "pick",
    "APART": "apart",
    "CHANCE": "chance",
    "CLEAR": "clear",
    "ADVANTAGE": "advantage",
    "LIMIT": "limit",
    "TURN": "turn",
    "GUARD": "guard",
    "ABREAST": "abreast",
    "TIMES": "times",
}
"""Tokens that are parts of a clause by themselves, and the roles that they have there."""


@dataclass(frozen=True)
class Member:
    """The units that a part of a clause speaks of: a name, a kind, all, the rest, or those named before (`kind`)."""

    kind: str
    name: Token | None = None
    noun: Token | None = None
    at: tuple[str, ...] = ()


@dataclass(frozen=True)
class Who:
    """The members that a clause is for, and those that it leaves out."""

    members: tuple[Member, ...] = ()
    but: tuple[Member, ...] = ()


@dataclass(frozen=True)
class Phrase:
    """The words around a verb: its role and its tokens, or whom it names."""

    role: str
    tokens: tuple[Token, ...] = ()
    who: Who | None = None


@dataclass(frozen=True)
class SpokenClause:
    """One clause; `act` is None if it has no verb; `same` marks one that repeats another's act for other units."""

    who: Who | None = None
    act: Token | None = None
    is_negated: bool = False
    object: Who | None = None
    parts: tuple[Phrase, ...] = field(default=())
    is_same: bool = False
    is_else: bool = False


def with_manner(clause: SpokenClause, before: SpokenClause) -> tuple[Phrase, ...]:
    """The parts of a clause by which somebody does the same to another target, as before: ``H ditto at Four Horns``."""
    roles = {one.role for one in clause.parts}
    is_other = "target" in roles and "how" not in roles and not clause.is_negated
    return (*clause.parts, *(one for one in before.parts if is_other and one.role == "how"))


def is_in_another_manner(clause: SpokenClause, before: SpokenClause | None) -> bool:
    """True if a clause says only how somebody else does the same: ``Crow King full on G/3, Four Horns with half``."""
    is_bare = clause.act is None and not clause.is_same and clause.who is not None and clause.object is None
    if not is_bare or before is None or before.is_negated or {one.role for one in clause.parts} != {"how"}:
        return False
    return any(one.role == "how" for one in before.parts) and any(one.role == "target" for one in before.parts)


def goes_as_they_did(clause: SpokenClause, before: SpokenClause | None) -> bool:
    """True if a clause says only how far somebody else does the same: ``Miami back 3, Caldwell only 2 inches``."""
    is_bare = clause.act is None and not clause.is_same and clause.who is not None and clause.object is None
    if not is_bare or before is None or before.is_negated or {one.role for one in clause.parts} != {"number"}:
        return False
    is_listed = any(two.is_linked for one in clause.parts for two in one.tokens)
    return not is_listed and any(one.role == "number" for one in before.parts)


def is_plain_pair(clause: SpokenClause, tokens: Sequence[Token]) -> bool:
    """True if one of one's own and one enemy are named in full, and nothing else is said: ``Crow King C/3``."""
    names = [one.name for one in clause.who.members] if clause.who is not None and not clause.who.but else []
    named = [one for one in (*names, *tokens) if one is not None and one.found is not None]
    is_pair = len(names) == len(tokens) == 1 and len(named) == len(names) + len(tokens)
    return is_pair and all(one.is_sure and not (one.found and one.found.is_weak) for one in named)


class _Ready(Lexer):
    """Hands on tokens that are ready."""

    def __init__(self, lexer_conf: Any) -> None:
        super().__init__()

    def lex(self, data: Sequence[str]) -> Iterator[Leaf]:  # type: ignore[override]
        """Tokens of these types as Lark's, each with its place among them for its text."""
        for n, one in enumerate(data):
            yield Leaf(one, str(n))


@cache
def _parser() -> Lark:
    return Lark(resources.text(GRAMMAR), parser="earley", lexer=_Ready, ambiguity="explicit", maybe_placeholders=False)


class _Build(Transformer[Leaf, Any]):
    """Makes clauses of a tree without ambiguities."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        super().__init__()
        self._tokens = tokens

    def _real(self, found: Sequence[Any]) -> list[Any]:
        return [self._tokens[int(one)] if isinstance(one, Leaf) else one for one in found]

    def start(self, found: list[Any]) -> tuple[SpokenClause, ...]:
        return tuple(one for one in found if isinstance(one, SpokenClause))

    # Members.

    def at(self, found: list[Any]) -> tuple[str, ...]:
        return tuple(one.value for one in self._real(found) if one.type in ("HEX", "PLACE"))

    def _member(self, kind: str, found: list[Any]) -> Member:
        real = self._real(found)
        at = next((one for one in real if isinstance(one, tuple)), ())
        name = next((one for one in real if isinstance(one, Token) and one.type == "NAME"), None)
        noun = next((one for one in real if isinstance(one, Token) and one.type == "KIND"), None)
        hexes = tuple(one.value for one in real if isinstance(one, Token) and one.type in ("HEX", "PLACE"))
        return Member(kind, name, noun, at or hexes)

    def named(self, found: list[Any]) -> Member:
        return self._member("name", found)

    def of_name(self, found: list[Any]) -> Member:
        return self._member("of", found)

    def kind(self, found: list[Any]) -> Member:
        return self._member("kind", found)

    def all(self, found: list[Any]) -> Member:
        return self._member("all", found)

    def with_name(self, found: list[Any]) -> Member:
        return self._member("with", found)

    def rest_of(self, found: list[Any]) -> Member:
        return self._member("rest", found)

    def rest_of_them(self, found: list[Any]) -> Member:
        return self._member("rest_of_them", found)

    def with_them(self, found: list[Any]) -> Member:
        return self._member("with_them", found)

    def rest(self, found: list[Any]) -> Member:
        return self._member("rest", found)

    def they(self, found: list[Any]) -> Member:
        return Member("they")

    def except_(self, found: list[Any]) -> tuple[Member, ...]:
        return tuple(one for one in found if isinstance(one, Member))

    def who(self, found: list[Any]) -> Who:
        but = next((one for one in found if isinstance(one, tuple)), ())
        return Who(tuple(one for one in found if isinstance(one, Member)), but)

    def object(self, found: list[Any]) -> Who:
        who: Who = found[0]
        return who

    # Verbs and clauses.

    def verb(self, found: list[Any]) -> tuple[Token, bool]:
        real = self._real(found)
        act = next(one for one in real if one.type == "ACT")
        return act, sum(one.type == "NEG" for one in real) % 2 == 1

    def verbal(self, found: list[Any]) -> SpokenClause:
        verb = next(n for n, one in enumerate(found) if isinstance(one, tuple))
        act, is_negated = found[verb]
        who = next((one for one in found[:verb] if isinstance(one, Who)), None)
        whom = next((one for one in found[verb:] if isinstance(one, Who)), None)
        return SpokenClause(who, act, is_negated, whom, tuple(one for one in found if isinstance(one, Phrase)))

    def otherwise_does(self, found: list[Any]) -> SpokenClause:
        (clause,) = (one for one in found if isinstance(one, SpokenClause))
        return replace(clause, is_else=True)

    def bare(self, found: list[Any]) -> SpokenClause:
        who = next((one for one in found if isinstance(one, Who)), None)
        return SpokenClause(who, parts=tuple(one for one in found if isinstance(one, Phrase)))

    def plain(self, found: list[Any]) -> Phrase:
        (token,) = self._real(found)
        return Phrase(PLAIN[token.type], (token,))

    def where(self, found: list[Any]) -> Phrase:
        return Phrase("goal", tuple(self._real(found)))

    def same(self, found: list[Any]) -> SpokenClause:
        who = next((one for one in found if isinstance(one, Who)), None)
        parts = tuple(one for one in found if isinstance(one, Phrase))
        is_negated = any(one.type == "NEG" for one in self._real(found) if isinstance(one, Token))
        return SpokenClause(who, None, is_negated, None, parts, is_same=True)

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        name = str(data)
        if name == "except":
            return self.except_(children)
        real = self._real(children)
        who = next((one for one in real if isinstance(one, Who)), None)
        if name == "goal" and any(isinstance(one, Token) and one.type == "TOWARD" for one in real):
            name = "toward"
        if name == "left_out":
            who = Who((), real[0])
        return Phrase(name, tuple(one for one in real if isinstance(one, Token) and one.type not in _JOINTS), who)


_JOINTS = ("AND", "COMMA", "THEN")


def clauses(tokens: Sequence[Token]) -> list[tuple[SpokenClause, ...]]:
    """The readings of a sentence's tokens as clauses, up to a limit; [] if they are no sentence, or too long a one."""
    ready = list(tokens)
    while ready and ready[0].type in _JOINTS:
        ready.pop(0)
    while ready and ready[-1].type in _JOINTS:
        ready.pop()
    if not ready or len(ready) > MOST_TOKENS:
        return []
    build = _Build(ready)
    found: list[tuple[SpokenClause, ...]] = []
    for one in _trees(tuple("PLAIN" if one.type in PLAIN else one.type for one in ready)):
        made = build.transform(one)
        if made not in found:
            found.append(made)
    found = [one for one in found if not any(map(_is_everybody_at, one))] or found
    # G/3, else C/3: a second target before another order
    found.sort(key=lambda some: any(two.is_else and two.act is None and two.who is None for two in some))
    return found[:MOST_READINGS]


def _is_everybody_at(clause: SpokenClause) -> bool:
    """True if a hex behind everybody is a place beside another: ``everyone in 7116 attacks 7115`` is not for all of a side."""
    members = clause.who.members if clause.who is not None else ()
    roles = [one.role for one in clause.parts]
    is_bare = any(one.kind in ("all", "kind") and not one.at for one in members)
    return is_bare and roles[:1] == ["place"] and ("goal" in roles or "target" in roles or clause.object is not None)


@lru_cache(maxsize=4096)
def _trees(types: tuple[str, ...]) -> tuple[Any, ...]:
    """The parse trees of tokens of these types, up to a limit; the words themselves do not matter."""
    try:
        tree = _parser().parse(types)
    except UnexpectedInput:
        return ()
    return tuple(islice(_readings(tree), MOST_READINGS * 4))


def _readings(tree: Any) -> Iterator[Any]:
    """The trees in an ambiguous one, without making all of them at once."""
    if not isinstance(tree, Tree):
        yield tree
    elif tree.data == "_ambig":
        for child in tree.children:
            yield from _readings(child)
    else:
        lists = [list(islice(_readings(child), MOST_READINGS)) for child in tree.children]
        for children in product(*lists):
            yield Tree(tree.data, list(children))
