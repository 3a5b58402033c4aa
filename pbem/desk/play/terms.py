"""The terms of a campaign's clocks: hours, the hour of day, days of the week, zone, grace, silence, absence, the clock budget.

Pure: every moment is given.  Wall times are those of the zone's own clocks, daylight saving included.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pbem.core.sequence import parse_or_none
from pbem.desk.desk import Desk, read_json
from pbem.mechanisms.words import counted
from pbem.store.tables import GameRow, PhaseRow

HOURS = {"orders": 72, "question": 24, "set-up": 168, "reminder": 24}
"""Hours for a phase's orders, for the answer to a question, for the set-up, and how long before a deadline to remind."""

BATTLE = "battle"
"""The hours of every stop for orders in a battle inside a game turn, in games that have such battles."""

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
SILENCE = ("standing", "defaults", "wait", "gm")
"""The rules for a deadline that somebody lets pass: their standing orders act and then the defaults; the defaults alone; the
game waits for them; the game waits for the GM."""
TEMPOS: Mapping[str, Mapping[str, Any]] = {
    "usual": {},
    "quick": {"hours": {"orders": 24, "question": 12, "set-up": 48, "reminder": 6}},
    "slow": {"hours": {"orders": 168, "question": 48, "set-up": 336, "reminder": 48}, "grace": 24},
    "weekend": {"hours": {"orders": 72, "question": 48, "set-up": 168, "reminder": 24}, "at": "20:00", "days": (6,)},
    "evening": {"hours": {"orders": 36, "question": 18, "set-up": 96, "reminder": 12}, "at": "21:00"},
    "clock": {"hours": {"orders": 24, "question": 12, "set-up": 96, "reminder": 12}, "bank": 336},
}
"""Templates for common terms, by name."""
_TIME_OF_DAY = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?")
_ABSENT = re.compile(r"([a-z][\w-]*) after ([1-9]\d?)", re.I)
NOBODY = "nobody"
"""In place of a practice opponent: nobody plays for somebody absent, where no substitute does."""
_COURIERS = re.compile(
    r"(\d{1,3})\s*(hex(?:es)?|turns?)(?:\s+a\s+turn)?(?:\s*,\s*(\d{1,2})\s+riders?)?"
    r"(?:\s*,\s*(?:by\s+(paths)|straight))?(?:\s*,\s*(?:taken\s+(on\s+the\s+way)|never\s+taken))?",
    re.I,
)
RIDERS = 3
"""So many riders a commander may send in a game turn, if the terms do not say otherwise."""
COURIERS = {"speed": 99, "turns": 99, "riders": 20}
"""The figures of couriers, each with the most that it may be."""
RULES_OF_COURIERS = {"ways": ("straight", "paths"), "taken": ("never", "on the way")}
"""The rules for riders: which way they go, and whether the enemy takes one who comes near; the first goes without saying."""
VACATION = 14
"""So many days of absence a player has in a game, if its terms do not say otherwise."""


def is_set_up(name: str) -> bool:
    """True if a phase with this name is a set-up, which has hours of its own."""
    return "set" in name.lower() and "up" in name.lower()


@dataclass(frozen=True)
class Terms:
    """The campaign's terms about time.

    `at` is the hour of day at which deadlines fall (``20:00``, "" for any), `days` the days of the week on which they may (0 is
    Monday), both in `zone` (IANA). `grace` are hours after a deadline in which a letter still counts. `silence` maps ``orders``
    and ``question`` to one of `SILENCE`. `vacation` are days; `bank` hours of a player's own for the whole game, to draw on
    where the hours of a stop do not suffice. `absent` says which practice opponent plays for somebody after so many deadlines
    missed in a row (``plain after 2``), "" for none. `couriers` carry words between the commanders of a side: `speed` in hexes
    a game turn, or so many `turns` whatever the way, and how many `riders` each may send in a turn, by which `ways`
    (``straight``, ``paths``) they go and where they are `taken` (``never``, ``on the way``); empty where they are mailed at
    once. `umpire` are the hours for the umpire's answer to a tray, 0 where there is no umpire.
    """

    hours: Mapping[str, int] = field(default_factory=dict)
    at: str = ""
    days: Sequence[int] = ()
    zone: str = "UTC"
    grace: int = 0
    silence: Mapping[str, str] = field(default_factory=dict)
    vacation: int = VACATION
    bank: int = 0
    absent: str = ""
    couriers: Mapping[str, Any] = field(default_factory=dict)
    umpire: int = 0

    @classmethod
    def of(cls, hours: Mapping[str, int], calendar: Mapping[str, Any]) -> "Terms":
        """The terms as a game's row holds them."""
        return cls(hours=hours, **calendar)

    def calendar(self) -> dict[str, Any]:
        """All but the hours, as a row holds it; what is as usual is left out."""
        usual = Terms()
        found = {
            "at": self.at,
            "days": list(self.days),
            "zone": self.zone,
            "grace": self.grace,
            "silence": dict(self.silence),
            "vacation": self.vacation,
            "bank": self.bank,
            "absent": self.absent,
            "couriers": dict(self.couriers),
            "umpire": self.umpire,
        }
        plain: dict[str, Any] = {"days": [], "silence": {}, "couriers": {}}
        return {name: one for name, one in found.items() if one != plain.get(name, getattr(usual, name))}

    def when_absent(self) -> tuple[str, int] | None:
        """The practice opponent that plays for an absent player, and after how many missed deadlines; None if none does."""
        return read_absent(self.absent) if self.absent else None

    def on_silence(self, *, is_question: bool) -> str:
        """The rule for a deadline that passes."""
        return self.silence.get("question" if is_question else "orders", "standing")

    def hours_for(self, letter: str, name: str, *, is_question: bool, in_battle: bool = False) -> int:
        """The hours of one stop: by the phase's letter or name where a campaign sets them, else by its kind.

        Phases of a battle inside a game turn (`in_battle`) have hours of their own, its set-up too, if the campaign sets
        ``battle``; else those of any orders.

        >>> Terms({"orders": 72, "question": 24, "C": 96}).hours_for("C", "movement", is_question=False)
        96
        """
        if is_question:
            return self.hours.get("question", HOURS["question"])
        if in_battle and letter not in self.hours:
            return self.hours.get(BATTLE, self.hours.get("orders", HOURS["orders"]))
        if is_set_up(name):
            return self.hours.get("set-up", HOURS["set-up"])
        for key in (letter, name.lower()):
            if key in self.hours:
                return self.hours[key]
        return self.hours.get("orders", HOURS["orders"])

    def falls(self, moment: datetime) -> datetime:
        """The first moment from `moment` on at which a deadline may fall: a whole quarter of an hour, in UTC."""
        if not self.at and not self.days:
            return whole_quarter(moment)
        zone = ZoneInfo(self.zone)
        local = whole_quarter(moment).astimezone(zone)
        wall = time.fromisoformat(self.at) if self.at else local.time()
        day = local.date()
        while True:
            # A wall time that the clocks skip is an hour later, one that comes twice is the first of the two.
            found = datetime.combine(day, wall, tzinfo=zone).astimezone(UTC)
            if found >= moment and (not self.days or day.weekday() in self.days):
                return whole_quarter(found)
            day += timedelta(days=1)

    def faults(self) -> tuple[tuple[str, str], ...]:
        """Their faults: pairs of what was found and what was expected."""
        found = []
        try:
            ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):
            found.append((f"zone {self.zone!r}", "a zone such as Europe/Berlin"))
        try:
            if self.at:
                read_at(self.at)
        except ValueError:
            found.append((f"at {self.at!r}", "a time of day such as 20:00, in quarters of an hour"))
        try:
            self.when_absent()
        except ValueError as wrong:
            found.append((f"absent {self.absent!r}", str(wrong)))
        for kind, how in self.silence.items():
            if kind not in ("orders", "question") or how not in SILENCE:
                found.append((f"silence {kind}={how}", f"orders or question = one of {', '.join(SILENCE)}"))
        for name, value, most in (
            ("grace", self.grace, 168),
            ("vacation", self.vacation, 366),
            ("bank", self.bank, 8784),
            ("umpire", self.umpire, 8784),
        ):
            if not 0 <= value <= most:
                found.append((f"{name} {value}", f"a whole number from 0 to {most}"))
        if self.umpire and not self.couriers:
            found.append(
                (f"umpire {self.umpire}", "couriers too: what commanders write to each other is on the umpire's tray")
            )
        return (*found, *_faults_of_couriers(self.couriers))

    def summary(self) -> tuple[str, ...]:
        """The terms in sentences, for players and GM."""
        lines = [f"{name}: {counted(count, 'hour')}" for name, count in sorted(self.hours.items()) if name not in HOURS]
        when = f"at {self.at} {self.zone}" if self.at else ""
        on = f"on {', '.join(DAYS[day].title() for day in self.days)}" if self.days else ""
        if when or on:
            lines.append(f"deadlines fall {' '.join(part for part in (on, when) if part)}")
        if self.grace:
            lines.append(f"a letter still counts {counted(self.grace, 'hour')} after its deadline")
        if self.bank:
            lines.append(f"each player has {counted(self.bank, 'extra hour')} for the whole game")
        means = {
            "standing": "standing orders act, then the defaults",
            "defaults": "the defaults act, standing orders do not",
            "wait": "the game waits, with a reminder once a day",
            "gm": "the game waits, and the GM decides",
        }
        for kind, how in sorted(self.silence.items()):
            lines.append(f"if {'an answer does' if kind == 'question' else 'orders do'} not come: {means[how]}")
        if absent := self.when_absent():
            level, missed = absent
            then = f"the program ({level}) plays, until that player is back"
            then = "the substitutes are asked in turn" if level == NOBODY else then
            lines.append(f"after {counted(missed, 'missed deadline')} in a row {then}")
        if self.couriers:
            lines.append(couriers_in_words(self.couriers))
        if self.umpire:
            hours = counted(self.umpire, "hour")
            lines.append(
                f"play stops at the end of each game turn for the umpire, who has {hours}; after twice that it goes on"
            )
        if self.vacation != VACATION:
            lines.append(f"a player may be away for {counted(self.vacation, 'day')} of the game")
        return tuple(lines)


def tempo_summary(name: str) -> str:
    """A template of terms in a line: ``orders 72 hours, a question 24``, and what else it fixes."""
    tempo = TEMPOS[name]
    hours = {**HOURS, **tempo.get("hours", {})}
    terms = Terms(**{key: value for key, value in tempo.items() if key != "hours"})
    return "; ".join([f"orders {hours['orders']} hours, a question {hours['question']}", *terms.summary()])


def whole_quarter(moment: datetime) -> datetime:
    """The next whole quarter of an hour, or the moment itself if it is one."""
    quarter = 15 * 60
    return datetime.fromtimestamp(math.ceil(moment.timestamp() / quarter) * quarter, UTC)


def stretched(start: datetime, due: datetime, away: datetime | None, back: datetime | None) -> datetime:
    """A deadline for somebody whose clock runs from `start` and stands still from `away` until they are `back`."""
    if away is None or back is None or due <= away or back <= start:
        return due
    return due + (back - max(start, away))


def read_days(text: str) -> tuple[int, ...]:
    """The days of ``mon-fri``, ``sat,sun``, ``mon wed fri``; () for ``all``.  Raises ValueError for anything else."""
    words = text.lower().replace(",", " ").split()
    if words in ([], ["all"]):
        return ()
    found: set[int] = set()
    for one in words:
        first, _, last = one.partition("-")
        ends = [DAYS.index(part[:3]) for part in (first, last or first) if part[:3] in DAYS]
        if len(ends) != 2:
            raise ValueError(f"expected days such as mon-fri or sat,sun; found {one!r}")
        start, end = ends
        found.update(day % 7 for day in range(start, end + 1 if end >= start else end + 8))
    return tuple(sorted(found)) if len(found) < 7 else ()


def read_at(text: str) -> str:
    """``20:00``, also for ``20``; ``08:00`` for ``8``.  Raises ValueError for what is no time of day in quarters of an hour."""
    written = _TIME_OF_DAY.fullmatch(text)
    try:
        found = time(int(written[1]), int(written[2] or 0)) if written else None
    except ValueError:
        found = None  # 25:00
    if found is None:
        raise ValueError(f"expected a time of day such as 20:00; found {text!r}")
    if found.minute % 15:
        raise ValueError(f"expected a quarter of an hour such as 20:15; found {text!r}")
    return f"{found:%H:%M}"


def read_absent(text: str) -> tuple[str, int]:
    """The practice opponent and the number of missed deadlines of ``plain after 2``.  Raises ValueError for anything else."""
    found = _ABSENT.fullmatch(" ".join(text.split()))
    if found is None:
        raise ValueError("a practice opponent and a number of missed deadlines, such as 'plain after 2'")
    return found[1].lower(), int(found[2])


def read_couriers(text: str) -> dict[str, Any]:
    """The terms of ``12 hexes``, ``1 turn`` or ``12 hexes, 5 riders, by paths, taken on the way``.  Raises ValueError for
    anything else."""
    found = _COURIERS.fullmatch(" ".join(text.split()))
    if found is None:
        raise ValueError(
            "how far riders get in a game turn, or how long they take: '12 hexes', '1 turn', '12 hexes, 5 riders', "
            "'12 hexes, by paths, taken on the way'"
        )
    kind = "speed" if found[2].lower().startswith("hex") else "turns"
    more = {"riders": int(found[3] or 0), "ways": found[4] and "paths", "taken": found[5] and "on the way"}
    return {kind: int(found[1]), **{key: value for key, value in more.items() if value}}


def couriers_in_words(couriers: Mapping[str, Any]) -> str:
    """The terms of couriers, for players and GM."""
    turns = couriers.get("turns", 0)
    way = f"in {counted(turns, 'game turn')}" if turns else f"{counted(couriers['speed'], 'hex', 'hexes')} a game turn"
    if couriers.get("ways") == "paths":
        way = f"by the easiest way, {counted(couriers['speed'], 'movement point')} a game turn"
    riders = counted(couriers.get("riders", RIDERS), "rider")
    text = f"words to commanders of your own side go by courier, {way}; each may send {riders} a turn"
    return f"{text}; the enemy takes a courier who comes near" if couriers.get("taken") == "on the way" else text


def _faults_of_couriers(couriers: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if couriers and ("speed" in couriers) == ("turns" in couriers):
        yield "couriers", "either their speed in hexes a game turn, or the turns that they take"
    for key, allowed in RULES_OF_COURIERS.items():
        if couriers.get(key, allowed[0]) not in allowed:
            yield f"couriers {key} = {couriers[key]!r}", f"{allowed[0]!r} or {allowed[1]!r}"
        elif couriers.get(key, allowed[0]) != allowed[0] and "speed" not in couriers:
            yield (
                f"couriers {key} = {couriers[key]!r}",
                "their speed in hexes a game turn too: without it no way is measured",
            )
    for key, value in couriers.items():
        if key in RULES_OF_COURIERS:
            continue
        if key not in COURIERS or not 1 <= value <= COURIERS[key]:
            names = ", ".join([*(f"{name} (1 to {most})" for name, most in COURIERS.items()), *RULES_OF_COURIERS])
            yield f"couriers {key} = {value}", f"one of {names}"


# The clock of a stop: the campaign's terms, how many hours it has, and its deadline with the reminder before it.


def terms_of(game: GameRow) -> Terms:
    """The campaign's terms about time."""
    return Terms.of(read_json(game.hours), read_json(game.calendar))


def in_battle(phase: str) -> bool:
    """True if a phase is one of a battle inside a game turn."""
    found = parse_or_none(phase)
    return found is not None and found.battle is not None


def hours_of(game: GameRow, row: PhaseRow) -> int:
    """The hours of a stop, as the campaign's terms give them."""
    return terms_of(game).hours_for(row.letter, row.name, is_question=row.is_question, in_battle=in_battle(row.phase))


def put_due(desk: Desk, game: GameRow, row: PhaseRow, due: datetime) -> None:
    """Set the deadline of a stop. A player who was reminded of the previous deadline is reminded again, unless that would be
    now.
    """
    row.due = due
    row.reminded = row.reminded and remind_at(game, row.stopped, due) <= desk.clock.now()
    row.remind = None if row.reminded else remind_at(game, row.stopped, due)


def remind_at(game: GameRow, stopped: datetime, due: datetime) -> datetime:
    """The time of a deadline's reminder: so many hours before it, but never before half the time since the stop is over."""
    hours = read_json(game.hours).get("reminder", HOURS["reminder"])
    return max(due - timedelta(hours=hours), whole_quarter(stopped + (due - stopped) / 2))
