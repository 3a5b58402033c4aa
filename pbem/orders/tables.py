"""Tables of a grammar: Lark works them out, and they are kept for the next start, which then does without Lark.

Working them out takes Lark fifty times as long as reading them.
"""

import hashlib
import marshal
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem import resources
from pbem.orders.first_characters import first_characters

if TYPE_CHECKING:
    from lark import Lark
    from lark.lexer import TerminalDef

START = "start"
END = "$END"
"""What stands behind the last word of a line, in Lark's tables."""

Word = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""A word of a grammar: its name, its expression, the characters with which it can begin (`orders.first_characters`), and what
else it is called where all of it is one of some fixed texts (name and expression of each): Lark's ``unless``."""

Rule = tuple[str, int, str, bool, tuple[int, ...]]
"""A rule: its name, how many parts it takes, under which name it is made, whether one part alone stands for itself, and the
places of the parts that are handed on; ``~place`` for one whose own parts are handed on in its place."""


class Tables(NamedTuple):
    """What Lark makes of a grammar; all of it can be written by `marshal`.

    `words` stand in the sequence in which they are tried; `ignored` are the names of those that only part others. `states`
    say what the parser does in each state where it meets a word or has recognised a rule, by its name: go to another state,
    or ``~number`` of a rule that ends there. `start` and `end` are the first state and the last.
    """

    words: tuple[Word, ...]
    ignored: tuple[str, ...]
    states: dict[int, dict[str, int]]
    rules: tuple[Rule, ...]
    start: int
    end: int


def tables(grammar: str, file: Path | None) -> Tables:
    """The tables of a grammar.

    They are kept in `file`, beside a digest of the grammar, of Lark's version and Python's; they are worked out again
    where that is another, or where the file is damaged.
    """
    digest = _digest(grammar)
    found = _kept(file, digest)
    if found is None:
        found = _worked_out(grammar)
        if file is not None:
            resources.keep(file, marshal.dumps((digest, tuple(found))))
    return found


def _digest(grammar: str) -> str:
    lark = find_spec("lark")
    version = Path(lark.origin).read_text(encoding="utf-8") if lark is not None and lark.origin else ""
    return hashlib.sha256("\n".join((grammar, version, sys.version, *Tables._fields)).encode()).hexdigest()


def _kept(file: Path | None, digest: str) -> Tables | None:
    """The tables in a file; None if there are none with this digest, or they cannot be read."""
    if file is None:
        return None
    try:
        of, found = marshal.loads(file.read_bytes())
        return Tables(*found) if of == digest else None
    except (OSError, EOFError, ValueError, TypeError):
        return None


def _worked_out(grammar: str) -> Tables:
    from lark import Lark

    made = Lark(grammar, parser="lalr", lexer="contextual", g_regex_flags=re.IGNORECASE, maybe_placeholders=False)
    table = made.parser.parser._parse_table
    numbers: dict[Any, int] = {}
    states = {
        state: {
            name: to if action.name == "Shift" else ~numbers.setdefault(to, len(numbers))
            for name, (action, to) in actions.items()
        }
        for state, actions in table.states.items()
    }
    rules = tuple(map(_rule, numbers))
    return Tables(
        _words(made), tuple(made.lexer_conf.ignore), states, rules, table.start_states[START], table.end_states[START]
    )


def _words(made: "Lark") -> tuple[Word, ...]:
    """All words, in the sequence in which Lark's lexer tries them."""

    def first(one: "TerminalDef") -> tuple[Any, ...]:
        return (-one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name)

    words = sorted(made.lexer_conf.terminals, key=first)
    texts = [one for one in words if one.pattern.type == "str"]
    return tuple(
        (
            one.name,
            one.pattern.to_regexp(),
            "".join(sorted(first_characters(one.pattern.to_regexp()))),
            tuple((text.name, text.pattern.to_regexp()) for text in texts if _also(one, text)),
        )
        for one in words
    )


def _also(word: "TerminalDef", text: "TerminalDef") -> bool:
    """Whether a fixed text is one that a word of the same rank would take whole."""
    if word.pattern.type == "str" or word.priority != text.priority:
        return False
    found = re.match(word.pattern.to_regexp(), text.pattern.value, re.IGNORECASE)
    return found is not None and found[0] == text.pattern.value


def _rule(rule: Any) -> Rule:
    handed_on = tuple(
        ~place if not part.is_term and part.name.startswith("_") else place
        for place, part in enumerate(rule.expansion)
        if rule.options.keep_all_tokens or not (part.is_term and part.filter_out)
    )
    made_as = rule.alias or rule.options.template_source or rule.origin.name
    return (
        str(rule.origin.name),
        len(rule.expansion),
        str(made_as),
        bool(rule.options.expand1 and not rule.alias),
        handed_on,
    )
