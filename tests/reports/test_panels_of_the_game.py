"""A table that a game adds to its reports is shown, coloured and left out without anybody knowing it."""

from dataclasses import replace

from pbem.reports.html import html
from pbem.reports.report import Panel
from pbem.reports.text import blocks, letter
from tests.reports.test_text import model_report

WEATHER = Panel("weather", "WEATHER", "by the hour", ("  08:40  rain", "  09:00  dust"))
HAND = Panel("your cards", "YOUR CARDS", "", ("  Forced march",), is_always_whole=True)


def test_a_panel_of_the_game_stands_in_the_letter_and_its_html() -> None:
    told = replace(model_report(), panels=(*model_report().panels, WEATHER))
    text = letter(told)
    assert text.index("ENEMY UNITS YOU CAN SEE") < text.index("WEATHER") < text.index("08:40  rain")
    assert "<b>09:00</b> dust" in html(told)


def test_it_is_left_out_while_it_reads_as_before() -> None:
    told = replace(model_report(), panels=(WEATHER,), unchanged={"weather": 12})
    assert blocks(told)["weather"] == "  08:40  rain\n  09:00  dust"
    text = letter(told)
    assert "rain" not in text
    assert "unchanged, see report 12" in next(line for line in text.split("\n") if "WEATHER" in line)


def test_a_panel_may_be_whole_in_every_report_and_an_empty_one_is_not_shown() -> None:
    told = replace(model_report(), panels=(HAND, replace(WEATHER, lines=())))
    assert "your cards" not in blocks(told)
    assert "Forced march" in letter(told)
    assert "WEATHER" not in letter(told)
