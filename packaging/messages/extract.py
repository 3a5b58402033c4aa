"""Finds what letters say in the program: the method that Babel calls for each file (`make messages`).

Two kinds of text are found.  What the house says is the first argument of `translate`.  What a game says (a line of the
log, why an order is refused, a question) is an f-string or a phrase in the folders of `GAMES`: it becomes a message with a
named placeholder for each value, ``{unit} crawls {start}-{to}, for all its MPs``.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import IO, Any

TRANSLATED = ("translate", "translate_plural")
GAMES = (
    "pbem/systems/",
    "pbem/mechanisms/",
    "pbem/orders/",
    "pbem/language/spelling",
    "pbem/core/order",
    "pbem/core/sequence",
)
NOT_TOLD = re.compile(
    r"/(practice|files)/|/(records|writing|dialect|casework|game|title|card_file|starter|registry|roster_file"
    r"|likeness|plain_talk|practice|lint|by_hand|case_maps|phase_orders|grammar|syntax|language|sentences|commands|repairs"
    r"|chart_file|scenario_file|data|lines|clauses_file|naming_file|lookup|outcome|sheet|sheet_file)\.py$|state/\w+\.py$|(?<!telling)/events\.py$"
)
"""Modules whose strings nobody is shown in a letter: order lines, files, positions."""

CALLS_WITHOUT_TEXT = {
    "rule", "at", "chapter", "take", "count", "compile", "split", "removeprefix", "removesuffix", "startswith", "endswith",
    "replace", "get", "getattr", "ValueError", "KeyError", "TypeError", "RuntimeError", "TypeVar", "fullmatch", "match", "sub",
    "search", "partition", "rpartition", "join", "attrgetter", "import_module", "roll", "Verb", "Handlers", "modifier",
    "Counter", "die", "Option", "extends", "policy", "ask_label", "strip", "setdefault", "has", "on", "Literal", "NewType",
    "number_of", "dice", "expression", "findall", "finditer", "Regex", "cast", "note", "state", "flag", "of", "field",
}  # fmt: skip
SHORTENED = {"DAYS", "MONTHS"}
LISTS = {*SHORTENED, "NUMBERS"}
"""Lists whose words are said."""
WORD = re.compile(r"[A-Za-z]{2}")
PHRASE = re.compile(r"[a-z]{2,}.* .*[A-Za-z(]|^[A-Z][a-z]+$|[a-z]{3,}[.:]$")


def extract(source: IO[bytes], keywords: Any, comments: Any, options: Any) -> Iterator[tuple[int, str, Any, list[str]]]:
    """What stands in a file to be translated: line, function, message, comments."""
    name = PurePath(getattr(source, "name", "")).as_posix()
    name = name[name.find("pbem/") :]
    text = source.read()
    tree = ast.parse(text)
    if b"letter_style" in text:
        yield from _of_the_house(tree)
    if name.startswith("pbem/reports/"):
        yield from _of_lists(tree)
    if name.startswith(GAMES) and not NOT_TOLD.search(name):
        yield from _of_a_game(tree)


def _of_the_house(tree: ast.Module) -> Iterator[tuple[int, str, Any, list[str]]]:
    for node, names in _calls(tree, {}):
        if _called(node) not in TRANSLATED or not node.args:
            continue
        if _called(node) == "translate_plural" and len(node.args) > 1:
            one, many = node.args[:2]
            if isinstance(one, ast.Constant) and isinstance(many, ast.Constant):
                yield node.lineno, "ngettext", (one.value, many.value), []
            continue
        first = node.args[0]
        for value in names.get(first.id, ()) if isinstance(first, ast.Name) else (first,):
            for words in _literals(value):
                yield node.lineno, "gettext", words, []


_Names = Mapping[str, Sequence[ast.expr]]


def _calls(scope: ast.AST, outer: _Names) -> Iterator[tuple[ast.Call, _Names]]:
    """The calls in a function or a module, each with what is put into the names that it may use."""
    names: dict[str, list[ast.expr]] = {}
    inner, found = [], []
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                inner.append(node)
                continue
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                names.setdefault(name, []).append(value)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    if isinstance(target, ast.Name):
                        names.setdefault(target.id, []).append(value)
            case ast.Call():
                found.append(node)
        waiting[:0] = ast.iter_child_nodes(node)
    known = {**outer, **names}
    yield from ((one, known) for one in found)
    for one in inner:
        yield from _calls(one, known)


def _of_lists(tree: ast.Module) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Words that are said by their place in a list: days, months, numbers."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        if not names & LISTS:
            continue
        for one in ast.walk(node.value):
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and WORD.search(one.value):
                yield node.lineno, "gettext", one.value, []
                if names & SHORTENED:
                    yield node.lineno, "gettext", one.value[:3], ["shortened"]


def words_of_template(text: str) -> list[str]:
    """What a template says by `say`."""
    found = re.findall(r"""say\((["'])(.+?)\1\)|(["'])([^"']+)\3 ?\| ?say""", text)
    return [one[1] or one[3] for one in found]


def _literals(one: ast.expr) -> Iterator[str]:
    if isinstance(one, ast.Constant) and isinstance(one.value, str):
        yield one.value
    elif isinstance(one, ast.IfExp):
        yield from _literals(one.body)
        yield from _literals(one.orelse)


def _of_a_game(tree: ast.Module) -> Iterator[tuple[int, str, Any, list[str]]]:
    yield from _counted(tree)
    for node in _told(tree):
        match node:
            case ast.JoinedStr():
                for words in sentences_of(node):
                    if any(WORD.search(literal) for literal in re.split(r"\{[^{}]*\}", words)):
                        yield node.lineno, "gettext", words, []
            case ast.Constant(value=str(words)) if PHRASE.search(words):
                yield node.lineno, "gettext", words, []


def _counted(tree: ast.Module) -> Iterator[tuple[int, str, Any, list[str]]]:
    """``{count} move`` and ``{count} moves``: what is counted in a log."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[ast.Constant(value=str(noun))]) if _called(node) == "count":
                plural = ""
            case ast.Call(args=[_, ast.Constant(value=str(noun)), *more]) if _called(node) == "counted":
                plural = more[0].value if more and isinstance(more[0], ast.Constant) else ""
            case _:
                continue
        if not WORD.search(noun):
            continue
        several = plural or (f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s")
        yield node.lineno, "ngettext", (f"{{count}} {noun}", f"{{count}} {several}"), []


def _told(node: ast.AST) -> Iterator[ast.AST]:
    """The strings of a tree that may be shown: no docstrings, keys, names of rules, patterns or words compared with."""
    match node:
        case ast.JoinedStr():
            yield node
            for value in node.values:
                if isinstance(value, ast.FormattedValue):
                    yield from _told(value.value)
            return
        case ast.Constant():
            yield node
            return
        case ast.Compare() | ast.MatchValue() | ast.Subscript():
            for child in ast.walk(node):
                if isinstance(child, ast.JoinedStr):
                    yield child
            return
        case ast.Raise():
            return
        case ast.Dict(keys=_, values=values):
            for value in values:
                yield from _told(value)
            return
        case ast.Call() if _called(node) in CALLS_WITHOUT_TEXT:
            if isinstance(node.func, ast.Attribute):
                yield from _told(node.func.value)
            for value in (*node.args, *(one.value for one in node.keywords)):
                if not isinstance(value, ast.Constant | ast.JoinedStr):
                    yield from _told(value)
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            for child in (*node.body, *node.args.defaults):
                yield from _told(child)
            return
        case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None) | ast.arg():
            return
        case ast.AnnAssign(value=value):
            yield from _told(value)
            return
    for child in ast.iter_child_nodes(node):
        yield from _told(child)


def sentences_of(node: ast.JoinedStr) -> list[str]:
    """The messages of an f-string: one for each way in which its ``x if y else z`` come out."""
    found, names = [("", [])], None
    del names
    for value in node.values:
        if isinstance(value, ast.Constant):
            found = [(text + str(value.value).replace("{", "{{").replace("}", "}}"), used) for text, used in found]
            continue
        assert isinstance(value, ast.FormattedValue)
        choices = _plain_choices(value.value) if value.format_spec is None else []
        if choices:
            found = [(text + one, used) for text, used in found for one in choices]
            continue
        made = []
        for text, used in found:
            name = _named(value.value, used)
            made.append((f"{text}{{{name}}}", [*used, name]))
        found = made
    return [text for text, _ in found]


def _plain_choices(one: ast.expr) -> list[str]:
    if not isinstance(one, ast.IfExp):
        return []
    sides = []
    for side in (one.body, one.orelse):
        if isinstance(side, ast.Constant) and isinstance(side.value, str):
            sides.append(side.value)
        elif isinstance(side, ast.IfExp) and (more := _plain_choices(side)):
            sides += more
        else:
            return []
    return sides


def _named(one: ast.expr, used: list[str]) -> str:
    name = re.sub(r"\W|^_+", "", _stem(one)).lower() or "what"
    n, found = 1, name
    while found in used:
        n += 1
        found = f"{name}{n}"
    return found


def _stem(one: ast.expr) -> str:
    match one:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return _stem(value) if attr in ("name", "text", "value") else attr
        case ast.Subscript(value=value):
            return _stem(value)
        case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join"), args=[first, *_]):
            return _stem(first)
        case ast.Call(func=func, args=args):
            called = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            if called in ("roll", "roll_short", "sum_of"):
                return "roll"
            if called in ("rule", "at"):
                return "rule"
            if called in ("counted", "len", "halves", "number", "abs", "signed"):
                return "count"
            return _stem(args[0]) if args and called not in ("by",) else called
        case ast.IfExp(body=body):
            return _stem(body)
        case ast.BinOp(left=left):
            return _stem(left)
        case ast.GeneratorExp(elt=elt) | ast.ListComp(elt=elt):
            return _stem(elt)
    return "what"


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
