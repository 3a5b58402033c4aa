"""Villagers under attack: casualties, flight, and what the newspapers say (LB-18.D.1, LB-18.D.3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.board import sight
from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import Capture, HarmCaptives, Release
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts, shot
from pbem.systems.indian_wars.rules.fire.fire import FirePlan
from pbem.systems.indian_wars.rules.morale import losses
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.rules.village.circles import has_captives, is_protected
from pbem.systems.indian_wars.state.counter import PACK_TRAIN, VILLAGERS, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.people_events import (
    CaptivesFiredOn,
    CaptivesFreed,
    CaptivesHarmed,
    CaptivesScored,
    CaptureRolled,
    PressJudged,
    TrainPlundered,
    VillagersFled,
    VillagersHit,
    WayMade,
)

US, INDIAN = "us", "indian"
BY_FIRE, BY_MELEE = 1, 2
FLIGHT = 4
"""Hexes that villagers flee, and within which they see a refuge."""
KEEP_AWAY = 3
OPEN_EDGES = ("north", "south")
AWARDS: dict[str, Callable[[int], int]] = {
    "+track": lambda track: track,
    "+half track, rounded down": lambda track: track // 2,
    "-half track, rounded up": lambda track: -((track + 1) // 2),
    "-track": lambda track: -track,
}
"""The awards of each row of the press table, by its words."""


# Under attack


@rule("villagers as targets", "villager casualties")
def fired_at(umpire: Umpire[Battlefield], firer: str, target: str) -> bool:
    """US fire at villagers costs them a casualty, whatever the roll, and nothing else; whether the target was villagers."""
    field = umpire.state
    if target not in field or field[target].kind != VILLAGERS:
        return False
    if field[firer].side == US:
        umpire.emit(VillagersHit(target, firer, field[target].at, "fire", BY_FIRE))
    return True


@rule("villagers in melee", "villagers as targets")
def after_melee(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...]) -> None:
    """Villagers in a hex that the US attacked have two casualties each, and flee (18.D.1-1)."""
    field = umpire.state
    if field.phasing != US:
        return
    for unit in field.at(target):
        if unit.kind == VILLAGERS:
            umpire.emit(VillagersHit(unit.name, attackers[0], target, "melee", BY_MELEE))
            flee(umpire, unit.name, "after the melee")


# Flight


@rule("villagers in melee", "villager rout ends")
def flee(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """Toward the nearest refuge within four hexes, else toward the nearest map edge until next to one or off the map."""
    field = umpire.state
    unit = field[name]
    near = any(field.sheet.map.distance(unit.at, one.at) <= FLIGHT for one in refuges(field, name))
    path, off, is_safe = _way(field, unit, FLIGHT if near else None)
    if near and not path:
        path, off, is_safe = _way(field, unit, None)
    umpire.emit(VillagersFled(name, path, not is_safe and not off, off, why))


def refuges(field: Battlefield, name: str) -> tuple[Counter, ...]:
    """Indian combat units and other villagers, neither pinned nor routed."""
    return tuple(
        one
        for one in field.of(INDIAN)
        if one.kind in (WARRIOR, VILLAGERS) and one.name != name and not one.pinned and not one.routed
    )


def is_safe_at(field: Battlefield, name: str, at: str) -> bool:
    """True if a refuge is in a hex or next to it."""
    return any(field.sheet.map.distance(at, one.at) <= 1 for one in refuges(field, name))


def _way(field: Battlefield, unit: Counter, most: int | None) -> tuple[tuple[str, ...], bool, bool]:
    """The shortest way to a hex next to a refuge, without a limit also to the map edge: path, off the map, safe there."""
    sheet, start = field.sheet.map, unit.at
    goals = {near for one in refuges(field, unit.name) for near in (one.at, *sheet.neighbours(one.at))}
    # Where it stands already next to one it still has to get away from there.
    found: dict[str, str] = {start: ""}
    edge, steps = [start], 0
    if most is None and sheet.map_edges(start):
        return (), True, False
    while edge and (most is None or steps < most):
        steps += 1
        onward: list[str] = []
        for here in edge:
            for there in sheet.open_neighbours(here):
                if there not in found and _may_flee(field, here, there):
                    found[there] = here
                    onward.append(there)
        for there in onward:
            off = most is None and bool(sheet.map_edges(there)) and there not in goals
            if there in goals or off:
                return _back(found, there), off, there in goals
        edge = onward
    return (), False, False


def _back(found: dict[str, str], end: str) -> tuple[str, ...]:
    path = [end]
    while found[path[0]]:
        path.insert(0, found[path[0]])
    return tuple(path[1:])


@rule("villagers in melee")
def _may_flee(field: Battlefield, here: str, there: str) -> bool:
    """Not into an enemy's or a burning hex, and within three hexes of US units that they see only away from these."""
    if any(one.is_ablaze or (one.side == US and one.is_unit) for one in field.at(there)):
        return False
    distance = field.sheet.map.distance
    return all(
        distance(there, one.at) > min(KEEP_AWAY, distance(here, one.at)) or not _sees(field, there, one.at)
        for one in field.of(US)
        if one.is_unit and distance(there, one.at) <= KEEP_AWAY
    )


def _sees(field: Battlefield, at: str, foe: str) -> bool:
    return sight.is_seen(field.sheet.map, at, foe, lambda one: shot.blocks(field, one))


@rule("villager rout ends")
def flee_on(umpire: Umpire[Battlefield]) -> None:
    """As the Indian Movement Phase begins: who found no refuge flees on, unless one has come."""
    field = umpire.state
    if field.phase != "C" or field.phasing != INDIAN:
        return
    for unit in circles.villagers(field):
        if unit.routed:
            if is_safe_at(umpire.state, unit.name, unit.at):
                umpire.emit(VillagersFled(unit.name, (), routed=False, off=False, why="their people are with them"))
            else:
                flee(umpire, unit.name, "still in flight")


# Special rules


@rule("villagers special")
def no_edge(field: Battlefield, units: Sequence[Counter], path: Sequence[str]) -> Problem | None:
    """Villagers choose no hex on a map edge but the north or the south edge (18.D.3)."""
    edges = field.sheet.map.map_edges(path[-1])
    if not any(unit.kind == VILLAGERS for unit in units) or not edges or any(one in OPEN_EDGES for one in edges):
        return None
    clause = field.rule("villagers special")
    text = f"{path[-1]} is on the {edges[0]} edge: villagers end a move only at the north or the south edge ({clause})."
    return Illegal("E138", text, clause, words=path[-1], rests_on=tuple(unit.name for unit in units))


@rule("plundering")
def plunder(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Villagers who come upon a pack train with nobody but leaders destroy it; the leaders get away (18.D.3-1)."""
    field = umpire.state
    people = next((name for name in names if name in field and field[name].kind == VILLAGERS), "")
    trains = [one for one in field.at(at) if one.kind == PACK_TRAIN and one.side == US]
    if not people or not trains:
        return
    leaders = tuple(one.name for one in field.at(at) if one.is_leader and one.side == US)
    friends = [one for one in field.of(US) if one.at != at and one.is_unit]
    distance = field.sheet.map.distance
    nearest = min(friends, key=lambda one: distance(one.at, at), default=None)
    for train in trains:
        umpire.emit(TrainPlundered(train.name, at, people, leaders if nearest else (), nearest.at if nearest else ""))
        losses.write_off(umpire, train.name, f"plundered by {people}")


# At the end


@rule("press roll", "capturing villagers")
def settle(umpire: Umpire[Battlefield]) -> None:
    """As the game ends: points for captives, then the newspapers' verdict on the casualties (18.D.1-3, 18.D.2)."""
    captives = captives_held(umpire.state)
    if captives:
        points = len(captives) * charts.victory_points(umpire.state, "villager_captured")
        umpire.emit(CaptivesScored(captives, US, points))
    field = umpire.state
    track = field.notes.village.casualties
    if track:
        roll = umpire.roll("1d6", "press", field.rule("press roll"))
        rows = field.sheet.charts["special"]["press_reaction"]["rows"]
        award = next(str(row["us_vp"]) for row in rows if roll.total <= row["max"])
        umpire.emit(PressJudged(roll, track, US, AWARDS[award](track)))


def captives_held(field: Battlefield) -> tuple[str, ...]:
    """The villagers whom US units guard, or have taken off the map."""
    held = [one.guards for one in field.of(US) if one.guards]
    roster = field.sheet.roster
    return tuple(name for name in (*held, *field.notes.village.taken) if roster[name].kind == VILLAGERS)


# Captured villagers: taking and guarding them, what they protect, and how they get free (LB-18.D.2).

SPARE, HARM = "spare", "harm"


# Taking them


@dataclass(frozen=True, slots=True)
class Taking(Plan):
    """Villagers who may be captured."""

    villagers: str = ""


@rule("capturing villagers")
def plan_capture(field: Battlefield, side: str, letter: str, order: Capture) -> Taking | Problem:
    """Check that a unit may try to capture villagers of its hex (18.D.2)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("capturing villagers")
    problem = kinds.forbids(field, unit, kinds.CAPTURE) or held(field, unit)
    if problem:
        return problem
    if unit.disrupted:
        text = f"{unit.name} is disrupted: only a unit in good order captures villagers ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if unit.guards:
        text = f"{unit.name} guards {unit.guards} already: a unit guards one ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    here = next((one.name for one in field.at(unit.at) if one.kind == VILLAGERS), "")
    if not here:
        return Illegal(
            "E138", f"No villagers are in {unit.at}, the hex of {unit.name} ({clause}).", clause, rests_on=(unit.name,)
        )
    return Taking(order, ("all MP; 1d6: " + _needs(field),), (), here)


def _needs(field: Battlefield) -> str:
    rows = field.sheet.charts["special"]["villager_capture"]["rows"]
    no = max(row["max"] for row in rows if row["result"] == "no")
    return f"{no + 1} or more"


@rule("capturing villagers")
def resolve_capture(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Roll on the Villager Capture Table."""
    if not isinstance(plan, Taking) or not isinstance(plan.order, Capture):
        raise TypeError(f"expected the plan of a capture, found {plan!r}")
    field = umpire.state
    unit = field[plan.order.unit]
    roll = umpire.roll("1d6", f"capture {plan.villagers}", field.rule("capturing villagers"))
    rows = field.sheet.charts["special"]["villager_capture"]["rows"]
    result = next(row["result"] for row in rows if roll.total <= row["max"])
    umpire.emit(CaptureRolled(unit.name, plan.villagers, unit.at, roll, result == "yes"))
    yield from ()


@rule("losing captives")
def plan_release(field: Battlefield, side: str, letter: str, order: Release) -> Plan | Problem:
    """Check that a unit has captives to let go."""
    problem = not_here(field, side, (order.unit,))
    return problem or no_captives(field, field[order.unit]) or Plan(order)


def no_captives(field: Battlefield, unit: Counter) -> Problem | None:
    """Refuse, unless a unit guards nobody."""
    if has_captives(unit):
        return None
    clause = field.rule("guarding")
    return Illegal("E138", f"{unit.name} guards no captives ({clause}).", clause, rests_on=(unit.name,))


def resolve_release(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Let them go; they run at once."""
    if isinstance(plan.order, Release):
        set_free(umpire, plan.order.unit, "they were released")
    yield from ()


# Guarding them


@rule("captives protect")
def protects(field: Battlefield, unit: Counter, enemy: Counter) -> Problem | None:
    """Why a unit is not fired on: it guards captives."""
    if not is_protected(field, enemy):
        return None
    clause = field.rule("captives protect")
    text = f"{enemy.name} guards {enemy.guards}: nobody attacks it ({clause})."
    return Illegal("E142", text, clause, words=enemy.name, rests_on=(enemy.name,))


@rule("captives protect")
def plan_harm(field: Battlefield, side: str, letter: str, order: HarmCaptives) -> Plan | Problem:
    """Check that a unit may fire on the captives that it guards: a full shot of the Offensive Fire Phase."""
    problem = not_here(field, side, (order.unit,)) or no_captives(field, field[order.unit])
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("captives protect")
    if unit.fired:
        return Illegal("E143", f"{unit.name} has already fired this phase ({clause}).", clause, rests_on=(unit.name,))
    return FirePlan(order, ("captives protect nobody any more",))


def resolve_harm(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """A casualty on the track, and the end of all protection for the rest of the game."""
    if isinstance(plan.order, HarmCaptives):
        unit = umpire.state[plan.order.unit]
        umpire.emit(CaptivesFiredOn(unit.name, unit.guards, unit.at, BY_FIRE))
    yield from ()


@rule("passage with captives")
def make_way(umpire: Umpire[Battlefield], going: tuple[str, ...], at: str) -> Play[None]:
    """Indians in a hex that captives and their guard want to enter go one hex, as their owner likes (18.D.2-2)."""
    field = umpire.state
    guard = next((name for name in going if has_captives(field[name])), "")
    there = tuple(one.name for one in field.at(at) if one.side == INDIAN and not one.is_bystander)
    if not guard or not there:
        return
    units = tuple(field[name] for name in there)
    free = [to for to in field.sheet.map.open_neighbours(at) if _has_room(field, to, units)]
    if not free:
        distance = field.sheet.map.distance
        others = (to for to in field.sheet.map if to != at and _has_room(field, to, units))
        free = [min(others, key=lambda to: (distance(to, at), to))]
    to = free[0]
    if len(free) > 1:
        question = Ask(
            INDIAN,
            "make way",
            there[0],
            f"{guard} comes to {at} with captives: {say.several(there)} must make way.  To which hex?",
            field.rule("passage with captives"),
            tuple(Choice(f"go {one}", one) for one in free),
            f"go {free[0]}",
            None,
            (("at", at),),
        )
        answer = yield from ask(question)
        to = answer.choice.removeprefix("go ")
    umpire.emit(WayMade(there, at, to, guard))


def _has_room(field: Battlefield, at: str, units: Sequence[Counter]) -> bool:
    if any(one.is_ablaze or (one.side == US and one.is_unit) for one in field.at(at)):
        return False
    return not stacking.is_over(field, at, INDIAN, units)


@rule("attack next to captives")
def reprisal(umpire: Umpire[Battlefield], attacker: str, at: str) -> Play[None]:
    """An Indian attack at a US unit next to captives: the US may harm these, once for each attack (18.D.2-4)."""
    field = umpire.state
    if attacker not in field or field[attacker].side != INDIAN:
        return
    near = field.sheet.map.neighbours(at)
    guards = [one for one in field.of(US) if has_captives(one) and one.at in near]
    if not guards:
        return
    clause = field.rule("attack next to captives")
    question = Ask(
        US,
        "captives",
        guards[0].name,
        f"{attacker} attacked in {at}, next to {guards[0].guards} whom {guards[0].name} guards.  Are the captives harmed?",
        clause,
        (Choice(SPARE, "spare them"), Choice(HARM, "1d6 casualties, each a VP")),
        SPARE,
        SPARE,
        (("at", guards[0].at),),
    )
    answer = yield from ask(question)
    if answer.choice == HARM:
        roll = umpire.roll("1d6", f"captives {guards[0].guards}", clause)
        points = roll.total * charts.victory_points(umpire.state, "captured_villager_casualty")
        umpire.emit(CaptivesHarmed(guards[0].name, guards[0].guards, guards[0].at, roll, US, points))


# Losing them


def set_free(umpire: Umpire[Battlefield], unit: str, why: str) -> None:
    """The captives of a unit are free, and run."""
    guard = umpire.state[unit]
    umpire.emit(CaptivesFreed(unit, guard.guards, guard.at, why))
    flee(umpire, guard.guards, why)


def look_after_all(umpire: Umpire[Battlefield]) -> None:
    """The same at the end of a phase, for what happened outside of combat."""
    look_after(umpire)


@rule("losing captives")
def look_after(umpire: Umpire[Battlefield], fought: tuple[str, ...] = ()) -> None:
    """Captives of units that were pinned or routed, or have `fought` a melee, get free at once (18.D.2-5)."""
    for unit in tuple(umpire.state.of(US)):
        if has_captives(unit):
            why = "pinned" if unit.pinned else "routed" if unit.routed else "in a melee" if unit.name in fought else ""
            if why:
                set_free(umpire, unit.name, f"{unit.name} was {why}")
    roster = umpire.state.sheet.roster
    for name, at in umpire.state.notes.village.strays.items():
        if roster[name].kind != VILLAGERS:
            continue
        umpire.emit(CaptivesFreed("", name, at, "their guard is gone"))
        flee(umpire, name, "their guard is gone")
