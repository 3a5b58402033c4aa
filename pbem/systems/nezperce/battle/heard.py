"""The tables of a battle in sentences, for those who hear their letters."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.board import hexes
from pbem.mechanisms.words import counted, joined
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import values
from pbem.systems.nezperce.battle.state import Battle, Fighter, other
from pbem.systems.nezperce.telling.log import CODES


def units_said(battle: Battle, side: str, *, tells_nearest: bool) -> Iterator[str]:
    """A sentence or two for each hex in which a side has units, and one for those beside the map."""
    for at in sorted({one.at for one in battle.on_map(side)}):
        sentence = f"Hex {at}: {_several_said(battle.at(at, side))}."
        yield (
            f"{sentence}  {_nearest_said(battle, at, other(side))}"
            if tells_nearest and battle.on_map(other(side))
            else sentence
        )
    if waiting := battle.waiting(side):
        yield f"Beside the map: {_several_said(waiting)}."


def _several_said(units: Sequence[Fighter]) -> str:
    """``Joseph 1 and 2, mounted, cannot fire, defence and melee 3, 12 movement points``; those of a kind together."""
    parts = []
    for (owner, state), some in groupby(units, key=lambda one: (owner_of(one), _state_said(one))):
        numbers = [one.name.removeprefix(owner).strip() for one in some]
        parts.append(f"{owner} {joined(numbers)}".strip() + f", {state}")
    return "; ".join(parts)


def owner_of(one: Fighter) -> str:
    """The band or company of a unit: its name without its number."""
    head, _, last = one.name.rpartition(" ")
    return head if last.isdigit() else one.name


def _state_said(one: Fighter) -> str:
    now = values(one)
    parts = [] if one.mode == "foot" else [one.mode]
    parts.append(f"fire strength {now.fire}" if now.fire else "cannot fire")
    parts.append(f"defence and melee {now.melee}")
    parts.append(counted(now.move, "movement point") if now.move else "cannot move")
    return ", ".join([*parts, *([f"pinned (P{one.pin})"] if one.pin else [])])


def _nearest_said(battle: Battle, at: str, side: str) -> str:
    """``Nearest enemy: Rawn Infantry 2, 3 hexes south-west, in 0110.``"""
    land = ground.sheet(battle.contact.map)
    far, there = min((land.distance(at, one.at), one.at) for one in battle.on_map(side))
    who = joined([one.name for one in battle.at(there, side)])
    return f"Nearest enemy: {who}, {away(at, there, far)}, in {there}." if far else f"Enemies in the same hex: {who}."


def away(start: str, end: str, far: int) -> str:
    """``2 hexes south-east``; even columns lie half a hex lower."""
    (a, b), (c, d) = hexes.column_and_row(start), hexes.column_and_row(end)
    right, down = c - a, 2 * (d - b) + (c % 2 == 0) - (a % 2 == 0)
    vertical = "" if 2 * abs(down) < abs(right) or not down else "south" if down > 0 else "north"
    horizontal = "" if abs(down) > 4 * abs(right) or not right else "east" if right > 0 else "west"
    point = "-".join(part for part in (vertical, horizontal) if part)
    return f"{counted(far, 'hex', 'hexes')} {point}".rstrip()


def shot_said(unit: str, target: Fighter, distance: int, results: Sequence[str]) -> str:
    """``Howard Howitzer can fire at Joseph 1 in 0113, range 4: killed on 5 of 6 rolls.``"""
    parts = [f"{words} on {results.count(code)} of 6 rolls" for code, words in CODES if code in results]
    odds = ", ".join(parts) or "no effect"
    return f"{unit} can fire at {target.name} in {target.at}, range {distance}: {odds}."


def shell_said(unit: str, at: str, distance: int, spotter: str, chance: int, there: int) -> str:
    """A gun's best indirect fire."""
    whom = counted(there, "enemy unit")
    return (
        f"{unit} can shell {at}, range {distance}, spotted by {spotter}, for {whom} there: if the shell falls there, a unit is "
        f"killed or its morale is tested on {chance} of 6 rolls."
    )
