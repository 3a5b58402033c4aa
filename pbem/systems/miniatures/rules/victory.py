"""Victory: what each side's points are for, and what their difference means.  MR-7.13, B-238."""

from pbem.core.system import Outcome
from pbem.systems.miniatures.rules.ground import stands_in
from pbem.systems.miniatures.state.events import lost
from pbem.systems.miniatures.state.tabletop import Award, Tabletop


def outcome(table: Tabletop) -> Outcome | None:
    """The result of the game, None while it goes on."""
    if not table.over:
        return None
    scores = {side: points(table, side) for side in table.scenario.sides}
    difference = scores["american"] - scores["indian"]
    level = next(one for one in table.scenario.levels if one.least is None or difference >= one.least)
    why = f"{level.result}: {scores['american']} points to {scores['indian']}"
    return Outcome(level.winner, level.result, tuple(scores.items()), why)


def points(table: Tabletop, side: str) -> int:
    """The points of a side as the table stands."""
    return sum(one.points * count(table, one) for one in table.scenario.awards if one.side == side)


def count(table: Tabletop, award: Award) -> int:
    """The number of things of an award's kind that a side has."""
    enemy = table.scenario.enemy(award.side)
    mine = [unit for unit in table.of(award.side) if not unit.is_disordered]
    match award.kind:
        case "killed":
            return table.killed[enemy]
        case "officers killed":
            return table.officers[enemy]
        case "units beyond":
            return sum((unit.x if award.what == "x" else unit.y) >= award.at for unit in mine)
        case "units in":
            return sum(stands_in(table, unit) == award.what for unit in mine)
        case "guns taken":
            return table.guns[award.side]
    return int(lost(table, enemy) >= table.scenario.breaks_at[enemy])
