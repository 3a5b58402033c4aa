"""Names that a side can use, for the reader of prose (`pbem.language`)."""

from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.systems.miniatures.orders import names
from pbem.systems.miniatures.state.tabletop import Tabletop

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
                        frozenset(arms.get(unit.name, ())),
                    )
                )
            for leader in table.scenario.leaders:
                if leader.side == one:
                    things.append(Thing(leader.name, own, "table", True, tags=frozenset(("leader", "minor"))))
    places = {one.id: one.id for one in table.scenario.terrain}
    words = lexicon(WORDS)
    return Gazetteer(with_nicknames(things, words.names), SAME, frozenset(), places, lambda text: False), words
