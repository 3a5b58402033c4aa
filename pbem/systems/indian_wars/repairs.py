"""Lines that a player may have meant by one that could not be taken: what its words are near, put in their usual places.

Nothing here is ever carried out: each line is only offered to be copied, and only after the rehearsal has found it lawful.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from pbem.counters.roster import Roster
from pbem.mechanisms.paths import hex_of
from pbem.orders.dialect import Reading
from pbem.orders.hints import reach, slips
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.naming import roster

VERB_OF = {
    **dict.fromkeys(("move", "moves", "march", "ride"), "move"),
    **dict.fromkeys(("fire", "fires", "shoot"), "fire"),
    **dict.fromkeys(("melee", "attack", "assault"), "melee"),
    **dict.fromkeys(("attach", "join"), "attach"),
    **{
        one: one
        for one in ("rally", "recover", "mount", "dismount", "prone", "stay", "rout", "exit", "charge", "crawl")
    },
    **{one: one for one in ("resupply", "enter")},
}
ALONE = ("rally", "recover", "mount", "dismount", "prone", "stay", "resupply")
HOWS = ("full", "half", "long")
EDGES = ("north", "south", "east", "west")
GROUNDS = ("woods", "rocks")
LINKS = ("at", "to", "edge", "with", "else", "from", "via")
KEYWORDS = (*HOWS, *EDGES, *GROUNDS, *LINKS, "mounted", "weakest", "strongest")
LONGEST_NAME = 5
"""Words of the longest name."""
MOST_WORDS = 14
"""A line of more words is no order with a slip in it."""
MOST_OPTIONS = 4
"""What one word may stand for."""


@dataclass
class Parts:
    """What was found in a line: own and enemy units, hexes and paths as written, and words of the language."""

    own: list[str] = field(default_factory=list)
    foes: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    edge: str = ""
    ground: str = ""
    verb: str = ""
    how: str = ""
    left_over: int = 0


def lines(words: str, reading: Reading) -> Iterator[str]:
    """Lines that may have been meant, the likeliest first; some are no lawful orders."""
    said = words.replace(":", " ").replace(",", " ").split()
    if not 0 < len(said) <= MOST_WORDS:
        return
    view: Field = reading.view
    names = roster(view)
    seen: set[str] = set()
    found = [_parts(tokens, reading, names) for tokens in _variants(said, reading, names)]
    # First those that leave no word over: a word that is passed over may be the one that matters.
    for parts in sorted(found, key=lambda one: one.left_over):
        for line in _composed(parts, reading):
            if line not in seen:
                seen.add(line)
                yield line


# Words


def _variants(said: list[str], reading: Reading, names: Roster) -> Iterator[list[str]]:
    """The words as they are, then with one of them read as what it is near, likeliest first."""
    yield said
    options = [
        (cost, n, instead) for n, word in enumerate(said) for cost, instead in _instead(word, said, reading, names)
    ]
    for _, n, instead in sorted(options, key=lambda one: (one[0], one[1])):
        yield [*said[:n], *instead, *said[n + 1 :]]


def _instead(word: str, said: list[str], reading: Reading, names: Roster) -> list[tuple[int, list[str]]]:
    """What a word may stand for, with how far it is from it."""
    if any(c.isdigit() for c in word) and not any(c.isalpha() for c in word):
        return [(1, [path]) for path in _paths(word, said, reading)]
    low = word.lower()
    out = [(1, pair) for pair in _unglued(word, names)]
    if "/" in word:
        letter = low.partition("/")[0]
        return out + [(1, [one]) for one in _companies(reading.view) if one.lower().startswith(f"{letter}/")]
    known = _vocabulary(names)
    if low in known:
        return out
    near = sorted(
        (slips(low, one, reach(low)), one[:1] != low[:1], one) for one in known if abs(len(one) - len(low)) <= 2
    )
    return out + [(far, [one]) for far, _, one in near[: 2 * MOST_OPTIONS] if far <= reach(low)][:MOST_OPTIONS]


@cache
def _vocabulary(names: Roster) -> frozenset[str]:
    """The words of all names, verbs and other words of the language, in small letters."""
    spellings = (one for known in names.known for one in (known.name, *known.aliases))
    of_names = {word.lower() for one in spellings for word in one.split() if word.isalpha()}
    return frozenset({*of_names, *VERB_OF, *KEYWORDS})


def _companies(view: Field) -> list[str]:
    """Companies as they are said for short (``C/3``), of either side: an order may name them as its target."""
    return [unit.name.split()[0] for unit in view.units.values() if "/" in unit.name and not unit.is_holder]


def is_glued(word: str, names: Roster) -> bool:
    """Whether a word is a verb and another word of the language with no blank between them."""
    return word.lower() not in _vocabulary(names) and bool(_unglued(word, names))


def is_slip(word: str) -> bool:
    """Whether a word is one slip from a verb: ``frie``, ``mvoe``."""
    return any(slips(word.lower(), verb, 1) == 1 for verb in VERB_OF if len(verb) > 3)


def _unglued(word: str, names: Roster) -> list[list[str]]:
    """``move2608``, ``Roadrecover``, ``firehalf``, ``atOld`` in two."""
    low = word.lower()
    out = []
    for n in range(2, len(word) - 1):
        head, tail = low[:n], low[n:]
        is_head = head in VERB_OF or head in KEYWORDS or names.has_word(head)
        is_tail = tail in VERB_OF or tail in KEYWORDS or names.has_word(tail) or (tail[:4].isdigit() and len(tail) >= 4)
        if is_head and is_tail and (head in VERB_OF or tail in VERB_OF or head in KEYWORDS or tail in KEYWORDS):
            out.append([word[:n], word[n:]])
    return out


def _paths(word: str, said: list[str], reading: Reading) -> list[str]:
    """A path or a hex with the one number put right that is no hex of the map, digits left out or doubled."""
    view: Field = reading.view
    numbers = word.replace(">", "-").split("-")
    bad = [n for n, one in enumerate(numbers) if one not in view.sheet.map]
    if len(bad) != 1 or not numbers[bad[0]].isdigit():
        return []
    n = bad[0]
    before = numbers[n - 1] if n else ""
    behind = numbers[n + 1] if n + 1 < len(numbers) else ""
    near = view.sheet.map.neighbours
    found = [
        one
        for one in _near_hexes(numbers[n], view)
        if (not before or one in near(before)) and (not behind or one in near(behind))
    ]
    stands = {unit.at for unit in view.of(reading.side)}
    # The last of a path, or a lone hex, may be anywhere: first where somebody stands.
    found.sort(key=lambda one: (one not in view.stacks, one in stands))
    return ["-".join([*numbers[:n], one, *numbers[n + 1 :]]) for one in found[: 3 * MOST_OPTIONS]]


def _near_hexes(number: str, view: Field) -> list[str]:
    """The hexes of the map that are one digit more or fewer."""
    fewer = {number[:n] + number[n + 1 :] for n in range(len(number))} if len(number) == 5 else set()
    more = {number[:n] + digit + number[n:] for n in range(len(number) + 1) for digit in "0123456789"}
    return sorted(one for one in (fewer or (more if len(number) == 3 else set())) if one in view.sheet.map)


# Places


def _parts(tokens: list[str], reading: Reading, names: Roster) -> Parts:
    """The words sorted by what they are; names are taken as long as they go."""
    parts = Parts()
    view: Field = reading.view
    n = 0
    while n < len(tokens):
        low = tokens[n].lower()
        if low in VERB_OF and not parts.verb:
            parts.verb = VERB_OF[low]
        elif low in HOWS and not parts.how:
            parts.how = low
        elif low in EDGES:
            parts.edge = low
        elif low in GROUNDS:
            parts.ground = low
        elif low[:1].isdigit() and low[:4].isdigit():
            parts.paths.append(tokens[n])
        elif low not in LINKS:
            n += _take_name(tokens, n, parts, names, view, reading.side)
            continue
        n += 1
    return parts


def _take_name(tokens: list[str], n: int, parts: Parts, names: Roster, view: Field, side: str) -> int:
    """Take the longest name that begins with word `n`; how many words that took (one that is no name is passed over)."""
    for wide in range(min(LONGEST_NAME, len(tokens) - n), 0, -1):
        said = tokens[n : n + wide]
        if any(one.lower() in VERB_OF for one in said):
            continue
        own, foes = (names.find(" ".join(said), one) for one in (side, view.enemy_of(side)))
        if len(own) == 1:
            parts.own.append(own[0])
            return wide
        if len(foes) == 1 and not own:
            parts.foes.append(foes[0])
            return wide
    parts.left_over += 1
    return 1


def _composed(parts: Parts, reading: Reading) -> Iterator[str]:
    """The lines that the parts make, in the usual sequence of words."""
    for unit in parts.own:
        others = [one for one in parts.own if one != unit]
        verbs = (parts.verb,) if parts.verb else _verbs_for(parts, others, reading)
        for verb in verbs:
            yield from _lines_of(verb, unit, others, parts, reading)


def _verbs_for(parts: Parts, others: list[str], reading: Reading) -> tuple[str, ...]:
    """What may have been meant where no verb was said."""
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


def _lines_of(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    match verb:
        case "fire":
            hows = (parts.how,) if parts.how else ("half",) if reading.phase == "E" else ("full", "half", "long")
            yield from (f"{unit} fire {how} at {foe}" for foe in parts.foes for how in hows)
        case "melee" | "charge" | "crawl":
            ends = [*(path[-4:] for path in parts.paths), *(hex_of(reading, foe) for foe in parts.foes)]
            yield from (f"{unit} {verb} {at}" for at in ends if at)
        case "move":
            yield from (f"{unit} move {path}" for path in parts.paths)
        case "attach":
            yield from (f"{unit} attach to {one}" for one in others)
        case "rout":
            goals = [f"{parts.edge} edge"] if parts.edge else [parts.ground] if parts.ground else []
            yield from (f"{unit} rout to {goal}" for goal in (*goals, *others, *(path[-4:] for path in parts.paths)))
        case "exit":
            yield f"{unit} exit {parts.edge}".strip()
        case "enter":
            yield from (f"{unit} enter {path[:4]} mounted" for path in parts.paths)
        case _ if verb in ALONE:
            yield f"{unit} {verb}"
