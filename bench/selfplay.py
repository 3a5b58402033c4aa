"""A whole game between practice players, without mail or database: three titles, the same seeds each time."""

from collections.abc import Iterator
from statistics import median

from bench.frame import ROUNDS, Figure, seconds
from pbem.mechanisms.practice import PLAIN
from pbem.selfplay import jobs, play

TITLES = (("rosebud", "in-contact"), ("custer", "rosebud"), ("nezperce", "bear-paw"))


def figures() -> Iterator[Figure]:
    """Seconds a game; the first game of a title reads its rules and charts, and does not count."""
    for title, scenario in TITLES:
        (job,) = jobs(title, scenario, PLAIN, 1, "bench", ())
        fault = play(job).fault
        if fault is not None:
            raise RuntimeError(f"{title} was not played to its end: {fault}")
        spent = median(seconds(lambda job=job: play(job)) for _ in range(ROUNDS))  # type: ignore[misc]
        yield Figure(f"a game of {title}, {scenario}", "s", spent)
