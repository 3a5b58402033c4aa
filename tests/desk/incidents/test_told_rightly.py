"""What a GM's action says of itself: what an undo takes back, when a paused game is due, who ruled, what cannot be ruled."""

import json
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import pytest

from pbem.commands.gm_desk import gm as gm_command
from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.deadlines import Extend, Pause, Resume
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.mailings import Announce, AskPlayers
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.gm.incidents.rule import Rule
from pbem.desk.gm.incidents.undo_and_end import Undo
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.terms import TEMPOS, Terms
from pbem.systems import registry
from tests.desk.incidents.test_time import due
from tests.desk.table import GM, Table

BESIDE = "gina@club.example"


def played(table: Table, **more: object) -> str:
    game = table.open(**more)
    table.say(game, "red", "pass")
    return game


def test_undo_names_the_rulings_that_it_takes_back_and_those_that_stay(table: Table) -> None:
    game = played(table)
    first = table.records(game)[-1][0]
    perform(table.desk, Rule(game, "-", ("Red One strength = 2",)), "petra", "a shot was forgotten")
    perform(table.desk, Extend(game, 48), "petra", "a wedding")
    perform(table.desk, Replace(game, "red", "N. Osman <nadia@mail.example>"), "petra", "Rita has gone")
    shown = "\n".join(show(table.desk, Undo(game, first), "petra", "a slip").effect.lines)
    assert f"taken back: the ruling of record {first + 1}, the position changed by hand (a shot was forgotten)" in shown
    assert f"taken back: the ruling of record {first + 2}, a deadline moved (a wedding)" in shown
    assert f"still in force: the ruling of record {first + 3}, another player of a side (Rita has gone)" in shown
    perform(table.desk, Undo(game, first), "petra", "a slip")
    letter = " ".join(table.last(game, "blue", "ruling").text.split())
    assert f"No longer in force: the ruling of record {first + 1}, the position changed by hand" in letter
    assert "Rita has gone" not in letter


def test_undo_of_a_phase_alone_names_no_ruling(table: Table) -> None:
    game = played(table)
    assert "ruling" not in "\n".join(show(table.desk, Undo(game, 0), "petra", "a slip").effect.lines)


@pytest.mark.parametrize("tempo", ["weekend", "evening"])
@pytest.mark.parametrize("hours", [1, 30, 100])
def test_a_deadline_after_a_pause_falls_when_the_terms_let_it(table: Table, tempo: str, hours: int) -> None:
    terms = TEMPOS[tempo]
    rest = {name: value for name, value in terms.items() if name != "hours"}
    game = table.open(terms=Terms(hours=terms["hours"], zone="Europe/Berlin", **rest))
    before = due(table, game)
    perform(table.desk, Pause(game), "petra", "holidays")
    table.clock.forward(hours=hours)
    perform(table.desk, Resume(game), "petra")
    after = due(table, game)
    assert before is not None
    assert after is not None
    assert after >= before + timedelta(hours=hours)
    assert Terms(zone="Europe/Berlin", **rest).falls(after) == after
    assert after - before - timedelta(hours=hours) < timedelta(days=7 if tempo == "weekend" else 1)


@pytest.mark.parametrize(
    ("by", "name"), [(BESIDE, "Gina"), (BESIDE.upper(), "Gina"), (GM, "Petra"), ("root", "Petra"), ("", "Petra")]
)
def test_each_gm_rules_asks_and_announces_in_their_own_name(tmp_path: Path, by: str, name: str) -> None:
    table = Table.lay(tmp_path, gm_address=GM)
    game = table.open(gm_name="Petra", seats=[Seat("gm", BESIDE, "Gina")])
    other = {"Gina": "Petra", "Petra": "Gina"}[name]
    for incident, kind in (
        (Extend(game, 48), "ruling"),
        (Pause(game), "ruling"),
        (AskPlayers(game, "Is that all right?"), "proposal"),
        (Announce(game, "Hello."), "announcement"),
    ):
        perform(table.desk, incident, by, "a power cut")
        text = table.last(game, "red", kind).text
        assert name in text, kind
        assert other not in text, kind


def test_a_question_of_the_gm_says_that_deadlines_keep_running(table: Table) -> None:
    game = table.open()
    perform(table.desk, AskPlayers(game, "Is that all right?"), "petra")
    text = " ".join(table.last(game, "red", "proposal").text.split())
    assert "Deadlines keep running meanwhile, unless the GM writes that the game pauses." in text


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("Red One strength = -7", "expected a whole number, 0 or more; found -7"),
        ("/strength/Red One = -1", "expected a whole number, 0 or more; found -1"),
        ("/strength/Red One = many", 'expected a value like 3; found "many"'),
        ("/strength/Red One = true", "expected a value like 3; found true"),
    ],
)
def test_no_ruling_sets_what_no_game_has(table: Table, change: str, says: str) -> None:
    game = table.open()
    with pytest.raises(CannotRule, match="expected") as told:
        perform(table.desk, Rule(game, "-", (change,)), "petra", "it must be")
    assert says in str(told.value)
    assert table.records(game) == [(0, "genesis")]


@pytest.mark.parametrize(
    ("title", "change", "says"),
    [
        ("miniatures", "figures = -7", "0 or more"),
        ("miniatures", "figures = 900", "figures; found 900"),
        ("miniatures", "x = 99999999", "expected a place on the table"),
        ("miniatures", "formation = heap", "expected a formation"),
        ("nezperce", "at = 9999", "expected a hex of the map"),
        ("nezperce", "status = asleep", "expected active"),
        ("nezperce", "spent = -3", "0 or more"),
    ],
)
def test_games_that_are_ruled_by_paths_know_what_cannot_be(tmp_path: Path, title: str, change: str, says: str) -> None:
    found = registry.game(title)
    sides = [one.id for one in found.system.card.sides]
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = title, {sides[0]: "a@mail.example", sides[1]: "b@mail.example"}
    game = table.open("game-1", scenario=found.system.card.main_scenario)
    with table.desk.store.read() as books:
        public = found.system.public(table.desk.position(books, books.games.get(game)))
    units = public["units"]
    first = next(iter(units)) if isinstance(units, dict) else 0
    with pytest.raises((CannotDo, CannotRule)) as told:
        perform(table.desk, Rule(game, "-", (f"/units/{first}/{change}",)), "petra", "it must be")
    assert says in str(told.value)


def test_a_receipt_of_orders_that_hold_their_game_does_not_say_that_they_run(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules raise an error with these orders: the game is held in the same go as the letter is answered."""
    game = table.open()

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the rules are at fault")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.desk.play.play.play_phase", broken)
        raw = table.reply(game, "red", "Red One fire at Blue One\nRed Two fire at Blue One\nready")
        assert table.deliver(raw, take_and_play).state == "done"
    assert table.state(game) == "held"
    text = " ".join(table.last(game, "red", "receipt").text.split())
    assert "The GM is holding the game. Your orders stay on file and run when it goes on." in text
    assert "run now" not in text
    assert len(table.letters(game, "red", "receipt")) == 1


@pytest.mark.parametrize("state", ["held", "paused"])
def test_a_game_that_stands_still_names_no_deadline_to_who_takes_orders_back(table: Table, state: str) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One")
    with table.desk.store.begin() as books:
        books.games.get(game).state = state
    assert "The deadline is" not in table.say(game, "red", "withdraw").text


def test_a_letter_is_shown_as_json_too(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pbem.commands.gm_desk.gm import _letter

    game = table.open()
    table.say(game, "red", "status")
    assert _letter(table.desk, table.uid, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["letter"], found["state"], found["game"], found["side"]) == (table.uid, "done", game, "red")
    assert "status" in found["raw"]
    assert found["arrived"].startswith("2026-03-12")
    assert gm_command.__name__


def test_a_letter_that_stands_alone_leaves_nothing_out(table: Table) -> None:
    """Who takes a side over has no report 0, and who missed a deadline is to look at the position, not for it."""
    game = table.open()
    for _ in range(6):
        table.say(game, table.asked(game), "pass")
    side = table.asked(game)
    assert "unchanged, see report" in table.last(game, side, "report").text
    until = due(table, game)
    assert until is not None
    raw = table.reply(game, side, "Blue One fire at Red One")
    table.clock.forward(seconds=(until - table.clock.now()).total_seconds() + 7200)
    assert pass_overdue(table.desk, table.clock.now()) == [game]
    advance(table.desk, game)
    table.deliver(raw)
    perform(table.desk, Replace(game, side, "N. Osman <nadia@mail.example>"), "petra", "gone")
    for kind in ("stale", "hand-over"):
        text = table.last(game, side, kind).text
        assert "see report" not in text, kind
        assert "To get everything" not in text, kind
        for heading in ("MAP ", "YOUR UNITS ", "ORDER SHEET ", "LOG "):
            assert text.count(f"\n{heading}") == 1, (kind, heading)
        assert "    02\n  01\n" in text, kind
        assert max(map(len, text.splitlines())) <= 78


def test_where_play_has_gone_on_since_the_last_report_the_position_of_now_is_told(table: Table) -> None:
    """Blue was asked a question and has had no report but that of the opening."""
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue One\nready")
    asked, until = table.last(game, "blue", "question"), due(table, game)
    assert until is not None
    raw = table.reply(game, "blue", "2", to=asked)
    table.clock.forward(seconds=(until - table.clock.now()).total_seconds() + 7200)
    assert pass_overdue(table.desk, table.clock.now()) == [game]
    advance(table.desk, game)
    table.deliver(raw)
    perform(table.desk, Replace(game, "blue", "N. Osman <nadia@mail.example>"), "petra", "gone")
    for kind, head in (("stale", "The position now:"), ("hand-over", "THE POSITION NOW ---")):
        text = table.last(game, "blue", kind).text
        assert head in text, kind
        assert "report 0, BLU" not in text, kind
        assert "The game begins" not in text.partition(head)[2], kind
        assert "Blue One 2" in text, "Blue One was hit, whatever was answered"


def test_a_letter_about_an_archived_game_is_held_as_such(table: Table) -> None:
    """See also tests/gm/test_archived_games.py."""
    game = table.open()
    answered = message_from_bytes(table.last(game, "red").raw)
    with table.desk.store.begin() as books:
        found = books.games.get(game)
        books.games.get(game).state = "over"
        books.archive.free(found, "/var/lib/pbem/archive/meadow-1")
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "rita@mail.example", str(answered["Reply-To"]), "Re: a report"
    letter["Message-ID"] = make_msgid(domain="mail.example")
    letter.set_content("status")
    assert table.deliver(letter.as_bytes()).state == "held"
    with table.desk.store.read() as books:
        (reason,) = (row.reason for row in books.letters_in.held())
    assert reason.startswith(
        "game not here: Its sender plays no other game here. It is about meadow-1, which is over and archived"
    )
