"""Hunting parties and the dummies among which they hide, an option of the second village (LB-21.5.B.1; ruling A-161).

While they hide, markers stand for them.  A marker moves like a mounted unit and does nothing else; which of them are parties
only the Indian side knows, until a US unit sees one: then all markers of that map are turned over.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pbem.board import hexes as ids
from pbem.board import sight
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import Dummies, Hunt
from pbem.systems.indian_wars.orders.records import Move, Stay
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.rules.village import alert
from pbem.systems.indian_wars.state.camp_events import UnitWarned
from pbem.systems.indian_wars.state.counter import MOUNTED, PARTY, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.herd_events import HuntPlanned, PartiesNamed, PartiesSent, PartyShown
from pbem.systems.indian_wars.state.moving_events import UnitSetUp

OPTION = "hunting parties"
US, INDIAN = "us", "indian"
DUMMY = "dummy"
NORTH, SOUTH = "North", "South"


def _chart(field: Battlefield) -> Mapping[str, Any]:
    found: Mapping[str, Any] = field.sheet.charts["special"]["hunting_parties"]
    return found


def are_played(field: Battlefield) -> bool:
    """True if parties may go out: the option is played, in a scenario that has them."""
    return OPTION in field.options and bool(field.sheet.scenario.data["scenario"].get("hunting_parties"))


def sheet_of(field: Battlefield, at: str) -> str:
    """On which of the two maps a hex lies."""
    return NORTH if ids.column_and_row(at)[0] <= _chart(field)["north_to_column"] else SOUTH


# Placing


@rule("hunting parties")
def plan_hunt(field: Battlefield, side: str, letter: str, order: Hunt) -> Plan | Problem:
    """Check that a unit may hunt there: Turning Bear, Iron Bear, then one band of three without Henry rifles."""
    problem = _not_played(field, side) or _no_party(field, order.unit) or _no_place(field, order.at, order.unit)
    return problem or Plan(order, ("secret until seen",))


@rule("hunting parties")
def plan_dummies(field: Battlefield, side: str, letter: str, order: Dummies) -> Plan | Problem:
    """Check that dummies may be there: two at most, one of them on the North map."""
    problem = _not_played(field, side)
    if problem:
        return problem
    clause, most = field.rule("hunting parties"), _chart(field)["dummies"]
    if len(order.hexes) > most:
        return Illegal("E152", f"There are {most} dummies at most ({clause}).", clause, words=order.hexes[-1])
    if len(set(order.hexes)) < len(order.hexes):
        return Illegal("E152", f"Two dummies do not share a hex ({clause}).", clause, words=order.hexes[-1])
    north = [at for at in order.hexes if at in field.sheet.map and sheet_of(field, at) == NORTH]
    if len(north) > _chart(field)["dummies_north"]:
        return Illegal("E152", f"One dummy may be on the North map ({clause}).", clause, words=north[-1])
    return next((found for at in order.hexes if (found := _no_place(field, at, DUMMY))), Plan(order, ("secret",)))


def _not_played(field: Battlefield, side: str) -> Problem | None:
    clause = field.rule("hunting parties")
    if side == INDIAN and are_played(field):
        return None
    return Illegal(
        "E190", f"Only the Indian player sends hunting parties, where that option is played ({clause}).", clause
    )


def _no_party(field: Battlefield, name: str) -> Problem | None:
    chart, clause = _chart(field), field.rule("hunting parties")
    unit = field[name]
    out = [one for one in field.secrets.hunt if not one.startswith(DUMMY) and one != name]
    named = tuple(chart["first"])
    if unit.kind != WARRIOR:
        return Illegal("E152", f"{name} is not a warrior unit: warriors hunt ({clause}).", clause, words=name)
    if name in named:
        return None
    if len([one for one in named if one in out]) < len(named):
        first = say.several(named)
        return Illegal(
            "E152",
            f"The first two parties are {first}: order these above {name} ({clause}).",
            clause,
            words=name,
            rests_on=named,
        )
    if [one for one in out if one not in named]:
        text = f"Three parties may hunt, and three are out ({clause})."
        return Illegal("E152", text, clause, words=name, rests_on=tuple(out))
    if unit.strength != chart["third_strength"] or unit.printed.henry:
        text = f"The third party is a unit of strength {chart['third_strength']} without Henry rifles ({clause})."
        return Illegal("E152", text, clause, words=name)
    return None


def _no_place(field: Battlefield, at: str, name: str) -> Problem | None:
    chart, clause, sheet = _chart(field), field.rule("hunting parties"), field.sheet.map
    if at not in sheet:
        return Malformed("E121", f"{at} is not on the map.", words=at)
    near = next((one for one in _kept_clear(field) if sheet.distance(at, one) <= chart["clear_of"]), "")
    if near:
        far = sheet.distance(at, near)
        least = chart["clear_of"] + 1
        text = f"{at} is {far} hexes from {near}, a hex of US units or of their entry: {least} at least ({clause})."
        return Illegal("E152", text, clause, words=at)
    others = {one: place for one, place in field.secrets.hunt.items() if one != name and not (name == DUMMY == one[:5])}
    if at in others.values():
        return Illegal("E152", f"A party or dummy is in {at} already ({clause}).", clause, words=at)
    if name != DUMMY and sheet_of(field, at) == NORTH:
        there = [one for one, place in others.items() if not one.startswith(DUMMY) and sheet_of(field, place) == NORTH]
        if len(there) >= chart["parties_north"]:
            return Illegal(
                "E152", f"One party may hunt on the North map: {there[0]} does ({clause}).", clause, words=at
            )
    if name != DUMMY and stacking.is_over(field, at, INDIAN, (field[name],)):
        return Illegal(
            "E136", f"{at} is full ({field.rule('stacking limit')}).", field.rule("stacking limit"), words=at
        )
    return None


def _kept_clear(field: Battlefield) -> Iterator[str]:
    yield from dict.fromkeys(one.at for one in field.of(US))
    for force in field.sheet.scenario.entries:
        if force.side == US:
            yield from (at for edge in force.edges for at in edge.hexes)


def resolve_hunt(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Note it in secret."""
    if isinstance(plan.order, Hunt):
        umpire.emit(HuntPlanned(plan.order.unit, plan.order.at))
    yield from ()


def resolve_dummies(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Note them in secret."""
    if isinstance(plan.order, Dummies):
        for n, at in enumerate(plan.order.hexes, 1):
            umpire.emit(HuntPlanned(f"{DUMMY} {n}", at))
    yield from ()


@rule("hunting parties")
def hunting_phase(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """Once both sides have set up the Indian player sends out parties: hidden among dummies if there are any, else openly."""
    orders: tuple[Order, ...] = yield from acts.ask_orders(umpire.state, side, letter)
    for order in orders:
        planned_one = acts.plan(umpire.view(side), side, letter, order)
        if isinstance(order, Hunt | Dummies) and not isinstance(planned_one, Problem):
            yield from acts.resolve(umpire, planned_one)  # not as an act, which both sides' logs would tell
    planned = umpire.state.secrets.hunt
    if not planned:
        return
    units = tuple(sorted(one for one in planned if not one.startswith(DUMMY)))
    need_ponies = sum(not umpire.state[one].is_mounted for one in units)
    if len(units) < len(planned):
        places = sorted((at, name) for name, at in planned.items())
        markers = tuple(_markers(umpire.state))[: len(places)]
        umpire.emit(PartiesSent(units, markers, tuple(at for at, _ in places)))
        umpire.emit(PartiesNamed(markers, tuple("" if name.startswith(DUMMY) else name for _, name in places)))
    else:
        umpire.emit(PartiesSent(units, (), ()))
        for name in units:
            umpire.emit(UnitSetUp(name, planned[name], MOUNTED))
    alert.set_aside(umpire, need_ponies, orders)
    look_round(umpire)


def _markers(field: Battlefield) -> Iterator[str]:
    """The markers, in the sequence of the hexes in which they are put: their numbers say nothing."""
    return (name for name, printed in field.sheet.roster.items() if printed.kind == PARTY)


# Moving and being seen


@rule("hunting parties")
def only_moves(field: Battlefield, names: Collection[str], order: Order) -> Problem | None:
    """Why a marker may not do something: unseen, a party does nothing but move."""
    name = next((one for one in names if one in field and field[one].kind == PARTY), "")
    if not name or isinstance(order, Move | Stay):
        return None
    clause = field.rule("hunting parties")
    text = f"{name} is a hunting party that nobody has seen: it moves, and does nothing else ({clause})."
    return Illegal("E138", text, clause, rests_on=(name,))


def look_out(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Somebody has come to a hex: is a party seen now?"""
    look_round(umpire)


@rule("hunting parties")
def look_round(umpire: Umpire[Battlefield]) -> None:
    """Turn over all markers of a map where a US unit sees one."""
    field = umpire.state
    parties = field.secrets.parties
    if not parties:
        return
    watchers = [one for one in field.of(US) if one.is_unit]
    seen = {sheet_of(field, field[one].at) for one in parties if _is_seen(field, watchers, field[one].at)}
    for marker, unit in tuple(parties.items()):
        if sheet_of(field, field[marker].at) in seen:
            umpire.emit(PartyShown(marker, unit, field[marker].at))


def _is_seen(field: Battlefield, watchers: Sequence[Counter], at: str) -> bool:
    sheet = field.sheet.map
    return any(sight.is_seen(sheet, one.at, at, lambda between: shot.blocks(field, between)) for one in watchers)


@rule("alert by a hunting party")
def spot(umpire: Umpire[Battlefield]) -> None:
    """At the end of a phase: a party that sees the enemy near may bring the news to a camp."""
    alarm = umpire.state.sheet.scenario.alarm
    if alarm is None or not umpire.state.notes.hunters or not alert.is_quiet(umpire.state):
        return
    for name in umpire.state.notes.hunters:
        field = umpire.state
        if name not in field or not field[name].at or name in field.notes.village.warned:
            continue
        hunter = field[name]
        near = [
            one
            for one in field.of(US)
            if one.kind in alarm.kinds and field.sheet.map.distance(one.at, hunter.at) <= alarm.within
        ]
        seen = next((one for one in near if _is_seen(field, (one,), hunter.at)), None)
        if seen is not None:
            umpire.emit(UnitWarned(name, hunter.at, seen.name))
