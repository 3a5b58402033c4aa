"""The live console: queue, games, letters, faults, players. It follows the daemon through the shared database.

Everything that changes something is done as the plain commands do it: its effect is shown, and confirmed.
"""

import os
import select
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from pbem.desk.desk import Desk
from pbem.desk.faults import snooze
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.catalogue import CATALOGUE, made
from pbem.desk.gm.incidents.incident import Incident, IncidentPreview, UsageWord, perform, show
from pbem.gm import digest, faults, game, letters, players
from pbem.gm.faults import export_fault, fault_screen
from pbem.gm.queue import queue, queue_screen
from pbem.gm.screen import ScreenLine, cut, effect_lines, heads, plain, rule, wrapped
from pbem.reports.wrap import wrap
from pbem.store.games import UnknownGame

# The views of the live console: what each shows, what you can choose in it, and its keys.

KEYS = {
    "queue": "enter open   m mail   f faults   P players   l log   r remind   x extend   h hold   / filter   ? help   q quit",
    "game": game.KEYS,
    "faults": faults.KEYS,
    "players": "enter game   b back",
    "log": "b back",
    "letter": letters.KEYS,
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
class ConsoleView:
    """One view: its kind and subject (a game's name, a letter's number, a text)."""

    kind: str
    of: str = ""
    text: tuple[str, ...] = ()

    def lines(self, desk: Desk, width: int, chosen: int = 0, only: str = "") -> list[ScreenLine]:
        """Draw the view with the chosen line marked."""
        try:
            return _marked(self, desk, width, chosen, only)
        except UnknownGame as gone:
            return [ScreenLine(one) for text in str(gone).split("\n") for one in wrap(text, width)]
        except KeyError as gone:
            return [ScreenLine(str(gone.args[0]))]

    def choices(self, desk: Desk, only: str = "") -> Sequence["ConsoleView"]:
        """The view that each of its lines opens."""
        match self.kind:
            case "queue":
                return [
                    ConsoleView("game", row.game)
                    for row in queue(desk).rows
                    if only in f"{row.game} {row.for_} {row.note}".lower()
                ]
            case "faults":
                return [_of_fault(one.number, one.where, one.kind) for one in faults.fault_screen(desk).faults]
            case "players":
                return [ConsoleView("game", one.game) for one in players.players(desk)]
            case "letters":
                return [ConsoleView("letter", str(number)) for number, *_ in queue(desk).held]
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


QUEUE = ConsoleView("queue")


def _of_fault(number: int, where: str, kind: str) -> ConsoleView:
    words = where.split()
    if kind == "letter":
        return ConsoleView("letter", next((word for word in words if word.isdigit()), "0"))
    return (
        ConsoleView("game", words[0])
        if words and kind in ("rules", "hash", "mail")
        else ConsoleView("fault", str(number))
    )


def _marked(view: ConsoleView, desk: Desk, width: int, chosen: int, only: str) -> list[ScreenLine]:
    match view.kind:
        case "queue":
            return _queue(desk, width, chosen, only)
        case "game":
            found = game.game_screen(desk, view.of)
            return game.lines(found, width)
        case "letter":
            return letters.lines(letters.trace(desk, int(view.of)), width)
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
            return digest.log_lines(digest.gm_actions(desk, view.of), width)
        case "letters":
            held = queue(desk).held
            head = [heads(f"HELD LETTERS   {len(held)}", "", width), rule(width)]
            rows = [
                ScreenLine(cut(f" {number}   {name or '(no game)'}   {sender or '(no sender)'}   {why}", width))
                for number, name, sender, why in held
            ]
            return _pointed([*head, *(rows or [ScreenLine(" No letter is held.")])], 2, chosen, len(held))
        case _:
            return [ScreenLine(part) for one in view.text for part in (wrap(one, width, rest="  ") or [""])]


def _queue(desk: Desk, width: int, chosen: int, only: str) -> list[ScreenLine]:
    drawn, places = queue_screen(queue(desk), width, only)
    drawn.insert(1, rule(width))
    at = places[min(chosen, len(places) - 1)] + 1 if places else -1
    return [ScreenLine(f">{one.text[1:]}", "reverse") if n == at else one for n, one in enumerate(drawn)]


def _pointed(lines: list[ScreenLine], first: int, chosen: int, count: int) -> list[ScreenLine]:
    at = first + min(chosen, count - 1) if count else -1
    return [ScreenLine(f">{one.text[1:]}", "reverse") if n == at else one for n, one in enumerate(lines)]


@dataclass
class Form:
    """An incident being entered: the words so far, the reason and, when complete, its effect."""

    desk: Desk
    kind: type[Incident]
    by: str
    words: list[str] = field(default_factory=list)
    reason: str | None = None
    shown: IncidentPreview | None = None
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

    def _next(self) -> UsageWord | None:
        number = len(self.words)
        return self.kind.WORDS[number] if number < len(self.kind.WORDS) else None


# The state of the live console and the effect of each key, independent of any terminal.

OF_A_GAME = {
    "x": "extend",
    "p": "pause",
    "P": "resume",
    "r": "remind",
    "a": "act",
    "A": "ask",
    "v": "preview",
    "o": "look",
    "s": "replace",
    "t": "key",
    "h": "hold",
    "y": "retry",
    "c": "close",
    "u": "undo",
    "U": "redo",
    "w": "void",
    "g": "rule",
    "n": "resend",
}
"""The incident that a key starts for the chosen game."""
OF_A_LETTER = {"p": "reread", "a": "release", "z": "drop"}
MOST_SAID = 24


@dataclass
class ConsoleState:
    """The stack of views; the choice, the input, the open question and the last message."""

    desk: Desk
    by: str
    stack: list[ConsoleView] = field(default_factory=lambda: [QUEUE])
    chosen: int = 0
    top: int = 0
    typed: str = ""
    only: str = ""
    filters: bool = False
    form: Form | None = None
    messages: list[str] = field(default_factory=list)
    is_left: bool = False

    @property
    def view(self) -> ConsoleView:
        """The current view."""
        return self.stack[-1]

    def lines(self, width: int, height: int) -> list[ScreenLine]:
        """The whole screen: view, message, question and keys; `height` 0 means as many lines as needed."""
        body = self.view.lines(self.desk, width, self.chosen, self.only)
        foot = [ScreenLine(part) for one in self.messages[-MOST_SAID:] for part in wrapped(one, width)]
        if self.form is not None:
            foot.append(ScreenLine(f"{self.form.prompt} {self.typed}_", "bold"))
        elif self.filters:
            foot.append(ScreenLine(f"/{self.typed}_", "bold"))
        keys = [ScreenLine(one, "reverse") for one in self.view.keys(width)]
        if not height:
            return [*body, *foot, *keys]
        foot = foot[-max(height - len(keys) - 5, 1) :]
        room = max(height - len(foot) - len(keys) - 1, 3)
        self.top = max(min(self.top, len(body) - room), 0)
        seen = body[self.top : self.top + room]
        return [*seen, *[ScreenLine("")] * (room - len(seen)), *foot, *keys]

    def press(self, key: str) -> None:
        """Handle a key: a character, or enter, escape, backspace, up, down, pageup, pagedown."""
        if self.form is not None or self.filters:
            self._type(key)
            return
        self.messages = []
        match key:
            case "up" | "k" | "down" | "j":
                step = -1 if key in ("up", "k") else 1
                count = len(self.view.choices(self.desk, self.only))
                if count:
                    self.chosen = max(min(self.chosen + step, count - 1), 0)
                else:
                    self.top = max(self.top + step, 0)
            case "pageup" | "pagedown":
                self.top = max(self.top + (10 if key == "pagedown" else -10), 0)
            case "escape" | "b":
                self._back()
            case "q" if len(self.stack) == 1:
                self.is_left = True
            case "?":
                self._open(ConsoleView("text", text=HELP))
            case "enter":
                choices = self.view.choices(self.desk, self.only)
                if choices:
                    self._open(choices[min(self.chosen, len(choices) - 1)])
            case _:
                self._act(key)

    def _act(self, key: str) -> None:
        match self.view.kind, key:
            case "queue", "f":
                self._open(ConsoleView("faults"))
            case "queue", "P":
                self._open(ConsoleView("players"))
            case "queue", "l":
                self._open(ConsoleView("log"))
            case "queue", "m":
                self._open(ConsoleView("letters"))
            case "queue", "/":
                self.filters, self.typed = True, ""
            case "game", "l":
                self._open(ConsoleView("log", self.view.of))
            case "letter", _ if key in OF_A_LETTER:
                self._ask(OF_A_LETTER[key], self.view.of)
            case "letter", "v":
                with self.desk.store.read() as books:
                    raw = books.letters_in.get(int(self.view.of)).raw.decode("ascii", "backslashreplace")
                self._open(ConsoleView("text", text=tuple(raw.splitlines())))
            case "faults", "y" | "c" | "z" | "e":
                self._fault(key)
            case "queue" | "game", _ if key in OF_A_GAME:
                name = self.view.of if self.view.kind == "game" else self._chosen_game()
                if name:
                    self._ask(OF_A_GAME[key], name)
            case _:
                self.messages = (
                    [f"{key}: no such key here; ? lists the keys"] if key.isprintable() and key.strip() else []
                )

    def _chosen_game(self) -> str:
        choices = self.view.choices(self.desk, self.only)
        return choices[min(self.chosen, len(choices) - 1)].of if choices else ""

    def _fault(self, key: str) -> None:
        found = fault_screen(self.desk).faults
        if not found:
            return
        fault = found[min(self.chosen, len(found) - 1)]
        if key == "y":
            choice = self.view.choices(self.desk)[min(self.chosen, len(found) - 1)]
            if choice.kind in ("game", "letter"):
                self._ask("retry", choice.of)
        elif key == "e":
            self.messages = [f"written: {export_fault(self.desk, fault.number, Path())}"]
        else:
            with self.desk.store.begin() as books:
                row = books.faults.get(fault.number)
                if key == "c":
                    books.faults.close(row, self.desk.clock.now())
                else:
                    snooze(self.desk, books, row, 24)
            self.messages = [f"F-{fault.number} is {'closed' if key == 'c' else 'put off for a day'}"]

    def _ask(self, name: str, first: str) -> None:
        kind = CATALOGUE.get(name)
        if kind is None:
            self.messages = [f"{name}: this desk cannot do that"]
            return
        self.form, self.typed = Form(self.desk, kind, self.by, [first]), ""

    def _type(self, key: str) -> None:
        match key:
            case "escape":
                self.form, self.filters, self.typed = None, False, ""
                self.messages = ["Nothing was done."]
            case "backspace":
                self.typed = self.typed[:-1]
            case "enter" if self.form is not None:
                self.messages = self.form.answer(self.typed)
                self.typed = ""
                if self.form.is_over:
                    self.form = None
            case "enter":
                self.only, self.filters, self.typed, self.chosen = self.typed.lower(), False, "", 0
            case _ if len(key) == 1 and key.isprintable():
                self.typed += key

    def _open(self, view: ConsoleView) -> None:
        self.stack.append(view)
        self.chosen = self.top = 0

    def _back(self) -> None:
        if len(self.stack) > 1:
            self.stack.pop()
        self.only = ""
        self.chosen = self.top = 0


EVERY = 1.0
"""Seconds between two queries of the database."""


def run_live(desk: Desk, console: Console, by: str) -> int:
    """Show the console until the GM quits; without a terminal, print the queue once."""
    state = ConsoleState(desk, by)
    if not (sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal):
        for line in state.lines(console.width, 0):
            print(plain(cut(line.text, console.width)))
        print("The live console needs a terminal; plain commands:   pbem gm --help", file=sys.stderr)
        return 0
    with _keyboard(), Live(console=console, screen=True, auto_refresh=False) as live:
        while not state.is_left:
            live.update(drawn(state, console), refresh=True)
            for key in _keys():
                state.press(key)
    return 0


def drawn(state: ConsoleState, console: Console) -> Group:
    """The screen as a rich renderable: plain ASCII, with styles if the terminal has them."""
    lines = state.lines(console.width, console.height)
    return Group(*(Text(cut(plain(one.text), console.width), style=one.style, no_wrap=True) for one in lines))


@contextmanager
def _keyboard() -> Iterator[None]:
    """Switch the terminal to single keys, and back at the end."""
    import termios
    import tty

    kept = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, kept)


ARROWS = {"[A": "up", "[B": "down", "[5": "pageup", "[6": "pagedown"}


def _keys() -> Iterator[str]:
    """The keys pressed within a second, perhaps none; then the screen is redrawn."""
    ready, _, _ = select.select([sys.stdin], [], [], EVERY)
    if not ready:
        return
    text = os.read(sys.stdin.fileno(), 256).decode("ascii", "ignore")
    if text.startswith("\x1b"):
        yield ARROWS.get(text[1:3], "escape")
        return
    for one in text:
        yield {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace"}.get(one, one)
