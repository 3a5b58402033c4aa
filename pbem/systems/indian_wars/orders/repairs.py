"""Lines that a player of the series may have meant by one that could not be taken: its words, and the lines they make."""

from collections.abc import Iterator

from pbem.mechanisms.repairs import Parts, RepairWords
from pbem.orders.dialect import Reading
from pbem.systems.indian_wars.orders.naming import roster
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import Title


def _companies(word: str, view: Battlefield) -> list[str]:
    """Companies with the letter of a word such as ``C/33``, of either side: an order may name them as its target."""
    letter, slash, _ = word.lower().partition("/")
    if not slash:
        return []
    found = [unit.name.split()[0] for unit in view.units.values() if "/" in unit.name and not unit.is_holder]
    return [one for one in found if one.lower().startswith(f"{letter}/")]


def _verbs_for(parts: Parts, others: list[str], reading: Reading) -> tuple[str, ...]:
    """Suggested verbs where no verb was said."""
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


def repair_words_of(title: Title) -> RepairWords:
    """The words of a title, for correcting lines."""
    makers = {stem: verb.repaired for verb in title.orders for stem in verb.repairs.values()}

    def lines(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
        made = makers.get(verb)
        return made(verb, unit, others, parts, reading) if made is not None else iter(())

    def composed(parts: Parts, reading: Reading) -> Iterator[str]:
        """The lines that the parts make, in the usual sequence of words."""
        for unit in parts.own:
            others = [one for one in parts.own if one != unit]
            for verb in (parts.verb,) if parts.verb else _verbs_for(parts, others, reading):
                yield from lines(verb, unit, others, parts, reading)

    return RepairWords(
        verb_of={word: stem for verb in title.orders for word, stem in verb.repairs.items()},
        hows=("full", "half", "long"),
        edges=("north", "south", "east", "west"),
        grounds=("woods", "rocks"),
        links=("at", "to", "edge", "with", "else", "from", "via"),
        others=("mounted", "weakest", "strongest"),
        roster=roster,
        numbered=_companies,
        composed=composed,
    )
