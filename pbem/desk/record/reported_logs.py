"""The logs in a mailbox's reports, compared with those of a replay: no seal covers a report's prose, the replay does.

A log entry is compared as words and figures, without its number and its line breaks.  An entry that the replay does not
make, and a roll with other dice than the record's, is false.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.desk.record.readjudication import PlayedPart
from pbem.desk.title import Title
from pbem.desk.visibility import known
from pbem.reports import letter_style
from pbem.reports.letter_style import Manner, writing
from pbem.reports.log import condensed, entry, shortened
from pbem.reports.report import WORDING, LogEntry
from pbem.seal.chain import Link
from pbem.seal.evidence import ReportedLog

LOG, DICE = "LOG", "DICE"
"""The heads of the two sections of a report, in English; each language has its own."""
HEADING: Final = re.compile(r"(.*?) -{3,}")
ENTRY: Final = re.compile(r"[A-Z]{0,2}\d+ ")
NOTE: Final = re.compile(r" {2}\S")
ROLL: Final = re.compile(r"\br\d+\b")
DIE: Final = re.compile(r"  r\d+ +\d+d\d+ (\d+(?: \d+)*)  +(\S.*)")
FIGURE: Final = re.compile(r"\d+")
REWORDED: Final = (
    (re.compile(r" order overtaken: "), " order no longer possible: "),  # until 0.2
    (re.compile(r"\b(dismount|march|mount|move|stay)(?:s|es)\b"), r"\1"),  # "Scouts dismounts", until 0.2
)
"""Words that logs had once, and those that they have now: a letter from before still says what the replay says."""


@dataclass(frozen=True)
class Mismatch:
    """A line of a report that the replay does not bear out: the report's record, and the two wordings.

    `is_older`: the report was written before the words of the log were changed.
    """

    seq: int
    where: str
    reported: str
    replayed: str
    is_older: bool = False


def mismatches(
    title: Title, parts: Sequence[PlayedPart], records: Sequence[Link], logs: Sequence[ReportedLog]
) -> tuple[int, list[Mismatch]]:
    """How many lines were compared, and those that differ, in reports of records that were replayed."""
    compared, found = 0, []
    replayed = _Replayed(title, parts)
    rolls = {label: faces for record in records for label, faces, *_ in record["body"].get("rolls", [])}
    played = {part.seq for part in parts}
    last = max(played, default=-1)
    for log in logs:
        is_here = records and log.seq <= records[-1]["seq"]
        if not is_here or any(one["type"] == "phase.resolved" and last < one["seq"] <= log.seq for one in records):
            continue  # it tells of a record that has not come yet, or could not be replayed
        for line in entries(log.lines):
            compared += 1
            other = replayed.other_than(line, log.side)
            if other is not None:
                found.append(Mismatch(log.seq, log.where, line, other, is_older=log.wording < WORDING))
        for label, faces in dice(log.lines):
            compared += 1
            known_faces = " ".join(map(str, rolls.get(label, ()))) or "no such roll"
            if faces != known_faces:
                found.append(Mismatch(log.seq, log.where, f"{label}: {faces}", f"{label}: {known_faces}"))
    return compared, found


def entries(lines: Sequence[str]) -> Iterator[str]:
    """The entries of the LOG sections among a report's lines, each in one line."""
    is_log, words = False, list[str]()
    logs, dice_heads = _heads(LOG), _heads(DICE)
    for line in (*lines, "END ---"):
        heading = HEADING.fullmatch(line)
        is_over = heading or line.startswith(tuple(f"{head}   " for head in dice_heads)) or line in dice_heads
        is_new = bool(is_over) or ENTRY.match(line) or (NOTE.match(line) is not None)
        if is_new and words:
            yield plain(" ".join(words))
            words = []
        if is_over:
            is_log = heading is not None and heading[1].startswith(tuple(f"{head}   " for head in logs))
        elif is_log and (words or ENTRY.match(line)) and line.strip():
            words.append(line)


def _heads(word: str) -> tuple[str, ...]:
    """A heading in every language in which letters are written."""
    return tuple(dict.fromkeys(one.phrase(word) for one in letter_style.languages()))


def dice(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The rolls of the DICE list among a report's lines: label and faces."""
    label, faces = "", ""
    for line in (*lines, ""):
        match = DIE.fullmatch(line)
        if label and not match and line.startswith(" " * 8):
            label = f"{label} {line.strip()}"
            continue
        if label:
            yield label, faces
        label, faces = (match[2].strip(), match[1]) if match else ("", "")


def plain(text: str) -> str:
    """An entry in today's words, without its number, its roll numbers and its line breaks."""
    wording = ROLL.sub("r", " ".join(ENTRY.sub("", text.strip(), count=1).split()))
    for once, now in REWORDED:
        wording = once.sub(now, wording)
    return wording


class _Replayed:
    """The log entries of a replay, by side and language, told when they are first wanted."""

    def __init__(self, title: Title, parts: Sequence[PlayedPart]) -> None:
        self.title, self.parts = title, parts
        self._known: dict[tuple[str, str], set[str]] = {}
        self._languages = tuple(one.code for one in letter_style.languages())

    def other_than(self, line: str, side: str) -> str | None:
        """None if the replay makes this entry too; else the most similar that it makes, "" if none is similar."""
        for language in self._languages:
            if line in self._entries(side, language):
                return None
        masked = FIGURE.sub("#", line)
        for language in self._languages:
            similar = sorted(one for one in self._entries(side, language) if FIGURE.sub("#", one) == masked)
            if similar:
                return min(similar, key=lambda one: _distance(one, line))
        head = line.split("  ")[0][:24]
        return next((one for one in sorted(self._entries(side, self._languages[0])) if one.startswith(head)), "")

    def _entries(self, side: str, language: str) -> set[str]:
        key = (side, language)
        if key not in self._known:
            with writing(Manner(language)):
                self._known[key] = {
                    plain("\n".join(entry(one))) for part in self.parts for one in self._log(part, side)
                }
        return self._known[key]

    def _log(self, part: PlayedPart, code: str) -> Iterator[LogEntry]:
        card = self.title.system.card
        side = next((one.id for one in card.sides if one.code == code), card.sides[0].id)
        before = self.title.system.view(part.before, side)
        log = self.title.teller.log(before, known(part.events, side), 1)
        yield from (
            replace(one, number="A1") for one in (*log.entries, *condensed(log).entries, *shortened(log).entries)
        )


def _distance(one: str, other: str) -> int:
    pairs = zip(FIGURE.findall(one), FIGURE.findall(other), strict=True)
    return sum(a != b for a, b in pairs)
