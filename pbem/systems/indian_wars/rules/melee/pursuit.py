"""After a melee (10.H.2, 10.H.3): pursuit of those who got away before it, and advance into the hexes left."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.event import Decided, OrderMoot
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Advance, NoAdvance, NoPursuit, Pursue
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import duties, mobility, stacking
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.combat_events import PursuitTried, UnitsAdvanced, UnitsPursued
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

NO = "no"
NOT_NAMED = -1


@dataclass(frozen=True, slots=True)
class PursuitWishes:
    """The phasing player's wishes for pursuit: who is to pursue, together by these lines, and who is not."""

    pursue: tuple[tuple[str, ...], ...] = ()
    stay: tuple[str, ...] = ()

    def line_of(self, name: str) -> int:
        """The line of pursuers that names a unit, -1 for none."""
        return next((n for n, names in enumerate(self.pursue) if name in names), NOT_NAMED)


@rule("pursuit when all left")
def plan_pursuit(field: Battlefield, side: str, letter: str, order: Pursue | NoPursuit) -> Plan | Problem:
    """Check that these units can be ordered to pursue if their enemies get away; the order is given beforehand (10.H.2)."""
    problem = not_here(field, side, order.units)
    if problem:
        return problem
    idle = [unit.name for unit in map(field.__getitem__, order.units) if not (unit.is_leader or _may_pursue(unit))]
    if idle and isinstance(order, Pursue):
        text = (
            f"{say.several(idle)} did not attack: only attackers pursue, and the line goes below their attack "
            f"({field.rule('pursuit')})."
        )
        return Illegal("E165", text, field.rule("pursuit"), words=idle[0], rests_on=tuple(idle))
    return Plan(order)


def _may_pursue(unit: Counter) -> bool:
    """True if a unit has attacked in this phase, or charges and will."""
    return attacked(unit) or bool(unit.charging)


# Pursuit


@rule("pursuit when all left", "pursuit roll", "charge must fight", "no charge in pursuit")
def pursue(
    umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...], fled: tuple[str, ...], wishes: PursuitWishes
) -> Play[tuple[str, ...]]:
    """Let attackers follow those who all left the hex; returns the units that moved (10.H.2).

    A die for each unit or stack, a stack being who stands together and is told the same; chargers follow without one
    (ruling A-062).
    """
    moved: list[str] = []
    for group in _groups(umpire.state, attackers, wishes):
        prey = tuple(name for name in fled if name in umpire.state)
        ways = _ends(umpire.state, group, prey) if prey else {}
        if not ways:
            continue
        chosen = yield from _wish(umpire, group, ways, wishes, target)
        if chosen == NO:
            continue
        if _follows(umpire, group):
            moved += _move(umpire, group, ways[chosen.removeprefix("pursue ")])
    return tuple(moved)


def _groups(field: Battlefield, attackers: tuple[str, ...], wishes: PursuitWishes) -> list[tuple[str, ...]]:
    """The attackers who can move, by hex, those who ride apart from those on foot, and chargers apart from both.

    Units that stand together may be ordered to go different ways, by a line each, or one to go and another to stay.
    """
    found: dict[tuple[str, bool, str, int, bool], list[str]] = {}
    for name in attackers:
        if name in field and not (field[name].routed or field[name].pinned):
            unit = field[name]
            wish = wishes.line_of(name), name in wishes.stay
            found.setdefault((unit.at, mobility.rides(unit), unit.charging, *wish), []).append(name)
    return [tuple(names) for names in found.values()]


@rule("pursuit limits")
def _ends(field: Battlefield, group: tuple[str, ...], prey: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The hexes in which the pursuers would stand next to those they follow, or, failing these, nearer to them."""
    sheet, units = field.sheet.map, tuple(field[name] for name in group)
    start, side = units[0].at, units[0].side
    found: dict[str, tuple[str, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(charts.pursuit_hexes(field, mobility.rides(units[0]))):
        onward: list[str] = []
        for here in edge:
            for there in sheet.open_neighbours(here):
                if there not in found and not any(one.side != side and not one.is_bystander for one in field.at(there)):
                    found[there] = (*found[here], there)
                    onward.append(there)
        edge = onward

    def far(at: str) -> int:
        return min(sheet.distance(at, field[name].at) for name in prey)

    ends = [one for one in found if one != start and not stacking.is_over(field, one, side, units)]
    if not units[0].charging:  # a charge has to pursue (16.A)
        ends = [one for one in ends if duties.forbids(field, _with_leaders(field, group), (start, one)) is None]
    near = [one for one in ends if far(one) == 1] or [one for one in ends if far(one) < far(start)]
    return {one: found[one] for one in sorted(near, key=lambda one: (len(found[one]), one))}


def _with_leaders(field: Battlefield, names: Sequence[str]) -> tuple[Counter, ...]:
    """Units, and the leaders who go with them."""
    return tuple(field[one] for name in names for one in (name, *leaders.attached_to(field, name)))


def _wish(
    umpire: Umpire[Battlefield],
    group: tuple[str, ...],
    ways: dict[str, tuple[str, ...]],
    wishes: PursuitWishes,
    target: str,
) -> Play[str]:
    """The choice of a pursuit: by the charge, the letter, or an answer."""
    unit = umpire.state[group[0]]
    subject = _subject(umpire.state, group)
    go = tuple(Choice(f"pursue {end}", f"pursue to {end}") for end in ways)
    if unit.charging == target:
        question = Ask(
            unit.side, "pursuit", subject, "A charge pursues: where to?", umpire.state.rule("charge"), go, go[0].key
        )
        return (yield from leaders.ask_one(question))
    if group[0] in wishes.stay:
        umpire.emit(Decided(unit.side, "pursuit", subject, NO, umpire.state.rule("pursuit"), "order"))
        return NO
    if wishes.line_of(group[0]) != NOT_NAMED:
        umpire.emit(Decided(unit.side, "pursuit", subject, go[0].key, umpire.state.rule("pursuit"), "order"))
        return go[0].key
    names = say.several(group)
    question = Ask(
        unit.side,
        "pursuit",
        subject,
        f"All have left {target}.  Do {names} ({unit.at}) try to pursue?",
        umpire.state.rule("pursuit"),
        (Choice(NO, "stay"), *go),
        NO,
        NO,
        (("at", unit.at), ("target", target)),
    )
    return (yield from leaders.ask_one(question))


def _subject(field: Battlefield, group: tuple[str, ...]) -> str:
    """A unit by its name, a whole stack by its hex."""
    if len(group) == 1:
        return group[0]
    unit = field[group[0]]
    apart = any(one.side == unit.side and one.is_mounted is not unit.is_mounted for one in _units_at(field, unit.at))
    return f"{unit.at} {unit.mode}" if apart else unit.at


def _units_at(field: Battlefield, at: str) -> tuple[Counter, ...]:
    return tuple(one for one in field.at(at) if not one.is_leader and not one.is_holder)


def _follows(umpire: Umpire[Battlefield], group: tuple[str, ...]) -> bool:
    field = umpire.state
    at = field[group[0]].at
    if field[group[0]].charging:
        umpire.emit(PursuitTried(group, at, None, True))
        return True
    dice = charts.dice_of(field, "melee", "pursuit")
    roll = umpire.roll(dice, f"pursuit {_subject(field, group)}", umpire.state.rule("pursuit"))
    succeeded = charts.pursues(field, roll.natural)
    umpire.emit(PursuitTried(group, at, roll, succeeded))
    return succeeded


def _move(umpire: Umpire[Battlefield], group: tuple[str, ...], path: tuple[str, ...]) -> tuple[str, ...]:
    with_them = tuple(one for name in group for one in leaders.attached_to(umpire.state, name))
    for start, there in pairwise(path):
        umpire.emit(UnitsPursued((*group, *with_them), start, there))
        _came(umpire, group, there)
    return group


def _came(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Carry out what pursuers and advancers find in a hex, as the title has it: a hill, ponies."""
    for settle in umpire.state.title.rules.advance_settles:
        settle(umpire, names, at)


# Advance


@dataclass(frozen=True, slots=True)
class Advancing(Plan):
    """A legal advance: the units, and the hex that they leave."""

    units: tuple[str, ...] = ()
    start: str = ""
    to: str = ""


@rule("advance after melee")
def plan_advance(field: Battlefield, side: str, letter: str, order: Advance) -> Advancing | Problem:
    """Attackers move into an adjacent hex that was attacked, within stacking (10.H.3).

    Told with the attack, before anybody knows whether the defender leaves; that is looked at when it is carried out.
    """
    problem = not_here(field, side, order.units)
    if problem:
        return problem
    if order.to not in field.sheet.map:
        return Malformed("E121", f"{order.to} is not on the map.", words=order.to)
    units = tuple(field[name] for name in order.units if not field[name].is_leader)
    if not units:
        text = f"Leaders don't advance alone, but with their units: name the units ({field.rule('advance')})."
        return Malformed("E111", text, field.rule("advance"))
    for unit in units:
        problem = _may_not_advance(field, unit, order.to)
        if problem:
            return problem
    starts = dict.fromkeys(unit.at for unit in units)
    if len(starts) != 1:
        where = say.several([f"{unit.name} {unit.at}" for unit in units])
        return Illegal(
            "E165",
            f"Units that advance together stand in one hex; write one line per hex: {where} ({field.rule('advance')}).",
            field.rule("advance"),
        )
    if stacking.is_over(field, order.to, side, units):
        points = stacking.points_with(field, order.to, side, units)
        text = (
            f"{order.to} would hold {points} strength points; the limit is {stacking.LIMIT} "
            f"({field.rule('stacking limit')})."
        )
        return Illegal("E136", text, field.rule("stacking limit"), words=order.to, rests_on=(order.to,))
    problem = duties.forbids(field, _with_leaders(field, [unit.name for unit in units]), (units[0].at, order.to))
    if problem:
        return problem
    notes = ("if the enemy leaves it",) if still_held(field, side, order.to) else ()
    return Advancing(order, notes, units=tuple(unit.name for unit in units), start=units[0].at, to=order.to)


def _may_not_advance(field: Battlefield, unit: Counter, to: str) -> Problem | None:
    name = unit.name
    if not attacked(unit):
        text = f"{name} hasn't attacked this phase: only attackers advance ({field.rule('advance')})."
        return Illegal("E165", text, field.rule("advance"), rests_on=(name,))
    if unit.routed or unit.pinned:
        return Illegal(
            "E165",
            f"{name} is {unit.conditions[0]}: it may not advance ({field.rule('advance')}).",
            field.rule("advance"),
            rests_on=(name,),
        )
    if to not in field.sheet.map.open_neighbours(unit.at):
        return Illegal(
            "E165",
            f"{name} ({unit.at}) is not next to {to} ({field.rule('advance')}).",
            field.rule("advance"),
            words=to,
            rests_on=(name,),
        )
    if to not in attacked_hexes(field):
        text = (
            f"Nobody was attacked in {to}: you can advance only into a hex that a defender has left "
            f"({field.rule('advance')})."
        )
        return Illegal("E165", text, field.rule("advance"), words=to, rests_on=(to,))
    return None


def still_held(field: Battlefield, side: str, to: str) -> Illegal | None:
    """Why nobody advances into a hex after all: the defender has not left it (10.H.3)."""
    enemies = [one for one in field.at(to) if one.side != side and not one.is_bystander]
    if not enemies:
        return None
    text = f"{say.names_of(enemies)} still hold{'s' if len(enemies) == 1 else ''} {to}: no advance ({field.rule('advance')})."
    return Illegal("E165", text, field.rule("advance"), words=to, rests_on=(to, *(one.name for one in enemies)))


def attacked(unit: Counter) -> bool:
    """True if a unit has attacked in this Melee Phase."""
    return bool(unit.attacked)


def attacked_hexes(field: Battlefield) -> frozenset[str]:
    """The hexes that were attacked in this Melee Phase, by units that still live."""
    return frozenset(at for unit in field.units.values() for at in unit.attacked)


def resolve_advance(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Advance, leaders with their units, if the defender has left."""
    if not isinstance(plan, Advancing):
        raise TypeError(f"expected the plan of an advance, found {plan!r}")
    side = umpire.state[plan.units[0]].side
    problem = still_held(umpire.state, side, plan.to)
    if problem:
        if not umpire.is_rehearsing:
            umpire.emit(OrderMoot(side, plan.order, problem))
        return
    with_them = tuple(one for name in plan.units for one in leaders.attached_to(umpire.state, name))
    umpire.emit(UnitsAdvanced((*plan.units, *with_them), plan.start, plan.to))
    _came(umpire, plan.units, plan.to)
    yield from ()


@rule("advance after melee")
def offer_advances(umpire: Umpire[Battlefield], side: str, ordered: tuple[str, ...]) -> Play[None]:
    """After all melees: attackers of whom the letter says nothing (`told` are the others) may advance (10.H.3)."""
    asks, plans = [], []
    field = umpire.state
    fought_over = attacked_hexes(field)
    for start, names in _attackers_by_hex(field, side, ordered).items():
        there = [
            (to, plan)
            for to in field.sheet.map.open_neighbours(start)
            if to in fought_over
            and not still_held(field, side, to)
            and isinstance(plan := plan_advance(field, side, "F", Advance(names, to)), Advancing)
        ]
        if there:
            asks.append(_advance_question(field, side, start, names, tuple(to for to, _ in there)))
            plans.append({f"advance {to}": plan for to, plan in there})
    if not asks:
        return
    answers = yield tuple(asks)
    for legal, answer in zip(plans, answers, strict=True):
        if answer.choice != NO:
            plan = legal[answer.choice]
            again = plan_advance(umpire.state, side, "F", Advance(plan.units, plan.to))
            if isinstance(again, Advancing):
                yield from resolve_advance(umpire, again)


def _attackers_by_hex(field: Battlefield, side: str, ordered: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for unit in field.of(side):
        if attacked(unit) and unit.name not in ordered and not (unit.routed or unit.pinned):
            found[unit.at] = (*found.get(unit.at, ()), unit.name)
    return found


def _advance_question(field: Battlefield, side: str, start: str, names: tuple[str, ...], ends: tuple[str, ...]) -> Ask:
    return Ask(
        side,
        "advance",
        names[0] if len(names) == 1 else start,
        f"Do {say.several(names)} ({start}) advance?",
        field.rule("advance"),
        (Choice(NO, "stay"), *(Choice(f"advance {to}", f"advance to {to}") for to in ends)),
        NO,
        NO,
        (("at", start),),
    )


def plan_no_advance(field: Battlefield, side: str, letter: str, order: NoAdvance) -> Plan | Problem:
    """Units that stay where they are after the melees."""
    return not_here(field, side, order.units) or Plan(order)
