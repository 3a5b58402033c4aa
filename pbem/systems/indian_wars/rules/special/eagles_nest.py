"""The Eagle's Nest (16.D): Van Vliet and two companies are held near it until they are released."""

from collections.abc import Sequence

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.situations import Duty
from pbem.systems.indian_wars.state.counter import WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import EaglesNestReleased

PLACE = "Eagle's Nest"
COMPANIES = ("C/3 Cav", "G/3 Cav")
HELD = ("Capt Van Vliet", *COMPANIES)
RADIUS = 3
WARRIORS = 2


def hex_of(field: Battlefield) -> str:
    """The Eagle's Nest on this map, "" if there is none."""
    place = field.sheet.map.places.get(PLACE)
    return place.hexes[0] if place else ""


@rule("Eagles Nest rule", "release lasts")
def holds(field: Battlefield, name: str) -> bool:
    """True if a counter is held near the Eagle's Nest: not released, and with no cause to be so at once."""
    return name in HELD and not field.notes.is_nest_released and bool(hex_of(field)) and not _cause(field)


@rule("release lasts")
def look(umpire: Umpire[Battlefield]) -> None:
    """Release them as soon as there is cause (16.D)."""
    field = umpire.state
    if field.notes.is_nest_released or not hex_of(field):
        return
    why = _cause(field)
    if why:
        umpire.emit(EaglesNestReleased(why))


def look_around(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """The same where counters have come to a hex."""
    look(umpire)


@rule("Eagles Nest rule", "forced out")
def duty(field: Battlefield, unit: Counter) -> Duty | None:
    """To stay near it, or to come back."""
    if not holds(field, unit.name):
        return None
    goal = hex_of(field)
    about = (
        f"is held within {RADIUS} hexes of the Eagle's Nest ({goal}) until it is released ({field.rule('Eagles Nest')})"
    )
    return Duty(unit.name, goal, RADIUS, field.rule("Eagles Nest"), about)


@rule("release by enemies", "release by loss", "release by clock")
def _cause(field: Battlefield) -> str:
    release_turn = int(field.sheet.charts["turns"]["rosebud_1"]["eagles_nest_release_turn"])
    if field.turn >= release_turn:
        return f"turn {release_turn}"
    posts = []
    for name in COMPANIES:
        if name in field.gone:
            return f"{name} is lost"
        if name not in field or not field[name].at:
            continue
        unit = field[name]
        if unit.routed and not unit.fled_by_choice:
            return f"{name} is routed"
        posts.append(unit)
    return _warriors_near(field, posts)


def _warriors_near(field: Battlefield, posts: Sequence[Counter]) -> str:
    """Two warrior units near either company release both; one near each of them are two as well (16.D)."""
    distance = field.sheet.map.distance
    warriors = [one for one in field.units.values() if one.kind == WARRIOR and one.at]
    near = {post.name: {one.name for one in warriors if distance(one.at, post.at) <= RADIUS} for post in posts}
    whole = set().union(*near.values())
    if len(whole) < WARRIORS:
        return ""
    of = next((name for name, found in near.items() if found == whole), " or ".join(near))
    return f"{len(whole)} warrior units within {RADIUS} hexes of {of}"
