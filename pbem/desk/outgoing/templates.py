"""Letters that a template of the GM's could not make: they are made again as soon as it is fixed."""

import json
from dataclasses import asdict, replace

from pbem.desk.desk import Desk
from pbem.mail.compose import reply_to, reworded
from pbem.reports import letter_style, pages
from pbem.reports.letter_style import WORDS, Broken
from pbem.reports.links import addressed
from pbem.store.database import Books
from pbem.store.tables import LetterOutRow


def let_go(desk: Desk) -> int:
    """Make the letters that are held again, and let those go that can be made now; how many."""
    with desk.store.read() as books:
        held = books.letters_out.held()
    if not held:
        return 0
    with desk.store.begin() as books:
        return sum(_make_again(desk, books, books.letters_out.get(number)) for number in held)


def _make_again(desk: Desk, books: Books, row: LetterOutRow) -> bool:
    changes, still = [], []
    for one in (Broken(**kept) for kept in json.loads(row.pages)):
        made = _again(desk, one)
        if isinstance(made, Broken):
            still.append(replace(one, file=made.file, line=made.line, why=made.why))
        else:
            changes.append((one.said, made))
    if still:
        books.letters_out.hold(row, json.dumps([asdict(one) for one in still]), str(still[0])[:200])
        return False
    raw, text = row.raw, row.text
    for before, after in changes:
        text = text.replace(before, after, 1)
        raw = reworded(raw, *(addressed(one, reply_to(row.raw)) for one in (before, after)))
    books.letters_out.let_go(row, raw, text)
    return True


def _again(desk: Desk, one: Broken) -> str | Broken:
    if one.template == WORDS:
        return one.said if letter_style.is_sound(one.language, desk.house.templates) else one
    return pages.again(one, desk.house.templates)
