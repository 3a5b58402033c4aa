"""E1: an order letter that plays the game on, from its bytes to the letters handed over, beside two floors of the same run.

Play stops for one player at a time, so such a letter makes a receipt and a report or a question: seldom two reports.  The
independent floor writes as many letters as the desk did.  Cold is the same with nothing known of the game beforehand.
"""

from collections import Counter
from collections.abc import Iterator

from bench.desk import Club
from bench.frame import Figure, folder
from bench.letters import Sample, samples, total

IN_PLAY = (1, 8, 48)
CHOSEN = 3
"""Letters of each game in play that are measured, after one that warms it up."""


def figures() -> Iterator[Figure]:
    """Shares of the floors, warm and cold, with and without fetch and send, and by games in play."""
    warm = [one for one in samples() if one.played_on]
    cold = [one for one in samples(cold=True) if one.played_on]
    ours, floor, driver = total(warm), total(warm, "independent"), total(warm, "driver")
    note = f"{len(warm)} letters of {len({one.phase[0] for one in warm})} games; {_made(warm)}; read in a process of its own"
    yield Figure(
        "an order letter, of the independent floor",
        "a second",
        1000 / ours,
        1000 / floor,
        "the floor",
        least=0.15,
        note=note,
    )
    yield Figure("an order letter", "ms", ours, driver, "our own statements on bare sqlite3")
    inner = total(warm, "play", "reader")
    why = "as above without fetching the letter and without sending"
    yield Figure("an order letter, played alone", "ms", inner, floor, "the independent floor", note=why)
    parts = ", ".join(f"{name} {total(warm, name):.1f}" for name in ("fetch", "play", "send", "reader"))
    in_process = total([one for one in samples(worker=False) if one.played_on])
    yield Figure("an order letter", "ms", ours, in_process, "read in the desk's own process", note=f"ms: {parts}")
    yield Figure(
        "an order letter, cold", "ms", total(cold), ours, "warm", most=1.3, note="caches of games emptied before it"
    )
    yield from _in_play()


def _made(found: list[Sample]) -> str:
    kinds = Counter(kind for one in found for kind in one.made)
    return ", ".join(f"{n / len(found):.2f} {kind}s" for kind, n in kinds.most_common()) + " each"


def _in_play() -> Iterator[Figure]:
    costs = [_cost(games) for games in IN_PLAY]
    by = ", ".join(f"{games}: {cost:.1f}" for games, cost in zip(IN_PLAY, costs, strict=True))
    note = f"ms a letter by games in play: {by}; the same letters of each, one game after another"
    yield Figure(f"a letter, {IN_PLAY[-1]} games in play", "ms", costs[-1], costs[0], "one game", note=note)


def _cost(games: int) -> float:
    """Milliseconds a letter, where so many games take turns; each plays the same letters."""
    from bench.letters import _timed

    club = Club(folder())
    names = [club.name, *(club.new_game() for _ in range(games - 1))]
    spent = []
    for turn in range(1 + CHOSEN * max(1, 8 // games)):
        for name in names:
            club.name = name
            raw = club.letter()
            cost = _timed(lambda raw=raw: club.deliver([raw]))  # type: ignore[misc]
            if turn:
                spent.append(cost)
    return sum(spent) / len(spent)
