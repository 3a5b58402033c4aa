"""Every worked example of the book, and what it states in passing, is a case; doubtful cells stand on the game's page."""

from pathlib import Path

import pytest

from pbem.systems.nezperce.battle.ground import tables
from pbem.systems.nezperce.card import CARD, DOUBTFUL
from tests.every_case import case

PAGE = Path(__file__).parents[3] / "docs" / "nezperce.md"
EXAMPLES = {
    "B5.2a, evasions of 5, 4 and 2 against searches of 3 and 3": "contacts/the-lowest-evasion-is-subtracted",
    "B3.0e, six ranked units in one fort": "supply/five-of-six",
    "B4.4.2c, an Indian crossing on turn 8": "rivers/an-indian-crossing-on-turn-8",
    "B4.4.2g, the same with a 2": "rivers/a-two-is-not-enough-on-turn-8",
    "B4.4.2a, no early Army crossing": "rivers/no-army-crossing-before-turn-12",
    "B4.4.2h, the free crossing": "rivers/the-free-crossing",
    "B4.3c, every fourth turn": "movement/three-normal-turns-after-a-fast-one",
    "C5.2b, units of 3 and 4 enter a hex worth 4": "battle-melee/the-books-example-of-a-second-unit",
    "C6.4.4b, 2M3K on four units": "battle-results/numbered-results-the-books-2m3k",
    "C6.5.2a, Army ranges of 1, 4, 5, 8 and 9": "battle-fire/army-ranges",
    "C6.2a, a superiority of 1 at six hexes": "battle-fire/four-of-strength-at-six-hexes",
    "D4.0e, that shot with a 5": "battle-fire/four-of-strength-at-six-hexes",
    "C2.2g, the kind of surprise": "battle-contact/the-second-die-of-three-is-encamped",
    "C2.7a, city defence of Butte": "contacts/towns-fight-who-enters",
    "C2.7a, of Virginia City": "contacts/virginia-city-has-two",
    "C2.7a, of Missoula": "contacts/missoula-has-one",
    "D2.0a, Army points": "victory/army-points",
    **{f"D2.0f, a difference of {n}": f"victory/a-difference-of-{n}" for n in (61, 41, 20, 0)},
    "D2.0f, a difference of -1": "victory/a-difference-of-minus-1",
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_worked_example_is_a_case_that_names_its_clause(example: str) -> None:
    found = case(f"nezperce/{EXAMPLES[example]}")
    assert found.game == "nezperce"
    assert f"NP-{example.partition(',')[0]}" in found.clauses


def test_every_doubtful_cell_has_an_option_that_stands_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    cells = [one for table in tables().values() if isinstance(table, dict) for one in table.get("doubtful", ())]
    named = {option for one in cells for option in one["options"]}
    assert named == {one.name for one in DOUBTFUL} <= {one.name for one in CARD.options}
    assert all(f"| `{one.name}` |" in page for one in DOUBTFUL)


def test_rulings_on_battles_stand_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [n for n in range(33, 63) if n not in (59, 60) and f"B-{n:03}" not in page] == []
