"""What a side writes while the other one moves is for its own next move, and is carried out then."""

from pathlib import Path

from pbem.systems import registry
from tests.desk.table import Table
from tests.desk.test_submit import filed

MOVE = "Howard + Perry move 0709 to 0710-0810"


def test_orders_written_in_the_others_movement_run_in_ones_own(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = "nezperce", {"army": "kate@mail.example", "indian": "mo@post.example"}
    game = table.open("np-1", scenario=registry.game("nezperce").system.card.main_scenario, pace="ask")
    assert table.phase(game) == "T01.IN.B"
    told = table.say(game, "army", MOVE).text
    assert "T1 Army movement" in told or "T1 AR phase E" in told
    assert filed(table, game, "army", "T01.AR.E") == [MOVE]
    table.say(game, "indian", "pass")
    for _ in range(6):
        if table.phase(game) == "T01.AR.E":
            break
        table.say(game, table.asked(game), "pass")
    table.say(game, "army", "ready")
    assert "Howard and Perry: 0709-0710-0810" in " ".join(table.last(game, "indian", "report").text.split())


def test_what_the_others_write_meanwhile_is_for_the_next_turn(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = "nezperce", {"army": "kate@mail.example", "indian": "mo@post.example"}
    game = table.open("np-1", scenario=registry.game("nezperce").system.card.main_scenario, pace="ask")
    for _ in range(6):
        if table.phase(game) == "T01.AR.E":
            break
        table.say(game, table.asked(game), "pass")
    assert table.phase(game) == "T01.AR.E"
    table.say(game, "indian", "Joseph move 0811 to 0810")
    assert filed(table, game, "indian", "T02.IN.B") == ["Joseph move 0811 to 0810"]
