"""Names that a side can use, for the reader of prose (`pbem.language`): on the campaign map, in a battle, in the plan of
one."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle.plan import people
from pbem.systems.nezperce.battle.plan.records import ANY
from pbem.systems.nezperce.battle.state import Battle, Fighter
from pbem.systems.nezperce.card import INDIAN
from pbem.systems.nezperce.data import card
from pbem.systems.nezperce.state.position import GONE, Campaign

STRATEGIC = "grammar/nezperce.words.toml"
BATTLE = "grammar/nezperce_battle.words.toml"
PLAN = "grammar/nezperce_plan.words.toml"
SET_UP = "grammar/nezperce_set_up.words.toml"
SAME = {
    "va": "virginia",
    "vol": "volunteers",
    "vols": "volunteers",
    "volunteer": "volunteers",
    "ft": "fort",
    "cav": "cavalry",
    "gat": "gatling",
    "how": "howitzer",
    "gats": "gatlings",
    "how'zer": "howitzer",
    "howzer": "howitzer",
    "how'r": "howitzer",
    "hows": "howitzers",
    "scts": "scouts",
    "jos": "joseph",
    "josef": "joseph",
    "oll": "ollokot",
    "ollikut": "ollokot",
    "ollicot": "ollokot",
    "wash": "washington",
    "cannons": "guns",
    "cannon": "gun",
}
IDLE = frozenset(("company", "co", "companies", "troop"))
IDLE_IN_BATTLE = IDLE | {"section", "platoon", "squad", "band", "detachment", "number"}
"""Words for a part of a strategic unit, which its number tells already."""


def prose(view: Campaign, side: str, *, in_block: bool) -> tuple[Gazetteer, Lexicon]:
    """The names and words for a line."""
    if not isinstance(view.battle, Battle):
        return _campaign(view, side), lexicon(STRATEGIC)
    if in_block:
        return _plan(view.battle, side), lexicon(PLAN)
    if view.battle.steps:
        return _set_up(view.battle, side), lexicon(SET_UP)
    return _battle(view.battle, side), lexicon(BATTLE)


def lexicons() -> tuple[Lexicon, ...]:
    """The words of the campaign, of its battles, of their plans and of their set-up."""
    return tuple(map(lexicon, (STRATEGIC, BATTLE, PLAN, SET_UP)))


def _campaign(view: Campaign, side: str) -> Gazetteer:
    things = []
    for one in view.units.values():
        if one.status != GONE and one.at:
            tags = {"volunteers"} if "Volunteers" in one.name else set()
            tags |= {"village"} if "Village" in one.name else set()
            tags |= {"warriors"} if (one.side == side) == (side == INDIAN) and "Village" not in one.name else set()
            tags |= {"regulars"} if side != INDIAN and not tags else set()
            arm = card(one.name).arm
            tags |= {"infantry"} if arm in ("infantry", "artillery") else {arm} & {"cavalry", "scouts"}
            tags |= set() if one.active or one.side != side else {"minor", "away"}
            spellings = (*card(one.name).aliases, *_militia(one.name))
            things.append(Thing(one.name, one.side == side, one.at, False, spellings, frozenset(tags)))
    sheet = data.strategic_map()
    taken = {one.name for one in things}
    places = {one.name: one.hexes[0] for one in sheet.places.values() if len(one.hexes) == 1 and one.name not in taken}
    places = {f"Fort {name}": at for name, at in places.items() if not name.startswith("Fort ")} | places
    named = with_nicknames(things, lexicon(STRATEGIC).names)
    return Gazetteer(named, SAME, IDLE, places, lambda text: text in sheet, step=sheet.next_to)


def _militia(name: str) -> tuple[str, ...]:
    """``the Walla Walla boys``, ``WW Vols``."""
    body, _, last = name.rpartition(" ")
    if last != "Volunteers" or not body:
        return ()
    initials = "".join(word[0] for word in body.split())
    return (
        f"Volunteers {body}",
        *(f"{body} {men}" for men in _MEN),
        *((f"{initials} Vols", f"{initials}V", initials) if len(initials) > 1 else ()),
        *(f"{word}{short}" for word in _shortened(body) for short in ("V", "Vols", " Vols", " Vol", "")),
    )


def _shortened(body: str) -> tuple[str, ...]:
    """``Wash`` and ``WallaW`` for Washington and Walla Walla."""
    first, *rest = body.split()
    return (f"{first}{rest[0][0]}", f"{first}{rest[0]}") if rest else (first[:4],)


_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_PARTS = ("companies", "bands", "units", "counters", "troops")
_MEN = ("boys", "fellows", "men", "lads", "militia", "people", "crowd", "outfit", "chaps", "contingent", "lot", "bunch")


def _battle(battle: Battle, side: str) -> Gazetteer:
    things = []
    for one in battle.units:
        if not one.gone:
            tags = {word for word, kinds in people.KINDS.items() if one.kind in kinds}
            spellings = [f"{one.name} gun"] if "gun" not in one.name.lower() else []
            spellings += _machine_guns(one, battle.units)
            alone = [
                other for other in battle.units if other.kind == one.kind and other.side == one.side and not other.gone
            ]
            if len(alone) == 1:
                spellings.append(" ".join(one.name.split()[1:]) or one.name)
            things.append(
                Thing(
                    one.name,
                    one.side == side,
                    one.at,
                    False,
                    (*spellings, *_numbered(one.name)),
                    frozenset(tags),
                    _short(one.name),
                )
            )
    return Gazetteer(tuple(things), SAME, IDLE_IN_BATTLE)


def _set_up(battle: Battle, side: str) -> Gazetteer:
    """The names while units are set up: strategic units too, which lead, and whose tactical ones are placed together."""
    found = _battle(battle, side)
    forces = []
    for force in battle.contact.forces(side):
        units = [one for one in battle.units if one.force == force.id and not one.gone]
        if units:
            forces.append(
                Thing(force.name, True, "", spellings=_of_force(force.name, units), tags=frozenset(("force",)))
            )
    return replace(found, things=(*forces, *found.things), same={**found.same, "hq": "headquarters"})


def _machine_guns(one: Fighter, units: Sequence[Fighter]) -> list[str]:
    """Words for the only Gatling gun of a side."""
    same = [other for other in units if other.kind == one.kind and other.side == one.side and not other.gone]
    return ["machine gun", "machinegun", "mg", "gat gun"] if one.kind == "gatling" and len(same) == 1 else []


def _numbered(name: str) -> tuple[str, ...]:
    """``first section of Perry's cavalry``, ``Perry's 1st cavalry``, ``Joseph's first band``."""
    words = name.split()
    if not words[-1].isdigit() or len(words) < 2:
        return ()
    *body, n = words
    if body[-1].lower() in people.KINDS:
        force, kind = body[:-1], body[-1]
        ways = ([n, *force, kind], [*force, n, kind], [n, kind, *force], [n, *force], [kind, n, *force])
    else:
        ways = ([n, *body], [*body, "braves", n], [n, "braves", *body], [n, *body, "braves"], [*body, n, "braves"])
    return tuple(" ".join(one) for one in ways if one)


def _short(name: str) -> tuple[str, ...]:
    """``Perry 1`` for Perry Cavalry 1."""
    words = name.split()
    if len(words) < 2 or not words[-1].isdigit():
        return ()
    initials = "".join(word[0] for word in words[:-1])
    short = (f"{words[0]} {words[-1]}",) if len(words) == 3 else (f"{words[0][0]} {words[-1]}",)
    return (*short, *((f"{initials} {words[-1]}",) if len(initials) > 1 else ()))


def _plan(battle: Battle, side: str) -> Gazetteer:
    things: dict[str, Thing] = {}
    for own in (True, False):
        units = [one for one in battle.units if (one.side == side) == own and not one.gone]
        for word, kinds in people.KINDS.items():
            if any(one.kind in kinds for one in units):
                ways = tuple(way for way, same in people.SAME.items() if same == word and not _is_one(way, word, units))
                n = sum(one.kind in kinds for one in units)
                ways += tuple(f"{count} {word}" for count, of in _COUNTS.items() if of == n)
                things.setdefault(f"{word} {own}", Thing(word, own, "plan", spellings=ways))
        kinds_named = {word.lower() for word in (*people.KINDS, *people.SAME)}
        for force in [one.name for one in battle.contact.forces(units[0].side)] if units else ():
            of_force = [one for one in units if one.name.startswith(f"{force} ")]
            if of_force:
                things.setdefault(f"{force} {own}", Thing(force, own, "plan", spellings=_of_force(force, of_force)))
        for one in units:
            alone = [other for other in units if other.kind == one.kind]
            last = " ".join(one.name.split()[1:]) if len(alone) == 1 and not one.name[-1].isdigit() else ""
            if last.lower() in kinds_named and not any(_is_one(last, word, units) for word in people.KINDS):
                last = ""  # the scouts are the scouts
            alone_of_kind = tuple(
                word[:-1] for word in people.KINDS if _is_one(word[:-1], word, units) and word[:-1] in last
            )
            alone_of_kind = (*alone_of_kind, *_machine_guns(one, battle.units))
            spellings = (*((last,) if last else ()), *alone_of_kind, *_numbered(one.name), *_only_of_kind(one, units))
            things.setdefault(
                f"{one.name} {own}", Thing(one.name, own, "plan", spellings=spellings, marks=_short(one.name))
            )
    ways = tuple(way for way, same in people.SAME.items() if same == ANY)
    things["any"] = Thing(ANY, False, "plan", spellings=(*ways, *_ANYBODY))
    foes = "braves" if side != INDIAN else "any"
    if foes == "braves":
        known = things.get("braves False")
        if known is not None:
            things["braves False"] = Thing("braves", False, "plan", spellings=(*known.spellings, *_INDIANS))
    return Gazetteer(tuple(things.values()), SAME, IDLE_IN_BATTLE)


_CALLED = {
    "cavalry": ("horsemen", "horse", "troopers", "riders", "mounted men", "mounted company", "saddles"),
    "infantry": ("foot", "foot soldiers", "footmen", "walkers", "doughboys"),
}
"""Names for the people of a kind beside the name of whom they serve: ``Whipple's horsemen``."""


def _of_force(force: str, units: Sequence[Fighter]) -> tuple[str, ...]:
    """``Perry's cavalry`` where Perry has no other units; ``Perry's men``."""
    kinds = sorted({word for one in units for word, kinds in people.KINDS.items() if one.kind in kinds})
    counts = [word for word, n in _COUNTS.items() if n == len(units)]
    ways = [*(kinds if len({one.kind for one in units}) == 1 else ()), *_MEN, *(_PARTS if len(units) > 1 else ())]
    ways += [same for word in kinds if word in ways for same in _CALLED.get(word, ())]
    ways += [f"{count} {word}" for count in counts for word in (*ways, *_PARTS) if len(units) > 1]
    ways += counts if len(units) > 1 else []
    return tuple(f"{force} {word}" for word in ways)


def _is_one(way: str, word: str, units: Sequence[Fighter]) -> bool:
    """True if a word in the singular is a unit's own, the only one of its kind: ``the howitzer``."""
    same = [one for one in units if one.kind in people.KINDS[word]]
    return word.lower() == f"{way.lower()}s" and len(same) == 1 and way.lower() in same[0].name.lower().split()


def _only_of_kind(one: Fighter, units: Sequence[Fighter]) -> tuple[str, ...]:
    """``Whipple's cavalry``: the one unit of its kind that a strategic unit has."""
    force = one.name.split()[0]
    same = [other for other in units if other.kind == one.kind and other.name.startswith(f"{force} ")]
    others = [other for other in units if other.kind != one.kind and other.name.startswith(f"{force} ")]
    if len(same) > 1 or not others:
        return ()
    words = [word for word, kinds in people.KINDS.items() if one.kind in kinds]
    words += ["company", "troop", "companies"] if one.kind in ("cavalry", "infantry") else []
    words += [same for word in words for same in _CALLED.get(word, ())]
    return tuple(f"{force} {word}" for word in words)


_INDIANS = ("indians", "hostiles", "br", "brv", "brvs", "bvs", "brav", "inds", "redskins", "nez perce", "enemy braves")
_ANYBODY = (
    *("anything else", "everything else", "whoever else", "whatever else", "whatever is left", "whoever is left"),
    *(
        "whatever remains",
        "whoever remains",
        "what is left",
        "anything left",
        "anyone left",
        "anybody left",
        "next best",
    ),
    *("whatever else is there", "any old target", "whatever there is", "what they can", "whatever they like"),
    "any other",
    "any others",
    "anyone else",
    "anybody else",
    "any one else",
    "whatevers",
    "whatever is",
    "whoevers",
    "en",
    "enm",
    "any en",
    "all what comes",
    "all that comes",
    "all who come",
    "everything that comes",
    "everything what comes",
    "anything what comes",
    "all enemies",
    "every enemy",
    "whatever shows itself",
    "anything that moves",
    "everything that moves",
    "whatever moves",
    "whoever comes",
    "whatever comes",
    "whoever",
    "whatever",
    "anyone who comes",
    "whoever gets",
    "anyone that comes",
    "anything",
    "anything they can see",
    "whatever they can see",
    "any target",
    "any other target",
    "anything in sight",
    "all comers",
)
