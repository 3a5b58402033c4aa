"""Routs by choice in the heat of it (10.J.1): after fire, after a melee; by standing order alone (ruling A-069)."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import pack_train, rout
from pbem.systems.indian_wars.counter import HQ, PACK_TRAIN, Counter
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.orders import Rout

STAY, RUN = "stay", "rout"
NEAR = 8
"""How far off friends are whom a standing order may name as the goal of a rout: what a mounted unit runs."""


@rule("RC-10.J.1-3", "RC-10.J.2.a-5")
def offer(umpire: Umpire[Field], names: tuple[str, ...], lost: dict[str, int], was: str) -> Play[None]:
    """Let the owners' standing orders rout units that were fired on, or fought; nobody is written to about it.

    `lost` are the strength points that each lost just now; `was` is ``fired on`` or ``melee``.
    """
    if umpire.is_rehearsing:
        return
    field = umpire.state
    able = tuple(field[name] for name in names if name in field and may_rout(field[name]))
    if not able:
        return
    answers = yield tuple(_question(field, unit, lost.get(unit.name, 0), was) for unit in able)
    for unit, answer in zip(able, answers, strict=True):
        if answer.choice != STAY and unit.name in umpire.state and may_rout(umpire.state[unit.name]):
            yield from _run(umpire, unit.name, answer.choice.removeprefix(f"{RUN} to "))


def may_rout(unit: Counter) -> bool:
    """Units that are neither pinned nor routed; not leaders, nor packers (10.J, 15.B)."""
    if unit.is_leader or unit.abandoned or not unit.at or unit.pinned or unit.routed:
        return False
    return pack_train.forbids_leaving(unit) is None


def _question(field: Field, unit: Counter, lost: int, was: str) -> Ask:
    state = " ".join(name for name in unit.conditions if name == "disrupted")
    goals = tuple(Choice(f"{RUN} to {goal}", f"rout to {goal}") for goal in _goals(field, unit))
    return Ask(
        unit.side,
        "voluntary rout",
        unit.name,
        f"{unit.name} ({unit.at}) may rout by choice.",
        "10.J.1",
        (Choice(STAY, "stay"), Choice(RUN, "rout to the nearest lawful place"), *goals),
        STAY,
        STAY,
        (("lost", str(lost)), ("was", was), ("state", state), ("at", unit.at)),
        quiet=True,
    )


def _goals(field: Field, unit: Counter) -> tuple[str, ...]:
    """What a standing order may name; whether it can be reached is seen when the unit runs."""
    if rout.runs_like_indians(unit):
        return () if unit.side == "us" else tuple(f"{edge} edge" for edge in ("north", "east", "south", "west"))
    distance = field.sheet.map.distance
    friends = [
        one.name
        for one in field.of(unit.side)
        if one.name != unit.name
        and not (one.routed or one.is_holder or one.abandoned)
        and (one.kind in (HQ, PACK_TRAIN) or distance(one.at, unit.at) <= NEAR)
    ]
    return (*friends, *rout.SHELTER)


def _run(umpire: Umpire[Field], name: str, to: str) -> Play[None]:
    """To the goal if it is a lawful one, else to the nearest place where a rout may end."""
    field = umpire.state
    planned = rout.plan_rout(field, field[name].side, "A", Rout(name, to)) if to != RUN else None
    if not isinstance(planned, rout.Flight):
        planned = rout.nearest_flight(field, field[name])
    yield from rout.resolve_rout(umpire, planned)
