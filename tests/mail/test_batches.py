"""How many letters one fetch takes, and how their numbers are written for the server."""

import pytest

from pbem.mail.imap import _uid_set
from pbem.mail.ports import BYTES_A_FETCH, LETTERS_A_FETCH, first_batch

MOST = BYTES_A_FETCH


@pytest.mark.parametrize(
    ("sizes", "taken"),
    [
        ([], ()),
        ([(7, 100)], (7,)),
        ([(3, 100), (1, 100), (2, 100)], (1, 2, 3)),
        ([(1, 2 * MOST), (2, 1)], (1,)),
        ([(1, MOST - 1), (2, 1)], (1, 2)),
        ([(1, MOST - 1), (2, 2)], (1,)),
        ([(1, MOST - 10), (2, 20), (3, 1)], (1,)),
    ],
)
def test_a_fetch_takes_the_lowest_numbers_up_to_so_many_bytes(
    sizes: list[tuple[int, int]], taken: tuple[int, ...]
) -> None:
    assert first_batch(sizes) == taken


def test_a_fetch_takes_so_many_letters() -> None:
    assert first_batch([(n, 1) for n in range(LETTERS_A_FETCH + 5)]) == tuple(range(LETTERS_A_FETCH))


@pytest.mark.parametrize(
    ("uids", "written"),
    [
        ([7], "7"),
        ([1, 2, 3, 7], "1:3,7"),
        ([1, 2, 5, 6], "1:2,5:6"),
        ([9, 5, 7, 6, 5], "5:7,9"),
        ([1, 3, 5], "1,3,5"),
    ],
)
def test_numbers_in_sequence_are_written_as_a_range(uids: list[int], written: str) -> None:
    assert _uid_set(uids) == written
