"""Lines that a player of Custer's Last Stand may have meant by one that could not be taken."""

from collections.abc import Iterator

from pbem.mechanisms.paths import hex_of
from pbem.mechanisms.repairs import Parts, RepairWords
from pbem.orders.dialect import Reading
from pbem.systems.custer.orders.naming import NAMING
from pbem.systems.custer.state.battle import Battle

VERB_OF = {
    **dict.fromkeys(("move", "moves", "march"), "move"),
    **dict.fromkeys(("attack", "attacks", "assault", "melee", "fight"), "attack"),
    **dict.fromkeys(("advance", "occupy"), "advance"),
    **{one: one for one in ("mount", "dismount", "stay", "enter", "exit")},
}


def _no_others(word: str, view: Battle) -> list[str]:
    """Names here are words and letters; none holds a number that may be wrong."""
    return []


def _composed(parts: Parts, reading: Reading) -> Iterator[str]:
    """The lines that the parts make: all units named together, then each alone."""
    groups = [parts.own, *([[one] for one in parts.own] if len(parts.own) > 1 else [])]
    for units in groups:
        if not units:
            continue
        for verb in (parts.verb,) if parts.verb else _verbs_for(parts, units, reading):
            yield from _lines_of(verb, " + ".join(units), parts, reading)


def _verbs_for(parts: Parts, units: list[str], reading: Reading) -> tuple[str, ...]:
    """Suggested verbs where no verb was said."""
    if parts.foes:
        return ("attack",)
    if parts.paths:
        return ("move", "attack") if hex_of(reading, units[0]) else ("enter",)
    return ("mount", "dismount", "exit", "stay") if not parts.edge else ("exit",)


def _lines_of(verb: str, who: str, parts: Parts, reading: Reading) -> Iterator[str]:
    match verb:
        case "move":
            yield from (f"{who} move {path}" for path in parts.paths)
        case "attack" | "advance" | "enter":
            ends = [*(path[-4:] for path in parts.paths), *(hex_of(reading, foe) for foe in parts.foes)]
            yield from (f"{who} {verb} {at}" for at in ends if at)
        case "exit":
            yield f"{who} exit {parts.edge}".strip()
        case _:
            yield f"{who} {verb}"


REPAIRS = RepairWords(
    verb_of=VERB_OF,
    hows=(),
    edges=("north", "south", "east", "west", "board"),
    grounds=(),
    links=("at", "to", "in", "edge", "with", "and", "+", "no"),
    others=("marker", "mounted", "dismounted"),
    roster=NAMING.roster,
    numbered=_no_others,
    composed=_composed,
)
