"""Lines that people wrote without knowing how the desk reads: none is misread, and no order is lost as chat."""

from pathlib import Path

import pytest

from tests.language.score import LINES, rows_of, score

FILES = sorted(LINES.glob("*.tsv"))
KNOWN = {
    "tuning-2": {"li054": "a question whether somebody can do something is answered as one, though it may wish for it"},
    "tuning-3": {
        "f059": "what is asked of the umpire as a favour, with a wish behind it, is read as talk",
        "f179": "first and after are read for both guns and not for the one of Whipple",
    },
    "tuning-4": {
        "h037": "a leader stays beside his company anyway: only the company is named",
        "h043": "to await its horses is read as that the horses stay",
        "h116": "an initial before a name that may be another word is no name",
    },
    "tuning-5": {
        "k007": "somebody spoken of in the past and ordered something then is read as talk",
        "k060": "two who are spoken of first and ordered something then are read as talk",
        "k097": "a number that is corrected behind a pardon takes back the whole line",
    },
    "tuning-6": {
        "p039": "the other one, of two enemies spoken of in the past, is nobody who is named",
        "p087": "to make a line of it is no word for anything, behind a story",
        "p181": "v is an attack, and J1 no name of one",
    },
    "unseen": {
        "g026": "nobody in somebody's hex is read as no unit, and behind a worry as talk",
        "g105": "knocking somebody about is no word for an attack",
        "g133": "a major's squadron is read as the companies with him, which the line may mean too",
        "g144": "HQ is kept as it was written, and not as the headquarters of somebody",
    },
    "unseen-2": {
        "h015": "a leader stays beside his company anyway: only the company is named",
    },
}
"""Lines that are misread or lost as chat, by file and id, and why.  A line that is read comes off; no other comes on."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_line_is_misread_or_lost_as_chat(path: Path) -> None:
    rows = rows_of(path)
    assert rows
    found = score(rows).of("misread", "chat accepted", "lost as chat")
    known = KNOWN.get(path.stem, {})
    assert [one for one in found if one.split()[0] not in known] == []
    assert known.keys() == {one.split()[0] for one in found}
