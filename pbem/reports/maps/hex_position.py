"""A position on a map of hexes, as data: the sheet, the stacks on it, what a phase did."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

MOST_DRAWN = 500
"""Bare drawings that a sheet keeps: panels of a few kilobytes each."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The ground of one hex: `letter` is ``w``, ``k``, ``m`` ... or "" for clear; `level` the highest elevation in it."""

    letter: str
    level: int


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """The meaning of a ground letter or a hexside's character: `kind` is one of `KINDS`, `name` what the legend calls it."""

    kind: str
    name: str


KINDS = ("woods", "rocks", "marsh", "coulee", "water", "creek", "ford", "dry", "cliff", "ridge")
"""The looks of ground and hexsides in a picture and in colour; `cliff` is any edge that is too steep to pass."""


@dataclass(frozen=True)
class Ground:
    """A map sheet as it is drawn; it never changes in play and is shared by all reports of a game.

    `columns` and `rows` are first and last; every second column stands half a hex lower, the odd ones if `stagger` is 1 (as on
    most sheets), the even ones if it is 0.  `has_levels` is False for a board that knows none.
    `sides` gives, for two hexes in ascending sequence, the character that their hexside is drawn with in a panel; only those
    in `overview_sides` are drawn in the overview.  `key` is the MAP KEY, line by line; `north` the way in which north lies
    on it (``up``, ``left``).

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
    north: str = "up"
    has_levels: bool = True
    looks: Mapping[str, GroundStyle] = field(default_factory=dict)
    legend: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    deeds: tuple[str, ...] = ("move", "retreat", "fire", "melee")
    signs: tuple[tuple[str, str], ...] = ()
    drawn: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    painted: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    def once(self, key: object, draw: Callable[[], T]) -> T:
        """The result of `draw`, made once for each key; nobody changes it."""
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
        """The number of units there: 5 of ``x5``, 1 of a tag that is a unit's own."""
        return int(self.tag[1:]) if self.tag[:1] == "x" and self.tag[1:].isdigit() else 1


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a phase did, as the picture marks it: `path` is hex by hex.

    `kind` is ``move``, ``retreat`` (rout and scattering too), ``fire`` or ``melee``; those two go from hex to hex.
    """

    kind: str
    side: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Drawings of some stacks, for all who are shown them."""

    ground: Ground
    stacks: tuple[Stack, ...]
    found: dict[object, Any]


@dataclass(frozen=True)
class HexPosition:
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
        """The drawing of the stacks by `draw`, made once for each key where they are shared; nobody changes it."""
        if self.drawn is None or self.drawn.stacks is not self.stacks or self.drawn.ground is not self.ground:
            return draw()
        return _once(self.drawn.found, key, draw)
