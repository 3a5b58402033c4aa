"""No fact is lost: what a short report leaves out, its player has in an earlier report, or in the log that goes with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from bench.pace import Game
from pbem.desk.outgoing import letters
from pbem.reports import text
from pbem.reports.report import Report
from pbem.store.letters_out import report_number
from pbem.store.tables import LetterOutRow, PlayerRow

GAMES = (
    pytest.param("rosebud", "in-contact", "ask", marks=pytest.mark.slow),
    ("rosebud", "in-contact", "policy"),
    ("custer", "rosebud", "mixed"),
)


@dataclass
class Sent:
    """The reports of a game by side and number, as they were written in full, and the phases that each told."""

    reports: dict[tuple[str, int], Report] = field(default_factory=dict)
    phases: dict[str, list[str]] = field(default_factory=dict)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    found = Sent()
    parts, compose = letters.unreported.parts, letters.teller.compose

    def keep(books: Any, game: Any, player: PlayerRow, report: Report) -> Mapping[str, int]:
        found.reports[player.side, report.number] = report
        return parts(books, game, player, report)

    def count(teller: Any, facts: Any, side: str, code: str, told: Any, *more: Any, **named: Any) -> Report:
        found.phases.setdefault(side, []).extend(one.phase for one in told)
        return compose(teller, facts, side, code, told, *more, **named)

    monkeypatch.setattr(letters.unreported, "parts", keep)
    monkeypatch.setattr(letters.teller, "compose", count)
    return found


def played(folder: Path, title: str, scenario: str, pace: str, *, whole: bool = False) -> dict[str, list[LetterOutRow]]:
    """The reports of two game turns, by side."""
    game = Game(folder, pace, "left out", scenario, True, title)
    with game.desk.store.begin() as books:
        for player in books.players.of(books.games.get(game.name)):
            player.whole = whole
    game.play(2)
    with game.desk.store.read() as books:
        return {
            side: [row for row in books.letters_out.to_side(game.name, side) if row.kind == "report"]
            for side in ("us", "indian")
        }


def attached_log(row: LetterOutRow) -> list[str]:
    letter = message_from_bytes(row.raw, policy=default)
    files = [one for one in letter.iter_attachments() if (one.get_filename() or "").endswith("-log.txt")]
    return [line for one in files for line in one.get_content().splitlines()]


def is_heading(line: str) -> bool:
    return line.endswith("---") or line.startswith("Panel ")


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario", "pace"), GAMES)
def test_what_is_left_out_stands_in_the_report_that_is_named(
    tmp_path: Path, sent: Sent, title: str, scenario: str, pace: str
) -> None:
    left = 0
    for side, rows in played(tmp_path, title, scenario, pace).items():
        before: dict[int, list[str]] = {}
        for row in rows:
            number, lines = report_number(row), row.text.splitlines()
            report = sent.reports[side, number]
            with_it = {one for known in before.values() for one in known} | {*lines, *attached_log(row)}
            full = text._laid_out(replace(report, unchanged={}, is_full=bool(attached_log(row))))
            if "Panels left out for length" in " ".join(row.text.split()):
                full = tuple(part for part in full if part.kind != "panel")
            assert not [line for part in full for line in part.lines if line not in with_it and not is_heading(line)]
            for name, block in text.blocks(report).items():
                words = " ".join(row.text.split())
                if f"\n{block}\n" in row.text or ("Panels left out for length" in words and name.startswith("columns")):
                    continue
                left += 1
                named = [known for known in before if f"report {known}" in words]
                assert any(f"\n{block}\n" in "\n".join(before[known]) for known in named), (number, name)
            before[number] = lines
    assert left > 3


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario", "pace"), GAMES)
def test_each_phase_is_told_to_each_player_once(
    tmp_path: Path, sent: Sent, title: str, scenario: str, pace: str
) -> None:
    played(tmp_path, title, scenario, pace)
    us, indian = sent.phases["us"], sent.phases["indian"]
    both = min(len(us), len(indian))
    assert us[:both] == indian[:both]
    assert len(set(us)) == len(us)
    assert len(set(indian)) == len(indian)
    assert max(len(us), len(indian)) > 5


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario", "pace"), GAMES[1:])
def test_report_whole_sends_everything(tmp_path: Path, sent: Sent, title: str, scenario: str, pace: str) -> None:
    for side, rows in played(tmp_path, title, scenario, pace, whole=True).items():
        for row in rows:
            assert "unchanged, see report" not in row.text
            assert "nothing in it has changed" not in row.text
            shortened = attached_log(row)
            for name, block in text.blocks(sent.reports[side, report_number(row)]).items():
                assert f"\n{block}\n" in row.text or (shortened and name.startswith("columns")), name


@pytest.mark.slow
def test_a_letter_that_had_to_be_shortened_brings_its_log_as_a_file(
    tmp_path: Path, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "LONGEST", 9_000)
    monkeypatch.setattr(text, "FEW", 9_000 // 80)
    short = 0
    for side, rows in played(tmp_path, "rosebud", "in-contact", "policy").items():
        for row in rows:
            log = attached_log(row)
            is_shortened = "the attached log has" in " ".join(row.text.split())
            assert bool(log) == is_shortened
            short += is_shortened
            report = sent.reports[side, report_number(row)]
            told = {*log, *row.text.splitlines()}
            assert not [line for some in text.sections(report.logs) for line in some if line not in told]
    assert short > 3
