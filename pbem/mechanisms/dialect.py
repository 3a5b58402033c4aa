"""The common part of all games' dialects: verbs corrected, lines read back, and why a line could not be read."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.board.roster import Roster
from pbem.core.order import Malformed, Order, Problem, Warning_
from pbem.language.members import with_steps
from pbem.language.spelling import nearest
from pbem.mechanisms.likeness import NOT_VERBS, TAKES_BACK, Likeness
from pbem.mechanisms.naming import Naming, in_singular, with_ranges
from pbem.mechanisms.orders import Move
from pbem.mechanisms.paths import Wayfinding, hex_of
from pbem.orders.commands import FOUR_DIGITS
from pbem.orders.dialect import Placed, Reading, ReadsProse, RepairedLine
from pbem.orders.language import language
from pbem.orders.lines import bare, straight, without_polite
from pbem.orders.refusal_text import with_lead
from pbem.orders.rest import with_stay
from pbem.orders.syntax import Line, Members, Misread, Name, Ordered, OrderLine, Words

_WORD = re.compile(r"[A-Za-z][\w/'.&-]*")

JOINT = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.I)
"""The words between two names."""


_STANDING_FOR_A_PHASE = re.compile(r"\s*((?:in|for)\s+(?:phase\s+)?\w+(?:\s+\w+)?\s*:\s*)(policy|when)\b", re.I)
_HEXES = re.compile(r"\d\s+hex(?:es)?\s+[nsew]", re.I)
"""So many hexes in a direction, which would else be read as the end of a name."""
_FACES = re.compile(r"(?<=\s)(?:fac(?:es?|ing)|looks?|turns?|wheels?)$", re.I)
"""Ends what looks like a name before a direction."""


TURNED = re.compile(r"\s*(?P<deed>[a-z][a-z ]*?)\s*,\s*(?P<unit>[A-Za-z][\w/.' -]*?)\s*", re.I)
"""An action, a comma and a unit."""


MOST_NAME_WORDS = 12
"""Words before a verb that may be a counter's name; a line of hundreds of words is not tried at each of them."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A game's words.

    `verbs` may be shortened to three letters or misspelt by one; `moving` are those that move a unit; `by_phase` says which
    orders there are in a phase, by letter; `missing` what is asked where a line ends too early (question, form), by its last
    word; `policies` lists the policies, `policy` is an example of one; `keywords` are other words that may stand in an order;
    `more_grammar` are rules of the grammar besides those of its file.
    """

    grammar: str
    verbs: tuple[str, ...]
    moving: tuple[str, ...]
    by_phase: Mapping[str, str]
    missing: Mapping[str, tuple[str, str]]
    policies: str
    policy: str
    keywords: tuple[str, ...] = ()
    more_grammar: str = ""


class GameDialect(ABC):
    """A dialect (`pbem.orders.dialect.Dialect`) but for what its words mean, which the game gives."""

    place = FOUR_DIGITS
    vocabulary: Vocabulary
    naming: Naming
    ways: Wayfinding

    @abstractmethod
    def clause_orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """The orders of one clause, as the game means them."""

    def stage(self, what: OrderLine | Order) -> int:
        """See `orders.dialect.Dialect`: a phase goes from top to bottom."""
        return 0

    @abstractmethod
    def write(self, order: Order) -> str:
        """The order's one text form."""

    @abstractmethod
    def phase_letter(self, text: str, view: Any = None, side: str = "") -> str:
        """The letter of a phase as a player says it, "" for none."""

    @abstractmethod
    def standing_fault(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """Why a ``when`` line could not be read (E180, E181)."""

    def is_slip(self, word: str) -> bool:
        """True if a word is one slip from a verb, in more ways than by one wrong letter."""
        return False

    def phase_word(self, letter: str, view: Any, side: str) -> str:
        """The word by which a side writes a phase: its letter."""
        return letter

    def no_phase(self, words: Words, reading: Reading) -> Placed:
        """Why a line is for no phase of the side's (E154)."""
        text = f"No phase of yours is called '{words.text.strip(' :')}'.  See   help orders"
        return Placed(Malformed("E154", text), words.start, words.end)

    def is_glued(self, word: str, names: Roster) -> bool:
        """True if a word is a verb and another word with no blank between them."""
        return False

    def may_suggest(self, order: Order) -> bool:
        """True if an order is worth suggesting although it is not legal as things stand."""
        return False

    def formation(self, words: str, view: Any, side: str) -> tuple[str, ...] | Problem:
        """See `orders.dialect.Dialect`."""
        return self.naming.formation(view, words, side)

    def parse(self, words: str) -> Line | Misread:
        """The syntax of one line."""
        read = language(self.vocabulary.grammar, more=self.vocabulary.more_grammar).read
        words = with_stay(with_ranges(words))
        found = read(with_steps(words) if _HEXES.search(words) else words)
        found = read(words) if isinstance(found, Misread) else found
        if isinstance(found, Misread) and (steps := with_steps(words)) != words:
            again = read(steps)
            return found if isinstance(again, Misread) else again
        return found

    def repair(self, words: str, view: Any) -> RepairedLine | None:
        """Verbs spelt out: a beginning of three letters that only one verb has, or one wrong letter (W303)."""
        names = self.naming.roster(view)
        out, last = "", 0
        columns: list[int] = []
        notes: list[Warning_] = []
        for match in _WORD.finditer(words):
            word = match[0].lower()
            is_other = word in self.vocabulary.verbs or word in NOT_VERBS or names.has_word(word)
            verb = None if is_other else self._verb(word)
            if verb is None:
                continue
            columns += range(last, match.start())
            columns += [match.start()] * (len(verb) - 1) + [max(match.end() - 1, match.start())]
            out += words[last : match.start()] + verb
            last = match.end()
            notes.append(Warning_("W303", f"'{match[0]}' read as {verb}"))
        if not notes:
            return self._turned(words, names)
        columns += range(last, len(words) + 1)
        return RepairedLine(out + words[last:], tuple(columns), tuple(notes))

    def _turned(self, words: str, names: Roster) -> RepairedLine | None:
        """``go prone, Miners`` with the unit first (W303)."""
        match = TURNED.fullmatch(words)
        if match is None or len(names.find(match["unit"])) != 1 or not any(map(self._is_verb, match["deed"].split())):
            return None
        columns = (*range(match.start("unit"), match.end("unit")), match.end("deed"), *range(*match.span("deed")))
        line = f"{match['unit']} {match['deed']}"
        return RepairedLine(
            line, (*columns, match.end("unit")), (Warning_("W303", f"'{words.strip()}' read as {line}"),)
        )

    def orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """The orders of one clause."""
        found = self.clause_orders(ordered, reading)
        if isinstance(found, Placed) and (faces := self._faces(ordered)) is not None:
            return faces
        if isinstance(found, Placed) and found.problem.code == "E101" and ordered.who is not None:
            return self._verb_among_names(ordered, reading) or found
        return found

    def _faces(self, ordered: Ordered) -> Placed | None:
        """``C/3 face NE``: which way a counter looks is no order here (E190)."""
        members = ordered.who.members if ordered.who is not None and ordered.clause.word("steps") is not None else ()
        last = members[-1] if members else None
        word = _FACES.search(last.text) if isinstance(last, Name) else None
        if word is None or last is None:
            return None
        guns = "only guns have a facing (unlimber facing NE, turn to NE)"
        text = guns if any(one.startswith("turn") for one in self.vocabulary.verbs) else "units have no facing"
        problem = Malformed("E190", f"'{word[0]}' is not an order: in this game {text}.  Leave this line out.")
        return Placed(problem, last.end - len(word[0]), ordered.clause.end)

    def named(self, ordered: Ordered, reading: Reading) -> tuple[str, ...]:
        """See `orders.rest.NamesUnits`."""
        names: list[str] = []
        for some in (ordered.who, ordered.clause.members):
            found = self.naming.who(some, reading) if some is not None else ()
            if some is not None and isinstance(found, Placed):
                # One bad name is no reason to take the others for units without orders.
                each = (self.naming.who(Members((one,)), reading) for one in some.members)
                found = tuple(name for one in each if not isinstance(one, Placed) for name in one)
            names += () if isinstance(found, Placed) else found
        return tuple(names)

    def _verb_among_names(self, ordered: Ordered, reading: Reading) -> Placed | None:
        """``I/3 galop 3713``: a unit, then a word that stands in no name, then what the verb was for (E110)."""
        assert ordered.who is not None
        ahead: list[str] = []
        for one in ordered.who.members:
            if not isinstance(one, Name):
                return None
            if placed := self._unknown_verb(one, reading, ordered, tuple(ahead)):
                return placed
            ahead += self.naming.roster(reading.view).find(one.text, reading.side)
        return None

    def _verb_behind_names(self, one: Name, reading: Reading) -> Placed | None:
        """``Crow King, Four Horns blast C/3``: names, the last of them with a word behind it that is no order (E110)."""
        ahead: list[str] = []
        start = 0
        for joint in JOINT.finditer(one.text):
            found = self.naming.roster(reading.view).find(one.text[start : joint.start()].strip(), reading.side)
            if len(found) != 1:
                return None
            ahead += found
            start = joint.end()
        last = Name(one.text[start:], one.start + start, one.end)
        return self._unknown_verb(last, reading, None, tuple(ahead))

    def _unknown_verb(
        self, one: Name, reading: Reading, ordered: Ordered | None, ahead: tuple[str, ...] = ()
    ) -> Placed | None:
        """A name with a word behind it that is neither a name nor an order; `ahead` are the units before it."""
        names = self.naming.roster(reading.view)
        words = one.text.split()
        for n in range(min(len(words) - 1, MOST_NAME_WORDS), 0, -1):
            if not words[n].isalpha() or names.has_word(words[n]) or self._is_verb(words[n]):
                continue
            found = names.find(" ".join(words[:n]), reading.side)
            if len(found) == 1:
                start = one.start + len(" ".join(words[:n])) + 1
                problem = self._no_order(words[n], (*ahead, found[0]), reading, ordered)
                return Placed(problem, start, start + len(words[n]))
        return None

    def _no_order(self, word: str, units: tuple[str, ...], reading: Reading, ordered: Ordered | None) -> Problem:
        """E110 with what these units may have been meant to do: all of them, or nothing is suggested."""
        text = f"'{word}' is not an order."
        line = ""
        goal = ordered.clause.word("hex", "path") if ordered is not None else None
        view = reading.view
        if goal is not None and ordered is not None:
            there = Reading(view, reading.side, reading.phase, units=units)
            orders = self.clause_orders(Ordered(None, ordered.clause), there)
            comes = self._entering(ordered, units, reading)
            moving = f"Orders that move a unit: {', '.join(self.vocabulary.moving)}."
            text += f"  Orders here: {self._orders_here(reading)}." if comes else f"  {moving}"
            if not isinstance(orders, Placed) and orders and all(self._fits(order, reading) for order in orders):
                line = "; ".join(map(self.write, orders))
            line = line or comes
        else:
            near = () if self._is_a_word(word) else nearest(word, ((verb, verb) for verb in self.vocabulary.verbs))
            text += f"  Orders here: {self._orders_here(reading)}."
            line = f"{' + '.join(units)} {near[0]}" if near else ""
        return Malformed(
            "E110", with_lead(text, f"Did you mean   {line} ?") if line else text, suggest=(line,) if line else ()
        )

    def _entering(self, ordered: Ordered, units: tuple[str, ...], reading: Reading) -> str:
        """The line by which units that are still to come enter where a clause leads; "" for any others."""
        if hex_of(reading, units[0]):
            return ""
        there = Reading(reading.view, reading.side, reading.phase, plan=reading.plan, units=units)
        found = self.clause_orders(Ordered(None, ordered.clause), there)
        return next(iter(found.problem.suggest), "") if isinstance(found, Placed) else ""

    def _is_a_word(self, word: str) -> bool:
        """True if a word means something of its own in this game's prose: it is no verb misspelt."""
        known = self.lexicons() if isinstance(self, ReadsProse) else ()
        return any(word.lower() in one.words or word.lower() in one.ordinary for one in known)

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """Why a line could not be read: E110, E111, E120, E121, E180, E181."""
        first = words.split(None, 1)[0].lower() if words.split() else ""
        if (ahead_of := _STANDING_FOR_A_PHASE.match(words)) is not None:
            word, phase = ahead_of[2].lower(), ahead_of[1].strip()
            text = f"A {word} line stands until you cancel it, in every phase that it is for.  Leave out   {phase}"
            standing = words[ahead_of.start(2) :].strip()
            return Placed(Malformed("E181", text, suggest=(standing,)), 0, ahead_of.end(1))
        if first in ("when", "if", "whenever"):
            return self.standing_fault(misread, words, reading)
        if first == "policy":
            text = (
                f"I cannot read this policy.  Form: policy NAME WHO: WISH, WISH.  Policies: {self.vocabulary.policies}."
            )
            start = misread.start if not misread.at_end else len(words)
            return Placed(
                Malformed("E181", text, suggest=(self.vocabulary.policy,)), start, max(misread.end, start + 1)
            )
        if first in TAKES_BACK:
            taken_back = Malformed(
                "E190",
                "To take back an order on file, write   withdraw line   and the number that your receipt gives it.  Another "
                "order for the unit takes its place too.",
            )
            return Placed(taken_back, 0, len(first))
        misread_words = words[misread.start : misread.end]
        if misread.at_end:
            return self._unfinished(words, reading)
        whole = re.match(r"\S+", words[misread.start :])
        end = misread.start + len(whole[0].rstrip(",;:")) if whole else misread.end
        misread_words = words[misread.start : end] or misread_words
        if number := re.fullmatch(r"(\d+)[-,;]?", misread_words):
            found = self._not_a_hex(number[1], misread.start, reading.view)
            if found is not None:
                return found
        ahead = words[: misread.start].strip(" :,;")
        name = re.split(r"[;:,]", ahead)[-1].strip()
        if name and misread_words.isalpha() and not self._is_verb(misread_words):
            found_unit = self.naming.roster(reading.view).find(name, reading.side)
            if len(found_unit) == 1:
                return Placed(self._no_order(misread_words, (found_unit[0],), reading, None), misread.start, end)
            column = words.rfind(name, 0, misread.start)
            inner = self._unknown_verb(Name(name, column, column + len(name)), reading, None)
            if inner is not None:
                return inner
        verb = self._verb(misread_words.lower()) if misread_words.isalpha() else None
        _, form = self.vocabulary.missing.get(verb or "", ("", ""))
        if form and (behind := words[end:].strip(" .!")):
            text = with_lead(f"I cannot read '{behind}' behind '{misread_words}'.", f"The form is   UNIT {form}")
            column = words.index(behind, end)
            return Placed(Malformed("E110", text), column, column + len(behind))
        text = f"I cannot read '{misread_words}' here.  Orders here: {self._orders_here(reading)}."
        return Placed(Malformed("E110", text), misread.start, max(end, misread.start + 1))

    def _unfinished(self, words: str, reading: Reading) -> Placed:
        end = len(words.rstrip())
        last = words.split()[-1].lower()
        names = self.naming.roster(reading.view)
        verb = self._verb(last) or last
        question, form = self.vocabulary.missing.get(last, self.vocabulary.missing.get(verb, ("", "")))
        if question:
            return Placed(Malformed("E111", with_lead(question, f"The form is   UNIT {form}")), end + 1, end + 2)
        goal = self._no_goal(words, end)
        if goal is not None:
            return goal
        found = names.find(words.strip(" :,"), reading.side)
        if len(found) == 1:
            text = f"What is {found[0]} to do?  Orders here: {self._orders_here(reading)}."
            return Placed(Malformed("E111", text, rests_on=(found[0],)), end + 1, end + 2)
        start = len(words) - len(words.lstrip())
        if len(words.split()) == 1 and not names.has_word(last) and verb not in self.vocabulary.verbs:
            text = f"'{words.strip()}' is no order and no unit.  Orders here: {self._orders_here(reading)}."
            return Placed(Malformed("E110", text), start, end)
        inner = self._verb_behind_names(Name(words.strip(), start, end), reading)
        if inner is not None:
            return inner
        text = f"Something is missing at the end, or can't be read.  Orders here: {self._orders_here(reading)}."
        return Placed(Malformed("E111", text, rests_on=names.find(words.strip(" :,"))[:1]), end + 1, end + 2)

    def _no_goal(self, words: str, end: int) -> Placed | None:
        """``A/2 move Fort Fetterman``: what stands behind a verb that wants hexes is none (E111)."""
        for match in _WORD.finditer(words[:end]):
            verb = match[0].lower()
            verb = verb if verb in self.vocabulary.moving else verb.removesuffix("s")
            if verb in self.vocabulary.moving and verb in self.vocabulary.missing:
                wording = words[match.end() : end].strip()
                if not wording or re.search(r"\d{3}", wording):
                    return None
                _, form = self.vocabulary.missing[verb]
                text = with_lead(
                    f"'{wording}' isn't a path: give hexes, or steps (2S NE).", f"The form is   UNIT {form}"
                )
                return Placed(Malformed("E111", text), end - len(wording), end)
        return None

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        """True if a sentence that could not be read was meant as an order; else it is chat (`likeness`)."""
        names = self.naming.roster(view)
        if self._is_signature(words.split(), view):
            return False
        vocabulary = self.vocabulary
        words = in_singular(words, names.has_word)
        return Likeness(
            names, side, vocabulary.verbs, vocabulary.keywords, lambda word: self._is_nearly(word, names)
        ).is_order(words)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """The orders of one line on a view, read as in no particular phase; nothing is planned."""
        words = without_polite(bare(straight(text).strip()))
        line = self.parse(words)
        reading = Reading(view, side)
        if isinstance(line, Misread) or self._has_fault(line, reading):
            repaired = self.repair(words, view)
            if repaired is not None and not isinstance(again := self.parse(repaired.words), Misread):
                line = again
        if isinstance(line, Misread):
            return self.explain(line, words, reading).problem
        if not isinstance(line, OrderLine):
            return Malformed("E181", "A standing order is filed, not carried out at once.")
        found: list[Order] = []
        reading = Reading(view, side, self.phase_letter(line.phase.text, view, side) if line.phase is not None else "")
        for ordered in line.orders:
            orders = self.orders(ordered, reading)
            if isinstance(orders, Placed):
                return orders.problem
            found.extend(orders)
        return tuple(found)

    def _has_fault(self, line: Line, reading: Reading) -> bool:
        if not isinstance(line, OrderLine):
            return False
        return any(isinstance(self.orders(ordered, reading), Placed) for ordered in line.orders)

    def _is_signature(self, lines: list[str], view: Any) -> bool:
        """``K. Hale``, ``M. Ortiz``, ``K.``: a few capitalised words without a verb that are no unit's name as a whole.

        A unit alone (``Crow King``) is an unfinished order.  An initial before a name may be a company's letter, and the
        name one letter away from a verb (``M. Marsh``): neither makes an order of it.
        """
        words = [one.strip(".,;:!?-") for one in lines]
        if not 0 < len(words) <= 3 or not all(one.isalpha() and one[0].isupper() for one in words):
            return False
        if words[0].lower() in TAKES_BACK and len(words) > 1:
            return False
        if any(one.lower() in self.vocabulary.verbs or self.is_glued(one, self.naming.roster(view)) for one in words):
            return False
        if len(words[0]) == 1 and (len(words) > 1 or lines[0].endswith(".")):
            return True
        names = self.naming.roster(view)
        is_of_names = len(words) > 1 and all(map(names.has_word, words))  # ``Gall Low Dog``: a verb was left out
        return not (is_of_names or any(self._verb(one.lower()) for one in words) or names.find(" ".join(words)))

    def _is_nearly(self, word: str, names: Roster) -> bool:
        """True if a word that stands in no name is nearly a verb, or one run together with another word."""
        if not word.isalnum() or names.has_word(word):
            return False
        is_near = len(word) > 3 and word.isalpha() and (self._verb(word.lower()) is not None or self.is_slip(word))
        return is_near or self.is_glued(word, names)

    def _is_verb(self, word: str) -> bool:
        verbs = self.vocabulary.verbs
        return word.lower() in verbs or word.lower().removesuffix("s") in verbs

    def _verb(self, word: str) -> str | None:
        """The one verb that begins with `word` (three letters or more) or differs from it in one letter."""
        return _verb_of(word, self.vocabulary.verbs) if len(word) > 2 and word.isalpha() else None

    def _orders_here(self, reading: Reading) -> str:
        return self.vocabulary.by_phase.get(reading.phase, ", ".join(self.vocabulary.verbs))

    def _fits(self, order: Order, reading: Reading) -> bool:
        if isinstance(order, Move) and hex_of(reading, order.units[0]) == "":
            return False
        return reading.plan is None or not isinstance(reading.plan(order), Problem) or self.may_suggest(order)

    def _not_a_hex(self, number: str, column: int, view: Any) -> Placed | None:
        """The problem with a number that was meant as a hex, None if it is a hex of the map."""
        found = self.ways.one_hex(Words("path", number, column, column + len(number)), view)
        return found if isinstance(found, Placed) else None


NO_SLIPS = frozenset(("flee",))
"""Words that are one letter off a verb of a game (``free``) and mean something else."""


@lru_cache(maxsize=4096)
def _verb_of(word: str, verbs: tuple[str, ...]) -> str | None:
    begins = [verb for verb in verbs if verb.startswith(word)]
    if len(begins) == 1:
        return begins[0]
    near = () if word.removesuffix("s") in NO_SLIPS else nearest(word, ((verb, verb) for verb in verbs), 1)
    return near[0] if len(near) == 1 else None
