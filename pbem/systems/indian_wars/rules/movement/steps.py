"""One step from hex to hex: what it costs a stack, what bars it, whether it draws fire; and what steps can reach."""

from collections.abc import Sequence, Set

from pbem.board.hexes import Reach, within
from pbem.core.clause import rule
from pbem.systems.indian_wars.rules.guns import modes
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.ground import MoveStep
from pbem.systems.indian_wars.rules.movement.mobility import chooses_mode, left_among, moves_mounted
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import FIRES, PACK_TRAIN, VILLAGERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield


def step_cost(field: Battlefield, units: Sequence[Counter], a: str, b: str) -> MoveStep | None:
    """The cost of a step for a stack: the costliest rate among them, and 1 MP more for leaving an enemy ZOC; None if barred.

    (7.A, 7.B, 7.I; rulings A-011, A-018.)
    """
    found = costliest(field, rates_of(units), a, b)
    if (
        found is not None
        and not circles.pass_with_captives(units)
        and stacking.is_in_enemy_zoc(field, a, units[0].side)
    ):
        exit_cost = field.sheet.ground.leaving_zoc
        return MoveStep(found.cost + exit_cost, (*found.parts, ("leave_enemy_zoc", exit_cost)))
    return found


@rule("leader mode", "leader movement mode", "HQ mode")
def rates_of(units: Sequence[Counter]) -> tuple[bool, ...]:
    """The rates that a stack has to pay: mounted (True), dismounted (False), or both.

    Leaders and the HQ count as whichever is better for their owner, hex by hex and for nothing (8, 12.B, 12.F.4): with
    others they add no rate, and alone they have none of their own.
    """
    found = {moves_mounted(unit) for unit in units if not chooses_mode(unit)}
    return tuple(rate for rate in (True, False) if rate in found)


def costliest(field: Battlefield, rates: tuple[bool, ...], a: str, b: str) -> MoveStep | None:
    """The step at the costliest of some rates, the cheaper where there are none; None across a prohibited hexside."""
    ground = field.sheet.ground
    no_ford = (a, b) in field.sheet.ford_places and field.is_false_ford(a, b)
    if len(rates) == 1:
        return ground.step(a, b, rates[0], no_ford)
    pick = max if rates else min
    return pick((ground.step(a, b, rate, no_ford) for rate in (True, False)), key=lambda one: one.cost if one else -1)


@rule("enemy hexes closed", "lone leader overrun", "grass fire effects", "abandoned guns", "guns never captured")
def enemies_closing(field: Battlefield, hex_id: str, units: Sequence[Counter]) -> tuple[Counter, ...]:
    """The enemies that close a hex to these units (7.C): all but abandoned trains, and lone leaders, whom units overrun.

    (Rulings A-075, A-086, A-118.)
    """
    side = units[0].side
    there = [unit for unit in field.at(hex_id) if unit.printed.side != side or unit.printed.kind in FIRES]
    if not there:
        return ()
    ablaze = tuple(unit for unit in there if unit.is_ablaze)
    if ablaze:
        return ablaze
    here = tuple(unit for unit in there if not unit.is_bystander)
    if not here:
        return ()
    if circles.pass_with_captives(units):
        return ()
    if all(unit.kind == VILLAGERS for unit in units) and all(_is_left_alone(unit) for unit in here):
        return ()
    only_leaders = all(unit.is_leader for unit in here) and not all(unit.is_leader for unit in units)
    return () if only_leaders else here


@rule("plundering")
def _is_left_alone(unit: Counter) -> bool:
    """True if it is a pack train or a leader: villagers come into a hex that holds nothing else of the enemy (18.D.3-1)."""
    return unit.is_leader or unit.kind == PACK_TRAIN


def is_next_to_foe(field: Battlefield, at: str, side: str) -> bool:
    """True if a unit of the other side stands next to a hex; leaders and abandoned trains are none."""
    return any(
        one.side != side and not one.is_leader and not one.is_bystander
        for near in field.sheet.map.neighbours(at)
        if near in field.stacks
        for one in field.at(near)
    )


class OpenSteps:
    """The data of movement for a search: the same step that `plan_move` takes.

    What leads out of a hex is worked out once, for the field must not change meanwhile.  Searches for several units of a side
    may share the enemy's ZOCs: `zocs`.
    """

    def __init__(self, field: Battlefield, units: Sequence[Counter], zocs: Set[str] | None = None) -> None:
        self.field = field
        self.units = units
        self.rates = rates_of(units)
        held = not circles.pass_with_captives(units)
        self._zocs = () if not held else stacking.of_enemies(field, units[0].side) if zocs is None else zocs
        self._has_gun = any(unit.is_gun for unit in units)
        self._is_plain = len(self.rates) == 1 and not field.sheet.ford_places and not self._has_gun
        self._closed: dict[str, bool] = {}
        self._known: dict[str, Sequence[tuple[str, int]]] = {}

    def __call__(self, here: str) -> Sequence[tuple[str, int]]:
        found = self._known.get(here)
        if found is None:
            found = self._known[here] = self._out_of(here)
        return found

    def _out_of(self, here: str) -> Sequence[tuple[str, int]]:
        field = self.field
        ways = field.sheet.ground.ways(here, self.rates[0]) if self._is_plain else self._ways(here)
        if not field.stacks.keys().isdisjoint(field.sheet.map.open_neighbours(here)):
            ways = tuple([way for way in ways if way[0] not in field.stacks or not self._is_closed(way[0])])
        if here in self._zocs:
            leaving = field.sheet.ground.leaving_zoc
            return tuple([(there, cost + leaving) for there, cost in ways])
        return ways

    def _ways(self, here: str) -> tuple[tuple[str, int], ...]:
        """The steps out of a hex where they hang on more than the ground: guns, leaders, fords that are none."""
        return tuple(
            (there, step.cost)
            for there in self.field.sheet.map.open_neighbours(here)
            if not (self._has_gun and modes.is_too_steep(self.field, self.units, here, there))
            and (step := costliest(self.field, self.rates, here, there)) is not None
        )

    def _is_closed(self, there: str) -> bool:
        found = self._closed.get(there)
        if found is None:
            found = self._closed[there] = bool(enemies_closing(self.field, there, self.units))
        return found


def reach(
    field: Battlefield, units: Sequence[Counter], budget: int | None = None, *, zocs: Set[str] | None = None
) -> Reach:
    """The reach of a stack with the MPs that it has left; `zocs` are the enemy's, where they are known (`zoc.of_enemies`)."""
    most = min(left_among(unit, units) for unit in units) if budget is None else budget
    return within(units[0].at, most, OpenSteps(field, units, zocs), field.sheet.map.neighbours)


@rule("lone leaders draw no fire", "friend in hex, opportunity fire")
def is_fired_on_leaving(field: Battlefield, names: Sequence[str], at: str) -> bool:
    """True if these counters draw opportunity fire as they leave a hex: not if a friend stays, nor leaders alone (A-010)."""
    units = [field[name] for name in names]
    side = units[0].side
    return (
        not all(unit.is_leader for unit in units)
        and not circles.pass_with_captives(units)
        and stacking.is_in_enemy_zoc(field, at, side)
        and not stacking.friend_covers(field, at, side, names)
    )
