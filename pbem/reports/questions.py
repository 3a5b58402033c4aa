"""A break: the letter that puts every open question to one player, numbered, to be answered with digits."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.core.ask import Ask, Choice
from pbem.reports import times
from pbem.reports.letter_style import translate, translated
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.pages import page
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, carried, heading, wrap

INDENT = 3
LISTED = 9
"""Choices up to this number stand one a line; more would make a letter that nobody reads."""
MANY = 16
"""Of more choices that end in a hex only the first stand in the letter; any other is answered by its hex (``hex 2605``)."""
SHOWN = 8
PROSE = WIDTH - 2
MARKS = (" *", " +", " **", " ++", " ***")
"""Marks after a choice whose remark stands below, one for each remark."""


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions to one player. `phase` is ``The Indian Melee Phase of turn 3``; `report` the last report's number.

    `less_often` are standing orders that would answer such questions; with `has_log` what has happened in the phase stands
    below in the same letter, with `goes_on` only what has happened since the player was asked before.  `waits`: the game does,
    whatever the defaults are.
    """

    phase: str
    asks: tuple[Ask, ...]
    until: datetime
    written: datetime
    report: int = 0
    less_often: tuple[str, ...] = ()
    has_log: bool = False
    goes_on: bool = False
    waits: str = ""


def question(questions_asked: Questions) -> str:
    """The text of the letter.  Choices are numbered from 1; the answer is one number for each question, in sequence."""
    return page(
        "player-question",
        told=questions_asked,
        many=len(questions_asked.asks),
        blocks=[block(n, one) for n, one in enumerate(questions_asked.asks, 1)],
        example=" ".join(str(example(one)) for one in questions_asked.asks),
        silence=questions_asked.waits or silence(questions_asked.asks),
        left=times.left(questions_asked.until - questions_asked.written),
    )


def chosen(asks: Sequence[Ask], numbers: Sequence[int]) -> tuple[str, ...] | str:
    """The keys that the numbers stand for; where they do not fit the questions, a sentence that says what was expected."""
    if len(numbers) != len(asks):
        if len(asks) == 1:
            return translate("Expected one number; found {found}.", found=len(numbers))
        return translate(
            "Expected {wanted} numbers, one per question; found {found}.", wanted=len(asks), found=len(numbers)
        )
    keys: list[str] = []
    for n, (one, number) in enumerate(zip(asks, numbers, strict=True), 1):
        shown = shown_of(one)
        if 1 <= number <= len(shown):
            keys.append(shown[number - 1].key)
            continue
        named = next((choice.key for choice in one.choices if hex_of(choice) == f"{number:04}"), None)
        if named is None:
            words = "Question {n} has the answers 1 to {most}, or a hex in reach; found {found}."
            if len(shown) == len(one.choices):
                words = "Question {n} has the answers 1 to {most}; found {found}."
            return translate(words, n=n, most=len(shown), found=number)
        keys.append(named)
    return tuple(keys)


def shown_of(one: Ask) -> Sequence[Choice]:
    """The choices that the letter lists; a game puts the sensible ones first."""
    if len(one.choices) <= MANY or not any(hex_of(choice) for choice in one.choices[SHOWN:]):
        return one.choices
    return one.choices[:SHOWN]


def answer_of(one: Ask, key: str) -> str:
    """The answer for a choice: its number, or its hex.  Raises ValueError if there is no such choice."""
    at = [choice.key for choice in one.choices].index(key)
    return str(at + 1) if at < len(shown_of(one)) else f"hex {hex_of(one.choices[at])}"


def hex_of(choice: Choice) -> str:
    """The hex in which a choice ends (``scatter mounted 2605``), "" for none."""
    last = choice.key.rpartition(" ")[2]
    return last if re.fullmatch(r"\d{4}", last) else ""


def block(number: int, one: Ask) -> list[str]:
    """A question with its number and its choices, as it stands in a letter."""
    clause = f" ({one.clause})" if one.clause and f"({one.clause})" not in one.prompt else ""
    prompt = ascii_text(translated(one.prompt or f"{one.subject}: {one.kind}")) + clause
    lines = wrap(prompt, PROSE, first=f"{number:<{INDENT}}", rest=" " * INDENT)
    shown = shown_of(one)
    if len(shown) > LISTED:
        return lines + _in_columns(one)
    for n, choice in enumerate(shown, 1):
        head = f"{'':{INDENT}}{n:>3}  "
        lines += wrap(_text(choice), WIDTH, first=head, rest=" " * len(head))
    rest = [at for at in dict.fromkeys(map(hex_of, one.choices[len(shown) :])) if at]
    if rest:
        head = f"{'':{INDENT}}{translate('or'):>4}  "
        text = translate(
            "any other hex in reach ({more} more): write it instead of a number, such as   hex {hex}",
            more=len(rest),
            hex=rest[0],
        )
        lines += wrap(text, WIDTH, first=head, rest=" " * len(head))
    return lines


def _text(choice: Choice) -> str:
    """A choice in the words of the letter."""
    return ascii_text(translated(choice.text or choice.key))


def _in_columns(one: Ask) -> list[str]:
    """Many choices side by side: numbers down the columns; what is said behind the choices is said once below."""
    texts = [_text(choice) for choice in one.choices]
    heads = [brief(text) for text in texts]
    tails = [text[len(head) :].strip(" ;") for text, head in zip(texts, heads, strict=True)]
    found_lines = [tail for tail in dict.fromkeys(tails) if tail]
    marks = dict(zip(found_lines, MARKS, strict=False)) if len(found_lines) > 1 else {}
    cells = [f"{n:>3}  {head}{marks.get(tail, '')}" for n, (head, tail) in enumerate(zip(heads, tails, strict=True), 1)]
    wide = max(len(cell) for cell in cells) + 2
    across = max(1, (PROSE - INDENT) // wide)
    down = -(-len(cells) // across)
    rows = [cells[row::down] for row in range(down)]
    lines = [" " * INDENT + "".join(f"{cell:<{wide}}" for cell in row).rstrip() for row in rows]
    for tail in found_lines:
        word = marks[tail].strip() if tail in marks else f"{heads[-1].split()[0]}:"
        lines += wrap(f"({word} {tail.strip('()')})", WIDTH, first=" " * (INDENT + 5), rest=" " * (INDENT + 6))
    return lines


def brief(text: str) -> str:
    """A choice without what it says behind a semicolon, in brackets or in another column: ``try to retreat to 3513``."""
    return re.split(r";| \(|  +", ascii_text(text), maxsplit=1)[0].strip()


def _number(one: Ask, key: str) -> int:
    return next((n for n, choice in enumerate(one.choices, 1) if choice.key == key), 0)


def example(one: Ask) -> int:
    """A number that is legal, and not the default, so that the example does not suggest silence."""
    numbers = range(1, len(shown_of(one)) + 1)
    return next((n for n in numbers if one.choices[n - 1].key != one.default), 1)


def silence(asks: Sequence[Ask]) -> str:
    """The answer if nobody gives one: the digits and their words."""
    parts = [_default(one) for one in asks]
    if len(parts) == 1:
        return parts[0]
    if any(one.default is None for one in asks):
        return "; ".join(f"{translate('question')} {n}: {one}" for n, one in enumerate(parts, 1))
    digits = " ".join(str(_number(one, one.default or "")) for one in asks)
    texts = dict.fromkeys(_default_text(one) for one in asks)
    return f"{digits} ({translate('default')}: {'; '.join(texts)})"


def _default(one: Ask) -> str:
    if one.default is None:
        return translate("you will be asked again")
    return f"{_number(one, one.default)} ({translate('default')}: {_default_text(one)})"


def _default_text(one: Ask) -> str:
    text = next((choice.text for choice in one.choices if choice.key == one.default), "")
    return brief(translated(text or one.default or ""))


def question_map(shown: MapPanel, asks: Sequence[Ask]) -> list[str]:
    """The map of the things that questions are about; no lines where that is nothing."""
    details = shown.asked_about(asks)
    if not details:
        return []
    lines = [heading(translate("MAP"), translate("as it is now"))]
    for n, one in enumerate(details):
        lines += [""] * (n > 0) + [one.title, *one.lines()]
    return carried(lines)
