"""Writes the parts of these pages that the program knows best: commands, events, charts, clauses.

Such a part stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``.  ``python docs/generate.py`` (or ``make docs``)
writes them again; a test fails while one of them is out of date.
"""

import argparse
import ast
import dataclasses
import importlib
import inspect
import re
import sys
import textwrap
import tomllib
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
if str(ROOT) not in sys.path:  # called as a script
    sys.path.insert(0, str(ROOT))

from pbem import config, glossary  # noqa: E402  # the path above comes first
from pbem.casebook.coverage import VOID, WAITING, import_rules, read_index  # noqa: E402
from pbem.cli import COMMANDS, CommandRow  # noqa: E402
from pbem.command_line import Parser  # noqa: E402
from pbem.core.event import Event  # noqa: E402
from pbem.core.record import Record, stored_types  # noqa: E402
from pbem.desk.orders.rights import RIGHTS  # noqa: E402
from pbem.systems import registry  # noqa: E402
from pbem.systems.indian_wars.files.data import CHARTS  # noqa: E402
from pbem.systems.indian_wars.rosebud_card import CARD  # noqa: E402
from tests.plant import tally  # noqa: E402

WIDTH = 118
SCENARIOS = ROOT / "scenarios" / "indian_wars"
SERIES = "pbem.systems.indian_wars"
_BY_PACKAGE = {
    registry.game(title).rules.partition(":")[0].rpartition(".")[0]: title
    for title in ("littlebighorn", *registry.offered())
}
PACKAGES = {title: package for package, title in _BY_PACKAGE.items()}
"""Each game with the package of its rules; the games of a series share one, told under the last of them."""
SISTER = "littlebighorn"
PART = re.compile(r"(<!-- generated: ([a-z -]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


# Commands


def parser_of(command: CommandRow) -> Parser:
    """The parser by which `pbem` reads this command's line."""
    parser = Parser(prog=f"pbem {command.words}")
    importlib.import_module(f"pbem.commands.{command.module}").add_arguments(parser)
    return parser


def branches(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers that take a whole line: those of the words below (``case run``), else the parser itself."""
    below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    if not below:
        yield parser
    for action in below:
        for one in action.choices.values():
            yield from branches(one)


def arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments of a line, without ``--help``: those that must be given first, options by name."""
    found = [one for one in parser._actions if not isinstance(one, argparse._HelpAction | argparse._SubParsersAction)]
    return sorted(found, key=lambda one: (bool(one.option_strings), not one.required, one.option_strings))


def must_be_given(action: argparse.Action) -> bool:
    """Whether a line without it is wrong.  (argparse calls ``PATH ...`` required even where none will do.)"""
    return action.required and action.nargs not in ("*", "?")


def written(action: argparse.Action) -> str:
    """An argument as one writes it: ``--turns N``, ``PATH``, ``--scenario in-contact|historical``."""
    if action.nargs == 0:
        return action.option_strings[-1]
    choices = "|".join(map(str, action.choices)) if action.choices else ""
    value = str(action.metavar or choices or action.dest.upper())
    value = f"'{value}'" if " " in value and choices else value
    value += " ..." if action.nargs in ("+", "*") else ""
    return f"{action.option_strings[-1]} {value}" if action.option_strings else value


def commands() -> str:
    """The table of all commands."""
    rows = [f"| [`pbem {one.words}`](#pbem-{one.words.replace(' ', '-')}) | {one.about} |" for one in COMMANDS]
    return "\n".join(("| command | what it does |", "| --- | --- |", *rows))


def command(words: str) -> str:
    """One command: how its line is written, and every argument with what the program says of it."""
    parser = parser_of(next(one for one in COMMANDS if one.words == words))
    lines: list[str] = ["```text"]
    for branch in branches(parser):
        parts = [written(one) if must_be_given(one) else f"[{written(one)}]" for one in arguments(branch)]
        whole = " ".join(part.replace(" ", "\0") for part in (branch.prog, *parts))  # an option stays with its value
        wrapped = textwrap.wrap(whole, 100, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
        lines += [line.replace("\0", " ") for line in wrapped]
    lines += ["```", "", "| argument | meaning |", "| --- | --- |"]
    seen: set[str] = set()
    for branch in branches(parser):
        for action in arguments(branch):
            row = f"| `{cell(written(action))}` | {cell(about(action))} |"
            if row not in seen:
                seen.add(row)
                lines.append(row)
    return "\n".join(lines)


def cell(text: str) -> str:
    """A text that may stand in a table."""
    return text.replace("|", "\\|")


def about(action: argparse.Action) -> str:
    """What an argument does; with the default and the choices, unless its help tells them."""
    said = action.help or ""
    default = action.default
    if isinstance(default, str | int | Path) and not isinstance(default, bool) and default not in ("", 0):
        said += f"; `{default}` if left out" if str(default) not in said else ""
    return said


# Events


def events_of(*rooms: str) -> str:
    """The events that some modules or packages declare, and the records that stand in them."""
    for room in rooms:
        if room.startswith("pbem.systems."):
            import_rules(room)
    modules: dict[str, list[type[Record]]] = {}
    for cls in _below(Event):
        if any(cls.__module__ == room or cls.__module__.startswith(f"{room}.") for room in rooms):
            modules.setdefault(cls.__module__, []).append(cls)
    lines: list[str] = []
    inside: dict[str, type[Record]] = {}
    for name in sorted(modules, key=lambda one: (one != "pbem.core.event", one)):
        lines += [f"**{_title(importlib.import_module(name))}**", ""]
        for cls in modules[name]:
            lines += _told(cls)
            inside |= {one.__name__: one for one in _records_in(cls)}
        lines.append("")
    lines += ["**Records that stand in events**", ""] if inside else []
    for _, cls in sorted(inside.items()):
        lines += _told(cls)
    return "\n".join(lines)


def _below(cls: type[Any]) -> Iterator[type[Any]]:
    """The classes below one, in the sequence in which they are declared; dataclasses with slots once."""
    for one in cls.__subclasses__():
        # The class before slots were added is another, and a base of others is no event itself.
        if one in Record.record_classes.values() and one.__name__ != "CombatEvent":
            yield one
        yield from _below(one)


def _title(module: ModuleType) -> str:
    return (module.__doc__ or "").split("\n\n")[0].strip().partition(":")[0].partition(";")[0].replace("\n", " ")


def _told(cls: type[Record]) -> list[str]:
    fields = [f"`{name}`{_kind(hint)}" for name, hint in stored_types(cls).items()]
    said = re.sub(r"\s+", " ", cls.__doc__ or "").strip().replace("``", "`")
    text = f"- `{cls.__name__}`" + (f" ({', '.join(fields)})" if fields else "") + f": {said}"
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _kind(hint: Any) -> str:
    """What a field holds, in a word; nothing for a text."""
    if isinstance(hint, UnionType):
        return " or none".join(_kind(one) for one in typing.get_args(hint) if one is not type(None)) + " or none"
    if typing.get_origin(hint) is tuple:
        return " list"
    if isinstance(hint, type) and issubclass(hint, Record):
        return f" {hint.__name__}"
    return {int: " number", bool: " true or false", Fraction: " fraction"}.get(hint, "")


def _records_in(cls: type[Record]) -> Iterator[type[Record]]:
    """The records that a record may hold, and those in them; not the roots (orders, problems) that stand for many."""
    for hint in stored_types(cls).values():
        for one in (hint, *typing.get_args(hint)):
            if isinstance(one, type) and issubclass(one, Record) and dataclasses.fields(typing.cast(Any, one)):
                yield one
                yield from _records_in(one)


# The book, the charts, the counters


def phases() -> str:
    """The sequence of play, from the game's card."""
    rows = [
        f"| {one.letter} | {one.name} | {one.clause} | {'who is phasing' if one.orders == 'phasing' else 'the other side'} |"
        for one in CARD.phases
    ]
    return "\n".join(("| letter | phase | in the book | whose orders |", "| --- | --- | --- | --- |", *rows))


def options() -> str:
    """The optional rules of the card."""
    rows = [f"| `{one.name}` | {one.about} | {one.clause} | {'on' if one.default else 'off'} |" for one in CARD.options]
    return "\n".join(("| option | what it does | in the book | by default |", "| --- | --- | --- | --- |", *rows))


def scenarios() -> str:
    """The scenarios shipped."""
    rows = ["| scenario | title | where it is from | game turns | begins |", "| --- | --- | --- | --- | --- |"]
    for path in sorted((SCENARIOS / CARD.id).glob("*.toml")):
        one = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
        rows.append(f"| `{one['id']}` | {one['title']} | {one['provenance']} | {one['turns']} | {one['first_turn']} |")
    return "\n".join(rows)


def charts() -> str:
    """Where each chart's figures are from."""
    lines: list[str] = []
    for path in sorted(SCENARIOS / "charts" / f"{stem}.toml" for stem in CHARTS):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        told = [line for name, table in tables.items() for line in _provenance(name, table)]
        if told:
            lines += [f"- `{path.name}`", *told]
    return "\n".join(lines)


def _provenance(name: str, table: Any) -> Iterator[str]:
    """One line for each table of a chart that this game uses; rows of one kind together, by where they are from."""
    if isinstance(table, Mapping):
        if name.startswith(SISTER) or not _is_ours(table) or "provenance" not in table:
            return
        within = f", within {', '.join(table['constraints'])}" if "constraints" in table else ""
        yield from _item(f"`{name}`: {table['provenance']}{within}")
        for below, value in table.items():
            if isinstance(value, Mapping) and not below.startswith(SISTER) and "provenance" in value:
                yield from _item(f"`{name}.{below}`: {value['provenance']}")
    elif isinstance(table, list) and all(isinstance(row, Mapping) and "provenance" in row for row in table):
        by_source: dict[str, list[str]] = {}
        for row in table:
            if _is_ours(row):
                by_source.setdefault(row["provenance"], []).append(str(row.get("id") or row.get("type")))
        for source, ids in by_source.items():
            yield from _item(f"`{name}` {', '.join(ids)}: {source}")


def _is_ours(table: Mapping[str, Any]) -> bool:
    return bool(table.get("game", CARD.id) == CARD.id)


def _item(text: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text, WIDTH, initial_indent="  - ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def victory() -> str:
    """What scores, from the chart."""
    rows = ["| for | VPs | to | where it is from |", "| --- | --- | --- | --- |"]
    chart = tomllib.loads((SCENARIOS / "charts" / "victory.toml").read_text(encoding="utf-8"))
    for row in chart["vp"]:
        if _is_ours(row):
            what = row.get("each") or row["id"].replace("_", " ") + (", the first time" if row.get("once") else "")
            rows.append(f"| {what} | {row['vp']} | {row.get('to', '')} | {row['provenance']} |")
    return "\n".join(rows)


def counters() -> str:
    """How many counters have their values from where."""
    roster = tomllib.loads((SCENARIOS / "counters" / f"{CARD.id}.toml").read_text(encoding="utf-8"))
    by_source: dict[str, list[str]] = {}
    for rows in roster.values():
        for counter in rows if isinstance(rows, list) else ():
            name = counter.get("name") or f"all {counter['kind'].replace('_', ' ')}s"
            by_source.setdefault(counter["provenance"], []).append(name)
    lines = []
    for source, names in sorted(by_source.items(), key=lambda one: -len(one[1])):
        if source == "reconstructed":
            continue  # the page says so of all but those that follow
        told = f"{len(names)} counters" if len(names) > 10 else ", ".join(names)
        lines += textwrap.wrap(f"- {source}: {told}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines)


def set_aside() -> str:
    """The clauses that are not played, by reason."""
    by_reason: dict[str, list[str]] = {}
    for one in read_index(SERIES, f"clauses-{CARD.id}.toml"):
        if one.state in (WAITING, VOID):
            by_reason.setdefault(one.reason, []).append(f"{one.id} {one.title}")
    lines = []
    for reason, clauses in by_reason.items():
        text = f"- **{reason}** {'; '.join(clauses)}."
        lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def of_soak(told: Callable[[tally.Tally], str]) -> str:
    """What the soak tried that docs/reliability.md tells of."""
    return told(tally.Tally(tally.KEPT))


# Glossary


def glossary_page() -> str:
    """Every term, by kind."""
    parts = []
    for kind, heading in glossary.KINDS.items():
        parts += ["", f"## {heading}", ""]
        for term in sorted((one for one in glossary.terms() if one.kind == kind), key=lambda one: one.word.lower()):
            also = f" ({', '.join(term.also)})" if term.also else ""
            code = f" In the code: `{term.code}`." if term.code else ""
            parts += [*textwrap.wrap(f"**{term.word}**{also}: {term.text}{code}", WIDTH), ""]
    return "\n".join(parts)


# Configuration


def keys_of(table: str) -> str:
    """The keys of a table of the configuration, as their models describe them."""
    rows = ["| key | default | meaning |", "| --- | --- | --- |"]
    for name, info in config.tables()[table].model_fields.items():
        extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
        default = extra.get("default") or default_in_words(info.default, is_required=info.is_required())
        rows.append(f"| `{name}` | {default} | {info.description} |")
    return "\n" + "\n".join(rows) + "\n"


def default_in_words(value: object, *, is_required: bool) -> str:
    """A default as the tables show it."""
    if is_required:
        return "must be given"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value in ("", None, ()):
        return "none"
    return f"`{value}`" if isinstance(value, str) else str(value)


def rights() -> str:
    """Who on a shared side may write what."""
    lines = ["| a letter may hold | from a commander | from the chief |", "| --- | --- | --- |"]
    lines += [f"| `{word}` | {one.commander} | {one.chief} |" for word, one in RIGHTS.items()]
    return "\n".join(lines)


# The door for games

SUBJECTS = ("rules", "words", "telling", "board", "files", "practice", "cases", "conformance")
LAID_OUT = {
    "card": "game/newgame/card.py",
    "state": "game/newgame/state.py",
    "rules": "game/newgame/rules.py",
    "words": "game/newgame/words.py",
    "telling": "game/newgame/telling.py",
    "places": "plain/newgame/ground.py",
    "hexes": "hex/newgame/ground.py",
    "map": "hex/newgame/map.py",
    "offers": "hex/newgame/offers.py",
    "practice": "game/newgame/practice.py",
    "casework": "game/newgame/casework.py",
    "case": "game/newgame/cases/fire.toml",
    "test": "game/tests/test_newgame.py",
    "game": "game/newgame/game.py",
    "project": "game/pyproject.toml",
}
"""The files of `pbem game new`, by the word under which a page shows them."""


def laid_out(name: str) -> str:
    """A file that `pbem game new` lays out, as it stands in the program."""
    file = ROOT / "scaffold" / LAID_OUT[name]
    language = "toml" if file.suffix == ".toml" else "python"
    return f"```{language}\n{file.read_text(encoding='utf-8').rstrip()}\n```"


def door(subject: str) -> str:
    """What the door has of a subject: each name with the first sentence of its docstring."""
    module = importlib.import_module(f"pbem.api.{subject}")
    homes = {
        alias.name: node.module or ""
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    rows = [
        f"| `{name}` | {cell(_said_of(module, name, homes.get(name, '')))} |"
        for name in sorted(module.__all__, key=str.lower)
    ]
    return "\n".join(("| name | meaning |", "| --- | --- |", *rows))


def _said_of(module: ModuleType, name: str, home: str) -> str:
    value = getattr(module, name)
    is_its_own = inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value)
    said = inspect.getdoc(value) if is_its_own else _said_below(home or module.__name__, name)
    return re.split(r"(?<=[.:])\s", " ".join((said or "").split()))[0].rstrip(":")


def _said_below(home: str, name: str) -> str:
    """The docstring below the line that gives a constant its value."""
    body = ast.parse(inspect.getsource(importlib.import_module(home))).body
    for node, below in pairwise(body):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names = {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        if name in names and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            return str(below.value.value)
    return ""


PARTS: Mapping[str, Callable[[], str]] = {
    "rights": rights,
    "commands": commands,
    **{f"command {one.words}": partial(command, one.words) for one in COMMANDS},
    "phases": phases,
    "options": options,
    "scenarios": scenarios,
    "charts": charts,
    "victory": victory,
    "counters": counters,
    "set aside": set_aside,
    "crash points": partial(of_soak, tally.points_told),
    "random kills": partial(of_soak, tally.others_told),
    **{f"keys of {table.replace('_', ' ')}": partial(keys_of, table) for table in config.tables()},
    "glossary": glossary_page,
    **{f"laid out {name}": partial(laid_out, name) for name in LAID_OUT},
    **{f"door {subject}": partial(door, subject) for subject in SUBJECTS},
    "events of every game": partial(events_of, "pbem.core.event"),
    **{f"events of {name}": partial(events_of, package) for name, package in PACKAGES.items()},
}


def filled(page: str) -> str:
    """A page with every generated part as it should be.  Raises KeyError for a part that nobody knows."""
    return PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}\n{found[4]}", page)


def pages() -> Iterable[Path]:
    """The pages, by name."""
    return sorted(DOCS.glob("*.md"))


def main() -> None:
    """Write what is not as it should be."""
    for path in pages():
        page = path.read_text(encoding="utf-8")
        should_be = filled(page)
        if should_be != page:
            path.write_text(should_be, encoding="utf-8")
            print(f"{path.relative_to(ROOT)}: written")


if __name__ == "__main__":
    main()
