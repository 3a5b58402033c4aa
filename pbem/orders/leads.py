"""For which phase a line of prose is, where it says so in its own way: ``Reno's chit: ...``, ``when Reno is drawn, ...``.

The words that say so are cut from the line; what is left is read as any other.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MOST_NAMES = 24
"""Ways in which a line may name its phase that are looked at."""
_THING = r"(?:marker|mrkr|mkr|chit|draw|activation|turn|impulse|phase)s?"
_NAME = r"(?P<name>[A-Za-z][\w-]*(?:[ ][A-Za-z][\w-]*){0,2}?)(?:'s|s')?"
_ARTICLE = r"(?:(?:the|my|our|his|their|general|gen\.?|major|maj\.?|colonel|col\.?|captain|capt\.?|chief)\s+)*"
_WHEN = r"(?:when(?:ever)?|whn|wen|if|once|as\s+soon\s+as|after|should)"
_COMES = (
    r"(?:drawn|draw|(?:shows?|turns?|pops?|comes?)\s+(?:up|out)|up|out|next|again|first|come|comes|coming|appears?|activated|activates?|active|called|picked|pulled"
    r"|moves?|goes|on|in\s+play|now|(?:(?:to\s+)?(?:act|go|move))|turn|(?:his|her|its|their|a)\s+(?:turn|activation|go))"
)
_IS = r"(?:(?:is|are|gets?|has|finally|next|been|be|to|marker|chit|turn|activation|eventually|then)\s+)*"
_END = (
    r"\s*(?:[,:;]\s*(?:then\s+)?|-+\s+|then\s+|(?=(?:he|she|they|it|have|let|get|i|we|send|his|Co|all|both"
    r"|\w+\s+(?:and|&|n)\s)\b)|$)"
)
_LEADS = (
    rf"^\W*{_WHEN}\s+{_ARTICLE}(?:{_THING}\s+(?:of|for)\s+{_ARTICLE})?{_NAME}\s+{_IS}{_COMES}(?:\s+{_COMES})*{_END}",
    rf"^\W*{_WHEN}\s+(?:it\s+is|it's|its)\s+{_ARTICLE}{_THING}\s+(?:of|for)\s+{_ARTICLE}{_NAME}{_END}",
    rf"^\W*{_WHEN}\s+(?:it\s+is|it's|its)\s+{_ARTICLE}{_NAME}\s+{_THING}{_END}",
    rf"(?:\b(?:up)?on|\bin|\bat|\bduring|\bfor|\bwith|\bunder)\s+{_ARTICLE}{_NAME}\s+{_THING}\s*[,:-]*",
    rf"(?:\b(?:up)?on|\bin|\bat|\bduring|\bfor|\bwith)\s+{_ARTICLE}{_THING}\s+(?:of|for)\s+{_ARTICLE}{_NAME}\s*[,:-]+",
    rf"^\W*{_ARTICLE}{_NAME}\s+{_THING}\s*(?:[:,|\]\)>=-]+|(?=\s))",
    rf",?\s*\b{_WHEN}\s+{_ARTICLE}(?:{_THING}\s+(?:of|for)\s+{_ARTICLE})?{_NAME}\s+{_IS}{_COMES}(?:\s+{_COMES})*\s*(?:,|\.?\s*$)",
)
_UNNAMED = (
    rf",?\s*\b(?:(?:up)?on|in|at|during|with)\s+(?:his|its|their|her|the)\s+{_THING}\s*[,:]?",
    rf",?\s*\b(?:up)?on\s+{_THING}\s*[,:]?",
    rf",?\s*\b{_WHEN}\s+(?:his|its|their|her|the)\s+{_THING}\s+{_IS}{_COMES}(?:\s+{_COMES})*\s*[,:]?",
    rf",?\s*\b{_WHEN}\s+(?:he|they|she|it)?\s*(?:is|are)?\s*(?:drawn|activated)\s*[,:]?",
)
_HEADED = re.compile(rf"^\W*{_NAME}\s*[:|]\s*(?=[A-Za-z\d])")
_FOUND = tuple(re.compile(one, re.I) for one in _LEADS)
_FOUND_UNNAMED = tuple(re.compile(one, re.I) for one in _UNNAMED)


@dataclass(frozen=True)
class SaidFor:
    """The letter of the phase that a line is for, who or what it is called there, and the rest of the line."""

    letter: str
    name: str
    rest: str


def said_for(
    words: str, letter_named: Callable[[str], str], names_unit: Callable[[str], bool], present: str = ""
) -> SaidFor | None:
    """For which phase a line says that it is; None if it does not.

    `letter_named` gives the letter of the phase that a name calls, "" for none; `names_unit` whether a text begins with the
    name of a unit: ``Noyes: D, E`` is for the phase called Noyes, unless that is the `present` one, ``Noyes: 1117`` for the
    leader.
    """
    for found in _FOUND:
        for match in found.finditer(words):
            for name in _ends(match["name"]):
                if letter := letter_named(name):
                    return SaidFor(letter, name, _cut(words, *match.span()))
    for found in _FOUND_UNNAMED:
        for match in found.finditer(words):
            rest = _cut(words, *match.span())
            for name in _names(rest):
                if letter := letter_named(name):
                    return SaidFor(letter, name, rest)
    headed = _HEADED.match(words)
    if headed is not None and (letter := letter_named(headed["name"])) and letter != present:
        name, behind = headed["name"], words[headed.end() :]
        if names_unit(behind):
            return SaidFor(letter, name, _cut(words, *headed.span()))
        if not names_unit(name) and names_unit(f"{name} {behind}"):
            return SaidFor(letter, name, f"{name} {behind}")  # Sans Arc | village 1 | 1212
    return None


def _ends(name: str) -> tuple[str, ...]:
    """A name, and less its first words: ``teh cheyenne``."""
    words = name.split()
    return tuple(" ".join(words[n:]) for n in range(len(words)))


def _names(text: str) -> Iterator[str]:
    words = re.findall(r"[A-Za-z][\w-]*", text)[:MOST_NAMES]
    for n, one in enumerate(words):
        yield from (f"{one} {two}" for two in words[n + 1 : n + 2])
        yield one.removesuffix("s") if not one[0].isupper() else one


def _cut(words: str, start: int, end: int) -> str:
    """The words without what stands between two columns, which is left blank."""
    return (words[:start] + " " * (end - start) + words[end:]).rstrip()
