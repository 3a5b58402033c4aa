"""E2: an answer to a question of a phase, beside an order letter of the same games."""

from collections.abc import Iterator

from bench.frame import Figure
from bench.letters import samples, total


def figures() -> Iterator[Figure]:
    """Milliseconds of an answer and of an order letter, both whole."""
    orders = [one for one in samples() if one.played_on]
    answers = [one for one in samples() if not one.is_order_letter]
    note = f"{len(answers)} answers; {total(answers, 'driver'):.1f} ms of one are its statements on bare sqlite3"
    yield Figure("an answer", "ms", total(answers), total(orders), "an order letter", most=0.35, note=note)
