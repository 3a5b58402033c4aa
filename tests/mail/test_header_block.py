"""The headers of the letter that is answered, as programs write them above a quotation."""

import pytest

from pbem.mail.attribution import attribution_at, header_block_at

SENDER, DATE, TO, SUBJECT = "From: Kate", "Date: 3 March 2026", "To: desk@club.example", "Subject: orders"


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ([SENDER, DATE, TO, SUBJECT, "", "Dear Mo"], 4),
        ([SENDER, SUBJECT], 2),
        ([SENDER, DATE], 2),
        ([DATE, SENDER], 2),
        ([SUBJECT, SENDER, TO, "text"], 3),
        (["*From:* Kate", "*Date:* 3 March 2026"], 2),
        ([SENDER, "", DATE, "", SUBJECT], 5),
        ([SENDER, "", "", DATE], 4),
        ([SENDER, TO], 0),
        ([SENDER], 0),
        ([TO, SENDER, DATE], 3),
        (["A/3 move N", SENDER, DATE], 0),
        ([DATE, SUBJECT], 0),
        (["Message du 03/03/2026", SENDER], 2),
        ([SENDER, "  kate@mail.example", "  and others", DATE], 4),
        ([SENDER, "one", "two", "three", DATE], 0),
        ([SENDER, "", "a word", DATE], 0),
        ([SENDER, SUBJECT, "", DATE], 4),
        ([SENDER, *(["To: x"] * 9), DATE], 11),
        ([SENDER, *(["To: x"] * 10), DATE], 12),
        ([SENDER, *(["To: x"] * 11), DATE], 13),
    ],
)
def test_a_block_has_a_sender_and_a_date_or_a_subject(lines: list[str], count: int) -> None:
    assert header_block_at(lines, 0) == count
    assert header_block_at(["words above", *lines], 1) == count


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("On Thu, 12 Mar 2026 at 18:00, Kate <kate@mail.example> wrote:", True),
        ("Kate <kate@mail.example> wrote:", True),
        ("On 12 Mar 2026 Kate wrote:", True),
        ("At 18:00 Kate wrote:", True),
        ("12 Mar 2026 18:00 kate@mail.example:", True),
        ("12 Mar 2026 kate@mail.example:", False),
        ("18:00 kate@mail.example:", False),
        ("Kate wrote:", False),
        ("Kate wrote", False),
        ("kate@mail.example wrote", False),
        ("At 18:00 Kate wrote", False),
        ("On 3 March 2026 Kate wrote", False),
        ("", False),
    ],
)
def test_a_line_that_says_who_wrote_also_says_when_or_from_where(line: str, is_one: bool) -> None:
    """With a word for writing one of address, time and year is enough; without one it takes all three."""
    assert attribution_at([line], 0) == int(is_one)
