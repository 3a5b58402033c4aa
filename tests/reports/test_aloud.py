"""Letters for those who hear them: the ground in words, and no signs that only draw."""

import re
from pathlib import Path

import pytest

from pbem.core.options import Options
from pbem.reports.aloud import MARK, heard, without_drawing
from pbem.reports.report import REPLY_MARK, OwnStack
from pbem.reports.spoken import ground_of, place_in_words
from pbem.systems import registry
from tests.systems.posted import Posted

DRAWN = re.compile(r"-{4,}|={4,}|\|/_|\^\^|^ *\| |~~|####|\.{5,}", re.M)
HEX_GAMES = ("rosebud", "custer", "littlebighorn")
SCENARIOS = {"rosebud": "in-contact", "custer": "rosebud", "littlebighorn": "scenario-1", "nezperce": "big-hole"}
SCENARIOS |= {"miniatures": "creek-ford"}


def spoken_game(title: str, folder: Path) -> Posted:
    game = Posted.game(folder, title, SCENARIOS[title])
    for side, address in game.addresses.items():
        game.say("posted-1", side, "report spoken", sender=address)
    game.play(4)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("title", SCENARIOS)
def test_no_letter_has_signs_that_only_draw(title: str, tmp_path: Path) -> None:
    game = spoken_game(title, tmp_path)
    side = game.asked("posted-1")
    asked = ["help", "help orders", "status", "Nobody move to nowhere", "map"]
    told = [game.say("posted-1", side, one, sender=game.addresses[side]) for one in asked]
    told += [one for one in game.letters("posted-1", side)[-6:] if one.kind in ("report", "question", "receipt")]
    for one in told:
        assert DRAWN.findall(one.text.partition("pbem seal 1 begin")[0]) == [], one.text


MAPS = {"miniatures": "map 30,14", "nezperce": "map 1512"}


@pytest.mark.slow
@pytest.mark.parametrize("title", MAPS)
def test_a_place_is_told_in_sentences_on_other_maps_too(title: str, tmp_path: Path) -> None:
    game = spoken_game(title, tmp_path)
    side = game.asked("posted-1")
    told = " ".join(game.say("posted-1", side, MAPS[title], sender=game.addresses[side]).text.split())
    assert ("30 inches east and 14 north: open ground." if title == "miniatures" else "1512, here: ") in told
    assert ("inches off, front centre" if title == "miniatures" else "1511, 1 hex north: wooded mountains") in told


@pytest.mark.slow
@pytest.mark.parametrize("title", HEX_GAMES)
def test_what_a_player_asks_of_a_report_is_answered_by_its_words(title: str, tmp_path: Path) -> None:
    """Where each of one's units is, how strong, in which mode, on what ground, next to what; and who is nearest."""
    game = spoken_game(title, tmp_path)
    for side in game.addresses:
        with game.desk.store.read() as books:
            view = game.desk.title(title).system.view(game.desk.position(books, books.games.get("posted-1")), side)
        teller = game.desk.title(title).teller
        panel = teller.map(view, side, ())
        for panel_of in teller.panels(view, side):
            for stack in panel_of.stacks:
                if isinstance(stack, OwnStack):
                    words = " ".join(place_in_words(panel, stack.at, 1))
                    assert words.startswith(f"{stack.at}, here")
                    assert ground_of(stack.at, panel.ground).split(";")[0] in words
                    assert words.count("1 hex off") >= 2


def test_where_north_is_left_up_is_east() -> None:
    game = registry.game("littlebighorn")
    state = game.system.open("scenario-1", Options())
    told = " ".join(place_in_words(game.teller.map(state, "us", ()), "7312", 1))
    assert "7311, 1 hex off, east" in told
    assert "7313, 1 hex off, west" in told


def test_what_only_draws_is_left_out_and_facts_stay_on_their_lines() -> None:
    text = f"{REPLY_MARK}\n\nREFUSED -----------\nline 1  Bear dance\n        ^^^^^\nE110  no\nTo go on   | ready\n========\n"
    assert without_drawing(text) == f"{MARK}\n\nREFUSED\nline 1  Bear dance\nE110  no\nTo go on   ready\n"


IN_WORDS = {
    "8 against 3, rolled 6: attackers -, defenders 3K1M, Howard Scouts killed": (
        "8 against 3, rolled 6: attackers nothing, defenders 3 kills and 1 morale check, Howard Scouts killed"
    ),
    "MC on 6+, MC-1 on 9+, 1 loss on 10+": "morale check on 6 or more, morale check less 1 on 9 or more, 1 loss on 10 or more",
    "10 - 1 = 9 in column A (MC from 9 on): MC": "10 minus 1 makes 9 in column A (morale check from 9 on): morale check",
    "no effect. r4 2d6 = 1 + 3 = 4, Crazy Horse (1 hex) +3 = 7": (
        "no effect. Rolled 1 plus 3 makes 4, Crazy Horse (1 hex) plus 3 makes 7"
    ),
    "attack 1113. R1 1d10 = 10 against r2 1d10 = 9: +1": "attack 1113. Rolled 10 against rolled 9: plus 1",
    "MC-1 -1, Capt Mills +2": "minus 1 for the result, Capt Mills plus 2",
    "A/2 Cav (3310 M) fires, leaving its ZOC": "A/2 Cav (3310, mounted) fires, leaving its zone of control",
    "moves 2710-2709-2809: 7 MP": "moves 2710 to 2709 to 2809: 7 MP",
    "strength 5/2, odds 3/2": "strength 2 and a half, odds 1 and a half",
    "column 2:1; 1d6 +1: 1-2 c1 r1/-, 3 c1/c1, 4-6 -/c2 Rt": (
        "column 2 to 1; one die plus 1: on 1 to 2 the attacker loses 1 and retreats 1, "
        "on 3 the attacker loses 1, the defender loses 1, on 4 to 6 the defender loses 2 and routs"
    ),
    "break down Oglala (1d6 + 3 for Crazy Horse)": "break down Oglala (one die plus 3 for Crazy Horse)",
    'stops: 1" from Wolf': "stops: 1 inch from Wolf",
    "from (36.00, 14.00), facing 272 W (MR-4.1)": "from 36 east 14 north, facing 272 degrees (MR-4.1)",
    "herds: 6619 x2, 6620 x2, 7220": "herds: 2 at 6619, 2 at 6620, 7220",
    "class B: 1 10 against 2; 6 7 10 against 1: 1 hit": "class B: dice 1, 10 for 2 or less; dice 6, 7, 10 for 1 or less: 1 hit",
    "corners (33.00,\x002.00), (43.00, 3.50)": "corners 33 east 2 north, 43 east 3.50 north",
    # What is said as it is: names, rules, hours, dates.
    "C/3 Cav, 3rd Cav A + 3rd Cav B": "C/3 Cav, 3rd Cav A + 3rd Cav B",
    "rule MR-5.10, (11.10), C6.4.3": "rule MR-5.10, (11.10), C6.4.3",
    "Turn 3 of 19 (08:40), Thu 12 Mar 18:00 UTC": "Turn 3 of 19 (08:40), Thu 12 Mar 18:00 UTC",
}


@pytest.mark.parametrize("written", IN_WORDS)
def test_signs_are_words(written: str) -> None:
    assert heard(written, {"M": "mounted"}) == IN_WORDS[written]


def test_orders_stay_as_they_are_and_what_is_said_of_them_is_in_words() -> None:
    text = (
        "Your orders for T2 AM phase A are on file.\n\n"
        "  1  A/3 Cav + E/3 Cav move 3611-3612                             6 of 6 MP\n"
        "       strength 4, column 3, letter D: MC on 5+, MC-1 on 8+, 1 loss on 10+,\n"
        "       2 losses on 12\n"
        "To go on   | A/3 Cav move 3611-3612\n"
        "  pbem seal 1 begin\n  MC-1+\n"
    )
    assert without_drawing(text, {"AM": "American"}) == (
        "Your orders for turn 2, American, phase A are on file.\n\n"
        "  1  A/3 Cav + E/3 Cav move 3611-3612                             6 of 6 MP\n"
        "       strength 4, column 3, letter D: morale check on 5 or more, morale\n"
        "       check less 1 on 8 or more, 1 loss on 10 or more, 2 losses on 12\n"
        "To go on   A/3 Cav move 3611-3612\n"
        "  pbem seal 1 begin\n  MC-1+\n"
    )
