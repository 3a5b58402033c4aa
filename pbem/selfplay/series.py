"""Many games played alone: by seed, on several processes, each fault kept with the seed that shows it again."""

import hashlib
import textwrap
import traceback
from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from pbem.core.options import clashes
from pbem.mechanisms.practice import RANDOM
from pbem.selfplay.game import Alone, PlayedGame, StoppedGame
from pbem.systems import registry

LAST_FRAMES = 3


@dataclass(frozen=True)
class Job:
    """A game to be played; `sides` are those that play at another level."""

    title: str
    scenario: str
    options: tuple[str, ...]
    level: str
    seed: str
    sides: tuple[tuple[str, str], ...] = ()


def jobs(
    title: str,
    scenario: str,
    level: str,
    games: int,
    seed: str,
    options: Sequence[str] | None,
    sides: Mapping[str, str] | None = None,
) -> Iterator[Job]:
    """So many games.  Without a scenario ("") all of them take turns; without options (None) `random` draws them by lot."""
    game = registry.game(title)
    scenarios = (scenario,) if scenario else game.practice_players.scenarios()
    for n in range(games):
        own = f"{seed} {n}"
        given = drawn(title, own) if options is None and level == RANDOM else tuple(options or ())
        yield Job(title, scenarios[n % len(scenarios)], given, level, own, tuple((sides or {}).items()))


def drawn(title: str, seed: str) -> tuple[str, ...]:
    """Optional rules by lot: each that a title has, where it goes with those before."""
    card = registry.game(title).system.card
    found: list[str] = []
    for n, option in enumerate(card.options):
        bit = hashlib.sha256(f"{seed} option {n}".encode()).digest()[0] & 1
        if bit and not clashes(card.options, [*found, option.name]):
            found.append(option.name)
    return tuple(found)


def play(job: Job) -> PlayedGame:
    """Play one game; a fault of ours is told with it."""
    alone = Alone(job.title, job.scenario, job.seed, job.level, job.options, dict(job.sides))
    try:
        return alone.play()
    # Whatever a game's rules may raise is what is looked for here, so all of it is met and told with its seed.
    except Exception as fault:
        at = alone.system.next_phase(alone.state)
        frames = traceback.extract_tb(fault.__traceback__)[-LAST_FRAMES:]
        where = "; ".join(f"{one.filename.rpartition('/')[2]}:{one.lineno} {one.name}" for one in frames)
        alone.result.fault = StoppedGame(at.id if at else "", type(fault).__name__, f"{fault} ({where})")
        return alone.result


def play_all(todo: Sequence[Job], processes: int) -> Iterator[PlayedGame]:
    """Play games on so many processes; each is handed out in the sequence of `todo`."""
    if processes <= 1 or len(todo) <= 1:
        yield from map(play, todo)
        return
    with ProcessPoolExecutor(min(processes, len(todo))) as pool:
        try:
            yield from pool.map(play, todo)
        finally:
            pool.shutdown(cancel_futures=True)


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
