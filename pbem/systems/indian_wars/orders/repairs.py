"""Lines that a player of the series may have meant by one that could not be taken: its words, and the lines they make."""

from collections.abc import Iterator

from pbem.mechanisms.paths import hex_of
from pbem.mechanisms.repairs import Mending, Parts
from pbem.orders.dialect import Reading
from pbem.systems.indian_wars.orders.naming import roster
from pbem.systems.indian_wars.state.field import Field

VERB_OF = {
    **dict.fromkeys(("move", "moves", "march", "ride"), "move"),
    **dict.fromkeys(("fire", "fires", "shoot"), "fire"),
    **dict.fromkeys(("melee", "attack", "assault"), "melee"),
    **dict.fromkeys(("attach", "join"), "attach"),
    **{
        one: one
        for one in ("rally", "recover", "mount", "dismount", "prone", "stay", "rout", "exit", "charge", "crawl")
    },
    **{one: one for one in ("resupply", "enter")},
}
ALONE = ("rally", "recover", "mount", "dismount", "prone", "stay", "resupply")


def _companies(word: str, view: Field) -> list[str]:
    """Companies with the letter of a word such as ``C/33``, of either side: an order may name them as its target."""
    letter, slash, _ = word.lower().partition("/")
    if not slash:
        return []
    found = [unit.name.split()[0] for unit in view.units.values() if "/" in unit.name and not unit.is_holder]
    return [one for one in found if one.lower().startswith(f"{letter}/")]


def _composed(parts: Parts, reading: Reading) -> Iterator[str]:
    """The lines that the parts make, in the usual sequence of words."""
    for unit in parts.own:
        others = [one for one in parts.own if one != unit]
        verbs = (parts.verb,) if parts.verb else _verbs_for(parts, others, reading)
        for verb in verbs:
            yield from _lines_of(verb, unit, others, parts, reading)


def _verbs_for(parts: Parts, others: list[str], reading: Reading) -> tuple[str, ...]:
    """What may have been meant where no verb was said."""
    match reading.phase:
        case "A":
            return ("attach",) if others else ("rally", "resupply")
        case "B" | "D" | "E":
            return ("fire",)
        case "F":
            return ("melee",)
        case _ if parts.paths:
            return ("move", "charge")
        case _ if parts.edge or parts.ground or others:
            return ("rout", "exit")
        case _:
            return ("recover", "dismount", "mount", "prone")


def _lines_of(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    match verb:
        case "fire":
            hows = (parts.how,) if parts.how else ("half",) if reading.phase == "E" else ("full", "half", "long")
            yield from (f"{unit} fire {how} at {foe}" for foe in parts.foes for how in hows)
        case "melee" | "charge" | "crawl":
            ends = [*(path[-4:] for path in parts.paths), *(hex_of(reading, foe) for foe in parts.foes)]
            yield from (f"{unit} {verb} {at}" for at in ends if at)
        case "move":
            # ``from 2608 to 2707``: a hex alone is where it goes, two are its way.
            yield from [f"{unit} move {'-'.join(parts.paths)}"] if len(parts.paths) > 1 else []
            yield from (f"{unit} move {path}" for path in parts.paths)
        case "attach":
            yield from (f"{unit} attach to {one}" for one in others)
        case "rout":
            goals = [f"{parts.edge} edge"] if parts.edge else [parts.ground] if parts.ground else []
            yield from (f"{unit} rout to {goal}" for goal in (*goals, *others, *(path[-4:] for path in parts.paths)))
        case "exit":
            yield f"{unit} exit {parts.edge}".strip()
        case "enter":
            yield from (f"{unit} enter {path[:4]} mounted" for path in parts.paths)
        case _ if verb in ALONE:
            yield f"{unit} {verb}"


MENDING = Mending(
    verb_of=VERB_OF,
    hows=("full", "half", "long"),
    edges=("north", "south", "east", "west"),
    grounds=("woods", "rocks"),
    links=("at", "to", "edge", "with", "else", "from", "via"),
    others=("mounted", "weakest", "strongest"),
    roster=roster,
    numbered=_companies,
    composed=_composed,
)
