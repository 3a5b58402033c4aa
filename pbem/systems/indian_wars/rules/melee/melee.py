"""The Melee Phase (4.F, 10): one melee after the other, each declared and fought to its end before the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Advance, Melee, NoAdvance, NoPursuit, Pursue
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts, fire
from pbem.systems.indian_wars.rules.melee import early_retreat, melee_results, pursuit
from pbem.systems.indian_wars.rules.melee.melee_modifiers import fight_at, leader_of, modifiers_of
from pbem.systems.indian_wars.rules.melee.pursuit import PursuitWishes
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.morale.losses import CASUALTY_LIMIT
from pbem.systems.indian_wars.rules.movement.modes import short_name
from pbem.systems.indian_wars.rules.retreat import retreat, rout
from pbem.systems.indian_wars.rules.retreat.retreat import RUN_OVER
from pbem.systems.indian_wars.rules.situations import Fight
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.rules.village.circles import is_protected
from pbem.systems.indian_wars.state.combat_events import (
    ChargeEnded,
    MeleeAvoided,
    MeleeDeclared,
    MeleeEnded,
    MeleeResolved,
)
from pbem.systems.indian_wars.state.counter import MANHANDLING, PONY_HOLDER, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import CasualtiesTaken

LINES = {"us": "US", "indian": "Indian"}
COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


@dataclass(frozen=True, slots=True)
class Assault(Plan):
    """A legal melee: the hex attacked and the units that attack it; leaders go in with their units."""

    target: str = ""
    attackers: tuple[str, ...] = ()


# The phase


@rule("melee phase", "melee purpose", "attack declaration", "melee combat")
def melee_phase(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """Melees in the sequence of the orders (ruling A-003), then charges not yet fought, then advances."""
    orders: tuple[Order, ...] = ()
    if could_attack(umpire.state, side):
        orders = yield from acts.ask_orders(umpire.state, side, letter)
    wishes = PursuitWishes(
        tuple(order.units for order in orders if isinstance(order, Pursue)), _named(orders, NoPursuit)
    )

    def resolve(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
        if isinstance(plan, Assault):
            yield from assault(umpire, plan.target, plan.attackers, wishes)

    fights = tuple(order for order in orders if not isinstance(order, Advance | NoAdvance))
    yield from acts.carry_out(umpire, side, letter, fights, acts.plan_own, resolve)
    yield from _remaining_charges(umpire, side, wishes)
    advances = tuple(order for order in orders if isinstance(order, Advance))
    yield from acts.carry_out(umpire, side, letter, advances, pursuit.plan_advance, pursuit.resolve_advance)
    yield from pursuit.offer_advances(umpire, side, (*_named(orders, Advance), *_named(orders, NoAdvance)))


def _named(orders: Sequence[Order], kind: type[Order]) -> tuple[str, ...]:
    return tuple(name for order in orders if isinstance(order, kind) for name in getattr(order, "units", ()))


def could_attack(field: Battlefield, side: str) -> bool:
    """True if any melee would be legal."""
    able = [unit for unit in field.of(side) if _unable(field, unit) is None and _has_had_enough(field, unit) is None]
    near = dict.fromkeys(at for unit in able for at in field.sheet.map.open_neighbours(unit.at) if at in field.stacks)
    return any(
        _column(field, at, tuple(unit.name for unit in able if at in field.sheet.map.open_neighbours(unit.at)))
        for at in near
        if _enemies(field, at, side)
    )


def _enemies(field: Battlefield, at: str, side: str) -> list[Counter]:
    """The enemies of a side who are in a hex; an abandoned train or a camp is nobody (15.B)."""
    return [one for one in field.at(at) if one.side != side and not one.is_unmanned and not is_protected(field, one)]


def _column(field: Battlefield, target: str, attackers: tuple[str, ...]) -> charts.Odds | None:
    fight = fight_at(field, target, attackers)
    return charts.odds_column(field, fight.side, fight.attack, fight.defence)


# The order


@rule("melee eligibility", "attackers start adjacent", "attack is optional", "cliff, melee", "melee purpose")
def plan_melee(field: Battlefield, side: str, letter: str, order: Melee) -> Assault | Problem:
    """An attack of units on all enemies of an adjacent hex, or why there can be none (10.A, 10.B)."""
    problem = not_here(field, side, order.units)
    if problem:
        return problem
    units = tuple(field[name] for name in order.units if not field[name].is_leader)
    problem = next(filter(None, (kinds.forbids(field, unit, kinds.ATTACK) for unit in units)), None)
    problem = problem or _bad_target(field, units, order) or _bad_leader(field, order)
    if problem:
        return problem
    for unit in units:
        problem = _unable(field, unit) or _tied(field, unit, order.target) or _has_had_enough(field, unit)
        if problem:
            return problem
    names = tuple(unit.name for unit in units)
    fight = fight_at(field, order.target, names)
    column = charts.odds_column(field, side, fight.attack, fight.defence)
    if column is None:
        return _too_weak(field, fight, order)
    drm = sum(one.value for one in modifiers_of(fight))
    odds = f"{fight.attack} to {fight.defence}, {LINES[side]} line, column {column.label}"
    odds += f"; {fire.melee_in_words(field, column, drm)}"
    return Assault(order, (odds,), target=order.target, attackers=names)


def _bad_target(field: Battlefield, units: tuple[Counter, ...], order: Melee) -> Problem | None:
    target = order.target
    if not units:
        text = f"Leaders don't attack alone: name the units that attack ({field.rule('attack')})."
        return Malformed("E111", text, field.rule("attack"))
    if target not in field.sheet.map:
        return Malformed("E121", f"{target} is not on the map.", words=target)
    far = tuple(unit for unit in units if target not in field.sheet.map.neighbours(unit.at))
    if far:
        return _not_next_to(field, far, target)
    for unit in units:
        if field.sheet.map.is_blocked(unit.at, target):
            text = f"A cliff runs between {unit.at} and {target}: no melee across it ({field.rule('melee modifiers')})."
            return Illegal("E160", text, field.rule("melee modifiers"), words=target)
    guard = next((one for one in field.at(target) if one.side != units[0].side and is_protected(field, one)), None)
    if guard is not None and not _enemies(field, target, units[0].side):
        clause = field.rule("captives protect")
        text = f"There is no enemy in {target} to attack: {guard.name} guards {guard.guards}, and is spared ({clause})."
        return Illegal("E160", text, clause, words=target, rests_on=(guard.name,))
    bystanders = [one.name for one in field.at(target) if one.side != units[0].side]
    if bystanders and not _enemies(field, target, units[0].side):
        clause = field.rule("attack")
        text = f"There is no enemy in {target} to fight: it holds only {say.several(bystanders)} ({clause})."
        return Illegal("E160", text, clause, words=target, rests_on=(target,))
    if not _enemies(field, target, units[0].side):
        return Illegal(
            "E160",
            f"There is no enemy in {target} ({field.rule('attack')}).",
            field.rule("attack"),
            words=target,
            rests_on=(target,),
        )
    return None


def _not_next_to(field: Battlefield, units: tuple[Counter, ...], target: str) -> Problem:
    """Too far: from where, how far, and who stands next to them (E160)."""
    side = units[0].side
    distance = max(field.sheet.map.distance(unit.at, target) for unit in units)
    many = len(units) > 1
    names = say.several([short_name(unit) for unit in units]) if many else units[0].name
    where = say.several(list(dict.fromkeys(unit.at for unit in units)))
    away = "hexes away" if distance else ""
    far = f"{COUNTS.get(distance, str(distance))} {away}" if distance > 1 else "in it"
    text = (
        f"{names} ({where}) {'are' if many else 'is'} not next to {target} ({field.rule('attack')}): "
        f"{'they are' if many else 'it is'} {far}."
    )
    near = dict.fromkeys(at for unit in units for at in field.sheet.map.open_neighbours(unit.at))
    enemies = [f"{at} ({_called(field, at, side)})" for at in near if _enemies(field, at, side)]
    if enemies:
        text += f" Next to {'them' if many else 'it'} with an enemy: {', '.join(enemies)}."
    return Illegal("E160", text, field.rule("attack"), words=target, rests_on=tuple(unit.name for unit in units))


def _called(field: Battlefield, at: str, side: str) -> str:
    units = _enemies(field, at, side)
    names = [one.name for one in units if not one.is_leader and one.kind != PONY_HOLDER]
    return say.several(names) if names else "pony holders" if any(one.is_holder for one in units) else "leaders"


def _bad_leader(field: Battlefield, order: Melee) -> Problem | None:
    for name in order.units:
        leader = field[name]
        if leader.is_leader and leader.attached_to not in order.units:
            text = (
                f"{name} is with {leader.attached_to or 'no unit'}; a leader helps in melee only with "
                f"the unit that they are with ({field.rule('attachment')})."
            )
            return Illegal("E161", text, field.rule("attachment"), words=name, rests_on=(name,))
    return None


@rule(
    "pack trains never attack",
    "move on after a strike",
    "never attack",
    "pin: no attack",
    "prone in melee",
    "no fire or attack",
    "holder without horses",
    "manhandling unit",
)
def _unable(field: Battlefield, unit: Counter) -> Problem | None:
    """Why a unit attacks nobody at all now (10.B)."""
    name = unit.name
    problem = kinds.forbids(field, unit, kinds.ATTACK)
    if problem:
        return problem
    state = "pinned" if unit.pinned else "routed" if unit.routed else "prone" if unit.mode == PRONE else ""
    if state:
        text = f"{name} is {state}: it may not attack in melee ({field.rule('limits on attacks')})."
        return Illegal("E161", text, field.rule("limits on attacks"), words=name, rests_on=(name,))
    if any(one.occasion == MANHANDLING for one in unit.shot_in):
        text = f"{name} manhandled a gun in this player turn, and does nothing else ({field.rule('manhandling unit')})."
        return Illegal("E161", text, field.rule("manhandling unit"), words=name, rests_on=(name,))
    if unit.has_struck:
        text = f"{name} hit and ran in phase C: it can't attack this player turn ({field.rule('hit and run')})."
        return Illegal("E161", text, field.rule("hit and run"), words=name, rests_on=(name,))
    if unit.attacked:
        return Illegal(
            "E164",
            f"{name} has already attacked this phase ({field.rule('attack')}).",
            field.rule("attack"),
            words=name,
            rests_on=(name,),
        )
    return None


@rule("advance fire ties the target", "stack one target", "charge must fight")
def _tied(field: Battlefield, unit: Counter, target: str) -> Problem | None:
    """The tie of a unit to another target: its advance fire, its charge, or its stack's attack (10.B, 16.A)."""
    name = unit.name
    if unit.advance_fired_at not in ("", target):
        text = (
            f"{name} fired into {unit.advance_fired_at} in phase E: it may attack that hex only "
            f"({field.rule('limits on attacks')})."
        )
        return Illegal("E163", text, field.rule("limits on attacks"), words=target, rests_on=(name,))
    if unit.charging not in ("", target):
        text = f"{name} charges {unit.charging}: it must attack that hex ({field.rule('charge')})."
        return Illegal("E163", text, field.rule("charge"), words=target, rests_on=(name,))
    for one in field.at(unit.at):
        other = next(iter(one.attacked), target)
        if one.side == unit.side and other != target:
            text = (
                f"{one.name} from the same hex attacked {other}: a stack can attack only one hex "
                f"({field.rule('limits on attacks')})."
            )
            return Illegal("E163", text, field.rule("limits on attacks"), words=target, rests_on=(name, one.name))
    return None


@rule("casualty limit ends attacks")
def _has_had_enough(field: Battlefield, unit: Counter) -> Problem | None:
    """By the optional casualty limit Indians who lost so much attack only beside a leader (16.F)."""
    most = int(field.sheet.charts["special"]["indian_casualty_limit"]["melee_ban_at"])
    if CASUALTY_LIMIT not in field.options or unit.side != "indian" or field.lost.get("indian", 0) < most:
        return None
    if any(one.is_leader and one.side == unit.side for one in field.at(unit.at)):
        return None
    text = (
        f"The Indian side has lost {field.lost['indian']} points: {unit.name} attacks only beside a leader "
        f"({field.rule('casualty limit')})."
    )
    return Illegal("E161", text, field.rule("casualty limit"), rests_on=(unit.name,))


@rule("melee odds")
def _too_weak(field: Battlefield, fight: Fight, order: Melee) -> Problem:
    lowest = charts.odds_columns(field, fight.side)[0].label
    text = (
        f"{fight.attack} against {fight.defence} is less than {lowest}, the lowest odds of the {LINES[fight.side]} line:"
        f" no attack ({field.rule('attack')})."
    )
    enemies = tuple(one.name for one in fight.defenders)
    return Illegal(
        "E162", text, field.rule("attack"), words=order.target, rests_on=(order.target, *order.units, *enemies)
    )


def resolve_melee(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Fight the melee of a plan; of pursuit its letter said nothing."""
    if not isinstance(plan, Assault):
        raise TypeError(f"expected the plan of a melee, found {plan!r}")
    yield from assault(umpire, plan.target, plan.attackers, PursuitWishes())


# One melee


@rule("melee order", "retreat option", "announce target", "renewed melee", "lone leader overrun")
def assault(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...], wishes: PursuitWishes) -> Play[None]:
    """Declaration, retreat before melee, then the fight, or pursuit of those who all got away (10.H)."""
    _declare(umpire, target, attackers, renewed=False)
    declared = attackers
    for begin in umpire.state.title.rules.melee_begins:
        attackers = yield from begin(umpire, target, attackers)
    fought: tuple[str, ...] = ()
    if attackers:
        fought = yield from _carry_on(umpire, target, attackers, wishes)
    else:
        umpire.emit(MeleeEnded(target, declared, held=True))
    charged = tuple(name for name in declared if name in umpire.state and umpire.state[name].charging)
    if charged:
        umpire.emit(ChargeEnded(charged))
    yield from _aftermath(umpire, target, declared, fought)


def _aftermath(
    umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...], fought: tuple[str, ...]
) -> Play[None]:
    """Carry out the further effects of a melee; `fought` are those who did not part before it."""
    rules = umpire.state.title.rules
    for settle in rules.melee_settles:
        settle(umpire, target, attackers)
    for look in rules.combat_settles:
        look(umpire, fought)
    for offer in rules.attack_offers:
        yield from offer(umpire, attackers[0], target)


def _carry_on(
    umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...], wishes: PursuitWishes
) -> Play[tuple[str, ...]]:
    """Retreat before melee, then the fight or the pursuit: who fought."""
    side = umpire.state[attackers[0]].side
    fled = yield from early_retreat.offer(umpire, target, attackers)
    if _is_swept(umpire.state, target, side):
        retreat.sweep(umpire, target, attackers)
    enemies = _enemies(umpire.state, target, side)
    if any(not one.is_bystander for one in enemies):
        return (yield from _fight(umpire, target, attackers))
    if enemies:
        umpire.emit(MeleeEnded(target, attackers, held=False))
        return attackers
    umpire.emit(MeleeAvoided(target, attackers))
    moved = yield from pursuit.pursue(umpire, target, attackers, fled, wishes)
    return (yield from _renew(umpire, moved, fled))


def _is_swept(field: Battlefield, target: str, side: str) -> bool:
    """True if only leaders and pony holders are left to attack: they are lost without a roll (10.I.4, 12.E.5)."""
    return all(one.kind in RUN_OVER for one in _enemies(field, target, side) if not one.is_bystander)


def _declare(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...], *, renewed: bool) -> None:
    fight = fight_at(umpire.state, target, attackers)
    with_them = tuple(one for name in attackers for one in leaders.attached_to(umpire.state, name))
    defenders = tuple(one.name for one in fight.defenders)
    umpire.emit(MeleeDeclared(target, attackers, fight.attack_from, with_them, defenders, renewed))


@rule("renewed melee", "melee eligibility")
def _renew(umpire: Umpire[Battlefield], pursuers: tuple[str, ...], fled: tuple[str, ...]) -> Play[tuple[str, ...]]:
    """Pursuers next to those who got away may attack again; there is no second retreat before it (10.H.2)."""
    fought: tuple[str, ...] = ()
    for name in fled:
        field = umpire.state
        if name not in field:
            continue
        target = field[name].at
        near = tuple(
            one
            for one in pursuers
            if one in field
            and target in field.sheet.map.open_neighbours(field[one].at)
            and not _fought(field[one], target)
        )
        able = tuple(one for one in near if not (field[one].routed or field[one].pinned))
        if not able or _column(field, target, able) is None:
            continue
        pursuers = tuple(one for one in pursuers if one not in able)
        answer = yield from leaders.ask_one(_renewal(field, able, target))
        if answer == "melee":
            _declare(umpire, target, able, renewed=True)
            fought += yield from _fight(umpire, target, able)
    return fought


def _fought(unit: Counter, target: str) -> bool:
    return target in unit.attacked


def _renewal(field: Battlefield, able: tuple[str, ...], target: str) -> Ask:
    fight = fight_at(field, target, able)
    return Ask(
        fight.side,
        "renewed melee",
        target,
        f"{say.several(able)} stand next to {say.names_of(fight.defenders)} ({target}): attack again?",
        field.rule("pursuit"),
        (Choice("melee", f"attack {target}"), Choice("no", "leave them")),
        "melee",
        "no",
        (("odds", f"{fight.attack}:{fight.defence}"), ("role", "attacker"), ("at", target)),
    )


@rule("melee strengths", "melee odds", "melee table headers", "melee roll", "disrupted after a charge")
def _fight(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...]) -> Play[tuple[str, ...]]:
    """Odds, roll, and what comes of it (10.A): who fought."""
    field = umpire.state
    first = len(umpire.events)
    fight = fight_at(field, target, attackers)
    column = charts.odds_column(field, fight.side, fight.attack, fight.defence)
    charged = tuple(name for name in attackers if field[name].charging == target)
    defenders = tuple(one.name for one in fight.defenders)
    before = {one.name: one.strength for one in (*fight.attackers, *fight.defenders)}
    if column is not None:
        dice = charts.dice_of(field, "melee", "melee_results")
        roll = umpire.roll(dice, f"melee {target}", umpire.state.rule("attack"), modifiers_of(fight))
        row, attacker, defender = charts.melee_result(field, roll.total, column)
        leading = tuple(leader_of(field, units) for units in (fight.attackers, fight.defenders))
        umpire.emit(
            MeleeResolved(
                target,
                fight.attacking,
                fight.defending,
                Fraction(fight.attack),
                Fraction(fight.defence),
                LINES[fight.side],
                column.label,
                roll,
                row,
                attacker,
                defender,
                *(one.name if one else "" for one in leading),
            )
        )
        yield from melee_results.apply(umpire, target, attackers, defenders, attacker, defender)
    melee_results.settle(umpire, charged, defenders)
    losses_here = tuple(event for event in umpire.events[first:] if isinstance(event, CasualtiesTaken))
    us_lost = any(event.why == "melee" and event.to == "indian" for event in losses_here)
    yield from resupply.offer(umpire, (*attackers, *defenders), target, us_lost)
    held = any(
        name in umpire.state and umpire.state[name].at == target and not umpire.state[name].abandoned
        for name in defenders
    )
    umpire.emit(MeleeEnded(target, attackers, held))
    yield from rout.offer(umpire, before, "has fought")
    return (*attackers, *defenders)


@rule("charge must fight", "attack is optional")
def _remaining_charges(umpire: Umpire[Battlefield], side: str, wishes: PursuitWishes) -> Play[None]:
    """Charges must be fought: those of which the letter says nothing are declared now (16.A); an empty hex ends one (A-061)."""
    targets = dict.fromkeys(unit.charging for unit in umpire.state.of(side) if unit.charging)
    for target in targets:
        charging = tuple(unit.name for unit in umpire.state.of(side) if unit.charging == target)
        if not charging:
            continue
        planned = plan_melee(umpire.state, side, "F", Melee(charging, target))
        if isinstance(planned, Assault):
            with umpire.act(side, f"{say.together(charging)} melee {target}"):
                yield from assault(umpire, target, planned.attackers, wishes)
        else:
            umpire.emit(ChargeEnded(charging))
