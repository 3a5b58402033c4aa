"""The log of a phase: draws, marches, combats, as they can be followed with the book open."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from pbem.core.event import Event, Handlers
from pbem.core.order import Order
from pbem.core.umpire import Modifier
from pbem.mechanisms.log import Marks, PhaseLog, by
from pbem.mechanisms.words import joined
from pbem.reports.maps.hex_position import Mark
from pbem.systems.custer.card import CUP, SIDE_NAMES, parts
from pbem.systems.custer.orders.records import write
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.events import (
    AdvanceIntended,
    CombatDeclared,
    CombatResolved,
    HexOccupied,
    LossTaken,
    MarkerDrawn,
    MarkerSetAside,
    MarkerUsed,
    PointsScored,
    StatusChanged,
    TurnBegan,
    UnitsActivated,
    UnitsArrived,
    UnitsCutOff,
    UnitsFellBack,
    UnitsLeftBoard,
    UnitsMarched,
)

MANY = ("Scouts",)
"""Ends of counters' names that are plurals: the Ree Scouts march."""


@dataclass(frozen=True, slots=True)
class Going:
    """A march while it is told: who, the path so far, the MPs spent."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int

    @property
    def text(self) -> str:
        """``Co. C + Custer march 2018-1918-1817: 3 MP``."""
        return f"{' + '.join(self.units)} {verb(self.units, 'marches', 'march')} {'-'.join(self.path)}: {self.cost} MP"

    @property
    def folded(self) -> str:
        """``Co. C + Custer 2018-1817``: where it began and ended."""
        return f"{' + '.join(self.units)} {self.path[0]}-{self.path[-1]}"


@dataclass(frozen=True, slots=True)
class MarkedBattle:
    """A battle before the event that is being marked, and the marks so far."""

    battle: Battle
    marks: Marks


class BattleLog(PhaseLog):
    """The log of a phase of this game; `place` is the phase that is told, by its full id."""

    field: Battle
    side_names = SIDE_NAMES

    def __init__(
        self, before: Battle, apply: Callable[[Battle, Event], None], place: str, first_roll: int, first_act: int
    ) -> None:
        super().__init__(before, apply, first_roll, first_act)
        self.place = place
        self.letter = self.letter_of(place)
        self.growing: Going | None = None

    def letter_of(self, phase: str) -> str:
        """``A`` for a marker's phase, ``M`` for a draw."""
        _, side, letter = parts(phase) if phase else (0, "", "")
        return letter if side else CUP

    def written(self, order: Order) -> str:
        """An order's one text form."""
        return write(order)

    def title(self) -> str:
        """``CUSTER MARKER (rule 3.7)``, ``DRAW (rule 3.1)``."""
        _, side, letter = parts(self.place)
        marker = self.field.sheet.scenario.marker(side, letter) if side else None
        if marker is None:
            return "DRAW (rule 3.1)"
        return f"{SIDE_NAMES[side]}: {marker.name.upper()} MARKER (rule 3.7)"

    def nothing(self) -> tuple[str, str]:
        """The line of a phase in which nothing happened."""
        return ("nobody acts", "3.7") if parts(self.place)[1] else ("no marker can be used", "3.9")

    def moved_on(self) -> None:
        """A path grows no more."""
        self.growing = None

    def closed(self) -> None:
        """Nothing else hangs on an entry."""

    def march(self, going: Going) -> None:
        """A step of a march: the open entry's path grows if it is the same counters' next step."""
        before = self.growing
        if before and before.units == going.units and before.path[-1] == going.path[0]:
            going = Going(going.units, (*before.path, *going.path[1:]), before.cost + going.cost)
            self.extend(going.text)
        else:
            self.head(going.text, "5.1")
            self.count("move")
        self.entries[-1].folded = going.folded
        self.growing = going


def verb(names: tuple[str, ...], one: str, many: str) -> str:
    """The verb of one counter, or of several."""
    return many if len(names) > 1 or names[0].endswith(MANY) else one


# Each event of the game in the log, as marks in a picture, and as hexes that a report draws.

TELL: Handlers[BattleLog] = Handlers("tells")
MARKS: Handlers[MarkedBattle] = Handlers("marks")
"""The events that a picture shows: who went where, who attacked whom."""


@TELL.on(UnitsArrived)
def _arrived(log: BattleLog, event: UnitsArrived) -> None:
    log.head(f"{joined(event.units)} {verb(event.units, 'enters', 'enter')} in {event.at}", "9.1")
    log.count("entry")


@TELL.on(StatusChanged)
def _status_changed(log: BattleLog, event: StatusChanged) -> None:
    who = (event.unit,)
    how = verb(who, "mounts", "mount") if event.mode == "mounted" else verb(who, "dismounts", "dismount")
    log.head(f"{event.unit} ({log.field[event.unit].at}) {how}: {event.cost} MP", "6.2")


@TELL.on(UnitsMarched)
def _marched(log: BattleLog, event: UnitsMarched) -> None:
    log.march(Going(event.units, (event.start, event.to), event.cost))


@MARKS.on(UnitsMarched)
def _mark_march(seen: MarkedBattle, event: UnitsMarched) -> None:
    seen.marks.step("move", event.units, event.start, event.to)


@TELL.on(UnitsLeftBoard)
def _left_board(log: BattleLog, event: UnitsLeftBoard) -> None:
    who = joined(event.units)
    log.head(f"{who} {verb(event.units, 'leaves', 'leave')} the board from {event.at}, {event.edge}", "9.2")
    log.brief.append(f"{who} left the board.")


ASIDE = {
    "limit": ("its side has used all its markers this turn", "3.4"),
    "nobody": ("there is nobody whom it could activate", "3.4"),
    "declined": ("its side waits for the other one", "3.8"),
}

TELL.nothing_for(UnitsActivated)


@TELL.on(TurnBegan)
def _turn_began(log: BattleLog, event: TurnBegan) -> None:
    log.head(f"turn {event.turn} begins, {len(event.cup)} markers are in the cup", "3.2")
    log.close()


@TELL.on(MarkerDrawn)
def _drawn(log: BattleLog, event: MarkerDrawn) -> None:
    marker = log.field.sheet.scenario.by_id(event.marker).name  # of two alike nobody minds which it was
    log.head(f"{marker} ({SIDE_NAMES[event.side]}) is drawn: {log.roll(event.roll)} of the cup", "3.1")


@TELL.on(MarkerSetAside)
def _set_aside(log: BattleLog, event: MarkerSetAside) -> None:
    text, rule = ASIDE[event.why]
    log.step(None, f"set aside: {text}", "", rule)


@TELL.on(MarkerUsed)
def _used(log: BattleLog, event: MarkerUsed) -> None:
    side = SIDE_NAMES[event.side]
    log.step(None, f"used: {side} marker {event.number} of {event.limit} this turn", "", "3.7")
    log.brief.append(f"{log.field.sheet.scenario.by_id(event.marker).name} is drawn ({side}).")


BECAME = {
    "reduced": "reduced",
    "hit": "hit: no bonus any more",
    "eliminated": "eliminated",
    "captured": "captured",
}

TELL.nothing_for(AdvanceIntended)


@TELL.on(CombatDeclared)
def _declared(log: BattleLog, event: CombatDeclared) -> None:
    places = joined(list(dict.fromkeys(log.field[name].at for name in event.attackers)))
    does = verb(event.attackers, "attacks", "attack")
    log.head(f"{joined(event.attackers)} ({places}) {does} {event.target}: {joined(event.defenders)}", "10")
    log.count("combat")
    hexes = (event.target, *dict.fromkeys(log.field[name].at for name in event.attackers))
    log.at_close(lambda: _left_alone(log, hexes, (*event.attackers, *event.defenders)))


def _left_alone(log: BattleLog, hexes: Iterable[str], fought: Collection[str]) -> None:
    """Leaders of the combat whose units have gone: they stay where they are, also beside an enemy who moves in."""
    for at in hexes:
        here = log.field.at(at)
        for one in here:
            is_alone = all(other.is_leader or other.side != one.side for other in here)
            if one.is_leader and one.name in fought and is_alone and log.entries:
                log.step("leader", f"{one.name} stays in {at} without units", "", "10.8")


@MARKS.on(CombatDeclared)
def _mark_attack(seen: MarkedBattle, event: CombatDeclared) -> None:
    for attacker in event.attackers:
        seen.marks.fight("melee", attacker, seen.battle[attacker].at, event.target)


@TELL.on(CombatResolved)
def _resolved(log: BattleLog, event: CombatResolved) -> None:
    attack, defence = event.attack_total, event.defence_total
    log.step("attack", _sum(event.attack), f"= {attack}", "11.1")
    log.step("defence", _sum(event.defence), f"= {defence}", "11.2")
    raw = attack - defence
    limited = f", at most {abs(event.difference)} counts" if raw != event.difference else ""
    log.step("odds", f"{attack} - {defence} = {raw:+d}{limited}", f"-> {event.difference:+d}", "11.11")
    dice = f"{log.roll(event.attack_roll)} against {log.roll(event.defence_roll)}"
    log.step("dice", dice, f"-> {event.margin:+d}", "12.1")
    losers = "defenders" if event.winner == "attacker" else "attackers"
    losses = f"{event.losses} loss{'es' if event.losses > 1 else ''}" if event.losses else "no loss"
    rule = "12.3" if event.winner == "attacker" else "12.2"
    log.step("result", f"the {event.winner} wins; the {losers} take {losses}, and those who are left retreat", "", rule)
    log.brief.append(f"{event.target}: the {event.winner} wins by {abs(event.margin)}.")


@TELL.on(LossTaken)
def _loss(log: BattleLog, event: LossTaken) -> None:
    taken = log.take("losses")
    how = f" ({by(taken, SIDE_NAMES)})" if taken else ""
    rule = "12.6" if event.why == "combat" else "13.5"
    text = f"{event.unit} {verb((event.unit,), 'is', 'are')} {BECAME[event.became]}"
    log.step("loss", f"{text}{how}", "", rule)
    if event.became != "reduced":
        log.brief.append(f"{text}.")


@TELL.on(PointsScored)
def _scored(log: BattleLog, event: PointsScored) -> None:
    log.step("points", f"{SIDE_NAMES[event.side]} {event.points:+d}: {event.per}", "", "14.3")


@TELL.on(UnitsFellBack)
def _fell_back(log: BattleLog, event: UnitsFellBack) -> None:
    taken = log.take("retreat hex")
    how = f" ({by(taken, SIDE_NAMES)})" if taken else ""
    log.step("retreat", f"{joined(event.units)} {event.start}-{event.to}{how}", "", "13.1")


@MARKS.on(UnitsFellBack)
def _mark_retreat(seen: MarkedBattle, event: UnitsFellBack) -> None:
    seen.marks.step("retreat", event.units, event.start, event.to)


@TELL.on(UnitsCutOff)
def _cut_off(log: BattleLog, event: UnitsCutOff) -> None:
    log.step("retreat", f"{joined(event.units)} in {event.at}: no way out, a loss each", "", "13.5")


@TELL.on(HexOccupied)
def _occupied(log: BattleLog, event: HexOccupied) -> None:
    while log.take("advance"):
        pass
    log.step("advance", f"{joined(event.units)} {verb(event.units, 'occupies', 'occupy')} {event.to}", "", "13.6")


@MARKS.on(HexOccupied)
def _mark_advance(seen: MarkedBattle, event: HexOccupied) -> None:
    for unit in event.units:
        seen.marks.step("move", (unit,), seen.battle[unit].at, event.to)


def _sum(parts_: Iterable[Modifier]) -> str:
    """``Co. F +5, Scouts (reduced) +2, Co. C dismounted +1``."""
    lines = []
    for part in parts_:
        detail = f" ({part.detail})" if part.detail else ""
        lines.append(f"{part.name}{detail} {part.value:+d}")
    return ", ".join(lines) or "nothing"


def marks(before: Battle, events: Iterable[Event], apply: Callable[[Battle, Event], None]) -> tuple[Mark, ...]:
    """The marks of a phase, in the sequence of its events, folded over the state `before` it for where attackers stand."""
    battle = before.thaw()
    seen = MarkedBattle(battle, Marks(lambda unit: battle.sheet.roster[unit].side))
    for event in events:
        if type(event) in MARKS:
            MARKS(seen, event)
        apply(battle, event)
    return seen.marks.all()


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that events were about: those that were fought for, and where the losers went."""
    found: set[str] = set()
    for event in events:
        match event:
            case CombatDeclared(target):
                found.add(target)
            case UnitsFellBack(_, start, to):
                found.update((start, to))
            case UnitsLeftBoard(_, at):
                found.add(at)
            case _:
                pass
    return frozenset(found)
