"""Coverage of a rulebook: the clause index of a game beside its code and its cases."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core import clause
from pbem.core.clause import DEFINITION as DEFINITION
from pbem.core.clause import PLAYED as PLAYED
from pbem.core.clause import VOID, WAITING, Clause
from pbem.core.clause import read_index as read_index


@dataclass(frozen=True, slots=True)
class Coverage:
    """The clauses of a game, and by id the procedures and the cases that name each."""

    game: str
    clauses: tuple[Clause, ...]
    code: Mapping[str, tuple[str, ...]]
    cases: Mapping[str, tuple[str, ...]]

    @property
    def played(self) -> tuple[Clause, ...]:
        """The clauses that are played."""
        return tuple(one for one in self.clauses if one.state == PLAYED)

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids of played clauses that no procedure or no case names."""
        return tuple(one.id for one in self.played if not self.code[one.id] or not self.cases[one.id])

    def as_json(self, *, every: bool = False) -> dict[str, Any]:
        """The object that ``pbem clauses --json`` prints; `every` adds each clause with its code and its cases."""
        found = self._summary()
        if every:
            found["clauses"] = [
                {
                    "id": one.id,
                    "title": one.title,
                    "kind": one.kind,
                    "state": one.state,
                    "reason": one.reason,
                    "code": list(self.code[one.id]),
                    "cases": list(self.cases[one.id]),
                }
                for one in self.clauses
            ]
        return found

    def _summary(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "total": len(self.clauses),
            "played": len(self.played),
            "with_code": sum(bool(self.code[one.id]) for one in self.played),
            "with_case": sum(bool(self.cases[one.id]) for one in self.played),
            "missing": list(self.missing),
            "set_aside": [
                {"id": one.id, "state": one.state, "reason": one.reason}
                for one in self.clauses
                if one.state in (WAITING, VOID)
            ],
        }


def import_rules(package: str) -> None:
    """Import every module of a game, so that all its procedures have said which clauses they carry out."""
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        importlib.import_module(module.name)


def coverage(
    game: str,
    package: str,
    index: str,
    proved: Mapping[str, Iterable[str]],
    meanings: Mapping[str, str] | None = None,
) -> Coverage:
    """The coverage of a game; `proved` are the clauses that each case names, by the case's id.

    `meanings` are the clauses of rules that the code names by their meanings.
    """
    import_rules(package)
    clauses = read_index(package, index)
    by_clause: dict[str, list[str]] = {}
    for case, ids in proved.items():
        for one in ids:
            by_clause.setdefault(one, []).append(case)
    return Coverage(
        game,
        clauses,
        {one.id: tuple(clause.code_for(one.id, meanings)) for one in clauses},
        {one.id: tuple(by_clause.get(one.id, ())) for one in clauses},
    )
