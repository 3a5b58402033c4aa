"""News for a player: the phases that ended since their last report, as the store has them; and the first letter of all.

A player gets mail when play stops for them.  That letter reports everything played since the last one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.core.event import Event
from pbem.core.play import Diverged, Segment, Stop
from pbem.core.record import from_json
from pbem.desk.desk import Desk, position, read_json
from pbem.desk.orders.sharing import readers
from pbem.desk.play.answers import Lock
from pbem.desk.play.cache import record_in
from pbem.desk.play.play import PlayResult
from pbem.mail.compose import Enclosure, compose, opened
from pbem.reports.aloud import MARK
from pbem.reports.answer_html import readdressed, words_of
from pbem.reports.report import REPLY_MARK, WIDTH, Report
from pbem.reports.text import OVERVIEW, STANDING, after_standing, as_in, blocks, text_of
from pbem.reports.text import parts as parts_of
from pbem.store.database import Books
from pbem.store.letters_out import IN_WELCOME, LOOKED_AT, SentReport, welcome_of
from pbem.store.tables import GameRow, LetterOutRow, PhaseRow, PlayerRow, PressRow

# Parts of a report that read the same as in an earlier one and need not be sent again (``report whole`` always
# sends them).


def parts(books: Books, game: GameRow, player: PlayerRow, report: Report) -> Mapping[str, int]:
    """The parts that are left out, each with the number of the newest report that has it; none for who wants all, none
    of the last report, which is to be kept, and none of the first after an undo.  Where a move is wanted the map and where all
    stand are always there: its letters mean nothing without them."""
    if player.whole or report.final:
        return {}
    sent = books.letters_out.reports_to(game.name, player.side, player.address, LOOKED_AT)
    # After an undo the numbers of reports come again: only those of the present branch are what a letter can refer to.
    sent = [one for one in sent if f"   branch {game.branch}   seq " in one.text]
    found = {name: _last_with(name, block, sent) for name, block in blocks(report).items()}
    if report.to_do is not None and report.to_do.is_move:
        needed = {OVERVIEW, *(one.name for one in report.panels if one.stacks or one.rows)}
        found = {name: number for name, number in found.items() if name not in needed}
    return {name: number for name, number in found.items() if number is not None}


def filled_in(sent: str, whole: Report) -> str:
    """A report as it was sent, with what it left out as it reads now: for a letter that has to stand alone.  `whole` leaves
    nothing out."""
    left_out = as_in(0).rpartition(" ")[0]
    if left_out.lower() not in sent.lower() and WHOLE not in sent:
        return sent
    full = {_title(lines[0]): lines for lines in _sections(text_of(parts_of(whole)))}
    out: list[str] = []
    for lines in _sections(sent):
        if _title(lines[0]) in full and (
            left_out in lines[0] or any(WHOLE in line or left_out in line.lower() for line in lines[1:])
        ):
            lines = full[_title(lines[0])]
        out += lines
    return "\n".join(out)


WHOLE = "| report whole"
"""Stands below a map of which something was left out."""


def _sections(text: str) -> list[list[str]]:
    """A report's lines, each section from its heading on; what stands above the first is one too."""
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        if len(line) == WIDTH and line.endswith("-") and not line.startswith(("|", " ")) and found[-1]:
            found.append([])
        found[-1].append(line)
    return found


def _title(line: str) -> str:
    return line.partition("   ")[0].rstrip("- ")


def _last_with(name: str, block: str, sent: Sequence[SentReport]) -> int | None:
    return next((one.number for one in sent if _has(name, block, one.text)), None)


def _has(name: str, block: str, text: str) -> bool:
    """True if a part stands in a report as it is now, and ended there: the lines of a longer one may begin alike."""
    _, found, after = text.partition(f"\n{block}\n")
    if not found:
        return False
    follows = after_standing() if name == STANDING else ()
    return not after or after.startswith(("\n", *follows))


def phases(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, ended: Sequence[PlayResult]
) -> tuple[PlayResult, ...]:
    """The ended phases not yet reported to a player, oldest first; `ended` are those of this run, which are stored already."""
    rows = books.phases.ended_after(game, player.last_phase_reported)
    here = {one.phase.id: one for one in ended}
    return tuple(here[row.phase] if row.phase in here else from_store(desk, books, game, row) for row in rows)


def are_there(books: Books, game: GameRow, player: PlayerRow) -> bool:
    """True if a phase has ended that was not reported to the player."""
    return bool(books.phases.ended_after(game, player.last_phase_reported))


def mark(books: Books, game: GameRow, player: PlayerRow, press: Sequence[PressRow]) -> None:
    """Note that a report has covered all phases that have ended, and the press."""
    rows = books.phases.ended_after(game, player.last_phase_reported)
    player.last_phase_reported = max([player.last_phase_reported, *(row.n for row in rows)])
    player.last_press_sent = max([player.last_press_sent, *(row.id or 0 for row in press)])


def from_store(desk: Desk, books: Books, game: GameRow, row: PhaseRow) -> PlayResult:
    """A phase that has ended, as it was played.  Raises Diverged if the rules say that another came then."""
    system = desk.title(game.title).system
    # A phase ends where the next one begins, and each is reported to every side.
    before = position(desk.title, game.title, books.checkpoints.get(game, row.checkpoint_n).state)
    after = position(desk.title, game.title, books.checkpoints.get(game, row.checkpoint_n + 1).state)
    phase = system.next_phase(before)
    if phase is None or phase.id != row.phase:
        raise Diverged(f"phase {row.phase} was played, and the rules say that another came then")
    segments = tuple(record_in(one.body, Segment) for one in books.phases.segments(row))
    events = desk.play_cache.events(row, segments[-1].digest) if segments else None
    if events is None:
        events = tuple(from_json(read_json(body), Event) for body in books.events.of(row))
    stop = Stop(True, (), segments, 0)
    return PlayResult(phase, row, before, after, stop, events, None, Lock({}, {}, row.locked), len(segments))


# The first letter: the welcome, and in it whatever else its player is sent in the same moment, a report and a
# question.
#
# The report and the question stay letters on record, under keys of their own; only they are not mailed twice.

HEAD = re.compile(r"^[^ |\n].* -{3,}$", re.M)
"""A heading of the welcome."""
SEAL = "\n  pbem seal "
"""Begins the seal of the welcome; the report has the same one, or a later one."""
BEGIN, END = "<!-- letter -->\n", "\n<!-- end of letter -->"
"""The marks before and behind the words of a letter in its HTML."""
INSIDE = ("question", "report")
"""Kinds of letters that stand in the welcome, in this sequence."""
HAS_ALL = "with the first report in it"
"""The note of a welcome that has them."""


def fold(desk: Desk, books: Books, game: GameRow, wanted: Sequence[str]) -> None:
    """Put what the players are sent with their welcome into it, if that has not gone out.  Something is `wanted` of these
    sides now: the subject says what."""
    people = {
        player.side if seat is None else f"{player.side}/{seat.number}": (player.side, reader.address)
        for player in books.players.of(game)
        for reader, seat in readers(books, game, player)
    }
    welcomes = books.letters_out.new_under([welcome_of(game.name, whose) for whose in people])  # almost always none
    for whose, (side, address) in people.items():
        welcome = welcomes.get(welcome_of(game.name, whose))
        if welcome is not None:
            unsent = books.letters_out.unsent_to(game.name, side, address)
            others = [one for one in unsent if one.kind in INSIDE and one.key.endswith(f"/{whose}")]
            if others and all(one.state == "new" for one in others):
                others.sort(key=lambda one: INSIDE.index(one.kind))
                _fold(desk, books, welcome, others, is_wanted=side in wanted)


def _fold(desk: Desk, books: Books, welcome: LetterOutRow, others: Sequence[LetterOutRow], *, is_wanted: bool) -> None:
    """The welcome with the others in it; a reply to it answers the first of them, and where something is wanted the subject
    is that one's."""
    letters = [opened(one.raw) for one in (welcome, *others)]
    first, html = letters[1], _html([one.html for one in letters])
    enclosed: dict[str, Enclosure] = {}
    for file in (each for letter in letters for each in letter.enclosures):
        enclosed.setdefault(file.name, file)  # what has the name of another is a part of it: records since the welcome
    made = replace(
        letters[0],
        subject=others[0].subject if is_wanted else welcome.subject,
        text=_text(welcome.text, [one.text for one in others]),
        html=readdressed(html, letters[0].reply_to, first.reply_to),
        picture=next((one.picture for one in letters if one.picture is not None), None) if html else None,
        enclosures=tuple(enclosed.values()),
        reply_to=first.reply_to,
        pbem=first.pbem,
    )
    welcome.subject, welcome.text, welcome.raw = made.subject, made.text, compose(made)
    welcome.shown = words_of(made.html) if made.html else ""
    books.letters_out.mark(welcome, "new", HAS_ALL, desk.clock.now())
    for one in others:
        books.letters_out.mark(one, "sent", IN_WELCOME, desk.clock.now())


def _text(welcome: str, others: Sequence[str]) -> str:
    """The welcome up to the first thing to do, the others, and the rest of the welcome."""
    mark, above = next(
        ((one, welcome.removeprefix(one)) for one in (REPLY_MARK, MARK) if welcome.startswith(one)), ("", welcome)
    )
    above, below = parted(above.partition(SEAL)[0].strip("\n"))
    inner = [one.removeprefix(REPLY_MARK).removeprefix(MARK).strip("\n") for one in others]
    return "\n\n".join(filter(None, (mark, above, *inner, below))) + "\n"


def parted(welcome: str) -> tuple[str, str]:
    """A welcome in two: its players and the first thing to do, and what is for later."""
    heads = [found.start() for found in HEAD.finditer(welcome)]
    if len(heads) < 2:
        return welcome.strip("\n"), ""
    # The sentence before the second heading is about what follows it.
    cut = welcome.rfind("\n\n", 0, welcome.rfind("\n\n", 0, heads[1]))
    return welcome[:cut].strip("\n"), welcome[cut:].strip("\n")


def _html(pages: Sequence[str]) -> str:
    """One page with the words of all, in the frame of the second; "" where one of them has none."""
    if not all(BEGIN in one and END in one for one in pages):
        return ""
    before, _, after = pages[1].partition(BEGIN)
    words = [one.partition(BEGIN)[2].partition(END)[0] for one in pages]
    return "".join([before, BEGIN, "\n".join(words), END, after.partition(END)[2]])
