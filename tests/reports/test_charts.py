"""The charts and the leaders by letter: a page each, with the numbers that the game is played by."""

import re

import pytest

from pbem.core.options import Options
from pbem.orders.commands import command
from pbem.reports import manner
from pbem.reports.wrap import guarded
from pbem.systems import registry
from pbem.systems.custer.telling import charts as custer
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.fire.fire_odds import in_short, in_words, needs
from pbem.systems.indian_wars.rules.fire.shot import Shot, plan_shot
from pbem.systems.indian_wars.telling import charts as series
from tests.orders.positions import in_contact

POSITIONS = {
    "rosebud": in_contact(),
    "custer": registry.game("custer").system.open("little-big-horn", Options()),
}
WORDS = [
    *(("rosebud", word) for word in ("charts", "leaders", *series.TITLES)),
    *(("custer", word) for word in ("charts", "leaders", *custer.TITLES)),
]


def page(title: str, word: str) -> tuple[str, ...]:
    return registry.game(title).teller.chart(POSITIONS[title], "us", word)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("title", "word"), WORDS)
def test_each_chart_has_a_page_that_fits_a_letter(title: str, word: str, language: str) -> None:
    with manner.writing(manner.Manner(language)):
        lines = page(title, word)
    assert lines[0].startswith("HELP ")
    assert len(lines) > 5
    assert all(len(line) <= 78 and guarded([line]) == [line] for line in lines)


@pytest.mark.parametrize(("title", "word"), WORDS)
def test_the_words_that_the_list_names_are_read_as_a_command(title: str, word: str) -> None:
    said = command(f"help {word}")
    assert said is not None
    assert said.words == (word,)
    listed = [line.split("help ")[1] for line in page(title, "charts") if "| help" in line]
    assert word == "charts" or any(line.startswith(word) for line in listed)


@pytest.mark.parametrize("words", ["help me hold the hill", "help is on the way", "help them back to the table please"])
def test_talk_that_begins_with_help_asks_for_nothing(words: str) -> None:
    assert command(words) is None


def test_every_cell_of_the_fire_results_stands_on_its_page() -> None:
    lines = page("rosebud", "fire table")
    for letter in "ABCDEF":
        row = next(line for line in lines if re.match(rf"  {letter} ", line))
        cells = series_cells(letter)
        assert row.split()[1:] == [f"{cells[code]}+" for code in ("MC", "MC-1", "1", "2")]


def series_cells(letter: str) -> dict[str, int]:
    return dict(POSITIONS["rosebud"].sheet.charts["fire"]["fire_results"][letter])


def test_the_leaders_of_both_sides_have_their_ratings() -> None:
    lines = "\n".join(page("rosebud", "leaders"))
    assert re.search(r"BG Crook +\+2 +5 +3214", lines)
    assert re.search(r"Crazy Horse +\+3 +4 +3412", lines)
    assert re.search(r"Custer +\+3 +2018", "\n".join(page("custer", "leaders")))


def test_the_odds_of_a_shot_are_those_of_the_chart() -> None:
    """Each roll of two dice gives what the table gives for it with the shot's own modifiers."""
    field, seen = in_contact(), 0
    for firer in field.of("us"):
        for target in field.of("indian"):
            shot = plan_shot(field, firer.name, target.name, "offensive")
            if not isinstance(shot, Shot) or shot.is_too_weak:
                continue
            seen += 1
            drm = sum(one.value for one in shot.modifiers)
            found = needs(field, shot)
            for roll in range(2, 13):
                result, _ = charts.fire_result(field, shot.letter, roll + drm)
                result = "MC-1" if shot.long_range and result.isdigit() else result
                said = [one.result for one in found if one.least <= roll]
                assert (said[-1] if said else "-") == result, (shot, roll)
    assert seen > 20


def test_the_odds_in_words() -> None:
    field = in_contact()
    shot = plan_shot(field, "C/3 Cav", "Crow King", "offensive")
    assert isinstance(shot, Shot)
    assert re.fullmatch(
        r"MC on \d+\+(, MC-1 on \d+\+?)?(, 1 loss on \d+\+?)?(, 2 losses on \d+\+?)?", in_words(needs(field, shot))
    )
    assert re.fullmatch(r"\d+/(\d+|-)", in_short(needs(field, shot)))
    assert in_words(()) == "no roll has an effect"
    assert in_short(()) == "-/-"
