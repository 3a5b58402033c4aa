"""The order language of Custer's Last Stand: `DIALECT`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Malformed, Order
from pbem.counters.roster import Roster
from pbem.language.gazetteer import Gazetteer
from pbem.language.lexicon import Lexicon
from pbem.language.spelling import nearest
from pbem.mechanisms.dialect import GameDialect, Vocabulary
from pbem.mechanisms.orders import Advance, NoAdvance
from pbem.mechanisms.paths import hex_of
from pbem.mechanisms.repairs import Parts, RepairWords
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import MarchLine, Misread, Ordered, OrderLine, PolicyLine, WhenLine, Words
from pbem.systems.custer import data
from pbem.systems.custer.card import LETTERS
from pbem.systems.custer.orders import standing
from pbem.systems.custer.orders.meaning import orders_of
from pbem.systems.custer.orders.naming import NAMING, WAYS, gazetteer
from pbem.systems.custer.orders.naming import words as prose_words
from pbem.systems.custer.orders.records import Attack, write
from pbem.systems.custer.rules.call import letters_calling
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.title import Marker

# Lines that a player of Custer's Last Stand may have meant by one that could not be taken.

VERB_OF = {
    **dict.fromkeys(("move", "moves", "march"), "move"),
    **dict.fromkeys(("attack", "attacks", "assault", "melee", "fight"), "attack"),
    **dict.fromkeys(("advance", "occupy"), "advance"),
    **{one: one for one in ("mount", "dismount", "stay", "enter", "exit")},
}


def _no_others(word: str, view: Battle) -> list[str]:
    """Names here are words and letters; none holds a number that may be wrong."""
    return []


def _composed(parts: Parts, reading: Reading) -> Iterator[str]:
    """The lines that the parts make: all units named together, then each alone."""
    groups = [parts.own, *([[one] for one in parts.own] if len(parts.own) > 1 else [])]
    for units in groups:
        if not units:
            continue
        for verb in (parts.verb,) if parts.verb else _verbs_for(parts, units, reading):
            yield from _lines_of(verb, " + ".join(units), parts, reading)


def _verbs_for(parts: Parts, units: list[str], reading: Reading) -> tuple[str, ...]:
    """Suggested verbs where no verb was said."""
    if parts.foes:
        return ("attack",)
    if parts.paths:
        return ("move", "attack") if hex_of(reading, units[0]) else ("enter",)
    return ("mount", "dismount", "exit", "stay") if not parts.edge else ("exit",)


def _lines_of(verb: str, who: str, parts: Parts, reading: Reading) -> Iterator[str]:
    match verb:
        case "move":
            yield from (f"{who} move {path}" for path in parts.paths)
        case "attack" | "advance" | "enter":
            ends = [*(path[-4:] for path in parts.paths), *(hex_of(reading, foe) for foe in parts.foes)]
            yield from (f"{who} {verb} {at}" for at in ends if at)
        case "exit":
            yield f"{who} exit {parts.edge}".strip()
        case _:
            yield f"{who} {verb}"


REPAIRS = RepairWords(
    verb_of=VERB_OF,
    hows=(),
    edges=("north", "south", "east", "west", "board"),
    grounds=(),
    links=("at", "to", "in", "edge", "with", "and", "+", "no"),
    others=("marker", "mounted", "dismounted"),
    roster=NAMING.roster,
    numbered=_no_others,
    composed=_composed,
)


MOST_SLIPS = 2
"""Letters by which a marker's name may be misspelt and still be offered."""
ORDERS = "move, dismount, mount, enter, exit, attack, advance, no advance, stay"
MISSING = {
    "move": ("Move where?", "move HEX-HEX"),
    "enter": ("Enter where?", "enter HEX"),
    "attack": ("Attack whom?", "attack HEX"),
    "assault": ("Attack whom?", "attack HEX"),
    "to": ("Where to?", "move HEX-HEX"),
}
VOCABULARY = Vocabulary(
    "grammar/custer.lark",
    ("move", "march", "dismount", "mount", "stay", "enter", "exit", "attack", "assault", "advance", "occupy", "pass"),
    ("move", "enter", "exit"),
    dict.fromkeys(LETTERS, ORDERS),
    MISSING,
    ", ".join(standing.ASKED),
    standing.EXAMPLE,
    REPAIRS.keywords,
)


FIGHTING = ("attack", "advance", "no_advance")
"""The clauses that are carried out after all movement."""

FOR_A_MARKER = re.compile(r"in\s+(?:the\s+)?[a-z][\w -]{0,30}?\s*:\s*", re.I)


COMES = r"(?:(?:is|gets)\s+drawn|comes(?:\s+(?:up|out))?|is\s+up)(?:\s+(?:next|first|again))?"
"""Phrases for a marker for which a line is to wait."""


def _marker_word(text: str) -> str:
    """``Reno`` of ``in Reno:`` and of ``when the Reno marker is drawn:``."""
    word = re.sub(
        r"^(?:in|for|when|if|once)\s+(?:the\s+)?|\s*(?:[:,]|,?\s*then)\s*$", "", " ".join(text.split()), flags=re.I
    )
    word = re.sub(rf"\s+{COMES}$|(?:'s)?\s+(?:marker|chit)\b|\bfirst\s+|\b1st\s+|\bphase\s+", "", word, flags=re.I)
    word = re.sub(r"\b2nd\b", "second", word.strip(), flags=re.I)
    return re.sub(
        r"^([\w ]+?)'s\s+(?:(second)|first|1st)$",
        lambda found: f"{found[2] or ''} {found[1]}".strip(),
        word,
        flags=re.I,
    )


def _letter_alone(word: str, side: str) -> str:
    """``C`` of ``US marker C``, as letters call a marker, where the side is the writer's; other words as they are."""
    whose = {"us": "us|my|our", "indian": "indian|in|my|our"}.get(side, "us|indian")
    return re.sub(rf"^(?:t\d+\s+)?(?:(?:{whose})\s+)?(?:(?:marker|chit)\s+)?(?=[a-h]$)", "", word, flags=re.I)


def _called(marker: Marker) -> str:
    """A marker as players call it: the second of two alike is ``second Custer``."""
    return f"second {marker.name}" if marker.id.endswith(" 2") else marker.name


def _own_letters(battle: Battle, side: str) -> dict[str, str]:
    """The letters of a side's markers in this battle by all that they are called."""
    found: dict[str, str] = {}
    for marker in battle.sheet.scenario.markers:
        if marker.side == side:
            for word in (marker.name, marker.id, marker.letter, _called(marker)):
                found.setdefault(word.lower(), marker.letter)
    return found


@cache
def letters() -> dict[str, str]:
    """The letter of each marker by what players call it: ``custer``, ``second custer``, ``custer 2``, ``group a``."""
    found: dict[str, str] = {}
    for battle in data.scenarios():
        for marker in data.load(battle).scenario.markers:
            name = marker.name.lower()
            found.setdefault(name, marker.letter)
            found[marker.id.lower()] = marker.letter
            if marker.id.endswith(" 2"):
                found[f"second {name}"] = marker.letter
    return found


class LastStandDialect(GameDialect, standing.StandingMeaning):
    """The game's dialect (`pbem.orders.dialect.Dialect`), and what its standing orders mean."""

    vocabulary = VOCABULARY
    naming = NAMING
    ways = WAYS

    def prose(self, view: Any, side: str, phase: str, *, in_block: bool = False) -> tuple[Gazetteer, Lexicon]:
        """See `orders.dialect.ReadsProse`."""
        return gazetteer(view, side, phase), prose_words()

    def lexicons(self) -> tuple[Lexicon, ...]:
        """See `orders.dialect.ReadsProse`."""
        return (prose_words(),)

    def clause_orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """The orders of one clause."""
        return orders_of(ordered, reading)

    def write(self, order: Order) -> str:
        """The order's one text form."""
        return write(order)

    def phase_letter(self, text: str, view: Any = None, side: str = "") -> str:
        """``in Reno:``, ``when the Reno marker is drawn:`` and ``C`` are all ``C``; "" for no marker, or none of the side's."""
        word = _letter_alone(_marker_word(text), side).lower()
        if view is None or not side:
            return word.upper() if len(word) == 1 and word.upper() in LETTERS else letters().get(word, "")
        own = _own_letters(view, side)
        return own.get(word) or own.get(word.removesuffix("s"), "")

    def phase_word(self, letter: str, view: Any, side: str) -> str:
        """The marker's name: ``Reno``, ``second Custer``."""
        battle: Battle = view
        found = battle.sheet.scenario.marker(side, letter)
        return _called(found) if found is not None else letter

    def letters_calling(self, names: Sequence[str], view: Any, side: str) -> tuple[str, ...]:
        """See `orders.dialect.CallsUnits`."""
        return letters_calling(view, side, names)

    def no_phase(self, words: Words, reading: Reading) -> Placed:
        """No marker of the side's is called that (E154): which are, and what may have been meant."""
        battle: Battle = reading.view
        own = [_called(one) for one in battle.sheet.scenario.markers if one.side == reading.side]
        word = _marker_word(words.text)
        text = f"No marker of yours is called '{word}'.  Yours are: {', '.join(own)}."
        return Placed(Malformed("E154", text), words.start, words.end)

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        """All orders belong to the marker in play unless they say another: () for the present."""
        return ()

    def stage(self, what: OrderLine | Order) -> int:
        """All movement comes before the attacks (5.6), wherever its lines stand in the letter."""
        if isinstance(what, OrderLine):
            return int(any(one.clause.verb in FIGHTING for one in what.orders))
        return int(isinstance(what, Attack | Advance | NoAdvance))

    def repairs(self, words: str, reading: Reading) -> Iterator[str]:
        """Suggestions for a line: in another marker's place, for a marker to come, or with another word."""
        battle: Battle = reading.view
        line = self.parse(words)
        if isinstance(line, OrderLine) and line.phase is not None:
            own = [
                (word, _called(one))
                for one in battle.sheet.scenario.markers
                if one.side == reading.side
                for word in dict.fromkeys((one.name.lower(), _called(one).lower()))
            ]
            near = nearest(_marker_word(line.phase.text).lower(), own, MOST_SLIPS)
            yield from (f"in {one}: {words[line.phase.end :].strip()}" for one in near)
            return
        if not reading.phase and isinstance(self.parse(words), OrderLine):
            markers = [one for one in battle.sheet.scenario.markers if one.side == reading.side]
            named = [one for one in battle.units if re.search(rf"\b{re.escape(one)}\b", words, re.I)]
            calling = letters_calling(battle, reading.side, named)
            fit = [one for one in markers if one.letter in calling] or markers
            yield from (f"in {_called(one)}: {words.strip()}" for one in fit)
        yield from REPAIRS.lines(words, reading)

    def is_slip(self, word: str) -> bool:
        """True if a word is one slip from a verb."""
        return REPAIRS.is_slip(word)

    def is_glued(self, word: str, names: Roster) -> bool:
        """True if a word is a verb and another word with no blank between them."""
        return REPAIRS.is_glued(word, names)

    def what_if(self, view: Any, side: str) -> Iterator[tuple[str, Ask]]:
        """The questions that a lost combat would put to a side come after dice: nothing can be asked beforehand."""
        yield from ()

    def less_often(self, ask: Ask) -> str:
        """The policy that would answer such a question as silence does; "" if there is none."""
        return standing.LESS_OFTEN.get(ask.kind, "")

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        """True if a line begins with a marker: it was meant as an order, whatever follows."""
        return FOR_A_MARKER.match(words) is not None or super().is_order_like(words, view, side)

    def explain(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """Why a line could not be read; a policy is not for one marker (E181)."""
        ahead = FOR_A_MARKER.match(words)
        if ahead is not None and words[ahead.end() :].lower().startswith("policy"):
            line = words[ahead.end() :].strip()
            text = "A policy holds whichever marker is drawn: write it without a marker before it."
            return Placed(Malformed("E181", text, suggest=(line,)), 0, ahead.end())
        return super().explain(misread, words, reading)

    def standing(self, line: WhenLine | PolicyLine | MarchLine, reading: Reading) -> StandingOrder | Placed:
        """A standing order, numbered 0."""
        if isinstance(line, MarchLine):
            text = "Marches of several turns are not played here: order each move in its activation."
            return Placed(Malformed("E181", text), 0, 1)
        if isinstance(line, PolicyLine):
            return standing.policy(line, reading)
        return _no_event(line.event.start, line.event.end)

    def standing_fault(self, misread: Misread, words: str, reading: Reading) -> Placed:
        """The one event of this game is a drawn marker."""
        return _no_event(misread.start, max(misread.end, misread.start + 1))


def _no_event(start: int, end: int) -> Placed:
    text = "The one event to wait for is a marker: orders for it are kept until it is drawn."
    return Placed(
        Malformed("E180", text, suggest=("when the Custer marker is drawn: Co. C move 2018-1918",)), start, end
    )


DIALECT = LastStandDialect()
