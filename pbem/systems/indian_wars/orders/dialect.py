"""The order language of the Indian Wars series: `DIALECT`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pbem.board.roster import Roster
from pbem.core.ask import Ask
from pbem.core.order import Malformed, Order
from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.mechanisms.dialect import GameDialect, Vocabulary
from pbem.mechanisms.repairs import Parts, RepairWords
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Clause, Line, MarchLine, Misread, Name, Ordered, OrderLine, PolicyLine, WhenLine, Words
from pbem.systems.indian_wars.orders import asked, march_words, standing_words
from pbem.systems.indian_wars.orders.meaning import orders_of
from pbem.systems.indian_wars.orders.naming import NAMING, WORDING, known, roster
from pbem.systems.indian_wars.orders.records import Fire, write
from pbem.systems.indian_wars.orders.standing_answers import StandingMeaning
from pbem.systems.indian_wars.phases import BEFORE_TURNS, SET_UP
from pbem.systems.indian_wars.rules.movement.mobility import WAYS
from pbem.systems.indian_wars.state.counter import HQ, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling import chances
from pbem.systems.indian_wars.title import Title

# Lines that a player of the series may have meant by one that could not be taken: its words, and the lines they
# make.


def _companies(word: str, view: Battlefield) -> list[str]:
    """Companies with the letter of a word such as ``C/33``, of either side: an order may name them as its target."""
    letter, slash, _ = word.lower().partition("/")
    if not slash:
        return []
    found = [unit.name.split()[0] for unit in view.units.values() if "/" in unit.name and not unit.is_holder]
    return [one for one in found if one.lower().startswith(f"{letter}/")]


def _verbs_for(parts: Parts, others: list[str], reading: Reading) -> tuple[str, ...]:
    """Suggested verbs where no verb was said."""
    match reading.phase:
        case "A":
            return ("attach",) if others else ("rally", "resupply")
        case "B" | "D" | "E":
            return ("fire",)
        case "F":
            return ("melee",)
        case _ if parts.paths:
            return ("move", "charge")
        case _ if parts.edge or parts.ground or others:
            return ("rout", "exit")
        case _:
            return ("recover", "dismount", "mount", "prone")


def repair_words_of(title: Title) -> RepairWords:
    """The words of a title, for correcting lines."""
    makers = {stem: verb.repaired for verb in title.orders for stem in verb.repairs.values()}

    def lines(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
        made = makers.get(verb)
        return made(verb, unit, others, parts, reading) if made is not None else iter(())

    def composed(parts: Parts, reading: Reading) -> Iterator[str]:
        """The lines that the parts make, in the usual sequence of words."""
        for unit in parts.own:
            others = [one for one in parts.own if one != unit]
            for verb in (parts.verb,) if parts.verb else _verbs_for(parts, others, reading):
                yield from lines(verb, unit, others, parts, reading)

    return RepairWords(
        verb_of={word: stem for verb in title.orders for word, stem in verb.repairs.items()},
        hows=("full", "half", "long"),
        edges=("north", "south", "east", "west"),
        grounds=("woods", "rocks"),
        links=("at", "to", "edge", "with", "else", "from", "via"),
        others=("mounted", "weakest", "strongest"),
        roster=roster,
        numbered=_companies,
        composed=composed,
    )


# Names that a side of the series can use, for the reader of prose (`pbem.language`).

WORDS = "grammar/indian_wars.words.toml"
_GUN = re.compile(r"\b(?:gat\w*|gun|cannon|howitzer|piece)\b", re.I)
_VILLAGE = re.compile(r"(?P<tribe>[A-Z][A-Za-z ]+) (?P<kind>camp|villagers)(?: (?P<number>\d))?")
_COMPANY = re.compile(r"([A-Z])/(\d) (?:Cav|Inf)")
MINOR = frozenset(["camp", "villagers", "pony_herd", "fire"])
"""Kinds that nobody means by everybody."""
SAME = {word: same for word, same in WORDING.same.items() if not same.startswith(("bg", "ltc", "maj", "capt", "lt"))}
IDLE = frozenset((*WORDING.idle, "units", "unit", "regt", "rgt", "number", "coy", "coys", "cpy"))


def gazetteer(view: Battlefield, side: str) -> Gazetteer:
    """The counters on the map and those of one's own that are still to come, and the places of the map."""
    parties = _parties(view, side)
    quarters = [one.name for one in view.units.values() if one.side == side and one.kind == HQ]
    things = tuple(
        _thing(one, side, "" if one.at else parties.get(one.name, ""))
        for one in view.units.values()
        if one.at or one.side == side
    )
    if len(quarters) == 1:
        things = tuple(replace(one, marks=(*one.marks, "HQ")) if one.name == quarters[0] else one for one in things)
    places = {place.name: place.hexes[0] for place in view.sheet.map.places.values() if len(place.hexes) == 1}
    hexes = view.sheet.map
    named = with_nicknames(things, words().names)
    groups = {**_groups(things), **NAMING.stacks_said(view, side)}
    return Gazetteer(named, SAME, IDLE, places, lambda text: text in hexes, groups, step=hexes.next_to)


def _parties(view: Battlefield, side: str) -> dict[str, str]:
    """The force of each counter that sets up or comes on with others, by its name."""
    scenario = view.sheet.scenario
    forces = [*((one.side, one.units) for one in scenario.setup), *((one.side, one.units) for one in scenario.entries)]
    return {name: f"force {n}" for n, (whose, units) in enumerate(forces) if whose == side for name in units}


def _groups(things: tuple[Thing, ...]) -> dict[str, tuple[str, ...]]:
    """Regiments and tribes: ``2nd Cavalry``, ``9th Infantry``, ``Oglalas``; of a tribe with nobody there, those to come."""
    found: dict[str, list[str]] = {}
    here = {tribe for one in things if one.at and one.is_own for tribe in TRIBES & one.tags}
    for one in things:
        company = _COMPANY.fullmatch(one.name)
        is_here = bool(one.at or one.party)
        if company is not None and is_here and one.is_own:
            for way in (f"{company[2]} {one.name[4:]}", company[2]):
                found.setdefault(way, []).append(one.name)
        for tribe in TRIBES.intersection(one.tags) if one.is_own and not one.is_leader else ():
            if "minor" not in one.tags and (one.at or tribe not in here):
                for way in (tribe, f"{tribe}s", f"{tribe} warriors", f"{tribe} braves"):
                    found.setdefault(way, []).append(one.name)
    scouts = [one.name for one in things if one.is_own and one.at and "scout" in one.tags]
    if len(scouts) > 1 and not any("scouts" in name.lower() for name in scouts):
        found.update({way: list(scouts) for way in ("crows", "crow scouts")})
    return {way: tuple(names) for way, names in found.items()}


TRIBES = frozenset(
    ("oglala", "hunkpapa", "cheyenne", "sans arc", "minneconjou", "santee", "blackfoot", "yanktonai", "brule")
)


def _thing(one: Counter, side: str, party: str) -> Thing:
    printed = one.printed
    spellings = [alias for alias in known(printed).aliases if alias != one.name]
    marks: tuple[str, ...] = ()
    tags = {printed.kind, printed.tribe.lower(), one.mode} - {""}
    states = (("routed", one.routed), ("disrupted", one.disrupted), ("pinned", one.pinned))
    tags |= {state for state, is_so in states if is_so}
    if (company := _COMPANY.fullmatch(one.name)) is not None:
        letter, regiment = company.groups()
        marks = (letter,)
        spellings += [f"{letter} {regiment}", f"{regiment} {one.name[4:]} {letter}"]
        tags |= {"company", regiment}
    if one.is_holder:
        tags |= {"holder", "minor"}
        owner = re.match(r"([A-Z])/(\d)", one.name)
        if owner is not None:
            ways = ("holders", "horses" if printed.kind == "horse_holder" else "mules")
            marks += tuple(f"{owner[1]} {way}" for way in ways)
            spellings += [f"{owner[1]}/{owner[2]} {way}" for way in ways]
            spellings += [f"{way} of {owner[1]}/{owner[2]}" for way in ways]
            marks += tuple(f"{way} {owner[1]}" for way in ways)
    if printed.kind in MINOR:
        tags.add("minor")
        spellings += _village(one.name, is_own=one.side == side)
    return Thing(one.name, one.side == side, one.at, one.is_leader, tuple(spellings), frozenset(tags), marks, party)


def _village(name: str, *, is_own: bool) -> list[str]:
    """Spellings of a camp or of those who live there: ``villagers 2``, ``the first Hunkpapa circle``.

    A village of one's own that nothing else names is its people, for a camp takes no orders: ``Hunkpapa 1``.
    """
    found = _VILLAGE.fullmatch(name)
    if found is None:
        return []
    tribe, number = found["tribe"], found["number"] or ""
    circles: tuple[str, ...] = ("camp", "circle", "village", "lodges", "tipis")
    people = ("villagers", "people", "folk", "women")
    bare = [f"{number} {tribe}", f"{tribe} {number}"] if number else []
    if is_own and number:
        bare += [
            f"{tribe} village {number}",
            f"village {number} {tribe}",
            f"{number} {tribe} village",
            f"village {number}",
        ]
    if is_own and found["kind"] == "camp":
        bare, circles = [], tuple(one for one in circles if one != "village")
    ways = list(bare)
    ways += [f"{tribe} circle {number}", f"{tribe} camp {number}", f"{number} {tribe} circle", f"{number} {tribe} camp"]
    if found["kind"] == "camp":
        numbered = [f"{number} {one}" for one in circles] + [f"{one} {number}" for one in circles] if number else []
        return [*ways, *numbered]
    lived = bare if is_own else []
    lived += [f"{one} {way}" for one in people for way in (*ways, tribe)] + [
        f"{tribe} {number} {one}" for one in people
    ]
    lived += [f"{tribe} {one} {number}" for one in people]
    return lived + ([f"{one} {number}" for one in people[:2]] if number else [])


def words() -> Lexicon:
    """The words of the series."""
    return lexicon(WORDS)


MISSING = {
    "at": ("At whom?", "fire full at UNIT"),
    "to": ("Where to?", "move HEX-HEX"),
    "then": ("Then what?", "stand"),
    "from": ("From whom, or from where?", "resupply from UNIT"),
}
"""Questions after a line that ends with a word that belongs to no one verb (question, form)."""

_AROUND_A_PHASE = re.compile(r"^in\s+(?:the\s+)?|\bphase\b|[\s:-]")
_BLANKS = re.compile(r"[\s-]")


def vocabulary_of(title: Title) -> Vocabulary:
    """The words of a title: those of its orders and reactions."""
    verbs = (
        *(word for verb in title.orders if verb.needs_unit for word in verb.words),
        *(word for one in title.reactions for word in one.words),
        *(word for verb in title.orders if not verb.needs_unit for word in verb.words),
    )
    missing = {word: asked for verb in title.orders for word, asked in verb.missing.items()}
    return Vocabulary(
        title.grammar,
        verbs,
        title.moving,
        {phase.letter: _listed(title, phase.letter, "") for phase in title.phases},
        {**missing, **MISSING},
        ", ".join(title.policies),
        "policy opfire all: any",
        repair_words_of(title).keywords,
        "\n".join(verb.grammar for verb in title.orders if verb.grammar),
    )


def _listed(title: Title, letter: str, side: str) -> str:
    """The orders of a phase, those that are at home in it first; of one side those that the other never gives are left out."""
    found = [verb for verb in title.orders if verb.in_list(letter) and (not side or verb.side in ("", side))]
    return ", ".join(verb.in_list(letter) for verb in sorted(found, key=lambda verb: verb.phases[:1] != letter))


class IndianWarsDialect(GameDialect, StandingMeaning):
    """The series' dialect (`pbem.orders.dialect.Dialect`), and what its standing orders mean."""

    naming = NAMING
    ways = WAYS

    def __init__(self, title: Title) -> None:
        self.title = title
        self.vocabulary = vocabulary_of(title)
        self._repair_words = repair_words_of(title)

    def parse(self, words: str) -> Line | Misread:
        """The syntax of one line; one of several turns is told from the orders of a phase."""
        line = super().parse(words)
        if isinstance(line, OrderLine) and any(one.clause.verb in march_words.VERBS for one in line.orders):
            return MarchLine(line.orders)
        return line

    def _faces(self, ordered: Ordered) -> Placed | None:
        """Guns have a facing: ``Gatling faces NW`` is for the reader of prose."""
        names = [one.text for one in ordered.who.members if isinstance(one, Name)] if ordered.who is not None else []
        return None if any(map(_GUN.search, names)) else super()._faces(ordered)

    def prose(self, view: Any, side: str, phase: str, *, in_block: bool = False) -> tuple[Gazetteer, Lexicon]:
        """See `orders.dialect.ReadsProse`."""
        return gazetteer(view, side), words()

    def lexicons(self) -> tuple[Lexicon, ...]:
        """See `orders.dialect.ReadsProse`."""
        return (words(),)

    def clause_orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """The orders of one clause."""
        return orders_of(_meant_in(ordered, reading.phase), reading)

    def repairs(self, words: str, reading: Reading) -> Iterator[str]:
        """Lines that may have been meant by one that was refused."""
        line = self.parse(words)
        if isinstance(line, OrderLine) and line.phase is None:
            named = self._letters_said(line, reading.phase)
            if named and not any(reading.phase in letters for letters in named):
                # The set-up and the night are outside the turns: nobody who moves in a turn means the night to come.
                turn = "".join(one for one in named[0] if one in self.title.turn_letters) or named[0]
                yield from (f"in {letter}: {words.strip()}" for letter in _from(reading.phase, turn))
        yield from self._repair_words.lines(words, reading)

    def what_if(self, view: Any, side: str) -> Iterator[tuple[str, Ask]]:
        """Moves and attacks of the enemy next to the side, with the questions that they would put to it."""
        return chances.questions(view, side)

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        """The phases in which a line's clauses may be ordered; those that stand in any phase do not count.

        Fire that does not say its phase is meant for the next one in which its side fires.
        """
        named = self._letters_said(line, present)
        if named and all(self.title.phase(letter).occasion for letter in "".join(named)):
            return (next((one.fires_next for one in self.title.phases if one.letter == present), "") or present,)
        found = [one for one in "".join(named[:1]) if all(one in letters for letters in named)]
        if present in found and not set(found) <= set(self.title.turn_letters):
            return (present,)  # a phase outside the turns, the set-up or the night, is not one of the same player turn
        return tuple(found)

    def _letters_said(self, line: OrderLine, present: str) -> list[str]:
        """The letters of the phases in which each clause may be ordered, those apart that stand in any."""
        verbs = (self.title.verbs_by_clause.get(_meant_in(one, present).clause.verb) for one in line.orders)
        return [verb.letters for verb in verbs if verb is not None and verb.letters]

    def _orders_here(self, reading: Reading) -> str:
        """The orders that the reader's side may give in the phase."""
        return _listed(self.title, reading.phase, reading.side) or super()._orders_here(reading)

    def less_often(self, ask: Ask) -> str:
        """The standing order that would answer such a question as silence does; "" if there is none."""
        return asked.less_often(ask)

    def write(self, order: Order) -> str:
        """The order's one text form."""
        return write(order)

    def is_slip(self, word: str) -> bool:
        """True if a word is one slip from a verb: ``frie``."""
        return self._repair_words.is_slip(word)

    def is_glued(self, word: str, names: Roster) -> bool:
        """True if a word is two with no blank between them: ``move2608``."""
        return self._repair_words.is_glued(word, names)

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
            text = "I cannot read this standing order.  Form: when EVENT then WHO DOES, else WHO DOES, until turn N, "
            text += "such as   when G/3 is meleed then stand"
            stop = max(misread.end, misread.start + 1)
            return Placed(Malformed("E181", text), misread.start, stop)
        tokens = words[start:end].split()
        cut = len(tokens)
        while cut > 1 and not (names.find(" ".join(tokens[:cut])) and names.has_word(tokens[cut - 1])):
            cut -= 1
        event = " ".join(tokens[cut:])
        column = words.index(tokens[cut], start) if event else start
        unit = " ".join(tokens[:cut])
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
        """The unit of the action after ``then``: (as written, name), and the action in full."""
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

    def phase_letter(self, text: str, view: Any = None, side: str = "") -> str:
        """``in melee:`` and ``F`` are both ``F``; "" for no phase, and for one before the first turn when that has begun."""
        word = _AROUND_A_PHASE.sub("", text.lower())
        found = (one.letter for one in self.title.phases if word in (one.letter.lower(), *one.words, _joined(one.name)))
        letter = next(found, "")
        return "" if letter and letter in BEFORE_TURNS and view is not None and view.turn else letter

    def no_phase(self, words: Words, reading: Reading) -> Placed:
        """Why a line is for no phase of the side's, and what the phases of a player turn are called (E154)."""
        called = words.text.strip(" :")[2:].strip()
        phases = ", ".join(
            f"{one.letter} ({one.name})" for one in self.title.phases if one.letter in self.title.turn_letters
        )
        text = f"No phase of yours that is still to come is called '{called}'.  The phases: {phases}."
        return Placed(Malformed("E154", text), words.start, words.end)

    def standing(self, line: WhenLine | PolicyLine | MarchLine, reading: Reading) -> StandingOrder | Placed:
        """A standing order, numbered 0."""
        if isinstance(line, MarchLine):
            return march_words.standing(line, reading)
        return (
            standing_words.when(line, reading) if isinstance(line, WhenLine) else standing_words.policy(line, reading)
        )


def _meant_in(ordered: Ordered, phase: str) -> Ordered:
    """The meaning of a clause in a phase: in the set-up, where nobody moves, a name with a hex says where a counter is set
    up."""
    clause = ordered.clause
    hexes = clause.words("hex")
    if phase != SET_UP or clause.verb != "move" or len(hexes) != 1:
        return ordered
    return Ordered(ordered.who or clause.members, Clause("set_up", hexes, clause.start, clause.end))


def _joined(name: str) -> str:
    """``advancefire``: the name of a phase without what may stand between its words."""
    return _BLANKS.sub("", name.lower())


def _from(phase: str, letters: str) -> str:
    """The letters of a verb's phases, those that are still to come first."""
    return "".join(sorted(letters, key=lambda one: (one < phase, one)))
