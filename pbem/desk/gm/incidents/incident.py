"""The base of all incidents: their words, the effect shown beforehand, and carrying them out."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol

from pbem.desk.desk import Desk
from pbem.desk.gm.rulings import CannotRule
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow

EVERYBODY = "all players, with the same words"
NOBODY = "nobody"


class CannotDo(CannotRule):
    """An incident that cannot be carried out; the text says what was expected, what was found, and how to go on."""


@dataclass(frozen=True)
class Word:
    """A word of an incident's line: its name in the incident, how the usage shows it, and what it means.

    `kind`: ``text``, ``number`` (whole, may be negative), ``rest`` (all that follows, at least one word), or ``lines``
    (one line each).  The last words of a line may be `optional`.
    """

    name: str
    shown: str
    about: str
    kind: Literal["text", "number", "rest", "lines"] = "text"
    optional: bool = False


GAME = Word("game", "GAME", "the game's name")
SIDE = Word("side", "SIDE", "the side, such as us")


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
class Case:
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
    WORDS: ClassVar[tuple[Word, ...]]
    REASONED: ClassVar[bool]
    """True if a reason must be given: it is signed, or told."""

    def game_of(self, books: Books) -> str:
        """The name of the game concerned, or ""."""
        ...

    def effect(self, case: Case) -> Effect:
        """The effect of the incident; changes nothing.  Raises CannotDo, UnknownGame, KeyError."""
        ...

    def carry_out(self, case: Case) -> Done:
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
