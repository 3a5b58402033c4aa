"""Words that a native speaker wouldn't use don't come back: in pages, templates, texts and docstrings of the program."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

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
    r"(is|are|was|were) counted as ready and nobody": "everyone is ready",
    r"every letter (ends with a seal|is signed)": "every report",
    r"stands? word by word": "is a golden file",
    r"nobody kept": "missed (deadlines)",
    r"(is|are) of none of": "is not in",
    r"shows what comes of it": "we roll for the result",
    r"nobody left to play with": "has no units left",
    r"what is on file": "the orders on file",
    r"(is|are) awaited|who is awaited": "we are waiting for",
    r"down as away": "marked as away",
    r"on the clock of": "in ... time",
    r"play has left behind": "an old report",
    r"orders (is|are|were) taken": "are accepted",
    r"dice (that )?(have )?(fall|fell|fallen)": "are rolled",
    r"nothing came of (it|your)": "had no effect",
    r"asks? for \{hours\} hours more": "more hours",
}
"""What is not written, as a regular expression, and what to write instead."""

ANY_OF_THEM = re.compile(rf"\b(?:{'|'.join(BETTER)})\b", re.IGNORECASE)

PROSE = [
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")),
    *sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file() and "de" not in path.parts),
]
CODE = sorted((ROOT / "pbem").rglob("*.py"))


def code_with(pattern: re.Pattern[str]) -> list[Path]:
    """The modules in which this stands anywhere, a text that goes on in the next line taken together: only these are parsed."""
    return [path for path in CODE if pattern.search(CUT.sub("", path.read_text(encoding="utf-8")))]


CUT = re.compile(r"""["']\s*\n\s*[a-zA-Z]{0,2}["']""")


class Module(NamedTuple):
    """What a person reads in a module, each with its line: string literals and docstrings, and the names that it defines."""

    texts: tuple[tuple[int, str], ...]
    names: tuple[tuple[int, str, str], ...]


@cache
def module(path: Path) -> Module:
    """A module, parsed once for all tests."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = (
        (node.lineno + offset, line)
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for offset, line in enumerate(node.value.splitlines())
    )
    return Module(tuple(texts), tuple(one for node in nodes for one in defined(node)))


def defined(node: ast.AST) -> Iterator[tuple[int, str, str]]:
    """The line, kind and name of the class, function, argument or variable that a node defines."""
    match node:
        case ast.ClassDef(name=name):
            yield node.lineno, "class", name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield node.lineno, "function", name
        case ast.arg(arg=name):
            yield node.lineno, "variable", name
        case ast.Name(id=name, ctx=ast.Store()):
            yield node.lineno, "variable", name


FREE_RELATIVE = re.compile(r"(?:What|Whether|Who|Whose|Whom|Whoever|Whatever|Which|How|Where|When|That)\b", re.DOTALL)
"""The beginning of a docstring that names nothing: ``What the line says`` is ``The text of the line``."""


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """The line and text of each docstring of a module: of itself, its classes, functions, and named values."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for one in getattr(node, "body", None) if isinstance(getattr(node, "body", None), list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                yield one.lineno, one.value.value


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.strip()[:50]!r}: write True if ..., The ..., Return ..."
        for path in code_with(re.compile(rf"[\"']\s*{FREE_RELATIVE.pattern}"))
        for line, text in docstrings(path)
        if FREE_RELATIVE.match(text.strip())
    ]
    assert not found, "\n".join(found)


def test_a_docstring_that_begins_so_is_found(tmp_path: Path) -> None:
    module_ = tmp_path / "one.py"
    module_.write_text('def one() -> str:\n    """What it is."""\n\nTWO = 2\n"""The number two."""\n', encoding="utf-8")
    assert [bool(FREE_RELATIVE.match(text)) for _, text in docstrings(module_)] == [False, True]


LONGEST = 30
"""Words that a sentence of a page or a letter has at most."""
SENTENCE = re.compile(r"""(?<=[.!?])["*)]*\s+(?=["*(A-Z`\[])""")
ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")


def blocks(page: str) -> Iterator[tuple[int, str]]:
    """The line and text of each paragraph and list item of a Markdown page, without code, tables and generated parts.

    In an item, such as a ruling or an entry of a reference, a semicolon or a colon ends a sentence.
    """
    page = re.sub(r"(?ms)^ *```.*?^ *```$", lambda cut: "\n" * cut[0].count("\n"), page)
    page = re.sub(r"(?ms)<!-- (generated|battle|campaign).*?<!-- end", lambda cut: "\n" * cut[0].count("\n"), page)
    start, held = 1, ""
    for n, line in enumerate([*page.split("\n"), ""], 1):
        ends = not line.strip() or line.startswith(("    ", "#")) or line.lstrip().startswith("|")
        if (ends or ITEM.match(line)) and held:
            yield start, held
            held = ""
        if not ends:
            start, held = (start, f"{held} {line.strip()}") if held else (n, line)


def long_sentences(text: str) -> list[str]:
    """Sentences of more words than `LONGEST`; a link counts as its text, and code for nothing."""
    text = re.sub(r"`[^`]*`", "`", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))
    if ITEM.match(text):
        text = re.sub(r"[;:](?= )", ".", text)
        sentences = re.split(r"(?<=[.!?]) +", text)
    else:
        sentences = SENTENCE.split(text)
    return [one for one in sentences if len(re.findall(r"[A-Za-z0-9'-]+", one)) > LONGEST]


PAGES = [path for path in PROSE if path.suffix == ".md" and path.name != "CHANGELOG.md"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_sentence_of_a_page_is_long(path: Path) -> None:
    found = [
        f"{path.name}:{line}: {one}"
        for line, text in blocks(path.read_text(encoding="utf-8"))
        for one in long_sentences(text)
    ]
    assert not found, "\n".join(found)


def test_no_sentence_of_a_letter_is_long() -> None:
    templates = [path for path in PROSE if path.suffix == ".txt"]
    found = [
        f"{path.name}: {one}"
        for path in templates
        for paragraph in re.split(r"\n\s*\n|\n(?=  \S)", re.sub(r"\{%.*?%\}", "\n\n", path.read_text(encoding="utf-8")))
        for one in long_sentences(re.sub(r"\{\{.*?\}\}", "X", " ".join(paragraph.split())))
    ]
    assert templates
    assert not found, "\n".join(found)


def test_a_long_sentence_is_found_in_a_paragraph_and_in_a_list() -> None:
    page = f"{'word ' * 31}end.\n\n- {'word ' * 31}end.\n\n```\n{'word ' * 40}\n```\n"
    assert [line for line, text in blocks(page) if long_sentences(text)] == [1, 3]
    assert long_sentences("word " * 16 + "ends. " + "Word " * 16 + "ends.") == []


def texts_of(path: Path) -> Iterable[tuple[int, str]]:
    """The line and text of what a person reads: a page's lines, a module's string literals and docstrings."""
    if path.suffix != ".py":
        return enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return module(path).texts


def old_words(path: Path) -> list[str]:
    """Each hit with its place and what to write instead."""
    name = str(path.relative_to(ROOT))
    return [
        f"{name}:{line}: {hit[0]!r}: write {better}"
        for line, text in texts_of(path)
        if ANY_OF_THEM.search(text)
        for pattern, better in BETTER.items()
        for hit in re.finditer(rf"\b(?:{pattern})\b", re.sub(r"`[^`]*`", "", text), re.IGNORECASE)
    ]


def test_words_that_nobody_says_are_gone() -> None:
    found = [hit for path in (*PROSE, *code_with(ANY_OF_THEM)) for hit in old_words(path)]
    assert not found, "\n".join(found)


NAMES = {
    "told": "what it holds: events_on_record, entries, notified, ...",
    "said": "what it holds: parsed, notes, terms, ...",
    "meant": "suggestions, meaning, ...",
    "ours": "sent_text",
    "anew|afresh": "again, reset, replaces_earlier",
    "mend|mends|mended|mending": "repair, correct, fix, close",
    "shoved": "stagger",
    "look|sheet|field": "a class says what it is: GroundStyle, StopCheck, OrderSheet, TitleData, Battlefield",
    "say|tell|tell_many": "translate, translate_plural, announce, mail_reports",
    "rehearsing|rehearsed|rehearsal": "RehearsalResult, RehearsedPosition",
}
"""Names that say nothing to somebody who is new here, and what to write instead; classes and functions are meant as well."""

FOR_CLASSES_ONLY = {"look", "sheet", "field", "rehearsing", "rehearsed", "rehearsal"}
FOR_LETTERS = {"say", "tell", "tell_many"}
"""A log tells and a mail program is told; but what makes a letter translates or mails."""
STORED = {
    "pbem/store/tables.py": {"told", "said"},
    "pbem/reports/letter_style.py": {"said"},
    "pbem/systems/nezperce/battle/events.py": {"told"},
    "pbem/systems/nezperce/battle/plan/records.py": {"told"},
}
"""Columns of the database, fields of records and what templates are given: renaming them would break what is stored."""


def _is_of_letters(place: str, kind: str, name: str) -> bool:
    return kind == "function" and not name.startswith("_") and place.startswith(("pbem/reports/", "pbem/desk/"))


def old_names(path: Path) -> list[str]:
    """Each name of the table that a module defines, with its line and what to write instead."""
    place = path.relative_to(ROOT).as_posix()
    better = {name: hint for names, hint in NAMES.items() for name in names.split("|")}
    found = []
    for line, kind, name in module(path).names:
        bare = name.strip("_").lower()
        if bare not in better or name in STORED.get(place, ()):
            continue
        if (bare in FOR_CLASSES_ONLY and kind != "class") or (
            bare in FOR_LETTERS and not _is_of_letters(place, kind, name)
        ):
            continue
        found.append(f"{place}:{line}: {kind} {name}: write {better[bare]}")
    return found


def test_names_that_say_nothing_are_gone() -> None:
    every = "|".join(NAMES)
    variables = "|".join(set(every.split("|")) - FOR_CLASSES_ONLY - FOR_LETTERS)
    named = rf"(?i)\b(?:(?:class|def) _*(?:{every})_*\b|_*(?:{variables})_*\s*(?:in\b|[-+|&]?=|[:,)\]]))"
    found = [hit for path in code_with(re.compile(named)) for hit in old_names(path)]
    assert not found, "\n".join(found)


def test_every_name_that_is_stored_is_still_there() -> None:
    for place, names in STORED.items():
        defined = {name for _, _, name in module(ROOT / place).names}
        assert names <= defined, place


NAMED_ALIKE = {"Clause", "Judge"}
"""Two pairs of names that games import from `pbem.api` (a rule's clause and an order's, two judges of questions)."""
OUTSIDE_THE_HOUSE = ("pbem/systems/", "pbem/seal/pbem_verify")
"""Each game has words of its own (a March, a Charge), and the second checker shares nothing with the program."""


def test_no_two_classes_of_the_desk_have_one_name() -> None:
    places: dict[str, list[str]] = {}
    for path in CODE:
        place = path.relative_to(ROOT).as_posix()
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            if not place.startswith(OUTSIDE_THE_HOUSE):
                places.setdefault(name, []).append(place)
    assert {name: where for name, where in places.items() if len(where) > 1 and name not in NAMED_ALIKE} == {}


HE = re.compile(r"\b(?:he|him|his|himself)\b")
WORDS_OF_PLAYERS = (
    "pbem/language/",
    "pbem/mechanisms/likeness.py",
    "pbem/systems/table/",
    "pbem/systems/indian_wars/rules/",
)
"""What players write is matched there, or records that are kept word by word are written: a shell's kind is ``he``."""


RECORDED = ("killed with his unit", "died of his wounds")
"""The words of records, which never change; letters say it in others."""


def test_nobody_in_a_letter_is_a_he() -> None:
    """Players, officers, leaders: they.  A letter about somebody who is named does best without any pronoun."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.strip()[:60]!r}"
        for path in code_with(HE)
        if not path.relative_to(ROOT).as_posix().startswith(WORDS_OF_PLAYERS)
        for line, text in literals(path)
        if HE.search(text) and "\\" not in text and "|" not in text and text not in RECORDED
    ]
    assert not found, "\n".join(found)


def test_nobody_in_a_docstring_is_a_he() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.strip()[:60]!r}"
        for path in code_with(HE)
        for line, text in docstrings(path)
        if HE.search(re.sub(r"``.*?``", "", text, flags=re.DOTALL))
    ]
    assert not found, "\n".join(found)


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {
        id(one.value)
        for node in ast.walk(tree)
        for one in (getattr(node, "body", None) if isinstance(getattr(node, "body", None), list) else ())
        if isinstance(one, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value
