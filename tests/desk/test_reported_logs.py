"""A report's prose is under no seal: `verify --replay` compares its log with the replay, figure by figure."""

import re
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from pbem.core.options import Options
from pbem.core.umpire import Roll
from pbem.desk.record.readjudication import PlayedPart
from pbem.desk.record.reverify import dice, entries, mismatches, plain, with_replay
from pbem.reports.report import WORDING
from pbem.seal.evidence import ReportedLog
from pbem.seal.verify import MailboxVerdict, verify
from pbem.systems import registry
from tests.desk.skirmish import SkirmishShot
from tests.desk.table import SkirmishTitle
from tests.systems.posted import Posted


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Indian's mailbox after some fire."""
    folder = tmp_path_factory.mktemp("posted")
    posted = Posted.game(folder, "rosebud", "in-contact")
    posted.play(14)
    return posted.mailbox("indian", folder / "indian")


def letters(box: Path) -> list[Message]:
    return [message_from_bytes(one.read_bytes()) for one in sorted(box.iterdir())]


def text_of(letter: Message) -> Message:
    return next(part for part in letter.walk() if part.get_content_type() == "text/plain")


def tampered(box: Path, target: Path, pattern: str, instead: str) -> MailboxVerdict:
    """The verdict on the mailbox with the first match in the log of a report replaced."""
    target.mkdir()
    changed = 0
    for n, letter in enumerate(letters(box)[:-1]):  # the last tells of a record that has not been mailed yet
        part = text_of(letter)
        words = part.get_payload(decode=True).decode()  # type: ignore[union-attr]
        start = words.find("\nLOG   ")
        if start >= 0 and not changed:
            log, changed = re.subn(pattern, instead, words[start:], count=1)
            del part["Content-Transfer-Encoding"]
            part.set_payload(words[:start] + log, "utf-8")
        (target / f"{n:03d}.eml").write_bytes(letter.as_bytes())
    assert changed, f"{pattern} is in no log"
    return with_replay(verify([target]), registry.game)


def false(verdict: MailboxVerdict) -> list[str]:
    return [one.text for one in verdict.all_findings() if one.kind == "false"]


@pytest.mark.slow
def test_honest_reports_are_what_the_replay_tells(box: Path) -> None:
    verdict = with_replay(verify([box]), registry.game)
    assert (false(verdict), verdict.status) == ([], 0)
    compared = re.search(r"(\d+) log lines of your reports compared", verdict.games[0].branches[0].replay)
    assert compared is not None
    assert int(compared[1]) > 30


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"(r\d+ +2d6 )(\d) (\d)", r"\g<1>9 \3"),  # a die in the DICE list
        (r"-> (no effect|no loss|nothing)", "-> 3 losses"),
        (r"(MP|= )(\d+)", r"\g<1>99"),
        (r"\n([A-Z]\d+)  (\w)", r"\n\1  Somebody else \2"),
    ],
)
def test_a_figure_that_was_changed_in_a_report_is_false(box: Path, tmp_path: Path, pattern: str, instead: str) -> None:
    verdict = tampered(box, tmp_path / "other", pattern, instead)
    assert verdict.status == 1
    assert any("the log in" in one for one in false(verdict)), false(verdict)


def test_entries_and_dice_are_read_out_of_a_report() -> None:
    lines = [
        "LOG   phase B FIRE   2 shots ---",
        "B1  C/3 Cav fires at Crow King                                            9.E",
        "    dice       r1 4 6 = 10",
        "",
        "B2  Good Heart stays",
        "  Charts: ours",
        "DICE   seed 3",
        "  r1  2d6 4 6   T03.US.B fire C/3 Cav at a very long name of a unit with",
        "                more words #1",
        "  r2  1d6 2     T03.US.B ammunition Good Heart #1",
        "YOUR UNITS ---",
        "A1  not of the log",
    ]
    assert list(entries(lines)) == ["C/3 Cav fires at Crow King 9.E dice r 4 6 = 10", "Good Heart stay"]
    assert list(dice(lines)) == [
        ("T03.US.B fire C/3 Cav at a very long name of a unit with more words #1", "4 6"),
        ("T03.US.B ammunition Good Heart #1", "2"),
    ]


def test_a_report_in_the_words_of_an_older_version_is_not_checked_and_not_false(box: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for n, letter in enumerate(letters(box)):
        said = str(letter["X-Pbem"] or "").split()
        if len(said) > 4:
            letter.replace_header("X-Pbem", " ".join(said[:4]))
        (older / f"{n:03d}.eml").write_bytes(letter.as_bytes())
    verdict = tampered(older, tmp_path / "other", r"\n([A-Z]\d+)  (\w)", r"\n\1  Somebody else \2")
    assert (false(verdict), verdict.status) == ([], 0)
    said = [one.text for one in verdict.all_findings() if "words of an older version" in one.text]
    assert len(said) == 1
    assert said[0].startswith("replay: 1 log line in ")
    assert said[0].endswith("in the words of an older version of pbem: not checked")


def test_the_dice_list_ends_a_log_that_has_no_note() -> None:
    lines = [
        "LOG   phase F MELEE (rule 10) ------------------------------------------------",
        "F1  Indian order no longer possible: Crow King + Four Horns + He Dog + Crazy",
        "    Horse melee 3511                                                      10.A",
        "    There is no enemy in 3511 (10.A).",
        "",
        "F2  Indian order no longer possible: He Dog advance 3511               10.H.3",
        "    He Dog hasn't attacked this phase: only attackers advance (10.H.3).",
        "",
        "DICE   seeds 5, 6, 7, 8; pbem verify recomputes them",
        "  r1   2d6 2 5   T04.IN.D fire F/3 Cav at Lame White Man #1",
    ]
    assert list(entries(lines)) == [
        "Indian order no longer possible: Crow King + Four Horns + He Dog + Crazy Horse melee 3511 10.A "
        "There is no enemy in 3511 (10.A).",
        "Indian order no longer possible: He Dog advance 3511 10.H.3 "
        "He Dog hasn't attacked this phase: only attackers advance (10.H.3).",
    ]


def test_words_that_a_log_had_once_are_those_of_now() -> None:
    assert plain("F1  US order overtaken: E/2 Cav fire full at A") == plain(
        "B7 US order no longer possible: E/2 Cav fire full at A"
    )
    assert plain("A2  Scouts (1615) dismounts: 2 MP") == plain("A2  Scouts (1615) dismount: 2 MP")
    assert plain("A2  Scouts (1615) dismount: 2 MP") != plain("A2  Scouts (1615) dismount: 3 MP")


# --------------------------------------------------------------- line by line, in a skirmish whose log has one line a shot

TITLE = SkirmishTitle()
SHOTS = (("Red One", "Blue One", 3), ("Red Two", "Blue One", 5))


def part(seq: int, *shots: tuple[str, str, int]) -> PlayedPart:
    """What record `seq` plays: these shots, of which those of 4 and more hit."""
    events = [
        SkirmishShot(unit, target, Roll(f"fire {unit} #1", "1d6", (face,)), hit=face >= 4)
        for unit, target, face in shots
    ]
    return PlayedPart(seq, TITLE.system.open("meadow", Options()), tuple(events))


def record(seq: int, kind: str = "phase.resolved", **faces: list[int]) -> dict[str, Any]:
    rolls = [[f"fire {name.replace('_', ' ')} #1", some] for name, some in faces.items()]
    return {"seq": seq, "type": kind, "body": {"rolls": rolls} if rolls else {}}


def reported(*lines: str, seq: int = 1, wording: int = WORDING, dice_lines: tuple[str, ...] = ()) -> ReportedLog:
    head = ["LOG   phase A ------", *(f"A{n}  {line}" for n, line in enumerate(lines, 1)), "DICE   seed 1"]
    rolls = [f"  r{n}  1d6 {one}" for n, one in enumerate(dice_lines, 1)]
    return ReportedLog(seq, "main", "RED", f"report {seq}", (*head, *rolls, "YOUR UNITS ---"), wording)


def differing(*logs: ReportedLog, records: list[dict[str, Any]] | None = None) -> tuple[int, list[tuple[str, str]]]:
    known = records if records is not None else [record(0, "genesis"), record(1, Red_One=[3], Red_Two=[5])]
    compared, found = mismatches(TITLE, [part(1, *SHOTS)], known, logs)
    return compared, [(one.reported, one.replayed) for one in found]


HIT, MISS = "Red Two fires at Blue One: 5, hit", "Red One fires at Blue One: 3, miss"


def test_each_line_and_each_roll_is_compared() -> None:
    log = reported(MISS, HIT, dice_lines=("3     fire Red One #1", "5     fire Red Two #1"))
    assert differing(log) == (4, [])


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("Red One fires at Blue One: 4, miss", MISS),
        ("Red One fires at Blue One: 3, hit", MISS),
        ("Red Two fires at Blue One and runs", HIT),
        ("Blue One runs away", ""),
    ],
)
def test_a_line_that_the_replay_does_not_make_is_told_with_the_one_that_it_is_nearest_to(
    line: str, nearest: str
) -> None:
    assert differing(reported(line, HIT)) == (2, [(line, nearest)])


def test_of_several_that_differ_in_figures_the_one_with_fewest_is_the_nearest() -> None:
    parts = [part(1, ("Red One", "Blue One", 1), ("Red One", "Blue One", 2))]
    _, found = mismatches(TITLE, parts, [record(0), record(1)], [reported("Red One fires at Blue One: 6, miss")])
    assert [one.replayed for one in found] == ["Red One fires at Blue One: 1, miss"]


@pytest.mark.parametrize(("faces", "told"), [("4", "fire Red One #1: 3"), ("3 3", "fire Red One #1: 3")])
def test_a_roll_with_other_dice_is_told_with_those_of_the_record(faces: str, told: str) -> None:
    log = reported(MISS, dice_lines=(f"{faces}     fire Red One #1", "5     fire Red Two #1"))
    assert differing(log) == (3, [(f"fire Red One #1: {faces}", told)])


def test_a_roll_that_no_record_has_is_told() -> None:
    assert differing(reported(dice_lines=("6     fire Blue Two #1",))) == (
        1,
        [("fire Blue Two #1: 6", "fire Blue Two #1: no such roll")],
    )


@pytest.mark.parametrize(
    ("seq", "records", "compared"),
    [
        pytest.param(1, [record(0), record(1)], 1, id="of the last record"),
        pytest.param(0, [record(0), record(1)], 1, id="of an earlier one"),
        pytest.param(2, [record(0), record(1)], 0, id="of one that is not here"),
        pytest.param(2, [record(0), record(1), record(2, "gm.ruling")], 1, id="of one that was not for play"),
        pytest.param(2, [record(0), record(1), record(2)], 0, id="of one that could not be replayed"),
        pytest.param(1, [], 0, id="without a record"),
    ],
)
def test_a_report_is_compared_as_far_as_the_replay_came(seq: int, records: list[dict[str, Any]], compared: int) -> None:
    assert differing(reported(HIT, seq=seq), records=records) == (compared, [])


def test_nothing_is_compared_where_nothing_was_replayed() -> None:
    assert mismatches(TITLE, [], [record(0), record(1)], [reported(HIT)]) == (0, [])
    assert mismatches(TITLE, [], [record(0, "genesis")], [reported(seq=0)]) == (0, [])


@pytest.mark.parametrize(("wording", "is_older"), [(WORDING - 1, True), (WORDING, False), (WORDING + 1, False)])
def test_a_line_of_a_report_in_older_words_is_marked(wording: int, is_older: bool) -> None:
    _, (found,) = mismatches(TITLE, [part(1, *SHOTS)], [record(0), record(1)], [reported("Hm", wording=wording)])
    assert (found.is_older, found.seq, found.where) == (is_older, 1, "report 1")


@pytest.mark.parametrize("code", ["RED", "BLU", "", "XXX"])
def test_a_report_to_nobody_of_a_side_is_compared_as_the_first_one_sees_it(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    own = TITLE.system.view
    monkeypatch.setattr(TITLE.system, "view", lambda state, side: (seen.append(side), own(state, side))[1])
    log = reported(HIT)
    mismatches(
        TITLE, [part(1, *SHOTS)], [record(0), record(1)], [ReportedLog(1, "main", code, "x", log.lines, WORDING)]
    )
    assert set(seen) == {"blue" if code == "BLU" else "red"}


@pytest.mark.slow
def test_a_changed_hex_in_a_folded_move_is_found(tmp_path: Path) -> None:
    (tmp_path / "posted").mkdir()
    posted = Posted.game(tmp_path / "posted", "rosebud", "historical")
    posted.play(16)
    box = posted.mailbox("indian", tmp_path / "posted" / "indian")
    assert not false(with_replay(verify([box]), registry.game))
    verdict = tampered(box, tmp_path / "changed", r"( to C\d+: [^;]*? \d{4}-)\d{4}", r"\g<1>0101")
    assert false(verdict)
