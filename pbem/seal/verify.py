"""`pbem verify`: everything that a mailbox can prove of its games, without network or account (docs/trust.md)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pbem.core.canonical import canon
from pbem.seal import carried_out, mailbox, own_letters
from pbem.seal.audit import Audit, Branch, numbers_text
from pbem.seal.chain import Link, head
from pbem.seal.chain_check import BranchCheck, CheckCounts, opening_fits
from pbem.seal.evidence import Evidence, Mailbox, ProofNote, ReportedLog, gather
from pbem.seal.ladder import ZEROS
from pbem.seal.lock import round_time
from pbem.seal.signing import key_id, read_public

RIGHT: Final = 0
FALSE: Final = 1
INCOMPLETE: Final = 2
FILED: Final = "orders.accepted"
NOT_ITS_KEY: Final = "the key given with --root-key is not the key of game"
USAGE: Final = 3
"""The exit statuses."""


MALFORMED: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError)
"""Exceptions raised by a record whose body has the form of its type and something else in it that no record has."""


class Unusable(Exception):
    """A path, a key file or a pasted head that cannot be used (exit status 3); the text says what was expected."""


@dataclass(slots=True)
class BranchVerdict:
    """The verdict on one branch of one game.

    `lineage` are the records that hold, from genesis on, those of its parents among them; `replay` says what came of playing
    it again.
    """

    name: str
    first: int
    last: int
    records: int
    missing: tuple[int, ...]
    seals: int
    key_changes: int
    tally: CheckCounts
    head: str
    head_seq: int
    lineage: tuple[Link, ...] = ()
    replay: str = "not done (--replay plays every phase again and compares the states)"


@dataclass(slots=True)
class GameVerdict:
    """The verdict on one game: its branches, whose mailbox it is, which key signed, and every finding."""

    game: str
    side: str
    server: str
    server_key_id: str
    pinned: bool
    letters: int
    receipts: int
    own_letters: int
    opened: int
    compared: int
    branches: tuple[BranchVerdict, ...]
    findings: tuple[ProofNote, ...]
    logs: tuple[ReportedLog, ...] = ()
    """The reports' own account of play in this mailbox; no seal covers it, and --replay compares it."""

    @property
    def status(self) -> int:
        """0, 1 or 2."""
        return _status(self.findings)


@dataclass(slots=True)
class MailboxVerdict:
    """The verdict on a mailbox: its letters, a verdict for each game, and findings that belong to no game."""

    letters: int
    doubles: int
    games: tuple[GameVerdict, ...]
    findings: tuple[ProofNote, ...] = field(default=())

    @property
    def status(self) -> int:
        """The exit status: 1 if anything is false, else 2 if anything is missing, else 0."""
        statuses = {_status(self.findings), *(game.status for game in self.games)}
        return FALSE if FALSE in statuses else max(statuses)

    def all_findings(self) -> tuple[ProofNote, ...]:
        """The findings of all games, and those that belong to none."""
        return (*self.findings, *(one for game in self.games for one in game.findings))


def _status(findings: Sequence[ProofNote]) -> int:
    kinds = {one.kind for one in findings}
    return FALSE if "false" in kinds else INCOMPLETE if "missing" in kinds else RIGHT


def verify(
    paths: Sequence[Path], root_key: Path | None = None, compare: str | None = None, *, of_a_player: bool = True
) -> MailboxVerdict:
    """Verify the games in these mailboxes (mbox, Maildir, folders, .eml, .pbem).

    `root_key` is a file with the key that the player noted when the game began: the root key, or the server's own where
    the game has no root key.  `compare` is the opponent's head as pasted: 64 hex digits, best with its record's number.
    What a witness has, who plays no side, is not `of_a_player`.  Raises Unusable.
    """
    pinned = _root_key(root_key)
    wanted = _head_to_compare(compare)
    try:
        box = gather(mailbox.read(paths))
    except mailbox.NoMailbox as fault:
        raise Unusable(str(fault)) from None
    findings = list(box.loose)
    if not box.games:
        findings.append(ProofNote("missing", f"none of the {box.letters} letters carries a record or a seal of pbem"))
    games = [_game(evidence, box, pinned, of_a_player) for _, evidence in sorted(box.games.items())]
    if any(verdict.pinned for verdict, _ in games):
        for verdict, _ in games:
            verdict.findings = tuple(map(_of_another_game, verdict.findings))
    if wanted:
        findings += _compare(wanted, games)
    return MailboxVerdict(
        box.letters, box.doubles, tuple(verdict for verdict, _ in games), tuple(dict.fromkeys(findings))
    )


def _root_key(path: Path | None) -> bytes | None:
    if path is None:
        return None
    try:
        return read_public(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise Unusable(f"--root-key {path}: cannot be read: {fault.strerror}") from None
    except ValueError as fault:  # BadKey, or bytes that are no text
        raise Unusable(f"--root-key {path}: {fault}") from None


def _head_to_compare(text: str | None) -> tuple[int | None, str] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(?:head\s*)?(?:(\d{1,15})[\s:]+)?([0-9a-f\s]+)", text.strip().lower())
    digits = "".join(match[2].split()) if match else ""
    if match is None or len(digits) != 64:
        found = f"{len(digits)} digits" if match else repr(text[:40])
        raise Unusable(
            f"--compare: expected a whole head of 64 hex digits, best with its number before it, found {found}; "
            "a part of a head proves nothing"
        )
    return (int(match[1]) if match[1] else None), digits


# ------------------------------------------------------------------------------------------------------------ one game


def _game(evidence: Evidence, box: Mailbox, pinned: bytes | None, of_a_player: bool) -> tuple[GameVerdict, Audit]:
    audit = Audit(evidence)
    findings = [*evidence.damaged, *audit.findings]
    walks = {name: _walk(audit, name, findings) for name in audit.branches}
    main = audit.branches.get("main")
    if main is not None and main.missing:
        findings.append(_missing(main))
    findings += [_missing(one) for name, one in audit.branches.items() if one.missing and name != "main"]
    findings += _openings(audit, walks, evidence)
    for name in audit.branches:
        findings += _carried_out(name, audit, walks, evidence)
    findings += _receipts(evidence, audit)
    findings += _files(evidence, audit)
    findings += _nonces(evidence)
    compared = [_own_letters(branch, evidence, box) for branch in audit.branches.values()]
    findings += [finding for one in compared for finding in one.findings]
    findings += _of_nobody(evidence, audit) if of_a_player else ()
    is_pinned = _pin(audit, pinned, evidence, findings)
    findings += _not_here(evidence, audit, box)
    players = {code for walk in walks.values() for code in walk.tally.players}
    sides = sorted(evidence.sides & players) or sorted(evidence.sides)
    side = sides[0] if len(sides) == 1 else ""
    accepted = {one["digest"] for branch in audit.branches.values() for one in _accepted(branch, side)}
    own = [one for one in evidence.receipts.values() if one.digest in accepted]
    terms = main.keys.terms if main else []
    verdict = GameVerdict(
        game=evidence.game,
        side=side,
        server=terms[0].name if terms else "",
        server_key_id=key_id(terms[-1].key) if terms else "",
        pinned=is_pinned,
        letters=evidence.letters,
        receipts=len(own),
        own_letters=sum(one.answers in box.ids for one in own if one.answers),
        opened=sum(
            opening["open"] == "orders" and opening["player"] == side for opening, _ in evidence.openings.values()
        ),
        compared=sum(one.letters for one in compared),
        branches=tuple(
            _branch_verdict(audit.branches[name], walks[name], tuple(audit.lineage(name))) for name in audit.branches
        ),
        findings=tuple(sorted(dict.fromkeys(findings), key=_rank)),
        logs=tuple(evidence.logs),
    )
    return verdict, audit


def _openings(audit: Audit, walks: Mapping[str, BranchCheck], evidence: Evidence) -> list[ProofNote]:
    """Every opening against its record: those in letters, and those that stand in the records of another branch."""
    findings: list[ProofNote] = []
    beside = {
        canon(opening): (opening, f"record {record['seq']}")
        for walk in walks.values()
        for opening, record in walk.of_others
        if opening["branch"] in walks
    }
    for opening, where in {**beside, **evidence.openings}.values():
        name = opening["branch"]
        if name not in walks:
            text = f"record {opening['seq']}: the opening in {where} is of branch {name}, of which there is no record"
            findings.append(ProofNote("false", text, opening["seq"], name))
            continue
        before = len(walks[name].findings)
        walks[name].check_opening(opening, where, audit.branches[name].records)
        findings += walks[name].findings[before:]
    return findings


def _carried_out(name: str, audit: Audit, walks: Mapping[str, BranchCheck], evidence: Evidence) -> list[ProofNote]:
    """Findings on what a branch carried out against what its players had filed, by every opening that is here."""
    here: list[Mapping[str, Any]] = [opening for opening, _ in evidence.openings.values()]
    here += [opening for walk in walks.values() for opening in walk.opened.values()]
    here += [opening for walk in walks.values() for opening, _ in walk.of_others]
    lineage = list(audit.lineage(name))
    records = {(one["branch"], one["seq"]): one for one in lineage}
    opened, segments = {}, {}
    for opening in here:
        place = (opening["branch"], opening["seq"])
        if place not in records or not opening_fits(opening, records[place]):
            continue
        if opening["open"] == "orders":
            opened[place] = opening["orders"]
        elif opening["open"] == "segment":
            segments[place] = opening["value"]
    try:
        return carried_out.compare(lineage, name, opened, segments, evidence.sides)
    except MALFORMED:
        return [_malformed(lineage[-1])]


def _files(evidence: Evidence, audit: Audit) -> Iterator[ProofNote]:
    """Files that players passed on, against the hashes on record."""
    known: dict[str, dict[str, Link]] = {}
    for branch in audit.branches.values():
        for record in branch.records.values():
            for event in record["body"].get("events", ()):
                if str(event.get("type", "")).endswith("FilePassedOn"):
                    name = f"{evidence.game}-{event.get('sent_as')}"
                    known.setdefault(name, {})[str(event.get("digest"))] = record
    for name, digest, where in evidence.files:
        if name in known and digest not in known[name]:
            expected, record = next(iter(known[name].items()))
            text = f"record {record['seq']}: the file {name} in {where} is not the one on record"
            yield ProofNote("false", text, record["seq"], record["branch"], expected, digest)


def _rank(finding: ProofNote) -> tuple[int, int]:
    return ("false", "missing", "note").index(finding.kind), -1 if finding.record is None else finding.record


def _accepted(branch: Branch, side: str) -> list[Mapping[str, str]]:
    return [
        record["body"]
        for record in branch.records.values()
        if record["type"] == "orders.accepted" and record["body"]["player"] == side
    ]


def _branch_verdict(branch: Branch, walk: BranchCheck, lineage: tuple[Link, ...]) -> BranchVerdict:
    top = max(branch.heads, default=branch.last)
    return BranchVerdict(
        name=branch.name,
        first=branch.first,
        last=branch.last,
        records=len(branch.records),
        missing=tuple(branch.missing),
        seals=branch.seals,
        key_changes=branch.keys.changes,
        tally=walk.tally,
        head=branch.heads.get(top, branch.sealed.get(top, "")),
        head_seq=top,
        lineage=lineage,
    )


def _missing(branch: Branch) -> ProofNote:
    of = "" if branch.name == "main" else f" of branch {branch.name}"
    numbers = numbers_text(branch.missing)
    plural = "s" if len(branch.missing) > 1 else ""
    text = f"record{plural} {numbers}{of} not in this mailbox: ask the desk with  resend {branch.missing[0]}"
    return ProofNote("missing", text, branch.missing[0], branch.name)


def _walk(audit: Audit, name: str, findings: list[ProofNote]) -> BranchCheck:
    """Read a branch from genesis on, through its parents; what is found in a parent is said there."""
    branch = audit.branches[name]
    walk = BranchCheck(audit.evidence, branch.keys)
    expected = 0
    for record in audit.lineage(name):
        if record["seq"] != expected:
            walk.skip()
        expected = record["seq"] + 1
        before = len(walk.findings)
        try:
            walk.take(record)
        except MALFORMED:
            walk.findings.append(_malformed(record))
        if record["branch"] == name:
            findings += walk.findings[before:]
            findings += _sealed_as_committed(branch, record, walk)
    findings += _seeds_shown(audit.evidence, branch)
    findings += _in_time(audit.evidence, branch, walk)
    return walk


def _malformed(record: Link) -> ProofNote:
    return ProofNote(
        "false", f"record {record['seq']}: its body is not as it should be", record["seq"], record["branch"]
    )


def _in_time(evidence: Evidence, branch: Branch, walk: BranchCheck) -> list[ProofNote]:
    """A lock proves something if its reader's own mail server had it before the round of the beacon that it waits for."""
    late, unknown, rounds = [], [], walk.locks.rounds
    for locked, source, number in rounds:
        at = evidence.received.get(head(locked))
        if at is None:
            unknown.append(locked["seq"])
        elif at >= round_time(source, number):
            late.append(locked["seq"])
    walk.tally.rounds = (len(rounds), len(rounds) - len(late) - len(unknown))
    found = []
    for seqs, what in (
        (late, "came here after its round of the beacon was known: these letters do not prove that orders came first"),
        (unknown, "is in no letter with a Received line: whether orders came before the beacon's round is not checked"),
    ):
        if seqs:
            text = f"lock {numbers_text(seqs)} {what}"
            found.append(ProofNote("note", text, seqs[0], branch.name))
    return found


def _sealed_as_committed(branch: Branch, record: Link, walk: BranchCheck) -> list[ProofNote]:
    """A seal's state is the state after its record, and its time the record's."""
    seq = record["seq"]
    if seq not in branch.states:
        return []
    state, at = branch.states[seq], branch.times[seq]
    found = []
    if at != record["at"]:
        text = f"record {seq}: its seal gives another time than the record"
        found.append(ProofNote("false", text, seq, branch.name, record["at"], at))
    if walk.tally.state and state != walk.tally.state and not (walk.gap and "state" not in record["body"]):
        text = f"record {seq}: its seal gives another state than the chain"
        found.append(ProofNote("false", text, seq, branch.name, walk.tally.state, state))
    return found


def _seeds_shown(evidence: Evidence, branch: Branch) -> list[ProofNote]:
    """The seed line of a seal block is not signed; it must be that of the record."""
    found = []
    for seal, where in evidence.seals.items():
        record = branch.records.get(seal.fields.seq)
        if seal.seed is None or seal.fields.branch != branch.name or record is None:
            continue
        body = record["body"]
        if seal.seed != (body.get("adj"), body.get("seed")):
            text = f"record {record['seq']}: the seal block in {where} shows another seed than the record"
            expected = f"{body.get('adj', 'none')} {body.get('seed', '')}".strip()
            found.append(
                ProofNote("false", text, record["seq"], branch.name, expected, f"{seal.seed[0]} {seal.seed[1]}")
            )
    return found


def _receipts(evidence: Evidence, audit: Audit) -> list[ProofNote]:
    """A receipt's digest must be the one that the chain holds."""
    found = []
    for one in evidence.receipts.values():
        branch = audit.branches.get(one.branch)
        record = branch.records.get(one.seq) if branch else None
        if record is None or (record["type"] == "orders.withdrawn" and one.digest == ZEROS):
            continue  # told as missing, or as false, already; or the receipt of a withdrawal, which has no digest
        digest = record["body"].get("digest", "no digest of orders")
        if digest != one.digest:
            text = f"record {one.seq}: the receipt in {one.where} gives another digest of the orders"
            found.append(ProofNote("false", text, one.seq, one.branch, digest, one.digest))
    return found


def _nonces(evidence: Evidence) -> Iterator[ProofNote]:
    """Remarks on the nonces in one's own orders: who picks them can try several until the dice please."""
    records: dict[tuple[str, str], list[int]] = {}
    for opening, _ in evidence.openings.values():
        if opening["open"] == "orders" and opening["player"] in evidence.sides and opening["nonce"]:
            records.setdefault((opening["nonce"], opening["branch"]), []).append(opening["seq"])
    for (nonce, branch), seqs in records.items():
        text = (
            f"your orders in record {numbers_text(sorted(seqs))} hold the nonce {nonce!a}: if you never wrote it, the desk "
            "chose it, and so the dice"
        )
        yield ProofNote("note", text, min(seqs), branch)


def _own_letters(branch: Branch, evidence: Evidence, box: Mailbox) -> own_letters.OwnOrdersCheck:
    """The submissions of a branch against the letters of this mailbox that their receipts answer."""
    receipts = {one.seq: one for one in evidence.receipts.values() if one.branch == branch.name}
    accepted = {seq: one for seq, one in branch.records.items() if one["type"] == "orders.accepted"}
    accepted = {seq: one for seq, one in accepted.items() if one["body"]["player"] in evidence.sides}
    opened = {
        one["seq"]: one["orders"]
        for one, _ in evidence.openings.values()
        if one["open"] == "orders" and one["branch"] == branch.name and one["seq"] in accepted
        if opening_fits(one, accepted[one["seq"]])
    }
    letters = {seq: box.own[one.answers] for seq, one in receipts.items() if one.answers in box.own}
    return own_letters.compare(accepted, opened, letters, branch.name)


def _of_nobody(evidence: Evidence, audit: Audit) -> Iterator[ProofNote]:
    """Tell that no submission is compared, where nothing says whose mailbox this is."""
    records = [record for one in audit.branches.values() for record in one.records.values()]
    filed = sorted(record["seq"] for record in records if record["type"] == FILED)
    if filed and not evidence.sides and not any(record["type"] == "game.end" for record in records):
        text = (
            "nothing here says whose mailbox this is, and no submission is opened: what was carried out is not compared "
            "with what was ordered"
        )
        yield ProofNote("missing", text, filed[0])


def _not_here(evidence: Evidence, audit: Audit, box: Mailbox) -> list[ProofNote]:
    """Remarks on submissions whose receipt, or receipts whose letter, is not among the others in this mailbox."""
    sides = {code for code in evidence.sides if any(_accepted(branch, code) for branch in audit.branches.values())}
    if len(sides) != 1 or not evidence.receipts:
        return []
    found = []
    for branch in audit.branches.values():
        fields = {one.seq: one for one in evidence.receipts.values() if one.branch == branch.name}
        own = [seq for seq, one in branch.records.items() if one["type"] == "orders.accepted"]
        own = sorted(seq for seq in own if branch.records[seq]["body"]["player"] in sides)
        for missing, what in (
            ([seq for seq in own if seq not in fields], "no receipt"),
            ([seq for seq in own if seq in fields and fields[seq].answers not in box.ids], "no letter of yours"),
        ):
            if missing and len(missing) < len(own):
                text = (
                    f"{what} for record{'s' * (len(missing) > 1)} {numbers_text(missing)} in this mailbox: not checked"
                )
                found.append(ProofNote("note", text, missing[0], branch.name))
    return found


def _pin(audit: Audit, pinned: bytes | None, evidence: Evidence, findings: list[ProofNote]) -> bool:
    """True if the pinned key vouches for the server's: as its root, or by being it."""
    main = audit.branches.get("main")
    keys = main.keys if main else None
    if keys is None or not keys.terms:
        text = "no server key is known, since record 0 (genesis) is not here: no seal can be checked"
        findings.append(ProofNote("missing", text, 0))
        return False
    if pinned is None:
        findings.append(
            ProofNote(
                "note",
                "the server's key comes from the game itself: compare it with your welcome letter, or give --root-key",
            )
        )
        return False
    if pinned in (keys.root, keys.terms[0].key):
        return True
    known = key_id(keys.root or keys.terms[0].key)
    text = f"{NOT_ITS_KEY} {evidence.game}: somebody else may have signed this game"
    findings.append(ProofNote("false", text, 0, "main", key_id(pinned), known))
    return False


def _of_another_game(one: ProofNote) -> ProofNote:
    """A key that is another game's of the same mailbox says nothing about this one, which is not checked against any."""
    if not one.text.startswith(NOT_ITS_KEY):
        return one
    text = f"{one.text.partition(':')[0]}, but of another one here: give this game's own key, or compare it with your letter"
    return replace(one, kind="missing", text=text)


def _compare(wanted: tuple[int | None, str], games: Sequence[tuple[GameVerdict, Audit]]) -> list[ProofNote]:
    number, pasted = wanted
    for verdict, audit in games:
        for branch in audit.branches.values():
            for seq, own in {**branch.heads, **branch.sealed}.items():
                if own == pasted and number in (None, seq):
                    text = f"your opponent's head {seq} of {verdict.game}, branch {branch.name}, reads the same"
                    return [ProofNote("note", text, seq, branch.name)]
    if number is not None and len(games) == 1:
        for branch in games[0][1].branches.values():
            own = branch.sealed.get(number, branch.heads.get(number, ""))
            if own:
                text = f"your opponent's head {number} differs from yours: you were not sent the same history"
                return [ProofNote("false", text, number, branch.name, own, pasted)]
    known = (
        "; ".join(f"{one.game} up to head {branch.head_seq}" for one, _ in games for branch in one.branches) or "none"
    )
    text = f"no record here has the head that you compare (known: {known}); say its number too, as in --compare '41 659a...'"
    return [ProofNote("missing", text, number)]
