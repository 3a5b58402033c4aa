"""IN SHORT from the reader's side: void orders and why, losses, arrivals, enemies that are next to them now."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from pbem.core.event import OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Moot
from pbem.mechanisms.orders import Move
from pbem.reports import subjects, teller
from pbem.reports.report import DeskFacts
from pbem.reports.teller import came_to_nothing, changes
from pbem.systems import registry
from tests.systems.miniatures.tabletops import place, table, unit

ROSEBUD = registry.game("rosebud")


def void(n: int) -> OrderMoot:
    return OrderMoot("us", Move((f"A{n}",), ("0101", "0102")), Moot("E1", f"A{n} is pinned: it stays."))


def written(order: object) -> str:
    return f"{order.units[0]} move"  # type: ignore[attr-defined]


def test_orders_that_came_to_nothing_are_named_with_why() -> None:
    told = came_to_nothing([void(1), void(2)], "us", written, ())
    assert told[0] == "Your order  A1 move  had no effect:  A1 is pinned: it stays."
    assert len(told) == 2
    assert came_to_nothing([void(1)], "indian", written, ()) == [], "those of others are not ours to tell"
    assert came_to_nothing([void(1)], "us", written, ("A1 move: no longer possible.  A1 is pinned: it stays.",)) == []
    many = came_to_nothing([void(n) for n in range(9)], "us", written, ())
    assert len(many) == 5
    assert many[-1] == "5 more of your orders had no effect; the log says why."


def test_losses_arrivals_and_enemies_that_have_come_near_in_a_hex_game() -> None:
    before = ROSEBUD.system.open("in-contact", Options())
    after = before.thaw()
    lame, low = before["Lame Deer"], before["Low Dog"]
    enemy = next(one for one in before.units.values() if one.side == "us" and not one.is_leader and one.at)
    at = next(at for at in before.sheet.map.neighbours(lame.at) if not before.at(at))
    after.put(enemy.but(at=at))
    after.put(low.but(at=""))
    told = changes(ROSEBUD.teller, before, after, "indian")
    assert any(line.startswith(f"Enemies that are now next to you: {enemy.name} ({at}) by Lame Deer") for line in told)
    again = changes(ROSEBUD.teller, after, before, "indian")
    assert f"Arrived: Low Dog ({low.at})." in again
    gone = before.thaw()
    gone.take_off("Low Dog", "lost")
    assert f"Your losses: Low Dog {low.strength} (gone)." in changes(ROSEBUD.teller, before, gone, "indian")
    assert changes(ROSEBUD.teller, before, gone, "us") == [], "the enemy's losses are in the log"


def test_an_enemy_is_next_to_the_unit_and_not_to_the_leader_who_rides_with_it() -> None:
    before = ROSEBUD.system.open("in-contact", Options())
    leader = next(one for one in before.units.values() if one.side == "us" and one.is_leader and one.at)
    unit = next(one for one in before.units.values() if one.side == "us" and one.strength and one.at == leader.at)
    at = next(at for at in before.sheet.map.neighbours(leader.at) if not before.at(at))
    before = before.thaw()
    for one in [one for one in before.units.values() if one.side == "us"]:
        before.take_off(one.name, "lost")
    for one in (leader, unit):  # the leader comes first of those who stand here
        before.put(one)
    after = before.thaw()
    after.put(after["Low Dog"].but(at=at))
    told = changes(ROSEBUD.teller, before, after, "us")
    assert any(f"Low Dog ({at}) by {unit.name}" in line for line in told), told


def test_who_dismounts_has_lost_nothing() -> None:
    before = ROSEBUD.system.open("in-contact", Options())
    rider = next(
        one
        for one in before.units.values()
        if one.at and one.is_mounted and one.printed.cf_mounted > one.printed.cf_dismounted
    )
    after = before.thaw()
    after.put(rider.but(mode="dismounted"))
    assert changes(ROSEBUD.teller, before, after, rider.side) == [], "the point holds its horses"
    after.put(rider.but(mode="dismounted", casualties=rider.casualties + 1))
    left = after[rider.name].strength
    assert changes(ROSEBUD.teller, before, after, rider.side) == [f"Your losses: {rider.name} 1 ({left} left)."]


def test_losses_on_the_table_top_are_figures() -> None:
    before = table(unit(), unit("Wolf", "indians", **place(20, 26)))
    after = table(unit(figures=unit().figures - 3), unit("Wolf", "indians", **place(20, 26)))
    told = changes(registry.game("miniatures").teller, before, after, unit().side)
    assert told == [f"Your losses: Foot 3 ({unit().figures - 3} left)."]


@pytest.mark.parametrize("scenario", ["in-contact"])
def test_the_report_says_void_orders_first(scenario: str) -> None:
    state = ROSEBUD.system.open(scenario, Options())
    view = ROSEBUD.system.view(state, "us")
    facts = DeskFacts("g", 1, (), "", datetime(2026, 3, 12))
    one = teller.PhaseSlice("T03.US.C", view, (PhaseBegan("T03.US.C"), void(1), PhaseEnded("T03.US.C")))
    report = teller.compose(ROSEBUD.teller, facts, "us", "US", (one,), view, write=written)
    assert report.in_short[0].startswith("Your order  A1 move  had no effect:")


@pytest.mark.parametrize(("last", "says"), [("T03.IN.F", "turn 4, phase A"), ("T04.IN.F", "phase A")])
def test_who_is_asked_for_a_new_turn_is_told_which(last: str, says: str) -> None:
    state = ROSEBUD.system.open("in-contact", Options())
    view = ROSEBUD.system.view(state, "us")
    facts = DeskFacts("g", 1, (), "", datetime(2026, 3, 12))
    one = teller.PhaseSlice(last, view, (PhaseBegan(last), PhaseEnded(last)))
    now = ROSEBUD.system.next_phase(state)
    assert now is not None
    wanted = replace(now, id="T04.US.A", letter="A")
    report = teller.compose(ROSEBUD.teller, facts, "us", "US", (one,), view, wanted=wanted)
    assert report.to_do is not None
    assert report.to_do.phase == says


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(hours=24), "24 h left"),
        (timedelta(minutes=60), "1 h left"),
        (timedelta(minutes=40), "40 min left"),
        (timedelta(0), "0 min left"),
    ],
)
def test_a_reminder_in_the_last_hour_counts_minutes(left: timedelta, words: str) -> None:
    assert f"REMINDER {words}: " in subjects.reminder("g", left, "T3 US Movement")
