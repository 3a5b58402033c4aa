"""The phase of a line: `in F:` said in the movement phase is phase F of the same player turn, or of the next one."""

from collections.abc import Collection

from pbem.core.phase_id import parse_or_none
from pbem.core.sequence import SequenceOfPlay
from pbem.core.system import Phase


def phase_for(sequence: SequenceOfPlay, now: Phase[object], side: str, letter: str, played: Collection[str]) -> str:
    """The full id of the next phase with this letter that takes orders from `side`; the present one where it is that.

    `played` are the ids of phases that have begun.  A phase whose id does not fit the pattern stands alone.
    """
    here = parse_or_none(now.id)
    found = sequence.next_for(side, letter, here, played) if letter and here is not None else None
    return now.id if found is None else str(found)
