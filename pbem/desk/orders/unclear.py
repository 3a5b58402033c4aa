"""Unclear lines on file, and the digits that answer them: ``1 0 2`` for three lines, 0 for one that was just talk."""

import re
from collections.abc import Sequence

from pbem.core.problem import Malformed
from pbem.desk.orders.merge import UNCLEAR_MARK, Entry
from pbem.orders.prose import UNCLEAR, unclear_text
from pbem.orders.verdict import REFUSED, LineVerdict
from pbem.reports.letter_style import translate

MOST_ASKED = 40
"""Unclear lines that are asked about at once; the others when these are answered."""
_DIGITS = r"\d{1,2}(?:(?:\s*(?:[,;/.+&-]|and\b|und\b)|\s)\s*\d{1,2}){0,59}"
_ANSWER = re.compile(
    r"\s*(?:(?:my|meine?)\s+)?(?:(?:answers?|antwort(?:en)?)\s*(?:is|are|ist|sind|lautet|lauten)?\s*[:=]?\s*)?"
    rf"({_DIGITS})\s*[.!]?\s*",
    re.I,
)
"""A line of digits, as people write them in English and German."""


def kept_choices(one: LineVerdict) -> tuple[str, ...]:
    """The choices to keep with an unclear line for its answer; () for any other."""
    if one.problem is None or one.problem.code != UNCLEAR:
        return ()
    return (UNCLEAR_MARK, *("\n".join(lines) for lines in one.choices))


def waiting(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The unclear lines among those on file, in their sequence."""
    return tuple(one for one in entries if one.is_unclear)


def verdict_of(line: Entry) -> LineVerdict:
    """An unclear line on file as it was judged when it came."""
    choices = tuple(tuple(one.splitlines()) for one in line.costs[1:])
    texts = tuple("; ".join(one) for one in choices)
    problem = Malformed(UNCLEAR, unclear_text(texts), suggest=texts)
    return LineVerdict(line.number, line.written, REFUSED, problem=problem, choices=choices)


def example(lines: Sequence[Entry]) -> str:
    """Digits that would answer these lines."""
    return " ".join("1" if len(line.costs) > 1 else "0" for line in lines[:MOST_ASKED])


def digits_in(words: str) -> tuple[list[int], str] | None:
    """The digits of a letter's own words, which stand on lines of their own, and the rest; None for a letter without."""
    digits: list[int] = []
    rest: list[str] = []
    for line in words.splitlines():
        found = _ANSWER.fullmatch(line)
        if found is None:
            rest.append(line)
        else:
            digits += map(int, re.findall(r"\d+", found[1]))
    return (digits, "\n".join(rest)) if digits else None


def answered(lines: Sequence[Entry], digits: Sequence[int]) -> tuple[tuple[str, ...], ...] | str:
    """The orders that digits choose for each unclear line, none for one that was just talk; a sentence saying what was
    expected where they do not fit."""
    if len(digits) != len(lines):
        one, many = (
            "One of your lines is unclear and waits for one digit, such as   {example}   (you wrote   {written}).",
            "{n} of your lines are unclear and wait for a digit each, such as   {example}   (you wrote   {written}).",
        )
        written = " ".join(map(str, digits))
        text = translate(one if len(lines) == 1 else many, n=len(lines), example=example(lines), written=written)
        return f"{text}  {translate('A refused line has no digit: correct it, or say  ready  alone.')}"
    found: list[tuple[str, ...]] = []
    for line, digit in zip(lines, digits, strict=True):
        if digit >= len(line.costs):
            text = "'{line}' has the answers {answers}; you wrote {digit}."
            answers = ", ".join(str(n) for n in range(len(line.costs)))
            return translate(text, line=line.written, answers=answers, digit=digit)
        found.append(tuple(line.costs[digit].splitlines()) if digit else ())
    return tuple(found)


def still_refused(entries: Sequence[Entry], first: int, mine: Sequence[Entry]) -> tuple[tuple[int, Entry], ...]:
    """The refused lines of earlier letters that keep their places among the `entries` on file, with their numbers; of the
    writer's own alone.  `first` is the number of the first entry."""
    return tuple(
        (place, one)
        for place, one in enumerate(entries, first)
        if one.verdict == "refused" and not one.is_unclear and not one.is_new and one in mine
    )
