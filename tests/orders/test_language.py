"""What Lark makes of a grammar is kept for the next start; what is kept is never trusted blindly."""

from pathlib import Path

import pytest

from pbem import resources
from pbem.orders.language import OrderLanguage
from pbem.orders.syntax import OrderLine

DIALECT = "grammar/indian_wars.lark"
WORDS = "C/3 Cav dismount; move 3413-3414"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "pbem"


def no_grammar(*_: object) -> None:
    raise AssertionError("the grammar was worked out again")


def test_tables_are_worked_out_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = OrderLanguage(DIALECT).read(WORDS)
    assert isinstance(first, OrderLine)
    assert [one.name for one in cache.iterdir()] == ["indian_wars.lark"]
    monkeypatch.setattr("lark.lark.load_grammar", no_grammar)
    assert OrderLanguage(DIALECT).read(WORDS) == first


@pytest.mark.slow
def test_tables_of_another_grammar_are_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    OrderLanguage(DIALECT)
    text = resources.text
    monkeypatch.setattr(resources, "text", lambda name: text(name).replace("dismount(?:s|ed)?", "alight"))
    assert isinstance(OrderLanguage(DIALECT).read("C/3 Cav alight"), OrderLine)


@pytest.mark.slow
def test_damaged_tables_are_worked_out_again(cache: Path) -> None:
    OrderLanguage(DIALECT)
    file = cache / "indian_wars.lark"
    size = file.stat().st_size
    file.write_bytes(file.read_bytes()[: size // 2])
    assert isinstance(OrderLanguage(DIALECT).read(WORDS), OrderLine)
    assert file.stat().st_size > size // 2


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_tables_that_others_could_write_are_not_read(cache: Path, mode: int) -> None:
    cache.mkdir()
    cache.chmod(mode)
    assert resources.kept("indian_wars.lark") is None
    assert isinstance(OrderLanguage(DIALECT).read(WORDS), OrderLine)
    assert list(cache.iterdir()) == []


def test_no_folder_for_them_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert isinstance(OrderLanguage(DIALECT).read(WORDS), OrderLine)


def test_all_in_a_hex_begins_at_its_first_word_and_ends_behind_the_hex() -> None:
    line = OrderLanguage(DIALECT).read("all in 3413 dismount")
    assert isinstance(line, OrderLine)
    who = line.orders[0].who
    assert who is not None
    (group,) = who.members
    assert (group.start, group.end) == (0, len("all in 3413"))
