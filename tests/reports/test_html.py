"""The HTML part: what to do first, buttons, sentences with their dice, units in tables, colours that stand alone."""

import html as entities
import re
from dataclasses import replace
from urllib.parse import unquote

import pytest
from markupsafe import Markup

from pbem.core.ask import Ask, Choice
from pbem.core.options import Options
from pbem.reports.answer_html import LONGEST_LINK, REPLY_TO, addressed, mailto, words_of
from pbem.reports.html import DRAWN, LARGEST, SAVINGS, _cut, _in_html, _page, coloured, html, question_html
from pbem.reports.maps.hex_position import KINDS, Ground, signs_alone
from pbem.reports.paint import LOOKS, PAPER, THEM, TIERS, US, line_in_html, pieces
from pbem.reports.questions import Questions
from pbem.reports.report import LogEntry, LogSection, Panel, Report, SheetLine, Step
from pbem.reports.samples import DEADLINE, WRITTEN
from pbem.reports.text import letter, parts
from pbem.systems import registry
from pbem.systems.custer.system import LAST_STAND
from pbem.systems.custer.telling import map as last_stand_map
from pbem.systems.custer.telling.teller import TELLER as LAST_STAND_TELLER
from pbem.systems.indian_wars.telling import map as series_map
from tests.reports.test_text import model_report

PRE = re.compile(r"<pre [^>]*>(.*?)</pre>", re.DOTALL)
SPAN = re.compile(r'<span style="([^"]*)">')
LINK = re.compile(r'href="([^"]*)"')


def squashed(text: str) -> str:
    return "".join(text.split())


def shown_maps(page: str) -> str:
    """The characters of all that stands in fixed width."""
    return "\n".join(entities.unescape(re.sub(r"<[^>]+>", "", one)) for one in PRE.findall(page))


@pytest.fixture(scope="module")
def report() -> Report:
    return model_report()


def test_the_first_words_say_what_is_wanted_until_when_and_what_silence_does(report: Report) -> None:
    page = html(report, picture="map@pbem", alt="The position")
    said = words_of(page)
    assert said.index("YOU: phase C, MOVEMENT") < said.index("by Sunday 15 March 2026 18:00 UTC")
    assert (
        said.index("If you are silent: F/3 Cav runs") < said.index("Write orders") < said.index("C/3 Cav hit Crow King")
    )
    assert page.index("Write orders") < page.index('<img src="cid:map@pbem" alt="The position"')
    assert "<img" not in html(report)


def test_every_dice_line_of_a_fire_is_small_print_under_its_sentence(report: Report) -> None:
    said = squashed(words_of(html(report, picture="map@pbem", alt="x")))
    for log in report.logs:
        for entry in log.entries:
            assert squashed(entry.text) in said
            for step in entry.steps:
                assert squashed(step.text) in said
                assert squashed(step.tail) in said


def test_units_stand_in_tables_and_each_is_named(report: Report) -> None:
    page = html(report, picture="map@pbem", alt="x")
    own = next(panel for panel in report.panels if panel.name == "your units")
    cells = [entities.unescape(one) for one in re.findall(r"<td[^>]*>([^<]*)</td>", page)]
    for stack in own.stacks:
        for unit in stack.units:
            assert getattr(unit, "name", unit) in cells or any(str(unit) in cell for cell in cells)
    assert page.count("<th ") == 6 + 3


def test_with_a_picture_there_is_no_map_of_characters_and_without_one_there_is(report: Report) -> None:
    assert report.map is not None
    line = report.map.overview()[3].strip()
    assert line not in shown_maps(html(report, picture="map@pbem", alt="x"))
    assert line in shown_maps(html(report))


def test_each_line_of_the_order_sheet_is_a_link_that_writes_it(report: Report) -> None:
    links = [entities.unescape(one) for one in LINK.findall(html(report))]
    assert all(
        len(one) <= LONGEST_LINK and one.startswith(f"mailto:{REPLY_TO}?subject=%5Brosebud-7%5D") for one in links
    )
    assert any(one.endswith("&body=G/3%20Cav%20recover") for one in links)
    assert any(one.endswith("&body=F/3%20Cav%20rout%20to%20") for one in links), "the player writes the rest"
    held = [line.order for line in report.order_sheet if line.is_note]
    assert held
    for order in held:
        assert not any(one.endswith(f"&body={order.replace(' ', '%20')}") for one in links), "it can do nothing"


def test_one_link_opens_all_lines_of_the_sheet_and_one_each_lets_units_dismount(report: Report) -> None:
    sheet = (
        SheetLine("// Reno and up to 4 of these units"),
        SheetLine("A/2 Cav + B/2 Cav move 3310-", "6 MP or dismount", instead=("A/2 Cav dismount", "B/2 Cav dismount")),
        SheetLine("G/3 Cav recover"),
        SheetLine("C/3 Cav", "stays", is_note=True),
    )
    page = html(replace(report, order_sheet=sheet))
    links = [unquote(entities.unescape(one)).partition("&body=")[2] for one in LINK.findall(page)]
    assert "| A/2 Cav + B/2 Cav move 3310-\n| G/3 Cav recover" in links
    assert "A/2 Cav dismount\nB/2 Cav dismount" in links
    assert "All lines in one letter" in words_of(page)


def test_a_sheet_too_long_for_one_link_has_several(report: Report) -> None:
    sheet = tuple(SheetLine(f"Company {n} of the Seventh move {n:04}-") for n in range(60))
    links = [
        unquote(entities.unescape(one)).partition("&body=")[2]
        for one in LINK.findall(html(replace(report, order_sheet=sheet)))
    ]
    together = [one.split("\n") for one in links if one.startswith("| ")]
    assert len(together) > 1
    assert [line for part in together for line in part] == [f"| {one.order}" for one in sheet]


def test_a_line_too_long_for_a_link_is_shown_without_one() -> None:
    assert mailto("[rosebud-7] report 41", "C/3 Cav move " + "3413-" * 400) == ""


def test_links_are_addressed_when_the_reply_address_is_known(report: Report) -> None:
    page = addressed(html(report), "rosebud-7+us.m2xd9q4k@desk.example")
    assert REPLY_TO not in page
    assert "mailto:rosebud-7%2Bus.m2xd9q4k@desk.example?subject=" in page


def test_there_is_no_script_and_nothing_is_fetched(report: Report) -> None:
    page = html(report, picture="map@pbem", alt="x")
    for foreign in ("<script", "http:", "https:", 'src="/', "url(", "@import"):
        assert foreign not in page
    assert page.isascii()
    assert len(page) < LARGEST


def test_the_whole_of_a_long_letter_stays_small(report: Report) -> None:
    long = replace(report, logs=report.logs * 30)
    assert len(html(long, picture="map@pbem", alt="x")) < LARGEST
    assert len(html(long)) < LARGEST
    assert squashed(report.logs[0].entries[0].text) in squashed(words_of(html(long)))


@pytest.mark.parametrize("phases", [1, 2, 9, 30])
def test_a_page_is_the_one_that_goes_without_as_little_as_it_can(report: Report, phases: int) -> None:
    """Whole pages, each made anew, beside the one that is put together from what they share."""
    long = replace(report, logs=report.logs * phases)
    laid_out = parts(long)
    assert long.map is not None
    maps = [_cut(part, long.map.coloured_as) for part in laid_out if part.kind in DRAWN]
    pages = (
        _page(long, one, maps=[_in_html(drawn, one) for drawn in maps], lines=Markup(), picture="", alt="", page_at="")
        for one in SAVINGS
    )
    assert html(long, laid_out) == next(page for page in pages if len(page) < LARGEST)


def test_colour_and_background_are_always_set_together(report: Report) -> None:
    styles = set(SPAN.findall(html(report)))
    assert styles
    for style in styles:
        assert re.match(r"color:#[0-9a-f]{3,6};background-color:#[0-9a-f]{3,6}", style), style
    blocks = re.findall(r'style="([^"]*)"', html(report, picture="map@pbem", alt="x"))
    assert [
        one for one in blocks if ("background-color:" in one) != ("color:" in one.replace("background-color", ""))
    ] == []


def test_dark_mode_has_colours_of_its_own(report: Report) -> None:
    page = html(report)
    assert '<meta name="color-scheme" content="light dark">' in page
    assert "@media (prefers-color-scheme:dark)" in page


def test_in_dark_mode_a_map_of_characters_stays_on_its_paper(report: Report) -> None:
    page = html(report)
    dark = page.partition("@media (prefers-color-scheme:dark)")[2].partition("</style>")[0]
    assert ".k pre" not in dark, "woods and creeks have the paper behind them: on black they would be white spots"
    style = re.search(r'<pre style="([^"]*)"', page)
    assert style is not None
    assert f"background-color:{PAPER}" in style[1]


def test_counters_creeks_woods_and_zoc_have_their_colours(report: Report) -> None:
    assert report.map is not None
    page = coloured(parts(report), report.map.coloured_as)
    for piece in (
        'color:#fff;background-color:#1f4e9c">[F/3  ]<',
        'color:#fff;background-color:#a03020">&lt;BlaM &gt;<',
        f'color:#c01818;background-color:{PAPER};font-weight:bold">! ! !<',
        f'color:#0b6fc2;background-color:{PAPER};font-weight:bold">~',
        f'color:#1b7a2f;background-color:{PAPER};font-weight:bold">w<',
        f'color:#5a2f0c;background-color:{PAPER};font-weight:bold">Crooks<',
    ):
        assert piece in page, piece
    assert entities.unescape(re.sub(r"<[^>]+>", "", page)) + "\n" == letter(report)


def test_the_words_of_players_are_escaped(report: Report) -> None:
    evil = '<img src=x onerror="alert(1)"> & co'
    page = html(replace(report, in_short=(evil,), notices=(evil,)), picture="map@pbem", alt=evil)
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page
    assert evil in words_of(page)


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
    page = html(replace(model_report(), map=model))
    assert "#0b6fc2" in page
    assert model.overview()[3].strip() in shown_maps(page)


def test_on_a_telephone_a_map_of_characters_keeps_a_size_to_be_read_and_is_pushed_sideways(report: Report) -> None:
    page = html(report)
    style = re.search(r'<pre style="([^"]*)"', page)
    assert style is not None
    assert "overflow-x:auto" in style[1]
    assert "clamp(10px," in style[1]
    assert "table-layout:fixed" in page, "else the table grows to the width of the map, and takes the sentences with it"


def test_of_several_questions_each_button_answers_the_others_by_their_defaults() -> None:
    both = (Choice("stand", "stand"), Choice("retreat", "retreat"))
    asks = tuple(
        Ask("us", "retreat before melee", name, choices=both, default="stand") for name in ("C/3 Cav", "E/3 Cav")
    )
    links = LINK.findall(question_html("rosebud-7", Questions("The US Melee Phase of turn 3", asks, DEADLINE, WRITTEN)))
    assert [one.rpartition("body=")[2] for one in links] == ["1%201", "2%201", "1%201", "1%202"]


def test_each_kind_of_ground_on_each_map_has_its_colour() -> None:
    assert set(LOOKS) == set(KINDS)
    for looks in (series_map.LOOKS, series_map.RIVER_LOOKS, last_stand_map.LOOKS):
        assert {one.kind for one in looks.values()} <= set(LOOKS)
        ground = Ground(1, 1, {}, {}, {}, key=(), stagger=1, looks=looks)
        for sign in looks:
            for kind in ("panel", "overview"):
                assert "".join(words for words, _ in pieces(kind, f" {sign} ", ground)) == f" {sign} "


def test_what_a_question_follows_is_told_in_sentences_and_only_the_map_has_a_fixed_width() -> None:
    asks = (
        Ask("us", "advance", "1313", "1313 has been left: who occupies it?", choices=(Choice("nobody", "nobody"),)),
    )
    asked = Questions("The US Custer Marker Phase of turn 2", asks, DEADLINE, WRITTEN)
    attack = LogEntry("A8", "Co. F attacks 1313", "10", steps=(Step("odds", "9 - 7 = +2", "-> +2", "11.11"),))
    page = question_html("stand-1", asked, LogSection("CUSTER MARKER", "1 combat", (attack,)), ("MAP", r"/1111!\  "))
    said = words_of(page)
    assert said.index("1313 has been left") < said.index("A8 Co. F attacks 1313") < said.index("odds: 9 - 7 = +2")
    assert shown_maps(page) == "MAP\n/1111!\\  "
    assert "<pre" not in question_html("stand-1", asked)


def test_a_table_of_any_game_wraps_on_a_phone(report: Report) -> None:
    units = Panel(
        "units", "ARMY UNITS", "", ("  Howard   2009  8/12 MP",), head=("unit", "hex"), rows=(("Howard", "2009"),)
    )
    guns = Panel(
        "guns", "GUNS", "facing", ("  Gatling 1   7315  unlimbered, facing", "              NE", "  Napoleon   6301")
    )
    page = html(replace(report, panels=(units, guns)), picture="map@pbem", alt="x")
    assert re.search(r"<td[^>]*>Howard</td><td[^>]*>2009</td>", page)
    assert ">unit</th>" in page
    assert re.search(r"<b>Gatling 1</b> 7315 unlimbered, facing NE</p>", page)
    assert re.search(r"<b>Napoleon</b> 6301</p>", page)


def test_a_remark_of_the_order_sheet_that_goes_on_in_the_next_line_is_one_remark(report: Report) -> None:
    lines = (SheetLine("C/3 Cav fire half at ...", "Crow King 3412 8/11,"), SheetLine("//      Rain in the Face 3511"))
    said = words_of(html(replace(report, order_sheet=lines), picture="map@pbem", alt="x"))
    assert "Crow King 3412 8/11, Rain in the Face 3511" in " ".join(said.split())


def test_a_line_to_copy_is_set_like_what_one_types_and_parted_from_what_it_is_for(report: Report) -> None:
    lines = ("  | once lost half: all leave nearest", "  Its words       | help plan", "  Gatling 1       7315")
    page = html(replace(report, panels=(Panel("why", "WHY WE ASK YOU", "", lines),)), picture="map@pbem", alt="x")
    assert "><code>once lost half: all leave nearest</code></p>" in page
    assert "<b>Its words:</b> <code>help plan</code></p>" in page
    assert "<b>Gatling 1</b> 7315</p>" in page


def test_signs_of_units_without_brackets_have_the_colours_of_their_sides(report: Report) -> None:
    ground = signs_alone(us="A", them="IL", woods="t")
    assert [style for text, style in pieces("overview", "02  t A .I", ground) if text in "tAI"] == [
        LOOKS["woods"],
        US,
        THEM,
    ]
    state = registry.game("nezperce").system.open("first-game", Options())
    panel = registry.game("nezperce").teller.map(state, "army", ())
    page = html(replace(report, map=panel))
    assert re.search(r"background-color:#1f4e9c[^>]*>A</span>", page)
    assert re.search(r"background-color:#a03020[^>]*>[VI]</span>", page)
