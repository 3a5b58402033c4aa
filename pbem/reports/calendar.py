"""Deadlines as calendar entries (RFC 5545): one entry for each stop of play, changed where the deadline moves.

Entries are published (RFC 5546 3.2.1): nobody is invited, so a calendar program has nobody to answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

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
