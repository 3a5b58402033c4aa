"""Letters out, byte by byte."""

import base64
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default

import pytest

from pbem.mail.compose import PICTURE_ID, Enclosure, Outgoing, Picture, compose, message_id, reply_to, reworded
from pbem.mail.letter import read_letter

REPORT = Outgoing(
    from_="Umpire <rosebud-7@pbem.example>",
    to="ann@club.example",
    subject="[rosebud-7] YOU: Movement by Sun 15 Mar 18:00 UTC (T3 US Off. Fire done)",
    text="#### reply above this line\n\n" + "From here on the report.\n" + "=" * 78 + "\n.\nFrom\n",
    message_id="<rosebud-7.41.us@pbem.example>",
    date=datetime(2026, 3, 11, 18, 2, 7, tzinfo=UTC),
    instance="club",
    reply_to="rosebud-7+us.m2xd9q4k@pbem.example",
    in_reply_to="<rosebud-7.37.us@pbem.example>",
    references=("<rosebud-7.1.us@pbem.example>", "<rosebud-7.37.us@pbem.example>"),
    pbem="rosebud-7 main 41 US",
    list_id="rosebud-7.pbem.example",
)


def test_a_report_has_the_headers_that_its_readers_need() -> None:
    message = message_from_bytes(compose(REPORT), policy=default)
    assert dict(message.items()) == {
        "From": "Umpire <rosebud-7@pbem.example>",
        "To": "ann@club.example",
        "Subject": "[rosebud-7] YOU: Movement by Sun 15 Mar 18:00 UTC (T3 US Off. Fire done)",
        "Date": "Wed, 11 Mar 2026 18:02:07 +0000",
        "Message-ID": "<rosebud-7.41.us@pbem.example>",
        "Reply-To": "rosebud-7+us.m2xd9q4k@pbem.example",
        "In-Reply-To": "<rosebud-7.37.us@pbem.example>",
        "References": "<rosebud-7.1.us@pbem.example> <rosebud-7.37.us@pbem.example>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Precedence": "bulk",
        "X-Pbem": "rosebud-7 main 41 US",
        "X-PBEM-Loop": "club",
        "List-Id": "<rosebud-7.pbem.example>",
        "Content-Type": 'text/plain; charset="us-ascii"',
        "Content-Transfer-Encoding": "7bit",
        "MIME-Version": "1.0",
    }


def test_the_text_stands_as_it_was_written() -> None:
    head, _, body = compose(REPORT).partition(b"\r\n\r\n")
    assert body == REPORT.text.replace("\n", "\r\n").encode()
    assert (head + body).isascii()


def test_the_same_letter_is_the_same_bytes() -> None:
    enclosed = replace(REPORT, enclosures=(Enclosure("rosebud-7-0041.pbem", b'{"a":1}\n' * 100),))
    assert compose(enclosed) == compose(replace(enclosed))


def test_an_enclosure_comes_back_whole() -> None:
    content = bytes(range(256)) * 20
    message = message_from_bytes(
        compose(replace(REPORT, enclosures=(Enclosure("rosebud-7-0041.pbem", content),))), policy=default
    )
    [enclosure] = message.iter_attachments()
    assert enclosure.get_content_type() == "application/vnd.pbem+jsonl"
    assert enclosure.get_filename() == "rosebud-7-0041.pbem"
    assert enclosure["Content-Transfer-Encoding"] == "base64"
    assert base64.b64decode(enclosure.get_payload()) == content
    body = message.get_body()
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == REPORT.text


def test_a_receipt_is_a_reply_and_no_bulk() -> None:
    message = message_from_bytes(compose(replace(REPORT, auto="auto-replied", list_id="", references=())))
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["Precedence"] is None
    assert message["References"] is None


def test_long_threads_keep_their_first_and_newest() -> None:
    ids = tuple(f"<rosebud-7.{number:04}.us@pbem.example>" for number in range(100))
    references = message_from_bytes(compose(replace(REPORT, references=ids)))["References"].split()
    assert references[0] == ids[0]
    assert references[-1] == ids[-1]
    assert len(references) < 40
    assert b"=?" not in compose(replace(REPORT, references=ids))


def test_our_own_letter_come_back_is_known() -> None:
    letter = read_letter(compose(REPORT))
    assert letter.kind == "auto-reply"
    assert letter.header("x-pbem-loop") == "club"


def test_a_message_id_is_made_of_its_mac() -> None:
    assert message_id(bytes(32), "pbem.example") == "<aaaaaaaaaaaaaaaaaaaaaaaa@pbem.example>"
    assert message_id(b"\x01" * 32, "h") != message_id(b"\x02" * 32, "h")


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ({"text": "snow\u2603"}, "the letters of Latin alphabets; it holds"),
        ({"to": "caf\xe9@mail.example"}, "ASCII in one line"),
        ({"subject": "x\r\nBcc: all@club"}, "one line without control characters"),
        ({"references": ("<a>\n",)}, "ASCII in one line"),
        ({"text": "x" * 999}, "more than 998"),
        ({"date": datetime(2026, 3, 11)}, "time zone"),
    ],
)
def test_a_letter_that_must_not_go_out_is_refused(fault: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        compose(replace(REPORT, **fault))  # type: ignore[arg-type]


@pytest.mark.parametrize("odd", ["\u00a7", "\u2026", "\u0391", "\u0250", "\u4e2d"])
def test_a_text_holds_letters_of_latin_alphabets_and_no_other_sign(odd: str) -> None:
    with pytest.raises(ValueError, match="letters of Latin alphabets"):
        compose(replace(REPORT, text=f"Gr{odd}n\n"))
    assert "Gr\u00fcn" in read_letter(compose(replace(REPORT, text="Gr\u00fcn \u0161\n"))).words


def test_files_are_sent_as_what_their_names_say() -> None:
    names = ("a.txt", "a.html", "a.ics", "a.pbem", "txt")
    message = message_from_bytes(compose(replace(REPORT, enclosures=tuple(Enclosure(one, b"x") for one in names))))
    found = [(one.get_filename(), one.get_content_type(), one.get_param("method")) for one in message.walk()][2:]
    assert found == [
        *(("a.txt", "text/plain", None), ("a.html", "text/html", None), ("a.ics", "text/calendar", "PUBLISH")),
        *(("a.pbem", "application/vnd.pbem+jsonl", None), ("txt", "text/plain", None)),
    ]


def test_a_picture_is_shown_by_the_html_and_every_container_has_a_boundary_of_its_own() -> None:
    whole = replace(REPORT, html="<p>x</p>", picture=Picture("map.png", b"PNG"), enclosures=(Enclosure("a.txt", b"x"),))
    message = message_from_bytes(compose(whole))
    kinds = [one.get_content_type() for one in message.walk()]
    assert kinds == [
        *("multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"),
        "text/plain",
    ]
    picture = next(one for one in message.walk() if one.get_content_type() == "image/png")
    assert (picture["Content-ID"], picture.get_content_disposition()) == (f"<{PICTURE_ID}>", "inline")
    boundaries = [one.get_boundary() for one in message.walk() if one.is_multipart()]
    assert boundaries == [boundaries[0], f"{boundaries[0]}1", f"{boundaries[0]}2"]
    assert len(str(boundaries[0])) == len("=_pbem_") + 32


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ({"html": "<p>gr\xfcn</p>"}, "HTML must be ASCII"),
        ({"picture": Picture("map.png", b"PNG")}, "this letter has none"),
        ({"picture": Picture("m\xe4p.png", b"PNG"), "html": "<p>x</p>"}, "ASCII in one line"),
        ({"enclosures": (Enclosure("\n.txt", b"x"),)}, "ASCII in one line"),
        ({"instance": "x\r\ny"}, "ASCII in one line"),
    ],
)
def test_a_letter_with_parts_that_must_not_go_out_is_refused(fault: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        compose(replace(REPORT, **fault))  # type: ignore[arg-type]


def test_a_line_of_998_characters_may_go_out() -> None:
    assert b"x" * 998 in compose(replace(REPORT, text="x" * 998))


@pytest.mark.parametrize(("length", "kept"), [(449, 3), (450, 2)])
def test_references_fill_one_line_of_900_characters(length: int, kept: int) -> None:
    ids = ("<a>", f"<{'b' * (length - 6)}>", f"<{'c' * 448}>")
    found = message_from_bytes(compose(replace(REPORT, references=(*ids, "<a>"))))["References"].split()
    assert len(found) == kept
    assert (found[0], found[-1]) == (ids[0], ids[-1])


def test_some_words_of_a_letter_are_put_in_another_way_in_its_text_and_its_html() -> None:
    letter = compose(replace(REPORT, text="by Sunday, by Sunday\n", html="<p>by Sunday</p>"))
    changed = message_from_bytes(reworded(letter, "Sunday", "M\xf6ntag"), policy=default)
    plain, html = (one for one in changed.walk() if not one.is_multipart())
    assert plain.get_content().splitlines() == ["by M\xf6ntag, by Sunday"]
    assert html.get_content().splitlines() == ["<p>by M\xf6ntag</p>"]
    assert changed["Subject"] == REPORT.subject
    assert reworded(letter, "nothing of it", "x") == letter
    ascii_again = message_from_bytes(reworded(compose(REPORT), "report", "REPORT"), policy=default)
    assert ascii_again["Content-Transfer-Encoding"] == "7bit"


def test_the_address_for_answers_is_found_again() -> None:
    assert reply_to(compose(REPORT)) == REPORT.reply_to
    assert reply_to(compose(replace(REPORT, reply_to=""))) == ""
