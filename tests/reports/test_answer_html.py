"""Receipts and error replies as HTML: what stands on lines of its own in the text does so here too, and wrapped text flows."""

import re
from html import unescape

from pbem.reports.answer_html import answer_html

RECEIPT = """\
Your orders for IN set-up are on file (submission 1, 26 Nov 10:40 UTC).
Still for you to decide:
  not set up: Iron Hawk, Black Moon, Rain in the Face, Crow King, Four Horns,
       Turning Bear: each goes to its first legal hex in hex order (21)
  you have not said which of the fords 5413 and 5316 are real: only 5413 will
       be (21.1.I)

  2  in C: Lone Bull recover                                      2 of 8 MP
     in C: Lone Bull move 3511-3512-3412
       filed for phase C of this player turn; looked at again when it comes
       (W308)
       not legal as things stand: 3512 holds G/3 Cav: you can't enter an enemy
       hex (7.C).  Lone Bull stands next to it already; to attack write   in
       F: Lone Bull melee 3512   (10.A) (W308)

To take them back   | withdraw      to change one: answer with that line
Digest of this submission, in the chain as record 2:
  73075e73719379c35c0457eb4d7ec722bc34facd6920e3ca9d7267a845e861ad
Its salt, for you alone until the phase is over:
  b1e8739b0ab6fa2832604a703e72aa65b8baca1b4193a951b4cd0d80fa82eb57
"""
REFUSED = """\
1 of your 1 orders for T3 IN Rally could not be accepted.

REFUSED ----------------------------------------------------------------------
line 1  Lone Bull recoverr
                  ^^^^^^^^
E150  'recover' belongs to phase C (movement); this is phase A (rally) (4).
      Write   in C: Lone Bull recover

HOW TO FIX IT ----------------------------------------------------------------
  Answer THIS mail with just the two corrected lines; they take the places of
  lines 1 and 2.  A letter that begins with   replace   is a whole new list.
  Words and forms: | help orders        try without risk: | preview
"""


def lines_of(text: str, *known: str) -> list[str]:
    """What is read on each line of the page."""
    page = answer_html("game-1", "[game-1] Orders received", text, known)
    body = re.sub(r"<br>|</(?:p|pre|h1|h2|div)>", "\n", page.partition("<h1")[2].partition(">")[2])
    return [" ".join(unescape(one).split()) for one in re.sub(r"<[^>]*>", "", body).split("\n") if one.strip()]


def test_each_order_remark_and_digest_has_a_line_of_its_own() -> None:
    found = lines_of(RECEIPT, "in C: Lone Bull recover", "in C: Lone Bull move 3511-3512-3412")
    assert "2 in C: Lone Bull recover; 2 of 8 MP" in found
    assert "in C: Lone Bull move 3511-3512-3412" in found
    assert "filed for phase C of this player turn; looked at again when it comes (W308)" in found
    assert [one for one in found if one.endswith("to attack write in F: Lone Bull melee 3512 (10.A) (W308)")]
    assert "To take them back: withdraw; to change one: answer with that line" in found
    assert "Its salt, for you alone until the phase is over:" in found
    assert "73075e73719379c35c0457eb4d7ec722bc34facd6920e3ca9d7267a845e861ad" in found


def test_what_is_still_to_be_decided_is_a_list() -> None:
    found = lines_of(RECEIPT)
    assert found[1].endswith("Still for you to decide:")
    assert found[2].startswith("not set up: Iron Hawk")
    assert found[2].endswith("each goes to its first legal hex in hex order (21)")
    assert found[3] == "you have not said which of the fords 5413 and 5316 are real: only 5413 will be (21.1.I)"


def test_sentences_flow_and_what_to_write_stands_alone() -> None:
    found = lines_of(REFUSED)
    assert "Write: in C: Lone Bull recover" in found
    fix = found[found.index("How to fix it") + 1]
    assert "they take the places of lines 1 and 2. A letter that begins with replace is a whole new list." in fix
    assert "Words and forms: help orders; try without risk: preview" in found


def test_what_was_refused_is_dark_in_dark_mode() -> None:
    page = answer_html("game-1", "[game-1] 1 of 1 orders refused", REFUSED, ())
    assert '<pre class="t"' in page
    assert re.search(r"\.k \.t\{color:#ece7da!important;background-color:#1d1b17!important\}", page) is not None
