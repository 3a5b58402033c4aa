"""Buttons of HTML letters: what they write is taken as if it had been typed, and a reply that quotes them orders nothing."""

import html
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, unquote

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play.advance import advance
from pbem.reports.answer_html import LONGEST_LINK
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import Table

GAME = "rosebud-7"
KATE, MO = "kate@mail.example", "mo@post.example"
LINK = re.compile(r'<a [^>]*href="(mailto:[^"]*)"[^>]*>([^<]*)(?:<br>|<\/a>)')


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", {"us": KATE, "indian": MO})
    table = Table.lay(tmp_path)
    players = [("us", KATE, "K. Hale"), ("indian", MO, "M. Ortiz")]
    wanted = Wanted(GAME, "rosebud", "in-contact", players, "gm@club.example", seed=b"tapped orders", report="html")
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    return table


def page(row: LetterOutRow) -> str:
    message = message_from_bytes(row.raw, policy=policy.default)
    (part,) = [one for one in message.walk() if one.get_content_type() == "text/html"]
    return str(part.get_content())


def links(row: LetterOutRow) -> dict[str, tuple[str, str, str]]:
    """Words of each button: address, subject and body of the letter that it opens."""
    found = {}
    for href, words in LINK.findall(page(row)):
        assert len(href) <= LONGEST_LINK
        to, _, query = html.unescape(href).removeprefix("mailto:").partition("?")
        fields = parse_qs(query, keep_blank_values=True)
        found[html.unescape(words)] = unquote(to), fields["subject"][0], fields["body"][0]
    return found


def tap(table: Table, row: LetterOutRow, words: str, *, more: str = "") -> LetterOutRow:
    """Press a button and send the letter that opens: a new one, with no word of what it answers."""
    to, subject, body = links(row)[words]
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = table.addresses[row.side], to, subject
    letter["Message-ID"] = f"<tap{table.uid}@mail.example>"
    letter.set_content(body + more)
    taken = table.deliver(letter.as_bytes())
    with table.desk.store.begin() as books:
        last = books.letters_in.last_from(GAME, row.side)
        assert last is not None
        answer = books.letters_out.find(last.answer_key)
    if taken.game:
        advance(table.desk, taken.game)
    assert answer is not None, last.reason
    return answer


def without_moment(text: str) -> str:
    return re.sub(r"Received.*|[0-9a-f]{8,}|record \d+", "", text)


def at_movement(table: Table) -> LetterOutRow:
    """On to the Indian movement phase; its report."""
    while "YOU: Movement" not in str(table.last(GAME, "indian").subject):
        table.say(GAME, table.asked(GAME), "pass")
    return table.last(GAME, "indian")


@pytest.mark.slow
def test_a_tapped_order_gets_the_receipt_of_the_typed_one(desk: Table, tmp_path: Path) -> None:
    report = at_movement(desk)
    line = "Lone Bull recover"
    tapped = tap(desk, report, line)
    assert tapped.kind == "receipt"
    assert line in tapped.text
    typed = desk.say(GAME, "indian", line, to=report)
    assert without_moment(tapped.text).splitlines()[-3:] == without_moment(typed.text).splitlines()[-3:]


@pytest.mark.slow
def test_nobody_to_order_and_ready_are_buttons(desk: Table) -> None:
    desk.until(GAME, "us")
    report = desk.last(GAME, "us", "report")
    phase = desk.phase(GAME)
    bodies = [body for _, _, body in links(report).values()]
    assert "pass" in bodies
    words = next(words for words, (_, _, body) in links(report).items() if body == "pass")
    tap(desk, report, words)
    assert desk.phase(GAME) != phase


@pytest.mark.slow
def test_each_answer_to_a_question_is_a_button(desk: Table) -> None:
    while "Melee" not in str(desk.last(GAME, desk.asked(GAME)).subject):
        desk.say(GAME, desk.asked(GAME), "pass")
    side = desk.asked(GAME)
    desk.say(GAME, side, "Crow King, Four Horns melee 3413\nready")
    row = next(desk.last(GAME, one) for one in ("us", "indian") if desk.last(GAME, one).kind == "question")
    buttons = links(row)
    said = [body for _, _, body in buttons.values()]
    assert said == [str(n) for n in range(1, len(said) + 1)], said
    answer = tap(desk, row, next(iter(buttons)))
    assert answer.kind == "receipt", answer.text
    with desk.desk.store.read() as books:
        open_ = books.phases.open(books.games.get(GAME))
        assert open_ is not None
        assert desk.last(GAME, row.side).id != row.id


def quoting(row: LetterOutRow, typed: str, how: str) -> bytes:
    """A reply that quotes the HTML part in one of the ways of mail programs."""
    answered = message_from_bytes(row.raw)
    letter = EmailMessage()
    letter["From"], letter["To"] = tables.ADDRESSES[row.side], str(answered["Reply-To"])
    letter["Subject"], letter["Message-ID"] = "Re: your move", f"<{how}@mail.example>"
    letter["In-Reply-To"] = str(answered["Message-ID"])
    body = re.search(r"<body[^>]*>(.*)</body>", page(row), re.DOTALL)
    assert body is not None
    match how:
        case "blockquote":
            letter.set_content(f"<p>{typed}</p><blockquote>{body[1]}</blockquote>", subtype="html")
        case "unmarked":
            letter.set_content(f"<p>{typed}</p><hr>{body[1]}", subtype="html")
        case _:
            words = LINK.sub(lambda one: f"{one[2]} <{one[1]}>", body[1])
            lines = re.sub(r"<(?!mailto)[^>]+>", "", re.sub(r"</(p|tr|div|li|h\d)>|<br>", "\n", words))
            mark = "> " if how == "plain marked" else ""
            shown = "\n".join(mark + html.unescape(line).strip() for line in lines.splitlines() if line.strip())
            letter.set_content(f"{typed}\n\n{shown}\n")
    return letter.as_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["blockquote", "unmarked", "plain marked", "plain unmarked"])
def test_a_reply_that_quotes_the_buttons_orders_only_what_was_typed(desk: Table, how: str) -> None:
    report = at_movement(desk)
    phase = desk.phase(GAME)
    line = "Lone Bull recover"
    desk.deliver(quoting(report, line, how))
    advance(desk.desk, GAME)
    assert desk.phase(GAME) == phase, "a quoted button has been carried out"
    with desk.desk.store.read() as books:
        filed = books.submissions.written([books.games.get(GAME)], "indian")
    assert {one for text in filed for one in text.splitlines()} == {line}


@pytest.mark.slow
def test_a_refused_line_is_put_right_with_a_tap(desk: Table) -> None:
    report = at_movement(desk)
    refusal = desk.say(GAME, "indian", "Lone Bull dismount\nCrow King prone", to=report)
    assert refusal.kind == "error"
    buttons = links(refusal)
    assert {"Lone Bull recover; dismount", "Crow King prone", "preview", "help orders"} <= set(buttons)
    answer = tap(desk, refusal, "Lone Bull recover; dismount")
    assert answer.kind == "receipt", answer.text
    assert "Crow King prone" in answer.text


@pytest.mark.slow
def test_a_receipt_has_its_lines_and_what_ends_the_phase_as_links(desk: Table) -> None:
    report = at_movement(desk)
    phase = desk.phase(GAME)
    receipt = desk.say(GAME, "indian", "Crow King prone", to=report)
    buttons = links(receipt)
    assert buttons["Crow King prone"][2] == "Crow King prone"
    withdrawn = tap(desk, receipt, "withdraw: take them back")
    assert "You took back your orders" in withdrawn.text
    again = tap(desk, receipt, "Crow King prone")
    assert again.kind == "receipt"
    tap(desk, again, "ready: carry them out")
    assert desk.phase(GAME) != phase


@pytest.mark.slow
def test_who_wants_text_gets_no_page_with_a_receipt(desk: Table) -> None:
    report = at_movement(desk)
    desk.say(GAME, "indian", "report text", to=report)
    receipt = desk.say(GAME, "indian", "Crow King prone", to=report)
    assert "text/html" not in {one.get_content_type() for one in message_from_bytes(receipt.raw).walk()}


@pytest.mark.slow
def test_letters_that_want_one_tap_have_buttons_for_it(desk: Table) -> None:
    welcome = links(desk.letters(GAME, "indian", "welcome")[0])
    assert {"report page", "status", "help", "report html", "report spoken", "Nothing to add"} <= welcome.keys()
    desk.say(GAME, "us", "pace mixed")
    proposal = desk.last(GAME, "indian")
    assert (proposal.kind, [*links(proposal)]) == ("proposal", ["agree 1", "disagree 1"])
    assert tap(desk, proposal, "agree 1").kind == "answer"
    desk.clock.forward(hours=50)
    assert remind(desk.desk) == 1
    reminder = links(desk.letters(GAME, "indian", "reminder")[-1])
    assert any(body.startswith("pass") for _, _, body in reminder.values())
    assert any(body.startswith("extend 2 days") for _, _, body in reminder.values())
