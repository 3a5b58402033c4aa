"""The first game that teaches, as a newcomer plays it: five lessons, each answered with the lines that its letter gives."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.preferences import TEXT
from pbem.desk.play.advance import advance
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import GM, Table

GAME = "first-1"
TITLES = ("rosebud", "littlebighorn", "custer", "nezperce", "miniatures")
LESSON = re.compile(r"^LESSON (\d) OF 5: (.*?) -+$", re.M)
TO_COPY = re.compile(r"^    \| (.+)$", re.M)


def start(folder: Path, title: str, monkeypatch: pytest.MonkeyPatch, seed: bytes = b"a demo seed") -> Table:
    monkeypatch.setattr(tables, "titles", registry.game)
    table = Table.lay(folder)
    lessons = registry.game(title).lessons
    assert lessons is not None
    table.addresses = {lessons.side: "nora@mail.example"}
    players = [(lessons.side, "nora@mail.example", "Nora")]
    program = {one.id: "plain" for one in registry.game(title).system.card.others(lessons.side)}
    wanted = Wanted(
        GAME,
        title,
        lessons.scenario,
        players,
        GM,
        plays=program,
        seed=seed,
        ladder_length=64,
        pace="ask",
        report=TEXT,
        takes_unfinished=True,
    )
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    return table


def pupil(table: Table) -> str:
    """The side that learns."""
    return next(iter(table.addresses))


def newest(table: Table) -> LetterOutRow:
    return next(
        one for one in reversed(table.letters(GAME, pupil(table))) if one.kind in ("report", "question", "error")
    )


def lesson_of(letter: LetterOutRow) -> str:
    found = LESSON.search(letter.text)
    return found[1] if found else ""


def answer(table: Table, letter: LetterOutRow, words: str = "") -> LetterOutRow:
    """Answer a letter as its pupil would: with the lines that it gives, or a digit to a question."""
    if not words and letter.kind == "question":
        words = " ".join("1" for _ in re.findall(r"^\d+  \S", letter.text, re.M))
    if not words and letter.kind == "error":
        fixed = re.search(r"Write +(.+)$", letter.text, re.M)
        words = f"{fixed[1]}\nready" if fixed else "ready"
    return table.say(GAME, pupil(table), words or "\n".join(TO_COPY.findall(letter.text)), to=letter)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", [b"a demo seed", b"another seed"])
def test_newcomer_who_copies_each_line_gets_all_five_lessons(
    title: str, seed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start(tmp_path, title, monkeypatch, seed)
    seen, answers = [], []
    for _ in range(16):
        letter = newest(table)
        if letter.kind == "report" and (number := lesson_of(letter)):
            seen.append(number)
            lesson = registry.game(title).lessons.lessons[int(number) - 1]  # type: ignore[union-attr]
            told = " ".join(letter.text.split())
            assert [one for one in (*lesson.above, *lesson.below) if " ".join(one.split()) not in told] == []
            assert ("put report page above your orders" in told) == (number == "1")
            assert len(TO_COPY.findall(letter.text)) >= lesson.examples
        if table.state(GAME) != "open":
            break
        answers.append(answer(table, letter).kind)
    assert table.state(GAME) == "over"
    assert seen == ["1", "2", "3", "4", "5"]
    assert answers.count("error") == 1
    assert len(answers) <= (14 if title == "nezperce" else 9), "a battle stops at every third that is lost"
    sizes = [len(one.text) for one in table.letters(GAME, pupil(table), "report")]
    assert max(sizes) < 11_000, "a letter with a fight and its log"


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_lessons_can_be_clicked_as_their_first_letter_says(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start(tmp_path, title, monkeypatch)
    answer(table, newest(table), "report page\n" + "\n".join(TO_COPY.findall(newest(table).text)))
    with_page = []
    while table.state(GAME) == "open":
        letter = newest(table)
        if letter.kind == "report" and lesson_of(letter):
            with_page.append(b"-orders.html" in letter.raw)
        answer(table, letter)
    assert len(with_page) >= 3
    assert all(with_page)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_every_line_of_a_lesson_is_accepted_but_the_mistake(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start(tmp_path, title, monkeypatch)
    told = []
    while table.state(GAME) == "open":
        letter = newest(table)
        told.append((lesson_of(letter), answer(table, letter)))
    for number, reply in told:
        assert (reply.kind == "error") == (number == "3"), reply.text
        if number in ("1", "2", "4"):
            assert reply.text.startswith("Well done."), reply.text
    mistake = next(reply for number, reply in told if number == "3")
    assert mistake.text.startswith("This is the mistake that the lesson asked for.")


@pytest.mark.parametrize("words", ["I don't understand", "ready", "C/9 Inf dance to 3212\nready", "pass", "help"])
def test_a_wrong_answer_is_met_kindly_and_the_game_goes_on(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start(tmp_path, "rosebud", monkeypatch)
    reply = answer(table, newest(table), words)
    scolds = re.search(r"\b(wrong!|must not|illegal|stupid|failed)\b", reply.text, re.I)
    assert scolds is None, reply.text
    if reply.kind == "error":
        assert reply.text.startswith("That didn't work, and it doesn't matter")
    if table.phase(GAME) == "T01.US.C":
        answer(table, next(one for one in table.letters(GAME, "us", "report")))
    assert table.phase(GAME) != "T01.US.C"


def test_other_games_have_no_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "titles", registry.game)
    table = Table.lay(tmp_path)
    table.addresses = {"us": "kate@mail.example"}
    wanted = Wanted(
        GAME,
        "rosebud",
        "in-contact",
        [("us", "kate@mail.example", "K")],
        GM,
        plays={"indian": "plain"},
        seed=b"a demo seed",
    )
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    assert not any("LESSON" in one.text or "first game" in one.text for one in table.letters(GAME, "us"))


@pytest.mark.series
@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_something_happens_in_first_games_over_many_seeds(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = int(os.environ.get("PBEM_SEEDS", "6"))  # `make soak` looks at 20
    lost, refused = _first_games(title, range(seeds), tmp_path, monkeypatch)
    assert refused == []
    assert sum(map(bool, lost)) >= seeds // 4, lost


@pytest.mark.slow
@pytest.mark.parametrize("title", ["rosebud", "littlebighorn", "custer"])
def test_something_happens_in_a_first_game_and_its_first_lines_are_taken(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, refused = _first_games(title, (0, 1, 3, 5), tmp_path, monkeypatch)
    assert refused == [], "in two of these an Indian band has come to where the first lesson of Custer leads"
    assert any(lost)


def _first_games(
    title: str, seeds: Iterable[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[str]]:
    """What both sides lost in first games in which each line is copied, and the refusals of first lines."""
    results, refused = [], []
    for n in seeds:
        (tmp_path / str(n)).mkdir()
        table = start(tmp_path / str(n), title, monkeypatch, f"first seed {n}".encode())
        while table.state(GAME) == "open":
            letter = newest(table)
            reply = answer(table, letter)
            if reply.kind == "error" and lesson_of(letter) in ("1", "2", "4"):
                refused.append(reply.text)
        told = [one.text for one in table.letters(GAME, pupil(table), "report")]
        first, last = (re.findall(r"strength lost +(.*)", one)[0] for one in (told[0], told[-1]))
        results.append(last if last != first else "")
    return results, refused
