"""The trace of a letter tells what became of it, also when play has gone on since."""

from pathlib import Path

from pbem.gm.letters import lines, trace
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


def shown(table: Table, number: int) -> str:
    return "\n".join(one.text for one in lines(trace(table.desk, number), 100))


def test_the_answer_is_shown_as_it_was_sent_and_not_judged_by_a_later_position(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Red One")
    sent = table.last(game, "red", "error").text
    before = shown(table, 1)
    assert all(one.strip() in before for one in sent.splitlines())
    table.say(game, "red", "replace\npass")
    while table.phase(game) == "T01.RED.A":
        table.say(game, "blue", "1", to=table.last(game, "blue", "question"))
    assert shown(table, 1) == before
    assert "Read again" not in before


def test_a_letter_without_an_answer_is_read_again_and_the_screen_says_so(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    with table.desk.store.begin() as books:
        books.letters_in.get(1).answer_key = ""
    found = trace(table.desk, 1)
    assert found.read_again
    assert not found.answer
    assert "No answer was sent. Read again on the position of now" in shown(table, 1)
