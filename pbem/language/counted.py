"""Several names that share a word: ``first and second Sub-Legions``, ``Companies number two and three``, ``SL1,2``."""

from collections.abc import Iterator, Sequence

from pbem.language.directions import NUMBER_WORDS
from pbem.language.gazetteer import ORDINALS, Found, Gazetteer
from pbem.language.sentence import Piece

MOST = 8
"""Names that are listed so."""
_JOINTS = (",", "and", "&", "+", "n", "/")
_NUMBER = ("number", "numbers", "no", "nos", "nr", "#")
_DIGIT = {word: str(n) for word, n in NUMBER_WORDS.items() if word not in ("a", "an", "once", "twice")}


def counted(pieces: Sequence[Piece], n: int, gazetteer: Gazetteer) -> tuple[list[Found], int]:
    """The names from piece `n` on, two or more, and the piece behind them; ([], n) where there are none."""
    for read in (_before, _behind):
        found, end = read(pieces, n, gazetteer)
        if len(found) > 1:
            return found, end
    return [], n


def _before(pieces: Sequence[Piece], n: int, gazetteer: Gazetteer) -> tuple[list[Found], int]:
    """``1st, 2nd and 3rd Company``."""
    numbers, at = _numbers(pieces, n, ordinals=True)
    if len(numbers) < 2:
        return [], n
    for noun, end in _nouns(pieces, at):
        found = _all_named([(*[number], *noun) for number in numbers], gazetteer)
        if found:
            return found, end
    return [], n


def _behind(pieces: Sequence[Piece], n: int, gazetteer: Gazetteer) -> tuple[list[Found], int]:
    """``Sub-Legions 1 and 2``."""
    if not pieces[n].text.isalpha():
        return [], n
    for noun, at in _nouns(pieces, n):
        start = at + (at < len(pieces) and pieces[at].low in _NUMBER)
        numbers, end = _numbers(pieces, start, ordinals=False)
        if len(numbers) > 1:
            found = _all_named([(*noun, number) for number in numbers], gazetteer)
            if found:
                return found, end
    return [], n


def _numbers(pieces: Sequence[Piece], n: int, *, ordinals: bool) -> tuple[list[str], int]:
    """Small numbers with joints between them, and the piece behind them."""
    found: list[str] = []
    end = n
    while n < len(pieces) and len(found) < MOST:
        low = pieces[n].low
        digit = low if low.isdigit() else _DIGIT.get(low, "")
        if ordinals:
            digit = ORDINALS.get(low) or (low[:-2] if low[:1].isdigit() and low[-2:].isalpha() else low)
            digit = digit if digit.isdigit() else ""
        if not digit or len(digit) > 1:
            break
        behind = pieces[n + 1] if n + 1 < len(pieces) else None
        if not ordinals and behind is not None and behind.low in ("inch", "inches", '"', "figures", "degrees"):
            break
        found.append(digit)
        end = n = n + 1
        if not ordinals and [one.text for one in pieces[n : n + 1]] == ["-"] and n + 1 < len(pieces):
            last = pieces[n + 1].text
            if last.isdigit() and len(last) == 1 and int(digit) < int(last) and not pieces[n].is_apart:
                found += [str(one) for one in range(int(digit) + 1, int(last) + 1)]
                end = n = n + 2
        while n < len(pieces) and pieces[n].low in _JOINTS:
            n += 1
    return found, end


def _nouns(pieces: Sequence[Piece], n: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """The words of a noun, longest first, in the singular too, and the piece behind each."""
    for end in (n + 3, n + 2, n + 1):
        words = [one.text for one in pieces[n:end]]
        if (
            len(words) == end - n
            and pieces[end - 1].text.isalpha()
            and all(one.isalpha() or one == "-" for one in words)
        ):
            last = words[-1]
            for singular in dict.fromkeys((last, last.removesuffix("s"), last.removesuffix("ies") + "y")):
                yield (*words[:-1], singular), end


def _all_named(ways: Sequence[Sequence[str]], gazetteer: Gazetteer) -> list[Found]:
    found = [gazetteer.find(way) for way in ways]
    named = [one for one in found if one is not None and len(one.own + one.foe) == 1]
    return named if len(named) == len(ways) else []
