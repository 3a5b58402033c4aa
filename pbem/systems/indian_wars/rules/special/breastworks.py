"""Breastworks (16.C): boxes of a pack train, built up in the Movement Phase, lain under from the end of the player turn."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.mechanisms.words import counted
from pbem.systems.indian_wars.orders.records import BuildBreastworks, LoadBreastworks
from pbem.systems.indian_wars.phases import NIGHT
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.rules.movement.mobility import limit
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.supply_events import (
    BreastworksBegun,
    BreastworksGivenUp,
    BreastworksLoaded,
    BreastworksRaised,
    BuildersCounted,
    ShelterTaken,
)

TAKE, STAY = "take shelter", "stay out"


def _chart(field: Battlefield, name: str) -> int:
    return int(field.sheet.charts["special"]["breastworks"][name])


# Building


@rule("breastworks right", "builders do nothing else", "builders neither pinned nor routed", "how many breastworks")
def plan_build(field: Battlefield, side: str, letter: str, order: BuildBreastworks) -> Plan | Problem:
    """Check that a unit may build, with a pack train within two hexes that does not move (16.C)."""
    problem = _cannot_work(field, side, order.unit)
    if problem:
        return problem
    unit = field[order.unit]
    if unit.sheltered:
        text = f"{unit.name} is already under breastworks ({field.rule('breastworks')})."
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name,))
    problem = _too_many(field)
    if problem:
        return problem
    train = source_of(field, unit)
    return train if isinstance(train, Problem) else Plan(order, (f"boxes of {train.name}; all MP of both",))


def _cannot_work(field: Battlefield, side: str, name: str) -> Problem | None:
    """Why a unit may neither build nor load."""
    problem = not_here(field, side, (name,))
    if problem:
        return problem
    unit = field[name]
    return _no_builder(field, unit) or held(field, unit) or _has_acted(field, unit) or duties.comes_first(field, unit)


@rule("guarding")
def _no_builder(field: Battlefield, unit: Counter) -> Problem | None:
    if unit.side != "us":
        return Illegal(
            "E190", f"Only US units can build breastworks ({field.rule('breastworks')}).", field.rule("breastworks")
        )
    problem = kinds.forbids(field, unit, kinds.BUILD)
    if problem:
        return problem
    if unit.guards:
        text = f"{unit.name} guards {unit.guards}, and has no hands for breastworks ({field.rule('breastworks')})."
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name,))
    if unit.is_mounted:
        text = f"{unit.name} is mounted: builders must be on foot when the phase begins ({field.rule('breastworks')})."
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name,))
    return None


def _has_acted(field: Battlefield, unit: Counter) -> Problem | None:
    if field.phase != NIGHT and (unit.spent or unit.moved or not limit(unit)):
        text = (
            f"{unit.name} has spent {unit.spent} MP: breastworks take the whole Movement Phase "
            f"({field.rule('breastworks')})."
        )
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name,))
    return None


def _too_many(field: Battlefield) -> Problem | None:
    """The die of this player turn, and the counters of the box."""
    building = sum(bool(one.building) for one in field.units.values())
    most = field.notes.builders
    if most is not None and building >= most:
        return Illegal(
            "E138",
            f"The die lets {counted(most, 'unit')} build this player turn, and that many already do "
            f"({field.rule('breastworks')}).",
            field.rule("breastworks"),
        )
    mix = int(field.sheet.charts["special"]["breastworks"]["counter_mix"][field.title.files])
    if building + sum(len(trains) for trains in field.works.values()) >= mix:
        return Illegal(
            "E138",
            f"All {mix} breastworks markers are in use ({field.rule('breastworks')}).",
            field.rule("breastworks"),
        )
    return None


def boxes_out(field: Battlefield, train: str) -> int:
    """The markers that came from a train: those that lie on the map and those that are being built."""
    lying = sum(trains.count(train) for trains in field.works.values())
    return lying + sum(one.building == train for one in field.units.values())


def source_of(field: Battlefield, unit: Counter) -> Counter | Problem:
    """The train whose boxes a unit would use: in reach, able, and with boxes left; the fullest of several (16.C)."""
    near = _in_reach(field, unit)
    if not near:
        far = _chart(field, "pack_train_within")
        text = (
            f"No pack train with its people is within {far} hexes of {unit.name} ({unit.at}) "
            f"({field.rule('breastworks')})."
        )
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name,))
    able = [one for one in near if _idle(field, one)]
    if not able:
        one = near[0]
        state = one.conditions[0] if one.pinned or one.routed else "on the move"
        text = f"{one.name} is {state}: it must stay where it is while breastworks are built ({field.rule('breastworks')})."
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name, one.name))
    most = _chart(field, "per_pack_train")
    full = [one for one in able if boxes_out(field, one.name) < most]
    if not full:
        text = f"{able[0].name} can supply only {most} breastworks, all already built ({field.rule('breastworks')})."
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(able[0].name,))
    return min(full, key=lambda one: boxes_out(field, one.name))


def _in_reach(field: Battlefield, unit: Counter) -> list[Counter]:
    far = _chart(field, "pack_train_within")
    return [one for one in pack_train.manned(field, unit.side) if field.sheet.map.distance(one.at, unit.at) <= far]


def _idle(field: Battlefield, train: Counter) -> bool:
    """Neither pinned nor routed, and not moved in this phase; it may have issued ammunition (14.C, 16.C).

    In the night breastworks are built after the move (LB-17.E.3).
    """
    return not (train.pinned or train.routed or (train.moved and field.phase != NIGHT))


@rule("builders do nothing else", "how many breastworks", "ammunition plus breastworks", "no ammunition cost")
def resolve_build(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Begin; the first builder of a player turn rolls for how many there may be (16.C; ruling A-089)."""
    if isinstance(plan.order, BuildBreastworks):
        train = source_of(umpire.state, umpire.state[plan.order.unit])
        if isinstance(train, Problem):
            raise AssertionError(f"{plan.order.unit} was let build without a train")
        umpire.emit(BreastworksBegun(plan.order.unit, train.name))
        if umpire.state.notes.builders is None:
            dice = str(umpire.state.sheet.charts["special"]["breastworks"]["units_this_turn"])
            roll = umpire.roll(dice, "breastworks", umpire.state.rule("breastworks"))
            umpire.emit(BuildersCounted(roll, roll.natural))
    yield from ()


# Loading


@rule("breastworks left")
def plan_load(field: Battlefield, side: str, letter: str, order: LoadBreastworks) -> Plan | Problem:
    """Check that a unit may load a marker of its hex back onto the train that it came from (16.C)."""
    problem = _cannot_work(field, side, order.unit)
    if problem:
        return problem
    unit = field[order.unit]
    if unit.at not in field.works:
        return Illegal(
            "E138",
            f"There are no breastworks in {unit.at} ({field.rule('breastworks')}).",
            field.rule("breastworks"),
            rests_on=(unit.name,),
        )
    if not unit.sheltered and not free_markers(field, unit.at):
        text = f"All breastworks in {unit.at} shelter other units ({field.rule('breastworks')})."
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name, unit.at))
    train = home_of(field, unit)
    if train is None:
        far = _chart(field, "pack_train_within")
        text = (
            f"The pack train that supplied the breastworks in {unit.at} must be within {far} hexes and must not move "
            f"({field.rule('breastworks')})."
        )
        return Illegal("E138", text, field.rule("breastworks"), rests_on=(unit.name,))
    return Plan(order, (f"onto {train.name}; all MP of both",))


def home_of(field: Battlefield, unit: Counter) -> Counter | None:
    """The train from which the breastworks of a unit's hex came, if it is near and has not moved (16.C)."""
    came_from = field.works.get(unit.at, ())
    return next((one for one in _in_reach(field, unit) if one.name in came_from and _idle(field, one)), None)


def resolve_load(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Take the marker off, for the Movement Phase of both."""
    if isinstance(plan.order, LoadBreastworks):
        unit = umpire.state[plan.order.unit]
        train = home_of(umpire.state, unit)
        if train is None:
            raise AssertionError(f"{unit.name} was let load without a train")
        umpire.emit(BreastworksLoaded(unit.name, unit.at, train.name))
    yield from ()


# The end of the US player turn


@rule("effect of breastworks", "breastworks left")
def settle(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """Builders go under their markers; others on foot may go under those that lie free in their hex (16.C; A-089)."""
    for unit in tuple(umpire.state.units.values()):
        if unit.building and unit.side == side:
            if unit.routed or not unit.at:
                umpire.emit(BreastworksGivenUp(unit.name, "it was routed"))
            else:
                umpire.emit(BreastworksRaised(unit.name, unit.at, unit.building))
    asks = tuple(
        _offer(umpire.state, unit) for at in sorted(umpire.state.works) for unit in _who_may(umpire.state, at, side)
    )
    if not asks:
        return
    answers = yield asks
    for question, answer in zip(asks, answers, strict=True):
        at = umpire.state[question.subject].at
        if answer.choice == TAKE and free_markers(umpire.state, at):
            umpire.emit(ShelterTaken(question.subject, at))


def free_markers(field: Battlefield, at: str) -> int:
    """The number of breastworks of a hex that shelter nobody."""
    return len(field.works.get(at, ())) - sum(one.sheltered for one in field.at(at))


@rule("guns and breastworks")
def _who_may(field: Battlefield, at: str, side: str) -> list[Counter]:
    if not free_markers(field, at):
        return []
    here = [one for one in field.at(at) if one.side == side and not one.is_leader and not one.abandoned]
    return [one for one in here if not (one.sheltered or one.is_mounted or one.routed or one.is_gun)]


def _offer(field: Battlefield, unit: Counter) -> Ask:
    return Ask(
        unit.side,
        "breastworks",
        unit.name,
        f"Breastworks lie free in {unit.at}.  Does {unit.name} go under them?  It will be prone.",
        field.rule("breastworks"),
        (Choice(TAKE, "go under them, prone"), Choice(STAY, "stay out")),
        TAKE,
        STAY,
        (("at", unit.at),),
    )
