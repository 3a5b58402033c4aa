"""A sentence that fits no grammar, in outline: who, what, where, in the sequence in which they are named.

An outline is never carried out: we ask the writer whether they mean it. It has everyone, everything and every place that the
sentence names, but not the words between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

from pbem.language.clauses import PLAIN, Member, Phrase, SpokenClause, Who, clauses
from pbem.language.sentence import SEPARATORS, Token

# A sentence that fits no grammar, less the tokens that stand in its way: whoever wrote it is asked whether the rest
# is meant.
#
# Only what adds nothing to an order is left out: a joint, a pronoun, a word for a group beside its name.  Names,
# places, verbs, negations and conditions always stay.

MOST_LEFT_OUT = 3
"""Tokens that are left out at once."""
MOST_TRIED = 48
"""Ways of leaving some out."""
_JOINTS = ("AT", "TO", "FROM", "WITH", "VIA", "TOWARD", "THERE", "PRON", "ALSO", "COMMA", "AND", "THEN")


def loosened(tokens: Sequence[Token]) -> Iterator[tuple[SpokenClause, ...]]:
    """The readings with as few tokens as possible left out; none if all of them can be read."""
    idle = [n for n in range(len(tokens)) if _is_idle(tokens, n)]
    tried = 0
    for count in range(1, min(MOST_LEFT_OUT, len(idle)) + 1):
        is_read = False
        for left_out in combinations(idle, count):
            tried += 1
            if tried > MOST_TRIED:
                return
            for one in clauses([token for n, token in enumerate(tokens) if n not in left_out]):
                is_read = True
                yield one
        if is_read:
            return


def _leads_to_verb(behind: Sequence[Token]) -> bool:
    """True if another verb stands in the same clause."""
    for one in behind:
        if one.type in ("ACT", "AND", "COMMA", "THEN"):
            return one.type == "ACT"
    return False


def _is_idle(tokens: Sequence[Token], n: int) -> bool:
    one = tokens[n]
    before = tokens[n - 1].type if n else ""
    after = tokens[n + 1].type if n + 1 < len(tokens) else ""
    if one.type == "KIND":
        is_described = after in ("AT", "HEX") and before in ("ACT", "TO", "AT", "BESIDE")
        is_owned = n > 0 and tokens[n - 1].form != ""
        is_beside = "NAME" in (before, after) and not is_owned and "column" not in one.tags
        return is_described or (bool({"group", "any"} & set(one.tags)) and is_beside)
    if one.type == "ACT":
        return one.form == "light" and _leads_to_verb(tokens[n + 1 :])
    if one.type == "TOWARD":
        return after not in ("FOE", "NAME")
    return one.type in _JOINTS


_SUBJECTS = ("NAME", "KIND", "ALL", "REST", "PRON")
_PLACES = ("HEX", "PLACE", "STEP")
_TOO_MUCH = frozenset(("IF", "EXCEPT", "EXCEPTED", "ELSE", "WITHIN", "NEAREST", "SHUN", "BESIDE"))
"""Tokens that change what the rest means: with one of them no outline is made."""
_BESIDES = frozenset(("no_advance", "no_pursuit", "advance", "pursue"))
"""The acts that stand beside an attack."""
_TOWARD_A_THING = ("TO", "TOWARD", "AT", "VIA")
_ROLES = {"VIA": "via", "TOWARD": "toward"}


@dataclass
class _Outline:
    """The outline of one clause while it is made."""

    members: list[Member] = field(default_factory=list)
    act: Token | None = None
    is_negated: bool = False
    parts: list[Phrase] = field(default_factory=list)
    is_same: bool = False
    is_list: bool = False
    """True while those named behind the verb are listed."""
    is_carried: bool = False
    """True if it is for those of the clause before it, as long as nobody is named."""

    @property
    def is_begun(self) -> bool:
        """True if more than whom it is for has been said."""
        return self.act is not None or bool(self.parts) or self.is_same

    def clause(self) -> SpokenClause:
        who = Who(tuple(self.members)) if self.members else None
        return SpokenClause(who, self.act, self.is_negated, None, tuple(self.parts), is_same=self.is_same)


def outlines(tokens: Sequence[Token]) -> Iterator[tuple[SpokenClause, ...]]:
    """The outline of a sentence; none if it names nobody and nothing to do, or has a condition or an exception."""
    types = {one.type for one in tokens}
    if types & _TOO_MUCH or not types & {"NAME", "KIND", "ALL", "REST"} or not types & {"ACT", "SAME", *_PLACES}:
        return
    if any(one.type == "REST" and two.type == "NAME" for one, two in pairwise(tokens)):
        return  # the rest of the 2nd: not the rest of all
    found = _Sketch(_one_verb_at_a_time(tokens)).clauses()
    if found:
        yield tuple(found)


_ON_THE_SPOT = frozenset(
    ("limber", "unlimber", "load", "fire", "mount", "dismount", "prone", "rally", "recover", "face")
)
"""Acts that are done on the spot: what stands beside one is another."""


def _one_verb_at_a_time(tokens: Sequence[Token]) -> list[Token]:
    """Of verbs that stand side by side the one of more words: ``get down off the horses``."""
    found: list[Token] = []
    for one in tokens:
        kept = [two for two in found if two.type not in ("TO", "AT", "WITH", "PRON")][-2:]
        before = kept[-1] if kept else None
        if (
            one.type == "ACT"
            and before is not None
            and before.type == "ACT"
            and kept[0].type != "NUM"
            and not (
                _ON_THE_SPOT & {*before.tags} and not {*before.tags} & {*one.tags} and before.is_sure and one.is_sure
            )
        ):
            if one.end - one.start < before.end - before.start:
                continue
            found.remove(before)
        found.append(one)
    return found


class _Sketch:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.done: list[_Outline] = []
        self.now = _Outline()
        self.is_broken = False

    def clauses(self) -> list[SpokenClause]:
        """The clauses; [] if a part of the sentence belongs nowhere."""
        for n, one in enumerate(self.tokens):
            self._take(n, one)
        self._end()
        if self.is_broken or not self.done:
            return []
        return [one.clause() for one in self.done]

    def _type(self, n: int) -> str:
        return self.tokens[n].type if 0 <= n < len(self.tokens) else ""

    def _end(self) -> None:
        if self.now.is_begun:
            self.done.append(self.now)
        elif self.now.members:
            self.is_broken = True  # somebody is named for whom nothing is said
        self.now = _Outline()

    def _take(self, n: int, one: Token) -> None:
        if one.type in _SUBJECTS:
            self._take_subject(n, one)
        elif one.type in _PLACES:
            self._take_place(n, one)
        elif one.type == "ACT":
            self._take_act(one)
        elif one.type == "FOE":
            if self._type(n - 1) != "FOE":
                self.now.parts.append(Phrase("target", (one,)))
        elif one.type == "SAME":
            self.now.is_same = self.now.act is None or "stay" not in self.now.act.tags  # C and E stay aboard
        elif one.type == "NEG":
            self._take_negation(n)
        elif one.type == "NUM":
            if self._type(n + 1) not in (*_SUBJECTS, "HEX", "FOE") and self._type(n - 1) not in ("KIND", "REST", "ALL"):
                self.now.parts.append(Phrase("number", (one,)))
        elif one.type in PLAIN and PLAIN[one.type] != "there":
            self.now.parts.append(Phrase(PLAIN[one.type], (one,)))

    def _take_act(self, one: Token) -> None:
        if self.now.act is None and self.now.parts and self.now.members and _BESIDES.issuperset(one.tags):
            self._end()  # 1418: G, Rees, no advance
            self.now.act = one
            return
        if self.now.act is not None:
            members = list(self.now.members)
            self._end()
            self.now.members, self.now.is_carried = members, True
        self.now.act = one

    def _take_negation(self, n: int) -> None:
        behind = self._type(n + 1)
        if self.now.act is not None and behind != "ACT":
            self.is_broken = True
            return
        if behind == "ACT" and self.now.act is not None:
            members = list(self.now.members)
            self._end()
            self.now.members = members
        elif behind in ("", *SEPARATORS) and self.done and self.now.members:
            self.now.is_same = True
        self.now.is_negated = not self.now.is_negated

    def _take_subject(self, n: int, one: Token) -> None:
        before, behind = self._type(n - 1), self._type(n + 1)
        if before == "FROM" and (self.now.members or self.now.act is not None):
            return
        if before in _TOWARD_A_THING and self.now.act is not None and one.type in ("NAME", "KIND"):
            if behind != "AT":
                self.now.parts.append(Phrase(_ROLES.get(before, "goal"), (one,)))
            return
        if one.type == "PRON":
            if before in SEPARATORS and behind in ("ACT", "NEG", "HEX"):
                self._end()
            return
        if one.type == "KIND" and self.now.is_begun and not one.value and before not in SEPARATORS:
            return  # describes what was named
        member = self._member(one)
        is_row = self.now.act is None and bool(self.now.parts) and (not self.now.members or self.now.is_list)
        if is_row and behind not in ("HEX", "PLACE", "STEP"):
            self.now.members.append(member)  # 1418: G, Rees
            self.now.is_list = True
            return
        if self.now.is_begun and before != "WITH":
            if self.now.is_carried and before == "ACT":
                self.now.members, self.now.is_carried = [], False  # A, G x 7017, adv G
            is_object = self.now.act is not None and (not self.now.members or self.now.is_list)
            if is_object and behind not in ("ACT", "NEG", "SAME", *_PLACES):
                self.now.members.append(member)  # dismount A; attacking 1417 are A, M
                self.now.is_list = True
                return
            self._end()
        if one.type == "KIND" and not one.value and self.now.members and before not in SEPARATORS:
            return
        self.now.members.append(member)

    @staticmethod
    def _member(one: Token) -> Member:
        if one.type == "NAME":
            return Member("name", one)
        kind = {"KIND": "kind", "ALL": "all", "REST": "rest"}[one.type]
        return Member(kind, None, one if one.type == "KIND" else None)

    def _take_place(self, n: int, one: Token) -> None:
        before = self._type(n - 1)
        if before == "FROM":
            return
        if before == "AT" and self.now.act is None and self.now.members and self._type(n - 2) in (*_SUBJECTS, "NEG"):
            last = self.now.members[-1]
            self.now.members[-1] = replace(last, at=(*last.at, one.value))
            return
        if before == "AT" and self._type(n - 2) == "FOE":
            return  # the braves at 1605
        self.now.parts.append(Phrase(_ROLES.get(before, "goal"), (one,)))
