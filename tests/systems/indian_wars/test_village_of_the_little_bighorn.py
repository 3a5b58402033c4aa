"""The village of the Little Bighorn beyond its cases: whom nobody asks, what survives a checkpoint, what letters show."""

from collections.abc import Callable

import pytest

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import DiceGiven
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules.village import alert, circles, people
from pbem.systems.indian_wars.state.camp_events import VillageStays
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.people_events import CaptivesHarmed
from pbem.systems.indian_wars.state.village import Alert
from pbem.systems.indian_wars.telling import map as panels
from pbem.systems.indian_wars.telling import map as telling_map
from pbem.systems.indian_wars.telling.position import position

SYSTEM = LITTLEBIGHORN.system


def before(letter: str, side: str, *units: Counter, **marks: str) -> Battlefield:
    """The first scenario with these counters alone, standing before a phase of turn 3."""
    field = SYSTEM.open("scenario-1", Options()).thaw()
    for name in tuple(field.units):
        field.take_off(name)
    field.turn, field.phasing, field.phase, field.phase_over = 3, side, chr(ord(letter) - 1), True
    for unit in units:
        field.put(unit)
    for name, text in marks.items():
        field.notes = field.notes.with_text(name.replace("_", " "), text)
    return field


def counter(name: str, at: str, **changes: object) -> Counter:
    """A counter of the roster."""
    return Counter(SYSTEM.open("scenario-1", Options()).sheet.roster[name], at=at).but(**changes)


def play(
    field: Battlefield, *orders: Order, dice: tuple[int, ...] = (), choose: Callable[[Ask], str] | None = None
) -> tuple[Battlefield, list[Event], list[Ask]]:
    """Play the next phase; the field after it, its events, and what was asked."""
    phase = SYSTEM.next_phase(field)
    assert phase is not None
    umpire = Umpire(field.thaw(), SYSTEM.apply, phase=phase.id, options=field.options)
    asked: list[Ask] = []

    def answers(asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        asked.extend(asks)
        return tuple(
            Answer(orders=orders)
            if one.kind == ORDERS
            else Answer((choose(one) if choose else "") or one.default or one.choices[0].key, source="default")
            for one in asks
        )

    stop = perform(phase.play(umpire), umpire, (), lambda _: DiceGiven(dice), answers)
    assert stop.finished
    return umpire.state, umpire.events, asked


def test_a_village_that_may_not_move_is_asked_nothing() -> None:
    field = before(
        "C",
        "indian",
        counter("Hunkpapa camp 1", "7017"),
        counter("Hunkpapa villagers 1", "7017"),
        counter("Crow King", "7017"),
        counter("Sitting Bull", "7017"),
        counter("Herd 1", "7019"),
        counter("A/7 Cav", "8905"),
    )
    _, events, asked = play(field)
    assert asked == []
    assert [one for one in events if isinstance(one, VillageStays)] == [VillageStays((), half=False)]


def test_turning_bear_is_asked_all_the_same() -> None:
    field = before(
        "C", "indian", counter("Hunkpapa camp 1", "7017"), counter("Turning Bear", "8314"), counter("A/7 Cav", "8905")
    )
    _, _, asked = play(field)
    assert [(one.side, one.kind) for one in asked] == [("indian", ORDERS)]


def test_the_rally_phase_after_the_alert_asks_which_circles_break_camp_and_later_ones_do_not() -> None:
    camp, folk = counter("Oglala camp 1", "6616"), counter("Oglala villagers 1", "6616")
    far = counter("A/7 Cav", "8905")
    first = before("B", "indian", camp, folk, far, village_alert="us; 3; Oglala")
    first.phase = ""
    later = before("B", "indian", camp, folk, far, village_alert="us; 2; Oglala")
    later.phase = ""
    assert [one.quiet for one in play(first)[2]] == [False]
    assert [one.quiet for one in play(later)[2]] == [True]


def test_the_us_may_harm_captives_once_for_an_attack_next_to_them() -> None:
    field = before(
        "B",
        "indian",
        counter("A/7 Cav", "7303", guards="Oglala villagers 1"),
        counter("M/7 Cav", "7304"),
        counter("He Dog", "7305"),
    )
    fire = o.Fire("He Dog", "full", "M/7 Cav")
    after, events, _ = play(field, fire, dice=(1, 2, 5), choose=lambda one: "harm" if one.kind == "captives" else "")
    harmed = [one for one in events if isinstance(one, CaptivesHarmed)]
    assert [one.points for one in harmed] == [5]
    assert after.points["us"] == 5
    assert after.notes.village.casualties == 0


def test_a_guard_who_is_lost_leaves_captives_behind_and_one_who_leaves_the_map_takes_them_along() -> None:
    field = before("C", "us", counter("A/7 Cav", "7303", guards="Oglala villagers 1"))
    lost, gone = field.thaw(), field.thaw()
    lost.take_off("A/7 Cav", "eliminated (fire)")
    gone.take_off("A/7 Cav", "left the map in retreat")
    assert dict(lost.notes.village.strays) == {"Oglala villagers 1": "7303"}
    assert people.captives_held(gone) == ("Oglala villagers 1",)


def test_notes_of_the_village_survive_a_checkpoint() -> None:
    field = before(
        "C",
        "us",
        counter("A/7 Cav", "7303", guards="Oglala villagers 1"),
        counter("Oglala camp 2", "6515"),
        **{
            "village_alert": "us; 3; Oglala; Cheyenne",
            "village_warned": "Crow King",
            "strides A/7 Cav": "1",
            "breakdown Oglala camp 2": "3 idle",
            "carried Oglala camp 1": "Oglala villagers 4",
            "stray Herd 2": "7019",
            "taken_off_the_map": "Herd 1",
            "loose_herds": "Herd 3",
            "camps_without_ammunition": "Oglala camp 2",
            "villager_casualties": "4",
            "captives_fair_game": "yes",
        },
    )
    assert list(field.notes.faults()) == []
    assert Battlefield.from_json(field.to_json(), field.sheet) == field


def test_wrong_notes_of_the_village_are_named() -> None:
    field = before("C", "us")
    for name, text in (("village alert", "us"), ("breakdown X", "3 fast"), ("captives fair game", "no")):
        with pytest.raises(ValueError, match=name):
            field.notes.with_text(name, text)


def test_the_panel_shows_alert_camps_people_and_herds() -> None:
    field = SYSTEM.open("scenario-1", Options()).thaw()
    lines = list(panels.lines(field))
    assert lines[0].startswith("alert      not alerted")
    assert any(line.startswith("Cheyenne") and "Cheyenne 1 6415" in line for line in lines)
    assert any("6619 x2" in line for line in lines)
    assert max(map(len, lines)) <= 78
    field.notes = field.notes.with_text("village alert", "us; 3; Oglala").with_text("breakdown Oglala camp 1", "2")
    field.turn = 3
    shown = "\n".join(panels.lines(field))
    assert "in Indian turn 3 only the Oglala circle moves" in shown
    assert "2 turns to pack: Oglala 1 6616" in shown


def test_the_map_has_words_for_camps_and_herds_and_the_tables_leave_them_out() -> None:
    field = before(
        "C",
        "us",
        counter("Oglala camp 1", "6616"),
        counter("Oglala villagers 1", "6616"),
        counter("Oglala camp 2", "6515"),
        counter("He Dog", "6515"),
        counter("Herd 1", "6619"),
        counter("A/7 Cav", "8905"),
    )
    drawn = {one.at: one.tag for one in position(field).drawn}
    assert drawn == {"8905": "A/7", "6515": "HeDo", "6616": "tipi", "6619": "herd"}
    assert [stack.at for stack in telling_map.own_units(position(field), "indian")] == ["6515"]
    assert [stack.at for stack in telling_map.enemy_units(position(field), "us")] == ["6515"]
    field.notes = field.notes.with_text("village alert", "us; 3; Oglala")
    assert [stack.at for stack in telling_map.own_units(position(field), "indian")] == ["6515", "6616"]


def test_a_title_without_a_village_has_no_panel_of_it() -> None:
    field = before("C", "us", counter("A/7 Cav", "7303"))
    assert list(panels.lines(field)) == []
    assert not alert.is_quiet(field)
    assert circles.camps(field) == ()


def test_no_herd_is_gathered_by_a_roll_where_US_units_stand() -> None:
    field = before(
        "A",
        "indian",
        counter("Herd 1", "7220"),
        counter("Herd 2", "6619"),
        counter("Army Scouts", "7220", mode="mounted"),
        counter("Iron Hawk", "7017"),
        village_alert="us; 2; Hunkpapa",
    )
    field.phasing, field.phase = "us", "F"
    after, _, _ = play(field, dice=(6,))
    assert "Herd 1" in after
    assert after["Herd 1"].at == "7220"
    assert not [one for one in circles.herds(after) if one.name == "Herd 2"]


def test_every_alert_fits_into_a_letter() -> None:
    """One that names several circles, or says who goes at half, was too long for a line once: no report could be written."""
    field = SYSTEM.open("scenario-1", Options()).thaw()
    circles = tuple(circle.name for circle in field.sheet.scenario.circles)
    for by in ("us", "indian"):
        for found in (circles[:1], circles[:3]):
            village = field.notes.village.but(alert=Alert(by, found, 3))
            field.notes = field.notes.but(village=village)
            told = list(panels.lines(field))
            assert max(map(len, told)) <= 76
            assert "alerted: in Indian turn 3" in told[0]
