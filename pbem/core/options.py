"""What players and GM agree on before play: optional rules and rulings, by name."""

from dataclasses import dataclass

from pbem.core.record import Record


@dataclass(frozen=True, slots=True)
class Option(Record):
    """An optional rule or a ruling on which reasonable players differ: its name, what it does, the clause, its default."""

    name: str
    about: str
    clause: str
    default: bool = False


@dataclass(frozen=True, slots=True)
class Options(Record):
    """The optional rules in force, by name, in alphabetical sequence."""

    names: tuple[str, ...] = ()

    def __contains__(self, name: str) -> bool:
        return name in self.names
