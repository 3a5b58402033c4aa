"""The state of the live console and the effect of each key, independent of any terminal."""

from dataclasses import dataclass, field
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.faults import snooze
from pbem.desk.gm.incidents.catalogue import CATALOGUE
from pbem.gm.export import export_fault
from pbem.gm.faults import fault_screen
from pbem.gm.forms import Form
from pbem.gm.plain import wrapped
from pbem.gm.screen import Line
from pbem.gm.views import HELP, QUEUE, View

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
class State:
    """The stack of views; the choice, the input, the open question and the last message."""

    desk: Desk
    by: str
    stack: list[View] = field(default_factory=lambda: [QUEUE])
    chosen: int = 0
    top: int = 0
    typed: str = ""
    only: str = ""
    filters: bool = False
    form: Form | None = None
    messages: list[str] = field(default_factory=list)
    is_left: bool = False

    @property
    def view(self) -> View:
        """The current view."""
        return self.stack[-1]

    def lines(self, width: int, height: int) -> list[Line]:
        """The whole screen: view, message, question and keys; `height` 0 means as many lines as needed."""
        body = self.view.lines(self.desk, width, self.chosen, self.only)
        foot = [Line(part) for one in self.messages[-MOST_SAID:] for part in wrapped(one, width)]
        if self.form is not None:
            foot.append(Line(f"{self.form.prompt} {self.typed}_", "bold"))
        elif self.filters:
            foot.append(Line(f"/{self.typed}_", "bold"))
        keys = [Line(one, "reverse") for one in self.view.keys(width)]
        if not height:
            return [*body, *foot, *keys]
        foot = foot[-max(height - len(keys) - 5, 1) :]
        room = max(height - len(foot) - len(keys) - 1, 3)
        self.top = max(min(self.top, len(body) - room), 0)
        seen = body[self.top : self.top + room]
        return [*seen, *[Line("")] * (room - len(seen)), *foot, *keys]

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
                self._open(View("text", text=HELP))
            case "enter":
                choices = self.view.choices(self.desk, self.only)
                if choices:
                    self._open(choices[min(self.chosen, len(choices) - 1)])
            case _:
                self._act(key)

    def _act(self, key: str) -> None:
        match self.view.kind, key:
            case "queue", "f":
                self._open(View("faults"))
            case "queue", "P":
                self._open(View("players"))
            case "queue", "l":
                self._open(View("log"))
            case "queue", "m":
                self._open(View("letters"))
            case "queue", "/":
                self.filters, self.typed = True, ""
            case "game", "l":
                self._open(View("log", self.view.of))
            case "letter", _ if key in OF_A_LETTER:
                self._ask(OF_A_LETTER[key], self.view.of)
            case "letter", "v":
                with self.desk.store.read() as books:
                    raw = books.letters_in.get(int(self.view.of)).raw.decode("ascii", "backslashreplace")
                self._open(View("text", text=tuple(raw.splitlines())))
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

    def _open(self, view: View) -> None:
        self.stack.append(view)
        self.chosen = self.top = 0

    def _back(self) -> None:
        if len(self.stack) > 1:
            self.stack.pop()
        self.only = ""
        self.chosen = self.top = 0
