"""The story of a battle that is over, in a page: losses turn by turn, turning points, the dice of both sides."""

from collections import Counter
from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from pbem.core.event import Event
from pbem.mechanisms.chances import Chance, Chances
from pbem.mechanisms.words import Lines, prose, rows_in_columns, span
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.systems.custer.card import INDIAN, SIDE_NAMES, US, parts
from pbem.systems.custer.rules.occupation import losses_for
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.events import CombatResolved, LossTaken, PointsScored

TURNING_POINTS = 5
LABEL = 14
SIDES = (US, INDIAN)


def story(last: Battle, events: Sequence[tuple[str, Event]]) -> tuple[str, ...]:
    """The page: `told` are all events of the battle, each with the full id of its phase; `last` is how it stands at the end."""
    return tuple(_page(last, events))


def _page(last: Battle, events: Sequence[tuple[str, Event]]) -> Iterator[str]:
    lost = Count[tuple[str, int]]()
    points = Count[tuple[str, str]]()
    why: dict[str, list[str]] = {}
    dice: dict[str, list[int]] = {side: [] for side in SIDES}
    combats = won = 0
    for phase, event in events:
        turn, side, _ = parts(phase)
        match event:
            case LossTaken(name, became):
                lost[last.sheet.roster[name].side, turn] += 1
                why.setdefault(phase, []).append(f"{name} {became}")
            case PointsScored(scorer, number):
                points[phase, scorer] += number
            case CombatResolved():
                combats += 1
                won += event.winner == "attacker"
                dice[side].append(event.attack_roll.natural)
                dice[last.enemy_of(side)].append(event.defence_roll.natural)
            case _:
                pass
    turns = range(1, last.turn + 1)
    yield f"{'Lost in turn':<{LABEL}}" + "".join(f"{turn:>4}" for turn in turns) + f"{'all':>7}"
    for side in SIDES:
        cells = "".join(f"{lost[side, turn] or '.':>4}" for turn in turns)
        yield f"{SIDE_NAMES[side]:<{LABEL}}{cells}{sum(lost[side, turn] for turn in turns):>7}"
    yield f"{'Combats':<{LABEL}}{combats}, of which the attacker won {won}"
    for side in SIDES:
        if dice[side]:
            average = Fraction(sum(dice[side]) * 10, len(dice[side]))
            yield f"{SIDE_NAMES[side] + ' dice':<{LABEL}}{len(dice[side])} rolls, {_tenths(average)} on average"
    yield from _turning_points(points, why)


def _tenths(value: Fraction) -> str:
    rounded = int(value + Fraction(1, 2))
    return f"{rounded // 10}.{rounded % 10}"


def _turning_points(points: Count[tuple[str, str]], why: dict[str, list[str]]) -> Iterator[str]:
    phases = list(dict.fromkeys(phase for phase, _ in points))
    most = sorted(phases, key=lambda phase: -sum(points[phase, side] for side in SIDES))[:TURNING_POINTS]
    if not most:
        return
    yield ""
    yield "Where most points were scored:"
    for phase in sorted(most, key=phases.index):
        turn, side, _ = parts(phase)
        gains = ", ".join(f"{SIDE_NAMES[one]} +{points[phase, one]}" for one in SIDES if points[phase, one])
        head = f"T{turn:<3}{SIDE_NAMES[side] + ' marker':<{LABEL + 2}}"
        text = ", ".join(why.get(phase, ())) or "left the board"
        yield from wrap(f"{gains}: {text}", WIDTH, first=head, rest=" " * len(head))


# The winning of a battle: what scores for whom, when it ends, what the points come to (CL-14.3).

COLUMNS = (10, 6)


def lines(battle: Battle) -> Lines:
    """The awards by side, the end of the battle, and the levels of victory."""
    card = battle.sheet.scenario
    shown = prose(translate("The battle ends after turn {turn}.  These score:", turn=card.turns))
    for side, name in SIDE_NAMES.items():
        for n, one in enumerate(one for one in card.awards if one.side == side):
            most = translate(" (at most {n})", n=one.most) if one.most else ""
            shown += rows_in_columns([("" if n else name, f"{one.points:+d}", f"{one.per}{most}")], COLUMNS)
    shown += ["", *prose(translate("US points less Indian points:"))]
    above: int | None = None
    for level in card.levels:
        least = None if level is card.levels[-1] else level.least
        result = f"{SIDE_NAMES.get(level.winner, '')} {level.level}".strip()
        shown += rows_in_columns([("", span(least, above), result)], (0, 16))
        above = level.least
    return shown


# The dice of a battle: each combat by the losses of both sides, over every pair of rolls.


class BattleChances:
    """`mechanisms.chances.Chances` of a battle."""

    unit = "steps"

    def of(self, state: Battle, phase: str, event: Event) -> Chance | None:
        """A combat."""
        if not isinstance(event, CombatResolved):
            return None
        sides = int(event.attack_roll.dice.rpartition("d")[2])
        pairs = product(range(1, sides + 1), repeat=2)
        spread = Counter(_worth(state, event.difference + attack - defence) for attack, defence in pairs)
        return Chance("combat", parts(phase)[1], f"attack on {event.target}", _worth(state, event.margin), spread)

    def lost(self, before: Battle, events: Sequence[Event]) -> Mapping[str, int]:
        """Steps lost, by side."""
        losses = (event for event in events if isinstance(event, LossTaken))
        return Counter(before.sheet.roster[event.unit].side for event in losses)


def _worth(state: Battle, margin: int) -> int:
    """Losses of the defender less those of the attacker."""
    return losses_for(state, margin) if margin > 0 else -losses_for(state, -margin)


CHANCES = BattleChances()
_CHANCES: Chances = CHANCES
