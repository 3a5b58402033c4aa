"""The absolute bar: orders put into the new words of real letters are found; put into what these quote, never.

Of some 160 letters every sixth is tried, and all of them in `make soak`.
"""

import base64
import csv
import os
import re
from collections.abc import Sequence
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from pathlib import Path

import pytest

from pbem.core.options import Options
from pbem.mail.attribution import attribution_at, header_block_at, separator_at
from pbem.mail.letter import read_letter
from pbem.mail.mime import take_apart
from pbem.mail.quotes import is_quoted
from pbem.orders.rehearsal import rehearse
from pbem.systems import registry

GAME = registry.game("rosebud")
NEW = ("Lone Bull recover", "Big Road move 3609-3709")
OLD = ("He Dog recover", "Crow King dismount")
REPLIES = frozenset(
    (
        "top-post",
        "bottom-post",
        "inline-reply",
        "gmail",
        "outlook",
        "apple",
        "html-only",
        "plain-reply",
        "format-flowed",
    )
) | {"forwarded"}
_QUOTATION = re.compile(r'<blockquote[^>]*>|<div[^>]*class="?gmail_quote"?[^>]*>', re.IGNORECASE)
_BODY = re.compile(r"<body[^>]*>", re.IGNORECASE)


def into_text(text: str, own: Sequence[str]) -> tuple[str, bool] | None:
    """A text with both sets of orders in it, and whether it quotes; None where it has no place of the player's own.

    `own` are the new lines as the letter's source states them; where it does not, new is what stands above the quotation.
    """
    lines = text.split("\n")
    said = [n for n, line in enumerate(lines) if line.strip()]
    quoted = [n for n in said if is_quoted(lines[n])]
    stated = [n for n in said if " ".join(lines[n].split()) in own]
    if not said:
        return None
    first = said[0]
    if stated:
        place, end = stated[0], stated[-1]
    elif not any(
        (
            is_quoted(lines[first]),
            attribution_at(lines, first),
            header_block_at(lines, first),
            separator_at(lines[first]),
        )
    ):
        place = end = first
    elif quoted:
        place = end = quoted[-1] + 1
    else:
        return None
    below = [n for n in said if n > end]
    inside = (quoted[len(quoted) // 2] + 1) if quoted else below[-1] + 1 if stated and below else 0
    marks = re.match(r"[>\s]*", lines[inside - 1]) if quoted else None
    new, old = [*NEW, ""], [f"{marks[0] if marks else ''}{order}" for order in OLD]
    for at, what in sorted([(place, new), *([(inside, old)] if inside else [])], reverse=True):
        lines[at:at] = what
    return "\n".join(lines), bool(inside)


def into_html(html: str) -> tuple[str, bool]:
    """The same for HTML: new orders come first in the body, old ones into the first quotation."""
    quotation, body = _QUOTATION.search(html), _BODY.search(html)
    if quotation:
        html = html[: quotation.end()] + "".join(f"<div>{order}</div>" for order in OLD) + html[quotation.end() :]
    at = body.end() if body else 0
    return html[:at] + "".join(f"<div>{order}</div>" for order in NEW) + html[at:], bool(quotation)


def with_orders(raw: bytes, kind: str, own: Sequence[str]) -> tuple[bytes, bool] | None:
    """A letter with both sets of orders, each text part written again, and whether there was a quotation for the second."""
    ours = take_apart(raw)
    if kind != "full" or not ours.headers:
        text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
        done = into_html(text) if kind == "html" else into_text(text, own)
        return (done[0].encode(), done[1]) if done else None
    message = BytesParser(policy=compat32).parsebytes(raw)
    leaves: list[Message[str, str]] = [one for one in message.walk() if not isinstance(one.get_payload(), list)]
    quotes, written = False, set[str]()
    for leaf, part in zip(leaves, ours.parts, strict=True):
        if part.is_attachment or part.is_enclosed or part.type in written | {"text/calendar"}:
            continue
        if part.type not in ("text/plain", "text/html"):
            continue
        done = into_html(part.text()) if part.type == "text/html" else into_text(part.text(), own)
        if done is None:
            continue
        for header in ("content-type", "content-transfer-encoding"):
            del leaf[header]
        leaf["Content-Type"], leaf["Content-Transfer-Encoding"] = f"{part.type}; charset=utf-8", "base64"
        leaf.set_payload(base64.encodebytes(done[0].encode("utf-8", "replace")).decode())
        quotes = quotes or done[1]
        written.add(part.type)
        if part.type == "text/plain" and not part.is_alternative:
            break
    return (message.as_bytes(), quotes) if written else None


@pytest.mark.slow
def test_orders_in_new_words_are_found_and_quoted_ones_never_carried_out(letters: Path) -> None:
    state = GAME.system.open("in-contact", Options())
    with (letters / "index.tsv").open(encoding="utf-8", newline="") as index:
        rows = [
            row for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE) if row["category"] in REPLIES
        ]
    judged = quoting = found = 0
    carried_out, silent = {}, {}
    for row in rows[:: int(os.environ.get("PBEM_INJECTED", "6"))]:
        raw = (letters / row["file"]).read_bytes()
        if read_letter(raw).kind != "words":
            continue
        stated = (
            (letters / row["expected_file"]).read_text("utf-8", errors="replace")
            if row["expects"] == "new-text"
            else ""
        )
        made = with_orders(raw, row["kind"], [" ".join(line.split()) for line in stated.split("\n") if line.strip()])
        if made is None:
            continue
        letter = read_letter(made[0])
        read = rehearse(GAME.system, GAME.dialect, state, "indian", "C", letter.words)
        orders = [text for line in read.lines for text in line.canonical]
        judged += 1
        quoting += made[1]
        found += sum(order in orders for order in NEW)
        if quoted := [order for order in orders if order in OLD]:
            carried_out[row["file"]] = quoted
        named = "\n".join([*(one.text for one in (*read.lines, *read.cut)), *(one.what for one in letter.cut)])
        if lost := [order for order in NEW if order not in orders and order not in named]:
            silent[row["file"]] = lost
    assert (judged, quoting) >= (25, 10)
    assert carried_out == {}
    assert found >= 0.99 * len(NEW) * judged
    assert silent == {}


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("*** Begin quoted text ***", True),
        ("~~~~~ Original message ~~~~~", True),
        ("=== Quoted message ===", True),
        ("+++ Forwarded mail +++", True),
        ("<<< Original message >>>", True),
        ("##### Original Message #####", True),
        ("----- Previous message -----", True),
        ("--- my orders ---", False),
        ("*** charge! ***", False),
        ("... my original message was lost ...", False),
        ("=== ORDERS for turn 3 ===", False),
    ],
)
def test_a_separator_is_told_by_its_words_whatever_marks_stand_round_it(line: str, parts: bool) -> None:
    assert separator_at(line) == parts
