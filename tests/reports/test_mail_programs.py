"""HTML letters use nothing that Gmail, Outlook or Apple Mail are known to strip; without their style block they can be read."""

import re

import pytest

from pbem.reports.answer_html import words_of
from pbem.reports.html import html
from pbem.reports.samples import samples
from tests.reports.test_text import model_report

STYLE_BLOCK = re.compile(r"<style>(.*?)</style>", re.DOTALL)
MOST_STYLE = 8_192
"""Characters: of a longer style block Gmail takes nothing."""
TAGS = frozenset(
    [
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "table",
        "tr",
        "td",
        "th",
        "div",
        "p",
        "h1",
        "h2",
        "h3",
        "ul",
        "li",
        "a",
        "b",
        "i",
        "em",
        "strong",
        "small",
        "br",
        "img",
        "pre",
        "span",
    ]
)
STRIPPED = (
    "data:",
    "url(",
    "@import",
    "@font-face",
    "javascript:",
    "position:",
    "float:",
    "display:flex",
    "display:grid",
    "var(--",
    "background-image",
    "transform",
    "animation",
    "opacity",
)
"""What at least one of the three drops, or drops the whole rule for."""


def letters() -> dict[str, str]:
    report = model_report()
    made = {"report": html(report), "report with a picture": html(report, picture="map@pbem", alt="The position")}
    for name in ("player-report", "player-frame"):
        for n, sample in enumerate(samples()[name]):
            made[f"{name} {n}"] = sample()
    return made


@pytest.fixture(scope="module", params=sorted(letters()))
def page(request: pytest.FixtureRequest) -> str:
    return letters()[str(request.param)]


def test_tags_are_those_that_every_mail_program_shows(page: str) -> None:
    assert {tag.lower() for tag in re.findall(r"<([a-zA-Z][a-zA-Z0-9]*)", page)} <= TAGS


def test_nothing_is_used_that_mail_programs_strip(page: str) -> None:
    styles = " ".join([*re.findall(r'style="([^"]*)"', page), *STYLE_BLOCK.findall(page)])
    assert [one for one in STRIPPED if one in styles.replace(": ", ":")] == []
    assert re.findall(r'\son\w+="', page) == []
    assert all(one.startswith("cid:") for one in re.findall(r'src="([^"]*)"', page))
    assert all(one.startswith("mailto:") for one in re.findall(r'href="([^"]*)"', page))


def test_without_its_style_block_a_letter_keeps_its_words_and_colours(page: str) -> None:
    (block,) = STYLE_BLOCK.findall(page)
    assert len(block) < MOST_STYLE
    bare = STYLE_BLOCK.sub("", page)
    assert words_of(bare) == words_of(page)
    assert "display" not in block
    assert "<body" in bare
    assert 'bgcolor="' in bare, "Outlook takes the paper's colour from here"


def test_colours_behind_words_are_written_out_and_the_letter_knows_both_schemes(page: str) -> None:
    """Thunderbird's dark mode goes by these: of the short form it kept neither markers nor buttons."""
    assert re.findall(r"background:", page) == []
    assert '<meta name="color-scheme" content="light dark">' in page
    assert ":root{color-scheme:light dark}" in page
    for link in re.findall(r'<a class="[mb]"[^>]*style="([^"]*)"', page):
        assert re.search(r"color:#[0-9a-f]{6};background-color:#[0-9a-f]{6}", link), link


def test_every_size_that_only_newer_programs_know_has_one_before_it_for_the_others(page: str) -> None:
    for style in re.findall(r'style="([^"]*)"', page):
        if "clamp(" in style:
            assert re.search(r"font-size:\d+px;font-size:clamp\(", style), style


def test_every_picture_has_words_for_those_who_do_not_load_it(page: str) -> None:
    for one in re.findall(r"<img[^>]*>", page):
        assert re.search(r'alt="[^"]+"', one), one
