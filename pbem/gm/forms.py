"""Ask for an incident word by word, show its effect and confirm it: the console's form of a command line."""

import shlex
from dataclasses import dataclass, field

from pbem.desk.desk import Desk
from pbem.desk.gm.incidents.catalogue import made
from pbem.desk.gm.incidents.incident import Incident, Word
from pbem.desk.gm.incidents.perform import Shown, perform, show
from pbem.desk.gm.rulings import CannotRule
from pbem.gm.shown import effect_lines
from pbem.store.games import UnknownGame


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
