"""The parts of a game for the rest of the program, each part imported when it is first asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol

from pbem.core.system import BrokenGame, Card, RuleSystem
from pbem.core.tomlfile import TomlFile

if TYPE_CHECKING:
    from pbem.mechanisms.chances import Chances
    from pbem.mechanisms.offers import Offering
    from pbem.mechanisms.practice import Lessons, Practice
    from pbem.orders.dialect import Dialect
    from pbem.reports.teller import Teller


API = 1
"""The version of the API for games: it rises when something in `pbem.api` is removed or changes its meaning."""
OWN = "pbem"


@dataclass(frozen=True)
class Game:
    """A game: where its rules, dialect, telling, cases, files, practice players and names of phases are.

    Each place is written ``module:name`` and imported when it is first asked for.  `title` is what `pbem new --game` and
    database call it, `system_name` what its files say behind ``system =``; `card_place` is where its card is, if that can be
    had without its rules, else ""; `cases_place`, `files`, `practice_place`, `offers_place`, `dice` and
    `first_game` are "" in a game that has no cases, no files of its own, no practice players, no orders to click, no account
    of its dice or no first game that teaches; `reads_unnamed` marks the game whose files needn't say it, as files of one's
    own didn't when there was one game; `is_unfinished` one that lacks a part of its rules, which is for developers and not
    offered to players.

    `package` is the import package of a game outside pbem, if that is not the first word of its places; `api` the version of
    the API (`pbem.api`) that it was written for.  Raises ValueError for another version than this pbem has.
    """

    title: str
    system_name: str
    rules: str
    orders: str
    teller_place: str
    cases_place: str
    files: str
    practice_place: str
    phases: str
    card_place: str = ""
    offers_place: str = ""
    dice: str = ""
    first_game: str = ""
    reads_unnamed: bool = False
    is_unfinished: bool = False
    package: str = ""
    api: int = API

    def __post_init__(self) -> None:
        if self.api != API:
            raise ValueError(
                f"the game {self.title!r} was written for version {self.api} of pbem's API (`Game.api`), and this pbem has "
                f"{API}; install a version of the game for {API}"
            )

    @property
    def packages(self) -> tuple[str, ...]:
        """The import packages whose code and files are its rules: those in which its parts are, none of a game of pbem's own.

        A change in one of them is a change of the rules program, as one of pbem is (docs/trust.md).
        """
        places = (self.rules, self.orders, self.teller_place, self.card_place, self.files)
        roots = sorted({place.partition(":")[0].partition(".")[0] for place in places if place} - {OWN})
        return ((self.package,) if self.package else tuple(roots)) if roots else ()

    @property
    def system(self) -> RuleSystem[Any]:
        """Its rules."""
        found: RuleSystem[Any] = _named(self.rules)
        return found

    @property
    def card(self) -> Card:
        """Its card, without the rules where the game has it in a place of its own."""
        found: Card = _named(self.card_place) if self.card_place else self.system.card
        return found

    @property
    def dialect(self) -> "Dialect":
        """Its order language."""
        found: Dialect = _named(self.orders)
        return found

    @property
    def teller(self) -> "Teller[Any]":
        """Its way of telling what happened, in the language of the letter that is being written."""
        return _telling(self.teller_place)

    def short_name(self, phase: str) -> str:
        """A phase in a subject line, as its teller says it (``T3 US Off. Fire``); imports neither teller nor rules."""
        found: str = _named(self.phases)(phase)
        return found

    @property
    def casework(self) -> Any:
        """The game's part of the casebook (`casebook.case.Casework`).  Raises KeyError if it has no cases."""
        if not self.cases_place:
            raise KeyError(f"the game {self.title!r} has no cases")
        return _named(self.cases_place)

    @property
    def linter(self) -> "Linter":
        """The check for faults in its files."""
        found: Linter = _named(self.files)
        return found

    @property
    def offering(self) -> "Offering | None":
        """The offers on its order page; None if it has none."""
        found: Offering | None = _named(self.offers_place) if self.offers_place else None
        return found

    @property
    def chances(self) -> "Chances | None":
        """The chances of its fires and melees; None if it does not say."""
        found: Chances | None = _named(self.dice) if self.dice else None
        return found

    @property
    def lessons(self) -> "Lessons | None":
        """The lessons of its first game; None if it has none."""
        found: Lessons | None = _named(self.first_game) if self.first_game else None
        return found

    @property
    def practice(self) -> "Practice | None":
        """Its practice players; None if it has none."""
        return self.practice_players if self.practice_place else None

    @property
    def practice_players(self) -> "Practice":
        """Its practice players.  Raises KeyError if it has none."""
        if not self.practice_place:
            raise KeyError(f"the game {self.title!r} has no practice players")
        found: Practice = _named(self.practice_place)
        return found


class Linter(Protocol):
    """A game's check of its own files.  Faults are noted in the file, or raised as Faults."""

    charts: tuple[str, ...]
    """The names of its chart files, without their ending."""

    def counters(self, file: TomlFile) -> None:
        """Look at a file of counters."""
        ...

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario; `beside` finds files of its maker by name."""
        ...


@cache
def _telling(place: str) -> "Teller[Any]":
    from pbem.reports.translated import TranslatedTeller

    return TranslatedTeller(_named(place))


@cache
def _named(place: str) -> Any:
    module, _, name = place.partition(":")
    try:
        return attrgetter(name)(import_module(module))
    except Exception as fault:  # whatever the code of another package raises as it is imported
        raise BrokenGame(f"{place} cannot be loaded: {words_of_fault(fault)}") from fault


def words_of_fault(fault: BaseException) -> str:
    """``No module named 'crowns'``, ``ZeroDivisionError: division by zero``."""
    is_plain = isinstance(fault, ImportError | AttributeError)
    return str(fault) if is_plain else f"{type(fault).__name__}: {fault}"
