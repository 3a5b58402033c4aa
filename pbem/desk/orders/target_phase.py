"""The phase of a line: `in F:` said in the movement phase is phase F of the same player turn, or of the next one."""

from collections.abc import Collection
from typing import Any

from pbem.core.phase_id import parse_or_none
from pbem.core.sequence import SequenceOfPlay, sequence_of
from pbem.core.system import Phase, RuleSystem
from pbem.desk.play.pace import served
from pbem.store.database import Books
from pbem.store.tables import GameRow


def phase_for(sequence: SequenceOfPlay, now: Phase[object], side: str, letter: str, played: Collection[str]) -> str:
    """The full id of the next phase with this letter that takes orders from `side`; the present one where it is that.

    `played` are the ids of phases that have begun.  A phase whose id does not fit the pattern stands alone.
    """
    here = parse_or_none(now.id)
    found = sequence.next_for(side, letter, here, played) if letter and here is not None else None
    return now.id if found is None else str(found)


def served_phases(books: Books, game: GameRow, system: RuleSystem[Any], side: str, now: Phase[Any]) -> tuple[str, ...]:
    """The later phases for which a letter of a side serves in the game's pace."""
    sequence, played = sequence_of(system), books.phases.names(game)
    letters = served(game, system, side, now, played)
    found = dict.fromkeys(phase_for(sequence, now, side, letter, played) for letter in letters)
    return tuple(one for one in found if one != now.id)
