"""Looser wordings made plain, words spelt out, and what a line that cannot be read should say instead."""

import re
from collections.abc import Sequence
from typing import Any

from lark import UnexpectedCharacters, UnexpectedInput

from pbem.core.order import Malformed, Problem
from pbem.systems.nezperce.battle.plan.people import KINDS
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.orders.names import folded

VERBS = (
    *("fire", "shell", "charge", "close", "skirmish", "guard", "go", "hold", "leave", "enter"),
    *("mount", "dismount", "limber", "unlimber", "surrender"),
)
_WORDS = (
    *VERBS,
    *(
        "within",
        "chance",
        "advantage",
        "clear",
        "then",
        "back",
        "hide",
        "together",
        "nearest",
        "enemy",
        "waiting",
        "lodges",
        "braves",
        "once",
        "lost",
    ),
)
_LOOSER: tuple[tuple[str, str], ...] = (
    (r"\b(?:when|once|if)\s+(?:my\s+)?killed\s+and\s+broken\s+reach\s+(\d+)", r"once lost \1"),
    (r"\bmy\s+first\s+loss\b", "lost 1"),
    (r"\b(\d{1,2})\s+(?:enem(?:y|ies)|of\s+theirs)(?:\s+units?)?\s+(?:are\s+)?lost\b", r"enemy lost \1"),
    (r"\b(\d{1,2})(?:\s+(?:of\s+mine|units?))?\s+(?:are\s+)?lost\b", r"lost \1"),
    (
        r"\b((?:skirmish|close|guard)(?:e?s)?\s+(?:any|braves|lodges|cavalry|infantry|guns|scouts))\s+(\d{1,2})\b",
        r"\1 at \2",
    ),
    (r"\bany\s+melee\s+(?:that\s+)?I\s+did\s+not\s+start\b", "attacked"),
    (r"\bgame\s+turn\s+(\d+)", r"turn \1"),
    (r"\bunder\s+cover\b", ""),
    (r"\b(?:off|from)\s+the\s+map\b", ""),
)
MEANS: tuple[tuple[str, str], ...] = (
    (r"\btheir\s+plan\b|\bhis\s+plan\b|\benemy'?s?\s+plan\b", "plan"),
    (r"\bbehind\b|\bridge\b|\bbetween\b|\bnear\b|\baround\b", "place"),
    (r"\d{4}\s*-\s*\d{4}", "range"),
    (r"\bfired\b.*\btimes\b|\bhas\s+(?:fired|moved)\b", "count"),
    (r"^\s*when\b", "when"),
)
SAYS = {
    "plan": "A plan can't test the enemy's plan.  It can test what you see: enemy within 3 of lodges, 2 enemy left, "
    "enemy lost 4.",
    "place": "A plan knows hexes and not places.  Name the hex:   all hold 1010   (then they stay there).",
    "range": "Name one hex where a unit should go:   all go 0905",
    "count": "A plan can't count shots or moves.  Conditions are: lost 3, lost third, lost half, enemy lost 3, "
    "3 enemy left, turn 5, enemy within 4 of lodges, lodges gone, Joseph in 1412, waiting none.",
    "when": "Write   if ...:   for as long as it is true, or   once ...:   from the first time it is true.",
}


def plainer(text: str) -> list[str]:
    """The lines that a text of several clauses comes to, looser wordings made plain."""
    for pattern, plain in _LOOSER:
        text = re.sub(pattern, plain, text, flags=re.I)
    parts = [re.sub(r"^(?:then|and)\s+", "", one.strip(), flags=re.I) for one in text.split(";")]
    found = [re.sub(r"\s+", " ", one) for one in parts if one]
    if len(found) > 1:  # who is to hold a hex and to fire goes there first, and fires from there
        held = re.compile(r"(?P<who>.*?\S)\s*:?\s+holds?\s+(?P<at>\d{4})", re.I)
        found = [
            f"{one['who']} go {one['at']}" if (one := held.fullmatch(part)) and _does_more(one["who"], found) else part
            for part in found
        ]
    return found or [text]


def _does_more(who: str, parts: Sequence[str]) -> bool:
    """True if another part of a line orders something to these units, or to nobody by name."""
    verb = re.compile(rf"(?:{'|'.join(VERBS)})(?:s|es)?\b", re.I)
    others = [part.lower() for part in parts if not re.match(rf"{re.escape(who)}\s*:?\s+holds?\b", part, re.I)]
    return any(
        verb.match(one) or one.startswith((who.lower(), "all ", "all:", "everybody", "everyone")) for one in others
    )


def spelt_out(text: str, battle: Battle) -> tuple[str, list[str]]:
    """The text with cut or misspelt words of plans spelt out, and what was spelt out."""
    names = {word for unit in battle.units for word in folded(unit.name).split()}
    notes = []

    def better(found: re.Match[str]) -> str:
        word = found[0].lower()
        if word in names or word in _WORDS or word in KINDS:
            return found[0]
        begun = [one for one in _WORDS if one.startswith(word)] if len(word) >= 3 else []
        near = begun or [one for one in _WORDS if len(word) >= 4 and _is_one_slip(word, one)]
        if len(near) != 1:
            return found[0]
        notes.append(f"'{found[0]}' is read as '{near[0]}'")
        return near[0]

    return re.sub(r"[A-Za-z]+", better, text), notes


def _is_one_slip(one: str, two: str) -> bool:
    """True if one letter is wrong, missing, too many, or two have changed places."""
    if abs(len(one) - len(two)) > 1 or one == two:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    rest, other = one[at:], two[at:]
    return (
        rest[1:] == other[1:]
        or rest[1:] == other
        or rest == other[1:]
        or (rest[2:] == other[2:] and rest[:2] == other[1::-1])
    )


def what_is_wrong(text: str, start: str, fault: UnexpectedInput) -> Problem:
    """Why a text cannot be read, and what to write instead."""
    for pattern, what in MEANS:
        if (found := re.search(pattern, text, re.I)) is not None:
            return Malformed("E183" if what == "plan" else "E182", SAYS[what], words=found[0].strip())
    word = _word_at(text, fault)
    if start == "units":
        return Malformed(
            "E182", f"A group is a list of units by name, with commas between them.  '{word}' does not fit.", words=word
        )
    if start == "stop":
        conditions = SAYS["count"].partition("Conditions are")[2]
        return Malformed("E182", f"'{word}' is no condition.  Conditions are{conditions}", words=word)
    if not re.search(rf"\b(?:{'|'.join(VERBS)})s?\b", text, re.I):
        text = f"A line of a plan says who does what.  Its verbs are: {', '.join(VERBS)}."
        return Malformed("E110", text, words=word)
    behind = (
        "Behind the verb may follow: at a target, within 6, at 4, chance 2, at advantage 20, together, one, in turn; "
        "behind a shot   then go 1412, then close, then back, then hide, then charge."
    )
    return Malformed("E182", f"'{word}' does not fit here.  {behind}", words=word)


def _word_at(text: str, fault: Any) -> str:
    at = fault.pos_in_stream if isinstance(fault, UnexpectedCharacters) else getattr(fault.token, "start_pos", None)
    if at is None or at >= len(text):
        at = max(len(text) - 1, 0)
    start = max(text.rfind(" ", 0, at + 1) + 1, 0)
    return re.split(r"[\s,;:]", text[start:].strip())[0] or text.strip()
