"""The captain of the campaign on the march: which moves he drafts, and what he thinks of where they lead.

Each draft is played on, the enemy moving as a beginner would, until the Army would next search.  What counts then are the
points, the searches at hand, and what the Army can reach by the move after.
"""

from collections.abc import Callable, Iterator
from functools import partial

from pbem.core.system import RuleSystem
from pbem.mechanisms.captain import Effort, Judge, Orders
from pbem.mechanisms.practice import Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.nezperce.practice import risk
from pbem.systems.nezperce.practice.fleeing import flee
from pbem.systems.nezperce.practice.goals import far, indian_goals
from pbem.systems.nezperce.practice.hunting import braves_first, hunt, village_first
from pbem.systems.nezperce.practice.scatter import WAY, gain, scattered
from pbem.systems.nezperce.rules import contacts
from pbem.systems.nezperce.rules.victory import army_points, indian_points
from pbem.systems.nezperce.state.contact import INDIAN, Contact
from pbem.systems.nezperce.state.position import Campaign, Unit

POINT = 10
"""Values are in tenths of a victory point."""
PULLS = (1, 3, 0)
"""What a movement point on the way counts for in the drafts of the Indian side: some go on, some bolder, some only hide."""
ODDS = (6, 3)
"""With one unit for so many of braves the Army joins a camp, in its drafts."""
NEXT = 2
"""What the Army could do by its next move counts for so many times less than what it does now."""
INDIAN_PHASES, ARMY_PHASES = 4, 6
"""So many phases a try looks ahead: from an Indian march to the Army's next search; from an Army march to its next move."""


class MarchJudge(Judge[Campaign]):
    """`mechanisms.captain.Judge` of the march."""

    def drafts(
        self, system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, pick: Pick
    ) -> Iterator[Orders]:
        """For the Indian side camps apart, or all with the village; for the Army the hunt for village or bands."""

        def drafted(march: Callable[[Trial[Campaign]], None]) -> Orders:
            trial = Trial(system, view, side, letter)
            march(trial)
            return tuple(trial.orders)

        if side == INDIAN:
            yield from (drafted(partial(scattered, pull=pull)) for pull in PULLS)
            yield drafted(flee)
        else:
            for aim in (village_first, braves_first):
                yield from (drafted(partial(hunt, aim=aim, braves=odds)) for odds in ODDS)

    def worth(self, view: Campaign, side: str) -> int:
        """The points as they stand, less what the Indian side is about to lose, and the way that it has still to go."""
        camps = _camps(view)
        lost = _in_battle(view)
        if view.letter == "F" and view.battle is None:
            lost += sum(risk.of_search(view, at, units) for at, units in camps.items())
        if view.turn < view.last_turn:
            columns = risk.Columns(view)
            lost += risk.together(columns.risk(at, units) for at, units in camps.items()) // NEXT
        found = POINT * (indian_points(view) - army_points(view)) - lost - _way(view)
        return found if side == INDIAN else -found

    def effort(self, view: Campaign, letter: str) -> Effort:
        """One try of each draft, another of the best two: the dice decide little."""
        return Effort(first=1, kept=2, more=1, phases=INDIAN_PHASES if letter == "B" else ARMY_PHASES)

    def is_settled(self, view: Campaign) -> bool:
        """The Army has found somebody: how the battle would go is estimated."""
        return view.battle is not None


def _camps(view: Campaign) -> dict[str, list[Unit]]:
    """The Indian units by their hexes."""
    found: dict[str, list[Unit]] = {}
    for at in dict.fromkeys(one.at for one in view.of(INDIAN)):
        if units := contacts.fighters(view, at):
            found[at] = units
    return found


def _in_battle(view: Campaign) -> int:
    """What the battle that has just opened takes from the Indian side, on average."""
    if view.battle is None:
        return 0
    contact: Contact = view.battle.contact  # type: ignore[attr-defined]
    units = [one for one in view.of(INDIAN) if one.card.id in {force.id for force in contact.indian}]
    return risk.loss(units, sum(len(force.pieces) for force in contact.army))


def _way(view: Campaign) -> int:
    """What is still to go to where the Indian side wants to be: a tenth of a point for each movement point, more for Canada."""
    distance = far(indian_goals(view), True)
    units = [one for camp in _camps(view).values() for one in camp]
    return sum((1 + gain(view, one) // WAY) * distance.get(one.at, 0) for one in units)


MARCH = MarchJudge()
_MARCH: Judge[Campaign] = MARCH
