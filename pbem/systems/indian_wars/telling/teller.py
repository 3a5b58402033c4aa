"""What the series says about itself: header, map, log, tables, order sheet (`pbem.reports.teller.Teller`)."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from pbem.core.ask import Ask
from pbem.core.event import Decided, Event
from pbem.core.frozen import dataclass
from pbem.core.system import Outcome, Phase, RuleSystem
from pbem.reports.log import moved
from pbem.reports.manner import Manner, manner
from pbem.reports.report import About, EnemyStack, Facts, LogSection, MapModel, Mark, OwnStack, SheetLine, ToDo
from pbem.reports.wrap import heading
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.orders import asked, phase_names
from pbem.systems.indian_wars.say import folded
from pbem.systems.indian_wars.state.field import Field
from pbem.systems.indian_wars.system import ROSEBUD
from pbem.systems.indian_wars.telling import charts as telling_charts
from pbem.systems.indian_wars.telling import map as telling_map
from pbem.systems.indian_wars.telling import marks as telling_marks
from pbem.systems.indian_wars.telling import story as telling_story
from pbem.systems.indian_wars.telling.fight import hexes_of, tell_fighting
from pbem.systems.indian_wars.telling.log import Log, decision
from pbem.systems.indian_wars.telling.moves import tell_moving
from pbem.systems.indian_wars.telling.orders import Sheet
from pbem.systems.indian_wars.telling.special import tell_special
from pbem.systems.indian_wars.telling.supply import tell_supply
from pbem.systems.indian_wars.telling.words import PHASES, SIDE_NAMES, clock, counted, joined, parts, points

DEFAULTS = (
    "set-up             asked again; at the deadline the first legal place",
    "A rally            all who are pinned or routed try; nobody resupplies",
    "B, D, E fire       nobody fires, unless a standing order says so",
    "C movement         routed units run to the nearest lawful place; others stay",
    "F melee            none, except charges that were declared",
    "opportunity fire   yes, at the first unit that triggers it",
    "retreat fire       yes",
    "before a melee     units stand (routed ones must try to retreat)",
    "losses             holders that can replace them, then the strongest unit",
    "                   idle holders make up for a loss of their hex (phase A)",
    "retreats           the shortest lawful way, US toward the Column HQ,",
    "                   Indians toward the north edge",
    "driven back        a unit on its way stops there",
    "pursuit, advance   no (after a charge pursuit is automatic)",
    "scatter            no; leaders stay with their unit",
)

SHOOTING = (
    "| G/9 Inf fire long at Crow King          at two hexes, on foot",
    "| C/3 Cav fire full at 3412 weakest       or strongest, mounted, leader",
)
HELP = {
    "s": (
        "Each counter in a hex that the scenario gives it:",
        "",
        "| A/2 Cav, B/2 Cav set up 3310 mounted",
        "| Crow King enter 2500 mounted            where it enters later",
    ),
    "a": (
        "All who are pinned or routed try to rally by themselves.",
        "",
        "| rally all                               as it is without orders",
        "| F/3 Cav no rally                        stays as it is",
        "| Capt Mills attach to E/3 Cav            a leader changes unit",
        "| A/3 Cav resupply                        low on ammunition",
        "| F/3 Cav rout to B/3 Cav                 by choice, instead of a rally",
    ),
    "b": (
        "At full strength a unit then neither moves nor changes mode; at half it may.",
        "",
        "| C/3 Cav fire full at Crow King",
        "| Good Heart fire half at Big Road else He Dog",
        *SHOOTING,
    ),
    "c": (
        "Routed units run first.  Paths are hexes, or N NE 2S behind move.",
        "",
        "| G/3 Cav recover; move 3512-3513         from disruption, then on",
        "| A/2, B/2 and D/2 Cav move 3310-3410",
        "| C/3 Cav dismount                        mount, prone; crawl 3413",
        "| A/3 Cav, E/3 Cav charge 3511            and the melee in phase F",
        "| F/3 Cav rout to B/3 Cav                 where a routed unit runs",
        "| Lone Bull hit and run at G/3 Cav from 3511 then move 3510",
        "| Crow King exit north                    enter 2500 mounted",
        "| B/3 Cav build breastworks               load breastworks",
        "| BG Crook look for village               at the north edge",
    ),
    "d": (
        "The side that is not moving fires.",
        "",
        "| C/3 Cav fire full at Crow King else Four Horns",
        *SHOOTING,
    ),
    "e": (
        "Advance fire is always at half strength.",
        "",
        "| Rain in the Face fire half at A/3 Cav",
    ),
    "f": (
        "Who stands next to the enemy may attack; afterwards pursue or advance.",
        "",
        "| A/3 Cav, E/3 Cav melee 3511; pursue     or no pursuit",
        "| A/3 Cav advance 3511                    or no advance",
    ),
}
"""A page for each phase, by its letter: what is done in it, and lines to copy."""

AHEAD = "ABC"
"""The phases of the sheet of a whole player turn; that of phase C has the melees that are lawful already."""
EXAMPLES = 6
"""Orders of his own units that a player is shown on a help page."""
GENERAL = {
    "default": DEFAULTS,
    "defaults": DEFAULTS,
    "orders": (
        "  | C/3 Cav dismount; move 3413-3414",
        "  | A/2, B/2 and D/2 Cav move 3310-3410-3510",
        "  | each of A/3, E/3: dismount",
        "  | all in 2911 move 2912",
        "",
        "  Units     as you would say them: C/3, c3, Luettwitz, Crow King, Four.  A",
        "            name that fits two units is asked back, never guessed.  stack K is",
        "            the stack with that letter in the report that you answer.",
        "  Phases    a line counts for the phase that is asked for;  in F: ...  writes",
        "            for a later phase of the same player turn.",
        "  Order     lines are carried out from top to bottom; routed units go first.",
    ),
    "standing": (
        "  | policy all opfire: any",
        "  | policy all losses: holders, strongest",
        "  | when G/3 is meleed and odds 3:2 or worse then retreat before melee to 3513",
        "  | when Crow King moves within 2 of C/3 Cav then C/3 Cav fire half",
    ),
}
"""What the series adds to the pages that every game has."""

PAGES = {
    "set-up": "s",
    "setup": "s",
    "rally": "a",
    "attach": "a",
    "resupply": "a",
    "fire": "b",
    "move": "c",
    "movement": "c",
    "charge": "c",
    "mount": "c",
    "dismount": "c",
    "prone": "c",
    "recover": "c",
    "rout": "c",
    "enter": "s",
    "exit": "c",
    "defence": "d",
    "defensive": "d",
    "offensive": "b",
    "advance": "f",
    "melee": "f",
    "attack": "f",
    "pursue": "f",
}
"""Words that lead to a phase's page."""


TELLERS = (tell_moving, tell_supply, tell_special, tell_fighting)
"""Who tells events, asked in this sequence."""


MOST_FOLDED = 4
"""Logs that are kept: those of a report of two phases, which the other side's report tells too."""


@dataclass(frozen=True)
class _Folded:
    """A log, and what it was written of: the field before, the events, the first numbers and the manner."""

    before: Field
    events: tuple[Event, ...]
    first: tuple[int, int]
    manner: Manner
    log: Log

    @cached_property
    def section(self) -> LogSection:
        """The log as it is told."""
        log = self.log
        return log.section((house_charts(self.before),) if log.dice and house_charts(self.before) else ())


class SeriesTeller:
    """Tells any title of the series."""

    def __init__(self, system: RuleSystem[Field]) -> None:
        self._system = system
        self._folded: deque[_Folded] = deque(maxlen=MOST_FOLDED)

    def facts(self, state: Field, ended: Sequence[str]) -> Facts:
        """The header's facts; turn and player turn are those of the last phase that is told."""
        title = self._system.card.title.upper()
        if not ended:
            whose = _player_turn(state.phasing) if state.turn else ""
            return Facts(title, clock(state), whose, "", points(state.points), points(state.lost))
        turn, side, _ = parts(ended[-1])
        if turn == 0:
            side = ""
        return Facts(
            title, clock(state, turn), _player_turn(side), _finished(ended), points(state.points), points(state.lost)
        )

    def map(self, state: Field, side: str, events: Iterable[Event]) -> MapModel:
        """The position, with the hexes that the events were about."""
        return telling_map.map_model(state, side, hexes_of(events))

    def marks(self, before: Field, events: Iterable[Event]) -> tuple[Mark, ...]:
        """Moves and fights of a phase, for the picture."""
        return telling_marks.marks(before, events)

    def log(self, before: Field, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """What happened, step by step.  Raises ValueError for an event that nobody tells."""
        return self._fold(before, events, (first_roll, first_act)).section

    def _fold(self, before: Field, events: Sequence[Event], first: tuple[int, int] | None = None) -> _Folded:
        """The log of a phase's events.  Both sides are told it, each as a log and in short: it is written once for them.

        `first` are the numbers of its first roll and entry; None where they do not matter.
        """
        told, how = tuple(events), manner()
        for kept in tuple(self._folded):
            if kept.before is before and first in (None, kept.first) and kept.manner == how and kept.events == told:
                return kept
        log = Log(before, self._system.apply, *(first or (1, 1)))
        log.fold(told, TELLERS)
        found = _Folded(before, told, first or (1, 1), how, log)
        self._folded.append(found)
        return found

    def in_short(self, before: Field, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """A sentence for each thing that mattered."""
        log = self._fold(before, events).log
        said = list(log.brief)
        if log.counts.get("move"):
            said.append(moved(log.counts["move"]))
        if log.misses:
            said.append(f"{counted(log.misses, 'other shot' if log.brief else 'shot')} without effect.")
        return tuple(said)

    def own_units(self, state: Field, side: str) -> tuple[OwnStack, ...]:
        """YOUR UNITS."""
        return telling_map.own_units(state, side)

    def enemy_units(self, state: Field, side: str) -> tuple[EnemyStack, ...]:
        """ENEMY UNITS YOU CAN SEE."""
        return telling_map.enemy_units(state, side)

    def stacks(self, state: Field, side: str) -> Mapping[str, tuple[str, ...]]:
        """The letters of the side's own stacks, with the names that stand there."""
        named = telling_map.stack_letters(state, side)
        return {named[at]: tuple(unit.name for unit in here) for at, here in telling_map.stacks_of(state, side).items()}

    def to_do(self, state: Field, side: str, phase: Phase[Field]) -> ToDo:
        """What `side` is wanted for."""
        return self._sheet(state, side, phase).to_do()

    def order_sheet(
        self, state: Field, side: str, phase: Phase[Field], *, ahead: bool = False
    ) -> tuple[SheetLine, ...]:
        """What each unit may do and what it costs; with `ahead` up to the movement, as the position stands now."""
        letters = AHEAD.partition(phase.letter)[2] if ahead else ""
        sheets = [
            self._sheet(state, side, replace(phase, letter=letter)).lines() for letter in (phase.letter, *letters)
        ]
        return tuple(dict.fromkeys(line for lines in sheets for line in lines))

    def examples(self, state: Field, side: str, phase: Phase[Field]) -> tuple[str, ...]:
        """Orders of the side's own units for a phase that can be copied as they stand."""
        return self._sheet(state, side, phase).examples(EXAMPLES)

    def _sheet(self, state: Field, side: str, phase: Phase[Field]) -> Sheet:
        return Sheet(state, side, phase.letter, phase.side, self._system.plan)

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        """Every decision of `side` that was taken by default or at a deadline."""
        return tuple(
            f"{decision(one)} ({one.clause}{'; at the deadline' if one.source == 'deadline' else ''})"
            for one in events
            if isinstance(one, Decided) and one.side == side and one.source in ("default", "deadline")
        )

    def final(self, state: Field, outcome: Outcome, side: str) -> tuple[str, ...]:
        """How the game ended."""
        won = f"{SIDE_NAMES[outcome.winner]} {outcome.level} victory" if outcome.winner else "The game is a draw"
        yours = "" if not outcome.winner else "  You have won." if outcome.winner == side else "  You have lost."
        at_end = {side: n - state.points.get(side, 0) for side, n in outcome.points}
        counted_now = [f"{SIDE_NAMES[side]} {n:+d}" for side, n in at_end.items() if n]
        low = f"  Of these {', '.join(counted_now)} at the end, for low ammunition (14.B)." if counted_now else ""
        return (
            f"{won}.{yours}",
            f"Victory points: {points(dict(outcome.points))}; strength lost: {points(state.lost)}.{low}",
            f"{outcome.why[:1].upper()}{outcome.why[1:]}.",
        )

    def story(self, state: Field, told: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
        """The battle in a page."""
        return telling_story.story(state, told)

    def phase_title(self, phase: str) -> str:
        """``phase B OFFENSIVE FIRE`` for ``T03.US.B``."""
        letter = parts(phase)[2]
        return f"phase {letter} {PHASES[letter][0]}" if letter != "S" else "SET-UP"

    def short_name(self, phase: str) -> str:
        """``T3 US Off. Fire`` for ``T03.US.B``."""
        return phase_names.short_name(phase)

    def several(self, names: Sequence[str]) -> str:
        """``A/2, B/2, D/3 Cav, Miners``."""
        return folded(names)

    def question(self, ask: Ask) -> str:
        """What is asked, in the words of a subject line."""
        return asked.question(ask)

    def about(self, state: Field, side: str) -> About:
        """The scenario's title, and what of map and charts is house work."""
        return About(state.sheet.scenario.title, ", ".join(data.reconstructed(state.sheet)))

    def chart(self, state: Field, side: str, word: str) -> tuple[str, ...]:
        """The page of a chart, their list, or the leaders with their ratings."""
        return telling_charts.page(state, side, word)

    def help(self, word: str) -> tuple[str, ...]:
        """What the series adds to a help page: its defaults, the verbs of a phase."""
        asked = word.strip().lower()
        if asked in GENERAL:
            return GENERAL[asked]
        letter = PAGES.get(asked, asked)
        lines = HELP.get(letter)
        if lines is None:
            return ()
        name, rule, _ = PHASES[letter.upper()]
        head = f"PHASE {letter.upper()} {name}" if letter != "s" else name
        return heading(f"HELP {head} (rule {rule})"), *(f"  {line}".rstrip() for line in lines)


def house_charts(field: Field) -> str:
    """One line that names the charts which are house work, since no rulebook prints them; "" where there are none."""
    found = data.reconstructed(field.sheet)
    return f"House charts in use (reconstructed, since the book prints none): {', '.join(found)}" if found else ""


def _player_turn(side: str) -> str:
    """``US player turn``; "" while nobody has one."""
    return f"{SIDE_NAMES[side]} player turn" if side in SIDE_NAMES else ""


def _finished(ended: Sequence[str]) -> str:
    """``phase B OFFENSIVE FIRE is finished``; of several only the letters, with the side where they are of both."""
    found = [parts(phase) for phase in ended]
    if len(found) == 1:
        letter = found[0][2]
        return (
            f"phase {letter} {PHASES[letter][0]} is finished"
            if letter != "S"
            else f"{SIDE_NAMES[found[0][1]]} SET-UP is finished"
        )
    sides = {side for _, side, _ in found}
    names = [letter if len(sides) == 1 else f"{SIDE_NAMES[side]} {letter}" for _, side, letter in found]
    if len(names) > 4:
        names = [f"{names[0]} to {names[-1]}"]
    return f"phases {joined(names)} are finished"


TELLER = SeriesTeller(ROSEBUD)
