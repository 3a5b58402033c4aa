"""The body of each type of record (docs/trust.md, 2).

A body may hold more than is listed, never less: a reader of this version must be able to check what it says.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

Test = Callable[[Any], bool]


def is_hex(value: Any) -> bool:
    """64 lower-case hex digits: a hash, a key, a step."""
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def is_count(value: Any) -> bool:
    """A whole number, not negative."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_text(value: Any) -> bool:
    """A string."""
    return isinstance(value, str)


def is_name(value: Any) -> bool:
    """A name without blanks, of printing ASCII: a game, a branch, a phase, a side's code."""
    return isinstance(value, str) and re.fullmatch(r"[!-~]{1,64}", value) is not None


def is_time(value: Any) -> bool:
    """``2026-03-12T18:02:11Z``, a moment that there is."""
    if not isinstance(value, str) or re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value) is None:
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(test(one) for one in value)


def _map_of(test: Test) -> Test:
    return lambda value: isinstance(value, dict) and all(is_name(key) and test(one) for key, one in value.items())


def _or_none(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _holder(value: Any) -> bool:
    return isinstance(value, dict) and is_name(value.get("name")) and is_hex(value.get("key"))


def _ladder(value: Any) -> bool:
    return isinstance(value, dict) and is_hex(value.get("anchor")) and is_count(value.get("length"))


def is_signature(value: Any) -> bool:
    """A signature as a `sig` line holds it: 88 characters of base64."""
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9+/]{86}==", value) is not None


def is_witness(value: Any) -> bool:
    """True if it is a keeper of the second ladder: their name and key, the anchor and length of the ladder."""
    return _holder(value) and _ladder(value)


def is_beacon(value: Any) -> bool:
    """A public beacon: its chain, scheme and key, and from when on it gives a round every so many seconds."""
    return (
        isinstance(value, dict)
        and is_hex(value.get("chain"))
        and is_name(value.get("scheme"))
        and isinstance(value.get("key"), str)
        and re.fullmatch(r"[0-9a-f]{96}|[0-9a-f]{192}", value["key"]) is not None
        and is_count(value.get("genesis_time"))
        and is_count(value.get("period"))
        and value["period"] > 0
    )


def _word(value: Any) -> bool:
    """A witness's word in a record: which step, and its value under their signature, or that they were silent."""
    if not isinstance(value, dict) or not is_count(value.get("step")):
        return False
    if "silent" in value:
        return value.keys() == {"step", "silent"} and value["silent"] is True
    return value.keys() == {"step", "value", "sig"} and is_hex(value["value"]) and is_signature(value["sig"])


def _round(value: Any) -> bool:
    """A round of a beacon in a record: its number, its signature and what was made of it."""
    return (
        isinstance(value, dict)
        and value.keys() == {"round", "signature", "value"}
        and is_count(value["round"])
        and is_hex(value["value"])
        and isinstance(value["signature"], str)
        and re.fullmatch(r"[0-9a-f]{96}|[0-9a-f]{192}", value["signature"]) is not None
    )


def _player(value: Any) -> bool:
    """``[number, commitment]``: which player of a side it is, and the commitment to the key of their draws."""
    return isinstance(value, list) and len(value) == 2 and is_count(value[0]) and is_hex(value[1])


_players: Test = _map_of(_player)


def is_roll(value: Any) -> bool:
    """``[label, [faces]]``, or ``[label, [faces], sides]`` where the dice are not six-sided."""
    return (
        isinstance(value, list)
        and len(value) in (2, 3)
        and is_text(value[0])
        and value[0].isascii()
        and isinstance(value[1], list)
        and 1 <= len(value[1]) <= 1000
        and all(is_count(face) for face in value[1])
        and (len(value) == 2 or (is_count(value[2]) and 1 <= value[2] <= 256 and value[2] != 6))
    )


def is_answer(value: Any) -> bool:
    """An answer in a record: the key of its question, and what was answered (orders, a choice, where it came from)."""
    if not isinstance(value, dict) or not is_text(value.get("key")) or not isinstance(value.get("answer"), dict):
        return False
    answer = value["answer"]
    texts = all(is_text(answer.get(name, "")) for name in ("choice", "source"))
    return texts and isinstance(answer.get("orders", []), list)


_EXPECTED: Final[Mapping[Test, str]] = {
    is_hex: "64 hex digits",
    is_count: "a whole number",
    is_text: "a text",
    is_name: "a name without blanks",
}

BODIES: Final[Mapping[str, Mapping[str, Test]]] = {
    "genesis": {
        "scenario": is_text,
        "options": _list_of(is_text),
        "engine": is_text,
        "rules": is_hex,
        "server": _holder,
        "gm": _or_none(_holder),
        "root": _or_none(is_hex),
        "certificate": _or_none(is_text),
        "ladder": _ladder,
        "hidden_ladder": _ladder,
        "salt_key": is_hex,
        "dice": is_name,
        "players": _map_of(is_text),
        "state": is_hex,
    },
    "orders.accepted": {"player": is_name, "phase": is_name, "n": is_count, "digest": is_hex, "saw": is_count},
    "orders.withdrawn": {"player": is_name, "phase": is_name},
    "orders.locked": {"phase": is_name, "digests": _map_of(is_hex)},
    "phase.resolved": {"phase": is_name, "rolls": _list_of(is_roll), "state": is_hex},
    "leaf.opened": {"openings": _list_of(lambda value: isinstance(value, dict))},
    "gm.ruling": {"what": is_name, "reason": is_text, "agreed": _list_of(is_name)},
    "adj.void": {"adj": is_count, "reason": is_text, "seed": is_hex},
    "branch.open": {
        "from": is_count,
        "parent": is_name,
        "branch": is_name,
        "reason": is_text,
        "agreed": _list_of(is_name),
        "ladder": _ladder,
        "state": is_hex,
    },
    "branch.closed": {"branch": is_name, "reason": is_text},
    "key.rotate": {"server": _holder, "old": is_text, "root": _or_none(is_text)},
    "key.revoke": {"revoked": is_hex, "last": is_count, "root": is_text},
    "engine.change": {"engine": is_text, "rules": is_hex, "reason": is_text},
    "ladder.new": {"ladder": _ladder, "reason": is_text},
    "game.end": {"result": is_text, "salt_key": is_hex, "hidden_top": is_hex},
}

BY_THE_GM: Final[Mapping[str, str]] = {
    "gm.ruling": "a ruling",
    "adj.void": "dice voided",
    "branch.open": "an undo",
    "branch.closed": "a branch closed",
    "ladder.new": "a new ladder",
    "engine.change": "a change of the rules program",
}
"""The records of what a person did by hand: they carry the GM's signature in their body as `sig`, and are counted."""

_OPTIONAL: Final[Mapping[str, Mapping[str, Test]]] = {
    "genesis": {
        "title": is_text,
        "hides": lambda value: value is True,
        "sides": _map_of(is_text),
        "masks": _map_of(is_hex),
        "witness": is_witness,
        "beacon": is_beacon,
    },
    "orders.locked": {"adj": is_count, "step": is_count},
    "phase.resolved": {
        "adj": is_count,
        "seed": is_hex,
        "contrib": _map_of(is_hex),
        "orders": _map_of(_list_of(is_text)),
        "events": _list_of(lambda value: isinstance(value, dict)),
        "sealed": is_hex,
        "answers": _list_of(lambda value: isinstance(value, dict)),
        "lock": is_count,
        "witness": _word,
        "beacon": _round,
    },
    "gm.ruling": {
        "sig": is_text,
        "dice": is_name,
        "witness": is_witness,
        "beacon": is_beacon,
        "before": is_hex,
        "after": is_hex,
        "masks": _players,
        "patch": _list_of(lambda one: isinstance(one, dict)),
    },
    **{name: {"sig": is_text, "agreed": _list_of(is_name)} for name in ("adj.void", "ladder.new", "engine.change")},
    "branch.open": {"sig": is_text, "masks": _players},
    "branch.closed": {"sig": is_text},
}


def fault_of_body(type_: str, body: Any) -> str | None:
    """The fault in a body of this type, in a sentence's tail; None if nothing is."""
    wanted = BODIES.get(type_)
    if wanted is None:
        return f"its type {type_!r} is unknown"
    if not isinstance(body, dict):
        return "its body is not an object"
    for name, test in wanted.items():
        if name not in body:
            return f"its body has no {name!r}"
        if not test(body[name]):
            return f"{name!r} in its body should be {_EXPECTED.get(test, 'of another form')}"
    if not isinstance(body.get("openings", []), list):
        return "'openings' in its body should be a list"
    for name, test in _OPTIONAL.get(type_, {}).items():
        if name in body and not test(body[name]):
            return f"{name!r} in its body should be {_EXPECTED.get(test, 'of another form')}"
    dice = [name for name in ("adj", "seed", "contrib") if name in body]
    if type_ == "phase.resolved" and dice and len(dice) < 3:
        return "its body should hold adj, seed and contrib together, or none of them"
    if type_ == "phase.resolved" and not dice and body["rolls"]:
        return "its body has rolls and no seed"
    return None
