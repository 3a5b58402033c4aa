"""Games on record come to the same events as on the day they were played."""

from itertools import groupby

import pytest

from tests.systems.miniatures.record import Again, Played, digest, read

RECORDS = [list(rows) for _, rows in groupby(read(), key=lambda one: (one.scenario, one.seed))]
SHORTEST = min(RECORDS, key=len)
"""The game that ``make test`` plays; CI and ``make test-all`` play all of them."""


@pytest.mark.parametrize(
    "rows",
    [one if one is SHORTEST else pytest.param(one, marks=pytest.mark.slow) for one in RECORDS],
    ids=lambda rows: f"{rows[0].scenario}-{rows[0].seed}",
)
def test_a_game_on_record_is_played_as_it_was(rows: list[Played]) -> None:
    again = Again(rows[0].scenario, rows[0].seed)
    for one in rows:
        assert digest(again.played(one).events) == one.digest, f"{one.phase} comes to other events"
    assert again.system.next_phase(again.state) is None
