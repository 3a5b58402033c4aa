"""Order or chat: whether a sentence that could not be read was meant as an order (docs/orders.md, A letter).

An order read as chat costs a player a fire phase; chat taken for an order costs one more letter.  So a sentence
that names a counter of its writer's and an order verb is an order, and only what clearly tells a story is not.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from pbem.board.roster import Roster


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


LONGEST_NAME = 5
"""Words of the longest name."""
PATH = re.compile(r"(?<![\w.:+/-])\d{4}\s*(?:-+>?|>|to\s)\s*\d{3,4}(?!\d)")
HEX = re.compile(r"(?<![\w.:+/-])\d{4}(?![\w:+/-])")
JOINED = re.compile(r"\w\s*\+\s*\w")
"""Units joined as only an order joins them: ``Lone Bull + He Dog``."""
WORD = re.compile(r"[A-Za-z0-9/.'&-]+")
EDGES = ".,;:!?\"'()[]*"
TELLS_A_STORY = re.compile(
    r"\b(?:was|were|wasn't|weren't|did|didn't|had|hadn't|would|wouldn't|could|couldn't|might|hope[sd]?|hoping|wish(?:ed)?"
    r"|afraid|fear(?:ed)?|worried|glad|surprised|wonder(?:ed)?|thought|remember(?:ed)?|last\s+turn|historically|if\s+only"
    r"|in\s+the\s+real\s+battle|deserves?)\b",
    re.I,
)
ASKS_FOR_IT = re.compile(r"\b(?:would\s+like|i'd|(?:could|can|would|will)\s+(?:you|we))\b", re.I)
"""Words that make a wish of a sentence with *would* or *could*."""
ASIDE = _set(
    "should will shall must can may to then also now please and just again instead both all simply each has have "
    "only always never "
)
"""Words that may stand between a unit and what it is to do."""
ARTICLES = _set(
    "a an the my your his her its their our this that these those nice good great brave bad big next last "
    "first second another of what total long camp pub each every "
)
"""Behind one of these a verb is a noun: ``a good move``."""
ACTIONS = _set(
    "gallop retire withdraw follow help lead target lie open fall remount hold run flee go head kill hit "
    "engage occupy wait defend guard cover take volley blast ride walk shoot reload escape hide "
    "charge join rejoin reinforce support protect cross capture burn push press shift chase strike raid halt "
    "remain swing fight "
)
"""Deeds outside the order language: right behind a unit they are an order, and the answer says which orders there are."""
GROUPS = _set(
    "all everyone everybody everything rest others remainder infantry cavalry scouts warriors companies "
    "company troops battalion regiment units leaders packers holders column miners cheyenne cheyennes "
    "sioux lakota shoshone shoshones "
)
HOWS = _set("full half long mounted dismounted prone foot")
ORDINARY = _set(
    "good black red little old young lame big white two four low lone iron bull rain gall horse eagle "
    "bear moon crow road heart wolf elk face dog spotted crazy "
)
"""Words of names that are plain words too: alone they name a counter only where more of an order stands with them."""
NO_NAMES = _set(
    "i a an the in on at it he she we they you your my our their his her this that these those there then "
    "and or but so what who how why where not no yes let all some any most many more much just only even "
    "still as if when is are was "
)
"""Words that open a sentence and are never a counter's name misspelt."""
TAKES_BACK = _set("cancel undo scrap scratch forget delete remove revoke withdraw")
"""Words that begin a line to take an order back."""
NOT_VERBS = _set(
    "fine more most made love line file five wire hire tire mile here there were where some come came "
    "same save gave have stat star state late rate store short most must mind mine stays post past "
    "least last fast part point print count amount mouth month south north large change loud loan road "
    "read lead stood sand land hand band exist edit enjoy inter center after later story study stuff "
    "staff still style player plays play paid page passes paste text next really early quality rely "
    "sorry shot shoe short shop fort fired moved charged marched over tough through "
    "guild child field would could world word work cover recovery melt advanced fourth forth dish "
    "rode ran "
)
"""English words that are one slip from a verb."""


@dataclass(frozen=True)
class Mention:
    """Words `first` up to `end` that name a counter; `is_own`, `is_weak`: one plain word that is a part of a name."""

    first: int
    end: int
    is_own: bool
    is_weak: bool


class Likeness:
    """Judges sentences by a game's words: `verbs` in full, `keywords` of the language, `near` for slips of a verb."""

    def __init__(
        self, names: Roster, side: str, verbs: Collection[str], keywords: Collection[str], near: Callable[[str], bool]
    ) -> None:
        self.names, self.side, self.near = names, side, near
        self.verbs, self.keywords = frozenset(verbs), frozenset(keywords)

    def is_order(self, sentence: str) -> bool:
        """True if the sentence was meant as an order."""
        self.words = [word.strip(EDGES) for word in re.sub(r"\s*(?:->|=>|,|;|:)\s*", " ", sentence).split()]
        self.words = [word for word in self.words if word.strip("-+&>")]
        self.low = [word.lower() for word in self.words]
        if not self.words:
            return False
        self.mentions = self._mentions()
        story = TELLS_A_STORY.search(sentence) is not None and ASKS_FOR_IT.search(sentence) is None
        hexes = HEX.findall(sentence)
        if PATH.search(sentence) or self._opens_as_an_order(bool(hexes)):
            return True
        if JOINED.search(sentence) and any(one.first == 0 for one in self.mentions):
            return True
        if self.low[0] in TAKES_BACK and self._names_somebody():
            return True
        if self.low[0] in ("when", "if", "whenever", "policy"):
            return not story and self._is_standing(bool(hexes))
        if story:
            return False
        return (
            self._names_and_orders(bool(hexes))
            or self._orders_a_letter()
            or (len(self.words) == 2 and bool(hexes) and self.words[0].isascii() and self.words[0].isalpha())
        )

    # What the words are.

    def _names_somebody(self) -> bool:
        """True if a unit is named for certain, if only as whose an order is: ``Iron Hawk's attack``."""
        self.words = [word.removesuffix("'s") for word in self.words]
        self.low = [word.lower() for word in self.words]
        self.mentions = self._mentions()
        return any(not one.is_weak for one in self.mentions)

    def _mentions(self) -> list[Mention]:
        found: list[Mention] = []
        n = 0
        while n < len(self.words):
            one = next((one for wide in range(LONGEST_NAME, 0, -1) if (one := self._mention(n, wide))), None)
            if one is not None:
                found.append(one)
            n = one.end if one is not None else n + 1
        return found

    def _mention(self, n: int, wide: int) -> Mention | None:
        words = self.words[n : n + wide]
        if len(words) < wide or any(one.lower() in self.verbs for one in words):
            return None
        text = " ".join(words)
        if wide == 1 and (
            len(text) < 2
            or text.lower() in NO_NAMES
            or text.isdigit()
            or re.fullmatch(r"\d+(?:st|nd|rd|th)", text.lower())
        ):
            return None
        if not any(word[:1].isupper() or any(c.isdigit() for c in word) for word in words) and wide == 1 and n:
            return None
        found = self.names.find(text)
        pieces = self.names.wording.pieces
        if not found or not all(self.names.has_word(word) or not pieces(word) for word in words):
            return None
        own = self.names.find(text, self.side) if self.side else found
        return Mention(n, n + wide, bool(own), wide == 1 and text.lower() in ORDINARY)

    def _is_verb(self, n: int) -> bool:
        """True if word `n` is an order verb and no noun."""
        if not 0 <= n < len(self.low) or (n and self.low[n - 1] in ARTICLES):
            return False
        return self.low[n] in self.verbs or self._root(self.low[n]) in self.verbs

    def _is_action(self, n: int) -> bool:
        return 0 <= n < len(self.low) and (
            self._is_verb(n) or self.low[n] in ACTIONS or self._root(self.low[n]) in ACTIONS or self._is_slip(n)
        )

    def _is_slip(self, n: int) -> bool:
        """True if a word is nearly a verb, and no other English word."""
        low = self.low[n]
        if low in NOT_VERBS or low in self.verbs or low.endswith(("ed", "ing")):
            return False
        return self.near(self.words[n])

    def _root(self, word: str) -> str:
        for ending, instead in (("ies", "y"), ("ches", "ch"), ("es", ""), ("es", "e"), ("s", "")):
            root = word.removesuffix(ending) + instead
            if word.endswith(ending) and (root in self.verbs or root in ACTIONS):
                return root
        return word

    def _does(self, n: int) -> bool:
        """True if word `n`, or the one behind a few idle words from there on, is something to do."""
        while n < len(self.low) and self.low[n] in ASIDE:
            n += 1
        return self._is_action(n)

    # What they make together.

    def _opens_as_an_order(self, has_hex: bool) -> bool:
        """A unit first, and then what it is to do, where or with whom; or a verb first, with words of the language."""
        first = next((one for one in self.mentions if one.first == 0), None)
        if first is None:
            return self._opens_with_a_verb() or self._opens_with_a_near_name() or self._opens_with_letters()
        if first.end == len(self.words):
            return True  # a unit, and nothing else: an order that breaks off
        if first.is_weak:
            rest = [one for one in self.mentions if one is not first]
            is_more = has_hex or bool(rest) or any(word in HOWS or word in self.verbs for word in self.low[2:])
            does = self._does(first.end) and (is_more or self._is_no_noun(first.end))
            return does or self._goes_on(first) or self._opens_with_a_near_name()
        behind = self.low[first.end]
        return (
            self._does(first.end)
            or behind in self.keywords - {"and"}
            or self._is_number(first.end)
            or self._goes_on(first)
        )

    def _goes_on(self, first: Mention) -> bool:
        """Other names, and words of the language, right behind the first: ``Crow King Lone Bull``, ``C/3, G/3 ...``."""
        behind = next((one for one in self.mentions if one.first in (first.end, first.end + 1)), None)
        if behind is None or (behind.first > first.end and self.low[first.end] not in ("and", "&", "+", "at")):
            return False
        return (
            behind.end == len(self.words)
            or self._does(behind.end)
            or self._goes_on(behind)
            or (first.is_own and behind.is_own and self._is_unknown_verb(behind.end))
        )

    def _is_unknown_verb(self, n: int) -> bool:
        """True if the one word behind two names may be something to do: ``Crow King, Four Horns skedaddle``."""
        rest = [one for one in self.low[n:] if one not in ASIDE]
        return (
            len(rest) == 1
            and rest[0].isalpha()
            and rest[0] not in NOT_VERBS | NO_NAMES
            and not rest[0].endswith(("ed", "ing", "ly"))
        )

    def _opens_with_a_verb(self) -> bool:
        if not self._is_verb(0) and not (self._is_slip(0) and len(self.words) < 3):
            return False
        rest = range(1, len(self.low))
        is_plain = len(self.low) < 3 and all(self.low[n] in self.keywords | self.verbs | HOWS for n in rest)
        return is_plain or any(self.low[n] in HOWS | GROUPS or self._is_number(n) for n in rest) or bool(self.mentions)

    def _opens_with_a_near_name(self) -> bool:
        """``Mils stay``, ``C/33 dismount``, ``Big Rood recover``: what is near a name, and a verb behind it."""
        if len(self.low[0]) == 1 and self.low[0] not in ("i", "a") and len(self.low) < 4 and self._is_verb(1):
            return True  # a stack by its letter
        for n in range(1, min(LONGEST_NAME, len(self.words))):
            opening = self.words[:n]
            if opening[0].lower() in NO_NAMES or not (opening[0][:1].isupper() or any(c.isdigit() for c in opening[0])):
                return False
            is_weak = n == 1 and opening[0].lower() in ORDINARY
            near = (
                any(c.isdigit() for c in opening[0])
                or self.names.near(" ".join(opening))
                or self.names.find(" ".join(opening))
            )
            if (
                near
                and len(opening[0]) > 1
                and not is_weak
                and self._is_action(n)
                and self._root(self.low[n]) not in ACTIONS
            ):
                return True
            if any(map(self.names.has_word, opening)) and self.low[n] not in NOT_VERBS and self._is_glued(n):
                return True
        return False

    def _opens_with_letters(self) -> bool:
        """Companies by their letters, and what they do: ``A + M attack the nearest``.  ``I`` and ``A`` alone are words."""
        n, letters = 0, 0
        while n < len(self.words) and (
            (self.words[n].isupper() and len(self.words[n]) == 1) or (n and self.low[n] == "and")
        ):
            letters += self.low[n] != "and"
            n += 1
        if not letters or not self.names.find(self.words[0]) or not self._does(n):
            return False
        return (
            letters > 1
            or self.low[0] not in ("a", "i")
            or (self.low[0] == "a" and self._root(self.low[n]) != self.low[n])
        )

    def _orders_a_letter(self) -> bool:
        """A company by its letter with its verb, wherever they stand: ``have F dismount``, ``don't move C``."""
        return any(
            len(one) == 1
            and one.isupper()
            and one not in "AI"
            and self.names.find(one, self.side)
            and (self._is_verb(n + 1) or (n == len(self.words) - 1 and self._is_verb(n - 1)))
            for n, one in enumerate(self.words)
        )

    def _is_glued(self, n: int) -> bool:
        """True if a word is a part of a name and a verb with no blank between them: ``Roadrecover``."""
        low = self.low[n]
        return any(low.endswith(verb) and self.names.has_word(low.removesuffix(verb)) for verb in self.verbs)

    def _is_no_noun(self, n: int) -> bool:
        return self.low[n] in ("dismount", "mount", "recover", "prone", "stay", "rally", "attach", "resupply", "enter")

    def _is_number(self, n: int) -> bool:
        return any(c.isdigit() for c in self.low[n])

    def _is_standing(self, has_hex: bool) -> bool:
        if self.low[0] == "policy":
            return len(self.low) > 1
        verbs = any(self._is_action(n) for n in range(1, len(self.low)))
        is_named = has_hex or any(not one.is_weak for one in self.mentions)
        return (is_named and verbs) or ("then" in self.low and verbs)

    def _names_and_orders(self, has_hex: bool) -> bool:
        """A counter of the writer's and a verb, in whatever sequence; or others that are told what to do."""
        inside = {n for one in self.mentions for n in range(one.first, one.end)}
        verbs = [n for n in range(len(self.low)) if n not in inside and self._is_verb(n)]
        glued = any(
            n not in inside and self.low[n] not in NOT_VERBS and self.near(one) and not one.isalpha()
            for n, one in enumerate(self.words)
        )
        own = [one for one in self.mentions if one.is_own and not one.is_weak]
        if own and (verbs or glued or any(self._does(one.end) for one in own)):
            return True
        if own and has_hex:
            return True
        if has_hex and (verbs or glued or any(not one.is_weak for one in self.mentions)):
            return True
        if any(0 < one.first - n < 4 for n in verbs for one in self.mentions if not one.is_weak):
            return True  # somebody, a verb, and at whom
        return self._tells_a_group(verbs)

    def _tells_a_group(self, verbs: list[int]) -> bool:
        for n, word in enumerate(self.low):
            if word not in GROUPS or (n and self.low[n - 1] in ("your", "his", "their")):
                continue
            end = n + 1
            while end < len(self.low) and (
                self.low[end] in GROUPS or self.low[end] in ("of", "the", "else", "other", "my")
            ):
                end += 1
            if self._does(end) or any(end <= verb < end + 4 or n - verb in (1, 2) for verb in verbs):
                return True
        return False


# Order or chat in games whose lines begin with a unit and go on with what it does
# (`systems.starter.StarterDialect`).
#
# As in `likeness`, an order read as chat costs a player his phase, and chat taken for an order costs him a
# letter.

TOKEN = re.compile(r"[^\s,:;&+]+|[,:;&+]")
"""A word, or a sign that stands between words."""
INTERJECTION = re.compile(
    r"(?:dear|hi|hello|hey)\s+[A-Z]\w*\s*[,!:-]+\s*(?=\S)|(?:(?:oh|ah|hm+|sorry|apologies|oops|whoops|correction|(?:my\s+)?mistake|ok(?:ay)?|alright|well|actually|no\s+wait|hi|hello"
    r"|so|now|finally|next|lastly|firstly|secondly|meanwhile|instead|right(?=\s*[,.:-]))\b[\s,.!:-]*)+(?=\S)",
    re.I,
)
"""Interjections before the point."""
TELLS = _set(
    "is isn't are aren't was were has have had looks look seems seem did does doesn't don't can't got "
    "could would really "
)
"""Behind a unit's name these tell of it; they order nothing."""
OPENS_CHAT = NO_NAMES | _set(
    "i'll i'm i've i'd we'll we're it's that's thanks thank good great looking hope sorry well see best "
    "cheers regards happy hello hi dear nice have can could do please here's there's back off "
)
BEFORE_NAMES = ("the", "my", "our")
ALL = _set("all everyone everybody each both every rest others remaining ")
NEAR_BY = 5
"""Words from the start among which a verb stands where a line opens with a unit."""


@dataclass(frozen=True)
class Talk:
    """A game's knowledge of names: `own` says how many of these words name units of the writer's, at their beginning; `near`
    whether they begin with something near a name; `is_verb` whether a word is one of the order language."""

    own: Callable[[Sequence[str]], int]
    near: Callable[[Sequence[str]], bool]
    is_verb: Callable[[str], bool]

    def is_order(self, line: str) -> bool:
        """True if a line that could not be read was meant as an order."""
        words = TOKEN.findall(without_interjection(line))
        words = words[1:] if words and words[0].lower() in BEFORE_NAMES else words
        if not words:
            return False
        named = self.own(words)
        if named:
            behind = words[named].lower() if named < len(words) else ""
            return behind == ":" or behind not in TELLS
        if TELLS_A_STORY.search(line) is not None and ASKS_FOR_IT.search(line) is None:
            return False
        low = [one.lower() for one in words]
        has_verb = any(map(self.is_verb, low[1:NEAR_BY]))
        if (low[0] in ALL or low[0] in GROUPS) and has_verb:
            return True
        if ":" in words[1:4] and any(map(self.is_verb, low)) and low[0] not in OPENS_CHAT:
            return True
        if has_verb and low[0] not in OPENS_CHAT and (self.near(words) or any(one[0].isdigit() for one in words[1:])):
            return True
        is_named = any(
            self.own(words[n:]) for n, one in enumerate(words) if n and (one[0].isupper() or one[0].isdigit())
        )
        return is_named and (self.is_verb(low[0]) or (low[0] not in OPENS_CHAT and any(map(self.is_verb, low))))


def without_interjection(line: str) -> str:
    """A line from where it comes to the point."""
    text = line.strip()
    found = INTERJECTION.match(text)
    return text[found.end() :] if found else text
