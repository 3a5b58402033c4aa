"""docs/custer.md tells what the program has."""

import re
from pathlib import Path

from pbem.core.options import Options
from pbem.orders.rehearsal import rehearse
from pbem.systems.custer import data
from pbem.systems.custer.card import CARD
from pbem.systems.custer.casework import UNIT_KEYS
from pbem.systems.custer.orders.dialect import DIALECT
from pbem.systems.custer.orders.standing import ASKED, WISHES
from pbem.systems.custer.system import LAST_STAND

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "custer.md").read_text(encoding="utf-8")
SOURCES = [*(ROOT / "pbem/systems/custer").rglob("*.py"), *(ROOT / "scenarios/custer").rglob("*.toml")]


def test_every_ruling_that_code_or_files_name_is_told() -> None:
    named = {one for path in SOURCES for one in re.findall(r"\bB-\d{3}\b", path.read_text(encoding="utf-8"))}
    assert named - set(re.findall(r"^- (B-\d{3}):", PAGE, re.MULTILINE)) == set()


def test_every_marker_policy_wish_and_public_word_is_told() -> None:
    for battle in data.scenarios():
        for marker in data.load(battle).scenario.markers:
            assert marker.name in PAGE
    for name in ASKED:
        assert f"`policy {name}" in PAGE
    for word in (*WISHES, *UNIT_KEYS, *(kind for kinds in ASKED.values() for kind in kinds)):
        assert f"`{word}`" in PAGE, word
    assert all(phase.name.lower().split()[0] in PAGE.lower() for phase in CARD.phases[:2])


def test_the_examples_can_be_read() -> None:
    block = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    battle = LAST_STAND.open("little-big-horn", Options())
    found = rehearse(LAST_STAND, DIALECT, battle, "us", "A", block[1])
    # Each line is read as an order; two of them are for another moment than the opening.
    codes = {line.problem.code for line in found.lines if line.problem is not None}
    assert codes <= {"E153", "E160"}
    assert all(line.verdict != "not an order" for line in found.lines)
