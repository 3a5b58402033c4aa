"""Every decision that the book leaves to a player is answered by orders or by a kind of question that has its policy word."""

import csv
import os
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from pbem.systems.indian_wars.orders.standing_answers import ASKED, HAPPENS

ROOT = Path(__file__).parents[2]
CLAUSES = Path(os.environ.get("PBEM_SHARED", ROOT.parent / "shared")) / "rules" / "rosebud.tsv"
NO_QUESTION = ("orders", "agreed before play", "the rules")
BY_EVENT_ALONE = ("voluntary rout",)
"""Answered by ``when`` lines; there is no policy for it."""


@cache
def decided() -> dict[str, tuple[str, ...]]:
    tables = tomllib.loads((Path(__file__).parent / "decisions.toml").read_text())["decided"]
    return {one["by"]: tuple(one["clauses"]) for one in tables}


def asked_in_the_rules() -> set[str]:
    """The kinds of question that the rules put, as the code has them."""
    found: set[str] = set()
    for path in (ROOT / "pbem" / "systems" / "indian_wars").rglob("*.py"):
        text = path.read_text()
        for match in re.finditer(r"\bAsk\(\s*[^,]+,\s*(f?)\"([^\"]+)\"", text):
            found |= {"retreat hex", "rout hex"} if match[2] == "{how} hex" else {match[2]}
    return (found - {"{occasion} fire"}) | {"opportunity fire", "retreat fire"}


NO_POLICY = {
    "gun in melee": "at which attackers a gun fires is known when they attack; by default at the two strongest",
    "mule ammunition": "at most two units of a game are asked; by default they take the ammunition",
    "gun casualty": "which enemy loses the point is known when the shell has fallen; by default the weakest",
    "gun casualties": "how two attackers share a gun's points is known when they are rolled; by default evenly",
}
"""Questions of the Little Bighorn's guns, for which there is no standing order: what silence does is what serves."""


def test_every_question_of_the_rules_is_answered_by_some_policy_or_event() -> None:
    answered = {kind for kinds in (*ASKED.values(), *HAPPENS.values()) for kind in kinds}
    assert asked_in_the_rules() - answered == set(NO_POLICY)
    by_policy = {kind for kinds in ASKED.values() for kind in kinds}
    assert asked_in_the_rules() - by_policy == {*BY_EVENT_ALONE, *NO_POLICY}


def test_every_decision_of_the_book_has_its_question_or_its_order() -> None:
    assert set(decided()) - {*NO_QUESTION} - asked_in_the_rules() == set()
    clauses = [clause for found in decided().values() for clause in found]
    index = (ROOT / "pbem" / "systems" / "indian_wars" / "clauses-rosebud.toml").read_text()
    assert [one for one in clauses if f'"{one}"' not in index] == []


@pytest.mark.skipif(not CLAUSES.exists(), reason="the index of clauses lies beside the project, not in it")
def test_no_decision_of_the_index_is_left_out() -> None:
    with CLAUSES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    known = {clause for found in decided().values() for clause in found}
    assert {row["id"] for row in rows if row["decision"] not in ("none", "")} == known
