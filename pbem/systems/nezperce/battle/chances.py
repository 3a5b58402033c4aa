"""The dice of battles: each shot, melee and morale roll by the units that it could have cost, in sixths.

A kill is a unit, six sixths; a morale result counts as many sixths as there are faces on which the unit breaks.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from pbem.core.event import Event
from pbem.mechanisms.chances import Chance, Chances, spread_of
from pbem.systems.nezperce.battle.charts import fire_result, kind, melee_result, morale
from pbem.systems.nezperce.battle.events import MeleeFought, MoraleTested, ShotFired, UnitOut
from pbem.systems.nezperce.battle.state import LEFT, other
from pbem.systems.nezperce.files.units import cards
from pbem.systems.nezperce.state.contact import ARMY, INDIAN

WHOLE = 6
"""The sixths of a unit."""


class BattleChances:
    """`mechanisms.chances.Chances` of the campaign's battles."""

    unit = "sixths of a unit"

    def of(self, state: Any, phase: str, event: Event) -> Chance | None:
        """A shot, a melee, a morale roll."""
        options: Collection[str] = state.options.names if state is not None else ()
        match event:
            case ShotFired():
                return _shot(event, options)
            case MeleeFought():
                return _melee(event, options)
            case MoraleTested():
                loss = _loss("B" if event.result == "B" else "-", event.unit, options)
                of = _kind(event.unit)
                spread = spread_of(event.roll, lambda die: _loss(morale(of, die, options), event.unit, options))
                return Chance("morale", other(_side(event.unit)), f"morale of {event.unit}", loss, spread)
        return None

    def lost(self, before: Any, events: Sequence[Event]) -> Mapping[str, int]:
        """Units killed, broken or made to surrender, by side."""
        out = (event for event in events if isinstance(event, UnitOut) and event.how != LEFT)
        found: Counter[str] = Counter()
        for event in out:
            found[_side(event.unit)] += WHOLE
        return found


@cache
def _kinds() -> dict[str, str]:
    """The kind of every tactical unit that a strategic one owns."""
    return {name: of for card in cards().values() for name, of in card.pieces}


def _kind(name: str) -> str:
    """The kind of a tactical unit; camps and the defence of towns belong to no strategic unit."""
    return _kinds().get(name, "camp" if name.startswith("Camp ") else "city_defence")


def _side(name: str) -> str:
    return INDIAN if kind(_kind(name))["side"] == INDIAN else ARMY


def _loss(result: str, unit: str, options: Collection[str]) -> int:
    """The cost to a unit of a result of fire or of morale, in sixths."""
    if result in ("K", "B"):
        return WHOLE
    return _shaken(unit, options) if result == "M" else 0


def _shaken(unit: str, options: Collection[str]) -> int:
    """The faces of six on which a unit breaks."""
    return sum(morale(_kind(unit), die, options) == "B" for die in range(1, 7))


def _shot(event: ShotFired, options: Collection[str]) -> Chance:
    superiority, added = event.strength - event.defence, event.modified - event.roll.natural
    of = _kind(event.unit)

    def cost(die: int) -> int:
        return _loss(fire_result(of, superiority, die + added, options), event.target, options)

    what = f"{event.unit} fires at {event.target}"
    return Chance(
        "fire", _side(event.unit), what, _loss(event.result, event.target, options), spread_of(event.roll, cost)
    )


def _melee(event: MeleeFought, options: Collection[str]) -> Chance:
    own, theirs = event.totals
    added = event.modified - event.roll.natural

    def worth(attackers: tuple[int, int], defenders: tuple[int, int]) -> int:
        return _hurt(event.defenders, defenders, options) - _hurt(event.attackers, attackers, options)

    def rolled(die: int) -> int:
        low, high = melee_result(abs(own - theirs), die + added)
        return worth(high, low) if own >= theirs else worth(low, high)

    what = f"melee in {event.at}"
    found = worth(event.attackers_hit, event.defenders_hit)
    return Chance("melee", event.side, what, found, spread_of(event.roll, rolled))


def _hurt(units: tuple[str, ...], hits: tuple[int, int], options: Collection[str]) -> int:
    """The cost of kills and morale results to some units, as many of them as there are."""
    killed = min(hits[0], len(units))
    shaken = min(hits[1], len(units) - killed)
    each = max((_shaken(one, options) for one in units), default=0)
    return WHOLE * killed + each * shaken


CHANCES = BattleChances()
_CHANCES: Chances = CHANCES
