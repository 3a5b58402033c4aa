"""The map of a report: a line for each place."""

from dataclasses import dataclass

from newgame import ground
from newgame.state import State

from pbem.api.telling import MapPanel


@dataclass(frozen=True)
class Places(MapPanel):
    """Who stands where."""

    state: State

    def overview(self) -> list[str]:
        """A line for each place."""
        return [
            f"  {at:<6} {'*' if at == ground.GOAL else ' '} {', '.join(one.name for one in self.state.at(at)) or '-'}"
            for at in ground.places()
        ]

    def has(self, at: str) -> bool:
        """Whether there is such a place."""
        return ground.has(ground.named(at))

    def a_place(self, side: str = "") -> str:
        """A place for an example."""
        return ground.EXAMPLE


def panel(state: State, side: str) -> MapPanel:
    """The map as a side sees it."""
    return Places(state)
