"""Modes (8): mounting, dismounting, lying down, and the holders who stay with the mounts."""

import math
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.clause import rule
from pbem.core.order import Illegal, Moot, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import ChangeMode
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.rules.movement.mobility import left, limit, spent_of
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.state.counter import (
    CAMP,
    DISMOUNTED,
    HOLDER_OF,
    HOLDERS,
    HQ,
    LEADER,
    MODES,
    MOUNTED,
    PACK_PERSONNEL,
    PACK_TRAIN,
    PRONE,
    VILLAGERS,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import HoldersPlaced, HoldersTaken, ModeChanged

ALWAYS_ON_FOOT = (*HOLDERS, PACK_TRAIN, PACK_PERSONNEL, CAMP, VILLAGERS)
VERB = {MOUNTED: "mount", DISMOUNTED: "dismount", PRONE: "prone"}


@dataclass(frozen=True, slots=True)
class ModeChange(Plan):
    """A legal change of mode: its MPs, what the holder's walk costs besides, the holder taken up or left, horses abandoned."""

    cost: int = 0
    penalty: int = 0
    takes: str = ""
    leaves: str = ""
    abandons: bool = False


@rule("mode change", "modes by unit", "three modes", "prone meaning", "HQ as unit", "HQ mode")
def plan_change(
    field: Battlefield, side: str, letter: str, order: ChangeMode, *, pays: bool = True
) -> ModeChange | Problem:
    """The cost of a change of mode, or why not (8.D); without `pays` it is counted in hexes of a rout (10.J.1)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit = field[order.unit]
    problem = None
    if pays:
        problem = held(field, unit, act=order.mode) if unit.fired == "full" or not unit.routed else _routed(field, unit)
    problem = problem or _never(field, unit, order) or _disrupted_or_apart(field, unit, order)
    problem = problem or (_evades(field, unit, order) if pays else None)
    if problem:
        return problem
    cost = 0 if unit.kind == HQ or not pays else field.sheet.ground.change_mode
    if left(unit) < cost:
        text = (
            f"{unit.name} has {left(unit)} MP left; to {VERB[order.mode]} takes {cost} ({field.rule('mode change')})."
        )
        return Illegal("E130", text, field.rule("mode change"), rests_on=(unit.name,))
    if order.mode == MOUNTED:
        return _mounting(field, unit, order, cost)
    leaves, abandons = holders_left(field, unit) if unit.is_mounted else ("", False)
    after = unit.but(mode=order.mode, spent=unit.spent + cost)
    return ModeChange(order, (spent_of(field, after),), (), cost, 0, "", leaves, abandons)


@rule("recover first")
def _routed(field: Battlefield, unit: Counter) -> Problem:
    text = f"{unit.name} is routed: it must rally before it may change mode ({field.rule('mode change')})."
    return Illegal("E133", text, field.rule("mode change"), rests_on=(unit.name,))


def _evades(field: Battlefield, unit: Counter, order: ChangeMode) -> Problem | None:
    """Why a unit that must go somewhere may only mount or get up for it, and do nothing else first (ruling
    A-132)."""
    gets_up = order.mode == DISMOUNTED and unit.mode == PRONE
    return None if order.mode == MOUNTED or gets_up else duties.comes_first(field, unit)


@rule("always dismounted", "holder without horses")
def _never(field: Battlefield, unit: Counter, order: ChangeMode) -> Problem | None:
    """Changes that this kind of counter does not make, whatever the position."""
    if unit.kind in ALWAYS_ON_FOOT and not (unit.is_holder and not unit.has_mounts and order.mode != MOUNTED):
        return Illegal("E138", f"{unit.name} is always dismounted ({field.rule('modes')}).", field.rule("modes"))
    if unit.kind == LEADER:
        return Illegal(
            "E138",
            f"{unit.name} is a leader: leaders move in any mode and never change mode ({field.rule('movement of leaders')}).",
            field.rule("movement of leaders"),
        )
    if order.mode not in MODES:
        return Illegal(
            "E138",
            f"{order.mode!r} is not a mode; the modes are mounted, dismounted and prone ({field.rule('modes')}).",
            field.rule("modes"),
        )
    if unit.is_gun and (order.mode == MOUNTED or unit.is_mounted):
        verb = "unlimber" if unit.is_mounted else "limber"
        text = f"{unit.name} is a gun: it is limbered and unlimbered ({field.rule('gun modes')})."
        return Illegal("E138", text, field.rule("gun modes"), (f"{unit.name} {verb}",))
    if order.mode == MOUNTED and not unit.printed.mounts:
        return Illegal("E138", f"{unit.name} has no mounts ({field.rule('modes')}).", field.rule("modes"))
    if order.mode == unit.mode:
        return Moot("E138", f"{unit.name} is already {unit.mode}.", field.rule("mode change"), rests_on=(unit.name,))
    return None


def short_name(unit: Counter) -> str:
    """``G/3`` for ``G/3 Cav``: as a player would write it in a line with several orders."""
    return unit.name.partition(" ")[0] if "/" in unit.name else unit.name


@rule("mount requirements", "mule-mounted units")
def _disrupted_or_apart(field: Battlefield, unit: Counter, order: ChangeMode) -> Problem | None:
    """Good order first, and mounts in the hex: what is missing, and the lines that would correct it (8.D.1, 8.D.2.b)."""
    apart = order.mode == MOUNTED and _is_apart(field, unit)
    if not unit.disrupted and not apart:
        return None
    verb, recover = VERB[order.mode], field.sheet.ground.recover
    nearest = nearest_mounts(field, unit) if apart else None
    if apart and nearest is None:
        text = (
            f"{unit.name} has no {unit.printed.mounts} holders on the map to mount from ({field.rule('mounting up')})."
        )
        return Illegal("E137", text, field.rule("mounting"), rests_on=(unit.name,))
    if not apart:
        text = (
            f"{unit.name} is disrupted: it must recover first ({field.rule('recovery')}, {recover} MP).  Write it in "
            "this order:"
        )
        return Illegal("E137", text, field.rule("recovery"), (f"{unit.name} recover; {verb}",), rests_on=(unit.name,))
    if nearest is None:
        raise AssertionError("holders were found above")
    mounts = "ponies" if unit.printed.mounts == "pony" else unit.printed.mounts + "s"
    holders = "its holders are" if nearest.name == unit.printed.holders else f"the nearest, {nearest.name}, are"
    where = f"{holders} in {nearest.at}, not in {unit.at}"
    first = f"recover first ({field.rule('recovery')}, {recover} MP) and " if unit.disrupted else ""
    is_so = f"is disrupted and {where}" if unit.disrupted else f"cannot mount: {where}"
    text = f"{unit.name} {is_so}: it must {first}meet its {mounts} ({field.rule('mounting up')})."
    recovering = f"{short_name(unit)} recover; " if unit.disrupted else f"{short_name(unit)} "
    rests_on = (unit.name, nearest.name)
    if unit.at not in field.sheet.map.open_neighbours(nearest.at):
        return Illegal("E137", text, field.rule("mounting"), rests_on=rests_on)
    line = f"{nearest.name} move {nearest.at}-{unit.at}; {recovering}{verb}"
    return Illegal("E137", f"{text}  Write it in this order:", field.rule("mounting"), (line,), rests_on=rests_on)


def _is_apart(field: Battlefield, unit: Counter) -> bool:
    """True if a unit whose mounts are held has none of them in its hex."""
    return unit.printed.mounts in HOLDER_OF and unit.kind != HQ and not mounts_here(field, unit)


def may_find_mounts(field: Battlefield, unit: Counter) -> bool:
    """True if a unit on foot has mounts at hand, at a first look: for who only wants to know, not why."""
    return not unit.is_mounted and not _is_apart(field, unit)


@rule("HQ holder", "holder without horses", "ponies off", "use of ponies")
def mounts_here(field: Battlefield, unit: Counter) -> Counter | None:
    """Holders with mounts of the unit's kind in its hex: its own before others (8.D.2.b; ruling A-031).

    Of several, those that walked least come first.
    """
    kind = HOLDER_OF.get(unit.printed.mounts)
    here = [one for one in field.at(unit.at) if one.kind == kind and one.side == unit.side and one.has_mounts]
    return min(here, key=lambda one: (one.spent, one.name != unit.printed.holders), default=None)


def nearest_mounts(field: Battlefield, unit: Counter) -> Counter | None:
    """The unit's own holders if they have mounts, else the nearest of the kind."""
    kind = HOLDER_OF.get(unit.printed.mounts)
    found = [one for one in field.of(unit.side) if one.kind == kind and one.has_mounts]
    distance = field.sheet.map.distance
    return min(found, key=lambda one: (one.name != unit.printed.holders, distance(one.at, unit.at)), default=None)


@rule("mount cost", "mount penalty", "mount example", "fractions")
def _mounting(field: Battlefield, unit: Counter, order: ChangeMode, cost: int) -> ModeChange:
    """Mount: each MP that the holder spent costs a quarter of what is left, rounded down at the end (rulings A-022, A-023)."""
    after = unit.but(mode=MOUNTED, spent=unit.spent + cost)
    holders = mounts_here(field, unit) if unit.kind != HQ else None
    if holders is None:
        return ModeChange(order, (spent_of(field, after),), (), cost)
    remaining = mount_remainder(left(after), holders.spent, Fraction(field.sheet.ground.mount_penalty))
    penalty = left(after) - remaining
    return ModeChange(
        order, (spent_of(field, after.but(spent=after.spent + penalty)),), (), cost, penalty, holders.name
    )


def mount_remainder(mps: int, holder_spent: int, share: Fraction) -> int:
    """The MPs that remain of `mps` after mounting from holders who spent `holder_spent` (8.D.2.b): 3 and 2 leave 1."""
    return math.floor(max(mps - mps * share * holder_spent, Fraction(0)))


@rule(
    "holders deployed",
    "holders lose one point",
    "holders are combat units",
    "scouts exempt",
    "dismount procedure",
    "one-point unit",
    "pony holders left",
    "mounted to prone",
    "one-point cavalry",
)
def holders_left(field: Battlefield, unit: Counter) -> tuple[str, bool]:
    """The holders' counter that a unit leaves when it dismounts, "" for none; and whether it must abandon its horses.

    Scouts leave none; the HQ goes without (ruling A-032).  A company of one point abandons its horses (8.D.2.a, A-142).
    """
    kind = HOLDER_OF.get(unit.printed.mounts)
    if kind is None or unit.kind == HQ:
        return "", False
    if unit.printed.cf_dismounted - unit.casualties < 1:
        return "", True
    free = [one for one in field.sheet.roster.values() if one.kind == kind and one.name not in field]
    own = [one.name for one in free if one.name == unit.printed.holders]
    # Counters are anonymous: if others hold under its name, those whose company mounted on them are free.
    return (own or [one.name for one in free] or [""])[0], False


@rule("move on after dismounting", "dismounted side")
@rule("lost horses pointer")
def resolve_change(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Flip the counter, pay, and leave or take up the holders."""
    if not isinstance(plan, ModeChange) or not isinstance(plan.order, ChangeMode):
        raise TypeError(f"expected the plan of a change of mode, found {plan!r}")
    change(umpire, plan.order.unit, plan.order.mode, plan)
    if plan.abandons:
        horses.give_up(umpire, plan.order.unit, "nobody is left to hold them")
    yield from ()


def change(umpire: Umpire[Battlefield], name: str, mode: str, how: ModeChange) -> None:
    """Let a unit change its mode as `how` says."""
    unit = umpire.state[name]
    if how.takes:
        umpire.emit(HoldersTaken(how.takes, name))
    umpire.emit(ModeChanged(name, unit.mode, mode, how.cost, how.penalty, how.abandons))
    if how.leaves:
        umpire.emit(HoldersPlaced(how.leaves, name, unit.at))


@rule("US mounted pin", "mounted US pinned")
def dismount_by_force(umpire: Umpire[Battlefield], name: str) -> None:
    """A mounted unit dismounts where it stands, for no MPs, and leaves holders (8.A, 9.D.2; ruling A-033).

    Who must abandon its horses does; the Lost Horses roll is the caller's (ruling A-131).
    """
    unit = umpire.state[name]
    leaves, abandons = holders_left(umpire.state, unit)
    order = ChangeMode(name, DISMOUNTED)
    change(umpire, name, DISMOUNTED, ModeChange(order, leaves=leaves, abandons=abandons))


def could_act(unit: Counter) -> bool:
    """True if a unit has MPs for anything in this phase."""
    return limit(unit) > 0 and not unit.pinned and not unit.routed and not unit.stopped
