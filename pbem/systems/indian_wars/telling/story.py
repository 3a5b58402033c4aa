"""The story of a game that is over, in a page: losses turn by turn, leaders, turning points, the dice luck of both sides."""

from collections import Counter as Count
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pbem.core.event import Event
from pbem.core.umpire import Roll
from pbem.mechanisms.words import Lines, counted, prose, rows_in_columns
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.naming import SIDE_NAMES
from pbem.systems.indian_wars.phases import parts
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import losses
from pbem.systems.indian_wars.state.camp_events import CampBurned, VillageAmbush, VillageFate, VillageSought
from pbem.systems.indian_wars.state.combat_events import AmmunitionChecked, FireResolved, MeleeResolved
from pbem.systems.indian_wars.state.counter import LEADER, PACK_PERSONNEL, VILLAGERS
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import GunLeftAtEnd, GunWrecked
from pbem.systems.indian_wars.state.herd_events import HerdTakenOff
from pbem.systems.indian_wars.state.leader_events import LeaderKilled, LeaderWounded
from pbem.systems.indian_wars.state.morale_events import (
    CasualtiesTaken,
    LostHorsesRolled,
    MoraleChecked,
    RallyFailed,
    UnitEliminated,
    UnitRallied,
    UnitRouted,
)
from pbem.systems.indian_wars.state.moving_events import HillTaken, UnitExited, UnitScattered
from pbem.systems.indian_wars.state.night_events import WaterDrawn
from pbem.systems.indian_wars.state.people_events import CaptivesHarmed, CaptivesScored, PressJudged

TURNING_POINTS = 5
LABEL = 16
SIDES = ("us", "indian")


@dataclass
class _Luck:
    """The rolls for one thing, and what the same rolls would bring on average."""

    rolls: int = 0
    pips: int = 0
    found: Fraction = Fraction(0)
    expected: Fraction = Fraction(0)

    def take(self, roll: Roll, worth: Callable[[int], int]) -> None:
        self.rolls += 1
        self.pips += roll.natural
        drm = roll.total - roll.natural
        self.found += worth(roll.total)
        self.expected += _average(roll, lambda natural: worth(natural + drm))


@dataclass
class _Moment:
    """The gains of one phase: VPs by side, and of what they came."""

    phase: str
    points: Count[str] = field(default_factory=Count)
    why: list[str] = field(default_factory=list)

    @property
    def swing(self) -> int:
        return sum(self.points.values())


class _Story:
    def __init__(self, last: Battlefield) -> None:
        self.last = last
        self.lost = Count[tuple[str, str]]()
        self.by_turn = Count[tuple[str, int]]()
        self.out = Count[str]()
        self.routs = Count[str]()
        self.shots = Count[str]()
        self.melees = Count[str]()
        self.low = Count[str]()
        self.leaders: dict[str, str] = {}
        self.moments: list[_Moment] = []
        self.luck: dict[tuple[str, str], _Luck] = {}

    def tell(self, events: Sequence[tuple[str, Event]]) -> None:
        for phase, event in events:
            if not self.moments or self.moments[-1].phase != phase:
                self.moments.append(_Moment(phase))
            self._losses(phase, event)
            self._dice(event)
            self._points(event)

    def side(self, name: str) -> str:
        return self.last.sheet.roster[name].side

    def _losses(self, phase: str, event: Event) -> None:
        turn = int(phase[1:3])
        match event:
            case CasualtiesTaken(name, lost):
                side = self.side(name)
                self.lost[side, event.why] += lost
                self.by_turn[side, turn] += lost
                self._says(f"{name} lost {lost}")
            case VillageAmbush():
                self.lost["us", "ambush"] += sum(event.lost)
                self.by_turn["us", turn] += sum(event.lost)
                self._says("an ambush on the way to the village")
            case UnitEliminated(name):
                self.out[self.side(name)] += 1
                self._says(f"{name} was eliminated")
            case LeaderWounded(name, severity):
                self.leaders[name] = f"{name}, {severity} wound, turn {turn}"
                self._says(f"{name} was wounded")
            case LeaderKilled(name):
                self.leaders[name] = f"{name}, killed or dead of wounds, turn {turn}"
                self._says(f"{name} was killed")
            case UnitRouted(name) | UnitScattered(name):
                self.routs[self.side(name)] += 1
            case HillTaken(hill, name):
                self._says(f"{name} took {hill}")
            case LostHorsesRolled(of) if event.captured:
                self._says(f"horses of {of} were captured")
            case VillageSought():
                self._says("the search for the village")
            case _:
                self._says_besides(event)

    def _says_besides(self, event: Event) -> None:
        """Count scores without a loss: camps, captives, ponies, guns, water, and who leaves."""
        match event:
            case CampBurned(camp):
                self._says(f"{camp} was burned")
            case CaptivesScored():
                self._says("the captives")
            case CaptivesHarmed(guard):
                self._says(f"captives of {guard} were harmed")
            case PressJudged():
                self._says("the newspapers")
            case HerdTakenOff(herd):
                self._says(f"{herd} was taken off the map")
            case GunWrecked(gun):
                self._says(f"{gun} was wrecked")
            case GunLeftAtEnd(gun):
                self._says(f"{gun} stood abandoned")
            case WaterDrawn():
                self._says("cavalry at the water")
            case UnitExited(name) if event.points:
                self._says(f"{name} left the map")
            case _:
                pass

    def _says(self, what: str) -> None:
        self.moments[-1].why.append(what)

    def _points(self, event: Event) -> None:
        side = event.side if isinstance(event, HillTaken) else getattr(event, "to", "")
        points = getattr(event, "points", 0)
        if side in SIDES and points and not isinstance(event, VillageFate):
            self.moments[-1].points[side] += points

    def _dice(self, event: Event) -> None:
        here = self.last
        match event:
            case FireResolved():
                side = self.side(event.shot.firer)
                self.shots[side] += 1
                letter, is_long = event.shot.letter, event.shot.long_range
                self._of("fire", side).take(event.roll, lambda total: 0 if is_long else _hit(here, letter, total))
            case MeleeResolved():
                side = self.side(event.attackers[0].unit)
                self.melees[side] += 1
                self._of("melee", side).take(event.roll, lambda total: total)
            case MoraleChecked(name, roll):
                self._of("morale", self.side(name)).take(roll, lambda total: charts.morale_result(here, total) == "ok")
            case UnitRallied(name, _, Roll() as roll) | RallyFailed(name, _, roll):
                self._of("rally", self.side(name)).take(roll, lambda total: charts.rally_result(here, total) == "yes")
            case AmmunitionChecked(name):
                self.low[self.side(name)] += event.is_low
            case _:
                pass

    def _of(self, what: str, side: str) -> _Luck:
        return self.luck.setdefault((what, side), _Luck())

    # The page

    def page(self) -> Iterator[str]:
        yield from self._table()
        yield ""
        yield from self._turns()
        yield ""
        yield from self._leaders()
        yield from self._turning_points()
        yield ""
        yield from self._luck_lines()

    def _table(self) -> Iterator[str]:
        heads = ("lost", "of", "fire", "melee", "else", "units", "routs", "shots", "attacks")
        yield f"{'Strength points':<{LABEL}}" + "".join(f"{head:>{len(head) + 2}}" for head in heads)
        for side in SIDES:
            of_side = {why: n for (whose, why), n in self.lost.items() if whose == side}
            whole = self.last.lost.get(side, 0)
            # What a scenario opens with as lost counts among the rest.
            fire, melee = of_side.get("fire", 0), of_side.get("melee", 0)
            cells = (
                whole,
                _strength(self.last, side),
                fire,
                melee,
                whole - fire - melee,
                self.out[side],
                self.routs[side],
                self.shots[side],
                self.melees[side],
            )
            yield f"{SIDE_NAMES[side]:<{LABEL}}" + "".join(
                f"{cell:>{len(head) + 2}}" for head, cell in zip(heads, cells, strict=True)
            )

    def _turns(self) -> Iterator[str]:
        room = (WIDTH - LABEL) // 3
        for first in range(1, self.last.turn + 1, room):
            turns = range(first, min(first + room, self.last.turn + 1))
            yield f"{'Lost in turn':<{LABEL}}" + "".join(f"{turn:>3}" for turn in turns)
            for side in SIDES:
                lost = (self.by_turn[side, turn] or "." for turn in turns)
                yield f"{SIDE_NAMES[side]:<{LABEL}}" + "".join(f"{number:>3}" for number in lost)

    def _leaders(self) -> Iterator[str]:
        for side in SIDES:
            fates = [fate for name, fate in self.leaders.items() if self.side(name) == side]
            head = f"{SIDE_NAMES[side] + ' leaders':<{LABEL}}"
            yield from wrap("; ".join(fates) or "all unhurt", WIDTH, first=head, rest=" " * LABEL)
        low = [f"{SIDE_NAMES[side]} {counted(self.low[side], 'time')}" for side in SIDES if self.low[side]]
        if low:
            yield f"{'Ran low':<{LABEL}}on ammunition: {', '.join(low)}"

    def _turning_points(self) -> Iterator[str]:
        most = sorted((one for one in self.moments if one.swing), key=lambda one: -one.swing)[:TURNING_POINTS]
        if not most:
            return
        yield ""
        yield "Where most points were scored:"
        for one in sorted(most, key=self.moments.index):
            turn, side, letter = parts(one.phase, self.last.title.card)
            phase = self.last.title.phase(letter)
            acting = self.last.enemy_of(side) if phase.orders == "other" else side
            gains = ", ".join(f"{SIDE_NAMES[side]} +{n}" for side, n in one.points.items() if n)
            head = f"T{turn:<3}{SIDE_NAMES[acting] + ' ' + phase.in_story:<{LABEL + 6}}"
            yield from wrap(f"{gains}: {say.several(_once(one.why))}", WIDTH, first=head, rest=" " * len(head))

    def _luck_lines(self) -> Iterator[str]:
        yield f"{'Dice':<{LABEL}}{'rolls':>6}{'average':>9}{'fair':>6}   {'came to':<20}on average"
        worth = Count[str]()
        for what, unit, fair in (
            ("fire", "points hit", "7.0"),
            ("morale", "checks passed", "7.0"),
            ("rally", "rallied", "3.5"),
            ("melee", "", "3.5"),
        ):
            for side in SIDES:
                one = self.luck.get((what, side))
                if one is None:
                    continue
                if what == "fire":
                    worth[side] += round(10 * (one.found - one.expected))
                average = Fraction(one.pips, one.rolls)
                line = f"{SIDE_NAMES[side] + ' ' + what:<{LABEL}}{one.rolls:>6}{_tenths(average):>9}{fair:>6}"
                yield f"{line}   {f'{one.found} {unit}':<20}{_tenths(one.expected)}" if unit else line
        better = worth["us"] - worth["indian"]
        side = SIDES[0] if better > 0 else SIDES[1]
        if abs(better) < 5:
            yield "In fire the dice favoured neither side."
        else:
            points = _tenths(Fraction(abs(better), 10))
            yield f"In fire the dice were worth {points} strength points to the {SIDE_NAMES[side]} side."


def story(last: Battlefield, events: Sequence[tuple[str, Event]]) -> tuple[str, ...]:
    """The page: `told` are all events of the game, each with the full id of its phase; `last` is the field at its end."""
    made = _Story(last)
    made.tell(events)
    return tuple(made.page())


def _hit(here: Battlefield, letter: str, total: int) -> int:
    found, _ = charts.fire_result(here, letter, total)
    return int(found) if found.isdigit() else 0


def _average(roll: Roll, worth: Callable[[int], int]) -> Fraction:
    """The worth of all throws of the dice of a roll, on average."""
    number, sides = (int(one) for one in roll.dice.split("d"))
    totals = [0]
    for _ in range(number):
        totals = [total + face for total in totals for face in range(1, sides + 1)]
    return Fraction(sum(worth(total) for total in totals), len(totals))


def _tenths(value: Fraction) -> str:
    """A fraction with one decimal, halves away from 0."""
    tenths = int(abs(value) * 10 + Fraction(1, 2))
    return f"{'-' if value < 0 and tenths else ''}{tenths // 10}.{tenths % 10}"


def _strength(last: Battlefield, side: str) -> int:
    """The strength points with which a side began, as printed on the counters of those who took part."""
    names = (*last.units, *last.gone)
    faces = [last.sheet.roster[name] for name in names]
    return sum(
        max(one.cf_mounted, one.cf_dismounted)
        for one in faces
        if one.side == side and one.kind not in (LEADER, PACK_PERSONNEL) and not one.kind.endswith("_holder")
    )


def _once(lines: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(lines))


# The winning of a battle of the series: what scores for whom, and what the points come to at the end (17).

COLUMNS = (8, 5)
ENEMY, DRAW = "enemy", "draw"


def lines(field: Battlefield) -> Lines:
    """The awards by the side that scores them, when the battle ends, and the levels of victory."""
    victory, scenario = field.sheet.charts["victory"], field.sheet.scenario
    shown = prose(
        translate(
            "The battle ends after turn {turn}, or when one side has no units left.  These score:",
            turn=scenario.turns,
        )
    )
    rows = _of_title(field, victory["vp"])
    for whom in (*scenario.player_sequence, ENEMY, ""):
        name = {ENEMY: translate("either"), "": translate("by day")}.get(whom) or SIDE_NAMES[whom]
        for n, row in enumerate(one for one in rows if one.get("to", "") == whom):
            shown += rows_in_columns([("" if n else name, f"{row['vp']:+d}", row["each"])], COLUMNS)
    if any(unit.kind == VILLAGERS for unit in field.units.values()):
        shown += prose(
            translate(
                "As the battle ends 1d6 says what the newspapers make of the villagers' casualties: on 1 and 2 the US scores "
                "one for each, on 3 half as much; on 4 and 5 it loses half as much, on 6 one for each."
            )
        )
    if losses.CASUALTY_LIMIT in field.options:
        limit = field.sheet.charts["special"]["indian_casualty_limit"]
        shown += prose(
            translate(
                "Option casualty limit: from the {n}th Indian strength point lost on, each scores {points}.",
                n=limit["vp_per_loss_below"],
                points=limit["vp_each"]["from_14th"],
            )
        )
    shown += [""]
    shown += prose(translate("The winner's points divided by the loser's (1 at least):"))
    for row in victory["levels"]["rows"]:
        span = translate("less") if row["level"] == DRAW else f"{charts.exact(row['at_least'])}"
        shown += rows_in_columns([("", span, row["level"])], COLUMNS)
    return shown


def _of_title(field: Battlefield, rows: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The awards of this title; a row of its own takes the place of the one that all titles have."""
    own = {row["id"]: row for row in rows if row.get("game") == field.title.files}
    return [own.get(row["id"], row) for row in rows if "game" not in row] + [
        row for name, row in own.items() if not any(one["id"] == name and "game" not in one for one in rows)
    ]
