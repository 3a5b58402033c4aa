"""What holds of every letter, over many positions."""

import random
from dataclasses import replace

import pytest

from pbem.reports.report import LogEntry, LogSection, Step
from pbem.reports.text import letter
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.counter import MODES, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling import map as telling_map
from pbem.systems.indian_wars.telling.position import position
from tests.reports.position import opened
from tests.reports.test_text import model_report


def scattered(seed: int) -> Battlefield:
    """All counters of the roster somewhere on the sheet, in any state; each hex holds one side."""
    dice = random.Random(seed)
    field = opened()
    hexes = list(field.sheet.map)
    wide = dice.choice((20, 200, len(hexes)))
    start = dice.randrange(len(hexes) - wide + 1)
    places = hexes[start : start + wide]
    owner = {at: dice.choice(("us", "indian")) for at in places}
    for printed in field.sheet.roster.values():
        mine = [at for at in places if owner[at] == printed.side]
        if not mine or printed.side not in ("us", "indian"):
            continue
        field.put(
            Counter(
                printed,
                at=dice.choice(mine),
                mode=dice.choice(MODES),
                casualties=dice.randrange(3),
                disrupted=dice.random() < 0.2,
                pinned=dice.random() < 0.2,
                routed=dice.random() < 0.2,
                low_ammo=dice.random() < 0.2,
                fired=dice.choice(("", "", "half", "full")),
            )
        )
    return field


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("side", ["us", "indian"])
def test_a_letter_is_fit_for_mail_whatever_the_position(seed: int, side: str) -> None:
    field = scattered(seed)
    text = letter(
        replace(
            model_report(),
            map=telling_map.map_model(field, side, frozenset({"1100", "4721"})),
            panels=TITLE.teller.panels(field, side),
        )
    )
    assert text.isascii()
    assert "\t" not in text
    for line in text.split("\n"):
        assert len(line) <= 78
        assert line == line.rstrip()
        assert not line.startswith(("-", "From "))
    assert len(text) < 30_000


@pytest.mark.parametrize("seed", range(10))
def test_every_stack_has_a_line_in_the_tables_and_a_place_on_the_map(seed: int) -> None:
    field = scattered(seed)
    model = telling_map.map_model(field, "us")
    listed = {one.at for one in telling_map.own_units(position(field), "us")} | {
        one.at for one in telling_map.enemy_units(position(field), "us")
    }
    assert listed == {stack.at for stack in model.stacks} == set(field.stacks)


def test_a_log_that_is_too_long_keeps_what_came_of_each_shot() -> None:
    steps = (Step("strength", "x" * 60), Step("result", "10 + 1 = 11", "-> 1", "9.D"), Step("loss", "Crow King 6 -> 5"))
    entries = tuple(LogEntry(f"B{n}", f"shot {n}", "9.A", steps=steps) for n in range(1, 90))
    text = letter(replace(model_report(), logs=(LogSection("phase B OFFENSIVE FIRE (rule 9)", entries=entries),)))
    assert len(text) < 30_000
    assert "xxx" not in text
    assert text.count("Crow King 6 -> 5") == 89
    assert "Shortened, since the letter would be too long" in text
    assert "Panels left out for length: columns 26-32, rows 08-14; columns 33-38" in text
