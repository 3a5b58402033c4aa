"""The ground: places, and what each touches.  A list, as on a map of areas."""

GOAL, EXAMPLE, NEAR = "Mill", "Ford", "Ford"
"""What both want; a place to be shown in help; one that touches the goal, for a case."""
PLACE = r"[A-Za-z]+"
"""How a place is written behind ``map``."""
TOUCHES = {
    "Farm": ("Ford", "Wood"),
    "Ford": ("Farm", "Mill"),
    "Wood": ("Farm", "Mill"),
    "Mill": ("Ford", "Wood", "Hill", "Pond"),
    "Hill": ("Mill", "Camp"),
    "Pond": ("Mill", "Camp"),
    "Camp": ("Hill", "Pond"),
}
SLOW = ("Wood", "Hill")
"""Where a step costs 2 movement points."""
OPENING = {"red": {"Guards": "Farm", "Rifles": "Farm"}, "blue": {"Lancers": "Camp", "Scouts": "Camp"}}


def places() -> tuple[str, ...]:
    """All places."""
    return tuple(TOUCHES)


def has(at: str) -> bool:
    """Whether there is such a place."""
    return at in TOUCHES


def named(words: str) -> str:
    """A place as the map has it, however it was written."""
    return next((one for one in TOUCHES if one.lower() == words.lower()), words)


def neighbours(at: str) -> tuple[str, ...]:
    """What a place touches."""
    return TOUCHES[at]


def cost(at: str) -> int:
    """The movement points of a step into a place."""
    return 2 if at in SLOW else 1


def distance(one: str, other: str) -> int:
    """Steps between two places."""
    found, steps = {one}, 0
    while other not in found:
        found |= {near for at in found for near in TOUCHES[at]}
        steps += 1
    return steps
