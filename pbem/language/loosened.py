"""A sentence that fits no grammar, less the tokens that stand in its way: whoever wrote it is asked whether the rest is meant.

Only what adds nothing to an order is left out: a joint, a pronoun, a word for a group beside its name.  Names, places, verbs,
negations and conditions always stay.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.language.clauses import Clause, clauses
from pbem.language.sentence import Token

MOST_LEFT_OUT = 3
"""Tokens that are left out at once."""
MOST_TRIED = 48
"""Ways of leaving some out."""
_JOINTS = ("AT", "TO", "FROM", "WITH", "VIA", "TOWARD", "THERE", "PRON", "ALSO", "COMMA", "AND", "THEN")


def loosened(tokens: Sequence[Token]) -> Iterator[tuple[Clause, ...]]:
    """The readings of the tokens with as few as possible left out; none where all of them can be read."""
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
