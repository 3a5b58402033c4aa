"""Unclear lines on file, and the digits that answer them: ``1 0 2`` for three lines, 0 for one that was just talk."""

from collections.abc import Sequence

from pbem.desk.orders.merge import UNCLEAR_MARK, Entry
from pbem.orders.prose import UNCLEAR
from pbem.orders.verdict import LineVerdict
from pbem.reports.letter_style import translate


def kept_choices(one: LineVerdict) -> tuple[str, ...]:
    """The choices to keep with an unclear line for its answer; () for any other."""
    if one.problem is None or one.problem.code != UNCLEAR:
        return ()
    return (UNCLEAR_MARK, *("\n".join(lines) for lines in one.choices))


def waiting(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The unclear lines among those on file, in their sequence."""
    return tuple(one for one in entries if one.is_unclear)


def answered(lines: Sequence[Entry], digits: Sequence[int]) -> tuple[str, ...] | str:
    """The orders that digits choose for unclear lines; a sentence saying what was expected where they do not fit."""
    if len(digits) != len(lines):
        text = "{n} of your lines wait for an answer: write a digit for each, such as   {example}"
        return translate(text, n=len(lines), example=" ".join("1" if len(one.costs) > 1 else "0" for one in lines))
    found: list[str] = []
    for line, digit in zip(lines, digits, strict=True):
        if digit >= len(line.costs):
            text = "'{line}' has the answers {answers}; you wrote {digit}."
            answers = ", ".join(str(n) for n in range(len(line.costs)))
            return translate(text, line=line.written, answers=answers, digit=digit)
        if digit:
            found += line.costs[digit].splitlines()
    return tuple(found)
