"""Check a folder of templates by making a letter of every kind from them.

Without a folder, it checks the one that the desk's configuration names, and the program's own.

Exit statuses: 0 nothing is wrong; 1 something is wrong; 2 the command line is wrong.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from jinja2 import TemplateError

from pbem import resources
from pbem.command_line import about
from pbem.commands.desk_arguments import CONFIG, read
from pbem.core.tomlfile import Faults
from pbem.reports import letter_style
from pbem.reports.letter_style import ENGLISH, WORDS, LetterStyle, writing
from pbem.reports.pages import ENDINGS
from pbem.reports.samples import samples


@dataclass(frozen=True, order=True)
class TemplateFault:
    """Something wrong with a file: where, and what."""

    file: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.why}" if self.line else f"{self.file}: {self.why}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``templates check [FOLDER] [--show NAME] [--language CODE] [--json]``."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="check")
    check = actions.add_parser("check", **about("make a letter of every kind, and list what is wrong"))
    check.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="your own templates folder")
    check.add_argument(
        "--show", default="", metavar="NAME", help="print the letters made from a template, such as player-question"
    )
    check.add_argument("--language", default=ENGLISH, metavar="CODE", help="the language to print them in (en)")
    check.add_argument("--json", action="store_true", help="one JSON object per fault: file, line, reason")
    check.add_argument(
        "--config", type=Path, default=None, metavar="FILE", help="the desk's configuration, if it names the folder"
    )


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        folder = _folder(args)
    except Faults as faults:
        print(faults, file=sys.stderr)
        return 1
    if folder is not None and not folder.is_dir():
        print(f"{folder}: expected a folder of templates; there is none", file=sys.stderr)
        return 1
    if args.show:
        return _show(args.show, args.language, folder)
    wrong = sorted(set(faults_of(folder)))
    for one in wrong:
        print(json.dumps({"file": one.file, "line": one.line, "why": one.why}) if args.json else one)
    if not wrong and not args.json:
        codes = ", ".join(one.code for one in letter_style.languages(folder))
        print(f"{folder or 'the program'}: {len(samples())} templates in {codes}, nothing wrong")
    return 1 if wrong else 0


def _folder(args: argparse.Namespace) -> Path | None:
    """The folder that was named, else that of the configuration; None for the program's own templates alone."""
    if args.folder is not None:
        return Path(args.folder)
    path = args.config or (CONFIG if CONFIG.exists() else None)
    config = read(path) if path is not None else None
    if path is not None and config is None:
        raise Faults([])
    return config.desk.templates if config is not None else None


def faults_of(folder: Path | None) -> Iterator[TemplateFault]:
    """All that is wrong with the templates of a folder, in every language, and with the program's own."""
    yield from _strangers(folder)
    for language in _codes(folder):
        letter_style.of.cache_clear()
        try:
            letter_style.of(language, folder)
        except Faults as faults:
            for one in faults.faults:
                yield TemplateFault(one.file, one.line, f"{one.key}: expected {one.expected}; found {one.found}")
            continue
        with writing(LetterStyle(language, None, folder)):
            yield from _made()


def _made() -> Iterator[TemplateFault]:
    """Faults in letters of every kind, in the current style."""
    for name, several in samples().items():
        for sample in several:
            try:
                sample()
            except TemplateError as fault:  # the program's own
                yield TemplateFault(name, 0, str(fault))
            for one in letter_style.take_broken():
                yield TemplateFault(one.file, one.line, one.why)


def _codes(folder: Path | None) -> list[str]:
    found = {one.code for one in letter_style.languages()}
    if folder is not None:
        found |= {one.name for one in folder.iterdir() if one.is_dir() and (one / WORDS).exists()}
    return sorted(found, key=lambda code: (code != ENGLISH, code))


def _strangers(folder: Path | None) -> Iterator[TemplateFault]:
    """Files that nobody will ever read: misspelt names, languages without their words."""
    if folder is None:
        return
    known = [*_names(), WORDS]
    for file in sorted(one for one in folder.rglob("*") if one.is_file() and not one.name.startswith(".")):
        depth = len(file.relative_to(folder).parts)
        if file.name not in known or depth > 2:
            near = get_close_matches(file.name, known, n=1)
            text = f"; did you mean {near[0]}?" if near else "; docs/templates.md lists them"
            yield TemplateFault(str(file), 0, f"no letter is made from a file of this name{text}")
        elif depth == 2 and file.parent.name not in _codes(folder):
            yield TemplateFault(str(file), 0, f"the language {file.parent.name!r} has no {WORDS} beside it")


def _names() -> list[str]:
    return [Path(name).name for ending in ENDINGS for name in resources.names("templates", ending)]


def _show(name: str, language: str, folder: Path | None) -> int:
    several = samples().get(name.removesuffix(".txt").removesuffix(".html"))
    if several is None:
        near = get_close_matches(name, samples(), n=1)
        text = f"; did you mean {near[0]}?" if near else f"; expected one of {', '.join(samples())}"
        print(f"--show: no template is called {name!r}{text}", file=sys.stderr)
        return 2
    found = letter_style.find(language, folder)
    if found is None:
        codes = ", ".join(one.code for one in letter_style.languages(folder))
        print(f"--language: expected one of {codes}; found {language!r}", file=sys.stderr)
        return 2
    with writing(LetterStyle(found.code, None, folder)):
        print(f"\n{'-' * 78}\n".join(sample() for sample in several), end="")
        broken = letter_style.take_broken()
    for one in dict.fromkeys(broken):
        print(one, file=sys.stderr)
    return 1 if broken else 0
