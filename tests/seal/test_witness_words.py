"""The words of a witness in letters: given, written, found again, and where they stand on his ladder."""

import hashlib
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from pbem.seal import lock, pbem_verify
from pbem.seal.ladder import STRIDE, Ladder, LadderSpent, below, stands_on
from pbem.seal.signing import Signer
from pbem.seal.verify import INCOMPLETE, verify
from tests.seal.campaign import secret

WES = Signer("wes", secret("wes"))
TOP = hashlib.sha256(b"top").digest()
WORD = lock.give(WES, "rosebud-7", 3, "ab" * 32, TOP)
LINES = lock.render(WORD)


def test_a_word_is_signed_for_one_game_one_step_and_one_lock() -> None:
    witness = {"name": "wes", "key": WES.public.hex()}
    assert WORD.is_of(witness)
    others = [replace(WORD, game="rosebud-8"), replace(WORD, step=4), replace(WORD, lock="ac" * 32)]
    assert not any(one.is_of(witness) for one in (*others, replace(WORD, value="00" * 32)))
    assert not WORD.is_of({"name": "wes", "key": Signer("else", secret("else")).public.hex()})


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINES),
        "Hello\n" + "\n".join(f"> {line}" for line in LINES) + "\nbye",
        " ".join(" ".join(LINES).split()),
        "\r\n".join(LINES).replace(WORD.value, f"{WORD.value[:40]}\r\n{WORD.value[40:]}"),
        "\n".join([LINES[0], "torn off", LINES[-1], *LINES]),
        "\n".join([*LINES, *lock.render(lock.give(WES, "rosebud-8", 1, "ab" * 32, TOP))]),
    ],
)
def test_the_first_word_that_can_be_read_is_found_in_a_letter(text: str) -> None:
    assert lock.find(text) == WORD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n".join(LINES[1:]),
        "\n".join(LINES[:-1]),
        "\n".join(LINES[:2] + LINES[3:]),
        "\n".join(LINES).replace("step 3", "step x"),
        "\n".join(LINES).replace("ab" * 32, "ab" * 31),
        "\n".join(LINES).replace(WORD.sig[:64], "!" * 64),
    ],
)
def test_what_is_no_whole_word_is_not_found(text: str) -> None:
    assert lock.find(text) is None


def test_beginnings_without_an_end_cost_no_time() -> None:
    """Anybody's letter is looked through, and a desk stood still for twenty minutes over 1 MB of them."""
    many = "pbem witness 1 begin " * 40_000
    began = process_time()
    assert lock.find(many) is None
    assert lock.find(many + "\n".join(LINES)) == WORD
    assert process_time() - began < 5


@pytest.mark.parametrize("made", ["<p" * 200_000, "<div " * 100_000, "pbem seal 1 begin " * 50_000])
def test_letters_that_were_made_to_be_slow_are_verified_in_time(tmp_path: Path, made: str) -> None:
    """What lies in a player's mailbox may come from anybody too."""
    path = tmp_path / "a.eml"
    path.write_bytes(f"Subject: [rosebud-7]\nContent-Type: text/html\n\n{made}\n".encode())
    began = process_time()
    assert verify([path]).status == pbem_verify.verify([str(path)])[0] == INCOMPLETE
    assert process_time() - began < 20


def test_a_word_stands_as_many_steps_above_another_as_it_says() -> None:
    first = below(TOP)
    third = below(below(first))
    assert lock.stands(TOP.hex(), 5, first.hex(), 4)
    assert lock.stands(TOP.hex(), 5, third.hex(), 2)
    assert not lock.stands(TOP.hex(), 5, third.hex(), 3)
    assert not lock.stands(TOP.hex(), 5, first.hex(), 3)
    assert not lock.stands(TOP.hex(), 5, TOP.hex(), 5)
    assert not lock.stands(TOP.hex(), 4, TOP.hex(), 5)
    assert stands_on(TOP, first)
    assert stands_on(TOP, third, 3)
    assert not stands_on(TOP, third, 2)


def test_a_ladder_gives_each_of_its_steps_and_none_beyond() -> None:
    ladder = Ladder(TOP, 2 * STRIDE + 1)
    step = TOP
    for number in range(ladder.length, 0, -1):
        assert ladder.step(number) == step
        step = below(step)
    assert ladder.anchor == step
    assert TOP.hex() not in repr(ladder)
    assert Ladder(TOP, 1).step(1) == TOP
    with pytest.raises(LadderSpent):
        ladder.step(ladder.length + 1)
    with pytest.raises(ValueError, match="count from 1"):
        ladder.step(0)
    with pytest.raises(ValueError, match="32 bytes"):
        Ladder(TOP[1:])
    with pytest.raises(ValueError, match="at least one step"):
        Ladder(TOP, 0)
