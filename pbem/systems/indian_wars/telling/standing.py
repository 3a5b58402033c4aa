"""The counters of a side in one hex, and what letters say of them: worked out once for as long as none of them changes.

From one report to the next most hexes stay as they were.  Counters are frozen, and whatever changes one makes another; so
the very same counters in a hex are said to be what was said of them before.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pbem.reports.maps.hex_position import Stack
from pbem.reports.report import EnemyStack, OwnStack, OwnUnit
from pbem.systems.indian_wars.rules.movement import zoc
from pbem.systems.indian_wars.state.counter import (
    BURNING_CAMP,
    CAMP,
    GRASS_FIRE,
    LEADER,
    PONY_HERD,
    UNMANNED,
    VILLAGERS,
    Counter,
)
from pbem.systems.indian_wars.telling.words import BRACKETS, MODE_LETTERS, condition_letters

T = TypeVar("T")

MOST_KNOWN = 1 << 9
"""Hexes of which it is kept what letters say of them: those of some ten games."""

DRAWN_AS = {BURNING_CAMP: "fire", GRASS_FIRE: "fire", CAMP: "tipi", VILLAGERS: "folk", PONY_HERD: "herd"}
"""Signs of counters that do not fight, the first of these that is in a hex."""

SCENERY = frozenset((*UNMANNED, VILLAGERS))
"""Kinds of counter that need a second look: whether their owner orders them about may depend on the alert (LB-18)."""

CONDITIONS = "rpdlf"
"""The letters of conditions (``f`` for having fired), worst first."""


class Standing:
    """Counters of one side in a hex, leaders last, as they are now.

    `names` and `kinds` are theirs; `zoc` is the farthest ZOC that any of them has; `has_scenery` whether camps, herds or
    people are among them.
    """

    __slots__ = ("_face", "_own", "_said", "_seen", "at", "has_scenery", "kinds", "names", "side", "units", "zoc")

    def __init__(self, at: str, units: list[Counter]) -> None:
        self.kinds = frozenset([unit.printed.kind for unit in units])
        if LEADER in self.kinds:
            units.sort(key=_is_leader)
        self.at = at
        self.units = units
        self.side = units[0].printed.side
        self.names = tuple([unit.printed.name for unit in units])
        self.has_scenery = not SCENERY.isdisjoint(self.kinds)
        reach = [zoc.kind_of(unit) for unit in units]
        self.zoc = zoc.FULL if zoc.FULL in reach else zoc.PARTIAL if zoc.PARTIAL in reach else zoc.NONE
        self._face: Stack | None = None
        self._own: OwnStack | None = None
        self._seen: EnemyStack | None = None
        self._said: dict[str, Any] = {}

    def drawn(self, letter: str) -> Stack:
        """The stack as the map shows it, under its letter of the moment."""
        face = self._face
        if face is None or face.letter != letter:
            face = self._face = Stack(self.side, BRACKETS[self.side], letter, self.at, *self.once("looks", _looks))
        return face

    def own(self, letter: str, say: Callable[[Sequence[Counter]], tuple[OwnUnit, ...]], *, in_zoc: bool) -> OwnStack:
        """The stack in YOUR UNITS; the very same one for as long as letter and ZOC stay."""
        own = self._own
        if own is None or own.letter != letter or own.in_zoc != in_zoc:
            own = self._own = OwnStack(letter, self.at, in_zoc, self.once("own", say))
        return own

    def seen(
        self, letter: str, strength: int, say: Callable[[Sequence[Counter]], tuple[str, ...]], *, in_zoc: bool
    ) -> EnemyStack:
        """The stack in ENEMY UNITS YOU CAN SEE, as above."""
        seen = self._seen
        if seen is None or seen.letter != letter or seen.in_zoc != in_zoc or seen.strength != strength:
            seen = self._seen = EnemyStack(letter, self.at, in_zoc, strength, self.once("seen", say))
        return seen

    def once(self, what: str, say: Callable[[Sequence[Counter]], T]) -> T:
        """The words of `say` for the counters, said once; nobody changes it."""
        found: T | None = self._said.get(what)
        if found is None:
            found = self._said[what] = say(self.units)
        return found


class Standings:
    """The standings that are known, at most `most` of them, by the counters themselves: comparing these takes longer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[tuple[str, tuple[int, ...]], tuple[Standing, ...]] = {}

    def of(self, at: str, here: list[Counter]) -> tuple[Standing, ...]:
        """The counters in a hex, by side.  Each standing has its counters, so that no other has the identity of one."""
        key = (at, tuple(map(id, here)))
        found = self._known.get(key)
        if found is None:
            sides = dict.fromkeys([unit.printed.side for unit in here])
            found = tuple([Standing(at, [unit for unit in here if unit.printed.side == side]) for side in sides])
            if len(self._known) >= self._most:
                self._known.clear()
            self._known[key] = found
        return found


standings = Standings(MOST_KNOWN)


def drawn_as(here: Sequence[Counter]) -> str:
    """The word for what does not fight in a hex."""
    return next(word for kind, word in DRAWN_AS.items() if any(one.printed.kind == kind for one in here))


def _looks(here: Sequence[Counter]) -> tuple[str, int, str, str, bool, str, str]:
    """The map's signs of a stack besides side, letter and hex; see `Stack`.  Leaders stand last."""
    if not DRAWN_AS.keys().isdisjoint([one.printed.kind for one in here]):
        return _beside_the_village(here)
    has_leader = _is_leader(here[-1])
    units = [one for one in here if one.printed.kind != LEADER] if has_leader else here
    if not units:
        lead = _tag(here[0])
        return lead if len(here) == 1 else f"x{len(here)}", 0, "", "", True, lead, ""
    strengths = [one.strength for one in units]
    lead = _tag(units[strengths.index(max(strengths))])
    tag = lead if len(units) == 1 else f"x{len(units)}"
    modes = {one.mode for one in units}
    mode = MODE_LETTERS[modes.pop()] if len(modes) == 1 else "x"
    letters = "".join([condition_letters(one) + "f" * bool(one.fired) for one in units if one.fired or one.conditions])
    worst = next((one for one in CONDITIONS if one in letters), "") if letters else ""
    return tag, sum(strengths), mode, worst, has_leader, lead, ""


def _beside_the_village(here: Sequence[Counter]) -> tuple[str, int, str, str, bool, str, str]:
    """Those who fight as they are drawn anywhere; a camp, villagers or herds alone by a word (LB-18, LB-19)."""
    others = [one for one in here if one.printed.kind not in DRAWN_AS]
    word = drawn_as(here)
    if others:
        return *_looks(others)[:-1], word
    return word, 0, "", "", False, word, word


def _is_leader(unit: Counter) -> bool:
    return unit.printed.kind == LEADER


def _tag(unit: Counter) -> str:
    return unit.printed.tag or unit.name[:4]
