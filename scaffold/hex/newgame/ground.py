"""The ground: a map of hexes, read from a file of this package."""

from functools import cache

from pbem.api.board import HexMap, map_of, toml

GOAL, EXAMPLE, NEAR = "0404", "0303", "0403"
"""What both want; a hex to be shown in help; one that touches the goal, for a case."""
PLACE = r"\d{4}"
"""How a place is written behind ``map``."""
WOODS, SLOW = "woods", 2
OPENING = {"red": {"Guards": "0202", "Rifles": "0203"}, "blue": {"Lancers": "0605", "Scouts": "0606"}}


@cache
def sheet() -> HexMap:
    """The map, which never changes."""
    return map_of(toml("newgame:maps/meeting.toml"))


def places() -> tuple[str, ...]:
    """All hexes."""
    return tuple(sheet())


def has(at: str) -> bool:
    """Whether there is such a hex."""
    return at in sheet()


def named(words: str) -> str:
    """A hex as the map has it."""
    return words


def neighbours(at: str) -> tuple[str, ...]:
    """The hexes around one, clockwise."""
    return tuple(sheet().neighbours(at))


def cost(at: str) -> int:
    """The movement points of a step into a hex."""
    return SLOW if sheet().terrain(at) == WOODS else 1


def distance(one: str, other: str) -> int:
    """Hexes between two hexes."""
    return sheet().distance(one, other)
