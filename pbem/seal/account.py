"""The account of a verification, for people and for programs (docs/trust.md)."""

import textwrap
from collections.abc import Iterator
from typing import Final

from pbem.core.canonical import Json
from pbem.seal.audit import numbers_text
from pbem.seal.chain_check import CheckCounts
from pbem.seal.evidence import ProofNote
from pbem.seal.verify import BranchVerdict, GameVerdict, MailboxVerdict

WIDTH: Final = 78
RESULTS: Final = (
    "OK",
    "FALSE: see what is marked !! above",
    "NOTHING FALSE, BUT INCOMPLETE: see what is marked ?? above",
)


def lines(verdict: MailboxVerdict) -> list[str]:
    """The account: pure ASCII, at most 78 columns; hashes in full, each on one line."""
    out: list[str] = []
    for game in verdict.games:
        out += _game(verdict, game)
        out.append("")
    if not verdict.games:
        out += _row("mail", f"{_count(verdict.letters, 'message')}, none of a game")
    for finding in verdict.findings:
        out += _finding(finding)
    return [*out, *_row("RESULT", RESULTS[verdict.status])]


def _game(verdict: MailboxVerdict, game: GameVerdict) -> Iterator[str]:
    if game.server:
        pinned = "is the one you hold" if game.pinned else "not pinned"
        yield from _row("server key", f"{game.server}  {game.server_key_id[:16]}...  {pinned}")
    you = f"; you are {game.side}" if game.side else "; whose mailbox it is can't be told"
    names = ", ".join(branch.name for branch in game.branches)
    yield from _row("game", f"{game.game}, branch {names}{you}")
    doubles = f", {_count(verdict.doubles, 'double')}" if verdict.doubles else ""
    yield from _row("mail", f"{_count(verdict.letters, 'message')}, {game.letters} carry records or seals{doubles}")
    for branch in game.branches:
        yield from _branch(game, branch, of=f"{branch.name}: " if len(game.branches) > 1 else "")
    opponents = [
        f"{side} last answered report {last_seen}"
        for side, last_seen in sorted(game.branches[-1].tally.last_seen.items())
        if side != game.side
    ]
    if opponents:
        yield from _row("opponent" if len(opponents) == 1 else "others", "; ".join(opponents))
    for finding in game.findings:
        yield from _finding(finding)
    for branch in game.branches:
        if branch.head:
            of = "" if branch.name == "main" else f" {branch.name}"
            yield from _row(f"head {branch.head_seq}{of}", branch.head)
            whose = "your opponent's head" if len(opponents) <= 1 else "the others' heads"
            yield from _row("", f"{whose} {branch.head_seq}{of} must read the same")


def _branch(game: GameVerdict, branch: BranchVerdict, of: str) -> Iterator[str]:
    tally = branch.tally
    seqs = {one.record for one in game.findings if one.kind == "false" and one.branch == branch.name}
    false = numbers_text(sorted(seq for seq in seqs if seq is not None))
    wrong = (
        f"; something is false at {'record' if len(seqs) == 1 else 'records'} {false}" if seqs else ", every hash right"
    )
    whole = (
        f"records {branch.first}-{branch.last} complete" if not branch.missing else f"{branch.records} records, not all"
    )
    yield from _row("chain", f"{of}{whole}{wrong}")
    changes = f"; {_count(branch.key_changes, 'key change')}, in order" if branch.key_changes else ""
    yield from _row("seals", f"{of}{branch.seals} right{changes}")
    rolls = f"{_count(tally.rolls, 'roll')} in {_count(tally.adjudications, 'adjudication')} recomputed"
    yield from _row("dice", f"{of}{rolls}, {f'{tally.unequal} of them not equal' if tally.unequal else 'all equal'}")
    if tally.rounds[0]:
        text = f"{of}{_count(tally.rounds[0], 'round')}; of {tally.rounds[1]} the lock came here before the round"
        yield from _row("beacon", text)
    own = len(tally.accepted.get(game.side, ()))
    if game.side and own:
        text = f"{of}{_count(own, 'submission')}: {game.opened} opened and compared with what was carried out,"
        yield from _row(
            "your orders", f"{text} {_count(game.receipts, 'receipt')} here, {game.own_letters} of your letters here"
        )
        yield from _row(
            "your letters", f"{of}{game.compared} of {own} submissions compared with the letter they came in"
        )
    yield from _row("replay", f"{of}{branch.replay}")
    own_hand = [(seq, text) for seq, text in tally.rulings if seq >= branch.first]
    yield from _row("GM's hand", f"{of}{_count(len(own_hand), 'intervention')}{_signed(tally, own_hand)}")
    for seq, text in own_hand:
        yield from _row("", f"record {seq}: {text}")


def _signed(tally: CheckCounts, own_hand: list[tuple[int, str]]) -> str:
    """The number of interventions that the GM's own key has signed."""
    if not own_hand:
        return ""
    signed = sum(seq in tally.signed for seq, _ in own_hand)
    return f", {'all' if signed == len(own_hand) else f'{signed} of them'} signed by the GM's key:"


def _finding(finding: ProofNote) -> Iterator[str]:
    mark = {"false": "!!", "missing": "??", "note": "--"}[finding.kind]
    yield from _row(f"  {mark}", finding.text)
    for name, value in (("expected", finding.expected), ("found", finding.found)):
        if value:
            yield from _row("", f"{name} {value}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _row(name: str, text: str) -> list[str]:
    plain = text.encode("ascii", "backslashreplace").decode()
    wrapped = textwrap.wrap(plain, WIDTH - 13, break_on_hyphens=False) or [""]
    return [f"{name if n == 0 else '':<12} {line}".rstrip() for n, line in enumerate(wrapped)]


def as_json(verdict: MailboxVerdict) -> list[dict[str, Json]]:
    """One object a game, or one with ``game`` null where there is none; findings that belong to no game are in each."""
    objects = [_game_json(verdict, game) for game in verdict.games]
    return objects or [
        {"game": None, "status": verdict.status, "findings": [_finding_json(one) for one in verdict.findings]}
    ]


def _game_json(verdict: MailboxVerdict, game: GameVerdict) -> dict[str, Json]:
    return {
        "game": game.game,
        "status": max(verdict.status, game.status) if verdict.findings else game.status,
        "side": game.side or None,
        "server": game.server,
        "server_key_id": game.server_key_id,
        "pinned": game.pinned,
        "letters": verdict.letters,
        "doubles": verdict.doubles,
        "receipts": game.receipts,
        "letters_compared": game.compared,
        "branches": [
            {
                "branch": branch.name,
                "first": branch.first,
                "last": branch.last,
                "missing": list(branch.missing),
                "seals": branch.seals,
                "rolls": branch.tally.rolls,
                "adjudications": branch.tally.adjudications,
                "dice": branch.tally.dice,
                "rounds": branch.tally.rounds[0],
                "rounds_in_time": branch.tally.rounds[1],
                "interventions": [
                    {"record": seq, "what": text, "signed": seq in branch.tally.signed}
                    for seq, text in branch.tally.rulings
                    if seq >= branch.first
                ],
                "replay": branch.replay,
                "head": branch.head,
                "head_seq": branch.head_seq,
            }
            for branch in game.branches
        ],
        "findings": [_finding_json(one) for one in (*game.findings, *verdict.findings)],
    }


def _finding_json(finding: ProofNote) -> dict[str, Json]:
    return {
        "kind": finding.kind,
        "record": finding.record,
        "branch": finding.branch,
        "text": finding.text,
        "expected": finding.expected,
        "found": finding.found,
    }
