"""`pbem verify --replay`: what a mailbox holds is adjudicated again, phase by phase, and every state compared."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem import __version__
from pbem.core.system import BrokenGame
from pbem.desk.desk import Title, known
from pbem.desk.record.readjudication import Difference, PlayedPart, Readjudicated, readjudicate
from pbem.desk.record.rules_program import rules_hash
from pbem.reports import letter_style
from pbem.reports.letter_style import LetterStyle, writing
from pbem.reports.log import COUNTED, FOLDED, MOVES_APART, condensed, entry, shortened
from pbem.reports.report import WORDING, LogEntry
from pbem.seal.bundle import fault_of_opening
from pbem.seal.chain import Link
from pbem.seal.evidence import Kind, ProofNote, ReportedLog
from pbem.seal.verify import BranchVerdict, GameVerdict, MailboxVerdict

LOG, DICE = "LOG", "DICE"
"""The heads of the two sections of a report, in English; each language has its own."""
HEADING: Final = re.compile(r"(.*?) -{2,}")
ENTRY: Final = re.compile(r"(?<!\d)[A-Z]{0,2}\d+ ")
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
    """The number of compared lines, and those that differ, in reports of records that were replayed."""
    compared, found = 0, []
    replayed = _Replayed(title, parts)
    rolls = {label: faces for record in records for label, faces, *_ in record["body"].get("rolls", [])}
    played = {part.seq for part in parts}
    last = max(played, default=-1)
    for log in logs:
        is_here = records and log.seq <= records[-1]["seq"]
        if not is_here or any(one["type"] == "phase.resolved" and last < one["seq"] <= log.seq for one in records):
            continue  # it tells of a record that has not come yet, or could not be replayed
        for entry_line in entries(log.lines):
            for line in unfolded(entry_line):
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


def unfolded(line: str) -> list[str]:
    """The moves of an entry in which several were folded, each in its shortest form; another entry by itself.  Of moves that
    were only counted nothing is left to compare."""
    for language in letter_style.languages():
        head = language.phrase(FOLDED).partition("{last}")
        match = re.fullmatch(rf"{re.escape(head[0])}[A-Z]+\d+: (.+)", line)
        if match is not None:
            _, counted, words = language.phrase(COUNTED).partition("{count}")
            return [] if re.fullmatch(rf"\d+{re.escape(words)}", match[1]) and counted else match[1].split(MOVES_APART)
    return [line]


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
            with writing(LetterStyle(language)):
                self._known[key] = {
                    words
                    for part in self.parts
                    for one in self._log(part, side)
                    for words in (plain("\n".join(entry(one))), one.folded)
                    if words
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


NO_GENESIS = "record 0 is not here"


def with_replay(verdict: MailboxVerdict, title: Callable[[str], Title]) -> MailboxVerdict:
    """The verdict with every branch adjudicated again by the rules that are installed."""
    return replace(verdict, games=tuple(_game(game, title) for game in verdict.games))


def _game(game: GameVerdict, title: Callable[[str], Title]) -> GameVerdict:
    branches, findings = [], list(game.findings)
    for branch in game.branches:
        lines, found = _branch(branch, title, [one for one in game.logs if one.branch == branch.name])
        branches.append(replace(branch, replay=lines))
        findings += found
    return replace(game, branches=tuple(branches), findings=tuple(dict.fromkeys(findings)))


def _branch(
    branch: BranchVerdict, title: Callable[[str], Title], logs: Sequence[ReportedLog]
) -> tuple[str, list[ProofNote]]:
    def one_finding(
        kind: Kind, text: str, record: int | None = None, expected: str = "", found: str = ""
    ) -> list[ProofNote]:
        return [ProofNote(kind, text, record, branch.name, expected, found)]

    records = branch.lineage
    if not records or records[0]["type"] != "genesis":
        return "not done", one_finding("missing", f"replay: {NO_GENESIS}", 0)
    name = str(records[0]["body"].get("title", ""))
    try:
        rules = title(name)
        _ = rules.system
    except BrokenGame as fault:
        return "not done", one_finding("missing", f"replay: {fault}", 0)
    except KeyError:
        wording = (
            f"replay: expected a game that this pbem knows; found {name!r}" if name else "replay: genesis names no game"
        )
        return "not done", one_finding("missing", wording, 0)
    whole = next((n for n, record in enumerate(records) if record["seq"] != n), len(records))
    ended = records[-1]["body"] if whole == len(records) and records[-1]["type"] == "game.end" else {}
    openings = ended.get("openings", [])
    is_opened = [one for one in openings if isinstance(one, dict) and fault_of_opening(one) is None]
    sealed = {
        (one["branch"], one["seq"]): one["value"]
        for one in is_opened
        if one["open"] == "segment" and isinstance(one["value"], dict)
    }
    installed = (__version__, rules_hash(rules))
    done = readjudicate(rules, records[:whole], bytes.fromhex(ended["salt_key"]) if ended else None, sealed, installed)
    findings: list[ProofNote] = []
    others = sorted({engine for engine in done.engines if engine != installed})
    if others:
        wording = ", ".join(f"pbem {version} with rules {digest[:12]}" for version, digest in others)
        text = f"replay: this game was played with {wording}; installed is pbem {installed[0]} with rules {installed[1][:12]}"
        findings += one_finding("note", text)
    for stood in done.stood:
        text = f"replay: {stood.where}: {stood.what}; not decided, since another version played it"
        text += "; its events lead to the state that it tells"
        findings += one_finding("missing", text, stood.seq, stood.expected, stood.found)
    if done.difference is not None:
        findings += _differs(one_finding, done.difference, is_same_engine=not others)
    elif done.undecided:
        findings += one_finding("missing", f"replay: {done.undecided}")
    elif whole < len(records):
        findings += one_finding("missing", f"replay: not beyond record {whole - 1}, since the next is not here", whole)
    if done.sealed_states:
        text = f"replay: {done.sealed_states} states hide facts, and can be compared only when the game's end has opened them"
        findings += one_finding("note", text)
    compared, from_logs = _of_logs(one_finding, mismatches(rules, done.parts, records, logs), is_same_engine=not others)
    return f"{_summary(done)}; {compared} log lines of your reports compared", [*findings, *from_logs]


def _of_logs(
    one_finding: Callable[..., list[ProofNote]], compared: tuple[int, Sequence[Mismatch]], *, is_same_engine: bool
) -> tuple[int, list[ProofNote]]:
    """The number of compared log lines, and what was found of those that differ."""
    count, found = compared
    findings: list[ProofNote] = []
    older = [one for one in found if one.is_older]
    for where in dict.fromkeys(one.where for one in older):
        number = sum(one.where == where for one in older)
        lines = f"{number} log line{'s' * (number != 1)}"
        findings += one_finding(
            "note", f"replay: {lines} in {where} in the words of an older version of pbem: not checked"
        )
    for one in found:
        if one.is_older:
            continue
        text = f"replay: the log in {one.where} differs from the replay: {one.reported!r}"
        if is_same_engine:
            findings += one_finding("false", text, one.seq, one.replayed or "nothing like it", one.reported)
        else:
            findings += one_finding("missing", f"{text}; not decided, since another version is installed", one.seq)
    return count - len(older), findings


def _differs(
    one_finding: Callable[..., list[ProofNote]], found: Difference, *, is_same_engine: bool
) -> list[ProofNote]:
    """False if the program and its rules data are those of the game; else another version may be the cause."""
    text = f"replay: {found.where}: {found.what}"
    if is_same_engine:
        return one_finding("false", text, found.seq, found.expected, found.found)
    return one_finding(
        "missing", f"{text}; not decided, since another version is installed", found.seq, found.expected, found.found
    )


def _summary(done: Readjudicated) -> str:
    again = f"{done.adjudications} record{'s' * (done.adjudications != 1)} of play played again"
    if done.difference is not None:
        return f"{again}, then record {done.difference.seq} is different"
    text = f"{again} with pbem {__version__}, {done.states} states equal"
    if done.stood:
        text += f"; {len(done.stood)} of another version followed by their events"
    return text
