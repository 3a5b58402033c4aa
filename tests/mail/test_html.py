"""HTML as text, below what whole letters show: marks and their depth, bounds, and what cannot be taken apart."""

import tracemalloc

import pytest

from pbem.mail.html import LARGEST, text_of


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        (" \n", ""),
        ('<?xml version="1.0" encoding="utf-8"?><p>A</p>', "A"),
        ("<p>A</p>", "A"),
        ("A<blockquote>B<blockquote>C</blockquote>D</blockquote>E", "A\n> B\n> > C\n> D\nE"),
        ("A<blockquote></blockquote>B", "A\nB"),
        ("<table><tr><td>A</td><th>B</th>tail</tr></table>", "A B tail"),
        ("A<svg>x</svg>B<select><option>x</option></select>C", "ABC"),
        ('A<div class="gmail_signature">B</div>', "A\n--\nB"),
        ('A<div class="gmail_signature"> </div>C', "A\nC"),
        ('A<div id="reply-intro">B</div>', "A\n-----Original Message-----\nB"),
        ('A<div style="border-top: solid #B5C4DF 1pt">B</div>', "A\n-----Original Message-----\nB"),
        ('A<div style="border-top: solid red">B</div>', "A\nB"),
        ('A<div class="x gmail_quote">B</div>', "A\n> B"),
        ('A<div class="gmail_quote"><p>B</p><blockquote>C</blockquote></div>', "A\n\nB\n\n> C"),
        ('A<div class="gmail_attr">B</div><b>C</b>', "A\n> B\nC"),
    ],
)
def test_what_is_seen_is_what_is_read(html: str, text: str) -> None:
    assert text_of(html) == text


def test_a_quotation_is_marked_up_to_nine_deep() -> None:
    deep = "".join(f"<blockquote>{n}" for n in range(1, 11)) + "</blockquote>" * 10
    assert [line.count("> ") for line in text_of(deep).split("\n")] == [*range(1, 10), 9]


def test_html_is_read_up_to_a_bound() -> None:
    filled = "A<!--" + "x" * (LARGEST - 8) + "-->B"
    assert text_of(filled) == "A"
    assert text_of(filled.replace("x", "", 1)) == "AB"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>" * 116 + "<ul><li>A</li></ul>", "* A"),
        ("<div>" * 117 + "<ul><li>A</li></ul>", "A"),
        ("<li>A</li>" + "<b></b>" * 19_997, "* A"),
        ("<li>A</li>" + "<b></b>" * 19_998, "A"),
    ],
)
def test_what_is_too_deep_or_too_much_is_read_without_its_layout(html: str, text: str) -> None:
    assert text_of(html) == text


def test_without_its_layout_all_before_the_first_quotation_is_read() -> None:
    much = "<b></b>" * 20_000
    body = " A&nbsp;&lt;b&gt; &quot;c&quot; &#39;d&#39; &amp;amp;<br>B <p>C</p><div>D</div><blockquote>E</blockquote>F"
    assert text_of(body + much) == "A <b> \"c\" 'd' &amp;\nB\nC\n\nD"
    assert text_of(f"A<p>B{much}") == "A\nB"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>C/3 move</p><p>to <bob@club.example<mailto:x>> 3414</p>", "C/3 move\n\nto > 3414"),
        ("<table><tr><td>C/3</td>&#1; move</tr></table>", "C/3&#1; move"),
        ("<p>C/3&#2; move</p>", "C/3 move"),
        ("C/3 move<blockquote>&#1;A/3 stay</blockquote>", "C/3 move"),
    ],
)
def test_names_and_characters_that_xml_does_not_have_stop_no_letter(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.slow
@pytest.mark.parametrize(
    "style", ["padding-left", "padding-start", "-webkit-padding-start", "margin-top", "margin-bottom"]
)
def test_a_length_of_no_screen_takes_no_memory(style: str) -> None:
    """Nothing indents in what is read, and a letter of 800 kB with such a length in each line took a gigabyte."""
    html = f'<div style="{style}:9999999em">x</div>' * 9_000
    tracemalloc.start()
    text = text_of(html)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert text.startswith("x")
    assert len(text) < 2_000_000
    assert peak < 60_000_000


def test_a_style_still_decides_about_lines() -> None:
    flat = "margin-top:0px;margin-bottom:0px"
    html = f'<p style="{flat}">A</p><p style="margin-top:0;display:none">B</p><p style="{flat}">C</p>'
    assert text_of(html) == "A\nC"
    assert text_of('<div style="padding-left:2em; white-space: pre">A\nB</div>') == "A\nB"
