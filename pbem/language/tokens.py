"""From words to typed tokens: names, places, acts and the little words between them; the longest that fits wins.

Words that say nothing (articles, politeness, auxiliaries) leave no token; words that nobody knows are kept apart: no line with
such a word is accepted.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language.counted import counted
from pbem.language.gazetteer import LEAST_MISSPELT, LONGEST_NAME, ORDINALS, PIECE, RANKS, Found, Gazetteer
from pbem.language.lexicon import Entry, Lexicon, bases
from pbem.language.sentence import SEPARATORS, Piece, Sentence, Token, in_order, joined
from pbem.language.spelling import mended
from pbem.orders.directions import NUMBER_WORDS, with_steps
from pbem.orders.hints import slips

MOST_PIECES = 400
"""Words and signs of a line that are looked at."""
NO_WORDS = frozenset(["empty", "article"])
"""Kinds of entries that leave no token."""
_LINK_WORDS = ("of", "the", "from", "in")
HEX_DIGITS = 4
POINTS = ".;!?"
_IS_WORDS = frozenset(("we're", "she'll", "he'll", "i'll", "we'll", "it's", "let's", "i'd", "we'd", "he'd", "she'd"))
"""Short forms that would be another word without their apostrophe."""
LETTERS_OF_WORDS = frozenset("aiunrwsyxbkvotp")
"""Letters that are words of their own, or short for some: they name a company only beside other names."""
MODALS = frozenset(("can", "will", "is", "should", "to", "must", "may", "has", "does", "shall"))
"""Words between a subject and its verb."""
TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fourty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
}
"""Numbers in words above ten."""
_BEFORE_NOUNS = frozenset(("the", "this", "that", "my", "our", "your", "their", "his"))
"""Words behind which a word at the beginning of a sentence is no verb."""
QUESTION_WORDS = frozenset(("what", "wat", "wot", "why", "does", "did", "is", "are", "who", "whose", "which"))
_KEPT = ("NAME", "KIND", "ALL", "AND", "ACT")
"""What stays of words that their writer takes back."""
_STEP_WORDS = frozenset(("n", "s", "e", "w", "ne", "nw", "se", "sw"))


class Tokenizer:
    """Reads one line after the other with the same names and words."""

    def __init__(self, gazetteer: Gazetteer, lexicon: Lexicon) -> None:
        self.gazetteer, self.lexicon = gazetteer, lexicon
        self._has_steps = bool(lexicon.settings.get("steps"))
        self._has_odds = bool(lexicon.settings.get("odds"))
        self._has_points = bool(lexicon.settings.get("points"))
        self._joining = frozenset(name for name, act in lexicon.acts.items() if act.defaults.get("joins") == "yes")

    def sentences(self, line: str) -> list[Sentence]:
        """The sentences of a line."""
        text = with_steps(line) if self._has_steps else line
        self.pieces = [
            Piece(
                one[0],
                one[0].lower().rstrip("'"),
                one.start(),
                one.end(),
                one.start() == 0 or text[one.start() - 1].isspace(),
            )
            for one in PIECE.finditer(text)
        ][:MOST_PIECES]
        self._mend()
        found: list[Sentence] = []
        self._found, self.takes_back = found, False
        self.now = Sentence()
        self._scratched: list[Token] = []
        n = 0
        while n < len(self.pieces):
            if self._ends_sentence(n):
                self.now.is_asked = self.pieces[n].text == "?"
                self._close(found, self.pieces[n].end)
                n += 1
            else:
                end = max(self._next(n), n + 1)
                self.now.is_past = self.now.is_past or any(map(self._is_past, range(n, end)))
                self.now.is_mended = self.now.is_mended or not self._mended.isdisjoint(range(n, end))
                n = end
        self._close(found, len(line))
        return _with_alternatives(found)

    def _mend(self) -> None:
        """Words that nobody knows, in the spelling that was meant: nothing that has one is sure."""
        self._mended: set[int] = set()
        self._cut: set[int] = set()
        for n, one in enumerate(self.pieces):
            if not one.text.isalpha() or len(one.text) < 2 or self._is_known(n):
                continue
            behind = self.pieces[n + 1 : n + 2]
            is_dotted = bool(behind) and behind[0].text == "." and not behind[0].is_apart
            meant = mended(one.low, self.lexicon.verbs, self.lexicon.spelt, self.gazetteer.words, is_dotted=is_dotted)
            if meant:
                self.pieces[n] = replace(one, text=meant.title() if one.text[0].isupper() else meant, low=meant)
                self._mended.add(n)
                if is_dotted:
                    self._cut.add(n)

    def _is_known(self, n: int) -> bool:
        """True if a word, or it with the next, is in the lexicon or in a name."""
        one = self.pieces[n]
        if one.low in self.lexicon.ordinary or not self.forms(one).isdisjoint(self.lexicon.words):
            return True
        if (
            one.low in NUMBER_WORDS
            or one.low in TENS
            or one.low in ORDINALS
            or self.gazetteer.find([one.text]) is not None
        ):
            return True
        return one.low in self.gazetteer.words or self.gazetteer.nearest(one.low) is not None

    def _close(self, found: list[Sentence], end: int) -> None:
        one = self.now
        opening = next((piece.low for piece in self.pieces if piece.start >= one.start and piece.is_word), "")
        one.is_asked = one.is_asked or opening in QUESTION_WORDS
        one.end = end
        one.tokens = in_order(one.tokens, self._joining)
        if self._scratched and any(token.type == "PRON" for token in one.tokens):
            at = next(n for n, token in enumerate(one.tokens) if token.type == "PRON")
            names = [token for token in self._scratched if token.type != "ACT"]
            one.tokens[at : at + 1] = [replace(token, is_sure=False) for token in names]
            self._scratched = []
        elif (
            self._scratched
            and one.tokens
            and not one.unknown
            and not any(token.type in _KEPT[:-1] for token in one.tokens)
        ):
            has_act = any(token.type == "ACT" for token in one.tokens)
            kept = [token for token in self._scratched if token.type != "ACT" or not has_act]
            one.tokens = joined([*(replace(token, is_sure=False) for token in kept), *one.tokens])
            self._scratched = []
        if one.tokens or one.unknown or one.talk:
            found.append(one)
        self.now = Sentence(start=end)

    def _ends_sentence(self, n: int) -> bool:
        piece = self.pieces[n]
        if piece.text not in POINTS:
            return False
        if piece.text == ";" and (piece.is_apart or (n + 1 < len(self.pieces) and not self.pieces[n + 1].is_apart)):
            return False  # columns of a table
        if piece.text != ".":
            return True
        if n + 1 == len(self.pieces):
            return True
        after = self.pieces[n + 1]
        before = self.pieces[n - 1] if n else None
        if not after.is_apart or (before is not None and not before.is_word and before.text != '"'):
            return False
        is_company = before is not None and len(before.text) == 1 and before.text.isupper()
        if before is not None and before.low in self.lexicon.settings.get("dotted", ()) and not is_company:
            is_next = len(after.text) == 1 and after.text.isupper() and self._is_verb(before)
            return is_next and any(one.type == "NAME" for one in self.now.tokens)  # G no att. A, M 7117
        if n - 1 in self._cut or (self.now.tokens and self.now.tokens[-1].type in ("TOWARD", "TO", "VIA", "WITH")):
            return False
        return after.text[0].isupper() or after.text[0].isdigit()

    # One token.

    def _next(self, n: int) -> int:
        """Take what stands at piece `n`; the piece behind it."""
        piece = self.pieces[n]
        if not piece.is_word:
            return self._sign(n)
        if not self.now.tokens and piece.low in ("could", "would", "might"):
            self.now.opens_modal = True
        self.now.is_yours = self.now.is_yours or piece.low in ("your", "yours", "ur")
        if self._is_time(n):
            return n + 2
        if piece.low == "no" and self._is_corrected(n):
            self.now.tokens.pop()
            self.now.is_mended = True
            return n + 2
        is_count = piece.text.isdigit() or (
            len(piece.text) == 1 and self.pieces[n + 1 : n + 2] != [] and self.pieces[n + 1].text == ")"
        )
        if is_count and len(piece.text) < 3 and self._is_list_mark(n):
            return self._put("THEN", n, n + 2) if self.now.tokens else n + 2
        if (
            piece.low == "of"
            and n + 1 < len(self.pieces)
            and len(self.pieces[n + 1].text) == HEX_DIGITS
            and self.pieces[n + 1].text.isdigit()
        ):
            return self._put("AT", n, n + 1)
        if piece.low == "rest" and n + 1 < len(self.pieces):
            after = self.pieces[n + 1]
            is_subject = not self.now.tokens or self.now.tokens[-1].type not in ("NAME", "KIND")
            if is_subject and (after.text == ":" or self._is_verb(after)):
                return self._put("REST", n, n + 1)
        several, after_several = counted(self.pieces, n, self.gazetteer)
        if several:
            for one in several:
                if one is not several[0]:
                    self._put("AND", n, n + 1)
                self._put("NAME" if one.own else "FOE", n, after_several, found=replace(one, is_weak=False))
            return after_several
        name, after_name = self._name(n)
        entries, values, after_entry = self._entry(n)
        entry = entries[0] if entries else None
        noun = self._noun_end(n)
        if noun and after_name < noun and after_entry <= noun and self._is_noun(n, entry):
            return self._noun(n)
        if self._has_odds and (end := self._odds(n)):
            return end
        number = self._number_end(n)
        if name is not None and (after_name > after_entry or (after_name == after_entry and not name.is_weak)):
            return self._put_name(name, n, after_name)
        if entry is not None and after_entry >= number:
            if name is not None and name.is_weak and after_name == after_entry and self._is_called(n, after_name):
                return self._put_name(name, n, after_name)
            return self._put_entry(entries, values, n, after_entry)
        if name is not None:
            return self._put_name(name, n, after_name)
        if number > n:
            return self._number(n)
        if noun:
            return self._noun(n)
        return self._unknown(n)

    def _is_corrected(self, n: int) -> bool:
        """True if ``no,`` takes back the hex before it: ``1917 no, 1918``."""
        behind = [one.text for one in self.pieces[n + 1 : n + 3]]
        is_hex = len(behind) == 2 and behind[0] == "," and behind[1].isdigit() and len(behind[1]) == HEX_DIGITS
        return is_hex and bool(self.now.tokens) and self.now.tokens[-1].type == "HEX"

    def _is_time(self, n: int) -> bool:
        """True if a time of the day stands here: ``0840 hrs``."""
        behind = self.pieces[n + 1 : n + 2]
        is_number = self.pieces[n].text.isdigit() and len(self.pieces[n].text) == HEX_DIGITS
        return is_number and bool(behind) and behind[0].low in ("hrs", "hours", "h", "hr")

    def _is_past(self, n: int) -> bool:
        """True if a word tells of the past: ``was``, ``has come``."""
        low = self.pieces[n].low
        if low in self.lexicon.settings.get("past", ()):
            return True
        behind = self.pieces[n + 1].low if low in ("has", "have") and n + 1 < len(self.pieces) else ""
        return behind.endswith("ed") or behind in ("come", "gone", "run", "taken", "given", "written", "read", "seen")

    def _noun_end(self, n: int) -> int:
        return n + 1 if self.pieces[n].low.removesuffix("'s") in self.lexicon.nouns else 0

    def _is_noun(self, n: int, entry: Entry | None) -> bool:
        """True if a word that may be a verb or say nothing is a noun here: behind an article, or in the plural."""
        if entry is None:
            return True
        before = self.pieces[n - 1].low if n else ""
        low = self.pieces[n].low
        if low.endswith("s") and (not n or not before[0].isalnum()):
            return True  # Scouts go ...
        return before in self.lexicon.settings.get("articles", ()) or before.endswith("'s") or before in ("both", "all")

    def _number_end(self, n: int) -> int:
        """The piece behind a number or a hex, 0 for none; nothing is taken."""
        kept = list(self.now.tokens)
        end = self._number(n)
        self.now.tokens = kept
        return end

    def _is_list_mark(self, n: int) -> bool:
        """True if a number counts the entries of a list: ``2) Scouts 1815``, ``2. G/7: prone``."""
        behind = self.pieces[n + 1 : n + 3]
        if len(behind) < 2 or behind[0].is_apart or not behind[1].is_apart:
            return False
        if any(one.text == "(" for one in self.pieces[max(n - 3, 0) : max(n - 1, 0)]):
            return False  # it closes a bracket
        before = self.pieces[n - 1].text if n else ""
        return behind[0].text == ")" or (behind[0].text == "." and (not n or not before.isalpha() or before.islower()))

    def _put(self, kind: str, n: int, end: int, value: str = "", **more: object) -> int:
        if not self._mended.isdisjoint(range(n, end)):
            more["is_sure"] = False
        is_linked = n > 0 and self.pieces[n - 1].text in (":", ">", "-", "|")
        if kind == "NAME" and n > 0 and self.pieces[n - 1].text == ">":
            more = {"form": "aimed", **{key: value for key, value in more.items() if key != "form"}}
        token = Token(kind, value, self.pieces[n].start, self.pieces[end - 1].end, is_linked=is_linked, **more)  # type: ignore[arg-type]
        before = self.now.tokens[-1].type if self.now.tokens else ""
        is_past_it = kind == "IF" and self.pieces[n].low == "behind" and end == n + 1
        nxt = self.pieces[end] if end < len(self.pieces) else None
        if is_past_it and (nxt is None or not nxt.is_word or nxt.low in ("to", "towards", "toward", "and", "then")):
            return end  # trots along behind to 1718
        is_modal = kind == "IF" and self.pieces[n].low == "should" and end == n + 1
        if is_modal and before in ("NAME", "KIND", "ALL", "REST", "PRON"):
            return end  # Good Heart should mount
        if kind == "PRON" and before in ("NAME", "KIND"):
            return end  # Lone Bull he don't shoot
        names = [one.type for one in self.now.tokens if one.type not in SEPARATORS]
        if kind == "PRON" and before == "COMMA" and set(names) == {"NAME"} and self.pieces[n].low in ("both", "all"):
            self.now.tokens.pop()  # Wiles and Green, both on 0816
            return end
        if kind == "ALL" and before in ("NAME", "KIND", "ALL"):
            return end  # C, E, I, L all dismount
        types = [one.type for one in self.now.tokens]
        if kind == "ALL" and types[-2:] == ["NAME", "COMMA"] and not (end < len(self.pieces) and self._noun_end(end)):
            return end  # the Ninth, all of them
        if kind == "KIND" and before == "FOE" and {"group", "any"} & set(token.tags):
            return end  # Crow King's men
        types = [one.type for one in self.now.tokens]
        is_after_all = before in ("ALL", "REST") or (before == "ACT" and types[:2] == ["ALL", "NEG"])
        if kind == "THEN" and is_after_all and self.pieces[n].low == "but":
            token = replace(token, type="EXCEPT")  # everyone but Gall
        if kind == "IF" and self.pieces[n].low == "or" and before in ("NAME", "FOE", "HEX") and self._forbids():
            token = replace(token, type="AND")  # don't move Green or Wiles
        kind = token.type
        if kind == "AT" and before == "AT":
            return end  # in against Crow King
        if kind in SEPARATORS and before in ("WITH", "AT"):
            return end  # w/ Rees
        if kind in SEPARATORS:
            last = self.now.tokens[-1].type if self.now.tokens else ""
            if not last or last in SEPARATORS:
                if last and (kind == "THEN" or (kind == "AND" and last == "COMMA")):
                    self.now.tokens[-1] = token
                return end
        self.now.tokens.append(token)
        return end

    def _forbids(self) -> bool:
        """True if the sentence forbids something so far."""
        return any(
            one.type == "NEG" or (one.type == "ACT" and self.pieces[0].low in ("don't", "dont", "do"))
            for one in self.now.tokens
        )

    def _point(self, n: int) -> tuple[str, int]:
        """A point of a table in brackets, ``(20, 6)``, and the piece behind it; "" for none."""
        texts = [one.text for one in self.pieces[n : n + 9]]
        found = re.match(r"\( ?(\d+(?: \. \d+)?) [,/] (\d+(?: \. \d+)?) \)", " ".join(texts))
        if found is None:
            return "", n
        x, y = (one.replace(" ", "") for one in found.groups())
        return f"({x}, {y})", n + len(found[0].split())

    def _sign(self, n: int) -> int:
        text = self.pieces[n].text
        if text == "(" and self._has_points:
            point, end = self._point(n)
            if point:
                return self._put("PLACE", n, end, point)
        is_column = self.pieces[n].is_apart and n + 1 < len(self.pieces) and self.pieces[n + 1].is_apart
        if text == "|" or (text == "/" and is_column):
            return n + 1
        if text == "+" and n + 1 < len(self.pieces) and self.pieces[n + 1].text.isdigit() and not self._is_sum(n):
            return n + 1
        if text == "@":
            return self._put("AT", n, n + 1)
        if text in ",+&/":
            is_list = text in "+&/" or bool(self.now.tokens)
            return self._put("AND" if text in "+&/" else "COMMA", n, n + 1) if is_list else n + 1
        if text == "%":
            self.now.unknown.append(text)
            return n + 1
        if text == "<" and n + 1 < len(self.pieces) and self.pieces[n + 1].text == "-":
            return n + 2
        if text == "(" and self.now.tokens:
            entries = self._entry(n + 1)[0] if n + 1 < len(self.pieces) and self.pieces[n + 1].is_word else []
            is_joined = any(one.kind == "act" and one.value in self._joining for one in entries)
            return self._put("THEN" if is_joined else "COMMA", n, n + 1)
        if text in "<=":
            end = n + 1
            while end < len(self.pieces) and self.pieces[end].text in "<=>":
                end += 1
            return self._put("WITHIN", n, end) if text == "<" else end
        return n + 1  # dashes, arrows, colons, brackets, quotes: what they join stands side by side

    def _is_sum(self, n: int) -> bool:
        """True if a plus stands between names and numbers, and not before how far somebody goes."""
        return n > 0 and self.pieces[n - 1].text not in ":,|=-"

    def _number(self, n: int) -> int:
        """Take a number or a hex; the piece behind it, 0 for none."""
        piece = self.pieces[n]
        text = piece.text
        value, end = self._count_of(n)
        if not value:
            return 0
        after = self.pieces[end] if end < len(self.pieces) else None
        if after is not None and after.low in _STEP_WORDS and not after.is_apart and text.isdigit() and len(text) < 3:
            return self._put("STEP", n, n + 2, f"{value}{after.text.upper()}")
        if text.isdigit() and len(text) == HEX_DIGITS and self.gazetteer.is_hex(text):
            return self._put("HEX", n, n + 1, text)
        is_turn = len(value) == 3 and after is not None and after.low.startswith("deg")
        if not value.isdigit() or (len(value) > 2 and not is_turn):
            return 0
        # Decimals: ``2.5 inches``.
        if (
            after is not None
            and after.text == "."
            and not after.is_apart
            and n + 2 < len(self.pieces)
            and self.pieces[n + 2].text.isdigit()
            and not self.pieces[n + 2].is_apart
        ):
            value, end = f"{value}.{self.pieces[n + 2].text}", n + 3
        elif [one.low for one in self.pieces[end : end + 3]] == ["and", "a", "half"]:
            value, end = f"{value}.5", end + 3
        if end < len(self.pieces) and self.pieces[end].low in ("full", "good", "whole", "more"):
            end += 1  # four full inches
        if end < len(self.pieces) and self.pieces[end].low in (*self.lexicon.settings.get("units", ()), '"'):
            return self._put("NUM", n, end + 1, value, form="measured")
        noun = self._noun(end, value) if end < len(self.pieces) else 0
        return noun or self._put("NUM", n, end, value)

    def _count_of(self, n: int) -> tuple[str, int]:
        """A number in digits or in words, ``thirty-five``, and the piece behind it; "" for none."""
        piece = self.pieces[n]
        if piece.text[0].isdigit():
            return piece.text, n + 1
        if piece.low in TENS and TENS[piece.low] % 10 == 0:
            behind = [one.low for one in self.pieces[n + 1 : n + 3]]
            behind = behind[1:] if behind[:1] == ["-"] else behind
            units = NUMBER_WORDS.get(behind[0], 0) if behind and behind[0] not in ("a", "an") else 0
            if 0 < units < 10:
                return str(TENS[piece.low] + units), n + (3 if self.pieces[n + 1].text == "-" else 2)
        if piece.low in TENS:
            return str(TENS[piece.low]), n + 1
        if piece.low in ("a", "an") or piece.low not in NUMBER_WORDS:
            return "", n
        return str(NUMBER_WORDS[piece.low]), n + 1

    def _noun(self, n: int, count: str = "") -> int:
        """Take a word for a kind of units; the piece behind it, 0 for none."""
        low = self.pieces[n].low.removesuffix("'s")
        tags = self.lexicon.nouns.get(low)
        if tags is None:
            return 0
        return self._put("KIND", n, n + 1, count, tags=tags)

    # Names.

    def _name(self, n: int) -> tuple[Found | None, int]:
        """The longest name from here on, and the piece behind it."""
        pieces = self.pieces
        for end in range(min(n + LONGEST_NAME, len(pieces)), n, -1):
            words = pieces[n:end]
            if not words[-1].is_word or words[-1].low in _LINK_WORDS or words[0].low in _LINK_WORDS:
                continue
            if not all(self._may_be_in_name(n + at, n, end) for at in range(end - n)):
                owned = self.gazetteer.find([one.text for one in words]) if self._noun_end(end - 1) else None
                if (
                    owned is None
                    or len(owned.own) != 1
                    or owned == self.gazetteer.find([one.text for one in words[:-1]])
                ):
                    continue  # Van Vliet's company, unlike G's horses
            if any(one.text in "./" and one.is_apart for one in words):
                continue
            found = self.gazetteer.find([one.text for one in words])
            if found is not None and len(words) > 1 and words[-1].low in RANKS:
                if self.gazetteer.find([one.text for one in words[:-1]]) == found:
                    continue  # a rank behind a name is none of it: 2 Co col
            if found is None:
                place = self.gazetteer.place([one.text for one in words])
                if place and not (len(words) == 1 and words[0].low in self.lexicon.words):
                    return Found(own=(), foe=(), is_weak=False), -end
                continue
            if end - n == 1 and found.is_group and words[0].text.isdigit():
                continue  # a number is no regiment
            if end - n == 1 and found.is_weak:
                if not self._is_called(n, end):
                    continue
                return found, end
            if found.is_weak and end - n > 1 and self._is_marked(words):
                found = Found(found.own, found.foe)
            return found, end
        return None, 0

    def _may_be_in_name(self, at: int, start: int, end: int) -> bool:
        """True if a piece may stand in a name with these ends: ``D, 4th Infantry`` has a comma, ``Mills's men`` is two."""
        piece = self.pieces[at]
        if piece.text == ",":
            after = self.pieces[at + 1].low if at + 1 < end else ""
            return at > start and len(self.pieces[at - 1].text) == 1 and (after[:1].isdigit() or after in ORDINALS)
        if piece.is_word:
            return at == start or not self.pieces[at - 1].low.endswith("'s") or piece.low not in self.lexicon.nouns
        return piece.text in "/.'-"

    def _is_marked(self, words: Sequence[Piece]) -> bool:
        """True if a letter stands with a word that makes it a company's (``Co. M``)."""
        return sum(one.is_word for one in words) > 1

    def _is_called(self, n: int, end: int) -> bool:
        """True if a word that may be a name is one here: a letter beside other names, a part of a name with a capital."""
        piece = self.pieces[n]
        if len(piece.text) > 1:
            if piece.low in NUMBER_WORDS and self._noun_end(end if end < len(self.pieces) else n):
                return False  # Mills and his two companies
            if self._is_joined(n, end):
                return True
            if piece.text.isupper() or (piece.text != piece.low and not piece.text.istitle()):
                return True  # initials
            if piece.low in ORDINALS and self._is_counted_one(end):
                return True
            is_plain = piece.low in self.lexicon.words or piece.low in self.lexicon.settings.get("ordinary", ())
            if len(piece.text) == 2 and is_plain:
                return False
            return not is_plain or (piece.text[0].isupper() and n > 0 and self.now.tokens[-1:] != [])
        if piece.text.isdigit():
            tokens = self.now.tokens
            return len(tokens) > 1 and tokens[-1].type in ("AND", "COMMA") and tokens[-2].type == "NAME"
        is_upper = piece.text.isupper()
        behind = self.pieces[n + 1 : n + 3]
        is_dotted = len(behind) == 2 and behind[0].text == "." and not behind[0].is_apart
        if is_dotted and behind[1].text.istitle() and len(behind[1].text) > 1 and not self._is_verb(behind[1]):
            return False  # an initial
        if piece.low not in LETTERS_OF_WORDS or (is_upper and piece.low not in "ai"):
            return True
        before = self.now.tokens[-1] if self.now.tokens else None
        after = self.pieces[n + 1] if n + 1 < len(self.pieces) else None
        is_speaker = piece.low == "i" and after is not None and self._is_verb(after)
        if piece.text == "a" and after is not None and after.low in (*self.lexicon.settings["units"], "bit", "little"):
            return False  # an article
        if before is not None and before.type == "NAME":
            is_article = piece.text == "a" and after is not None and not self.pieces[n - 1].low.endswith("'s")
            return not is_speaker and not (is_article and before.end != self.pieces[n - 1].end)
        if (
            before is not None
            and before.type in ("AND", "COMMA")
            and [one.type for one in self.now.tokens[-2:-1]] == ["NAME"]
        ):
            return not is_speaker
        if after is None:
            return before is not None and before.type in ("WITH", "ACT", "EXCEPT", "AND") and piece.low != "i"
        behind_it = self.pieces[n + 2] if n + 2 < len(self.pieces) else None
        if (
            piece.low == "a"
            and (is_upper or after.low not in ("mount", "prone"))
            and (before is None or before.type in ("THEN", "COMMA", "AND", "HEX"))
            and after.low in ("dism", "dismount", "mount", "att", "prone", "adv")
        ):
            return behind_it is None or not behind_it.is_word or behind_it.text.isdigit()
        if is_upper and after.low in MODALS:
            return piece.low != "i" or after.low in ("is", "has", "does", "stays", "goes")
        if after.text in "-\u2013" and is_upper and before is None:
            return True  # A - dismount
        if after.low in ("+", "&", "/", ",", "and", "n", ":") and (is_upper or after.low in "+&/"):
            nxt = self.pieces[n + 2] if n + 2 < len(self.pieces) else None
            is_next = nxt is not None and (
                (len(nxt.text) == 1 and nxt.text.isalpha() and nxt.low not in "aiu")
                or self.gazetteer.find([nxt.text]) is not None
            )
            if after.low == ":" or is_next or (after.low in "+&/" and nxt is not None and nxt.is_word):
                return True
        if piece.low == "a" and after.low in ("with", "w", "to", "n", "and") and self.gazetteer.find(["a"]) is not None:
            return True  # no article
        is_row = piece.low in "ai" and len(after.text) == 1 and after.text.isalpha() and after.low not in "aiunx"
        if is_row and self.gazetteer.find([after.text]) is not None:
            return True  # a m hit Crow King
        is_pair = behind_it is not None and len(behind_it.text) == 1 and behind_it.low not in "aiu"
        if after.low in ("n", "and") and is_pair and behind_it is not None and self.gazetteer.find([behind_it.text]):
            return True  # i n l dismount
        if after.text.isdigit() and len(after.text) == HEX_DIGITS:
            return True
        if piece.low in "ai":
            if not is_upper:
                return False
            if piece.low == "a" and before is not None and before.type not in ("COMMA", "AND", "THEN"):
                return True
            return any(
                after.low == base + "s" and any(one.kind == "act" for one in self.lexicon.entries.get(base, ()))
                for base in bases(after.low, {})
            )
        return False

    def _is_counted_one(self, end: int) -> bool:
        """True if an ordinal is a unit's name: before a verb in the third person, or joined to another ordinal."""
        after = self.pieces[end : end + 2]
        if not after:
            return False
        if after[0].low in ("and", "n", "&", "+", ",", "/"):
            return len(after) > 1 and (after[1].low in ORDINALS or after[1].low[:1].isdigit())
        low = after[0].low
        is_third = low.endswith("s") and any(
            one.kind == "act" for base in bases(low, {})[1:] for one in self.lexicon.entries.get(base, ())
        )
        return is_third or low in MODALS or after[0].text == ":"

    def _is_verb(self, piece: Piece) -> bool:
        """True if a word is a verb of the lexicon in its base form."""
        return any(one.kind == "act" for one in self.lexicon.entries.get(piece.low, ()))

    def _is_joined(self, n: int, end: int) -> bool:
        """True if a word is joined to a name, before it or behind it."""
        tokens = self.now.tokens
        if len(tokens) > 1 and tokens[-1].type == "AND" and tokens[-2].type == "NAME":
            return True
        joint = self.pieces[end : end + 1]
        if not joint or joint[0].low not in ("+", "&", "and", "n"):
            return False
        for wide in (3, 2, 1):
            behind = self.pieces[end + 1 : end + 1 + wide]
            if len(behind) == wide and all(one.is_word for one in behind):
                found = self.gazetteer.find([one.text for one in behind])
                if found is not None and not found.is_weak:
                    return True
        return False

    def _with_slip(self, n: int, end: int) -> tuple[Found, int] | None:
        """The name that a known name and a word behind it, which nobody knows, are one slip from: ``H/9 muels``."""
        if not 0 < end < len(self.pieces):
            return None
        word = self.pieces[end]
        if (
            not word.text.isalpha()
            or len(word.text) < 4
            or self._noun_end(end)
            or self._entry(end)[2]
            or self._name(end)[0]
        ):
            return None
        found = self.gazetteer.nearest(" ".join(one.low for one in self.pieces[n : end + 1] if one.is_word))
        return None if found is None else (found, end + 1)

    def _stands_behind_of(self, n: int) -> bool:
        """True if ``of`` stands before piece `n`, less an article and a rank."""
        words = [one.low for one in self.pieces[max(n - 3, 0) : n]]
        while words and (
            (words[-1] in self.lexicon.settings.get("articles", ()) and words[-1] != "of") or words[-1] in RANKS
        ):
            words.pop()
        return words[-1:] == ["of"]

    def _put_name(self, found: Found, n: int, end: int) -> int:
        if (longer := self._with_slip(n, end)) is not None:
            found, end = longer
        if end < 0:
            end = -end
            at = self.gazetteer.place([one.text for one in self.pieces[n:end]])
            return self._put("PLACE", n, end, at)
        kind = "NAME" if found.own else "FOE"
        before = self.now.tokens[-1] if self.now.tokens else None
        if kind == "NAME" and before is not None and before.type == "KIND" and not before.value and not found.is_group:
            if all(set(before.tags) & self.gazetteer.by_name[name].tags for name in found.own):
                self.now.tokens.pop()  # the train of mules
        if kind == "NAME" and before is not None and before.type == "NAME" and n and self._stands_behind_of(n):
            at = {self.gazetteer.by_name[name].at for name in found.own} - {""}
            assert before.found is not None
            beside = tuple(name for name in before.found.own if self.gazetteer.by_name[name].at in at)
            if beside and len(at) == 1 and not found.is_group:
                self.now.tokens[-1] = replace(before, found=replace(before.found, own=beside))
                return end  # company C of Van Vliet
            self._put("FROM", n, n + 1)
        owns = kind == "NAME" and all(not self.gazetteer.by_name[name].is_leader for name in found.own)
        is_owner = self.pieces[end - 1].low.endswith("'s") or (
            end < len(self.pieces) and self.pieces[end].text == "'" and not self.pieces[end].is_apart
        )
        return self._put(
            kind,
            n,
            end,
            found=found,
            form=("'s" if owns else "leader's") if is_owner else "",
            is_sure=not found.is_misspelt,
        )

    # Entries of the lexicon.

    def forms(self, piece: Piece) -> frozenset[str]:
        """The base forms of a word."""
        low = piece.low
        found = set(bases(low, self.lexicon.forms))
        if "'" in low:
            if low not in _IS_WORDS:
                found.add(low.replace("'", ""))
            if low.endswith("'s"):
                found.update(bases(low[:-2], self.lexicon.forms))
        return frozenset(found)

    def _entry(self, n: int) -> tuple[list[Entry], list[tuple[str, str]], int]:
        """The longest entries from here on, what stands in their slots, and the piece behind them."""
        best: tuple[list[Entry], list[tuple[str, str]], int] = ([], [], 0)
        firsts = self.forms(self.pieces[n])
        known = [one for first in sorted(firsts) for one in self.lexicon.entries.get(first, ())]
        if self._count_of(n)[0]:
            known += self.lexicon.entries.get("<n>", ())
        if self.lexicon.entries.get("<unit>") and self.gazetteer.find([self.pieces[n].text]):
            known += self.lexicon.entries["<unit>"]
        for entry in known:
            values: list[tuple[str, str]] = []
            end = self._fits(entry, n, values)
            if end > best[2]:
                best = [entry], values, end
            elif end and end == best[2]:
                best[0].append(entry)
        low = self.pieces[n].low
        best[0].sort(key=lambda one: _rank(one, low), reverse=True)
        return best

    def _fits(self, entry: Entry, n: int, values: list[tuple[str, str]]) -> int:
        """The piece behind an entry that stands at piece `n`, 0 if it does not."""
        at = n
        for place, (words, is_optional) in enumerate(entry.words):
            after = self._fits_word(words, at, values)
            skipped = at
            while not after and place and skipped < len(self.pieces) and self._is_article(self.pieces[skipped]):
                skipped += 1
                after = self._fits_word(words, skipped, values) if skipped < len(self.pieces) else 0
            if not after:
                if is_optional:
                    continue
                return 0
            at = after
        return at

    def _is_article(self, piece: Piece) -> bool:
        is_mark = len(piece.text) == 1 and piece.text.isupper()  # A is a company
        return (piece.low in self.lexicon.settings.get("between", ()) and not is_mark) or piece.text in "-"

    def _fits_word(self, words: frozenset[str], n: int, values: list[tuple[str, str]]) -> int:
        if n >= len(self.pieces):
            return 0
        piece = self.pieces[n]
        if "<n>" in words:
            value, end = self._count_of(n)
            if value.isdigit() and len(value) < 3:
                values.append(("{n}", value))
                units = (*self.lexicon.settings.get("units", ()), '"')
                return end + (end < len(self.pieces) and self.pieces[end].low in units)
            return 0
        if "<hex>" in words:
            if piece.text.isdigit() and len(piece.text) == HEX_DIGITS:
                values.append(("{hex}", piece.text))
                return n + 1
            return 0
        if "<foe>" in words:
            return self._fits_foe(n, values)
        if "<whom>" in words and (company := self._company_of(n)) is not None:
            values.append(("{unit}", company[0]))
            return company[1]
        if "<unit>" in words or "<whom>" in words:
            found, end = self._name(n)
            if found is not None and end > 0 and len(found.own + found.foe) == 1:
                values.append(("{unit}", (found.own + found.foe)[0]))
                return end
            return 0
        if not piece.is_word:
            return n + 1 if piece.text in words else 0
        return n + 1 if not words.isdisjoint(self.forms(piece)) else 0

    def _fits_foe(self, n: int, values: list[tuple[str, str]]) -> int:
        """The piece behind an enemy's name, or behind a word for any of them; 0 if none stands there."""
        found, end = self._name(n)
        if found is not None and end > 0 and len(found.foe) == 1 and not found.own:
            values.append(("{foe}", found.foe[0]))
            return end
        while n < len(self.pieces) and self._is_article(self.pieces[n]):
            n += 1
        low = self.pieces[n].low if n < len(self.pieces) else ""
        if low not in self.lexicon.settings.get("anybody", ()):
            return 0
        values.append(("{foe}", "enemies"))
        return n + 1

    def _company_of(self, n: int) -> tuple[str, int] | None:
        """The one company in a leader's hex, where ``Reno's company`` stands at piece `n`, and the piece behind it."""
        found, end = self._name(n)
        if found is None or not 0 < end < len(self.pieces) or not self._noun_end(end) or len(found.own) != 1:
            return None
        things = self.gazetteer.by_name
        leader = things[found.own[0]]
        beside = [one for one in self.gazetteer.things if one.is_own and one.at == leader.at and "company" in one.tags]
        return (beside[0].name, end + 1) if leader.is_leader and leader.at and len(beside) == 1 else None

    def _odds(self, n: int) -> int:
        """Take odds such as ``3:2 or worse``, ``2:1+``; the piece behind them, 0 for none."""
        texts = [one.low for one in self.pieces[n : n + 5]]
        if len(texts) < 3 or texts[1] != ":" or not (texts[0].isdigit() and texts[2].isdigit()):
            return 0
        if texts[3:4] == ["+"]:
            return self._put("ODDS", n, n + 4, f"odds {texts[0]}:{texts[2]} or worse")
        if texts[3:] in (["or", "worse"], ["or", "more"], ["or", "better"]):
            how = "better" if texts[4] == "better" else "worse"
            return self._put("ODDS", n, n + 5, f"odds {texts[0]}:{texts[2]} or {how}")
        return 0

    def _put_entry(self, entries: Sequence[Entry], values: list[tuple[str, str]], n: int, end: int) -> int:
        entry = entries[0]
        if entry.kind == "talk":
            if not self.now.talk:
                self.now.talk_at = self.pieces[n].start
            self.now.talk.append(" ".join(one.text for one in self.pieces[n:end]))
            return end
        if entry.kind == "wish":
            self.now.wishes = True
            return end
        if entry.kind == "delegate":
            while self.now.tokens and self.now.tokens[-1].type in ("NAME", "FOE", "KIND", "AND", "COMMA"):
                self.now.tokens.pop()  # Chief Gall is to see that ...
            return end
        if entry.kind == "because":
            while (
                end < len(self.pieces)
                and self.pieces[end].text not in ".;!?"
                and (self.now.tokens or self.pieces[end].text != ",")
            ):
                end += 1
            return end
        if entry.kind == "scratch":
            taken_back = self.now.tokens
            if not taken_back and self._found:
                taken_back = self._found.pop().tokens  # A/3 to 3610.  Scratch that: ...
            self._scratched = [one for one in taken_back if one.type in _KEPT] or self._scratched
            self.takes_back = True
            self.now = Sentence(start=self.pieces[n].start)
            return end
        if entry.kind in NO_WORDS:
            return end
        is_noun = n > 0 and not self.now.tokens and self.pieces[n - 1].low in _BEFORE_NOUNS and end == n + 1
        if entry.kind == "act" and is_noun and self.pieces[n].low in entry.words[0][0]:
            self.now.unknown.append(self.pieces[n].text)
            return end  # the conduct of the scouts
        before = self.now.tokens[-1] if self.now.tokens else None
        last = before.type if before is not None else ""
        turns = before is not None and bool({"face", "leave"} & set(before.tags))
        if (
            entry.kind in ("dir", "edge")
            and self.pieces[n].text == "n"
            and last not in ("NUM", "TO", "TOWARD")
            and not turns
        ):
            return self._put("AND", n, end)
        if entry.kind == "nobody":
            self._put("ALL", n, end, "all")
            return self._put("NEG", n, end, "neg")
        value = entry.value
        for slot, one in values:
            value = value.replace(slot, one, 1)
        low = self.pieces[n].low
        is_changed = self.lexicon.forms.get(low) and not low.endswith(("ing", "s"))
        form = "ed" if low.endswith("ed") or is_changed else ""
        form = "ing" if low.endswith("ing") else form
        if (
            entry.kind == "act"
            and end == n + 1
            and form != "ed"
            and not self.forms(self.pieces[n]).isdisjoint(self.lexicon.settings["light"])
        ):
            form = "light"
        acts = tuple(dict.fromkeys(one.value for one in entries if one.kind == "act" and one.is_sure == entry.is_sure))
        if acts and not any(one in self.lexicon.acts for one in acts) and form == "":
            form = "light"  # an act of other games, that stands for several of this one
        return self._put(entry.kind.upper(), n, end, value, is_sure=entry.is_sure, form=form, tags=acts)

    def _unknown(self, n: int) -> int:
        """A word that nobody knows: one with a slip, or none at all."""
        piece = self.pieces[n]
        for end in range(min(n + 4, len(self.pieces)), n, -1):
            words = self.pieces[n:end]
            if all(one.is_word for one in words):
                found = self.gazetteer.nearest(" ".join(one.low for one in words))
                if found is not None:
                    return self._put_name(found, n, end)
        nouns = [
            noun
            for noun in self.lexicon.nouns
            if len(noun) > 4 and len(piece.low) > 4 and slips(piece.low, noun, 1) == 1
        ]
        if nouns and piece.low not in self.lexicon.settings.get("other_words", ()):
            return self._put("KIND", n, n + 1, "", tags=self.lexicon.nouns[nouns[0]], is_sure=False)
        act = self._misspelt_act(piece.low)
        if act is not None:
            return self._put(act.kind.upper(), n, n + 1, act.value, is_sure=act.is_sure, tags=(act.value,))
        self.now.unknown.append(piece.text)
        self.now.has_stranger = self.now.has_stranger or self._is_listed(n)
        return n + 1

    def _is_listed(self, n: int) -> bool:
        """True if a word stands among names: ``Wy, Del: fire``."""
        types = [one.type for one in self.now.tokens[-2:]]
        is_behind = types[-1:] in (["AND"], ["COMMA"]) and types[:1] == ["NAME"]
        behind = self.pieces[n + 1 : n + 3]
        is_joined = len(behind) == 2 and behind[0].low in (",", "+", "&", "/", "and", "n") and self._name(n + 2)[1] > 0
        if (not types and is_joined) or types[-1:] in (["ALL"], ["TOWARD"], ["VIA"], ["SHUN"], ["EXCEPT"], ["FROM"]):
            return True
        return (
            is_behind
            and bool(behind)
            and behind[0].low in (":", ",", "+", "&", "/")
            and self.pieces[n].text[0].isupper()
        )

    def _misspelt_act(self, word: str) -> Entry | None:
        """The act, or the manner of one, whose word is one slip away, if only one is."""
        how = {
            one.value: one
            for first, some in self.lexicon.entries.items()
            if len(first) > 3 and first[0] == word[0] and slips(word, first, 1) == 1
            for one in some
            if one.kind == "how" and len(one.words) == 1
        }
        if len(how) == 1 and len(word) > 3 and word not in self.lexicon.settings.get("other_words", ()):
            return next(iter(how.values()))
        if len(word) < LEAST_MISSPELT or not word.isalpha() or word in self.lexicon.settings.get("other_words", ()):
            return None
        near = {
            one.value: one
            for first, some in self.lexicon.entries.items()
            if len(first) > 3 and first[0] == word[0]
            for one in some
            if one.kind == "act" and len(one.words) == 1 and any(slips(word, way, 1) <= 1 for way in _ways(first))
        }
        return next(iter(near.values())) if len(near) == 1 else None


def _with_alternatives(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences; one that begins with ``otherwise`` belongs to the one before it."""
    found: list[Sentence] = []
    for one in sentences:
        if not (found and one.tokens and one.tokens[0].type == "ELSE"):
            found.append(one)
            continue
        kept = [two for n, two in enumerate(one.tokens) if n != 1 or two.type != "PRON"]
        before = found[-1]
        found[-1] = replace(
            before, tokens=[*before.tokens, *kept], unknown=[*before.unknown, *one.unknown], end=one.end
        )
    return found


def _ways(base: str) -> tuple[str, ...]:
    stem = base.removesuffix("e")
    return (base, base + "s", stem + "ing", stem + "ed")


def _rank(entry: Entry, low: str) -> tuple[bool, bool, bool, bool]:
    is_exact = low in entry.words[0][0] or len(entry.words) > 1
    is_of_game = entry.kind == "act" or (entry.kind != entry.value and entry.kind not in NO_WORDS)
    return (is_exact, entry.kind != "talk", is_of_game, entry.is_sure)
