"""Counters: what is printed on them, and what has become of them in play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from pbem.core.event import Event
from pbem.core.record import Record, to_json

# Engagements: the shots and attacks that a counter carries through a player turn, since each may be made but once.

# Combat: the events whose hexes a report draws, even where no enemy is near any more.

HEX = 4
"""Digits of a hex id."""


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """Something that happened in combat."""


def hexes_of(events: Iterable[Event]) -> frozenset[str]:
    """The hexes that the combat among these events was about: whatever in them reads as a hex."""
    combat: list[Any] = [to_json(event) for event in events if isinstance(event, CombatEvent)]
    values = [value for one in combat for value in one.values()]
    several = [one for value in values if isinstance(value, list) for one in value]
    return frozenset([one for one in (*values, *several) if type(one) is str and len(one) == HEX and one.isdecimal()])


DEFENSIVE, OPPORTUNITY, RETREAT, HIT_AND_RUN, RETURN, MELEE = (
    "defensive",
    "opportunity",
    "retreat",
    "hit and run",
    "return",
    "melee",
)
MANHANDLING, GUN_MOVED = "manhandling", "gun moved"
"""Work at a gun: a unit that pushed one or turned it, and the gun to which that was done (LB-11.B.2)."""
PACKING = "packing"
"""Villagers who begin to pack a camp (LB-18.B.1)."""
LETTERS = {
    DEFENSIVE: "f",
    OPPORTUNITY: "o",
    RETREAT: "r",
    HIT_AND_RUN: "h",
    RETURN: "a",
    MELEE: "m",
    MANHANDLING: "g",
    GUN_MOVED: "t",
    PACKING: "p",
}
"""The letter of each occasion in an engagement's text."""
OCCASIONS = {letter: occasion for occasion, letter in LETTERS.items()}
PHASES = "SABCDEF"


@dataclass(frozen=True, slots=True)
class Engagement(Record):
    """A shot or an attack: the letter of its phase, its occasion, and of a melee the hex that was attacked.

    `str` of it is what checkpoints, case files and a GM's ruling say: ``Co`` for opportunity fire in phase C, ``Fr`` for
    retreat fire in phase F, ``Df`` for defensive fire, ``Ch`` for a hit and run, ``Ca`` for the fire that answers one,
    ``Fm3412`` for a melee (9.F, 9.G, 10.A, 16.G).
    """

    phase: str
    occasion: str
    at: str = ""

    def __str__(self) -> str:
        return f"{self.phase}{LETTERS.get(self.occasion, self.occasion)}{self.at}"


def read(text: str) -> Engagement:
    """As `parse`; a text that says no engagement, as a GM may once have set it, is kept as it is and counts as none."""
    try:
        return parse(text)
    except ValueError:
        return Engagement("", text)


def parse(text: str) -> Engagement:
    """The engagement that `text` says.  Raises ValueError."""
    phase, letter, at = text[:1], text[1:2], text[2:]
    is_known = len(phase) == 1 and phase in PHASES and letter in OCCASIONS
    if not is_known or bool(at) != (OCCASIONS[letter] == MELEE):
        raise ValueError(
            "expected a phase and a letter of "
            + ", ".join(f"{letter} ({occasion})" for occasion, letter in LETTERS.items())
            + f", with a hex behind m, such as Co or Fm3412; found {text!r}"
        )
    return Engagement(phase, OCCASIONS[letter], at)


MOUNTED, DISMOUNTED, PRONE = "mounted", "dismounted", "prone"
MODES = (MOUNTED, DISMOUNTED, PRONE)

CAVALRY, INFANTRY, MINERS, SCOUT, HQ = "cavalry", "infantry", "miners", "scout", "hq"
WARRIOR, LEADER = "warrior", "leader"
PACK_TRAIN, PACK_PERSONNEL = "pack_train", "pack_personnel"
GATLING, CANNON, GUN_CREW = "gatling", "cannon", "gun_crew"
GUNS = (GATLING, CANNON)
CAMP, BURNING_CAMP, VILLAGERS, PONY_HERD = "camp", "burning_camp", "villagers", "pony_herd"
PARTY = "hunting_party"
"""A marker under which a hunting party hides, or nobody (LB-21.5.B.1)."""
GRASS_FIRE = "grass_fire"
FIRES = (BURNING_CAMP, GRASS_FIRE)
UNMANNED = (CAMP, BURNING_CAMP, PONY_HERD, GRASS_FIRE, PARTY)
BYSTANDERS = (*UNMANNED, VILLAGERS)
HORSE_HOLDER, MULE_HOLDER, HQ_HOLDER, PONY_HOLDER = "horse_holder", "mule_holder", "hq_holder", "pony_holder"
HOLDERS = (HORSE_HOLDER, MULE_HOLDER, HQ_HOLDER, PONY_HOLDER)
COMBAT_UNITS = frozenset(
    (
        *(CAVALRY, INFANTRY, MINERS, SCOUT, HQ, WARRIOR, PACK_TRAIN, PACK_PERSONNEL, *GUNS, GUN_CREW),
        *(HORSE_HOLDER, MULE_HOLDER, HQ_HOLDER),
    )
)
"""Kinds of combat units (3.I), leaders apart (ruling A-008); pony holders and villagers are units that do not fight (3.J)."""
SERVED = " and "
"""Between the trains that made a gun's ammunition good."""
HOLDER_OF = {"horse": HORSE_HOLDER, "mule": MULE_HOLDER, "hq": HQ_HOLDER, "pony": PONY_HOLDER}


MANY = ("holders", "mules", "ponies", "Miners", "Scouts", "villagers")
"""Last words of the names that speak of several."""


def is_several(names: Sequence[str]) -> bool:
    """True if the verb behind these names stands in the plural: ``Miners' mules set up``."""
    return len(names) > 1 or names[0].rstrip(" 0123456789").endswith(MANY)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that counters do by order: the kinds that may, the rule that says so, and the code of the error for others.

    `free_hands`: not while a counter minds animals.
    """

    kinds: frozenset[str]
    clause: str
    code: str = "E138"
    free_hands: bool = False


@dataclass(frozen=True, slots=True)
class Printed(Record):
    """The printed data of a counter. Never changes in play.

    `name` is the name in orders and reports (``C/3 Cav``), `tag` its letters in a map panel; `mounts` is ``horse``,
    ``mule``, ``hq``, ``pony`` (holders of that kind), ``own`` (scouts: no holders) or "" (always on foot), `holders` the
    name of the counter that stays with them (``C/3 holders``).  Factors are strength points, allowances movement
    points.  `rating`, `radius` (hexes) and `rank` (1 the senior) are a leader's; `is_replacement` one who comes in for
    another (12.E.6).
    """

    id: str
    name: str
    side: str
    kind: str
    tag: str = ""
    aliases: tuple[str, ...] = ()
    tribe: str = ""
    cf_mounted: int = 0
    cf_dismounted: int = 0
    ma_mounted: int = 0
    ma_dismounted: int = 0
    mounts: str = ""
    holders: str = ""
    may_charge: bool = False
    henry: bool = False
    rating: int = 0
    radius: int = 0
    rank: int = 0
    wounded_rating: int = 0
    wounded_radius: int = 0
    ammo_points: int = 0
    is_replacement: bool = False


@dataclass(frozen=True, slots=True)
class Counter(Record):
    """A counter in play: `at` a hex id, "" while it has not entered.

    `spent` are the MPs spent in the present Movement Phase; `fired` is "", ``half`` or ``full`` (offensive fire of this
    player turn); `shot_in` its other shots and its melees in it; `advance_fired_at` the hex that it fired into in the
    Advance Fire Phase; `attached_to` a leader's unit; `has_mounts` is False for holders who lost their animals; `stopped`
    ends its movement for the phase;
    `recovered` says that it got over disruption in this Movement Phase; `abandoned` a pack train whose personnel were
    routed away (15.B), or a gun that its crew has left (LB-11.D); `boxes_wanted` how many boxes it asked for as it began to
    resupply (0: as many as may pass; 14.F); `building` the pack train from whose boxes it builds breastworks in this player
    turn, and `sheltered` that it lies under a marker of them (16.C).

    `guards` are the captured villagers, or the captured herd, under it (LB-18.D.2, LB-19.C).

    Of a gun `facing` is the direction to which its front looks while it is unlimbered, `mired` the one to which it will look
    once it is unlimbered where it is stuck ("" while it is free), `crew` the counter that serves it if that is not its own,
    and `supplied_by` the pack trains that made its ammunition good (LB-11).
    """

    printed: Printed
    at: str = ""
    mode: str = DISMOUNTED
    casualties: int = 0
    disrupted: bool = False
    pinned: bool = False
    routed: bool = False
    low_ammo: bool = False
    fired: str = ""
    shot_in: tuple[Engagement, ...] = ()
    advance_fired_at: str = ""
    spent: int = 0
    stopped: bool = False
    attached_to: str = ""
    has_mounts: bool = True
    wound: str = ""
    dies_in: int = 0
    charging: str = ""
    resupplying: str = ""
    boxes_wanted: int = 0
    moved: bool = False
    recovered: bool = False
    rout_from: str = ""
    fled_by_choice: bool = False
    abandoned: bool = False
    building: str = ""
    sheltered: bool = False
    guards: str = ""
    facing: str = ""
    mired: str = ""
    crew: str = ""
    supplied_by: str = ""

    @property
    def name(self) -> str:
        """The name in orders and reports."""
        return self.printed.name

    @property
    def side(self) -> str:
        """The side's id."""
        return self.printed.side

    @property
    def kind(self) -> str:
        """The kind of counter."""
        return self.printed.kind

    @property
    def is_leader(self) -> bool:
        """Leaders are pieces, not units, unless a clause names them (ruling A-138)."""
        return self.printed.kind == LEADER

    @property
    def is_gun(self) -> bool:
        """True if it is a gun: with a crew it is a unit, of its crew's strength; without one it is abandoned (LB-11)."""
        return self.printed.kind in GUNS

    @property
    def is_unlimbered(self) -> bool:
        """True if it is a gun that stands ready to fire, its crew on foot (LB-11.B)."""
        return self.printed.kind in GUNS and self.mode != MOUNTED

    @property
    def is_unmanned(self) -> bool:
        """True if nobody is there to fight: abandoned trains and guns, camps, pony herds, fires, markers of unseen parties."""
        return self.abandoned or self.printed.kind in UNMANNED

    @property
    def is_bystander(self) -> bool:
        """True if it bars nobody and has no ZOC: what is unmanned, and villagers (rulings A-009, A-118)."""
        return self.abandoned or self.printed.kind in BYSTANDERS

    @property
    def is_combat_unit(self) -> bool:
        """True if it is a combat unit with people at arms, leaders apart (3.I; rulings A-008, A-009)."""
        return self.printed.kind in COMBAT_UNITS and not self.abandoned

    @property
    def is_unit(self) -> bool:
        """True if it is a unit that a leader may be with: combat units and pony holders (3.I, 3.J, 13.A)."""
        return not self.abandoned and (self.printed.kind in COMBAT_UNITS or self.printed.kind == PONY_HOLDER)

    @property
    def is_ablaze(self) -> bool:
        """True if it is a fire, of a camp or of grass: nobody enters its hex or sees through it (LB-17.D, LB-18.C)."""
        return self.printed.kind in FIRES

    @property
    def is_holder(self) -> bool:
        """True if it holds horses, mules or ponies."""
        return self.printed.kind in HOLDERS

    @property
    def minds_mounts(self) -> bool:
        """True if it is busy with animals; holders who have none are combat units like any other (16.B)."""
        return self.has_mounts and self.printed.kind in HOLDERS

    @property
    def is_mounted(self) -> bool:
        """True if it is in mounted mode."""
        return self.mode == MOUNTED

    @property
    def strength(self) -> int:
        """The combat factor now: of its side of the counter, less casualty points (11); none without people (15.B)."""
        if self.abandoned:
            return 0
        factor = self.printed.cf_mounted if self.mode == MOUNTED else self.printed.cf_dismounted
        return max(factor - self.casualties, 0)

    @property
    def allowance(self) -> int:
        """The printed movement allowance of the present mode."""
        return self.printed.ma_mounted if self.mode == MOUNTED else self.printed.ma_dismounted

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions it is in, worst first; empty in good order (3.B)."""
        if not (self.routed or self.pinned or self.disrupted or self.low_ammo):
            return ()
        marks = (
            ("routed", self.routed),
            ("pinned", self.pinned),
            ("disrupted", self.disrupted),
            ("low ammo", self.low_ammo),
        )
        return tuple([name for name, holds in marks if holds])

    @property
    def has_struck(self) -> bool:
        """True if it has hit and run in this player turn (16.G)."""
        return bool(self.shot_in) and Engagement("C", HIT_AND_RUN) in self.shot_in

    @property
    def attacked(self) -> tuple[str, ...]:
        """The hexes that it has attacked in this Melee Phase (10.A)."""
        return tuple([one.at for one in self.shot_in if one.occasion == MELEE]) if self.shot_in else ()

    def engaged(self, one: Engagement) -> "Counter":
        """The same counter with another shot or attack."""
        return self.but(shot_in=(*self.shot_in, one))

    def on_its_feet(self) -> "Counter":
        """The same counter, dismounted if it was prone: it gets up as it retreats, routs or has fought (8.C)."""
        return self.but(mode=DISMOUNTED) if self.mode == PRONE else self

    def but(self, **changes: Any) -> "Counter":
        """The same counter with some fields changed; itself where nothing differs.  Raises KeyError for what is no field."""
        now = list(_values(self))
        differs = False
        for name, value in changes.items():
            place = _PLACES[name]
            if now[place] != value:
                now[place], differs = value, True
        return Counter(*now) if differs else self


# A phase begins with most counters as they are, and `dataclasses.replace` takes ten times as long.
_values = attrgetter(*Counter.__slots__)
_PLACES = {name: place for place, name in enumerate(Counter.__slots__)}
