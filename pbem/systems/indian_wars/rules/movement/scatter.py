"""Indian scatter (7.K): a unit runs before a US unit that comes near, and is routed."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter

from pbem.board.hexes import Reach, within
from pbem.core.ask import Ask, Choice
from pbem.core.cache import Later
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.systems.indian_wars.orders.records import ChangeMode
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import modes, stacking, steps
from pbem.systems.indian_wars.rules.movement.mobility import left, moves_mounted
from pbem.systems.indian_wars.state.counter import DISMOUNTED, MOUNTED, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import UnitScattered, UnitsMoved

REACH = 2
STAY = "stay"
NO_SCATTER = "no scatter"
"""The option by which Indian units never scatter (ruling A-108)."""
SCATTER_UNFIRED = "scatter unfired"
"""The option by which nobody fires at those who scatter (ruling A-026)."""


@rule("scatter right", "scatter trigger", "routed may not scatter", "non-phasing limits")
def look(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> Play[None]:
    """Ask the Indian player, as a US unit enters a hex within 2 hexes of Indian units (7.K; rulings A-025, A-027).

    All units that it has come near to are asked about together: one by one they would cost a letter each.
    """
    field = umpire.state
    if umpire.is_rehearsing or NO_SCATTER in field.options:
        return  # it would be declined, and the search for where a unit could run is the dearest part of a rehearsal
    if field.phasing != "us" or not any(n in field and field[n].side == "us" and field[n].is_unit for n in names):
        return
    near = _near(field, at)
    if not near:
        return
    around = _Around(field.thaw())
    may_run = [unit for unit in near if _has_way(around, unit)]
    answers = yield from ask_all([_question(around, unit, names, at) for unit in may_run])
    for unit, answer in zip(may_run, answers, strict=True):
        name = unit.name
        if answer.choice != STAY and name in umpire.state and may_scatter(umpire.state[name]):
            run, end = around.ways(unit)[answer.choice]
            yield from _scatter(umpire, name, run.mode, run.reach.path(end))


def _near(field: Battlefield, at: str) -> list[Counter]:
    """The Indian units that may scatter from who comes to a hex, in the sequence of the order of battle."""
    around = [one for one in field.sheet.map.within(at, REACH) if one in field.stacks]
    near = [unit for one in around for unit in field.at(one) if unit.printed.side == "indian" and may_scatter(unit)]
    if len(near) < 2:
        return near
    names = {unit.name for unit in near}
    return [field[name] for name in field.units if name in names]


def may_scatter(unit: Counter) -> bool:
    """Not routed, not pinned, no leader, no pony holders (7.K; ruling A-027)."""
    return unit.is_combat_unit and not (unit.routed or unit.pinned)


@dataclass(frozen=True, slots=True)
class _Run:
    """A way to scatter: the mode in which it is run, and where it leads."""

    mode: str
    reach: Reach


class _Around:
    """The common surroundings of all units that may scatter at one moment: the enemy's ZOCs, and how near it is
    to each hex.

    `field` is a copy of the field as it is at that moment, for most of this is looked for later or never.
    """

    def __init__(self, field: Battlefield) -> None:
        self.field = field
        self._ways: dict[str, Ways] = {}
        self._nearest: dict[str, int] = {}
        self._steps: dict[tuple[str, str, bool], steps.OpenSteps] = {}

    @cached_property
    def _zocs(self) -> frozenset[str]:
        return stacking.of_enemies(self.field, "indian")

    @cached_property
    def _gap(self) -> Callable[[str], int]:
        foes = {one.at for one in self.field.of("us") if not one.is_leader}
        return self.field.sheet.map.distances.to_nearest(foes)

    def reach(self, unit: Counter) -> Reach:
        """The reach of a unit. Those that move alike share what leads out of each hex."""
        alike = unit.kind, unit.guards, moves_mounted(unit)
        if alike not in self._steps:
            self._steps[alike] = steps.OpenSteps(self.field, (unit,), self._zocs)
        return within(unit.at, left(unit), self._steps[alike], self.field.sheet.map.neighbours)

    def ways(self, unit: Counter) -> "Ways":
        """The ways to scatter that a unit has."""
        if unit.name not in self._ways:
            self._ways[unit.name] = _ways(self, unit)
        return self._ways[unit.name]

    def nearest_foe(self, at: str) -> int:
        """The distance of the nearest US unit; leaders don't count."""
        if at not in self._nearest:
            self._nearest[at] = self._gap(at)
        return self._nearest[at]


def _has_way(around: _Around, unit: Counter) -> bool:
    """True if it can run anywhere.  Nearly always it can take a step as it is, and no search is needed."""
    open_neighbours = around.field.sheet.map.open_neighbours(unit.at)
    return any(_may_step(around.field, unit, there) for there in open_neighbours) or bool(around.ways(unit))


def _may_step(field: Battlefield, unit: Counter, there: str) -> bool:
    step = steps.step_cost(field, (unit,), unit.at, there) if unit.mode != PRONE else None
    return (
        step is not None
        and step.cost <= left(unit)
        and not steps.enemies_closing(field, there, (unit,))
        and not _is_full(field, there, unit)
    )


def _is_full(field: Battlefield, at: str, unit: Counter) -> bool:
    """True if there is no room for a unit in a hex.  One that is alone there never overstacks it."""
    return at in field.stacks and stacking.is_over(field, at, unit.side, (unit,))


@rule("scatter mode change")
def _runs(around: _Around, unit: Counter) -> tuple[_Run, ...]:
    """The modes in which it could run: as it is, or up from the ground, and mounted if its ponies are at hand.

    A disrupted unit keeps its mode (ruling A-027).
    """
    found = [] if unit.mode == PRONE else [_Run(unit.mode, around.reach(unit))]
    if unit.disrupted:
        return tuple(found)
    for mode in (DISMOUNTED,) * (unit.mode == PRONE) + (MOUNTED,) * modes.may_find_mounts(around.field, unit):
        changed = modes.plan_change(around.field, unit.side, "C", ChangeMode(unit.name, mode))
        if isinstance(changed, modes.ModeChange):
            after = unit.but(mode=mode, spent=unit.spent + changed.cost + changed.penalty)
            found.append(_Run(mode, around.reach(after)))
    return tuple(found)


Ways = dict[str, tuple[_Run, str]]
"""The ways to scatter, by the key of the choice: how it is run, and where it ends."""


def _ways(around: _Around, unit: Counter) -> Ways:
    """The hexes to which it can run, those farthest from the nearest enemy first."""
    field = around.field
    found: list[tuple[int, bool, int, str, str, _Run]] = []
    for run in _runs(around, unit):
        mode = "" if run.mode == unit.mode else f"{run.mode} "
        for end, cost in run.reach.cost.items():
            if end != unit.at and not _is_full(field, end, unit):
                # The hex comes last: a standing order's goal is looked for there.
                found.append((-around.nearest_foe(end), bool(mode), cost, end, f"scatter {mode}{end}", run))
    # Who scatters wants to be far from the enemy: those hexes stand first, and a letter lists the first few.
    return {key: (run, end) for _, _, _, end, key, run in sorted(found, key=itemgetter(0, 1, 2, 3, 4))}


def run_text(key: str) -> str:
    """``scatter mounted 2605`` as ``mounted to 2605``."""
    mode, _, end = key.removeprefix("scatter ").rpartition(" ")
    return f"{mode} to {end}".strip()


def _question(around: _Around, unit: Counter, movers: tuple[str, ...], at: str) -> Ask:
    """The question to a unit; where it could run is looked for only if somebody wants to know."""
    field, name = around.field, unit.name
    choices = Later(
        (Choice(STAY, "stay"),),
        lambda: [Choice(key, f"scatter {run_text(key)}; ends routed") for key in around.ways(unit)],
    )
    return Ask(
        unit.side,
        "scatter",
        name,
        f"{movers[0]} has come to {at}, {_hexes_away(field, at, unit.at)} {name} ({unit.at}).  Does it scatter?",
        field.rule("scatter"),
        choices,
        STAY,
        STAY,
        (("movers", ", ".join(movers)), ("at", unit.at), ("near", at)),
    )


def _hexes_away(field: Battlefield, at: str, unit_at: str) -> str:
    distance = field.sheet.map.distance(at, unit_at)
    return "next to" if distance == 1 else f"{distance} hexes from"


@rule("scatter trigger", "scatter ends routed")
def _scatter(umpire: Umpire[Battlefield], name: str, mode: str, path: tuple[str, ...]) -> Play[None]:
    """Run, with the leaders who stay with the unit (ruling A-028); then it is routed, however far it has come."""
    yield from leaders.choose_sides(umpire, (name,), "scatters")
    unit = umpire.state[name]
    if mode != unit.mode:
        changed = modes.plan_change(umpire.state, unit.side, "C", ChangeMode(name, mode))
        if isinstance(changed, modes.ModeChange):
            yield from modes.resolve_change(umpire, changed)
    yield from _run(umpire, name, _as_far_as_it_may_stand(umpire.state, name, path))
    if name in umpire.state and not umpire.state[name].routed:
        umpire.emit(UnitScattered(name, path[0], umpire.state[name].at))


def _run(umpire: Umpire[Battlefield], name: str, path: tuple[str, ...]) -> Play[None]:
    """Hex by hex: fired on when it leaves a US ZOC, whatever the firers did before (ruling A-026), until it is stopped."""
    for a, b in pairwise(path):
        if SCATTER_UNFIRED not in umpire.state.options and steps.is_fired_on_leaving(umpire.state, (name,), a):
            yield from umpire.state.title.rules.opportunity_fire(umpire, (name,), a)
        field = umpire.state
        if name not in field or field[name].at != a or field[name].pinned or field[name].routed:
            return
        step = steps.step_cost(field, (field[name],), a, b)
        cost = step.cost if step else 0
        with_it = tuple(one for one in leaders.attached_to(field, name) if left(field[one]) >= cost)
        umpire.emit(UnitsMoved((name, *with_it), a, b, cost))
        leaders.overrun(umpire, b, (name,))


def _as_far_as_it_may_stand(field: Battlefield, name: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path up to the last hex in which it would not overstack: others may have scattered there before it."""
    while len(path) > 1 and stacking.is_over(field, path[-1], field[name].side, (field[name],)):
        path = path[:-1]
    return path
