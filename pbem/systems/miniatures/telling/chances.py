"""The dice of the table-top: each fire by the figures that it could have hit, each pair of a melee by who could have fallen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb

from pbem.core.event import ActBegan, ActEnded, Event
from pbem.core.sequence import parse
from pbem.core.umpire import Roll
from pbem.mechanisms.chances import Chance, Chances, Outcomes, Spread, summed
from pbem.mechanisms.words import Lines, joined, prose, rows_in_columns, span
from pbem.reports.letter_style import translate
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.geometry import inches
from pbem.systems.miniatures.rules.fighting import KILLED, result
from pbem.systems.miniatures.rules.forecast import walked
from pbem.systems.miniatures.rules.operations import in_words
from pbem.systems.miniatures.rules.turn import count
from pbem.systems.miniatures.state.events import (
    APPLY,
    ChargeBegan,
    ChargeEnded,
    MeleeFought,
    MoraleChecked,
    PairFought,
    PointSpent,
    UnitDisordered,
    UnitFired,
    UnitLeft,
    UnitLoaded,
    UnitMoved,
    UnitRallied,
    lost,
)
from pbem.systems.miniatures.state.tabletop import Award, Tabletop

# The winning of a battle on the table: what scores for whom, what ends it, what the points come to (MR-7.13).

COLUMNS = (10, 5)


def lines(table: Tabletop) -> Lines:
    """The awards by side, the end of the battle, and the levels of victory."""
    card = table.scenario
    breaks = [
        translate("the {side} side has lost {n} figures", side=CARD.side(one).name, n=card.breaks_at[one])
        for one in card.sides
    ]
    shown = prose(
        translate(
            "The battle ends after turn {turn}, or with the turn in which {breaks}.  A figure is lost that is killed or "
            "has left the table.  At the end these score:",
            turn=card.turns,
            breaks=joined(breaks, translate("or")),
        )
    )
    for side in card.sides:
        for n, award in enumerate(one for one in card.awards if one.side == side):
            name = "" if n else CARD.side(side).name
            shown += rows_in_columns([(name, f"{award.points:+d}", _what(table, award))], COLUMNS)
    shown += ["", *prose(translate("American points less Indian points:"))]
    above: int | None = None
    for level in card.levels:
        shown += rows_in_columns([("", span(level.least, above), level.result)], (0, 15))
        above = level.least
    return shown


def counted(table: Tabletop) -> Iterator[str]:
    """The points of each side, with their reasons, a sentence a side: ``American: 16 x 1 for each enemy figure killed.``"""
    for side in table.scenario.sides:
        parts = [
            f"{number} x {award.points} {translate('for')} {_what(table, award)}"
            for award in table.scenario.awards
            if award.side == side and (number := count(table, award))
        ]
        if parts:
            yield f"{CARD.side(side).name}: {'; '.join(parts)}."


def _what(table: Tabletop, award: Award) -> str:
    """The reason of an award, in words."""
    enemy = table.scenario.enemy(award.side)
    match award.kind:
        case "killed":
            return translate("each enemy figure killed")
        case "officers killed":
            return translate("each enemy officer or leader killed")
        case "units beyond":
            way = translate("east") if award.what == "x" else translate("north")
            return translate("each unit in good order at {n} inches {way} or beyond", n=inches(award.at), way=way)
        case "units in":
            return translate("each unit in good order in {ground}", ground=award.what.replace("_", " "))
        case "guns taken":
            return translate("each gun taken")
    return translate("the enemy having lost {n} figures or more", n=table.scenario.breaks_at[enemy])


REFUSES = "it refuses"
"""The end of a charge that never begins."""


def outcome(act: Sequence[Event], later: Sequence[Event]) -> tuple[str, ...]:
    """The sentences for an act: how far, whom it hit and what became of them, how its charge went."""
    rest = list(_of_no_act(later))
    names = [event.unit for event in act if isinstance(event, PointSpent)]
    name = names[0] if names else ""
    found = [*_moves(act, name), *_fire(act, rest, name), *_charge(act, rest, name), *_rallies(act)]
    return tuple([*found, *_failures(act)] or _loads(act) or _done(act))


def _of_no_act(events: Sequence[Event]) -> Iterator[Event]:
    """The events that belong to no other order."""
    inside = False
    for event in events:
        inside = inside or isinstance(event, ActBegan)
        if not inside:
            yield event
        inside = inside and not isinstance(event, ActEnded)


def _moves(act: Sequence[Event], name: str) -> Iterator[str]:
    way = sum(walked(event.path) for event in act if isinstance(event, UnitMoved) and event.how == "move")
    if way:
        yield f"{name} moves {inches(way)} inches"


def _fire(act: Sequence[Event], rest: Sequence[Event], name: str) -> Iterator[str]:
    shots = [event for event in act if isinstance(event, UnitFired)]
    charged = {event.target for event in act if isinstance(event, ChargeBegan)}
    for target in dict.fromkeys(event.target for event in shots):
        hits = sum(event.hits for event in shots if event.target == target)
        number = "no hits" if not hits else "1 hit" if hits == 1 else f"{hits} hits"
        fate = _fate(rest, target) if hits and target not in charged else ""
        yield f"{number} on {target}{fate and f', which {fate}'}"


def _fate(rest: Sequence[Event], name: str) -> str:
    """The fate of a unit that was fired at or charged."""
    of = [event for event in rest if getattr(event, "unit", "") == name]
    if any(isinstance(event, UnitLeft) for event in of):
        return "leaves the table"
    if any(isinstance(event, UnitMoved) and event.how == "flight" for event in of):
        return "flees"
    if any(isinstance(event, UnitDisordered) for event in of):
        return "falls into disorder"
    return "stands" if any(isinstance(event, MoraleChecked) for event in of) else "is gone"


def _charge(act: Sequence[Event], rest: Sequence[Event], name: str) -> Iterator[str]:
    target = next((event.target for event in act if isinstance(event, ChargeBegan) and event.charge), "")
    if not target:
        return
    own = [*act, *rest]
    fired = [event for event in rest if isinstance(event, UnitFired) and event.target == name]
    hits = f" under fire ({sum(event.hits for event in fired)} hit)" if any(event.hits for event in fired) else ""
    ended = next((event.why for event in own if isinstance(event, ChargeEnded) and event.unit == name), "")
    fought = next((event for event in rest if isinstance(event, MeleeFought) and event.attacker == name), None)
    if fought is not None:
        result = "draws" if not fought.loser else "loses" if fought.loser == name else "wins"
        yield f"{name} charges {fought.defender}{hits} and {result} the melee"
    elif ended == REFUSES:
        yield f"{name} refuses to charge"
    elif (fate := _fate(rest, target)) not in ("stands", "is gone"):
        yield f"{target} {fate} before {name}"
    else:
        yield f"the charge of {name}{hits} comes to nothing{ended and f': {ended}'}"


def _rallies(act: Sequence[Event]) -> Iterator[str]:
    if any(isinstance(event, UnitRallied) for event in act):
        yield "rallied"
    elif any(isinstance(event, MoraleChecked) and event.why == "to rally" for event in act):
        yield "not rallied"


def _loads(act: Sequence[Event]) -> list[str]:
    steps = [event for event in act if isinstance(event, UnitLoaded)]
    if not steps:
        return []
    last = steps[-1]
    return ["loaded" if last.progress >= last.needed else f"{last.progress} of {last.needed} points of loading done"]


def _failures(act: Sequence[Event]) -> list[str]:
    """The operations that were not possible, each thing once; a unit that is loaded needs no loading."""
    failed = [event for event in act if isinstance(event, PointSpent) and event.why and event.what != "load"]
    return list(dict.fromkeys(f"no {event.what}: {in_words(event.why)}" for event in failed))


def _done(act: Sequence[Event]) -> list[str]:
    return ["done"] if any(isinstance(event, PointSpent) and not event.why for event in act) else []


FACES = 10
"""All dice of the game have ten."""


class TableChances:
    """`mechanisms.chances.Chances` of a table."""

    unit = "figures"

    def of(self, state: Tabletop, phase: str, event: Event) -> Chance | None:
        """Fire that can hit, or a pair of a melee."""
        match event:
            case UnitFired() if event.rolls:
                side = next(one.side for one in state.scenario.units if one.name == event.unit)
                spread = summed([_hits(roll, number) for roll, number in event.rolls])
                return Chance("fire", side, f"{event.unit} fires at {event.target}", event.hits, spread)
            case PairFought():
                return _pair(CARD.side(parse(phase).side).id, event)
        return None

    def lost(self, before: Tabletop, events: Sequence[Event]) -> Mapping[str, int]:
        """Figures killed or gone from the table, by side."""
        after = before.copy()
        for event in events:
            APPLY(after, event)
        return {side: lost(after, side) - lost(before, side) for side in before.scenario.sides}

    def outcome(self, act: Sequence[Event], later: Sequence[Event]) -> tuple[str, ...]:
        """See `mechanisms.chances.Outcomes`."""
        return outcome(act, later)


def _hits(roll: Roll, number: int) -> Spread:
    """The distribution of hits of some dice: each does if it shows the number or less."""
    dice = int(roll.dice.partition("d")[0])
    return {hit: comb(dice, hit) * number**hit * (FACES - number) ** (dice - hit) for hit in range(dice + 1)}


def _pair(side: str, event: PairFought) -> Chance:
    """A pair of a melee, whose attackers are of the side whose phase it is: a figure of one side or the other, or nobody."""
    attack, defence = (roll.total - roll.natural for roll in (event.attack, event.defence))
    found = product(range(1, FACES + 1), repeat=2)
    spread = Counter(_worth(*result(mine + attack, theirs + defence)) for mine, theirs in found)
    what = f"melee of {_name(event.attack)} and {_name(event.defence)}"
    return Chance("melee", side, what, _worth(event.result, event.loser), spread)


def _worth(what: str, who: str) -> int:
    return 0 if what != KILLED else 1 if who == "defender" else -1


def _name(roll: Roll) -> str:
    """The unit of a roll that is labelled ``T03.AM.A melee Wolf #2``."""
    return roll.label.partition(" melee ")[2].rpartition(" #")[0]


CHANCES = TableChances()
_CHANCES: Chances = CHANCES
_OUTCOMES: Outcomes = CHANCES
