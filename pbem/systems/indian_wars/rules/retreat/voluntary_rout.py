"""Routs by choice after fire and after melee (10.J.1): for standing orders; nobody is asked about them."""

from collections.abc import Mapping

from pbem.core.ask import Ask, Choice
from pbem.core.cache import Later
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import Rout
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.retreat import rally_places, rout
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.state.counter import HQ, PACK_TRAIN, Counter
from pbem.systems.indian_wars.state.field import Battlefield

STAY, RUN = "stay", "rout to "


@rule("voluntary rout", "US voluntary")
def offer(umpire: Umpire[Battlefield], before: Mapping[str, int], what: str) -> Play[None]:
    """Let units that were fired on, or have fought, rout by choice (10.J.1; ruling A-069).

    `before` are the units with the strength that they had; `what` says what happened.  Pinned units may not.
    """
    field = umpire.state
    may_run = [name for name in before if name in field and may(field[name]) and _has_place(field, field[name])]
    if not may_run:
        return
    now = field.thaw()  # where they could run is looked for later or never
    asks = tuple(_question(now, name, before[name], what) for name in may_run)
    answers = yield asks
    for one, answer in zip(asks, answers, strict=True):
        if answer.choice == STAY or one.subject not in umpire.state or not may(umpire.state[one.subject]):
            continue  # what another did in between may have pinned it, or worse
        flight = _flight(umpire.state, umpire.state[one.subject], answer.choice.removeprefix(RUN))
        if flight is not None:
            yield from rout.resolve_rout(umpire, flight)


def _question(field: Battlefield, name: str, strength: int, what: str) -> Ask:
    unit = field[name]
    choices = Later(
        (Choice(STAY, "stay"),),
        lambda: [Choice(f"{RUN}{to}", f"rout to {to}, by choice") for to in _places(field, unit)],
    )
    facts = (("at", unit.at), ("lost", str(strength - unit.strength)), ("what", what))
    prompt = f"{name} ({unit.at}) {what}.  Does it rout by choice?"
    clause = field.rule("kinds of rout")
    return Ask(unit.side, "voluntary rout", name, prompt, clause, choices, STAY, STAY, facts, quiet=True)


def may(unit: Counter) -> bool:
    """True if a unit may rout by choice now: not routed yet, not pinned (ruling A-069), and no packers (15.B)."""
    return kinds.may(unit, kinds.ROUT) and not (unit.routed or unit.pinned or pack_train.stays_with_train(unit))


def _flight(field: Battlefield, unit: Counter, to: str) -> "rout.Flight | None":
    """The way to the place named or, where none leads there, to the first of the others that can be reached.

    It is looked for when a standing order wants it, and not for every shot: a search of the map takes its time.
    """
    for place in dict.fromkeys((to, *_places(field, unit))):
        plan = rout.plan_rout(field, unit.side, "A", Rout(unit.name, place))
        if isinstance(plan, rout.Flight) and plan.path:
            return plan
    return None


def _has_place(field: Battlefield, unit: Counter) -> bool:
    """True if it may run anywhere: Indians always to an edge, US units always to woods or rocks if the sheet has any."""
    return unit.side != "us" or bool(_shelter(field)) or bool(_places(field, unit))


def _shelter(field: Battlefield) -> tuple[str, ...]:
    kinds = field.sheet.map.kinds
    return tuple([name for name, terrain in rally_places.SHELTER.items() if terrain in kinds])


@rule("leave the first refuge")
def _places(field: Battlefield, unit: Counter) -> tuple[str, ...]:
    """The hexes to which a unit that is not routed yet may run: no place that it stands in or next to."""
    unit = unit.but(rout_from=unit.at)
    if unit.side != "us":
        return tuple(f"{edge} edge" for edge in rally_places.nearest_edges(field, unit.at))
    fixed = tuple(one.name for one in field.of("us") if one.kind in (HQ, PACK_TRAIN) and one.name != unit.name)
    closest = (
        *fixed,
        *rally_places.closest_friends(field, unit),
        *rally_places.closest_friends(field, unit, leader=True),
    )
    distance = field.sheet.map.distance
    friends = tuple(name for name in closest if distance(field[name].at, unit.at) > 1)  # beside them it is at its goal
    return (*friends, *_shelter(field))
