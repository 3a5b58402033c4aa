"""Keeps a battle's account of its fights (`battle.hits.Tally`), and tells it when the battle is over."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from pbem.core.event import Event, PhaseBegan
from pbem.mechanisms.chances import Chance, Chances, spread_of
from pbem.mechanisms.words import counted, joined
from pbem.systems.nezperce.battle.events import Acted, FellBack, MeleeFought, MoraleTested, ShotFired, UnitOut, apply
from pbem.systems.nezperce.battle.ground import fire_result, kind, melee_result, morale
from pbem.systems.nezperce.battle.state import (
    BROKEN,
    FELL_BACK,
    FIRE,
    KILLED,
    LEFT,
    MELEE,
    SHELL,
    SURRENDERED,
    Battle,
    Blow,
    Hit,
    Tally,
    other,
)
from pbem.systems.nezperce.card import CARD
from pbem.systems.nezperce.data import cards
from pbem.systems.nezperce.state.contact import ARMY, INDIAN

SIDES = (ARMY, INDIAN)


def applied(battle: Battle, event: Event) -> Battle:
    """The battle after an event, its account kept."""
    after, tally = apply(battle, event), _counted(battle, event)
    return after if tally is battle.tally else after.with_(tally=tally)


def _counted(battle: Battle, event: Event) -> Tally:
    tally = battle.tally
    match event:
        case PhaseBegan() | Acted():
            return replace(tally, blow=None) if tally.blow is not None else tally
        case ShotFired():
            blow = Blow((event.unit,), SHELL if event.indirect else FIRE, (event.target,))
            return replace(tally, shots=_one_more(tally.shots, _side(battle, event.unit)), blow=blow)
        case MeleeFought():
            blow = Blow(event.attackers, MELEE, event.defenders)
            return replace(tally, melees=_one_more(tally.melees, event.side), blow=blow)
        case FellBack():
            return _hit(tally, event.unit, FELL_BACK)
        case UnitOut() if event.how != LEFT:
            return _hit(tally, event.unit, event.how)
    return tally


def _side(battle: Battle, name: str) -> str:
    one = battle.unit(name)
    return one.side if one is not None else ARMY


def _one_more(counts: tuple[int, int], side: str) -> tuple[int, int]:
    army, indian = counts
    return (army + 1, indian) if side == ARMY else (army, indian + 1)


def _hit(tally: Tally, name: str, came: str) -> Tally:
    """A unit was hit in the fight that is on: by those who struck, or by those whom it had attacked itself."""
    blow = tally.blow
    if blow is None or name not in (*blow.by, *blow.on):
        return tally
    by = blow.by if name in blow.on else blow.on
    return replace(tally, hits=(*tally.hits, Hit(by, blow.how, name, came)))


WORDS = (
    (KILLED, "killed"),
    (SURRENDERED, "surrendered"),
    (BROKEN, "broken"),
    (FELL_BACK, "driven back"),
)
"""The outcomes of a hit, the worst first, and what it is called."""


def in_all(battle: Battle) -> Iterator[str]:
    """A line for each side that fought: shots, melees, and what became of the enemies that it hit."""
    for n, side in enumerate(SIDES):
        hits = _by(battle, side)
        shots, melees = battle.tally.shots[n], battle.tally.melees[n]
        if not (shots or melees or hits):
            continue
        done = ", ".join(
            f"{number} {word}" for came, word in WORDS if (number := sum(one.came == came for one in hits))
        )
        fights = f"{counted(shots, 'shot')}, {counted(melees, 'melee')}"
        yield f"{CARD.side(side).name}: {fights}; enemies: {done or 'nobody hit'}"


def _by(battle: Battle, side: str) -> list[Hit]:
    return [one for one in battle.tally.hits if _side(battle, one.by[0]) == side]


def _padded(battle: Battle) -> list[str]:
    """The lines of both sides, "" for one that did nothing."""
    totals = {line.partition(":")[0]: line for line in in_all(battle)}
    return [totals.get(CARD.side(side).name, "") for side in SIDES]


def summary(battle: Battle) -> Iterator[str]:
    """The summary of hits: for each side what it did in all, then a line for each of its units that hit somebody."""
    for side, line in zip(SIDES, _padded(battle), strict=True):
        if line:
            yield line
        hits = _by(battle, side)
        for by, how in dict.fromkeys((one.by, one.how) for one in hits):
            mine = [one for one in hits if (one.by, one.how) == (by, how)]
            losses = [
                f"{word} {joined([one.on for one in mine if one.came == came])}"
                for came, word in WORDS
                if any(one.came == came for one in mine)
            ]
            yield f"{joined(by)} by {how}: {'; '.join(losses)}"
    lost = {side: [one.name for one in battle.units if one.side == side and one.gone == LEFT] for side in SIDES}
    for side in SIDES:
        if lost[side]:
            yield f"Left the map, {CARD.side(side).name}: {joined(lost[side])}"


# The dice of battles: each shot, melee and morale roll by the units that it could have cost, in sixths.
#
# A kill is a unit, six sixths; a morale result counts as many sixths as there are faces on which the unit breaks.

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
                return Chance("morale", other(_side_of_kind(event.unit)), f"morale of {event.unit}", loss, spread)
        return None

    def lost(self, before: Any, events: Sequence[Event]) -> Mapping[str, int]:
        """Units killed, broken or made to surrender, by side."""
        out = (event for event in events if isinstance(event, UnitOut) and event.how != LEFT)
        found: Counter[str] = Counter()
        for event in out:
            found[_side_of_kind(event.unit)] += WHOLE
        return found


@cache
def _kinds() -> dict[str, str]:
    """The kind of every tactical unit that a strategic one owns."""
    return {name: of for card in cards().values() for name, of in card.pieces}


def _kind(name: str) -> str:
    """The kind of a tactical unit; camps and the defence of towns belong to no strategic unit."""
    return _kinds().get(name, "camp" if name.startswith("Camp ") else "city_defence")


def _side_of_kind(name: str) -> str:
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
        "fire", _side_of_kind(event.unit), what, _loss(event.result, event.target, options), spread_of(event.roll, cost)
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
