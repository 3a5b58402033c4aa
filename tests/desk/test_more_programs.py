"""Replies to one report in shapes of more mail programs, as they arrive: encoded, flowed, nested, in frames of many kinds."""

import base64
import html
import quopri
import re
import textwrap
from collections.abc import Callable, Mapping
from email import message_from_bytes
from email.policy import default

import pytest

from pbem.mail.letter import read_letter
from pbem.store.tables import LetterOutRow
from tests.desk.test_ten_programs import (
    FILLED,
    HEAD,
    ORDERS,
    WROTE,
    filled_in,
    first_report,
    in_turn,
    laid,
    marked,
    parts,
    understood,
    wrapped,
)

OWN = "\n".join([*FILLED.values(), "ready"])
OLDER = "On 11 Mar 2026, Mo <mo@post.example> wrote:\n> Crow King dismount\n> Big Elk stay\n"
"""A letter of the player's own within ours, with orders of another day."""
OLDER_HTML = (
    "<div>On 11 Mar 2026, Mo &lt;mo@post.example&gt; wrote:</div>"
    "<blockquote><div>Crow King dismount</div><div>Big Elk stay</div></blockquote>"
)
FORMS = ("text", "png")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, LetterOutRow]:
    return {form: first_report(laid(tmp_path_factory.mktemp(form), form)) for form in FORMS}


def letter(text: str, kind: str = "plain", encoding: str = "8bit") -> bytes:
    raw = text.encode()
    if encoding == "quoted-printable":
        raw = quopri.encodestring(raw)
    elif encoding == "base64":
        raw = base64.encodebytes(raw)
    head = (
        "From: Mo <mo@post.example>\nTo: desk@pbem.example\nSubject: Re: [rosebud-7] T3\nMessage-ID: <x@post.example>\n"
        f"MIME-Version: 1.0\nContent-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n"
    )
    return (head.encode() + raw).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def read(report: LetterOutRow, raw: bytes) -> tuple[set[str], list[str], bool]:
    return understood(report, read_letter(raw).body)


def begun(begin: str) -> Callable[[str], str]:
    return lambda text: "\n".join(begin + line for line in text.split("\n"))


def flowed(text: str) -> str:
    """As RFC 3676 breaks quoted lines: each piece marked, a blank at the end of what goes on."""
    lines: list[str] = []
    for line in text.split("\n"):
        pieces = textwrap.wrap(line, 68) or [""]
        lines += [f"> {one} " for one in pieces[:-1]] + [f"> {pieces[-1]}"]
    return "\n".join(lines)


MARKED: Mapping[str, Callable[[str], str]] = {
    "flowed": flowed,
    "behind bars": begun("| "),
    "behind initials": begun("RD> "),
    "behind a tab": begun("\t"),
    "behind guillemets": begun("\u00bb "),
    "behind wide marks": begun("\uff1e "),
    "marked twice": lambda text: marked(marked(text)),
    "marked without blanks": lambda text: marked(text).replace("> ", ">"),
    "narrow": lambda text: marked(wrapped(text, 50)),
    "broken behind its marks": lambda text: wrapped(marked(text), 60),
    "without indents and blank lines": lambda text: marked("\n".join(x.strip() for x in text.split("\n") if x.strip())),
}
HEADS = {
    "Chinese": "\u5728 2026\u5e7411\u670829\u65e5\uff0c06:39\uff0cRosebud desk <desk@pbem.example> \u5199\u9053\uff1a\n\n",
    "Outlook": f"{HEAD}\n",
    "attribution": f"{WROTE}\n",
}
each_form = pytest.mark.parametrize("form", FORMS)


@in_turn("way", MARKED, FORMS)
def test_typed_orders_count_around_a_quotation_however_it_is_marked(
    way: str, form: str, reports: Mapping[str, LetterOutRow]
) -> None:
    report = reports[form]
    for older in (report.text, f"{report.text}\n\n{OLDER}"):
        quoted = f"{WROTE}\n{MARKED[way](older)}"
        for body in (f"{OWN}\n\n{quoted}", f"{OWN}\n\n-- \nMo\n+1 555 0100\n\n{quoted}"):
            assert read(report, letter(body, encoding="quoted-printable")) == (ORDERS, [], True)
        if way != "behind a tab":  # who indents a letter that is answered does not write below it
            assert read(report, letter(f"{quoted}\n\n{OWN}\n\n-- \nMo, ready when you are", encoding="base64")) == (
                ORDERS,
                [],
                True,
            )


@each_form
@pytest.mark.parametrize(
    ("way", "head"),
    [*((way, "attribution") for way in MARKED), *(("as it stands", head) for head in HEADS), ("narrow", "Chinese")],
)
def test_lines_filled_in_where_they_stand_count_however_it_is_marked(
    way: str, head: str, form: str, reports: Mapping[str, LetterOutRow]
) -> None:
    report = reports[form]
    for part in parts(report):
        if FILLED.keys() <= set(re.findall("|".join(map(re.escape, FILLED)), part)):
            quoted = filled_in(HEADS[head] + MARKED.get(way, str)(part))
            for body in (f"ready\n\n{quoted}", f"{quoted}\n\nready\n"):
                if body.startswith("ready") or way != "as it stands":
                    assert read(report, letter(body, encoding="quoted-printable")) == (ORDERS, [], True)


FRAMES = {
    "a quotation": ("<blockquote>", "</blockquote>"),
    "a cited quotation": ('<blockquote type="cite">', "</blockquote>"),
    "two quotations": ("<blockquote><blockquote>", "</blockquote></blockquote>"),
    "a border": ('<div style="border-left:1px solid #ccc;padding-left:1ex">', "</div>"),
    "a cell": ('<table><tr><td style="border-left:2px solid">', "</td></tr></table>"),
    "an inline quotation": ("<q>", "</q>"),
    "Roundcube": (
        '<p id="reply-intro">On 2026-11-29 06:39, Rosebud desk wrote:</p>'
        '<blockquote type="cite" style="padding: 0 0.4em"><div id="replybody1">',
        "</div></blockquote>",
    ),
    "Zoho": (
        '<div class="zmail_extra"><div>---- On Sun, 29 Nov 2026 06:39:00 +0000 <b>Rosebud desk &lt;desk@pbem.example&gt;</b>'
        ' wrote ---</div><blockquote style="margin:0">',
        "</blockquote></div>",
    ),
    "Spark": (
        '<div name="messageReplySection">On 29 Nov 2026, 06:39 +0100, Rosebud desk, wrote:<br/><blockquote type="cite">',
        "</blockquote></div>",
    ),
    "Proton": (
        '<div class="protonmail_quote">On Sunday 29 November 2026 at 06:39, Rosebud desk wrote:'
        '<blockquote class="protonmail_quote" type="cite">',
        "</blockquote></div>",
    ),
    "Mail.ru": (
        '<blockquote style="border-left:1px solid #0857A6;margin:10px">29 \u043d\u043e\u044f\u0431\u0440\u044f 2026, 6:39'
        " +03:00 \u043e\u0442 Rosebud desk &lt;desk@pbem.example&gt;:<br><div>",
        "</div></blockquote>",
    ),
    "Yandex": (
        '<div>29.11.2026, 06:39, "Rosebud desk" &lt;desk@pbem.example&gt;:</div><blockquote><div>',
        "</div></blockquote>",
    ),
    "iOS": (
        '<blockquote type="cite">On 29 Nov 2026, at 06:39, Rosebud desk wrote:<br><br></blockquote>'
        '<blockquote type="cite"><div dir="ltr">',
        "</div></blockquote>",
    ),
    "BlueMail": (
        '<div class="blue_msg_quote">On 29 Nov 2026, at 06:39, Rosebud desk wrote:<blockquote class="gmail_quote">',
        "</blockquote></div>",
    ),
    "HEY": (
        "<details><summary>On November 29, 2026, Rosebud desk wrote:</summary><blockquote>",
        "</blockquote></details>",
    ),
}
BARE = {
    "Outlook on the web": (
        '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Rosebud desk<br><b>Sent:</b> Sunday, 29 November'
        " 2026 06:39<br><b>To:</b> Mo<br><b>Subject:</b> x</div><div>",
        "</div>",
    ),
    "Samsung": (
        "<div>-------- Original message --------</div><div>From: Rosebud desk &lt;desk@pbem.example&gt; </div>"
        "<div>Date: 29/11/2026  06:39  (GMT+00:00) </div><div>To: mo@post.example </div><div>Subject: x </div><div>",
        "</div>",
    ),
    "Naver": (
        '<p>-----Original Message-----</p><p><b>From:</b> "Rosebud desk"&lt;desk@pbem.example&gt;</p>'
        "<p><b>Sent:</b> 2026-11-29 06:39:00</p><div>",
        "</div>",
    ),
    "unclosed": ("<blockquote>", ""),
}
TYPED: Mapping[str, Callable[[list[str]], str]] = {
    "divisions": lambda lines: "".join(f"<div>{one}</div>" for one in lines),
    "paragraphs": lambda lines: "".join(f"<p class=MsoNormal>{one}<o:p></o:p></p>" for one in lines),
    "line breaks": "<br>".join,
    "a list": lambda lines: "<ol>" + "".join(f"<li>{one}</li>" for one in lines) + "</ol>",
    "cells": lambda lines: "<table>" + "".join(f"<tr><td>{one}</td></tr>" for one in lines) + "</table>",
    "as typed": lambda lines: "<pre>" + "\n".join(lines) + "</pre>",
}


def shown(report: LetterOutRow) -> str:
    """Our letter as a program puts it into its frame."""
    part = message_from_bytes(report.raw, policy=default).get_body(("html",))
    if part is None:
        return f"<pre>{html.escape(report.text)}</pre>"
    found = re.search(r"<body[^>]*>(.*)</body>", part.get_content(), re.DOTALL)
    assert found is not None
    return found[1]


@in_turn("frame", [*FRAMES, *BARE], FORMS)
def test_typed_orders_count_around_a_letter_in_a_frame(
    frame: str, form: str, reports: Mapping[str, LetterOutRow]
) -> None:
    report = reports[form]
    begin, end = (FRAMES | BARE)[frame]
    quoted = f"{begin}{shown(report)}{OLDER_HTML}{end}"
    own = [html.escape(one) for one in OWN.split("\n")]
    at = [*FRAMES, *BARE].index(frame)
    ways = list(TYPED.values())
    for typed in (ways[at % len(ways)], ways[(at + 1) % len(ways)]):  # each of them in some frame
        body = f"<html><body>{typed(own)}<br>{quoted}</body></html>"
        assert read(report, letter(body, "html", "quoted-printable")) == (ORDERS, [], True)
    if frame in FRAMES:
        body = f"<html><body>{quoted}<br>{TYPED['divisions'](own)}</body></html>"
        assert read(report, letter(body, "html", "base64")) == (ORDERS, [], True)


def filled_in_html(shown_in_html: str) -> str:
    """The letter in HTML with the lines of its sheet filled in where they stand."""
    for ours, theirs in FILLED.items():
        words = r"(?:\s|&nbsp;|<[^>]*>)+".join(re.escape(html.escape(one)) for one in ours.split())
        shown_in_html, count = re.subn(
            words + r"(?!\d)",
            lambda _, to=theirs: f'<span style="color:red">{html.escape(to)}</span>',
            shown_in_html,
            count=1,
        )
        assert count == 1, ours
    return shown_in_html


@each_form
@pytest.mark.parametrize("frame", ["a cited quotation", "Proton", "Outlook on the web"])
def test_lines_filled_in_in_a_frame_count(frame: str, form: str, reports: Mapping[str, LetterOutRow]) -> None:
    report = reports[form]
    begin, end = (FRAMES | BARE)[frame]
    body = f"<html><body><div>ready</div><br>{begin}{filled_in_html(shown(report))}{end}</body></html>"
    assert read(report, letter(body, "html", "quoted-printable")) == (ORDERS, [], True)


@each_form
def test_orders_typed_round_a_few_quoted_lines_or_between_them_count(
    form: str, reports: Mapping[str, LetterOutRow]
) -> None:
    report = reports[form]
    lines = report.text.split("\n")
    first = lines.index(next(one for one in lines if one.startswith("DO THIS NEXT")))
    for kept in ([*lines[:3], "[...]", *lines[first : first + 6]], lines[first : first + 1], lines[first : first + 3]):
        quoted = f"{WROTE}\n" + marked("\n".join(kept))
        for body in (f"{quoted}\n\n{OWN}", f"{OWN}\n\n{quoted}"):
            assert read(report, letter(body)) == (ORDERS, [], True)
    places = [n for n, one in enumerate(lines) if one.startswith(("DO THIS NEXT", "MAP ", "ORDER SHEET"))]
    between = {n: f"\n{order}\n\n" for n, order in zip(places[-3:], FILLED.values(), strict=True)}
    body = f"ready\n\n{WROTE}\n" + "\n".join(between.get(n, "") + f"> {one}" for n, one in enumerate(lines))
    assert read(report, letter(body)) == (ORDERS, [], True)


FOOTERS = (
    '-- \nMo Ortiz\n"Big Elk stay the course"\nready to serve',
    "Sent from Outlook for Android<https://aka.ms/x>",
    "Envoy\u00e9 de mon iPad",
    "Best,\nMo",
    "-- \nCrow King dismount? never!\n",
)


@each_form
@pytest.mark.parametrize("footer", FOOTERS)
def test_a_footer_is_no_order_on_either_side_of_a_quotation(
    footer: str, form: str, reports: Mapping[str, LetterOutRow]
) -> None:
    report = reports[form]
    quoted = f"{WROTE}\n{marked(report.text)}"
    for body in (f"{OWN}\n\n{footer}\n\n{quoted}", f"{quoted}\n\n{OWN}\n\n{footer}"):
        assert read(report, letter(body))[::2] == (ORDERS, True)


@pytest.mark.parametrize("mark", ["- ", "\u2022 ", "*", "**", "_", "1) "])
def test_lines_in_bold_or_in_a_list_count(mark: str, reports: Mapping[str, LetterOutRow]) -> None:
    """Programs write in plain text ``*so*`` what was typed in bold."""
    end = mark if mark.strip("*_") == "" else ""
    own = "\n".join(f"{mark}{one}{end}" for one in OWN.split("\n"))
    report = reports["png"]
    assert read(report, letter(f"{own}\n\n{WROTE}\n{marked(report.text)}")) == (ORDERS, [], True)
