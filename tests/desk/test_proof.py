"""What a campaign mails is what verification reads: both players' letters through both checkers."""

from pathlib import Path

import pytest

from pbem.seal import pbem_verify
from pbem.seal.verify import verify
from tests.desk.table import Table

BOTH_FIRE = "Red One fire at Blue One\nRed Two fire at Blue Two\nready"


@pytest.mark.slow
@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_letters_of_a_game_with_breaks_withdrawals_and_standing_orders_verify(
    table: Table, tmp_path: Path, side: str
) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    table.say(game, "red", "withdraw")
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "2")
    table.say(game, "blue", "1")
    table.say(game, "red", "Red One march 2\nready")
    table.say(game, "blue", "policy cover: duck")
    while table.state(game) != "over":
        for one in ("red", "blue"):
            table.say(game, one, "pass")
    for n, letter in enumerate(table.letters(game, side)):
        (tmp_path / f"{n:03d}.eml").write_bytes(letter.raw)
    verdict = verify([tmp_path])
    assert [(one.record, one.text) for one in verdict.all_findings() if one.kind != "note"] == []
    (main,) = verdict.games[0].branches
    assert main.tally.ended
    assert main.tally.rolls > 0
    assert pbem_verify.verify([str(tmp_path)])[0] == 0
