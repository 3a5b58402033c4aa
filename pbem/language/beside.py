"""Words that stand beside an order: asides, owners of a place or of help, reasons, rows of a table."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language.gazetteer import Found
from pbem.language.sentence import SEPARATORS, Sentence, Token
from pbem.language.words import HEX_DIGITS, MODALS, WordReader

_MARK = re.compile(r"(?<![\w./'-])\(?(\d{1,2}|[A-Za-z]{1,4})(?:([.)])(?=[\sA-Za-z])|(/)(?=\s))")
"""A list mark: ``2.``, ``2)``, ``(2)``, ``2/``, ``b)``, ``ii)``."""
_BARE_MARK = re.compile(r"(?:^\s*|[,;.]\s+)(\d{1,2})(?=\s+([A-Za-z]+))")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_ENDS = ".;,:!?"
"""Signs behind which a list mark stands sooner than behind a word: ``ahead 2.  2. Light Horse``."""

_GROUND = frozenset(
    (
        "ford",
        "creek",
        "river",
        "ridge",
        "hill",
        "bluff",
        "bluffs",
        "ravine",
        "gulch",
        "coulee",
        "valley",
        "crossing",
        "point",
        "butte",
    )
)
"""Words that end the name of a piece of ground."""


QUESTION_WORDS = frozenset(
    (
        "wheres",
        "where's",
        "how's",
        "whos",
        "who's",
        "whats",
        "what's",
        "what",
        "wat",
        "wot",
        "why",
        "does",
        "did",
        "is",
        "are",
        "who",
        "whose",
        "which",
    )
)
_LONGEST_CALL = 4
"""Words of what somebody is called behind their name: ``Noyes, you old dear, ...``."""
_FIGHTS = frozenset(("attack", "melee", "charge", "fire"))


_HELPS = frozenset(
    ("help", "helps", "helping", "lead", "leads", "leading", "support", "supports", "supporting", "assists")
)
"""Words of who takes part in what others do."""


class Beside(WordReader):
    """Looks at what stands beside the orders of a line."""

    _is_aside = False
    _joining: frozenset[str]

    def _list_marks(self, text: str) -> list[tuple[int, int]]:
        """The columns of the list marks of a line that opens with the first of a kind: each begins an order."""
        found = list(_MARK.finditer(text))
        if not found or text[: found[0].start()].strip():
            return self._bare_marks(text)
        first, sign = found[0][1], found[0][2] or found[0][3]
        if first.isalpha() and (len(first) > 1 or first.lower() not in ("a", "i") or not self._may_mark(found[0])):
            return []
        if first not in "1aAiI":
            return []
        marks = [found[0]]
        while True:
            nxt = _value(first, len(marks))
            some = [one for one in found if one.start() > marks[-1].start() and (one[2] or one[3]) == sign]
            some = [one for one in some if one[1] == (nxt.upper() if first.isupper() else nxt)]
            some = [one for one in some if first.isdigit() or self._may_mark(one)]
            if not some:
                return [one.span() for one in marks]
            marks.append(next((one for one in some if text[: one.start()].rstrip()[-1:] in _ENDS), some[0]))

    def _bare_marks(self, text: str) -> list[tuple[int, int]]:
        """The columns of numbers without a sign that count three orders or more: ``1 Mills stays, 2 Vroom mounts, 3 ...``."""
        found = list(_BARE_MARK.finditer(text))
        in_turn = [one for n, one in enumerate(found) if one[1] == str(n + 1)]
        is_list = len(found) > 2 and len(in_turn) == len(found) and not text[: found[0].start(1)].strip()
        is_list = is_list and any(self.gazetteer.find([one[1], one[2]]) is None for one in found)  # 1 Co, 2 Co, 3 Co
        return [one.span(1) for one in found] if is_list else []

    def _may_mark(self, mark: re.Match[str]) -> bool:
        """True if a letter with a sign is no company's and no initial: ``a.`` is, before a name, ``A.`` where no unit is A."""
        if mark[2] == ")" or self.gazetteer.find([mark[1]]) is None:
            return mark[2] != "." or mark[1].islower()
        behind = next((n for n, one in enumerate(self.pieces) if one.start >= mark.end()), len(self.pieces))
        return mark[1].islower() and behind < len(self.pieces) and self._name(behind)[0] is not None

    def _aside(self, n: int) -> int:
        """The piece behind an aside between commas that tells of somebody named (``having suffered``), or calls them something
        (``you old dear``); 0 for none."""
        self._is_aside = False
        is_behind = [one.type for one in self.now.tokens[-2:]] == ["NAME", "COMMA"]
        if self.pieces[n].low not in ("having", "being", "you", "ye", "ya") or not is_behind:
            return 0
        end = next((m for m in range(n + 1, min(n + 9, len(self.pieces))) if self.pieces[m].text == ","), 0)
        inside = self.pieces[n + 1 : end]
        is_called = self.pieces[n].low in ("having", "being") or (
            len(inside) <= _LONGEST_CALL and not any(one.low in MODALS or one.text.isdigit() for one in inside)
        )
        if not end or not is_called:
            return 0
        self.now.tokens.pop()
        self.now.is_mended = self._is_aside = True
        return end + 1

    def _is_idle_so_far(self) -> bool:
        """True if nothing but little words stands in the sentence so far: ``Coffee in hand: ...``."""
        if all(one.type in ("AT", "TO", "WITH", *SEPARATORS) for one in self.now.tokens):
            if self.pieces and self.now.talk_columns:
                return True
            return not self.now.tokens
        return False

    def _is_told_before(self, n: int) -> bool:
        """True if something was told before a colon, of more than one word: ``Losses:`` is a heading."""
        return bool(self.now.talk_columns) and self.now.talk_columns[-1] < self.pieces[n - 1].start

    def _is_mere_question(self, one: Sentence, end: int) -> bool:
        """True if a sentence asks after the past, however politely: ``please, who was this Lone Bull?``."""
        words = (two.low for two in self.pieces if one.start <= two.start < end)
        return one.is_asked and one.is_past and one.wishes and not QUESTION_WORDS.isdisjoint(words)

    def _named_before(self, low: str) -> Token | None:
        """The name that ``the latter`` or ``the former`` means."""
        names = [one for one in self.now.tokens if one.type == "NAME"]
        if len(names) < 2 or low not in ("latter", "former"):
            return None
        return names[-1] if low == "latter" else names[0]

    def _begins_row(self, n: int) -> bool:
        """True if another row of a table begins at piece `n`, behind one that is whole: ``G - stay // Rees - stay``."""
        ahead = self.now.tokens
        ahead = ahead[max((m for m, one in enumerate(ahead) if one.type == "THEN"), default=-1) + 1 :]
        types = {one.type for one in ahead}
        if n < len(self.pieces) and self.pieces[n].text == "/":
            n += 1
        if not ({"NAME", "KIND"} & types and {"ACT", "HEX", "HOW"} & types) or n >= len(self.pieces):
            return False
        if self.pieces[n].text.isdigit():
            return [one.text for one in self.pieces[n + 1 : n + 2]] == [":"]
        name, end = self._name(n)
        return end > 0 and name is not None and bool(name.own)

    def _clause_so_far(self) -> list[Token]:
        """The tokens since the last joint."""
        found: list[Token] = []
        for one in reversed(self.now.tokens):
            if one.type in SEPARATORS:
                break
            found.append(one)
        return found

    def _called_by_place(self, n: int, end: int) -> Found | None:
        """The unit that is called by a place, where units are named: ``the Walla Walla boys``; None for the place."""
        key = self.gazetteer.key([one.text for one in self.pieces[n:end]])
        names = [
            one.name
            for one in self.gazetteer.things
            if one.is_own and self.gazetteer.key(one.name.split()).startswith(f"{key} ")
        ]
        before = self.now.tokens[-1].type if self.now.tokens else ""
        is_subject = before in ("", "THEN", "COMMA") or [one.type for one in self.now.tokens[-2:]] == ["NAME", "AND"]
        is_noun = end < len(self.pieces) and bool(self._noun_end(end))
        behind = self.pieces[end] if end < len(self.pieces) else None
        goes = behind is not None and (behind.text.isdigit() or behind.low in ("to", "toward", "towards", "one"))
        is_verb = behind is not None and (self._is_verb(behind) or (goes and before == "AND"))
        types = {one.type for one in self.now.tokens}
        is_listed = before in ("COMMA", "AND") and "NAME" in types and types <= {"NAME", "COMMA", "AND"}
        is_listed = is_listed and behind is not None and (behind.text in ",:&+" or behind.low == "and")
        is_unit = is_noun or is_listed or (is_subject and is_verb)  # Perry, Whipple, Walla Walla, Washington: ...
        return Found(own=tuple(names)) if len(names) == 1 and is_unit else None

    def _weighs(self, n: int) -> bool:
        """True if a word of a reason may change an order: a number or a negation (``before they are within 6``)."""
        piece = self.pieces[n]
        is_hex = len(piece.text) == HEX_DIGITS
        return bool(self._count_of(n)[0]) and not is_hex and piece.low not in ("one", "two")

    def _is_ground(self, n: int) -> bool:
        """True if a verb with a capital stands before a word for ground with one: ``Retreat Ford``."""
        behind = self.pieces[n + 1 : n + 2]
        is_named = n > 0 and self.pieces[n].text.istitle() and bool(behind) and behind[0].text.istitle()
        return is_named and behind[0].low in _GROUND

    def _has_forbidden(self) -> bool:
        """True if the sentence has said so far that somebody does not do something."""
        return any(
            one.type == "NEG" or (one.type == "ACT" and (one.tags[:1] == ("stay",) or one.value.startswith("no_")))
            for one in self.now.tokens
        )

    def _is_negated(self) -> bool:
        """True if a negation and a verb stand in the same clause ahead."""
        for one in reversed(self.now.tokens):
            if one.type in SEPARATORS:
                return False
            if one.type == "NEG" or (one.type == "ACT" and one.value.startswith("no_")):
                return bool(self.now.tokens[-1].type == "ACT")
        return False

    def _is_owned_noun(self, n: int) -> bool:
        """True if a word that may be a verb is a noun here: behind an owner, and without an object."""
        before = self.now.tokens[-1] if self.now.tokens else None
        if before is None or before.form not in ("'s", "leader's") or before.end != self.pieces[n - 1].end:
            return False
        behind = self.pieces[n + 1 : n + 2]
        return bool(behind) and behind[0].low in (
            "is",
            "are",
            "was",
            "at",
            "in",
            "of",
            "has",
            "have",
            "remains",
            "will",
        )

    def _owned_place(self, n: int, end: int) -> int:
        """``in Reno's hex``: a word for a place behind an owner is where that one stands; the piece behind it."""
        before = self.now.tokens[-1] if self.now.tokens else None
        is_place = any(one.low in ("hex", "square", "position", "spot", "place") for one in self.pieces[n:end])
        if (
            is_place
            and before is not None
            and before.form
            and before.found is not None
            and before.end == self.pieces[n - 1].end
        ):
            hexes = {self.gazetteer.by_name[name].at for name in before.found.own + before.found.foe} - {""}
            if len(hexes) == 1:
                self.now.tokens[-1] = Token(
                    "HEX", hexes.pop(), before.start, self.pieces[end - 1].end, text=before.text
                )
        return end

    def _aim(self, n: int) -> int:
        """Pass over whom an aim names (``in support of Major Reno``): no order for them.  The piece behind it."""
        while n < len(self.pieces) and self.pieces[n].low in self.lexicon.settings["articles"]:
            n += 1
        if n >= len(self.pieces) or not self.pieces[n].is_word:
            return n
        found, end = self._name(n)
        if found is None:
            return self._aim_of_others(n)
        self.now.is_mended = True
        end = abs(end)
        while end < len(self.pieces) and self._noun_end(end):
            end += 1
        return end

    def _aim_of_others(self, n: int) -> int:
        """Pass over others whom an aim speaks of without a name: ``to help the rest``, ``to cover everybody``."""
        known, _, end = self._entry(n)
        if self.pieces[n].low in ("us", "me", "you"):
            return n + 1
        return end if {one.kind for one in known} & {"rest", "pron", "all", "nobody"} else n

    def _pair(self, n: int) -> Found | None:
        """The name of two words that two words with capitals are one slip from: ``Lows Dog``."""
        two = self.pieces[n : n + 2]
        if len(two) < 2 or not all(one.text.istitle() and one.text.isalpha() for one in two):
            return None
        if self.gazetteer.find([one.text for one in two]) is not None:
            return None
        return self.gazetteer.nearest(" ".join(one.low for one in two))

    def _is_addressed(self) -> bool:
        """True if the sentence speaks to somebody of one's own: ``French, get your men down``."""
        types = [one.type for one in self.now.tokens[:2]]
        return types == ["NAME", "COMMA"] and self._is_own_name(self.now.tokens[0])

    @staticmethod
    def _is_own_name(token: Token) -> bool:
        return token.found is not None and bool(token.found.own)

    def _is_owner(self, word: str, behind: int) -> bool:
        """True if a word is somebody's name, and a word for a place or for units stands behind it."""
        found = self.gazetteer.find([word])
        if (found is None or found.is_weak) and behind > 1:
            found = self.gazetteer.find([self.pieces[behind - 2].text, word]) or found  # van vliets guys
        is_noun = self.pieces[behind].low in ("hex", "square", "position", "spot", "place") or self._noun_end(behind)
        return bool(is_noun) and found is not None and not found.is_weak and not found.is_misspelt

    def _goes_on(self, n: int) -> bool:
        """True if what was said ahead of an aside goes on at piece `n`: ``it should turn``, ``M goes``."""
        if n + 1 >= len(self.pieces):
            return False
        if self.pieces[n].low == "then":
            return True
        if self.pieces[n].low in ("at", "on", "against") and not any(
            one.type in ("FOE", "HEX") for one in self.now.tokens
        ):
            return True  # fires at half so he can still move, at Reynolds' company
        name, end = self._name(n)
        is_own = name is not None and bool(name.own) and end > 0
        if not is_own and self.pieces[n].low not in ("it", "they", "he", "she", "then", "and", "the"):
            return False
        behind = self.pieces[end if is_own else n + 1 : (end if is_own else n + 1) + 3]
        return any(one.low in MODALS or self._is_verb(one) for one in behind)

    def _led(self, tokens: Sequence[Token]) -> list[Token]:
        """``A attacks Crow King, Reno leading``: a leader named behind an attack, or who helps, goes along."""
        found: list[Token] = []
        n = 0
        while n < len(tokens):
            one = tokens[n]
            n += 1
            if not (one.type in ("COMMA", "AND") and self._has_attacked(found)):
                found.append(one)
                continue
            behind = list(tokens[n : n + 3])
            types = [two.type for two in behind]
            helps = types[1:2] == ["ACT"] and bool(_HELPS & set(behind[1].text.split()))
            helps = helps and not any(tag.startswith(("no_", "stay")) for tag in behind[1].tags)
            is_in = types[1:2] == ["AT"] and types[2:3] in ([], ["ACT"])
            is_then = len(behind) > 1 and types[1] == "ACT" and self._joining.issuperset(behind[1].tags)
            is_end = types[1 + helps : 2 + helps] in ([], ["COMMA"], ["THEN"]) or is_in or is_then
            if behind and any(one.start <= column < behind[0].start for column in self.now.talk_columns):
                is_end = False  # A attacks 1417 (sorry Reno!)
            if types[:1] != ["NAME"] or not is_end or not (helps or self._leads(behind[0])):
                found.append(one)
                continue
            found += [replace(one, type="WITH"), behind[0] if helps or is_in else replace(behind[0], is_sure=False)]
            found += [Token("THEN")] * is_then
            n += 1 + (helps or is_in)
        return found

    @staticmethod
    def _has_attacked(found: Sequence[Token]) -> bool:
        """True if somebody was just told whom to attack, and nobody was named since."""
        acts = [m for m, two in enumerate(found) if two.type == "ACT" and _FIGHTS & set(two.tags)]
        if not acts and not any(two.type == "ACT" for two in found):
            acts = [m for m, two in enumerate(found) if two.type == "AT" and m]  # A v Crow King
        if not acts:
            return False
        ahead, behind = ({two.type for two in some} for some in (found[: acts[-1]], found[acts[-1] :]))
        return bool({"NAME", "KIND", "ALL"} & ahead and {"FOE", "HEX"} & behind) and "NAME" not in behind

    def _leads(self, name: Token) -> bool:
        own = name.found.own if name.found is not None else ()
        return bool(own) and all(self.gazetteer.by_name[one].is_leader for one in own)

    def _both(self, found: Found) -> Found:
        """The two of several that stand in one hex, where no other two do: ``both volunteer companies``."""
        places = [self.gazetteer.by_name[name].at for name in found.own]
        two = [at for at in dict.fromkeys(places) if at and places.count(at) == 2]
        if len(two) != 1 or max(map(places.count, places)) > 2:
            return found
        own = tuple(name for name in found.own if self.gazetteer.by_name[name].at == two[0])
        return replace(found, own=own, is_group=True)


def _value(first: str, n: int) -> str:
    """The list mark `n` places behind the first of its kind; "" if there is none."""
    if first.isdigit():
        return str(n + 1)
    if first in "iI":
        return _ROMAN[n] if n < len(_ROMAN) else ""
    return chr(ord("a") + n) if n < 26 else ""
