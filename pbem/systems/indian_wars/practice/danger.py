"""Where the enemy is, as a practice player looks at it while his side moves and the enemy stands still.

Each answer is worked out once for a position of the enemy, whichever of a side's units asks.
"""

from collections import Counter as Count
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from pbem.board.reach import distances
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

Neighbours = Callable[[str], Iterable[str]]
Posts = tuple[tuple[str, int], ...]
"""The hexes in which the enemy stands, each with his strength there."""
KEPT = 8
NOWHERE = 99
"""How far an enemy is who is not on the map."""


def foes(view: Battlefield, side: str) -> list[Counter]:
    """The enemies who can fight: no leaders, and nobody without strength."""
    return [one for one in view.of(view.enemy_of(side)) if not one.is_leader and one.strength]


def gaps(view: Battlefield, side: str) -> Mapping[str, int]:
    """How far the nearest enemy is from each hex; empty where there is none."""
    return _gaps(view.sheet.map.neighbours, tuple(dict.fromkeys(one.at for one in foes(view, side))))


def threats(view: Battlefield, side: str, within: int) -> Mapping[str, int]:
    """How much strength of the enemy is within so many hexes of each hex; no entry where there is none."""
    posts = Count[str]()
    for one in foes(view, side):
        posts[one.at] += one.strength
    return _threats(view.sheet.map.neighbours, tuple(posts.items()), within)


@lru_cache(maxsize=KEPT)
def _gaps(neighbours: Neighbours, posts: tuple[str, ...]) -> Mapping[str, int]:
    return distances(posts, neighbours)


@lru_cache(maxsize=KEPT)
def _threats(neighbours: Neighbours, posts: Posts, within: int) -> Mapping[str, int]:
    found = Count[str]()
    for at, strength in posts:
        reached = {at}
        ring = [at]
        for _ in range(within):
            ring = [
                one for one in dict.fromkeys(near for here in ring for near in neighbours(here)) if one not in reached
            ]
            reached.update(ring)
        for one in reached:
            found[one] += strength
    return found
