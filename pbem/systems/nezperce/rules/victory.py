"""Points, victory levels and the end of the game.  D2."""

from pbem.core.clause import rule
from pbem.core.system import Outcome
from pbem.systems.nezperce.card import SITTING_BULL as OPTION
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import Campaign


@rule("NP-D2.0a", "NP-D2.0b", "NP-B8.0e")
def army_points(state: Campaign) -> int:
    """The Army's points for braves and lodges, and for the option."""
    table = data.tables()["victory"]["points"]
    total: int = table["army_sitting_bull_option"] if OPTION.name in state.options else 0
    for unit in state.units.values():
        if unit.side == INDIAN:
            kind = "lodge" if unit.card.arm == "village" else "brave"
            total += table[f"army_{kind}_killed"] * len(unit.killed)
            total += table[f"army_{kind}_surrendered"] * len(unit.surrendered)
    return total


@rule("NP-D2.0d", "NP-D2.0e", "NP-D2.0c")
def indian_points(state: Campaign) -> int:
    """The Indian side's points for the braves and lodges that are left, by the country in which their unit stands."""
    table, total = data.tables()["victory"]["points"], 0
    for unit in state.of(INDIAN):
        if unit.name != SITTING_BULL:
            kind = "lodge" if unit.card.arm == "village" else "brave"
            where = "canada" if unit.at in data.zone("Canada") else "us"
            total += int(table[f"indian_{kind}_surviving_in_{where}"]) * len(unit.left)
    return total


@rule("NP-D2.0f")
def level(state: Campaign) -> str:
    """The level of victory by the difference of points as it stands."""
    difference = army_points(state) - indian_points(state)
    for one in data.tables()["victory"]["levels"]:
        if one.get("min", difference) <= difference <= one.get("max", difference):
            return str(one["result"])
    raise AssertionError(difference)


@rule("NP-B4.1d")
def all_in_canada(state: Campaign) -> bool:
    """True if every Indian strategic unit on the map stands in Canada, on a turn on which that ends the game.  B-023."""
    found = [one for one in state.of(INDIAN) if one.name != SITTING_BULL]
    late = state.turn > data.scenario()["restrictions"]["early_end_after_turn"]
    return late and bool(found) and all(one.at in data.zone("Canada") for one in found)


@rule("NP-B2.1a")
def is_over(state: Campaign) -> bool:
    """True if the game has ended: early, or after the last battle of its last turn."""
    done = state.turn == state.last_turn and state.letter == "R" and not state.pending and state.battle is None
    return bool(state.over) or done


def outcome(state: Campaign) -> Outcome | None:
    """The result of the game, None while it goes on."""
    if not is_over(state):
        return None
    found = level(state)
    winner = ARMY if "Army" in found else INDIAN if "Indian" in found else ""
    points = ((INDIAN, indian_points(state)), (ARMY, army_points(state)))
    return Outcome(winner, found, points, state.over or f"turn {state.turn} was the last")
