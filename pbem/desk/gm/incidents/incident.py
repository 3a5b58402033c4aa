"""The base of all incidents: their words, the effect shown beforehand, and carrying them out."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Protocol

from pbem.core.canonical import canon
from pbem.core.sanitize import is_number, whole_number
from pbem.desk.desk import Desk, SetClock
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.incoming.reading import read_letter
from pbem.desk.play.advance import advance
from pbem.reports import times
from pbem.reports.wrap import ascii_text
from pbem.seal.ladder import prefix
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import archive_of
from pbem.store.tables import GameRow, GmActionRow, PhaseRow, PlayerRow

EVERYBODY = "all players, with the same words"
NOBODY = "nobody"


class CannotDo(CannotRule):
    """An incident that cannot be carried out; the text says what was expected, what was found, and how to go on."""


@dataclass(frozen=True)
class UsageWord:
    """A word of an incident's line: its name in the incident, how the usage shows it, and what it means.

    `kind`: ``text``, ``number`` (whole, may be negative), ``rest`` (all that follows, at least one word), or ``lines``
    (one line each).  The last words of a line may be `optional`.
    """

    name: str
    shown: str
    about: str
    kind: Literal["text", "number", "rest", "lines"] = "text"
    optional: bool = False


GAME = UsageWord("game", "GAME", "the game's name")
SIDE = UsageWord("side", "SIDE", "the side, such as us")


@dataclass(frozen=True)
class Effect:
    """The effect of an incident: one sentence per effect, who gets mail about it, and the incident that reverses it.

    `inverse` is None if nothing takes it back; then `final` says why.  `signed` tells that it goes into the chain under
    the GM's key.  `pages` is what is looked at (a dry run), line by line.
    """

    lines: tuple[str, ...]
    notified: str = NOBODY
    inverse: "Incident | None" = None
    final: str = ""
    signed: bool = True
    pages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Done:
    """The result of an incident: the sentences, its record (None: none), and what must follow outside its transaction.

    `advance` names a game to be played on, `read` a letter to be read.  `logged` is its line in the GMs' log, where that is
    not its canonical one.
    """

    lines: tuple[str, ...]
    record: int | None = None
    advance: str = ""
    read: int = 0
    logged: str = ""


@dataclass
class IncidentContext:
    """The context of an incident: the desk, the open transaction, its game, and the GM with their reason.

    `facts` carries what was found out while the effect was told.
    """

    desk: Desk
    books: Books
    reason: str = ""
    by: str = ""
    facts: dict[str, object] = field(default_factory=dict)

    def game(self, name: str) -> GameRow:
        """The game of this name.  Raises UnknownGame."""
        return self.books.games.get(name)

    def playing(self, name: str) -> GameRow:
        """The game of this name if it has not ended.  Raises UnknownGame, CannotDo."""
        game = self.game(name)
        if game.state == "over":
            raise CannotDo(f"{name}: expected a running game; this one has ended")
        return game

    def player(self, game: GameRow, side: str) -> PlayerRow:
        """The player of a side, by its id, code or name.  Raises CannotDo with the sides that there are."""
        try:
            return self.books.players.get(game, self.desk.title(game.title).system.card.side(side).id)
        except KeyError:
            sides = ", ".join(one.side for one in self.books.players.of(game))
            raise CannotDo(f"side: expected one of {sides}; found {side!r}") from None

    def open_phase(self, game: GameRow) -> PhaseRow:
        """The phase that is waiting for somebody.  Raises CannotDo."""
        row = self.books.phases.open(game)
        if row is None:
            raise CannotDo(f"{game.name}: expected a game that is waiting for somebody; it is {game.state}")
        return row

    def phase_name(self, game: GameRow, phase: str) -> str:
        """``T3 US Movement``."""
        return self.desk.title(game.title).teller.short_name(phase)


@dataclass(frozen=True)
class OfGame:
    """An incident about one game, which is the first of its words."""

    game: str

    def game_of(self, books: Books) -> str:
        """Its game."""
        return books.games.get(self.game).name


class Incident(Protocol):
    """An incident with its words.  It is a frozen dataclass whose fields are those that `WORDS` names."""

    NAME: ClassVar[str]
    """The word that calls it."""
    ABOUT: ClassVar[str]
    """One line of help."""
    WORDS: ClassVar[tuple[UsageWord, ...]]
    REASONED: ClassVar[bool]
    """True if a reason must be given: it is signed, or told."""

    def game_of(self, books: Books) -> str:
        """The name of the game concerned, or ""."""
        ...

    def effect(self, case: IncidentContext) -> Effect:
        """The effect of the incident; changes nothing.  Raises CannotDo, UnknownGame, KeyError."""
        ...

    def carry_out(self, case: IncidentContext) -> Done:
        """Do it, in the transaction of the case's books.  Raises as `effect` does."""
        ...


def line_of(incident: Incident) -> str:
    """The incident in its one canonical form, as a shell would read it: ``extend rosebud-7 48``.

    A word that may be left out is left out where it says what its absence does.
    """
    lines = [incident.NAME]
    for word in incident.WORDS:
        value = getattr(incident, word.name)
        if word.kind == "lines":
            lines += value
        elif not (word.optional and value == getattr(type(incident), word.name)):
            lines.append(str(value))
    return shlex.join(lines)


Incidents = Mapping[str, type[Incident]]


# Showing an incident and doing it, so that nobody confirms what they have not seen.
#
# Each game has a mark: its newest record and the GM's last action in it.  What is confirmed under an older mark is
# not done: the GM is told what has happened since, and looks again.

LONGEST_REASON = 200


class Moved(CannotDo):
    """The game is not as it was when the GM looked; the text says what has happened since."""


class HalfDone(Exception):
    """An incident failed after its effect had been told, so some of it may be written: its transaction must not be committed.
    The cause says what was wrong."""


@dataclass(frozen=True)
class IncidentPreview:
    """An incident as the GM sees it before they confirm: its line, its effect, and the mark under which it was seen."""

    line: str
    effect: Effect
    mark: str
    game: str


def show(desk: Desk, incident: Incident, by: str = "", reason: str = "") -> IncidentPreview:
    """The effect of an incident. Raises CannotDo, UnknownGame, KeyError."""
    with desk.store.read() as books:
        return show_in(desk, books, incident, by, reason)


def show_in(desk: Desk, books: Books, incident: Incident, by: str = "", reason: str = "") -> IncidentPreview:
    """`show` within a transaction that is open."""
    name = incident.game_of(books)
    mark = mark_of(books, name)
    effect = incident.effect(IncidentContext(desk, books, _reason(incident, reason), by))
    return IncidentPreview(line_of(incident), effect, mark, name)


def perform(desk: Desk, incident: Incident, by: str, reason: str = "", seen: str = "") -> Done:
    """Do it: in one transaction its change, its record, its letters, and the line in the GMs' log.

    With `seen`, the mark under which it was shown, it is done only if nothing has happened since.  What must follow (a
    game that goes on, a letter that is read) is done then.  Raises Moved, CannotDo, UnknownGame, KeyError.
    """
    try:
        with desk.store.begin() as books:
            done = perform_in(desk, books, incident, by, reason, seen)
    except HalfDone as half:
        raise half.__cause__ or half from None
    follow(desk, done)
    return done


def perform_in(desk: Desk, books: Books, incident: Incident, by: str, reason: str = "", seen: str = "") -> Done:
    """`perform` within a transaction that is open; the caller sees to what follows (`follow`).

    All of it happens at one moment, its records and its line in the log: a replay finds the action by the record.  Raises
    Moved, CannotDo, UnknownGame, KeyError before anything is written, HalfDone after that.
    """
    desk = replace(desk, clock=SetClock(desk.clock.now()), acting=by)
    given_reason = _reason(incident, reason)
    name = incident.game_of(books)
    if seen and seen != mark_of(books, name):
        raise Moved(_since(desk, books, name, seen))
    case = IncidentContext(desk, books, given_reason, by)
    effect = incident.effect(case)
    seen_now = mark_of(books, name)
    try:
        done = incident.carry_out(case)
    except (CannotRule, KeyError, ValueError) as fault:
        raise HalfDone from fault
    row = GmActionRow(
        game=name,
        name=incident.NAME,
        line=done.logged or line_of(incident),
        reason=given_reason,
        by=by,
        at=desk.clock.now(),
        seen=seen_now,
        record_seq=done.record,
        said="\n".join(done.lines),
        inverse=line_of(effect.inverse) if effect.inverse is not None else "",
    )
    if done.advance:
        books.games.get(done.advance).unplayed = True
    row.sig = _signature(desk, books, row)
    books.gm_actions.add(row)
    return done


def follow(desk: Desk, done: Done) -> None:
    """Do the work after an incident was committed: its letter is read, its game goes on."""
    if done.read:
        read_letter(desk, done.read)
    if done.advance:
        advance(desk, done.advance)


def mark_of(books: Books, name: str) -> str:
    """The mark of a game as it stands: ``41.7``, its newest record and the GM's last action in it; ``-.7`` for no game."""
    game = books.games.find(name) if name else None
    record = books.records.last(game) if game is not None else None
    action = books.gm_actions.last(name)
    if record is None or game is None:
        return f"-.{action}"
    branch = "" if game.branch == "main" else f"{game.branch}:"
    return f"{branch}{record.seq}.{action}"


def _since(desk: Desk, books: Books, name: str, seen: str) -> str:
    """The events since a mark, for the GM who saw it."""
    record, _, action = seen.rpartition(":")[2].partition(".")
    lines = []
    game = books.games.find(name) if name else None
    if game is not None and is_number(record):
        for row in books.records.since(game, int(record)):
            lines.append(f"  record {row.seq}   {times.stamp(row.at)}   {row.type}")
    for one in books.gm_actions.since(name, whole_number(action) or 0):
        lines.append(f"  {one.by or 'a GM'}   {times.stamp(one.at)}   {one.line}   ({one.reason or 'no reason'})")
    return "\n".join([f"{name or 'the desk'} is no longer as you saw it ({seen}).  Since then:", *lines, "Look again."])


def _reason(incident: Incident, reason: str) -> str:
    text = " ".join(ascii_text(reason).split())
    if incident.REASONED and not text:
        raise CannotDo(
            "expected a reason, since it is signed and told: behind a colon in a letter, or with --reason; found none"
        )
    if len(text) > LONGEST_REASON:
        raise CannotDo(f"--reason: expected up to {LONGEST_REASON} characters; found {len(text)}")
    return text


def _signature(desk: Desk, books: Books, row: GmActionRow) -> str:
    """The GM's signature over an action; "" if it is about no game, or one that was archived, and so under nobody's key."""
    game = books.games.find(row.game) if row.game else None
    if game is None or archive_of(game):
        return ""
    return desk.gm_signer(books, game).signature(statement(row)).text


def statement(row: GmActionRow) -> bytes:
    """The signed statement of an action."""
    body = {
        "game": row.game,
        "line": row.line,
        "reason": row.reason,
        "by": row.by,
        "at": time_text(row.at),
        "seen": row.seen,
        "record": row.record_seq,
    }
    return prefix("deed") + canon(body)
