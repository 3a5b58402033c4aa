"""One letter followed through the desk, and the list of lines that the desk could not read."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.incoming.intake import Registered, policy_of
from pbem.desk.incoming.letter_requests import refused_block
from pbem.desk.orders.judging import judged
from pbem.desk.orders.unread import CHAT, became, kept
from pbem.gm.screen import ALARM, BOLD, WARN, ScreenLine, heads, plain, rule
from pbem.mail.address import find_address
from pbem.mail.gate import looks
from pbem.orders.rehearsal import LineVerdict
from pbem.reports import times
from pbem.reports.wrap import wrap
from pbem.store.columns import fold, time_text
from pbem.store.database import Books
from pbem.store.tables import GameRow, LetterInRow


@dataclass(frozen=True)
class Trace:
    """A letter check by check: each check's name and finding, its lines with their verdicts, and the answer as it was sent.

    With `read_again` the lines are judged on the position of now, since no answer to the letter was sent.
    """

    number: int
    head: str
    state: str
    reason: str
    facts: tuple[tuple[str, str, str], ...]
    lines: tuple[tuple[int, str, str], ...]
    words: tuple[str, ...]
    cut: tuple[tuple[str, int, str], ...]
    trace: str = ""
    answer: tuple[str, ...] = ()
    read_again: bool = False

    def as_json(self) -> dict[str, Any]:
        """The screen for other programs."""
        return asdict(self)


def trace(desk: Desk, number: int) -> Trace:
    """Trace one letter. Raises KeyError; a letter that cannot be read is reported, not raised."""
    with desk.store.read() as books:
        row = books.letters_in.get(number)
        letter = desk.reader.letter(row.raw)
        addressed = find_address(letter, desk.house.host)
        name = row.game or addressed.game
        found = [
            (look, "stopped" if stop else "passed", stop or "")
            for look, stop in looks(letter, addressed, Registered(desk, books), policy_of(desk))
        ]
        facts = [("received", "", _received(row)), *found]
        key = (
            books.keys.find(game.id or 0, addressed.key) if (game := books.games.find(name)) and addressed.key else None
        )
        if key is not None:
            void = ", void because the GM took it back" if key.void else ""
            facts.append(("order key", "", f"{addressed.key}: {key.side}, {key.phase}, report {key.report}{void}"))
        read = [(one, why) for one, why in letter.cut]
        sent = books.letters_out.find(row.answer_key) if row.answer_key else None
        read_again = sent is None and game is not None and bool(row.side) and game.state != "over"
        lines: tuple[tuple[int, str, str], ...] = ()
        if game is not None and sent is not None:
            lines = _filed(books, game, number)
        elif game is not None and read_again:
            verdicts = judged(desk, books, game, books.players.get(game, row.side), row)
            lines = tuple((one.number, one.verdict, _line_text(one)) for one in verdicts)
        if sent is not None:
            when = f" {times.stamp(sent.sent)}" if sent.sent is not None else ""
            facts.append(("answer", sent.state, f"{sent.kind}{when}: {sent.subject}   {sent.last_reply}".rstrip()))
        facts.insert(1, ("message-id", "", row.message_id or "(none)"))
        return Trace(
            number,
            f"{row.game or '(no game)'} / {row.side or '-'}   from {row.sender or '(nobody)'}",
            row.state,
            row.reason,
            tuple(facts),
            lines,
            tuple(letter.words.split("\n")) if letter.words else (),
            tuple((why, what.count("\n") + 1, what.strip().split("\n")[0]) for what, why in read),
            row.trace,
            tuple(sent.text.rstrip("\n").split("\n")) if sent is not None and sent.text else (),
            read_again,
        )


def _filed(books: Books, game: GameRow, number: int) -> tuple[tuple[int, str, str], ...]:
    """The lines on file after the letter was read: place, verdict with the phase, and the text as written."""
    return tuple(
        (line.place, line.verdict if line.verdict == "refused" else f"{line.verdict} for {version.phase}", line.written)
        for version in books.submissions.made_by(game, number)
        for line in books.submissions.lines(version)
        if line.verdict != "answer"
    )


def _line_text(one: LineVerdict) -> str:
    """A line, with the reason for a refusal below it."""
    return "\n".join(refused_block(one)) if one.verdict == "refused" else one.text


def _received(row: LetterInRow) -> str:
    size = len(row.raw) / 1024
    return f"{times.stamp(row.arrived)}   {row.source} uid {row.uid}, {size:.1f} kB, sha256 {row.digest[:6]}.., raw copy kept"


READ_AGAIN = "No answer was sent. Read again on the position of now, the lines would count like this:"
KEYS = "v raw   p parse again (changes nothing)   a accept by hand (a ruling)   z drop   b back"


def lines(found: Trace, width: int) -> list[ScreenLine]:
    """The screen, drawn."""
    drawn = [heads(f"LETTER {found.number}   {found.head}", found.state, width), rule(width)]
    if found.reason:
        drawn += [ScreenLine(one, WARN) for one in wrap(found.reason, width, first=" why          ", rest=" " * 14)]
    passed = [name for name, verdict, _ in found.facts if verdict == "passed"]
    for name, verdict, reason in found.facts:
        if verdict == "passed":
            if name == passed[0]:
                looks_ = "nothing found by: " + ", ".join(passed)
                drawn += [
                    ScreenLine(one) for one in wrap(looks_, width, first=f" {'gate':<10}  {'ok':<8}", rest=" " * 21)
                ]
            continue
        style = ALARM if verdict == "stopped" else ""
        where = "gate" if verdict == "stopped" else name
        what = f"{name}: {reason}" if verdict == "stopped" else reason
        drawn += [
            ScreenLine(one, style) for one in wrap(what, width, first=f" {where:<10}  {verdict:<8}", rest=" " * 21)
        ]
    own = sum(1 for one in found.words if one.strip())
    drawn.append(ScreenLine(f" {'text':<10}  {'':<8}{own} line{'s' * (own != 1)} of the writer's own"))
    drawn += [ScreenLine(f" {'cut':<10}  {'':<8}{count} lines: {why}: {first}") for why, count, first in found.cut]
    drawn.append(rule(width))
    if found.answer:
        drawn += [ScreenLine(f" | {one}") for one in found.words]
        drawn += [
            rule(width),
            ScreenLine(" The answer, as it was sent:", BOLD),
            *(ScreenLine(f" {one}".rstrip()) for one in found.answer),
        ]
    elif found.lines:
        if found.read_again:
            drawn += [ScreenLine(one, BOLD) for one in wrap(READ_AGAIN, width, first=" ", rest=" ")]
        for number, verdict, text in found.lines:
            if verdict == "refused":
                drawn += [ScreenLine(f" {one}", ALARM) for one in text.split("\n")]
            else:
                drawn.append(ScreenLine(f" line {number}  {text}   ({verdict})"))
    else:
        drawn += [ScreenLine(f" | {one}") for one in found.words]
    if found.trace:
        drawn += [rule(width), *(ScreenLine(f" {one}", ALARM) for one in found.trace.splitlines()[-6:])]
    return drawn


# The lines that the desk could not read or took for chat, newest first: words that its lexicon lacks
# (docs/lexicon.md).

WIDTH = 76
MOST = 200
"""Lines that are listed unless more are asked for."""


@dataclass(frozen=True)
class QueuedLine:
    """A line as its player wrote it: ``unclear``, ``refused`` or ``chat``; `code` is that of the refusal; `letter` the number
    of its letter."""

    at: str
    when: str
    game: str
    title: str
    side: str
    phase: str
    letter: int
    how: str
    code: str
    text: str
    became: str

    def as_json(self) -> dict[str, Any]:
        """The line for other programs."""
        return {name: value for name, value in asdict(self).items() if name != "when"}


@dataclass(frozen=True)
class UnreadLines:
    """The lines that were found, and how many of running games are not shown, since the GM plays in them."""

    lines: tuple[QueuedLine, ...] = ()
    hidden: Mapping[str, int] = field(default_factory=dict)


def unread(
    desk: Desk,
    *,
    game: str = "",
    title: str = "",
    chat: bool = True,
    most: int = MOST,
    seen: Collection[str] | None = None,
) -> UnreadLines:
    """The lines of all games, or of one game or title, newest first; without `chat` only those that were refused.

    Of a running game in which its own GM plays only the lines of the GM's side are shown.  Raises UnknownGame.
    """
    found: list[QueuedLine] = []
    hidden: Counter[str] = Counter()
    with desk.store.read() as books:
        wanted = [books.games.get(game)] if game else books.games.all()
        games = {one.name: one for one in wanted if title in ("", one.title) and (seen is None or one.name in seen)}
        for letter in books.letters_in.with_unread_lines():
            where = games.get(letter.game)
            if where is None:
                continue
            lines = [one for one in kept(letter) if chat or one.how != CHAT]
            if not _may_be_shown(books, where, letter):
                hidden[where.name] += len(lines)
                continue
            side = books.players.get(where, letter.side).code
            submissions = books.submissions.made_by(where, letter.id or 0)
            phase = submissions[-1].phase if submissions else ""
            for one in lines:
                of_letter = (where.name, where.title, side, phase, letter.id or 0)
                when = letter.seen or letter.arrived
                text = became(books, where, letter, one)
                found.append(
                    QueuedLine(time_text(when), times.stamp(when)[:-4], *of_letter, one.how, one.code, one.text, text)
                )
            if len(found) >= most:
                break
    return UnreadLines(tuple(found[:most]), dict(hidden))


def _may_be_shown(books: Books, game: GameRow, letter: LetterInRow) -> bool:
    """True if the GM may read a side's lines: not while they play on another side of a game that goes on."""
    if game.state == "over":
        return True
    gm = fold(game.gm_address)
    sides = {one.side for one in books.players.of(game) if one.address and fold(one.address) == gm}
    sides |= {
        one.side
        for one in books.seats.of(game)
        if one.address and fold(one.address) == gm and one.side not in ("", "gm")
    }
    return not sides or letter.side in sides


def unread_screen(found: UnreadLines) -> list[str]:
    """The lines as a text: the newest first, each under its letter."""
    lines: list[str] = []
    above: tuple[object, ...] = ()
    for one in found.lines:
        head = (one.game, one.letter)
        if head != above:
            where = f"   {one.phase}" if one.phase else ""
            lines += ["", f"{one.game}   {one.title} {one.side}{where}   {one.when}   letter {one.letter}"]
            above = head
        code = f" {one.code}" if one.how == "refused" else ""
        lines += wrap(plain(f"{one.how}{code}: {one.text}"), WIDTH, first="  ", rest="      ")
        if one.how != CHAT:
            lines += wrap(plain(f"-> {one.became}"), WIDTH, first="      ", rest="         ")
    if not found.lines:
        lines.append("No line was left unread.")
    for name, count in found.hidden.items():
        more = f"{count} line{'s' * (count != 1)} of the other side of {name} not shown: its GM plays in it, and it goes on."
        lines += ["", *wrap(more, WIDTH)]
    return lines[1:] if lines[:1] == [""] else lines
