"""Order pages: the one that goes with a report, the one that a player keeps and drops each report into, and where it lies."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from pbem.campaign.forms import PAGE, PLAY
from pbem.campaign.title import Title
from pbem.core.frozen import dataclass
from pbem.core.options import Options
from pbem.core.system import Phase
from pbem.mechanisms import offered_moves
from pbem.mechanisms.offered_places import LEAST, PLACE_MARK, gathered
from pbem.mechanisms.offers import Offer, Offering, Part, Pattern, Pick, legs_of, offers_of, patterns_of
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.reports.manner import translated
from pbem.reports.order_page import Board, block, board_of, drawn_board, packed, page
from pbem.reports.report import Report
from pbem.reports.wrap import titled
from pbem.systems import registry

LONGEST_FRAGMENT = 8_000
"""Characters of a block that a link may carry: browsers take far more, mail programs may cut it."""
KEPT = "play.html"


@dataclass(frozen=True)
class Enclosed:
    """What goes with a report to be clicked: files, and the link to the published page, with the block in it if it is short."""

    files: tuple[tuple[str, bytes], ...] = ()
    link: str = ""


def enclosed(
    title: Title,
    report: Report,
    view: Any,
    side: str,
    wanted: Phase[Any] | None,
    reply_to: str,
    form: str = PAGE,
    pages: str = "",
) -> Enclosed:
    """What goes with a report in the forms ``page`` and ``play``; nothing where no orders are wanted, or none can be clicked.

    `pages` is the public address of the published pages, or "".
    """
    offering = getattr(title, "offering", None)
    board = board_of(report.map) if report.map is not None else None
    if wanted is None or offering is None or board is None or form not in (PAGE, PLAY):
        return Enclosed()
    at = address(pages, title.system.card.id)
    made = block(report, reply_to=reply_to, page_at=at, **on_the_page(title, offering, view, side, wanted.letter))
    name = f"{report.game}-{report.number:04}-orders"
    shown = packed(made)
    files = [(f"{name}.txt", shown.encode("ascii"))]
    if form == PAGE:
        files.insert(0, (f"{name}.html", page(titled(report.facts.title), [board], made).encode("ascii")))
    code = "".join(shown.split("\n")[1:-2])
    is_short = bool(at) and len(code) <= LONGEST_FRAGMENT
    return Enclosed(tuple(files), f"{at}#{code}" if is_short else at)


def on_the_page(title: Title, offering: Offering, view: Any, side: str, letter: str) -> dict[str, Any]:
    """What a side may order in the phase with this letter, in the few words in which it goes to the page (`block`)."""
    found = offers_of(title.system, title.dialect, offering, view, side, letter)
    seen = RehearsedPosition(title.system, title.dialect, view, side, letter, {}).view
    kept, walks = offered_moves.shortened(title.dialect, found, legs_of(offering, seen, side, letter, found))
    kept, pairs = offered_moves.paired(kept, walks)
    offers, places = gathered([_as_json(one) for one in kept])
    lines = patterns_of(title.system, title.dialect, offering, view, side, letter)
    return {
        "units": offering.units(view, side),
        "offers": offers,
        "walks": _with_words(offered_moves.as_json(walks, pairs)),
        "patterns": _patterns_as_json(lines, places),
        "places": places,
    }


def address(pages: str, title: str) -> str:
    """Where the kept page of a game lies among the published pages, "" if nothing is published."""
    return f"{pages}play/{title}.html" if pages else ""


@cache
def kept_page(title: str) -> str:
    """The page of a game that a player keeps, with every map on which its orders are given; "" if it has none."""
    if title not in registry.titles():
        return ""
    game = registry.game(title)
    if game.offering is None:
        return ""
    boards = {one.digest: one for one in _boards(title)}
    return page(game.system.card.title, list(boards.values())) if boards else ""


def _boards(title: str) -> list[Board]:
    game = registry.game(title)
    assert game.offering is not None
    card = game.system.card
    scenarios = game.practice.scenarios() if game.practice is not None else ()
    found = []
    for scenario in dict.fromkeys((card.main_scenario, *scenarios)):
        state = game.system.open(scenario, Options())
        side = card.sides[0].id
        board = board_of(game.teller.map(game.system.view(state, side), side, ()))
        found += [board] if board is not None else []
    return [*found, *map(drawn_board, game.offering.maps())]


def _as_json(one: Offer) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": one.kind, "unit": one.unit, "words": translated(one.words), "line": one.line}
    optional = {
        "at": one.at,
        "cost": translated(one.cost),
        "note": translated(one.note),
        "joins": one.joins,
        "way": one.way,
    }
    found |= {name: value for name, value in optional.items() if value}
    if one.then:
        found["then"] = [_as_json(two) for two in one.then]
    return found


def _with_words(walks: dict[str, Any]) -> dict[str, Any]:
    """Walks with what the page says of their ends in the player's language."""
    for unit in walks["units"].values():
        unit |= {"ends": [[one[0], translated(one[1]), *one[2:]] for one in unit["ends"]]} if "ends" in unit else {}
    return walks


def _patterns_as_json(patterns: Sequence[Pattern], places: list[list[str]]) -> dict[str, Any]:
    """Patterns as the page reads them: many have parts in common, which are listed once, and places (added to `places`)."""
    parts = list(dict.fromkeys(part for one in patterns for part in one.parts))
    lines = []
    for one in patterns:
        found: dict[str, Any] = {"units": one.units, "words": translated(one.words), "line": one.line}
        optional = {"parts": [parts.index(part) for part in one.parts], "notes": one.notes, "block": one.block}
        lines.append(found | {name: value for name, value in optional.items() if value})
    return {"parts": [_part_as_json(one, places) for one in parts], "lines": lines} if lines else {}


def _part_as_json(one: Part, places: list[list[str]]) -> list[Any]:
    """Its name, its label, its choices; those that differ in their place alone are one, with the number of a list of places."""
    found: list[Any] = []
    for (written, words), some in groupby(one.picks, _marked):
        picks = list(some)
        if len(picks) < LEAST or not picks[0].at:
            found += map(_pick_as_json, picks)
            continue
        ats = [pick.at for pick in picks]
        if ats not in places:
            places.append(ats)
        found.append([written, words, places.index(ats)])
    return [one.name, translated(one.words), found]


def _marked(pick: Pick) -> tuple[str, str]:
    """What is written and said with a mark for the place, by which choices are alike."""
    if not pick.at or pick.written.count(pick.at) != 1 or pick.is_inside:
        return pick.written, pick.words
    return pick.written.replace(pick.at, PLACE_MARK), pick.words.replace(pick.at, PLACE_MARK)


def _pick_as_json(one: Pick) -> list[Any]:
    """What is written; its words, its place and whether the line stands in a block, as far as there is any of these."""
    found: list[Any] = [one.written, translated(one.words), one.at, 1 if one.is_inside else ""]
    while len(found) > 1 and not found[-1]:
        found.pop()
    return found
