"""Names that a side can use, for the reader of prose (`pbem.language`)."""

from collections.abc import Sequence

from pbem.language.gazetteer import ORDINALS, Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.systems.miniatures.orders import names
from pbem.systems.miniatures.state.tabletop import LIMBERED, UNLIMBERED, Tabletop

WORDS = "grammar/miniatures.words.toml"
SAME = {
    "co": "company",
    "coy": "company",
    "cos": "company",
    "sub": "sub",
    "bn": "battalion",
    "btn": "battalion",
    "lite": "light",
}


_LIMBERED = {LIMBERED: ("limbered",), UNLIMBERED: ("unlimbered",)}


def prose(table: Tabletop, side: str) -> tuple[Gazetteer, Lexicon]:
    """The names and words for a line."""
    things = []
    for own in (True, False):
        sides = [one for one in dict.fromkeys(unit.side for unit in table.scenario.units) if (one == side) == own]
        for one in sides:
            ways: dict[str, list[str]] = {}
            for way, name in names.of_side(table, one).items():
                ways.setdefault(name, []).append(way)
            arms: dict[str, set[str]] = {}
            for arm, some in names.arms(table, one).items():
                for name in some:
                    arms.setdefault(name, set()).add(arm or "any")
            for unit in table.of(one):
                bare = unit.name.replace("'s", "").split()[0]
                more = (bare,) if not any(c.isdigit() for c in unit.name) and len(bare) > 3 else ()
                things.append(
                    Thing(
                        unit.name,
                        own,
                        "table",
                        False,
                        (*ways.get(unit.name, ()), *more),
                        frozenset((*arms.get(unit.name, ()), *_LIMBERED.get(unit.formation, ()))),
                    )
                )
            for leader in table.scenario.leaders:
                if leader.side == one:
                    things.append(Thing(leader.name, own, "table", True, tags=frozenset(("leader", "minor"))))
    words = lexicon(WORDS)
    named = with_nicknames(things, words.names)
    roads = frozenset(one.id for one in table.scenario.terrain if one.type == "road")
    found = Gazetteer(named, SAME, frozenset(), _ground(table), lambda text: False, _kinds(things), roads)
    return found, words


def _ground(table: Tabletop) -> dict[str, str]:
    """Pieces of ground by their names, the words of these the other way round, and their kinds where there is one alone."""
    pieces = [(one.id, one.type.replace("_", " ")) for one in table.scenario.terrain]
    found = {name: name for name, _ in pieces}
    ways: dict[str, set[str]] = {}
    for name, kind in pieces:
        words = name.split("-")
        bare = [word for word in words if word not in COMPASS]
        far = [word for word in words if word in COMPASS]
        nouns = {" ".join(bare), kind, *KINDS_OF_GROUND.get(kind, ())}
        nouns |= {noun.removesuffix("s") for noun in nouns}
        for noun in sorted(nouns):
            ways.setdefault(noun, set()).add(name)
            for side in far:
                for way in (f"{side} {noun}", f"{side}ern {noun}", f"{noun} {side}"):
                    ways.setdefault(way, set()).add(name)
    return {**{way: next(iter(some)) for way, some in ways.items() if len(some) == 1}, **found}


COMPASS = frozenset(("north", "south", "east", "west"))
KINDS_OF_GROUND = {
    "stream": ("creek", "brook", "stream"),
    "river": ("river", "water"),
    "open woods": ("wood", "woods", "forest", "trees"),
    "fallen timber": ("timber", "fallen trees", "windfall", "fallen timbers"),
    "steep slope": ("slope", "bluff", "hill"),
    "road": ("road", "track", "trail", "path"),
}


_NOUNS = ("units", "companies", "battalions", "men", "boys", "corps", "detachments", "bodies", "outfits", "lads")


def _kinds(things: Sequence[Thing]) -> dict[str, tuple[str, ...]]:
    """Units whose names differ by a number alone, by what these have in common: ``the Sub-Legions``, ``rifle units``."""
    found: dict[str, list[str]] = {}
    for one in things:
        words = one.name.replace("-", " ").split()
        body = [word for word in words if not word.isdigit() and word.lower() not in ORDINALS]
        if not one.is_leader and len(body) < len(words):
            stem = " ".join(body)
            plural = stem[:-1] + "ies" if stem.endswith("y") else stem.removesuffix("s") + "s"
            short = "".join(word[0] for word in body) + "s"
            more = [f"{stem.removesuffix('s')} {noun}" for noun in _NOUNS]
            for way in {
                plural,
                stem,
                plural.replace(" ", ""),
                stem.replace(" ", ""),
                *more,
                *((short,) if len(body) > 1 else ()),
                *((f"{stem[:-1]}ians",) if stem.endswith("y") else ()),  # the Kentuckians
            }:
                found.setdefault(way, []).append(one.name)
    return {way: tuple(names) for way, names in found.items() if len(names) > 1}
