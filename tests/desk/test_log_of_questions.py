"""A player who is asked again in a phase reads what is new; no letter of a long phase tells the whole of it once more."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from sqlmodel import col, select

from bench.desk import Club
from pbem.store.tables import LetterOutRow

SINCE = "Below is what happened since our last question"
SO_FAR = "Below is what has happened in this phase"
ENTRY = re.compile(r"^([A-F]\d+) ", re.MULTILINE)


def questions(club: Club, phase: str) -> list[str]:
    """The texts of the questions that were put in a phase, in their sequence."""
    with club.desk.store.read() as books:
        query = select(LetterOutRow).where(col(LetterOutRow.game) == club.name, col(LetterOutRow.kind) == "question")
        rows = books.games._session.exec(query.order_by(col(LetterOutRow.id))).all()
        return [row.text for row in rows if f"/question/{phase}." in row.key]


def asked_often(club: Club) -> list[str]:
    """The questions of the first phase in which somebody is asked four times."""
    while True:
        raw = club.letter()
        phase = club.phase[1]
        club.deliver([raw])
        found = questions(club, phase)
        if len(found) >= 4:
            return found


@pytest.mark.slow
def test_a_question_tells_what_came_after_the_one_before(tmp_path: Path) -> None:
    club = Club(tmp_path)
    first, *later = asked_often(club)
    assert SO_FAR in first
    assert SINCE not in first
    assert all(SINCE in one and SO_FAR not in one for one in later)
    told = [[int(number[1:]) for number in ENTRY.findall(one)] for one in (first, *later)]
    for before, after in pairwise(told):
        assert after, "something is to be read in any case"
        assert after[0] in (before[-1], before[-1] + 1), "the entry that goes on, or the next; none is left out"
        assert after == list(range(after[0], after[-1] + 1))
    club.desk.store.close()
