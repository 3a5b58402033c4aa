"""A fault's bundle holds a case that `pbem case run` runs, and that fails as the game did where the program is at fault."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.tomlfile import ChartGap
from pbem.desk import faults
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.gm.faults import export_fault
from pbem.systems import registry
from tests.desk.table import GM, Table

PEOPLE = [("us", "kate@mail.example", "K. Hale"), ("indian", "miguel@post.example", "M. Ortiz")]
WHY = "T03.IN.A: ChartGap: rally has no cell for 13 (4.A.1)"


def bundled(tmp_path: Path, title: str, scenario: str) -> Path:
    """The case of a game that stands before its first phase and is held by a fault."""
    table = Table.lay(tmp_path)
    desk = replace(table.desk, title=registry.game)
    sides = [one.id for one in registry.game(title).system.card.sides]
    players = [(side, address, name) for side, (_, address, name) in zip(sides, PEOPLE, strict=True)]
    open_campaign(desk, Wanted("game-1", title, scenario, players, GM, seed=b"a demo seed", ladder_length=64))
    advance(desk, "game-1")
    with desk.store.begin() as books:
        number = faults.of_game(desk, books, books.games.get("game-1"), WHY).id or 0
    path = export_fault(desk, number, tmp_path / "bundles")
    with zipfile.ZipFile(path) as bundle:
        (tmp_path / "case.toml").write_bytes(bundle.read("case.toml"))
    return tmp_path / "case.toml"


def test_case_of_a_fault_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = bundled(tmp_path, "rosebud", "in-contact")
    text = case.read_text()
    assert 'clauses = ["RC-4.A.1"]' in text
    assert not any(private in text for _, address, name in PEOPLE for private in (address, name))
    assert main(["case", "run", str(case)]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out
    assert main(["case", "show", "rosebud/reported/fault", str(case)]) == 0


def test_case_fails_as_the_game_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = bundled(tmp_path, "rosebud", "in-contact")
    before = case.read_text()

    def gap(*_: object) -> None:
        raise ChartGap("rally", "13", "4.A.1")

    with monkeypatch.context() as broken:
        broken.setattr(type(registry.game("rosebud").system), "next_phase", gap)
        with pytest.raises(ChartGap):
            main(["case", "run", str(case)])
    assert case.read_text() == before
    assert main(["case", "run", str(case)]) == 0  # the program was fixed
