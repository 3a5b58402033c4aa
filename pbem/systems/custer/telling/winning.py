"""The winning of a battle: what scores for whom, when it ends, what the points come to (CL-14.3)."""

from pbem.mechanisms.chart_pages import Lines, prose, rows_in_columns, span
from pbem.reports.letter_style import translate
from pbem.systems.custer.card import SIDE_NAMES
from pbem.systems.custer.state.battle import Battle

COLUMNS = (10, 6)


def lines(battle: Battle) -> Lines:
    """The awards by side, the end of the battle, and the levels of victory."""
    card = battle.sheet.scenario
    shown = prose(translate("The battle ends after turn {turn}.  These score:", turn=card.turns))
    for side, name in SIDE_NAMES.items():
        for n, one in enumerate(one for one in card.awards if one.side == side):
            most = translate(" (at most {n})", n=one.most) if one.most else ""
            shown += rows_in_columns([("" if n else name, f"{one.points:+d}", f"{one.per}{most}")], COLUMNS)
    shown += ["", *prose(translate("US points less Indian points:"))]
    above: int | None = None
    for level in card.levels:
        least = None if level is card.levels[-1] else level.least
        result = f"{SIDE_NAMES.get(level.winner, '')} {level.level}".strip()
        shown += rows_in_columns([("", span(least, above), result)], (0, 16))
        above = level.least
    return shown
