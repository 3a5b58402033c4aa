"""The game's own account: header, map, log, tables, order sheet (`pbem.reports.teller.Teller`)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from pbem.core.ask import Ask
from pbem.core.event import Decided, Event, PhaseBegan
from pbem.core.order import Problem
from pbem.core.system import Outcome, Phase
from pbem.mechanisms.orders import Move, PlanOrder, along, together
from pbem.mechanisms.words import fitted, joined
from pbem.reports.log import moved
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Mark
from pbem.reports.maps.panels import enemy_panel, own_panel
from pbem.reports.report import REMARK_AT, WIDTH, About, Facts, LogSection, Panel, SheetLine, ToDo
from pbem.reports.teller import Piece, Teller
from pbem.systems.custer.card import SIDE_NAMES, parts, short_name
from pbem.systems.custer.orders.records import Attack, write
from pbem.systems.custer.rules.call import entry_of
from pbem.systems.custer.rules.combat import odds, shares
from pbem.systems.custer.rules.movement import entry_hexes, reach
from pbem.systems.custer.rules.zones import is_held, left
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import MOUNTED, Unit
from pbem.systems.custer.state.events import EXITED
from pbem.systems.custer.system import LAST_STAND, LastStand
from pbem.systems.custer.telling import charts as telling_charts
from pbem.systems.custer.telling import map as telling_map
from pbem.systems.custer.telling import story
from pbem.systems.custer.telling import story as telling_story
from pbem.systems.custer.telling.charts import help_page
from pbem.systems.custer.telling.log import TELL, BattleLog, hexes_of, marks
from pbem.systems.custer.telling.map import stack_letters, stacks_of
from pbem.systems.custer.title import Marker

# The possible orders of a side with the marker in play: DO THIS NEXT and the order sheet, from the plans that play
# carries out.

EXAMPLE = WIDTH - 23
ROOM = WIDTH - REMARK_AT


SILENT = "nobody moves and nobody attacks"
"""The default of a phase for which a side orders nothing."""
ENTERING = "units that are due enter; nobody else moves, and nobody attacks"
"""The default of a phase whose marker brings units onto the board."""


class OrderSheet:
    """The order sheet of a side while its marker is in play."""

    def __init__(self, battle: Battle, side: str, phase: Phase[Battle], plan: PlanOrder) -> None:
        self.battle, self.side, self.phase, self._plan = battle, side, phase, plan
        self.marker = battle.sheet.scenario.marker(side, phase.letter)

    def to_do(self, owed: tuple[str, ...]) -> ToDo:
        """The orders that the side owes."""
        others = [one.id for one in self._in_the_cup()]
        also = f"for a marker to come write   in {others[0]}: ..." if others else ""
        must = tuple(f"{one[:1].upper()}{one[1:]}." for one in owed)
        return ToDo(
            f"phase {self.phase.letter}",
            self.phase.name,
            self.phase.clause,
            also,
            self._example(),
            ("Nobody to act", "pass"),
            must,
            ENTERING if owed else SILENT,
        )

    def examples(self) -> tuple[str, ...]:
        """A march, and an attack that could be made from where all stand."""
        attacks = (line.order for line in self._attacks() if not line.order.startswith("..."))
        return tuple(one for one in (self._example(), next(attacks, "")) if one)

    def _example(self) -> str:
        for name in self.battle.may:
            unit = self.battle[name]
            if unit.at and not unit.is_leader:
                found = reach(self.battle, unit)
                for at in sorted(found.cost, key=lambda one: (-found.cost[one], one)):
                    order = Move((name,), found.path(at))
                    if at != unit.at and not isinstance(
                        self._plan(self.battle, self.side, self.phase.letter, order), Problem
                    ):
                        line = write(order)
                        return line if len(line) <= EXAMPLE else ""
        return next((f"{names[0]} enter {at}" for at, names in self._enterers().items()), "")

    def lines(self, *, ahead: bool = False) -> tuple[SheetLine, ...]:
        """The order sheet: the units that the marker calls, stack by stack; who is to enter; and what could be attacked from
        where all stand now."""
        later = tuple(self._to_come()) if ahead else ()
        return (*self._limit(), *self._entering(), *self._stacks(), *self._attacks(), *later)

    def _to_come(self) -> Iterator[SheetLine]:
        """The side's markers that may still be drawn this turn, each with the beginning of a line for it."""
        may_come = self.battle.uses(self.side) < self.battle.limit(self.side)
        for marker in self._in_the_cup() if may_come else ():
            yield SheetLine(f"in {marker.id}: ...", "for when it is drawn; looked at again then")

    def _in_the_cup(self) -> list[Marker]:
        """The side's markers that have not been drawn this turn."""
        found = [self.battle.sheet.scenario.by_id(one) for one in self.battle.cup]
        return [one for one in found if one.side == self.side and one.letter != self.phase.letter]

    def _limit(self) -> Iterator[SheetLine]:
        if self.marker is not None and self.marker.leader:
            yield SheetLine(f"// {self.marker.leader} and up to {self.marker.units} of these units (4.1)")

    def _enterers(self) -> dict[str, list[str]]:
        """The units that enter with this marker, by the hex."""
        groups: dict[str, list[str]] = {}
        for name in self.battle.may:
            entry = entry_of(self.battle, name)
            if entry is not None and not self.battle[name].at:
                groups.setdefault(entry.hex, []).append(name)
        return groups

    def _entering(self) -> Iterator[SheetLine]:
        for at, names in self._enterers().items():
            yield SheetLine(f"// entering at {fitted(entry_hexes(self.battle, self.side, at), ROOM)}:")
            yield SheetLine("// two units and a leader a hex")
            for name in names:
                yield SheetLine(f"{name} enter {at}")

    def _stacks(self) -> Iterator[SheetLine]:
        named = stack_letters(self.battle, self.side)
        for at, here in stacks_of(self.battle, self.side).items():
            units = [unit for unit in here if unit.name in self.battle.may]
            if units:
                order = f"{together(tuple(unit.name for unit in units))} move {at}-"
                if len(order) + 2 > WIDTH:
                    order = f"stack {named[at]} move {at}-"
                changes = ((unit.name, _change(unit)) for unit in units if unit.face.kind.mounts)
                yield SheetLine(order, self._remark(units), instead=tuple(f"{name} {verb}" for name, verb in changes))

    def _remark(self, units: Sequence[Unit]) -> str:
        rates = sorted({left(self.battle, unit) for unit in units})
        change = {_change(unit) for unit in units if unit.face.kind.mounts}
        way = self.battle.sheet.scenario.exit
        leave = " or exit" if any(unit.kind in way.kinds and unit.at in way.hexes for unit in units) else ""
        return f"{along(tuple(map(str, rates)))} MP{''.join(f' or {verb}' for verb in sorted(change))}{leave}"

    def _attacks(self) -> Iterator[SheetLine]:
        near = {
            at
            for name in self.battle.may
            if self.battle[name].at
            for at in self.battle.sheet.map.neighbours(self.battle[name].at)
            if is_held(self.battle, at, self.side)
        }
        for at in sorted(near):
            names = tuple(
                unit.name
                for unit in (self.battle[name] for name in self.battle.may)
                if unit.at
                and not unit.is_leader
                and unit.face.kind.attacks
                and at in self.battle.sheet.map.neighbours(unit.at)
            )
            if self.marker is not None and self.marker.units:
                names = names[: self.marker.units]
            plan = self._plan(self.battle, self.side, self.phase.letter, Attack(names, at)) if names else None
            if plan is not None and not isinstance(plan, Problem):
                line = write(Attack(names, at))
                yield SheetLine(line if len(line) + 2 <= WIDTH else f"... attack {at}", self._odds(names, at))

    def _odds(self, names: Sequence[str], at: str) -> str:
        """``6 to 4: +2, wins 64 of 100``."""
        found = odds(self.battle, tuple(names), at)
        wins = shares(self.battle, found.difference)
        attack, defence = found.totals
        return f"{attack} to {defence}: {found.difference:+d}, wins {wins.wins} of {wins.whole}"


def _change(unit: Unit) -> str:
    return "dismount" if unit.mode == MOUNTED else "mount"


# The tables of a report, each a panel of the position as a side sees it.


def _own_units(battle: Battle, side: str) -> Panel:
    return own_panel(telling_map.own_units(battle, side))


def _enemy_units(battle: Battle, side: str) -> Panel:
    return enemy_panel(telling_map.enemy_units(battle, side))


PANELS: Sequence[Callable[[Battle, str], Panel]] = (_own_units, _enemy_units)
"""In the sequence in which a report has them."""


HOUSE = "We designed the set-up, board, draws and victory conditions (reconstructed, since the book leaves them to a playbook)."
HOUSE_WORK = "set-up, board, draws, exits, victory, most factors"


class BattleTeller:
    """Tells either battle."""

    def __init__(self, system: LastStand) -> None:
        self._system = system

    def facts(self, state: Battle, ended: Sequence[str]) -> Facts:
        """The header's facts; the turn is that of the last phase that is told."""
        title = f"{self._system.card.title}: {state.sheet.scenario.title}".upper()
        turn = parts(ended[-1])[0] if ended else max(state.turn, 1)
        markers = [self._name(state, phase) for phase in ended if parts(phase)[1]]
        last = markers[-1] if markers else ""
        count, markers = len(markers), list(dict.fromkeys(markers))
        phase = f"{joined(markers)} {'is' if len(markers) == 1 else 'are'} done" if markers else ""
        if count > 3:
            phase = f"{count} markers were used, the last {last}"
        clock = f"Turn {turn} of {state.sheet.scenario.turns}"
        return Facts(title, clock, "", phase, _by_side(state.points), _by_side(_lost(state)))

    def _name(self, state: Battle, phase: str) -> str:
        _, side, letter = parts(phase)
        marker = state.sheet.scenario.marker(side, letter)
        return marker.name if marker else letter

    def map(self, state: Battle, side: str, events: Iterable[Event]) -> MapModel:
        """The position, with the hexes that the events were about."""
        return telling_map.map_model(state, side, hexes_of(events))

    def marks(self, before: Battle, events: Iterable[Event]) -> tuple[Mark, ...]:
        """Moves and fights of a phase, for the picture."""
        return marks(before, events, self._system.apply)

    def log(self, before: Battle, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """The log of a phase, step by step.  Raises TypeError for an event that has no handler."""
        log = self._fold(before, events, first_roll, first_act)
        return log.section((HOUSE,) if log.dice else ())

    def _fold(self, before: Battle, events: Sequence[Event], first_roll: int, first_act: int) -> BattleLog:
        begun = next((event.phase for event in events if isinstance(event, PhaseBegan)), before.phase)
        log = BattleLog(before, self._system.apply, begun, first_roll, first_act)
        log.fold(events, TELL)
        return log

    def in_short(self, before: Battle, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """A sentence for each thing that mattered."""
        log = self._fold(before, events, 1, 1)
        lines = list(log.brief)
        if log.counts.get("move"):
            lines.append(moved(log.counts["move"]))
        return tuple(lines)

    def pieces(self, state: Battle) -> Mapping[str, Piece]:
        """See `reports.teller.Pieces`: the losses that each can still take."""
        return {one.name: Piece(one.side, one.at, one.hits_left) for one in state.units.values()}

    def next_to(self, state: Battle, at: str) -> Collection[str]:
        """See `reports.teller.Pieces`."""
        return state.sheet.map.neighbours(at)

    def panels(self, state: Battle, side: str) -> tuple[Panel, ...]:
        """The tables of a report, in their sequence."""
        return tuple(panel(state, side) for panel in PANELS)

    def stacks(self, state: Battle, side: str) -> Mapping[str, tuple[str, ...]]:
        """The letters of the side's own stacks, with the names that stand there."""
        named = telling_map.stack_letters(state, side)
        return {named[at]: tuple(unit.name for unit in here) for at, here in telling_map.stacks_of(state, side).items()}

    def to_do(self, state: Battle, side: str, phase: Phase[Battle]) -> ToDo:
        """The orders that `side` owes."""
        return self._sheet(state, side, phase).to_do(self._system.owed(self._in(state, phase), side, phase.letter, ()))

    def silent(self, state: Battle, side: str, phase: Phase[Battle]) -> str:
        """The default if `side` orders nothing."""
        return ENTERING if self._system.owed(self._in(state, phase), side, phase.letter, ()) else SILENT

    def examples(self, state: Battle, side: str, phase: Phase[Battle]) -> tuple[str, ...]:
        """Orders of this position that can be copied as they stand."""
        return self._sheet(state, side, phase).examples()

    def order_sheet(
        self, state: Battle, side: str, phase: Phase[Battle], *, ahead: bool = False
    ) -> tuple[SheetLine, ...]:
        """The order sheet: what each unit may do and what it costs; with `ahead` how to write for the markers that are still to
        come."""
        return self._sheet(state, side, phase).lines(ahead=ahead)

    def _sheet(self, state: Battle, side: str, phase: Phase[Battle]) -> OrderSheet:
        return OrderSheet(self._in(state, phase), side, phase, self._system.plan)

    def _in(self, state: Battle, phase: Phase[Battle]) -> Battle:
        """The state in a phase that may not have begun yet."""
        if state.phase == phase.id and not state.phase_over:
            return state
        begun = self._system.thaw(state)
        self._system.apply(begun, PhaseBegan(phase.id))
        return begun

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        """Every decision of `side` that was taken by default or at a deadline."""
        return tuple(
            f"{one.kind}, {one.subject}: {one.choice} ({one.clause}{'; at the deadline' if one.source == 'deadline' else ''})"
            for one in events
            if isinstance(one, Decided) and one.side == side and one.source in ("default", "deadline")
        )

    def final(self, state: Battle, outcome: Outcome, side: str) -> tuple[str, ...]:
        """The end of the game, and the count that made it so."""
        won = f"{SIDE_NAMES[outcome.winner]}: {outcome.level}" if outcome.winner else outcome.level
        yours = (
            "" if not (side and outcome.winner) else "  You have won." if outcome.winner == side else "  You have lost."
        )
        scored = [f"{per}: {points}" for per, points in state.scored.items()]
        count = (f"Points by award: {'; '.join(scored)}.",) if scored else ()
        return f"{won}.{yours}", *count, f"{outcome.why}."

    def story(self, state: Battle, events: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
        """The battle in a page."""
        return telling_story.story(state, events)

    def phase_title(self, phase: str) -> str:
        """``marker A`` for ``T03.US.A``; its name stands in the report."""
        _, side, letter = parts(phase)
        return f"{SIDE_NAMES[side]} marker {letter}" if side else f"DRAW {ord(letter) - ord('A') + 1}"

    def short_name(self, phase: str) -> str:
        """``T3 US marker A`` for ``T03.US.A``, ``T3 draw 2`` for ``T03.CUP.B``."""
        return short_name(phase)

    def question(self, ask: Ask) -> str:
        """A question, in a subject line."""
        at = ask.subject[:4]
        return {
            "marker": f"{ask.subject} marker: use or wait?",
            "losses": f"{at}: who takes the loss?",
            "retreat hex": f"{at}: retreat where to?",
            "advance": f"{at}: who moves in?",
        }.get(ask.kind, f"{ask.kind}, {ask.subject}")

    def about(self, state: Battle, side: str) -> About:
        """The battle, and what of it we designed ourselves."""
        return About(state.sheet.scenario.title, HOUSE_WORK)

    def several(self, names: Sequence[str]) -> str:
        """``Co. C, Co. E, Scouts``."""
        return ", ".join(names)

    def chart(self, state: Battle, side: str, word: str) -> tuple[str, ...]:
        """The page of a chart, their list, or the leaders with their bonuses."""
        return telling_charts.page(state, side, word)

    def winning(self, state: Battle, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return tuple(story.lines(state))

    def help(self, word: str) -> tuple[str, ...]:
        """The game's additions to a help page."""
        return help_page(word)


def _by_side(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {values.get(side, 0)}" for side, name in SIDE_NAMES.items())


def _lost(state: Battle) -> dict[str, int]:
    """The number of counters that each side has lost; those that left the board are not lost."""
    found: dict[str, int] = {}
    for name, why in state.gone.items():
        side = state.sheet.roster[name].side
        found[side] = found.get(side, 0) + (why != EXITED)
    return found


TELLER: Teller[Battle] = BattleTeller(LAST_STAND)
