"""From clause to code: rule procedures say which clauses they carry out."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_code: dict[str, list[str]] = {}


def rule(*clauses: str) -> Callable[[F], F]:
    """Mark a procedure as carrying out these rules.

    A rule is named by its clause in the index (``CL-9.F.1``; ``CL-9.F`` stands for all below it) or, where several games
    share the procedure, by its meaning (``opportunity fire``), of which each game says which clause it is.
    """

    def mark(procedure: F) -> F:
        place = f"{procedure.__module__}.{procedure.__qualname__}"
        for clause in clauses:
            _code.setdefault(clause, []).append(place)
        return procedure

    return mark


def code_for(clause: str, clauses: Mapping[str, str] | None = None) -> list[str]:
    """The procedures that carry out a clause, or the part of the book that it stands in.

    `clauses` says which clause of the game each meaning is.
    """
    known = clauses or {}
    found = sorted((known.get(marked, marked), places) for marked, places in _code.items())
    return [place for marked, places in found if covers(marked, clause) for place in places]


def covers(marked: str, clause: str) -> bool:
    """``RC-9.F`` covers ``RC-9.F``, ``RC-9.F.1`` and ``RC-9.F.1-h1``, not ``RC-9.FA``."""
    return clause == marked or clause.startswith((marked + ".", marked + "-"))
