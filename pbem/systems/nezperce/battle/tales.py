"""The telling of battles: log, map, tables and examples."""

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.phase_id import parse
from pbem.core.system import Phase
from pbem.reports.report import LogSection, Panel, ToDo
from pbem.systems.nezperce.battle import telling  # noqa: F401  (its handlers join the table of the log)
from pbem.systems.nezperce.battle.actions import most_actions
from pbem.systems.nezperce.battle.events import FellBack, FighterMoved, MeleeFought, ShotFired, UnitOut
from pbem.systems.nezperce.battle.orders import EntrySide, Lead, SetUp
from pbem.systems.nezperce.battle.panels import panels
from pbem.systems.nezperce.battle.picture import Mark
from pbem.systems.nezperce.battle.places import leading
from pbem.systems.nezperce.battle.plan import telling as plans
from pbem.systems.nezperce.battle.setup import arranged, usual_side
from pbem.systems.nezperce.battle.sketch import BattleMap
from pbem.systems.nezperce.battle.state import ALERTED, FOOT, PLACE_PHASE, SIDE_PHASE, Battle
from pbem.systems.nezperce.battle.tally import applied, in_all, summary
from pbem.systems.nezperce.battle.words import write
from pbem.systems.nezperce.card import short_name
from pbem.systems.nezperce.state.events import BattleEnded
from pbem.systems.nezperce.telling import log

MOST_FIGHTS = 12
"""So many of the last shots and melees are marked; more would hide the map."""


def marks_of(battle: Battle, events: Sequence[Event]) -> tuple[Mark, ...]:
    """The marks: for each unit its whole way, then the last fights.

    The events are gone through backward from where everybody stands now, so that the hex of whoever fired is known.  A unit
    whose hex at the time cannot be found so is not marked.
    """
    where = {one.name: one.at for one in battle.units}
    sides = {one.name: one.side for one in battle.units}
    ways: dict[str, tuple[str, ...]] = {}
    fights: list[Mark] = []
    for event in reversed(events):
        match event:
            case FighterMoved():
                rest = ways.get(event.unit, ())
                ways[event.unit] = (*event.path, *rest[1:]) if rest[:1] == event.path[-1:] else event.path + rest
                where[event.unit] = event.path[0]
            case FellBack() | UnitOut():
                where[event.unit] = ""
            case ShotFired():
                if start := where.get(event.unit, ""):
                    fights.append(Mark("fire", sides.get(event.unit, "army"), (start, event.at)))
                where[event.target] = event.at
            case MeleeFought():
                for name in event.defenders:
                    where[name] = event.at
                fights += [Mark("melee", event.side, (at, event.at)) for at in _came_from(events, event)]
            case _:
                pass
    moves = [Mark("move", sides.get(name, "army"), path) for name, path in ways.items()]
    return (*moves, *reversed(fights[:MOST_FIGHTS]))


def _came_from(events: Sequence[Event], melee: MeleeFought) -> list[str]:
    """The hexes from which the attackers of a melee entered its hex."""
    before = events[: next(n for n, one in enumerate(events) if one is melee)]
    found = []
    for name in melee.attackers:
        way = next((one for one in reversed(before) if isinstance(one, FighterMoved) and one.unit == name), None)
        if way is not None and len(way.path) > 1 and way.path[-1] == melee.at:
            found.append(way.path[-2])
    return found


SHOWN = 6
"""So many lines show what the order of a set-up looks like."""


class Tales:
    """The battle's part in `telling.teller`."""

    def map(self, state: Any, side: str, events: Iterable[Event]) -> BattleMap:
        """The map of the battle, with what the phases did."""
        return BattleMap(state.battle, marks_of(state.battle, list(events)))

    def log(self, before: Any, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """The log of a half-turn; that of the last has the summary of the battle under it."""
        phase = next((str(one.phase) for one in events if isinstance(one, PhaseBegan)), before.phase)
        found = parse(phase)
        written = log.tell(events)
        if any(isinstance(one, BattleEnded) for one in events):
            written.summary = ("WHO HIT WHOM", *summary(_at_its_end(before.battle, events)))
        is_over = any(isinstance(one, PhaseEnded) for one in events)
        whose = f"Turn {found.turn}"
        return log.section(
            short_name(phase).partition(" ")[2], written, first_roll, first_act, found.letter, whose, is_over=is_over
        )

    def in_short(self, before: Any, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """The events that matter; at the battle's end what each side did in all."""
        found = tuple(log.tell(events).brief)
        if any(isinstance(one, BattleEnded) for one in events):
            found += tuple(f"{one}." for one in in_all(_at_its_end(before.battle, events)))
        return found

    def panels(self, state: Any, side: str) -> tuple[Panel, ...]:
        """The side's own plan, the units of both sides, the reader's first, shots, and where the battle stands."""
        return (*plans.panels(state.battle, side), *panels(state.battle, side))

    def to_do(self, state: Any, side: str, letter: str) -> ToDo | None:
        """The orders that a side owes, where it is a plan or a set-up."""
        if state.battle is not None and letter in (SIDE_PHASE, PLACE_PHASE):
            return _to_set_up(state.battle, side, letter)
        return plans.to_do(state.battle, side, letter) if state.battle is not None else None

    def examples(self, state: Any, side: str, phase: Phase[Any]) -> tuple[str, ...]:
        """Lines that can be sent as they stand."""
        from pbem.systems.nezperce.battle.players import wishes

        battle: Battle = state.battle
        if battle is not None and phase.letter in (SIDE_PHASE, PLACE_PHASE):
            return _of_set_up(battle, side, phase.letter)
        if battle is None or phase.letter != "H":
            return ()
        found = [write(order) for one in battle.on_map(side) if not one.pin for order in wishes(battle, one)[:1]]
        return tuple(found[: most_actions(battle, ())])


def _at_its_end(battle: Battle, events: Sequence[Event]) -> Battle:
    for one in events:
        if isinstance(one, BattleEnded):
            break
        battle = applied(battle, one)
    return battle


def _to_set_up(battle: Battle, side: str, letter: str) -> ToDo:
    """The orders that a side owes in a set-up."""
    example = next(iter(_of_set_up(battle, side, letter)), "")
    leave = ("Leave it to us", "pass")
    if letter == SIDE_PHASE:
        silent = f"you come by the {usual_side(battle)} side"
        return ToDo("phase I", "ENTRY SIDE", "C2.4", example=example, nobody=leave, silent=silent)
    silent = "the program places all your units"
    return ToDo("phase J", "SET-UP", "C2.3", example=example, nobody=leave, silent=silent)


def _of_set_up(battle: Battle, side: str, letter: str) -> tuple[str, ...]:
    """Lines of a set-up as the program would have it."""
    if letter == SIDE_PHASE:
        return (write(EntrySide(usual_side(battle))),)
    done = arranged(battle, side)
    found = [write(SetUp(one.name, one.at, one.mode if one.mode != FOOT else "")) for one in done.on_map(side)]
    if side == battle.contact.attacker and battle.state != ALERTED:
        forces = [one.name for one in battle.contact.forces(side) if one.id in leading(battle)]
        found = [write(EntrySide(done.entry)), write(Lead(tuple(forces))), *found]
    return tuple(found[:SHOWN])
