"""The series' own account: header, map, log, tables, order sheet (`pbem.reports.teller.Teller`)."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pbem.core.ask import Ask
from pbem.core.event import Decided, Event, Handlers
from pbem.core.system import Outcome, Phase
from pbem.mechanisms.log import Marks
from pbem.reports.letter_style import LetterStyle, current_style
from pbem.reports.log import missed, moved
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Mark
from pbem.reports.report import About, Facts, LogSection, Panel, SheetLine, ToDo
from pbem.reports.teller import Piece
from pbem.reports.wrap import heading
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.orders import asked
from pbem.systems.indian_wars.phases import SET_UP, parts, short_name
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.say import folded
from pbem.systems.indian_wars.state.counter import hexes_of
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling import charts as telling_charts
from pbem.systems.indian_wars.telling import map as telling_map
from pbem.systems.indian_wars.telling import story
from pbem.systems.indian_wars.telling import story as telling_story
from pbem.systems.indian_wars.telling.entries import camps, country, fire, guns, losses, melee, moves, supply
from pbem.systems.indian_wars.telling.log import SIDE_NAMES, Log, clock, decision, joined, points
from pbem.systems.indian_wars.telling.map import PANELS
from pbem.systems.indian_wars.telling.orders import OrderSheet, in_blocks
from pbem.systems.indian_wars.telling.position import position
from pbem.systems.indian_wars.title import Title

# The telling of every event of the series: in the log, and as marks in a picture.

TELL: Handlers[Log] = Handlers[Log]("tells").including(
    moves.TELL,
    losses.TELL,
    supply.TELL,
    fire.TELL,
    melee.TELL,
    guns.TELL,
    camps.TELL,
    country.TELL,
)
MARKS: Handlers[Marks] = Handlers[Marks]("marks").including(
    moves.MARKS, fire.MARKS, losses.MARKS, melee.MARKS, guns.MARKS
)
"""The events that a picture shows: who went where, who shot at whom, who attacked whom."""


def marks(before: Battlefield, events: Iterable[Event]) -> tuple[Mark, ...]:
    """The marks of a phase, in the sequence of its events.  Events say their hexes, so that nothing need be folded."""
    found = Marks(lambda unit: before.sheet.roster[unit].side)
    for event in events:
        if type(event) in MARKS:
            MARKS(found, event)
    return found.all()


DEFAULTS = (
    "set-up             asked again; at the deadline the first legal place",
    "A rally            all who are pinned or routed try; nobody resupplies",
    "B, D, E fire       nobody fires, unless a standing order says so",
    "C movement         routed units run to the nearest legal place; others stay",
    "F melee            none, except charges that were declared",
    "opportunity fire   yes, at the first unit that triggers it",
    "retreat fire       yes",
    "before a melee     units stand (routed ones must try to retreat)",
    "losses             holders that can replace them, then the strongest unit",
    "                   idle holders make up for a loss of their hex (phase A)",
    "retreats           the shortest legal way, US toward the Column HQ,",
    "                   Indians toward the north edge",
    "driven back        a unit on its way stops there",
    "pursuit, advance   no (after a charge pursuit is automatic)",
    "scatter            no; leaders stay with their unit",
)

AHEAD = "ABC"
"""The phases of the sheet of a whole player turn; that of phase C has the melees that are legal already."""
EXAMPLES = 6
"""Orders of the player's own units, for a help page."""
GENERAL = {
    "default": DEFAULTS,
    "defaults": DEFAULTS,
    "orders": (
        "  | C/3 Cav dismount; move 3413-3414",
        "  | A/2, B/2 and D/2 Cav move 3310-3410-3510",
        "  | each of A/3, E/3: dismount",
        "  | all in 2911 move 2912",
        "",
        "  Units     as you would say them: C/3, c3, Luettwitz, Crow King, Four.  If",
        "            a name fits two units, we ask which you mean.  stack K is",
        "            the stack with that letter in the report that you answer.",
        "  Phases    a line counts for the phase that is asked for;  in F: ...",
        "            writes for a later phase of the same player turn.",
        "  Order     lines are carried out from top to bottom; routed units go first.",
    ),
    "standing": (
        "  | policy all opfire: any",
        "  | policy all losses: holders, strongest",
        "  | when G/3 is meleed and odds 3:2 or worse then retreat before melee to 3513",
        "  | when Crow King moves within 2 of C/3 Cav then C/3 Cav fire half",
    ),
}
"""The series' additions to the pages that every game has."""


MOST_PLACES = 12
"""Hexes of a set-up that are drawn large: more of them are a region that the small map shows."""
MOST_FOLDED = 4
"""Logs that are kept: those of a report of two phases, which the other side's report tells too."""


@dataclass(frozen=True)
class _Folded:
    """A log, and what it was written of: the field before, the events, the first numbers and the style."""

    before: Battlefield
    events: tuple[Event, ...]
    first: tuple[int, int]
    style: LetterStyle
    log: Log

    @cached_property
    def section(self) -> LogSection:
        """The log as it is told."""
        charts = house_charts(self.before) if self.log.dice else ""
        return self.log.section((charts,) if charts else ())


class SeriesTeller:
    """Tells any title of the series."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self._system = title.system
        self._folded: deque[_Folded] = deque(maxlen=MOST_FOLDED)
        self._about: tuple[tuple[Event, ...], frozenset[str]] = ((), frozenset())

    def facts(self, state: Battlefield, ended: Sequence[str]) -> Facts:
        """The header's facts; turn and player turn are those of the last phase that is told."""
        title = self.title.card.title.upper()
        if not ended:
            whose = _player_turn(state.phasing) if state.turn else ""
            return Facts(title, clock(state), whose, "", points(state.points), points(state.lost))
        found = [parts(phase, self.title.card) for phase in ended]
        turn, side, _ = found[-1]
        if turn == 0:
            side = ""
        return Facts(
            title,
            clock(state, turn),
            _player_turn(side),
            self._finished(found),
            points(state.points),
            points(state.lost),
        )

    def map(self, state: Battlefield, side: str, events: Iterable[Event]) -> MapModel:
        """The position, with the hexes that the events were about, and those few in which the side is to set up."""
        before, about = self._about
        if before != (events := tuple(events)):
            about = hexes_of(events)
            self._about = events, about
        places = {at for one in setup.waiting(state, side) for at in setup.legal_hexes(state, one)}
        return telling_map.map_model(state, side, about | places if len(places) <= MOST_PLACES else about)

    def marks(self, before: Battlefield, events: Iterable[Event]) -> tuple[Mark, ...]:
        """Moves and fights of a phase, for the picture."""
        return marks(before, events)

    def log(self, before: Battlefield, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """The log of a phase, step by step.  Raises TypeError for an event that has no handler."""
        return self._fold(before, events, (first_roll, first_act)).section

    def _fold(self, before: Battlefield, events: Sequence[Event], first: tuple[int, int] | None = None) -> _Folded:
        """The log of a phase's events.  Both sides are told it, each as a log and in short: it is written once for them.

        `first` are the numbers of its first roll and entry; None if they do not matter.
        """
        lines, how = tuple(events), current_style()
        for kept in tuple(self._folded):
            if kept.before is before and first in (None, kept.first) and kept.style == how and kept.events == lines:
                return kept
        log = Log(before, self._system.apply, *(first or (1, 1)))
        log.fold(lines, TELL)
        found = _Folded(before, lines, first or (1, 1), how, log)
        self._folded.append(found)
        return found

    def in_short(self, before: Battlefield, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """A sentence for each thing that mattered."""
        log = self._fold(before, events).log
        lines = list(log.brief)
        if log.counts.get("move"):
            lines.append(moved(log.counts["move"]))
        if log.misses:
            lines.append(missed(log.misses, is_all=not log.brief))
        return tuple(lines)

    def pieces(self, state: Battlefield) -> Mapping[str, Piece]:
        """See `reports.teller.Pieces`."""
        shown = [one for one in state.units.values() if not one.is_holder]
        return {one.name: Piece(one.side, one.at, one.strength, one.casualties) for one in shown}

    def next_to(self, state: Battlefield, at: str) -> Collection[str]:
        """See `reports.teller.Pieces`."""
        return state.sheet.map.neighbours(at)

    def panels(self, state: Battlefield, side: str) -> tuple[Panel, ...]:
        """The tables of a report, in their sequence."""
        here = position(state)
        return tuple([panel(here, side) for panel in PANELS])

    def stacks(self, state: Battlefield, side: str) -> Mapping[str, tuple[str, ...]]:
        """The letters of the side's own stacks, with the names that stand there."""
        return telling_map.names_by_letter(state, side)

    def to_do(self, state: Battlefield, side: str, phase: Phase[Battlefield]) -> ToDo:
        """The orders that `side` owes."""
        return self._sheet(state, side, phase).to_do()

    def silent(self, state: Battlefield, side: str, phase: Phase[Battlefield]) -> str:
        """The default if `side` orders nothing; the example of `to_do` costs a twentieth of an order letter."""
        return self._sheet(state, side, phase).silent()

    def order_sheet(
        self, state: Battlefield, side: str, phase: Phase[Battlefield], *, ahead: bool = False
    ) -> tuple[SheetLine, ...]:
        """The order sheet: what each unit may do and what it costs; with `ahead` up to the movement, as the position stands
        now."""
        letters = AHEAD.partition(phase.letter)[2] if ahead else ""
        blocks = [
            block
            for letter in (phase.letter, *letters)
            for block in in_blocks(self._sheet(state, side, replace(phase, letter=letter)).lines())
        ]
        return tuple(line for block in dict.fromkeys(blocks) for line in block)

    def examples(self, state: Battlefield, side: str, phase: Phase[Battlefield]) -> tuple[str, ...]:
        """Orders of the side's own units for a phase that can be copied as they stand."""
        return self._sheet(state, side, phase).examples(EXAMPLES)

    def _sheet(self, state: Battlefield, side: str, phase: Phase[Battlefield]) -> OrderSheet:
        return OrderSheet(state, side, phase.letter, phase.side, self._system.plan)

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        """Every decision of `side` that was taken by default or at a deadline."""
        return tuple(
            f"{decision(one)} ({one.clause}{'; at the deadline' if one.source == 'deadline' else ''})"
            for one in events
            if isinstance(one, Decided) and one.side == side and one.source in ("default", "deadline")
        )

    def final(self, state: Battlefield, outcome: Outcome, side: str) -> tuple[str, ...]:
        """The end of the game."""
        won = f"{SIDE_NAMES[outcome.winner]} {outcome.level} victory" if outcome.winner else "The game is a draw"
        yours = (
            "" if not (side and outcome.winner) else "  You have won." if outcome.winner == side else "  You have lost."
        )
        at_end = {side: n - state.points.get(side, 0) for side, n in outcome.points}
        counted_now = [f"{SIDE_NAMES[side]} {n:+d}" for side, n in at_end.items() if n]
        low = (
            f"  Of these {', '.join(counted_now)} at the end, for low ammunition ({state.rule('low ammunition')})."
            if counted_now
            else ""
        )
        return (
            f"{won}.{yours}",
            f"Victory points: {points(dict(outcome.points))}; strength lost: {points(state.lost)}.{low}",
            f"{outcome.why[:1].upper()}{outcome.why[1:]}.",
        )

    def story(self, state: Battlefield, events: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
        """The battle in a page."""
        return telling_story.story(state, events)

    def phase_title(self, phase: str) -> str:
        """``phase B OFFENSIVE FIRE`` for ``T03.US.B``."""
        letter = parts(phase, self.title.card)[2]
        name = self.title.phase(letter).heading
        return f"phase {letter} {name}" if letter != SET_UP else name

    def short_name(self, phase: str) -> str:
        """``T3 US Off. Fire`` for ``T03.US.B``."""
        return short_name(phase, self.title.phases)

    def several(self, names: Sequence[str]) -> str:
        """``A/2, B/2, D/3 Cav, Miners``."""
        return folded(names)

    def question(self, ask: Ask) -> str:
        """A question, in the words of a subject line."""
        return asked.question(ask)

    def about(self, state: Battlefield, side: str) -> About:
        """The scenario's title, and what of map and charts we designed ourselves."""
        return About(state.sheet.scenario.title, ", ".join(data.reconstructed(state.sheet)))

    def chart(self, state: Battlefield, side: str, word: str) -> tuple[str, ...]:
        """The page of a chart, their list, or the leaders with their ratings."""
        return telling_charts.page(state, side, word)

    def winning(self, state: Battlefield, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return tuple(story.lines(state))

    def help(self, word: str) -> tuple[str, ...]:
        """The series' additions to a help page: its defaults, the verbs of a phase."""
        asked = word.strip().lower()
        if asked in GENERAL:
            return GENERAL[asked]
        found = (one for one in self.title.phases if asked in one.pages or asked == one.letter.lower())
        phase = next(found, None)
        if phase is None:
            return ()
        head = f"PHASE {phase.letter} {phase.heading}" if phase.letter != SET_UP else phase.heading
        rule = self.title.at(phase.chapter)
        return heading(f"HELP {head} (rule {rule})"), *(f"  {line}".rstrip() for line in phase.help)

    def _finished(self, found: Sequence[tuple[int, str, str]]) -> str:
        """``phase B OFFENSIVE FIRE is finished``; of several only the letters, with the side where they are of both."""
        if len(found) == 1:
            _, side, letter = found[0]
            name = self.title.phase(letter).heading
            return (
                f"phase {letter} {name} is finished" if letter != SET_UP else f"{SIDE_NAMES[side]} {name} is finished"
            )
        sides = {side for _, side, _ in found}
        names = [letter if len(sides) == 1 else f"{SIDE_NAMES[side]} {letter}" for _, side, letter in found]
        if len(names) > 4:
            names = [f"{names[0]} to {names[-1]}"]
        return f"phases {joined(names)} are finished"


def house_charts(field: Battlefield) -> str:
    """One line that names the charts which we designed ourselves, since no rulebook prints them; "" if there are none."""
    found = data.reconstructed(field.sheet)
    return f"House charts in use (reconstructed, since the book prints none): {', '.join(found)}" if found else ""


def _player_turn(side: str) -> str:
    """``US player turn``; "" while nobody has one."""
    return f"{SIDE_NAMES[side]} player turn" if side in SIDE_NAMES else ""
