"""Conditions and goals of a plan's lines, and the kinds of lines that the rules never allow."""

from collections import Counter
from collections.abc import Sequence

from pbem.core.order import Illegal, Problem
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.ground import OTHER_MODE, is_artillery, is_horse, kind, moving_mode, quiet_mode
from pbem.systems.nezperce.battle.places import HOMES
from pbem.systems.nezperce.battle.plan import people, ways
from pbem.systems.nezperce.battle.plan.records import (
    CHARGE,
    ENTER,
    FIRE,
    GO,
    GUARD,
    HOLD,
    LEAVE,
    NEAREST,
    ONCE,
    SHELL,
    SKIRMISH,
    SURRENDERS,
    BattlePlan,
    Mind,
    PlanCondition,
    PlanLine,
    PlanTarget,
)
from pbem.systems.nezperce.battle.state import (
    BROKEN,
    DISMOUNTED,
    KILLED,
    LEFT,
    MOST,
    MOUNTED,
    SURRENDERED,
    Battle,
    Fighter,
    other,
)
from pbem.systems.nezperce.state.contact import ARMY

OUT = (KILLED, BROKEN, SURRENDERED)


def fighting(battle: Battle, side: str) -> list[Fighter]:
    """The fighting units of a side, those that are out among them: neither lodges nor camps."""
    return [one for one in battle.units if one.side == side and one.kind not in HOMES]


def lost(battle: Battle, side: str) -> int:
    """The number of fighting units of a side that are killed, broken or have surrendered."""
    return sum(one.gone in OUT for one in fighting(battle, side))


def all_hold(conditions: Sequence[PlanCondition], battle: Battle, side: str, plan: BattlePlan) -> bool:
    """True if all conditions are true now."""
    return all(holds(one, battle, side, plan) for one in conditions)


def holds(one: PlanCondition, battle: Battle, side: str, plan: BattlePlan) -> bool:
    """True if a condition is true now."""
    return _is_true(one, battle, side, plan) != one.negated


def _is_true(one: PlanCondition, battle: Battle, side: str, plan: BattlePlan) -> bool:
    match one.kind:
        case "lost":
            return lost(battle, side) >= one.number
        case "lost third":
            return lost(battle, side) * 3 >= len(fighting(battle, side)) > 0
        case "lost half":
            return lost(battle, side) * 2 >= len(fighting(battle, side)) > 0
        case "enemy lost":
            return lost(battle, other(side)) >= one.number
        case "enemy left":
            return sum(who.gone == LEFT for who in battle.units if who.side != side) >= one.number
        case "turn":
            return battle.turn >= one.number
        case "enemy within":
            return _is_near(one, battle, side, plan)
        case "lodges gone":
            return not any(who.kind == "lodge" and not who.gone for who in battle.units)
        case "waiting none":
            return not battle.waiting(side)
        case "attacked":
            return battle.attacked == side
        case "in":
            return any(who.at == one.hex for who in people.named(one.who, battle, side, plan))
    return False


def _is_near(one: PlanCondition, battle: Battle, side: str, plan: BattlePlan) -> bool:
    land = ground.sheet(battle.contact.map)
    places = {who.at for who in people.named(one.who, battle, side, plan) if who.at}
    places |= {word for word in one.who if word.isdigit() and word in land}
    enemies = {who.at for who in battle.on_map(other(side))}
    return any(land.distance(at, enemy) <= one.number for at in places for enemy in enemies)


def begun(battle: Battle, mind: Mind) -> tuple[int, ...]:
    """The lines whose ``once`` is true now or has been."""
    plan = mind.in_force
    now = [
        one.number
        for one in plan.lines
        if one.line.when == ONCE
        and one.number not in mind.begun
        and all_hold(one.line.conditions, battle, mind.side, plan)
    ]
    return tuple(sorted((*mind.begun, *now)))


# The goals of a line's moves: the hexes in which its units want to be.

Places = tuple[int, tuple[str, ...]]
"""The place of the target word that a goal comes from, and the hexes."""


class Goals:
    """The goals of a line for each of its units."""

    def __init__(self, battle: Battle, side: str, plan: BattlePlan, line: PlanLine) -> None:
        self.battle, self.side, self.plan, self.line = battle, side, plan, line
        self.map, self.land = battle.contact.map, ground.sheet(battle.contact.map)
        self.enemies = {one.at for one in battle.on_map(other(side))}
        self.friends = Counter(one.at for one in battle.on_map(side))
        self._seen: dict[str, tuple[Places, ...]] = {}
        self._found: dict[tuple[str, str], Places] = {}

    def of(self, one: Fighter) -> Places:
        """The hexes where a unit wants to be."""
        line = self.line
        if line.verb == LEAVE:
            edge = ground.edge(self.map, ground.EDGES if line.edge == NEAREST else (line.edge,))
            closed = ways.closed_to(self.battle, one)
            return 0, tuple(at for at in edge if at == one.at or at not in closed)
        if line.hex:
            return 0, (line.hex,)
        if one.kind not in self._seen:
            self._seen[one.kind] = self._guarding(one) if line.verb == GUARD else self._near(one)
        key = one.kind, one.at
        if key not in self._found:
            self._found[key] = self._free(one)
        return self._found[key]

    def _free(self, one: Fighter) -> Places:
        """The goals with room for a unit, for the first target word that has any."""
        most = MOST[self.side]
        for place, hexes in self._seen[one.kind]:
            found = tuple(at for at in hexes if at == one.at or self.friends[at] < most)
            if found:
                return place, found
        return 0, ()

    def reached(self, one: Fighter) -> Sequence[str]:
        """The goals in which a unit need not move any more."""
        return () if self.line.verb == LEAVE else self.of(one)[1]

    def _may_be(self, one: Fighter, at: str) -> bool:
        if at in self.enemies:
            return False
        modes = (one.mode, quiet_mode(one.kind), moving_mode(one.kind))
        return any(ways.is_open_to(self.battle, one, mode, at) for mode in modes)

    def _near(self, one: Fighter) -> tuple[Places, ...]:
        """Hexes that see a target at the range that the line says, by target word."""
        found: list[Places] = []
        for place, target in enumerate(self.line.targets):
            hexes: dict[str, None] = {}
            for enemy_at in dict.fromkeys(who.at for who in self._enemies(target)):
                for at in ground.within(self.map, enemy_at, self.line.near):
                    if at not in hexes and ground.sees(self.map, at, enemy_at) and self._may_be(one, at):
                        hexes[at] = None
            found.append((place, tuple(hexes)))
        return tuple(found)

    def _enemies(self, target: PlanTarget) -> list[Fighter]:
        named = people.named((target.word,), self.battle, other(self.side), self.plan)
        return [
            one
            for one in named
            if one.at and target.hex in ("", one.at) and people.is_target(one, target.word, self.side)
        ]

    def _guarding(self, one: Fighter) -> tuple[Places, ...]:
        """Hexes between what is guarded and the enemy that is nearest to it."""
        wards = [who for who in people.named(self.line.ward, self.battle, self.side, self.plan) if who.at]
        places = {who.at for who in wards} | {word for word in self.line.ward if word.isdigit() and word in self.land}
        if not places or not self.enemies:
            return ()
        far, ward, enemy = min((self.land.distance(at, one), at, one) for at in places for one in self.enemies)
        found = [
            at
            for at in ground.within(self.map, ward, self.line.near)
            if self.land.distance(at, enemy) < far and self._may_be(one, at)
        ]
        return ((0, tuple(found)),)


def goals_of(battle: Battle, side: str, plan: BattlePlan, line: PlanLine) -> Goals:
    """The goals of a line."""
    return Goals(battle, side, plan, line)


# Lines that the rules never allow.


def why_never(line: PlanLine, battle: Battle, side: str, plan: BattlePlan) -> Problem | None:
    """Why no unit of a line can ever do what it says, None if one may."""
    units = people.named(line.who, battle, side, plan)
    who = ", ".join(line.who)
    if line.action in SHOOT_OR_CHARGE and all(one in ("lodges", "camps") for one in line.who):
        return _peaceful(line, who)
    if not units:
        return None
    if line.verb == SURRENDERS:
        return _surrender(line, battle, side)
    if line.action in SHOOT_OR_CHARGE and all(one.kind in HOMES for one in units):
        return _peaceful(line, who)
    if line.verb == SHELL and (why := _no_shells(units, battle, side, who)) is not None:
        return why
    if line.verb in ("mount", "dismount") and not any(is_horse(one.kind) for one in units):
        return Illegal("E145", f"{who}: none of these units has horses.", "C4.3", words=line.verb)
    if line.verb in ("limber", "unlimber") and not any(is_artillery(one.kind) for one in units):
        return Illegal("E145", f"{who}: none of these units is a gun.", "C4.3", words=line.verb)
    if (
        line.hex
        and (line.verb in (GO, HOLD) or line.then == GO)
        and not any(may_be_in(one, battle, line.hex) for one in units)
    ):
        return Illegal("E145", f"{who} may never enter {line.hex}: rocked and broken ground.", "C4.3", words=line.hex)
    if line.verb == ENTER and not any(not one.at for one in units):
        return Illegal("E145", f"{who}: none of these units waits beside the map.", "C2.3", words=who)
    if line.together and side == ARMY and not any(one.kind == "washington_volunteers" for one in units):
        return Illegal("E145", "Only two Washington Volunteers may charge together.", "C5.3.2", words="together")
    return None


SHOOT_OR_CHARGE = (FIRE, SHELL, SKIRMISH, CHARGE)


def _no_shells(units: Sequence[Fighter], battle: Battle, side: str, who: str) -> Problem | None:
    """Why nobody of a line will ever fire indirectly."""
    if not any(kind(one.kind).get("indirect") for one in units):
        text = f"{who}: none of these units has indirect fire.  Howitzers and Hotchkiss guns have."
        return Illegal("E145", text, "C6.5.3", suggest=(f"{who} fire at any",), words=who)
    if not any(kind(one.kind).get("may_spot_indirect") for one in battle.units if one.side == side and not one.gone):
        return Illegal("E145", "You have no cavalry in this battle that could spot for a gun.", "C6.5.3", words="shell")
    return None


def _surrender(line: PlanLine, battle: Battle, side: str) -> Problem | None:
    if side == ARMY:
        return Illegal("E145", "Only Indian units may surrender of their own will.", "C6.4.3", words="surrender")
    names = {one.name for one in battle.units if one.side == side}
    if any(one not in names for one in line.who):
        text = "To surrender, name each counter."
        return Illegal("E145", text, "C6.4.3", suggest=("Lodge 1 surrender",), words="surrender")
    return None


def _peaceful(line: PlanLine, who: str) -> Problem:
    """Lodges and camps neither fire nor charge."""
    what = "may not start a melee" if line.verb == CHARGE else "have no fire strength"
    text = f"Lodges and camps {what}.  Lodges can go, guard, hold and leave, camps can only hold."
    better = (f"{who} leave nearest",) if "camps" not in line.who else ()
    return Illegal("E145", text, "C5.1" if line.verb == CHARGE else "C6.1", better, who)


def may_be_in(one: Fighter, battle: Battle, at: str) -> bool:
    """True if a unit may ever be in a hex, in whichever mode."""
    name = battle.contact.map
    modes = [mode for mode in (one.mode, OTHER_MODE.get(one.mode, one.mode)) if mode in kind(one.kind)]
    return any(ground.entering(name, at, one.kind, mode) is not None for mode in (*modes,)) and (
        DISMOUNTED in modes or MOUNTED in modes or ground.entering(name, at, one.kind, one.mode) is not None
    )
