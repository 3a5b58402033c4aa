"""The charts and the leaders by letter: a page each, with the numbers that the game is played by."""

import re
from typing import Any

import pytest

from pbem.core.options import Options
from pbem.mechanisms import words as chart_pages
from pbem.orders.commands import command
from pbem.reports import letter_style
from pbem.reports.wrap import WIDTH, guarded
from pbem.systems import registry
from pbem.systems.custer.telling import charts as custer
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.fire.fire import in_short, in_words, needs
from pbem.systems.indian_wars.rules.fire.shot import Shot, plan_shot
from pbem.systems.indian_wars.telling import charts as series
from pbem.systems.miniatures.telling import charts as table_top
from pbem.systems.nezperce.telling import charts as campaign
from tests.orders.positions import in_contact

POSITIONS = {
    "rosebud": in_contact(),
    "custer": registry.game("custer").system.open("little-big-horn", Options()),
    "littlebighorn": registry.game("littlebighorn").system.open("in-the-village", Options()),
    "miniatures": registry.game("miniatures").system.open("fallen-timbers", Options()),
    "nezperce": registry.game("nezperce").system.open("campaign-1877", Options()),
}
SIDES = {"miniatures": "american", "nezperce": "army"}
WORDS = [
    *(("rosebud", word) for word in ("charts", "leaders", *series.TITLES)),
    *(("custer", word) for word in ("charts", "leaders", *custer.TITLES)),
    *(("littlebighorn", word) for word in ("charts", "leaders", *series.TITLES)),
    *(("miniatures", word) for word in ("charts", "leaders", *table_top.TITLES)),
    *(("nezperce", word) for word in ("charts", *campaign.TITLES)),
]


def page(title: str, word: str) -> tuple[str, ...]:
    game, side = registry.game(title), SIDES.get(title, "us")
    return game.teller.chart(game.system.view(POSITIONS[title], side), side, word)


def winning(title: str, position: Any = None) -> str:
    game, side = registry.game(title), SIDES.get(title, "us")
    return "\n".join(game.teller.winning(game.system.view(position or POSITIONS[title], side), side))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("title", "word"), WORDS)
def test_each_chart_has_a_page_that_fits_a_letter(title: str, word: str, language: str) -> None:
    with letter_style.writing(letter_style.LetterStyle(language)):
        lines = page(title, word)
    assert lines[0].startswith("HELP ")
    assert len(lines) > 5
    assert all(len(line) <= WIDTH and guarded([line]) == [line] for line in lines)


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


def test_it_says_of_each_game_what_scores_and_when_it_ends() -> None:
    assert "ends after turn 19" in winning("rosebud")
    assert "+1   each Indian strength point lost" in winning("rosebud")
    assert "Conical Hill" in winning("rosebud")
    assert "+3    village captured" in winning("custer")
    assert "+5   each unit of braves killed" in winning("nezperce")
    assert "turn 29 (5 to 8 October)" in winning("nezperce")


def test_a_title_s_own_award_takes_the_place_of_that_of_the_series() -> None:
    """Indian losses score 2 at the Little Bighorn; a villager's way off the map depends on the day."""
    found = winning("littlebighorn")
    assert found.count("each Indian strength point lost") == 1
    assert "+2   each Indian strength point lost" in found
    assert "Conical Hill" not in found
    assert re.search(r"by day +\+1 +each villager counter", found)


@pytest.mark.parametrize(
    ("least", "above", "shown"),
    [(8, None, "+8 and more"), (-4, 1, "-4 to 0"), (0, 1, "0"), (-9, -4, "-9 to -5"), (None, -10, "below -10")],
)
def test_a_level_of_victory_spans_what_it_does(least: int | None, above: int | None, shown: str) -> None:
    assert chart_pages.span(least, above) == shown


def test_the_casualty_limit_is_named_where_it_is_played_with() -> None:
    system = registry.game("rosebud").system
    limited = system.open("historical", Options(("casualty limit",)))
    assert "from the 14th Indian strength point lost on, each scores 2" in " ".join(winning("rosebud", limited).split())
    assert "casualty limit" not in winning("rosebud")


def test_the_table_names_each_kind_of_award_and_who_breaks_when() -> None:
    found = " ".join(winning("miniatures").split())
    assert "the American side has lost 34 figures or the Indian side has lost 20 figures" in found
    for award in (
        "+1 each enemy figure killed",
        "+2 each unit in good order at 57.00 inches east or beyond",
        "+2 each unit in good order in fallen timber",
        "+2 each enemy officer or leader killed",
        "+5 each gun taken",
        "+4 the enemy having lost 34 figures or more",
        "+16 and more American decisive",
        "below -15 Indian decisive",
    ):
        assert award in found


def test_the_tables_of_the_table_top_have_their_numbers() -> None:
    assert re.search(r"points +1 +2 +2 +2 +3", "\n".join(page("miniatures", "points table")))
    assert re.search(r"regulars +5 +6 +8 +8 +- +8", "\n".join(page("miniatures", "move table")))
    ground = "\n".join(page("miniatures", "terrain table"))
    assert re.search(r"fallen timber +2 +4 +riders 4, no guns, works", ground)
    assert re.search(r"open woods +1.33 +12 +skirmishers 1, no guns", ground)
    assert re.search(r"howitzer +to 10 +5 +3 +1 +2 dice a figure", "\n".join(page("miniatures", "fire table")))
    assert re.search(r"indians +8 +6", "\n".join(page("miniatures", "morale table")))
    assert re.search(r"\+3 +defends works", "\n".join(page("miniatures", "melee table")))
    assert "  Wayne               with Sub-Legion 2" in page("miniatures", "leaders")


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
