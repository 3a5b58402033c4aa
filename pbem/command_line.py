"""Reading a command line so that all its faults are told at once, each with what was expected, what was found, where."""

import argparse
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from pbem.core.sanitize import whole_number

MOST_FAULTS = 20

_QUOTED = re.compile(r"(?:found|choice:|command) '(.*?)'")
_NO_NUMBER = re.compile(r"invalid \w+ value: (?='|\")")
"""The message of argparse where `int` or a function of ours raised ValueError: all of them read numbers."""
_NAMED = re.compile(r"(?:argument )?(\S+):")


class WrongCommandLine(Exception):
    """A command line that cannot be carried out; the text is ready to be printed."""


class _Fault(Exception):
    """A fault that argparse found."""


class _Formatter(argparse.HelpFormatter):
    """As argparse's, which imports what packs archives to learn how wide a terminal is, for each argument that is added."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """The width of the terminal, as `shutil.get_terminal_size` says."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ is not None else 1).columns or 80
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """An argument parser that raises its faults, so that `read` can gather them."""

    spelt: Mapping[str, str] = {}
    """Words that stand for others, such as an option that may stand in the place of a name."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.arguments: list[argparse.Action] = []
        self.commands: Mapping[str, Parser] = {}
        super().__init__(
            *args, **{"exit_on_error": False, "allow_abbrev": False, "formatter_class": _Formatter, **more}
        )

    def add_argument(self, *args: Any, **more: Any) -> argparse.Action:
        """As argparse, which tells nobody what it was given."""
        self.arguments.append(super().add_argument(*args, **more))
        return self.arguments[-1]

    def add_subparsers(self, **more: Any) -> Any:
        """As argparse."""
        below: Any = super().add_subparsers(**more)
        self.commands = below.choices
        return below

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse, with the words that are spelt otherwise."""
        found: Any = super().parse_known_args([self.spelt.get(word, word) for word in args or ()], namespace)
        return found

    def print_help(self, file: Any = None) -> None:
        """As argparse, which since Python 3.11.4 says nothing of output that could not be written."""
        print(self.format_help(), end="", file=file or sys.stdout)

    def error(self, message: str) -> NoReturn:
        """Raise what was found; argparse would print it and leave."""
        raise _Fault(message)


def about(words: str, more: str = "") -> dict[str, Any]:
    """The words of `add_parser` for a command below another: its line in the list, and the text of its own help."""
    return {"help": words, "description": plain(more or f"{words[:1].upper()}{words[1:]}.")}


def plain(docstring: str | None) -> str:
    """A docstring as the text of a help: without marks for code."""
    return (docstring or "").replace("`", "")


def whole(text: str) -> int:
    """A whole number of the command line, for `type=`.  Raises ArgumentTypeError."""
    number = whole_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"expected a whole number, found {text!r}")
    return number


def read(parser: Parser, words: Sequence[str]) -> argparse.Namespace:
    """The arguments in `words`.  Raises WrongCommandLine with every fault that can be found in one go."""
    faults: list[str] = []
    for _ in range(MOST_FAULTS):
        try:
            parsed: tuple[argparse.Namespace, list[str]] = parser.parse_known_args(list(words))
            args, strangers = parsed
        except argparse.ArgumentError as fault:
            faults.append(_NO_NUMBER.sub("expected a whole number, found ", str(fault)))
            if not _accept_anything(parser, fault.argument_name):
                break
        except _Fault as fault:
            faults.append(str(fault))
            break
        else:
            faults += [f"{word}: nothing here takes this" for word in strangers]
            break
    if faults:
        # Several commands below a parser may have an argument of the same name, and each complains.
        raise WrongCommandLine(usage_error(parser.prog, words, tuple(dict.fromkeys(faults))))
    return args


def usage_error(prog: str, words: Sequence[str], faults: Sequence[str]) -> str:
    """The command line, a caret line under the words in question, the faults, and how to go on."""
    line, carets = f"  {prog}", " " * (len(prog) + 2)
    for word in words:
        shown = shlex.quote(word)
        line += f" {shown}"
        carets += " " + ("^" if any(_names(fault, word) for fault in faults) else " ") * len(shown)
    marked = [line, carets.rstrip()] if "^" in carets else [line]
    return "\n".join([*marked, *(f"{prog}: {fault}" for fault in faults), f"see: {prog} --help"])


def _names(fault: str, word: str) -> bool:
    """True if a fault is about this word: the value that it quotes, else the option that it is told of."""
    quoted = _QUOTED.search(fault)
    if quoted:
        return word in quoted[1].split()
    named = _NAMED.match(fault)
    return named is not None and word in named[1].split("/")


def _accept_anything(parser: Parser, name: str | None) -> bool:
    """Let the argument that was at fault pass, so that the next fault shows.  False if that would not help."""
    for action in _arguments(parser):
        if name in (action.dest, action.metavar, "/".join(action.option_strings)) and (action.type or action.choices):
            action.type, action.choices = None, None
            return True
    return False


def _arguments(parser: Parser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of the commands below it."""
    yield from parser.arguments
    for below in parser.commands.values():
        yield from _arguments(below)
