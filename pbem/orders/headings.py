"""Headings: a line that names a phase or a marker and nothing else is for the lines below it, up to the next heading.

``In Reno:`` above two orders means what ``in Reno:`` ahead of each of them means.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pbem.language.wording.spans import with_short_gaps
from pbem.orders.lines import OwnLine
from pbem.orders.syntax import Words

MOST_WORDS = 9
LEAD = re.compile(r"(?:(?:my\s+)?orders\s+)?(in|for|during|when|if|once|as\s+soon\s+as)\s+", re.I)
"""Begins most headings; without it a line needs a colon or one of the words below."""
KIND = re.compile(r"(?:'s)?\s*\b(phase|marker|chit|draw|activation)\b", re.I)
COMES = re.compile(
    r"\s+(?:(?:is|gets|got)\s+(?:drawn|up|next)|comes(?:\s+(?:up|out|next))?|turns\s+up)(?:\s+(?:next|first|again))?$",
    re.I,
)
TAIL = re.compile(r"\s*[,-]?\s+(?:this\s+(?:time|turn|draw|phase|marker|activation)|right\s+now|now)$", re.I)
_NOT_IN_A_NAME = re.compile(r"\d{3}|[:;]")
LITTLE = re.compile(r"^(?:the|my|our)\s+|\s+orders$", re.I)
HERE = frozenset(("this", "current", "present", "now"))
NO_NAMES = re.compile(
    r"short|detail|orders?|addition|summary|general|particular|case|fact|brief|turn|all|total|full|future|sequence",
    re.I,
)
"""Words after ``in`` that are not the misspelt name of a phase: ``In short:``."""


@dataclass(frozen=True)
class Heading:
    """A heading: how the phase is named ahead of an order; `is_known` if the side has such a phase."""

    phase: str
    is_known: bool = True

    def over(self, line: OwnLine) -> Words:
        """The phase of a line below it, at the columns of that line."""
        start = len(line.text) - len(line.text.lstrip())
        return Words("phase", self.phase, start, max(len(line.text.rstrip()), start + 1))


@dataclass(frozen=True)
class PhaseNames:
    """A game's knowledge of phases. `letter_named` gives the letter of a phase as a player calls it, "" for none that the side
    has; `is_near` whether a letter is that of the present phase or of one that comes before the side's next turn is over;
    `is_any` whether any side has a phase so called."""

    letter_named: Callable[[str], str]
    is_near: Callable[[str], bool]
    is_any: Callable[[str], bool]


def heading(line: OwnLine, phases: PhaseNames) -> Heading | None:
    """The heading that a line is, or None for any other line."""
    text = with_short_gaps(line.words.strip())
    words = TAIL.sub("", text.rstrip(" :-"))
    if not words or len(words.split()) > MOST_WORDS or _NOT_IN_A_NAME.search(words):
        return None
    lead, kind = LEAD.match(words), KIND.search(words)
    if not (text.endswith(":") or lead or kind):
        return None
    name = words[lead.end() :] if lead else words
    comes = COMES.search(name)
    name = COMES.sub("", LITTLE.sub("", KIND.sub("", COMES.sub("", name)).strip())).strip(" -,")
    if name.lower() in HERE:
        return Heading("", is_known=True) if kind or lead else None
    if not name or (len(name) == 1 and not (lead or kind)):
        return None
    phase = _phase(name, phases)
    letter = phases.letter_named(phase)
    if letter:
        # A word such as ``Fire:`` may be said of the present phase too; two words name one.
        return Heading(phase) if lead or kind or " " in name or phases.is_near(letter) else None
    is_misnamed = (kind is not None and kind[1].lower() != "phase") or (comes is not None and "drawn" in comes[0])
    is_misnamed = is_misnamed or (text.endswith(":") and (_is_one_name(lead, name) or phases.is_any(phase)))
    return Heading(phase, is_known=False) if is_misnamed and (lead or text.endswith(":")) else None


def _phase(name: str, phases: PhaseNames) -> str:
    """The phase as it is named ahead of an order; ``E - advance fire`` names one phase twice."""
    parts = ["in " + part + ":" for part in re.split(r"\s+-+\s+|\s*[,/]\s*", name)]
    letters = {phases.letter_named(one) for one in parts}
    return parts[0] if len(parts) > 1 and len(letters) == 1 and "" not in letters else "in " + name + ":"


def _is_one_name(lead: re.Match[str] | None, name: str) -> bool:
    is_in = lead is not None and lead[1].lower() == "in"
    return is_in and name.isalpha() and len(name) > 2 and NO_NAMES.fullmatch(name) is None


# For which phase a line of prose is, where it says so in its own way: ``Reno's chit: ...``, ``when Reno is drawn,
# ...``.
#
# The words that say so are cut from the line; what is left is read as any other.

MOST_NAMES = 24
"""Ways in which a line may name its phase that are looked at."""
_THING = r"(?:marker|mrkr|mkr|chit|draw|activation|turn|impulse|phase)s?"
_NAME = r"(?P<name>[A-Za-z][\w-]*(?:[ ][A-Za-z][\w-]*){0,2}?)(?:'s|s')?"
_ARTICLE = r"(?:(?:the|my|our|his|their|general|gen\.?|major|maj\.?|colonel|col\.?|captain|capt\.?|chief)\s+)*"
_WHEN = r"(?:when(?:ever)?|whn|wen|if|once|as\s+soon\s+as|after|should)"
_COMES = (
    r"(?:drawn|draw|(?:shows?|turns?|pops?|comes?)(?:\s+(?:up|out|around|along|round))?|up|out|next|again|first|come|comes|coming|surfaces?|emerges?|appears?|activated|activates?|active|called|picked|pulled"
    r"|moves?|goes|on|in\s+play|now|(?:(?:to\s+)?(?:act|go|move))|turn|(?:his|her|its|their|a)\s+(?:turn|activation|go))"
)
_IS = r"(?:(?:is|are|gets?|has|finally|next|been|be|to|marker|chit|turn|activation|eventually|then)\s+)*"
_END = (
    r"\s*(?:[,:;]\s*(?:then\s+)?|-+\s+|then\s+|(?=(?:he|she|they|it|have|let|get|i|we|send|his|Co|all|both"
    r"|\w+\s+(?:and|&|n)\s)\b)|$)"
)
_FIRE = r"(?:adv(?:ance)?|def(?:ensive)?|off(?:ensive)?)\.?[ -]?fire"
_PHASES = rf"(?:{_FIRE}|rally|movement|moving|melee|fighting)(?:\s+phase)?"
_CALLED = {"adv": "advance", "def": "defensive", "off": "offensive", "moving": "movement", "fighting": "melee"}
"""Words in the names of phases as players write them."""
_LEADS = (
    rf"^\W*{_WHEN}\s+{_ARTICLE}(?:{_THING}\s+(?:of|for)\s+{_ARTICLE})?{_NAME}\s+{_IS}{_COMES}(?:\s+{_COMES})*{_END}",
    rf"^\W*{_WHEN}\s+(?:it\s+is|it's|its)\s+{_ARTICLE}{_THING}\s+(?:of|for)\s+{_ARTICLE}{_NAME}{_END}",
    rf"^\W*{_WHEN}\s+(?:it\s+is|it's|its)\s+{_ARTICLE}{_NAME}\s+{_THING}{_END}",
    rf"(?:\b(?:up)?on|\bin|\bat|\bduring|\bfor|\bwith|\bunder)\s+{_ARTICLE}{_NAME}\s+{_THING}\s*[,:-]*",
    rf"(?:\b(?:up)?on|\bin|\bat|\bduring|\bfor|\bwith)\s+{_ARTICLE}{_THING}\s+(?:of|for)\s+{_ARTICLE}{_NAME}\s*[,:-]+",
    rf"^\W*{_ARTICLE}{_NAME}\s+{_THING}\s*(?:[:,|\]\)>=-]+|(?=\s))",
    rf"(?:\bin|\bat|\bof|\bover\s+(?:with|at|in|by))\s+{_ARTICLE}{_NAME}\s+(?:circle|camp|tribe|folk|people)\b(?!\s*\d)\s*[,:-]*",
    rf"^\W*(?:over|out|down|up)\s+(?:with|at|among|by)\s+{_ARTICLE}{_NAME}\s*[,:-]+",
    rf"^\W*(?:in|during|for)\s+(?:the\s+)?(?P<name>{_PHASES})\s*(?:[,:]|(?=\s))",
    rf",?\s*\b{_WHEN}\s+{_ARTICLE}(?:{_THING}\s+(?:of|for)\s+{_ARTICLE})?{_NAME}\s+{_IS}{_COMES}(?:\s+{_COMES})*\s*(?:,|\.?\s*$)",
    rf"^\W*{_WHEN}\s+(?:it|the\s+turn|time)\s+(?:comes|gets|is\s+time)\s+(?:to|for)\s+(?:the\s+)?(?P<name>{_PHASES})\s*[,:]?",
    rf",?\s*\b(?:in|during|for|at)\s+(?:the\s+)?(?P<name>{_FIRE}(?:\s+phase)?|(?:rally|movement|melee)\s+phase)(?=\W*$|\s*[,:;])\s*[,:;]?",
    r"(?<=[\w.]),\s*(?:in\s+)?(?P<name>(?-i:[A-G]))[ -]phase\s*(?=[:,])",
    r"(?P<name>\badv(?:ance)?\.?(?=\s+fire\b(?!\s+(?:at|on|upon)\s+will)))",
)
_UNNAMED = (
    rf",?\s*\b(?:(?:up)?on|in|at|during|with)\s+(?:his|its|their|her|the)\s+{_THING}\s*[,:]?",
    rf",?\s*\b(?:up)?on\s+{_THING}\s*[,:]?",
    rf",?\s*\b{_WHEN}\s+(?:his|its|their|her|the)\s+{_THING}\s+{_IS}{_COMES}(?:\s+{_COMES})*\s*[,:]?",
    rf",?\s*\b{_WHEN}\s+(?:he|they|she|it)?\s*(?:is|are)?\s*(?:drawn|activated)\s*[,:]?",
)
_GROUP = r"(?i:wing|battalion|bn|command|column|squadron|side|people|lot|men|group|circle|camp|tribe|folk)"
_HEADED = re.compile(rf"^\W*(?i:{_ARTICLE}){_NAME}(?P<kind>\s+{_GROUP})?\s*[:|]\s*(?=[A-Za-z\d])")
_AHEAD = tuple(
    re.compile(rf"^\W*{one}")
    for one in (
        rf"(?i:in|among|amongst|amid|by|for|as\s+for|at|from|of)\s+(?i:{_ARTICLE}){_NAME}(?:\s+{_GROUP})?\s*"
        rf"(?:[,:;-]+\s*|\s(?=(?i:{_ARTICLE}|young\s+|old\s+|only\s+|just\s+)?[A-Z]))",
        rf"(?i:{_ARTICLE}){_NAME}(?<=s)\s+(?=(?i:company|coy?\.?|companies)\s+[A-Z]\b|[A-Z](?:\s*[,+&]|\s+(?i:and|n|company|coy?|troop)\b))",
    )
)
"""``Among the Oglala Low Dog goes to 1014``, ``Major Reno's G Company``."""
_BID = re.compile(
    r"^\s*(?:(?:let|have|could|would|can|get|please|ask|tell|send|now|the|young|old|brave|only|just)\s+)+", re.I
)
"""Words ahead of whom a line bids something."""
_FOUND = tuple(re.compile(one, re.I) for one in _LEADS)
_FOUND_UNNAMED = tuple(re.compile(one, re.I) for one in _UNNAMED)


@dataclass(frozen=True)
class SaidFor:
    """The letter of the phase that a line is for, who or what it is called there, and the rest of the line."""

    letter: str
    name: str
    rest: str
    is_guessed: bool = False
    """True if only those whom it names tell the phase, and another that takes orders of their side runs."""


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
                if len(name) > 1 and (letter := letter_named(name)):
                    return SaidFor(letter, name, rest)
    for among in filter(None, (one.match(words) for one in _AHEAD)):
        if (letter := letter_named(among["name"])) and names_unit(_BID.sub("", words[among.end() :])):
            return SaidFor(letter, among["name"], _cut(words, *among.span()))
    headed = _HEADED.match(words)
    if headed is not None and (letter := letter_named(headed["name"])) and (letter != present or headed["kind"]):
        name, behind = headed["name"], words[headed.end() :]
        if names_unit(_BID.sub("", behind)):
            return SaidFor(letter, name, _cut(words, *headed.span()))
        if not (headed["kind"] or names_unit(name)) and names_unit(f"{name} {behind}"):
            return SaidFor(letter, name, f"{name} {behind}")  # Sans Arc | village 1 | 1212
    return None


def _ends(name: str) -> tuple[str, ...]:
    """A name, and less its first words: ``teh cheyenne``."""
    words = [_CALLED.get(one.lower().rstrip("."), one) for one in name.replace("-", " ").split()]
    words += ["fire"] * (words == ["advance"])
    return tuple(" ".join(words[n:]) for n in range(len(words)))


def _names(text: str) -> Iterator[str]:
    words = re.findall(r"[A-Za-z][\w-]*", text)[:MOST_NAMES]
    for n, one in enumerate(words):
        yield from (f"{one} {two}" for two in words[n + 1 : n + 2])
        yield one.removesuffix("s") if not one[0].isupper() else one


def _cut(words: str, start: int, end: int) -> str:
    """The words without what stands between two columns, which is left blank."""
    return (words[:start] + " " * (end - start) + words[end:]).rstrip()
