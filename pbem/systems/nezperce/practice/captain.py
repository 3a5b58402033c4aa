"""The captain of the campaign: which plan he files for a battle, and what he thinks of how it comes out.

He tries each of his plans against an enemy who fights as a beginner would, for he does not know the other plan; at a later
stop, against one who has the beginner's plan from then on.  `march` is what he does on the march.
"""

from collections.abc import Iterator

from pbem.core.system import RuleSystem
from pbem.mechanisms.captain import Effort, Judge, Orders
from pbem.mechanisms.practice import PLAIN, Pick
from pbem.systems.nezperce.battle.card import LOOKS
from pbem.systems.nezperce.battle.plan import practice as plans
from pbem.systems.nezperce.battle.state import KILLED, SURRENDERED
from pbem.systems.nezperce.battles import battle_practice
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.orders.records import Declare
from pbem.systems.nezperce.practice.players import DECLARES
from pbem.systems.nezperce.rules import contacts
from pbem.systems.nezperce.rules.victory import army_points, indian_points
from pbem.systems.nezperce.state.contact import ARMY
from pbem.systems.nezperce.state.position import Campaign

PLANS = {
    ARMY: (
        ("waiting enter, one", "all fire at braves within 6", "all skirmish braves at 4", "all skirmish any at 4"),
        (
            "all fire at braves within 4",
            "waiting enter, one",
            "all charge braves at advantage 10",
            "all close braves at 3",
            "all skirmish any at 4",
        ),
        (
            "waiting enter, one",
            "guns fire at braves chance 4",
            "guns shell braves chance 3",
            "all charge braves at advantage 20",
            "all skirmish braves at 4",
            "all skirmish any at 4",
        ),
        (
            "waiting enter, one",
            "all charge braves at advantage 10",
            "all skirmish braves at 2",
            "all skirmish any at 4",
        ),
    ),
    "indian": (
        ("waiting enter, one", "lodges leave nearest, one", "braves guard lodges at 3", "braves leave nearest, one"),
        ("lodges leave nearest, one", "all leave nearest"),
        (
            "waiting enter, one",
            "lodges leave nearest, one, in turn",
            "braves charge any at advantage 20",
            "braves skirmish any at 2",
        ),
        ("waiting enter, one", "braves fire at any within 6", "lodges leave nearest, one", "braves skirmish any at 4"),
    ),
}
"""What he thinks of besides the beginner's plan.  The Army spares lodges, which cost it points when they are killed."""
SPARING = ("waiting enter, one", "all skirmish braves at 4")
"""What the Army does where there are only lodges: nothing."""
SCORED = {"warrior": "brave", "lodge": "lodge"}
"""The kinds of units that points are for, as the table of points calls them."""
POINT, SOLDIER = 10, 4
"""What a victory point is worth to him, and at most a unit of soldiers, which brings no points but the next battle."""
HALF_TURNS = 24
"""So many phases of a battle a try looks ahead: the first twelve turns at least, in which most is decided."""


class CampaignJudge(Judge[Campaign]):
    """`mechanisms.captain.Judge` of the campaign."""

    def drafts(
        self, system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, pick: Pick
    ) -> Iterator[Orders]:
        """The beginner's plan, or that the one on file goes on; then each of the others.  Lodges alone the Army spares.

        Where combat may be declared, peace and each single combat.
        """
        if letter == DECLARES:
            yield ()
            yield from _declarations(view)
            return
        if side == ARMY and not _has_braves(view):
            yield plans.orders_of(view.battle, side, SPARING)  # type: ignore[arg-type]
            return
        yield battle_practice().orders(system, view, side, letter, PLAIN, pick)
        if view.battle is not None:
            for lines in PLANS[side]:
                yield plans.orders_of(view.battle, side, lines)  # type: ignore[arg-type]

    def worth(self, view: Campaign, side: str) -> int:
        """The points of both sides as they stand, those of a battle that is on included, and who is left to fight."""
        points = POINT * (army_points(view) - indian_points(view)) + _soldier(view) * _soldiers(view) + _fallen(view)
        return points if side == ARMY else -points

    def effort(self, view: Campaign, letter: str) -> Effort:
        """Each plan's battle as far as it is likely to be decided; nothing where none is asked for or no braves are left."""
        if letter == DECLARES:
            return Effort(first=2, kept=1, more=0, phases=HALF_TURNS)
        if letter not in LOOKS or not _has_braves(view):
            return Effort(0, 0, 0, 0)
        return Effort(first=1, kept=2, more=1, phases=HALF_TURNS)

    def is_settled(self, view: Campaign) -> bool:
        """The battle is over."""
        return view.battle is None


def _declarations(view: Campaign) -> Iterator[Orders]:
    """A combat in each hex in which the bands may declare one; the village stays out of it."""
    for at in contacts.may_declare(view):
        bands = tuple(one.name for one in contacts.fighters(view, at) if one.card.arm == "warrior")
        if bands:
            yield (Declare(bands, at),)


def _has_braves(view: Campaign) -> bool:
    """Whether braves are left in the battle that is on, beside its map too."""
    units = view.battle.units if view.battle is not None else ()  # type: ignore[attr-defined]
    return any(one.kind == "warrior" and not one.gone for one in units)


def _fallen(view: Campaign) -> int:
    """What has fallen in the battle that is on and is not yet booked, in the worth of points for the Army."""
    if view.battle is None:
        return 0
    table = data.tables()["victory"]["points"]
    found = 0
    for one in view.battle.units:  # type: ignore[attr-defined]
        if one.gone in (KILLED, SURRENDERED):
            if one.side == ARMY:
                found -= _soldier(view)
            elif one.kind in SCORED:
                kind = SCORED[one.kind]
                found += POINT * (table[f"army_{kind}_{one.gone}"] + table[f"indian_{kind}_surviving_in_us"])
    return found


def _soldier(view: Campaign) -> int:
    """What a unit of soldiers is worth: the less the fewer turns are left in which it could fight again."""
    return min(SOLDIER, max(view.last_turn - view.turn, 0))


def _soldiers(view: Campaign) -> int:
    return sum(len(one.left) for one in view.of(ARMY))


JUDGE = CampaignJudge()
_JUDGE: Judge[Campaign] = JUDGE
