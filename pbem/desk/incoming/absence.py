"""A player's absence (``vacation 1 Apr - 7 Apr``): while it lasts their clock stands still."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from pbem.desk.desk import Desk
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.terms import put_due, stretched, terms_of
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, SeatRow

FORM = "Write, say,   vacation 1 Apr - 7 Apr   or   vacation 2027-04-01 to 2027-04-07"
LONGEST = timedelta(days=100)
"""An absence that would be longer is rather a slip: its last day was named first."""
SOON = timedelta(days=274)
"""So far ahead a day may lie that is named without its year; a later one is rather the day that has just gone by."""


def go_away(desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter_id: int, words: str) -> str:
    """Record an absence, move the deadline that it stops, and tell the other side and the GM; the answer."""
    now = desk.clock.now()
    found = _span(words, now)
    if isinstance(found, str):
        return found
    start, end = found
    if player.away_to is not None and player.away_to > now:
        until = times.day(player.away_to - timedelta(seconds=1))
        return f"You are away until {until} already; nothing was changed.  To change it, ask the GM:   press gm: your words"
    hours = int((end - start).total_seconds() // 3600)
    most = terms_of(game).vacation
    left = most * 24 - player.away_hours
    if hours > left:
        return (
            f"A player may be away for {most} days of a game, and you have {left // 24} left: nothing was changed.  "
            f"Name fewer days, or ask the GM:   extend 2 days: reason"
        )
    player.away_from, player.away_to, player.away_hours = start, end, player.away_hours + hours
    moved = _move_deadline(desk, books, game, player, now)
    days = f"from {times.day(start)} to {times.day(end - timedelta(seconds=1))}"
    for other in books.players.of(game):
        if other.side != player.side:
            wording = f"{player.name} ({player.code}) is away {days}.  {_stands_still(player.code)}  {moved}"
            head = f"[{game.name}] {player.code} is away {days}"
            report = f"0.v{letter_id}"
            text = "\n".join(wrap(wording.strip(), WIDTH)) + "\n"
            row = books.phases.open(game)
            draft = Draft("absence", str(letter_id), head, text, row.phase if row is not None else "end", report)
            post.to_side(desk, books, game, other, draft)
            post.to_gm(desk, books, game, draft)
    return f"You are marked as away {days}.  {_stands_still('you')}  {moved}".strip()


def commander_goes_away(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow, letter_id: int, words: str
) -> str:
    """Note the absence of a commander on a shared side, and tell their chief, who orders their units meanwhile; the answer.

    The side's clock runs on.
    """
    found = _span(words, desk.clock.now())
    if isinstance(found, str):
        return found
    seat.away_from, seat.away_to = found
    days = f"from {times.day(found[0])} to {times.day(found[1] - timedelta(seconds=1))}"
    wording = f"{seat.name} is away {days}.  Meanwhile you order their units, and your deadlines keep running."
    row = books.phases.open(game)
    text = "\n".join(wrap(wording, WIDTH)) + "\n"
    phase = row.phase if row is not None else "end"
    head = f"[{game.name}] {seat.name} is away {days}"
    post.to_player(desk, books, game, player, Draft("absence", str(letter_id), head, text, phase, f"0.v{letter_id}"))
    return (
        f"You are marked as away {days}.  {player.name}, your chief, has been told; the side's deadlines keep running."
    )


def _stands_still(who: str) -> str:
    return f"{who}'s deadlines are paused meanwhile." if who != "you" else "Your deadlines are paused meanwhile."


def _move_deadline(desk: Desk, books: Books, game: GameRow, player: PlayerRow, now: datetime) -> str:
    row = books.phases.open(game)
    if row is None or row.due is None or row.lapsed is not None or player.side not in row.waiting_for.split(","):
        return ""
    due = terms_of(game).falls(stretched(now, row.due, player.away_from, player.away_to))
    if due == row.due:
        return ""
    put_due(desk, game, row, due)
    books.phases.add(row)
    return f"{desk.title(game.title).teller.short_name(row.phase)} is now due {times.in_full(due)}."


def absences(books: Books, game: GameRow, sides: Iterable[str]) -> list[tuple[datetime, datetime]]:
    """The absences of the players of some sides."""
    return [
        (one.away_from, one.away_to)
        for one in books.players.of(game)
        if one.side in sides and one.away_from is not None and one.away_to is not None
    ]


def _span(words: str, now: datetime) -> tuple[datetime, datetime] | str:
    """The moments between which a player is away: whole days in UTC, the first not before now; or what was expected."""
    found = days_of(words)
    if found is None:
        return f"I cannot read these days: {words}.\n{FORM}"
    first, last = found
    if last.year is not None and first.year is None:
        first = replace(first, year=last.year - ((first.month, first.day) > (last.month, last.day)))
    start, end = first.after(now), last.after(now)
    if start is None or end is None:
        return f"I cannot read these days: {words}.\n{FORM}"
    if end < start and first.year is None:
        start = _gone_by(start, end)
    if end < start:
        return f"The last day is before the first: {words}.\n{FORM}"
    begins = max(start, now)
    ends = end + timedelta(days=1)
    if ends <= now or begins > now + timedelta(days=365):
        return f"These days are past, or more than a year away: {words}.\n{FORM}"
    if begins > now + SOON and first.year is None:
        that_day = f"{start.day} {times.MONTHS[start.month - 1][:3]} {start.year}"
        return f"These days of this year are past: {words}.  If you mean next year's, write the year:   {that_day}"
    return begins, ends


def _gone_by(start: datetime, end: datetime) -> datetime:
    """The first day of an absence that is on already: its next one lies a year ahead, behind the last day."""
    try:
        before = start.replace(year=start.year - 1)
    except ValueError:  # the 29th of February
        return start
    return before if end - before <= LONGEST else start


@dataclass(frozen=True)
class Day:
    """A day of the calendar; None for a year that was not written."""

    day: int
    month: int
    year: int | None = None

    def after(self, now: datetime) -> datetime | None:
        """Its beginning in UTC: without a year the next such day, today included.  None if there is no such day."""
        for year in [self.year] if self.year else [now.year, now.year + 1]:
            try:
                day = datetime(year, self.month, self.day, tzinfo=UTC)
            except ValueError:
                return None
            if self.year or day + timedelta(days=1) > now:
                return day
        return None


_YEAR = r"(?:,?\s*(?P<year>\d{4}))?"
_MONTH = r"(?P<month>[a-z]{3,9})\.?"
_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_DAY_FORMS = tuple(
    re.compile(form, re.I)
    for form in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
        r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.?(?:\s?(?P<year>\d{4}))?",
        rf"(?:the\s+)?{_NUMBER}(?:\s+of)?[\s-]?{_MONTH}{_YEAR}",
        rf"{_MONTH}[\s-]?(?:the\s+)?{_NUMBER}{_YEAR}",
    )
)
"""``2027-04-10``, ``10.4.``, ``10th of April 2027``, ``Apr 10``.  What may be the 10th of April or the 4th of October
(``10/4``) is asked back."""
LONGEST_DAYS = 200
"""Characters in which days are looked for: whatever is behind them is talk."""
_BARE = re.compile(rf"(?:the\s+)?{_NUMBER}", re.I)
_BETWEEN = re.compile(r"\s*(?:-{1,2}|\b(?:to|until|till|til|through|thru|bis|and)\b)\s*", re.I)
_BEFORE = re.compile(r"\A(?:from|on|is|are|between|starting|mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,:]+", re.I)
_BEHIND = re.compile(r"(?:\s*(?:\(.*\)|,?\s*\b(?:please|thanks|inclusive|incl)\b.*|[.!;,:].*))\Z", re.I)
_WEEKDAY = re.compile(r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?\s*", re.I)


def days_of(words: str) -> tuple[Day, Day] | None:
    """The first and the last day of ``10-12 Apr``, ``2027-04-10 to 2027-04-12``, ``10.4. - 12.4.``, ``10 April``; None if they
    cannot be read."""
    text = _WEEKDAY.sub("", words.strip()[:LONGEST_DAYS])
    while (bare := _BEFORE.sub("", text)) != text:
        text = bare
    return _days(text) or _days(_BEHIND.sub("", text))


def _days(text: str) -> tuple[Day, Day] | None:
    text = text.strip()
    alone = _day(text)
    if alone is not None:
        return alone, alone
    for between in _BETWEEN.finditer(text):
        before, behind = text[: between.start()], text[between.end() :]
        first, last = _day(before), _day(behind)
        if first is None and last is not None and (number := _BARE.fullmatch(before)):
            first = replace(last, day=int(number["day"]))
        if last is None and first is not None and (number := _BARE.fullmatch(behind)):
            last = replace(first, day=int(number["day"]))
        if first is not None and last is not None:
            return first, last
    return None


def _day(text: str) -> Day | None:
    """One day as it is written."""
    for form in _DAY_FORMS:
        found = form.fullmatch(text)
        if found is None:
            continue
        month = found["month"].lower()
        if not month.isdigit() and not any(name.lower().startswith(month) or month == "sept" for name in times.MONTHS):
            continue
        names = [name[:3].lower() for name in times.MONTHS]
        number = int(month) if month.isdigit() else names.index(month[:3]) + 1
        return Day(int(found["day"]), number, int(found["year"]) if found["year"] else None)
    return None
