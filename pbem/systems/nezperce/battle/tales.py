"""How battles are told: log, map, tables and examples."""

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.event import Event, PhaseBegan
from pbem.core.phase_id import parse
from pbem.core.system import Phase
from pbem.mechanisms.words import joined
from pbem.reports.report import LogSection, Panel
from pbem.systems.nezperce.battle import telling  # noqa: F401  (its handlers join the table of the log)
from pbem.systems.nezperce.battle.actions import most_actions
from pbem.systems.nezperce.battle.orders import EntrySide, Lead, SetUp
from pbem.systems.nezperce.battle.places import leading
from pbem.systems.nezperce.battle.setup import arranged, usual_side
from pbem.systems.nezperce.battle.sketch import BattleMap, described
from pbem.systems.nezperce.battle.state import ALERTED, FOOT, PLACE_PHASE, SIDE_PHASE, Battle, other
from pbem.systems.nezperce.battle.words import write
from pbem.systems.nezperce.card import CARD, short_name
from pbem.systems.nezperce.telling import log

SHOWN = 6
"""So many lines show what the order of a set-up looks like."""


class Tales:
    """What `telling.teller` asks of battles."""

    def map(self, state: Any, side: str, events: Iterable[Event]) -> BattleMap:
        """The map of the battle."""
        return BattleMap(state.battle)

    def log(self, before: Any, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """The log of a half-turn."""
        phase = next((str(one.phase) for one in events if isinstance(one, PhaseBegan)), before.phase)
        found = parse(phase)
        return log.section(short_name(phase), events, first_roll, first_act, found.letter, f"Turn {found.turn}")

    def in_short(self, before: Any, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """What matters of some events."""
        return tuple(log.tell(events).brief)

    def panels(self, state: Any, side: str) -> tuple[Panel, ...]:
        """The units of both sides, the reader's first, and where the battle stands."""
        battle: Battle = state.battle
        sides = (side, other(side)) if side in ("army", "indian") else ("indian", "army")
        note = "hex, mode, fire, Defence and Melee, MP"
        return (
            Panel("battle", "THE BATTLE", "", tuple(_standing(battle))),
            *(Panel(f"battle {one}", _heading(one), note, tuple(_units(battle, one))) for one in sides),
        )

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


def _heading(side: str) -> str:
    return f"{CARD.side(side).name.upper()} UNITS IN BATTLE"


def _units(battle: Battle, side: str) -> list[str]:
    return [described(one)[:78] for one in (*battle.on_map(side), *battle.waiting(side))]


def _setting(battle: Battle) -> list[str]:
    """Where the set-up stands."""
    names = [CARD.side(side).name for letter, side in battle.steps if letter == PLACE_PHASE]
    found = [f"  State of contact: {battle.state}; First player: {CARD.side(battle.first).name}"]
    found.append(f"  Still to be set up, in this sequence: {joined(names)}")
    if battle.entry:
        found.append(f"  {CARD.side(battle.contact.attacker).name} comes by the {battle.entry} side")
    return found


def _standing(battle: Battle) -> list[str]:
    if not battle.state:
        return ["  The state of contact is not known yet."]
    if not battle.half:
        return _setting(battle)
    first = CARD.side(battle.first).name
    found = [f"  Game-turn {battle.turn}; state of contact: {battle.state}; First player: {first}"]
    if battle.offers:
        found.append(f"  Offers to end the battle: {joined([CARD.side(one).name for one in battle.offers])}")
    if battle.quiet:
        found.append(f"  Quiet game-turns in a row: {battle.quiet} of 10")
    return found
