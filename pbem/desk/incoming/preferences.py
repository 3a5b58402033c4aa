"""A player's preferences for letters: form (``report html``), language, time zone; and writing to them accordingly."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from pbem.desk.desk import Desk
from pbem.mail.compose import PICTURE_ID
from pbem.reports import letter_style
from pbem.reports.letter_style import LetterStyle, writing
from pbem.reports.questions import Questions
from pbem.reports.report import LogSection, Report
from pbem.reports.teller import PhaseSlice, Teller
from pbem.reports.text import LetterPart
from pbem.reports.wrap import titled
from pbem.store.tables import GameRow, PlayerRow, SeatRow

# The forms of a report: text alone, with HTML, with HTML and a picture; each player chooses their own.

TEXT, HTML, PNG, PLAY, PAGE = "text", "html", "png", "play", "page"
SPOKEN = "spoken"
FORMS = (TEXT, HTML, PNG, PLAY, PAGE, SPOKEN)
"""Forms for ``report ...``: from the least to the most, each the one before and more; and prose for screen readers."""


def dressed(
    teller: Teller[Any],
    report: Report,
    laid_out: Sequence[LetterPart],
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


WHOLE, SHORT = "whole", "short"
"""``report whole`` repeats in each report what has not changed; ``report short``, as at first, leaves it out."""
WITH_ACCENTS = re.compile(r"[. ]utf-?8$", re.IGNORECASE)
"""The end of ``language en utf-8``, with which names keep their accents; the setting is ``en.utf-8``, as in a locale."""
UTC_NAMES = ("utc", "none", "off", "gmt", "etc/utc")


@contextmanager
def writing_to(desk: Desk, player: PlayerRow | SeatRow) -> Iterator[None]:
    """A context in which everything is written as this player prefers."""
    zone = ZoneInfo(player.zone) if player.zone else None
    language, _, encoding = player.language.partition(".")
    with writing(LetterStyle(language, zone, desk.house.templates, has_accents=bool(encoding))):
        yield


def wish(desk: Desk, player: PlayerRow | SeatRow, word: str, value: str) -> str:
    """Store a preference (``report html``, ``zone Europe/Berlin``, ``language de``); the paragraphs of the answer."""
    match word:
        case "report" if value in (WHOLE, SHORT):
            player.whole = value == WHOLE
            return letter_style.translate(
                "From now on you get full reports, with every figure of the log.  For shorter ones:   report short"
                if player.whole
                else "From now on your reports keep shots short and leave out what has not changed.  For all of it:   "
                "report whole"
            )
        case "report":
            player.report = value
            return _form_in_words(value)
        case "calendar":
            player.dates = value != "off"
            return letter_style.translate(
                "From now on each letter with a deadline brings a calendar entry for it, which is cancelled when your "
                "orders are in.  To stop this:   calendar off"
                if player.dates
                else "From now on your letters come without calendar entries.  To get them again:   calendar"
            )
        case "copies" if isinstance(player, PlayerRow):
            player.copies = value != "off"
            return letter_style.translate(
                "From now on you get a copy of each receipt to a commander of yours.  To stop this:   copies off"
                if player.copies
                else "From now on receipts go to their writers alone.  To get copies again:   copies on"
            )
        case "zone":
            return _zone(player, value)
        case _:
            return _language(desk, player, value)


def form_wished(desk: Desk, game: GameRow, player: PlayerRow, value: str) -> tuple[str, str]:
    """The form that ``report png for Army`` asks for, if it is the writer's own reports that are named; else "" and why not."""
    form, _, name = value.partition(" ")
    if not name:
        return form, ""
    own, others = (set[str](), set[str]())
    for side in desk.title(game.title).card.sides:
        names = {side.id.lower(), side.code.lower(), side.name.lower(), *side.name.lower().split()}
        own, others = (own | names, others) if side.id == player.side else (own, others | names)
    word = re.sub(r"(?:\s+|')(?:s|side|player|only)\Z", "", name.lower())
    if word in own - others or word in (player.name.lower(), player.address.lower()):
        return form, ""
    text = "Players choose the form of their own reports; it was not changed for {name}.  For your own reports:   report {form}"
    return "", letter_style.translate(text, name=name, form=form)


def _form_in_words(form: str) -> str:
    if form == TEXT:
        return letter_style.translate(
            "From now on your reports are plain text.  To change it:   report html   or   report png"
        )
    if form == SPOKEN:
        return letter_style.translate(
            "From now on your reports are prose for a screen reader, without map and tables.  To change it:   report text"
        )
    if form == PLAY:
        return letter_style.translate(
            "From your next report on, each comes with a small file whose name ends in orders.txt.  Keep the page play.html "
            "(write   send page ), open it in a browser and drop each report or its file on it.  To stop this:   report png"
        )
    if form == PAGE:
        return letter_style.translate(
            "From your next report on, each comes with a page on which you click your orders: save the attached file whose "
            "name ends in orders.html, and open it.  To stop this:   report png"
        )
    more = letter_style.translate("with an HTML part" if form == HTML else "with an HTML part and a picture of the map")
    return letter_style.translate(
        "From now on your reports come {more}; the text stays as it is.  For plain text again:   report text", more=more
    )


def _zone(player: PlayerRow | SeatRow, value: str) -> str:
    if value.lower() in UTC_NAMES:
        player.zone = ""
        return letter_style.translate("From now on times are shown in UTC only.")
    known = {one.lower(): one for one in available_timezones() if "/" in one}
    found = known.get(value.lower())
    if found is None:
        near = [known[one] for one in get_close_matches(value.lower(), known, n=3, cutoff=0.5)]
        near += [one for one in sorted(known.values()) if one.lower().endswith("/" + value.lower()) and one not in near]
        joint = f"   {letter_style.translate('or')}   "
        text = "  " + letter_style.translate("Did you mean   {zones} ?", zones=joint.join(near[:3])) if near else ""
        return letter_style.translate(
            "There is no time zone {value}; expected one such as   zone Europe/Berlin   or   zone UTC.{meant}  Nothing was "
            "changed.",
            value=repr(value[:40]),
            meant=text,
        )
    player.zone = found
    return letter_style.translate("From now on deadlines are shown in {zone} time as well as UTC.", zone=found)


def _language(desk: Desk, player: PlayerRow | SeatRow, value: str) -> str:
    asked = WITH_ACCENTS.sub("", value)
    has_accents = asked != value
    found = letter_style.find(asked, desk.house.templates)
    if found is None:
        there = ", ".join(map(_named, letter_style.languages(desk.house.templates)))
        return letter_style.translate(
            "We write letters in these languages: {there}; found {value}.  Nothing was changed.",
            there=there,
            value=repr(value[:20]),
        )
    player.language = f"{found.code}.utf-8" if has_accents else found.code
    with writing(LetterStyle(found.code, folder=desk.house.templates, has_accents=has_accents)):
        wording = letter_style.translate(
            "From now on the desk writes to you in English.  Orders are read in English, whatever the language."
        )
        if has_accents:
            more = letter_style.translate(
                "Names keep their accents.  To drop them again:   language {code}", code=found.code
            )
            wording = f"{wording}\n{more}"
        if found.is_complete:
            return wording
        text = letter_style.translate(
            "We have not translated all of our letters: the rest is in English.  ({name})", name=_named(found)
        )
        return f"{wording}\n{text}"


def _named(one: letter_style.Language) -> str:
    """``fr (Français, incomplete)``."""
    return f"{one.code} ({one.name}{'' if one.is_complete else ', ' + letter_style.translate('incomplete')})"
