"""The marks of a phase while they are gathered: steps of the same counters grow into one path."""

from collections.abc import Callable

from pbem.reports.maps.hex_position import Mark


class Marks:
    """Gathers marks; `side_of` tells the side of a counter by its name."""

    def __init__(self, side_of: Callable[[str], str]) -> None:
        self._side_of = side_of
        self._found: list[Mark] = []
        self._paths: dict[tuple[str, str], int] = {}

    def step(self, kind: str, units: tuple[str, ...], start: str, to: str) -> None:
        """Counters went from hex to hex; a step that goes on where their last of this kind ended belongs to its path."""
        if start == to or not units:
            return
        known = self._paths.get((kind, units[0]))
        if known is not None and self._found[known].path[-1] == start:
            before = self._found[known]
            self._found[known] = Mark(kind, before.side, (*before.path, to))
        else:
            known = len(self._found)
            self._found.append(Mark(kind, self._side_of(units[0]), (start, to)))
        for unit in units:
            self._paths[kind, unit] = known

    def fight(self, kind: str, unit: str, start: str, to: str) -> None:
        """A counter fired at a hex, or attacked it."""
        self._found.append(Mark(kind, self._side_of(unit), (start, to)))

    def all(self) -> tuple[Mark, ...]:
        """The marks in the sequence in which they began, each once."""
        return tuple(dict.fromkeys(self._found))
