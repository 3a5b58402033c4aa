"""What a side is told, before any formatting.

A game's teller fills these; `text` makes a letter of them.  All times come in as values: nothing here knows a clock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, TypeVar

from pbem.core.ask import Ask
from pbem.reports.letter_style import language, translate, translated
from pbem.reports.map_panel import Detail, MapPanel
from pbem.reports.width import WIDTH as WIDTH

if TYPE_CHECKING:
    from pbem.reports.picture.scene import Caption
    from pbem.reports.picture.shapes import Scene

T = TypeVar("T")

WORDING = 3
"""Counts the changes of the log's words since reports were first compared with a replay; each letter carries it.

Whoever changes a line that a log tells raises it: `verify --replay` then says of older letters that they are not checked.
"""

REMARK_AT = 39
"""The column of an order sheet's remarks."""

MOST_DRAWN = 500
"""Bare drawings that a sheet keeps: panels of a few kilobytes each."""

REPLY_MARK = "#### reply above this line; below it only the order sheet is read ####"


@dataclass(frozen=True, slots=True)
class Cell:
    """The ground of one hex: `letter` is ``w``, ``k``, ``m`` ... or "" for clear; `level` the highest elevation in it."""

    letter: str
    level: int


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """What a ground letter or a hexside's character stands for: `kind` is one of `KINDS`, `name` what the legend calls it."""

    kind: str
    name: str


KINDS = ("woods", "rocks", "marsh", "coulee", "water", "creek", "ford", "dry", "cliff", "ridge")
"""How ground and hexsides can look in a picture and in colour; `cliff` is any edge that is too steep to pass."""


@dataclass(frozen=True)
class Ground:
    """A map sheet as it is drawn; it never changes in play and is shared by all reports of a game.

    `columns` and `rows` are first and last; every second column stands half a hex lower, the odd ones if `stagger` is 1 (as on
    most sheets), the even ones if it is 0.  `has_levels` is False for a board that knows none.
    `sides` gives, for two hexes in ascending sequence, the character that their hexside is drawn with in a panel; only those
    in `overview_sides` are drawn in the overview.  `key` is the MAP KEY, line by line.

    For the picture: `looks` says what the letters of `cells` and the characters of `sides` look like, `legend` what the
    figures on a counter mean, `owners` whose counters stand in which brackets, `deeds` which kinds of `Mark` there are, `signs`
    what else is drawn (``tipi``, ``arc``) with its words.
    `drawn` and `painted` keep what was drawn before: the bare sheet, to which a report adds its counters.
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    cells: Mapping[str, Cell]
    sides: Mapping[tuple[str, str], str]
    places: Mapping[str, str]
    overview_sides: str = "~#"
    key: tuple[str, ...] = ()
    stagger: int = 1
    has_levels: bool = True
    looks: Mapping[str, GroundStyle] = field(default_factory=dict)
    legend: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    deeds: tuple[str, ...] = ("move", "retreat", "fire", "melee")
    signs: tuple[tuple[str, str], ...] = ()
    drawn: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    painted: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    def once(self, key: object, draw: Callable[[], T]) -> T:
        """What `draw` makes, made once for each key; nobody changes it."""
        return _once(self.drawn, key, draw)


def _once(drawn: dict[object, Any], key: object, draw: Callable[[], T]) -> T:
    found: T | None = drawn.get(key)
    if found is None:
        if len(drawn) >= MOST_DRAWN:
            drawn.clear()
        found = drawn[key] = draw()
    return found


@dataclass(frozen=True, slots=True)
class Stack:
    """All counters of one side in a hex, as the map shows them.

    `brackets` are the side's two; `tag` the unit's letters or ``x5``, and then `lead` those of the strongest of them; `mode`
    ``M D P`` or ``x``; `condition` the worst, or "".  `sign` is what else is there and is drawn as a thing rather than a
    counter: ``tipi``, ``folk``, ``herd`` or ``fire``.
    """

    side: str
    brackets: str
    letter: str
    at: str
    tag: str
    strength: int
    mode: str
    condition: str = ""
    leader: bool = False
    lead: str = ""
    sign: str = ""

    @property
    def count(self) -> int:
        """How many units stand there: 5 of ``x5``, 1 of a tag that is a unit's own."""
        return int(self.tag[1:]) if self.tag[:1] == "x" and self.tag[1:].isdigit() else 1


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a phase did, as the picture marks it: `path` is hex by hex.

    `kind` is ``move``, ``retreat`` (rout and scattering too), ``fire`` or ``melee``; those two go from hex to hex.
    """

    kind: str
    side: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class MapModel(MapPanel):
    """The position on hexes as one side sees it.

    `zoc` are the hexes in an enemy ZOC; `involved` hexes that the phase was about, which are drawn in a panel even with
    no enemy near; `marks` what happened, for the picture.  `drawn` is of the models that have the same stacks, such as both
    sides' of one position.  `arcs` are the hexes in the field of fire of a gun.
    """

    ground: Ground
    stacks: tuple[Stack, ...]
    zoc: frozenset[str] = frozenset()
    involved: frozenset[str] = frozenset()
    marks: tuple[Mark, ...] = ()
    drawn: "Drawn | None" = field(default=None, repr=False, compare=False)
    arcs: frozenset[str] = frozenset()

    @property
    def bottom_up(self) -> list[Stack]:
        """The stacks as they are drawn: things such as tipis first, so that whoever stands among them is seen."""
        return self.once("bottom up", lambda: sorted(self.stacks, key=lambda one: one.tag != one.sign))

    def once(self, key: object, draw: Callable[[], T]) -> T:
        """What `draw` makes of the stacks, made once for each key where they are shared; nobody changes it."""
        if self.drawn is None or self.drawn.stacks is not self.stacks or self.drawn.ground is not self.ground:
            return draw()
        return _once(self.drawn.found, key, draw)

    # The panel (see `map_panel`).  How hexes are drawn is imported when something is drawn, a picture's library with it.

    def overview(self) -> list[str]:
        """See `MapPanel`."""
        from pbem.reports import overview

        return overview.overview(self)

    def whole(self) -> list[str]:
        """See `MapPanel`."""
        from pbem.reports import overview

        return overview.whole_sheet(self)

    @property
    def extent(self) -> str:
        """See `MapPanel`."""
        from pbem.reports import overview

        return overview.extent(self)

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `MapPanel`."""
        return self.ground.key if language() is None else tuple([translated(line) for line in self.ground.key])

    @property
    def coloured_as(self) -> Ground:
        """See `MapPanel`."""
        return self.ground

    def has(self, at: str) -> bool:
        """See `MapPanel`."""
        return at in self.ground.cells

    def a_place(self, side: str = "") -> str:
        """See `MapPanel`."""
        stacks = [stack.at for stack in self.stacks if side in ("", stack.side)]
        return next(iter(stacks or self.ground.cells))

    def details(self) -> tuple[Detail, ...]:
        """See `MapPanel`."""
        from pbem.reports import hex_panel

        return hex_panel.details(self)

    def around(self, at: str, radius: int) -> list[str]:
        """See `MapPanel`."""
        from pbem.reports import hex_panel

        return hex_panel.around(self, at, radius)

    def unknown(self, at: str) -> str:
        """See `MapPanel`."""
        return translate("There is no hex {at} on the map.  Write, say,   map 3413 4", at=at)

    def asked_about(self, asks: Sequence[Ask]) -> tuple[Detail, ...]:
        """See `MapPanel`."""
        from pbem.reports import hex_panel

        return hex_panel.asked_about(self, asks)

    def marked(self, marks: Sequence[Mark]) -> "MapModel":
        """See `MapPanel`."""
        return replace(self, marks=tuple(marks))

    def picture(self, caption: "Caption", *, whole: bool = False) -> "Scene | None":
        """See `MapPanel`."""
        if not self.ground.cells:
            return None
        from pbem.reports.picture import scene

        return scene.whole(self, caption) if whole else scene.position(self, caption)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was found drawing some stacks, for all who are shown them."""

    ground: Ground
    stacks: tuple[Stack, ...]
    found: dict[object, Any]


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
    event of its section that it tells last, from 1 on; 0 where the game does not count them.
    """

    number: str
    text: str
    rule: str = ""
    tail: str = ""
    steps: tuple[Step, ...] = ()
    is_minor: bool = False
    last_event: int = 0


@dataclass(frozen=True, slots=True)
class Die:
    """A roll of the log: its short number, dice (``2d6``), faces, and full label (docs/trust.md, 5)."""

    number: int
    dice: str
    faces: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class LogSection:
    """What happened in one phase: its title (``phase B OFFENSIVE FIRE (rule 9)``), what was counted, entries and dice.

    `notes` stand under the entries: charts in use, phases that ran through.  A game whose phases have letters names the
    `letter`, and the `player_turn` (``Indian turn 4``): phases in which nothing happened share a heading, and where a letter
    tells several player turns each heading says whose it is.  `codes` are results that are letters (``K``), with their words
    for those who hear them.
    """

    title: str
    counted: str = ""
    entries: tuple[LogEntry, ...] = ()
    dice: tuple[Die, ...] = ()
    notes: tuple[str, ...] = ()
    letter: str = ""
    player_turn: str = ""
    codes: tuple[tuple[str, str], ...] = ()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing happened: one entry that says so, no dice, no notes."""
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

    `is_note` for a line that no order can be made of: the unit named there has nothing to do.
    """

    order: str
    remark: str = ""
    is_note: bool = False


@dataclass(frozen=True, slots=True)
class ToDo:
    """What a side is wanted for: phase letter, name and rule; `also` the later phases it may write for.

    `example` is an order line of this position; `nobody` the words and the line for doing nothing; `must_act` and
    `silent` whole sentences.
    """

    phase: str
    name: str
    rule: str
    also: str = ""
    example: str = ""
    nobody: tuple[str, str] = ("Nobody to move", "pass")
    must_act: tuple[str, ...] = ()
    silent: str = ""


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
    """What a welcome says of a scenario: its title, which charts we designed ourselves (``map, fire, melee``, or "")."""

    scenario: str
    house_charts: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as the header names him: side, name, and what is said of him in brackets (``you``)."""

    side: str
    name: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing order as it is listed: number, canonical text, and ``used``, ``switched off ...`` or ""."""

    number: int
    text: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class FiledOrders:
    """What a player has on file for a phase to come: the phase in words, the submission's number, ``ready``, the lines."""

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
    """Whom the game waits for: the side and player's name, what for, until when."""

    who: str
    what: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeskFacts:
    """What the campaign knows of a report: the game, its players, the clock, standing orders, press and seal.

    `awaited` says who is awaited if the reader is not; `zone` is the player's own clock, if he registered one; `is_asked`: a
    question waits for him, in a letter of its own.  `notices` are rulings and other news, told before everything that play
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
    standing: tuple[Standing, ...] = ()
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
