"""Adjudication cases of a new game, which need not be written at once: complete, and no more than they must be."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from pbem.core.options import Options
from pbem.core.system import RuleSystem, UnknownScenario

S = TypeVar("S")

Note = Callable[[str, str, object], None]
"""Notes a fault of what a person wrote: the key (``unit[2].at``), what was expected, what was found."""


class StarterCases(ABC, Generic[S]):
    """Cases of a game whose positions are its scenario's opening, with some units set out by the case.

    `package` holds the rules, `clause_index` is a file in it.  See `casebook.case.Casework`.
    """

    system: RuleSystem[S]
    dialect: Any
    package: str
    clause_index: ClassVar[str] = "clauses.toml"
    clause_ids: ClassVar[Mapping[str, str]] = MappingProxyType({})
    passing: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def names(self, state: S) -> tuple[str, ...]:
        """The units that a case can name."""

    @abstractmethod
    def set_out(self, state: S, units: Mapping[str, Mapping[str, Any]], note: Note) -> None:
        """Leave these units in the game, each with what its table says, and no others."""

    @abstractmethod
    def begin(self, state: S, turn: int, side: str, phase: str) -> None:
        """Let the state stand before a phase."""

    @abstractmethod
    def unit(self, state: S, name: str) -> Mapping[str, Any] | None:
        """See `casebook.case.Casework`."""

    @abstractmethod
    def points(self, state: S) -> Mapping[str, int]:
        """See `casebook.case.Casework`."""

    def clauses_of_sister(self, game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """See `casebook.case.Casework`: the game has no sister."""
        raise KeyError(f"the game has no sister {game!r}")

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        """See `casebook.case.Casework`: every word of a unit may be written."""
        return ()

    def clock(self, scenario: str) -> Mapping[str, int]:
        """See `casebook.case.Casework`: the game has no time of day."""
        return {}

    def position(self, case: Mapping[str, Any], note: Note) -> S:
        """See `casebook.case.Casework`."""
        try:
            state = self.system.open(case["scenario"], Options(tuple(case["options"])))
        except UnknownScenario as fault:
            note("scenario", f"one of {', '.join(fault.known)}", case["scenario"])
            state = self.system.open(self.system.card.main_scenario, Options())
        state = self.system.thaw(state)
        if "map" in case:
            note("map", "no map, since cases are played on the scenario's own", case["map"])
        if "unit" in case:
            self.set_out(state, self._listed(state, case["unit"], note), note)
        self.begin(state, case["turn"], case["side"], case["phase"])
        return state

    def _listed(self, state: S, units: object, note: Note) -> dict[str, Mapping[str, Any]]:
        known, found = self.names(state), dict[str, Mapping[str, Any]]()
        for number, one in enumerate(units if isinstance(units, list) else [units]):
            name = one.get("unit") if isinstance(one, Mapping) else None
            if not isinstance(name, str) or name not in known:
                near = get_close_matches(str(name), known, n=3) or known[:3]
                note(f"unit[{number}].unit", f"a unit such as {', '.join(near)}", name)
            else:
                found[name] = {key: value for key, value in one.items() if key != "unit"}
        return found
