"""The winning of a battle on the table: what scores for whom, what ends it, what the points come to (MR-7.13)."""

from collections.abc import Iterator

from pbem.mechanisms.chart_pages import Lines, prose, rows_in_columns, span
from pbem.mechanisms.words import joined
from pbem.reports.letter_style import translate
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.rules.victory import count
from pbem.systems.miniatures.state.tabletop import Award, Tabletop
from pbem.systems.miniatures.table.lengths import inches

COLUMNS = (10, 5)


def lines(table: Tabletop) -> Lines:
    """The awards by side, the end of the battle, and the levels of victory."""
    card = table.scenario
    breaks = [
        translate("the {side} side has lost {n} figures", side=CARD.side(one).name, n=card.breaks_at[one])
        for one in card.sides
    ]
    shown = prose(
        translate(
            "The battle ends after turn {turn}, or with the turn in which {breaks}.  A figure is lost that is killed or "
            "has left the table.  At the end these score:",
            turn=card.turns,
            breaks=joined(breaks, translate("or")),
        )
    )
    for side in card.sides:
        for n, award in enumerate(one for one in card.awards if one.side == side):
            name = "" if n else CARD.side(side).name
            shown += rows_in_columns([(name, f"{award.points:+d}", _what(table, award))], COLUMNS)
    shown += ["", *prose(translate("American points less Indian points:"))]
    above: int | None = None
    for level in card.levels:
        shown += rows_in_columns([("", span(level.least, above), level.result)], (0, 15))
        above = level.least
    return shown


def counted(table: Tabletop) -> Iterator[str]:
    """The points of each side, with their reasons, a sentence a side: ``American: 16 x 1 for each enemy figure killed.``"""
    for side in table.scenario.sides:
        parts = [
            f"{number} x {award.points} {translate('for')} {_what(table, award)}"
            for award in table.scenario.awards
            if award.side == side and (number := count(table, award))
        ]
        if parts:
            yield f"{CARD.side(side).name}: {'; '.join(parts)}."


def _what(table: Tabletop, award: Award) -> str:
    """The reason of an award, in words."""
    enemy = table.scenario.enemy(award.side)
    match award.kind:
        case "killed":
            return translate("each enemy figure killed")
        case "officers killed":
            return translate("each enemy officer or leader killed")
        case "units beyond":
            way = translate("east") if award.what == "x" else translate("north")
            return translate("each unit in good order at {n} inches {way} or beyond", n=inches(award.at), way=way)
        case "units in":
            return translate("each unit in good order in {ground}", ground=award.what.replace("_", " "))
        case "guns taken":
            return translate("each gun taken")
    return translate("the enemy having lost {n} figures or more", n=table.scenario.breaks_at[enemy])
