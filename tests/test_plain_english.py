"""Words that a native speaker wouldn't use don't come back: in pages, templates, texts and docstrings of the program."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

BETTER = {
    r"anew|afresh": "again, new",
    r"mend(s|ed|ing)?": "fix (a fault), correct (a line)",
    r"lawful(ly)?": "legal (a move), valid (a file)",
    r"lest": "so that ... does not",
    r"whereby|wherein|whereupon|thereof|thereby": "a new sentence",
    r"as it were": "nothing",
    r"which is why": "a new sentence",
    r"comes? to pass|came to pass": "happens",
    r"stands? over": "is left over",
    r"house work": "we designed",
    r"awaits?|awaiting": "waits for, waiting for",
    r"shelf": "archive",
    r"all else": "everything else",
    r"it was asked of": "we asked",
    r"(nobody|players?|he|she|they|you|who|GM|itself) (is|are) written to": "gets mail, we write to",
    r"taught the house": "shaped the design",
    r"counts? no more|hold no more": "is void",
    r"that is none|that is no game": "hidden, invalid",
}
"""What is not written, as a regular expression, and what to write instead."""

PROSE = [
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")),
    *sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file() and "de" not in path.parts),
]
CODE = sorted((ROOT / "pbem").rglob("*.py"))


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """The line and text of what a person reads: a page's lines, a module's string literals and docstrings."""
    content = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from enumerate(content.splitlines(), 1)
        return
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for offset, line in enumerate(node.value.splitlines()):
                yield node.lineno + offset, line


def old_words(path: Path) -> list[str]:
    """Each hit with its place and what to write instead."""
    name = str(path.relative_to(ROOT))
    return [
        f"{name}:{line}: {hit[0]!r}: write {better}"
        for line, text in texts_of(path)
        for pattern, better in BETTER.items()
        for hit in re.finditer(rf"\b(?:{pattern})\b", re.sub(r"`[^`]*`", "", text), re.IGNORECASE)
    ]


@pytest.mark.parametrize("paths", [PROSE, CODE], ids=["pages", "program"])
def test_words_that_nobody_says_are_gone(paths: list[Path]) -> None:
    found = [hit for path in paths for hit in old_words(path)]
    assert not found, "\n".join(found)
