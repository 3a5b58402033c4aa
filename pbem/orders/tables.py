"""Lark's tables of a grammar, kept for the next start, and its parser that plays them.

Working the tables out takes Lark fifty times as long as reading them.  Its own cache makes each of their five thousand parts
again in Python, and brings up all of Lark; here its records are kept as they are.
"""

import hashlib
import pickle
import re
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, cast

import lark.lexer
from lark.common import LexerConf
from lark.grammar import Rule
from lark.lexer import LexerThread, TerminalDef
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.lalr_analysis import Action, IntParseTable
from lark.parsers.lalr_parser import _Parser
from lark.tree import Tree

from pbem import resources
from pbem.orders.first_characters import first_characters
from pbem.orders.lexing import Lexer

START = "start"
Callback = Callable[[list[Any]], Any]


class Tables(NamedTuple):
    """What Lark makes of a grammar: its words, those that part others, and what the parser does in each state; and with
    which characters each word can begin, by its name."""

    terminals: list[TerminalDef]
    begins: dict[str, frozenset[str]]
    ignored: tuple[str, ...]
    states: dict[int, dict[str, tuple[Action, Any]]]
    start_states: dict[str, int]
    end_states: dict[str, int]


class Parser:
    """Reads texts by a grammar; what is recognised goes to the methods of `build`, a transformer of Lark's.

    The tables are kept in `file`, beside a digest of the grammar, of Lark's version and Python's; they are worked out again
    where that is another, or where the file is damaged.
    """

    def __init__(self, grammar: str, build: Any, file: Path | None) -> None:
        digest = _digest(grammar)
        tables = _kept(file, digest)
        if tables is None:
            tables = _worked_out(grammar)
            _keep(file, digest, tables)
        self.terminals = tables.terminals
        conf = LexerConf(tables.terminals, re, tables.ignored, g_regex_flags=re.IGNORECASE, skip_validation=True)
        self._lexer = Lexer(conf, tables.states, tables.begins)
        table = IntParseTable(tables.states, tables.start_states, tables.end_states)  # type: ignore[no-untyped-call]
        self._parser = _Parser(table, cast(Any, _Callbacks(build)))

    def parse(self, text: str) -> Any:
        """What `build` makes of a text.  Raises lark.UnexpectedInput."""
        return self._parser.parse(LexerThread.from_text(self._lexer, text), START)


class _Callbacks(dict[Rule, Callback]):
    """What is done where a rule is recognised, made when that happens first."""

    def __init__(self, build: Any) -> None:
        super().__init__()
        self._build = build

    def __bool__(self) -> bool:
        return True

    def __missing__(self, rule: Rule) -> Callback:
        builder = ParseTreeBuilder([rule], Tree, maybe_placeholders=True)  # type: ignore[no-untyped-call]
        found: Callback = builder.create_callback(self._build)[rule]  # type: ignore[no-untyped-call]
        self[rule] = found
        return found


def _worked_out(grammar: str) -> Tables:
    from lark import Lark

    made = Lark(grammar, parser="lalr", lexer="contextual", g_regex_flags=re.IGNORECASE)
    table = made.parser.parser._parse_table
    conf = made.lexer_conf
    begins = {one.name: first_characters(one.pattern.to_regexp()) for one in conf.terminals}
    return Tables(list(conf.terminals), begins, tuple(conf.ignore), table.states, table.start_states, table.end_states)


def _digest(grammar: str) -> str:
    version = Path(lark.lexer.__file__).with_name("__init__.py").read_text(encoding="utf-8")  # names Lark's version
    return hashlib.sha256("\n".join((grammar, version, sys.version, *Tables._fields)).encode()).hexdigest()


def _kept(file: Path | None, digest: str) -> Tables | None:
    """The tables in a file; None if there are none with this digest, or they cannot be read."""
    if file is None:
        return None
    try:
        with file.open("rb") as opened:
            if pickle.load(opened) == digest:
                found = pickle.load(opened)
                return found if isinstance(found, Tables) else None
    except Exception:  # whatever a damaged file makes of itself
        return None
    return None


def _keep(file: Path | None, digest: str, tables: Tables) -> None:
    if file is not None:
        written = BytesIO()
        pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = {Action: str}  # there are two, known by identity: by their names in their module
        pickler.dump(tables)
        resources.keep(file, pickle.dumps(digest) + written.getvalue())
