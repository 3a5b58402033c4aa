"""Charges: declaration and check, the way to two inches, reaction fire, and the last two inches.  MR-1.5 to MR-1.8."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.systems.miniatures.geometry import corner, cross, direction, way
from pbem.systems.miniatures.orders.records import Place
from pbem.systems.miniatures.rules.fighting import can_fire, fight, fire, meeting, pairs, volley
from pbem.systems.miniatures.rules.ground import between, toward
from pbem.systems.miniatures.rules.layout import figures, ground_of
from pbem.systems.miniatures.rules.morale import check, suffer
from pbem.systems.miniatures.rules.moving import allowance, charge_walk
from pbem.systems.miniatures.rules.walking import CHARGE_HALT, Walk
from pbem.systems.miniatures.state.events import ChargeBegan, ChargeEnded, UnitMoved
from pbem.systems.miniatures.state.tabletop import Tabletop, Unit

FIRE, HOLD, PRESS, HALT, CENTRE, FLANK = "fire", "hold", "press", "halt", "centre", "flank"


def is_in_front(attacker: Unit, target: Unit) -> bool:
    """True if a target is taken in front: at most half of the attacker's front rank stands behind the line of its front (of all
    segments of a bent one).
    """
    edges = ground_of(target).fronts
    front = [at for _, rank, at in figures(attacker) if rank == 0]
    behind = sum(all(cross(way(left, right), way(left, at)) < 0 for left, right in edges) for at in front)
    return 2 * behind <= len(front)


def takes_in_front(umpire: Umpire[Tabletop], name: str, other: str) -> bool:
    """True if a unit takes an enemy in front: its target as the two stood when the charge began, however the target has turned
    since; any other that it meets as they stand now.
    """
    began = next((one for one in reversed(umpire.events) if isinstance(one, ChargeBegan) and one.unit == name), None)
    if began is not None and began.target == other:
        return began.in_front
    return is_in_front(umpire.state.units[name], umpire.state.units[other])


@rule("MR-4.2", "MR-6.1")
def begin_charge(umpire: Umpire[Tabletop], name: str, target: str, via: tuple[Place, ...]) -> None:
    """A charge operation: the charger's check, then its first move with the bonus.  MR-4.2, MR-6.1, B-220."""
    table = umpire.state
    bonus = not table.units[name].charged  # of whom charges a second enemy the first charge had it
    umpire.emit(ChargeBegan(name, target, is_in_front(table.units[name], table.units[target])))
    margin = check(umpire, name, "to charge")
    if margin:
        umpire.emit(ChargeEnded(name, "it refuses"))
        suffer(umpire, name, margin)
        return
    _advance(umpire, name, via, allowance(umpire.state.units[name], charge=bonus))


def close_up(umpire: Umpire[Tabletop], name: str) -> None:
    """A further move of a charger, without the bonus.  B-208."""
    unit = umpire.state.units[name]
    _advance(umpire, name, (), allowance(unit) + unit.spare)


def _advance(umpire: Umpire[Tabletop], name: str, via: tuple[Place, ...], paid: int) -> None:
    table = umpire.state
    unit = table.units[name]
    target = table.units.get(unit.charging)
    if target is None:
        umpire.emit(ChargeEnded(name, f"{unit.charging} is gone"))
        return
    found = charge_walk(table, unit, target, via, paid)
    spare = found.left if between(found.unit, target).within(CHARGE_HALT) else 0
    umpire.emit(UnitMoved(name, "charge", tuple(found.path), found.unit.facing, found.used, found.halt, spare))


def chargers_of(table: Tabletop, target: Unit) -> list[Unit]:
    """The units that have charged a target: those that came within two inches of it.  B-208."""
    return [
        one
        for one in table.enemies(target.side)
        if one.charged and one.charging == target.name and between(one, target).within(CHARGE_HALT)
    ]


@rule("MR-1.6", "MR-2.6", "MR-6.1")
def stand_and_shoot(umpire: Umpire[Tabletop], order: list[str]) -> Play[None]:
    """The other side's checks and reaction fire.  MR-1.6, MR-2.6, B-209, B-220, B-227, B-237."""
    table = umpire.state
    ready: list[tuple[str, str]] = []
    for unit in table.of(table.scenario.enemy(table.acting)):
        chargers = sorted(chargers_of(table, unit), key=lambda one: order.index(one.name))
        if not (chargers or unit.hits or unit.shelled):
            continue
        fronts = {one.name: takes_in_front(umpire, one.name, unit.name) for one in chargers}
        margin = check(umpire, unit.name, "to stand", chargers, flank=not all(fronts.values()))
        if margin:
            suffer(umpire, unit.name, margin)
            continue
        in_front = [one for one in chargers if fronts[one.name]]
        if in_front:
            ready.append((unit.name, min(in_front, key=lambda one: between(unit, one)).name))
    ready = [one for one in ready if _can_shoot(table, *one)]
    asks = [_reaction(umpire.state, *one) for one in ready]
    answers = yield from ask_all(asks)
    for (name, charger), answer in zip(ready, answers, strict=True):
        if answer.choice == FIRE and _can_shoot(umpire.state, name, charger):
            fire(umpire, name, charger, reaction=True)


def _can_shoot(table: Tabletop, name: str, charger: str) -> bool:
    """True if a unit that stands can fire at its charger: one that has no figure to do it keeps its load and its point."""
    if not {name, charger} <= set(table.units):
        return False
    unit = table.units[name]
    return not can_fire(unit) and bool(volley(table, unit, table.units[charger]).dice)


def _reaction(table: Tabletop, name: str, charger: str) -> Ask:
    by = table.units[charger]
    choices = (Choice(FIRE, "fire; the point is taken from your next phase"), Choice(HOLD, "hold fire"))
    facts = (
        ("mounted", "yes" if by.mounted else "no"),
        ("by", charger),
        ("figures", str(table.units[name].figures)),
        ("owing", "yes" if table.units[name].owed else "no"),
    )
    prompt = f"{charger} charges {name} in front: does it fire?"
    return Ask(table.units[name].side, "reaction fire", name, prompt, "MR-2.6", choices, FIRE, HOLD, facts, quiet=True)


@rule("MR-1.7")
def charge_on(umpire: Umpire[Tabletop], order: list[str]) -> None:
    """The acting side's checks of chargers that were hit; a failure ends the charge.  MR-1.7."""
    for name in order:
        unit = umpire.state.units.get(name)
        if unit is None or not unit.charged or not (unit.hits or unit.shelled) or not unit.charging:
            continue
        margin = check(umpire, name, "to charge on")
        if margin:
            umpire.emit(ChargeEnded(name, "its check failed"))
            suffer(umpire, name, margin)


@rule("MR-1.8")
def press_home(umpire: Umpire[Tabletop], order: list[str]) -> Play[None]:
    """Contact and melees, one charger after the other in the order of the letter.  MR-1.8, B-236, B-237."""
    table = umpire.state
    able = [name for name in order if name in table.units and table.units[name].charging]
    asks = [_contact(umpire.state, name) for name in able if table.units[name].charged and table.units[name].spare]
    answers = yield from ask_all(asks)
    halted = {ask.subject for ask, answer in zip(asks, answers, strict=True) if answer.choice == HALT}
    for name in able:
        unit = umpire.state.units.get(name)
        if unit is None or not unit.charging:
            continue
        if name in halted:
            umpire.emit(ChargeEnded(name, "it halts by order"))
            continue
        came_from = unit.at if unit.charged else corner(unit.at, unit.facing, 0, CHARGE_HALT)
        opponent = close_in(umpire, name) if unit.charged else _still_met(umpire, name)
        if opponent:
            at_flank = yield from _doubles_at_flank(umpire, name, opponent)
            in_front = takes_in_front(umpire, name, opponent)
            fight(umpire, name, opponent, came_from, in_front=in_front, flank_double=at_flank)


@rule("MR-7.2")
def _doubles_at_flank(umpire: Umpire[Tabletop], name: str, other: str) -> Play[bool]:
    """Ask the side with more figures in a melee if it doubles up from the flank inward; nobody is asked where it's all one."""
    units = umpire.state.units
    counts = meeting(units[name], units[other])
    sizes = [max(pair) for pair in pairs(*counts)]
    if len(set(sizes)) == 1:
        return False
    more = units[name if counts[0] > counts[1] else other]
    choices = (Choice(CENTRE, "double up in the centre first"), Choice(FLANK, "double up at the flank first"))
    prompt = f"{more.name} has more figures in the melee: where do they double up?"
    ask = Ask(more.side, "double", more.name, prompt, "MR-7.2", choices, CENTRE, CENTRE, quiet=True)
    (answer,) = yield from ask_all([ask])
    return answer.choice == FLANK


def _contact(table: Tabletop, name: str) -> Ask:
    unit = table.units[name]
    target = table.units.get(unit.charging)
    choices = (Choice(PRESS, "press home"), Choice(HALT, "halt two inches off"))
    facts = (("figures", str(unit.figures)), ("enemy", str(target.figures if target is not None else 0)))
    prompt = f"{name} is two inches from {unit.charging}: does it press home?"
    return Ask(unit.side, "contact", name, prompt, "MR-1.8", choices, PRESS, HALT, facts, quiet=True)


def _still_met(umpire: Umpire[Tabletop], name: str) -> str:
    """The enemy into contact with whom a unit has walked, "" if it has gone away again or the enemy has fallen back."""
    unit = umpire.state.units[name]
    other = umpire.state.units.get(unit.charging)
    if other is None or (other.fled and not between(unit, other).within(1)):
        return ""
    return other.name if _last_move(umpire, name).how == "contact" else ""


def _last_move(umpire: Umpire[Tabletop], name: str) -> UnitMoved:
    return next(one for one in reversed(umpire.events) if isinstance(one, UnitMoved) and one.unit == name)


def close_in(umpire: Umpire[Tabletop], name: str) -> str:
    """Move a charger straight ahead with what it has left; the enemy unit that it meets, "" for none.

    A target that was disordered has drawn together, maybe further off than two inches, and stands.  Where the target is gone
    or has fallen back, the charger goes on to where it stood, two inches off: somebody else may be in that way.  B-236.
    """
    table = umpire.state
    unit = table.units[name]
    walk = Walk(table, unit, unit.spare, near_enemy=0)
    target = table.units.get(unit.charging)
    gone = _gone(unit, target)
    if not gone and target is not None:
        walk.straight(toward(unit, target), min(4 * CHARGE_HALT, unit.spare // 48))
    elif len(_last_move(umpire, name).path) > 1:
        walk.straight(direction(unit.facing), min(CHARGE_HALT, unit.spare // 48))
    if len(walk.path) > 1 or walk.blocked_by:
        umpire.emit(UnitMoved(name, "contact", tuple(walk.path), walk.unit.facing, walk.used, walk.halt))
    met = table.units.get(walk.blocked_by)
    if met is not None and met.side != unit.side and walk.halt == f"contact with {met.name}":
        return met.name
    if not walk.halt.startswith("contact"):
        umpire.emit(ChargeEnded(name, gone or walk.halt or "it has not movement enough"))
    return ""


def _gone(unit: Unit, target: Unit | None) -> str:
    """The fate of a charger's target, "" if it stands to be met."""
    if target is None:
        return f"{unit.charging} is gone"
    if target.fled and not between(unit, target).within(CHARGE_HALT):
        return f"{target.name} has fallen back"
    return ""
