"""Dates and times as letters say them, and deadlines as calendar entries (RFC 5545).  The time itself comes from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from pbem.reports.letter_style import translate

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def in_full(when: datetime) -> str:
    """``Sunday 15 March 2026 18:00 UTC``.  `when` must know its zone."""
    utc = when.astimezone(UTC)
    return f"{translate(DAYS[utc.weekday()])} {utc.day} {translate(MONTHS[utc.month - 1])} {utc.year} {utc:%H:%M} UTC"


def in_short(when: datetime) -> str:
    """``Sun 15 Mar 18:00 UTC``."""
    return f"{moment(when)} UTC"


def moment(when: datetime) -> str:
    """``Sun 15 Mar 18:00``, in UTC."""
    return f"{day(when)} {when.astimezone(UTC):%H:%M}"


def weekday(when: datetime) -> str:
    """``Sun``, in UTC."""
    return translate(DAYS[when.astimezone(UTC).weekday()][:3])


def day(when: datetime) -> str:
    """``Sun 15 Mar``."""
    utc = when.astimezone(UTC)
    return f"{weekday(utc)} {utc.day} {translate(MONTHS[utc.month - 1][:3])}"


def stamp(when: datetime) -> str:
    """``12 Mar 21:14 UTC``: a moment that has passed."""
    utc = when.astimezone(UTC)
    return f"{utc.day} {translate(MONTHS[utc.month - 1][:3])} {utc:%H:%M} UTC"


def in_zone(when: datetime, zone: tzinfo) -> str:
    """The same moment on a player's own clock: ``Sun 15 Mar 19:00 CET``."""
    local = when.astimezone(zone)
    name = local.tzname() or ""
    # Zones without letters of their own are called +03, -0330.
    day = f"{translate(DAYS[local.weekday()][:3])} {local.day} {translate(MONTHS[local.month - 1][:3])}"
    return f"{day} {local:%H:%M} {name}".rstrip()


def left(span: timedelta) -> str:
    """``2 days 23 hours``, ``15 hours``, ``40 minutes``; ``no time`` once it is past.  Rounded down."""
    minutes = int(span.total_seconds() // 60)
    if minutes <= 0:
        return translate("no time")
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return counted(days, "day") + (f" {counted(hours, 'hour')}" if hours else "")
    if hours:
        minutes %= 60
        return counted(hours, "hour") + (f" {counted(minutes, 'minute')}" if minutes and hours < 3 else "")
    return counted(minutes, "minute")


def counted(number: int, noun: str) -> str:
    """``1 day``, ``3 days``."""
    return f"{number} {translate(noun if number == 1 else noun + 's')}"


# Deadlines as calendar entries (RFC 5545): one entry for each stop of play, changed where the deadline moves.
#
# Entries are published (RFC 5546 3.2.1): nobody is invited, so a calendar program has nobody to answer.

PRODUCT = "-//pbem//deadlines//EN"


@dataclass(frozen=True)
class Deadline:
    """A deadline as a calendar shows it.

    `uid` is that of the stop and never changes; `sequence` rises with whatever moves the deadline; `is_off` says that
    the game waits for nothing any more.  `changed` is when that came to be.
    """

    uid: str
    sequence: int
    title: str
    what: str
    due: datetime
    changed: datetime
    is_off: bool = False


def calendar(name: str, deadlines: Sequence[Deadline]) -> bytes:
    """The calendar of these deadlines."""
    import icalendar  # 40 ms, and most letters have no calendar

    made = icalendar.Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", name)
    for one in deadlines:
        event = icalendar.Event()
        event.add("uid", one.uid)
        event.add("sequence", one.sequence)
        event.add("dtstamp", one.changed)
        event.add("dtstart", one.due - timedelta(minutes=30))
        event.add("dtend", one.due)
        event.add("summary", one.title)
        event.add("description", one.what)
        event.add("status", "CANCELLED" if one.is_off else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        if not one.is_off:
            alarm = icalendar.Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", one.title)
            alarm.add("trigger", timedelta(hours=-12))
            event.add_component(alarm)
        made.add_component(event)
    return bytes(made.to_ical())


def read(calendar: bytes) -> list[Deadline]:
    """The deadlines of a calendar that was written here; none of one that cannot be read."""
    import icalendar

    if not calendar:
        return []
    try:
        made: Any = icalendar.Calendar.from_ical(calendar)
        return [
            Deadline(
                uid=str(one["UID"]),
                sequence=int(one["SEQUENCE"]),
                title=str(one["SUMMARY"]),
                what=str(one["DESCRIPTION"]),
                due=_moment(one["DTEND"]),
                changed=_moment(one["DTSTAMP"]),
                is_off=str(one["STATUS"]) == "CANCELLED",
            )
            for one in made.walk("VEVENT")
        ]
    except (ValueError, KeyError, AttributeError):
        return []


def _moment(field: Any) -> datetime:
    found: datetime = field.dt
    return found
