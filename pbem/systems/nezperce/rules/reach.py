"""The moves of a strategic unit, and their cost. B4."""

from pbem.core.clause import rule
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import FAST, Campaign, Unit

VILLAGE_SLOW, ALL_SLOW, ALL_LOST = 4, 7, 9
"""Lodges lost from which the village, and then no Indian unit, moves fast; and at which the bands go at half their rate."""


@rule("NP-B4.1a", "NP-C4.3.4d")
def allowance(state: Campaign, unit: Unit, mode: str) -> int:
    """The movement points of a unit in a mode; the bands' half is without its fraction."""
    if mode == FAST:
        return unit.card.fast
    halved = unit.side == INDIAN and unit.card.arm == "warrior" and state.lodges_lost >= ALL_LOST
    return unit.card.normal // 2 if halved else unit.card.normal


@rule("NP-C7.2b")
def why_still(state: Campaign, unit: Unit) -> tuple[str, str]:
    """Why a unit may not move at all this turn and the rule, "" if it may."""
    if unit.is_still(state.turn):
        return "it fought a battle last turn", "C7.2"
    return "", ""


@rule("NP-B3.0h", "NP-B4.3a", "NP-B4.3b", "NP-C7.2c", "NP-C7.2d")
def why_not_fast(state: Campaign, unit: Unit) -> tuple[str, str]:
    """Why a unit may not move fast this turn and the rule, "" if it may."""
    if not unit.supplied:
        return "it is out of supply", "B4.3"
    if unit.is_slow(state.turn):
        return "it has fought lately", "C7.2"
    return _indian_fast(state, unit) if unit.side == INDIAN else ("", "")


@rule("NP-B4.3c", "NP-C4.3.4a", "NP-C4.3.4b", "NP-C4.3.4c")
def _indian_fast(state: Campaign, unit: Unit) -> tuple[str, str]:
    if unit.fast_on and unit.fast_on < state.turn < next_fast(unit):
        return f"it moved fast on turn {unit.fast_on} and may do so again on turn {next_fast(unit)}", "B4.3"
    lost = state.lodges_lost
    if lost >= ALL_SLOW:
        return f"{lost} lodges are lost", "C4.3.4"
    if lost >= VILLAGE_SLOW and unit.name == VILLAGE:
        return f"{lost} lodges are lost", "C4.3.4"
    return "", ""


def next_fast(unit: Unit) -> int:
    """The turn on which an Indian unit that moved fast may do so again.  B-011."""
    interval: int = data.scenario()["restrictions"]["indian_fast_interval"]
    return unit.fast_on + interval


@rule("NP-B4.4.1", "NP-B4.4.2e", "NP-B4.4.2h")
def step_cost(state: Campaign, side: str, start: str, end: str) -> int:
    """The points for a step: the terrain entered, 2 more where enemies are, 1 more across a major river."""
    enemies = state.at(end, INDIAN if side == ARMY else ARMY)
    river = data.RIVER in data.strategic_map().edges(start, end)
    return data.cost(end) + (data.enemy_cost() if enemies else 0) + (data.river_cost() if river else 0)


@rule("NP-B4.4.2h")
def is_river(start: str, end: str) -> bool:
    """True if a step crosses a major river where a die is rolled: the free crossing needs none."""
    kinds = data.strategic_map().edges(start, end)
    return data.RIVER in kinds and data.FORD not in kinds


def barred(state: Campaign, unit: Unit, start: str, end: str) -> tuple[str, str]:
    """Why a unit may never make a step on this turn and the rule, "" if it may."""
    if unit.side == ARMY:
        return _army_barred(state, start, end)
    return _indian_barred(state, unit, end)


@rule("NP-B4.4.2a", "NP-B4.4.3", "NP-B8.0d")
def _army_barred(state: Campaign, start: str, end: str) -> tuple[str, str]:
    if end in data.zone("Canada"):
        return f"{end} is in Canada, which no Army unit enters", "B4.4.3"
    bull = state.units.get(SITTING_BULL)
    if bull is not None and bull.active and bull.at == end:
        return f"Sitting Bull is in {end}", "B8.0"
    if is_river(start, end) and not data.river_dice(ARMY, state.turn):
        return f"no Army unit crosses the major river between {start} and {end} before turn 12", "B4.4.2"
    return "", ""


@rule("NP-B4.4.4", "NP-B4.4.5a", "NP-B4.4.5c", "NP-B8.0b")
def _indian_barred(state: Campaign, unit: Unit, end: str) -> tuple[str, str]:
    limits = data.scenario()["restrictions"]
    if unit.name == SITTING_BULL:
        option = data.scenario()["option"]["sitting_bull"]
        if data.strategic_map().distance(option["hex"], end) > option["leash"]:
            return f"Sitting Bull stays within {option['leash']} hexes of {option['hex']}", "B8.0"
        return "", ""
    if state.turn <= limits["idaho_confinement_turns"][1] and end not in data.idaho():
        return f"{end} is outside Idaho and its border, which Indian units do not leave before turn 10", "B4.4.4"
    if end in data.zone("Canada") and not canada_is_open(state):
        if state.turn <= limits["no_canada_turns"][1]:
            return f"{end} is in Canada, which no Indian unit enters before turn 26", "B4.4.5"
        return f"{end} is in Canada, which is closed until the rendezvous has been held", "B4.4.5"
    return "", ""


@rule("NP-B4.4.5c")
def canada_is_open(state: Campaign) -> bool:
    """True if Indian units may enter Canada: from the turn after the rendezvous was held.  B-021."""
    return 0 < state.met_on < state.turn


@rule("NP-B4.4.6")
def stops(unit: Unit, end: str) -> bool:
    """True if a unit's move ends where it enters: Indian units stop at a town or fort."""
    return unit.side == INDIAN and bool(data.town(end))
