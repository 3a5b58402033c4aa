"""Seals and links: which copy of each record is the one that was signed (docs/trust.md, 2 and 4)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.seal.block import Seal, signed_bytes
from pbem.seal.chain import Link
from pbem.seal.evidence import Copy, Evidence, Kind, ProofNote
from pbem.seal.keys import Keys, keys_of
from pbem.seal.ladder import ZEROS
from pbem.seal.signing import key_id, verify


@dataclass(slots=True)
class Branch:
    """One branch: the records that hold, by number; the missing; the heads that were signed."""

    name: str
    first: int = 0
    parent: str = ""
    records: dict[int, Link] = field(default_factory=dict)
    heads: dict[int, str] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)  # as sealed, by record
    times: dict[int, str] = field(default_factory=dict)  # as sealed, by record
    missing: list[int] = field(default_factory=list)
    sealed: dict[int, str] = field(default_factory=dict)
    revoked: list[tuple[int, str, str]] = field(default_factory=list)  # record, head, where: seals that are void
    seals: int = 0
    keys: Keys = field(default_factory=Keys)

    @property
    def last(self) -> int:
        """The highest number that is known of."""
        return max([*self.records, *self.missing, *self.sealed, self.first])


class Audit:
    """The seals and links of one game; `findings` says what is wrong, `branches` what holds."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.findings: list[ProofNote] = []
        self.branches: dict[str, Branch] = {}
        for name in evidence.branches():
            self._branch(name)

    def lineage(self, name: str) -> Iterator[Link]:
        """The records of a branch that hold, from genesis on, those of its parents up to the fork among them."""
        for key, seq in self._places(name):
            if key in self.branches and seq in self.branches[key].records:
                yield self.branches[key].records[seq]

    def _places(self, name: str, below: int | None = None, seen: frozenset[str] = frozenset()) -> list[tuple[str, int]]:
        opened = self._opening_of(name)
        own = sorted(
            seq
            for branch, seq in self.evidence.copies
            if branch == name and (below is None or seq <= below) and (opened is None or seq >= opened["seq"])
        )
        before: list[tuple[str, int]] = []
        if opened is not None and opened["body"]["parent"] not in seen | {name}:
            fork = opened["body"]["from"] if below is None else min(below, opened["body"]["from"])
            before = self._places(opened["body"]["parent"], fork, seen | {name})
        return before + [(name, seq) for seq in own]

    def _opening_of(self, name: str) -> Link | None:
        """The record that opens a branch other than ``main``."""
        for (branch, _), copies in sorted(self.evidence.copies.items()):
            for copy in copies.values():
                body = copy.record["body"]
                if branch == name and copy.record["type"] == "branch.open" and body["branch"] == name:
                    return copy.record
        return None

    def _say(self, kind: Kind, text: str, seq: int | None, branch: str, expected: str = "", found: str = "") -> None:
        self.findings.append(ProofNote(kind, text, seq, branch, expected, found))

    def _branch(self, name: str) -> None:
        made = self.branches[name] = Branch(name)
        opened = self._opening_of(name)
        if name != "main" and opened is None:
            self._say("false", f"nothing opens branch {name}, yet there are records of it", self._lowest(name), name)
        if opened is not None:
            made.first, made.parent = opened["seq"], opened["body"]["parent"]
        self._seals(made)
        self._links(made)

    def _lowest(self, name: str) -> int | None:
        return min((seq for branch, seq in self.evidence.copies if branch == name), default=None)

    # ------------------------------------------------------------------------------------------------------ seals

    def _seals(self, branch: Branch) -> None:
        candidates = []
        for place in self._places(branch.name):
            candidates += [copy.record for copy in self.evidence.copies[place].values()]
        branch.keys = keys_of(candidates)
        self.findings += [one for one in branch.keys.findings if one.branch == branch.name]
        faults: list[tuple[int, str]] = []
        top = max((seq for name, seq in self.evidence.copies if name == branch.name), default=-1)
        quoted = {one: where for one, where in self.evidence.quoted.items() if one.fields.seq <= top}
        for seal, where in (quoted | self.evidence.seals).items():
            fields = seal.fields
            if fields.branch != branch.name:
                continue
            if seal not in self.evidence.seals and not self._is_signed(branch.keys, seal):
                continue
            good = False
            for sig in seal.sigs:
                fault = self._signature(branch.keys, sig.name, sig.mark, signed_bytes(fields), sig.value, fields.seq)
                if fault:
                    faults.append((fields.seq, f"the seal of record {fields.seq} in {where}: {fault}"))
                elif fault is not None:
                    good = True
            if not good:
                if any(term.was_in_force(fields.seq) for term in branch.keys.terms):
                    branch.revoked.append((fields.seq, fields.head, where))
                continue
            branch.seals += 1
            known = branch.sealed.setdefault(fields.seq, fields.head)
            if known != fields.head:
                text = f"two different heads of record {fields.seq} are signed: two histories were sent ({where})"
                self._say("false", text, fields.seq, branch.name, known, fields.head)
            if branch.states.setdefault(fields.seq, fields.state) != fields.state:
                text = f"two seals of record {fields.seq} say different states ({where})"
                self._say("false", text, fields.seq, branch.name)
            if branch.times.setdefault(fields.seq, fields.at) != fields.at:
                text = f"two seals of record {fields.seq} say different times ({where})"
                self._say("false", text, fields.seq, branch.name)
        if faults and not branch.seals and not self._genesis_holds(branch):
            text = "record 0 (genesis) is not the one that the chain goes back to; so no seal can be checked"
            self._say("false", text, 0, "main")
            return
        for seq, text in faults:
            self._say("false", text, seq, branch.name)

    def _is_signed(self, keys: Keys, seal: Seal) -> bool:
        """True if a key of the server's has signed a seal at all, in force or not."""
        message = signed_bytes(seal.fields)
        marks = {term.mark: term.key for term in keys.terms}
        return any(sig.mark in marks and verify(marks[sig.mark], message, sig.value) for sig in seal.sigs)

    def _genesis_holds(self, branch: Branch) -> bool:
        """True if genesis is the one that record 1 follows."""
        zero = self.evidence.copies.get(("main", 0), {})
        after = self.evidence.copies.get(("main", 1), {})
        claimed = {copy.record["prev"] for copy in after.values()}
        claimed |= {
            seal.fields.head for seal in self.evidence.seals if (seal.fields.branch, seal.fields.seq) == ("main", 0)
        }
        return not claimed or bool(claimed & zero.keys())

    def _signature(self, keys: Keys, name: str, mark: str, message: bytes, value: bytes, seq: int) -> str | None:
        """The fault in a signature, "" if it is the server's and right, None if its signer is unknown here."""
        if keys.gm and mark == _mark(keys.gm[1]):
            return None if verify(keys.gm[1], message, value) else f"the GM's signature ({name} {mark}) is wrong"
        fault: str | None = None
        for term in keys.terms:
            if term.mark == mark:
                if term.name != name:
                    fault = f"key {mark} is that of {term.name}, and signs here as {name}"
                elif not verify(term.key, message, value):
                    fault = f"the signature of {name} {mark} is wrong"
                elif not term.covers(seq):
                    if term.was_in_force(seq):
                        return None
                    fault = f"key {mark} of {name} was not in force at record {seq}"
                else:
                    return ""
            elif term.name == name and fault is None:
                fault = f"it is signed in the name of {name} with the unknown key {mark}"
        return fault

    # ------------------------------------------------------------------------------------------------------ links

    def _links(self, branch: Branch) -> None:
        """From the top down: a record holds if its head is the one signed, or the one that the record above carries."""
        numbers = [seq for name, seq in self.evidence.copies if name == branch.name]
        claimed = [
            one.fields.seq for one in self.evidence.seals if one.fields.branch == branch.name and not branch.keys.terms
        ]
        top = max([*numbers, *branch.sealed, *claimed, branch.first])
        above: Link | None = None
        anchored = False
        loose: list[int] = []
        for seq in range(top, branch.first - 1, -1):
            if len(branch.missing) > 100_000:
                break  # a number that no campaign reaches: its record is told as what it is, a stray
            copies = self.evidence.copies.get((branch.name, seq), {})
            signed = branch.sealed.get(seq)
            wanted = signed or (above["prev"] if above else None)
            anchored = signed is not None or (anchored and above is not None)
            chosen = self._choose(branch, seq, copies, wanted, signed is not None, above)
            if chosen is None:
                if not copies:
                    branch.missing.append(seq)
                above = None
                continue
            if above is not None and above["prev"] != chosen.head:
                self._say(
                    "false",
                    f"record {above['seq']} does not follow record {seq} as it was signed",
                    above["seq"],
                    branch.name,
                    chosen.head,
                    above["prev"],
                )
                branch.records.pop(above["seq"], None)
            if not anchored:
                loose.append(seq)
            branch.records[seq], branch.heads[seq] = chosen.record, chosen.head
            above = chosen.record
        branch.missing.reverse()
        for seq, head, where in branch.revoked:
            if branch.heads.get(seq, head) != head:
                text = f"another head of record {seq} was signed under a key that is revoked since ({where})"
                self._say("false", text, seq, branch.name, branch.heads[seq], head)
        if loose:
            which = f"record {loose[0]} is" if len(loose) == 1 else f"records {numbers_text(sorted(loose))} are"
            text = f"{which} under no seal that could be checked"
            self._say("missing", text, min(loose), branch.name)
        self._foot(branch)

    def _choose(
        self, branch: Branch, seq: int, copies: dict[str, Copy], wanted: str | None, signed: bool, above: Link | None
    ) -> Copy | None:
        chosen = copies.get(wanted) if wanted else next(iter(copies.values()), None)
        for copy in copies.values():
            if copy is chosen:
                continue
            place = ", ".join(copy.where[:3])
            if wanted is None or (chosen is not None and not signed and above is None):
                self._say("false", f"record {seq} is found in two forms, in {place} another", seq, branch.name)
            else:
                by = "was signed" if signed else f"record {seq + 1} follows"
                text = f"record {seq} in {place} is not the one that {by}"
                self._say("false", text, seq, branch.name, wanted, copy.head)
        return chosen

    def _foot(self, branch: Branch) -> None:
        """Check the start of a branch: genesis after nothing, a new branch after a record of its parent."""
        lowest = branch.records.get(branch.first)
        if lowest is None:
            return
        if not branch.parent:
            if lowest["type"] != "genesis" or lowest["prev"] != ZEROS:
                self._say("false", f"record {branch.first} should be genesis, with nothing before it", 0, branch.name)
            return
        fork = lowest["body"]["from"]
        before = self.branches[branch.parent].heads.get(fork) if branch.parent in self.branches else None
        if lowest["seq"] != fork + 1 or (before is not None and before != lowest["prev"]):
            text = f"branch {branch.name} does not begin after record {fork} of {branch.parent}"
            self._say("false", text, lowest["seq"], branch.name, before or "", lowest["prev"])


def _mark(public: bytes) -> str:
    return key_id(public)[:8]


def numbers_text(numbers: list[int]) -> str:
    """``12, 14-15``: numbers in ascending sequence, runs drawn together; at most ten runs are told."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [f"{a}" if a == b else f"{a}-{b}" for a, b in runs[:10]]
    return ", ".join(parts) + (f" and {len(runs) - 10} more stretches" if len(runs) > 10 else "")
