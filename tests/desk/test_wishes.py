"""What a letter asks for besides its orders: which wishes change what is on file."""

import pytest

from pbem.desk.incoming.letter_requests import LetterRequests

FILING = [
    {"ready": "ready"},
    {"ready": "wait"},
    {"is_whole": True},
    {"withdraws": "all"},
    {"cancels_": ("3",)},
    {"moves": ((1, "above", 2),)},
    {"nonce": "a word"},
]


@pytest.mark.parametrize("said", FILING, ids=lambda one: next(iter(one)))
def test_each_wish_alone_is_enough_to_file(said: dict[str, object]) -> None:
    assert LetterRequests(**said).files  # type: ignore[arg-type]


@pytest.mark.parametrize("said", [{"preview": True}, {"digits": (1,)}, {"idle": ("A/3",)}, {}], ids=str)
def test_a_question_files_nothing(said: dict[str, object]) -> None:
    assert not LetterRequests(**said).files  # type: ignore[arg-type]


@pytest.mark.parametrize("said", [*FILING[2:], {"ready": "pass"}], ids=str)
def test_what_changes_the_version_on_file(said: dict[str, object]) -> None:
    assert LetterRequests(**said).changes  # type: ignore[arg-type]


@pytest.mark.parametrize("ready", ["", "ready", "wait"])
def test_readiness_alone_makes_no_new_version(ready: str) -> None:
    assert not LetterRequests(ready=ready).changes


@pytest.mark.parametrize(
    ("said", "number", "text", "is_cancelled"),
    [
        ("all", 1, "when A/3 is fired at, hold", True),
        ("3", 3, "when A/3 is fired at, hold", True),
        ("3", 1, "when A/3 is fired at, hold", False),
        ("13", 3, "in F: A/3 stay", False),
        ("policy losses", 1, "policy losses: hold", True),
        ("policy Losses", 1, "policy losses: hold", True),
        ("policy losses", 1, "in F: A/3 stay for losses", False),
        ("policy losses", 1, "policy pursuit: hold", False),
        ("policy losses 3", 3, "in F: A/3 stay", False),
        ("losses", 1, "policy losses: hold", False),
    ],
)
def test_a_standing_order_is_cancelled_by_all_by_its_number_or_by_its_policy(
    said: str, number: int, text: str, is_cancelled: bool
) -> None:
    assert LetterRequests(cancels_=("9", said)).cancels(number, text) is is_cancelled
