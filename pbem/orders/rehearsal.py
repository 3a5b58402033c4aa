"""The rehearsal: a letter's lines taken one by one, under an umpire that rolls nothing and lets nobody react.

Each line is named and planned on the position that the good lines before it leave, on the owner's own view; a bad line
spoils nothing but itself.  Lines for a later phase come after those of the present one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.system import RuleSystem
from pbem.language.lexicon import NO_WORDS_ADDED, DeskWords
from pbem.language.read import LineAsRead
from pbem.orders.clauses import Clauses, Overtaken
from pbem.orders.dialect import Dialect, Verbatim
from pbem.orders.line_answers import of_command, told_at_the_end, with_who_leaves
from pbem.orders.line_judge import LineJudge
from pbem.orders.lines import MOST_PROSE_LINES, PROSE_COUNTS, OwnLine, own_lines
from pbem.orders.parsed_lines import CommandLine, OnFile, Parsed, UnreadLine, parsed_lines
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.orders.verdict import ACCEPTED as ACCEPTED
from pbem.orders.verdict import PROSE as PROSE
from pbem.orders.verdict import REFUSED as REFUSED
from pbem.orders.verdict import LineVerdict as LineVerdict
from pbem.orders.verdict import RehearsalResult as RehearsalResult

MOST_SECOND_THOUGHTS = 6
MOST_LINES_AGAIN = 1200
"""Lines that are rehearsed again for second thoughts: six times 200, or twice 600."""


def rehearse(
    system: RuleSystem[Any],
    dialect: Dialect,
    state: Any,
    side: str,
    phase_letter: str,
    words: str,
    *,
    stacks: Mapping[str, tuple[str, ...]] | None = None,
    ahead: bool = False,
    is_begun: bool = False,
    desk_words: DeskWords = NO_WORDS_ADDED,
) -> RehearsalResult:
    """Read and rehearse the words of a letter by `side` for the phase with this letter.  Any text at all is taken.

    `state` is not changed.  `stacks` are the letters of the report that is answered.
    With `ahead` one letter serves the whole player turn: a line that does not say its phase is for the one where its verb
    belongs.  With `is_begun` the position is one in the midst of its phase; else the phase is still to begin.
    """
    read = own_lines(words, verbatim=isinstance(dialect, Verbatim))
    occasion = Occasion(
        system, dialect, state, side, phase_letter, stacks or {}, ahead, is_begun, desk_words=desk_words
    )
    return replace(judge_lines(occasion, parse_lines(occasion, read.lines)), cut=read.cut, press=read.press)


@dataclass(frozen=True)
class Occasion:
    """The context in which lines are read: the rules and the words of a game, the position, whose lines they are, and the
    phase.

    `stacks` are the letters of the report that the writer answers; with `ahead` one letter serves the whole player turn,
    with `is_begun` the position is one in the midst of its phase.  `on_file` are units with orders on file, by the letter of
    their phase; `desk_words` are those that a desk adds to the lexicon of the game;
    `as_read` says of lines that were read before as what they were.
    """

    system: RuleSystem[Any]
    dialect: Dialect
    state: Any
    side: str
    phase: str
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ahead: bool = False
    is_begun: bool = False
    on_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    desk_words: DeskWords = NO_WORDS_ADDED
    as_read: Mapping[str, LineAsRead] = field(default_factory=dict)

    def position(self) -> RehearsedPosition:
        """The position before the first line."""
        return RehearsedPosition(
            self.system,
            self.dialect,
            self.state,
            self.side,
            self.phase,
            self.stacks,
            is_begun=self.is_begun,
            desk_words=self.desk_words,
            as_read=self.as_read,
        )


def parse_lines(occasion: Occasion, lines: Sequence[OwnLine]) -> tuple[Parsed, ...]:
    """Each line of a letter with its syntax."""
    return tuple(parsed_lines(lines, occasion.position())) if lines else ()


def name_lines(occasion: Occasion, lines: Sequence[Parsed | OnFile]) -> RehearsalResult:
    """Return the units that the lines name on the position as it stands.  Nothing is planned or carried out, and no rule
    refuses a line."""
    clauses = Clauses(occasion.position(), {}, ahead=occasion.ahead, names_only=True, on_file=occasion.on_file)
    return LineJudge(clauses).letter(lines)


def name_commands(lines: Sequence[CommandLine], phase: str) -> RehearsalResult:
    """As `name_lines` for a letter of commands alone, which name nobody; it needs no position, only the phase's letter."""
    verdicts = tuple(of_command(one, phase) for one in lines)
    return RehearsalResult(verdicts, (), tuple(one.command for one in verdicts if one.command is not None))


def judge_lines(occasion: Occasion, lines: Sequence[Parsed | OnFile]) -> RehearsalResult:
    """The lines in turn, those on file among them, as the rules judge them; each has a number, in their sequence."""

    def once(overtaken: Overtaken) -> tuple[RehearsalResult, Clauses]:
        clauses = Clauses(occasion.position(), overtaken, ahead=occasion.ahead, on_file=occasion.on_file)
        return LineJudge(clauses).letter(lines), clauses

    found, clauses = once({})
    overtaken: Overtaken = {}
    prose = min(MOST_PROSE_LINES, sum(isinstance(one, UnreadLine) for one in lines))
    weight = max(len(lines) + (PROSE_COUNTS - 1) * prose, 1)
    for _ in range(min(MOST_SECOND_THOUGHTS, MOST_LINES_AGAIN // weight)):
        replaced = clauses.second_thought(overtaken)
        if not replaced:
            break
        overtaken.update(replaced)
        again, better = once(overtaken)
        good = {line.number for line in again.lines if line.verdict == ACCEPTED}
        needed = {number for number, _ in replaced.values()}
        needed.update(one.number for one in found.lines if one.verdict == ACCEPTED)
        if not good.issuperset(needed):
            break
        found, clauses = again, better
    judged = tuple(with_who_leaves(one, found.lines, dialect=occasion.dialect) for one in found.lines)
    return replace(found, lines=told_at_the_end(judged))
