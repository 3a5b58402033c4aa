"""A line of a table, and its one text form (docs/table.md, The lines)."""

import re
from dataclasses import dataclass

from pbem.core.dice import parse_spec
from pbem.core.order import Malformed, Order, Problem


@dataclass(frozen=True, slots=True)
class TableLine(Order):
    """A line: its verb, what stands with it, and words.  `units` is empty: no line takes another's place."""

    units: tuple[str, ...] = ()
    verb: str = ""
    given: tuple[str, ...] = ()
    words: str = ""


Read = TableLine | tuple[TableLine, ...] | Problem


NUMBER = r"(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
COUNTS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


AN_ATTACK = "attack on a hill"
"""A purpose to copy where a line names none."""


def counted(text: str) -> int:
    """``3``, ``three``, ``a`` as a number."""
    low = text.lower()
    return int(low) if low.isdigit() else COUNTS.index(low) + 1 if low in COUNTS else 1


def not_read(text: str, copy: str = "", words: str = "") -> Malformed:
    """E110, with the line to copy."""
    return Malformed("E110", text, suggest=(copy,) if copy else (), words=words)


def bare(word: str) -> str:
    return re.sub(r"^[\"'(]+|[\"').,!;]+$", "", word).lower()


def first_word(line: str) -> tuple[str, str]:
    """The first word of a line in small letters, and what stands behind it; a colon stays with the rest."""
    match = re.match(r"([A-Za-z]+)(?=[\s:.,!]|$)\s*", line)
    if match is None:
        return "", line
    rest = line[match.end() :]
    return match[1].lower(), rest if rest.strip(".!") else ""


def longest(text: str, names: object) -> tuple[str, str] | None:
    """The longest of these names that a text begins with, and what stands behind it."""
    low = text.lower()
    for name in sorted(names, key=lambda one: (-len(one), one)):  # type: ignore[call-overload]
        if low.startswith(name.lower()) and not re.match(r"[A-Za-z0-9]", low[len(name) :]):
            return name, text[len(name) :].strip()
    return None


def signed(number: int) -> str:
    """A modifier as it is written, "" for none."""
    return f"{number:+d}" if number else ""


def write(line: TableLine) -> str:
    """The one text form of a line."""
    given, words = line.given, line.words
    match line.verb:
        case "roll" | "roll secretly":
            spec, chart, column, modifier = given
            parts = [line.verb, chart or spec, column, signed(int(modifier))]
            return f"{' '.join(one for one in parts if one)}: {words}"
        case "order":
            return f"order: {', '.join(given)}"
        case "pick":
            return f"pick {given[0]} of: {', '.join(given[1:])}"
        case "draw" | "look":
            return f"{line.verb} {given[0]} {given[1]}"
        case "play" | "discard" | "remove" | "reveal":
            return f"{line.verb} {', '.join(given)}" + (f": {words}" if words else "")
        case "show":
            return f"show {', '.join(given[1:])} to {given[0]}"
        case "put":
            return f"put {', '.join(given[1:])} {'on top' if given[0] == 'top' else 'at the bottom'}"
        case "return":
            return f"return {', '.join(given)}"
        case "reshuffle":
            return " with ".join((f"reshuffle {given[0]}", *given[1:]))
        case "mark":
            return f"mark {given[0]}: {words}"
        case "set":
            return f"set {given[0]} = {given[1]}"
        case "add":
            return f"{given[0]} {given[1]}"
        case "counter":
            return f"{given[0]} {words}"
        case "follow":
            return f"follow {given[0]}"
        case "files":
            return f"files to {given[0]}"
        case "to":
            return f"to {given[0]}: {words}"
        case "file":
            return f"file {' '.join(given)}"
        case "over":
            return f"over to {given[0]}" + (f": {words}" if words else "")
        case "back" | "done":
            return line.verb
        case "open":
            return f"open {given[1]} {given[2] or given[0]}"
        case _:
            return f"{line.verb}: {words}"


def dice_of(line: TableLine) -> tuple[int, int]:
    """The number and the sides of the dice of a roll."""
    return parse_spec(line.given[0])
