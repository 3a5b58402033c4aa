"""A first game in five letters: what the lessons of a game add to its letters, and what they leave out.

Which lesson a letter has hangs on its phase alone, and that a game teaches on its scenario: nothing is stored, and nothing
is played otherwise.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.core.system import Phase
from pbem.desk.desk import Title
from pbem.mechanisms.offers import PLUS, offers_of
from pbem.mechanisms.practice import READY, Lesson, Lessons
from pbem.orders.rehearsal import REFUSED, rehearse
from pbem.reports.letter_style import translate, translated
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.report import REPLY_MARK, WIDTH, Report
from pbem.reports.wrap import heading, wrap
from pbem.store.tables import GameRow

ENCLOSED = ("welcome", "receipt", "error", "question", "refused")
"""Kinds of letters on which the lesson says a word of its own."""
NEAR = 4
"""The radius of a lesson's map, in hexes."""


def lessons_of(title: Title, game: GameRow, side: str) -> Lessons | None:
    """The lessons that a side gets in a game; None if it is no first game, or not the side that learns."""
    found: Lessons | None = getattr(title, "lessons", None)
    return (
        found
        if found is not None and side == found.side and game.scenario in (found.scenario, *found.earlier)
        else None
    )


def taught(title: Title, game: GameRow, side: str, report: Report, view: Any, wanted: Phase[Any] | None) -> Report:
    """A report with its lesson, shortened; unchanged if the game has no lessons for this player."""
    lessons = lessons_of(title, game, side)
    if lessons is None:
        return report
    found = lessons.at("") if report.final else lessons.at(wanted.id) if wanted is not None else None
    if found is not None:
        number, lesson = found
        lines = _lesson(lessons, number, lesson, _to_copy(title, view, side, wanted, lesson))
    else:
        lines = _between(wanted, report.is_asked)
    shown = _Near(report.map, side) if report.map is not None else None
    return replace(report, lesson=tuple(lines), map=shown, panels=(), order_sheet=(), story=(), on_file=())


def _lesson(lessons: Lessons, number: int, lesson: Lesson, to_copy: Sequence[str]) -> list[str]:
    what = translate("LESSON {number} OF {whole}", number=number, whole=len(lessons.lessons))
    lines = [heading(f"{what}: {translated(lesson.title).upper()}")]
    for text in lesson.above:
        lines += wrap(translated(text), WIDTH, first="  ", rest="  ")
    lines += ["", *(f"    {'| ' if lesson.phase else ''}{line}" for line in to_copy), ""]
    for text in lesson.below:
        lines += wrap(translated(text), WIDTH, first="  ", rest="  ")
    if number == 1:
        clicked = translate(
            "If you'd rather click on a map than type, put   report page   above your orders: each letter then has a page "
            "for it."
        )
        lines += wrap(clicked, WIDTH, first="  ", rest="  ")
    return lines


def _to_copy(title: Title, view: Any, side: str, wanted: Phase[Any] | None, lesson: Lesson) -> list[str]:
    """The lines that a lesson asks for: orders with its verb that are legal here, and its own where they are."""
    if wanted is None:
        return list(lesson.lines)
    if not lesson.examples:
        return list(lesson.lines) if lesson.is_mistake else _as_it_stands(title, view, side, wanted, lesson)
    given = title.teller.examples(view, side, wanted)
    fitting = [one for one in given if lesson.word in one]
    found = fitting[: lesson.examples] or _offered(title, view, side, wanted, lesson) or given[: lesson.examples]
    return [*found, *lesson.lines]


def _as_it_stands(title: Title, view: Any, side: str, wanted: Phase[Any], lesson: Lesson) -> list[str]:
    """A lesson's lines; in the place of those that the desk would refuse as things stand, what the same units may do.

    Chance may have put an enemy where the lesson leads.
    """
    offering = getattr(title, "offering", None)
    offers = offers_of(title.system, title.dialect, offering, view, side, wanted.letter) if offering else ()
    found: list[str] = []

    def is_taken(line: str) -> bool:
        judged = rehearse(title.system, title.dialect, view, side, wanted.letter, "\n".join((*found, line)))
        return all(one.verdict != REFUSED for one in judged.lines)

    for line in lesson.lines:
        if is_taken(line):
            found.append(line)
            continue
        for unit in line.partition(lesson.word)[0].split(PLUS):
            could = (one.line for one in offers if one.unit == unit.strip() and lesson.word in one.line)
            found += [one for one in sorted(could, key=len) if is_taken(one)][:1]
    return found


def _offered(title: Title, view: Any, side: str, wanted: Phase[Any], lesson: Lesson) -> list[str]:
    """An order with the lesson's verb for each unit that can do it; where nobody can, one that brings a unit there first."""
    offering = getattr(title, "offering", None)
    if offering is None:
        return []
    offers = offers_of(title.system, title.dialect, offering, view, side, wanted.letter)
    by_unit: dict[str, str] = {}
    for one in offers:
        if lesson.word in one.line:
            by_unit.setdefault(one.unit, one.line)
    pairs = ((one.line, then.line) for one in offers for then in one.then if lesson.word in then.line)
    first = min(pairs, key=lambda pair: (len(pair[0]), pair), default=())
    return list(by_unit.values())[: lesson.examples] or list(first)


def _between(wanted: Phase[Any] | None, is_asked: bool) -> list[str]:
    lines = [heading(translate("BETWEEN TWO LESSONS"))]
    if wanted is not None:
        text = translate(
            "Nothing new here.  You may order something, as you have learnt; if you'd rather not, reply with:"
        )
        return [*lines, *wrap(text, WIDTH, first="  ", rest="  "), "", "    | pass"]
    text = (
        translate("A question waits for you, in a letter of its own.  Reply to that one with a digit.")
        if is_asked
        else translate("Nothing to do now.  The next letter has the next lesson.")
    )
    return [*lines, *wrap(text, WIDTH, first="  ", rest="  ")]


class _Near(MapPanel):
    """The ground around the pupil's own units, drawn large, and nothing else of the map."""

    def __init__(self, whole: MapPanel, side: str) -> None:
        self._whole, self._side = whole, side

    def overview(self) -> list[str]:
        """The surroundings of the side's own units."""
        place = self._whole.a_place(self._side)
        return self._whole.around(place, NEAR) if place else self._whole.overview()

    def to_click(self) -> MapPanel:
        """See `MapPanel`: orders are clicked on it."""
        return self._whole

    def has(self, at: str) -> bool:
        """As the whole map has it."""
        return self._whole.has(at)

    def a_place(self, side: str = "") -> str:
        """As the whole map has it."""
        return self._whole.a_place(side)


# The other letters


def remarked(title: Title, game: GameRow, side: str, kind: str, phase: str, text: str) -> str:
    """The text of a letter with a remark of the lesson on top; unchanged if the game has no lessons for this player."""
    lessons = lessons_of(title, game, side) if kind in ENCLOSED else None
    if lessons is None:
        return text
    found = lessons.at(phase) if phase else None
    remark = _remark(kind, text, found[1] if found is not None else None)
    if not remark:
        return text
    lines = [line for one in remark for line in (wrap(one, WIDTH) if not one.startswith("    ") else [one])]
    mark, sign, rest = text.partition(f"{REPLY_MARK}\n\n")
    return "\n".join([f"{mark}{sign}{lines[0]}", *lines[1:], "", rest] if sign else [*lines, "", text])


def _remark(kind: str, text: str, lesson: Lesson | None) -> list[str]:
    match kind:
        case "welcome":
            return [
                translate(
                    "This is your first game: five short lessons, about half an hour, against the program.  You need nothing "
                    "but your mail program.  Keep this letter; you don't have to read the rest of it.  The first lesson is in "
                    "the next letter."
                )
            ]
        case "question":
            return [
                translate(
                    "The desk needs a decision of yours before it can go on.  Reply with the digit of your choice.  There is "
                    "no wrong answer, and the default is always sensible."
                )
            ]
        case "error" | "refused":
            if lesson is not None and lesson.is_mistake:
                return [
                    translate(
                        "This is the mistake that the lesson asked for.  Nothing was carried out, and nothing is lost.  What "
                        "is wrong, and what to write instead, is shown below.  Reply to this letter with such a line, and:"
                    ),
                    f"    | {READY}",
                ]
            return [
                translate(
                    "That didn't work, and it doesn't matter: a line that is refused costs nothing.  What is wrong is "
                    "shown below.  Reply to this letter with the line corrected.  Or leave it, and go on with:"
                ),
                f"    | {READY}",
            ]
        case _ if lesson is not None:
            if lesson.is_mistake and f"| {READY}" not in text and lesson.word in text:
                return [translate("Well done: you fixed it.  That's all there is to a mistake.")]
            if lesson.word in text:
                return [
                    translate(
                        "Well done.  This is a receipt: your orders in the words in which they'll be carried out."
                    )
                ]
            return [
                translate(
                    "That's fine too; a lesson is only a suggestion.  This is a receipt: it says what the desk has understood."
                )
            ]
        case _:
            return []
