"""Options that players and GM agree on before play: optional rules and rulings, by name."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.core.record import Record


@dataclass(frozen=True, slots=True)
class Option(Record):
    """An optional rule or a ruling on which reasonable players differ: its name, what it does, the clause, its default.

    `not_with` names the options that may not be in force beside it.
    """

    name: str
    about: str
    clause: str
    default: bool = False
    not_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options(Record):
    """The optional rules in force, by name, in alphabetical sequence."""

    names: tuple[str, ...] = ()

    def __contains__(self, name: str) -> bool:
        return name in self.names


def clashes(known: Iterable[Option], names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The pairs of options among `names` of which only one may be in force."""
    chosen = tuple(names)
    return tuple((one.name, other) for one in known if one.name in chosen for other in one.not_with if other in chosen)
