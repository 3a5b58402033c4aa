"""From words to typed tokens: names, places, acts and the function words between them; the longest match wins.

Words without meaning here (articles, politeness, auxiliaries) leave no token; unknown words are kept apart: no line that has
one is accepted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.language.beside import QUESTION_WORDS
from pbem.language.cleared import cleared
from pbem.language.conditions import with_conditions
from pbem.language.entries import Entries
from pbem.language.gazetteer import ORDINALS, PIECE, Gazetteer
from pbem.language.lexicon import Lexicon, LexiconEntry
from pbem.language.members import NUMBER_WORDS, counted, up_or_down, with_steps
from pbem.language.plainly import (
    both_named,
    by_whom,
    in_plain_words,
    parts,
    with_address,
    with_alternatives,
    with_shorthand,
)
from pbem.language.sentence import SEPARATORS, Sentence, Token, WordPiece, in_place, last_order, with_company
from pbem.language.sequence import in_order
from pbem.language.spelling import corrected
from pbem.language.ways import targets_in_turn, without_row_heading
from pbem.language.whereabouts import where_others_are
from pbem.language.wording.spans import OPENERS, taken_back_at
from pbem.language.words import COMPASS, HEX_DIGITS, NO_WORDS

MOST_PIECES = 400
"""Words and signs of a line that are looked at."""
POINTS = ".;!?"
DOUBTFUL = ("can", "may", "shall", "should")
"""Words that begin a question which asks for an order as often as for a rule."""
REQUESTS = frozenset(("could", "would", "might", *DOUBTFUL))
"""Words that begin a question which may ask for an order: ``can A and G attack Crow King?``."""
_MODALS = frozenset(("can", "may", "might", "could", "shall", "should", "will", "must"))
_STOPS = (["stop"], ["stops"], ["stopping"], ["halt"], ["halts"], ["halting"], ["rest"], ["rests"], ["wait"], ["waits"])
_SOME = frozenset((*ORDINALS, "last", "some", "most", "part", "several", "few", "many", "half", "third", "quarter"))
"""Words before ``of`` that mean some of those behind it."""
_PLEASE = frozenset(("please", "pls", "plz", "kind", "kindly", "mind"))
"""Words that make an order of a question: ``would the Miners mind moving to 2911?``."""
_BEHIND_COUNT = frozenset((".", ",", ":", ";", "and", "to", "at", "will", "should", "shall", "must", "can", "may"))
"""Words and signs behind a number that counts somebody's units: ``Mills and his two will go``."""
_GREETINGS = frozenset(("morning", "evening", "afternoon", "greetings", "hello", "hi", "hiya", "howdy", "salutations"))
_SAYS = frozenset(("NAME", "FOE", "KIND", "ALL", "REST", "HEX", "PLACE", "STEP", "ACT", "NEG"))
"""Tokens of a sentence that says more than a greeting."""
_OR_LESS = (["less"], ["under"], ["closer"], ["nearer"], ["below"])
_DASHES = frozenset(("-", "\u2013", "\u2014"))
_STEP_WORDS = frozenset(("n", "s", "e", "w", "ne", "nw", "se", "sw"))


class Tokenizer(Entries):
    """Splits one line after another into tokens, with the same names and lexicon."""

    def __init__(self, gazetteer: Gazetteer, lexicon: Lexicon) -> None:
        self.gazetteer, self.lexicon = gazetteer, lexicon
        self._has_steps = bool(lexicon.settings.get("steps"))
        self._has_odds = bool(lexicon.settings.get("odds"))
        self._has_points = bool(lexicon.settings.get("points"))
        self._joining = frozenset(name for name, act in lexicon.acts.items() if act.defaults.get("joins") == "yes")

    def sentences(self, line: str) -> list[Sentence]:
        """The sentences of a line."""
        text, self._guessed = up_or_down(with_steps(line)) if self._has_steps else (line, frozenset())
        self.pieces = [
            WordPiece(
                one[0],
                one[0].lower().rstrip("'"),
                one.start(),
                one.end(),
                one.start() == 0 or text[one.start() - 1].isspace(),
            )
            for one in PIECE.finditer(text)
        ][:MOST_PIECES]
        self._is_small = text == text.lower()  # hop off the horses. c and e too
        found: list[Sentence] = []
        self._found, self.takes_back = found, False
        self.now = Sentence()
        self._scratched: list[Token] = []
        self.pieces = with_shorthand([part for one in self.pieces for part in parts(one)])
        self._names = {}
        marks = self._list_marks(text)
        self.pieces = [one for one in self.pieces if not any(start <= one.start < end for start, end in marks)]
        self._names = {}
        listed = {next((n for n, one in enumerate(self.pieces) if one.start >= end), 0) for _, end in marks}
        corrections = taken_back_at(text)
        self._correct()
        n = 0
        while n < len(self.pieces):
            behind = next((end for start, end in corrections if start <= self.pieces[n].start < end), 0)
            if behind and self.pieces[n].is_word:
                n = self._take_back(n, behind)
                continue
            if n in listed and n:
                self._close(found, self.pieces[n].start)
            if self._ends_sentence(n):
                self.now.is_asked = self.pieces[n].text == "?"
                self._close(found, self.pieces[n].end)
                n += 1
            elif self.pieces[n].text == ":" and self._is_idle_so_far() and self._is_told_before(n):
                self._close(found, self.pieces[n].end)  # I'm nervous about ammo: nobody shoots
                self.now.is_mended = True
                n += 1
            else:
                before = len(self.now.tokens)
                end = max(self._aside(n) or self._next(n), n + 1)
                is_phrase = end > n + 1 and len(self.now.tokens) != before
                if not (is_phrase or self._is_aside):
                    self.now.is_past = self.now.is_past or any(map(self._is_past, range(n, end)))
                self.now.is_mended = self.now.is_mended or not self._respelt_at.isdisjoint(range(n, end))
                n = end
        self._close(found, len(line))
        if marks and not text[marks[0][0] : marks[0][1]].strip("0123456789"):
            for one in found:
                one.is_numbered = True  # numbers alone may count units
        return where_others_are(with_address(with_alternatives(found)), self.gazetteer, text)

    def _correct(self) -> None:
        """Words that nobody knows, in the spelling that was meant: nothing that has one is sure."""
        self._respelt_at: set[int] = set()
        self._cut: set[int] = set()
        for n, one in enumerate(self.pieces):
            if not one.text.isalpha() or len(one.text) < 2 or one.text.upper() in COMPASS:
                continue
            is_plural = one.low.endswith("s") and n + 1 < len(self.pieces) and one.low not in self.lexicon.words
            if is_plural and self.gazetteer.find([one.text]) is None and self._is_owner(one.text[:-1], n + 1):
                self.pieces[n] = replace(one, text=f"{one.text[:-1]}'s", low=f"{one.low[:-1]}'s")
                self._names.clear()
                continue  # g up to renos hex
            if self._is_known(n) or self._pair(n) is not None:
                continue
            behind = self.pieces[n + 1 : n + 2]
            is_dotted = bool(behind) and behind[0].text == "." and not behind[0].is_apart
            correction = corrected(
                one.low, self.lexicon.verbs, self.lexicon.spelt, self.gazetteer.words, is_dotted=is_dotted
            )
            correction = correction or self.gazetteer.second_word(self.pieces[n - 1].low if n else "", one.low)
            is_country = one.low in self.lexicon.scenery and correction not in self.gazetteer.words
            if correction and not is_country:  # the valley is no volley
                self.pieces[n] = replace(
                    one, text=correction.title() if one.text[0].isupper() else correction, low=correction
                )
                self._names.clear()
                self._respelt_at.add(n)
                if is_dotted:
                    self._cut.add(n)

    def _close(self, found: list[Sentence], end: int) -> None:
        one = self.now
        opening = next((piece.low for piece in self.pieces if piece.start >= one.start and piece.is_word), "")
        one.opens_asking = opening in QUESTION_WORDS or opening in ("how", "when", "where", "do", "am", "was", "were")
        one.is_asked = one.is_asked or opening in QUESTION_WORDS
        if one.opens_modal and any(piece.low in _PLEASE for piece in self.pieces if one.start <= piece.start < end):
            one.is_asked, one.wishes = False, True
        one.end = end
        self._note_idle_modals(one, end)
        if self._is_mere_question(one, end):
            one.wishes, one.opens_asking = False, True
        if opening in _GREETINGS and not any(token.type in _SAYS for token in one.tokens):
            self.now = Sentence(start=end)
            return
        has_gone = bool(found) and any(token.type in ("HEX", "PLACE", "STEP") for token in found[-1].tokens)
        clear = cleared(one.tokens, one.strange, one.talk_columns, self.pieces, self._joining, has_gone=has_gone)
        if (
            one.talk
            and clear
            and clear[0].start > one.talk_columns[-1]
            and clear[0].type in ("ACT", "NAME")
            and clear[0] is not one.tokens[0]
        ):
            one.unknown, one.talk = [*one.unknown, *one.talk], []  # a remark beside an order makes no talk of it
        behind = one.talk and clear and clear[0].type == "ALL" and any(two.type == "ACT" for two in clear)
        if behind and any(two.text == "," and one.talk_columns[-1] < two.start < clear[0].start for two in self.pieces):
            one.unknown, one.talk = [*one.unknown, *one.talk], []  # no more clever stuff, everybody stays
        clear = targets_in_turn(clear) if self.lexicon.settings.get("targets") else clear
        clear = with_company([token for two in found for token in two.tokens], clear)
        clear = with_conditions(clear) if self.lexicon.settings.get("per_unit") else clear
        one.tokens = in_order(
            in_plain_words(self._placed(self._led(both_named(by_whom(clear), self.pieces)))), self._joining
        )
        if self._scratched and one.tokens and not one.unknown and (whole := in_place(self._scratched, one.tokens)):
            one.tokens, self._scratched = whole, []
        if one.tokens or one.unknown or one.talk:
            found.append(one)
        self.now = Sentence(start=end)

    def _note_idle_modals(self, one: Sentence, end: int) -> None:
        """Take a word such as ``can`` behind somebody for unknown where no verb that we know follows it: they do something."""
        for before, after in pairwise([*one.tokens, None]):
            if (
                before is None
                or before.type not in ("NAME", "KIND")
                or (after is not None and after.type not in SEPARATORS)
            ):
                continue
            stop = after.start if after is not None else end
            words = [piece for piece in self.pieces if before.end <= piece.start < stop and piece.is_word]
            if len(words) > 1 and words[0].low in _MODALS and words[0].start not in one.strange:
                one.unknown.append(words[0].text)
                one.strange.append(words[0].start)

    def _placed(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens with an ``at`` before the hex in which those named before it stand: ``Pack Train / 7616 / hold``."""
        places = {thing.name: thing.at for thing in self.gazetteer.things if thing.is_own}
        found: list[Token] = []
        skipped = 0
        tokens = without_row_heading(tokens, places)
        for n, one in enumerate(tokens):
            before = found[-1] if found else None
            if (
                before is not None
                and before.type == "HEX"
                and self._tells_who_is_there(tokens[n : n + 3], before.value)
            ):
                skipped = 3 if [two.type for two in tokens[n + 2 : n + 3]] == ["KIND"] else 2
            if skipped:
                skipped -= 1
                continue
            if one.type == "HEX" and self._stops_there(found, one.value, places):
                last = next(n for n in range(len(found) - 1, -1, -1) if found[n].type == "ACT")
                found[last:] = [replace(found[last], value="stay", tags=("stay",))]
                continue
            is_cell = before is not None and before.type == "COMMA" and len(found) > 1 and found[-2].type == "NAME"
            if one.type == "HEX" and is_cell and [two.type for two in tokens[n + 1 : n + 3]] == ["COMMA", "ACT"]:
                at = found[-2].found
                if at is not None and {places.get(name, "") for name in at.own} == {one.value}:
                    found[-1] = Token("AT")  # C, 2018, dismount
            if one.type == "HEX" and before is not None and before.type == "NAME" and before.found is not None:
                stand = {places.get(name, "") for name in before.found.own}
                behind = tokens[n + 1].type if n + 1 < len(tokens) else ""
                if stand == {one.value} and behind in ("COMMA", "ACT", "NEG", "HEX"):
                    found.append(Token("AT"))
            found.append(one)
        return found

    @staticmethod
    def _stops_there(tokens: Sequence[Token], at: str, places: Mapping[str, str]) -> bool:
        """True if units are told to stop in their present hex: ``C and E stop at 2018``."""
        verb = next((n for n in range(len(tokens) - 1, -1, -1) if tokens[n].type not in ("AT", "TO")), -1)
        if verb < 1 or tokens[verb].type != "ACT" or tokens[verb].text.split()[:1] not in _STOPS:
            return False
        named = [one.found for one in tokens[:verb] if one.type == "NAME" and one.found is not None]
        return bool(named) and all({places.get(name, "") for name in one.own} == {at} for one in named)

    def _ends_sentence(self, n: int) -> bool:
        piece = self.pieces[n]
        if piece.text not in POINTS:
            return False
        is_row = ":" in [one.text for one in self.pieces[n + 2 : n + 5]]
        if (
            piece.text == ";"
            and not is_row
            and (piece.is_apart or (n + 1 < len(self.pieces) and not self.pieces[n + 1].is_apart))
        ):
            return False  # columns of a table
        if piece.text != ".":
            return True
        if n + 1 == len(self.pieces):
            return True
        after = self.pieces[n + 1]
        before = self.pieces[n - 1] if n else None
        if not after.is_apart or (before is not None and not before.is_word and before.text not in '")'):
            return False
        is_company = before is not None and len(before.text) == 1 and before.text.isupper()
        if before is not None and before.low == "f" and any(one.text == ":" for one in self.pieces[n + 2 : n + 5]):
            return True  # 1st: ahead 5, f. 2nd: back 2
        if before is not None and before.low in self.lexicon.settings.get("dotted", ()) and not is_company:
            if after.text in OPENERS:
                return True  # no adv. I've read the book
            is_initial = [one.text for one in self.pieces[n + 2 : n + 3]] == ["."]  # skirm. W. Bird
            is_next = len(after.text) == 1 and after.text.isupper() and self._is_verb(before) and not is_initial
            is_next = is_next and not (after.low in _STEP_WORDS and "face" in self.lexicon.acts)  # bk 3, f. E
            return is_next and any(one.type == "NAME" for one in self.now.tokens)  # G no att. A, M 7117
        if n - 1 in self._cut or (self.now.tokens and self.now.tokens[-1].type in ("TOWARD", "TO", "VIA", "WITH")):
            return False
        return (
            after.text[0].isupper()
            or after.text[0].isdigit()
            or (self._is_small and before is not None and (len(before.low) > 3 or before.low == "too"))
        )

    # One token.

    def _next(self, n: int) -> int:
        """Take what stands at piece `n`; the piece behind it."""
        piece = self.pieces[n]
        if not piece.is_word:
            return self._sign(n)
        if not self.now.tokens and piece.low in REQUESTS:
            self.now.opens_modal = True
            self.now.is_doubtful = piece.low in DOUBTFUL
        if piece.low in ("your", "yours", "ur", "yr") and self._is_addressed():
            return n + 1  # French, get your men down
        self.now.is_yours = self.now.is_yours or piece.low in ("your", "yours", "ur")
        if self._is_time(n):
            return n + 2
        if (named := self._named_before(piece.low)) is not None:
            return self._put("NAME", n, n + 1, found=named.found)
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
        is_over = piece.low == "over" and self.now.tokens[-1:] and self.now.tokens[-1].type in ("HEX", "PLACE")
        if is_over and self._number_end(n + 1 if n + 1 < len(self.pieces) else n) > n + 1:
            return self._put("VIA", n, n + 1)  # to 1310 over 1309
        if end := self._never_mind(n):
            return end
        if piece.low == "there" and n + 1 < len(self.pieces) and self.now.tokens and self._noun_end(n + 1):
            return n + 1  # back to there mules
        if self._is_some(n) or self._comes_back(n):
            self._note_unknown(n)
            return n + 1
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
        if name is not None and piece.low.isdigit() and self._name(n + 1)[1] > after_name:
            name, after_name = None, n  # SL1 forward 3 SL2 forward 4
        if name is None and (pair := self._pair(n)) is not None:
            return self._put_name(pair, n, n + 2)
        entries, values, after_entry = self._entry(n)
        if after_entry > n + 1 and entries[0].kind in ("talk", "wish", *NO_WORDS):
            inside, after_inside = self._name(after_entry - 1)
            if inside is not None and not inside.is_weak and after_inside > after_entry:
                return self._put_entry(entries, values, n, after_entry - 1)  # could He Dog
        entry = entries[0] if entries else None
        noun = self._noun_end(n)
        is_kind = name is not None and name.is_weak and len(name.own) > 1 and after_name == noun
        if noun and (abs(after_name) < noun or is_kind) and after_entry <= noun and self._is_noun(n, entry):
            return self._noun(n)  # the volunteers at Missoula: all of them there
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

    def _is_some(self, n: int) -> bool:
        """True if a word says that only some are meant, and not which: ``the first of them``, ``only one advances``."""
        low = self.pieces[n].low
        after = self.pieces[n + 1] if n + 1 < len(self.pieces) else None
        if after is None:
            return False
        if low in _SOME and after.low == "of" and [one.low for one in self.pieces[n + 2 : n + 3]] != ["all"]:
            entries = self._entry(n)[0]
            is_loss = bool(entries) and entries[0].kind == "cond"  # half of us are down
            return not (is_loss or any(one.type == "NEG" for one in self.now.tokens))
        before = self.now.tokens[-1].type if self.now.tokens else "THEN"
        if low == "both" and before == "NEG":
            return True  # not both advance
        is_begun = before in SEPARATORS or (n > 0 and self.pieces[n - 1].low in ("only", "just"))
        is_verb = after.low == "of" or (self._is_verb(after) and after.low != "more") or self._is_third(after)
        is_measured = after.low in ("inch", *self.lexicon.settings.get("units", ()))
        return low == "one" and not is_measured and is_begun and is_verb and not self._number_end_of_noun(n)

    def _number_end_of_noun(self, n: int) -> bool:
        """True if a number counts a kind of units: ``one of his companies``."""
        kept = list(self.now.tokens)
        self._number(n)
        found = self.now.tokens[-1] if len(self.now.tokens) > len(kept) else None
        self.now.tokens = kept
        return found is not None and found.type == "KIND"

    def _number_end(self, n: int) -> int:
        """The piece behind a number or a hex, 0 for none; nothing is taken."""
        kept = list(self.now.tokens)
        end = self._number(n)
        self.now.tokens = kept
        return end

    def _sign(self, n: int) -> int:
        text = self.pieces[n].text
        if text == "(" and self._has_points:
            point, end = self._point(n)
            if point:
                return self._put("PLACE", n, end, point)
        if text == "/" and self.pieces[n].is_apart and self._begins_row(n + 1):
            return self._put("THEN", n, n + 1)
        is_column = self.pieces[n].is_apart and n + 1 < len(self.pieces) and self.pieces[n + 1].is_apart
        if text == "|" or (text == "/" and is_column):
            return n + 1
        behind = self.pieces[n + 1] if n + 1 < len(self.pieces) else None
        is_signed = text in "+-" and behind is not None and behind.text.isdigit() and not behind.is_apart
        if is_signed and {"ahead", "back"} <= self.lexicon.acts.keys() and (n == 0 or self.pieces[n].is_apart):
            act = "ahead" if text == "+" else "back"
            return self._put("ACT", n, n + 1, act, tags=(act,))
        if text == "+" and n + 1 < len(self.pieces) and self.pieces[n + 1].text.isdigit() and not self._is_sum(n):
            return n + 1
        if text in _DASHES and (end := self._blank_end(n)):
            return self._put("ACT", n, end, "stay", tags=("stay",))
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
        if text in "([" and self.now.tokens and self._leaves_out(n + 1):
            return self._put("EXCEPT", n, n + 2)
        if text in "([" and self.now.tokens:
            entries = self._entry(n + 1)[0] if n + 1 < len(self.pieces) and self.pieces[n + 1].is_word else []
            is_joined = any(one.kind == "act" and one.value in self._joining for one in entries)
            return self._put("THEN" if is_joined else "COMMA", n, n + 1) if is_joined or text == "(" else n + 1
        if text in "<=":
            end = n + 1
            while end < len(self.pieces) and self.pieces[end].text in "<=>":
                end += 1
            return self._put("WITHIN", n, end) if text == "<" else end
        return n + 1  # dashes, arrows, colons, brackets, quotes: what they join stands side by side

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
        limit = [one.low for one in self.pieces[end : end + 2]]
        most = 1 if limit[:1] in (["max"], ["tops"]) else 2 if limit[:1] == ["or"] and limit[1:] in _OR_LESS else 0
        if most and any({"fire", "fire_from"} & set(one.tags) for one in self.now.tokens):
            return self._put("NUM", n, end + most, value)  # fire at 8 or less
        units = (*self.lexicon.settings.get("units", ()), '"')
        if end < len(self.pieces) and self.pieces[end].low in units and not self._is_hex(end + 1):
            return self._put("NUM", n, self._past_away(end + 1), value, form="measured")
        for behind in (end + 2, end + 1):
            words = [one.text for one in self.pieces[end:behind]]
            group = self.gazetteer.find(words) if len(words) == behind - end else None
            if group is not None and len(group.own) > 1 and str(len(group.own)) == value and self._counts(n, end):
                return self._put_name(replace(group, is_group=True, is_weak=False), end, behind)  # all three companies
        noun = self._noun(end, value) if end < len(self.pieces) else 0
        if not noun and end < len(self.pieces) and self.pieces[end].low == "of":
            at = end + 1  # one of his companies, one of the five companies
            while at < len(self.pieces) and (
                self._is_article(self.pieces[at]) or self.pieces[at].low in (*NUMBER_WORDS, *"2345")
            ):
                at += 1
            noun = self._noun(at, value) if at < len(self.pieces) else 0
        owner = self.pieces[n - 1].low if n else ""
        is_his = owner in ("his", "her", "their", "its") and value.isdigit()
        is_over = end >= len(self.pieces) or self.pieces[end].low in _BEHIND_COUNT or self._is_verb(self.pieces[end])
        if not noun and is_his and is_over:
            return self._put("KIND", n, end, value, tags=("any", "group"))  # Mills and his two
        return noun or self._put("NUM", n, self._past_away(end), value)

    def _put_entry(self, entries: Sequence[LexiconEntry], values: list[tuple[str, str]], n: int, end: int) -> int:
        if entries[0].kind == "scratch":
            return self._take_back(n, self.pieces[end - 1].end)
        return super()._put_entry(entries, values, n, end)

    def _take_back(self, n: int, column: int) -> int:
        """Take back the last order so far, whose names stay for what is put in its place; the piece behind `column`."""
        # A/3 to 3610.  Scratch that: ...
        before = self._found.pop() if self._found and not self.now.tokens else self.now
        first, last = last_order(before.tokens)
        self._scratched = last or self._scratched
        self.takes_back = True
        if first:
            self.now = replace(before, tokens=first)
            self._close(self._found, self.pieces[n].start)
        self.now = Sentence(start=self.pieces[n].start)
        return next((at for at in range(n, len(self.pieces)) if self.pieces[at].start >= column), len(self.pieces))
