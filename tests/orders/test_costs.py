"""What a bad line may cost, counted: lines tried to mend one, and bad lines of a letter that are looked at so."""

from copy import copy
from typing import Any

import pytest

from pbem.core.options import Options
from pbem.orders import rehearsal, suggestions
from pbem.orders.syntax import Line, Misread
from pbem.systems import registry

GAMES = {
    "rosebud": ("in-contact", "C/3 Cav fier half at Crow Kign"),
    "custer": ("little-big-horn", "Co. C mvoe 20181918"),
}


@pytest.mark.slow
@pytest.mark.parametrize("title", GAMES)
@pytest.mark.parametrize("times", [1, 40, 400])
def test_repairing_a_line_reads_a_bounded_number_of_lines(
    title: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario, bad = GAMES[title]
    game = registry.game(title)
    read = 0

    class Counted(type(game.dialect)):  # type: ignore[misc]
        def parse(self, words: str) -> Line | Misread:
            nonlocal read
            read += 1
            found: Line | Misread = super().parse(words)
            return found

    dialect: Any = copy(game.dialect)
    dialect.__class__ = Counted
    state = game.system.open(scenario, Options())
    found = rehearsal.rehearse(game.system, dialect, state, "us", "B", "\n".join([bad] * times))
    assert len(found.lines) == times
    # Each line is read twice at most (as written, and with its verbs spelt out); only some are looked at for a slip.
    looked_at = min(times, suggestions.MOST_REPAIRED)
    assert read <= 4 * times + looked_at * (suggestions.MOST_TRIED + 2)
