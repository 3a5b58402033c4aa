"""What a phase that is still to come is called in letters: as its own side writes it too."""

import re
from typing import Any

from pbem.core.phase_id import parse_or_none
from pbem.core.sequence import sequence_of
from pbem.desk.title import Title

_TURN = re.compile(r"^T\d+\s+")


def to_come(title: Title, state: Any, side: str, phase: str) -> str:
    """``T3 US Movement``; of one that chance brings, in this turn or a later one, ``US marker C (Reno)``."""
    short = title.teller.short_name(phase)
    found = parse_or_none(phase)
    if found is None or found.battle is not None or sequence_of(title.system).is_sure(found.letter):
        return short
    word = title.dialect.phase_word(found.letter, title.system.view(state, side), side)
    return _TURN.sub("", short) + (f" ({word})" if word != found.letter else "")
