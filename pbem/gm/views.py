"""The views of the live console: what each shows, what you can choose in it, and its keys."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.desk.desk import Desk
from pbem.desk.gm.incidents.catalogue import made
from pbem.desk.gm.incidents.incident import Incident, Word
from pbem.desk.gm.incidents.perform import Shown, perform, show
from pbem.desk.gm.rulings import CannotRule
from pbem.gm import faults, game, log, players, trace
from pbem.gm.queue import queue, queue_screen
from pbem.gm.screen import Line, cut, heads, rule
from pbem.gm.shown import effect_lines
from pbem.reports.wrap import wrap
from pbem.store.games import UnknownGame

KEYS = {
    "queue": "enter open   m mail   f faults   P players   l log   r remind   x extend   h hold   / filter   ? help   q quit",
    "game": game.KEYS,
    "faults": faults.KEYS,
    "players": "enter game   b back",
    "log": "b back",
    "letter": trace.KEYS,
    "letters": "enter open   b back",
    "text": "b back",
}
HELP = (
    "The queue shows every game, those that need you first: !! is held and needs you;",
    "! is late or has a held letter.  The screen updates itself.",
    "",
    "up, down, j, k     choose a line            enter   open the chosen line",
    "b, escape          back                     q       leave (from the queue)",
    "/ words            show only lines with them  R       redraw",
    "",
    "Every change asks for what it needs and shows its effect, who is told and how to",
    "take it back.  It is done when you type the game's name.  If the game has moved on",
    "since you looked (another GM, a letter), nothing is done and you are told why.",
    "",
    "Every screen is a plain command too:  pbem gm queue, show GAME, trace LETTER, faults,",
    "players, log; each with --json.  So is every incident:  pbem gm --help",
)


@dataclass(frozen=True)
class View:
    """One view: its kind and subject (a game's name, a letter's number, a text)."""

    kind: str
    of: str = ""
    text: tuple[str, ...] = ()

    def lines(self, desk: Desk, width: int, chosen: int = 0, only: str = "") -> list[Line]:
        """Draw the view with the chosen line marked."""
        try:
            return _marked(self, desk, width, chosen, only)
        except UnknownGame as gone:
            return [Line(one) for text in str(gone).split("\n") for one in wrap(text, width)]
        except KeyError as gone:
            return [Line(str(gone.args[0]))]

    def choices(self, desk: Desk, only: str = "") -> Sequence["View"]:
        """The view that each of its lines opens."""
        match self.kind:
            case "queue":
                return [
                    View("game", row.game)
                    for row in queue(desk).rows
                    if only in f"{row.game} {row.for_} {row.note}".lower()
                ]
            case "faults":
                return [_of_fault(one.number, one.where, one.kind) for one in faults.fault_screen(desk).faults]
            case "players":
                return [View("game", one.game) for one in players.players(desk)]
            case "letters":
                return [View("letter", str(number)) for number, *_ in queue(desk).held]
            case _:
                return []

    def keys(self, width: int) -> list[str]:
        """The bottom lines."""
        found = [""]
        for key in KEYS.get(self.kind, KEYS["text"]).split("   "):
            if found[-1] and len(found[-1]) + 3 + len(key) > width - 1:
                found.append("")
            found[-1] += f"   {key}" if found[-1] else f" {key}"
        return [one.ljust(width) for one in found]


QUEUE = View("queue")


def _of_fault(number: int, where: str, kind: str) -> View:
    words = where.split()
    if kind == "letter":
        return View("letter", next((word for word in words if word.isdigit()), "0"))
    return View("game", words[0]) if words and kind in ("rules", "hash", "mail") else View("fault", str(number))


def _marked(view: View, desk: Desk, width: int, chosen: int, only: str) -> list[Line]:
    match view.kind:
        case "queue":
            return _queue(desk, width, chosen, only)
        case "game":
            found = game.game_screen(desk, view.of)
            return game.lines(found, width)
        case "letter":
            return trace.lines(trace.trace(desk, int(view.of)), width)
        case "faults":
            screen = faults.fault_screen(desk)
            number = screen.faults[chosen].number if chosen < len(screen.faults) else 0
            lines = faults.lines(screen, width, number)
            first = len(faults.lines(faults.FaultScreen((), 0, screen.troubles), width)) if screen.troubles else 2
            return _pointed(lines, first, chosen, len(screen.faults))
        case "players":
            people = players.players(desk)
            return players.lines(people, width)
        case "log":
            return log.lines(log.deeds(desk, view.of), width)
        case "letters":
            held = queue(desk).held
            head = [heads(f"HELD LETTERS   {len(held)}", "", width), rule(width)]
            rows = [
                Line(cut(f" {number}   {name or '(no game)'}   {sender or '(no sender)'}   {why}", width))
                for number, name, sender, why in held
            ]
            return _pointed([*head, *(rows or [Line(" No letter is held.")])], 2, chosen, len(held))
        case _:
            return [Line(part) for one in view.text for part in (wrap(one, width, rest="  ") or [""])]


def _queue(desk: Desk, width: int, chosen: int, only: str) -> list[Line]:
    drawn, places = queue_screen(queue(desk), width, only)
    drawn.insert(1, rule(width))
    at = places[min(chosen, len(places) - 1)] + 1 if places else -1
    return [Line(f">{one.text[1:]}", "reverse") if n == at else one for n, one in enumerate(drawn)]


def _pointed(lines: list[Line], first: int, chosen: int, count: int) -> list[Line]:
    at = first + min(chosen, count - 1) if count else -1
    return [Line(f">{one.text[1:]}", "reverse") if n == at else one for n, one in enumerate(lines)]


@dataclass
class Form:
    """An incident being entered: the words so far, the reason and, when complete, its effect."""

    desk: Desk
    kind: type[Incident]
    by: str
    words: list[str] = field(default_factory=list)
    reason: str | None = None
    shown: Shown | None = None
    incident: Incident | None = None
    is_over: bool = False

    @property
    def prompt(self) -> str:
        """The current question."""
        word = self._next()
        if word is not None:
            optional = ", or nothing" if word.optional else ""
            return f"{self.kind.NAME}: {word.shown} ({word.about}{optional}):"
        if self.reason is None:
            return f"{self.kind.NAME}: reason{'' if self.kind.REASONED else ' (or nothing)'}:"
        name = self.shown.game if self.shown is not None and self.shown.game else "yes"
        signs = "sign and publish" if self.shown is not None and self.shown.effect.signed else "do it"
        return f"{signs}?  type {name} to confirm:"

    def answer(self, text: str) -> list[str]:
        """Accept what was typed and return the lines to show."""
        try:
            return self._answer(text.strip())
        except CannotRule as problem:
            self.is_over = True
            return [*str(problem).split("\n"), "Nothing was done."]
        except (UnknownGame, KeyError) as unknown:
            self.is_over = True
            wording = str(unknown) if isinstance(unknown, UnknownGame) else str(unknown.args[0])
            return [wording, "Nothing was done."]

    def _answer(self, text: str) -> list[str]:
        word = self._next()
        if word is not None:
            if not text and not word.optional:
                return [f"expected {word.about}; found nothing"]
            self.words += [text] if word.kind != "lines" else shlex.split(text)
            return []
        if self.reason is None:
            self.reason = text
            given = [one for one in self.words if one]
            self.incident = made(self.kind, given)
            self.shown = show(self.desk, self.incident, self.by, text)
            return effect_lines(self.shown)
        self.is_over = True
        if self.shown is None or self.incident is None or text != (self.shown.game or "yes"):
            return ["Nothing was done."]
        return list(perform(self.desk, self.incident, self.by, self.reason, self.shown.mark).lines)

    def _next(self) -> Word | None:
        number = len(self.words)
        return self.kind.WORDS[number] if number < len(self.kind.WORDS) else None
