"""The HTML part of a report: what matters in a few flowing lines, the picture, then the letter's own characters in colour.

Everything in the `<pre>` stands in the text part too, character by character.
"""

from collections.abc import Sequence

from markupsafe import Markup

from pbem.reports import times
from pbem.reports.manner import say
from pbem.reports.pages import html_page
from pbem.reports.paint import TIERS, line_in_html, pieces
from pbem.reports.report import Ground, Report
from pbem.reports.text import Part, parts
from pbem.reports.wrap import ascii_text, titled

LARGEST = 89_000
"""Characters of the HTML part: mail programs cut at about 102 kB."""

MOST_HAPPENED = 8


def html(report: Report, laid_out: Sequence[Part] = (), *, picture: str = "", alt: str = "") -> str:
    """The HTML part, pure ASCII, under 90 kB.  `laid_out` is the letter's text as it was laid out (nothing: it is laid out
    now), `picture` the content id of the picture, "" without one, and `alt` its words.

    A letter that would be larger goes without some of its colours: first outlines, then levels, then ground.
    """
    laid_out = laid_out or parts(report)
    ground = report.map.coloured_as if report.map else None
    for without in TIERS:
        made = html_page(
            "player-report",
            title=titled(report.facts.title),
            source=f"{report.game}, report {report.number}, {report.side}",
            clock=", ".join(
                part for part in (report.facts.clock, report.facts.player_turn, report.facts.phase) if part
            ),
            wanted=report.to_do is not None,
            what=_what(report),
            deadline=_deadline(report),
            silent=report.to_do.silent if report.to_do else "",
            happened=_happened(report),
            picture=picture,
            alt=alt,
            lines=coloured(laid_out, ground, without),
        )
        if len(made) < LARGEST:
            return made
    return made


def coloured(laid_out: Sequence[Part], ground: Ground | None, without: frozenset[str] = frozenset()) -> Markup:
    """The lines of a letter with their colours."""
    lines = [line_in_html(pieces(part.kind, line, ground), without) for part in laid_out for line in part.lines]
    return Markup("\n".join(lines))


def _what(report: Report) -> str:
    if report.final:
        return " ".join(report.final[:1])
    if report.to_do is None and report.is_asked:
        return f"{say('Answer')}: {say('a question waits for you, in the letter that comes with this one')}"
    if report.to_do is None:
        return (
            f"{say('Nothing to do')}.  {say('Awaited')}: {report.awaited.who}"
            if report.awaited
            else f"{say('Nothing to do')}."
        )
    return f"{say('YOU')}: {report.to_do.phase}, {report.to_do.name}"


def _deadline(report: Report) -> str:
    until = report.deadline if report.to_do is not None else report.awaited.until if report.awaited else None
    if until is None or report.final:
        return ""
    own = f" = {times.in_zone(until, report.zone)}" if report.zone else ""
    return f"{say('by')} {times.in_full(until)}{own}"


def _happened(report: Report) -> tuple[str, ...]:
    said = [ascii_text(one) for one in (*report.notices, *report.final, *report.in_short)]
    more = len(said) - MOST_HAPPENED
    return tuple(said[:MOST_HAPPENED]) + ((say("and {more} more below").format(more=more),) if more > 0 else ())
