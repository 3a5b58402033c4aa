"""The content of reports, before any formatting.

A game's teller fills these; `text` makes a letter of them.  All times come in as values: nothing here knows a clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, TypeVar

from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.wrap import WIDTH as WIDTH

if TYPE_CHECKING:
    pass

T = TypeVar("T")

WORDING = 4
"""Counts the changes of the log's words since reports were first compared with a replay; each letter carries it.

Whoever changes a line that a log tells raises it: `verify --replay` then says of older letters that they are not checked.
"""

REMARK_AT = 37
"""The column of an order sheet's remarks."""


REPLY_MARK = "#### reply above this line; below it only the order sheet is read ####"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a log entry: label, what was looked at, what came of it (`tail`, such as ``-> 1``), the rule's number.

    With `label` None the text stands at the entry's own indent; with "" it continues the step above.  `brief` are its words in
    the short form of the log, where several steps share a line: "" leaves it out, None keeps the step as it is.
    """

    label: str | None
    text: str
    tail: str = ""
    rule: str = ""
    brief: str | None = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing that happened: its number (``B1``), head line, rule, and the steps by which it can be followed.

    `is_minor`: a letter that would be too long gives it up first (the way of a pony herd).  `last_event` is the number of the
    event of its section that it tells last, from 1 on; 0 where the game does not count them.  `folded` is a move in its
    shortest form (``Crow King 6917-6914``): how those read of it whose move it was not.
    """

    number: str
    text: str
    rule: str = ""
    tail: str = ""
    steps: tuple[Step, ...] = ()
    is_minor: bool = False
    last_event: int = 0
    folded: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """A roll of the log: its short number, dice (``2d6``), faces, and full label (docs/trust.md, 5)."""

    number: int
    dice: str
    faces: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class LogSection:
    """The log of one phase: its title (``phase B OFFENSIVE FIRE (rule 9)``), what was counted, entries and dice.

    `notes` stand under the entries: charts in use, phases that ran through.  A game whose phases have letters names the
    `letter`, and the `player_turn` (``Indian turn 4``): phases in which nothing happened share a heading, and where a letter
    tells several player turns each heading says whose it is.  `codes` are results that are letters (``K``), with their words
    for those who hear them.  `side` is the code of the side whose phase it is (``IN``), and `is_empty` says that nothing
    happened in it.
    """

    title: str
    counted: str = ""
    entries: tuple[LogEntry, ...] = ()
    dice: tuple[Die, ...] = ()
    notes: tuple[str, ...] = ()
    letter: str = ""
    player_turn: str = ""
    codes: tuple[tuple[str, str], ...] = ()
    side: str = ""
    is_empty: bool = False

    @property
    def is_quiet(self) -> bool:
        """True if next to nothing happened: one entry that says so, no dice, no notes."""
        return len(self.entries) == 1 and not (self.entries[0].steps or self.counted or self.dice or self.notes)


@dataclass(frozen=True, slots=True)
class OwnUnit:
    """A line of YOUR UNITS.  `strength`, `mode` and `mp` are "" for a leader."""

    name: str
    strength: str
    mode: str
    mp: str
    condition: str = ""


@dataclass(frozen=True, slots=True)
class OwnStack:
    """The units of a hex in YOUR UNITS.

    `lines` are its lines in English, by the width of the names: a game gives the very same stack for as long as nothing
    changes.
    """

    letter: str
    at: str
    in_zoc: bool
    units: tuple[OwnUnit, ...]
    lines: dict[int, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class EnemyStack:
    """A line of ENEMY UNITS YOU CAN SEE; `units` in the short form (``Crow King 5D``), `lines` that line in English."""

    letter: str
    at: str
    in_zoc: bool
    strength: int
    units: tuple[str, ...]
    lines: list[str] = field(default_factory=list, init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Panel:
    """A table that the game adds to a report, such as YOUR UNITS.

    `lines` stand under `title`, and right of that the `note`; a panel without lines is not shown.  While it reads as in an
    earlier report it is left out and that report named, under `name`; `is_always_whole` for one that never is.
    `stacks` are what a table of units was made of, for a letter that sets it in columns of its own; any other table may have
    its `rows` of cells under `head` for that.  `spoken` are the same lines as sentences, for those who hear the letter.
    """

    name: str
    title: str
    note: str
    lines: tuple[str, ...]
    is_always_whole: bool = False
    stacks: tuple[OwnStack | EnemyStack, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    spoken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the order sheet: what may be copied, and beside it what it would cost or why there is nothing.

    `is_note` for a line that no order can be made of: the unit named there has nothing to do.  `instead` are whole lines that
    its units may be ordered by instead of it, which the remark speaks of (``or dismount``).
    """

    order: str
    remark: str = ""
    is_note: bool = False
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToDo:
    """The orders that a side owes: phase letter, name and rule; `also` the later phases it may write for.

    `example` is an order line of this position; `nobody` the words and the line for doing nothing; `must_act` and
    `silent` whole sentences.  `is_move`: somebody may go somewhere in it, so the map and where all stand are shown again even
    if nothing has changed.
    """

    phase: str
    name: str
    rule: str
    also: str = ""
    example: str = ""
    nobody: tuple[str, str] = ("Nobody to move", "pass")
    must_act: tuple[str, ...] = ()
    silent: str = ""
    is_move: bool = True


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of the header that the game tells: `clock` is ``Turn 3 of 19 (08:40)``, `points` and `lost` by side."""

    title: str
    clock: str
    player_turn: str
    phase: str
    points: str
    lost: str


@dataclass(frozen=True, slots=True)
class About:
    """A scenario, for a welcome: its title, which charts we designed ourselves (``map, fire, melee``, or "")."""

    scenario: str
    house_charts: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as the header names them: side, name, and what is said of them in brackets (``you``)."""

    side: str
    name: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class ListedStanding:
    """A standing order as it is listed: number, canonical text, and ``used``, ``switched off ...`` or ""."""

    number: int
    text: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class FiledOrders:
    """A player's orders on file for a phase to come: the phase in words, the submission's number, ``ready``, the lines."""

    phase: str
    submission: int
    ready: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Press:
    """A piece of press: from whom, when (``Wed 11 Mar 20:41``), the words."""

    author: str
    when: str
    words: str


@dataclass(frozen=True, slots=True)
class Awaited:
    """The side that the game waits for, its player's name, what for, until when."""

    who: str
    what: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeskFacts:
    """The campaign's facts for a report: the game, its players, the clock, standing orders, press and seal.

    `awaited` says whom the game waits for if not the reader; `zone` is the player's own clock, if registered; `is_asked`: a
    question waits for them, in a letter of its own.  `notices` are rulings and other news, told before everything that play
    brought; `seeds` names the ladder steps published with it (``seed 12``); `seal` are the lines of the seal block.
    """

    game: str
    number: int
    players: tuple[PlayerLine, ...]
    gm: str
    written: datetime
    deadline: datetime | None = None
    zone: tzinfo | None = None
    awaited: Awaited | None = None
    is_asked: bool = False
    notices: tuple[str, ...] = ()
    seeds: str = ""
    on_file: tuple[FiledOrders, ...] = ()
    standing: tuple[ListedStanding, ...] = ()
    standing_used: int = 0
    press: tuple[Press, ...] = ()
    seal: tuple[str, ...] = ()
    rulings: int = 0
    undone: int = 0
    voided: int = 0
    dice_mode: str = "sealed"
    silent: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(DeskFacts):
    """One side's report: what the desk knows, and what the game has to say.

    `to_do` is None if nothing is wanted.  `logs` tells every phase since the last report; `final` is the result of a game
    that is over, line by line, and `story` the whole game in a page.  `panels` are the game's tables; `stacks` the letters of
    the side's own stacks, with the units in each.  `lesson` are the lines of a first game's lesson, in place of what is to be
    done next.  `to_click` is the name of the enclosed file with which orders are clicked, or "".
    `unchanged` names the parts (see `text.blocks`) that read as in an earlier report, with its number; they are
    left out.  `is_full`: the log shows every figure of every shot.
    """

    side: str
    facts: Facts
    to_do: ToDo | None = None
    lesson: tuple[str, ...] = ()
    unchanged: Mapping[str, int] = field(default_factory=dict)
    is_full: bool = False
    final: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    in_short: tuple[str, ...] = ()
    map: MapPanel | None = None
    logs: tuple[LogSection, ...] = ()
    panels: tuple[Panel, ...] = ()
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_default: tuple[str, ...] = ()
    order_sheet: tuple[SheetLine, ...] = ()
    to_click: str = ""
