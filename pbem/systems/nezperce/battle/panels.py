"""The tables of a battle: where it stands, both sides' units hex by hex, what can be shot at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from pbem.mechanisms.words import counted, joined
from pbem.reports.report import Panel
from pbem.systems.nezperce.battle import actions, ground
from pbem.systems.nezperce.battle.combat import defence
from pbem.systems.nezperce.battle.ground import fire_result, kind, strength_at, values
from pbem.systems.nezperce.battle.places import HOMES
from pbem.systems.nezperce.battle.plan import ways
from pbem.systems.nezperce.battle.state import BROKEN, KILLED, LEFT, PLACE_PHASE, SURRENDERED, Battle, Fighter, other
from pbem.systems.nezperce.battles import away
from pbem.systems.nezperce.card import CARD
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
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


WIDTH = 76
MOST_SHOTS = 12
"""So many units with shots are listed, the best shots first."""


def panels(battle: Battle, side: str) -> tuple[Panel, ...]:
    """The tables for a side, its own units first; nothing of a battle is hidden but plans."""
    sides = (side, other(side)) if side in (ARMY, INDIAN) else (INDIAN, ARMY)
    note = "hex: units (fire/Defence and Melee/MP)"
    return (
        Panel("battle", "THE BATTLE", "", tuple(_standing(battle)), is_always_whole=True),
        *(
            Panel(
                f"battle {one}",
                _heading(one),
                note,
                tuple(units(battle, one)),
                spoken=tuple(units_said(battle, one, tells_nearest=one == sides[0])),
            )
            for one in sides
        ),
        Panel(
            "shots",
            "SHOTS THAT COULD BE FIRED",
            "faces of the die that do it",
            tuple(shots(battle, sides[0])),
            is_always_whole=True,
            spoken=tuple(shots_said(battle, sides[0])),
        ),
    )


def _heading(side: str) -> str:
    return f"{CARD.side(side).name.upper()} UNITS IN BATTLE"


def units(battle: Battle, side: str) -> list[str]:
    """A line for each hex in which a side has units, with how far the nearest enemy is; then those beside the map."""
    found = []
    for at in sorted({one.at for one in battle.on_map(side)}):
        here = battle.at(at, side)
        far = _nearest(battle, at, other(side))
        line = f"{at}: {_several(here)}{f'; enemy at {far}' if far else ''}"
        found += wrap(line, 76, initial_indent="  ", subsequent_indent="        ")
    waiting = battle.waiting(side)
    if waiting:
        line = f"beside the map: {_several(waiting)}"
        found += wrap(line, 76, initial_indent="  ", subsequent_indent="        ")
    return found


def _nearest(battle: Battle, at: str, side: str) -> int:
    land = ground.sheet(battle.contact.map)
    return min((land.distance(at, one.at) for one in battle.on_map(side)), default=0)


def _several(units_: tuple[Fighter, ...]) -> str:
    """``Joseph 1, 2, 3 dismounted (3/3/6)``: units of one kind with the same values and state together."""
    parts = []
    for (owner, state), some in groupby(units_, key=lambda one: (owner_of(one), _state(one))):
        numbers = [one.name.removeprefix(owner).strip() for one in some]
        parts.append(f"{owner} {', '.join(numbers)}".strip() + f" {state}")
    return ", ".join(parts)


def _state(one: Fighter) -> str:
    now = values(one)
    mode = "" if one.mode == "foot" else f"{one.mode} "
    return f"{mode}({now.fire}/{now.melee}/{now.move}){f' P{one.pin}' if one.pin else ''}"


def _standing(battle: Battle) -> Iterator[str]:
    contact = battle.contact
    yield f"  In {contact.hex}, on the map of {contact.map.replace('-', ' ')}."
    if not battle.state:
        yield "  The state of contact is not known yet."
        return
    if not battle.half:
        yield from _setting(battle)
        return
    first = CARD.side(battle.first).name
    yield f"  Game-turn {battle.turn}; state of contact: {battle.state}; First player: {first}"
    yield f"  Next to act: {CARD.side(battle.active).name}, {_how_many(battle)}"
    surprised = other(battle.first)
    if battle.crowded and (full := battle.overstacked(surprised)):
        yield f"  {CARD.side(surprised).name} must first move units out of overstacked hexes: {', '.join(full)} (C2.5)"
    for side in (ARMY, INDIAN):
        yield f"  {CARD.side(side).name}: {_strength(battle, side)}"
    if battle.offers:
        yield f"  Offers to end the battle: {joined([CARD.side(one).name for one in battle.offers])}"
    if battle.quiet:
        yield f"  Quiet game-turns in a row: {battle.quiet} of 10"


def _how_many(battle: Battle) -> str:
    """The number of units that may act in the half-turn that comes."""
    if actions.all_may_act(battle):
        return "every unit on the map once"
    if battle.active == INDIAN:
        return "2 units"
    has_mountain_men = any(one.kind == actions.MOUNTAIN_MEN for one in battle.on_map(ARMY))
    return "1 unit, or 2 Washington Volunteers" if has_mountain_men else "1 unit"


def _setting(battle: Battle) -> Iterator[str]:
    """The state of the set-up."""
    names = [CARD.side(side).name for letter, side in battle.steps if letter == PLACE_PHASE]
    yield f"  State of contact: {battle.state}; First player: {CARD.side(battle.first).name}"
    yield f"  Still to be set up, in this sequence: {joined(names)}"
    if battle.entry:
        yield f"  {CARD.side(battle.contact.attacker).name} comes by the {battle.entry} side"


def _strength(battle: Battle, side: str) -> str:
    """``24 on the map, 3 beside it; 2 killed, 1 broken``."""
    mine = [one for one in battle.units if one.side == side and one.kind not in HOMES]
    homes = [one for one in battle.on_map(side) if one.kind in HOMES]
    parts = [f"{len([one for one in mine if one.at and not one.gone])} on the map"]
    if waiting := [one for one in battle.waiting(side) if one.kind not in HOMES]:
        parts.append(f"{len(waiting)} beside it")
    if homes:
        parts.append(counted(len(homes), "lodge" if side == INDIAN else "camp"))
    for how, word in ((KILLED, "killed"), (BROKEN, "broken"), (SURRENDERED, "surrendered"), (LEFT, "gone off the map")):
        if number := sum(one.gone == how for one in battle.units if one.side == side):
            parts.append(f"{number} {word}")
    return ", ".join(parts)


def shots(battle: Battle, side: str) -> list[str]:
    """For each unit that could fire now: its best target, the range, and how many dice of six kill, shake or pin it."""
    lines = [
        f"{unit} at {one.target.name} in {one.target.at}, range {one.distance}: {_odds(one.results)}"
        for unit, one in _best_shots(battle, side)
    ]
    for unit, shell in _best_shells(battle, side):
        there = counted(shell.there, "enemy unit")
        odds = f"M or K {shell.chance}, for {there} there"
        lines.append(f"{unit} shells {shell.at}, range {shell.distance}, spotted by {shell.spotter}: {odds}")
    return [part for line in lines for part in wrap(line, WIDTH, initial_indent="  ", subsequent_indent="      ")]


def shots_said(battle: Battle, side: str) -> Iterator[str]:
    """The same in sentences."""
    for unit, one in _best_shots(battle, side):
        yield shot_said(unit, one.target, one.distance, one.results)
    for unit, shell in _best_shells(battle, side):
        yield shell_said(unit, shell.at, shell.distance, shell.spotter, shell.chance, shell.there)


@dataclass(frozen=True)
class _Shot:
    """A unit's best shot: what it is worth, at whom, how far off, and the result of each face."""

    worth: int
    target: Fighter
    distance: int
    results: tuple[str, ...]


@dataclass(frozen=True)
class _Shell:
    """A gun's best indirect fire: at which hex, how far off, by whose eyes, how many faces hit, how many enemies are there."""

    at: str
    distance: int
    spotter: str
    chance: int
    there: int


def _best_shots(battle: Battle, side: str) -> list[tuple[str, _Shot]]:
    """The units with shots, those with the best ones first."""
    found = [
        (one.name, best) for one in battle.on_map(side) if battle.half and (best := _best(battle, one)) is not None
    ]
    return sorted(found, key=lambda one: (-one[1].worth, one[0]))[:MOST_SHOTS]


def _best_shells(battle: Battle, side: str) -> list[tuple[str, _Shell]]:
    found = battle.on_map(side) if battle.half else ()
    return [(one.name, best) for one in found if (best := _best_shell(battle, one)) is not None]


def _best(battle: Battle, one: Fighter) -> _Shot | None:
    """A unit's best shot."""
    if not values(one).fire or one.pin == 2 or one.kind in HOMES:
        return None
    name = battle.contact.map
    found: _Shot | None = None
    land = ground.sheet(name)
    for there in battle.on_map(other(one.side)):
        if there.kind in HOMES or actions.why_no_shot(battle, one, there.name) is not None:
            continue
        distance = land.distance(one.at, there.at)
        superiority = strength_at(one, distance) - defence(battle, there)
        added = sum(mod.value for mod in ground.fire_modifiers(name, one.at, there.at))
        results = tuple(fire_result(one.kind, superiority, die + added, battle.contact.options) for die in range(1, 7))
        worth = 12 * results.count("K") + 5 * results.count("M") + 2 * results.count("P2") + results.count("P1")
        if found is None or worth > found.worth:
            found = _Shot(worth, there, distance, results)
    return found


def _best_shell(battle: Battle, one: Fighter) -> _Shell | None:
    """A gun's best indirect fire at enemies that it does not see and cavalry does, None if it has none."""
    if not kind(one.kind).get("indirect") or not values(one).fire or one.pin == 2:
        return None
    name, side = battle.contact.map, one.side
    if battle.at(one.at, other(side)):
        return None
    targets = [who.name for who in battle.on_map(other(side)) if who.kind not in HOMES]
    hexes = sorted({who.at for who in battle.on_map(other(side)) if who.name in targets})
    found = []
    for at in hexes:
        if not ground.sees(name, one.at, at) and (spotters := actions.spotters(battle, side, at)):
            aimed = ways.shelling(battle, one, at, targets)
            if aimed.score > 0:
                found.append((-aimed.score, at, aimed, spotters[0]))
    if not found:
        return None
    _, at, aimed, spotter = min(found, key=lambda one: one[:2])
    return _Shell(at, aimed.distance, spotter, aimed.chance, len(battle.at(at, other(side))))


def _odds(results: Sequence[str]) -> str:
    parts = [f"{one} {results.count(one)}" for one in ("K", "M", "P2", "P1") if one in results]
    return ", ".join(parts) or "no effect"
