"""How much of a rulebook is played and proved: the clause index of a game beside its code and its cases."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

from pbem.core import clause
from pbem.core.frozen import dataclass
from pbem.core.tomlfile import TomlFile

PLAYED, DEFINITION, WAITING, VOID = "played", "definition", "waiting", "void"
STATES = (PLAYED, DEFINITION, WAITING, VOID)
KINDS = ("definition", "core", "optional", "scenario")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the index: our id and title, its kind, whether it is played, and the reason where it is set aside."""

    id: str
    title: str
    kind: str
    state: str
    reason: str = ""


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

    def as_json(self) -> dict[str, Any]:
        """The object that ``pbem clauses --json`` prints."""
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


def read_index(package: str, name: str) -> tuple[Clause, ...]:
    """The clause index of a game: the file `name` of its package.  Raises Faults with everything that is wrong in it."""
    file = TomlFile(name, resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    file.unknown("", file.data, ("game", "clauses", "reasons"))
    reasons = file.value("reasons", file.data.get("reasons"), dict, {})
    clauses: dict[str, Clause] = {}
    for key, table in file.tables("clauses"):
        found = {
            field: file.value(f"{key}.{field}", table.get(field), str) for field in ("id", "title", "kind", "state")
        }
        at = found["id"] or key
        file.unknown(key, table, ("id", "title", "kind", "state", "reason"))
        if at in clauses:
            file.fault(f"{at}: id", "an id of its own", "it a second time")
        if found["kind"] not in KINDS:
            file.fault(f"{at}: kind", f"one of {', '.join(KINDS)}", found["kind"])
        if found["state"] not in STATES:
            file.fault(f"{at}: state", f"one of {', '.join(STATES)}", found["state"])
        is_aside = found["state"] in (WAITING, VOID)
        reason = table.get("reason", "")
        if (reason not in reasons) if is_aside else reason:
            file.fault(f"{at}: reason", "one of [reasons]" if is_aside else "none, since it is not set aside", reason)
        clauses[at] = Clause(**found, reason=reasons.get(reason, ""))
    file.ended()
    return tuple(clauses.values())


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
