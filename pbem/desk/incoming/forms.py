"""The forms of a report: text alone, with HTML, with HTML and a picture; each player chooses their own."""

from collections.abc import Sequence
from typing import Any

from pbem.mail.compose import PICTURE_ID
from pbem.reports.compose import PhaseSlice
from pbem.reports.questions import Questions
from pbem.reports.report import LogSection, Report
from pbem.reports.teller import Teller
from pbem.reports.text import Part
from pbem.reports.wrap import titled

TEXT, HTML, PNG, PLAY, PAGE = "text", "html", "png", "play", "page"
SPOKEN = "spoken"
FORMS = (TEXT, HTML, PNG, PLAY, PAGE, SPOKEN)
"""Forms for ``report ...``: from the least to the most, each the one before and more; and prose for screen readers."""


def dressed(
    teller: Teller[Any],
    report: Report,
    laid_out: Sequence[Part],
    slices: Sequence[PhaseSlice[Any]],
    form: str,
    page_at: str = "",
) -> tuple[str, bytes]:
    """The HTML part and the picture that go with a report's text in this form; empty where it has none.

    `page_at` is a link to the published page on which orders are clicked, or "".
    """
    if form in (TEXT, SPOKEN):
        return "", b""
    from pbem.reports.html import html

    if form == HTML or report.map is None:
        return html(report, laid_out, page_at=page_at), b""
    # Drawing takes a hundred times as long as the text: nobody waits for it, or for its library, who has not asked.
    from pbem.reports.picture.png import png
    from pbem.reports.picture.shapes import Caption

    marks = tuple(mark for one in slices for mark in teller.marks(one.before, one.events))
    facts = report.facts
    shows = ", ".join(part for part in (facts.clock, facts.player_turn, facts.phase) if part)
    caption = Caption(titled(facts.title), shows, f"{report.game}, report {report.number}, {report.side}")
    scene = report.map.marked(marks).picture(caption)
    if scene is None:
        return html(report, laid_out, page_at=page_at), b""
    return html(report, laid_out, picture=PICTURE_ID, alt=scene.alt, page_at=page_at), png(scene)


def dressed_answer(
    game: str, subject: str, text: str, lines: Sequence[str], form: str, *, is_answer: bool = True
) -> str:
    """The HTML part that goes with the text of a receipt or an error reply in this form; `lines` are orders to send again.

    Without `is_answer` it is a letter that the desk writes of itself, such as a reminder.
    """
    if form in (TEXT, SPOKEN):
        return ""
    from pbem.reports.answer_html import answer_html

    return answer_html(game, subject, text, lines, is_answer=is_answer)


def dressed_question(game: str, questions_asked: Questions, log: LogSection, drawn: Sequence[str], form: str) -> str:
    """The HTML part that goes with the text of a question in this form, with a button for each answer."""
    if form in (TEXT, SPOKEN):
        return ""
    from pbem.reports.html import question_html

    return question_html(game, questions_asked, log, drawn)
