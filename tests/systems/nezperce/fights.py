"""Battles fought alone, phase by phase, by whatever answers are given."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.umpire import Umpire
from pbem.systems.nezperce.rules import contacts
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, INDIAN, SEARCH
from pbem.systems.nezperce.state.events import BattleDeclared
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.system import RULES

Writes = Callable[[Campaign, Ask], Sequence[Order]]
"""What a player writes who is asked for orders."""
HEXES = ("0811", "0911", "0709", "1010", "1411", "0512")


def opening(n: int) -> Campaign:
    """A campaign in which the n-th battle of many is about to be fought: other forces, another hex, another cause."""
    state = RULES.open("campaign-1877", Options())
    army = [one for one in state.units.values() if one.side == ARMY and one.left]
    indian = [one for one in state.units.values() if one.side == INDIAN and one.left]
    at = HEXES[n % len(HEXES)]
    mine = [army[(n * 5 + 3 * k) % len(army)] for k in range(1 + n % 3)]
    theirs = [indian[(n * 3 + k) % len(indian)] for k in range(1 + n % 4)]
    for one in (*mine, *theirs):
        state.put(one.name, at=at, status="active")
    names = tuple(one.name for one in theirs)
    found = contacts.contact(state, SEARCH if n % 2 else DECLARATION, at, names)
    RULES.apply(state, BattleDeclared(found))
    return state


@dataclass
class Fight:
    """A battle that is fought to its end.  `writes` answers orders; questions are answered by their defaults."""

    n: int
    writes: Writes
    state: Campaign = field(init=False)
    events: list[tuple[str, Event]] = field(default_factory=list)
    asked: list[tuple[str, Ask]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = opening(self.n)

    def phase(self) -> None:
        """Play the next phase."""
        now = RULES.next_phase(self.state)
        assert now is not None
        dice = KeyedDice(b"fight %d" % self.n)
        desk = Umpire(self.state, RULES.apply, phase=now.id, options=Options(), dice=dice, view=RULES.view)
        play = now.play(desk)
        try:
            asks = next(play)
            while True:
                asks = play.send(tuple(self._answer(now.letter, one) for one in asks))
        except StopIteration:
            pass
        self.events += [(now.id, one) for one in desk.events]

    def _answer(self, letter: str, one: Ask) -> Answer:
        if one.kind != ORDERS:
            return Answer(one.default or one.choices[0].key)
        if one.quiet:
            return Answer()
        self.asked.append((letter, one))
        return Answer(orders=tuple(self.writes(RULES.view(self.state, one.side), one)))

    def fight(self, most: int = 400) -> "Fight":
        """To the end."""
        for _ in range(most):
            if self.state.battle is None:
                return self
            self.phase()
        raise AssertionError("no end")
