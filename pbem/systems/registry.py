"""Finds a game by its title: its rules, its order dialect, its way of telling, its cases, its practice players."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from pbem.core.frozen import dataclass
from pbem.core.system import RuleSystem
from pbem.core.tomlfile import TomlFile

if TYPE_CHECKING:
    from pbem.mechanisms.practice import Practice
    from pbem.orders.dialect import Dialect
    from pbem.reports.teller import Teller


@dataclass(frozen=True)
class Game:
    """A game: where its rules, dialect, telling, cases, files, practice players and names of phases are.

    Each is imported when it is first asked for.
    """

    title: str
    rules: str
    orders: str
    tales: str
    proofs: str
    files: str
    alone: str
    phases: str

    @property
    def system(self) -> RuleSystem[Any]:
        """Its rules."""
        found: RuleSystem[Any] = _named(self.rules)
        return found

    @property
    def dialect(self) -> "Dialect":
        """Its order language."""
        found: Dialect = _named(self.orders)
        return found

    @property
    def teller(self) -> "Teller[Any]":
        """Its way of telling what happened."""
        found: Teller[Any] = _named(self.tales)
        return found

    def short_name(self, phase: str) -> str:
        """A phase in a subject line, as its teller says it (``T3 US Off. Fire``); neither he nor the rules are imported."""
        found: str = _named(self.phases)(phase)
        return found

    @property
    def casework(self) -> Any:
        """What the casebook needs of it (`casebook.casework.Casework`)."""
        return _named(self.proofs)

    @property
    def linter(self) -> "Linter":
        """What looks for faults in its files."""
        found: Linter = _named(self.files)
        return found

    @property
    def practice(self) -> "Practice":
        """Its practice players."""
        found: Practice = _named(self.alone)
        return found


class Linter(Protocol):
    """What a game knows of its own files.  Faults are noted in the file, or raised as Faults."""

    charts: tuple[str, ...]
    """The names of its chart files, without their ending."""

    def counters(self, file: TomlFile) -> None:
        """Look at a file of counters."""
        ...

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario; `beside` finds files of its maker by name."""
        ...


def _named(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


_SERIES = "pbem.systems.indian_wars"
_LAST_STAND = "pbem.systems.custer"

GAMES = (
    Game(
        "rosebud",
        f"{_SERIES}.system:ROSEBUD",
        f"{_SERIES}.dialect:DIALECT",
        f"{_SERIES}.telling:TELLER",
        f"{_SERIES}.casework:ROSEBUD",
        f"{_SERIES}.lint:LINTER",
        f"{_SERIES}.practice:ROSEBUD",
        f"{_SERIES}.phase_names:short_name",
    ),
    Game(
        "custer",
        f"{_LAST_STAND}.system:LAST_STAND",
        f"{_LAST_STAND}.dialect:DIALECT",
        f"{_LAST_STAND}.telling:TELLER",
        f"{_LAST_STAND}.casework:CASES",
        f"{_LAST_STAND}.lint:LINTER",
        f"{_LAST_STAND}.practice:CUSTER",
        f"{_LAST_STAND}.card:short_name",
    ),
)


def titles() -> tuple[str, ...]:
    """The titles of all games."""
    return tuple(game.title for game in GAMES)


def game(title: str) -> Game:
    """The game with this title.  Raises KeyError with the known titles."""
    for one in GAMES:
        if one.title == title:
            return one
    raise KeyError(f"no game is called {title!r}; there are: {', '.join(titles())}")


def linter_of(file: TomlFile) -> Linter:
    """The linter for a file that says ``system = ...``; that of the first game where it does not say, or none has it."""
    said = file.data.get("system", "")
    return next((one.linter for one in GAMES if one.rules.split(".")[2] == said), GAMES[0].linter)
