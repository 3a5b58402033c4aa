"""Order pages: the one that goes with a report, the one that a player keeps and drops each report into, and where it lies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pbem.core.options import Options
from pbem.core.system import Phase
from pbem.desk.incoming.forms import PAGE, PLAY
from pbem.desk.outgoing.order_page_json import (
    after_moves_as_json,
    alike,
    chain_as_json,
    counted_as_json,
    more_as_json,
    offers_as_json,
    patterns_as_json,
    refusals_as_json,
    resting_as_json,
    rooms_as_json,
    walks_as_json,
)
from pbem.desk.play.pace import served
from pbem.desk.title import Title
from pbem.mechanisms import offered_moves, offered_walks
from pbem.mechanisms.offered_rates import RatedMaps
from pbem.mechanisms.offers import (
    Chained,
    Counted,
    GoingAlong,
    GoingOn,
    Offering,
    OneGoal,
    Resting,
    Roomy,
    legs_of,
    offers_of,
    patterns_of,
    refusals_of,
    seen_by,
)
from pbem.reports.block_words import words_of
from pbem.reports.letter_style import translate
from pbem.reports.order_page import Board, block, board_of, drawn_board, packed, page
from pbem.reports.report import Report
from pbem.reports.wrap import titled
from pbem.store.database import Books
from pbem.store.tables import GameRow
from pbem.systems import registry

LONGEST_FRAGMENT = 8_000
"""Characters of a block that a link may carry: browsers take far more, mail programs may cut it."""
KEPT = "play.html"
BLOCK = "-orders.txt"
"""The end of the name of the file that is dropped on the page."""


@dataclass(frozen=True)
class Enclosed:
    """Enclosures of a report to be clicked: files, and the link to the published page, with the block in it if it is short."""

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
    *,
    is_begun: bool = False,
    later: Sequence[str] = (),
) -> Enclosed:
    """The enclosures of a report in the forms ``page`` and ``play``; nothing where no orders are wanted, or none can be
    clicked.

    `pages` is the public address of the published pages, or "".  With `is_begun` the phase has acted already.  `later` are
    the letters of phases for which the same letter serves.
    """
    offering = getattr(title, "offering", None)
    if wanted is None or offering is None or report.map is None or form not in (PAGE, PLAY):
        return Enclosed()
    panel = report.map.to_click()
    board = _rated(board_of(panel), offering, view)
    if board is None:
        return Enclosed()
    at = address(pages, title.system.card.id)
    shown_there = on_the_page(title, offering, view, side, wanted.letter, is_begun=is_begun)
    stages = _later(title, offering, view, side, wanted.letter, later, is_begun=is_begun)
    name = _stage(title, wanted.letter, view, side) if stages else ""
    made = block(replace(report, map=panel), reply_to=reply_to, page_at=at, stage=name, later=stages, **shown_there)
    name = f"{report.game}-{report.number:04}"
    words = words_of(title.system.card.id)
    shown = packed(made, words)
    files = [(f"{name}{BLOCK}", shown.encode("ascii"))]
    if form == PAGE:
        files.insert(0, (f"{name}-orders.html", page(titled(report.facts.title), [board], made, words).encode("ascii")))
    code = "".join(shown.split("\n")[1:-2])
    is_short = bool(at) and len(code) <= LONGEST_FRAGMENT
    return Enclosed(tuple(files), f"{at}#{code}" if is_short else at)


def on_the_page(
    title: Title, offering: Offering, view: Any, side: str, letter: str, *, is_begun: bool = False, later: str = ""
) -> dict[str, Any]:
    """The orders of a side in the phase with this letter, or in a later one, in the few words in which it goes to the page
    (`block`)."""
    system, dialect = title.system, title.dialect
    every = offers_of(system, dialect, offering, view, side, letter, is_begun=is_begun, later=later)
    found = [one for one in every if not one.near]
    seen = seen_by(system, dialect, view, side, letter, is_begun=is_begun, later=later)
    kept, walks = offered_moves.shortened(dialect, found, legs_of(offering, seen, side, later or letter, found))
    kept, pairs = offered_moves.paired(kept, walks)
    kept, after = offered_moves.followed(dialect, kept)
    known = offering.rates(seen) if isinstance(offering, RatedMaps) else None
    shown, following = offered_walks.as_json(walks, pairs, after, known)
    units = offering.units(seen, side)
    offers, places = offers_as_json(kept, following, units)
    offers, common = alike(offers)
    # Lines of patterns are for no single phase: those of the first phase are enough.
    lines = () if later else patterns_of(system, dialect, offering, view, side, letter, is_begun=is_begun)
    moved = after_moves_as_json([one for one in every if one.near], places, units)
    # Only where somebody moves.
    along = offering.along(seen, side) if shown.get("units") and isinstance(offering, GoingAlong) else {}
    counted = counted_as_json(offering, seen, side, later or letter, units) if isinstance(offering, Counted) else []
    refusals = refusals_of(system, dialect, offering, view, side, letter, every, is_begun=is_begun, later=later)
    why = refusals_as_json(refusals, units)
    rooms = []
    if isinstance(offering, Roomy):
        rooms = rooms_as_json(offering.rooms(seen, side, later or letter), units, offering.places(seen, side))
    more = more_as_json(offering, seen, side, later or letter, units) if isinstance(offering, GoingOn) else []
    chain = chain_as_json(offering.chain(seen, side, later or letter), units) if isinstance(offering, Chained) else []
    resting = offering.rests_on(seen, side, later or letter) if isinstance(offering, Resting) else {}
    rests = resting_as_json(resting, units)
    is_one = isinstance(offering, OneGoal) and offering.attacks_together(seen, side, later or letter)
    return {
        "units": units,
        "offers": offers,
        "alike": common,
        "walks": walks_as_json(shown, units),
        "patterns": patterns_as_json(lines, places, units),
        "places": places,
        **({"moved": moved} if moved else {}),
        **({"along": dict(along)} if along else {}),
        **({"more": more} if more else {}),
        **({"counted": counted} if counted else {}),
        **({"why": why} if why else {}),
        **({"rooms": rooms} if rooms else {}),
        **({"chain": chain} if chain else {}),
        **({"rests": rests} if rests else {}),
        **({"one_goal": 1} if is_one else {}),
    }


def later(books: Books, game: GameRow, title: Title, side: str, phase: Phase[Any]) -> tuple[str, ...]:
    """The letters of later phases that go on the page: those for which the side will not be asked again."""
    played = [row.phase for row in books.phases.of_turn(game, phase.turn)]
    return served(game, title.system, side, phase, played)


def _later(
    title: Title, offering: Offering, view: Any, side: str, letter: str, later: Sequence[str], *, is_begun: bool
) -> list[dict[str, Any]]:
    """The orders of a side in later phases for which the same letter serves, as things stand, and what it writes ahead."""
    stages = []
    for one in later:
        shown = on_the_page(title, offering, view, side, letter, is_begun=is_begun, later=one)
        if shown["offers"] or shown["walks"].get("units"):
            word = title.dialect.phase_word(one, view, side)
            stages.append(shown | {"stage": _stage(title, one, view, side), "ahead": f"in {word}: "})
    return stages


def _stage(title: Title, letter: str, view: Any, side: str) -> str:
    """The page's name for a phase: its letter and its name, or the word by which orders call it."""
    word = title.dialect.phase_word(letter, view, side)
    name = next(one.name for one in title.system.card.phases if one.letter == letter)
    return f"{word} {translate(name)}" if word == letter else word


def address(pages: str, title: str) -> str:
    """The address of a game's kept page among the published pages, "" if nothing is published."""
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
    return page(game.system.card.title, list(boards.values()), words=words_of(title)) if boards else ""


def _boards(title: str) -> list[Board]:
    game = registry.game(title)
    assert game.offering is not None
    card = game.system.card
    scenarios = game.practice.scenarios() if game.practice is not None else ()
    found = []
    for scenario in dict.fromkeys((card.main_scenario, *scenarios)):
        state = game.system.open(scenario, Options())
        side = card.sides[0].id
        board = _rated(board_of(game.teller.map(game.system.view(state, side), side, ())), game.offering, state)
        found += [board] if board is not None else []
    return [*found, *map(drawn_board, game.offering.maps())]


def with_rates(board: Board, title: str, scenario: str) -> Board:
    """The board of a scenario with what its steps cost."""
    if title not in registry.titles():
        return board
    game = registry.game(title)
    offering = game.offering
    rated = _rated(board, offering, game.system.open(scenario, Options())) if offering is not None else None
    return rated or board


def _rated(board: Board | None, offering: Offering, view: Any) -> Board | None:
    """A board with what its steps cost."""
    if board is None or not isinstance(offering, RatedMaps):
        return board
    rates = offering.rates(view)
    return replace(board, rates=rates.text, rated=rates.digest)
