"""People keep their names: whole in headers and HTML, with accents in the text where they wish it, and never as ``??``."""

from email import message_from_bytes
from email.header import decode_header, make_header

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.reports import subjects
from pbem.reports.letter_style import LetterStyle, in_every_script, writing
from pbem.reports.wrap import ascii_text
from tests.desk.table import GM, Table

GAME = "meadow-1"
NAMES = [("Jörg Müller", "Jorg Muller"), ("Søren Łukasz", "Soren Lukasz"), ("Андрей Петров", "Andrey Petrov")]


def opened(table: Table, name: str) -> None:
    players = [(side, address, name if side == "red" else "Bob") for side, address in table.addresses.items()]
    open_campaign(table.desk, Wanted(GAME, table.title, "meadow", players, GM, seed=b"a demo seed", ladder_length=64))
    advance(table.desk, GAME)


@pytest.mark.parametrize(("name", "plain"), NAMES)
def test_a_text_in_ascii_has_the_nearest_letters_and_no_question_marks(table: Table, name: str, plain: str) -> None:
    opened(table, name)
    letters = [one.text for side in ("red", "blue") for one in table.letters(GAME, side)]
    assert all(text.isascii() for text in letters)
    assert any(plain in text for text in letters)
    assert not any("?? " in text or "??\n" in text for text in letters)


@pytest.mark.parametrize(("name", "plain"), NAMES)
def test_html_has_the_name_as_it_is_written(table: Table, name: str, plain: str) -> None:
    opened(table, name)
    table.say(GAME, "blue", "report html")
    table.say(GAME, "red", "press:\nHail from the ridge.\nend press\npass\nready")
    table.until(GAME, "blue")
    table.until(GAME, "red")
    shown = [one.shown for one in table.letters(GAME, "blue") if one.shown]
    assert shown
    assert not any("??" in one for one in shown)
    with in_every_script():
        assert ascii_text(f"{name} wrote") == f"{name} wrote"


def test_a_subject_has_the_name_as_it_is_written() -> None:
    assert subjects.agreed_change(GAME, "Андрей Петров plays US again") == "[meadow-1] Андрей Петров plays US again"


def test_letters_in_utf_8_keep_accents_where_the_player_wants_them(table: Table) -> None:
    opened(table, "Jörg Müller")
    answer = table.say(GAME, "red", "language en utf-8")
    assert "Names keep their accents." in " ".join(answer.text.split())
    table.say(GAME, "red", "resend 1")
    welcome = table.say(GAME, "red", "status\nresend 1")
    table.say(GAME, "red", "pass\nready")
    table.until(GAME, "blue")
    table.say(GAME, "blue", "pass\nready")
    table.until(GAME, "red")
    report = table.last(GAME, "red", "report")
    assert "Jörg Müller" in report.text
    part = next(one for one in message_from_bytes(report.raw).walk() if one.get_content_type() == "text/plain")
    assert part.get_content_charset() == "utf-8"
    assert all(one.text.isascii() for one in table.letters(GAME, "blue"))
    assert welcome is not None
    table.say(GAME, "red", "language en")
    assert table.last(GAME, "red").text.isascii()


def test_the_subject_goes_out_in_encoded_words(table: Table) -> None:
    opened(table, "Jörg Müller")
    for one in table.letters(GAME, "red"):
        subject = message_from_bytes(one.raw)["Subject"]
        assert subject.isascii()
        assert str(make_header(decode_header(subject))) == one.subject


@pytest.mark.parametrize(("text", "plain"), [("Łódź", "Lodz"), ("北京", "BeiJing"), ("a ☃ b", "a ? b"), ("ß", "ss")])
def test_other_scripts_are_romanised_and_signs_are_not(text: str, plain: str) -> None:
    assert ascii_text(text) == plain
    with writing(LetterStyle("en", has_accents=True)):
        assert ascii_text("Łódź") == "Łódź"
        assert ascii_text("北京") == "BeiJing"
