"""Other places for orders, if the player's own words hold none: one attached text file, or the subject line."""

import re
from dataclasses import dataclass

from pbem.mail.letter import Letter
from pbem.reports.letter_style import translate
from pbem.store.database import Books
from pbem.store.tables import LetterInRow

LONGEST_SUBJECT = 300
_REPLY = re.compile(
    r"\A\s*(?:(?:re|aw|antw|sv|vs|rif|odp|ynt|rv|tr|wg|fwd?|i)(?:\s?\[\d+\])?\s?[:\uff1a]\s*|\[[^\]]{1,60}\]\s*|orders?\s?:\s*)+",
    re.IGNORECASE,
)
"""Prefixes of a subject from mail programs and from us."""


@dataclass(frozen=True)
class Elsewhere:
    """A place outside the body: what it is called in an answer, and its words."""

    name: str
    words: str
    is_file: bool = False


def places(books: Books, row: LetterInRow, letter: Letter) -> tuple[Elsewhere, ...]:
    """The places of a letter, the likelier first.

    A subject that went to and fro before is the thread's, not this letter's.
    """
    found = []
    if len(letter.attachments) == 1:
        found.append(
            Elsewhere(
                translate("the attached file {name}", name=letter.attachments[0].name or "").rstrip(),
                letter.attachments[0].text,
                is_file=True,
            )
        )
    subject = bare_subject(letter.subject)
    if subject:
        known = {bare_subject(one) for one in books.letters_out.subjects_to(row.game, row.side)}
        known |= {bare_subject(one) for one in books.letters_in.subjects_from(row.game, row.side)}
        if subject not in known:
            found.append(Elsewhere(translate("the subject line"), subject))
    return tuple(found)


def bare_subject(subject: str) -> str:
    """A subject without ``Re:`` and its like, and without the game in brackets."""
    return _REPLY.sub("", subject[:LONGEST_SUBJECT], count=1).strip()
