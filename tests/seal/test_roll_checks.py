"""What a record alone can tell of its rolls: each check by itself, in both checkers, on rolls that the seed really gives."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.core.dice import KeyedDice
from pbem.seal import pbem_verify
from pbem.seal.ladder import roll_key
from pbem.seal.verify import verify
from tests.seal.campaign import GAME, Campaign
from tests.seal.test_verify import lying

RECORD = 4
Body = dict[str, Any]


def rolled(body: Body, label: str, number: int = 2, sides: int = 6) -> list[int]:
    """The faces of a label under the seed of a record: what a desk that grinds labels would see."""
    key = roll_key(bytes.fromhex(body["seed"]), GAME, "main", body["adj"], body["contrib"])
    return list(KeyedDice(key).faces(label, number, sides))


def under(body: Body, label: str, **more: int) -> None:
    """Put the first roll of a record, and its event, under another label."""
    faces = rolled(body, label, **more)
    body["rolls"][0] = [label, faces, *more.values()]
    body["events"][0]["roll"] |= {"label": label, "faces": faces}


def other_faces(body: Body) -> None:
    faces = [7 - one for one in body["rolls"][0][1]]
    body["rolls"][0][1] = faces
    body["events"][0]["roll"]["faces"] = faces


def other_phase(body: Body) -> None:
    under(body, "T09.US.A fire C/3 Cav at Crow King #1")


def said_twice(body: Body) -> None:
    body["rolls"].append(body["rolls"][0])
    body["events"].append(body["events"][0])


def other_number(body: Body) -> None:
    under(body, f"{body['phase']} fire C/3 Cav at Crow King #2")


def used_for_nothing(body: Body) -> None:
    label = f"{body['phase']} luck #1"
    body["rolls"].append([label, rolled(body, label)])


def other_sides(body: Body) -> None:
    body["events"][0]["roll"]["dice"] = "2d6"
    under(body, body["rolls"][0][0], sides=2)


def other_number_of_dice(body: Body) -> None:
    body["events"][0]["roll"]["dice"] = "2d6"
    label = body["rolls"][0][0]
    faces = rolled(body, label, number=1)
    body["rolls"][0] = [label, faces]
    body["events"][0]["roll"]["faces"] = faces


def told_otherwise(body: Body) -> None:
    body["events"][0]["roll"]["faces"] = [7 - one for one in body["rolls"][0][1]]


def told_and_not_made(body: Body) -> None:
    body["events"].append(
        {"type": "Shot", "roll": {"type": "Roll", "label": f"{body['phase']} luck #1", "faces": [6, 6]}}
    )


CHECKS: tuple[tuple[Callable[[Body], None], str, str], ...] = (
    (other_faces, "is not what the seed gives", "is not what the seed gives"),
    (other_phase, "does not begin with its phase", "is not of this phase"),
    (said_twice, "was made before", "was made before"),
    (other_number, "is not numbered as the next of its purpose", "is not numbered as the next of its purpose"),
    (used_for_nothing, "is in none of its events", "is in none of its events"),
    (other_sides, "show other dice for the roll", "otherwise than its rolls"),
    (other_number_of_dice, "show other dice for the roll", "otherwise than its rolls"),
    (told_otherwise, "otherwise than its rolls", "otherwise than its rolls"),
    (told_and_not_made, "otherwise than its rolls", "otherwise than its rolls"),
)


def false_in(path: Path) -> tuple[list[str], list[str]]:
    """What both checkers call false of the record."""
    found = [one.text for one in verify([path]).all_findings() if one.kind == "false" and one.record == RECORD]
    _, games, _ = pbem_verify.verify([str(path)])
    alone = [text for game in games.values() for kind, seq, text in game.findings if kind == "!!" and seq == RECORD]
    return found, alone


@pytest.mark.parametrize(("lie", "says", "alone_says"), CHECKS, ids=[lie.__name__ for lie, *_ in CHECKS])
def test_each_check_of_a_roll(tmp_path: Path, lie: Callable[[Body], None], says: str, alone_says: str) -> None:
    found, alone = false_in(lying(RECORD, lie).mbox("US", tmp_path / "us"))
    assert [says in one for one in found].count(True) >= 1, found
    assert [alone_says in one for one in alone].count(True) >= 1, alone


def test_honest_rolls_pass_every_check(tmp_path: Path) -> None:
    assert false_in(Campaign().mbox("US", tmp_path / "us")) == ([], [])


@pytest.mark.parametrize(
    "lie", [other_number, other_sides, used_for_nothing, told_otherwise], ids=lambda one: one.__name__
)
def test_nothing_else_is_wrong_with_it(tmp_path: Path, lie: Callable[[Body], None]) -> None:
    """The check is the only one that finds it: without it the record would pass."""
    found, alone = false_in(lying(RECORD, lie).mbox("US", tmp_path / "us"))
    assert (len(found), len(alone)) == (1, 1), (found, alone)
