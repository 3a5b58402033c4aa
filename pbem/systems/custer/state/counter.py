"""Counters: what is printed on them, what their kind may do, and the state of each."""

from dataclasses import dataclass, replace
from typing import Any

MOUNTED, DISMOUNTED = "mounted", "dismounted"
MODES = (MOUNTED, DISMOUNTED)

CAVALRY, SCOUTS, INFANTRY, MINERS, PACK_TRAIN = "cavalry", "scouts", "infantry", "miners", "pack_train"
WARRIOR, VILLAGE = "warrior", "village"
US_LEADER, TRIBE_LEADER = "us_leader", "tribe_leader"
KINDS = (US_LEADER, CAVALRY, SCOUTS, INFANTRY, MINERS, PACK_TRAIN, TRIBE_LEADER, WARRIOR, VILLAGE)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of counter: `hits` it can take, whether it mounts and dismounts, always stands `on_foot`, attacks."""

    id: str
    name: str
    hits: int
    leader: bool = False
    mounts: bool = False
    on_foot: bool = False
    attacks: bool = True


@dataclass(frozen=True, slots=True)
class Face:
    """The printed face of a counter: combat factors full and reduced, a leader's `bonus`, movement points.

    `group` is the tribe, or at the Rosebud the group, whose marker activates it; `tag` stands on maps.
    """

    name: str
    side: str
    kind: Kind
    tag: str
    group: str = ""
    cf: int = 0
    cf_reduced: int = 0
    bonus: int = 0
    mp: int = 0
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter in play.

    `at` is its hex, "" while it is still to come.  `reduced` is a unit on its reduced side, or a leader that was hit.  Of
    the game turn: `activated`; of its activation: MPs `spent`, whether it `changed` status, `moved`, `attacked`.
    """

    face: Face
    at: str = ""
    mode: str = MOUNTED
    reduced: bool = False
    activated: bool = False
    spent: int = 0
    changed: bool = False
    moved: bool = False
    attacked: bool = False

    @property
    def name(self) -> str:
        """The name in orders and reports."""
        return self.face.name

    @property
    def side(self) -> str:
        """The side's id."""
        return self.face.side

    @property
    def kind(self) -> str:
        """The id of its kind."""
        return self.face.kind.id

    @property
    def is_leader(self) -> bool:
        """Leaders are counted apart: in stacks, zones and combat."""
        return self.face.kind.leader

    @property
    def is_on_foot(self) -> bool:
        """True if ground helps it in defence: dismounted, or a village, which always counts as that (CL-1.23)."""
        return self.mode == DISMOUNTED or self.face.kind.on_foot

    @property
    def factor(self) -> int:
        """Its combat factor without status and ground: the side of the counter that is up; a leader's bonus, 0 once hit."""
        if self.is_leader:
            return 0 if self.reduced else self.face.bonus
        return self.face.cf_reduced if self.reduced else self.face.cf

    @property
    def hits_left(self) -> int:
        """The number of losses that it can still take."""
        return self.face.kind.hits - self.reduced

    def but(self, **changes: Any) -> "Unit":
        """The same counter with some fields changed."""
        return replace(self, **changes)
