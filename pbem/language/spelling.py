"""Words typed in haste: with a typing error (``nroth``), or without their vowels (``ld``, ``jn``).

A word read in this way is never sure.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

# Did-you-mean: edit distance, and what is near a word that was not understood (docs/orders.md, When a line is
# refused).


def edit_distance(one: str, other: str, most: int) -> int:
    """The number of insertions, deletions and replacements that turn one word into the other; ``most + 1`` for more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0], least = row[0], i, i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
            least = min(least, row[j])
        if least > most:
            return most + 1
    return min(row[-1], most + 1)


@lru_cache(maxsize=16384)
def slips(one: str, other: str, most: int) -> int:
    """As `edit_distance`, but two swapped letters count as one error: ``fier`` is one from ``fire``."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row = row, [i]
        for j, b in enumerate(other, 1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        if min(row) > most:  # a later swap costs one slip more than the row before, which is at most one better
            return most + 1
        before = last
    return min(row[-1], most + 1)


def reach(word: str) -> int:
    """The largest edit distance of a near miss: 2, or 1 for words of four letters or fewer."""
    return 1 if len(word) <= 4 else 2


def nearest(word: str, known: Iterable[tuple[str, str]], most: int | None = None) -> tuple[str, ...]:
    """The values of those known (spelling in small letters, value) pairs that are near `word`, nearest first, each once."""
    word = word.lower()
    limit = reach(word) if most is None else most
    letters, least, longest = set(word), len(word) - limit, len(word) + limit
    found: dict[str, int] = {}
    for spelling, value in known:
        # Each letter that the other has not costs a change of its own: most spellings fall here.
        if not least <= len(spelling) <= longest or len(letters.difference(spelling)) > limit:
            continue
        far = edit_distance(word, spelling, limit)
        if far < found.get(value, limit + 1):
            found[value] = far
    return tuple(sorted(found, key=lambda value: found[value]))


NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def in_words(number: int) -> str:
    """``two`` for 2; digits from 13 on."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def listed(names: Iterable[str], last: str = "and") -> str:
    """``A, B and C``."""
    all_names = tuple(names)
    if len(all_names) < 2:
        return "".join(all_names)
    return f"{', '.join(all_names[:-1])} {last} {all_names[-1]}"


LEAST = 4
"""Letters of a word with any slip; with fewer only two that changed places are one."""
MOST_MEANT = 3
"""Words that one without vowels may be."""
_VOWELS = re.compile(r"[aeiouy]")


def bare(word: str) -> str:
    """A word's consonants, always with the first letter; a double consonant counts once."""
    return re.sub(r"(.)\1", r"\1", word[:1] + _VOWELS.sub("", word[1:]))


def without_vowels(short: str, words: Iterable[str]) -> tuple[str, ...]:
    """Those of the words that `short` has the consonants of: all of them before those whose first ones it has alone; ()
    for a word with a vowel, and where too many fit."""
    if len(short) < 2 or not short.isalpha() or _VOWELS.search(short[1:]):
        return ()
    known = [(word, bare(word)) for word in words if word[:1] == short[:1] and len(word) > len(short)]
    short = bare(short)
    exact = tuple(word for word, consonants in known if consonants == short)
    begun = tuple(word for word, consonants in known if len(short) > 1 and is_shortened(short, consonants))
    found = exact or begun
    return found if len(found) <= MOST_MEANT else ()


def _is_squeezed(low: str, name: str) -> bool:
    """True if a word is a name with some letters left out: ``whipl``."""
    is_long = len(low) > LEAST and len(low) * 3 > len(name) * 2 - 2
    return is_long and low[0] == name[:1] and len(low) < len(name) and is_shortened(low, name)


def is_shortened(short: str, whole: str) -> bool:
    """True if the letters of a word stand in another in their sequence."""
    rest = iter(whole)
    return all(one in rest for one in short)


@lru_cache(maxsize=8)
def _by_letter(words: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for word in sorted(words):
        if word.isalpha():
            found.setdefault(word[0], []).append(word)
    return {letter: tuple(some) for letter, some in found.items()}


@lru_cache(maxsize=4096)
def respelt(word: str, words: frozenset[str]) -> str:
    """The only one of these words that is one typing error from `word`; "" if there is none or several."""
    if len(word) < LEAST - 1 or not word.isalpha():
        return ""
    near = [
        known
        for known in _by_letter(words).get(word[0], ())
        if (len(known) >= LEAST and len(word) >= LEAST and slips(word, known, 1) == 1)
        or (len(known) == len(word) and word != known and sorted(word) == sorted(known) and slips(word, known, 1) == 1)
    ]
    return near[0] if len(near) == 1 else ""


LEAST_CUT = 3
"""Letters of the beginning of a word that a point behind them, or their number, makes an abbreviation."""


def corrected(low: str, verbs: frozenset[str], words: frozenset[str], names: frozenset[str], *, is_dotted: bool) -> str:
    """The meaning of a word that nobody knows: a word or a name that is one slip away, has its consonants, or begins as it
    does; "" where none fits, or several."""
    spellings = without_vowels(low, names | verbs) or tuple(one for one in names if _is_squeezed(low, one))
    shortest = min(spellings, key=len, default="")
    if spellings and all(one.startswith(shortest) for one in spellings):
        return shortest
    if len(low) >= LEAST_CUT and (is_dotted or len(low) > LEAST_CUT):
        begun = [one for one in _by_letter(names | verbs).get(low[0], ()) if one.startswith(low) and one != low]
        if len(begun) == 1:
            return begun[0]
    return respelt(low, words)
