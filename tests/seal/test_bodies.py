"""What the bodies of records and the openings of orders hold: each field of the right form, and of none just beside it."""

import math
from copy import deepcopy
from typing import Any

import pytest

from pbem.seal.bundle import fault_of_opening
from pbem.seal.shapes import fault_of_body, is_beacon, is_count, is_hex, is_name, is_signature, is_time, is_witness

HEX, SIG = "0123456789abcdef" * 4, "A" * 86 + "=="
HOLDER = {"name": "desk", "key": HEX}
LADDER = {"anchor": HEX, "length": 4096}
WITNESS = HOLDER | LADDER
BEACON = {"chain": HEX, "scheme": "bls", "key": "ab" * 96, "genesis_time": 0, "period": 1}


@pytest.mark.parametrize(
    ("is_one", "good", "bad"),
    [
        (is_hex, [HEX, "0" * 64], ["0" * 63, "0" * 65, "A" * 64, "g" * 64, HEX + "\n", 7, None]),
        (is_count, [0, 1, 10**9], [-1, True, False, 1.0, "1", None, math.inf]),
        (is_name, ["a", "T03.US.A", "x" * 64, "!", "~"], ["", "x" * 65, "a b", "\u00e9", "a\n", "\x7f", 1]),
        (is_time, ["2026-03-12T18:02:11Z"], ["2026-02-30T18:02:11Z", "2026-03-12T18:02:11", "2026-03-12 18:02:11Z", 1]),
        (is_signature, [SIG], ["A" * 87 + "=", "A" * 85 + "==", "-" * 86 + "==", SIG + "\n", None]),
    ],
)
def test_a_value_is_of_a_form_or_just_beside_it(is_one: Any, good: list[Any], bad: list[Any]) -> None:
    assert [one for one in good if not is_one(one)] == []
    assert [one for one in bad if is_one(one)] == []


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ({}, True),
        ({"key": "ab" * 48}, True),
        ({"period": 30, "genesis_time": 1692803367}, True),
        ({"key": "ab" * 47}, False),
        ({"key": "AB" * 48}, False),
        ({"key": 7}, False),
        ({"chain": HEX[:-1]}, False),
        ({"scheme": "b l s"}, False),
        ({"genesis_time": -1}, False),
        ({"period": 0}, False),
        ({"period": "3"}, False),
    ],
)
def test_a_beacon_has_its_chain_its_key_and_its_period(changes: dict[str, Any], holds: bool) -> None:
    assert is_beacon(BEACON | changes) is holds
    assert not is_beacon([*BEACON])
    assert not is_beacon(None)


def test_a_witness_has_a_key_and_a_ladder() -> None:
    assert is_witness(WITNESS)
    for name, wrong in (("name", ""), ("key", "x"), ("anchor", None), ("length", -1)):
        assert not is_witness(WITNESS | {name: wrong})
    assert not is_witness(None)


GENESIS = {
    "scenario": "in-contact",
    "options": ["a"],
    "engine": "1.0",
    "rules": HEX,
    "server": HOLDER,
    "gm": HOLDER,
    "root": HEX,
    "certificate": SIG,
    "ladder": LADDER,
    "hidden_ladder": LADDER,
    "salt_key": HEX,
    "dice": "sealed",
    "players": {"us": "Kate"},
    "state": HEX,
}
RESOLVED = {
    "phase": "T03.US.B",
    "rolls": [["fire #1", [3, 4]]],
    "state": HEX,
    "adj": 1,
    "seed": HEX,
    "contrib": {"us": HEX},
    "orders": {"us": ["C/3 Cav stay"]},
    "events": [{}],
    "sealed": HEX,
    "answers": [{}],
    "lock": 4,
    "witness": {"step": 3, "value": HEX, "sig": SIG},
    "beacon": {"round": 9, "signature": "ab" * 48, "value": HEX},
}
BODIES = {
    "genesis": GENESIS | {"title": "", "hides": True, "sides": {"us": "US"}, "witness": WITNESS, "beacon": BEACON},
    "orders.accepted": {"player": "us", "phase": "T03.US.B", "n": 1, "digest": HEX, "saw": 0},
    "orders.withdrawn": {"player": "us", "phase": "T03.US.B"},
    "orders.locked": {"phase": "T03.US.B", "digests": {"us": HEX}, "adj": 1, "step": 2},
    "phase.resolved": RESOLVED,
    "leaf.opened": {"openings": [{}]},
    "gm.ruling": {
        "what": "patch",
        "reason": "",
        "agreed": ["us"],
        "sig": SIG,
        "dice": "sealed",
        "witness": WITNESS,
        "beacon": BEACON,
        "before": HEX,
        "after": HEX,
        "patch": [{}],
    },
    "adj.void": {"adj": 3, "reason": "", "seed": HEX, "sig": SIG, "agreed": ["us"]},
    "branch.open": {
        "from": 3,
        "parent": "main",
        "branch": "b2",
        "reason": "",
        "agreed": ["us"],
        "ladder": LADDER,
        "state": HEX,
        "sig": SIG,
    },
    "branch.closed": {"branch": "b2", "reason": "", "sig": SIG},
    "key.rotate": {"server": HOLDER, "old": SIG, "root": None},
    "key.revoke": {"revoked": HEX, "last": 3, "root": SIG},
    "engine.change": {"engine": "1.1", "rules": HEX, "reason": "", "sig": SIG, "agreed": []},
    "ladder.new": {"ladder": LADDER, "reason": "", "sig": SIG, "agreed": []},
    "game.end": {"result": "", "salt_key": HEX, "hidden_top": HEX},
}
MAY_BE_LEFT_OUT = {
    "genesis": {"title", "hides", "sides", "witness", "beacon"},
    "orders.locked": {"adj", "step"},
    "phase.resolved": {"orders", "events", "sealed", "answers", "lock", "witness", "beacon"},
    "gm.ruling": {"sig", "dice", "witness", "beacon", "before", "after", "patch"},
    **{one: {"sig", "agreed"} for one in ("adj.void", "ladder.new", "engine.change")},
    **{one: {"sig"} for one in ("branch.open", "branch.closed")},
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_body_holds_what_its_type_asks_for_and_may_hold_more(kind: str) -> None:
    assert fault_of_body(kind, BODIES[kind]) is None
    assert fault_of_body(kind, BODIES[kind] | {"more": 1}) is None
    assert fault_of_body(kind, [BODIES[kind]]) == "its body is not an object"


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, body in BODIES.items() for name in body])
def test_a_field_may_not_be_missing_nor_of_another_form(kind: str, name: str) -> None:
    body = deepcopy(BODIES[kind])
    del body[name]
    is_optional = name in MAY_BE_LEFT_OUT.get(kind, ())
    fault = fault_of_body(kind, body)
    if kind == "phase.resolved" and name in ("adj", "seed", "contrib"):
        assert fault == "its body should hold adj, seed and contrib together, or none of them"
    else:
        assert fault == (None if is_optional else f"its body has no {name!r}")
    for wrong in ([None], [7], {"us": 7, "a b": HEX}, -1.5):
        expected = fault_of_body(kind, BODIES[kind] | {name: wrong})
        assert expected is not None
        assert expected.startswith(f"{name!r} in its body should be ")


def test_a_body_says_what_was_expected() -> None:
    assert fault_of_body("dice.loaded", {}) == "its type 'dice.loaded' is unknown"
    told = [
        fault_of_body("orders.accepted", BODIES["orders.accepted"] | {name: None}) for name in ("player", "n", "digest")
    ]
    assert told == [
        "'player' in its body should be a name without blanks",
        "'n' in its body should be a whole number",
        "'digest' in its body should be 64 hex digits",
    ]
    assert fault_of_body("genesis", GENESIS | {"ladder": None}) == "'ladder' in its body should be of another form"


def test_dice_need_their_seed_and_a_phase_without_dice_has_none() -> None:
    bare = {"phase": "T03.US.B", "rolls": [], "state": HEX}
    assert fault_of_body("phase.resolved", bare) is None
    assert fault_of_body("phase.resolved", bare | {"rolls": RESOLVED["rolls"]}) == "its body has rolls and no seed"
    assert fault_of_body("phase.resolved", RESOLVED | {"rolls": []}) is None


@pytest.mark.parametrize(
    ("name", "value", "holds"),
    [
        ("witness", {"step": 3, "silent": True}, True),
        ("witness", {"step": 3, "silent": False}, False),
        ("witness", {"step": 3, "silent": True, "value": HEX}, False),
        ("witness", {"step": -3, "silent": True}, False),
        ("witness", {"step": 3, "value": HEX}, False),
        ("witness", {"step": 3, "value": HEX, "sig": SIG, "more": 1}, False),
        ("witness", {"step": 3, "value": HEX[1:], "sig": SIG}, False),
        ("witness", {"step": 3, "value": HEX, "sig": SIG[1:]}, False),
        ("beacon", {"round": 9, "signature": "ab" * 96, "value": HEX}, True),
        ("beacon", {"round": 9, "signature": "ab" * 95, "value": HEX}, False),
        ("beacon", {"round": 9, "signature": 7, "value": HEX}, False),
        ("beacon", {"round": -9, "signature": "ab" * 48, "value": HEX}, False),
        ("beacon", {"round": 9, "signature": "ab" * 48, "value": "x"}, False),
        ("beacon", {"round": 9, "signature": "ab" * 48, "value": HEX, "more": 1}, False),
        ("rolls", [["fire", [1], 8]], True),
        ("rolls", [["fire", [1]], ["fire"]], False),
        ("rolls", [["fire", [1], 8, 9]], False),
        ("rolls", [["f\u00fcr", [1]]], False),
        ("rolls", [["fire", [-1]]], False),
    ],
)
def test_words_of_a_witness_rounds_of_a_beacon_and_rolls_have_their_forms(name: str, value: Any, holds: bool) -> None:
    assert (fault_of_body("phase.resolved", RESOLVED | {name: value}) is None) is holds


WHERE = {"game": "rosebud-7", "branch": "main", "seq": 4}
OPENINGS: dict[str, dict[str, Any]] = {
    "orders": {
        "open": "orders",
        **WHERE,
        "player": "us",
        "phase": "T03.US.B",
        "n": 1,
        "nonce": "",
        "salt": HEX,
        "orders": ["C/3 Cav stay"],
    },
    "leaf": {
        "open": "leaf",
        **WHERE,
        "path": "a/b",
        "salt": HEX,
        "index": 0,
        "public": HEX,
        "proof": [HEX],
        "value": None,
    },
    "segment": {"open": "segment", **WHERE, "salt": HEX, "value": [1]},
}


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, fields in OPENINGS.items() for name in fields])
def test_an_opening_has_the_fields_of_its_kind_and_no_others(kind: str, name: str) -> None:
    whole = OPENINGS[kind]
    assert fault_of_opening(whole) is None
    fault = "its fields are not those of such an opening"
    assert fault_of_opening(whole | {"more": 1}) == fault
    without = {key: value for key, value in whole.items() if key != name}
    if name == "open":
        assert fault_of_opening(without) == "its kind None is unknown"
    elif name == "value":
        assert fault_of_opening(without) == fault
    else:
        assert fault_of_opening(without) == f"its {name!r} cannot be read"
        for wrong in ([None], 7.5, {"a": 1}):
            assert fault_of_opening(whole | {name: wrong}) == f"its {name!r} cannot be read"


def test_an_opening_of_orders_has_no_value() -> None:
    assert fault_of_opening(OPENINGS["orders"] | {"value": 1}) == "its fields are not those of such an opening"
    assert fault_of_opening(OPENINGS["leaf"] | {"open": "hand"}) == "its kind 'hand' is unknown"
