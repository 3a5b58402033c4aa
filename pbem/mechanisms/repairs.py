"""Lines that a player may have meant by one that could not be taken: what its words are near, put in their usual places.

Nothing here is ever carried out: each line is only offered to be copied, and only after the rehearsal has found it legal.
A game says which words it has, and which lines their places make (`RepairWords`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, TypeAlias

from pbem.board.roster import Roster
from pbem.language.spelling import reach, slips
from pbem.mechanisms.likeness import NO_NAMES
from pbem.orders.dialect import Reading

LONGEST_NAME = 5
"""Words of the longest name."""
MOST_WORDS = 14
"""A line of more words is no order with a slip in it."""
MOST_OPTIONS = 4
"""The most meanings of one word."""
MOST_VOCABULARIES = 16
"""Rosters whose words are kept: each holds its roster, and rosters change as counters leave play."""


Named: TypeAlias = Callable[[str], tuple[str, str]]


@dataclass
class Parts:
    """The parts found in a line: own and enemy units, hexes and paths as written, and words of the language."""

    own: list[str] = field(default_factory=list)
    foes: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    edge: str = ""
    ground: str = ""
    verb: str = ""
    how: str = ""
    left_over: int = 0


@dataclass(frozen=True, eq=False)
class RepairWords:
    """The words of a game, for correcting lines.

    `verb_of` are verbs and what each is at bottom; `hows`, `edges`, `grounds` and `links` are words that stand with them,
    `others` further words of the language; `roster` are the names on a view; `numbered` spells the counters out that a word
    such as ``C/33`` may stand for; `composed` makes the lines of the parts that were found.
    """

    verb_of: Mapping[str, str]
    hows: tuple[str, ...]
    edges: tuple[str, ...]
    grounds: tuple[str, ...]
    links: tuple[str, ...]
    others: tuple[str, ...]
    roster: Callable[[Any], Roster]
    numbered: Callable[[str, Any], list[str]]
    composed: Callable[[Parts, Reading], Iterator[str]]

    @property
    def keywords(self) -> tuple[str, ...]:
        """All words that are neither names nor verbs."""
        return (*self.hows, *self.edges, *self.grounds, *self.links, *self.others)

    def lines(self, words: str, reading: Reading) -> Iterator[str]:
        """Lines that may have been meant, the likeliest first; some are no legal orders."""
        return _lines(self, words, reading)

    def is_glued(self, word: str, names: Roster) -> bool:
        """True if a word is a verb and another word of the language with no blank between them."""
        return word.lower() not in _vocabulary(self, names) and bool(_unglued(self, word, names))

    def is_slip(self, word: str) -> bool:
        """True if a word is one slip from a verb: ``frie``, ``mvoe``."""
        low = word.lower()
        letters = set(low)
        # A letter that the other has not costs a slip: most verbs fall here.
        alike = (verb for verb in self.verb_of if len(verb) > 3 and len(letters.difference(verb)) <= 1)
        return any(slips(low, verb, 1) == 1 for verb in alike)


def _lines(game: RepairWords, words: str, reading: Reading) -> Iterator[str]:
    typed = words.replace(":", " ").replace(",", " ").replace(";", " ; ").split()
    if not 0 < len(typed) <= MOST_WORDS:
        return
    names = game.roster(reading.view)
    if ";" in typed:
        # Of several clauses each word stays in its place: a slip in one is no reason to leave the other out.
        yield from dict.fromkeys(
            " ".join(tokens).replace(" ;", ";") for tokens in _variants(game, typed, reading, names)
        )
        return
    seen: set[str] = set()

    @cache
    def named(name: str) -> tuple[str, str]:
        """The own unit that words name alone, and the enemy's where they name none of one's own; "" for none."""
        own = names.find(name, reading.side)
        foes = () if own else names.find(name, reading.view.enemy_of(reading.side))
        return (own[0] if len(own) == 1 else ""), (foes[0] if len(foes) == 1 else "")

    found = [_parts(game, tokens, named) for tokens in _variants(game, typed, reading, names)]
    # Only those that leave the fewest words over: a word that is passed over may be the one that matters.
    fewest = min(parts.left_over for parts in found)
    for parts in found:
        for line in game.composed(parts, reading) if parts.left_over == fewest else ():
            if line not in seen:
                seen.add(line)
                yield line


# Words


def _variants(game: RepairWords, lines: list[str], reading: Reading, names: Roster) -> Iterator[list[str]]:
    """The words as they are, then with one of them read as what it is near, likeliest first."""
    yield lines
    options = [
        (cost, n, instead)
        for n, word in enumerate(lines)
        for cost, instead in _instead(game, word, lines, reading, names)
    ]
    for _, n, instead in sorted(options, key=lambda one: (one[0], one[1])):
        yield [*lines[:n], *instead, *lines[n + 1 :]]


def _instead(
    game: RepairWords, word: str, lines: list[str], reading: Reading, names: Roster
) -> list[tuple[int, list[str]]]:
    """The words that a word may stand for, each with its distance."""
    if any(c.isdigit() for c in word) and not any(c.isalpha() for c in word):
        return [(1, [path]) for path in _paths(word, lines, reading)]
    if word == ";":
        return []
    low = word.lower()
    out = [(1, pair) for pair in _unglued(game, word, names)]
    numbered = game.numbered(word, reading.view)
    if numbered:
        return out + [(1, [one]) for one in numbered]
    known = _vocabulary(game, names)
    if low in known or low in NO_NAMES:
        return out
    most, letters = reach(low), set(low)
    # A letter that the other has not costs a slip: most words fall here.
    alike = (one for one in known if abs(len(one) - len(low)) <= most and len(letters.difference(one)) <= most)
    near = sorted((slips(low, one, most), one[:1] != low[:1], one) for one in alike)
    return out + [(far, [one]) for far, _, one in near if far <= most][:MOST_OPTIONS]


@lru_cache(maxsize=MOST_VOCABULARIES)
def _vocabulary(game: RepairWords, names: Roster) -> frozenset[str]:
    """The words of all names, verbs and other words of the language, in small letters."""
    spellings = (one for known in names.known for one in (known.name, *known.aliases))
    of_names = {word.lower() for one in spellings for word in one.split() if word.isalpha()}
    return _language(game) | of_names


@cache
def _language(game: RepairWords) -> frozenset[str]:
    """Verbs and the words that stand with them."""
    return frozenset((*game.verb_of, *game.keywords))


def _unglued(game: RepairWords, word: str, names: Roster) -> list[list[str]]:
    """``move2608``, ``Roadrecover``, ``firehalf``, ``atOld`` in two."""
    low, words = word.lower(), _language(game)
    out = []
    for n in range(1, len(word) - 1):
        head, tail = low[:n], low[n:]
        if n == 1 and tail not in game.verb_of:
            continue  # a letter alone is the end of a name such as Co. D
        if head not in words and tail not in words:
            continue
        is_head = n == 1 or head in words or names.has_word(head)
        is_tail = tail in words or names.has_word(tail) or (tail[:4].isdigit() and len(tail) >= 4)
        if is_head and is_tail:
            out.append([word[:n], word[n:]])
    return out


def _paths(word: str, lines: list[str], reading: Reading) -> list[str]:
    """A path or a hex with the one number put right that is no hex of the map, digits left out or doubled."""
    view = reading.view
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


def _near_hexes(number: str, view: Any) -> list[str]:
    """The hexes of the map that are one digit more or fewer."""
    fewer = {number[:n] + number[n + 1 :] for n in range(len(number))} if len(number) == 5 else set()
    more = {number[:n] + digit + number[n:] for n in range(len(number) + 1) for digit in "0123456789"}
    return sorted(one for one in (fewer or (more if len(number) == 3 else set())) if one in view.sheet.map)


# Places


def _parts(game: RepairWords, tokens: list[str], named: Named) -> Parts:
    """The words sorted by what they are; names are taken as long as they go."""
    parts = Parts()
    n = 0
    while n < len(tokens):
        low = tokens[n].lower()
        if low in game.verb_of and not parts.verb:
            parts.verb = game.verb_of[low]
        elif low in game.hows and not parts.how:
            parts.how = low
        elif low in game.edges:
            parts.edge = low
        elif low in game.grounds:
            parts.ground = low
        elif low[:1].isdigit() and low[:4].isdigit():
            parts.paths.append(tokens[n])
        elif low not in game.links:
            n += _take_name(game, tokens, n, parts, named)
            continue
        n += 1
    return parts


def _take_name(game: RepairWords, tokens: list[str], n: int, parts: Parts, named: Named) -> int:
    """Take the longest name that begins with word `n`; how many words that took (one that is no name is passed over)."""
    for wide in range(min(LONGEST_NAME, len(tokens) - n), 0, -1):
        taken = tokens[n : n + wide]
        if any(one.lower() in game.verb_of for one in taken) or (wide == 1 and taken[0] in ("in", "the", "on", "of")):
            continue
        own, foe = named(" ".join(taken))
        if own:
            parts.own.append(own)
            return wide
        if foe:
            parts.foes.append(foe)
            return wide
    parts.left_over += 1
    return 1
