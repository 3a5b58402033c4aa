"""The HTML part: the letter's own characters, in colours that stand alone."""

import html as entities
import re
from dataclasses import replace

import pytest

from pbem.reports.html import html
from pbem.reports.paint import PAPER, TIERS, line_in_html, pieces
from pbem.reports.report import Report
from pbem.reports.text import letter
from pbem.systems.custer.system import LAST_STAND
from pbem.systems.custer.telling.teller import TELLER as LAST_STAND_TELLER
from tests.reports.test_text import model_report

PRE = re.compile(r"<pre [^>]*>(.*)</pre>", re.DOTALL)
SPAN = re.compile(r'<span style="([^"]*)">')


def characters(page: str) -> str:
    """What the `<pre>` of a page shows."""
    found = PRE.search(page)
    assert found is not None
    return entities.unescape(re.sub(r"<[^>]+>", "", found[1])) + "\n"


@pytest.fixture(scope="module")
def report() -> Report:
    return model_report()


def test_the_pre_shows_the_text_of_the_letter_character_by_character(report: Report) -> None:
    assert characters(html(report)) == letter(report)


def test_there_is_one_pre_and_no_style_but_inline(report: Report) -> None:
    page = html(report, picture="map@pbem", alt="x")
    assert page.count("<pre") == 1
    for foreign in ("<style", "<script", "class=", "http:", "https:", 'src="/'):
        assert foreign not in page
    assert page.isascii()
    assert len(page) < 90_000


def test_colour_and_background_are_always_set_together(report: Report) -> None:
    styles = set(SPAN.findall(html(report)))
    assert styles
    for style in styles:
        assert re.match(r"color:#[0-9a-f]{3,6};background:#[0-9a-f]{3,6}", style), style
    blocks = re.findall(r'style="([^"]*)"', html(report, picture="map@pbem", alt="x"))
    assert [one for one in blocks if ("background:" in one) != ("color:" in one.replace("background", ""))] == []


def test_counters_creeks_woods_and_zoc_have_their_colours(report: Report) -> None:
    page = html(report)
    for piece in (
        'color:#fff;background:#1f4e9c">[F/3  ]<',
        'color:#fff;background:#a03020">&lt;BlaM &gt;<',
        f'color:#c01818;background:{PAPER};font-weight:bold">! ! !<',
        f'color:#0b6fc2;background:{PAPER};font-weight:bold">~',
        f'color:#1b7a2f;background:{PAPER};font-weight:bold">w<',
        f'color:#5a2f0c;background:{PAPER};font-weight:bold">Crooks<',
    ):
        assert piece in page, piece


def test_the_words_of_players_are_escaped(report: Report) -> None:
    evil = '<img src=x onerror="alert(1)"> & co'
    page = html(replace(report, in_short=(evil,), notices=(evil,)), picture="map@pbem", alt=evil)
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page
    assert characters(page) == letter(replace(report, in_short=(evil,), notices=(evil,)))


def test_what_is_wanted_stands_above_the_picture(report: Report) -> None:
    page = html(report, picture="map@pbem", alt="The position")
    assert page.index("YOU: phase C, MOVEMENT") < page.index("by Sunday 15 March 2026 18:00 UTC")
    assert page.index("If you are silent: F/3 Cav runs") < page.index('<img src="cid:map@pbem" alt="The position"')
    assert "<img" not in html(report)


def test_a_letter_that_would_be_too_large_goes_without_some_colours(report: Report) -> None:
    assert report.map is not None
    line = "\\_w5__/! ! ! /[C/3* ]"
    sizes = [len(line_in_html(pieces("panel", line, report.map.ground), without)) for without in TIERS]
    assert sizes == sorted(sizes, reverse=True)
    plain = line_in_html(pieces("panel", line, report.map.ground), TIERS[-1])
    assert entities.unescape(plain) == line


def test_the_chit_pull_game_has_its_own_ground_in_colour() -> None:
    from pbem.core.options import Options

    model = LAST_STAND_TELLER.map(LAST_STAND.open("little-big-horn", Options()), "us", ())
    told = replace(model_report(), map=model)
    assert characters(html(told)) == letter(told)
    assert "#0b6fc2" in html(told)


def test_on_a_telephone_the_map_keeps_a_size_to_be_read_and_is_pushed_sideways(report: Report) -> None:
    page = html(report)
    style = re.search(r'<pre style="([^"]*)"', page)
    assert style is not None
    assert "overflow-x:auto" in style[1]
    assert "clamp(11px," in style[1]
    assert "table-layout:fixed" in page, "else the table grows to the width of the map, and takes the sentences with it"
