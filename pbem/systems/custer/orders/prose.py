"""Names that a side can use, for the reader of prose (`pbem.language`)."""

from pbem.language.gazetteer import Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.orders.dialect import Reading
from pbem.systems.custer.orders.naming import NAMING, WORDING
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit

WORDS = "grammar/custer.words.toml"


def gazetteer(view: Battle, side: str, phase: str) -> Gazetteer:
    """The counters on the board and those of one's own that are still to come; everybody are those whom the marker calls."""
    own = [one.name for one in view.of(side)]
    may_act = NAMING.may_act(own, Reading(view, side, phase))
    things = [
        _thing(one, side, is_called=one.side != side or one.name in may_act)
        for one in view.units.values()
        if one.at or one.side == side
    ]
    board = view.sheet.map
    return Gazetteer(
        with_nicknames(things, words().names), WORDING.same, frozenset(WORDING.idle), {}, lambda text: text in board
    )


def _thing(one: Unit, side: str, *, is_called: bool) -> Thing:
    marks: tuple[str, ...] = ()
    spellings = list(one.face.aliases)
    tags = {one.face.kind.id, one.mode}
    if one.name.startswith("Co. "):
        letter = one.name[4:]
        marks, tags = (letter,), tags | {"company"}
        spellings += [f"{letter} 7", f"7 cavalry {letter}"]
    if one.face.kind.id == "village" or not is_called:
        tags.add("minor")
    if not is_called:
        tags.add("away")
    return Thing(one.name, one.side == side, one.at, one.is_leader, tuple(spellings), frozenset(tags), marks)


def words() -> Lexicon:
    """The words of the game."""
    return lexicon(WORDS)
