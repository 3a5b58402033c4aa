"""Leaders in combat (12): who helps, who is hit, who dies of it, who goes with whom."""

from collections.abc import Iterable

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Roll, Umpire, ask
from pbem.systems.indian_wars.orders.records import Attach
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import HQ, LEADER, PACK_TRAIN, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import (
    KILLED,
    LIGHT,
    MODERATE,
    MORTAL,
    SEVERE,
    CommandPassed,
    DeathClockSet,
    EvacueeRolled,
    LeaderChecked,
    LeaderDrawn,
    LeaderKilled,
    LeaderRejoined,
    LeaderSurvived,
    LeaderWounded,
    ReplacementCalled,
    ReplacementPlaced,
    RoleLost,
    WoundRolled,
)
from pbem.systems.indian_wars.state.morale_events import IGNORABLE


@rule("replacements US only", "where a replacement appears")
def call(umpire: Umpire[Battlefield], of: str, *, is_dead: bool) -> None:
    """Let the next replacement stand ready for a leader who is dead or gravely wounded (12.E.6; ruling A-078).

    For an indispensable leader only once that leader is off the map for good; once for each leader, as long as there are any.
    """
    field = umpire.state
    printed = field.sheet.roster.get(of)
    if printed is None or printed.side != "us" or printed.kind != LEADER:
        return
    if of in field.notes.replaced or (of in field.title.indispensable and not is_dead):
        return
    used = tuple(field.notes.replaced.values())
    free = [one.name for one in field.sheet.roster.values() if one.is_replacement and one.name not in used]
    if free:
        umpire.emit(ReplacementCalled(free[0], of))


def waiting(field: Battlefield, side: str) -> tuple[str, ...]:
    """The replacements of a side who stand ready and are not yet on the map."""
    return tuple(
        one.name for one in field.units.values() if one.side == side and one.printed.is_replacement and not one.at
    )


@rule("where a replacement appears", "replacement example")
def plan_placing(field: Battlefield, order: Attach, side: str) -> Plan | Problem:
    """With any US leader or unit on the map, in the Rally Phase (12.E.6)."""
    if order.to not in field or field[order.to].side != side or not field[order.to].at or field[order.to].is_bystander:
        text = (
            f"{order.to} is not one of your leaders or units on the map: {order.leader} comes in with one "
            f"({field.rule('leader casualties')})."
        )
        return Illegal("E151", text, field.rule("leader casualties"), words=order.to)
    kinds = field.title.rules.replacements_with
    if kinds and field[order.to].kind not in kinds:
        clause = field.rule("where a replacement appears")
        text = f"{order.to} is neither infantry nor cavalry: {order.leader} comes in with a unit of these ({clause})."
        return Illegal("E151", text, clause, words=order.to)
    return Plan(order, (f"comes in at {field[order.to].at}",))


def resolve_placing(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Bring the replacement in."""
    if isinstance(plan.order, Attach):
        to = umpire.state[plan.order.to]
        umpire.emit(ReplacementPlaced(plan.order.leader, to.at, to.attached_to if to.is_leader else to.name))
    yield from ()


WORSE = ("", LIGHT, MODERATE, SEVERE, MORTAL, KILLED)
"""Wounds, each worse than the one before."""
"""A leader whose death scores as a commander's (17)."""
STAY = "stay"


# Ratings in force


@rule("column HQ nature", "HQ as unit", "HQ as leader")
def counts_as_leader(field: Battlefield, unit: Counter) -> bool:
    """True if a counter is a leader, or an HQ whose back is one; the Little Bighorn's HQs are units alone (A-080)."""
    return unit.is_leader or (unit.kind == HQ and field.title.rules.hq_leads)


@rule("mortal effects", "severe wound")
def is_fit(leader: Counter) -> bool:
    """True if a leader's ratings are in force: not those of the gravely wounded, nor of an HQ's dead leader (12.E, 12.F)."""
    return leader.wound not in (MORTAL, SEVERE, KILLED)


@rule("what leaders do")
def leads(field: Battlefield, unit: Counter) -> bool:
    """True if a counter is a leader with ratings in force."""
    return counts_as_leader(field, unit) and is_fit(unit)


@rule("moderate wound", "Reno rating")
def rating(leader: Counter) -> int:
    """The rating now; a moderate wound turns a leader to the reduced side (12.E)."""
    return leader.printed.wounded_rating if leader.wound == MODERATE else leader.printed.rating


NEAREST_LEADER = "nearest leader"
"""The option by which the nearest leader serves, not the best rated (ruling A-076)."""


@rule("pinned leader")
def radius(leader: Counter) -> int:
    """The command radius now, in hexes; a pinned leader helps in one hex only (9.D.2)."""
    if leader.pinned:
        return 0
    return leader.printed.wounded_radius if leader.wound == MODERATE else leader.printed.radius


@rule("leader rating", "command radius")
def in_reach(field: Battlefield, unit: Counter) -> tuple[Counter, ...]:
    """The leaders whose command radius covers a unit: the best rated first, among equals the nearest (3.G; ruling A-076)."""
    distance = field.sheet.map.distance
    found = [
        one
        for one in field.officers(unit.side)
        if leads(field, one) and one.name != unit.name and distance(one.at, unit.at) <= radius(one)
    ]
    if NEAREST_LEADER in field.options:
        return tuple(sorted(found, key=lambda one: (distance(one.at, unit.at), -rating(one))))
    return tuple(sorted(found, key=lambda one: (-rating(one), distance(one.at, unit.at))))


@rule("command radius", "leader in a morale check")
def choose_helper(umpire: Umpire[Battlefield], name: str) -> Play[str]:
    """The leader whose rating a unit's Morale Check uses, "" for nobody's: the best in reach, unless a standing order names
    another.

    The choice is the owner's (ruling A-076).  Nobody is asked about it: a question for each check would cost a letter.
    """
    field = umpire.state
    # A unit may use a rating (LB-13.C.3), and nobody uses one that would hurt it.
    found = tuple(one for one in in_reach(field, field[name]) if rating(one) >= 0)
    if NEAREST_LEADER in field.options or len({rating(one) for one in found}) < 2:
        return found[0].name if found else ""
    question = Ask(
        field[name].side,
        "morale leader",
        name,
        f"{name} ({field[name].at}) checks morale.  Whose rating does it use?",
        umpire.state.rule("command radii"),
        tuple(Choice(one.name, f"{one.name}, {rating(one):+d}") for one in found),
        found[0].name,
        None,
        (("at", field[name].at),),
        quiet=True,
    )
    answer = yield from ask(question)
    return answer.choice


def _rating_of(leader: Counter | None) -> int:
    return rating(leader) if leader is not None else 0


@rule("several leaders with a unit", "leaders in melee", "senior leader in melee", "new rating of Reno")
def senior(field: Battlefield, candidates: Iterable[Counter]) -> Counter | None:
    """The leader whose rating applies: the senior by rank, the HQ last; of equals, and of Indians, the best rated (12.A;
    A-073).

    A leader who may be passed over after a panic serves only where no other can, or none is rated higher (LB-13.F.6).
    """
    found = [one for one in candidates if leads(field, one)]
    passed_over = [one for one in found if one.printed.rank == IGNORABLE]
    if passed_over and len(found) > len(passed_over):
        return max((senior(field, [one for one in found if one not in passed_over]), *passed_over), key=_rating_of)
    return min(found, key=lambda one: (one.kind == HQ, one.printed.rank, -rating(one)), default=None)


def stacked(field: Battlefield, at: str, side: str) -> tuple[Counter, ...]:
    """The leaders of a side in a hex whose ratings are in force, the HQ included."""
    return tuple(one for one in field.at(at) if one.side == side and leads(field, one))


# Loss checks


def exposed(field: Battlefield, at: str, side: str) -> tuple[str, ...]:
    """The leaders in a hex who may be hit: all, and the HQ's living one (9.E; ruling A-080)."""
    return tuple(
        one.name for one in field.at(at) if one.side == side and counts_as_leader(field, one) and one.wound != KILLED
    )


@rule(
    "leader check triggers",
    "leader check at once",
    "leader check by fire",
    "attached leader check",
    "several leaders hit",
    "fire at leaders alone",
)
def check_after_fire(umpire: Umpire[Battlefield], at: str, side: str) -> None:
    """One check for a shot, on one leader of the hex, drawn where there are several (9.E; rulings A-046, A-144)."""
    here = exposed(umpire.state, at, side)
    if not here:
        return
    chosen = here[0]
    if len(here) > 1:
        chosen, roll = umpire.draw(here, f"leader in {at}", umpire.state.rule("which leader is hit"))
        umpire.emit(LeaderDrawn(at, here, chosen, roll))
    check(umpire, chosen)


@rule("leader killed", "leader wounded")
def check(umpire: Umpire[Battlefield], name: str) -> None:
    """The Leader Loss Check of one leader, and the severity of the wound (12.E)."""
    field = umpire.state
    at = field[name].at
    roll = umpire.roll(
        charts.dice_of(field, "leaders", "leader_loss"), f"leader loss {name}", umpire.state.rule("leader losses")
    )
    result = charts.leader_loss(field, roll.total)
    umpire.emit(LeaderChecked(name, at, roll, result))
    if result == KILLED:
        kill(umpire, name, KILLED)
    elif result == "wounded":
        _wound(umpire, name)


@rule("VP for wounds", "mortal wound clock", "moderate wound", "light wound")
def _wound(umpire: Umpire[Battlefield], name: str) -> None:
    field = umpire.state
    roll = umpire.roll(
        charts.dice_of(field, "leaders", "wound_severity"), f"wound {name}", umpire.state.rule("leader casualties")
    )
    severity = charts.wound_severity(field, roll.natural)
    umpire.emit(WoundRolled(name, roll, severity))
    before = field[name].wound
    if severity == LIGHT or WORSE.index(severity) <= WORSE.index(before):
        return
    points = _points(field, severity, name) - _points(field, before, name)
    umpire.emit(LeaderWounded(name, severity, field.enemy_of(field[name].side), points))
    if severity == MORTAL:
        clock = umpire.roll("1d6", f"mortal wound {name}", umpire.state.rule("wounds"))
        umpire.emit(DeathClockSet(name, clock, field.turn + clock.natural))
    if severity in (MORTAL, SEVERE):
        _pass_command(umpire, name)
        call(umpire, name, is_dead=False)


@rule("leader VPs")
def _points(field: Battlefield, wound: str, name: str) -> int:
    """The points of the enemy for a leader in this state in all: the worse award replaces the lesser (12.E)."""
    match wound:
        case "" | "light":
            return 0
        case "killed":
            if name not in field.title.commanders:
                return charts.victory_points(field, "leader_killed")
            return charts.commander_points(field)
        case _:
            return charts.victory_points(field, "leader_wounded")


@rule("evacuation places", "survival roll")
def tend_the_evacuated(umpire: Umpire[Battlefield], side: str) -> None:
    """Mortally wounded Indian leaders who are off the map roll for their lives in the next Rally Phase (12.E.1; A-077)."""
    field = umpire.state
    for name in field.notes.dying:
        if name not in field.sheet.roster or field.sheet.roster[name].side != side:
            continue
        with umpire.act(side, f"{name} lies mortally wounded, off the map ({umpire.state.rule('leader casualties')})"):
            roll = umpire.roll(
                charts.dice_of(field, "morale", "rally"), f"survival {name}", umpire.state.rule("wounds")
            )
            lives = charts.rally_result(field, roll.natural) == "yes"
            points = 0 if lives else _points(field, KILLED, name) - _points(field, MORTAL, name)
            umpire.emit(EvacueeRolled(name, roll, lives, field.enemy_of(side), points))


def kill(umpire: Umpire[Battlefield], name: str, why: str, roll: Roll | None = None) -> None:
    """A leader is dead, and scores (12.E, 17)."""
    field = umpire.state
    leader = field[name]
    points = _points(field, KILLED, name) - _points(field, leader.wound, name)
    umpire.emit(LeaderKilled(name, leader.at, why, field.enemy_of(leader.side), points, roll))
    if leader.wound not in (MORTAL, SEVERE):
        _pass_command(umpire, name, leader)
    call(umpire, name, is_dead=True)


SEVERAL_PLAYERS = "several players"
"""The option by which several people on a side play leaders."""


@rule("command of Crook", "replacement example")
def _pass_command(umpire: Umpire[Battlefield], name: str, gone: Counter | None = None) -> None:
    """If it was the US commander the next in rank commands (12.E.6); Indian leaders have no ranks."""
    field = umpire.state
    leader = gone or field[name]
    others = [one for one in field.of(leader.side) if one.is_leader and leads(field, one) and one.name != name]
    if field.title.commands:
        _pass_down(umpire, leader, others)
    else:
        heir = senior(field, others)
        if leader.printed.rank and heir is not None and heir.printed.rank > leader.printed.rank:
            umpire.emit(CommandPassed(leader.side, name, heir.name))
    _lose_role(umpire, leader, others)


def roles(field: Battlefield, side: str) -> tuple[str, ...]:
    """The leaders of a side whom several players may play, the highest ranked first; () without the option."""
    if SEVERAL_PLAYERS not in field.options:
        return ()
    found = [one for one in field.units.values() if one.side == side and one.is_leader and is_fit(one)]
    return tuple(one.name for one in sorted(found, key=lambda one: (one.printed.rank, -rating(one))))


@rule("several players")
def _lose_role(umpire: Umpire[Battlefield], gone: Counter, others: list[Counter]) -> None:
    """Let whoever played a leader who is lost take another one of those left on the map (LB-13.D.8)."""
    field = umpire.state
    if SEVERAL_PLAYERS not in field.options or not gone.is_leader:
        return
    left = []
    while (first := senior(field, others)) is not None:
        left.append(first.name)
        others = [one for one in others if one.name != first.name]
    umpire.emit(RoleLost(gone.side, gone.name, tuple(left)))


@rule("several players")
def _highest_left(field: Battlefield, others: list[Counter]) -> Counter | None:
    """With several players on a side the highest ranked leader left on the map commands, where the list has no more
    (LB-13.D.8)."""
    return senior(field, others) if SEVERAL_PLAYERS in field.options else None


@rule("command of Crook", "replacement example", "new rating of Reno")
def _pass_down(umpire: Umpire[Battlefield], gone: Counter, others: list[Counter]) -> None:
    """Command passes only down the list of ranks of the leader who is lost (LB-13.D.6); who panicked may be passed over."""
    names = {one.name: one for one in others}
    for ranks in umpire.state.title.commands:
        if gone.name not in ranks:
            continue
        place = ranks.index(gone.name)
        heirs = [names[name] for name in ranks[place + 1 :] if name in names]
        heirs.sort(key=lambda one: one.printed.rank == IGNORABLE)
        if any(name in names for name in ranks[:place]):
            continue
        heir = heirs[0] if heirs else _highest_left(umpire.state, others)
        if heir is not None:
            umpire.emit(CommandPassed(gone.side, gone.name, heir.name))
            return


@rule("lone leader overrun", "run over leaders", "non-combat units")
def overrun(umpire: Umpire[Battlefield], at: str, by: Iterable[str], *, retreating: bool = False) -> None:
    """Leaders with no combat unit are killed as one of the other side comes into their hex or attacks it (12.E.5).

    Nothing happens where none of `by` is a combat unit: leaders overrun nobody, nor do ponies, camps or people (3.J);
    but any unit that retreats runs leaders over (10.I.4).
    """
    units = [umpire.state[name] for name in by if name in umpire.state]
    units = [unit for unit in units if unit.is_combat_unit or (retreating and unit.is_unit)]
    if not units:
        return
    enemies = [one for one in umpire.state.at(at) if one.side != units[0].side and not one.is_bystander]
    if all(one.is_leader for one in enemies):
        for leader in enemies:
            kill(umpire, leader.name, "overrun")


@rule("unit wiped out")
def die_with(umpire: Umpire[Battlefield], names: Iterable[str]) -> None:
    """Leaders whose unit was wiped out in melee die with it (12.E.5)."""
    for name in names:
        if name in umpire.state:
            kill(umpire, name, "killed with his unit")


def attached_to(field: Battlefield, name: str) -> tuple[str, ...]:
    """The leaders who are with a unit."""
    unit = field[name]
    return tuple(one.name for one in field.at(unit.at) if one.is_leader and one.attached_to == name)


# Whom they go with


@rule("shared fate, one unit", "leader with several units", "when attachment changes", "leaders with routed units")
def choose_sides(umpire: Umpire[Battlefield], names: tuple[str, ...], what: str) -> Play[None]:
    """As a result falls on units, each leader with one of them stays with it or joins another of the hex (12.A).

    `what` is ``is pinned``, ``retreats``, ``is routed``.  Where no unit of the hex is spared there is no choice.
    """
    field = umpire.state
    asks = []
    for name in names:
        for leader in attached_to(field, name):
            others = [
                one.name
                for one in field.at(field[name].at)
                if one.side == field[name].side and not one.is_leader and not one.is_bystander and one.name not in names
            ]
            if others:
                asks.append(_attachment(field, leader, name, others, what))
    if not asks:
        return
    answers = yield tuple(asks)
    for question, answer in zip(asks, answers, strict=True):
        if answer.choice != STAY and question.subject in umpire.state:
            of = umpire.state[question.subject].attached_to
            umpire.emit(LeaderRejoined(question.subject, of, answer.choice))


def _attachment(field: Battlefield, leader: str, unit: str, others: list[str], what: str) -> Ask:
    return Ask(
        field[leader].side,
        "leader attachment",
        leader,
        f"{unit} ({field[unit].at}) {what}.  Does {leader} stay with it or join another unit of the hex?",
        field.rule("attachment"),
        (Choice(STAY, f"stay with {unit}"), *(Choice(one, f"join {one}") for one in others)),
        STAY,
        STAY,
        (("at", field[unit].at), ("unit", unit)),
    )


# Mortal wounds


@rule("mortal wound clock", "evacuation places", "survival roll")
def tend_the_dying(umpire: Umpire[Battlefield], side: str) -> None:
    """In the side's Rally Phase a mortally wounded leader who was brought off rolls to survive (12.E.1; ruling A-077).

    He who was not, and whose turn has come, dies.
    """
    for leader in tuple(umpire.state.of(side)):
        if leader.wound != MORTAL:
            continue
        with umpire.act(side, f"{leader.name} lies mortally wounded ({umpire.state.rule('leader casualties')})"):
            if is_brought_off(umpire.state, leader):
                roll_for_life(umpire, leader.name)
            elif umpire.state.turn >= leader.dies_in:
                kill(umpire, leader.name, "died of his wounds")


@rule("evacuation places")
def is_brought_off(field: Battlefield, leader: Counter) -> bool:
    """True if a US leader is with the Column HQ or the Pack Train; Indians are brought off the map, or to a camp (12.E.1)."""
    if leader.side != "us":
        return field.title.rules.tended_in_camp and circles.camp_at(field, leader.at) is not None
    here = (one for one in field.at(leader.at) if one.side == leader.side and one.name != leader.name)
    return leader.kind == HQ or any(one.kind in (HQ, PACK_TRAIN) and not one.abandoned for one in here)


def roll_for_life(umpire: Umpire[Battlefield], name: str) -> None:
    """One die on the Rally Table, unmodified: survival with a severe wound, or death (12.E.1)."""
    field = umpire.state
    roll = umpire.roll(charts.dice_of(field, "morale", "rally"), f"survival {name}", umpire.state.rule("wounds"))
    if charts.rally_result(field, roll.natural) == "yes":
        umpire.emit(LeaderSurvived(name, roll))
    else:
        kill(umpire, name, "died of his wounds", roll)


def ask_one(question: Ask) -> Play[str]:
    """The choice that answers a question; one with a single choice is not put."""
    if question.forced is not None:
        return question.forced
    answer = yield from ask(question)
    return answer.choice
