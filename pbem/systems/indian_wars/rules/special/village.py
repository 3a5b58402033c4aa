"""Looking for the Indian village (16.E): declared at the start of a US Movement Phase, settled when the game ends."""

from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import LookForVillage
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.camp_events import VillageAmbush, VillageFate, VillagePartyLeft, VillageSought
from pbem.systems.indian_wars.state.counter import CAVALRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield

UNITS, ROWS = 5, 2
EXIT, STAY = "ride on", "stay"


@dataclass(frozen=True, slots=True)
class Search(Plan):
    """A legal search: the leader in whose radius the cavalry is, and the companies."""

    leader: str = ""
    units: tuple[str, ...] = ()


@rule("village search")
def plan_search(field: Battlefield, side: str, letter: str, order: LookForVillage) -> Search | Problem:
    """Five companies of cavalry in good order in rows 00 and 01, all in one leader's radius (16.E; rulings A-101 to A-104)."""
    if side != "us":
        return Illegal(
            "E190", f"Only the US side can look for the village ({field.rule('village')}).", field.rule("village")
        )
    problem = not_here(field, side, (order.leader,)) if order.leader else None
    if problem:
        return problem
    if field.notes.is_village_sought:
        return Illegal(
            "E138",
            f"The village has already been searched for: only one search per game ({field.rule('village')}).",
            field.rule("village"),
        )
    moved = next((unit.name for unit in field.of(side) if unit.moved), "")
    if moved:
        text = (
            f"{moved} has already moved: declare the search at the start of the phase, before any other order "
            f"({field.rule('village')})."
        )
        return Illegal("E138", text, field.rule("village"), rests_on=(moved,))
    ready = tuple(unit for unit in field.of(side) if _is_ready(field, unit))
    if len(ready) < UNITS:
        text = (
            f"{len(ready)} companies of cavalry in good order are in rows 00 and 01; a search takes {UNITS} "
            f"({field.rule('village')})."
        )
        return Illegal("E138", text, field.rule("village"), rests_on=tuple(unit.name for unit in ready))
    covering = [one for one in field.of(side) if leaders.leads(field, one) and _covers(field, one, ready)]
    if order.leader:
        covering = [one for one in covering if one.name == order.leader]
    if not covering:
        who = order.leader or "any one leader"
        text = f"Not all {len(ready)} companies there are in the command radius of {who} ({field.rule('village')})."
        return Illegal(
            "E138",
            text,
            field.rule("village"),
            rests_on=(*(unit.name for unit in ready), *([who] if order.leader else [])),
        )
    return Search(order, leader=covering[0].name, units=tuple(unit.name for unit in ready))


def _is_ready(field: Battlefield, unit: Counter) -> bool:
    in_order = not (unit.disrupted or unit.pinned or unit.routed)
    return unit.kind == CAVALRY and in_order and field.sheet.map.steps_to_edge(unit.at, "north") < ROWS


def _covers(field: Battlefield, leader: Counter, units: tuple[Counter, ...]) -> bool:
    reach = leaders.radius(leader)
    return all(field.sheet.map.distance(leader.at, unit.at) <= reach for unit in units)


@rule("village search results", "village search leaves the map")
def resolve_search(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Roll; on a 6 the companies that met the condition may leave, and the leaders with them (16.E; ruling A-103)."""
    if not isinstance(plan, Search):
        raise TypeError(f"expected the plan of a search, found {plan!r}")
    roll = umpire.roll("1d6", "village", umpire.state.rule("village"))
    row = _row(umpire.state, "on_declaration_1d6", roll.natural)
    may_exit = bool(row["exit_allowed"])
    umpire.emit(VillageSought(plan.leader, plan.units, roll, "us", int(row["us_vp"]), may_exit))
    if not may_exit:
        return
    question = Ask(
        "us",
        "village",
        plan.leader,
        f"A village may be near.  Do {len(plan.units)} companies ride on, off the map for the rest of the game?",
        umpire.state.rule("village"),
        (Choice(STAY, "stay"), Choice(EXIT, "ride on by the north edge")),
        STAY,
        STAY,
        (("units", ", ".join(plan.units)),),
    )
    if (yield from leaders.ask_one(question)) == EXIT:
        field = umpire.state
        with_them = tuple(one for name in plan.units for one in leaders.attached_to(field, name))
        umpire.emit(VillagePartyLeft(plan.units, tuple(field[name].strength for name in plan.units), with_them))


@rule("end of the village search")
def settle(umpire: Umpire[Battlefield]) -> None:
    """As the game ends: a trail, nothing, or an ambush whose losses fall on the strongest first (16.E; ruling A-103)."""
    party = dict(umpire.state.notes.village_party)
    if not party:
        return
    roll = umpire.roll("1d6", "village at the end", umpire.state.rule("village"))
    row = _row(umpire.state, "at_end_1d6", roll.natural)
    points = int(row.get("us_vp", 0))
    result = "ambush" if "us_losses" in row else "trail" if points else "nothing"
    umpire.emit(VillageFate(roll, result, "us", points))
    if result == "ambush":
        _ambush(umpire, party, str(row["us_losses"]))


def _ambush(umpire: Umpire[Battlefield], party: dict[str, int], dice: str) -> None:
    roll = umpire.roll(dice, "village ambush", umpire.state.rule("village"))
    left = dict(party)
    for _ in range(min(roll.natural, sum(party.values()))):
        left[max(left, key=lambda name: left[name])] -= 1
    hit = tuple(name for name in party if left[name] < party[name])
    lost = tuple(party[name] - left[name] for name in hit)
    points = sum(lost) * charts.victory_points(umpire.state, "us_strength_point")
    umpire.emit(VillageAmbush(roll, hit, lost, "indian", points))


def _row(field: Battlefield, table: str, die: int) -> dict[str, int | bool | str]:
    for row in field.sheet.charts["special"]["village_search"][table]:
        if die <= row["max"]:
            found: dict[str, int | bool | str] = row
            return found
    raise ChartGap("village_search", str(die), field.rule("village"))
