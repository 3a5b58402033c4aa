"""The decisions of a unit's owner while an action is carried out: who takes a K, where to fall back.  C6.4.

Each is a question with a default, which is the first of its choices; ``policy losses`` and ``policy fallback`` answer it
beforehand (docs/orders.md).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.event import Decided
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import values
from pbem.systems.nezperce.battle.state import MOUNTED, Battle, Fighter, other

LOSSES, FALLBACK = "losses", "fallback"
"""The kinds of questions, and the policies that answer them."""
SET_UP = "set up"
"""The policy that leaves set-ups to the program."""
WEAKEST, STRONGEST, PINNED, RIDING, BRAVES = "weakest", "strongest", "pinned", "mounted", "braves"
EMPTY, AWAY, COVER, NEARER = "empty", "away", "cover", "friends"
WISHES: Mapping[str, Mapping[str, str]] = {
    LOSSES: {
        WEAKEST: "the lowest Defence and Melee first (the default)",
        STRONGEST: "the highest Defence and Melee first",
        PINNED: "a pinned unit, P2 before P1",
        RIDING: "a mounted unit",
        BRAVES: "a unit of braves before a lodge",
    },
    FALLBACK: {
        EMPTY: "the fewest friends in the hex, then the farthest from enemies (the default)",
        AWAY: "the farthest from enemies",
        COVER: "the hex that is hardest to hit",
        NEARER: "the hex with the most friends",
    },
    SET_UP: {"program": "the program places all units, and nobody is asked"},
}
"""The words of each policy and what they mean; the name of a unit or a hex serves too."""


def by_strength(units: Sequence[Fighter]) -> list[Fighter]:
    """Units from the weakest Defence and Melee to the strongest."""
    return sorted(units, key=lambda one: (values(one).melee, units.index(one)))


@rule("NP-C6.4.4b")
def who_suffers(
    desk: Umpire[Any], side: str, at: str, names: Sequence[str], count: int, letter: str
) -> Play[list[str]]:
    """The units of a hex that take so many K or M: the owner's choice where there are more than must."""
    units = [one for name in names if (one := desk.state.battle.unit(name)) is not None and not one.gone]
    found: list[str] = []
    while len(found) < count and units:
        ranked = [one.name for one in by_strength(units)]
        choice = ranked[0]
        if len(ranked) > count - len(found):
            answer = yield from ask(_question(desk, side, LOSSES, f"{letter} in {at}", "C6.4.4", ranked))
            choice = answer.choice
        found.append(choice)
        units = [one for one in units if one.name != choice]
    return found


@rule("NP-C6.4.3f")
def where_to(desk: Umpire[Any], one: Fighter, hexes: Sequence[str]) -> Play[str]:
    """The hex into which a unit falls back: the owner's choice where several bring it nearer to its closest friend."""
    if len(hexes) == 1:
        return hexes[0]
    answer = yield from ask(_question(desk, one.side, FALLBACK, f"{one.name} from {one.at}", "C6.4.3", hexes))
    return answer.choice


def _question(desk: Umpire[Any], side: str, kind: str, subject: str, clause: str, choices: Sequence[str]) -> Ask:
    """A question, its default first; one that comes again in a phase has its number."""
    before = sum(
        isinstance(event, Decided) and event.kind == kind and event.subject.partition(" #")[0] == subject
        for event in desk.events
    )
    text = f"{subject} #{before + 1}" if before else subject
    options = tuple(Choice(one, one) for one in choices)
    return Ask(side, kind, text, clause=clause, choices=options, default=choices[0])


# Policies


def wished(wish: str, one: Ask, battle: Battle) -> str | None:
    """The choice that a word of a policy means for a question, None if it means none."""
    choices = [choice.key for choice in one.choices]
    named = next((key for key in choices if key.lower() == wish), None)
    if named is not None:
        return named
    if one.kind == LOSSES:
        return _unit_wished(wish, [unit for name in choices if (unit := battle.unit(name)) is not None])
    return _hex_wished(wish, one.side, battle, choices)


def _unit_wished(wish: str, units: Sequence[Fighter]) -> str | None:
    ranked = by_strength(units)
    fit = {
        WEAKEST: ranked,
        STRONGEST: ranked[::-1],
        PINNED: sorted((one for one in ranked if one.pin), key=lambda one: -one.pin),
        RIDING: [one for one in ranked if one.mode == MOUNTED],
        BRAVES: [one for one in ranked if one.kind == "warrior"],
    }.get(wish, [])
    return fit[0].name if fit else None


def _hex_wished(wish: str, side: str, battle: Battle, hexes: Sequence[str]) -> str | None:
    land, name = ground.sheet(battle.contact.map), battle.contact.map
    enemies = [one.at for one in battle.on_map(other(side))]
    if wish == EMPTY:
        return hexes[0]
    if wish == AWAY:
        return max(hexes, key=lambda at: min((land.distance(at, one) for one in enemies), default=0))
    if wish == COVER:
        return min(hexes, key=lambda at: sum(one.value for one in ground.fire_modifiers(name, at, at)))
    if wish == NEARER:
        return max(hexes, key=lambda at: len(battle.at(at, side)))
    return None
