"""A letter of digits alone is read without a position, as it is read with one."""

import pytest

from pbem.core.options import Options
from pbem.orders.lines import OwnLine, own_lines
from pbem.orders.parsed_lines import digits_alone
from pbem.orders.rehearsal import Occasion, name_commands, name_lines, parse_lines
from pbem.systems import registry

ROSEBUD, NEZPERCE = registry.game("rosebud"), registry.game("nezperce")
HERE = Occasion(ROSEBUD.system, ROSEBUD.dialect, ROSEBUD.system.open("in-contact", Options()), "us", "C")


def lines(words: str) -> tuple[OwnLine, ...]:
    return tuple(own_lines(words).lines)


@pytest.mark.parametrize(
    "words", ["1", "12", " 2 ", "1 2 1", "1, 2,3", "1\n2", "1.", "1?", "1 1\n\n2 2 2", " ".join(["3"] * 40)]
)
def test_digits_are_read_as_they_are_with_the_position(words: str) -> None:
    found = digits_alone(lines(words), ROSEBUD.dialect)
    assert found == parse_lines(HERE, lines(words))
    assert name_commands(found, "C") == name_lines(HERE, found)
    assert all(one.command.name == "answer" for one in found)


@pytest.mark.parametrize(
    "words", ["123", "1 hex 3413", "1 3413", "my answer is 1", "ready", "C/3 stay", "1\nC/3 stay", "1-2"]
)
def test_any_other_line_sends_the_letter_to_the_process_that_reads(words: str) -> None:
    assert digits_alone(lines(words), ROSEBUD.dialect) == ()


def test_digits_in_a_block_of_lines_are_no_answer() -> None:
    assert digits_alone(lines("1 2"), NEZPERCE.dialect)
    assert not digits_alone(lines("battle at Big Hole:\n  1 2"), NEZPERCE.dialect)


@pytest.mark.parametrize("words", ["ready?", "ready\n1", "withdraw line 2\nstatus\nnonce: x"])
def test_commands_alone_are_named_as_they_are_with_the_position(words: str) -> None:
    parsed = parse_lines(HERE, lines(words))
    assert name_commands(parsed, "C") == name_lines(HERE, parsed)  # type: ignore[arg-type]
