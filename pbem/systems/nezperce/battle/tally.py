"""Keeps a battle's account of its fights (`battle.hits.Tally`), and tells it when the battle is over."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.core.event import Event, PhaseBegan
from pbem.mechanisms.words import counted, joined
from pbem.systems.nezperce.battle.events import Acted, FellBack, MeleeFought, ShotFired, UnitOut, apply
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
)
from pbem.systems.nezperce.card import CARD
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
