"""One letter begins a game: the welcome, with the first report and the first question in it."""

import asyncio
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.mailings import Resend
from pbem.desk.outgoing.outbox import file_outcome, send_due
from pbem.desk.play.advance import advance
from pbem.mail.compose import compose, opened
from pbem.mail.ports import MemorySink, Never
from pbem.store.letters_out import IN_WELCOME
from pbem.systems import registry
from tests.desk.table import ADDRESSES, GM, Table
from tests.desk.test_returned import bounce

GAMES = {
    "rosebud": ("us", "indian"),
    "littlebighorn": ("us", "indian"),
    "custer": ("us", "indian"),
    "miniatures": ("american", "indian"),
    "nezperce": ("indian", "army"),
}
MOST = 30_000
"""Bytes of a first letter as text: no checker, and no file but the bundle."""


def laid(folder: Path, title: str, form: str = "text") -> tuple[Table, str]:
    table = Table.lay(folder, games=registry.game)
    table.title = title
    table.addresses = dict(zip(GAMES[title], ADDRESSES.values(), strict=True))
    # The first marker that this name's seed draws brings a question.
    return table, table.open(
        "custe-1" if title == "custer" else f"{title}-1",
        scenario=registry.game(title).system.card.main_scenario,
        report=form,
    )


@pytest.mark.parametrize(
    ("title", "form"),
    [
        pytest.param(title, form, marks=pytest.mark.slow if (title, form) == ("miniatures", "spoken") else ())
        for title in GAMES
        for form in ("text", "html", "spoken")
    ],
)
def test_each_player_is_sent_one_letter_in_the_first_second(title: str, form: str, tmp_path: Path) -> None:
    table, game = laid(tmp_path, title, form)
    for side in GAMES[title]:
        rows = table.letters(game, side)
        unsent = [row for row in rows if row.state == "new"]
        assert [row.kind for row in unsent] == ["welcome"]
        assert all(row.last_reply == IN_WELCOME for row in rows if row.kind != "welcome")
        (welcome,) = unsent
        words = welcome.text
        first = ["Welcome, ", "report page", "HOW TO WIN", "KEYS OF THIS CAMPAIGN"]
        places = [words.index(one) for one in first]
        assert places == sorted(places)
        assert "\npbem seal" in words or "  pbem seal 1 begin" in words
        for row in rows:
            if row.kind == "question":
                assert "Answer with digits" in words
                assert welcome.subject == row.subject
        if form == "html":
            page = opened(welcome.raw).html
            assert page.index("Welcome, ") < page.index("Victory") if "Victory" in page else page
        if form != "html":
            assert len(welcome.raw) < MOST
        names = [one.name for one in opened(welcome.raw).enclosures]
        assert len(names) == len(set(names))
        assert all(one.endswith(".pbem") for one in names), "the checker comes with help proof"


def test_who_is_asked_first_is_asked_by_its_subject_and_who_waits_is_welcomed_by_it(tmp_path: Path) -> None:
    table, game = laid(tmp_path, "rosebud")
    assert table.letters(game, "us", "welcome")[0].subject.startswith("[rosebud-1] YOU: Set-up by ")
    waits = table.letters(game, "indian", "welcome")[0]
    assert waits.subject == "[rosebud-1] The Battle of Rosebud Creek: you play Indian"
    assert "Nothing to do" in waits.text


@pytest.mark.slow
def test_orders_in_answer_to_the_first_letter_count(tmp_path: Path) -> None:
    table, game = laid(tmp_path, "miniatures")
    letter = table.letters(game, "american", "welcome")[0]
    answer = table.say(game, "american", "Wells' Spies: ahead 1", to=letter)
    assert answer.kind == "receipt"
    assert "Wells' Spies: ahead 1" in answer.text


def test_a_digit_in_answer_to_the_first_letter_answers_its_question(tmp_path: Path) -> None:
    table, game = laid(tmp_path, "custer")
    letter = table.letters(game, "us", "welcome")[0]
    assert table.letters(game, "us", "question")
    assert table.say(game, "us", "1", to=letter).kind == "receipt"


@pytest.mark.slow
def test_later_letters_belong_to_the_first_one(tmp_path: Path) -> None:
    table, game = laid(tmp_path, "miniatures")
    letter = table.letters(game, "american", "welcome")[0]
    later = message_from_bytes(table.say(game, "american", "pass", to=letter).raw, policy=policy.default)
    assert letter.message_id in str(later["References"]).split()
    assert len(str(later["References"]).split()) <= 2, "a thread is one level deep"
    assert later["List-Id"] is None, "Evolution would ask about a mailing list at each reply"


def test_a_report_is_mailed_by_itself_where_the_welcome_has_gone_out(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    players = [(side, address, side.title()) for side, address in ADDRESSES.items()]
    open_campaign(
        table.desk, Wanted("meadow-1", "skirmish", "meadow", players, GM, seed=b"a demo seed", ladder_length=64)
    )
    with table.desk.store.begin() as books:
        for side in ADDRESSES:
            books.letters_out.mark(books.letters_out.to_side("meadow-1", side)[0], "sent", "250", table.clock.now())
    advance(table.desk, "meadow-1")
    for side in ADDRESSES:
        assert [(row.kind, row.state) for row in table.letters("meadow-1", side)] == [
            ("welcome", "sent"),
            ("report", "new"),
        ]


@pytest.mark.parametrize("form", ["text", "html", "png"])
def test_a_letter_that_is_opened_is_made_again_byte_for_byte(form: str, tmp_path: Path) -> None:
    table, game = laid(tmp_path, "custer", form)
    table.say(game, "us", "1")
    rows = [row for side in GAMES["custer"] for row in table.letters(game, side)]
    assert {row.kind for row in rows} >= {"welcome", "report", "question", "receipt"}
    for row in rows:
        assert compose(opened(row.raw)) == row.raw, row.kind


@pytest.mark.parametrize("how", ["refused", "returned"])
def test_what_stands_in_a_welcome_that_failed_does_not_count_as_received(how: str, tmp_path: Path) -> None:
    """Later reports refer to none of it, and `resend` sends it again."""
    table, game = laid(tmp_path, "custer")
    player = ADDRESSES["red"]
    asyncio.run(send_due(table.desk, MemorySink()))
    welcome = table.letters(game, "us", "welcome")[0]
    with table.desk.store.begin() as books:
        assert books.letters_out.reports_to(game, "us", player, 6)
        if how == "refused":
            file_outcome(table.desk, books, books.letters_out.get(welcome.id or 0), Never(550, "no such user"))
    if how == "returned":
        table.deliver(bounce(welcome, "5.1.1"))
    assert {row.state for row in table.letters(game, "us")} == {"failed"}
    assert {row.state for row in table.letters(game, "indian")} == {"sent"}, "the other side has its own"
    with table.desk.store.read() as books:
        assert books.letters_out.reports_to(game, "us", player, 6) == []
    perform(table.desk, Resend(game, "us"), "petra", "a new mailbox")
    sink = MemorySink()
    asyncio.run(send_due(table.desk, sink))
    assert {row.state for row in table.letters(game, "us")} == {"sent"}
    ids = [str(message_from_bytes(one.message)["Message-ID"]) for one in sink.sent if one.recipient == player]
    assert ids.count(welcome.message_id) == 1
