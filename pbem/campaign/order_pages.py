"""The order page that goes with a report, for who asks for it (``report page``)."""

from typing import Any

from pbem.campaign.title import Title
from pbem.core.system import Phase
from pbem.mechanisms import offered_moves
from pbem.mechanisms.offers import Offer, legs_of, offers_of
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.reports.order_page import block, board_of, packed, page
from pbem.reports.report import Report
from pbem.reports.wrap import titled


def enclosed(
    title: Title, report: Report, view: Any, side: str, wanted: Phase[Any] | None, reply_to: str
) -> tuple[tuple[str, bytes], ...]:
    """The page and its block as files to enclose; nothing where no orders are wanted, or the game has no such page."""
    offering = getattr(title, "offering", None)
    board = board_of(report.map) if report.map is not None else None
    if wanted is None or offering is None or board is None:
        return ()
    found = offers_of(title.system, title.dialect, offering, view, side, wanted.letter)
    legs = legs_of(offering, _seen(title, view, side, wanted), side, wanted.letter, found)
    kept, walks = offered_moves.shortened(title.dialect, found, legs)
    made = block(
        report,
        offering.units(view, side),
        [_as_json(one) for one in kept],
        reply_to,
        walks=offered_moves.as_json(walks),
    )
    name = f"{report.game}-{report.number:04}-orders"
    shown = page(titled(report.facts.title), board, made)
    return (f"{name}.html", shown.encode("ascii")), (f"{name}.txt", packed(made).encode("ascii"))


def _seen(title: Title, view: Any, side: str, wanted: Phase[Any]) -> Any:
    """The position as the offers were made from it."""
    return RehearsedPosition(title.system, title.dialect, view, side, wanted.letter, {}).view


def _as_json(one: Offer) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": one.kind, "unit": one.unit, "words": one.words, "line": one.line}
    optional = {"at": one.at, "cost": one.cost, "note": one.note, "joins": one.joins, "way": one.way}
    found |= {name: value for name, value in optional.items() if value}
    if one.then:
        found["then"] = [_as_json(two) for two in one.then]
    return found
