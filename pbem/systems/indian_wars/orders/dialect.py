"""The order language of the Indian Wars series: `DIALECT`."""

import re
from collections.abc import Iterator
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.problem import Malformed
from pbem.counters.roster import Roster
from pbem.mechanisms.dialect import GameDialect, Vocabulary
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Misread, Name, Ordered, OrderLine, PolicyLine, WhenLine
from pbem.systems.indian_wars.orders import asked, standing_words
from pbem.systems.indian_wars.orders.meaning import orders_of
from pbem.systems.indian_wars.orders.naming import NAMING
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.orders.repairs import MENDING
from pbem.systems.indian_wars.orders.standing_answers import StandingMeaning
from pbem.systems.indian_wars.orders.writing import write
from pbem.systems.indian_wars.rules.movement.paths import WAYS
from pbem.systems.indian_wars.telling import what_if

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
CLAUSE_LETTERS = {
    **dict.fromkeys(("rally", "no_rally", "attach", "resupply"), "A"),
    **dict.fromkeys(("move", "change", "crawl", "recover", "charge", "build", "load", "abandon", "exit"), "C"),
    **dict.fromkeys(("hit_and_run", "enter", "look"), "C"),
    **dict.fromkeys(("melee", "advance", "no_advance", "pursue", "no_pursuit"), "F"),
    "rout": "AC",
    "transfer": "AC",
    "fire": "BDE",
    "set_up": "S",
}
"""The phases in which each clause may be ordered, as the grammar names it; `stay` and `pass` in any."""
FIRES_NEXT = {"A": "B", "C": "E"}
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
POLICIES = (
    "opfire, deffire, advfire, retreat, losses, pursue, advance, rally, scatter, route, disruption, leaders, morale,"
    " onward, shelter, pickup, village"
)
VOCABULARY = Vocabulary(GRAMMAR, VERBS, MOVING, BY_PHASE, MISSING, POLICIES, "policy opfire all: any", MENDING.keywords)


class IndianWarsDialect(GameDialect, StandingMeaning):
    """The series' dialect (`pbem.orders.dialect.Dialect`), and what its standing orders mean."""

    vocabulary = VOCABULARY
    naming = NAMING
    ways = WAYS

    def meant(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """The orders of one clause."""
        return orders_of(ordered, reading)

    def repairs(self, words: str, reading: Reading) -> Iterator[str]:
        """Lines that may have been meant by one that was refused."""
        line = self.parse(words)
        if isinstance(line, OrderLine) and line.phase is None:
            said = [CLAUSE_LETTERS[one.clause.verb] for one in line.orders if one.clause.verb in CLAUSE_LETTERS]
            if said and not any(reading.phase in letters for letters in said):
                yield from (f"in {letter}: {words.strip()}" for letter in _from(reading.phase, said[0]))
        yield from MENDING.lines(words, reading)

    def what_if(self, view: Any, side: str) -> Iterator[tuple[str, Ask]]:
        """Moves and attacks of the enemy next to the side, with the questions that they would put to it."""
        return what_if.questions(view, side)

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        """The phases in which a line's clauses may be ordered; those that stand in any phase do not count.

        Fire that does not say its phase is meant for the next one in which its side fires.
        """
        said = [CLAUSE_LETTERS[one.clause.verb] for one in line.orders if one.clause.verb in CLAUSE_LETTERS]
        if set(said) == {CLAUSE_LETTERS["fire"]}:
            return (FIRES_NEXT.get(present, present),)
        return tuple(one for one in "".join(said[:1]) if all(one in letters for letters in said))

    def less_often(self, ask: Ask) -> str:
        """The standing order that would answer such a question as silence does; "" where there is none."""
        return asked.less_often(ask)

    def write(self, order: Order) -> str:
        """The order's one text form."""
        return write(order)

    def is_slip(self, word: str) -> bool:
        """Whether a word is one slip from a verb: ``frie``."""
        return MENDING.is_slip(word)

    def is_glued(self, word: str, names: Roster) -> bool:
        """Whether a word is two with no blank between them: ``move2608``."""
        return MENDING.is_glued(word, names)

    def may_suggest(self, order: Order) -> bool:
        """A shot out of range is still what was meant."""
        return isinstance(order, Fire)

    def standing_fault(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """``when Crow King comes near then C/3 shoot``: which words are no event (E180)."""
        names = NAMING.roster(reading.view)
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
        gap = "\n" if len(event) <= len("comes near") else " "  # a short one leaves room for one word more in its line
        text = (
            f"I do not know the event '{event}'.  Events: moves within N, leaves{gap}"
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
        found = NAMING.roster(reading.view).find(one.text, reading.side)
        if len(found) != 1:
            return None, ""
        doing = (
            f"{found[0]} fire half"
            if line.action.clause.verb == "fire"
            else f"{found[0]} {tail[len(one.text) :].strip()}"
        )
        return (one.text, found[0]), doing

    def phase_letter(self, said: str, view: Any = None, side: str = "") -> str:
        """``in melee:`` and ``F`` are both ``F``; "" for no phase."""
        word = re.sub(r"^in\s+|phase\s+|[\s:-]", "", said.lower())
        return word.upper() if len(word) == 1 and word in "abcdefs" else LETTER_OF.get(word, "")

    def standing(self, line: WhenLine | PolicyLine, reading: Reading) -> StandingOrder | Placed:
        """A standing order, numbered 0."""
        return (
            standing_words.when(line, reading) if isinstance(line, WhenLine) else standing_words.policy(line, reading)
        )


def _from(phase: str, letters: str) -> str:
    """The letters of a verb's phases, those that are still to come first."""
    return "".join(sorted(letters, key=lambda one: (one < phase, one)))


DIALECT = IndianWarsDialect()
