"""What outsiders wrote in games of the Little Bighorn and of the Nez Perce, and what their letters did not do right."""

from pathlib import Path

import pytest

from pbem.desk.play.pace import MIXED
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk.table import Table

GAME = "strangers-1"
SCENARIOS = {"littlebighorn": "in-the-village", "nezperce": "big-hole"}


def opened(folder: Path, title: str) -> Table:
    table = Table.lay(folder, games=registry.game)
    table.title, table.blank_as = title, ()
    table.addresses = {one.id: f"{one.id}@mail.example" for one in registry.game(title).system.card.sides}
    table.open(GAME, scenario=SCENARIOS[title], pace=MIXED, report="text")
    return table


@pytest.fixture
def village(tmp_path: Path) -> Table:
    return opened(tmp_path, "littlebighorn")


@pytest.fixture
def campaign(tmp_path: Path) -> Table:
    """The Army moves first, on the Big Hole River."""
    return opened(tmp_path, "nezperce")


def flat(letter: LetterOutRow) -> str:
    return " ".join(letter.text.split())


# Orders for a later phase.


def test_an_order_for_the_phase_of_another_letter_is_filed_once(campaign: Table) -> None:
    """Two letters of the card stand for one phase of a side."""
    campaign.say(GAME, "army", "Gibbon move 1511 to 1512\npass")
    campaign.until(GAME, "indian")
    answer = campaign.say(GAME, "indian", "Ollokot + White Bird attack Gibbon")
    assert answer.text.count("Gibbon is in") <= 1
    assert "(1 line)" in str(answer.raw) or "1 of 1" in flat(answer) or "Your order" in flat(answer), answer.text


# Answers, corrections, and lines that wait.


def test_a_digit_leaves_refused_lines_in_their_places(campaign: Table) -> None:
    first = campaign.say(
        GAME,
        "army",
        "Browning move 2112 to 1512\nHoward and his men glimmer on to 1309, or so\nGibbon move 1511 to 2112",
    )
    assert "UNCLEAR" in first.text, first.text
    answer = campaign.say(GAME, "army", "1\nGibbon move 1511 to 1512\nready", to=first)
    assert "is still refused and not on file: Browning move 2112 to 1512" in flat(answer), answer.text
    assert "Nothing else is needed" not in flat(answer)
    assert "You are not counted as ready" in flat(answer)


def test_what_was_unclear_and_is_written_as_an_order_waits_no_more(campaign: Table) -> None:
    first = campaign.say(GAME, "army", "Browning and his men glimmer on to 1913, or so")
    assert "UNCLEAR" in first.text, first.text
    answer = campaign.say(GAME, "army", "Browning move 2112 to 2011-1912-1913", to=first)
    assert "UNCLEAR" not in answer.text


def test_digits_that_do_not_fit_are_told_how_many_are_wanted(campaign: Table) -> None:
    first = campaign.say(GAME, "army", "Howard and his men glimmer on to 1309, or so")
    assert "UNCLEAR" in first.text, first.text
    answer = campaign.say(GAME, "army", "0 0", to=first)
    assert "One of your lines is unclear and waits for one digit" in flat(answer)
    assert "No open question" not in flat(answer)


@pytest.mark.slow
def test_words_that_our_letter_repeats_are_the_players_where_nothing_is_quoted(campaign: Table) -> None:
    words = "Joseph, White Bird and Looking Glass are between the camp and the west, and Perry ought to see to them all"
    first = campaign.say(GAME, "army", f"{words}\nBrowning zigzag")
    answer = campaign.say(GAME, "army", f"{words}\nready", to=first)
    assert "quoted" not in answer.text, answer.text


# Who is ready, and when it runs.


def test_ready_names_every_later_phase_that_runs_with_it(village: Table) -> None:
    village.say(GAME, "us", "in E: M/7 fire half at Rain in the Face else Crow King\nin C: G/7 Cav move 7316-7217")
    answer = village.say(GAME, "us", "Gatling 1 fire at Iron Hawk\nready")
    assert "also for T5 US Movement and T5 US Adv. Fire" in flat(answer), answer.text


def test_a_line_that_cannot_be_carried_out_is_not_to_be_decided_any_more(village: Table) -> None:
    answer = village.say(GAME, "us", "M/7 Cav fire full at Hunkpapa villagers 2\nin C: M/7 Cav dismount\nready")
    assert "carried out now" in answer.text
    assert "Still for you to decide" not in answer.text
    assert "Take note: Line 2 is not legal now" in flat(answer), answer.text


def test_lines_refused_and_unclear_add_up(campaign: Table) -> None:
    answer = campaign.say(
        GAME, "army", "Perry move 0709 to 1512\nHoward and his men glimmer on to 1309, or so\nWiles stay"
    )
    assert "1 of your 3 orders for T14 Army movement could not be accepted, 1 is unclear; the other one is on file" in (
        flat(answer)
    ), answer.text


@pytest.mark.slow
def test_who_is_ready_first_is_told_what_is_waited_for_and_the_last_that_it_runs(campaign: Table) -> None:
    campaign.say(GAME, "army", "Gibbon move 1511 to 1512\nRawn move 1410 to 1411-1512\nready")
    for _ in range(3):  # the set-up of the battle
        if "BATTLE PLANS" in campaign.last(GAME, asked := campaign.asked(GAME), "report").text:
            break
        campaign.say(GAME, asked, "pass", to=campaign.last(GAME, asked, "report"))
    plan = "plan\n1 all hold\nend plan\nready"
    first = campaign.say(GAME, "army", plan, to=campaign.last(GAME, "army", "report"))
    assert "You are ready. They run as soon as the other side is ready too" in flat(first), first.text
    last = campaign.say(GAME, "indian", plan, to=campaign.last(GAME, "indian", "report"))
    assert "Everyone is ready" in last.text
    assert "To take them back" not in last.text


# Sheets, examples and news.


def test_the_sheet_has_the_shots_of_guns_and_the_example_is_no_shot_at_people(village: Table) -> None:
    report = village.last(GAME, "us", "report").text
    assert "| Gatling 1 fire full at 7115 " in report
    example = report.partition("one per line, like")[2].split("\n")[1]
    assert "villagers" not in example


def test_all_the_rest_are_without_those_whom_a_sentence_orders(village: Table) -> None:
    answer = village.say(GAME, "us", "M Company gives Hunkpapa villagers 2 a volley.\nThe others hold their fire.")
    assert "M/7 Cav fire full at Hunkpapa villagers 2" in flat(answer)
    assert " 2 A/7 Cav + G/7 Cav + Army Scouts + " in flat(answer), answer.text


def test_what_a_rule_suggests_for_one_unit_is_not_shown_for_a_line_of_several(village: Table) -> None:
    answer = village.say(GAME, "us", "G and A keep shooting at Sitting Bull; the mules fire at Hunkpapa villagers 1.")
    assert "Did you mean" not in answer.text, answer.text


def test_a_players_words_are_quoted_as_they_were_written_in_another_language_too(campaign: Table) -> None:
    campaign.say(GAME, "army", "language de")
    answer = campaign.say(GAME, "army", "The Walla Walla men stay at Lapwai and rest")
    assert "Lapwai und rest" not in answer.text


@pytest.mark.slow
def test_what_digits_choose_for_lines_of_a_plan_stands_inside_it(campaign: Table) -> None:
    campaign.say(GAME, "army", "Gibbon move 1511 to 1512\nRawn move 1410 to 1411-1512\nready")
    while "BATTLE PLANS" not in campaign.last(GAME, asked := campaign.asked(GAME), "report").text:
        campaign.say(GAME, asked, "pass", to=campaign.last(GAME, asked, "report"))
    plan = "plan\nOllokot leaves for the east somewhere\nWhite Bird comes in as fast as possible\nJoseph hold\nend plan"
    first = campaign.say(GAME, "indian", plan, to=campaign.last(GAME, "indian", "report"))
    choices = first.text.count("\n      1  ")
    assert "UNCLEAR" in first.text, first.text
    waiting = first.text.partition("UNCLEAR")[2].partition("ACCEPTED")[0].count("E112")
    answer = campaign.say(GAME, "indian", " ".join(["1"] * choices + ["0"] * (waiting - choices)), to=first)
    assert 0 < answer.text.find("Ollokot leave east") < answer.text.find("  end plan"), answer.text


# An offer to end a battle is an offer to somebody.


def in_battle(campaign: Table) -> None:
    """Both sides are asked for a plan of the battle at the Big Hole."""
    campaign.say(GAME, "army", "Gibbon move 1511 to 1512\nRawn move 1410 to 1411-1512\nready")
    for _ in range(3):
        if "BATTLE PLANS" in campaign.last(GAME, asked := campaign.asked(GAME), "report").text:
            return
        campaign.say(GAME, asked, "pass", to=campaign.last(GAME, asked, "report"))


HOLD = "plan\n1 all hold\nend plan\n"


@pytest.mark.slow
@pytest.mark.parametrize("ends", [True, False])
def test_who_is_offered_the_end_of_a_battle_is_asked_before_their_half_turn(campaign: Table, ends: bool) -> None:
    in_battle(campaign)
    offered = campaign.last(GAME, "army", "report")
    campaign.say(GAME, "army", f"{HOLD}offer to end the battle\nready", to=offered)
    campaign.say(GAME, "indian", f"{HOLD}ready", to=campaign.last(GAME, "indian", "report"))
    asked = campaign.last(GAME, "indian", "report")
    assert campaign.asked(GAME) == "indian"
    assert "Army offers to end the battle: it ends if you write offer to end the battle" in flat(asked)
    answer = campaign.say(GAME, "indian", "offer to end the battle\nready" if ends else "go on\nready", to=asked)
    assert ("ends the battle: they have offered too" in flat(answer)) == ends
    last = campaign.last(GAME, campaign.asked(GAME), "report")
    assert ("Both sides agree to end the battle" in flat(last)) == ends


@pytest.mark.slow
def test_an_offer_made_twice_is_not_both_sides(campaign: Table) -> None:
    in_battle(campaign)
    twice = f"{HOLD}offer to end the battle\noffer to end the battle\nready"
    campaign.say(GAME, "army", twice, to=campaign.last(GAME, "army", "report"))
    campaign.say(GAME, "indian", f"{HOLD}ready", to=campaign.last(GAME, "indian", "report"))
    assert ".B1." in campaign.phase(GAME)


@pytest.mark.slow
@pytest.mark.parametrize("plan", ["", HOLD])
def test_single_orders_at_a_stop_wait_for_the_half_turn_of_their_side(campaign: Table, plan: str) -> None:
    """The Army's half-turn comes first, and something is noted at its end."""
    in_battle(campaign)
    campaign.say(GAME, "army", f"{HOLD}ready", to=campaign.last(GAME, "army", "report"))
    orders = f"{plan}Joseph 1 mount\noffer to end the battle\nready"
    answer = campaign.say(GAME, "indian", orders, to=campaign.last(GAME, "indian", "report"))
    assert "Joseph 1 mount" in answer.text
    asked = campaign.last(GAME, "army", "report")
    assert campaign.asked(GAME) == "army"
    assert "Indian offers to end the battle: it ends if you write offer to end the battle" in flat(asked)
    assert "Joseph 1 mount" in flat(asked), asked.text


def test_a_move_into_a_town_says_that_it_brings_a_fight(campaign: Table) -> None:
    campaign.until(GAME, "indian")
    answer = campaign.say(GAME, "indian", "Joseph toward Bannack\nOllokot move 1512 to 1611")
    assert flat(answer).count("enters Bannack and will have to fight there") == 1, answer.text
