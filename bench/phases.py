"""Phases adjudicated a second: a whole player turn in contact, fire, movement and melee with all their reactions.

The floor is the writing down alone: canonical JSON and SHA-256 of the same events.
"""

import hashlib

from bench import turn
from bench.work import Work
from pbem.core.canonical import canon
from pbem.core.record import to_json


def works() -> tuple[Work, ...]:
    """The playing of phases."""
    prepared = tuple(turn.phases())
    written = tuple(tuple(to_json(event) for event in turn.play(state, letters).events) for state, letters in prepared)

    def job() -> int:
        for state, letters in prepared:
            turn.play(state, letters)
        return len(prepared)

    def floor() -> int:
        for events in written:
            digest = hashlib.sha256()
            for event in events:
                digest.update(canon(event))
        return len(written)

    return (Work("phases adjudicated", job, "canonical JSON and SHA-256 of the same events", floor),)
