"""The README's game on one screen is real: its letter, read in the shipped position, gets its answer, letter for letter."""

import re
from datetime import UTC, datetime
from pathlib import Path

from pbem.core.options import Options
from pbem.orders.rehearsal import REFUSED, rehearse
from pbem.reports import receipts, subjects
from pbem.systems import registry

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
WRITTEN = datetime(2026, 3, 12, 21, 30, tzinfo=UTC)
DEADLINE = datetime(2026, 3, 15, 18, 0, tzinfo=UTC)


def block(heading: str) -> str:
    """The fenced text under a bold heading."""
    found = re.search(rf"\*\*{re.escape(heading)}.*?```text\n(.*?)```", README, re.S)
    assert found, f"README has no block under {heading!r}"
    return found[1]


def answer(words: str) -> str:
    game = registry.game("rosebud")
    read = rehearse(game.system, game.dialect, game.system.open("in-contact", Options()), "us", "C", words)
    refused = [line for line in read.lines if line.verdict == REFUSED]
    lines = [line for line in read.lines if line.verdict != "not an order"]
    text = receipts.error_reply(
        receipts.ErrorReply(
            phase="T3 US Movement",
            refused=tuple(tuple(line.refusal_text.splitlines()) for line in refused),
            accepted=receipts.filed(read.lines),
            deadline=DEADLINE,
            written=WRITTEN,
            not_orders=tuple(line.text for line in read.lines if line.verdict == "not an order"),
            lines_refused=tuple(line.number for line in refused),
        ),
        len(lines),
    )
    return f"Subject: {subjects.refused('rosebud-7', len(refused), len(lines), DEADLINE)}\n\n{text}"


def test_the_letter_of_the_readme_gets_its_answer() -> None:
    assert block("The player gets back") == answer(block("A player writes"))


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")
    for target in ("demo", "test"):
        assert f"make {target}" in README
        assert re.search(rf"^{target}:", makefile, re.M)
