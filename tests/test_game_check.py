"""`pbem game check`: each check fails on games that are broken for it, and our own titles pass them all."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.api.conformance import CHECKS, by_mail, course, examine
from pbem.api.conformance.course import trying
from pbem.cli import main
from pbem.commands.offline.game_check import NAMES
from pbem.commands.offline.game_new import laid_out
from pbem.selfplay import Alone
from pbem.systems import registry
from tests.broken_games import BIDS, MEADOW, Fault
from tests.systems import sealed_bids
from tests.test_new_game import forget

SLOW = ("determinism", "mail")
PROVED = {("mail", one) for one in registry.titles() if one != "table"}
PROVED |= {("cases", one) for one in registry.titles() if one != "custer"}
PROVED |= {("determinism", one) for one in ("littlebighorn", "miniatures", "nezperce")}
"""Other tests prove the same of them, letter by letter and case by case: tests/systems/test_mailboxes.py, tests/test_cases.py,
and, that a phase comes back to the same events, tests/systems/test_every_game.py."""


def cases(faults: tuple[Fault, ...]) -> list[object]:
    return [
        pytest.param(n, one, id=one.name, marks=[pytest.mark.slow] if one.check in SLOW else [])
        for n, one in enumerate(faults)
    ]


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which packages are found; what was imported from it is forgotten."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in {one.partition(".")[0] for one in set(sys.modules) - before if one.startswith("broken")}:
        forget(name)


def told(what: str, check: str) -> list[str]:
    return [f"{one.result} {one.todo}" for one in examine(what, check) if one.state == "bad"]


def changed(text: str, fault: Fault) -> str:
    assert fault.old in text, f"{fault.file} has no {fault.old!r}"
    return text.replace(fault.old, fault.new, 1)


@pytest.mark.parametrize(("n", "fault"), cases(MEADOW))
def test_a_broken_game_is_told_by_its_check(wheel: Path, n: int, fault: Fault) -> None:
    name = f"broken{n}"
    for path, text in laid_out(name, "Broken", "plain"):
        file = wheel / path
        if file.parts[-2] in (name, "cases"):
            file.parent.mkdir(parents=True, exist_ok=True)
            old = fault.old.replace("newgame", name)
            whole = file.name == fault.file and fault.check != "" and file.parent.name == name
            new = changed(text, Fault(*(*_fields(fault)[:4], old, fault.new))) if whole else text
            if fault.name == "a game that goes on in secret" and whole:
                new = new.replace("ALLOWANCE, RANGE = 2, 2", "ALLOWANCE, RANGE = 2, 2\nCOUNT: list[int] = []")
            file.write_text(new, encoding="utf-8")
    if fault.name == "another API":
        assert main(["game", "check", f"{name}.game:GAME"]) == 1
        return
    found = told(f"{name}.game:GAME", fault.check)
    assert found, f"{fault.check} tells nothing"
    assert any(fault.says in one for one in found), found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "check"),
    [
        ("rules.py", "        unit = view.units.get(getattr", "determinism"),
        ("telling.py", '        rows = [\n            f"  {one.name:<10}', "letters"),
    ],
)
def test_what_goes_round_in_a_circle_is_stopped_and_its_place_is_told(
    wheel: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, check: str
) -> None:
    monkeypatch.setattr(course, "LONGEST", 0.5)
    name = f"broken_{check}"
    lay_out(wheel, name, file, old, "        while True:\n            pass\n" + old)
    [found] = told(f"{name}.game:GAME", check)
    assert "it does not come to an end" in found
    assert file in found


def test_a_game_that_never_ends_is_told(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_PHASES", 20)
    lay_out(wheel, "broken_endless", "rules.py", "if state.turn <= TURNS and not is_alone:", "if True:")
    found = [one.result for one in examine("broken_endless.game:GAME", "mail", phases=2) if one.state == "bad"]
    assert found == ["it does not end: the game has had 20 phases and goes on"]


def test_a_third_side_has_its_turn_and_the_game_its_end(wheel: Path) -> None:
    """Two lines make three sides of the game that is laid out."""
    name = "broken_three"
    two = 'Side("blue", "BL", "Blue"))'
    lay_out(wheel, name, "card.py", two, f'{two[:-1]}, Side("green", "GR", "Green"))')
    ground = wheel / name / "ground.py"
    text = ground.read_text(encoding="utf-8").replace(
        '"Scouts": "Camp"}', '"Scouts": "Camp"}, "green": {"Jaegers": "Hill"}'
    )
    ground.write_text(text, encoding="utf-8")
    with trying(f"{name}.game:GAME") as game:
        played = Alone(game.title, "meeting", "1")
        played.play()
    assert played.result.phases >= 18
    assert played.result.turns <= 4
    assert played.result.outcome is not None
    assert len(played.result.outcome.points) == 3


def test_a_state_that_cannot_be_kept_is_told_once_and_by_the_checks_for_it(wheel: Path) -> None:
    lay_out(wheel, "broken_set", "state.py", '"turn": self.turn,', '"turn": self.turn, "seen": {"a", "b"},')
    checks = {
        one.step: one.result for one in examine("broken_set.game:GAME", "handlers", "purity", "determinism", "mail")
    }
    assert all("set {" in checks[one] for one in ("determinism", "mail"))
    assert all("set {" not in checks[one] for one in ("handlers", "purity"))


def lay_out(wheel: Path, name: str, changes: str, old: str, new: str) -> None:
    """A new game with one place of one file changed."""
    for path, text in laid_out(name, "Broken", "plain"):
        file = wheel / path
        if file.parent.name == name:
            file.parent.mkdir(parents=True, exist_ok=True)
            assert file.name != changes or old in text
            file.write_text(text.replace(old, new, 1) if file.name == changes else text, encoding="utf-8")


def _fields(fault: Fault) -> tuple[str, ...]:
    return (fault.name, fault.check, fault.says, fault.file, fault.old, fault.new)


@pytest.mark.parametrize(("n", "fault"), cases(BIDS))
def test_a_game_that_tells_what_it_hides_is_told(wheel: Path, n: int, fault: Fault) -> None:
    name = f"brokenbids{n}"
    (wheel / name).mkdir()
    (wheel / name / "__init__.py").write_text("")
    code = Path(sealed_bids.__file__).read_text(encoding="utf-8").replace("tests.systems.sealed_bids", f"{name}.game")
    (wheel / name / "game.py").write_text(changed(code, fault), encoding="utf-8")
    found = told(f"{name}.game:GAME", "secrecy")
    assert any(fault.says in one for one in found), found


def test_a_sound_game_that_hides_passes() -> None:
    assert [
        one for one in examine("tests.systems.sealed_bids:GAME", "parts", "secrecy", "purity") if one.state == "bad"
    ] == []


@pytest.mark.slow
def test_a_sound_game_that_hides_goes_by_mail() -> None:
    found = examine("tests.systems.sealed_bids:GAME", "determinism", "mail", "letters")
    assert [one for one in found if one.state == "bad"] == []


@pytest.mark.slow
def test_a_deck_that_is_drawn_to_its_last_card_hides_nothing() -> None:
    assert [one for one in examine("table:bids", "secrecy", phases=24) if one.state == "bad"] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "check"),
    [
        pytest.param(title, check, marks=pytest.mark.series if (check, title) in PROVED else ())
        for title in registry.titles()
        for check in CHECKS
    ],
)
def test_our_own_titles_pass(title: str, check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_mail, "MOST_LETTERS", 60)  # `pbem game check` takes more: minutes for a long game
    assert [one for one in examine(title, check, phases=24) if one.state == "bad"] == []


def test_every_check_is_told_of_by_the_command() -> None:
    assert tuple(CHECKS) == NAMES


def test_every_check_has_a_game_that_is_broken_for_it() -> None:
    assert {one.check for one in (*MEADOW, *BIDS)} == set(CHECKS)
    assert len({one.name for one in (*MEADOW, *BIDS)}) >= 20


def test_the_command_prints_like_the_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "check", "miniatures", "--only", "parts"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ok   parts: ")
    assert out.endswith("1 good, 0 to note, 0 bad.\n")
    assert main(["game", "check", "miniatures", "--only", "parts", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "good"


def test_a_game_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "check", "chess"]) == 1
    assert "no game is called 'chess'; there are:" in capsys.readouterr().err
    assert main(["game", "check", "no.such.module:GAME"]) == 1
    assert "no.such.module:GAME cannot be loaded" in capsys.readouterr().err
