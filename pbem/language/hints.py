"""Did-you-mean: edit distance, and what is near a word that was not understood (docs/orders.md, When a line is refused)."""

from collections.abc import Iterable


def edit_distance(one: str, other: str, most: int) -> int:
    """Letters to insert, leave out or change to turn one word into the other; ``most + 1`` stands for more than `most`."""
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


def slips(one: str, other: str, most: int) -> int:
    """As `edit_distance`, but two letters that changed places are one slip: ``fier`` is one from ``fire``."""
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
