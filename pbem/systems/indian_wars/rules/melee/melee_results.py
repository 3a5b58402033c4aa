"""The effects of a melee on the two sides (10.C): casualties, leaders, horses, retreats and routs, in the sequence of A-064."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import crews
from pbem.systems.indian_wars.rules.morale import leaders, losses
from pbem.systems.indian_wars.rules.morale.losses import disrupt
from pbem.systems.indian_wars.rules.retreat import retreat, rout
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.state.combat_events import UnitGotUp
from pbem.systems.indian_wars.state.counter import PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield


@rule(
    "melee result applied",
    "melee result for the whole stack",
    "leader checks",
    "loss while routed",
    "leader check in melee",
    "losing control",
)
def apply(
    umpire: Umpire[Battlefield],
    target: str,
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    attacker_result: str,
    defender_result: str,
) -> Play[None]:
    """Casualties of both sides, then leaders and horses, then the defender's retreat or rout, then the attacker's (A-064).

    A routed defender who takes a loss routs again, whatever the others do (10.J.3; ruling A-052).
    """
    hurt: list[str] = []
    before = {name: umpire.state[name].strength for name in defenders if umpire.state[name].routed}
    for names, result in ((attackers, attacker_result), (defenders, defender_result)):
        with_them = tuple(one for name in names for one in leaders.attached_to(umpire.state, name))
        with_them += tuple(name for name in names if leaders.leads(umpire.state, umpire.state[name]))
        if (yield from _casualties(umpire, target, names, result)):
            hurt += with_them
    for leader in hurt:
        if leader in umpire.state:
            leaders.check(umpire, leader)
    for name in defenders:
        if name in umpire.state:
            horses.lose(umpire, name, "melee")
    reduced = tuple(name for name, had in before.items() if name in umpire.state and umpire.state[name].strength < had)
    if "Rt" not in _words(defender_result):
        for group in _by_hex(umpire.state, reduced):
            yield from rout.rout(umpire, group, attackers, "loss while routed")
        defenders = tuple(name for name in defenders if name not in reduced)
    yield from _driven(umpire, defenders, defender_result, attackers)
    yield from _driven(umpire, attackers, attacker_result, defenders)


@rule("disrupted after a charge", "prone lost")
def settle(umpire: Umpire[Battlefield], charged: tuple[str, ...], defenders: tuple[str, ...]) -> None:
    """Afterwards chargers are disrupted, unless they are routed, and prone defenders are on their feet (16.A, 8.C).

    Units under breastworks stay there: the marker keeps them prone (16.C).
    """
    for name in charged:
        disrupt(umpire, name, "charged")
    for name in defenders:
        if name in umpire.state and umpire.state[name].mode == PRONE and not umpire.state[name].sheltered:
            umpire.emit(UnitGotUp(name))


def _words(result: str) -> list[str]:
    """``c1 r1`` as its words; ``-`` as none."""
    return [] if result == charts.NO_EFFECT else result.split()


# Casualties


@rule("casualty result", "disrupted by losses", "melee result applied", "unit wiped out")
def _casualties(umpire: Umpire[Battlefield], target: str, names: tuple[str, ...], result: str) -> Play[bool]:
    """Spread the casualty points of one side as its owner likes; who takes one is disrupted (10.C.1; A-139).

    Returns whether any were taken.  A leader dies with a unit that is wiped out (12.E.5).
    """
    points = sum(int(word[1:]) for word in _words(result) if word.startswith("c"))
    if not points:
        return False
    share = yield from _spread(umpire, target, tuple(umpire.state[name] for name in names), points)
    for name, number in share.items():
        with_it = leaders.attached_to(umpire.state, name)
        losses.take(umpire, name, number, "melee")
        if name in umpire.state and not umpire.state[name].abandoned:
            disrupt(umpire, name, "melee")
        else:
            leaders.die_with(umpire, with_it)
    return bool(share)


def _spread(umpire: Umpire[Battlefield], target: str, units: tuple[Counter, ...], points: int) -> Play[dict[str, int]]:
    """The points that each unit takes: asked point by point, all at one moment, unless there is no choice."""
    left = {unit.name: unit.strength for unit in units if unit.strength}
    whole = sum(left.values())
    points = min(points, whole)
    if len(left) == 1 or points == whole:
        return {name: min(points, strength) for name, strength in left.items()}
    by_default: list[str] = []
    for _ in range(points):
        by_default.append(_first_to_lose(umpire.state, _after(left, by_default)))
    asks = tuple(
        Ask(
            units[0].side,
            "losses",
            f"{target} {n} of {points}",
            f"{say.names_of(units)} lose {points} in the melee at {target}: who takes point {n}?",
            umpire.state.rule("melee casualties"),
            tuple(Choice(name, f"{name} ({strength})") for name, strength in left.items()),
            by_default[n - 1],
            None,
            (("at", target), ("lost", str(points))),
        )
        for n in range(1, points + 1)
    )
    answers = yield asks
    taken: list[str] = []
    for answer in answers:
        open_to_it = _after(left, taken)
        taken.append(answer.choice if answer.choice in open_to_it else _first_to_lose(umpire.state, open_to_it))
    return {name: taken.count(name) for name in left if name in taken}


def _after(left: dict[str, int], taken: list[str]) -> dict[str, int]:
    """The strength that each unit would have left; those with none are out."""
    return {name: strength - taken.count(name) for name, strength in left.items() if strength > taken.count(name)}


def _first_to_lose(field: Battlefield, left: dict[str, int]) -> str:
    """By default holders who have no animals left to mind, then the strongest unit."""
    idle = [name for name in left if field[name].is_holder and not field[name].has_mounts]
    return idle[0] if idle else max(left, key=lambda name: left[name])


# Retreats and routs


@rule("retreat result", "rout result of melee")
def _driven(umpire: Umpire[Battlefield], names: tuple[str, ...], result: str, foes: tuple[str, ...]) -> Play[None]:
    """All units of the side that fought retreat, and are disrupted, or rout; those of one hex together (10.C.2, 10.C.3)."""
    how = [word for word in _words(result) if not word.startswith("c")]
    if not how:
        return
    for group in _by_hex(umpire.state, names):
        if how[0] == "Rt":
            yield from rout.rout(umpire, group, foes, "melee")
            continue
        back = charts.retreat_hexes(umpire.state, how[0])
        group = tuple(crews.leave(umpire, name) for name in group)
        yield from retreat.fall_back(umpire, group, back, foes, "retreat", "the melee")
        for name in group:
            disrupt(umpire, name, "melee")


def _by_hex(field: Battlefield, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name in names:
        if name in field and not field[name].abandoned:
            found.setdefault(field[name].at, []).append(name)
    return [tuple(group) for group in found.values()]
