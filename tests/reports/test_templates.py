"""Templates: every one is told and has a sample, in every language; faults of a GM's folder are found with their lines."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from pbem import resources
from pbem.cli import main
from pbem.reports import letter_style, pages
from pbem.reports.letter_style import LetterStyle, writing
from pbem.reports.samples import samples
from pbem.reports.wrap import guarded
from tests.reports import golden

FOLDER = resources.path("templates")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "templates.md"


def test_every_template_has_a_sample_and_a_line_in_the_docs() -> None:
    files = {one.stem for one in FOLDER.iterdir() if one.is_file()}
    assert files == set(samples())
    told = DOCS.read_text(encoding="utf-8")
    assert [name for name in sorted(files) if f"| `{name}` |" not in told] == []


@pytest.mark.parametrize("code", [one.code for one in letter_style.languages()])
@pytest.mark.parametrize("name", sorted(samples()))
def test_a_letter_of_every_kind_comes_out_fit_for_mail(name: str, code: str) -> None:
    with writing(LetterStyle(code)):
        for sample in samples()[name]:
            made = sample()
            assert made.isascii() or not made.startswith("<")
            if not made.startswith("<"):
                assert guarded(made.splitlines()) == made.splitlines()
                assert all(len(line) <= 78 and line == line.rstrip() for line in made.split("\n"))
        assert letter_style.take_broken() == ()


@pytest.mark.parametrize("name", sorted(name for name in samples() if name.startswith(("player-", "gm-"))))
def test_golden_letters_of_each_kind(name: str) -> None:
    if name not in ("player-report", "player-frame", "player-orders"):
        golden.check(f"sample-{name}", f"\n{'=' * 78}\n".join(sample() for sample in samples()[name]))


@pytest.mark.parametrize("name", ["player-welcome", "player-question", "player-error", "player-receipt"])
def test_golden_letters_in_german(name: str) -> None:
    with writing(LetterStyle("de")):
        golden.check(f"german-{name}", f"\n{'=' * 78}\n".join(sample() for sample in samples()[name]))


def test_german_has_every_prose_letter_to_players() -> None:
    english = {one.name for one in FOLDER.glob("player-*.txt")}
    assert {one.name for one in (FOLDER / "de").glob("*.txt")} == english


def test_a_gms_language_is_one_more(tmp_path: Path) -> None:
    (tmp_path / "it").mkdir()
    words = 'name = "Italiano"\nenglish = "Italian"\n[spelt]\n"\u00e0" = "a"\n[words]\n"DO THIS NEXT" = "\u00c0 FARE"\n'
    (tmp_path / "it" / "words.toml").write_text(words, encoding="utf-8")
    assert "it" in [one.code for one in letter_style.languages(tmp_path)]
    found = letter_style.find("italian", tmp_path)
    assert found is not None
    with writing(LetterStyle(found.code, folder=tmp_path)):
        assert letter_style.translate("DO THIS NEXT") == "\u00c0 FARE"
        assert letter_style.translate("IN SHORT") == "IN SHORT"


def test_the_facts_of_a_page_come_back_from_their_json(monkeypatch: pytest.MonkeyPatch) -> None:
    best = pages._best
    again: list[tuple[str, str]] = []

    def twice(name: str, facts: Mapping[str, object]) -> str:
        made = best(name, facts)
        again.append((made, best(name, pages.thawed(pages.frozen(facts)))))
        return made

    monkeypatch.setattr(pages, "_best", twice)
    for several in samples().values():
        for sample in several:
            if not isinstance(sample, partial):
                sample()
    assert len(again) > 10
    for first, second in again:
        assert first == second


# pbem templates check


@pytest.mark.slow
def test_the_programs_own_templates_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["templates", "check", str(FOLDER)]) == 0
    assert "nothing wrong" in capsys.readouterr().out


def test_all_faults_of_a_folder_are_told_with_their_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "player-question.txt").write_text("Hello\n\n{{ tild.x }}\n", encoding="utf-8")
    (tmp_path / "player-reminder.txt").write_text("one\n{% if %}\n", encoding="utf-8")
    (tmp_path / "player-statu.txt").write_text("x", encoding="utf-8")
    (tmp_path / "player-help.txt").write_text("{% for n in range(10**9) %}x{% endfor %}", encoding="utf-8")
    (tmp_path / "player-ruling.txt").write_text("{{ ''.__class__.__mro__ }}", encoding="utf-8")
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "player-status.txt").write_text("x", encoding="utf-8")
    assert main(["templates", "check", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    for one in (
        "player-question.txt:3: 'tild' is undefined",
        "player-reminder.txt:2: Expected an expression",
        "player-statu.txt: no letter is made from a file of this name; did you mean player-status.txt?",
        "player-help.txt:1: Range too big",
        "player-ruling.txt:1: access to attribute '__class__'",
        "player-status.txt: the language 'xx' has no words.toml beside it",
    ):
        assert one in said, said
    assert len(said.splitlines()) == 6


def test_a_template_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["templates", "check", "--show", "player-question", "--language", "German"]) == 0
    assert "Antworten Sie mit Ziffern" in capsys.readouterr().out
    assert main(["templates", "check", "--show", "player-qestion"]) == 2
    assert "did you mean player-question?" in capsys.readouterr().err
    assert main(["templates", "check", "--show", "player-question", "--language", "xx"]) == 2
    assert "--language: expected one of en, de, fr; found 'xx'" in capsys.readouterr().err


def test_a_folder_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["templates", "check", "no/such/folder"]) == 1
    assert "expected a folder of templates" in capsys.readouterr().err


def test_a_paragraph_with_a_line_too_long_is_filled_again_and_columns_are_left() -> None:
    long = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    assert pages.filled(["  " + long, "  and the rest.", "", "  | map 3413 4   a close-up"]) == [
        "  One two three four five six seven eight nine ten eleven twelve thirteen",
        "  fourteen and the rest.",
        "",
        "  | map 3413 4   a close-up",
    ]
    assert pages.filled(["short", "lines"]) == ["short", "lines"]
    end = "UTC).  Amended: line 3 is new, 1, 2 and 4 are unchanged.  Nothing else is needed."
    assert pages.fitted(end)[1] == "needed."
    assert pages.fitted("  1.  " + "word " * 15)[1] == "      word"
