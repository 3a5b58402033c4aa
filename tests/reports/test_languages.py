"""The German letters are whole: every phrase that the program says has its translation, with the same facts in it."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from pbem.reports import manner

ROOT = Path(pbem.__file__).parent
SAID = ("say", "tell")


def phrases() -> Iterator[tuple[str, str]]:
    """Every phrase that stands in a call of `say` or `tell`, with the file that says it."""
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "manner" in text else ():
            if isinstance(node, ast.Call) and _name(node.func) in SAID and node.args:
                for words in _literals(node.args[0]):
                    yield words, str(path.relative_to(ROOT))


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _literals(one: ast.expr) -> Iterator[str]:
    if isinstance(one, ast.Constant) and isinstance(one.value, str):
        yield one.value
    elif isinstance(one, ast.IfExp):
        yield from _literals(one.body)
        yield from _literals(one.orelse)


def facts(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def test_every_phrase_has_its_german() -> None:
    words = manner.of("de").words
    assert [(where, one) for one, where in phrases() if one not in words] == []


@pytest.mark.parametrize("language", [one for one in manner.languages() if one.code != "en"], ids=lambda one: one.code)
def test_a_translation_has_the_facts_of_its_phrase(language: manner.Language) -> None:
    assert [one for one, said in language.words.items() if facts(one) != facts(said)] == []
