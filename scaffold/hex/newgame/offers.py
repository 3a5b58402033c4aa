"""Orders that are clicked on the map of the order page: what the plan refuses is not offered."""

from collections.abc import Iterator, Mapping

from newgame.practice import legal
from newgame.state import Fire, Move, State

from pbem.api.telling import FIRE, MOVE, Candidate, Legs, Offering


class Offers:
    """New Game, clicked."""

    def units(self, view: State, side: str) -> Mapping[str, str]:
        """The side's units and where they stand."""
        return {one.name: one.at for one in view.of(side)}

    def maps(self) -> tuple[()]:
        """All maps are those of scenarios."""
        return ()

    def candidates(self, view: State, side: str, letter: str, unit: str) -> Iterator[Candidate]:
        """A move to each hex in reach; fire at each enemy in range."""
        for order in legal(view, side, letter):
            match order:
                case Move(name, to) if name == unit:
                    yield Candidate(order, MOVE, unit, to, "move")
                case Fire(name, target) if name == unit:
                    yield Candidate(order, FIRE, unit, view.units[target].at, f"fire at {target}")

    def legs(self, view: State, side: str, letter: str, unit: str) -> Legs | None:
        """Nobody chooses a way step by step."""
        return None


OFFERING: Offering | None = Offers()
