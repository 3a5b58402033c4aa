"""H1: canonical bytes, state hash and signature, beside orjson, SHA-256 and the same signature."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import orjson
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench import turn
from bench.a3_growth_of_units import LARGE, field
from bench.frame import Figure, rates
from pbem.core.canonical import canon
from pbem.seal.state import state_hash

STATES = 10_000


def figures() -> Iterator[Figure]:
    """A small state and a large one; and that the bytes are those of RFC 8785."""
    key = Ed25519PrivateKey.generate()
    for groups in (15, 250):
        value = field(groups, LARGE).to_json()

        def ours(value: object = value) -> int:
            key.sign(bytes.fromhex(state_hash(value)))  # type: ignore[arg-type]
            return 1

        def theirs(value: object = value) -> int:
            key.sign(hashlib.sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).digest())
            return 1

        mine, beside = rates(ours, theirs)
        what = f"canonical, hash, sign: {4 * groups} units, {len(canon(value)) // 1000} KB"
        yield Figure(what, "us", 1e6 / mine, 1e6 / beside, "orjson, SHA-256, sign", most=1.5)
    equal = sum(canon(one) == rfc8785.dumps(one) for one in _states())  # type: ignore[arg-type]
    yield Figure("states whose bytes are those of RFC 8785", "states", equal, STATES, "states looked at", least=1)


def _states() -> Iterator[object]:
    """States that differ: units here and there, spent and hurt in turn."""
    state = turn.opened()
    units = list(state.units.values())
    for n in range(STATES):
        unit = units[n % len(units)]
        units[n % len(units)] = replace(unit, spent=n % 7, at=f"{n % 30:02}{n % 20:02}")
        yield replace(state, turn=n % 12, units={one.name: one for one in units}).to_json()
