"""A letter taken apart: transfer encodings, parts within parts, which part is read, and the bounds, each to the byte."""

import binascii
import textwrap

import pytest

from pbem.mail.charset import join_flowed
from pbem.mail.letter import Letter, body_text, read_letter
from pbem.mail.mime import Limits, MimePart, parse_parameters, take_apart

HEAD = "From: Ann <ann@club.example>\r\nSubject: orders\r\n"
PLAIN, HTML = "Content-Type: text/plain", "Content-Type: text/html"


def several(*bodies: tuple[str, str], kind: str = "mixed", boundary: str = "b") -> tuple[str, str]:
    """A container as a part: its header and its body."""
    inner = "".join(f"--{boundary}\r\n{head}\r\n\r\n{body}\r\n" for head, body in bodies)
    return f"Content-Type: multipart/{kind}; boundary={boundary}", f"{inner}--{boundary}--"


def letter(part: tuple[str, str], *headers: str) -> bytes:
    head = "".join(f"{one}\r\n" for one in headers)
    return f"{HEAD}{head}{part[0]}\r\n\r\n{part[1]}\r\n".encode()


def read(*bodies: tuple[str, str], kind: str = "mixed") -> Letter:
    return read_letter(letter(several(*bodies, kind=kind)))


def part(content: bytes, encoding: str = "", kind: str = "text/plain", **parameters: str) -> MimePart:
    return MimePart(kind, parameters, encoding, is_attachment=False, name="", content=content)


UU = b"begin 644 orders.txt\n" + binascii.b2a_uu(b"A/3 stay\nB/3 stay") + b"`\nend\n"


@pytest.mark.parametrize(
    ("encoding", "content", "expected"),
    [
        ("x-uuencode", UU, b"A/3 stay\nB/3 stay"),
        ("uue", b"\n" + UU.replace(b"`\n", b"\xff\xfe damaged\n`\n"), b"A/3 stay\nB/3 stay"),
        ("base64", b"QQ==Qg==", b"AB"),
        ("base64", b"QUJDR", b"ABC"),
        ("base64", b"QUJDRE", b"ABCD"),
        ("base64", b"QU\r\n!JD", b"ABC"),
        ("base64", b"Q", b""),
        ("8bit", b"QQ==", b"QQ=="),
    ],
)
def test_what_is_damaged_in_an_encoding_is_left_out(encoding: str, content: bytes, expected: bytes) -> None:
    assert part(content, encoding).decoded() == expected


@pytest.mark.parametrize("written", ["base64", "BASE64 ", "base64; x", "base64;"])
def test_an_encoding_is_known_by_its_first_word(written: str) -> None:
    assert body_text(f"{HEAD}Content-Transfer-Encoding: {written}\r\n\r\nQS8zIHN0YXk=".encode()) == "A/3 stay"


def test_lines_flow_in_plain_text_that_says_so_and_nowhere_else() -> None:
    flowing = b"one \ntwo"
    assert part(flowing).text() == "one \ntwo"
    assert part(flowing, format="flowed").text() == "one two"
    assert part(flowing, format="Flowed", delsp="no").text() == "one two"
    assert part(flowing, format="FLOWED", delsp="YES").text() == "onetwo"
    assert part(flowing, kind="text/html", format="flowed").text() == "one \ntwo"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("one \ntwo\nthree", "one two\nthree"),
        ("one \n> two \n> three", "one \n> two three"),
        ("> one \n>> two\nthree", "> one \n>> two\nthree"),
        (">one \n> two", "> one two"),
        (">>> one \n>>> two", ">>> one two"),
        ("one \n-- \nAnn \nSmith", "one \n-- \nAnn Smith"),
        ("> one \n> -- \n> Ann", "> one \n> -- \n> Ann"),
        (" > one", " > one"),
        ("  two", " two"),
        (" From here", "From here"),
        ("ends softly ", "ends softly "),
        ("", ""),
    ],
)
def test_soft_breaks_are_joined_within_one_depth(text: str, joined: str) -> None:
    assert join_flowed(text, deletes_space=False) == joined


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (
            "preview \nC/3 Cav stay \nA/2 Cav move 3310-3410 \nB/2 Cav stay",
            ["preview", "C/3 Cav stay", "A/2 Cav move 3310-3410", "B/2 Cav stay"],
        ),
        ("A/2 Cav move 3310-3410 \nC/3 Cav stay", ["A/2 Cav move 3310-3410", "C/3 Cav stay"]),
        ("ready \nA/2 Cav move 3310-3410 ", ["ready", "A/2 Cav move 3310-3410"]),
        (
            "A/3 Cav, E/3 Cav and Capt Mills move 3611-3610-3510-3409-3410 and \ndismount there",
            ["A/3 Cav, E/3 Cav and Capt Mills move 3611-3610-3510-3409-3410 and dismount there"],
        ),
    ],
)
def test_blanks_typed_at_the_end_of_lines_are_no_soft_breaks(typed: str, read: list[str]) -> None:
    assert [line.rstrip() for line in join_flowed(typed, deletes_space=False).split("\n")] == read


def test_a_paragraph_that_a_program_wrapped_is_one_line() -> None:
    words = "Sorry that this comes so late, we had guests all weekend and nobody looked at the map before today."
    prose = " \n".join(textwrap.wrap(words, 71))
    assert join_flowed(prose, deletes_space=False) == words
    link = f"{prose} \nhttps://club.example/{'x' * 90} \nand so on"
    assert join_flowed(link, deletes_space=False).startswith(words)


def test_a_container_knows_what_stands_within_it() -> None:
    both = several((PLAIN, "one"), (HTML, "<p>one</p>"), kind="alternative", boundary="c")
    enclosed = ("Content-Type: message/rfc822", f"{HEAD}\r\nold")
    mail = take_apart(letter(several(both, (PLAIN, "two"), enclosed)))
    assert [(one.type, one.within, one.is_alternative, one.is_enclosed) for one in mail.parts] == [
        ("text/plain", (1, 2), True, False),
        ("text/html", (1, 2), True, False),
        ("text/plain", (1,), False, False),
        ("text/plain", (1, 3), False, True),
    ]
    assert mail.types == (
        *("multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/plain"),
        *("message/rfc822", "text/plain"),
    )


@pytest.mark.parametrize(
    ("bodies", "kind", "words"),
    [
        ([(PLAIN, "one"), (PLAIN, "two")], "mixed", "one\ntwo"),
        ([(PLAIN, "one"), (PLAIN, "two")], "alternative", "one"),
        ([several((PLAIN, "one"), boundary="c"), (PLAIN, "two")], "mixed", "one"),
        ([(HTML, "<p>one</p>"), (HTML, "<p>two</p>")], "mixed", "one"),
        ([(PLAIN, " "), ("Content-Type: text/markdown", "two")], "mixed", ""),
        ([("Content-Type: image/png", "x"), ("Content-Type: text/markdown", "two")], "mixed", "two"),
        ([("Content-Type: text/markdown", "one"), ("Content-Type: text/markdown", "two")], "mixed", "one"),
        ([(f"{HTML}\r\nContent-Disposition: inline; filename=a.html", "<p>one</p>")], "mixed", "one"),
        ([(f"{HTML}\r\nContent-Disposition: attachment", "<p>one</p>"), (HTML, "two")], "mixed", "two"),
    ],
)
def test_which_part_is_read(bodies: list[tuple[str, str]], kind: str, words: str) -> None:
    found = read(*bodies, kind=kind)
    assert (found.kind, found.words) == ("words", words)


@pytest.mark.parametrize(
    "head", ["Content-Type: text/calendar", "Content-Type: text/css", "Content-Type: text/vcard", "Content-Type: a/b"]
)
def test_what_holds_no_words_is_not_read(head: str) -> None:
    assert read((head, "one")).kind == "unreadable"
    assert read(("Content-Type: message/rfc822", f"{HEAD}\r\nold")).kind == "unreadable"


def test_twenty_text_files_come_with_a_letter_at_most_and_none_of_an_enclosed_one() -> None:
    files = [(f"{PLAIN}\r\nContent-Disposition: attachment; filename={n}.txt", f"text {n}") for n in range(21)]
    found = read((PLAIN, "see files"), *files)
    assert [one.name for one in found.attachments] == [f"{n}.txt" for n in range(20)]
    assert found.attachments[0].text.strip() == "text 0"
    inner = several((PLAIN, "old"), files[0], boundary="c")
    assert read((PLAIN, "x"), ("Content-Type: message/rfc822", f"{HEAD}{inner[0]}\r\n\r\n{inner[1]}")).attachments == ()
    named = read((PLAIN, "x"), (f"{PLAIN}; name=a.txt\r\nContent-Disposition: attachment", "y"))
    assert [one.name for one in named.attachments] == ["a.txt"]


def test_every_header_of_an_arrival_names_recipients() -> None:
    names = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Forwarded-To")
    found = read_letter(letter((PLAIN, "x"), *(f"{name}: {name}@club.example" for name in reversed(names))))
    assert found.to == tuple(f"{name}@club.example".lower() for name in names)


@pytest.mark.parametrize(
    ("date", "read"),
    [
        ("Mon, 9 Mar 2026 10:01:00 +0100", "2026-03-09T10:01:00+01:00"),
        ("Mon, 9 Mar 2026 10:01:00 -0000", "2026-03-09T10:01:00+00:00"),
        ("yesterday", "None"),
        ("Mon, 39 Mar 2026 10:01:00 +0100", "None"),
    ],
)
def test_a_date_without_a_zone_is_utc_and_nonsense_is_none(date: str, read: str) -> None:
    found = read_letter(letter((PLAIN, "x"), f"Date: {date}")).date
    assert (found.isoformat() if found else "None") == read


def test_the_letters_that_a_letter_may_quote_are_the_answered_one_and_the_last_of_its_thread() -> None:
    thread = "References: <1@x> <2@x> <3@x> <4@x>"
    assert read_letter(letter((PLAIN, "x"), thread, "In-Reply-To: <4@x>")).answers == ("<4@x>", "<3@x>", "<2@x>")
    assert read_letter(letter((PLAIN, "x"), thread, "In-Reply-To: <9@x> <8@x>")).answers == ("<9@x>", "<4@x>", "<3@x>")
    assert read_letter(letter((PLAIN, "x"), "In-Reply-To: <9@x>")).answers == ("<9@x>",)
    assert read_letter(letter((PLAIN, "x"), "Message-ID: <1@x> <2@x>")).message_id == "<1@x>"


# -- bounds


def test_headers_are_read_up_to_their_bound_and_the_blank_line_below_it() -> None:
    head = HEAD.encode().strip()
    raw = head + b"\r\n\r\nA/3 stay"
    assert read_letter(raw, Limits(headers=len(head))).words == "A/3 stay"
    over = read_letter(raw, Limits(headers=len(head) - 1))
    assert (over.kind, over.findings) == ("unreadable", (f"The headers have more than {len(head) - 1} bytes.",))
    assert read_letter(head, Limits(headers=len(head))).kind == "words"


def test_a_letter_is_read_whole_up_to_its_bound() -> None:
    raw = letter(several((PLAIN, "A/3 stay"), ("Content-Type: image/png", "x" * 200)))
    whole, cut = take_apart(raw, Limits(letter=len(raw))), take_apart(raw, Limits(len(raw) - 1, with_files=0))
    assert ([one.type for one in whole.parts], whole.is_cut, whole.findings) == (["text/plain", "image/png"], False, ())
    assert ([one.type for one in cut.parts], cut.is_cut) == (["text/plain"], True)
    assert cut.findings == (f"The letter has {len(raw):,} bytes; at most {len(raw) - 1:,} are read.",)


def test_of_a_letter_that_is_too_long_a_file_is_no_text_to_read() -> None:
    file = (f"{PLAIN}\r\nContent-Disposition: attachment; filename=a.txt", "A/3 stay")
    raw = letter(several(file, ("Content-Type: image/png", "x" * 200)))
    cut = take_apart(raw, Limits(letter=len(raw) - 1))
    assert (cut.is_readable, cut.parts) == (False, ())


def test_bytes_without_headers_have_the_same_bound() -> None:
    raw = b"A/3 stay and more words than that"
    assert take_apart(raw, Limits(letter=len(raw))).findings == ("There are no headers.",)
    assert not take_apart(raw, Limits(letter=len(raw) - 1)).is_readable
    assert read_letter(b" <html><body>A/3<br>stay</body></html>").words == "A/3\nstay"


def test_parts_are_counted_with_their_containers() -> None:
    raw = letter(several(*[(PLAIN, "A/3 stay")] * 7))
    whole, less = take_apart(raw, Limits(parts=8)), take_apart(raw, Limits(parts=7))
    assert (len(whole.parts), whole.findings) == (7, ())
    assert (len(less.parts), less.findings) == (6, ("There are more than 7 parts: the rest is not read.",))
    assert take_apart(raw, Limits(parts=4)).is_readable
    assert take_apart(raw, Limits(parts=3)).findings == ("The letter has more than 3 parts.",)


def nested(depth: int) -> bytes:
    found = (PLAIN, "A/3 stay")
    for n in range(depth):
        found = several(found, boundary=f"b{n}x")
    return letter(found)


def test_parts_within_parts_are_read_so_deep() -> None:
    limits = Limits(depth=2)
    assert read_letter(nested(2), limits).words == "A/3 stay"
    deep = take_apart(nested(3), limits)
    assert (deep.parts, deep.findings) == ((), ("There are parts more than 2 deep: they are not read.",))
    assert take_apart(nested(8), limits).is_readable
    assert take_apart(nested(9), limits).findings == ("The letter has parts within parts, more than 2 deep.",)


@pytest.mark.parametrize(
    ("value", "kind", "parameters"),
    [
        ("text/plain", "text/plain", {}),
        ("Text / Plain; x = y", "text/plain", {"x": "y"}),
        ('a/b; name="one; two"; X=1', "a/b", {"name": "one; two", "x": "1"}),
        ("a/b; name*=utf-8''one", "a/b", {"name": "utf-8''one"}),
        ("a/b; name*0=one; name*1=two", "a/b", {"name": "one"}),
        ("; x=y", "", {"x": "y"}),
    ],
)
def test_parameters_of_a_type(value: str, kind: str, parameters: dict[str, str]) -> None:
    assert parse_parameters(value) == (kind, parameters)
