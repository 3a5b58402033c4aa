"""A game as the campaign is handed it."""

from typing import Any, Protocol

from pbem.core.system import RuleSystem
from pbem.reports.teller import Teller


class Title(Protocol):
    """A game as `systems.registry.game` hands it out: its rules, its words, its telling."""

    @property
    def system(self) -> RuleSystem[Any]: ...

    @property
    def dialect(self) -> Any: ...

    @property
    def teller(self) -> Teller[Any]: ...
