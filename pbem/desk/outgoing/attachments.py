"""Attachments of letters: deadlines as calendar entries, files of the other players, order pages.

Each stop has one entry.  It moves with the deadline, and is cancelled when the player's orders are in, the game is paused,
or the game waits for nothing any more.  The sequence number is that of the game's newest record, as in the published calendar.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, runtime_checkable

from pbem.core.options import Options
from pbem.core.system import Phase
from pbem.desk.desk import Desk, Title
from pbem.desk.incoming.files_sent import MOST_BYTES
from pbem.desk.incoming.preferences import PAGE, PLAY
from pbem.desk.outgoing.order_page_json import (
    after_moves_as_json,
    alike,
    chain_as_json,
    counted_as_json,
    entrances_as_json,
    more_as_json,
    offers_as_json,
    patterns_as_json,
    preset_as_json,
    refusals_as_json,
    resting_as_json,
    rooms_as_json,
    spending_as_json,
    walks_as_json,
)
from pbem.desk.play.pace import served
from pbem.desk.play.play import PlayResult
from pbem.desk.record.chain import newest_seq
from pbem.mail.letter import SentFile
from pbem.mechanisms import offered_moves, offered_walks
from pbem.mechanisms.offered_moves import RatedMaps
from pbem.mechanisms.offers import (
    Chained,
    Counted,
    Entering,
    GoingAlong,
    GoingOn,
    LineByLine,
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
from pbem.reports.letter_style import translate
from pbem.reports.order_page import PageMap, block, board_of, drawn_board, packed, page, words_of
from pbem.reports.report import Report
from pbem.reports.times import Deadline, calendar
from pbem.reports.wrap import titled
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow
from pbem.systems import registry

Files = tuple[tuple[str, bytes], ...]
WITHOUT = ("answer", "error", "invitation", "welcome", "proposal")
"""Kinds of letters that move no deadline and answer none."""


def uid_of(game: GameRow, row: PhaseRow, host: str) -> str:
    """The UID of a stop's calendar entry: the same in letters and in the published calendar."""
    return f"{game.name}-{game.branch}-{row.n}@{host}"


def calendar_entry(desk: Desk, books: Books, game: GameRow, player: PlayerRow, kind: str, wants: bool) -> Files:
    """The calendar entry that goes with a letter of this kind to a player; none if they do not want them."""
    if not wants or kind in WITHOUT:
        return ()
    return _file(desk, books, game, player, answered=kind == "receipt")


def now(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> Files:
    """The calendar entry of the player's present deadline, on request."""
    return _file(desk, books, game, player, answered=False)


def answer_request(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> str:
    """The remark with an entry that was asked for once."""
    if now(desk, books, game, player):
        return translate("Open the attached file {file} to put your deadline into your calendar.", file=_name(game))
    return translate("You owe us nothing now, so there is no deadline for your calendar.")


def _name(game: GameRow) -> str:
    return f"{game.name}-deadline.ics"


def _file(desk: Desk, books: Books, game: GameRow, player: PlayerRow, *, answered: bool) -> Files:
    row = books.phases.open(game)
    if row is None or row.due is None or player.side not in row.waiting_for.split(","):
        return ()
    is_in = _is_ready(books, game, row, player.side) or (answered and row.is_question)
    if answered and not is_in:
        return ()  # orders that may still be changed move nothing
    card = desk.title(game.title).teller
    one = Deadline(
        uid=uid_of(game, row, desk.house.host),
        sequence=newest_seq(books, game),
        title=f"{game.name}: {card.phase_title(row.phase)}",
        what=translate("We are waiting for your answer.")
        if row.is_question
        else translate("We are waiting for your orders."),
        due=row.due,
        changed=desk.clock.now(),
        is_off=is_in or game.state != "open",
    )
    return ((_name(game), calendar(game.name, [one])),)


def _is_ready(books: Books, game: GameRow, row: PhaseRow, side: str) -> bool:
    filed = books.submissions.latest(game, side, row.phase)
    return filed is not None and filed.state == "filed" and filed.ready in ("ready", "pass")


# Files of the other players, sent with a report: found by their hash in the letters that brought them.

NamedFile = tuple[str, bytes]


@runtime_checkable
class FilePassedOn(Protocol):
    """An event by which a side passes a file on: its hash, and the name under which the others get it."""

    @property
    def side(self) -> str: ...

    @property
    def digest(self) -> str: ...

    @property
    def sent_as(self) -> str: ...


def batches(
    desk: Desk, books: Books, game: GameRow, side: str, ended: Sequence[PlayResult]
) -> list[tuple[NamedFile, ...]]:
    """The files that others have passed on in these phases, in parts that a letter can hold; the first may be empty."""
    found: list[list[NamedFile]] = [[]]
    room = MOST_BYTES
    for name, content in _files(desk, books, game, side, ended):
        if len(content) > room:
            found.append([])
            room = MOST_BYTES
        found[-1].append((f"{game.name}-{name}", content))
        room -= len(content)
    return [tuple(one) for one in found]


def _files(desk: Desk, books: Books, game: GameRow, side: str, ended: Sequence[PlayResult]) -> Iterator[NamedFile]:
    for played in ended:
        passed = [one for one in played.events if isinstance(one, FilePassedOn) and one.side != side]
        events = [one for one in passed if getattr(one, "to", side) == side]  # a file may be for one side alone
        brought = {one.side: _brought(desk, books, game, one.side, played.phase.id) for one in events}
        for one in events:
            file = brought[one.side].get(one.digest)
            if file is not None:
                yield one.sent_as, file.content


def _brought(desk: Desk, books: Books, game: GameRow, side: str, phase: str) -> dict[str, SentFile]:
    """The files that came with a side's letters for a phase, by their hashes."""
    latest = books.submissions.latest(game, side, phase)
    versions = range(1, latest.n + 1) if latest is not None else ()
    rows = [books.submissions.version(game, side, phase, n) for n in versions]
    numbers = dict.fromkeys(row.letter_id for row in rows if row is not None and row.letter_id is not None)
    files = (one for number in numbers for one in desk.reader.letter(books.letters_in.get(number).raw).files)
    return {one.digest: one for one in files}


# Order pages: the one that goes with a report, the one that a player keeps and drops each report into, and where it
# lies.

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


def order_page(
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
    side_name = title.system.card.side(side).name
    made = block(
        replace(report, map=panel),
        reply_to=reply_to,
        page_at=at,
        stage=name,
        later=stages,
        side_name=side_name,
        **shown_there,
    )
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
    ways_in = offering.entrances(seen, side, later or letter) if isinstance(offering, Entering) else ()
    entrances = entrances_as_json(ways_in, units)
    chain = chain_as_json(offering.chain(seen, side, later or letter), units) if isinstance(offering, Chained) else []
    resting = offering.rests_on(seen, side, later or letter) if isinstance(offering, Resting) else {}
    rests = resting_as_json(resting, units)
    preset = preset_as_json(offering, seen, side, later or letter, units)
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
        **({"entrances": entrances} if entrances else {}),
        **({"chain": chain} if chain else {}),
        **({"rests": rests} if rests else {}),
        **({"preset": preset} if preset else {}),
        **({"one_goal": 1} if is_one else {}),
        **({"ends": list(offering.ends())} if isinstance(offering, LineByLine) else {}),
    }


def upcoming_pages(books: Books, game: GameRow, title: Title, side: str, phase: Phase[Any]) -> tuple[str, ...]:
    """The letters of later phases that go on the page: those for which the side will not be asked again."""
    played = [row.phase for row in books.phases.of_turn(game, phase.turn)]
    return served(game, title.system, side, phase, played)


def _later(
    title: Title, offering: Offering, view: Any, side: str, letter: str, later: Sequence[str], *, is_begun: bool
) -> list[dict[str, Any]]:
    """The orders of a side in later phases for which the same letter serves, as things stand, and what it writes ahead."""
    stages: list[dict[str, Any]] = []
    shown_before = [letter]
    for one in later:
        shown = on_the_page(title, offering, view, side, letter, is_begun=is_begun, later=one)
        if shown["offers"] or shown["walks"].get("units"):
            word = title.dialect.phase_word(one, view, side)
            if spent := spending_as_json(offering, shown_before, one):
                shown["spent"] = spent
            stages.append(shown | {"stage": _stage(title, one, view, side), "ahead": f"in {word}: "})
            shown_before.append(one)
    return stages


def _stage(title: Title, letter: str, view: Any, side: str) -> str:
    """The page's name for a phase: its letter and its name, or the word by which orders call it."""
    word = title.dialect.phase_word(letter, view, side)
    name = next(one.name for one in title.system.card.phases if one.letter == letter)
    return f"{word} {translate(name)}" if word == letter else word


def page_name(title: str) -> str:
    """The file name of a game's kept page; that of a table names its sheet (``table-cards.html``)."""
    return f"{title.replace(':', '-')}.html"


def address(pages: str, title: str) -> str:
    """The address of a game's kept page among the published pages, "" if nothing is published."""
    return f"{pages}play/{page_name(title)}" if pages else ""


@cache
def kept_page(title: str) -> str:
    """The page of a game that a player keeps, with every map on which its orders are given; "" if it has none."""
    if title.partition(":")[0] not in registry.titles():
        return ""
    game = registry.game(title)
    if game.offering is None:
        return ""
    boards = {one.digest: one for one in _boards(title)}
    return page(game.system.card.title, list(boards.values()), words=words_of(title)) if boards else ""


def _boards(title: str) -> list[PageMap]:
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


def with_rates(board: PageMap, title: str, scenario: str) -> PageMap:
    """The board of a scenario with what its steps cost."""
    if title not in registry.titles():
        return board
    game = registry.game(title)
    offering = game.offering
    rated = _rated(board, offering, game.system.open(scenario, Options())) if offering is not None else None
    return rated or board


def _rated(board: PageMap | None, offering: Offering, view: Any) -> PageMap | None:
    """A board with what its steps cost."""
    if board is None or not isinstance(offering, RatedMaps):
        return board
    rates = offering.rates(view)
    return replace(board, rates=rates.text, rated=rates.digest)
