"""E1: an order letter that plays the game on, from its bytes to the letters handed over, beside two floors of the same run.

Play stops for one player at a time, so such a letter makes a receipt and a report or a question: seldom two reports.  The
independent floor writes as many letters as the desk did.  Cold is the same with nothing known of the game beforehand.
"""

import base64
from collections import Counter
from collections.abc import Iterator

from bench.desk import Club
from bench.frame import Figure, folder
from bench.letters import Sample, samples, timed, total

KEY = base64.urlsafe_b64encode(b"the same order keys in each run.")
IN_PLAY = (1, 8, 48)
"""So many games take turns; the last is how many there are."""
CHOSEN = 3
"""Letters of each game that are measured, after one that warms it up."""


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
    """The same letters of the same games in three sequences: what differs is how many games come between two of one game."""
    runs = {games: _play_in_turns(games) for games in IN_PLAY}
    letters = [set(spent) for spent in runs.values()]
    if any(one != letters[0] for one in letters):
        raise ValueError("the games were not played by the same letters in each sequence")
    costs = {games: sum(spent.values()) / len(spent) for games, spent in runs.items()}
    by = ", ".join(f"{games}: {cost:.1f}" for games, cost in costs.items())
    most = IN_PLAY[-1]
    note = f"ms a letter by games that take turns: {by}; the same {len(letters[0])} letters of the same {most} games each time"
    yield Figure(f"a letter, {most} games in play", "ms", costs[most], costs[1], "one game at a time", note=note)


def _play_in_turns(in_play: int) -> dict[tuple[str, int, str, str], float]:
    """Milliseconds of each letter, by its game, its number, its phase and what it says, where so many games take turns."""
    club = Club(folder(), key=KEY)
    names = [club.name, *(club.new_game() for _ in range(IN_PLAY[-1] - 1))]
    spent = {}
    for first in range(0, len(names), in_play):
        for turn in range(1 + CHOSEN):
            for name in names[first : first + in_play]:
                club.name = name
                raw = club.letter()
                cost = timed(lambda raw=raw: club.deliver([raw]))  # type: ignore[misc]
                if turn:
                    words = raw.decode("utf-8", "replace").partition("\n\n")[2].partition("\n>")[0]
                    spent[name, turn, club.phase[1], words] = cost
    club.desk.store.close()
    return spent
