"""Lines of plans as they are put together by clicking: who acts, how, at whom or where, when, within which limits."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.mechanisms.offers import Part, Pattern, Pick
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.plan import people, receipt
from pbem.systems.nezperce.battle.plan.conditions import may_be_in, why_never
from pbem.systems.nezperce.battle.plan.reading import MOST_LINES, NEAR
from pbem.systems.nezperce.battle.plan.records import (
    ADVANTAGE,
    ALL,
    ANY,
    AS_LISTED,
    BACK,
    CHARGE,
    CLEAR,
    CLOSE,
    ENTER,
    FIRE,
    GO,
    GUARD,
    HIDE,
    HOLD,
    IF,
    IN_TURN,
    LEAVE,
    MODES,
    NEAREST,
    ONCE,
    SHELL,
    SKIRMISH,
    SURRENDERS,
    THEN,
    WAITING,
    BattlePlan,
    PlanCondition,
    PlanLine,
    PlanTarget,
)
from pbem.systems.nezperce.battle.plan.running import MOST_STOPS
from pbem.systems.nezperce.battle.plan.writing import conditions_text, line_text
from pbem.systems.nezperce.battle.state import Battle, Fighter, other
from pbem.systems.nezperce.state.contact import INDIAN

BLOCK = ("plan", "end plan")
DOES = {
    SKIRMISH: "come near and fire",
    FIRE: "fire",
    SHELL: "shell (indirect fire)",
    CHARGE: "charge",
    CLOSE: "come near",
    GUARD: "guard",
    GO: "go to a hex",
    HOLD: "hold",
    LEAVE: "leave the map",
    ENTER: "enter from beside the map",
    SURRENDERS: "surrender",
    **dict.fromkeys(MODES, ""),
}
"""The actions of a line, in the words of the page, in the sequence in which the page lists it; "" for the verb itself."""
MOVES, LEAVES = re.compile(r" move (?:\d{4}-)+(\d{4})"), re.compile(r" leave (?:\d{4}-)*(\d{4})")
RANGES = (2, 3, 4, 6, 8, 10)
NEARS = (NEAR, 1, 2, 3, 5, 6, 8)
ADVANTAGES = (0, 5, 10, 15, 30, 50)
AT_LEAST = (2, 3, 4)
TURNS = (5, 10, 15, 20, 30)
LOSSES = (1, 3, 5)


class PlanPatterns:
    """The patterns of a side on its own view of a battle."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle, self.side = battle, side
        plan = battle.mind(side).plan
        self.has_plan, self.plan = plan is not None, plan or BattlePlan()
        self.land = ground.sheet(battle.contact.map)
        self.counters = [one.name for one in battle.units if one.side == side and not one.gone]
        self._open: dict[tuple[str, str], set[str]] = {}

    def words(self) -> list[str]:
        """The words for units of the side, from many to few: each means somebody now."""
        forces = [one.name for one in self.battle.contact.forces(self.side)]
        # Not ``rest`` and the plan's own groups: whom they mean hangs on the lines that are still being written.
        known = (ALL, WAITING, *people.KINDS, *forces)
        some = [one for one in known if self._named(one) or one == WAITING]
        return list(dict.fromkeys([*some, *self.counters]))

    def _named(self, *words: str) -> bool:
        return bool(people.named(words, self.battle, self.side, self.plan))

    def all_of(self, whole_side: str) -> Iterator[Pattern]:
        """Every pattern; `whole_side` is what the page calls the side."""
        words = self.words()
        for verb, does in DOES.items():
            yield from self._of_verb(verb, does or verb, words)
        stops = [Pick(conditions_text((one,))) for one in self._conditions()]
        if len(self.plan.stops) < MOST_STOPS:
            where = Part("plan", "where", self._places(numbered=False))
            parts = (where, Part("stop", "as soon as", tuple(stops)))
            yield Pattern((whole_side,), "stop the battle and ask me", "{plan}stop when {stop}", parts, block=BLOCK)

    # Lines.

    def _of_verb(self, verb: str, does: str, words: Sequence[str]) -> Iterator[Pattern]:
        """The patterns of a verb: one for all units that may go to the same places."""
        by_places: dict[tuple[str, ...], list[str]] = {}
        for who in words:
            if self._is_allowed(self._line(verb, who)):
                places = self._open_to(who) if verb in (GO, HOLD) else ()
                if verb != GO or places:
                    by_places.setdefault(places, []).append(who)
        for places, units in by_places.items():
            text, parts = self._parts(verb, units, places)
            notes = {who: self._now(self._line(verb, who)) for who in units if verb != GO and who not in self.counters}
            common = (Part("number", "where", self._places(numbered=True)), Part("when", "when", self._times()))
            yield Pattern(tuple(units), does, f"{{number}}{{when}}{{who}} {text}", (*common, *parts), notes, BLOCK)

    def _now(self, line: PlanLine) -> str:
        """The present effect of a line by itself as things stand: the plan's rehearsal says it, here without the whole way."""
        notes = "; ".join(receipt.now(self.battle, self.battle.mind(self.side), line))
        return LEAVES.sub(r" leave by way of \1", MOVES.sub(r" move to \1", notes))

    def _line(self, verb: str, who: str) -> PlanLine:
        """A line of a verb with what is usual."""
        line = PlanLine(verb, (who,))
        action = line.action
        if action in (FIRE, SHELL, CHARGE, CLOSE, SKIRMISH):
            line = replace(line, targets=(PlanTarget(ANY),), near=CLEAR if action == SHELL else 0)
        if line.verb in (CLOSE, SKIRMISH, GUARD):
            line = replace(line, near=NEAR)
        if GUARD in (line.verb, line.then):
            line = replace(line, ward=(self._wards()[0],))
        return replace(line, edge=NEAREST) if LEAVE in (line.verb, line.then) else line

    def _is_allowed(self, line: PlanLine) -> bool:
        if line.who == (WAITING,) and not self._named(WAITING) and line.verb != ENTER:
            return False  # nobody waits now, and who comes later enters first
        return why_never(line, self.battle, self.side, self.plan) is None

    def _open_to(self, who: str) -> tuple[str, ...]:
        """The hexes in which one of the units may be."""
        units = people.named((who,), self.battle, self.side, self.plan)
        found: set[str] = set()
        for one in units:
            found |= self._hexes(one)
        return tuple(at for at in self.land if at in found)

    def _hexes(self, one: Fighter) -> set[str]:
        key = (one.kind, one.mode)
        if key not in self._open:
            self._open[key] = {at for at in self.land if may_be_in(one, self.battle, at)}
        return self._open[key]

    def _parts(self, verb: str, units: Sequence[str], places: Sequence[str]) -> tuple[str, tuple[Part, ...]]:
        """The text of a verb with its parts between braces, and the parts."""
        at, limit = Part("near", "at range", _numbers(NEARS)), Part("limit", "how often", self._limits())
        target = Part("target", "at whom", tuple(self._targets()))
        within = Part("within", "range", (Pick("", "any range"), *_numbers(RANGES, " within ")))
        least = Part("chance", "faces that hit", (Pick("", "1 of 6"), *_numbers(AT_LEAST, " chance ")))
        match verb:
            case "skirmish":
                return "skirmish {target} at {near}{chance}{limit}", (target, at, least, limit)
            case "fire":
                then = Part("then", "then", tuple(self._follows(units)))
                return "fire at {target}{within}{chance}{then}{limit}", (target, within, least, then, limit)
            case "shell":
                clear = Part("clear", "friends clear by", (Pick("", "2 hexes"), *_numbers((0, 1, 3), " clear ")))
                return "shell {target}{within}{clear}{chance}{limit}", (target, within, clear, least, limit)
            case "charge":
                usual = Pick("", str(ADVANTAGE))
                edge = Part("advantage", "advantage", (usual, *_numbers(ADVANTAGES, " at advantage ")))
                return "charge {target}{advantage}{together}{limit}", (target, edge, self._together(units), limit)
            case "close":
                return "close {target} at {near}{limit}", (target, at, limit)
            case "guard":
                whom = Part("ward", "whom", tuple(map(Pick, self._wards())))
                return "guard {ward} at {near}{limit}", (whom, at, limit)
            case "go":
                return "go {hex}{limit}", (Part("hex", "to", tuple(Pick(one, at=one) for one in places)), limit)
            case "hold":
                stay = Pick("", "where they are")
                return "hold{hex}", (Part("hex", "where", (stay, *(Pick(f" {one}", one, one) for one in places))),)
            case "leave":
                edges = tuple(map(Pick, (NEAREST, *ground.EDGES)))
                return "leave {edge}{limit}", (Part("edge", "by which side", edges), limit)
            case "surrender":
                return verb, ()
        return f"{verb}{{limit}}", (limit,)

    def _together(self, units: Sequence[str]) -> Part:
        """The choice of two to charge as one: nobody's choice where the rules never allow it for one of these."""
        picks = [Pick("", "one by one")]
        if all(self._is_allowed(replace(self._line(CHARGE, one), together=True)) for one in units):
            picks.append(Pick(", together", "two together"))
        return Part("together", "how many", tuple(picks))

    def _follows(self, units: Sequence[str]) -> Iterator[Pick]:
        """The picks for a unit that has fired with half its strength."""
        yield Pick("", "stay")
        verbs = [BACK, HIDE, CLOSE, CHARGE, GUARD, LEAVE]
        for verb in verbs:
            line = self._line(f"{FIRE}{THEN}{verb}", units[0])
            near = (1, 2, NEAR) if verb in (CLOSE, GUARD) else (0,)
            for n in near:
                made = replace(line, near=n)
                if all(self._is_allowed(replace(made, who=(one,))) for one in units):
                    text = line_text(made).rpartition(", then ")[2]
                    yield Pick(f", then {text}", text)
        common = set(self.land).intersection(*(self._open_to(one) for one in units))
        yield from (Pick(f", then go {at}", f"go {at}", at) for at in self.land if at in common)

    def dropped(self) -> Iterator[tuple[int, str]]:
        """The lines of the plan in force, each with its number: they can be dropped."""
        return ((one.number, line_text(one.line)) for one in self.plan.lines)

    # What parts may be.

    def _places(self, *, numbered: bool) -> tuple[Pick, ...]:
        """The places for a line in the plan: in a new plan, or in the one that is in force."""
        new = Pick("", "in a new plan", is_inside=True)
        if not self.has_plan:
            return (new,)
        if not numbered:
            return Pick("", "in your plan"), new
        taken = {one.number: one.line for one in self.plan.lines}
        last = max(taken, default=0) + 1
        first = [Pick(f"line {last}: ", f"as line {last}, below the others")] if last <= MOST_LINES else []
        instead = [Pick(f"line {n}: ", f"in place of line {n}: {line_text(one)}") for n, one in taken.items()]
        return (*first, *instead, new)

    def _times(self) -> tuple[Pick, ...]:
        conditions = [conditions_text((one,)) for one in self._conditions()]
        choices = [Pick(f"{when} {one}: ", f"{when} {one}") for when in (ONCE, IF) for one in conditions]
        return (Pick("", "at any time"), *choices)

    def _conditions(self) -> Iterator[PlanCondition]:
        """The conditions that a line or a stop may wait for."""
        yield from map(PlanCondition, ("lost half", "lost third"))
        yield from (PlanCondition(kind, n) for kind in ("lost", "enemy lost", "enemy left") for n in LOSSES)
        yield from (PlanCondition("turn", n) for n in TURNS)
        wards = [one for one in dict.fromkeys((self._wards()[0], ALL)) if self._named(one)]
        yield from (PlanCondition("enemy within", n, (one,)) for one in wards for n in (2, 4, 6))
        yield PlanCondition("attacked")
        if any(one.kind == "lodge" for one in self.battle.units):
            yield PlanCondition("lodges gone")
        if self.battle.waiting(self.side):
            yield PlanCondition("waiting none")

    def _wards(self) -> list[str]:
        """The units that may be guarded: lodges and camps first, then strategic units, in the end everybody."""
        forces = [one.name for one in self.battle.contact.forces(self.side)]
        some = [one for one in ("lodges", "camps", "HQ", "guns", *forces) if self._named(one)]
        return [*some, ALL]

    def _targets(self) -> Iterator[Pick]:
        """The targets of a line: anybody, the nearest, a kind or a unit of theirs, a hex with enemies."""
        theirs = other(self.side)
        there = [one for one in self.battle.units if one.side == theirs and not one.gone]
        yield Pick(ANY, "anybody")
        yield Pick(NEAREST, "the nearest")
        usual = ("braves", "lodges") if theirs == INDIAN else ()
        kinds = [word for word, of in people.KINDS.items() if word in usual or any(one.kind in of for one in there)]
        for word in [*kinds, *(one.name for one in self.battle.contact.forces(theirs))]:
            yield Pick(word)
            yield Pick(f"{word}, {ANY}", f"{word}, else anybody")
        for at in dict.fromkeys(one.at for one in there if one.at):
            yield Pick(f"{ANY} in {at}", f"anybody in {at}", at)

    def _limits(self) -> tuple[Pick, ...]:
        found = [Pick("", "as often as possible"), Pick(", one", "one action in a half-turn")]
        found += [Pick(f", {one}", one) for one in (IN_TURN, AS_LISTED)]
        return (*found, Pick(f", one, {IN_TURN}", f"one action in a half-turn, {IN_TURN}"))


def _numbers(some: Sequence[int], ahead: str = "") -> tuple[Pick, ...]:
    return tuple(Pick(f"{ahead}{n}", str(n)) for n in some)
