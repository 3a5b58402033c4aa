"""How the campaign is won: what each side's points are for, when it ends, what their difference means (D2.0)."""

from collections.abc import Collection

from pbem.mechanisms.chart_pages import Lines, prose, rows_in_columns
from pbem.reports.letter_style import translate
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.state.position import Campaign

COLUMNS = (10, 5)


def lines(state: Campaign) -> Lines:
    """When the campaign ends, the awards by side, and the levels of victory."""
    shown = prose(
        translate(
            "The campaign ends after turn {turn} ({dates}); after turn {early} it ends as soon as every Indian unit stands "
            "in Canada.  These score:",
            turn=state.last_turn,
            dates=data.dates(state.last_turn),
            early=data.scenario()["restrictions"]["early_end_after_turn"],
        )
    )
    return [*shown, *points_and_levels()]


def points_and_levels(options: Collection[str] = ()) -> Lines:
    """The awards by side and the levels of victory; no option changes them."""
    table = data.tables()["victory"]
    points = table["points"]
    awards = {
        translate("Army"): (
            (points["army_brave_killed"], translate("each unit of braves killed")),
            (points["army_brave_surrendered"], translate("each unit of braves surrendered")),
            (points["army_lodge_surrendered"], translate("each lodge surrendered")),
            (points["army_lodge_killed"], translate("each lodge killed")),
        ),
        translate("Indian"): (
            (points["indian_brave_surviving_in_canada"], translate("each unit of braves left, in Canada")),
            (points["indian_brave_surviving_in_us"], translate("each unit of braves left, in the States")),
            (points["indian_lodge_surviving_in_canada"], translate("each lodge left, in Canada")),
            (points["indian_lodge_surviving_in_us"], translate("each lodge left, in the States")),
        ),
    }
    shown: Lines = []
    for side, rows in awards.items():
        for n, (worth, what) in enumerate(rows):
            shown += rows_in_columns([("" if n else side, f"{worth:+d}", what)], COLUMNS)
    shown += ["", *prose(translate("Army points less Indian points:"))]
    return shown + [
        line for one in table["levels"] for line in rows_in_columns([("", _span(one), one["result"])], (0, 15))
    ]


def _span(level: dict[str, int]) -> str:
    """``61 and more``, ``41 to 60``, ``-1 and less``."""
    if "max" not in level:
        return translate("{n} and more", n=level["min"])
    if "min" not in level:
        return translate("{n} and less", n=level["max"])
    return translate("{first} to {last}", first=level["min"], last=level["max"])
