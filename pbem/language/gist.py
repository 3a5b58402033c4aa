"""The gist of a line that fits no grammar: piece by piece, who is named, what is to be done, and where; the rest is left out.

It is never carried out, only offered: the rules say of each piece what it can mean at all (`may_be`), and what has most of the
line's words in it comes first.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from pbem.language.clauses import PLAIN, Phrase, SpokenClause, Who, clauses
from pbem.language.frames import MOST_GUESSED, forbids, frames, guesses, is_anybody, member, with_act
from pbem.language.kept import tells_of_foe
from pbem.language.lexicon import OrderKind
from pbem.language.meant import Meanings
from pbem.language.read import LineState, Rendering
from pbem.language.sentence import SEPARATORS, Token, with_others
from pbem.language.sketch import loosened, outlines
from pbem.language.wording.spans import Span, in_sequence, spans

MOST_COURSES = 4
"""Meanings of the pieces so far that are kept."""
MOST_TRIED_OF_ONE = 14
"""Meanings of one piece that are tried on the position."""
MOST_LOOSE = 8
"""Of them those in which the grammar leaves out words that say nothing."""
MOST_TRIED = 48
"""Meanings of a line that are tried on the position."""
MOST_JOINED = 5
"""Pieces that are read as one."""

LONGEST_STRANGE = 6
"""Words of a piece that begins with somebody whom nobody knows."""

MayBe = Callable[[tuple[str, ...]], bool]
"""True for order lines that can be carried out in the position."""

_SUBJECTS = frozenset(("NAME", "KIND", "ALL", "REST", "PRON"))
_PLACES = frozenset(("HEX", "PLACE", "STEP"))
_CONTENT = frozenset((*_SUBJECTS - {"PRON"}, *_PLACES, *PLAIN, "FOE", "ACT", "NEG", "SAME", "EXCEPT", "IF", "ELSE")) - {
    "THERE"
}
_NOT_PAST = frozenset(("being", "made", "got"))
"""Forms that stand in orders, too: ``where they are being held``."""
_IS_IT = re.compile(r"(?:(?:and|n)\s+)?(?:is|are|was|were|does|did)\s+(?!to\b)\w", re.I)
"""Begins a question that asks for no order: ``n is Joseph the one who shot last game``."""
_BIDS = re.compile(
    r"\b(?:should|shall|must|will|ought|let|has\s+to|have\s+to|(?:is|are)\s+to|had\s+better|please|pls)\b", re.I
)
_BETTER = re.compile(r"\bhad\s+(?:much\s+)?(?:better|best)\b")
_MINDS = re.compile(
    r"(?:\b(?:do|does|did|will|would)\s+not|\b(?:do|does|did|wo|would)n'?t|\bnever)\s+(?:\w+ly\s+)?"
    r"(?:like|love|care|know|mind|believe|think|understand|deserve|trust|expect|seem|matter)\b",
    re.I,
)
_TO_DO = (
    r"(?!(?:not\s+)?(?:to|going|ordered|told|instructed|directed|bidden|allowed|sending|moving|taking|putting|pulling|keeping"
    r"|having|staying)\b)"
)
_ARE = re.compile(
    r"(?:(?:and|but|for|well)\s+)?(?:(?:he|she|it|they|that|this|there)(?:'s|'re|'ve|\s+(?:is|are|has|have|looks?|seems?))"
    rf"|i'?m|i\s+am|i'?ve)\s+{_TO_DO}",
    re.I,
)
_IS = re.compile(rf"(?:'s|\s+(?:is|are|looks?|seems?|has\s+been|have\s+been))\s+{_TO_DO}", re.I)
_BEFORE_NOUN = re.compile(r"\b(?:of|the|a|an|no|for|his|their|its|her|my|much|more)\s+$", re.I)
_NO_OWNER = re.compile(
    r"\s+(?:no|not|too|so|very|rather|quite|pretty|out|in|on|a|an|the|all|just|still|already|getting|feeling|looking)\s",
    re.I,
)
"""Ahead of how somebody is: ``he's nearly out of cartridges``, ``G is too exposed``."""
MOST_IDLE = 7
"""Units that a line names as those who go on as they are; more are all others."""
_AIMED = re.compile(r"\{(?:target|at)\}")
_STAYING = frozenset(("stay", "hold", "secure", "keep_mode", "no_fire", "no_attack"))
"""Acts of who does what they do anyway."""
_LIMITS = frozenset(("IF", "EXCEPT", "EXCEPTED", "ELSE", "SHUN"))
"""Tokens that change what the rest means: a piece with one is read as a whole or not at all."""


@dataclass(frozen=True)
class Gist:
    """Order lines that a line may come to, best first; `share` is how much of what it names is in the best of them."""

    candidates: tuple[Rendering, ...] = ()
    even: int = 0
    """The number of candidates that have as much of it as the best."""
    share: float = 0.0
    strange: int = 0
    """Words that nobody knows in the pieces that were read."""
    is_held: bool = False
    """True if nothing is offered because it would leave out a condition, an exception or somebody whom nobody knows."""
    has_stranger: bool = False
    """True if somebody whom nobody knows is ordered, or an exception or condition is not read."""
    tells: bool = False
    """True if a piece that was read has a verb of its own, not in the past, and somebody it is for."""


@dataclass
class _Piece:
    """A piece of the line with its tokens."""

    span: Span
    tokens: list[Token] = field(default_factory=list)
    strange: int = 0
    is_aside: bool = False
    is_stranger: bool = False
    """True if it orders somebody whom nobody knows: ``Louisant shoots at Crow King``."""
    does_else: bool = False
    """True if those whom it names do something that nobody knows: ``Reno and M cheer them on``."""

    def has(self, *types: str) -> bool:
        return any(one.type in types for one in self.tokens)

    @property
    def weight(self) -> int:
        return sum(one.type in _CONTENT for one in self.tokens)

    @property
    def is_told(self) -> bool:
        """True if it has a verb for sure, which nobody needs to guess."""
        return any(one.type == "ACT" and one.is_sure and one.form != "light" for one in self.tokens)

    @property
    def is_fragment(self) -> bool:
        """True if it has no verb of its own: it belongs to what stands beside it."""
        return not self.has("ACT", "SAME") and not self.is_aside


@dataclass(frozen=True)
class _Course:
    """One meaning of the pieces so far: the reader's state, and how many of their tokens it has in it."""

    state: LineState = field(default_factory=LineState)
    covered: int = 0
    doubts: int = 0


_WaysOf = Callable[[_Piece, LineState], Iterator[tuple[LineState, int, int]]]
"""The states that a piece may lead to, each with the number of its tokens that are in it, and its doubts."""


class GistReader(Meanings):
    """Reads the gist of lines of one side in one position."""

    def gist(self, line: str, about: str, may_be: MayBe, others: Sequence[str] = (), *, guesses: bool = False) -> Gist:
        """The order lines that can be made of a line; a pronoun in it may refer to `about`, and `others` have orders in other
        lines."""
        self._line, self._may_be, self._tried = in_sequence(self._typed_out(line)), may_be, 0
        self._foes = ()
        self._group: frozenset[str] = frozenset()
        self._past_words = frozenset(self.lexicon.settings.get("past", ())) - _NOT_PAST
        self._legal: dict[tuple[str, ...], bool] = {}
        self._guesses = guesses
        self._has_unknown = False
        self._pieces = [self._piece(one) for one in spans(self._line)]
        self._read_pieces: list[_Piece] = []
        self._is_lost = False
        self._unread: list[_Piece] = []
        courses = [_Course(LineState(context=replace(self._spoken_of(about), others=frozenset(others))))]
        self._spoken = bool(courses[0].state.context.who) or any(
            one.type == "NAME" for piece in self._pieces for one in piece.tokens
        )
        self._spoken = self._spoken or "default_who" in self.lexicon.settings
        self._past: list[tuple[list[_Course], list[_Piece]]] = []
        n = 0
        while n < len(self._pieces):
            courses, n = self._step(courses, n)
        return self._found(courses)

    def _found(self, courses: Sequence[_Course]) -> Gist:
        good = [one for one in courses if one.state.lines]
        good.sort(key=lambda one: (-one.covered, one.doubts))
        made = {without_idle(self._lines(one.state)): None for one in good}
        idle = frozenset(name for one in good for name in one.state.context.idle)
        is_held = bool(made)
        made = {lines: None for lines in made if self._is_legal(lines) and self._has_everybody(lines, idle)}
        made = {lines: None for lines in made if self._spares(lines) and self._has_numbers(lines)}
        if any(one.has("EVENT", "COND") and not one.is_aside for one in self._pieces):
            made = {lines: None for lines in made if _WAITS.search(" ".join(lines))}
        has_stranger = (
            self._is_lost or any(one.is_stranger for one in self._pieces) or any(map(_is_limit, self._unread))
        )
        if is_held and not made:
            return Gist(is_held=True, has_stranger=has_stranger)
        even = len({without_idle(self._lines(one.state)) for one in good if one.covered == good[0].covered})
        total = sum(one.weight for one in self._pieces if not one.is_aside)
        share = good[0].covered / total if good and total else 0.0
        tells = any(one.has("ACT", "NEG", "SAME") and one.has(*_SUBJECTS) for one in self._read_pieces)
        strange = sum(one.strange for one in self._read_pieces)
        of_all = {one.defaults.get(key) for one in self.lexicon.acts.values() for key in ("everybody", "nobody")}
        is_short = any(one.has("NAME") for one in self._pieces) or _EXCEPTS.search(self._line) is not None
        is_short = is_short and any(not of_all.isdisjoint(lines) for lines in made)
        if is_short or has_stranger:
            return Gist(is_held=bool(good), has_stranger=has_stranger)
        is_guessed = self._guesses and not all(one.is_told for one in self._read_pieces)
        if not any(map(self._names_some, self._read_pieces)) or self._guesses != is_guessed:
            return Gist()
        return Gist(
            tuple(Rendering(one, is_sure=False, is_covered=False) for one in made), even, share, strange, tells=tells
        )

    def _has_everybody(self, lines: tuple[str, ...], idle: frozenset[str]) -> bool:
        """True if all whom the line surely names, in pieces that order something, are in the order lines, or beside them."""
        if any(one.span.corrects or one.has("EXCEPT", "NEG", "REST") for one in self._pieces):
            return True
        text = " ".join((*lines, *idle))
        pieces = [one for one in self._pieces if one in self._read_pieces or one in self._unread]
        for n, piece in enumerate(pieces):
            is_list = all(one.type in ("NAME", *SEPARATORS) for one in piece.tokens)
            is_list = is_list and not piece.strange and [one.span.mark for one in pieces[n + 1 : n + 2]] == [","]
            acts = [one for one in piece.tokens if one.type == "ACT"]
            stays = bool(acts) and all(_STAYING.intersection(one.tags) for one in acts)
            is_told = piece.is_aside or stays or not (is_list or piece.has("ACT", *_PLACES, "FOE"))
            if not (is_told or all(self._is_ordered(one, text) for one in piece.tokens)):
                return False
        return True

    def _has_numbers(self, lines: tuple[str, ...]) -> bool:
        """True if every number with a meaning of its own, such as a distance, is in the order lines."""
        text = " ".join(lines)
        pieces = [
            one for one in self._pieces if not (one.is_aside or one.has(*_PLACES)) and one.has("ACT", "FOE", *_SUBJECTS)
        ]
        if not (
            any(one.span.corrects for one in self._pieces) or all(self._has_hexes(one, text) for one in self._pieces)
        ):
            return False
        is_placed = any(one.has("HEX", "STEP") for one in self._pieces)
        numbers = {
            one.value
            for piece in pieces
            for one in piece.tokens
            if one.type == "NUM" and not (is_placed and one.form == "measured")
        }
        return any(one.span.corrects for one in self._pieces) or all(
            re.search(rf"(?<![\d.]){one}(?![\d])", text) for one in numbers
        )

    def _has_hexes(self, piece: _Piece, text: str) -> bool:
        """True if the hexes of a piece that orders something are in the order lines, or somebody who stands there."""
        if piece.is_aside or (piece.has("NEG") and not piece.has("ACT")):
            return True
        hexes = {one.value for one in piece.tokens if one.type == "HEX"}
        stand = [(one.name, one.at) for one in self.gazetteer.things if one.at in hexes]
        return all(at in text or any(name in text for name, two in stand if two == at) for at in hexes)

    def _spares(self, lines: tuple[str, ...]) -> bool:
        """True if order lines are for none of those enemies whom the line forbids; where no order forbids a target, they must
        name another: ``don't shoot at the lodges`` is neither to shoot at them nor to hold."""
        if not self.lexicon.settings.get("no_ban"):
            return True
        text = " ".join(lines)
        for piece in self._pieces:
            bans = [n for n, one in enumerate(piece.tokens) if one.type == "NEG" or forbids(one)]
            behind = piece.tokens[bans[0] :] if bans else []
            foes = [name for one in behind if one.type == "FOE" and one.found for name in one.found.foe]
            if foes and (any(name in text for name in foes) or " at " not in text):
                return False
        return True

    def _is_ordered(self, one: Token, text: str) -> bool:
        """True if a token names nobody for sure, or somebody who is in some order lines, or beside one who is."""
        found = one.found if one.type == "NAME" and not one.form else None
        if found is None or found.is_weak or found.is_misspelt or found.is_group:
            return True
        at = {self._thing(name).at for name in found.own} - {""}
        beside = [other.name for other in self.gazetteer.things if other.at in at]
        is_led = any(self._thing(name).is_leader for name in found.own)
        return any(name in text for name in (*found.own, *at, *(beside if is_led else ())))

    def _names_some(self, piece: _Piece) -> bool:
        """True if a piece names some of one's own, or goes back to those who were spoken of."""
        is_said = bool(self._spoken) and piece.has("PRON", "ACT")
        return is_said or any(
            one.type in ("NAME", "EVENT") or (self._is_own(one) and not is_anybody(one)) for one in piece.tokens
        )

    # Pieces.

    def _piece(self, span: Span, end: int = -1) -> _Piece:
        text = self._line[span.start : span.end if end < 0 else end]
        piece = _Piece(span)
        columns: list[int] = []
        words = re.findall(r"[a-z']+", _BETTER.sub(" ", text.lower()))
        is_told = not self._past_words.isdisjoint(words)
        is_asked = span.is_asked and _REQUEST.match(re.split(r"[.!?]", self._line[: span.start])[-1]) is None
        for one in self._tokenizer.sentences(text):
            if piece.tokens and one.tokens:
                piece.tokens.append(Token("THEN"))
            piece.tokens += self._within_group([token for token in one.tokens if token.type != "ROLL"])
            piece.strange += len(one.unknown) + len(one.talk)
            columns += one.strange
            is_begun = bool(one.strange and one.tokens) and one.tokens[0].type == "ACT"
            is_order = (
                is_begun
                and one.strange[0] < one.tokens[0].start
                and (
                    any(t.type in ("FOE", *_PLACES) for t in one.tokens) or self._may_name(text[: one.tokens[0].start])
                )
            )
            piece.is_stranger = piece.is_stranger or (self._guesses and one.has_stranger)
            piece.is_stranger = piece.is_stranger or (is_order and len(text.split()) <= LONGEST_STRANGE)
            is_told = is_told or one.is_yours
            is_asked = is_asked and not self._is_request(one) and not one.wishes
        is_told = is_told or (span.mark != "then" and _IS_IT.match(text.strip()) is not None)
        is_said = self._is_said(piece, text)
        piece.does_else = self._does_else(piece, text, columns)
        piece.is_aside = ((span.is_reason or is_told or is_asked) and span.mark != "so") or is_said
        return piece

    @staticmethod
    def _does_else(piece: _Piece, text: str, strange: Sequence[int]) -> bool:
        """True if a verb that nobody knows stands behind those whom a piece begins with."""
        if not piece.tokens or not all(
            one.type in ("NAME", "KIND", "ALL", "REST", *SEPARATORS) for one in piece.tokens
        ):
            return False
        behind = piece.tokens[-1].end
        if text[: piece.tokens[0].start].strip().lower() not in ("", "the", "my", "but", "while", "and", "with the"):
            return False
        if _MAY_DO.match(text[behind:]):
            return True
        word = re.match(r"\s+([a-z']+)", text[behind:])
        return word is not None and behind + word.start(1) in strange and not word[1].endswith("ing")

    def _is_said(self, piece: _Piece, text: str) -> bool:
        """True if a piece with words that nobody knows says how somebody is, and orders nothing."""
        if not (piece.strange and piece.weight) or piece.has("HEX", "STEP", "IF", "EVENT"):
            return False
        is_bid = _BIDS.search(text) is not None
        if piece.has("FOE") and not piece.has(*_SUBJECTS, "ACT"):
            return True  # the lodges are bait
        if tells_of_foe(text, self.gazetteer) and not piece.has("NAME", "KIND", "ALL", "REST"):
            return True  # He Dog is breathing down their necks
        if _MINDS.search(text) is not None and not is_bid:
            return True  # troopers don't like it
        named = next((one for one in piece.tokens if one.type == "NAME"), None)
        begun = _ARE.match(text) or (_IS.match(text, named.end) if named is not None else None)
        if begun is None and named is not None and text[: named.end].endswith("'s"):
            begun = _NO_OWNER.match(text, named.end)
        doing = {one.start for one in piece.tokens if one.type == "ACT"}
        acts = [
            one for one in piece.tokens if one.type == "ACT" and one.is_sure and one.form not in ("light", "ing", "ed")
        ]
        acts = [one for one in acts if not (one.text.startswith("as ") or _BEFORE_NOUN.search(text[: one.start]))]
        if begun is None or is_bid or piece.has("FOE", "HOW") or begun.end() in doing:
            return False
        return piece.strange > 1 or not acts  # he's nearly out of cartridges; G is too exposed

    def _may_name(self, words: str) -> bool:
        """True if words ahead of a verb may be somebody whom nobody knows: ``kingy`` in ``kingy hold fire``."""
        return len(words.split()) == 1 and words.strip(" ,.:!").lower() not in self.lexicon.scenery

    def _within_group(self, tokens: Sequence[Token]) -> list[Token]:
        """The names as those of the group that a heading named, where they fit several: ``2nd Cavalry: A ..., B ...``."""
        found = []
        for one in tokens:
            own = tuple(name for name in one.found.own if name in self._group) if one.found is not None else ()
            found.append(replace(one, found=replace(one.found, own=own)) if own and one.found is not None else one)
        return found

    # Steps.

    def _step(self, courses: list[_Course], n: int) -> tuple[list[_Course], int]:
        """The courses after piece `n`, with those behind it that belong to it; and the next piece."""
        piece = self._pieces[n]
        if n:
            self._note_foes(self._pieces[n - 1].tokens)
        if piece.span.corrects and self._past:
            return self._corrected(courses, n)
        if n and piece.tokens and _BUT.search(self._line[: piece.span.start]):
            self._is_lost = self._is_lost or all(one.type in ("NAME", "KIND", *SEPARATORS) for one in piece.tokens)
        if piece.is_aside and n and _RELATIVE.search(self._line[: piece.span.start]):
            last = [one for one in self._pieces[n - 1].tokens if one.type == "NAME"][-1:]
            return [self._with_names(one, last) for one in courses], n + 1
        if piece.is_aside:
            return [self._with_names(one, piece.tokens) for one in courses], n + 1
        piece = self._pieces[n] = self._at_told(n, piece)
        for ways in self._ways(piece):
            for end in self._ends(n):
                joined = piece if end == n + 1 else self._piece(piece.span, self._pieces[end - 1].span.end)
                whole = self._at_told(n, joined)
                found = self._extended(courses, whole, ways)
                if found:
                    return self._taken(courses, found, [whole], end)
        parts = _at_joints(piece)
        for k, part in enumerate(parts):
            found = self._extended(courses, part, self._gist_ways)
            if found:
                courses, _ = self._taken(courses, found, [part], n)
            if k + 1 == len(parts) and self._past and any(self._past[-1][1] == [one] for one in parts):
                return courses, n + 1
        if piece.tokens and all(one.type == "NAME" and one.found and one.found.is_group for one in piece.tokens):
            self._group = frozenset(name for one in piece.tokens if one.found for name in one.found.own)
            self._pieces[n + 1 :] = [self._piece(one.span) for one in self._pieces[n + 1 :]]
        elif piece.weight:
            self._past.append((courses, [piece]))
            self._unread.append(piece)
        return [self._with_names(one, piece.tokens) for one in courses], n + 1

    def _at_told(self, n: int, piece: _Piece) -> _Piece:
        """The piece, with the one enemy of whom those ahead of it tell as whom it is at: ``Iron Hawk is alone.  A attacks``."""
        ahead = [token for one in self._pieces[:n] for token in one.tokens]
        foe = next((one for one in ahead if one.type == "FOE"), None)
        is_told = foe is not None and len({one.text for one in ahead if one.type == "FOE"}) == 1
        is_told = is_told and not any(
            one.type in ("NAME", "KIND", "ALL", "REST", "HOW", "EVENT", "IF") for one in ahead
        )
        acts = [one for one in piece.tokens if one.type == "ACT"]
        aims = {name for one in acts if one.is_sure for name in one.tags if name in self.lexicon.acts}
        is_open = any(_AIMED.search(self.lexicon.acts[name].lines[0]) for name in aims) and len(acts) == 1
        is_open = is_open or (not acts and piece.has("HOW") and piece.has("NAME"))
        if foe is None or not (is_open and is_told) or piece.has("FOE", "PRON", *_PLACES, "NEG", "ELSE", "EVENT", "IF"):
            return piece
        last = acts[0] if acts else [one for one in piece.tokens if one.type == "NAME"][-1]
        at = piece.tokens.index(last) + 1
        whom = replace(foe, start=last.end, end=last.end, form="")
        return replace(piece, tokens=[*piece.tokens[:at], whom, *piece.tokens[at:]])

    def _taken(
        self, before: list[_Course], found: list[_Course], pieces: list[_Piece], n: int
    ) -> tuple[list[_Course], int]:
        self._past.append((before, pieces))
        self._read_pieces += pieces
        return found, n

    def _ends(self, n: int) -> list[int]:
        """The pieces with which piece `n` may be read as one end, longest first."""
        end = n + 1
        while end < len(self._pieces) and end < n + MOST_JOINED:
            here = self._pieces[end]
            has_verb = any(one.has("ACT", "SAME") for one in self._pieces[n:end])
            is_more = here.is_fragment or not has_verb
            if (
                here.is_aside
                or here.does_else
                or here.span.corrects
                or here.span.mark in (".", ";", "so", ":")
                or not is_more
            ):
                break
            end += 1
        return list(range(end, n, -1))

    def _with_names(self, course: _Course, tokens: Sequence[Token]) -> _Course:
        """The course with those whom an aside names as whom a pronoun behind it means."""
        own = [
            one.found.own
            for one in tokens
            if one.type == "NAME"
            and one.found is not None
            and (not one.found.is_weak or len(one.text.split()[-1]) == 1)
        ]
        names = tuple(dict.fromkeys(some[0] for some in own if len(some) == 1))
        if not names:
            return course
        leader = next((one for one in names if self._thing(one).is_leader), course.state.context.leader)
        context = replace(course.state.context, who=names, leader=leader)
        return replace(course, state=replace(course.state, context=context))

    def _corrected(self, courses: list[_Course], n: int) -> tuple[list[_Course], int]:
        """The courses with what piece `n` puts in the place of what stands before it."""
        before, pieces = self._past[-1]
        piece = self._pieces[n]
        old = [one for one in pieces[-1].tokens if one.type not in SEPARATORS]
        for end in reversed(self._ends(n)):
            new = piece if end == n + 1 else self._piece(piece.span, self._pieces[end - 1].span.end)
            tokens = new.tokens
            if others_too := with_others(pieces[-1].tokens, tokens):
                tries = [(before, replace(new, tokens=others_too))]
            elif new.has("NAME", "KIND", "ALL", "REST") and new.has("ACT", *_PLACES, "FOE", "NEG"):
                named = {one.value or one.text for one in old if one.type in ("NAME", "KIND")}
                others = {one.value or one.text for one in tokens if one.type in ("NAME", "KIND")}
                start = before if named & others or len(named) == len(others) else courses
                more = replace(new, tokens=tokens)
                tries = [(start, more), (courses, more)] if start is before else [(courses, more), (before, more)]
            else:
                tries = [(before, _Piece(piece.span, _replaced(old, tokens), new.strange))]
            for start, made in tries:
                for ways in (self._whole_ways, self._gist_ways):
                    found = self._extended(start, made, ways)
                    if found:
                        return self._taken(start, found, [made], end)
        if piece.weight:
            self._is_lost = True
        return before if piece.weight else courses, n + 1

    # Meanings of one piece.

    def _extended(self, courses: Sequence[_Course], piece: _Piece, ways_of: _WaysOf) -> list[_Course]:
        """The courses with a piece read as a whole, in its gist, or with a guessed verb, that can be carried out."""
        if not piece.weight:
            return []
        found: list[_Course] = []
        seen: set[tuple[str, ...]] = set()
        for course in courses:
            ways = ways_of(piece, course.state)
            tried = 0
            for state, covered, doubts in ways:
                lines = self._lines(state)
                is_idle = lines == self._lines(course.state) and state.context.idle != course.state.context.idle
                if ways_of == self._whole_ways and lines and is_idle:
                    found.append(_Course(state, course.covered + covered, course.doubts + doubts))
                    break  # D/3 stays mounted
                if not lines or lines in seen or lines == self._lines(course.state) or _is_turned(piece, lines):
                    continue
                seen.add(lines)
                tried += 1
                if self._is_legal(lines):
                    found.append(_Course(state, course.covered + covered, course.doubts + doubts))
                if tried >= MOST_TRIED_OF_ONE:
                    break
        found.sort(key=lambda one: (-one.covered, one.doubts))
        return found[:MOST_COURSES]

    def _whole_ways(self, piece: _Piece, state: LineState) -> Iterator[tuple[LineState, int, int]]:
        """The states in which every token of a piece has its place, as the grammar has it."""
        tokens = next(self._taken_as(piece.tokens, state.context))
        for one in self._sentence(self._unsplit(clauses(tokens)), state):
            if self._is_whole(one) and not (unnamed := self._unnamed(tokens, one)):
                yield one, piece.weight - unnamed, 0

    def _unsplit(self, readings: Iterable[tuple[SpokenClause, ...]]) -> Iterator[tuple[SpokenClause, ...]]:
        return (one for one in readings if not self._is_split(one))

    def _loose_ways(self, piece: _Piece, state: LineState) -> Iterator[tuple[LineState, int, int]]:
        for doubts, tokens in enumerate(self._taken_as(piece.tokens, state.context)):
            for more, way in enumerate((clauses, loosened, outlines)):
                made = [one for one in self._sentence(self._unsplit(way(tokens)), state) if self._is_whole(one)]
                for one in made:
                    yield one, piece.weight - self._unnamed(tokens, one), doubts + more
                if made:
                    break

    def _gist_ways(self, piece: _Piece, state: LineState) -> Iterator[tuple[LineState, int, int]]:
        yield from islice(self._loose_ways(piece, state), MOST_LOOSE)
        if piece.has(*_LIMITS):
            return
        ways: list[tuple[int, int, tuple[SpokenClause, ...], list[Token]]] = []
        for doubts, tokens in enumerate(self._taken_as(piece.tokens, state.context)):
            for reading, covered in frames(tokens, self._standing_at, has_before=state.context.clause is not None):
                if all(reading != one[2] for one in ways):
                    ways.append((covered, doubts, reading, tokens))
        for covered, doubts, reading, tokens in sorted(ways, key=lambda one: (-one[0], one[1])):
            for made in self._sentence([reading], state):
                lost = self._unnamed(tokens, made) + (not self._is_whole(made))
                yield made, covered - lost, 3 + doubts + lost
        if not piece.has("ACT", "FOE", *_PLACES) and piece.has("NAME", "PRON", "HOW", "NUM", "WITHIN"):
            yield from self._as_before(piece, state)

    def _ways(self, piece: _Piece) -> Sequence[_WaysOf]:
        """The ways to read a piece; if verbs may be guessed, there may be one in words that nobody knows."""
        if piece.does_else:
            return (self._guessed_ways,) if self._guesses else ()
        if not (self._guesses and piece.strange):
            guessed = (self._guessed_ways,) if self._guesses else ()
            return (self._whole_ways, self._gist_ways, *guessed)
        return (lambda piece, state: chain(self._gist_ways(piece, state), self._guessed_ways(piece, state)),)

    def _guessed_ways(self, piece: _Piece, state: LineState) -> Iterator[tuple[LineState, int, int]]:
        """The states with a guessed verb for a piece that has none for sure."""
        if piece.is_told or piece.has(*_LIMITS) or not (piece.has(*_SUBJECTS) or state.context.who):
            return
        words = [one.lower() for one in re.findall(r"[A-Za-z']+", self._line[piece.span.start : piece.span.end])]
        for rank, act in enumerate(guesses(self.lexicon).likely(words)[:MOST_GUESSED]):
            tokens = with_act(next(self._taken_as(piece.tokens, state.context)), act)
            for reading, covered in islice(frames(tokens, self._standing_at, has_before=False), 8):
                for made in self._sentence([reading], state):
                    lost = self._unnamed(tokens, made) + (not self._is_whole(made))
                    yield made, covered - lost - 1, 8 + rank + lost

    def _as_before(self, piece: _Piece, state: LineState) -> Iterator[tuple[LineState, int, int]]:
        """The frame of what was said of somebody, in another manner: ``and Four Horns goes easy on the bullets``."""
        before = state.context.clause
        manner = [Phrase(PLAIN[one.type], (one,)) for one in piece.tokens if one.type in PLAIN]
        members = tuple(member(one) for one in piece.tokens if one.type in _SUBJECTS - {"PRON"})
        if before is None or not manner:
            return
        parts = [one for one in before.parts if one.role not in {two.role for two in manner}]
        who = Who(members) if members else before.who
        clause = replace(before, who=who, parts=(*parts, *manner))
        for names in self._who(who, state.context)[:1] if who is not None else []:
            kept = tuple(one for one in state.lines if not one.text.startswith(tuple(f"{name} " for name in names)))
            for made in self._sentence([(clause,)], replace(state, lines=kept)):
                yield made, piece.weight, 4

    def _unnamed(self, tokens: Sequence[Token], state: LineState) -> int:
        """The number of one's own whom the tokens name, and who are not in the lines of a state."""
        text = " ".join((*(one.text for one in state.lines), *state.context.idle))
        own = [one.found.own for one in tokens if one.type == "NAME" and one.found is not None and not one.form]
        return sum(not any(name in text or (self._thing(name).at or name) in text for name in some) for some in own)

    def _bare_acts(self, clause: SpokenClause) -> list[tuple[OrderKind, bool]]:
        found = super()._bare_acts(clause)
        joins = [
            one
            for one in self.lexicon.acts.values()
            if one.defaults.get("leaders") == "yes" and one.object_is == "target"
        ]
        has_own = any(one.role in ("goal", "target") and one.tokens[0].type == "NAME" for one in clause.parts)
        return [*found, *((one, False) for one in joins if has_own)]

    def _lines(self, state: LineState) -> tuple[str, ...]:
        """The order lines of a state, with a line for those who are to go on as they are: ``D stays mounted``."""
        lines = self._candidate(state, ()).lines if state.lines else ()
        act, text = self.lexicon.acts.get("stay"), " ".join(lines)
        idle = [name for name in sorted(state.context.idle) if name not in text and not self._thing(name).is_leader]
        if not 0 < len(idle) < MOST_IDLE or not lines or act is None or "{units}" not in act.lines[0]:
            return lines
        joint = str(self.lexicon.settings.get("joint", " + "))
        return (*lines, act.lines[0].replace("{units}", joint.join(idle)))

    def _is_legal(self, lines: tuple[str, ...]) -> bool:
        if lines not in self._legal:
            if self._tried >= MOST_TRIED:
                return False
            self._tried += 1
            self._legal[lines] = self._may_be(lines)
        return self._legal[lines]


def _replaced(old: Sequence[Token], new: Sequence[Token]) -> list[Token]:
    """Tokens with others in the place of those of their type: ``Wyandot back 2``, ``stay``."""
    found = list(old)
    fresh = [one for one in new if one.type in _CONTENT]
    types = {one.type for one in fresh}
    if "ACT" in types:
        keep = [one for one in found if one.type in _SUBJECTS]
        stays = any({"stay", "no_fire", "no_attack"} & set(one.tags) for one in fresh if one.type == "ACT")
        is_whole = stays or bool(types & {*_PLACES, "FOE"})
        return [*keep, *(one for one in found if one.type in (*_PLACES, "FOE") and not is_whole), *new]
    known = [one.value or one.found for one in found if one.type == "NAME"]
    if types == {"NAME"} and len(known) > len(fresh) and all((one.value or one.found) in known for one in fresh):
        return _only_some(found, new)  # A and E to 3612, no, only E
    for n, one in enumerate(new):
        if one not in fresh:
            continue
        led = new[n - 1] if n and new[n - 1].type in ("TO", "AT", "WITH", "TOWARD") else None
        if one.type == "NAME" and led is not None:
            at = next(
                (k for k, two in enumerate(found) if k and two.type == "NAME" and found[k - 1].type == led.type), -1
            )
            found[at : at + 1] = [one] if at >= 0 else [*found[-1:], led, one] if at < 0 and found else [one]
            continue
        kind = _PLACES if one.type in _PLACES else {one.type}
        same = [k for k, two in enumerate(found) if two.type in kind]
        if same:
            found[same[-1]] = one
        else:
            found.append(one)
    return found


def _only_some(old: Sequence[Token], new: Sequence[Token]) -> list[Token]:
    """An order for some of those whom it was first for."""
    end = next((n for n, one in enumerate(old) if one.type not in (*_SUBJECTS, *SEPARATORS)), len(old))
    return [*new, *old[end:]]


_MAY_DO = re.compile(r"\s+(?:can|could|may|might|will|shall|should|must|just|only|simply|merely)\s+[a-z]")
"""Begins what somebody does, whatever it is."""
_BUT = re.compile(r"\bbut\s*$", re.I)
"""Ahead of somebody and nothing else, it excepts them: ``everybody dismounts but M``."""
_REQUEST = re.compile(
    r"\W*(?:(?:how|what)\s+about|(?:could|can|would|will|shall|may|might)\s+(?:the|my|our|you|we|[A-Z]))\b.*[,;]", re.I
)
"""Begins a request that goes on: ``How about Third forms line, then goes four inches on?``."""
_RELATIVE = re.compile(r"\b(?:who|which|whose)\s*$", re.I)


_EXCEPTS = re.compile(r"\b(?:but|except\w*|bar|save|apart|without|less|minus)\b", re.I)


def _is_limit(piece: _Piece) -> bool:
    """True if a piece that could not be read has a condition or an exception: the rest is not offered without it."""
    return any(one.type in ("IF", "EXCEPT", "EVENT", "COND", "ELSE") and one.text != "or" for one in piece.tokens)


_STAYS = re.compile(r"(?P<who>.+?):? (?:stay|hold)")
_DONE_AND_STAYS = re.compile(r"(.+: [^;]+(?:; [^;]+)*); stay$")
"""``Light Horse: dismount; stay``."""


def without_idle(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The order lines without any "stay" for somebody to whom another line, or the same, gives something to do."""
    kept = []
    for one in (_DONE_AND_STAYS.sub(r"\1", one) for one in lines):
        stays = _STAYS.fullmatch(one)
        others = "\n".join(two for two in lines if not _STAYS.fullmatch(two))
        names = stays["who"].split(" + ") if stays is not None else ()
        if not names or not all(re.search(rf"(?m)(?:^|\+ |[,:;] ){re.escape(who)}(?!\w)", others) for who in names):
            kept.append(one)
    return tuple(kept)


_WAITS = re.compile(r"\b(?:when|if|once|until)\b")


def _is_turned(piece: _Piece, lines: Sequence[str]) -> bool:
    """True if order lines leave out what a piece has them wait for, or tell somebody to stay who does something, only because
    a remark denies something."""
    text = " ".join(lines)
    if piece.has("EVENT", "COND") and _WAITS.search(text) is None:
        return True
    return piece.has("NEG") and not piece.has(*_SUBJECTS) and any(one.endswith(("; stay", "; hold")) for one in lines)


def _at_joints(piece: _Piece) -> list[_Piece]:
    """A piece cut where the words between two verbs join them; [] where there are no two."""
    parts: list[list[Token]] = [[]]
    for n, one in enumerate(piece.tokens):
        is_joint = one.type in SEPARATORS and any(two.type in ("ACT", "HEX", "FOE", "STEP") for two in parts[-1])
        if is_joint and any(two.type in ("ACT", "HEX", "FOE", "STEP", "NEG") for two in piece.tokens[n + 1 :]):
            parts.append([])
        else:
            parts[-1].append(one)
    return [replace(piece, tokens=one) for one in parts] if len(parts) > 1 else []
