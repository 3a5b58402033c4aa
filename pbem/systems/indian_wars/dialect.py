"""The order language of the Indian Wars series: `DIALECT`."""

import re
from typing import Any

from pbem.core.order import Order
from pbem.core.problem import Malformed, Problem, Warning_
from pbem.mechanisms.paths import hex_of
from pbem.orders.dialect import Mended, Placed, Reading
from pbem.orders.hints import edit_distance, nearest
from pbem.orders.language import language
from pbem.orders.lines import bare, straight, without_polite
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Line, Misread, Name, Ordered, OrderLine, PolicyLine, WhenLine
from pbem.orders.told import with_lead
from pbem.systems.indian_wars import standing_words
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.meaning import orders_of
from pbem.systems.indian_wars.naming import roster
from pbem.systems.indian_wars.orders import Fire, Move
from pbem.systems.indian_wars.paths import one_hex
from pbem.systems.indian_wars.standing_answers import StandingMeaning
from pbem.systems.indian_wars.writing import write

GRAMMAR = "grammar/indian_wars.lark"
MOVING = ("move", "charge", "crawl", "rout", "exit")
VERBS = (
    *("move", "march", "dismount", "mount", "prone", "crawl", "recover", "stay", "charge", "build", "load", "abandon"),
    *(
        "rout",
        "exit",
        "enter",
        "transfer",
        "rally",
        "attach",
        "resupply",
        "fire",
        "shoot",
        "melee",
        "attack",
        "advance",
    ),
    *("pursue", "stand", "retreat", "scatter", "pass"),
)
"""Verbs as they may be shortened to three letters or misspelt by one; those of more than one word are spelt out."""

BY_PHASE = {
    "S": "set up, enter",
    "A": "rally, no rally, attach, resupply, rout",
    "B": "fire full, fire half, fire long",
    "C": "move, dismount, mount, prone, crawl, recover, charge, build, load, rout, exit, hit and run, enter",
    "D": "fire",
    "E": "fire",
    "F": "melee, advance, no advance, pursue, no pursuit",
}
LETTER_OF = {
    "rally": "A",
    "fire": "B",
    "move": "C",
    "movement": "C",
    "defence": "D",
    "defense": "D",
    "advance": "E",
    "melee": "F",
    "setup": "S",
}
MISSING = {
    "move": ("Move where to?", "move HEX-HEX"),
    "charge": ("Charge whom?", "charge HEX"),
    "crawl": ("Crawl where to?", "crawl HEX"),
    "enter": ("Enter where?", "enter HEX mounted"),
    "transfer": ("Transfer how many, and to whom?", "transfer 2 to UNIT"),
    "attach": ("Attach to whom?", "attach to UNIT"),
    "join": ("Join whom?", "attach to UNIT"),
    "melee": ("Melee with whom?", "melee HEX"),
    "attack": ("Attack whom?", "melee HEX"),
    "assault": ("Attack whom?", "melee HEX"),
    "at": ("At whom?", "fire full at UNIT"),
    "to": ("Where to?", "move HEX-HEX"),
    "then": ("Then what?", "stand"),
    "from": ("From whom, or from where?", "resupply from UNIT"),
}
POLICIES = "opfire, deffire, retreat, losses, pursue, advance, rally, scatter, route"
ALONE = frozenset(
    ["status", "help", "map", "orders", "preview", "pass", "ready", "wait", "amend", "replace", "withdraw"]
)
_WORD = re.compile(r"[A-Za-z][\w/'.&-]*")
_HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


class IndianWarsDialect(StandingMeaning):
    """The series' dialect (`pbem.orders.dialect.Dialect`), and what its standing orders mean."""

    def parse(self, words: str) -> Line | Misread:
        """The syntax of one line."""
        return language(GRAMMAR).read(words)

    def mend(self, words: str, view: Any) -> Mended | None:
        """Verbs spelt out: a beginning of three letters that only one verb has, or one wrong letter (W303)."""
        names = roster(view)
        out, last = "", 0
        columns: list[int] = []
        notes: list[Warning_] = []
        for match in _WORD.finditer(words):
            word = match[0].lower()
            verb = _verb(word) if word not in VERBS and not names.has_word(word) else None
            if verb is None:
                continue
            columns += range(last, match.start())
            columns += [match.start()] * (len(verb) - 1) + [max(match.end() - 1, match.start())]
            out += words[last : match.start()] + verb
            last = match.end()
            notes.append(Warning_("W303", f"'{match[0]}' read as {verb}"))
        if not notes:
            return None
        columns += range(last, len(words) + 1)
        return Mended(out + words[last:], tuple(columns), tuple(notes))

    def orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """The orders of one clause."""
        found = orders_of(ordered, reading)
        if isinstance(found, Placed) and found.problem.code == "E101" and ordered.who is not None:
            return self._verb_among_names(ordered, reading) or found
        return found

    def _verb_among_names(self, ordered: Ordered, reading: Reading) -> Placed | None:
        """``I/3 galop 3713``: a unit, then a word that stands in no name, then what the verb was for (E110)."""
        assert ordered.who is not None
        for one in ordered.who.members:
            if isinstance(one, Name) and (placed := self._unknown_verb(one, reading, ordered)):
                return placed
        return None

    def _unknown_verb(self, one: Name, reading: Reading, ordered: Ordered | None) -> Placed | None:
        names = roster(reading.view)
        words = one.text.split()
        for n in range(len(words) - 1, 0, -1):
            found = names.find(" ".join(words[:n]), reading.side)
            if len(found) == 1 and not names.has_word(words[n]) and words[n].isalpha() and not _is_verb(words[n]):
                start = one.start + len(" ".join(words[:n])) + 1
                return Placed(self._no_order(words[n], found[0], reading, ordered), start, start + len(words[n]))
        return None

    def _no_order(self, word: str, unit: str, reading: Reading, ordered: Ordered | None) -> Problem:
        text = f"'{word}' is not an order."
        line = ""
        goal = ordered.clause.word("hex", "path") if ordered is not None else None
        view: Field = reading.view
        if goal is not None:
            text += f"  Orders that move a unit: {', '.join(MOVING)}."
            clause = Ordered(None, ordered.clause) if ordered is not None else None
            there = Reading(view, reading.side, reading.phase, units=(unit,))
            meant = orders_of(clause, there) if clause is not None else ()
            if not isinstance(meant, Placed) and meant and _fits(meant[0], reading):
                line = write(meant[0])
        else:
            near = nearest(word, ((verb, verb) for verb in VERBS))
            text += f"  Orders here: {BY_PHASE.get(reading.phase, ', '.join(VERBS))}."
            line = f"{unit} {near[0]}" if near else ""
        return Malformed(
            "E110", with_lead(text, f"Did you mean   {line} ?") if line else text, suggest=(line,) if line else ()
        )

    def standing(self, line: WhenLine | PolicyLine, reading: Reading) -> StandingOrder | Placed:
        """A standing order, numbered 0."""
        return (
            standing_words.when(line, reading) if isinstance(line, WhenLine) else standing_words.policy(line, reading)
        )

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """Why a line could not be read: E110, E111, E120, E121, E180, E181."""
        first = words.split(None, 1)[0].lower() if words.split() else ""
        if first in ("when", "if", "whenever"):
            return self._standing_fault(misread, words, reading)
        if first == "policy":
            text = f"I cannot read this policy.  Form: policy NAME WHO: WISH, WISH.  Policies: {POLICIES}."
            start = misread.start if not misread.at_end else len(words)
            return Placed(
                Malformed("E181", text, suggest=("policy opfire all: any",)), start, max(misread.end, start + 1)
            )
        said = words[misread.start : misread.end]
        if misread.at_end:
            return self._unfinished(words, reading)
        whole = re.match(r"\S+", words[misread.start :])
        end = misread.start + len(whole[0].rstrip(",;:")) if whole else misread.end
        said = words[misread.start : end] or said
        if number := re.fullmatch(r"(\d+)[-,;]?", said):
            found = one_hex_of(number[1], misread.start, reading.view)
            if found is not None:
                return found
        ahead = words[: misread.start].strip(" :,;")
        name = re.split(r"[;:,]", ahead)[-1].strip()
        if name and said.isalpha() and not _is_verb(said):
            found_unit = roster(reading.view).find(name, reading.side)
            if len(found_unit) == 1:
                return Placed(self._no_order(said, found_unit[0], reading, None), misread.start, end)
            column = words.rfind(name, 0, misread.start)
            inner = self._unknown_verb(Name(name, column, column + len(name)), reading, None)
            if inner is not None:
                return inner
        text = f"I cannot read '{said}' here.  Orders here: {BY_PHASE.get(reading.phase, ', '.join(VERBS))}."
        return Placed(Malformed("E110", text), misread.start, max(end, misread.start + 1))

    def _unfinished(self, words: str, reading: Reading) -> Placed:
        end = len(words.rstrip())
        last = words.split()[-1].lower()
        names = roster(reading.view)
        verb = _verb(last) or last
        question, form = MISSING.get(last, MISSING.get(verb, ("", "")))
        if question:
            return Placed(Malformed("E111", with_lead(question, f"The form is   UNIT {form}")), end + 1, end + 2)
        found = names.find(words.strip(" :,"), reading.side)
        if len(found) == 1:
            text = f"What is {found[0]} to do?  Orders here: {BY_PHASE.get(reading.phase, ', '.join(VERBS))}."
            return Placed(Malformed("E111", text), end + 1, end + 2)
        start = len(words) - len(words.lstrip())
        inner = self._unknown_verb(Name(" ".join(words.split()), start, end), reading, None)
        if inner is not None:
            return inner
        text = f"A word is missing at the end.  Orders here: {BY_PHASE.get(reading.phase, ', '.join(VERBS))}."
        return Placed(Malformed("E111", text), end + 1, end + 2)

    def _standing_fault(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """``when Crow King comes near then C/3 shoot``: which words are no event (E180)."""
        names = roster(reading.view)
        head = re.match(r"\s*(?:when|if|whenever)\s+", words, re.I)
        start = head.end() if head else 0
        then = re.search(r",?\s+then\b|,", words[start:], re.I)
        end = start + then.start() if then else len(words.rstrip())
        if misread.start > end + 1 or then is None:
            text = "I cannot read this standing order.  Form: when EVENT then WHO DOES, else WHO DOES, until turn N."
            stop = max(misread.end, misread.start + 1)
            return Placed(Malformed("E181", text, suggest=("when G/3 is meleed then stand",)), misread.start, stop)
        said = words[start:end].split()
        cut = len(said)
        while cut > 1 and not (names.find(" ".join(said[:cut])) and names.has_word(said[cut - 1])):
            cut -= 1
        event = " ".join(said[cut:])
        column = words.index(said[cut], start) if event else start
        unit = " ".join(said[:cut])
        text = (
            f"I do not know the event '{event}'.  Events: moves within N, leaves\n"
            "my zoc, enters my zoc, is fired on, is meleed, is routed, ends move."
        )
        tail = words[end + (then.end() - then.start()) :].strip()
        actor, doing = self._actor(tail, reading)
        line = f"when {unit} moves within 2 of {actor[0]} then {doing}" if actor else ""
        text += f"\nTry   {line}" if line else ""
        return Placed(Malformed("E180", text, suggest=(line,) if line else ()), column, max(end, column + 1))

    def _actor(self, tail: str, reading: Reading) -> tuple[tuple[str, str] | None, str]:
        """Whose action stands behind ``then``: (as written, name), and the action in full."""
        line = self.parse(f"when X is meleed then {tail}")
        if not isinstance(line, WhenLine) or line.action.who is None:
            return None, ""
        one = line.action.who.members[0]
        if not isinstance(one, Name):
            return None, ""
        found = roster(reading.view).find(one.text, reading.side)
        if len(found) != 1:
            return None, ""
        doing = (
            f"{found[0]} fire half"
            if line.action.clause.verb == "fire"
            else f"{found[0]} {tail[len(one.text) :].strip()}"
        )
        return (one.text, found[0]), doing

    def phase_letter(self, said: str) -> str:
        """``in melee:`` and ``F`` are both ``F``; "" for no phase."""
        word = re.sub(r"^in\s+|phase\s+|[\s:-]", "", said.lower())
        return word.upper() if len(word) == 1 and word in "abcdefs" else LETTER_OF.get(word, "")

    def is_order_like(self, words: str, view: Any) -> bool:
        """Whether a line that cannot be read was meant as an order: short, with a verb, a unit or a hex in it."""
        names = roster(view)
        said = words.split()
        has_verb = any(word.strip(".,;:!?").lower() in VERBS for word in said)
        has_hex = _HEX.search(words) is not None
        has_unit = any(
            names.find(" ".join(said[n : n + width]))
            for width in (1, 2, 3)
            for n in range(min(len(said), 12))
            if _is_named(said[n : n + width])
        )
        if re.match(r"\s*(?:when|if|policy)\b", words, re.I):
            return True
        if len(said) > 8:
            return has_unit and (has_verb or has_hex) and not re.search(r"[.!?]\s+[A-Z]", words)
        return has_verb or has_hex or has_unit

    def write(self, order: Order) -> str:
        """The order's one text form."""
        return write(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """The orders of one line on a view, read as in no particular phase; nothing is planned."""
        words = without_polite(bare(straight(text).strip()))
        line = self.parse(words)
        reading = Reading(view, side)
        if isinstance(line, Misread) or self._has_fault(line, reading):
            mended = self.mend(words, view)
            if mended is not None and not isinstance(again := self.parse(mended.words), Misread):
                line = again
        if isinstance(line, Misread):
            return self.explain(line, words, reading).problem
        if not isinstance(line, OrderLine):
            return Malformed("E181", "A standing order is kept, not carried out.")
        found: list[Order] = []
        reading = Reading(view, side, self.phase_letter(line.phase.text) if line.phase is not None else "")
        for ordered in line.orders:
            meant = self.orders(ordered, reading)
            if isinstance(meant, Placed):
                return meant.problem
            found.extend(meant)
        return tuple(found)

    def _has_fault(self, line: Line, reading: Reading) -> bool:
        if not isinstance(line, OrderLine):
            return False
        return any(isinstance(self.orders(ordered, reading), Placed) for ordered in line.orders)


def _is_verb(word: str) -> bool:
    return word.lower() in VERBS or word.lower().removesuffix("s") in VERBS


def _is_named(words: list[str]) -> bool:
    return bool(words) and (words[0][:1].isupper() or any(c.isdigit() for c in words[0]))


def _fits(order: Order, reading: Reading) -> bool:
    if isinstance(order, Move) and hex_of(reading, order.units[0]) == "":
        return False
    return reading.lawful is None or not isinstance(reading.lawful(order), Problem) or isinstance(order, Fire)


def one_hex_of(number: str, column: int, view: Field) -> Placed | None:
    """The problem with a number that was meant as a hex, None where it is a hex of the map."""
    from pbem.orders.syntax import Words

    found = one_hex(Words("path", number, column, column + len(number)), view)
    return found if isinstance(found, Placed) else None


def _verb(word: str) -> str | None:
    """The one verb that begins with `word` (three letters or more) or differs from it in one letter."""
    if len(word) < 3 or not word.isalpha():
        return None
    begins = [verb for verb in VERBS if verb.startswith(word)]
    if len(begins) == 1:
        return begins[0]
    near = [verb for verb in VERBS if edit_distance(word, verb, 1) == 1]
    return near[0] if len(near) == 1 else None


DIALECT = IndianWarsDialect()
