"""What a player wishes of his letters: form, clock, language; and templates of the GM's, good and broken."""

import email
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.desk.outgoing.outbox import let_go
from pbem.mail.letter import read_letter
from pbem.store.tables import LetterOutRow
from tests.desk.table import Table


def message(row: LetterOutRow) -> EmailMessage:
    found = email.message_from_bytes(row.raw, policy=default)
    assert isinstance(found, EmailMessage)
    return found


def kinds(row: LetterOutRow) -> list[str]:
    """The content types of a letter's parts, from the outermost in."""
    return [part.get_content_type() for part in message(row).walk()]


TEXT = ["multipart/mixed", "text/plain", "application/vnd.pbem+jsonl"]
HTML = ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/vnd.pbem+jsonl"]
PNG = [
    "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png",
    "application/vnd.pbem+jsonl",
]  # fmt: skip


def play_on(table: Table, game: str) -> None:
    """On until both sides have had a report."""
    for side in ("red", "blue"):
        before = len(table.letters(game, side, "report"))
        while len(table.letters(game, side, "report")) == before:
            table.say(game, table.asked(game), "pass")


def test_each_player_has_the_form_that_he_chose(table: Table) -> None:
    game = table.open()
    assert kinds(table.last(game, "red", "report")) == TEXT
    assert "a picture of the map" in " ".join(table.say(game, "red", "report png").text.split())
    assert "HTML part" in table.say(game, "blue", "report html").text
    play_on(table, game)
    assert kinds(table.last(game, "red", "report")) == PNG
    assert kinds(table.last(game, "blue", "report")) == HTML
    assert "plain text" in table.say(game, "red", "report text").text
    play_on(table, game)
    assert kinds(table.last(game, "red", "report")) == TEXT


@pytest.mark.parametrize(
    "words",
    ["report: png", "Red: report png", "report PNG for the red side", "png reports for me, please", "report as png"],
)
def test_a_form_is_wished_in_odd_ways(table: Table, words: str) -> None:
    game = table.open()
    assert "a picture of the map" in " ".join(table.say(game, "red", words).text.split())


@pytest.mark.parametrize(
    "words", ["report png for Blue", "Blue: report png", "report png for both sides", "Kate report png"]
)
def test_a_form_is_each_players_own(table: Table, words: str) -> None:
    game = table.open()
    answer = " ".join(table.say(game, "red", words).text.split())
    assert "Players choose the form of their own reports" in answer
    assert "For your own reports: report png" in answer
    play_on(table, game)
    assert kinds(table.last(game, "red", "report")) == kinds(table.last(game, "blue", "report")) == TEXT


def test_a_report_with_a_picture_is_whole_and_the_same_bytes_each_time(table: Table) -> None:
    game = table.open(report="png")
    row = table.last(game, "red", "report")
    parts = {part.get_content_type(): part for part in message(row).walk()}
    assert parts["image/png"].get_content().startswith(b"\x89PNG")
    assert parts["image/png"]["Content-ID"] == "<map@pbem>"
    assert 'src="cid:map@pbem"' in parts["text/html"].get_content()
    assert parts["text/plain"].get_content().replace("\r\n", "\n") == row.text
    assert max(map(len, row.raw.split(b"\r\n"))) <= 998
    boundaries = [part.get_boundary() for part in message(row).walk() if part.is_multipart()]
    assert len(set(boundaries)) == 3
    assert all(str(one).startswith("=_pbem_") for one in boundaries)


def test_a_report_with_a_picture_is_read_by_its_text(table: Table) -> None:
    game = table.open(report="png")
    row = table.last(game, "red", "report")
    assert "DO THIS NEXT" in read_letter(row.raw).words + str(read_letter(row.raw).cut)


def test_an_unknown_form_opens_no_campaign(table: Table) -> None:
    from pbem.desk.games.open import CannotOpen

    with pytest.raises(
        CannotOpen, match="report: expected one of 'text', 'html', 'png', 'play', 'page', 'spoken'; found 'gif'"
    ):
        table.open(report="gif")


def test_deadlines_stand_on_the_players_own_clock_too(table: Table) -> None:
    game = table.open()
    assert "Europe/Berlin time" in table.say(game, "red", "zone europe/berlin").text
    play_on(table, game)
    text = " ".join(table.last(game, "red", "report").text.split())
    assert "UTC = " in text
    assert " CET" in text
    assert " CET" not in table.last(game, "blue", "report").text
    assert " CET" in table.say(game, "red", "status").text
    assert "UTC only" in table.say(game, "red", "timezone UTC").text
    assert " CET" not in table.say(game, "red", "status").text


@pytest.mark.parametrize("word", ["zone Berlin", "zone Europe/Belrin"])
def test_a_zone_that_there_is_not_is_answered_with_what_was_meant(table: Table, word: str) -> None:
    game = table.open()
    said = " ".join(table.say(game, "red", word).text.split())
    assert "There is no time zone" in said
    assert "Europe/Berlin ?" in said or "Europe/Berlin or" in said
    assert "Nothing was changed" in said


def test_letters_come_in_the_language_of_the_player(table: Table) -> None:
    game = table.open()
    assert "schreiben wir Ihnen auf Deutsch" in table.say(game, "red", "language German").text
    play_on(table, game)
    assert "JETZT ZU TUN" in table.last(game, "red", "report").text
    assert "DO THIS NEXT" in table.last(game, "blue", "report").text
    assert table.last(game, "red", "report").subject.startswith(f"[{game}] SIE: March bis ")
    assert "HILFE: BEFEHLE" in table.say(game, "red", "help orders").text
    assert "You" not in table.say(game, "red", "status").text
    assert "in English" in table.say(game, "red", "language en").text


def test_a_language_that_there_is_not_is_answered_with_those_there_are(table: Table) -> None:
    game = table.open()
    said = " ".join(table.say(game, "red", "language klingon").text.split())
    assert "en (English), de (Deutsch), fr (Français, incomplete)" in said
    assert "Nothing was changed" in said


def test_orders_are_read_in_a_reply_to_a_german_report(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "language de")
    play_on(table, game)
    report = table.last(game, "red", "report")
    quoted = "\n".join(f"> {line}" for line in report.text.splitlines())
    answer = table.say(game, "red", f"pass\n\n{quoted}", to=report)
    assert answer.kind == "receipt"


# Templates of the GM's


def laid(folder: Path) -> tuple[Table, Path]:
    templates = folder / "templates"
    templates.mkdir()
    return Table.lay(folder, templates=templates), templates


def test_a_template_of_the_gms_comes_before_the_programs(tmp_path: Path) -> None:
    table, templates = laid(tmp_path)
    game = table.open()
    (templates / "player-status.txt").write_text("Ahoy {{ side }}, {{ phase }} is on.\n", encoding="utf-8")
    assert table.say(game, "red", "status").text.startswith("Ahoy RED")


def test_a_broken_template_holds_the_letter_and_not_the_game(tmp_path: Path) -> None:
    table, templates = laid(tmp_path)
    game = table.open()
    broken = templates / "player-receipt.txt"
    broken.write_text("Hello\n{{ tolld.phase }}\n", encoding="utf-8")
    answer = table.say(game, "red", "pass")
    assert answer.state == "held"
    assert "tolld" in answer.last_reply
    told = table.letters(game, "gm", "template")[-1]
    assert "'tolld' is undefined" in " ".join(told.text.split())
    assert "The game goes on" in told.text
    assert table.state(game) == "open"
    with table.desk.store.read() as books:
        due = books.letters_out.due(table.clock.now())
    assert answer.id not in due
    assert let_go(table.desk) == 0
    # Once it is fixed, the letter goes by itself, with the words of the fixed template.
    broken.write_text("Hello\n{{ told.phase }} it is.\n", encoding="utf-8")
    assert let_go(table.desk) == 1
    sent = table.last(game, "red", "receipt")
    assert sent.state == "new"
    assert sent.text.startswith("Hello\n")
    assert " it is.\n" in sent.text
    assert message(sent).get_content().replace("\r\n", "\n").startswith("Hello\n")
    assert message(sent)["Message-ID"] == message(answer)["Message-ID"]
    assert let_go(table.desk) == 0


def test_a_broken_template_that_is_taken_away_lets_the_letter_go_in_the_programs_words(tmp_path: Path) -> None:
    table, templates = laid(tmp_path)
    game = table.open()
    (templates / "player-status.txt").write_text("{% if %}", encoding="utf-8")
    assert table.say(game, "red", "status").state == "held"
    (templates / "player-status.txt").unlink()
    assert let_go(table.desk) == 1
    answer = table.last(game, "red", "answer")
    assert answer.state == "new"
    assert "Waiting for" in answer.text


def test_a_broken_frame_of_the_html_holds_the_report_alone(tmp_path: Path) -> None:
    table, templates = laid(tmp_path)
    (templates / "player-report.html").write_text("<p>{{ 1 / 0 }}</p>{{ lines }}", encoding="utf-8")
    game = table.open(report="html")
    row = table.last(game, "red", "report")
    assert row.state == "held"
    assert "division by zero" in row.last_reply
    assert table.state(game) == "open"
    (templates / "player-report.html").write_text("<p>Mine</p><pre>{{ lines }}</pre>", encoding="utf-8")
    assert let_go(table.desk) == 2
    html = next(
        part for part in message(table.last(game, "red", "report")).walk() if part.get_content_type() == "text/html"
    )
    assert html.get_content().startswith("<p>Mine</p><pre>")


def test_words_of_a_language_that_cannot_be_read_hold_letters_in_it(tmp_path: Path) -> None:
    table, templates = laid(tmp_path)
    game = table.open()
    table.say(game, "red", "language de")
    (templates / "de").mkdir()
    words = templates / "de" / "words.toml"
    words.write_text("name = 3\n", encoding="utf-8")
    from pbem.reports import letter_style

    letter_style.of.cache_clear()
    play_on(table, game)
    row = table.last(game, "red", "report")
    assert row.state == "held"
    assert "DO THIS NEXT" in row.text
    words.unlink()
    assert let_go(table.desk) >= 1
    assert table.last(game, "red", "report").state == "new"
