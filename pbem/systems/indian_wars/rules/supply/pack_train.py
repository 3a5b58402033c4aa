"""Pack trains (15): left by routed personnel, taken by Indians, manned again; and losses made good from personnel."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Transfer
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.morale import losses
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.supply import ammunition, resupply
from pbem.systems.indian_wars.rules.supply.ammunition import ROSTER
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.say import INDIAN
from pbem.systems.indian_wars.state.counter import (
    CAVALRY,
    INFANTRY,
    PACK_PERSONNEL,
    PACK_TRAIN,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.supply_events import (
    MulesUnloaded,
    PackTrainAbandoned,
    PackTrainRemanned,
    PointsTransferred,
)

TRANSFER_REACH = 2
"""Hexes over which personnel who stay put hand points over (15.B)."""
FROM_PERSONNEL = (CAVALRY, INFANTRY)


def personnel_of(field: Battlefield, train: str) -> str:
    """The counter of a train's people: ``Pack Train Personnel A`` for ``Pack Train A``."""
    letter = train.rpartition(" ")[2]
    kind = (one.name for one in field.sheet.roster.values() if one.kind == PACK_PERSONNEL)
    own = f"{train} personnel"
    return next(name for name in kind if name == own or name.rpartition(" ")[2] == letter)


def train_of(field: Battlefield, personnel: str) -> Counter | None:
    """The train that these people have left, None if it is lost."""
    for unit in field.units.values():
        if unit.kind == PACK_TRAIN and unit.at and personnel_of(field, unit.name) == personnel:
            return unit
    return None


def manned(field: Battlefield, side: str) -> tuple[Counter, ...]:
    """The pack trains of a side on the map whose people are with them."""
    return tuple(unit for unit in field.of(side) if unit.kind == PACK_TRAIN and not unit.abandoned)


# Left, taken, manned again


@rule("rout of a pack train", "routed train")
def leave(umpire: Umpire[Battlefield], name: str) -> str:
    """Rout the people of a counter: of a pack train its personnel, who come out of it and leave it behind (15.B; A-087)."""
    unit = umpire.state[name]
    if unit.kind != PACK_TRAIN:
        return name
    people = personnel_of(umpire.state, name)
    umpire.emit(PackTrainAbandoned(name, people, unit.at))
    return people


@rule("loss of abandoned train", "routed train", "pack train VPs")
def take_abandoned(umpire: Umpire[Battlefield], side: str) -> None:
    """In the Indian Rally Phase a combat unit in its hex destroys an abandoned train with all its supplies (15.B; A-086)."""
    if side != INDIAN:
        return
    for train in tuple(umpire.state.of("us")):
        if not train.abandoned or train.kind != PACK_TRAIN:
            continue
        takers = [one for one in umpire.state.at(train.at) if one.side != train.side and one.is_combat_unit]
        if takers:
            with umpire.act(takers[0].side, f"{takers[0].name} takes {train.name}"):
                losses.write_off(umpire, train.name, f"taken by {takers[0].name} with its supplies")


@rule("rejoining a pack train")
def rejoin(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Personnel who come into the hex of their train man it again; if they are weaker it drops to their strength (15.B)."""
    for name in names:
        field = umpire.state
        if name not in field or field[name].kind != PACK_PERSONNEL:
            continue
        train = train_of(field, name)
        if train is None or train.at != at or not train.abandoned:
            continue
        lost = max(field[name].casualties - train.casualties, 0)
        umpire.emit(PackTrainRemanned(train.name, name, at, lost))
        ammunition.lose_with_people(umpire, train.name, lost)


# Losses made good


@rule("personnel as replacements", "transfer at a distance")
def plan_transfer(field: Battlefield, side: str, letter: str, order: Transfer) -> Plan | Problem:
    """Points for a company from personnel whose train is lost (15.B; ruling A-136)."""
    problem = not_here(field, side, (order.unit, order.to))
    if problem:
        return problem
    giver, unit = field[order.unit], field[order.to]
    if giver.kind != PACK_PERSONNEL:
        text = (
            f"{giver.name} has no points to give: only the people of lost pack trains do "
            f"({field.rule('pack train personnel')})."
        )
        return Illegal("E138", text, field.rule("pack train personnel"), rests_on=(giver.name,))
    problem = (
        _may_not(field, giver, unit) or _too_many(field, giver, unit, order) or _no_room(field, giver, unit, order)
    )
    return problem or Plan(order, (f"{unit.strength} to {unit.strength + order.number}",))


def _too_many(field: Battlefield, giver: Counter, unit: Counter, order: Transfer) -> Problem | None:
    """Never above what is printed, nor more than there are (ruling A-136)."""
    if 0 < order.number <= min(giver.strength, unit.casualties):
        return None
    rests_on = (giver.name, unit.name)
    if not unit.casualties:
        return Illegal(
            "E138",
            f"{unit.name} has no losses to replace.",
            field.rule("pack train personnel"),
            rests_on=rests_on,
        )
    most = min(giver.strength, unit.casualties)
    text = (
        f"{giver.name} has {giver.strength} to give and {unit.name} has lost {unit.casualties}: transfer 1 to {most}."
    )
    return Illegal(
        "E138",
        text,
        field.rule("pack train personnel"),
        (f"{giver.name} transfer {most} to {unit.name}",),
        rests_on=rests_on,
    )


@rule("combat factor limit")
def _no_room(field: Battlefield, giver: Counter, unit: Counter, order: Transfer) -> Problem | None:
    """Points that come from another hex need room in the receiver's (6.A)."""
    points = stacking.points(field, unit.at) + order.number
    if giver.at == unit.at or points <= stacking.LIMIT:
        return None
    text = f"{unit.at} would hold {points} strength points; the limit is {stacking.LIMIT} ({field.rule('stacking limit')})."
    return Illegal("E136", text, field.rule("stacking limit"), rests_on=(unit.at, unit.name))


def _may_not(field: Battlefield, giver: Counter, unit: Counter) -> Problem | None:
    rests_on = (giver.name, unit.name)
    if train_of(field, giver.name) is not None:
        text = f"The train of {giver.name} is not lost: they belong to it ({field.rule('pack train personnel')})."
        return Illegal("E138", text, field.rule("pack train personnel"), rests_on=rests_on)
    if unit.kind not in FROM_PERSONNEL:
        return Illegal(
            "E138",
            f"{unit.name} can't take replacements: only infantry and cavalry can ({field.rule('pack train personnel')}).",
            field.rule("pack train personnel"),
            words=unit.name,
        )
    for one in (giver, unit):
        if one.pinned or one.routed:
            text = f"{one.name} is {one.conditions[0]}: no points can be transferred ({field.rule('pack train personnel')})."
            return Illegal("E138", text, field.rule("pack train personnel"), rests_on=(one.name,))
    if giver.at == unit.at:
        return None
    if giver.moved:
        text = (
            f"{giver.name} has moved: only a unit that hasn't moved can transfer to other hexes "
            f"({field.rule('pack train personnel')})."
        )
        return Illegal("E138", text, field.rule("pack train personnel"), rests_on=rests_on)
    if not _is_open(field, giver, unit):
        text = (
            f"No way of {TRANSFER_REACH} hexes leads from {giver.at} to {unit.name} ({unit.at})"
            f" free of enemy ZOC and prohibited ground ({field.rule('pack train personnel')})."
        )
        return Illegal("E138", text, field.rule("pack train personnel"), rests_on=rests_on)
    return None


def _is_open(field: Battlefield, giver: Counter, unit: Counter) -> bool:
    """True if a way of two hexes or fewer leads to the receiver, over no cliff and through no enemy ZOC (15.B)."""
    sheet = field.sheet.map
    here = {giver.at}
    for _ in range(TRANSFER_REACH):
        here = {near for one in sorted(here) for near in sheet.open_neighbours(one)}
        if unit.at in here:
            return True
        here = {one for one in here if not stacking.is_in_enemy_zoc(field, one, giver.side)}
    return False


def resolve_transfer(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Hand the points over; who has none left is taken off, and nobody scores."""
    if isinstance(plan.order, Transfer):
        order = plan.order
        left = umpire.state[order.unit].strength - order.number
        umpire.emit(PointsTransferred(order.unit, order.to, order.number, left))
    yield from ()


def stays_with_train(unit: Counter) -> bool:
    """True if a unit are packers, who never leave their train by choice (15.B)."""
    return unit.kind in kinds.PACKERS


def forbids_leaving(field: Battlefield, unit: Counter) -> Problem | None:
    """Packers never leave their train by choice, a rout included (15.B)."""
    if not stays_with_train(unit):
        return None
    text = f"{unit.name} can't rout by choice: packers stay with their train ({field.rule('pack train personnel')})."
    return Illegal("E133", text, field.rule("pack train personnel"), rests_on=(unit.name,))


def supplies_text(field: Battlefield, train: Counter) -> str:
    """``4 ammunition points``; ``25 boxes`` by the roster, ``25 boxes, 18 of shell, 6 of canister`` with the cannon's."""
    if ammunition.ROSTER in field.options:
        boxes = f"{say.halves(ammunition.halves_aboard(field, train))} boxes"
        if ammunition.row(train.name, ammunition.SHELL) not in field.notes.boxes:
            return boxes
        shell, canister = (
            say.halves(ammunition.aboard(field, train.name, one)) for one in (ammunition.SHELL, ammunition.CANISTER)
        )
        return f"{boxes}, {shell} of shell, {canister} of canister"
    return f"{ammunition.points_aboard(field, train)} ammunition points"


MOST = 2
"""The number of times in the game (ruling A-160)."""
TAKE, KEEP = "take", "keep"


@rule("ammunition on mules")
def offer(umpire: Umpire[Battlefield], name: str) -> Play[None]:
    """A unit is low on ammunition by a shot just now: its owner may spend a point instead, wherever the trains are."""
    field = umpire.state
    train = train_for(field, field[name])
    if not train:
        return
    left = MOST - len(field.notes.country.mules)
    clause = field.rule("ammunition on mules")
    question = Ask(
        field[name].side,
        "mule ammunition",
        name,
        f"{name} is low on ammunition.  Does it take a point of {train} from its mules ({left} of {MOST} times left)?",
        clause,
        (Choice(TAKE, "a point of the train, and not low"), Choice(KEEP, "stay low on ammunition")),
        TAKE,
        KEEP,
        (("at", field[name].at),),
    )
    answer = yield from ask(question)
    if answer.choice == TAKE:
        umpire.emit(MulesUnloaded(name, train, resupply.points_left(umpire.state, train) - 1))


@rule("ammunition on mules")
def train_for(field: Battlefield, unit: Counter) -> str:
    """The train that gives the point, "" for none: of the unit's own column, neither lost nor empty (ruling A-160)."""
    trains = field.sheet.scenario.data.get("scenario", {}).get("mule_ammunition", ())
    if unit.kind not in (CAVALRY, INFANTRY) or ROSTER in field.options or len(field.notes.country.mules) >= MOST:
        return ""
    able = [one for one in trains if one in field and resupply.points_left(field, one) and _together(field, unit, one)]
    return able[0] if able else ""


def _together(field: Battlefield, unit: Counter, train: str) -> bool:
    """True if both enter by the same edge."""
    return not ammunition.ways_on(field, unit.name).isdisjoint(ammunition.ways_on(field, train))
