"""What a report shows of the campaign and of its battles: maps, tables, log, summary, pictures, the page of the whole game."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.options import Options
from pbem.core.system import Outcome
from pbem.core.umpire import Modifier
from pbem.desk.games.game_record import RecordView, chronicle
from pbem.reports import chronicle as pages
from pbem.reports.letters import whole_page
from pbem.reports.picture.shapes import Caption, Disc, Text
from pbem.systems import registry
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle.events import Acted, FighterMoved, MeleeFought, PlayStopped, ShotFired, UnitOut
from pbem.systems.nezperce.battle.state import FELL_BACK, Battle, Fighter
from pbem.systems.nezperce.battle.tally import applied, summary
from pbem.systems.nezperce.state.contact import ARMY, INDIAN, Contact
from pbem.systems.nezperce.state.events import RiverTried, SearchMade, UnitsMoved
from pbem.systems.nezperce.system import RULES
from pbem.systems.nezperce.telling import charts, teller
from pbem.systems.nezperce.telling.panels import _lines
from pbem.systems.nezperce.telling.picture import LARGE, UNIT, near_the_enemy
from pbem.systems.nezperce.telling.sketch import StrategicMap
from pbem.systems.nezperce.telling.teller import _finished
from tests.systems.nezperce.test_chances import roll
from tests.systems.posted import Posted

GAME = "posted-1"
TELLER = registry.game("nezperce").teller


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Posted:
    """Bear Paw by mail, to the end of its first battle."""
    made = Posted.game(tmp_path_factory.mktemp("bear-paw"), "nezperce", "bear-paw", pace="mixed")
    is_on = False
    for _ in range(60):
        now = made._now()
        assert now is not None
        if is_on and now.state.battle is None:
            return made
        is_on = now.state.battle is not None
        made.play(1)
    raise AssertionError("no battle in sixty letters")


def texts(table: Posted) -> list[str]:
    return [one.text for side in ("indian", "army") for one in table.letters(GAME, side, "report")]


def some_battle() -> Battle:
    units = (
        Fighter("Perry Cavalry 1", "cavalry", "army", "perry", "1410", "dismounted"),
        Fighter("Perry Cavalry 2", "cavalry", "army", "perry", "1411", "mounted", pin=1),
        Fighter("Ollokot 1", "warrior", "indian", "ollokot", "1413", "dismounted"),
        Fighter("Ollokot 2", "warrior", "indian", "ollokot", "1413", "dismounted"),
        Fighter("Lodge 1", "lodge", "indian", "village", "1515"),
    )
    contact = Contact(1, 9, "0811", "rolling-hills", "search", "army", (), (), lodges_lost=0)
    return Battle(contact, "Alerted", "army", 3, 1, units)


def test_the_account_of_a_battle_says_who_hit_whom_with_what() -> None:
    battle = some_battle()
    for event in (
        ShotFired("Perry Cavalry 1", "Ollokot 1", "1413", 3, 8, 4, roll(6), 6, "K"),
        UnitOut("Ollokot 1", "killed"),
        Acted("Ollokot 2"),
        MeleeFought("1411", "indian", ("Ollokot 2",), ("Perry Cavalry 2",), (4, 4), roll(6), 6, (1, 0), (0, 1)),
        UnitOut("Ollokot 2", "killed"),
        Acted("Perry Cavalry 1"),
        UnitOut("Lodge 1", "surrendered"),
    ):
        battle = applied(battle, event)
    assert list(summary(battle)) == [
        "Army: 1 shot, 0 melees; enemies: 2 killed",
        "Perry Cavalry 1 by fire: killed Ollokot 1",
        "Perry Cavalry 2 by melee: killed Ollokot 2",
        "Indian: 0 shots, 1 melee; enemies: nobody hit",
    ]
    assert FELL_BACK not in str(battle.tally)


def test_a_battle_is_a_picture_with_each_unit_its_mode_and_its_pin() -> None:
    state = RULES.open("campaign-1877", Options(()))
    state.battle = some_battle()
    panel = TELLER.map(state, "army", [])
    scene = panel.picture(Caption("a battle"))
    assert scene is not None
    words = [one.words for one in scene.shapes if isinstance(one, Text)]
    assert {"Perry", "C1", "C2 m", "Ollo 1", "Ollo 2", "Lodge", "1"} <= set(words)
    whole = panel.picture(Caption("a battle"), whole=True)
    assert whole is not None
    assert whole.height > scene.height
    assert "Perry Cavalry 2 1411 P1" in scene.alt


def test_the_strategic_picture_shows_those_who_are_nearest_large_with_the_whole_map_in_small() -> None:
    state = RULES.open("campaign-1877", Options(()))
    panel = StrategicMap(state)
    near, whole = (panel.picture(Caption("the march"), whole=whole) for whole in (False, True))
    piece = near_the_enemy(state)
    assert near.width < whole.width / 1.8
    assert all(piece.has(state.units[name].at) for name in ("Howard", "Looking Glass"))
    sizes = [one.size for one in near.shapes if isinstance(one, Text) and one.words == "V7"]
    assert sizes == [one.size * LARGE / UNIT for one in whole.shapes if isinstance(one, Text) and one.words == "V7"]
    assert len([one for one in near.shapes if isinstance(one, Disc) and one.radius == 3]) == sum(
        one.active for one in state.units.values()
    )


def test_the_text_map_shows_borders_water_and_the_free_crossing() -> None:
    state = RULES.open("campaign-1877", Options(()))
    lines = "\n".join(StrategicMap(state).whole())
    for sign in ("c   c", "|", "'", "+", ",", ";", "&", "*", "~"):
        assert sign in lines, sign
    assert max(map(len, lines.splitlines())) <= 78
    assert all(len(line) <= 78 for line in StrategicMap(state).lines_of_key)


def test_every_chart_is_a_page_that_fits_into_a_letter() -> None:
    named = re.findall(r"\| help (\w+ table)", "\n".join(charts.page("charts")))
    assert named == list(charts.TITLES)
    for word in named:
        page = charts.page(word)
        assert page[0].startswith(f"HELP {word.upper()}")
        assert len(page) > 5
        assert all(len(line) <= 78 for line in page), word
    assert charts.page("nonsense table") == ()


def test_chart_pages_show_doubtful_cells_as_the_game_reads_them() -> None:
    def row(word: str, start: str, *options: str) -> str:
        return next(one.strip() for one in charts.page(word, options) if one.strip().startswith(start))

    assert row("fire table", "0 ").endswith("M   M   M   M   M*  M*")
    assert row("fire table", "0 ", "fire-kills").endswith("M   M   M   M   K*  K*")
    assert row("fire table", "-2 ", "fire-pins", "fire-morale").endswith("P2* P2  P2  P2   M*  M   M   M")
    assert row("morale table", "washington").split()[2:] == ["1-4*", "5-6"]
    assert row("morale table", "washington", "mountain-men-steady").split()[2:] == ["1-5*", "6"]
    assert row("contact table", "1 ", "ambush-in-column-a").split()[1:3] == ["Ambushing", "Alerted*"]
    assert "in force here: fire-kills." in " ".join(charts.page("fire table", ("fire-kills",)))
    assert all(len(one) <= 78 for word in charts.TITLES for one in charts.page(word, ("fire-kills",)))


def test_a_player_sees_the_chart_of_their_own_game() -> None:
    state = RULES.open("campaign-1877", Options(("mountain-men-steady",)))
    page = TELLER.chart(state, "army", "morale table")
    assert any("1-5*" in one for one in page)
    assert "3-6" in next(line for line in charts.page("search table") if line.lstrip().startswith("3 "))


def test_turns_have_their_days() -> None:
    assert data.dates(1) == "15 to 18 June"
    assert data.dates(4) == "27 to 30 June"
    assert data.dates(29) == "5 to 8 October"


@pytest.mark.parametrize("scenario", data.scenario_ids())
def test_each_scenario_opens_where_it_says_and_names_itself(scenario: str) -> None:
    state = RULES.open(scenario, Options(()))
    assert TELLER.about(state, "army").scenario == data.title(scenario)
    assert state.of("indian")
    assert state.of("army")
    assert state.turn < state.last_turn
    assert RULES.to_json(RULES.from_json(RULES.to_json(state))) == RULES.to_json(state)  # type: ignore[arg-type]


@pytest.mark.slow
def test_reports_say_who_is_near_what_can_be_shot_and_who_hit_whom(table: Posted) -> None:
    told = texts(table)
    for part in (
        "WHO IS NEAR",
        "SHOTS THAT COULD BE FIRED",
        "WHO HIT WHOM",
        "Rolls to remove pins",
        "WHERE THINGS STAND",
    ):
        assert any(part in one for one in told), part
    assert max(len(line) for one in told for line in one.splitlines()) <= 78
    log = next(one for one in told if " fires at " in one)
    shot = re.search(r"^H\d+ +(.+?) fires at .*?\n?.*?-> ", log, re.M)
    assert shot is not None
    assert re.search(r"-> \d+ less \d+ is -?\d+, rolled \d", log)


@pytest.mark.slow
def test_the_whole_log_has_the_figures_behind_each_shot(table: Posted) -> None:
    before = len(table.letters(GAME, "army", "report"))
    table.say(GAME, "army", "report whole")
    for _ in range(30):
        now = table._now()
        if now is None or any(" less " in one.text for one in table.letters(GAME, "army", "report")[before:]):
            break
        table.play(1)
    found = [one.text for one in table.letters(GAME, "army", "report")[before:]]
    if any(" fires at " in one for one in found):
        assert any(re.search(r"\d+ less \d+ is -?\d+, rolled \d", one) for one in found)


@pytest.mark.slow
def test_the_page_of_the_game_steps_through_campaign_and_battle(table: Posted, tmp_path: Path) -> None:
    with table.desk.store.read() as books:
        told = chronicle(table.desk, books, books.games.get(GAME), RecordView())
    phases = [one.phase for one in told.chapters]
    assert any(".B1.G00" in one for one in phases)
    assert any(re.search(r"\.B1\.G\d\d\.\w+\.H", one) for one in phases)
    page = pages.page(told)
    (tmp_path / "record.html").write_text(page, encoding="ascii")
    assert "Perry" in page or "Tyler" in page
    sizes = {
        (one.sheet.width, one.sheet.height)
        for chapter in told.chapters
        if (one := chapter.map.picture(Caption(""), whole=True))
    }
    assert len(sizes) == 2
    wide, high = max(one[0] for one in sizes), max(one[1] for one in sizes)
    assert re.search(rf'viewBox="0 \d+ {wide} {high}"', page) is not None


def told(*happened: object) -> list[str]:
    """The log's entries for some events, each with what came of it."""
    from pbem.systems.nezperce.battle import telling  # noqa: F401  its handlers are among those of the log
    from pbem.systems.nezperce.telling import log

    return [" -> ".join((one.text, *one.came)) for one in log.tell(happened).entries]  # type: ignore[arg-type]


def test_fire_and_move_and_leaving_are_a_line_each() -> None:
    shot = ShotFired("Joseph 1", "Perry Cavalry 1", "1412", 3, 3, 4, roll(6), 6, "P2")
    assert told(shot, FighterMoved("Joseph 1", ("1415", "1416"), 2, False)) == [
        "Joseph 1 fires at Perry Cavalry 1 in 1412, range 3 -> 3 less 4 is -1, rolled 6: P2 -> then 1415-1416, 2 MP"
    ]
    assert told(FighterMoved("Lodge 1", ("0203", "0103"), 2, False), UnitOut("Lodge 1", "left")) == [
        "Lodge 1: 0203-0103, 2 MP -> leaves the map"
    ]
    assert told(UnitOut("Lodge 1", "left")) == ["Lodge 1 leaves the map"]


def test_in_short_says_what_was_needed_who_stops_who_left_and_who_went_where() -> None:
    from pbem.systems.nezperce.telling import log

    river = RiverTried("Joseph", "2906", "2905", roll(3), (1, 2), False)
    search = SearchMade(
        "1512", (("Gibbon", 3),), "Ollokot", 3, replace(roll(1), modifiers=(Modifier(1, "rolling hills"),)), 2, False
    )
    moves = [
        UnitsMoved((one,), (whence, "2905"), "normal", 2) for one, whence in (("Joseph", "2906"), ("Ollokot", "2806"))
    ]
    stop = PlayStopped((INDIAN,), ("The opening half-turn is over",))
    found = log.tell([river, search, stop, *moves, UnitOut("Lodge 1", "left")]).in_short()  # type: ignore[list-item]
    assert found == (
        "Joseph fails to cross to 2905: needs 1 or 2, rolls 3.",
        "No contact in 1512: superiority 3, a roll of 1, +1 for rolling hills; 5 or more was needed.",
        "Play stops for Indian: The opening half-turn is over.",
        "Lodge 1 leaves the map.",
        "Moved: Joseph, Ollokot to 2905.",
    )


def test_the_list_of_units_says_when_they_may_go_fast_again_on_their_own_line() -> None:
    state = RULES.open("big-hole", Options())
    for one in state.of(INDIAN):
        state.put(one.name, fast_on=state.turn)
    lines = _lines(state, INDIAN)
    again = next(one for one in lines if "fast T" in one)
    assert again.startswith("  Indian Village "), "in one line with the unit"
    assert lines[-1].startswith("  (fast T")
    assert max(map(len, lines)) <= 76


def test_the_header_of_a_long_battle_names_its_turns() -> None:
    ended = ["T27.B1.G00.AR.J", "T27.B1.G01.ALL.P", "T27.B1.G01.AR.H", "T27.B1.G01.IN.H", "T27.B1.G16.IN.H"]
    assert _finished(ended) == ["Army Set-up", "battle 1, turns 1 to 16"]
    assert _finished(ended[1:4]) == ["battle 1, turn 1"]


def test_every_help_page_fits_a_letter() -> None:
    """A line that is too long would keep the whole answer from being written."""
    for word in teller.HELP_PAGES:
        assert whole_page(teller.help_page(word)).strip()


def test_the_end_tells_the_level_who_won_and_the_difference() -> None:
    teller, over = (
        registry.game("nezperce").teller,
        Outcome(INDIAN, "tactical Indian victory", ((INDIAN, 98), (ARMY, 101)), "why"),
    )
    state = RULES.open("campaign-1877", Options())
    assert teller.final(state, over, ARMY) == (
        "Tactical Indian victory: why.  You have lost.",
        "Victory points: Indian 98, Army 101; Army less Indian 3.",
    )
