"""Frames: who, what and where of a piece that fits no grammar, in the ways that they can belong together.

Its verb may be one that nobody knows: then it is guessed by the words that it shares with turns of phrase of the lexicon.  A
guess is only offered, and only where a line would be refused without an offer, or with few.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from pbem.language.clauses import PLAIN, Member, Phrase, SpokenClause, Who
from pbem.language.lexicon import Lexicon, LexiconEntry, bases
from pbem.language.sentence import SEPARATORS, Token

MOST_ACTS = 4
"""Verbs of a piece that are tried in turn."""
THEY = Who((Member("they"),))
STAY = Token("ACT", "stay", is_sure=False, tags=("stay", "no_fire", "no_attack"))

StandingAt = Callable[[Token], Member | None]
"""All of one's own in the hex of a token, None where nobody is."""

_SUBJECTS = frozenset(("NAME", "KIND", "ALL", "REST"))
_PLACES = frozenset(("HEX", "PLACE", "STEP"))
_LEADS_TO = {"TO": "goal", "TOWARD": "toward", "BESIDE": "beside", "VIA": "via"}


def frames(
    tokens: Sequence[Token], standing_at: StandingAt, *, has_before: bool
) -> Iterator[tuple[tuple[SpokenClause, ...], int]]:
    """The clauses that can be made of a piece, each with the number of tokens that are in it."""
    if {"ALL", "NAME"} <= {one.type for one in tokens}:
        return  # whoever is named beside all of them is no part of them
    if len({one.value for one in tokens if one.type == "HOW"}) > 1:
        return  # nobody knows whose measure is which
    is_negated = sum(one.type == "NEG" for one in tokens) % 2 == 1
    acts = [n for n, one in enumerate(tokens) if one.type == "ACT"]
    acts.sort(key=lambda n: (tokens[n].form == "light", not tokens[n].is_sure, -n))
    bans = [n for n in acts if forbids(tokens[n])]
    yield from _two_alike(tokens, standing_at)
    for at in [*acts[:MOST_ACTS], -1]:
        if bans and at not in bans:
            continue  # F Company does not follow
        act = tokens[at] if at >= 0 else None
        for parting in _partings(tokens, at, standing_at):
            who = Who(tuple(parting.members)) if parting.members else None
            parts = tuple(parting.parts)
            covered = parting.used + (act is not None) + is_negated
            yield (SpokenClause(who or THEY, act, is_negated, None, parts),), covered
            is_stay = act is not None and bool(set(act.tags) & set(STAY.tags))
            if at in bans and who is not None and len(acts) == 1:
                yield (SpokenClause(who, STAY),), covered
            if is_negated and not (is_stay and len(acts) == 1):
                yield (SpokenClause(who or THEY, STAY),), covered
            others = [tokens[n] for n in sorted(acts) if n != at and tokens[n].form != "light"]
            if act is not None and others and at < max(acts):
                yield (SpokenClause(who or THEY, act, False, None, parts), SpokenClause(THEY, others[-1])), covered + 1
            if any(one.role == "goal" and one.tokens[0].type == "PLACE" for one in parts):
                far = tuple(replace(one, role="toward") if one.role == "goal" else one for one in parts)
                yield (SpokenClause(who or THEY, act, is_negated, None, far),), covered
            if len(parting.members) > 1 and act is None and not parts and parting.members[1].name is not None:
                goal = Phrase("goal", (parting.members[1].name,))
                yield (SpokenClause(Who(tuple(parting.members[:1])), None, False, None, (goal,)),), covered
            if act is None and who is not None and has_before and not parts:
                yield (SpokenClause(who, None, is_negated, None, (), is_same=True),), covered


def forbids(one: Token) -> bool:
    """True for a verb that is a ban by itself: ``no advance``, ``not follow``."""
    return one.type == "ACT" and (one.value.startswith("no_") or any(tag.startswith("no_") for tag in one.tags))


def _two_alike(tokens: Sequence[Token], standing_at: StandingAt) -> Iterator[tuple[tuple[SpokenClause, ...], int]]:
    """The frame of what somebody does, and the same for somebody behind it: ``Van Vliet stays, his horses too``."""
    at = next((n for n, one in enumerate(tokens) if one.type == "SAME" and n and tokens[n - 1].type in _SUBJECTS), 0)
    first = next((n for n in range(at - 1, -1, -1) if tokens[n].type not in (*_SUBJECTS, *SEPARATORS)), -1) + 1
    if not 0 < first < at:
        return
    others = Who(tuple(member(one) for one in tokens[first:at] if one.type in _SUBJECTS))
    for reading, covered in frames(tokens[:first], standing_at, has_before=False):
        yield (*reading, SpokenClause(others, is_same=True)), covered + at - first + 1


@dataclass
class _Parting:
    """Those who act, and what they act on."""

    members: list[Member] = field(default_factory=list)
    parts: list[Phrase] = field(default_factory=list)
    used: int = 0


def _partings(tokens: Sequence[Token], at: int, standing_at: StandingAt) -> Iterator[_Parting]:
    """The ways to tell those who act from what they act on, around the verb at `at` (-1: without one)."""
    seen: list[_Parting] = []
    for goals in ("behind", "with", "none"):
        for are_there in (False, True):
            made = _parted(tokens, at, goals, standing_at if are_there else lambda token: None)
            if made not in seen:
                seen.append(made)
                yield made


def _parted(tokens: Sequence[Token], at: int, goals: str, standing_at: StandingAt) -> _Parting:
    """One way: names behind the verb are goals (`goals` is ``behind``), those behind ``with`` too, or none."""
    found = _Parting()
    for n, one in enumerate(tokens):
        before = tokens[n - 1].type if n else ""
        if one.type in _SUBJECTS:
            _take_subject(found, tokens, n, is_behind=0 <= at < n, goals=goals)
        elif one.type in _PLACES:
            _take_place(found, tokens, n, is_behind=0 <= at < n, standing_at=standing_at)
        elif one.type == "FOE":
            found.parts.append(Phrase("target", (one,)))
        elif one.type == "NUM" and before == "WITHIN":
            found.parts.append(Phrase("within", (one,)))
        elif one.type in PLAIN and one.type != "THERE":
            found.parts.append(Phrase(PLAIN[one.type], (one,)))
        else:
            continue
        found.used += 1
    return found


def _take_subject(found: _Parting, tokens: Sequence[Token], n: int, *, is_behind: bool, goals: str) -> None:
    one, before = tokens[n], tokens[n - 1] if n else None
    led_by = before.type if before is not None else ""
    if one.type == "KIND" and before is not None and before.type == "NAME" and found.members and not one.value:
        if before.form or {"group", "column"} & set(one.tags):
            found.members[-1] = Member("of", before, one)
        return
    if (led_by == "FROM" and one.type == "NAME") or is_anybody(one):
        return
    if led_by == "REST" and one.type == "NAME" and found.members:
        found.members[-1] = Member("rest_of_them", one)
        return
    may_be_goal = one.type in ("NAME", "KIND") and goals != "none"
    is_led = led_by in (*_LEADS_TO, "AT") or (led_by == "WITH" and goals == "with")
    if may_be_goal and (is_led or (is_behind and led_by not in ("WITH", *SEPARATORS))):
        found.parts.append(Phrase(_LEADS_TO.get(led_by, "goal"), (one,)))
        return
    found.members.append(member(one))


def _take_place(found: _Parting, tokens: Sequence[Token], n: int, *, is_behind: bool, standing_at: StandingAt) -> None:
    one, before = tokens[n], tokens[n - 1].type if n else ""
    whom = tokens[n - 2].type if n > 1 else ""
    is_theirs = before in ("AT", "FROM") and whom in _SUBJECTS and bool(found.members)
    if is_theirs and not is_behind:
        found.members[-1] = replace(found.members[-1], at=(one.value,))
    elif before == "FROM" or (before == "AT" and whom == "FOE"):
        return
    elif before == "AT" and (all_there := standing_at(one)) is not None:
        found.members.append(all_there)
    else:
        found.parts.append(Phrase(_LEADS_TO.get(before, "goal"), (one,)))


def is_anybody(one: Token) -> bool:
    """True for a word such as ``men`` or ``fellows``, which may be anybody's."""
    return one.type == "KIND" and not one.value and set(one.tags) <= {"any", "single"}


def member(one: Token) -> Member:
    """A token as those who act."""
    if one.type == "NAME":
        return Member("name", one)
    return Member({"KIND": "kind", "ALL": "all", "REST": "rest"}[one.type], None, one if one.type == "KIND" else None)


# Guesses at a verb.

MOST_GUESSED = 10
"""Acts that are tried for a verb that nobody knows."""
_WHOLE = 1000
"""The likeness of a turn of phrase that is there word for word, all of its words being of one act only."""
_NAMED = frozenset(("NAME", "KIND", "ALL", "REST", "PRON"))


class Guesses:
    """Ranks the acts of one game by the words of a piece of a line."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def likely(self, words: Iterable[str]) -> tuple[str, ...]:
        """The acts that these words may order, likeliest first; of two that are alike the one with more turns of phrase."""
        spoken = frozenset(base for word in words for base in bases(word.lower(), self._lexicon.forms))
        likeness = {act: max(self._likeness(one, spoken) for one in entries) for act, entries in self._entries.items()}
        return tuple(sorted(likeness, key=lambda act: (-likeness[act], -len(self._entries[act]), act)))

    @cached_property
    def _entries(self) -> dict[str, tuple[LexiconEntry, ...]]:
        """The turns of phrase of each act."""
        aliases = self._lexicon.settings.get("aliases", {})
        found: dict[str, dict[LexiconEntry, None]] = {}
        for some in self._lexicon.entries.values():
            for one in some:
                own = (one.value,) if one.value in self._lexicon.acts else aliases.get(one.value, ())
                for act in own if one.kind == "act" else ():
                    found.setdefault(act, {})[one] = None
        return {act: tuple(some) for act, some in found.items()}

    @cached_property
    def _spread(self) -> Counter[str]:
        """The number of acts in whose turns of phrase a word stands."""
        of_acts = (
            {word for one in entries for words, _ in one.words for word in words} for entries in self._entries.values()
        )
        return Counter(word for words in of_acts for word in words)

    def _likeness(self, entry: LexiconEntry, spoken: frozenset[str]) -> int:
        """The part of a turn of phrase that was spoken; a word counts for less the more acts have it."""
        whole = shared = 0
        for words, may_be_missing in entry.words:
            if may_be_missing:
                continue
            weight = _WHOLE // min(self._spread[one] for one in words)
            whole += weight
            shared += weight if words & spoken else 0
        return shared * shared // whole if whole else 0


@lru_cache(maxsize=16)
def guesses(lexicon: Lexicon) -> Guesses:
    """The guesses by a lexicon."""
    return Guesses(lexicon)


def with_act(tokens: Sequence[Token], act: str) -> list[Token]:
    """The tokens of a piece with an act for its verb, behind those who are named first."""
    plain = [one for one in tokens if one.type != "ACT"]
    at = next((n + 1 for n, one in enumerate(plain) if one.type in _NAMED), 0)
    while 0 < at < len(plain) and plain[at].type in (*_NAMED, *SEPARATORS):
        at += 1
    return [*plain[:at], Token("ACT", act, is_sure=False, tags=(act,)), *plain[at:]]
