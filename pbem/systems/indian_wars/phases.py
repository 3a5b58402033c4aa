"""A phase of a title's sequence of play as a value, and phases by their full ids.  It imports no rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.sequence import parse
from pbem.core.system import Card, PhaseCard

SET_UP = "S"
NIGHT = "N"
"""The phase in which a side spends the night, between the days of a battle (LB-17.E)."""

HUNT = "H"
"""The phase in which hunting parties go out, once both sides have set up (LB-21.5.B.1)."""
BEFORE_TURNS = SET_UP + HUNT
"""The phases that come before the first game turn alone."""


@dataclass(frozen=True, slots=True)
class TitlePhase:
    """All that a title says of one of its phases.

    `clause` and `chapter` are the meanings of the rules that the phase and its help page cite, `orders` whose orders it
    takes (``phasing`` or ``other``), `short` its name in a subject line, `play` the procedure that plays it, written
    ``module:function`` and imported when the phase is first played.  `words` are what a player may call it in a line,
    `pages` the words that lead to its help page, whose lines are `help`.
    """

    letter: str
    name: str
    clause: str
    chapter: str
    orders: str
    short: str
    play: str
    words: tuple[str, ...]
    pages: tuple[str, ...]
    help: tuple[str, ...]
    prompt: str = ""
    """The request to a side."""
    occasion: str = ""
    """The kind of fire, of a fire phase."""
    strength: str = "full"
    """The strength of fire in it of a unit that is told no more than to fire."""
    policy: str = ""
    """The policy by which standing orders give its orders."""
    fires_next: str = ""
    """The letter of the phase that fire is meant for which is ordered in this one."""
    in_story: str = ""
    """Its name in the story of the battle."""
    nothing: str = ""
    """The log's line where nothing happened."""
    nothing_clause: str = ""
    """The meaning of the rule that the log cites where nothing happened."""
    idle: str = ""
    """The default of units without orders: ``they stay``."""
    silent: str = ""
    """The default if a side sends nothing."""
    nobody: tuple[str, str] = ("", "pass")
    """A label, and the order by which a side leaves the phase to us."""
    in_turn: bool = True
    """True if every player turn has it."""
    also: str = ""
    """For which later phases the same letter may have orders."""

    @property
    def heading(self) -> str:
        """Its name in a report's headings: ``OFFENSIVE FIRE``."""
        return self.name.upper()

    @property
    def in_text(self) -> str:
        """Its name in a sentence: ``offensive fire``."""
        return self.name.lower()


def cards(phases: tuple[TitlePhase, ...], clauses: Mapping[str, str]) -> tuple[PhaseCard, ...]:
    """The phases as the game's card lists them."""
    return tuple(PhaseCard(one.letter, one.name, clauses[one.clause], one.orders) for one in phases)


def parts(phase: str, card: Card) -> tuple[int, str, str]:
    """Game turn, phasing side's id and letter of a full phase id such as ``T03.US.B``."""
    found = parse(phase)
    return found.turn, card.side(found.side).id, found.letter


def short_name(phase: str, phases: tuple[TitlePhase, ...]) -> str:
    """A phase in a subject line: ``T3 US Off. Fire`` for ``T03.US.B``."""
    found = parse(phase)
    if found.letter == SET_UP:
        return f"{found.side} set-up"
    if found.letter == HUNT:
        return f"{found.side} hunting parties"
    return f"T{found.turn} {found.side} {next(one.short for one in phases if one.letter == found.letter)}"
