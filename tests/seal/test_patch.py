"""Changes of a position, in the words of RFC 6902: what each does, and what is no change."""

import random
import re
from typing import Any

import pytest

from pbem.seal.state import BadPatch, difference, patched


def changed(op: str, path: str, *value: Any) -> Any:
    whole: Any = {"units": [{"hex": "3412"}, {"hex": "3413"}, {"hex": "3414"}], "a/b": 1, "c~d": 2}
    return patched(whole, [{"op": op, "path": path, **({"value": value[0]} if value else {})}])


def hexes(whole: Any) -> list[Any]:
    return [one["hex"] if isinstance(one, dict) else one for one in whole["units"]]


@pytest.mark.parametrize(
    ("op", "path", "value", "after"),
    [
        ("replace", "/units/1/hex", ["9"], ["3412", "9", "3414"]),
        ("remove", "/units/1", [], ["3412", "3414"]),
        ("remove", "/units/0", [], ["3413", "3414"]),
        ("replace", "/units/1", ["x"], ["3412", "x", "3414"]),
        ("add", "/units/1", ["x"], ["3412", "x", "3413", "3414"]),
        ("add", "/units/-", ["x"], ["3412", "3413", "3414", "x"]),
        ("add", "/units/3", ["x"], ["3412", "3413", "3414", "x"]),
    ],
)
def test_places_of_a_list_are_changed(op: str, path: str, value: list[Any], after: list[str]) -> None:
    assert hexes(changed(op, path, *value)) == after


def test_names_of_a_table_are_changed() -> None:
    assert "a/b" not in changed("remove", "/a~1b")
    assert changed("replace", "/c~0d", 5)["c~d"] == 5
    assert changed("add", "/new", 6)["new"] == 6
    assert changed("add", "/a~1b", 7)["a/b"] == 7


@pytest.mark.parametrize(
    ("op", "path", "value", "says"),
    [
        ("move", "/units/1", [1], "expected add, remove or replace"),
        ("add", "units", [1], "expected add, remove or replace"),
        ("remove", "/units/1", [1], "expected a value with add and replace alone"),
        ("add", "/units/1", [], "expected a value with add and replace alone"),
        ("replace", "/new", [1], "expected one of"),
        ("remove", "/new", [], "expected one of"),
        ("replace", "/units/3", [1], "a place in a list"),
        ("remove", "/units/-", [], "a place in a list"),
        ("add", "/units/4", [1], "a place in a list"),
        ("replace", "/units/x/hex", [1], "a place in a list"),
        ("replace", "/none/hex", [1], "expected one of"),
    ],
)
def test_what_is_no_change_is_told(op: str, path: str, value: list[Any], says: str) -> None:
    with pytest.raises(BadPatch, match=says):
        changed(op, path, *value)


def test_the_difference_of_two_positions_leads_from_one_to_the_other() -> None:
    chance = random.Random(11)

    def value(depth: int) -> Any:
        if depth == 0 or chance.random() < 0.3:
            return chance.choice([None, True, 1, "a", "b/c", ""])
        if chance.random() < 0.5:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        return {chance.choice(["a", "b", "c/d", "e~f"]): value(depth - 1) for _ in range(chance.randrange(4))}

    for _ in range(300):
        old, new = {"x": value(3)}, {"x": value(3)}
        assert patched(old, difference(old, new)) == new


def test_the_operation_that_does_not_fit_is_named_by_its_number() -> None:
    good = {"op": "add", "path": "/new", "value": 1}
    with pytest.raises(BadPatch, match=r"^operation 1: "):
        patched({}, [{"op": "remove", "path": "/none"}, good])
    with pytest.raises(BadPatch, match=r"^operation 2: /none: expected one of new; found 'none'"):
        patched({}, [good, {"op": "remove", "path": "/none"}])


def test_a_place_that_is_not_there_names_eight_that_are_and_says_if_there_are_more() -> None:
    for many, dots in ((8, ""), (9, " ...")):
        whole = {"units": {f"u{n}": n for n in range(many)}}
        with pytest.raises(
            BadPatch, match=rf"expected one of u0, u1, u2, u3, u4, u5, u6, u7{re.escape(dots)}; found 'x'$"
        ):
            patched(whole, [{"op": "replace", "path": "/units/x", "value": 1}])


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def put(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def remove(path: str) -> dict[str, Any]:
    return {"op": "remove", "path": path}


@pytest.mark.parametrize(
    ("old", "new", "operations"),
    [
        ([1, 2, 3], [1, 2, 3], []),
        ([1, 2, 3], [1, 3], [remove("/x/1")]),
        ([1, 2, 3], [], [remove("/x/2"), remove("/x/1"), remove("/x/0")]),
        ([1, 3], [1, 2, 3], [add("/x/1", 2)]),
        ([], [1, 2], [add("/x/0", 1), add("/x/1", 2)]),
        ([1, 2, 3], [1, 9, 3], [put("/x/1", 9)]),
        ([1, 2, 3], [7, 8, 9], [put("/x/0", 7), put("/x/1", 8), put("/x/2", 9)]),
        ([1, 2, 3, 4], [1, 9, 4], [remove("/x/2"), put("/x/1", 9)]),
        ([1, 2, 4], [1, 8, 9, 4], [add("/x/2", 9), put("/x/1", 8)]),
        ([1, 2, 3, 4, 5], [9, 2, 3, 5, 6], [add("/x/5", 6), remove("/x/3"), put("/x/0", 9)]),
        ([{"a": 1, "b": 2}], [{"a": 1, "b": 3}], [put("/x/0/b", 3)]),
        ([0, {"a": 1, "b": 2}], [0, {"b": 2, "c": 3}], [remove("/x/1/a"), add("/x/1/c", 3)]),
        ({"a": 1}, [1], [put("/x", [1])]),
        ([1], {"a": 1}, [put("/x", {"a": 1})]),
        (1, True, [put("/x", True)]),
        ({"a/b": 1, "~": 2}, {"a/b": 2, "/": 3}, [add("/x/~1", 3), put("/x/a~1b", 2), remove("/x/~0")]),
    ],
)
def test_a_difference_is_as_small_as_it_can_be(old: Any, new: Any, operations: list[dict[str, Any]]) -> None:
    assert list(difference({"x": old}, {"x": new})) == operations
    assert patched({"x": old}, operations) == {"x": new}
