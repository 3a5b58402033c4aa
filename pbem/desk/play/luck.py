"""The luck of a game that is over: each fire and melee against what its dice could have brought, and the phases that
decided it played again with other dice and the same orders.

Everything comes from the game's records, so everybody who has them gets the same account.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.cache import trial_cache
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.desk.desk import Title
from pbem.desk.record.from_records import Followed, PlayedPhase, play_phase, silent
from pbem.mechanisms.chances import Chance, Chances, percentile, summed
from pbem.reports.letter_style import translate, translated
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap

REPLAYS = 1_000
DECISIVE = 3
LUCKIEST = 5
PLOT_ROWS = 9
PLOT_WIDTH = 64


@dataclass(frozen=True)
class Thrown:
    """The dice result of a fire or a melee: its phase and its description."""

    phase: str
    chance: Chance

    def swing(self, side: str) -> Fraction:
        """The difference between a side's result and the average."""
        found = self.chance.worth - self.chance.expected
        return found if self.chance.side == side else -found


@dataclass(frozen=True)
class DecisivePhase:
    """A decisive phase and its replays: its result for the first side, and the percentage of replays that were worse."""

    phase: str
    swing: Fraction
    found: int
    least: int
    middle: int
    most: int
    percent: int


def throws(title: Title, state: Any, events: Sequence[tuple[str, Event]]) -> list[Thrown]:
    """All fires and melees among a game's events, each event with the full id of its phase."""
    chances: Chances | None = getattr(title, "chances", None)
    if chances is None:
        return []
    found = ((phase, chances.of(state, phase, event)) for phase, event in events)
    return [Thrown(phase, chance) for phase, chance in found if chance is not None]


def of_game(title: Title, followed: Followed) -> list[Thrown]:
    """The same, from a game's records."""
    return throws(title, followed.now, [(one.phase, event) for one in followed.phases for event in one.events])


def percent_for(side: str, thrown: Sequence[Thrown]) -> int:
    """The percentage of outcomes of the same fires and melees that would have been worse for a side."""
    spreads = [_for(side, one.chance) for one in thrown]
    return percentile(sum(_worth(side, one.chance) for one in thrown), summed(spreads))


def _worth(side: str, chance: Chance) -> int:
    return chance.worth if chance.side == side else -chance.worth


def _for(side: str, chance: Chance) -> dict[int, int]:
    sign = 1 if chance.side == side else -1
    return {sign * worth: ways for worth, ways in chance.spread.items()}


# The lines of the last letter


def in_short(title: Title, state: Any, events: Sequence[tuple[str, Event]], side: str) -> tuple[str, ...]:
    """Three sentences for the last letter of a side: its dice, the results of fire and melee, the luckiest roll."""
    thrown = throws(title, state, events)
    if not thrown:
        return ()
    kinds = []
    for kind, own in dict.fromkeys((one.chance.kind, one.chance.side) for one in thrown):
        of_kind = [one.chance for one in thrown if (one.chance.kind, one.chance.side) == (kind, own)]
        found, expected = sum(one.worth for one in of_kind), sum((one.expected for one in of_kind), Fraction(0))
        whose = title.system.card.side(own).name
        kinds.append(f"{translated(whose)} {translated(kind)} {found} ({tenths(expected)})")
    luckiest = max(thrown, key=lambda one: abs(one.swing(side)))
    swing = luckiest.swing(side)
    where = title.short_name(luckiest.phase)
    facts = {"where": where, "what": translated(luckiest.chance.what), "points": tenths(abs(swing))}
    return (
        translate("Your dice were better than in {percent} of 100 such games.", percent=percent_for(side, thrown)),
        translate("Results of fire and melee (and the average): {kinds}.", kinds=", ".join(kinds)),
        translate("The luckiest roll was yours: {where}, {what}, worth {points}.", **facts)
        if swing > 0
        else translate("The luckiest roll was your enemy's: {where}, {what}, worth {points}.", **facts),
    )


def lines(title: Title, game: str, state: Any, events: Sequence[tuple[str, Event]], side: str) -> list[str]:
    """The lines of the last letter: those sentences, and how to see more."""
    summary = in_short(title, state, events, side)
    if not summary:
        return []
    more = translate("Roll by roll:   pbem luck {game} --from MAILBOX", game=game)
    return ["", *(line for one in (*summary, more) for line in wrap(one, WIDTH, rest="  "))]


# Replays


def decisive(thrown: Sequence[Thrown], side: str, number: int = DECISIVE) -> list[str]:
    """The phases in which the dice moved the game most, in the sequence of play."""
    swings = _swings(thrown, side)
    most = sorted(swings, key=lambda phase: (-abs(swings[phase]), phase))[:number]
    return [phase for phase in swings if phase in most]


def _swings(thrown: Sequence[Thrown], side: str) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for one in thrown:
        found[one.phase] = found.get(one.phase, Fraction(0)) + one.swing(side)
    return found


def replay(title: Title, followed: Followed, part: PlayedPhase, side: str, replays: int, seed: str) -> list[int]:
    """The result of a phase for a side, with the orders and answers that were given and other dice: one number a replay."""
    with trial_cache():
        return [_replayed(title, followed, part, side, f"pbem luck {seed} {part.phase} {n}") for n in range(replays)]


def _replayed(title: Title, followed: Followed, part: PlayedPhase, side: str, seed: str) -> int:
    dice = KeyedDice(hashlib.sha256(seed.encode()).digest())
    answers = {one.key: one.answer for one in part.answers}

    def decide(state: Any, one: Ask) -> Answer:
        """As it was answered in the game where the same was asked, else as if nobody answered."""
        given = answers.get(one.key)
        fits = given is not None and (one.kind == ORDERS or one.allows(given.choice))
        return given if given is not None and fits else silent(one)

    _, events = play_phase(title, followed.options, part.before, dice, decide)
    return _balance(title, part.before, events, side)


def _balance(title: Title, before: Any, events: Sequence[Event], side: str) -> int:
    chances: Chances | None = getattr(title, "chances", None)
    lost = chances.lost(before, events) if chances is not None else Counter[str]()
    return sum(number if whose != side else -number for whose, number in lost.items())


def replayed(
    title: Title, followed: Followed, side: str, replays: int = REPLAYS, seed: str = "1"
) -> Iterator[DecisivePhase]:
    """The decisive phases, each replayed; the same records and seed give the same figures."""
    thrown = of_game(title, followed)
    swings = _swings(thrown, side)
    for phase in decisive(thrown, side):
        part = next(one for one in followed.phases if one.phase == phase)
        real = _balance(title, part.before, part.events, side)
        values = sorted(replay(title, followed, part, side, replays, seed))
        percent = percentile(real, Counter(values))
        yield DecisivePhase(phase, swings[phase], real, values[0], values[len(values) // 2], values[-1], percent)


# The page


def page(title: Title, followed: Followed, side: str) -> Iterator[str]:
    """The account without the replays: totals by kind, the luckiest rolls, the plot."""
    thrown = of_game(title, followed)
    chances: Chances | None = getattr(title, "chances", None)
    if not thrown or chances is None:
        yield "No fire or melee has been rolled for."
        return
    card = title.system.card
    yield f"{'':<22}{'rolls':>7}{'came to':>10}{'average':>10}   worse in"
    for kind, own in dict.fromkeys((one.chance.kind, one.chance.side) for one in thrown):
        these = [one for one in thrown if (one.chance.kind, one.chance.side) == (kind, own)]
        found = sum(one.chance.worth for one in these)
        expected = sum((one.chance.expected for one in these), Fraction(0))
        row = f"{card.side(own).name + ' ' + kind:<22}{len(these):>7}{found:>10}{tenths(expected):>10}"
        yield f"{row}   {percent_for(own, these)} of 100"
    name = card.side(side).name
    yield ""
    yield f"All in all the {name} dice were better than in {percent_for(side, thrown)} of 100 such games."
    yield f"Counted in {chances.unit} that the enemy loses, less one's own."
    yield ""
    yield "The rolls that were worth most:"
    for one in sorted(thrown, key=lambda one: -abs(one.swing(side)))[:LUCKIEST]:
        swing = one.swing(side)
        for_whom = name if swing > 0 else next(other.name for other in card.others(side))
        yield f"  {title.short_name(one.phase):<23} {one.chance.what:<38} +{tenths(abs(swing))} {for_whom}"
    yield ""
    yield from plot(thrown, side, name)


def plot(thrown: Sequence[Thrown], side: str, name: str) -> Iterator[str]:
    """The luck of a side as it grew, roll by roll: above the line it was ahead of the average."""
    sums, whole = [], Fraction(0)
    for one in thrown:
        whole += one.swing(side)
        sums.append(whole)
    columns = min(len(sums), PLOT_WIDTH)
    shown = [sums[(n + 1) * len(sums) // columns - 1] for n in range(columns)]
    high, low = max(*shown, Fraction(1)), min(*shown, Fraction(-1))
    step = (high - low) / (PLOT_ROWS - 1)
    rows = [int((value - low) / step + Fraction(1, 2)) for value in shown]
    zero = int(-low / step + Fraction(1, 2))
    yield f"Luck of the {name} side, roll by roll (0 is the average)"
    for row in reversed(range(PLOT_ROWS)):
        label = "0" if row == zero else tenths(low + row * step) if row in (0, PLOT_ROWS - 1) else ""
        line = "".join("*" if at == row else "-" if row == zero else " " for at in rows)
        yield f"{label:>7} |{line}".rstrip()
    turns = [one.phase[:3] for one in thrown]
    first, last = turns[0].replace("T0", "T"), turns[-1].replace("T0", "T")
    yield f"{'':>9}{first:<{max(columns - len(last), len(first) + 1)}}{last}"


def tenths(value: Fraction) -> str:
    """A fraction with one decimal, halves away from 0."""
    found = int(abs(value) * 10 + Fraction(1, 2))
    return f"{'-' if value < 0 and found else ''}{found // 10}.{found % 10}"
