"""S1: the statements and durable commits of an order letter."""

from collections.abc import Iterator

from bench.frame import Figure
from bench.letters import samples


def figures() -> Iterator[Figure]:
    """Both, of order letters that play the game on."""
    whole = [one for one in samples() if one.played_on]
    statements = sum(one.statements for one in whole) / len(whole)
    yield Figure(
        "statements of an order letter", "statements", statements, 101.0, "the goals' starting point", most_ours=60
    )
    commits = sum(one.commits for one in whole) / len(whole)
    yield Figure(
        "durable commits of an order letter", "commits", commits, 6.2, "the goals' starting point", most_ours=3
    )
