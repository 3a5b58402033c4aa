"""The pages: what the program has is told in them, what they show can be typed, and their links lead somewhere."""

import ast
import importlib
import importlib.util
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from lark import Lark

from pbem import cli
from pbem.command_line import Parser, WrongCommandLine, read
from pbem.desk.games import campaign_file
from pbem.systems.indian_wars.casework import UNIT_KEYS
from pbem.systems.indian_wars.rosebud_card import CARD

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.glob("*.md"), *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"))])
PAGES = [page for page in PAGES if page.exists()]
GRAMMARS = ("orders.lark", "when.lark", "indian_wars.lark")
SERIES = ROOT / "pbem" / "systems" / "indian_wars"
FENCE = re.compile(r"^( *)```(.*?)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
OF_THE_SISTER_GAME = frozenset(
    f"A-{n:03}"
    for n in (
        45,
        94,
        96,
        98,
        100,
        116,
        119,
        121,
        122,
        125,
        126,
        135,
        154,
        155,
        157,
        159,
        160,
        161,
        162,
        164,
        165,
        166,
        168,
    )
)
"""Rulings that the charts name, since they serve both games, and that do not touch this one."""

READ_TO_BE_REFUSED = {"pinned"}
"""A pinned unit may do nothing, so an order that waits for a pin is read, and answered with what to write instead."""


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    """The script beside the pages; the folder is no package."""
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# What the program knows best


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_generated_parts_are_as_they_would_be_written(page: Path, generate: ModuleType) -> None:
    assert generate.filled(text(page)) == text(page), "make docs"


def test_the_campaign_file_is_shown_with_all_its_keys(tmp_path: Path) -> None:
    shown = next(found[3] for found in FENCE.finditer(text(DOCS / "gm-handbook.md")) if "[players]" in found[3])
    path = tmp_path / "rosebud-7.toml"
    path.write_text(shown, encoding="utf-8")
    assert campaign_file.read_plan(path).report == "png"
    found = tomllib.loads(shown)
    elsewhere = {key for key in campaign_file.TOP if f"`{key} = " in text(DOCS / "gm-handbook.md")}
    assert set(found) | elsewhere == set(campaign_file.TOP)
    assert set(found["terms"]) == set(campaign_file.TERMS)
    assert {key for seat in found["seat"] for key in seat} == set(campaign_file.SEAT)


def test_every_generated_part_stands_in_some_page(generate: ModuleType) -> None:
    found = {match[2] for page in DOCS.glob("*.md") for match in generate.PART.finditer(text(page))}
    assert found == set(generate.PARTS)


@pytest.mark.parametrize("command", cli.COMMANDS, ids=lambda command: command.words)
def test_every_command_has_a_section_with_every_argument_and_an_example(
    command: cli.CommandRow, generate: ModuleType
) -> None:
    section = re.search(rf"^## pbem {command.words}\n(.*?)(?=^## |\Z)", text(DOCS / "commands.md"), re.M | re.S)
    assert section is not None
    parser = generate.parser_of(command)
    for branch in generate.branches(parser):
        assert f"{branch.prog} " in section[1]
        for action in generate.arguments(branch):
            for name in action.option_strings or [action.metavar or action.dest.upper()]:
                assert name in section[1].replace("\\|", "|")
    assert any(line.startswith(f"pbem {command.words}") for line in lines_to_type(section[1]))


def test_every_option_of_an_order_line_has_an_example_in_the_reference() -> None:
    """Every alternative of the grammars (``-> crawl``) is what some example of docs/orders.md is read as."""
    grammar = "\n".join(text(ROOT / "grammar" / name) for name in GRAMMARS)
    wanted = set(re.findall(r"->\s*(\w+)", grammar))
    # Lark keeps the aliases as the names of its trees if nothing transforms them.
    parser = Lark(grammar, parser="lalr", lexer="contextual", g_regex_flags=re.IGNORECASE)
    said: set[str] = set()
    for _, language, block in FENCE.findall(text(DOCS / "orders.md")):
        for line in block.splitlines() if language.startswith("orders ") else ():
            said |= _names(parser, re.sub(r"\s*#.*", "", line))
    assert wanted - said == READ_TO_BE_REFUSED


def _names(parser: Lark, line: str) -> set[str]:
    from lark.exceptions import UnexpectedInput

    try:
        return {str(tree.data) for tree in parser.parse(line).iter_subtrees()}
    except UnexpectedInput:  # a command (``status``) is none of the grammar's; tests/orders/test_reference.py reads all
        return set()


# Rosebud Creek


def test_every_phase_and_option_of_the_card_is_told() -> None:
    page = text(DOCS / "rosebud.md")
    for phase in CARD.phases:
        assert f"| {phase.letter} {phase.name.lower()} |" in page
    for option in CARD.options:
        assert f"`{option.name}`" in page


def test_every_public_word_of_a_counter_is_told() -> None:
    words = text(DOCS / "rosebud-notes.md").partition("## Public words")[2]
    told = {"strength", "mp_left", "eliminated", "gone", *UNIT_KEYS}
    assert [word for word in sorted(told) if f"`{word}`" not in words] == []


def test_every_ruling_that_code_or_charts_name_is_told() -> None:
    sources = [*SERIES.rglob("*.py"), *SERIES.rglob("*.toml"), *(ROOT / "scenarios" / "indian_wars").rglob("*.toml")]
    named = {ruling for source in sources for ruling in re.findall(r"\bA-\d{3}\b", text(source))}
    pages = text(DOCS / "rosebud.md") + text(DOCS / "littlebighorn.md")
    told = set(re.findall(r"^- (A-\d{3}):", pages, re.MULTILINE))
    assert named - told == OF_THE_SISTER_GAME & named


def test_every_question_of_the_rules_has_its_default_told() -> None:
    page = text(DOCS / "rosebud.md").partition("## If you are silent")[2].partition("## Options")[0]
    told = re.findall(r"`([a-z ]+)`", page)
    missing = [kind for kind in kinds_of_questions() if not any(re.fullmatch(kind, one) for one in told)]
    assert missing == []


def test_no_standing_order_waits_in_vain() -> None:
    """A policy or an event whose question the rules never put would do nothing."""
    from pbem.systems.indian_wars.orders.standing_answers import ASKED, HAPPENS

    put = list(kinds_of_questions())
    waited_for = {kind for kinds in (*ASKED.values(), *HAPPENS.values()) for kind in kinds}
    in_vain = {kind for kind in waited_for if not any(re.fullmatch(one, kind) for one in put)}
    assert in_vain == set()


def kinds_of_questions() -> Iterator[str]:
    """The second argument of every ``Ask(...)`` of the series; of ``f"{how} hex"`` a pattern."""
    for source in sorted(SERIES.rglob("*.py")):
        for call in ast.walk(ast.parse(text(source))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Ask":
                kind: Any = call.args[1]
                if isinstance(kind, ast.Constant):
                    yield re.escape(str(kind.value))
                elif isinstance(kind, ast.JoinedStr):
                    yield "".join(
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+" for part in kind.values
                    )


# Templates


def test_every_template_is_told() -> None:
    told = set(re.findall(r"^\| `([a-z-]+)` \|", text(DOCS / "templates.md"), re.MULTILINE))
    assert told == {path.stem for path in (ROOT / "templates").iterdir() if path.is_file()}


# The pages themselves


def test_lines_of_prose_are_at_most_120_characters() -> None:
    """A table's row and a line of code cannot be broken."""
    long = []
    for page in DOCS.glob("*.md"):
        prose = FENCE.sub(lambda found: "\n" * found[0].count("\n"), text(page))
        for number, line in enumerate(prose.splitlines(), start=1):
            if len(line) > 120 and not line.startswith(("|", "    ")):
                long.append(f"{page.name}:{number}")
    assert long == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", text(page)))
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, place = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), target
        assert not place or place in set(places(there)), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_that_is_named_is_there(page: Path) -> None:
    for name in re.findall(r"`((?:docs/)?[a-z-]+\.md)`", text(page)):
        assert (ROOT / name).exists() or (DOCS / name).exists(), name


def places(page: Path) -> Iterator[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    for heading in re.findall(r"^#+ (.+)$", FENCE.sub("", text(page)), re.MULTILINE):
        bare = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
        yield re.sub(r"[^\w\- ]", "", bare).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_line_shown_can_be_typed(page: Path) -> None:
    for line in lines_to_type(text(page)):
        words = shlex.split(line, comments=True)[1:]
        if words in (["--version"], ["--help"]) or not words or words[-1] == "--help":
            continue
        try:
            command = cli.find(words)
            parser = Parser(prog=f"pbem {command.words}")
            importlib.import_module(f"pbem.commands.{command.module}").add_arguments(parser)
            if _is_named_alone(words, command):
                continue
            read(parser, words[len(command.words.split()) :])
        except WrongCommandLine as fault:
            pytest.fail(f"{page.name}: {line}\n{fault}")


def _is_named_alone(words: list[str], command: cli.CommandRow) -> bool:
    """Prose that names a command (``pbem serve``, ``pbem gm queue``) without its arguments."""
    return all(re.fullmatch(r"[a-z][a-z-]*", word) for word in words) and words[:3] != ["orders", "check", "-"]


SHOWN_AS = ("", "sh", "console", "bash")


def lines_to_type(page: str) -> Iterator[str]:
    """Lines of code and words of prose that begin with ``pbem``; what stands behind wide blanks is a remark."""
    blocks = [block for _, language, block in FENCE.findall(page) if language in SHOWN_AS]
    prose = FENCE.sub("", page)
    blocks += [line.strip(" ") for line in re.findall(r"(?:^ {4,}.*\n)+", prose, re.MULTILINE)]
    for block in blocks:
        for line in re.sub(r"\s*\\\n\s*", " ", block).splitlines():
            shown = (part for part in re.split(r"\s{2,}", line.strip()) if part.startswith("pbem "))
            yield from (part.partition(" > ")[0] for part in shown)  # into a file
    for words in re.findall(r"`(pbem [^`]+)`", prose):
        if "..." not in words and "COMMAND" not in words:
            yield re.sub(r"\s+", " ", words)


def test_every_picture_of_the_order_page_and_of_a_letter_is_taken_by_the_script() -> None:
    pictures = list((DOCS / "img").glob("*.png"))
    assert [path.name for path in pictures if path.stat().st_size > 150_000] == [], "a page is read on a phone too"
    there = {path.name for path in pictures if path.name.startswith(("order-page", "html-letter"))}
    assert set(re.findall(r'"([a-z-]+\.png)": \(', text(DOCS / "pictures.py"))) == there
