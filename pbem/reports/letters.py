"""The prose letters besides reports, receipts and questions: welcome, reminder, ruling, status, help, map, held."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.reports import times
from pbem.reports.letter_style import translated
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.pages import page
from pbem.reports.wrap import ascii_text, carried, heading

HEADING = re.compile(r"(HELP .*?) -+")

HELP = {
    "": "player-help",
    "orders": "player-help-orders",
    "corrections": "player-help-corrections",
    "standing": "player-help-standing",
    "defaults": "player-help-defaults",
    "pace": "player-help-pace",
    "commands": "player-help-commands",
    "proof": "player-help-proof",
    "press": "player-help-press",
}
"""The help pages that every game has, by the word that asks for them."""

ALSO = {
    "order": "orders", "words": "orders", "forms": "orders", "amend": "corrections", "replace": "corrections",
    "withdraw": "corrections", "correction": "corrections", "policy": "standing", "policies": "standing", "when": "standing",
    "mixed": "pace", "take": "commands", "agree": "pace", "disagree": "pace",
    "default": "defaults", "status": "commands", "map": "commands", "preview": "commands", "command": "commands",
    "seal": "proof", "verify": "proof", "dice": "proof", "help": "",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Welcome:
    """The facts of the first letter.  `hours_per_phase` pairs a phase's name with its hours; `keys` a name with hex text.

    `house_charts` names the charts that are reconstructed, or is ""; `winning` says how the game is won; `map` are the lines
    of a first map; `a_hex` is one of the player's own, for an example.  `at_deadline`: standing orders and defaults act for
    who is silent, as no term in `options` says otherwise.
    """

    game: str
    title: str
    scenario: str
    player: str
    side: str
    opponent: str
    opponent_side: str
    gm: str
    hours_per_phase: tuple[tuple[str, int], ...]
    keys: tuple[tuple[str, str], ...] = ()
    scenario_note: str = ""
    options: tuple[str, ...] = ()
    house_charts: str = ""
    dice_mode: str = "sealed"
    a_hex: str = "3213"
    first_steps: tuple[str, ...] = ()
    map: tuple[str, ...] = ()
    winning: tuple[str, ...] = ()
    at_deadline: bool = True


def welcome(info: Welcome) -> str:
    """The first letter of a campaign to a player."""
    facts = {name: getattr(info, name) for name in Welcome.__slots__}
    return page("player-welcome", **facts)


@dataclass(frozen=True, slots=True)
class Invitation:
    """The facts of an invitation; `hours` are those for the orders of a phase."""

    game: str
    title: str
    scenario: str
    player: str
    side: str
    others: str
    gm: str
    pace: str
    hours: int
    options: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


def invitation(info: Invitation) -> str:
    """The letter that asks somebody whether they will play."""
    return page("player-invitation", **{name: getattr(info, name) for name in Invitation.__slots__})


@dataclass(frozen=True, slots=True)
class Reminder:
    """The facts of a reminder.  `phase` is ``T3 US Movement``; `on_file` counts orders; `silent` is as in the report.

    `questions` are the open questions with their choices, as in the letter that put them, and `example` an answer to them;
    `owes_orders` is false for a reminder of questions alone.
    """

    phase: str
    deadline: datetime
    written: datetime
    silent: str
    report: int
    on_file: str = ""
    questions: tuple[tuple[str, ...], ...] = ()
    example: str = ""
    owes_orders: bool = True


def reminder(info: Reminder) -> str:
    """The letter some hours before a deadline."""
    facts = {name: getattr(info, name) for name in Reminder.__slots__}
    return page("player-reminder", **facts, left=times.left(info.deadline - info.written))


@dataclass(frozen=True, slots=True)
class Late:
    """The facts of a late notice: `counts_until` where the terms still let a letter count, None if the game waits."""

    phase: str
    deadline: datetime
    written: datetime
    counts_until: datetime | None
    silent: str
    report: int


def late(info: Late) -> str:
    """The letter to somebody whose deadline has come."""
    return page("player-late", **{name: getattr(info, name) for name in Late.__slots__})


@dataclass(frozen=True, slots=True)
class Ruling:
    """A GM's ruling as both players are told it; `agreed` pairs a side with what it said.

    `asked_by` names who brought it about by letter, where no GM decided it: the record is the same, its letter is not.
    """

    game: str
    number: int
    gm: str
    at: datetime
    rule: str
    reason: str
    change: str
    record: int
    agreed: tuple[tuple[str, str], ...] = ()
    deadline: datetime | None = None
    asked_by: str = ""


def ruling(info: Ruling) -> str:
    """The letter that tells a ruling, the same to both players."""
    return page("player-ruling", **{name: getattr(info, name) for name in Ruling.__slots__})


@dataclass(frozen=True, slots=True)
class Status:
    """The answer to ``status``."""

    title: str
    game: str
    side: str
    phase: str
    awaited: str
    written: datetime
    deadline: datetime | None
    on_file: str
    standing: int
    points: str
    report: int


def status(info: Status) -> str:
    """The page for ``status``: whom the game waits for, until when, and the orders on file."""
    left = times.left(info.deadline - info.written) if info.deadline else ""
    return page("player-status", **{name: getattr(info, name) for name in Status.__slots__}, left=left)


@dataclass(frozen=True, slots=True)
class Held:
    """The facts of a letter to the GM about a letter or a game that is held; `stands` says which record still stands, `answers`
    are lines that the GM can send back.  Of a letter also its sender and subject."""

    what: str
    game: str
    at: datetime
    where: str
    why: str
    stands: str = ""
    sender: str = ""
    subject: str = ""
    answers: tuple[str, ...] = ()


def held(info: Held) -> str:
    """The letter to the GM about something that is held."""
    return page("gm-held", **{name: getattr(info, name) for name in Held.__slots__})


def is_about_orders(word: str) -> bool:
    """True if a word asks for the page of orders."""
    asked = word.strip().lower()
    return ALSO.get(asked, asked) == "orders"


def has_page(word: str) -> bool:
    """True if every game has a help page for a word."""
    asked = " ".join(word.lower().split())
    return asked in HELP or asked in ALSO


def whole_page(lines: Sequence[str]) -> str:
    """A page that a game gives whole, its heading in the language of the letter."""
    head = HEADING.fullmatch(lines[0])
    shown = (heading(translated(head[1])), *lines[1:]) if head else lines
    return "\n".join(carried([ascii_text(line) for line in shown])) + "\n"


def is_about_proof(word: str) -> bool:
    """True if a word behind ``help`` asks for the page of proof."""
    asked = " ".join(word.lower().split())
    return ALSO.get(asked, asked) == "proof"


def help_page(
    word: str,
    *,
    title: str,
    phases: Sequence[tuple[str, str]] = (),
    verbs: Sequence[str] = (),
    game: Callable[[str], Sequence[str]] = lambda word: (),
    pair: bool = True,
    a_place: str = "3413 4",
    pages: Sequence[str] = (),
) -> str:
    """A help page.  `phases` are letters with names, `game` gives the lines that the game's own teller has for a word,
    `verbs` are those of its dialect; `pair`: it is a game of two; `a_place` is what may stand behind ``map``; `pages` are those
    that the game has of ``victory``, ``charts`` and ``leaders``.

    A page of every game has the game's lines in it (examples of its orders), unless these are a whole page of its own: then
    they begin with ``HELP``.  A word that nobody knows gives the list of pages.
    """
    asked = " ".join(word.lower().split())
    own = game(asked) if asked else ()
    name = ALSO.get(asked, asked)
    known = name in HELP
    if own and (not known or own[0].startswith("HELP ")):
        return whole_page(own)
    return page(
        HELP[name] if known else HELP[""],
        title=title,
        phases=phases,
        verbs=verbs,
        game=game((name if known else "") or "help"),
        pair=pair,
        a_place=a_place,
        pages=pages,
        unknown="" if known else ascii_text(word.strip())[:40],
    )


def map_letter(model: MapPanel, at: str = "", radius: int = 4, *, in_use: bool = False) -> str:
    """The answer to ``map`` (the whole of it) or ``map 3413 4`` (what lies round a place).

    With `in_use` the map is drawn as far as anybody stands on it, as in a report.
    """
    lines = model.around(at, radius) if at else model.overview() if in_use else model.whole()
    if model.lines_of_key:
        lines = [*lines, "", *model.lines_of_key]
    return "\n".join(carried(lines)) + "\n"
