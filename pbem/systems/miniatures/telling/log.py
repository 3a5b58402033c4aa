"""The log: a sentence for each event, with every measurement that decided something, and what IN SHORT says of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pbem.core.event import Event, Handlers, OrderMoot
from pbem.core.umpire import Roll
from pbem.mechanisms.words import joined
from pbem.reports.report import Die, LogEntry, LogSection
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.geometry import compass, inches, point
from pbem.systems.miniatures.rules.forecast import costs_more, stopped_by, walked
from pbem.systems.miniatures.rules.operations import in_words
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


@dataclass
class TableLog:
    """The log of some events: its sentences, those that matter, and how far each unit has moved, in sixteenths.

    `failed` are operations that came to nothing, each with its unit and the reason; `skipped` those of the unit that the last
    sentence is about, which has room for more of them, and `skipped_at` that sentence's place.
    """

    entries: list[str] = field(default_factory=list)
    brief: list[str] = field(default_factory=list)
    moved: dict[str, int] = field(default_factory=dict)
    failed: list[tuple[str, str, str]] = field(default_factory=list)
    skipped: list[tuple[str, str, str]] = field(default_factory=list)
    skipped_at: int = 0

    def both(self, text: str, rule: str = "") -> None:
        """A sentence for the log, with its rule, and for IN SHORT."""
        self.entries.append(f"{text} ({rule})" if rule else text)
        self.brief.append(f"{text}.")

    def in_short(self, mine: Sequence[str]) -> tuple[str, ...]:
        """The operations of these units that came to nothing; the events that mattered, those that are alike counted; and how
        far each unit moved."""
        lines = [text if times == 1 else f"{text[:-1]} ({times} times)." for text, times in Counter(self.brief).items()]
        if self.moved:
            ways = ", ".join(f"{unit} {inches(used)}" for unit, used in self.moved.items())
            lines.append(f"Inches moved: {ways}.")
        failed: dict[tuple[str, str], dict[str, None]] = {}
        for unit, what, why in self.failed:
            if unit in mine:
                failed.setdefault((what, why), {})[unit] = None
        lost = "; ".join(f"{what} ({joined(tuple(units))}): {why}" for (what, why), units in failed.items())
        if lost:
            lines.insert(0, f"Not carried out: {lost}.")
        return tuple(lines)

    def skip(self, unit: str, what: str, why: str) -> None:
        """An operation came to nothing: those of one unit on end share a sentence."""
        goes_on = self.skipped_at == len(self.entries) and self.skipped and self.skipped[-1][0] == unit
        self.skipped = [*self.skipped, (unit, what, why)] if goes_on else [(unit, what, why)]
        if goes_on:
            self.entries.pop()
        times = Counter((what, why) for _, what, why in self.skipped)
        parts = (f"{what}{_times(count)} ({why})" for (what, why), count in times.items())
        self.entries.append(f"{unit}: not carried out: {', '.join(parts)}")
        self.skipped_at = len(self.entries)


TELL: Handlers[TableLog] = Handlers("tells")
_HOW = {
    "move": "move",
    "charge": "charge",
    "contact": "move into contact",
    "flight": "retreat",
    "drift": "drift",
    "pushed back": "push back",
}


@TELL.on(OperationsRolled)
def _rolled(log: TableLog, event: OperationsRolled) -> None:
    points = "1 point" if event.points == 1 else f"{event.points} points"
    name = CARD.side(event.side).name
    log.entries.append(f"{name} operations: a roll of {event.roll.natural} gives each unit {points} (MR-1.2)")


@TELL.on(PointSpent)
def _spent(log: TableLog, event: PointSpent) -> None:
    if event.why:
        log.skip(event.unit, event.what, in_words(event.why))
        if event.what != "load":  # it is loaded already
            log.failed.append((event.unit, event.what, in_words(event.why)))


@TELL.on(UnitMoved)
def _moved(log: TableLog, event: UnitMoved) -> None:
    if len(event.path) == 1:
        # It may have turned where it stands: who keeps a real table turns it too.
        where = f"{point(*event.path[0])}, facing {_facing(event.facing)}"
        log.entries.append(f"{event.unit}: no move from {where}; {event.halt or 'already there'}")
        return
    way = " to ".join(point(*at) for at in event.path)
    halt = f"; stopped: {stopped_by(event.halt)}" if event.halt else ""
    how = _HOW[event.how]
    used, facing = inches(walked(event.path)), _facing(event.facing)
    line = f"{event.unit}: {how} from {way}, {used} inches, facing {facing}{halt} (MR-4.1)"
    if costs_more(event.path, event.used):
        paid = inches(event.used)
        line = f"{event.unit}: {how} from {way}, {used} inches ({paid} of its move), facing {facing}{halt} (MR-4.1)"
    log.entries.append(line)
    if event.how == "move":
        log.moved[event.unit] = log.moved.get(event.unit, 0) + walked(event.path)
    else:
        log.brief.append(f"{event.unit}: {how} to {point(*event.path[-1])}.")


@TELL.on(UnitChanged)
def _changed(log: TableLog, event: UnitChanged) -> None:
    seat = ", mounted" if event.mounted else ""
    log.entries.append(f"{event.unit}: now {_formation(event.formation)}{seat}, facing {_facing(event.facing)}")


def _figures(count: int) -> str:
    return f"{count} {'figure' if count == 1 else 'figures'}"


@TELL.on(UnitLoaded)
def _loaded(log: TableLog, event: UnitLoaded) -> None:
    done = "loaded" if event.progress >= event.needed else f"{event.progress} of {event.needed} points of loading done"
    log.entries.append(f"{event.unit}: {done} (MR-5.9)")


@TELL.on(UnitFired)
def _fired(log: TableLog, event: UnitFired) -> None:
    dice = "; ".join(f"{_faces(roll)} against {number}" for roll, number in event.rolls) or "no figure can hit"
    held = f", {_figures(event.held_back)} without arc, range or sight" if event.held_back else ""
    kind = "reaction fire" if event.reaction else "fire"
    hits = f"{event.hits} {'hit' if event.hits == 1 else 'hits'}"
    log.entries.append(
        f"{event.unit}: {kind} at {event.target}, {inches(event.gap)} inches, class {event.target_class}: {dice}: {hits}{held} "
        "(MR-5.7)"
    )
    log.brief.append(f"{event.unit}: {kind} at {event.target}, {hits}.")


@TELL.on(OfficerTested)
def _officer(log: TableLog, event: OfficerTested) -> None:
    what = f"falls ({event.killed})" if event.killed else "survives"
    log.entries.append(f"Officer of {event.unit}: rolled {event.roll.natural}, {what} (MR-5.10)")
    if event.killed:
        log.brief.append(f"The officer of {event.unit} falls.")


@TELL.on(MoraleChecked)
def _checked(log: TableLog, event: MoraleChecked) -> None:
    mods = "".join(f", {one.value:+d} {one.name}" for one in event.modifiers)
    came = f"failed by {event.margin}" if event.margin else "passed"
    log.entries.append(
        f"{event.unit}: check {event.why}, rating {event.rating}{mods}, die {event.roll.natural}: {came} (MR-6.2)"
    )
    if event.margin:
        log.brief.append(f"{event.unit}: morale check failed by {event.margin}.")


@TELL.on(UnitRallied)
def _rallied(log: TableLog, event: UnitRallied) -> None:
    log.both(
        f"{event.unit}: rallied {_formation(event.formation)} at {point(*event.at)}, facing {_facing(event.facing)}"
    )


@TELL.on(UnitDisordered)
def _disordered(log: TableLog, event: UnitDisordered) -> None:
    lost = f"; {event.lost_levels} of the rating lost for good (MR-6.9)" if event.lost_levels else ""
    guns = ", its guns left behind" if event.left_guns else ""
    log.entries.append(f"{event.unit}: in disorder at {point(*event.at)}, facing {_facing(event.facing)}{guns}{lost}")
    log.brief.append(f"{event.unit}: in disorder{guns}.")


@TELL.on(UnitLeft)
def _left(log: TableLog, event: UnitLeft) -> None:
    log.both(f"{event.unit}: off the table")


@TELL.on(ChargeBegan)
def _began(log: TableLog, event: ChargeBegan) -> None:
    if event.charge:
        where = "in front" if event.in_front else "in flank or rear"
        log.both(f"{event.unit}: charge at {event.target} {where}", "MR-1.5")


@TELL.on(ChargeEnded)
def _ended(log: TableLog, event: ChargeEnded) -> None:
    log.both(f"The charge of {event.unit} ends: {event.why}")


@TELL.on(PairFought)
def _pair(log: TableLog, event: PairFought) -> None:
    what = f"the {event.loser} is {event.result}" if event.result else "nothing"
    log.entries.append(
        f"{event.attackers} against {event.defenders}: {_sum(event.attack)} to {_sum(event.defence)}: {what} (MR-7.3)"
    )


@TELL.on(MeleeFought)
def _fought(log: TableLog, event: MeleeFought) -> None:
    loser = f"{event.loser} lost by {event.margin}" if event.loser else "neither unit lost"
    log.both(
        f"Melee of {event.attacker} and {event.defender}: {event.dead[0]} and {event.dead[1]} dead, {event.pushed[0]} and "
        f"{event.pushed[1]} pushed back; {loser}",
        "MR-7.13",
    )


@TELL.on(LeaderJoined)
def _joined(log: TableLog, event: LeaderJoined) -> None:
    where = f"joins {event.unit}, {inches(event.gap)} inches away" if event.unit else "leaves the unit"
    log.entries.append(f"{event.leader} {where} (MR-4.5)")


@TELL.on(GunsTaken)
def _guns(log: TableLog, event: GunsTaken) -> None:
    log.both(f"The guns of {event.guns_of} are taken by {event.unit}")


@TELL.on(SideBroke)
def _broke(log: TableLog, event: SideBroke) -> None:
    log.both(f"The {CARD.side(event.side).name} side is broken: it has lost {_figures(event.lost)}")


@TELL.on(OrderMoot)
def _moot(log: TableLog, event: OrderMoot) -> None:
    log.entries.append(f"An order is no longer possible: {event.problem.text}")


def _times(count: int) -> str:
    """The number of times, if more than once: `` twice``."""
    return {1: "", 2: " twice"}.get(count, f" {count} times")


def _formation(name: str) -> str:
    """``in open order``, but ``unlimbered``."""
    return name if name in ("limbered", "unlimbered") else f"in {name.replace('_', ' ')}"


def _facing(degrees: int) -> str:
    return f"{degrees} {compass(degrees)}"


def _faces(roll: Roll) -> str:
    return " ".join(map(str, roll.faces))


def _sum(roll: Roll) -> str:
    mods = "".join(f" {one.value:+d} {one.name}" for one in roll.modifiers)
    return f"{roll.natural}{mods}" + (f" = {roll.total}" if mods else "")


def table_log(events: Sequence[Event]) -> TableLog:
    """The log of some events."""
    log = TableLog()
    for one in events:
        if one.__class__ in TELL:
            TELL(log, one)
    return log


def sentences(events: Sequence[Event]) -> list[str]:
    """The log's sentences."""
    return table_log(events).entries


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


def section(title: str, events: Sequence[Event], first_roll: int, first_act: int) -> LogSection:
    """The log of some events under a title."""
    dice = tuple(Die(n, one.dice, one.faces, one.label) for n, one in enumerate(rolls(events), first_roll))
    entries = tuple(LogEntry(f"N{n}", text) for n, text in enumerate(sentences(events), first_act))
    return LogSection(title, "", entries, dice)
