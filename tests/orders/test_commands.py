"""Commands: how each is said, its canonical line, what is near one, and what is none."""

import pytest

from pbem.orders.commands import Command, _form, command, nearly


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Each test compiles the forms that it needs."""
    _form.cache_clear()


def read(words: str) -> tuple[str, tuple[str, ...], str] | None:
    found = command(words)
    return None if found is None else (found.name, found.words, found.text)


@pytest.mark.parametrize(
    ("words", "name", "given", "text"),
    [
        ("status", "status", (), "status"),
        ("PASS", "pass", (), "pass"),
        ("  Status : ", "status", (), "status"),
        ("help", "help", (), "help"),
        ("help Fire", "help", ("fire",), "help fire"),
        ("help terrain effects chart", "help", ("terrain effects chart",), "help terrain effects chart"),
        ("help zone of control", "help", ("zone of control",), "help zone of control"),
        ("map", "map", (), "map"),
        ("map 3413", "map", ("3413",), "map 3413"),
        ("map 3413 12", "map", ("3413", "12"), "map 3413 12"),
        ("preview with standing", "preview", ("standing",), "preview standing"),
        ("I'm all ready now", "ready", (), "ready"),
        ("go on", "ready", (), "ready"),
        ("we are ready whenever you are ready", "ready", (), "ready"),
        ("withdraw", "withdraw", (), "withdraw"),
        ("withdraw line 3", "withdraw", ("3",), "withdraw line 3"),
        ("resend 7", "resend", ("7",), "resend 7"),
        ("resend 7 to 9", "resend", ("7", "9"), "resend 7-9"),
        ("report HTML", "report", ("html",), "report html"),
        ("report: png", "report", ("png",), "report png"),
        ("Report as PNG from now on, please", "report", ("png",), "report png"),
        ("png reports please", "report", ("png",), "report png"),
        ("set my report form to html", "report", ("html",), "report html"),
        ("report pictures", "report", ("png",), "report png"),
        ("report plain text only", "report", ("text",), "report text"),
        ("Army: report png", "report", ("png", "Army"), "report png for Army"),
        ("report png for the Indian side", "report", ("png", "Indian side"), "report png for Indian side"),
        ("report spoken (for me)", "report", ("spoken",), "report spoken"),
        ("report short for us", "report", ("short",), "report short"),
        ("send me the play page", "send", ("page",), "send page"),
        ("calendar off", "calendar", ("off",), "calendar off"),
        ("time zone Europe/Berlin", "zone", ("Europe/Berlin",), "zone Europe/Berlin"),
        ("language DE", "language", ("de",), "language de"),
        ("nonce: Wind In The Grass", "nonce", ("Wind In The Grass",), "nonce: Wind In The Grass"),
        ("vacation 3 May until 9 May", "vacation", ("3 May", "9 May"), "vacation 3 May - 9 May"),
        ("extend 2 Days", "extend", ("2", "Days"), "extend 2 Days"),
        ("extend 3 hours: My Exams", "extend", ("3", "hours", "My Exams"), "extend 3 hours: My Exams"),
        ("offer draw", "draw", ("offer",), "offer draw"),
        ("Decline Draw", "draw", ("decline",), "decline draw"),
        ("confirm 7F3A", "confirm", ("7f3a",), "confirm 7f3a"),
        ("address Kate@Example.org", "address", ("Kate@Example.org",), "address Kate@Example.org"),
        ("pace mixed", "pace", ("mixed",), "pace mixed"),
        ("take back to 41", "take back", ("41",), "take back to 41"),
        ("Take play back.", "take back", (), "take back"),
        ("take my last letter back", "take back", (), "take back"),
        ("yes, I agree to proposal 4.", "agree", ("4",), "agree 4"),
        ("agree", "agree", (), "agree"),
        ("no, I disagree with 4", "disagree", ("4",), "disagree 4"),
        ("key: M2XD9Q4K", "key", ("m2xd9q4k",), "key: m2xd9q4k"),
        ("cancel standing order 3", "cancel", ("3",), "cancel order 3"),
        ("cancel all standing orders", "cancel", ("all",), "cancel all standing orders"),
        ("cancel policy losses 3512", "cancel", ("policy losses 3512",), "cancel policy losses 3512"),
        ("move order 3 before order 1", "move order", ("3", "before", "1"), "move order 3 before 1"),
        ("1", "answer", ("1",), "1"),
        ("  7", "answer", ("7",), "7"),
        ("12 3, 4", "answer", ("12", "3", "4"), "12 3 4"),
        ("my answers are: 1 hex 2605 2", "answer", ("1", "2605", "2"), "1 hex 2605 2"),
        ("answer 2, I guess", "answer", ("2",), "2"),
    ],
)
def test_a_command_is_read_and_has_its_canonical_line(words: str, name: str, given: tuple[str, ...], text: str) -> None:
    assert read(words) == (name, given, text)
    assert read(text) == (name, given, text)


@pytest.mark.parametrize(
    "words",
    [
        *("pass the salt", "wait for me", "map of the ridge", "orders follow", "341", "3413-3414"),
        *(
            "123",
            "3413",
            "1 and 2",
            "answers",
            "orders:",
            "My orders:",
            "statusquo",
            "help me hold the hill",
            "map 341",
        ),
        *(
            "map 34133",
            "map 3413 123",
            "withdraw 12345",
            "resend",
            "pace fast",
            "agree with you",
            "key",
            "nonce",
        ),
        *(
            "extend 200 days",
            "address kate",
            "cancel",
            "move order 3 by 1",
            "Thanks",
            "",
            "   ",
            "?",
            "(1)",
        ),
    ],
)
def test_what_is_no_whole_command_is_none(words: str) -> None:
    assert read(words) is None


def test_forty_answers_stand_on_a_line_and_no_more() -> None:
    forty = " ".join(["7"] * 40)
    assert read(forty) == ("answer", ("7",) * 40, forty)
    assert read(f"{forty} 7") is None


def test_a_heading_is_no_command_and_the_command_may_be_written_with_a_colon() -> None:
    assert read("orders") == ("orders", (), "orders")
    assert read("orders:") is None
    assert read("status:") == ("status", (), "status")


def test_a_game_says_how_a_place_of_its_map_is_written() -> None:
    assert command("map A7", r"[a-z]\d") == Command("map", ("a7",), "map a7")
    assert command("map 3413", r"[a-z]\d") is None
    assert command("map A7") is None


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("statsu", "status"),
        ("Statsu", "status"),
        ("maps 3413", "map"),
        ("mpa", "map"),
        ("hepl fire", "help"),
        ("raedy", "ready"),
        ("withdrw line 3", "withdraw"),
        ("Withdrw line 3", "withdraw"),
        ("confrim 7f3a", "confirm"),
    ],
)
def test_a_slip_in_the_first_word_is_near_its_command(words: str, name: str) -> None:
    found = nearly(words)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    "words",
    [
        "Raedy",
        "Wtihdraw",
        "status",
        "statsxy",
        "st4tus",
        "help",
        "pas",
        "hlep me hold the hill",
        "amp 3413",
        "withdrw it all",
    ],
)
def test_a_name_alone_two_slips_or_a_whole_command_are_near_none(words: str) -> None:
    assert nearly(words) is None
