"""Which phase a line is for: `in F:` said in the movement phase is phase F of the same player turn, or of the next one."""

import re
from collections.abc import Collection

from pbem.core.system import Card, Phase

PHASE_ID = re.compile(r"T(\d+)\.([A-Z]+)\.([A-Z])")


def phase_for(card: Card, now: Phase[object], side: str, letter: str, played: Collection[str]) -> str:
    """The full id of the next phase with this letter that takes orders from `side`; the present one where it is that.

    `played` are the ids of phases that have begun.  A phase that does not fit the pattern (the set-up) stands alone.  Where
    chance decides which phase comes, one that has not been played this game turn may still come in it.
    """
    match = PHASE_ID.fullmatch(now.id)
    if not letter or match is None:
        return now.id
    wanted = next((one for one in card.phases if one.letter == letter), None)
    if wanted is None:
        return now.id
    own = card.side(side).code
    code = card.other(side).code if wanted.orders == "other" else own
    letters = [one.letter for one in card.phases]
    turn = int(match[1])
    if not card.in_sequence:
        here = f"T{match[1]}.{code}.{letter}"
        is_past = here != now.id and here in played
    elif code == match[2]:
        is_past = letters.index(letter) < letters.index(now.letter)
    else:
        is_past = any(one.startswith(f"T{match[1]}.{code}.") for one in played)
    return f"T{turn + is_past:02}.{code}.{letter}"
