"""The players' handbook shows real letters and orders that are read as such."""

import re
from pathlib import Path

import pytest

from pbem.core.options import Options
from pbem.orders.rehearsal import rehearse
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.reports import golden

ROSEBUD = TITLE.system
DIALECT = TITLE.dialect

HANDBOOK = Path(__file__).parents[2] / "docs" / "players-handbook.md"
BLOCKS = re.findall(r"```text\n(.*?)```", HANDBOOK.read_text(encoding="utf-8"), re.S)
ORDERS = [line for block in BLOCKS for line in block.splitlines() if block.startswith(("C/3 Cav dismount", "policy"))]
WORDS = ("E101", "E102", "E110", "E111", "E120", "E121", "E180")
"""Codes of lines that could not be read; that an order is not legal just now does not matter here."""


@pytest.mark.parametrize("line", ORDERS)
def test_every_order_of_the_handbook_is_read(line: str) -> None:
    field = ROSEBUD.open("in-contact", Options())
    phase = "B" if " fire " in line and not line.startswith(("policy", "when")) else "C"
    found = rehearse(ROSEBUD, DIALECT, field, "us", phase, line, stacks={"T": ("A/3 Cav", "E/3 Cav", "Capt Mills")})
    for verdict in found.lines:
        assert verdict.verdict != "not an order"
        assert verdict.problem is None or verdict.problem.code not in WORDS


def test_letters_of_the_handbook_are_those_of_the_model() -> None:
    model = "".join(
        (golden.FOLDER / f"{name}.txt").read_text(encoding="ascii")
        for name in ("model", "model-receipt", "model-error", "model-question")
    )
    letters = [block for block in BLOCKS if block.startswith(("THE BATTLE", "B1 ", "Your orders", "line 2", "1  G/3"))]
    assert len(letters) == 5
    for block in letters:
        assert all(line in model for line in block.splitlines())
