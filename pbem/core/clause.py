"""From clause to code: rule procedures say which clauses they carry out."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_code: dict[str, list[str]] = {}


def rule(*clauses: str) -> Callable[[F], F]:
    """Mark a procedure as carrying out these clauses of the index (``RC-9.F.1``; ``RC-9.F`` stands for all below it)."""

    def mark(procedure: F) -> F:
        place = f"{procedure.__module__}.{procedure.__qualname__}"
        for clause in clauses:
            _code.setdefault(clause, []).append(place)
        return procedure

    return mark


def code_for(clause: str) -> list[str]:
    """The procedures that carry out a clause, or the part of the book that it stands in."""
    return [place for marked, places in sorted(_code.items()) if covers(marked, clause) for place in places]


def covers(marked: str, clause: str) -> bool:
    """``RC-9.F`` covers ``RC-9.F``, ``RC-9.F.1`` and ``RC-9.F.1-h1``, not ``RC-9.FA``."""
    return clause == marked or clause.startswith((marked + ".", marked + "-"))
