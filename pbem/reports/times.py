"""Dates and times as letters say them: weekday, date, time, UTC, and the time left.  Nothing here knows what time it is."""

from datetime import UTC, datetime, timedelta, tzinfo

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
