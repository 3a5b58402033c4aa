"""The answers in a record: a segment is replayed with them and nothing else."""

from collections.abc import Mapping
from typing import Any

from pbem.core.ask import Answer, Ask
from pbem.core.play import Diverged, Recorded, Source
from pbem.core.record import from_json
from pbem.core.umpire import Umpire


def nobody_answers(_umpire: Umpire[Any]) -> Source:
    """Play stops at the first ask."""
    return lambda asks: (None,) * len(asks)


class Script:
    """Makes the source that plays the segment of one record again; `body` is the record's, with its ``answers``."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        if "answers" not in body:
            raise Diverged(f"the record of {body['phase']} does not tell the answers")
        self._left = [from_json(one, Recorded) for one in body["answers"]]

    def __call__(self, _umpire: Umpire[Any]) -> Source:
        """The source: the answers in their sequence, and a stop where there are no more."""

        def source(asks: tuple[Ask, ...]) -> tuple[Answer | None, ...]:
            if not self._left:
                return (None,) * len(asks)
            return tuple(self._answer(one) for one in asks)

        return source

    def _answer(self, one: Ask) -> Answer:
        kept = self._left.pop(0) if self._left else None
        if kept is None or kept.key != one.key:
            raise Diverged(f"{one.key!r} is asked, the record answers {kept.key if kept is not None else 'nothing'!r}")
        return kept.answer
