"""The tokens of a sentence, and their sequence: what a grammar of sentences finds said in one of several ways."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.language.gazetteer import Found

SEPARATORS = ("AND", "COMMA", "THEN")


@dataclass(frozen=True)
class Piece:
    """A word or sign of a line: as written, in small letters, its columns, and whether a blank stands before it."""

    text: str
    low: str
    start: int
    end: int
    is_apart: bool

    @property
    def is_word(self) -> bool:
        """True if it is a word or a number."""
        return self.text[0].isalnum()


@dataclass(frozen=True)
class Token:
    """A typed token: `value` is what it stands for (an act's name, a hex, a number ...), `found` whom a name means."""

    type: str
    value: str = ""
    start: int = 0
    end: int = 0
    is_sure: bool = True
    found: Found | None = None
    tags: tuple[str, ...] = ()
    form: str = ""
    is_linked: bool = False
    """True if a colon, an arrow or a dash stands before it."""


@dataclass
class Sentence:
    """The tokens of one sentence, the words that nobody knows, and what it shows of being talk (`talk`) or a question."""

    tokens: list[Token] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    talk: list[str] = field(default_factory=list)
    talk_at: int = 0
    wishes: bool = False
    is_asked: bool = False
    is_past: bool = False
    """True if a word tells of the past (``was``, ``did``)."""
    is_yours: bool = False
    """True if it speaks of the other player's (``your``)."""
    start: int = 0
    end: int = 0
    desk_words: list[str] = field(default_factory=list)


def in_order(tokens: Sequence[Token], joining: frozenset[str] = frozenset()) -> list[Token]:
    """The tokens of a sentence as its grammar has them: verbs that only lead to another are dropped, commas put where an order
    begins without one, and left out where they part nothing."""
    found = _with_commas(_with_counts(_with_same(_conditions_last(tokens))), joining)
    segments: list[list[Token]] = [[]]
    for one in found:
        if one.type in SEPARATORS:
            segments += [[one], []]
        else:
            segments[-1].append(one)
    made = [token for segment in segments for token in _with_one_verb(segment)]
    return _joined(_without_idle_commas(made))


def _conditions_last(tokens: Sequence[Token]) -> list[Token]:
    """A condition that stands ahead of its clause, behind that clause: ``if attacked, everybody holds``."""
    found = list(tokens)
    if len(found) < 3 or found[0].type not in ("COND", "EVENT") or not any(one.type == "ACT" for one in found):
        return found
    condition = found.pop(0)
    while found and found[0].type in SEPARATORS:
        found.pop(0)
    act = next(n for n, one in enumerate(found) if one.type == "ACT")
    end = next((n for n in range(act, len(found)) if found[n].type in SEPARATORS), len(found))
    found.insert(end, condition)
    return found


def _with_counts(tokens: Sequence[Token]) -> list[Token]:
    """``the two at 1917``, ``all three``: a number where somebody is named counts them; an ``at`` before a manner or before
    those who stand in a hex says nothing."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        before = found[-1].type if found else ""
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if one.type == "NUM" and one.form != "measured" and before == "ALL" and after in (*_COUNTED, "", *SEPARATORS):
            found[-1] = replace(one, type="KIND", tags=("any",))
            continue
        if one.type == "NUM" and one.form != "measured" and before in ("", *SEPARATORS) and after == "AT":
            found.append(replace(one, type="KIND", tags=("any",)))
            continue
        if one.type == "TO" and after == "ACT":
            continue  # Co. F to dismount
        if one.type == "AT" and after == "TO":
            continue  # on into 1512
        if one.type == "FOE" and one.value == "" and after == "FOE" and one.found and one.found.foe == ("any",):
            continue  # any braves
        if one.type == "ALL" and before == "ACT" and "fire" in found[-1].tags and after in ("COND", "WITHIN"):
            continue  # shoots anyone within 6
        is_idle = after == "HOW" or (after == "KIND" and [two.type for two in tokens[n + 2 : n + 4]] == ["AT", "HEX"])
        if one.type == "AT" and is_idle and (after == "HOW" or before == "ACT"):
            continue
        found.append(one)
    return found


_COUNTED = ("AT", "ACT", "NEG", "HEX", "TO")


def _joined(tokens: Sequence[Token]) -> list[Token]:
    """Names that stand side by side: two of one unit are one, others are joined (``Reno A M attack``)."""
    found: list[Token] = []
    for one in tokens:
        before = found[-1] if found else None
        if one.type == "NAME" and before is not None and before.type == "NAME":
            assert one.found is not None
            assert before.found is not None
            if same := tuple(name for name in one.found.own if name in before.found.own):
                found[-1] = replace(one, found=replace(one.found, own=same))
                continue
            found.append(Token("AND"))
        found.append(one)
    return found


def _with_one_verb(segment: Sequence[Token]) -> list[Token]:
    acts = [one for one in segment if one.type == "ACT"]
    if len(acts) < 2 and not any(one.type == "DIR" for one in segment):
        return list(segment)
    heavy = [one for one in acts if one.form != "light"]
    if not any(one.type == "NEG" for one in segment) and any(one.tags != ("stay",) for one in heavy):
        # H/9 digs in where it is; Co. A is to remain prone.
        heavy = [one for one in heavy if one.tags != ("stay",)]
        segment = [one for one in segment if one.type != "ACT" or one.tags != ("stay",)]
    kept: list[Token] = []
    seen: set[tuple[str, ...]] = set()
    for one in segment:
        if one.type == "ACT" and ((heavy and one.form == "light") or one.tags in seen):
            continue
        if one.type == "ACT":
            seen.add(one.tags)
        if one.type == "TO" and kept and kept[-1].type == "TO":
            continue
        if one.type == "DIR" and kept and kept[-1].type in ("TO", "AT", "TOWARD"):
            kept.pop()  # turns to the east
        kept.append(one)
    return kept


def _with_same(tokens: list[Token]) -> list[Token]:
    """``also`` behind a name that has no verb says the same of it; elsewhere it says nothing."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        if one.type != "ALSO":
            if not (one.type == "TO" and found and found[-1].type == "TO"):
                found.append(one)
            continue
        is_end = n + 1 == len(tokens) or tokens[n + 1].type in SEPARATORS
        if is_end and found and found[-1].type in ("NAME", "KIND"):
            found.append(replace(one, type="SAME"))
    return found


def _with_commas(tokens: Sequence[Token], joining: frozenset[str]) -> list[Token]:
    """``F 1815 Scouts 1816``: a name behind a place begins an order where a name stands before the place; so does what joins
    an attack (``A attack 1417 no advance``)."""
    found: list[Token] = []
    named = False
    for n, one in enumerate(tokens):
        before = found[-1].type if found else ""
        if (
            one.type == "NAME"
            and named
            and before in ("HEX", "PLACE", "STEP", "HOW")
            and (len(found) < 2 or found[-2].type != "AT")
        ):
            found.append(Token("COMMA"))
        is_next = one.type == "ACT" and before in ("HEX", "PLACE", "STEP") and named and one.form == ""
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if (
            is_next
            and (len(found) > 1 and found[-2].type not in ("AT", "FROM"))
            and found[0].type in ("NAME", "KIND")
            and not any(other.type in ("ACT", "COND") for other in found)
            and after not in ("HEX", "TO", "TOWARD", "PLACE", "STEP", "FOE", "AT", "VIA", "NUM")
        ):
            found.append(Token("COMMA"))  # G/3 to 3412 prone
        may_join = one.type == "ACT" and joining.intersection(one.tags) and before in ("HEX", "FOE", "NAME", "PLACE")
        is_behind = any(other.type in ("ACT", "HEX", "FOE") for other in found)
        if may_join and is_behind and (before != "NAME" or len(one.tags) == 1):
            found.append(Token("COMMA"))
        if one.type == "NAME" and one.found is not None and one.found.is_group and before in ("KIND", "ALL"):
            while found and found[-1].type in ("KIND", "ALL", "NUM"):
                found.pop()  # all three companies of the Ninth
        if one.type in SEPARATORS:
            named = named and one.type == "AND"
        named = named or one.type == "NAME"
        found.append(one)
    return found


def _without_idle_commas(tokens: Sequence[Token]) -> list[Token]:
    """Tokens less the commas that part nothing: before a word that goes on with its clause, between a subject and its verb."""
    kept: list[Token] = []
    for n, one in enumerate(tokens):
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        before = kept[-1].type if kept else ""
        is_idle = after in _GOES_ON or (before in ("NAME", "KIND", "REST", "ALL") and after in ("ACT", "NEG"))
        if one.type != "COMMA" or not is_idle:
            kept.append(one)
    return kept


_GOES_ON = (
    "HOW",
    "COND",
    "ELSE",
    "STOP",
    "EVENT",
    "EXCEPT",
    "WITH",
    "VIA",
    "AT",
    "TO",
    "TOWARD",
    "FROM",
    "EDGE",
    "FORM",
    "WITHIN",
    "NUM",
    "DIR",
    "SIDE",
)
