"""Fire out of turn (9.F, 9.G): opportunity fire at units that leave a ZOC, retreat fire at units that are driven into one."""

from collections.abc import Iterable

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Problem
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rules.fire import fire, shot
from pbem.systems.indian_wars.rules.guns import gun_fire, gunnery
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.retreat import rout
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.counter import CANNON, Counter, Engagement, is_several
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import GunShot

OPPORTUNITY, RETREAT = "opportunity", "retreat"
HOLD = "hold"
HALF = " half"
CLAUSE = {OPPORTUNITY: "opportunity fire", RETREAT: "fire at retreating units"}
"""The meanings of the rules by which fire out of turn is asked for."""


@rule("triggered fire", "opportunity fire", "movement phase activities", "friendly unit negates")
def opportunity_fire(
    umpire: Umpire[Battlefield], leaving: tuple[str, ...], from_hex: str, engaged: tuple[str, ...] = ()
) -> Play[None]:
    """Fire at units that are about to leave a hex in an enemy ZOC, by every enemy whose ZOC they are in (9.F).

    Each firer picks one of the leavers (ruling A-018), once a phase.  `engaged` units are in a melee and hold their fire
    (10.B.8).  Leaders alone draw none, nor do units that leave a friend behind (ruling A-010).
    """
    yield from _react(umpire, leaving, from_hex, OPPORTUNITY, engaged)


@rule("fire at retreating units", "retreat fire link", "fire at routing units")
def retreat_fire(umpire: Umpire[Battlefield], names: tuple[str, ...], entered: str) -> Play[None]:
    """Fire at normal strength at units that retreat or rout into a ZOC (9.G); once a phase for each firer (ruling A-048)."""
    yield from _react(umpire, names, entered, RETREAT, ())


@rule(
    "any number of opportunity shots",
    "one opportunity shot a phase",
    "opportunity fire declared first",
    "lone leaders draw no fire",
    "friend in hex, opportunity fire",
    "friend in hex, retreat fire",
)
def _react(
    umpire: Umpire[Battlefield], names: tuple[str, ...], at: str, occasion: str, engaged: tuple[str, ...]
) -> Play[None]:
    field = umpire.state
    targets = tuple(name for name in names if name in field and not field[name].is_leader)
    if not targets or stacking.friend_covers(field, at, field[targets[0]].side, names):
        return
    firers = eligible(field, targets, at, occasion, engaged)
    if not firers:
        return
    answers = yield tuple(_question(field, firer, targets, at, occasion) for firer in firers)
    declared = []
    for firer, answer in zip(firers, answers, strict=True):
        if answer.choice != HOLD:
            target = answer.choice.removesuffix(HALF)
            how = "half" if target != answer.choice else "full"
            aimed = _aimed(umpire.state, firer, target, occasion, how, at)
            if isinstance(aimed, shot.Shot | GunShot):
                declared.append(aimed)
    hit = [one.target if isinstance(one, shot.Shot) else one.only for one in declared]
    before = {name: umpire.state[name].strength for name in hit}
    fire.declare(umpire, tuple((one.firer, one.target_at) for one in declared if isinstance(one, shot.Shot)))
    for one in declared:
        if isinstance(one, GunShot):
            yield from _declared_gun_shot(umpire, one)
        else:
            yield from _declared_shot(umpire, one)
    yield from rout.offer(umpire, before, "was fired on")


def eligible(
    field: Battlefield, targets: tuple[str, ...], at: str, occasion: str, engaged: Iterable[str] = ()
) -> tuple[Counter, ...]:
    """The enemies who may fire: their ZOC covers the hex, and they have not so fired in this phase (9.F.1, 9.F.4)."""
    side = field[targets[0]].side
    busy = tuple(engaged)
    shot_now = Engagement(field.phase, occasion)
    return tuple(
        unit
        for unit in stacking.exerting(field, at, side)
        if shot_now not in unit.shot_in
        and unit.name not in busy
        and not unit.minds_mounts
        and not unit.routed
        and not ammunition.is_empty(field, unit)
        and _has_effect(field, unit, targets, at, occasion)
    )


def _has_effect(field: Battlefield, unit: Counter, targets: tuple[str, ...], at: str, occasion: str) -> bool:
    aimed = _aimed(field, unit, targets[0], occasion, "full", at)
    return isinstance(aimed, GunShot) or (isinstance(aimed, shot.Shot) and not aimed.is_too_weak)


@rule("half fire of guns")
def _aimed(
    field: Battlefield, firer: Counter, target: str, occasion: str, how: str, at: str
) -> shot.Shot | GunShot | Problem:
    """The shot of a unit, or of a gun, whose fire out of turn strikes the unit that drew it alone (ruling A-162)."""
    if firer.is_gun:
        return gunnery.plan_shot(field, firer, at, occasion, how, only=target)
    return shot.plan_shot(field, firer.name, target, occasion, how, target_at=at)


def _question(field: Battlefield, firer: Counter, targets: tuple[str, ...], at: str, occasion: str) -> Ask:
    many = is_several(targets)
    if occasion == OPPORTUNITY:
        deed = f"leave {at}" if many else f"leaves {at}"
    else:
        deed = f"are driven into {at}" if many else f"is driven into {at}"
    units = ", ".join(targets)
    return Ask(
        firer.side,
        f"{occasion} fire",
        firer.name,
        f"{units} {deed}.  Fire with {firer.name} ({firer.at})?",
        field.rule(CLAUSE[occasion]),
        (*_choices(field, firer, targets), Choice(HOLD, "hold fire")),
        targets[0],
        HOLD,
        (("movers", units), ("from" if occasion == OPPORTUNITY else "into", at), ("distance", "1")),
    )


@rule("half boxes")
def _choices(field: Battlefield, firer: Counter, targets: tuple[str, ...]) -> tuple[Choice, ...]:
    """At whom; by the roster also at half strength on purpose, for half a box (14.D; ruling A-082)."""
    full = tuple(Choice(name, f"fire at {name}") for name in targets)
    if not ammunition.is_on_roster(field, firer) or firer.kind == CANNON:
        return full
    return (*full, *(Choice(f"{name}{HALF}", f"fire at {name} at half strength, for half a box") for name in targets))


@rule("regular fire after opportunity fire", "opportunity fire declared first", "all opportunity fire resolved")
def _declared_shot(umpire: Umpire[Battlefield], aimed: shot.Shot) -> Play[None]:
    """A shot that was declared is fired, whatever the shots before it have done (9.F; rulings A-049, A-050).

    While the target is still there it is aimed again, since it may lie pinned by now.
    """
    field = umpire.state
    if aimed.firer not in field:
        return
    if aimed.target in field and field[aimed.target].at == aimed.target_at:
        again = shot.plan_shot(field, aimed.firer, aimed.target, aimed.occasion, aimed.how, target_at=aimed.target_at)
        if isinstance(again, shot.Shot):
            aimed = again
    yield from fire.resolve_shot(umpire, aimed)


def _declared_gun_shot(umpire: Umpire[Battlefield], aimed: GunShot) -> Play[None]:
    """The same for a gun: at a target that is gone by now it only costs ammunition."""
    field = umpire.state
    if aimed.firer not in field or field[aimed.firer].abandoned:
        return
    yield from gun_fire.resolve_shot(umpire, aimed)
