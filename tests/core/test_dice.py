"""Dice by name: the vectors of docs/trust.md, section 13, and the dice that a case gives."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.canonical import canon
from pbem.core.dice import DiceGiven, DiceMissing, KeyedDice, mac, parse_spec


def tagged(tag: str, *parts: bytes) -> bytes:
    return hashlib.sha256(b"pbem/1/" + tag.encode() + b"\0" + b"".join(parts)).digest()


def seed(step: int) -> bytes:
    """S(step) of the ladder whose 512th step is SHA-256 of "test ladder top"."""
    found = hashlib.sha256(b"test ladder top").digest()
    for _ in range(512 - step):
        found = tagged("seed", found)
    return found


def contribution(player: str, orders: list[str], nonce: str, n: int) -> str:
    salt_key = hashlib.sha256(b"test salt key").digest()
    salt = mac(salt_key, "salt", canon([f"orders/{player}/T03.US.B", n]))
    said = {"game": "rosebud-7", "player": player, "phase": "T03.US.B", "orders": orders, "nonce": nonce}
    return tagged("orders", salt, canon(said)).hex()


@pytest.fixture(scope="module")
def roll_key() -> bytes:
    indian = contribution("IN", ["policy all opfire: any", "policy all retreat: stand"], "", 1)
    us = contribution("US", ["C/3 Cav fire full at Crow King", "Good Heart fire half at Big Road"], "plum 40289", 2)
    assert indian == "6c2615abfb5445f61ecdc0fe47473e09f86a68444524f9b42fa67cd1db5803a5"
    assert us == "7550f68cf5f0e4efc57cde6b774233fb4af04b6f0aa87898eff049e83570a567"
    said = {"game": "rosebud-7", "branch": "main", "adj": 12, "contrib": {"IN": indian, "US": us}}
    return mac(seed(12), "rollkey", canon(said))


def test_the_ladder_and_the_roll_key_are_those_of_the_vectors(roll_key: bytes) -> None:
    assert seed(0).hex() == "785cf27a1c5e21909e1f794dfb697f5ae63a0a576825e849802d9867d07b9f70"
    assert seed(12).hex() == "10d36eb6b993e7a27fc6f5b698f02b9865a0ca5eba6a05003236110e7857397d"
    assert roll_key.hex() == "5457db6c96e975fcb3f83dd83f7da344272e5cda0953de8db800e7e4226b17c3"


@pytest.mark.parametrize(
    ("label", "number", "faces"),
    [
        ("T03.US.B fire C/3 Cav at Crow King #1", 2, (4, 6)),
        ("T03.US.B leader loss Crazy Horse #1", 2, (3, 6)),
        ("T03.US.B morale Crow King #1", 2, (2, 2)),
        ("T03.US.B fire Good Heart at Big Road #1", 2, (1, 4)),
        ("T03.US.B ammunition Good Heart #1", 1, (2,)),
        ("T03.US.B morale Big Road #1", 2, (1, 3)),
    ],
)
def test_each_roll_of_the_vectors_falls_as_written(
    roll_key: bytes, label: str, number: int, faces: tuple[int, ...]
) -> None:
    assert KeyedDice(roll_key).faces(label, number, 6) == faces


@given(st.binary(min_size=32, max_size=32), st.integers(2, 100), st.integers(1, 40))
def test_faces_lie_between_one_and_the_number_of_sides(key: bytes, sides: int, number: int) -> None:
    faces = KeyedDice(key).faces("T01.US.B fire x #1", number, sides)
    assert len(faces) == number
    assert all(1 <= face <= sides for face in faces)


def test_120000_dice_of_one_key_pass_a_chi_square_test() -> None:
    dice = KeyedDice(hashlib.sha256(b"chi").digest())
    counts = [0] * 6
    for n in range(400):
        for face in dice.faces(f"T01.US.B fire x #{n}", 300, 6):
            counts[face - 1] += 1
    chi_square = sum((count - 20_000) ** 2 / 20_000 for count in counts)
    assert chi_square < 20.5  # five degrees of freedom, one in a thousand


def test_bytes_that_would_favour_low_faces_are_skipped() -> None:
    key = hashlib.sha256(b"skip").digest()
    block = b"".join(mac(key, "roll", b"x y #1\0" + n.to_bytes(4, "big")) for n in range(20))
    assert any(byte >= 252 for byte in block)
    expected = tuple(byte % 6 + 1 for byte in block if byte < 252)
    assert KeyedDice(key).faces("x y #1", len(expected), 6) == expected


def test_a_case_gives_dice_in_the_order_in_which_they_fall_and_by_purpose() -> None:
    dice = DiceGiven([3, 4, 6], {"morale C/3 Cav": [2, 5], "morale C/3 Cav #2": [1, 1]})
    assert dice.faces("T03.US.B fire a at b #1", 2, 6) == (3, 4)
    assert dice.faces("T03.US.B morale C/3 Cav #1", 2, 6) == (2, 5)
    assert dice.faces("T03.US.B morale C/3 Cav #2", 2, 6) == (1, 1)
    assert dice.left() == ["1 dice of the queue"]


def test_a_die_that_a_case_does_not_give_is_missed_by_name() -> None:
    with pytest.raises(DiceMissing, match="no dice given for 2d6 'morale C/3 Cav #1'"):
        DiceGiven([3]).faces("T03.US.B morale C/3 Cav #1", 2, 6)
    with pytest.raises(DiceMissing, match="rolls 2 dice and the case gives 1"):
        DiceGiven(named={"morale x": [3]}).faces("T03.US.B morale x #1", 2, 6)


@pytest.mark.parametrize("spec", ["d6", "0d6", "2d0", "2d6+1", "100d6", ""])
def test_a_wrong_dice_word_is_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="expected dice such as 2d6"):
        parse_spec(spec)
