"""Patches of a state as rulings carry them: `add`, `remove` and `replace` of RFC 6902, under JSON pointers (RFC 6901)."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from pbem.core.canonical import Json, canon, parse
from pbem.core.numbers import is_number

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


def difference(old: Json, new: Json) -> Patch:
    """The operations that make `new` of `old`, each as small as it can be; none where they are equal."""
    return tuple(_differences(old, new, ""))


def _differences(old: Any, new: Any, path: str) -> Iterator[dict[str, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted({*old, *new}):
            there = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in new:
                yield {"op": "remove", "path": there}
            elif name not in old:
                yield {"op": "add", "path": there, "value": new[name]}
            else:
                yield from _differences(old[name], new[name], there)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_differences(old, new, path)
    elif canon(old) != canon(new):
        yield {"op": "replace", "path": path, "value": new}


def _list_differences(old: list[Any], new: list[Any], path: str) -> Iterator[dict[str, Any]]:
    """From the end to the front, so that every number is still that of the old list when its operation comes."""
    matcher = SequenceMatcher(None, [canon(one) for one in old], [canon(one) for one in new], autojunk=False)
    for what, start, end, begin, stop in reversed(matcher.get_opcodes()):
        if what == "equal":
            continue
        both = min(end - start, stop - begin)
        for number in range(end - 1, start + both - 1, -1):
            yield {"op": "remove", "path": f"{path}/{number}"}
        for number in range(begin + both, stop):
            yield {"op": "add", "path": f"{path}/{start + number - begin}", "value": new[number]}
        for number in range(both):
            yield from _differences(old[start + number], new[begin + number], f"{path}/{start + number}")


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
    if isinstance(place, list) and is_number(step) and int(step) < len(place):
        return place[int(step)]
    expected = f"one of {_some(place)}" if isinstance(place, dict) else "a place in a list"
    raise BadPatch(f"{where}: {path}: expected {expected}; found {step!r}")


def _some(place: Mapping[str, Any]) -> str:
    names = sorted(place)
    return ", ".join(names[:8]) + (" ..." if len(names) > 8 else "") if names else "no names at all"
