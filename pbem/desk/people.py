"""People in writing: addresses, ``P. Brandt <gm@club.example>``, and words for a game's players, ``both`` or ``all``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.sanitize import visible_line
from pbem.desk.play.terms import terms_of
from pbem.reports.letter_style import translate
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow

ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")


def person(text: str) -> tuple[str, str]:
    """The name and the address of ``P. Brandt <gm@club.example>``; the name is "" for an address alone."""
    # A console without UTF-8 hands over the bytes of a name in surrogates.
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    name, bracket, rest = text.partition("<")
    if bracket:
        return name.strip().strip('"'), rest.strip().removesuffix(">").strip()
    return "", text.strip()


_FORM_BEHIND = re.compile(r"([^@]*@[^@\s:=,(]+)\s*(?:[:=,(]\s*|\s)\s*(?:reports?\s+)?([a-z]+)\s*\)?\s*", re.I)


def person_and_form(text: str) -> tuple[str, str, str]:
    """The name, the address and the form of reports of ``Olga <olga@mail.example>:png``; the form is "" where none stands."""
    found = _FORM_BEHIND.fullmatch(text)
    return (*person(found[1]), found[2].lower()) if found is not None else (*person(text), "")


LONGEST_NAME, LONGEST_ADDRESS = 60, 254
"""Characters: a name stands in subjects and columns; RFC 5321 has no room for more of an address."""


def wrong_name(name: str) -> str:
    """The right form of a person's name, "" if it can stand in letters and headers."""
    if len(name) > LONGEST_NAME:
        return f"a name of at most {LONGEST_NAME} characters"
    if visible_line(name) != name.replace("\xa0", " ") or "\ufffd" in name:
        return "a name without line breaks and control characters"
    return ""


def wrong_address(address: str) -> str:
    """The right form of an address, "" if mail can be sent to it."""
    if len(address) <= LONGEST_ADDRESS and ADDRESS.fullmatch(address) and visible_line(address) == address:
        return ""
    return "an address such as kate@mail.example"


def shown_in_fault(text: str) -> str:
    """The text as found, quoted for an error message; only its beginning if it is long."""
    return repr(text) if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]!r}... ({len(text)} characters)"


# Words for a game's players: with two it is ``both`` and ``opponent``, with more ``all`` and ``opponents``.


@dataclass(frozen=True)
class PlayerPhrases:
    """Words that depend on the number of players."""

    count: int

    @property
    def is_pair(self) -> bool:
        """True if there are two."""
        return self.count == 2

    @property
    def both(self) -> str:
        """``both``, ``all``."""
        return "both" if self.is_pair else "all"

    @property
    def opponent(self) -> str:
        """``opponent``, ``opponents``: the others, from a player's point of view."""
        return "opponent" if self.is_pair else "opponents"

    def of(self, one: str, several: str) -> str:
        """`one` in a game of two players, `several` in a larger one."""
        return one if self.is_pair else several


def phrases_for(books: Books, game: GameRow) -> PlayerPhrases:
    """The words for the players of this game."""
    return PlayerPhrases(len(books.players.of(game)))


def game_waits(game: GameRow, *, is_question: bool = False) -> str:
    """The effect of silence where the campaign's terms let the game wait, "" where standing orders or defaults act."""
    match terms_of(game).on_silence(is_question=is_question):
        case "wait":
            return translate("the game waits for you")
        case "gm":
            return translate("the game waits, and the GM decides how it goes on")
        case _:
            return ""


def named(players: Sequence[PlayerRow]) -> str:
    """``Kate Hale``, ``Kate Hale and Bob Lee``, ``Kate Hale, Bob Lee and Ann Roe``."""
    names = [one.name for one in players]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
