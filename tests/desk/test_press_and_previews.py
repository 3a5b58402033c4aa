"""Press goes where it is addressed and holds no orders; a preview carries nothing out; a choice is answered by its word."""

import pytest

from pbem.orders.commands import command
from pbem.orders.lines import OwnLine, own_lines
from pbem.orders.parsed_lines import CommandLine, with_worded_answers
from tests.desk.table import Table

ORDER = "Red One fire at Blue One"


def press_of(table: Table, name: str) -> list[str]:
    with table.desk.store.read() as books:
        return [one.words for one in books.press.since(books.games.get(name), 0)]


@pytest.mark.parametrize(
    "end",
    [
        "end press",
        "ENDPRESS",
        "End of press.",
        "end of the press",
        "-- end of press --",
        "[end press]",
        "</press>",
        "End-Press",
    ],
)
def test_a_message_ends_where_its_end_is_said(table: Table, end: str) -> None:
    game = table.open()
    answer = table.say(game, "red", f"press:\nThe ridge is ours.\n{end}\n{ORDER}")
    assert press_of(table, game) == ["The ridge is ours."]
    assert '"The ridge is ours."' in answer.text
    assert "1 line" in answer.subject


@pytest.mark.parametrize("inside", [ORDER, "ready", f"Yours, Crook.\n\n{ORDER}\nready", "withdraw", "preview\nstatus"])
@pytest.mark.parametrize("opens", ["press:", "press gm:", "press to opponent:"])
def test_a_message_without_an_end_that_holds_orders_goes_to_nobody(table: Table, inside: str, opens: str) -> None:
    game = table.open()
    answer = table.say(game, "red", f"{opens}\nGood luck.\n{inside}")
    assert press_of(table, game) == []
    assert table.phase(game) == "T01.RED.A"
    assert "E191" in answer.text
    assert "We passed on none of the message" in " ".join(answer.text.split())
    with table.desk.store.read() as books:
        kinds = [books.letters_out.get(one).kind for one in books.letters_out.due(table.clock.now())]
    assert "press" not in kinds


def test_a_second_address_ends_the_first_message() -> None:
    read = own_lines("press:\nWell played so far.\n\npress gm:\nBetween us: I mean to strike.\nend press\n")
    assert [(one.to, one.text) for one in read.press] == [
        ("opponent", "Well played so far."),
        ("gm", "Between us: I mean to strike."),
    ]


@pytest.mark.parametrize(
    "words",
    ["extend 2 days", "vacation 1 Apr - 3 Apr", "pace policy", "offer draw", "resign", "report text", "zone Europe/Rome",
     "language de", "address a@b.example", "agree", "press gm: away on Monday", "press: Hello!", "calendar on"],
)  # fmt: skip
def test_a_preview_carries_nothing_out(table: Table, words: str) -> None:
    game = table.open()
    before = rows_of(table)
    answer = table.say(game, "red", f"preview\n{ORDER}\n{words}")
    assert answer.subject.endswith("preview")
    assert rows_of(table) == before
    assert press_of(table, game) == []
    assert "Not carried out" in answer.text or "not passed on" in answer.text


def rows_of(table: Table) -> list[object]:
    """What players have asked for and agreed to, as the desk keeps it."""
    with table.desk.store.read() as books:
        game = books.games.get("meadow-1")
        players = [(one.side, one.address, one.zone, one.report, one.language) for one in books.players.of(game)]
        return [players, game.pace, [(one.kind) for one in books.proposals.open(game)], books.phases.open(game).due]


@pytest.mark.parametrize("word", ["wait", "pass", "wait."])
def test_a_command_word_that_is_a_choice_answers_the_question(word: str) -> None:
    said = command(word.rstrip("."))
    assert said is not None
    (found,) = with_worded_answers(
        (CommandLine(OwnLine(1, word, word), said),), ("use it now", f"{word.rstrip('.')}: keep it")
    )
    assert isinstance(found, CommandLine)
    assert found.command.words == ("2",)
    (kept,) = with_worded_answers((CommandLine(OwnLine(1, word, word), said),), ("use it now", "stand"))
    assert isinstance(kept, CommandLine)
    assert kept.command is said


@pytest.mark.parametrize(
    "to", ["to blue", "to Blue", "for the BLUE player", "to the Blue side", "to all players", "to everybody"]
)
@pytest.mark.parametrize(
    "form", ["press {to}: Well met. endpress", "press {to}: Well met.", "press {to}:\nWell met.\nend press"]
)
def test_a_message_to_the_other_side_by_its_name_is_passed_on(table: Table, to: str, form: str) -> None:
    game = table.open()
    answer = table.say(game, "red", f"{form.format(to=to)}\n{ORDER}")
    assert press_of(table, game) == ["Well met."]
    assert "1 line" in answer.subject


@pytest.mark.parametrize("name", ["red", "Custer", "my wing commander", "Mills & Noyes"])
def test_a_message_to_somebody_else_goes_to_nobody_and_holds_no_orders(table: Table, name: str) -> None:
    """Else a message to somebody of one's own side might go to the other, or its lines be carried out."""
    game = table.open()
    answer = table.say(game, "red", f"press to {name}:\nGood luck.\n{ORDER}\nready\nend press\nready")
    assert press_of(table, game) == []
    assert "E191  No other player can be told alone" in answer.text
    assert table.phase(game) == "T01.RED.A"
    assert ORDER not in table.say(game, "red", "orders").text


@pytest.mark.parametrize("to", ["to the umpire", "to my referee", "for the game master", "G.M."])
def test_a_message_to_the_gm_by_another_name(table: Table, to: str) -> None:
    game = table.open()
    answer = table.say(game, "red", f"Press {to}: is Sunday all right? end press\n{ORDER}")
    assert press_of(table, game) == []
    assert "We passed on your words to the GM" in answer.text
