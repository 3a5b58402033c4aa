"""A report's prose is under no seal: `verify --replay` compares its log with the replay, figure by figure."""

import re
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from pbem.campaign.reported_logs import dice, entries, plain
from pbem.campaign.reverify import with_replay
from pbem.seal.verify import Verdict, verify
from pbem.systems import registry
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


def tampered(box: Path, target: Path, pattern: str, instead: str) -> Verdict:
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


def false(verdict: Verdict) -> list[str]:
    return [one.text for one in verdict.all_findings() if one.kind == "false"]


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
