"""The trace of a letter tells what became of it, also when play has gone on since."""

from pathlib import Path

from pbem.gm.trace import trace
from tests.desk.table import Table


def test_lines_have_the_verdict_of_the_day_on_which_they_were_read(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Red One")
    table.say(game, "red", "replace\nRed One fire at Blue One\nready")
    table.until(game, "blue")
    table.say(game, "blue", "1" if table.last(game, "blue").kind == "question" else "pass")
    while table.phase(game) == "T01.RED.A":
        table.say(game, "blue", "1", to=table.last(game, "blue", "question"))
    found = trace(table.desk, 1)
    said = {text.splitlines()[0]: verdict for _, verdict, text in found.lines}
    accepted = next(verdict for text, verdict in said.items() if "Red One fire at Blue One" in text)
    assert accepted.startswith("accepted")
    assert "refused" in said.values()
