"""The game's own account: header, map, log, tables, order sheet (`pbem.reports.teller.Teller`)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from pbem.core.ask import Ask
from pbem.core.event import Decided, Event, PhaseBegan
from pbem.core.system import Outcome, Phase
from pbem.mechanisms.words import joined
from pbem.reports.for_the_reader import Piece
from pbem.reports.log import moved
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Mark
from pbem.reports.report import About, Facts, LogSection, Panel, SheetLine, ToDo
from pbem.reports.stacks import enemy_panel, own_panel
from pbem.reports.teller import Teller
from pbem.systems.custer.card import SIDE_NAMES, parts, short_name
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.events import EXITED
from pbem.systems.custer.system import LAST_STAND, LastStand
from pbem.systems.custer.telling import charts as telling_charts
from pbem.systems.custer.telling import map as telling_map
from pbem.systems.custer.telling import story
from pbem.systems.custer.telling import story as telling_story
from pbem.systems.custer.telling.help import page
from pbem.systems.custer.telling.log import TELL, BattleLog, hexes_of, marks
from pbem.systems.custer.telling.orders import ENTERING, SILENT, OrderSheet

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
        """See `reports.for_the_reader.Pieces`: the losses that each can still take."""
        return {one.name: Piece(one.side, one.at, one.hits_left) for one in state.units.values()}

    def next_to(self, state: Battle, at: str) -> Collection[str]:
        """See `reports.for_the_reader.Pieces`."""
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
        return page(word)


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
