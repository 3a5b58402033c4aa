"""Whole letters: MIME, charsets, HTML, and the hostile ones.  Counts, never clocks."""

import base64
import sys
from collections.abc import Callable
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formataddr
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.letter import addresses, read_letter
from pbem.mail.mime import Limits, decode_header, parse_parameters, take_apart

HEAD = b"From: Ann <ann@club.example>\r\nTo: rosebud-7+us.m2xd9q4k@pbem.example\r\nSubject: orders\r\n"
ORDERS = b"C/3 Cav dismount\r\n"


def plain(body: bytes, *headers: str) -> bytes:
    return HEAD + "".join(f"{header}\r\n" for header in headers).encode() + b"\r\n" + body


def words(raw: bytes) -> str:
    return read_letter(raw).words


def html(body: str, charset: str = "utf-8") -> bytes:
    return plain(body.encode(charset), f"Content-Type: text/html; charset={charset}")


def parts(*bodies: tuple[str, bytes], kind: str = "mixed") -> bytes:
    inner = b"".join(b"--b\r\n" + head.encode() + b"\r\n\r\n" + body + b"\r\n" for head, body in bodies)
    return plain(inner + b"--b--\r\n", f"Content-Type: multipart/{kind}; boundary=b")


def test_an_ordinary_letter() -> None:
    letter = read_letter(
        plain(
            ORDERS,
            "Message-ID: <1@club>",
            "In-Reply-To: <2@pbem>",
            "References: <1@pbem> <2@pbem>",
            "Date: Mon, 9 Mar 2026 10:01:00 +0100",
        )
    )
    assert (letter.kind, letter.words, letter.cut) == ("words", "C/3 Cav dismount", ())
    assert (letter.from_, letter.to, letter.subject) == (
        "ann@club.example",
        ("rosebud-7+us.m2xd9q4k@pbem.example",),
        "orders",
    )
    assert (letter.message_id, letter.in_reply_to, letter.references) == (
        "<1@club>",
        "<2@pbem>",
        ("<1@pbem>", "<2@pbem>"),
    )
    assert letter.date is not None
    assert letter.date.isoformat() == "2026-03-09T10:01:00+01:00"


@pytest.mark.parametrize(
    ("body", "charset", "expected"),
    [
        ("Lakota \u2013 \u201cok\u201d".encode(), "utf-8", "Lakota \u2013 \u201cok\u201d"),
        ("Lakota \u2013 \u201cok\u201d".encode("cp1252"), "iso-8859-1", "Lakota \u2013 \u201cok\u201d"),
        ("gr\xfc\xdfe".encode("latin-1"), "utf-8", "gr\xfc\xdfe"),
        ("gr\xfc\xdfe".encode(), "us-ascii", "gr\xfc\xdfe"),
        ("gr\xfc\xdfe".encode("latin-1"), "no-such-charset", "gr\xfc\xdfe"),
        ("gr\xfc\xdfe".encode("latin-1"), "rot13", "gr\xfc\xdfe"),
        (b"abc\x81\x8d", "x", "abc"),
        ("\u7b2c\u4e09\u9a0e\u5175".encode("iso-2022-jp"), "iso-2022-jp", "\u7b2c\u4e09\u9a0e\u5175"),
        ("\u043f\u043b\u0430\u043d".encode("koi8-r"), '"KOI8-R"', "\u043f\u043b\u0430\u043d"),
        (b"fi\x00re\x08 at\x0bwill\x1b", "utf-8", "fire at will"),
        ("move\u2028> 3413".encode(), "utf-8", "move > 3413"),
    ],
)
def test_charsets(body: bytes, charset: str, expected: str) -> None:
    assert words(plain(body, f"Content-Type: text/plain; charset={charset}")) == expected


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("quoted-printable", b"C/3 Cav =\r\ndismount=20\r\n"),
        ("QUOTED-PRINTABLE ", b"C/3=20Cav dismount"),
        ("base64", base64.b64encode(b"C/3 Cav dismount")),
        ("base64", base64.b64encode(b"C/3 Cav dismount")[:-2] + b"!!"),
        ("7bit;", b"C/3 Cav dismount"),
        ("made-up", b"C/3 Cav dismount"),
    ],
)
def test_transfer_encodings(encoding: str, body: bytes) -> None:
    assert words(plain(body, f"Content-Transfer-Encoding: {encoding}")) == "C/3 Cav dismount"


def test_flowed_text_is_joined_and_quoted_depth_kept() -> None:
    body = b"move 3413 \r\n3414 3415\r\n> old order \r\n> goes on\r\n-- \r\nAnn\r\n"
    letter = read_letter(plain(body, "Content-Type: text/plain; format=flowed"))
    assert letter.words == "move 3413 3414 3415"
    assert ("> old order goes on", "quoted with >") in letter.cut


def test_flowed_with_delsp() -> None:
    assert words(plain(b"mo \r\nve 3413\r\n", "Content-Type: text/plain; format=flowed; delsp=yes")) == "move 3413"


def test_plain_comes_before_html_and_html_where_plain_is_blank() -> None:
    both = (("Content-Type: text/plain", b"plain"), ("Content-Type: text/html", b"<p>html</p>"))
    assert words(parts(*both, kind="alternative")) == "plain"
    blank = (("Content-Type: text/plain", b"  \r\n"), both[1])
    assert words(parts(*blank, kind="alternative")) == "html"


def test_words_on_both_sides_of_a_picture_are_read() -> None:
    raw = parts(
        ("Content-Type: text/plain", b"one"),
        ("Content-Type: image/png", b"\x89PNG"),
        ("Content-Type: text/plain", b"two"),
    )
    assert words(raw).split() == ["one", "two"]


def test_a_text_file_is_an_attachment() -> None:
    file = "Content-Type: text/plain; name=orders.txt\r\nContent-Disposition: attachment; filename=orders.txt"
    letter = read_letter(parts(("Content-Type: text/plain", b"see file"), (file, ORDERS)))
    assert letter.words == "see file"
    assert [(one.name, one.text) for one in letter.attachments] == [("orders.txt", "C/3 Cav dismount\n")]
    assert read_letter(parts((file, ORDERS))).kind == "words"


def test_a_letter_within_a_letter_is_not_the_players_words() -> None:
    inner = b"From: x@y\r\nSubject: z\r\n\r\nD/3 Cav move 3413\r\n"
    raw = parts(("Content-Type: text/plain", b"see below"), ("Content-Type: message/rfc822", inner))
    assert words(raw) == "see below"


def test_a_boundary_that_never_comes_loses_no_words() -> None:
    assert words(plain(ORDERS, "Content-Type: multipart/mixed; boundary=never")) == "C/3 Cav dismount"


def test_bytes_without_headers_are_words() -> None:
    assert words(b"Orders: all hold\r\n\r\nC/3 Cav dismount") == "Orders: all hold\n\nC/3 Cav dismount"


def test_nothing_at_all() -> None:
    letter = read_letter(b"")
    assert (letter.kind, letter.words, letter.findings) == ("words", "", ("The letter is empty.",))


def test_a_picture_alone_is_unreadable_and_says_why() -> None:
    letter = read_letter(plain(b"\x89PNG", "Content-Type: image/png"))
    assert letter.kind == "unreadable"
    assert letter.findings[0].startswith(
        "There is no text in the letter, neither plain nor HTML.  Only a file of type image/png"
    )


# -- HTML


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("C/3 Cav dismount<br>G/3 Cav fire", "C/3 Cav dismount\nG/3 Cav fire"),
        ("<p>one</p><div>two</div>three", "one\n\ntwo\nthree"),
        ("<ul><li>one</li><li>two</li></ul>", "* one\n* two"),
        ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
        ("a&nbsp;&gt; b &amp;c<style>p{}</style><script>x()</script><!-- y -->", "a > b &c"),
        ("<table><tr><td>one</td><td>two</td></tr><tr><td>three</td></tr></table>", "one two\nthree"),
        ("<html><head><title>t</title></head><body>one</body></html>", "one"),
        ("not closed <b>at <i>all", "not closed at all"),
    ],
)
def test_html_is_read_as_it_is_seen(body: str, expected: str) -> None:
    assert words(html(body)) == expected


OLD = "<p>D/3 Cav move 3413</p>"


@pytest.mark.parametrize(
    "quotation",
    [
        f"<blockquote>{OLD}</blockquote>",
        f"<blockquote><blockquote>{OLD}</blockquote>{OLD}</blockquote>",
        f'<div class="gmail_quote"><div class="gmail_attr">some day:</div><blockquote>{OLD}</blockquote></div>',
        f'<div class="gmail_quote">{OLD}</div>',
        f'<div class="moz-cite-prefix">Am Tag schreibt wer:</div><blockquote type="cite">{OLD}</blockquote>',
        f'<hr><div id="divRplyFwdMsg"><b>Frm:</b> Umpire</div>{OLD}',
        f'<div id="appendonsend"></div><hr>{OLD}',
        f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>X:</b> Umpire</p></div>{OLD}',
        f"<p><b>From:</b> Umpire<br><b>Sent:</b> Monday<br><b>To:</b> Ann<br><b>Subject:</b> T3</p>{OLD}",
        f'<div class="yahoo_quoted">{OLD}</div>',
        f'<div class="protonmail_quote">{OLD}</div>',
        '<div class="gmail_signature">Ann<br>D/3 Cav move 3413</div>',
    ],
)
def test_what_html_quotes_is_cut(quotation: str) -> None:
    letter = read_letter(html(f"<div>C/3 Cav dismount</div>{quotation}"))
    assert letter.words == "C/3 Cav dismount"
    assert "D/3 Cav move 3413" in "\n".join(what for what, _ in letter.cut)


def test_an_answer_between_blockquotes_is_read() -> None:
    body = "<blockquote>1. Stand?</blockquote><div>stand</div><blockquote>2. Pursue?</blockquote>no"
    assert words(html(f'<div class="gmail_quote">{body}</div>')).split() == ["stand", "no"]


def test_private_marks_in_a_letter_are_no_quotation_marks() -> None:
    assert words(html("one\ue000two\ue001")) == "onetwo"


# -- kinds


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("Auto-Submitted: auto-replied", "auto-reply"),
        ("Auto-Submitted: auto-replied (vacation)", "auto-reply"),
        ("Auto-Submitted: no", "words"),
        ("X-Autoreply: yes", "auto-reply"),
        ("Precedence: auto_reply", "auto-reply"),
        ("Return-Path: <>", "auto-reply"),
        ("X-Failed-Recipients: a@b", "bounce"),
        ('Content-Type: multipart/report; report-type=delivery-status; boundary="b"', "bounce"),
        ("X-Auto-Response-Suppress: All", "words"),
        ("Precedence: normal", "words"),
    ],
)
def test_kinds_by_header(header: str, kind: str) -> None:
    assert read_letter(plain(ORDERS, header)).kind == kind


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("Out of Office: orders", "auto-reply"),
        ("Automatic reply: [rosebud-7]", "auto-reply"),
        ("Undelivered Mail Returned to Sender", "bounce"),
        ("Re: [rosebud-7] T3", "words"),
        ("Out of ammunition, out of ideas", "words"),
    ],
)
def test_kinds_by_subject(subject: str, kind: str) -> None:
    assert read_letter(HEAD.replace(b"orders", subject.encode()) + b"\r\n" + ORDERS).kind == kind


# -- headers


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("=?utf-8?q?gr=C3=BC=C3=9Fe?= x", "gr\xfc\xdfe x"),
        ("=?iso-8859-1?B?Z3L832U=?=", "gr\xfc\xdfe"),
        ("=?utf-8?q?a?=\n =?utf-8?q?b?=", "ab"),
        ("=?nope?q?a?= =?utf-8?x?b?=", "a =?utf-8?x?b?="),
        ("folded\r\n value", "folded value"),
        ("=?utf-8?q?a=0D=0ABcc:_x?=", "a Bcc: x"),
    ],
)
def test_header_words(value: str, expected: str) -> None:
    assert decode_header(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Ann <ann@club>", ("ann@club",)),
        ('"gm@club" <evil@elsewhere>', ("evil@elsewhere",)),
        ("gm@club <evil@elsewhere>", ("evil@elsewhere",)),
        ("ann@club (gm@club)", ("ann@club",)),
        ("a@b, C <c@d>; e@f", ("a@b", "c@d", "e@f")),
        ('"Smith, Ann" <ann@club>', ("ann@club",)),
        ("nobody", ()),
        ("<>", ()),
        ("<a@b> <c@d>", ("a@b", "c@d")),
    ],
)
def test_addresses(value: str, expected: tuple[str, ...]) -> None:
    assert addresses(value) == expected


@pytest.mark.parametrize("header", ["From: b@c", "From: b@c, d@e"])
def test_two_senders_are_none(header: str) -> None:
    assert read_letter(plain(ORDERS, header)).from_ == ""


def test_parameters_the_first_of_two_counts() -> None:
    assert parse_parameters('Text/Plain; Charset="UTF-8"; charset=x; format=flowed') == (
        "text/plain",
        {"charset": "UTF-8", "format": "flowed"},
    )


# -- hostile letters


def nested(depth: int) -> bytes:
    heads = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level) for level in range(depth)
    )
    return HEAD + heads + b"Content-Type: text/plain\r\n\r\nC/3 Cav dismount\r\n"


HOSTILE: dict[str, tuple[Callable[[int], bytes], int]] = {
    "recipients": (
        lambda n: b"From: a@b\r\nTo: " + b", ".join(b"x%d@y.org" % i for i in range(n)) + b"\r\n\r\nhi",
        2000,
    ),
    "brackets in From": (lambda n: b"From: " + b"(" * n + b"\r\n\r\nhi", 20_000),
    "brackets in To": (lambda n: b"From: a@b\r\nTo: " + b"(" * n + b"\r\n\r\nhi", 20_000),
    "multiparts in multiparts": (nested, 1000),
    "letters in letters": (lambda n: HEAD + b"Content-Type: message/rfc822\r\n\r\n" * n + b"hi", 1000),
    "parts": (lambda n: HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\na\r\n" * n, 25_000),
    "parameters": (lambda n: plain(b"hi", "Content-Type: text/plain" + "".join(f"; a{i}=b" for i in range(n))), 3000),
    "pieces of a parameter": (
        lambda n: plain(b"hi", "Content-Type: text/plain" + "".join(f"; a*{i}=b" for i in range(n))),
        3000,
    ),
    "a long header": (lambda n: plain(b"hi", "X: " + "a" * n), 2_500_000),
    "semicolons": (lambda n: plain(b"hi", "Content-Type: text/plain" + ";" * n), 16_000),
    "encoded words": (lambda n: plain(b"hi", "Subject: " + "=?utf-8?q?a?= " * n), 2000),
    "half encoded words": (lambda n: plain(b"hi", "Subject: " + "=?u?q?" * n), 5000),
    "NULs": (lambda n: plain(b"\x00" * n), 400_000),
    "punycode": (lambda n: plain(b"a-" * n, "Content-Type: text/plain; charset=punycode"), 100_000),
    "quotation marks": (lambda n: plain(b">" * n), 400_000),
    "attributions": (lambda n: plain(b"hi\n" + b"On 1 Jan 2026 10:00 a@b wrote:\n> x\n" * n), 4000),
    "attributions that never end": (lambda n: plain(b"hi\n" + b"On 1 Jan 2026 10:00 a@b wrote\n" * n), 4000),
    "footers": (lambda n: plain(b"hi\n" + b"Sent from my x\n> q\n" * n), 4000),
    "signatures": (lambda n: plain(b"hi\n" + b"--\n\n" * n), 8000),
    "headers without end": (lambda n: plain(b"hi\n" + b"From: x\n" * n), 8000),
    "divs in divs": (lambda n: html("<div>" * n + "hi"), 20_000),
    "blockquotes in blockquotes": (lambda n: html("<blockquote>" * n + "hi"), 20_000),
    "tables in tables": (lambda n: html("<table><tr><td>x" * n), 10_000),
    "a wide cell over many rows": (lambda n: html("<table><tr><td>" + "w " * n + "<tr><td>a" * n), 4000),
    "angles": (lambda n: html("<" * n), 200_000),
    "base64 of equals": (lambda n: plain(b"=A" * n, "Content-Transfer-Encoding: base64"), 20_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_letters_are_read_or_told(name: str) -> None:
    make, size = HOSTILE[name]
    letter = read_letter(make(size))
    assert letter.kind in ("words", "unreadable")
    assert letter.words or letter.cut or letter.findings or letter.kind == "words"


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_hostility_costs_no_more_than_some_twice_the_steps(name: str) -> None:
    make, size = HOSTILE[name]
    half, whole = steps(make(size // 8)), steps(make(size // 4))
    assert whole <= 2.6 * half + 2000


def steps(raw: bytes) -> int:
    """How many calls, of Python and of C, one reading takes: a count that no slow machine changes."""
    count = 0

    def step(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(step)
    try:
        read_letter(raw)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    ("raw", "finding"),
    [
        (plain(b"x" * 1_000_001), "The letter has 1,000,090 bytes; at most 1,000,000 are read."),
        (b"x" * 1_000_001, "The letter has 1,000,001 bytes; at most 1,000,000 are read."),
        (HOSTILE["parts"][0](50_000), "The letter has more than 200 parts."),
        (nested(2000), "The letter has parts within parts, more than 20 deep."),
        (plain(b"hi", "X: " + "a" * 70_000), "The headers have more than 65,536 bytes."),
    ],
)
def test_what_is_over_a_limit_says_which(raw: bytes, finding: str) -> None:
    letter = read_letter(raw)
    assert letter.kind == "unreadable"
    assert letter.findings == (finding,)


def test_the_sender_of_a_letter_over_the_limit_is_known() -> None:
    assert read_letter(plain(b"x" * 2_000_000)).from_ == "ann@club.example"


def test_parts_too_deep_are_not_read_but_the_rest_is() -> None:
    mail = take_apart(nested(25))
    assert mail.findings == ("There are parts more than 20 deep: they are not read.",)


def test_limits_may_be_set() -> None:
    assert read_letter(plain(b"x" * 200), Limits(letter=100)).kind == "unreadable"


def test_as_many_parts_as_a_limit_allows_are_read() -> None:
    bodies = [("text/plain", b"A/3 stay")] * 8
    assert read_letter(parts(*bodies), Limits(parts=8)).kind == "words"
    assert read_letter(parts(*bodies), Limits(parts=4)).findings == ("The letter has more than 4 parts.",)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=2000))
def test_any_bytes_at_all(raw: bytes) -> None:
    letter = read_letter(raw)
    assert not [line for line in letter.words.split("\n") if line.lstrip().startswith(">")]


PIECES = st.sampled_from(
    [
        HEAD,
        b"\r\n",
        b"\n",
        b" ",
        b"--b\r\n",
        b"--b--",
        b"> x\n",
        b"-- \n",
        b"\xff\xfe",
        b"<blockquote>",
        b"=?utf-8?q?=?=",
    ]
    + [f"Content-Type: {kind}\r\n".encode() for kind in ("multipart/mixed; boundary=b", "text/html", "message/rfc822")]
    + [
        b"Content-Type: text/plain; charset=utf-16; format=flowed; delsp=yes\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
    ]
    + [b"On 1 Jan 2026 10:00 a@b wrote:\n", b"From: x\nSubject: y\n", b"key: m2xd9q4k\n"]
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_any_heap_of_pieces_of_letters(pieces: list[bytes]) -> None:
    letter = read_letter(b"".join(pieces))
    assert not [line for line in letter.words.split("\n") if line.lstrip().startswith(">")]


def test_a_long_letter_is_read_for_the_text_before_its_pictures() -> None:
    for times, cut in ((8000, []), (43000, ["files beyond the first 1,000,000 bytes"])):
        picture = base64.encodebytes(bytes(range(256)) * times)
        raw = parts(
            ("Content-Type: text/plain", ORDERS),
            ("Content-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: base64", picture),
        )
        letter = read_letter(raw)
        assert letter.size > 250 * times
        assert (letter.kind, letter.words) == ("words", "C/3 Cav dismount")
        assert [one.why for one in letter.cut] == cut
        assert [len(one.content) for one in letter.files] == ([] if cut else [256 * times])


def test_text_behind_the_files_of_a_long_letter_is_read() -> None:
    picture = base64.encodebytes(bytes(range(256)) * 8000)
    raw = parts(
        ("Content-Type: text/plain", b"C/3 Cav dismount"),
        ("Content-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: base64", picture),
        ("Content-Type: text/plain", b"I/3 Cav mount"),
    )
    assert read_letter(raw).words.split("\n") == ["C/3 Cav dismount", "I/3 Cav mount"]


def test_a_text_that_is_cut_off_itself_is_not_read() -> None:
    raw = parts(("Content-Type: text/plain", ORDERS * 100_000))
    assert read_letter(raw).kind == "unreadable"


def der(tag: int, content: bytes) -> bytes:
    return bytes((tag, 0x82)) + len(content).to_bytes(2, "big") + content


SIGNED, DATA = bytes.fromhex("06092a864886f70d010702"), bytes.fromhex("06092a864886f70d010701")
INNER = b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + ORDERS


@pytest.mark.parametrize(
    "octets",
    [
        der(4, INNER),
        b"\x24\x80" + der(4, INNER[:20]) + der(4, INNER[20:]) + b"\0\0",
    ],
)
def test_an_opaque_signature_is_opened(octets: bytes) -> None:
    content = der(0x30, SIGNED + der(0xA0, der(0x30, DATA + der(0xA0, octets) + der(0xA0, b"certificates"))))
    head = "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"
    raw = plain(
        base64.encodebytes(content), head, "Content-Transfer-Encoding: base64", "Content-Disposition: attachment"
    )
    assert words(raw) == "C/3 Cav dismount"
    for end in range(len(content)):
        read_letter(plain(base64.encodebytes(content[:end]), head, "Content-Transfer-Encoding: base64"))


def test_an_encrypted_letter_says_what_to_do() -> None:
    letter = read_letter(plain(b"AAAA", "Content-Type: application/pkcs7-mime", "Content-Transfer-Encoding: base64"))
    assert letter.kind == "unreadable"
    assert letter.findings == (
        "The letter is encrypted, and the desk has no key for it.  Please send it as plain text.",
    )


@pytest.mark.parametrize("charset", ['"utf-8\0"', '"\0"', "utf-16", "utf-32", '"us\0ascii"'])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_nuls_in_a_charset_or_in_a_text(charset: str, encoding: str) -> None:
    raw = plain("C/3 dismount é\r\n".encode(encoding), f"Content-Type: text/plain; charset={charset}")
    assert words(raw) == "C/3 dismount é"


def test_of_many_references_the_last_hundred_are_kept() -> None:
    ids = [f"<m{n}@club.example>" for n in range(120)]
    raw = f"From: ann@mail.example\r\nReferences: {' '.join(ids)}\r\n\r\nready\r\n".encode()
    assert list(read_letter(raw).references) == ids[-100:]


@pytest.mark.parametrize(
    ("header", "sender"),
    [
        # What is in encoded words is a name: mail servers check the domain of the address behind it.
        ("=?utf-8?q?kate=40mail.example_=28?= <eve@evil.example>", "eve@evil.example"),
        ("=?utf-8?q?kate=40mail.example_=22?= <eve@evil.example>", "eve@evil.example"),
        ("=?utf-8?q?=3Ckate=40mail.example=3E_=28?= <eve@evil.example>", "eve@evil.example"),
        ("=?utf-8?b?a2F0ZUBtYWlsLmV4YW1wbGUsIA==?= <eve@evil.example>", "eve@evil.example"),
        # Some programs encode all of it.
        ("=?utf-8?q?Kate_=3Ckate=40mail.example=3E?=", "kate@mail.example"),
        # What never ends hides nothing: two addresses are nobody's.
        ("kate@mail.example (<eve@evil.example>", ""),
        ('kate@mail.example "<eve@evil.example>', ""),
        ("kate@mail.example (away", "kate@mail.example"),
    ],
)
def test_nobody_writes_under_anothers_address_by_the_form_of_his_header(header: str, sender: str) -> None:
    raw = f"From: {header}\r\nTo: desk@pbem.example\r\nSubject: s\r\n\r\nready\r\n".encode("ascii")
    assert read_letter(raw).from_ == sender


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30) | st.sampled_from(
    ["kate@mail.example", "<kate@mail.example>", 'a "b" (c', "kate@mail.example,", "Ann \\", "=?utf-8?q?x?="]
)


@pytest.mark.slow
@given(NAMES)
def test_a_name_of_any_kind_is_never_the_sender(name: str) -> None:
    message = EmailMessage()
    message["From"] = Address(name, "eve", "evil.example")
    message.set_content("ready")
    assert read_letter(message.as_bytes()).from_ == "eve@evil.example"
    by_hand = f"From: {formataddr((name, 'eve@evil.example'))}\r\nSubject: s\r\n\r\nready\r\n"
    assert read_letter(by_hand.encode("utf-8")).from_ == "eve@evil.example"


def test_a_line_that_a_program_wrapped_in_the_text_alone_is_one_as_in_the_html_beside_it() -> None:
    path = "-".join(f"{n:04}" for n in range(313, 327))
    made = EmailMessage()
    made["From"] = "ann@mail.example"
    made.set_content(f"Zote 4 move\n{path}\nWhite Bird 1 fire\nready\n\n> ready\n")
    made.add_alternative(
        f"<div>Zote 4 move {path}<br>White Bird 1 fire<br>ready</div><blockquote>ready</blockquote>", subtype="html"
    )
    assert read_letter(made.as_bytes()).body.split("\n")[:3] == [f"Zote 4 move {path}", "White Bird 1 fire", "ready"]
