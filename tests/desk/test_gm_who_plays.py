"""A GM who plays, and one address on both sides, are told to every player in the welcome letter."""

import pytest

from tests.desk.table import GM, Table


@pytest.mark.parametrize(
    ("addresses", "told"),
    [
        ({"red": "rita@mail.example", "blue": "bob@post.example"}, ""),
        ({"red": "rita@mail.example", "blue": GM.upper()}, "who plays Blue"),
        ({"red": "rita@mail.example", "blue": "Rita@mail.example"}, "one address plays Red and Blue"),
    ],
)
def test_the_welcome_letter_says_so(table: Table, addresses: dict[str, str], told: str) -> None:
    table.addresses = addresses
    game = table.open("meadow-9")
    letter = " ".join(table.letters(game, "red", "welcome")[0].raw.decode("ascii").split())
    for words in ("who plays Blue", "one address plays Red and Blue"):
        assert (words in letter) == (words == told)
