"""From clause to code: rule procedures say which clauses they carry out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar

from pbem.core.tomlfile import TomlFile

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


def _opened(package: str, name: str) -> TomlFile:
    return TomlFile(name, resources.files(package).joinpath(name).read_text(encoding="utf-8"))


@cache
def read_rules(package: str, name: str) -> Mapping[str, str]:
    """Return the number in a game's book of each rule that the code cites by its meaning, from its clause index: ``16.A`` for
    ``charge``.

    Raises Faults where a number is no text.
    """
    file = _opened(package, name)
    found = file.value("rules", file.data.get("rules"), dict, {})
    for meaning, number in found.items():
        file.value(f"rules.{meaning}", number, str)
    file.ended()
    return MappingProxyType(found)


def read_index(package: str, name: str) -> tuple[Clause, ...]:
    """The clause index of a game: the file `name` of its package.  Raises Faults with everything that is wrong in it."""
    file = _opened(package, name)
    file.unknown("", file.data, ("game", "clauses", "reasons", "rules"))
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


def find_clauses(index: Sequence[Clause], prefix: str, text: str) -> tuple[Clause, ...]:
    """The clauses that a person means by ``10.A`` or ``RC-10.A``: that one and those below it; () if there is none."""
    wanted = f"{prefix}-{text.removeprefix(f'{prefix}-')}".casefold()
    ends = (".", "-")
    return tuple(
        one
        for one in index
        if one.id.casefold() == wanted or (one.id.casefold().startswith(wanted) and one.id[len(wanted)] in ends)
    )


def near_clauses(index: Sequence[Clause], prefix: str, text: str) -> tuple[str, ...]:
    """Clauses with a name much like one that there is not, without the prefix."""
    names = [one.id.partition("-")[2] for one in index]
    return tuple(get_close_matches(text.removeprefix(f"{prefix}-").upper(), names))
