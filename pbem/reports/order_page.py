"""The page on which orders are clicked: a map that never changes, and the block of a report with the possible orders.

The page, with the script that draws counters, is ``templates/player-orders.html``; here are its texts, its map and its blocks.
It holds no rules. A block lists, line by line, what the side may order in this position, as the desk's own plans found it; the
page writes these lines, and the receipt judges them like any others.
"""

import hashlib
import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pbem.reports import times
from pbem.reports.letter_style import translate
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.map_panel import Clickable, MapPanel, Outline
from pbem.reports.pages import html_page
from pbem.reports.picture.area import whole_sheet
from pbem.reports.picture.ground import place_names
from pbem.reports.picture.pieces import colour_of, who
from pbem.reports.picture.scene import sheet_of
from pbem.reports.picture.shapes import FONT, drawn
from pbem.reports.report import Report

# Text that the blocks of a game's order page have in common: the page has it, and a block refers to it.
#
# A block is a zlib stream (RFC 1950) with a preset dictionary.  ``python -m tests.block_words GAME`` writes the
# files.  A block made with another file than the page has is refused there, with how to get a new page.

FOLDER = Path(__file__).resolve().parent / "block_text"


@cache
def words_of(title: str) -> str:
    """The text for a game by its title, without the ends of its lines; "" if it has none."""
    found = FOLDER / f"{title}.txt"
    return "".join(found.read_text(encoding="ascii").split("\n")) if found.is_file() else ""


def deflated(text: str, words: str = "") -> bytes:
    """A text as a zlib stream, with a preset dictionary if there are words."""
    made = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, *dictionary(words))
    return made.compress(text.encode()) + made.flush()


def inflated(code: bytes, words: str = "") -> str:
    """The text of such a stream.  Raises zlib.error if it was made with other words."""
    made = zlib.decompressobj(zlib.MAX_WBITS, *dictionary(words))
    return (made.decompress(code) + made.flush()).decode()


def dictionary(words: str) -> tuple[bytes, ...]:
    """The words as zlib takes a dictionary: an argument, or none."""
    return (words.encode("ascii"),) if words else ()


def name_of(words: str) -> str:
    """By which a block says with which words it was made: their Adler-32, as zlib has it."""
    return f"{zlib.adler32(words.encode('ascii')):08x}"


VERSION = 3
"""Of a block.  The page reads those before it as well: letters keep for years."""
BEGIN, END = "-----BEGIN PBEM ORDERS-----", "-----END PBEM ORDERS-----"
WIDE = 64
MOST_DEFLATED = 16
"""Drawings of maps, and lists of what their steps cost, that are kept deflated, with their digests: those of half a dozen
sheets, 100 kB each."""


@dataclass(frozen=True)
class PageMap:
    """A map as the page draws it: the drawing, its size, where each place is on it, and a digest of these.

    `rates` is what its steps cost, as JSON, and `rated` a digest of that; "" where blocks say it themselves.
    """

    svg: str
    width: int
    height: int
    radius: float
    places: Mapping[str, tuple[float, float]]
    rates: str = ""
    rated: str = ""

    @property
    def digest(self) -> str:
        """By which a page knows a block for another map."""
        return _digest(self.svg)


@lru_cache(maxsize=MOST_DEFLATED)
def _digest(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()[:12]


def board_of(panel: MapPanel) -> PageMap | None:
    """The board of a map; None for a map that the page cannot draw."""
    if not isinstance(panel, MapModel):
        found = panel.clickable()
        return drawn_board(found) if found is not None else None
    if not panel.ground.cells:
        return None
    ground = panel.ground

    def made() -> PageMap:
        sheet, area = sheet_of(whole_sheet(ground))
        places = {at: area.middle(at) for at in area.hexes()}
        rounded = {at: (round(x, 1), round(y, 1)) for at, (x, y) in places.items()}
        shapes = drawn((*sheet.shapes, *place_names(area, ())))
        return PageMap(shapes, sheet.width, sheet.height, round(area.radius, 2), rounded)

    return ground.once("order page", made)


def drawn_board(found: Clickable) -> PageMap:
    """The board of a map that a game draws for the page."""
    return PageMap(drawn(found.shapes), found.width, found.height, found.radius, found.places, found.rates, found.rated)


def block(
    report: Report,
    units: Mapping[str, str],
    offers: Mapping[str, Any],
    reply_to: str,
    *,
    walks: Mapping[str, Any] | None = None,
    patterns: Mapping[str, Any] | None = None,
    places: Sequence[Sequence[str]] = (),
    alike: Sequence[Mapping[str, Any]] = (),
    along: Mapping[str, str] | None = None,
    more: Sequence[Any] = (),
    counted: Sequence[Any] = (),
    why: Sequence[Any] = (),
    rooms: Sequence[Any] = (),
    entrances: Sequence[Any] = (),
    chain: Sequence[Any] = (),
    rests: Sequence[Any] = (),
    preset: Sequence[Any] = (),
    one_goal: int = 0,
    ends: Sequence[str] = (),
    stage: str = "",
    later: Sequence[Mapping[str, Any]] = (),
    page_at: str = "",
    side_name: str = "",
) -> dict[str, Any]:
    """The block of a report for the page: counters, units with their places, offers, and where orders go.

    `offers` are `mechanisms.offers.Offer` as JSON by unit, `walks` its moves (`mechanisms.offered_moves`), `patterns` lines
    that are put together of parts, `places` the lists that offers share, `alike` the offers that units have in common
    (`desk.outgoing.order_page_json`), `along` who goes along with whom, `more` what may be written behind their orders,
    `counted` how many may act, and how many a place has room for, `why` what keeps units from acting,
    `rooms` how much may end in a place, `entrances` how many come in by some places, `chain` who is placed next to whom,
    `rests` whose orders rest on where others stand,
    `preset` where the program places whom the player leaves;
    with `one_goal` those who stand together attack one place; with `ends`, the first words of lines behind which nothing is
    carried out, whoever acts may act again. `stage` is the name of the phase, and `later` the same
    of later phases for which the letter serves too, each with what stands ahead of its lines. `page_at` is the address of
    the published page, `side_name` the reader's side in words. Nothing is in it that the report does not show or allow."""
    board = board_of(report.map) if report.map is not None else None
    to_do = report.to_do
    turn, _, phase = to_do.phase.rpartition(", ") if to_do is not None and side_name else ("", "", "")
    phase = phase or (to_do.phase if to_do is not None else "")
    clickable = report.map.clickable() if report.map is not None else None
    counters: list[Sequence[str]] = list(clickable.counters) if clickable is not None else []
    if isinstance(report.map, MapModel):
        for stack in report.map.stacks:
            below = f"{stack.strength}{stack.mode}"
            words = who(stack)
            marks = ("*" if stack.leader else "") + stack.condition
            counters.append([stack.at, stack.side, words, below, colour_of(stack.brackets), str(stack.count), marks])
    found = {
        "v": VERSION,
        "board": board.digest if board is not None else "",
        "game": report.game,
        "title": report.facts.title,
        "report": report.number,
        "phase": f"{phase}, {to_do.name}" if to_do is not None else "",
        "until": f"{translate('by')} {times.in_full(report.deadline)}" if report.deadline is not None else "",
        "to": reply_to,
        "subject": f"[{report.game}] {translate('report')} {report.number}",
        "side": report.side,
        "counters": _by_colour(counters),
        "units": dict(units),
        "offers": dict(offers),
        "walks": dict(walks or {}),
        "page": page_at,
    }
    every = sorted(board.places) if board is not None else []
    optional = {
        "zoc": sorted(report.map.zoc) if isinstance(report.map, MapModel) else [],
        "outlines": outlines(clickable.outlines) if clickable is not None else [],
        "alike": list(alike),
        "patterns": dict(patterns or {}),
        "places": [_all_but(one, every) for one in places],
        "more": list(more),
        "counted": list(counted),
        "why": list(why),
        "rooms": list(rooms),
        "entrances": list(entrances),
        "chain": list(chain),
        "rests": list(rests),
        "preset": list(preset),
        "one_goal": one_goal,
        "ends": list(ends),
        "stage": stage,
        "head": _head(report, side_name, turn) if side_name else "",
        "along": dict(along or {}),
        "later": [_stage(one, units, every) for one in later],
    }
    return found | {name: value for name, value in optional.items() if value}


def _head(report: Report, side_name: str, turn: str) -> str:
    """``rosebud-7, US: Turn 3 of 19 (08:40)``: the heading, ahead of the phase; `turn` is that of the phase, where the header
    still shows the one before."""
    clock, to_do = turn or report.facts.clock, report.to_do
    is_said = to_do is not None and clock.casefold() == to_do.name.casefold()  # the set-up has no turn
    return f"{report.game}, {side_name}" + ("" if is_said else f": {clock}")


def outlines(some: Iterable[Outline]) -> list[list[Any]]:
    """Units as they stand: ``[unit, colour, label, parts, arc, front, ahead]``.

    `parts` and `arc` are given from the unit's front, in whole pixels: units of one formation are alike in them, which makes
    blocks short.  `front` and `ahead` are to a tenth.
    """

    def rounded(spots: Iterable[tuple[float, float]]) -> list[list[float]]:
        return [[round(x, 1), round(y, 1)] for x, y in spots]

    def from_front(one: Outline, spots: Iterable[tuple[float, float]]) -> list[list[int]]:
        return [[round(x - one.front[0]), round(y - one.front[1])] for x, y in spots]

    return [
        [
            one.unit,
            one.colour,
            one.label,
            [from_front(one, part) for part in one.parts],
            from_front(one, one.arc),
            *rounded((one.front, one.ahead)),
        ]
        for one in some
    ]


def _stage(stage: Mapping[str, Any], units: Mapping[str, str], every: Sequence[str]) -> dict[str, Any]:
    """A later phase, without what is as in the first, or of which it has nothing."""
    found = {name: value for name, value in stage.items() if value and not (name == "units" and value == units)}
    if not found.get("walks", {}).get("units"):
        found.pop("walks", None)
    if "places" in found:
        found["places"] = [_all_but(one, every) for one in found["places"]]
    return found


def _by_colour(counters: Iterable[Sequence[str]]) -> list[list[Any]]:
    """The counters by side and colour: ``[side, colour, [[place, tag, what stands below, how many, marks], ...]]``.

    `marks` are a star for a leader and the letter of the worst condition.
    """
    found: dict[tuple[str, str], list[list[str]]] = {}
    for at, side, tag, below, colour, *more in counters:
        found.setdefault((side, colour), []).append([at, tag, below, *(more if any(more[1:]) else more[:1])])
    return [[*ahead, some] for ahead, some in found.items()]


def _all_but(places: Sequence[str], every: Sequence[str]) -> list[str]:
    """A list of places; where most places of the map are in it, in their sequence, "" and those that are not.

    A list of all places of the map, which the page has, is empty.
    """
    some = set(places)
    missing = [at for at in every if at not in some]
    if len(missing) + 1 >= len(places) or [at for at in every if at in some] != list(places):
        return list(places)
    return ["", *missing] if missing else []


def packed(made: Mapping[str, Any], words: str = "") -> str:
    """A block as text that any mail program leaves alone: deflated, base64, lines of 64 characters.

    `words` is the text that its page has for it (`block_words`).
    """
    text = json.dumps(made, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    code = _deflated(text, words)
    return "\n".join([BEGIN, *(code[n : n + WIDE] for n in range(0, len(code), WIDE)), END, ""])


def _deflated(text: str, words: str = "") -> str:
    """A text in base64 that a browser inflates: a drawing takes an eighth of its room."""
    return b64encode(deflated(text, words)).decode("ascii")


@lru_cache(maxsize=MOST_DEFLATED)
def _deflated_map(text: str) -> str:
    """The same of a map, which is a map again in the next letter."""
    return _deflated(text)


def page(title: str, boards: Sequence[PageMap], made: Mapping[str, Any] | None = None, words: str = "") -> str:
    """The page: one file, nothing from the network.  With a block it opens on that; else it waits for one.

    `words` is the text that blocks of the game refer to (`block_words`).  It shows the board that a block is for; the first
    until there is a block.
    """
    facts = {
        "boards": {
            board.digest: {
                "width": board.width,
                "height": board.height,
                "radius": board.radius,
                "places": board.places,
                "rated": board.rated,
            }
            for board in boards
        },
        "first": boards[0].digest,
        "block": made,
        "words": _words(),
    }
    return html_page(
        "player-orders",
        title=title,
        font=FONT,
        alt=translate("The map.  Everything that can be clicked on it is in the lists too."),
        grounds={board.digest: _deflated_map(board.svg) for board in boards},
        rates={board.digest: _deflated_map(board.rates) for board in boards if board.rates},
        known={name_of(words): _deflated_map(words)} if words else {},
        facts=Markup(_script(facts)),
    )


def _words() -> dict[str, str]:
    return {
        "written": translate("Written:"),
        "undone": translate("Undone."),
        "enough": translate("No more of your units may act now: {m} have orders."),
        "then": translate("then"),
        "goon": translate("It has its order.  It may go on after it:"),
        "choose": translate("Choose a unit"),
        "move": translate("move"),
        "may": translate("What it may do"),
        "at": translate("At"),
        "all": translate("Everything else it may do"),
        "everyone": translate("All who can"),
        "build": translate("Put a line together"),
        "write": translate("Write this line"),
        "back": translate("Back"),
        "tap": translate("Places may be tapped on the map."),
        "elsewhere": translate("That place does not fit this line."),
        "through": translate("Go on by way of"),
        "over": translate("By way of"),
        "direct": translate("Without waypoints"),
        "others": translate("other ways:"),
        "noway": translate("It cannot get there with the points that it has left."),
        "earlier": translate("Earlier"),
        "later": translate("Later"),
        "remove": translate("Remove"),
        "nothing": translate("It has nothing to do in this phase."),
        "has": translate("It has its order already."),
        "given": translate("{n} of {m} units have orders."),
        "far": translate("That costs {n} points, and {m} are left."),
        "closed": translate("A move may not end there."),
        "full": translate(
            "There is no room for it there with those who stand or go there: its order comes after theirs."
        ),
        "cannot": translate("It can do nothing there as things stand."),
        "barred": translate("{n} of {m} ordered"),
        "unsent": translate("Orders for {a} are written and not sent: this device keeps them."),
        "asolder": translate("{b} is older than the one that is open."),
        "openit": translate("Open {b}"),
        "stay": translate("Stay with {a}"),
        "aside": translate("{a} was put aside: Undo brings it back."),
        "back_again": translate("Your orders for this report are here again, as this device kept them: {n} lines."),
        "backsent": translate("These {n} lines were sent, copied or saved before."),
        "older": translate("Report {b} of this game was opened here: this one, {a}, is older."),
        "nobody": translate("None of your units there may act."),
        "which": translate("Several orders are possible there: choose one from the list."),
        "unsure": translate("not yet sure: it rests on the order of {a}"),
        "preset": translate("Place all {n} for me"),
        "again": translate("It has its place. Tap another one to move it there."),
        "rest": translate("Place the other {n} for me"),
        "placed": translate(
            "{n} were placed. Tap one to move it; whomever you leave out the desk places in the same way."
        ),
        "bound": translate("not yet sure: there may be room nearer to them first"),
        "filter": translate("{n} choices: type a part of one"),
        "ruler": translate("{n} inches, {d} degrees"),
        "measure": translate("Tap one place and then another to measure between them."),
        "hint": translate(
            "Tap a counter, then where it is to go or whom it is to fire at. A place with a red rim has a remark. Costs "
            "and chances are as things stand now: the desk checks your letter."
        ),
        "empty": translate("Nothing is written yet: choose an order, or tick  ready  if you have none to give."),
        "long": translate("This is too long for a mail link."),
        "copied": translate("Copied: paste it into your reply."),
        "select": translate("Copy the marked lines by hand."),
        "report": translate("report"),
        "to": translate("Orders go to"),
        "host": translate("Earlier orders of this game went to another host.  These go to"),
        "version": translate("This block is of another version: ask for a new page with  send page."),
        "board": translate("This block is for another map:"),
        "fetch": translate("Its page is at"),
        "ask": translate("Write  send page  in a letter to get its page."),
        "words": translate(
            "This block is for the page of another game, or for a newer page.  Write  send page  in a letter to get it."
        ),
        "unread": translate("No block could be read there.  It begins with -----BEGIN PBEM ORDERS-----."),
    }


def _script(value: Any) -> str:
    """JSON that may stand in a script element: nothing in it can end that."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
