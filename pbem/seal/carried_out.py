"""The orders that each phase carried out, compared with what its players had filed, both ways (docs/trust.md, "Your orders").

A submission is opened to its owner; a record says what was carried out.  Every order line that was on file must have been
carried out, in its place, and nothing may have been carried out that nobody ordered.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.seal.chain import Link
from pbem.seal.evidence import Kind, ProofNote
from pbem.seal.shapes import is_answer

STANDING: Final = re.compile(r"(?:when|policy|march|hold) |[^:]+ (?:when charged|when contact|double|after melee): ")
"""Beginnings of standing orders; on the table-top that is whom it is for: ``Shawnee when charged: hold``."""
AHEAD: Final = re.compile(r"\Ain [^:]+: ")
"""The prefix of an order that was filed ahead: ``in F: G/3 Cav melee 3512``."""
ORDERS: Final = "orders"
WITHHELD: Final = "withheld until the end of the game"
"""The stand-in for the orders in a record of a game that hides facts, for a phase in which something is written down secretly.

The sealed answers hold these orders, and a replay after the end of the game carries them out again.
"""

Place = tuple[str, int]
"""A branch, and the number of a record in it."""


@dataclass(slots=True)
class SubmittedLines:
    """The lines of a submission by what they are: orders, answers to questions (``ask: choice``), standing orders.

    In some games an order has a colon too (``Rifles 1: ahead 6``): `rest` keeps the lines that are no standing orders as they
    came, for `know_orders` to sort again.
    """

    orders: list[str] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, lines: Sequence[str]) -> "SubmittedLines":
        """Sort the lines of an opening."""
        found = cls()
        for line in lines:
            if STANDING.match(line):
                found.standing.append(line)
                continue
            found.rest.append(AHEAD.sub("", line, count=1))
        found.know_orders(())
        return found

    def know_orders(self, carried_out: Collection[str]) -> None:
        """Sort the lines again: those that were carried out as orders are orders, though they have a colon."""
        known = {*self.orders, *carried_out}
        self.orders = [line for line in self.rest if ": " not in line or line in known]
        parts = (line.rpartition(": ") for line in self.rest if line not in self.orders)
        self.answers = [(key, choice) for key, _, choice in parts]


@dataclass(frozen=True, slots=True)
class Given:
    """An answer in a record: the side's id, what was asked, how many orders it holds, the choice, and its source."""

    side: str
    kind: str
    key: str
    orders: int
    choice: str
    source: str


def compare(
    lineage: Sequence[Link],
    branch: str,
    opened: Mapping[Place, Sequence[str]],
    segments: Mapping[Place, Any],
    owners: set[str],
) -> list[ProofNote]:
    """Differences in the records of one branch; `lineage` are its records from genesis on.

    `opened` holds the lines of submissions whose openings fit their digests, `segments` the answers of phases that were
    sealed.  The submissions of `owners` (whose mailbox this is) should be open.
    """
    check = _Check(lineage, branch, opened, segments, owners)
    for record in lineage:
        check.take(record)
    return [*check.findings, *check.remarks()]


class _Check:
    def __init__(
        self,
        lineage: Sequence[Link],
        branch: str,
        opened: Mapping[Place, Sequence[str]],
        segments: Mapping[Place, Any],
        owners: set[str],
    ) -> None:
        self.branch, self.owners = branch, owners
        self.opened = {place: SubmittedLines.of(lines) for place, lines in opened.items()}
        self.segments = segments
        self.sides = _sides(lineage, segments)
        self.findings: list[ProofNote] = []
        self.filed: dict[tuple[str, str], Link | None] = {}
        """By player and phase: the orders on file, None if it was withdrawn."""
        self.counts: dict[tuple[str, str], Link] = {}
        """By player and phase: what was on file when play of the phase began, and counts to its end."""
        self.submissions: dict[str, list[Link]] = {}
        self.carried_out: set[tuple[str, str]] = set()
        self.by_standing: dict[str, list[int]] = {}
        self.unasked: dict[str, list[str]] = {}
        self.phase = ""
        self.answered: dict[tuple[str, str], list[tuple[str, str]]] = {}
        """By player and phase: the answers by letter that were carried out."""
        self.withheld: set[tuple[str, str]] = set()
        """By player and phase: whose lines can't be told from answers, since the record says nothing of them."""
        self.expected = 0
        self.gap = self.skips_answers = False

    def take(self, record: Link) -> None:
        """The next record."""
        body = record["body"]
        self.gap = self.gap or record["seq"] != self.expected
        self.expected = record["seq"] + 1
        match record["type"]:
            case "orders.accepted":
                who = (body["player"], body["phase"])
                self.filed[who] = record
                self.submissions.setdefault(who[0], []).append(record)
            case "orders.withdrawn":
                self.filed[body["player"], body["phase"]] = None
            case "orders.locked":
                self._begun(body["phase"])
            case "branch.open":
                self.skips_answers = True  # what was undone is asked again, and a redo brings old answers back
            case "phase.resolved":
                self._resolved(record)

    def remarks(self) -> Iterator[ProofNote]:
        """Remarks, which are told and not judged: a line a player, not one a record."""
        for player, seqs in sorted(self.by_standing.items()):
            text = (
                f"standing orders of {player} gave {len(seqs)} of the order lines that were carried out, first in record "
                f"{seqs[0]}: the log of each report names the standing order"
            )
            yield ProofNote("note", text, seqs[0], self.branch)
        for player, phases in sorted(self.unasked.items()):
            text = (
                f"{player} had orders on file for {', '.join(phases[:8])}{' and more' * (len(phases) > 8)}, and was not asked "
                "for them there: --replay shows whether the rules ask"
            )
            yield ProofNote("note", text, None, self.branch)

    # ---------------------------------------------------------------------------------------------------- one record

    def _begun(self, phase: str) -> None:
        """Fix what counts for a phase, at the first of its records."""
        for who, record in self.filed.items():
            if who[1] == phase and record is not None:
                self.counts.setdefault(who, record)

    def _resolved(self, record: Link) -> None:
        body, phase = record["body"], record["body"]["phase"]
        if self.phase and phase != self.phase and record["branch"] == self.branch:
            self._over(self.phase)
        self.phase = phase
        self._begun(phase)
        given = _given(record, self.segments)
        if given is None and _answers_in(record, self.segments) is not None and record["branch"] == self.branch:
            self._say("false", record, "its answers cannot be read")
        carried_out: Mapping[str, list[str]] = body.get("orders", {})
        for player in sorted({*self.sides, *carried_out, *(who[0] for who in self.counts)}):
            side = self.sides.get(player, "")
            asks = [one for one in given or () if one.side == side and one.kind == ORDERS] if side else None
            lines = list(carried_out.get(player, ()))
            if lines or asks:
                self.carried_out.add((player, phase))
            if lines == [WITHHELD] and "sealed" in body:
                continue
            if record["branch"] == self.branch:
                self._orders(record, player, lines, asks if given is not None else None)
        if given is not None:
            self._answers(record, given)

    def _orders(self, record: Link, player: str, lines: list[str], asks: list[Given] | None) -> None:
        """The order lines of a player in a record, each answer to a call for orders by itself."""
        filed = self._on_file(player, record["body"]["phase"])
        for submission in self.submissions.get(player, []):
            if submission["body"]["phase"] == record["body"]["phase"] and _place(submission) in self.opened:
                self.opened[_place(submission)].know_orders(lines)
        if asks is not None and sum(one.orders for one in asks) != len(lines):
            count = str(sum(one.orders for one in asks))
            text = f"its answers hold another number of orders of {player} than it says were carried out"
            self._say("false", record, text, count, str(len(lines)))
        elif asks is None:
            if lines:
                self._one_set(record, player, filed, lines, None)
        else:
            for one in asks:
                self._one_set(record, player, filed, lines[: one.orders], one.source)
                del lines[: one.orders]

    def _one_set(self, record: Link, player: str, filed: Link | None, lines: Sequence[str], source: str | None) -> None:
        """One set of orders that was carried out: what was on file, then what standing orders added."""
        wanted: list[str] = []
        if filed is not None:
            opened = self.opened.get(_place(filed))
            if opened is None:
                if player in self.owners:
                    text = f"your orders in record {filed['seq']} are not opened in this mailbox, so they cannot be compared"
                    self._say("missing", record, text)
                return
            wanted = opened.orders
        left = list(lines)
        for line in wanted:
            if line in left:
                left.remove(line)
            else:
                where = f"the submission in record {_seq(filed)}"
                self._unsure(record, f"{player} ordered {line!r} ({where}), and it was not carried out")
        may_add = source is None or "standing order" in source
        if left and may_add and self._has_standing(player):
            self.by_standing.setdefault(player, []).extend([record["seq"]] * len(left))
        elif left:
            for line in left:
                self._unsure(record, f"{line!r} was carried out for {player}, who did not order it")
        if len(left) == len(lines) - len(wanted) and list(lines[: len(wanted)]) != wanted and (may_add or not left):
            self._unsure(record, f"the orders of {player} were carried out in another sequence than on file")

    def _answers(self, record: Link, given: Sequence[Given]) -> None:
        """Answers that are said to have come by letter are on file, and all that are on file were carried out."""
        phase = record["body"]["phase"]
        given_orders = record["body"].get(ORDERS, {})
        self.withheld.update((player, phase) for player, lines in given_orders.items() if lines == [WITHHELD])
        for player, side in sorted(self.sides.items()):
            if (player, phase) in self.withheld:
                continue
            by_letter = [
                (one.key, one.choice)
                for one in given
                if one.side == side and one.kind != ORDERS and one.source == "order" and one.choice
            ]
            self.answered.setdefault((player, phase), []).extend(by_letter)
            filed = [one for one in self.submissions.get(player, []) if one["body"]["phase"] == phase]
            opened = self.opened.get(_place(filed[-1])) if filed else SubmittedLines()
            if opened is None or self.skips_answers or record["branch"] != self.branch:
                continue  # not opened: the opponent's, until the end of the game; one's own is told with the orders
            for key, choice in by_letter:
                if (key, choice) not in opened.answers:
                    text = f"{f'{key}: {choice}'!r} was carried out as the answer of {player}, who did not give it"
                    self._unsure(record, text)
            for key, choice in opened.answers:
                if (key, choice) not in self.answered[player, phase]:
                    self._unsure(record, f"{player} answered {f'{key}: {choice}'!r}, and it was not carried out")

    def _over(self, phase: str) -> None:
        """A phase has ended: whose orders for it were never asked for."""
        for (player, of), record in self.counts.items():
            opened = self.opened.get(_place(record))
            if of == phase and opened is not None and opened.orders and (player, phase) not in self.carried_out:
                self.unasked.setdefault(player, []).append(phase)

    # ------------------------------------------------------------------------------------------------- what is known

    def _on_file(self, player: str, phase: str) -> Link | None:
        """The orders that count for a player in a phase: what was on file when it began, or came later where nothing was."""
        return self.counts.get((player, phase)) or self.filed.get((player, phase))

    def _has_standing(self, player: str) -> bool:
        """True if a player may have standing orders: one was filed, or some submission is not open."""
        filed = self.submissions.get(player, [])
        opened = [self.opened.get(_place(one)) for one in filed]
        return any(one is None or one.standing for one in opened)

    def _say(self, kind: Kind, record: Link, text: str, expected: str = "", found: str = "") -> None:
        wording = f"record {record['seq']}: {text}"
        self.findings.append(ProofNote(kind, wording, record["seq"], self.branch, expected, found))

    def _unsure(self, record: Link, text: str, expected: str = "", found: str = "") -> None:
        """False, unless a missing record may explain it."""
        if self.gap:
            self._say("missing", record, f"{text}; not decided, since earlier records are missing", expected, found)
        else:
            self._say("false", record, text, expected, found)


def _place(record: Link) -> Place:
    return record["branch"], record["seq"]


def _seq(record: Link | None) -> int:
    return record["seq"] if record is not None else -1


def _given(record: Link, segments: Mapping[Place, Any]) -> list[Given] | None:
    """The answers of a record, None if they are sealed or an older pbem did not record them."""
    answers = _answers_in(record, segments)
    if not isinstance(answers, list) or not all(map(is_answer, answers)):
        return None
    found = []
    for one in answers:
        answer = one["answer"]
        side, _, rest = one["key"].partition(" ")
        kind = ORDERS if rest.split(" ")[0] == ORDERS else rest
        choice, source = answer.get("choice", ""), answer.get("source", "order")
        found.append(Given(side, kind, one["key"], len(answer.get("orders", [])), choice, source))
    return found


def _answers_in(record: Link, segments: Mapping[Place, Any]) -> Any:
    answers = record["body"].get("answers")
    if answers is None:
        value = segments.get(_place(record))
        answers = value.get("answers") if isinstance(value, dict) else None
    return answers


def _sides(lineage: Sequence[Link], segments: Mapping[Place, Any]) -> dict[str, str]:
    """The side's id (``us``) that each player's code (``US``) stands for: as genesis says, or learned from records in which one
    side alone had orders."""
    named_sides = lineage[0]["body"].get("sides") if lineage and lineage[0]["type"] == "genesis" else None
    if named_sides:
        return dict(named_sides)
    votes: Counter[tuple[str, str]] = Counter()
    for record in lineage:
        if record["type"] != "phase.resolved":
            continue
        codes = list(record["body"].get("orders", {}))
        sides = {one.side for one in _given(record, segments) or () if one.kind == ORDERS and one.orders}
        if len(codes) == len(sides) == 1:
            votes[codes[0], *sides] += 1
    found: dict[str, str] = {}
    for (code, side), _ in votes.most_common():
        if code not in found and side not in found.values():
            found[code] = side
    return found
