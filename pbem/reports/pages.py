"""Prose letters from templates: ``templates/<audience>-<purpose>.txt``, filled in and made fit for mail.

A GM's folder of templates comes before the program's own, a language before English.  What a template of the GM's cannot
make, the program's own makes; it is noted, and the letter is held until the GM has fixed it (`letter_style.take_broken`).
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from pbem import resources
from pbem.core.sanitize import visible
from pbem.core.tomlfile import Faults
from pbem.reports import letter_style, times
from pbem.reports.letter_style import ENGLISH, BrokenPage
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, guarded, heading, wrap

ENDINGS = (".txt", ".html")


def page(template: str, **facts: object) -> str:
    """The letter that a template makes of the facts, each line ended by LF.

    Lines that came out too long are wrapped under their own beginning; three blank lines or more become one.
    Raises jinja2.TemplateError where a template of the program's own is wrong.
    """
    return _best(f"{template}.txt", facts)


def html_page(template: str, **facts: object) -> str:
    """The HTML that ``templates/<template>.html`` makes of the facts: escaped, pure ASCII (other characters as references)."""
    return _best(f"{template}.html", facts)


def again(broken: BrokenPage, folder: Path | None) -> str | BrokenPage:
    """A page that could not be made, made again of its facts; or what is wrong still."""
    return _by_folder(broken.template, thawed(broken.facts), broken.language, folder)


def _best(name: str, facts: Mapping[str, object]) -> str:
    how = letter_style.current_style()
    if how.folder is None or not _is_in(how.folder, name, how.language):
        return _made(_environment(how.language), name, facts)
    made = _by_folder(name, facts, how.language, how.folder)
    if isinstance(made, str):
        return made
    rendered = _made(_environment(how.language), name, facts)
    letter_style.note(BrokenPage(name, made.file, made.line, made.why, how.language, frozen(facts), rendered))
    return rendered


def _by_folder(name: str, facts: Mapping[str, object], language: str, folder: Path | None) -> str | BrokenPage:
    """The page by the GM's folder, and what that leaves out by the program's own; what is wrong where it is broken."""
    environment = _environment(language, folder)
    file = str(found_in(folder, name, language) or name)
    try:
        return _made(environment, name, facts)
    except TemplateSyntaxError as fault:
        return BrokenPage(name, fault.filename or file, fault.lineno, fault.message or "it is no template")
    # A template is a program of the GM's: whatever it raises, its own letter waits and nothing else does.
    except Exception as fault:
        return BrokenPage(name, file, _line_of(fault), f"{fault} ({type(fault).__name__})")


def _line_of(fault: BaseException) -> int:
    """The line of the template at which something was raised."""
    trace, line = fault.__traceback__, 0
    while trace is not None:
        if (
            trace.tb_frame.f_globals.get("__jinja_template__") is not None
            or "template" in trace.tb_frame.f_code.co_name
        ):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _made(environment: Environment, name: str, facts: Mapping[str, object]) -> str:
    made = environment.get_template(name).render(**facts)
    if name.endswith(".html"):
        return in_ascii(made)
    lines: list[str] = []
    for line in filled([ascii_text(line).rstrip() for line in made.split("\n")]):
        for one in fitted(line):
            if one or (lines and lines[-1]):
                lines.append(one)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(guarded(lines)) + "\n"


def in_ascii(html: str) -> str:
    """HTML as it is sent: nothing that moves a cursor or turns a line round, and other than ASCII characters as references."""
    return visible(html).encode("ascii", "xmlcharrefreplace").decode("ascii")


@cache
def _environment(language: str, folder: Path | None = None) -> Environment:
    """The templates of a language; `folder` is looked into first."""
    spelt = _spelling(language, folder)

    def load(name: str) -> tuple[str, str | None, Any]:
        own = found_in(folder, name, language)
        if own is not None:
            stamp = own.stat().st_mtime_ns
            text = own.read_text(encoding="utf-8")
            return (
                letter_style.respelt(text, spelt),
                str(own),
                lambda: own.is_file() and own.stat().st_mtime_ns == stamp,
            )
        text = resources.text(shipped(name, language))
        # The program's own does not change; but the GM may put one of theirs in front of it.
        return letter_style.respelt(text, spelt), None, lambda: found_in(folder, name, language) is None

    kind = Environment if folder is None else ImmutableSandboxedEnvironment
    environment = kind(
        loader=FunctionLoader(load),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Letters are plain text; what is put into HTML is escaped.
        autoescape=lambda name: name is not None and name.endswith(".html"),
        auto_reload=folder is not None,
    )
    environment.filters.update(
        in_full=_in_full,
        in_short=_in_short,
        moment=times.moment,
        stamp=times.stamp,
        flow=flow,
        say=letter_style.translate,
    )
    environment.globals.update(heading=heading, say=letter_style.translate, language=language)
    return environment


def _spelling(language: str, folder: Path | None) -> Mapping[str, str]:
    try:
        return letter_style.of(language, folder).spelt
    except (KeyError, Faults):
        return {}


def _is_in(folder: Path, name: str, language: str) -> bool:
    return found_in(folder, name, language) is not None


def found_in(folder: Path | None, name: str, language: str) -> Path | None:
    """The GM's own file for a template, None if they have none.

    Their file in the language comes first, then the program's in that language, then theirs in English.
    """
    if folder is None:
        return None
    if language != ENGLISH:
        own = folder / language / name
        if own.is_file():
            return own
        if shipped(name, language) != f"templates/{name}":
            return None
    own = folder / name
    return own if own.is_file() else None


def shipped(name: str, language: str) -> str:
    """The program's own file for a template: in the language where there is one, else in English."""
    translated = f"templates/{language}/{name}"
    return translated if language != ENGLISH and translated in _translated(language) else f"templates/{name}"


@cache
def _translated(language: str) -> frozenset[str]:
    return frozenset(name for ending in ENDINGS for name in resources.names(f"templates/{language}", ending))


def _in_full(when: datetime) -> str:
    return times.in_full(when) + _own_clock(when)


def _in_short(when: datetime) -> str:
    return times.in_short(when) + _own_clock(when)


def _own_clock(when: datetime) -> str:
    zone = letter_style.current_style().zone
    return f" = {times.in_zone(when, zone)}" if zone is not None else ""


def frozen(facts: Mapping[str, object]) -> str:
    """The facts of a page as JSON, to make it again later."""
    return json.dumps({name: _plain(value) for name, value in facts.items()}, sort_keys=True)


def _plain(value: object) -> object:
    match value:
        case Markup():
            return {"markup": str(value)}
        case datetime():
            return {"moment": value.isoformat()}
        case Mapping():
            return {"table": [[str(key), _plain(one)] for key, one in value.items()]}
        case list() | tuple():
            return [_plain(one) for one in value]
        case None | bool() | int() | str():
            return value
        case _ if is_dataclass(value):
            return {"table": [[one.name, _plain(getattr(value, one.name))] for one in fields(value) if one.compare]}
        case _:
            return str(value)


def thawed(facts: str) -> dict[str, object]:
    """The facts of a page from their JSON; a record comes back as a mapping, which a template reads alike."""
    return {name: _read(value) for name, value in json.loads(facts).items()}


def _read(value: Any) -> object:
    match value:
        case {"markup": str(text)}:
            return Markup(text)
        case {"moment": str(when)}:
            return datetime.fromisoformat(when)
        case {"table": list(rows)}:
            return {key: _read(one) for key, one in rows}
        case list():
            return tuple(_read(one) for one in value)
        case _:
            return value


def flow(text: str, indent: int = 0) -> str:
    """A paragraph of a template, filled again to the width of a letter; its own line ends are blanks, two after a full stop."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    words = "".join(f"{line}  " if line.endswith(".") else f"{line} " for line in lines).rstrip()
    return "\n".join(wrap(ascii_text(words), WIDTH, first=" " * indent, rest=" " * indent)) + "\n"


APART = re.compile(r"\S {3,}\S|^ *(?:\||$)")
"""A line with columns, a line to copy, and an empty one: no part of a paragraph."""


def filled(lines: Sequence[str]) -> list[str]:
    """The lines; a paragraph is filled again from the first one on that is too long: what it gives up begins the next."""
    found: list[str] = []
    is_over = False
    for line in lines:
        if is_over and APART.search(line) is None and _indent(line) == _indent(found[-1]):
            gap = "  " if found[-1].endswith((".", "?", "!")) else " "
            line = f"{found.pop()}{gap}{line.strip()}"
        is_over = len(line) > WIDTH and APART.search(line) is None
        found += fitted(line) if is_over else [line]
    return found


def fitted(line: str) -> list[str]:
    """A line, wrapped where it is too long: what follows stands under the text, not under its number or label."""
    if len(line) <= WIDTH:
        return [line]
    return wrap(line.lstrip(), WIDTH, first=" " * _indent(line), rest=" " * _hanging(line))


def _indent(line: str) -> int:
    return min(len(line) - len(line.lstrip()), WIDTH // 2)


def _hanging(line: str) -> int:
    """The column of the text after a number or label that two blanks set off (``  1  stand``)."""
    indent = _indent(line)
    label, gap, rest = line[indent:].partition("  ")
    is_sentence = label.endswith((".", "?", "!")) and not label[:-1].isdigit()  # the end of one: "UTC)."
    if gap and rest and len(label) <= 20 and not is_sentence:
        return min(indent + len(label) + 2 + len(rest) - len(rest.lstrip()), WIDTH // 2)
    return indent
