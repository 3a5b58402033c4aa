"""Prose letters from templates: ``templates/<audience>-<purpose>.txt``, filled in and made fit for mail."""

from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined

from pbem import resources
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, guarded, heading, wrap


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(lambda name: resources.text(f"templates/{name}.txt")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # The letters are plain text, never HTML.
        autoescape=False,
        auto_reload=False,
    )
    environment.filters.update(in_full=times.in_full, in_short=times.in_short, moment=times.moment, stamp=times.stamp)
    environment.filters["flow"] = flow
    environment.globals["heading"] = heading
    return environment


def page(template: str, **facts: object) -> str:
    """The letter that a template makes of the facts, each line ended by LF.

    Lines that came out too long are wrapped under their own beginning; three blank lines or more become one.
    Raises jinja2.UndefinedError where the template names a fact that was not given.
    """
    text = _environment().get_template(template).render(**facts)
    lines: list[str] = []
    for line in text.split("\n"):
        for one in fitted(ascii_text(line).rstrip()):
            if one or (lines and lines[-1]):
                lines.append(one)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(guarded(lines)) + "\n"


def flow(text: str, indent: int = 0) -> str:
    """A paragraph of a template, filled anew to the width of a letter; its own line ends are blanks, two after a full stop."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    words = "".join(f"{line}  " if line.endswith(".") else f"{line} " for line in lines).rstrip()
    return "\n".join(wrap(ascii_text(words), WIDTH, first=" " * indent, rest=" " * indent)) + "\n"


def fitted(line: str) -> list[str]:
    """A line, wrapped where it is too long: what follows stands under the text, not under its number or label."""
    if len(line) <= WIDTH:
        return [line]
    return wrap(line.lstrip(), WIDTH, first=" " * _indent(line), rest=" " * _hanging(line))


def _indent(line: str) -> int:
    return min(len(line) - len(line.lstrip()), WIDTH // 2)


def _hanging(line: str) -> int:
    """Where the text begins behind a number or label that two blanks set off (``  1  stand``)."""
    indent = _indent(line)
    label, gap, rest = line[indent:].partition("  ")
    if gap and rest and len(label) <= 20:
        return min(indent + len(label) + 2 + len(rest) - len(rest.lstrip()), WIDTH // 2)
    return indent
