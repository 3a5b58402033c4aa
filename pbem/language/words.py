"""The meanings of the words of a line: names, entries of the lexicon, and the choice if a word may be either."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language.gazetteer import LEAST_MISSPELT, LONGEST_NAME, ORDINALS, RANKS, Found, Gazetteer
from pbem.language.lexicon import NOT, Lexicon, LexiconEntry, bases
from pbem.language.members import NUMBER_WORDS
from pbem.language.sentence import SEPARATORS, Sentence, WordPiece
from pbem.language.spelling import slips

NO_WORDS = frozenset(["empty", "article"])
"""Kinds of entries that leave no token."""
_LINK_WORDS = ("of", "the", "from", "in")
HEX_DIGITS = 4
COMPASS = frozenset(("N", "NE", "NW", "S", "SE", "SW", "E", "W"))
NOBODY = frozenset(("nobody", "noone", "i'm", "im", "we're", "i", "we"))
"""Words that begin an order to do nothing, for all units: ``I'm not attacking anybody``."""
_TROOPS = frozenset(("co", "cos", "company", "companies", "troop", "troops"))
"""Words for units: with them a leader's name means those whom they lead."""
LETTERS_OF_WORDS = frozenset("aiunrwsyxbkvotp")
"""Letters that are words of their own, or short for some: they name a company only beside other names."""
_LEADING_TO = ("AT", "ELSE", "TO", "TOWARD", "BESIDE")
"""Tokens behind which a letter alone is a company: ``fire at E, else at A``."""
_NO_VOWELS = re.compile(r"[bcdfghjklmnpqrstvwxz]{4}")
_BEHIND_VERBS = frozenset(("half", "full", "put", "back", "off", "down"))
_NO_NOUNS = frozenset(("go", "ride", "get", "fall", "come"))
"""Words behind a company's letter and a verb as it stands in haste, and verbs that stand behind no article."""
_JOINTS = frozenset(
    ("to", "and", "n", "nd", "or", "off", "on", "at", "no", "not", "then", "down", "up", "into", "both", "all")
)
"""Words that begin a turn of phrase, and behind a letter join it to others."""
_OF_COMPANY = frozenset(
    (
        "no",
        "stet",
        "prone",
        "nil",
        "idem",
        "afoot",
        "mounted",
        "dismounted",
        "limbered",
        "none",
        "ditto",
        "static",
        "idle",
    )
)
"""Words that stand behind company I, and behind no pronoun."""
_TWO_OF_COMPANY = frozenset(
    (
        ("on", "foot"),
        ("as", "is"),
        ("as", "before"),
        ("in", "reserve"),
        ("in", "place"),
        ("at", "rest"),
        ("to", "stay"),
        ("to", "hold"),
    )
)
_LAST_OF_COMPANY = frozenset(
    ("put", "still", "not", "nothing", "same", "fast", "down", "up", "nowhere", "likewise", "too")
)
_PERFECT = frozenset(
    (
        "come",
        "gone",
        "run",
        "taken",
        "given",
        "written",
        "read",
        "seen",
        "done",
        "had",
        "been",
        "made",
        "lost",
        "won",
        "fought",
    )
)
_AWAY = frozenset(
    ("up", "over", "down", "back", "on", "out", "across", "forward", "fwd", "north", "south", "east", "west")
)
_FIRM = frozenset(("put", "fast", "firm", "there", "here", "still", "tight", "prone", "and", "too"))
_LETS = frozenset(
    ("let", "have", "make", "want", "see", "lets", "that", "then", "and", "but", "so", "should", "could", "can")
)
"""Words behind which a capital A before a verb is a company."""
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

_AIMING = (["x"], ["v"], ["vs"], ["@"], [">"], ["="], [":"], ["→"], ["ditto"], ["likewise"], ["half"], ["full"])
"""Signs behind somebody who does something."""

_IF = frozenset(("if", "when"))
_OPENS_CONDITION: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    "in": ((("in", "the", "event", "that"), "if"), (("in", "case"), "if"), (("in", "the", "event"), "if")),
    "whenever": ((("whenever",), "when"),),
    "as": ((("as", "soon", "as"), "when"),),
    "the": ((("the", "moment", "that"), "when"), (("the", "moment"), "when"), (("the", "minute"), "when")),
    "provided": ((("provided", "that"), "if"), (("provided",), "if")),
    "if": ((("if", "and", "when"), "if"), (("if", "ever"), "if")),
    "wen": ((("wen",), "when"),),
    "whn": ((("whn",), "when"),),
}
"""Words that open a condition as ``if`` or ``when`` does, longest first."""


class WordReader:
    """Finds the meanings of the pieces of a line; `now` is the sentence so far."""

    gazetteer: Gazetteer
    lexicon: Lexicon
    pieces: list[WordPiece]
    now: Sentence
    _names: dict[int, tuple[Found | None, int]]
    """The names found so far, by the piece at which each was looked for."""

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
            return low != "had" or [one.low for one in self.pieces[n + 1 : n + 2]] != ["better"]
        at = n + 1
        while at < len(self.pieces) and self.pieces[at].low in ("not", "never", "just", "already", "also"):
            at += 1
        behind = self.pieces[at].low if low in ("has", "have") and at < len(self.pieces) else ""
        return behind.endswith("ed") or behind in _PERFECT

    def _noun_end(self, n: int) -> int:
        return n + 1 if self.pieces[n].low.removesuffix("'s") in self.lexicon.nouns else 0

    def _name(self, n: int) -> tuple[Found | None, int]:
        """The longest name from here on, and the piece behind it."""
        if n not in self._names:
            self._names[n] = self._name_from(n)
        return self._names[n]

    def _name_from(self, n: int) -> tuple[Found | None, int]:
        pieces = self.pieces
        for end in range(min(n + LONGEST_NAME, len(pieces)), n, -1):
            words = pieces[n:end]
            if not words[-1].is_word or words[-1].low in _LINK_WORDS or words[0].low in _LINK_WORDS:
                continue
            if not all(self._may_be_in_name(n + at, n, end) for at in range(end - n)):
                owned = self.gazetteer.find([one.text for one in words]) if self._noun_end(end - 1) else None
                if (
                    owned is None
                    or len(owned.own + owned.foe) != 1
                    or owned == self.gazetteer.find([one.text for one in words[:-1]])
                ):
                    continue  # Van Vliet's company, unlike G's horses
            if any(one.text in "./" and one.is_apart for one in words):
                continue
            found = self.gazetteer.find([one.text for one in words])
            is_of = found is not None and len(words) > 2 and words[1].low == "of" and self._noun_end(n) > 0
            if is_of and self.gazetteer.find([one.text for one in words[2:]]) == found:
                continue  # companies of Mills
            is_counted = len(words) > 1 and words[0].low in NUMBER_WORDS and words[0].low != "a"
            if is_counted and all(one.low in self.lexicon.nouns for one in words[1:]):
                continue  # four companies
            if found is not None and _TROOPS.intersection(one.low for one in words) and self._are_leaders(found):
                continue  # Mills' companies
            has_rank = found is not None and len(words) > 1 and words[-1].low in RANKS
            if has_rank and self.gazetteer.find([one.text for one in words[:-1]]) == found:
                continue  # a rank behind a name is none of it: 2 Co col
            if len(words) == 2 and words[0].low in RANKS and words[1].low in self.lexicon.words:
                continue  # the Major as well
            if found is None:
                place = self.gazetteer.place([one.text for one in words])
                if place and not (len(words) == 1 and words[0].low in self.lexicon.words):
                    return Found(own=(), foe=(), is_weak=False), -end
                continue
            if end - n == 1 and found.is_group and words[0].text.isdigit():
                continue  # a number is no regiment
            if found.is_weak and len(found.own) > 1 and self.gazetteer.is_group(found.own):
                is_two = n > 0 and pieces[n - 1].low in ("both", "two", "2")
                if is_two and len(found.own) != 2:
                    continue
                counts = is_two or (n > 0 and pieces[n - 1].low in ("all", "each"))
                return replace(found, is_weak=False, is_group=True, is_misspelt=not counts), end  # both Rifles
            if end - n == 1 and found.is_weak:
                if not self._is_called(n, end):
                    continue
                return found, end
            if found.is_weak and end - n > 1 and self._is_marked(words):
                found = Found(found.own, found.foe)
            return found, end
        return None, 0

    def _are_leaders(self, found: Found) -> bool:
        things = self.gazetteer.by_name
        return all(things[name].is_leader for name in found.own + found.foe)

    def _may_be_in_name(self, at: int, start: int, end: int) -> bool:
        """True if a piece may stand in a name with these ends: ``D, 4th Infantry`` has a comma, ``Mills's men`` is two."""
        piece = self.pieces[at]
        if piece.text == ",":
            after = self.pieces[at + 1].low if at + 1 < end else ""
            return at > start and len(self.pieces[at - 1].text) == 1 and (after[:1].isdigit() or after in ORDINALS)
        if piece.text.isdigit() and at > start and self._is_step(at + 1):
            return False  # slew the Gatling NW
        if piece.is_word:
            return at == start or not self.pieces[at - 1].low.endswith("'s") or piece.low not in self.lexicon.nouns
        return piece.text in "/.'-"

    def _is_step(self, n: int) -> bool:
        """True if a direction stands right behind a number: ``1NW``."""
        behind = self.pieces[n] if n < len(self.pieces) else None
        return behind is not None and not behind.is_apart and behind.text in COMPASS

    def _is_marked(self, words: Sequence[WordPiece]) -> bool:
        """True if a letter stands with a word that makes it a company's (``Co. M``)."""
        return sum(one.is_word for one in words) > 1

    def _is_called(self, n: int, end: int) -> bool:
        """True if a word that may be a name is one here: a letter beside other names, a part of a name with a capital."""
        piece = self.pieces[n]
        if len(piece.text) > 1:
            if piece.low in NUMBER_WORDS and self._noun_end(end if end < len(self.pieces) else n):
                return False  # Mills and his two companies
            if piece.low in NUMBER_WORDS and n and self.pieces[n - 1].low in ("his", "her", "their"):
                return False  # Mills and his two
            if self._is_joined(n, end):
                return True
            if piece.text.isupper() or (piece.text != piece.low and not piece.text.istitle()):
                return True  # initials
            if piece.low in ORDINALS and self._is_counted_one(end):
                return True
            is_plain = piece.low in self.lexicon.words or piece.low in self.lexicon.settings.get("ordinary", ())
            if len(piece.text) == 2 and is_plain:
                return False
            if piece.text.istitle() and [one.low for one in self.pieces[end : end + 1]] in _AIMING:
                return True  # Rain > E/3
            after = self.pieces[end] if end < len(self.pieces) else None
            is_small = not any(one.text[0].isupper() and len(one.text) > 1 for one in self.pieces)
            if is_plain and is_small and not self.now.tokens and piece.low not in self.lexicon.nouns:
                return after is not None and self._is_verb(after) and not self._is_verb(piece)  # rain shoot E
            if is_plain and piece.text.istitle() and not self.now.tokens and after is not None:
                is_hex = after.text.isdigit() and len(after.text) == HEX_DIGITS
                return is_hex or self._is_third(after)  # Rain gets off his pony
            return not is_plain or (piece.text[0].isupper() and n > 0 and self.now.tokens[-1:] != [])
        if piece.text.isdigit():
            tokens = self.now.tokens
            return len(tokens) > 1 and tokens[-1].type in ("AND", "COMMA") and tokens[-2].type == "NAME"
        is_upper = piece.text.isupper()
        behind = self.pieces[n + 1 : n + 3]
        is_dotted = len(behind) == 2 and behind[0].text == "." and not behind[0].is_apart
        is_word = is_dotted and (self._is_verb(behind[1]) or behind[1].low in self.lexicon.words)
        before = self.now.tokens[-1] if self.now.tokens else None
        is_company = is_upper and before is not None and before.type in ("WITH", "AND")  # with M. Reno stays
        if is_dotted and behind[1].text.istitle() and len(behind[1].text) > 1 and not (is_word or is_company):
            return False  # an initial
        if piece.low not in LETTERS_OF_WORDS or (is_upper and piece.low not in "ai"):
            return True
        after = self.pieces[n + 1] if n + 1 < len(self.pieces) else None
        if piece.text == "I" and self._is_company_i(n):
            return True
        is_speaker = piece.low == "i" and after is not None and self._is_verb(after) and after.low not in _JOINTS
        if piece.text == "a" and after is not None and after.low in (*self.lexicon.settings["units"], "bit", "little"):
            return False  # an article
        if piece.text == "I" and after is not None and after.low in ("always", "usually", "often", "sometimes"):
            return False
        is_owned = piece.text == "a" and after is not None and before is not None and before.type == "NAME"
        called = self.gazetteer.find(["a"]) if is_owned else None
        if called is not None and after is not None and not (called.own or after.text.isdigit()):
            return False  # Crow King a snap shot at G/3
        if before is not None and before.type == "NAME":
            is_owner = self.pieces[n - 1].low.endswith("'s") and after is not None and not self._is_remarked(n + 1)
            is_article = piece.text == "a" and after is not None and not is_owner
            is_beside = before.end == self.pieces[n - 1].end and not self.pieces[n - 1].low.endswith("'s")
            return not is_speaker and not (is_article and not is_beside)
        if (
            before is not None
            and before.type in ("AND", "COMMA")
            and [one.type for one in self.now.tokens[-2:-1]] == ["NAME"]
        ):
            is_both = (
                before.type == "AND"
                and after is not None
                and self.forms(after).isdisjoint(self.lexicon.settings["light"])
            )
            return not is_speaker or is_both  # F and I dismount
        if after is None or (is_upper and after.text in ",.;:!)" and before is not None and before.type in _LEADING_TO):
            is_led = before is not None and before.type in ("WITH", "ACT", "EXCEPT", "AND", *_LEADING_TO)
            return is_led and piece.low != "i"
        behind_it = self.pieces[n + 2] if n + 2 < len(self.pieces) else None
        if (
            piece.low == "a"
            and (is_upper or after.low not in ("mount", "prone"))
            and (before is None or before.type in ("THEN", "COMMA", "AND", "HEX"))
            and (
                after.low in ("dism", "dismt", "dismount", "mount", "mt", "att", "atk", "prone", "adv")
                or self._is_clipped_verb(after)
            )
        ):
            is_over = behind_it is None or not behind_it.is_word or behind_it.text.isdigit() or len(behind_it.text) == 1
            if is_over or self._is_clipped_verb(after):
                return True
        if is_upper and piece.low == "a" and before is None and behind_it is not None and self._is_verb(after):
            is_at = behind_it.text.isdigit() and len(behind_it.text) == HEX_DIGITS
            if is_at or behind_it.low in _BEHIND_VERBS or (behind_it.low == "to" and after.low in _NO_NOUNS):
                return True  # A go 7316, A shoot half @ 7117
        is_within = is_upper and piece.low == "a" and before is not None and before.type in ("COMMA", "AND", "THEN")
        if is_within and self._is_verb(after) and not after.text.isupper():
            return True  # no article has a capital within a sentence
        if is_upper and ((piece.low == "a" and after.low in NOT) or self._is_third(after)):
            return True  # I goes to 1816
        is_other = piece.low == "i" and after.low in ("same", "too", "ditto", "likewise") and before is not None
        if is_other and before is not None and before.type in ("COMMA", "AND", "THEN"):
            return any(one.type == "NAME" and len(one.text) == 1 for one in self.now.tokens)  # l dismounts, i same
        if piece.low == "a" and after.low in ("also", "same", "too", "ditto") and behind_it is not None:
            return True
        is_so = after.low in ("same", "too", "ditto", "likewise", "also")
        if piece.low == "a" and (is_so or (is_upper and after.low in ("alone", "only", "not"))):
            return True
        if is_upper and piece.low == "a" and n and self.pieces[n - 1].low in _LETS and self._is_verb(after):
            return True  # let A go
        if is_upper and after.low in MODALS:
            return piece.low != "i" or after.low in ("is", "has", "does", "stays", "goes")
        if after.text in "-\u2013" and is_upper and before is None:
            return True  # A - dismount
        if is_upper and after.text == "," and behind_it is not None and re.fullmatch(r"\d{4}", behind_it.text):
            return True  # A, 1518, dismount
        if (
            is_upper
            and after.low in ("v", "vs", "x", "att", "=", "@", "at")
            and before is None
            and behind_it is not None
        ):
            return True  # A v 1417
        if after.low in ("+", "&", "/", ",", "and", "n", ":", "=") and (is_upper or after.low in "+&/"):
            nxt = self.pieces[n + 2] if n + 2 < len(self.pieces) else None
            is_next = nxt is not None and (
                (len(nxt.text) == 1 and nxt.text.isalpha() and nxt.low not in "aiu")
                or self.gazetteer.find([nxt.text]) is not None
            )
            if after.low in ":=" or is_next or (after.low in "+&/" and nxt is not None and nxt.is_word):
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

    def _is_company_i(self, n: int) -> bool:
        """True if a capital I is no pronoun: ``I no mvt``, ``I on foot``, ``I holding``; and ``L goes to 1816, I stay``."""
        behind = self.pieces[n + 1 : n + 4]
        if not behind or not behind[0].is_apart or self.gazetteer.find(["I"]) is None:
            return False
        words = [one.low for one in behind]
        first, then = behind[0], words[1] if len(words) > 1 else ""
        is_over = then in ("", ",", ".", ";", ")", "!")
        tokens = self.now.tokens
        if first.text in (">", "=", "\u2192") or words[:2] == ["-", ">"]:
            return True  # I > 1816
        if tokens and tokens[-1].type not in SEPARATORS:
            return False
        is_listed = any(one.type == "NAME" and len(one.text) == 1 for one in tokens)
        return (
            first.low in _OF_COMPANY
            or tuple(words[:2]) in _TWO_OF_COMPANY
            or (first.low in _LAST_OF_COMPANY and is_over)
            or (first.low in _AWAY and any(len(one) == HEX_DIGITS and one.isdigit() for one in words))
            or (first.low.endswith("ing") and self._is_verb(first))
            or self._is_clipped_verb(first)
            or (is_listed and self._is_verb(first) and (is_over or then in _FIRM or then.isdigit()))
        )

    def _is_third(self, piece: WordPiece) -> bool:
        """True if a word is a verb in the third person: ``goes``."""
        known = self.forms(piece) - {piece.low}
        is_act = any(one.kind == "act" for form in known for one in self.lexicon.entries.get(form, ()))
        return piece.low.endswith("s") and is_act

    def _is_remarked(self, n: int) -> bool:
        """True if a word stands here that is no name, no verb and no company: ``Gall's a patient man``."""
        piece = self.pieces[n]
        return piece.text.isalpha() and not self._noun_end(n) and not self._entry(n)[2] and self._name(n)[0] is None

    def _is_counted_one(self, end: int) -> bool:
        """True if an ordinal is a unit's name: before a verb in the third person, or joined to another ordinal."""
        after = self.pieces[end : end + 2]
        if not after:
            return False
        if end > 1 and self.pieces[end - 2].low == "the" and self.pieces[end - 1].text.istitle():
            return not self._noun_end(end)  # let the First march on
        if after[0].text == "|" and end == 1:
            return True  # First | ahead 4
        if after[0].low in ("and", "n", "&", "+", ",", "/"):
            return len(after) > 1 and (after[1].low in ORDINALS or after[1].low[:1].isdigit())
        low = after[0].low
        is_third = low.endswith("s") and any(
            one.kind == "act" for base in bases(low, {})[1:] for one in self.lexicon.entries.get(base, ())
        )
        return is_third or low in MODALS or after[0].text == ":"

    def _is_verb(self, piece: WordPiece) -> bool:
        """True if a word is a verb of the lexicon in its base form."""
        return any(one.kind == "act" for one in self.lexicon.entries.get(piece.low, ()))

    def _is_clipped_verb(self, piece: WordPiece) -> bool:
        """True if a word is a verb without its vowels, as nobody writes but in notes: ``dsmt``, ``lmbr``."""
        is_clipped = not set(piece.low) & set("aeiouy") or _NO_VOWELS.search(piece.low) is not None  # dsmt, dismtd
        return piece.text.isalpha() and is_clipped and len(piece.low) > 2 and self._is_verb(piece)

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

    def forms(self, piece: WordPiece) -> frozenset[str]:
        """The base forms of a word."""
        return self.lexicon.bases_of(piece.low)

    def _entry(self, n: int) -> tuple[list[LexiconEntry], list[tuple[str, str]], int]:
        """The longest entries from here on, what stands in their slots, and the piece behind them."""
        best: tuple[list[LexiconEntry], list[tuple[str, str]], int] = ([], [], 0)
        firsts = self.forms(self.pieces[n])
        known = [one for first in sorted(firsts) for one in self.lexicon.entries.get(first, ())]
        if (same := self._joint_of_condition(n)) is not None:
            known += [one for one in self.lexicon.entries.get(same[0], ()) if len(one.words) > 1]
        if self._count_of(n)[0]:
            known += self.lexicon.entries.get("<n>", ())
        if self.lexicon.entries.get("<unit>") and self.gazetteer.find([self.pieces[n].text]):
            known += self.lexicon.entries["<unit>"]
        before = self.now.tokens[-1].type if self.now.tokens else ""
        if self.pieces[n].low in ("was", "were"):
            known = [one for one in known if one.kind not in NO_WORDS or len(one.words) < 2]  # was going to move
        if self.pieces[n].low == "should" and before in ("NAME", "KIND", "ALL", "REST", "PRON", "HEX", "PLACE"):
            known = [one for one in known if len(one.words) < 2]  # the two at 3112 should hit the dirt
        for entry in known:
            values: list[tuple[str, str]] = []
            end = self._fits(entry, n, values)
            if end > n + 1 and self._is_numbered(end - 1):
                continue  # the Shawnee charge Rifles 2
            if end > best[2]:
                best = [entry], values, end
            elif end and end == best[2]:
                best[0].append(entry)
        low = self.pieces[n].low
        best[0].sort(key=lambda one: _rank(one, low), reverse=True)
        if best[0] and best[0][0].kind == "dir" and self._begins_place(best[2] - 1):
            return [], [], 0  # in the west woods
        return best

    def _is_numbered(self, n: int) -> bool:
        """True if piece `n` and the number behind it are the name of somebody."""
        after = self.pieces[n + 1] if n + 1 < len(self.pieces) else None
        if after is None or not after.text.isdigit():
            return False
        found = self.gazetteer.find([self.pieces[n].text, after.text])
        return found is not None and len(found.own + found.foe) == 1

    def _begins_place(self, n: int) -> bool:
        """True if the name of a place of two words or more begins at piece `n`."""
        words = [one.text for one in self.pieces[n : n + 3]]
        return any(self.gazetteer.place(words[:end]) for end in range(len(words), 1, -1))

    def _fits(self, entry: LexiconEntry, n: int, values: list[tuple[str, str]]) -> int:
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

    def _is_article(self, piece: WordPiece) -> bool:
        is_mark = len(piece.text) == 1 and piece.text.isupper()  # A is a company
        return (piece.low in self.lexicon.settings.get("between", ()) and not is_mark) or piece.text in "-"

    def _fits_word(self, words: frozenset[str], n: int, values: list[tuple[str, str]]) -> int:
        if n >= len(self.pieces):
            return 0
        piece = self.pieces[n]
        if "<n>" in words:
            value, end = self._count_of(n)
            if value.isdigit() and len(value) < 3 and piece.low not in ("once", "twice"):
                values.append(("{n}", value))
                units = (*self.lexicon.settings.get("units", ()), '"')
                return int(end) + (end < len(self.pieces) and self.pieces[end].low in units)
            return 0
        if "and" in words and piece.low in ("n", "&", "nd", "+"):
            return n + 1  # stand n fight
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
        if not words.isdisjoint(self.forms(piece)):
            return n + 1
        same = self._joint_of_condition(n) if not words.isdisjoint(_IF) else None
        return same[1] if same is not None and same[0] in words else 0

    def _joint_of_condition(self, n: int) -> tuple[str, int] | None:
        """The plain word for several that open a condition, ``in the event that``, and the piece behind them; or None."""
        low = self.pieces[n].low
        for words, plain in _OPENS_CONDITION.get(low, ()):
            if tuple(one.low for one in self.pieces[n : n + len(words)]) == words:
                return plain, n + len(words)
        return None

    def _fits_foe(self, n: int, values: list[tuple[str, str]]) -> int:
        """The piece behind a name of enemies, or behind a word for any of them; 0 if none stands there."""
        found, end = self._name(n)
        if found is not None and end > 0 and found.foe and not found.own:
            values.append(("{foe}", " + ".join(found.foe)))
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

    def _is_listed(self, n: int) -> bool:
        """True if a word stands among names: ``Wy, Del: fire``."""
        types = [one.type for one in self.now.tokens[-2:]]
        is_behind = types[-1:] in (["AND"], ["COMMA"]) and types[:1] == ["NAME"]
        if is_behind and self.now.tokens[-1].text in ("+", "&") and self.pieces[n].text[0].isupper():
            return True  # Burton + Mil 1309
        behind = self.pieces[n + 1 : n + 3]
        is_joined = len(behind) == 2 and behind[0].low in (",", "+", "&", "/", "and", "n") and self._name(n + 2)[1] > 0
        if types[-1:] == ["VIA"] and any(one.type == "HEX" for one in self.now.tokens):
            return False  # 1617 via the ford
        if (not types and is_joined) or types[-1:] in (["ALL"], ["TOWARD"], ["VIA"], ["SHUN"], ["EXCEPT"], ["FROM"]):
            return True
        return (
            is_behind
            and bool(behind)
            and behind[0].low in (":", ",", "+", "&", "/")
            and self.pieces[n].text[0].isupper()
        )

    def _misspelt_act(self, word: str) -> LexiconEntry | None:
        """The act, or the manner of one, whose word is one slip away, if only one is."""
        alike = self.lexicon.deeds.get(word[0], ())
        how = {one.value: one for first, one in alike if one.kind == "how" and slips(word, first, 1) == 1}
        if len(how) == 1 and len(word) > 3 and word not in self.lexicon.settings.get("other_words", ()):
            return next(iter(how.values()))
        if len(word) < LEAST_MISSPELT or not word.isalpha() or word in self.lexicon.settings.get("other_words", ()):
            return None
        near = {
            one.value: one
            for first, one in alike
            if one.kind == "act" and any(slips(word, way, 1) <= 1 for way in _ways(first))
        }
        return next(iter(near.values())) if len(near) == 1 else None

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


def _ways(base: str) -> tuple[str, ...]:
    stem = base.removesuffix("e")
    return (base, base + "s", stem + "ing", stem + "ed")


def _rank(entry: LexiconEntry, low: str) -> tuple[bool, ...]:
    is_exact = low in entry.words[0][0] or len(entry.words) > 1
    is_of_game = entry.kind == "act" or (entry.kind != entry.value and entry.kind not in NO_WORDS)
    return (is_exact, entry.kind != "talk", is_of_game, entry.is_sure, entry.kind == "wish")
