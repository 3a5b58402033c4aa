"""A player's preferences for letters: form, language, time zone; and writing to them accordingly."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from pbem.desk.desk import Desk
from pbem.desk.incoming.forms import HTML, PAGE, PLAY, SPOKEN, TEXT
from pbem.reports import letter_style
from pbem.reports.letter_style import Manner, writing
from pbem.store.tables import PlayerRow, SeatRow

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
    with writing(Manner(language, zone, desk.house.templates, has_accents=bool(encoding))):
        yield


def wish(desk: Desk, player: PlayerRow | SeatRow, word: str, value: str) -> str:
    """Note a wish (``report html``, ``zone Europe/Berlin``, ``language de``); what is answered, a line a paragraph."""
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
                "From now on each letter with a deadline has it as a calendar entry; it is cancelled when your orders are in.  "
                "Without it again:   calendar off"
                if player.dates
                else "From now on your letters come without calendar entries.  With them again:   calendar"
            )
        case "zone":
            return _zone(player, value)
        case _:
            return _language(desk, player, value)


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
            "(write   send page ), open it in a browser and drop each report or its file on it.  Without it again:   report png"
        )
    if form == PAGE:
        return letter_style.translate(
            "From your next report on, each comes with a page on which you click your orders: save the attached file whose "
            "name ends in orders.html, and open it.  Without it again:   report png"
        )
    more = letter_style.translate("with an HTML part" if form == HTML else "with an HTML part and a picture of the map")
    return letter_style.translate(
        "From now on your reports come {more}; the text stays as it is.  Plain text again:   report text", more=more
    )


def _zone(player: PlayerRow | SeatRow, value: str) -> str:
    if value.lower() in UTC_NAMES:
        player.zone = ""
        return letter_style.translate("From now on times are given in UTC alone.")
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
    return letter_style.translate("From now on deadlines are given on the clock of {zone} too, beside UTC.", zone=found)


def _language(desk: Desk, player: PlayerRow | SeatRow, value: str) -> str:
    asked = WITH_ACCENTS.sub("", value)
    has_accents = asked != value
    found = letter_style.find(asked, desk.house.templates)
    if found is None:
        there = ", ".join(map(_named, letter_style.languages(desk.house.templates)))
        return letter_style.translate(
            "Letters can be had in these languages: {there}; found {value}.  Nothing was changed.",
            there=there,
            value=repr(value[:20]),
        )
    player.language = f"{found.code}.utf-8" if has_accents else found.code
    with writing(Manner(found.code, folder=desk.house.templates, has_accents=has_accents)):
        wording = letter_style.translate(
            "From now on the desk writes to you in English.  Orders are read in English, whatever the language."
        )
        if has_accents:
            more = letter_style.translate(
                "Names keep their accents.  Without them again:   language {code}", code=found.code
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
