"""The log: a sentence for each event, with every measurement that decided something."""

from collections.abc import Iterator, Sequence

from pbem.core.event import Event, OrderMoot
from pbem.core.handlers import Handlers
from pbem.core.modifier import Roll
from pbem.reports.report import Die, LogEntry, LogSection
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.state.events import (
    ChargeBegan,
    ChargeEnded,
    GunsTaken,
    LeaderJoined,
    MeleeFought,
    MoraleChecked,
    OfficerTested,
    OperationsRolled,
    PairFought,
    PointSpent,
    SideBroke,
    UnitChanged,
    UnitDisordered,
    UnitFired,
    UnitLeft,
    UnitLoaded,
    UnitMoved,
    UnitRallied,
)
from pbem.systems.miniatures.table.angles import compass
from pbem.systems.miniatures.table.lengths import inches, point

TELL: Handlers[list[str]] = Handlers("tells")
_HOW = {
    "move": "moves",
    "charge": "charges",
    "contact": "closes",
    "flight": "falls back",
    "drift": "drifts away",
    "pushed back": "is pushed back",
}


@TELL.on(OperationsRolled)
def _rolled(told: list[str], event: OperationsRolled) -> None:
    told.append(
        f"{CARD.side(event.side).name} operations: {event.roll.natural} gives {event.points} points a unit (MR-1.2)"
    )


@TELL.on(PointSpent)
def _spent(told: list[str], event: PointSpent) -> None:
    if event.why:
        told.append(f"{event.unit} does not {event.what}: {event.why}")


@TELL.on(UnitMoved)
def _moved(told: list[str], event: UnitMoved) -> None:
    if len(event.path) == 1:
        told.append(f"{event.unit} stays at {point(*event.path[0])}: {event.halt or 'it is there'}")
        return
    way = " to ".join(point(*at) for at in event.path)
    halt = f"; it halts: {event.halt}" if event.halt else ""
    told.append(
        f"{event.unit} {_HOW[event.how]} from {way}, paying {inches(event.used)} inches, facing {event.facing}{halt} (MR-4.1)"
    )


@TELL.on(UnitChanged)
def _changed(told: list[str], event: UnitChanged) -> None:
    seat = ", mounted" if event.mounted else ""
    told.append(
        f"{event.unit} is in {event.formation.replace('_', ' ')}{seat}, facing {event.facing} {compass(event.facing)}"
    )


@TELL.on(UnitLoaded)
def _loaded(told: list[str], event: UnitLoaded) -> None:
    told.append(f"{event.unit} loads: {event.progress} of {event.needed} (MR-5.9)")


@TELL.on(UnitFired)
def _fired(told: list[str], event: UnitFired) -> None:
    dice = "; ".join(f"{_faces(roll)} against {number}" for roll, number in event.rolls) or "no figure can hit"
    held = f", {event.held_back} figures without arc, range or sight" if event.held_back else ""
    hits = f"{event.hits} {'hit' if event.hits == 1 else 'hits'}"
    told.append(
        f"{event.unit} {'fires back' if event.reaction else 'fires'} at {event.target}, {inches(event.gap)} inches, class "
        f"{event.target_class}: {dice}: {hits}{held} (MR-5.7)"
    )


@TELL.on(OfficerTested)
def _officer(told: list[str], event: OfficerTested) -> None:
    what = "survives" if not event.killed else f"falls ({event.killed})"
    told.append(f"Officer of {event.unit}: {event.roll.natural}, he {what} (MR-5.10)")


@TELL.on(MoraleChecked)
def _checked(told: list[str], event: MoraleChecked) -> None:
    mods = "".join(f", {one.value:+d} {one.name}" for one in event.modifiers)
    came = f"fails by {event.margin}" if event.margin else "passes"
    told.append(
        f"{event.unit} checks {event.why}: rating {event.rating}{mods}, die {event.roll.natural}: {came} (MR-6.2)"
    )


@TELL.on(UnitRallied)
def _rallied(told: list[str], event: UnitRallied) -> None:
    told.append(f"{event.unit} rallies in {event.formation} at {point(*event.at)}, facing {event.facing}")


@TELL.on(UnitDisordered)
def _disordered(told: list[str], event: UnitDisordered) -> None:
    lost = f", and loses {event.lost_levels} of its rating for good (MR-6.9)" if event.lost_levels else ""
    guns = ", leaving its guns" if event.left_guns else ""
    told.append(f"{event.unit} is in disorder at {point(*event.at)}, facing {event.facing}{guns}{lost}")


@TELL.on(UnitLeft)
def _left(told: list[str], event: UnitLeft) -> None:
    told.append(f"{event.unit} leaves the table")


@TELL.on(ChargeBegan)
def _began(told: list[str], event: ChargeBegan) -> None:
    if event.charge:
        told.append(
            f"{event.unit} charges {event.target} {'in front' if event.in_front else 'in flank or rear'} (MR-1.5)"
        )


@TELL.on(ChargeEnded)
def _ended(told: list[str], event: ChargeEnded) -> None:
    told.append(f"The charge of {event.unit} ends: {event.why}")


@TELL.on(PairFought)
def _pair(told: list[str], event: PairFought) -> None:
    what = f"the {event.loser} is {event.result}" if event.result else "nothing"
    told.append(
        f"{event.attackers} against {event.defenders}: {_sum(event.attack)} to {_sum(event.defence)}: {what} (MR-7.3)"
    )


@TELL.on(MeleeFought)
def _fought(told: list[str], event: MeleeFought) -> None:
    loser = f"; {event.loser} loses by {event.margin}" if event.loser else "; nobody loses"
    told.append(
        f"Melee of {event.attacker} and {event.defender}: {event.dead[0]} and {event.dead[1]} dead, {event.pushed[0]} and "
        f"{event.pushed[1]} pushed back{loser} (MR-7.13)"
    )


@TELL.on(LeaderJoined)
def _joined(told: list[str], event: LeaderJoined) -> None:
    where = f"joins {event.unit}, {inches(event.gap)} inches away" if event.unit else "leaves his unit"
    told.append(f"{event.leader} {where} (MR-4.5)")


@TELL.on(GunsTaken)
def _guns(told: list[str], event: GunsTaken) -> None:
    told.append(f"{event.unit} takes the guns of {event.guns_of}")


@TELL.on(SideBroke)
def _broke(told: list[str], event: SideBroke) -> None:
    told.append(f"The {CARD.side(event.side).name} side is broken: {event.lost} figures are lost")


def _faces(roll: Roll) -> str:
    return " ".join(map(str, roll.faces))


def _sum(roll: Roll) -> str:
    mods = "".join(f" {one.value:+d} {one.name}" for one in roll.modifiers)
    return f"{roll.natural}{mods}" + (f" = {roll.total}" if mods else "")


def sentences(events: Sequence[Event]) -> list[str]:
    """The log's sentences."""
    told: list[str] = []
    for one in events:
        if one.__class__ in TELL:
            TELL(told, one)
        elif isinstance(one, OrderMoot):
            told.append(f"An order is no longer possible: {one.problem.text}")
    return told


def rolls(events: Sequence[Event]) -> Iterator[Roll]:
    """All dice of some events, in the sequence in which they fell."""
    for one in events:
        match one:
            case OperationsRolled() | OfficerTested() | MoraleChecked():
                yield one.roll
            case UnitFired():
                yield from (roll for roll, _ in one.rolls)
            case PairFought():
                yield one.attack
                yield one.defence


def section(events: Sequence[Event], first_roll: int, first_act: int) -> LogSection:
    """The log of some events."""
    dice = tuple(Die(n, one.dice, one.faces, one.label) for n, one in enumerate(rolls(events), first_roll))
    entries = tuple(LogEntry(f"N{n}", text) for n, text in enumerate(sentences(events), first_act))
    return LogSection("WHAT HAPPENED", "", entries, dice)
