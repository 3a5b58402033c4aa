"""What a series of games came to, as lines of at most 78 columns."""

import textwrap
from collections import Counter as Count
from collections.abc import Iterator, Sequence

from pbem.selfplay.game import PlayedGame

WIDTH = 78
MOST_REFUSALS = 5


def summary(played: Sequence[PlayedGame]) -> Iterator[str]:
    """By scenario: how many games ended and how, what they cost in letters, the figures; then what went wrong."""
    for scenario in dict.fromkeys(one.scenario for one in played):
        yield from _scenario([one for one in played if one.scenario == scenario])
        yield ""
    yield from _refusals(played)
    faults = [one for one in played if one.fault is not None]
    for one in faults:
        yield from _fault(one)
    yield f"{len(played) - len(faults)} of {len(played)} games came to their end"


def _scenario(games: Sequence[PlayedGame]) -> Iterator[str]:
    one = games[0]
    ended = [game for game in games if game.outcome is not None]
    yield f"{one.title}, {one.scenario}, level {one.level}: {len(games)} games"
    letters, lines = sum(game.post.letters for game in games), sum(game.post.lines for game in games)
    refused = sum(game.post.refused for game in games)
    share = f" ({100 * refused / lines:.1f} %)" if lines else ""
    yield f"  {letters} letters, {lines} order lines, {refused} refused{share};"
    yield (
        f"  {sum(game.post.questions for game in games)} questions, {sum(game.phases for game in games)} phases, "
        f"{sum(game.events for game in games)} events, {sum(game.rolls for game in games)} rolls"
    )
    levels = Count((game.outcome.winner or "draw", game.outcome.level) for game in ended if game.outcome is not None)
    for (winner, level), times in sorted(levels.items()):
        yield f"  {times:>5}  {level if winner == 'draw' else f'{winner}, {level}'}"
    if ended:
        yield f"  {'':<34}{'least':>7}{'1/4':>7}{'middle':>8}{'3/4':>7}{'most':>7}"
    for name in ended[0].figures if ended else ():
        values = sorted(game.figures[name] for game in ended)
        parts = [values[round(part * (len(values) - 1))] for part in (0, 0.25, 0.5, 0.75, 1)]
        least, low, middle, high, most = parts
        yield f"  {name:<34}{least:>7}{low:>7}{middle:>8}{high:>7}{most:>7}"


def _refusals(played: Sequence[PlayedGame]) -> Iterator[str]:
    lines = [(one.seed, text) for one in played for text in one.post.refusals]
    if lines:
        yield "Refused lines, the first of them:"
        for seed, text in lines[:MOST_REFUSALS]:
            yield from textwrap.indent(f"game {seed!r}, {text}", "  ").splitlines()
        yield ""


def _fault(one: PlayedGame) -> Iterator[str]:
    if one.fault is None:
        return
    series, _, number = one.seed.rpartition(" ")
    words = f"{one.fault.phase}: {one.fault.kind}: {one.fault.text}"
    yield f"game {one.seed!r} of {one.scenario} ({', '.join(one.options) or 'no options'}) broke off"
    yield from textwrap.wrap(words, WIDTH, initial_indent="  ", subsequent_indent="  ")
    options = "".join(f" --option {name!r}" for name in one.options or ("none",))
    again = f"pbem selfplay {one.title} --scenario {one.scenario} --level {one.level}{options} --seed {series!r}"
    yield f"  again: {again} --only {number}"
