"""Names that a side can use, for the reader of prose (`pbem.language`): on the campaign map, in a battle, in the plan of
one."""

from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.systems.nezperce.battle.plan import people
from pbem.systems.nezperce.battle.plan.records import ANY
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.card import INDIAN
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import card
from pbem.systems.nezperce.state.position import GONE, Campaign

STRATEGIC = "grammar/nezperce.words.toml"
BATTLE = "grammar/nezperce_battle.words.toml"
PLAN = "grammar/nezperce_plan.words.toml"
SAME = {
    "va": "virginia",
    "vol": "volunteers",
    "vols": "volunteers",
    "volunteer": "volunteers",
    "ft": "fort",
    "cav": "cavalry",
}
IDLE = frozenset(("company", "co", "companies", "troop"))


def prose(view: Campaign, side: str, *, in_block: bool) -> tuple[Gazetteer, Lexicon]:
    """The names and words for a line."""
    if not isinstance(view.battle, Battle):
        return _campaign(view, side), lexicon(STRATEGIC)
    if in_block:
        return _plan(view.battle, side), lexicon(PLAN)
    return _battle(view.battle, side), lexicon(BATTLE)


def lexicons() -> tuple[Lexicon, ...]:
    """The words of the campaign, of its battles and of their plans."""
    return tuple(map(lexicon, (STRATEGIC, BATTLE, PLAN)))


def _campaign(view: Campaign, side: str) -> Gazetteer:
    things = []
    for one in view.units.values():
        if one.status != GONE and one.at:
            tags = {"volunteers"} if "Volunteers" in one.name else set()
            tags |= {"village"} if "Village" in one.name else set()
            tags |= set() if one.active or one.side != side else {"minor"}
            things.append(
                Thing(one.name, one.side == side, one.at, False, tuple(card(one.name).aliases), frozenset(tags))
            )
    sheet = data.strategic_map()
    taken = {one.name for one in things}
    places = {one.name: one.hexes[0] for one in sheet.places.values() if len(one.hexes) == 1 and one.name not in taken}
    return Gazetteer(with_nicknames(things, lexicon(STRATEGIC).names), SAME, IDLE, places, lambda text: text in sheet)


def _battle(battle: Battle, side: str) -> Gazetteer:
    things = []
    for one in battle.units:
        if not one.gone:
            tags = {word for word, kinds in people.KINDS.items() if one.kind in kinds}
            spellings = [f"{one.name} gun"] if "gun" not in one.name.lower() else []
            alone = [
                other for other in battle.units if other.kind == one.kind and other.side == one.side and not other.gone
            ]
            if len(alone) == 1:
                spellings.append(" ".join(one.name.split()[1:]) or one.name)
            things.append(
                Thing(one.name, one.side == side, one.at, False, tuple(spellings), frozenset(tags), _short(one.name))
            )
    return Gazetteer(tuple(things), SAME, IDLE)


def _short(name: str) -> tuple[str, ...]:
    """``Perry 1`` for Perry Cavalry 1."""
    words = name.split()
    return (f"{words[0]} {words[-1]}",) if len(words) == 3 and words[-1].isdigit() else ()


def _plan(battle: Battle, side: str) -> Gazetteer:
    things: dict[str, Thing] = {}
    for own in (True, False):
        units = [one for one in battle.units if (one.side == side) == own and not one.gone]
        for word, kinds in people.KINDS.items():
            if any(one.kind in kinds for one in units):
                ways = tuple(way for way, same in people.SAME.items() if same == word)
                things.setdefault(f"{word} {own}", Thing(word, own, "plan", spellings=ways))
        for one in units:
            force = battle.contact.force(one.force).name if hasattr(battle.contact, "force") else one.name.split()[0]
            things.setdefault(f"{force} {own}", Thing(force, own, "plan"))
            alone = [other for other in units if other.kind == one.kind]
            last = (" ".join(one.name.split()[1:]),) if len(alone) == 1 and not one.name[-1].isdigit() else ()
            things.setdefault(f"{one.name} {own}", Thing(one.name, own, "plan", spellings=last, marks=_short(one.name)))
    ways = tuple(way for way, same in people.SAME.items() if same == ANY)
    things["any"] = Thing(ANY, False, "plan", spellings=(*ways, *_ANYBODY))
    foes = "braves" if side != INDIAN else "any"
    if foes == "braves":
        known = things.get("braves False")
        if known is not None:
            things["braves False"] = Thing("braves", False, "plan", spellings=(*known.spellings, "indians", "hostiles"))
    return Gazetteer(tuple(things.values()), SAME, IDLE)


_ANYBODY = (
    "anything",
    "anything they can see",
    "whatever they can see",
    "any target",
    "any other target",
    "anything in sight",
    "all comers",
)
