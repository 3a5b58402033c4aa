"""Records that are changed at random, linked and signed again: what a desk gone wrong, or bad, could mail.

``python -m tests.seal.mutations [--samples N]`` tries many and tells which end in a traceback or in two verdicts.
"""

import argparse
import copy
import random
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pbem.core.canonical import canon
from pbem.seal import pbem_verify
from pbem.seal.block import Seal, SealFields, signed_bytes
from pbem.seal.chain import Link, head
from pbem.seal.ladder import ZEROS
from pbem.seal.shapes import BY_THE_GM
from pbem.seal.signing import record_statement
from pbem.seal.verify import MailboxVerdict, Unusable, verify
from tests.seal.campaign import GM, SERVER, Campaign

JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        6,
        257,
        2**53 - 1,
        "",
        "x",
        "US",
        "main",
        "5/2",
        "withheld until the end of the game",
    ),
    *(
        "0" * 64,
        "ab" * 32,
        "T01.US.A",
        "x: y",
        "\u00e9",
        [],
        {},
        [[]],
        [{}],
        {"x": 1},
        [1],
        ["x"],
        [None],
        {"type": "Roll"},
    ),
)
"""What takes the place of a value, or is put beside it."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside a value."""
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from places(one, (*path, key))


def mutated(value: Any, chance: random.Random) -> Any:
    """The value with one place in it changed: another value, one less, one more, two exchanged."""
    made = copy.deepcopy(value)
    *way, last = chance.choice(list(places(made)))
    holder = made
    for step in way:
        holder = holder[step]
    match chance.randrange(6):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, list):
            holder.insert(last, copy.deepcopy(chance.choice([*holder, *JUNK])))
        case 1:
            holder[chance.choice(["sides", "lock", "witness", "beacon", "sealed", "adj", "after", "openings", "x"])] = (
                chance.choice(JUNK)
            )
        case 2 if isinstance(holder, list):
            chance.shuffle(holder)
        case 3:
            others = [one for one in places(made) if len(one) > len(way) or one[: len(one)] != (*way, last)[: len(one)]]
            source = made
            for step in chance.choice(others or [(last,)]):
                source = source[step]
            holder[last] = copy.deepcopy(source)
        case 4 if isinstance(holder[last], int) and not isinstance(holder[last], bool):
            holder[last] += chance.choice((-1, 1, 2))
        case _:
            holder[last] = chance.choice(JUNK)
    return made


def linked(records: Sequence[Link]) -> list[Link]:
    """The records in a chain again, by the keys of the made-up campaign: theirs is the server, theirs the GM."""
    found: list[Link] = []
    for one in records:
        record = {**copy.deepcopy(one), "prev": head(found[-1]) if found else ZEROS}
        if record["type"] in BY_THE_GM and isinstance(record["body"], dict):
            record["body"]["sig"] = GM.signature(record_statement(record)).text
        found.append(record)
    return found


def bundle_of(records: Sequence[Link], openings: Sequence[Any] = ()) -> bytes:
    """An attachment of these records as a desk would sign it, whatever they are."""
    last, state = records[-1], "0" * 64
    for record in records:
        body = record["body"] if isinstance(record["body"], dict) else {}
        told = body.get("after", body.get("state", state))
        state = told if isinstance(told, str) and len(told) == 64 else state
    fields = SealFields(last["game"], last["branch"], last["seq"], last["at"], "T01", head(last), state)
    seal = Seal(fields, (SERVER.signature(signed_bytes(fields)),))
    told_seal = {name: getattr(fields, name) for name in ("game", "branch", "seq", "at", "phase", "head", "state")}
    sigs = [[one.name, one.mark, one.text] for one in seal.sigs]
    lines = [*map(canon, records), canon({"seal": {"v": 1, **told_seal, "sigs": sigs}}), *map(canon, openings)]
    return b"".join(line + b"\n" for line in lines)


def judged(path: Path, more: Callable[[MailboxVerdict], MailboxVerdict] = lambda one: one) -> str:
    """What is wrong with how both checkers judge a mailbox: a traceback, two verdicts, or ""."""
    try:
        verdict = verify([path])
        more(verdict)
        status, games, _ = pbem_verify.verify([str(path)])
    except (Unusable, pbem_verify.Usage):
        return ""
    except Exception:
        return traceback.format_exc()
    if status == verdict.status:
        return ""
    ours = [one.text for one in verdict.all_findings() if one.kind != "note"]
    theirs = [text for game in games.values() for kind, _, text in game.findings if kind != "--"]
    return f"pbem verify {verdict.status} {ours}\npbem_verify.py {status} {theirs}"


def tried(
    records: Sequence[Link],
    openings: Sequence[Any],
    seed: int,
    folder: Path,
    more: Callable[[MailboxVerdict], MailboxVerdict] = lambda one: one,
) -> str:
    """Change one record (or opening) at random, and let both judge it; what is wrong, with the change."""
    chance = random.Random(f"records {seed}")
    path = folder / f"{seed}.pbem"
    changed, opened = list(records), list(openings)
    which = chance.randrange(len(changed) + len(opened) // 4)
    if which < len(changed):
        body = mutated(changed[which]["body"], chance)
        changed[which] = {**changed[which], "body": body}
    else:
        which = chance.randrange(len(opened))
        body = opened[which] = mutated(opened[which], chance)
    try:
        path.write_bytes(bundle_of(linked(changed), opened))
    except ValueError:
        return ""  # a value that no canonical JSON can hold: no such bytes can be mailed
    wrong = judged(path, more)
    path.unlink()
    return f"seed {seed}, number {which}: {body}\n{wrong}" if wrong else ""


def campaign() -> tuple[list[Link], list[Any]]:
    """The records of the made-up campaign and what is opened of them to one player."""
    made = Campaign()
    return made.records, made.opened_to("US", 0, len(made.records))


def main() -> None:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    records, openings = campaign()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.first, asked.first + asked.samples):
            if wrong := tried(records, openings, seed, Path(folder)):
                print(wrong, end="\n\n")


if __name__ == "__main__":
    main()
