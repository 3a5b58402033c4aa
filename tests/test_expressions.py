"""Compiled expressions are kept for the next start of a command; what is kept is never trusted blindly."""

import marshal
import re
import sys
from pathlib import Path

import pytest

from pbem import cli, expressions
from pbem.core import expression
from pbem.orders.language import language

LETTER = "C/3 Cav dismount; move 3413-3414\nall rally\nwhen G/3 is meleed then retreat\nmap 3413\n"
FILE = "orders-check-rosebud.expressions"
WORDS = [pattern for _, pattern, *_ in language("grammar/indian_wars.lark").tables.words]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(expression, "KEPT", {})
    monkeypatch.setattr(expression, "COMPILED", [])
    return tmp_path / "pbem"


def compile_some(patterns: tuple[str, ...] = ("ab+", "(?P<x>c)|d")) -> list[re.Pattern[str]]:
    """Some expressions, in a start of their own."""
    expression.KEPT.clear()
    with expressions.kept_as("some"):
        return [expression.compiled(one, re.I) for one in patterns]


def no_compiler(pattern: str, flags: int = 0) -> re.Pattern[str]:
    raise AssertionError(f"{pattern} was compiled again")


@pytest.mark.parametrize("pattern", [*WORDS, r"(?P<a>x)(?P<b>y)?|(z)", r"(?x) a  # a word", r"[^\W\d]+(?<!ab)\Z", ""])
@pytest.mark.parametrize("flags", [0, re.I, re.I | re.MULTILINE])
def test_an_expression_is_made_of_its_parts(pattern: str, flags: int) -> None:
    parts = expression.parts_of(pattern, flags)
    assert parts is not None
    made = expression.made_of(pattern, marshal.loads(marshal.dumps(parts)))
    assert made == re.compile(pattern, flags)
    assert made is not None
    assert (made.groupindex, made.groups, made.flags) == (
        re.compile(pattern, flags).groupindex,
        re.compile(pattern, flags).groups,
        re.compile(pattern, flags).flags,
    )


def test_what_was_compiled_is_not_compiled_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_some()
    monkeypatch.setattr(expression.re, "compile", no_compiler)
    assert compile_some() == first


def test_what_is_new_is_kept_beside_the_old(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_some()
    compile_some(("e",))
    monkeypatch.setattr(expression.re, "compile", no_compiler)
    assert [one.pattern for one in compile_some(("ab+", "e"))] == ["ab+", "e"]


def test_a_start_that_compiles_nothing_writes_nothing(cache: Path) -> None:
    compile_some()
    before = (cache / "some.expressions").stat().st_mtime_ns
    compile_some()
    assert (cache / "some.expressions").stat().st_mtime_ns == before


@pytest.mark.parametrize("other", [lambda: ("3.9", 1), lambda: (sys.version, 1)])
def test_another_python_compiles_its_own(cache: Path, monkeypatch: pytest.MonkeyPatch, other: object) -> None:
    first = compile_some()
    with monkeypatch.context() as patched:
        patched.setattr(expressions, "_python", other)
        assert compile_some() == first
        assert len(expression.COMPILED) == 4


@pytest.mark.parametrize("size", [0, 1, 40, 200])
def test_a_damaged_file_is_left_alone(cache: Path, size: int) -> None:
    first = compile_some()
    file = cache / "some.expressions"
    file.write_bytes(file.read_bytes()[:size])
    assert compile_some() == first


@pytest.mark.parametrize(
    "parts", [None, (), (0, b"\xff" * 16, 0, {}, ()), (0, b"odd", 0, {}, ()), ("x", b"", 0, {}, ())]
)
def test_parts_of_which_nothing_comes_are_no_harm(cache: Path, parts: object) -> None:
    first = compile_some()
    file = cache / "some.expressions"
    python, known = marshal.loads(file.read_bytes())
    file.write_bytes(marshal.dumps((python, dict.fromkeys(known, parts))))
    assert compile_some() == first


def test_a_python_that_does_not_tell_its_parts_keeps_none(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("re._compiler._code")
    monkeypatch.setattr(expression.re, "compile", lambda pattern, flags: pattern)
    assert compile_some() == ["ab+", "(?P<x>c)|d"]
    assert marshal.loads((cache / "some.expressions").read_bytes())[1] == {}


def test_a_letter_is_checked_alike_whatever_is_kept(
    cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text(LETTER, encoding="ascii")
    told = []
    for kept in (None, None, b"", b"damaged"):
        if kept is not None:
            (cache / FILE).write_bytes(kept)
        expression.KEPT.clear()
        cli.main(["orders", "check", "--game", "rosebud", "--side", "us", str(letter)])
        told.append(capsys.readouterr().out)
    assert told == told[:1] * 4
