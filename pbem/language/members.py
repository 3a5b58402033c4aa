"""The units that the words of a clause stand for, names that share a word, and directions in words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from pbem.language.clauses import Member, SpokenClause, Who
from pbem.language.gazetteer import ORDINALS, Found, Gazetteer, Thing
from pbem.language.lexicon import Lexicon
from pbem.language.sentence import Token, WordPiece

# Directions in words, ``one hex north``, ``north-east two hexes``, as steps that games on hexes read: ``1N``,
# ``2NE``.

NUMBER_WORDS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "once": 1,
    "twice": 2,
}
_COUNT = rf"\d{{1,2}}|{'|'.join(NUMBER_WORDS)}"
_HEXES = r"(?:hex(?:es|agons?|s)?|spaces?|steps?)"
_LONG = r"(?:north|south)(?:[\s-]?(?:east|west))?(?:wards?|erly)?|(?:east|west)(?:wards?|erly)?"
_SHORT = r"nth|sth|[ns][ew]|[nesw]"
_AIM = (
    r"(?:(?:further|farther|more|up|out|back|straight)\s+)?"
    r"(?:due\s+|(?:to|towards?|in|on)\s+(?:the\s+)?|(?:in\s+)?(?:the\s+)?direction\s+(?:of\s+)?(?:the\s+)?|the\s+)?"
)
WORDED = re.compile(
    rf"(?<![\w/'])(?:(?P<n1>{_COUNT})\s+(?:{_HEXES}\s+)?{_AIM}(?P<d1>{_LONG})|(?P<n2>{_COUNT})\s+{_HEXES}\s+{_AIM}"
    rf"(?P<d2>{_SHORT})|(?P<n6>\d)\s+(?P<d6>nth|sth|[ns][ew]|[nsw])(?=\s*(?:[.,;|]|$))|{_AIM}(?P<d3>{_LONG})\s+(?:by"
    rf"\s+|for\s+)?(?P<n3>{_COUNT})(?:\s+{_HEXES}|(?=\s*(?:[;,]|$)))|(?P<d4>{_SHORT})\s+(?:by\s+|for\s+|x\s*)?"
    rf"(?P<n4>\d{{1,2}}|one|two|three)(?:\s+{_HEXES}(?!\s+(?:{_LONG}|{_SHORT})\b)|(?=\s*(?:[;,]|$)))|(?P<d8>"
    rf"(?-i:[NS][EW]?))\s?(?P<n8>[1-9])(?=\s*(?:[.,;|]|/\s|$))|{_AIM}(?P<d5>{_LONG})|(?-i:(?<=[a-z]\s))(?P<d7>"
    r"(?-i:[NS][EW])|nw|sw)(?=\s*(?:[.,;)|]|$)))(?![\w/])(?!\s+(?:edge|side|sheet|map))",
    re.I,
)
"""A direction in words, with how many hexes if it says so."""
BETWEEN = re.compile(r"(?<=[NSEW])(\s*)(,?\s*(?:and\s+then|then|and)\s+)(?=\d{1,2}[NSEW])")
"""``one hex north then two hexes north-east``: what joins two steps."""


_UP = re.compile(
    rf"(?<![\w/'])(?:(?P<up>up|down)\s+(?:by\s+)?(?P<n>{_COUNT})(?:\s+{_HEXES})?|(?P<m>{_COUNT})(?:\s+{_HEXES})?\s+(?P<ward>up|down))"
    r"(?=\s*(?:[.,;)]|$|(?:and|then|while)\b))",
    re.I,
)


def up_or_down(words: str) -> tuple[str, frozenset[int]]:
    """The words with a way up or down the map as a step to the north or south, and the columns of such steps: ``up 1 hex``."""
    columns: set[int] = set()

    def step(found: re.Match[str]) -> str:
        count = number(found["n"] or found["m"])
        if not count:
            return found[0]
        columns.add(found.start())
        return f"{count}{'N' if (found['up'] or found['ward']).lower() == 'up' else 'S'}".ljust(len(found[0]))

    return _UP.sub(step, words), frozenset(columns)


def with_steps(words: str) -> str:
    """The words with each direction written as a step, in the same columns: ``move one hex north`` as ``move 1N ``."""
    text = WORDED.sub(_step, words)
    return text if text == words else BETWEEN.sub(lambda joint: " " * len(joint[0]), text)


def _step(match: re.Match[str]) -> str:
    parts = {key[0]: value for key, value in match.groupdict().items() if value}
    if parts.get("n") in ("0", "00"):
        return match[0]
    return f"{number(parts.get('n', '1'))}{letters(parts['d'])}".ljust(len(match[0]))


def number(word: str) -> int:
    """``two`` and ``2`` as 2."""
    return int(word) if word.isdigit() else NUMBER_WORDS[word.lower()]


def letters(word: str) -> str:
    """``north-east`` as ``NE``."""
    low = word.lower()
    if len(low) < 3 or low in ("nth", "sth"):
        return low.removesuffix("th").upper()
    found = [name[0] for name in ("north", "south", "east", "west") if name in low]
    return "".join(found).upper()


# Several names that share a word: ``first and second Sub-Legions``, ``Companies number two and three``, ``SL1,2``.

MOST = 8
"""Names that are listed so."""
_JOINTS = (",", "and", "&", "+", "n", "/")
HEX_LENGTH = 4
_NUMBER = ("number", "numbers", "no", "nos", "nr", "#")
_DIGIT = {word: str(n) for word, n in NUMBER_WORDS.items() if word not in ("a", "an", "once", "twice")}


def counted(pieces: Sequence[WordPiece], n: int, gazetteer: Gazetteer) -> tuple[list[Found], int]:
    """The names from piece `n` on, two or more, and the piece behind them; ([], n) where there are none."""
    for read in (_before, _behind, _owned):
        found, end = read(pieces, n, gazetteer)
        if len(found) > 1:
            return found, end
    return [], n


def _before(pieces: Sequence[WordPiece], n: int, gazetteer: Gazetteer) -> tuple[list[Found], int]:
    """``1st, 2nd and 3rd Company``."""
    numbers, at = _numbers(pieces, n, ordinals=True)
    are_plain = {one.low.isdigit() for one in pieces[n:at] if one.low not in _JOINTS}
    if len(numbers) < 2 or len(are_plain) > 1:
        return [], n  # back 2, first company stays
    for noun, end in _nouns(pieces, at):
        found = _all_named([(*[number], *noun) for number in numbers], gazetteer)
        if found:
            return found, end
    return [], n


_PARTS = frozenset(
    ("company", "companies", "band", "bands", "section", "sections", "troop", "troops", "unit", "units", "ones")
)


def _owned(pieces: Sequence[WordPiece], n: int, gazetteer: Gazetteer) -> tuple[list[Found], int]:
    """``Perry's first and second company``."""
    owner = pieces[n].text.removesuffix("'s") if pieces[n].low.endswith("'s") else ""
    numbers, at = _numbers(pieces, n + 1, ordinals=True) if owner else ([], n)
    if len(numbers) < 2 or at >= len(pieces) or pieces[at].low not in _PARTS:
        return [], n
    return _all_named([(number, owner) for number in numbers], gazetteer), at + 1


def _behind(pieces: Sequence[WordPiece], n: int, gazetteer: Gazetteer) -> tuple[list[Found], int]:
    """``Sub-Legions 1 and 2``."""
    if not pieces[n].text.isalpha():
        return [], n
    for noun, at in _nouns(pieces, n):
        start = at + (at < len(pieces) and pieces[at].low in _NUMBER)
        numbers, end = _numbers(pieces, start, ordinals=False)
        if len(numbers) > 1:
            found = _all_named([(*noun, number) for number in numbers], gazetteer)
            if found:
                return found, end
    return [], n


def _numbers(pieces: Sequence[WordPiece], n: int, *, ordinals: bool) -> tuple[list[str], int]:
    """Small numbers with joints between them, and the piece behind them."""
    found: list[str] = []
    end = n
    while n < len(pieces) and len(found) < MOST:
        low = pieces[n].low
        digit = low if low.isdigit() else _DIGIT.get(low, "")
        if ordinals:
            digit = ORDINALS.get(low) or (low[:-2] if low[:1].isdigit() and low[-2:].isalpha() else low)
            digit = digit if digit.isdigit() else ""
        if not digit or len(digit) > 1:
            break
        behind = pieces[n + 1] if n + 1 < len(pieces) else None
        if not ordinals and behind is not None and behind.low in ("inch", "inches", '"', "figures", "degrees"):
            break
        found.append(digit)
        end = n = n + 1
        if not ordinals and [one.text for one in pieces[n : n + 1]] == ["-"] and n + 1 < len(pieces):
            last = pieces[n + 1].text
            if last.isdigit() and len(last) == 1 and int(digit) < int(last) and not pieces[n].is_apart:
                found += [str(one) for one in range(int(digit) + 1, int(last) + 1)]
                end = n = n + 2
        if [len(one.text) for one in pieces[n : n + 2]] == [1, HEX_LENGTH] and pieces[n + 1].text.isdigit():
            break  # d3 2 3012
        while n < len(pieces) and pieces[n].low in _JOINTS:
            n += 1
    return found, end


def _nouns(pieces: Sequence[WordPiece], n: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """The words of a noun, longest first, in the singular too, and the piece behind each."""
    for end in (n + 3, n + 2, n + 1):
        words = [one.text for one in pieces[n:end]]
        if (
            len(words) == end - n
            and pieces[end - 1].text.isalpha()
            and all(one.isalpha() or one == "-" for one in words)
        ):
            last = words[-1]
            for singular in dict.fromkeys((last, last.removesuffix("s"), last.removesuffix("ies") + "y")):
                yield (*words[:-1], singular), end


def _all_named(ways: Sequence[Sequence[str]], gazetteer: Gazetteer) -> list[Found]:
    found = [gazetteer.find(way) for way in ways]
    named = [one for one in found if one is not None and len(one.own + one.foe) == 1]
    return named if len(named) == len(ways) else []


_ARMS = frozenset(("infantry", "cavalry", "artillery", "scouts", "scout"))
SINGLE = frozenset(("company", "co", "troop", "unit"))
"""Words for one unit."""


@dataclass(frozen=True)
class Context:
    """The context for pronouns and for clauses without a verb: what was named before."""

    who: tuple[str, ...] = ()
    leader: str = ""
    hex: str = ""
    goal: str = ""
    """The hex that the last clause was about."""
    event: str = ""
    """The event that the last clause waits for."""
    clause: SpokenClause | None = None
    course: tuple[SpokenClause, ...] = ()
    """The clauses since somebody else was named, in turn."""
    named: frozenset[str] = frozenset()
    ordered: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    """Units whose order is what they do anyway."""
    others: frozenset[str] = frozenset()
    """Units that other lines give orders to: the rest are without them."""

    @property
    def stays_out(self) -> bool:
        """True if it was just said that the leader stays: ``Reno keeps out of it, but his companies attack``."""
        act = self.clause.act if self.clause is not None and not self.clause.is_negated else None
        is_told = act is not None and self.who == (self.leader,) and bool({"stay", "no_attack"} & set(act.tags))
        return is_told or self.leader in self.idle

    @property
    def spoken_for(self) -> frozenset[str]:
        """Those whom the rest are without."""
        return self.named | self.others


class MemberResolver:
    """Resolves members to units, in one position."""

    gazetteer: Gazetteer
    lexicon: Lexicon
    _has_unknown: bool

    def _waiting(self, event: str) -> tuple[str, ...]:
        """The unit to which something happens that is waited for: ``G/3 Cav is meleed``."""
        own = (one.name for one in self.gazetteer.things if one.is_own)
        return tuple(name for name in own if event.startswith(f"{name} ") or event.endswith(f" {name}"))

    def _his(self, who: Who, whom: Who) -> Who | None:
        """A leader and the units along: ``Noyes with all his cavalry``."""
        name = who.members[0].name if len(who.members) == 1 else None
        own = name.found.own if name is not None and name.found is not None else ()
        if len(own) != 1 or not self._thing(own[0]).is_leader or len(whom.members) != 1 or whom.but:
            return None
        kind = whom.members[0]
        if kind.kind not in ("kind", "all") or kind.at or who.members[0].kind != "name":
            return None
        return Who((Member("of", name, kind.noun),), who.but)

    def _is_definite(self, who: Who, context: Context) -> bool:
        """True if it is plain how many are meant: a kind that fits several may be all of them or some."""
        for one in who.members:
            found = one.name.found if one.name is not None else None
            if found is not None and found.is_group and found.is_misspelt:
                return False  # Rifles: both, or one
            is_open = one.kind == "kind" and one.noun is not None and not one.at and not one.noun.value
            tags = one.noun.tags if one.noun is not None else ()
            if is_open and "group" not in tags and len(self._of_kind(tags, (), own=True)) > 1:
                return False
            if one.kind == "all" and not one.at and any("beyond" in two.tags for two in self.gazetteer.things):
                return False  # all whom the marker takes, or some farther off
            is_single = one.noun is not None and self._is_one(one.noun) and one.name is not None
            if is_single and any(
                sum(not self._thing(n).is_leader for n in some) > 1 for some in self._member(one, context)
            ):
                return False  # Mills's company, who has two
        return True

    @staticmethod
    def _is_named(member: Member) -> bool:
        """True if a member is one unit by name: not a group, all, or a kind."""
        return (
            member.kind == "name" and member.name is not None and not (member.name.found and member.name.found.is_group)
        )

    def _changing(self, names: tuple[str, ...], mode: str) -> tuple[str, ...]:
        """Of many those who are not in a mode yet; all of them where that leaves nobody."""
        units = tuple(name for name in names if mode not in self._thing(name).tags and not self._thing(name).is_leader)
        return tuple(name for name in names if name in units or self._thing(name).is_leader) if units else names

    @staticmethod
    def _hex_of(who: Who) -> str:
        """The one hex of all that are meant by where they stand, "" for none."""
        hexes = {at for one in who.members for at in one.at if one.kind in ("all", "kind")}
        return hexes.pop() if len(hexes) == 1 and all(one.at for one in who.members) else ""

    def _thing(self, name: str) -> Thing:
        return self.gazetteer.by_name.get(name) or Thing(name, True)

    def _is_foe(self, who: Who) -> bool:
        """True if these are enemies: kinds of which one has none oneself."""
        return all(
            one.kind == "kind"
            and one.noun is not None
            and not {"group", "any"} & set(one.noun.tags)
            and not self._of_kind(one.noun.tags, (), own=True)
            for one in who.members
        )

    def _names(self, members: Sequence[Member], context: Context) -> tuple[str, ...]:
        return tuple(name for one in members for option in self._member(one, context) for name in option)

    def _who(self, who: Who, context: Context) -> list[tuple[str, ...]]:
        """The ways in which some members can be meant, each as names; units of one hex are meant together."""
        but = set(self._names(who.but, context))
        if not all(self._names((one,), context) for one in who.but):
            return []  # nobody knows who is left out
        whole = {str(self.lexicon.settings[one]) for one in ("all", "rest") if one in self.lexicon.settings}
        if len(who.members) > 1 and any(one.kind == "all" and not one.noun and not one.at for one in who.members):
            return []
        lists = []
        inner = context
        for one in who.members:
            options = self._member(one, context if one.kind == "they" else inner)
            if not options:
                return []
            if len(options) == 1:
                leader = next((n for n in options[0] if self._thing(n).is_leader), inner.leader)
                who_now = options[0] if one.kind in ("name", "of", "with") else inner.who
                inner = replace(inner, leader=leader, who=who_now, named=inner.named | {*options[0]})
            lists.append(options)
        found: list[tuple[str, ...]] = []
        for some in islice(product(*lists), 256):
            names = tuple(dict.fromkeys(name for option in some for name in option if name not in but))
            if who.but and whole.intersection(names):
                return []  # nobody can be left out of what is said of all at once
            if names and names not in found:
                found.append(names)
        if any(one.kind == "with" for one in who.members):
            return found  # nobody with Custer: of his hex, or of all that he leads
        together = [one for one in found if len({self._thing(name).at for name in one}) == 1]
        return together if together and len(found) > 1 and len(found[0]) > 1 else found

    def _member(self, one: Member, context: Context) -> list[tuple[str, ...]]:
        """The ways in which a member can be meant; a number before it says how many units that must be."""
        found = self._any_number(one, context)
        count = one.noun.value if one.noun is not None else ""
        if one.noun is None or not count.isdigit():
            return found
        if context.who and one.kind == "kind" and not one.at:
            found = [*found, self._beside(context.who[-1], one.noun.tags)]  # Reno, A, G, M, both scouts: his two
        others = [[name for name in some if name != context.leader] for some in found]
        units = [sum(not self._thing(name).is_leader for name in some) for some in found]
        exact = [some for some, n in zip(found, units, strict=True) if int(count) == n]
        if exact or "company" in one.noun.tags:
            return exact
        return [some for some, more in zip(found, others, strict=True) if int(count) == len(more)]

    def _any_number(self, one: Member, context: Context) -> list[tuple[str, ...]]:
        if one.kind == "name":
            assert one.name is not None
            assert one.name.found is not None
            names = one.name.found.own
            if one.at:
                names = tuple(name for name in names if self._thing(name).at in one.at)
            here = tuple(name for name in names if self._thing(name).at)
            names = here or names
            names = tuple(name for name in names if name in context.ordered) or names  # who was spoken of in this line
            if one.name.found.is_group:
                return [tuple(name for name in names if "minor" not in self._thing(name).tags) or names]
            return [(name,) for name in names]
        if one.kind == "they":
            return [context.who] if context.who else self._nobody_named()
        if one.kind == "rest_of_them" and one.name is not None and one.name.found is not None:
            if not one.name.found.is_group:
                others = self._others_there(one.name.found.own, context)  # the other companies of Noyes
            else:
                others = tuple(n for n in one.name.found.own if n not in context.spoken_for and self._thing(n).at)
            return [others] if others else []
        if one.kind == "with_them":
            return self._with_leader(context.leader, ("any",)) if context.leader else []
        if one.kind in ("of", "with"):
            return self._group_of(one)
        tags = one.noun.tags if one.noun is not None else ("any",)
        is_everybody = one.noun is None or ({*one.noun.tags} <= {"any", "group"} and not one.noun.value)
        if one.kind == "all" and is_everybody and not one.at and "all" in self.lexicon.settings:
            return [(str(self.lexicon.settings["all"]),)]
        if one.kind == "rest" and is_everybody and not one.at and "rest" in self.lexicon.settings:
            return [(str(self.lexicon.settings["rest"]),)]
        if one.kind in ("kind", "all") and "group" in tags and not one.at:
            units = set(tags) - {"any", "group"}
            if units and len(context.who) > 1 and context.leader in context.who:
                return [tuple(n for n in context.who if units & self._thing(n).tags) or context.who]
            if context.leader:
                found = self._his_own(context.leader, tags, context)
                return [tuple(n for n in some if n != context.leader) for some in found] if context.stays_out else found
            if context.who and self.lexicon.settings.get("columns"):
                return [self._of_kind(("any",), (self._thing(context.who[0]).at,), own=True)]
            if len(context.who) == 1 and one.noun is not None and one.noun.text.startswith("every"):
                return [self._beside(context.who[0], ("any",))]  # Old Crow and everyone with him
            if context.who:
                kinds = set(tags) - {"any", "group"}
                fits = tuple(n for n in context.who if kinds & self._thing(n).tags)
                return [fits or self._owners(context.who, kinds) or context.who]
            tags = tuple(tag for tag in tags if tag != "group") or ("any",)
            if tags == ("any",) and one.kind == "kind":
                return [(str(self.lexicon.settings["all"]),)] if "all" in self.lexicon.settings else []
        at = one.at
        if one.kind == "rest" and one.name is not None and one.name.found is not None:
            at = tuple(self._thing(name).at for name in one.name.found.own)
        names = self._of_kind(tags, at, own=True)
        if one.kind == "kind" and one.noun is not None and self._is_one(one.noun) and len(names) > 1:
            spoken = tuple(name for name in names if name in context.who)
            return [spoken] if len(spoken) == 1 else [(name,) for name in names]
        if one.kind == "all" and one.noun is None and not at and context.who and set(context.who) != set(names):
            return [context.who, names] if names else []  # M goes west, then everyone dismounts
        if one.kind == "rest":
            names = tuple(name for name in names if name not in context.spoken_for)
            there = self._others_there(tuple(context.named), context) if self.lexicon.settings.get("columns") else ()
            if there and there != names and not at:
                return [there, names]  # Burton stays, the rest go: those of his column
        if one.kind == "kind" and not at and self.lexicon.settings.get("columns"):
            column = {self._thing(name).at for name in context.named}
            there = tuple(name for name in names if {self._thing(name).at} == column)
            if there and there != names:
                return [there, names]  # the infantry of Howard stays, the cavalry goes
        return [names] if names else []

    def _owners(self, names: Sequence[str], kinds: set[str]) -> tuple[str, ...]:
        """The units of a kind whose holders or animals are named: ``the holders go to 7316, the company mounts``."""
        holders = [name.rpartition(" ")[0] for name in names if "holder" in self._thing(name).tags]
        return tuple(
            one.name
            for one in self.gazetteer.things
            if one.is_own and kinds & one.tags and any(one.name.startswith(f"{name} ") for name in holders)
        )

    @staticmethod
    def _is_one(noun: Token) -> bool:
        """True for a word in the singular that is for one unit: ``the cavalry company at 2911``."""
        return not noun.value and not SINGLE.isdisjoint(noun.text.split()[-1:])

    @staticmethod
    def _leaves_nobody_out(who: Who | None, context: Context) -> bool:
        """True if the rest of a group are all of it: nobody of it was named, and it was not said who the others are."""
        groups = [one.name.found for one in who.members if one.kind == "rest_of_them" and one.name] if who else []
        return any(one is not None and one.is_group and context.spoken_for.isdisjoint(one.own) for one in groups)

    def _others_there(self, names: Sequence[str], context: Context) -> tuple[str, ...]:
        """Those who stand in the one hex of some units and were not named so far."""
        at = {self._thing(name).at or self._thing(name).party for name in names} - {""}
        there = self._beside(names[0], ("any",)) if len(at) == 1 else ()
        return tuple(name for name in there if name not in context.spoken_for)

    @staticmethod
    def _is_unheard_of(who: Who) -> bool:
        """True if they are a pronoun alone; of nobody who was named, where nobody was."""
        return {one.kind for one in who.members} == {"they"}

    def _nobody_named(self) -> list[tuple[str, ...]]:
        """Those who act where a line names nobody, in a game that has somebody for that."""
        default = self.lexicon.settings.get("default_who")
        return [(str(default),)] if default and not self._has_unknown else []

    def _with_leader(self, leader: str, tags: Sequence[str]) -> list[tuple[str, ...]]:
        """A leader and those of a kind along; [] where nobody is, for more than one was spoken of."""
        kinds = tuple(tag for tag in tags if tag != "group") or ("any",)
        names = tuple(dict.fromkeys((*self._beside(leader, kinds), leader)))
        return [names] if len(names) > 1 else []

    def _his_own(self, leader: str, tags: Sequence[str], context: Context) -> list[tuple[str, ...]]:
        """A leader and those of a kind along; or those alone, where the leader was told something by name."""
        found = self._with_leader(leader, tags)
        alone = [tuple(name for name in some if name != leader) for some in found if leader in context.named]
        return [*alone, *found]

    def _beside(self, name: str, tags: Sequence[str]) -> tuple[str, ...]:
        """Those of a kind in the hex of somebody, or of the force with which somebody is still to come."""
        thing = self._thing(name)
        if thing.at or not thing.party:
            return self._of_kind(tags, (thing.at,), own=True) if thing.at else ()
        coming = [one for one in self.gazetteer.things if one.is_own and one.party == thing.party]
        return self._among(coming, coming, tags, own=True)

    def _group_of(self, one: Member) -> list[tuple[str, ...]]:
        """``Mills's battalion``, ``everybody with Noyes``: the units of a leader's hex; a unit's men are the unit."""
        assert one.name is not None
        assert one.name.found is not None
        tags = one.noun.tags if one.noun is not None else ("any",)
        found: list[tuple[str, ...]] = []
        owners = one.name.found.own
        lists = [owners] if one.name.found.is_group else [(name,) for name in owners]
        held = [self.gazetteer.animals_of(some, tags) for some in lists] if one.kind == "of" else []
        if any(held):
            return [some for some in held if some]  # the Ninth's mules
        if one.name.found.is_group and one.kind == "of":
            return [self._of_those(one.name.found.own, tags)]
        is_column = bool(self.lexicon.settings.get("columns")) and "single" not in tags
        is_column = is_column and (one.kind == "with" or one.name.form != "" or "column" in tags)
        for name in one.name.found.own:
            thing = self._thing(name)
            if thing.is_leader or is_column:
                kinds = tuple(tag for tag in tags if tag not in ("group", "column")) or ("any",)
                names = self._beside(name, kinds)
                if thing.is_leader and not set(names) - {name} and "single" not in tags:
                    continue  # the men of somebody who is alone are nobody
                is_kind = is_column and not thing.is_leader and kinds != ("any",) and bool(names)
                if is_kind and one.kind == "of" and _ARMS.intersection(kinds) & thing.tags and one.name.form:
                    names = (name,)  # Mason's infantry is Mason
                is_one = one.kind == "of" and thing.is_leader and one.noun is not None and self._is_one(one.noun)
                is_one = is_one and len(names) == 1 and one.name.form != ""  # Van Vliet's company
                found.append(names if is_kind or is_one else tuple(dict.fromkeys((*names, name))))
                if thing.is_leader and (one.kind == "with" or (one.noun is not None and one.noun.value)):
                    led = [two for two in self.gazetteer.things if f"under {name}" in two.tags]
                    wide = self._among(led, led, kinds, own=True)
                    whole = wide if one.kind == "of" and one.name.form else tuple(dict.fromkeys((*wide, name)))
                    found += [whole] if {*wide} - {*names} else []
            elif one.kind == "with" and one.noun is None and len(there := self._beside(name, ("any",))) > 1:
                found.append(there)  # nobody with Spotted Eagle
            elif {"group", "any", "single"} & {*tags} or set(tags) & thing.tags:
                found.append((name,))
        return found

    def _of_those(self, names: Sequence[str], tags: Sequence[str]) -> tuple[str, ...]:
        """Those of a group who are of a kind: ``2nd Cavalry battalion``; all of them if it says only what they are."""
        units = [one for one in map(self._thing, names) if one.at and "minor" not in one.tags]
        kinds = ({*tags} - {"any"}) & {tag for one in units for tag in one.tags}
        return tuple(one.name for one in units if not kinds or kinds & one.tags)

    def _of_kind(self, tags: Sequence[str], at: Sequence[str], *, own: bool) -> tuple[str, ...]:
        """The things of a side that have one of these tags (``any``: all but animals and the like), in these hexes."""
        on_map = [one for one in self.gazetteer.things if one.is_own == own and one.at]
        there = [one for one in on_map if not at or one.at in at]
        coming = [one for one in self.gazetteer.things if one.is_own and one.party] if own and not at else []
        names = self._among(there, on_map, tags, own=own)
        return names or self._among([one for one in coming if set(tags) & one.tags], coming, tags, own=own)

    def _among(
        self, some: Sequence[Thing], known: Sequence[Thing], tags: Sequence[str], *, own: bool
    ) -> tuple[str, ...]:
        """Those of some things that are of a kind, which is a wide one where none of those `known` is of it."""
        kinds = set(tags)
        # Companies are the companies, where a game has some; elsewhere they are any units.
        wide = () if any(kinds & one.tags for one in known) else tags
        is_any = bool({"any", "group"} & {*wide}) or ("enemy" in tags and not own)
        found = [one.name for one in some if kinds & one.tags or (is_any and "minor" not in one.tags)]
        called = tuple(name for name in found if "away" not in self._thing(name).tags)
        return called or tuple(found)
