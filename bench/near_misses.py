"""A letter of near misses against as many refused lines on file; how its cost grows; and letters made to be long.

The comparator is the least that anybody must do: read the same raw letter with the standard library, parse each of its lines by
the game's own grammar, and commit them in one durable transaction.  It is done in turn with ours, in the same process.
"""

import email
import email.message
import email.policy
import json
from collections.abc import Callable, Iterator, Sequence
from statistics import median

from bench.desk import Club
from bench.floors import keep, raw_database
from bench.frame import Figure, folder, seconds
from bench.players import PLAYERS
from pbem.core.options import Options
from pbem.desk.play.play import present
from pbem.orders.lines import MOST_LINES
from pbem.systems import registry

SCENARIO = "in-contact"
SIZES = (250, 500, 1000, MOST_LINES)
ROUNDS = 3
PASS = 2.0
"""Seconds of the processor."""
HEXES = "-".join(("3413", "3414") * 195)
HOSTILE: dict[str, Callable[[int], str]] = {
    "clause chains": lambda n: "C/3 " + "; ".join(("prone", "stand") * 110),
    "and chains": lambda n: " and ".join(("A/3", "B/3", "C/3", "D/3") * 70) + " mount",
    "comma lists": lambda n: ", ".join(("A/3", "B/3", "C/3", "D/3") * 70) + " mount",
    "paths of 5,000 hexes": lambda n: f"C/3 move {HEXES}-",
    "answers": lambda n: " ".join("1" * 400),
    "maps": lambda n: f"map {1 + n % 40:02}{1 + n // 40 % 30:02} 9",
    "standing orders": lambda n: f"policy losses {n}: weakest",
    "cancels": lambda n: f"cancel order {n}",
    "messages": lambda n: f"press gm: hello {n}",
    "prose": lambda n: f"It was the best of times, number {n}, and Crook had coffee by the creek",
    "unclear lines": lambda n: f"{'ABDEI'[n % 5]}/2 perhaps dismunt or mount up the {n}th time",
    "chat": lambda n: f"I think this is a fine game, number {n}",
}
"""Lines of letters that are made to be long, by what they are."""


def figures() -> Iterator[Figure]:
    """Seconds for the longest letter beside the floor; growth by lines; the worst of the hostile ones."""
    # Many lines of one unit would be taken for a copy of the order sheet.
    units = sorted(registry.game("rosebud").system.open(SCENARIO, Options()).sheet.roster)
    refused = [f"{units[n % len(units)]} move 3413-99{n % 100:02}-{n}" for n in range(MOST_LINES)]
    near = [f"{units[n % len(units)]} mvoe 3413-98{n % 100:02}-{n}" for n in range(MOST_LINES)]
    ours: dict[int, float] = {}
    beside: dict[int, float] = {}
    for size in SIZES:
        rounds = [(_letter(near[:size], refused[:size]), _floor(near[:size])) for _ in range(ROUNDS)]
        ours[size], beside[size] = (median(column) for column in zip(*rounds, strict=True))
    most = SIZES[-1]
    what = f"{most:,} near misses against {most:,} refused lines"
    yield Figure(what, "s", ours[most], beside[most], "parsed and kept", most_ours=PASS)
    each = [1000 * ours[size] / size for size in SIZES]
    note = ", ".join(f"{size:,}: {cost:.2f}" for size, cost in zip(SIZES, each, strict=True))
    what = f"a line among {most:,}"
    yield Figure(what, "ms", each[-1], each[0], f"among {SIZES[0]}", most=1.5, note=f"ms a line by lines: {note}")
    found = [(_letter([line(n) for n in range(_count(line))]), name) for name, line in HOSTILE.items()]
    worst, which = max(found)
    note = f"the worst of {len(HOSTILE)}: {which}"
    yield Figure("the longest of long letters", "s", worst, ours[most], "near misses", most_ours=PASS, note=note)


def _count(line: Callable[[int], str]) -> int:
    """So many lines that the letter has 900,000 bytes, and no more than are twice what is read."""
    return min(2 * MOST_LINES, 900_000 // (len(line(1000)) + 1))


def _letter(lines: Sequence[str], on_file: Sequence[str] = ()) -> float:
    """The processor time that a letter takes from its bytes to its answer, with what another put on file before it."""
    club = Club(folder())
    while True:
        with club.desk.store.read() as books:
            now = present(club.desk, books, books.games.get(club.name))
        if now is not None and now.phase.id.endswith("US.C") and now.open[0].kind == "orders":
            break
        club.deliver([club.letter()])
    if on_file:
        club.deliver([_reply(club, on_file)])
    raw = _reply(club, lines)
    return seconds(lambda: club.deliver([raw]))


def _reply(club: Club, lines: Sequence[str]) -> bytes:
    with club.desk.store.read() as books:
        answered = books.letters_out.to_side(club.name, "us")[-1].raw
    return club.reply(answered, PLAYERS["us"], "\n".join(lines))


def _floor(lines: Sequence[str]) -> float:
    dialect = registry.game("rosebud").dialect
    letter = email.message.EmailMessage()
    letter.set_content("\n".join(lines))
    raw, db = letter.as_bytes(), raw_database()

    def job() -> None:
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
        payload = message.get_payload(decode=True)
        assert isinstance(payload, bytes)
        said = payload.decode().splitlines()
        keep(db, raw, json.dumps([repr(dialect.parse(line)) for line in said]).encode())

    return seconds(job)
