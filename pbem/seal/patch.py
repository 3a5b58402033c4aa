"""Patches of a state as rulings carry them: `add`, `remove` and `replace` of RFC 6902, under JSON pointers (RFC 6901)."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.canonical import Json, canon, parse

Patch = Sequence[Mapping[str, Any]]
"""Operations such as ``{"op": "replace", "path": "/strength/Red One", "value": 2}``."""


class BadPatch(ValueError):
    """A patch that does not fit what it is for: which operation, what was expected, what was found."""


def patched(value: Json, patch: Patch) -> Json:
    """The value after all operations, which change nothing of the one that is given.  Raises BadPatch."""
    made = parse(canon(value))
    for number, one in enumerate(patch, 1):
        _apply(made, one, f"operation {number}")
    return made


def _apply(whole: Json, one: Mapping[str, Any], where: str) -> None:
    op, path = one.get("op"), one.get("path")
    if op not in ("add", "remove", "replace") or not isinstance(path, str) or not path.startswith("/"):
        raise BadPatch(f"{where}: expected add, remove or replace with a path such as /units/3/hex; found {op} {path}")
    if ("value" in one) == (op == "remove") or one.keys() - {"op", "path", "value"}:
        raise BadPatch(f"{where}: expected a value with add and replace alone; found {', '.join(sorted(one))}")
    *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/"))
    place: Any = whole
    for step in steps:
        place = _child(place, step, path, where)
    if isinstance(place, dict):
        if op != "add" and last not in place:
            raise BadPatch(f"{where}: {path}: expected one of {_some(place)}; found {last!r}")
        if op == "remove":
            del place[last]
        else:
            place[last] = one["value"]
    elif isinstance(place, list) and op == "add" and last in ("-", str(len(place))):
        place.append(one["value"])
    else:
        _child(place, last, path, where)
        if op == "add":
            place.insert(int(last), one["value"])
        elif op == "remove":
            del place[int(last)]
        else:
            place[int(last)] = one["value"]


def _child(place: Any, step: str, path: str, where: str) -> Any:
    if isinstance(place, dict) and step in place:
        return place[step]
    if isinstance(place, list) and step.isdigit() and int(step) < len(place):
        return place[int(step)]
    expected = f"one of {_some(place)}" if isinstance(place, dict) else "a place in a list"
    raise BadPatch(f"{where}: {path}: expected {expected}; found {step!r}")


def _some(place: Mapping[str, Any]) -> str:
    names = sorted(place)
    return ", ".join(names[:8]) + (" ..." if len(names) > 8 else "") if names else "no names at all"
