"""The dice of a battle: each combat by the losses of both sides, over every pair of rolls."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product

from pbem.core.event import Event
from pbem.mechanisms.chances import Chance, Chances
from pbem.systems.custer.card import parts
from pbem.systems.custer.rules.losses import losses_for
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.combat_events import CombatResolved, LossTaken


class BattleChances:
    """`mechanisms.chances.Chances` of a battle."""

    unit = "steps"

    def of(self, state: Battle, phase: str, event: Event) -> Chance | None:
        """A combat."""
        if not isinstance(event, CombatResolved):
            return None
        sides = int(event.attack_roll.dice.rpartition("d")[2])
        pairs = product(range(1, sides + 1), repeat=2)
        spread = Counter(_worth(state, event.difference + attack - defence) for attack, defence in pairs)
        return Chance("combat", parts(phase)[1], f"attack on {event.target}", _worth(state, event.margin), spread)

    def lost(self, before: Battle, events: Sequence[Event]) -> Mapping[str, int]:
        """Steps lost, by side."""
        losses = (event for event in events if isinstance(event, LossTaken))
        return Counter(before.sheet.roster[event.unit].side for event in losses)


def _worth(state: Battle, margin: int) -> int:
    """Losses of the defender less those of the attacker."""
    return losses_for(state, margin) if margin > 0 else -losses_for(state, -margin)


CHANCES = BattleChances()
_CHANCES: Chances = CHANCES
