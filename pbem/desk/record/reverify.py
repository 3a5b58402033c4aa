"""`pbem verify --replay`: what a mailbox holds is adjudicated again, phase by phase, and every state compared."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem import __version__
from pbem.desk.record.readjudication import Difference, Readjudicated, readjudicate
from pbem.desk.record.reported_logs import Mismatch, mismatches
from pbem.desk.record.rules_program import rules_hash
from pbem.desk.title import Title
from pbem.seal.bundle import fault_of_opening
from pbem.seal.evidence import Finding, Kind, ReportedLog
from pbem.seal.verify import BranchVerdict, GameVerdict, Verdict

NO_GENESIS = "record 0 is not here"


def with_replay(verdict: Verdict, title: Callable[[str], Title]) -> Verdict:
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
) -> tuple[str, list[Finding]]:
    def one_finding(
        kind: Kind, text: str, record: int | None = None, expected: str = "", found: str = ""
    ) -> list[Finding]:
        return [Finding(kind, text, record, branch.name, expected, found)]

    records = branch.lineage
    if not records or records[0]["type"] != "genesis":
        return "not done", one_finding("missing", f"replay: {NO_GENESIS}", 0)
    name = str(records[0]["body"].get("title", ""))
    try:
        rules = title(name)
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
    installed = (__version__, rules_hash(rules.system.card))
    done = readjudicate(rules, records[:whole], bytes.fromhex(ended["salt_key"]) if ended else None, sealed, installed)
    findings: list[Finding] = []
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
    one_finding: Callable[..., list[Finding]], compared: tuple[int, Sequence[Mismatch]], *, is_same_engine: bool
) -> tuple[int, list[Finding]]:
    """How many log lines could be compared, and what was found of those that differ."""
    count, found = compared
    findings: list[Finding] = []
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


def _differs(one_finding: Callable[..., list[Finding]], found: Difference, *, is_same_engine: bool) -> list[Finding]:
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
