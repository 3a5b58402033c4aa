"""Many games played alone: by seed, on several processes, each fault kept with the seed that shows it again."""

import hashlib
import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from pbem.core.options import clashes
from pbem.mechanisms.practice import RANDOM
from pbem.selfplay.game import Alone, Fault, PlayedGame
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
        alone.result.fault = Fault(at.id if at else "", type(fault).__name__, f"{fault} ({where})")
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
