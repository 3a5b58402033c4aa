"""Answers to single lines of a letter: commands, questions, signatures, and whoever leaves with an order refused."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from pbem.core.order import Malformed, Order, Problem
from pbem.language.gist import without_idle
from pbem.orders.commands import BINDING, Command
from pbem.orders.dialect import Dialect
from pbem.orders.lines import OwnLine
from pbem.orders.parsed_lines import CommandLine
from pbem.orders.prose import MOST_SHOWN, STANDING_ALONE, UNCLEAR, Tried, unclear_text
from pbem.orders.refusal_text import without_lead, without_lines
from pbem.orders.syntax import Words
from pbem.orders.verdict import ACCEPTED, PROSE, REFUSED, LineVerdict

LEAD = re.compile(r"\s*in\s+[^:;]{1,40}:", re.I)
"""Words ahead of a line that say for which phase it is."""
NO_ROOM = "E136"
"""The problem of a move that would end in a full hex."""
NUMBERED = re.compile(r"^line \d+: ")
TOO_FAR, WAYS = "E130", "E122"
OF_ALL = "W321"
"""The code of remarks on all that the lines of a letter make together, such as a battle plan."""


def _whole(line: OwnLine) -> tuple[int, int]:
    return len(line.text) - len(line.text.lstrip()), len(line.text.rstrip())


def asked(line: OwnLine, choices: Sequence[tuple[str, ...]], letter: str) -> LineVerdict:
    """A line that may mean one of these orders, each of one line or several."""
    orders = tuple(dict.fromkeys(without_idle(one) for one in choices))[:MOST_SHOWN]
    # Of several lines of a block none has its number: on one line they can be copied so.
    texts = tuple(
        "; ".join(NUMBERED.sub("", two) if len(one) > 1 else two for two in _with_one_lead(one)) for one in orders
    )
    problem = Malformed(UNCLEAR, unclear_text(texts), suggest=texts)
    return LineVerdict(line.number, line.text, REFUSED, letter, problem=problem, caret=_whole(line), choices=orders)


def _with_one_lead(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Order lines for one phase as the parts of one line, which says for which it is once: ``in Reno: Co. A dismount``."""
    lead = _FOR_A_PHASE.match(lines[0])
    if lead is None or not all(one.startswith(lead[0]) for one in lines):
        return lines
    return (lines[0], *(one.removeprefix(lead[0]) for one in lines[1:]))


_FOR_A_PHASE = re.compile(r"in [^:]{1,40}: ")


def which_of(line: OwnLine, problem: Problem, ahead: str, letter: str) -> LineVerdict:
    """A line of prose that is understood but for one thing that may be either of two."""
    texts = tuple(ahead + one for one in problem.suggest[:MOST_SHOWN])
    found = Malformed(UNCLEAR, unclear_text(texts), suggest=texts)
    choices = tuple((one,) for one in texts)
    return LineVerdict(line.number, line.text, REFUSED, letter, problem=found, caret=_whole(line), choices=choices)


def each_alone(line: OwnLine, one: Tried, letter: str) -> LineVerdict:
    """A line of prose with several standing orders, each of which needs a line of its own."""
    listed = "\n".join(one.candidate.lines)
    text = f"Write each standing order on a line of its own:\n{listed}"
    problem = Malformed(STANDING_ALONE.code, text, suggest=one.candidate.lines)
    return LineVerdict(line.number, line.text, REFUSED, letter, problem=problem, caret=_whole(line))


def forbidden_by_rule(line: OwnLine, one: Tried, letter: str) -> LineVerdict:
    """A line of prose that is understood, and against the rules."""
    assert one.problem is not None
    # What the rule suggests is for one of several units alone.
    is_for_all = len(one.candidate.lines) == 1 or one.problem.code == TOO_FAR
    suggest = one.problem.suggest if is_for_all else ()
    rest = () if is_for_all else one.problem.suggest
    why = without_lead(without_lines(one.problem.text, rest))
    if one.problem.code == WAYS:
        why = one.problem.text
    text = f"I read   {'; '.join(one.candidate.lines)}\n{why}"
    problem = replace(one.problem, text=text, suggest=suggest)
    return LineVerdict(line.number, line.text, REFUSED, letter, problem=problem, caret=_whole(line))


SAYS_WORDS = ("protest", "insist")
"""Commands behind whose colon are words to people, which may be a question."""


def told_at_the_end(lines: Sequence[LineVerdict]) -> tuple[LineVerdict, ...]:
    """Remarks on all that the lines make together (W321) stand behind the last of them alone: by then it is made."""
    last = max((one.number for one in lines if any(remark.code == OF_ALL for remark in one.warnings)), default=0)
    return tuple(
        one
        if one.number == last or not one.warnings
        else replace(one, warnings=tuple(remark for remark in one.warnings if remark.code != OF_ALL))
        for one in lines
    )


def with_who_leaves(refused: LineVerdict, lines: Sequence[LineVerdict], dialect: Dialect) -> LineVerdict:
    """A line refused for want of room in a hex that a line below it empties: the remedy is their sequence."""
    problem = refused.problem
    if problem is None or problem.code != NO_ROOM:
        return refused
    below = (order for one in lines if one.number > refused.number and one.verdict == ACCEPTED for order in one.orders)
    leaving = next((order for order in below if moves_any(order, problem.rests_on)), None)
    if leaving is None:
        return refused
    text = f"{problem.text}\nMove '{dialect.write(leaving)}' above this line, so that it leaves first."
    return replace(refused, problem=replace(problem, text=text))


def moves_any(order: Order, names: Collection[str]) -> bool:
    """True if an order moves any of these units."""
    return bool(getattr(order, "path", ())) and bool(set(names).intersection(getattr(order, "units", ())))


def of_command(one: CommandLine, phase: str) -> LineVerdict:
    """A command in a letter for the phase with this letter; one that binds is not carried out where it is asked about."""
    line, command = one.line, one.command
    is_free_words = command.name in SAYS_WORDS and ":" in line.text
    if command.name in BINDING and line.text.rstrip().endswith("?") and not is_free_words:
        return asked_back(line, command, phase, "That is a question, not an order.")
    return LineVerdict(line.number, line.text, ACCEPTED, phase, canonical=(command.text,), command=command)


def asked_back(line: OwnLine, command: Command, phase: str, why: str) -> LineVerdict:
    """A line that may be meant as a command, but is not taken as one."""
    problem = Malformed("E110", f"{why}  If you mean it, write   {command.text}", suggest=(command.text,))
    caret = len(line.text) - len(line.text.lstrip()), len(line.text.rstrip())
    return LineVerdict(line.number, line.text, REFUSED, phase, problem=problem, caret=caret)


def phase_ahead(words: str) -> Words | None:
    """The words ahead of a line that name its phase."""
    lead = LEAD.match(words)
    return Words("phase", lead.group().strip(), *lead.span()) if lead else None


def phase_name(phase: Words) -> str:
    return re.sub(r"^(?:in|for|when|if|once)\s+(?:the\s+)?", "", phase.text.rstrip(" :"), flags=re.I)


_QUESTION_END = re.compile(r"(?<=[?.!])\s+")
_ASKING = re.compile(
    r"(?:(?:and|n|so|or|but)\s+)?(?:is|are|am|was|were|does|do|did|has|have|who|whose|what|when|where|why|which|how)\b",
    re.I,
)
"""The beginning of a question that may end without its mark: ``2 lodges left?  n is Joseph the one who shot``."""


def is_asked_line(line: OwnLine) -> bool:
    """True if a line that cannot be read is a question: ``Can I still fire with Crow King?``."""
    text = line.text.rstrip()
    if "?" not in text:
        return False
    parts = [one.strip() for one in _QUESTION_END.split(text) if one.strip()]
    return text.endswith("?") or all(one.endswith("?") or _ASKING.match(one) is not None for one in parts)


_REQUESTS = re.compile(
    r"(?:\w+,?\s+){0,2}?(?:could|can|would|will|shall|may|might|let|please|pls|plz|how|what|why|maybe|perhaps)\b", re.I
)
"""The beginning of a question that asks for an order: ``could Mills go to 3612?``."""


def is_bare_question(line: OwnLine) -> bool:
    """True if a line that can be read is an order with a question mark, and no request: ``Mills move 3612?``."""
    return is_asked_line(line) and not line.is_sheet and _REQUESTS.match(line.text.strip()) is None


def unless_signed(last: LineVerdict, verdicts: Sequence[LineVerdict]) -> LineVerdict:
    """The last line: a name alone below good orders is a signature, though a unit may have it too."""
    is_name = last.text.replace(".", "").replace(" ", "").isalpha() and last.text[:1].isupper()
    code = last.problem.code if last.problem is not None else ""
    is_lone = (code == "E111" and bool(last.problem and last.problem.rests_on)) or (
        code == UNCLEAR and not (last.problem and last.problem.suggest)
    )
    if is_name and is_lone and any(one.verdict == ACCEPTED for one in verdicts):
        return LineVerdict(last.number, last.text, PROSE)
    return last
