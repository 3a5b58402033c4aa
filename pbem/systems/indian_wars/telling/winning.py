"""The winning of a battle of the series: what scores for whom, and what the points come to at the end (17)."""

from collections.abc import Mapping
from typing import Any

from pbem.mechanisms.chart_pages import Lines, prose, rows_in_columns
from pbem.reports.letter_style import translate
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import losses
from pbem.systems.indian_wars.state.counter import VILLAGERS
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.words import SIDE_NAMES

COLUMNS = (8, 5)
ENEMY, DRAW = "enemy", "draw"


def lines(field: Battlefield) -> Lines:
    """The awards by the side that scores them, when the battle ends, and the levels of victory."""
    victory, scenario = field.sheet.charts["victory"], field.sheet.scenario
    shown = prose(
        translate(
            "The battle ends after turn {turn}, or when one side has no units left.  These score:",
            turn=scenario.turns,
        )
    )
    rows = _of_title(field, victory["vp"])
    for whom in (*scenario.player_sequence, ENEMY, ""):
        name = {ENEMY: translate("either"), "": translate("by day")}.get(whom) or SIDE_NAMES[whom]
        for n, row in enumerate(one for one in rows if one.get("to", "") == whom):
            shown += rows_in_columns([("" if n else name, f"{row['vp']:+d}", row["each"])], COLUMNS)
    if any(unit.kind == VILLAGERS for unit in field.units.values()):
        shown += prose(
            translate(
                "As the battle ends 1d6 says what the newspapers make of the villagers' casualties: on 1 and 2 the US scores "
                "one for each, on 3 half as much; on 4 and 5 it loses half as much, on 6 one for each."
            )
        )
    if losses.CASUALTY_LIMIT in field.options:
        limit = field.sheet.charts["special"]["indian_casualty_limit"]
        shown += prose(
            translate(
                "Option casualty limit: from the {n}th Indian strength point lost on, each scores {points}.",
                n=limit["vp_per_loss_below"],
                points=limit["vp_each"]["from_14th"],
            )
        )
    shown += [""]
    shown += prose(translate("The winner's points divided by the loser's (1 at least):"))
    for row in victory["levels"]["rows"]:
        span = translate("less") if row["level"] == DRAW else f"{charts.exact(row['at_least'])}"
        shown += rows_in_columns([("", span, row["level"])], COLUMNS)
    return shown


def _of_title(field: Battlefield, rows: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The awards of this title; a row of its own takes the place of the one that all titles have."""
    own = {row["id"]: row for row in rows if row.get("game") == field.title.files}
    return [own.get(row["id"], row) for row in rows if "game" not in row] + [
        row for name, row in own.items() if not any(one["id"] == name and "game" not in one for one in rows)
    ]
