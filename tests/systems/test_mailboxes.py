"""What players of any registered game get by mail proves it: both checkers, every phase played again, and the letters read
again to the same chain."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.desk.record.reverify import with_replay
from pbem.desk.record.upgrade import adjudicate_again
from pbem.seal import account, pbem_verify
from pbem.seal.chain import head
from pbem.seal.verify import MailboxVerdict, verify
from pbem.systems import registry
from tests.systems.posted import Posted
from tests.systems.test_every_game import PRACTICE

LETTERS = 9
QUICK = {("rosebud", "in-contact"), ("table", "plain")}
"""Games for ``make test``; CI plays all of them."""
GAMES = {"custer": "little-big-horn", "rosebud": "in-contact"}
ENGLISH = re.compile(r"\b(which|does|hexes|fires|moves|marches|attacks|wins|needs|from|with|where)\b")
"""Words of our sentences that are in no name, order or label of a die."""

ORDER = re.compile(r"\||  \d+  ")
"""A line of the order sheet: orders are the same in every language."""

HIDES = ": this game hides facts"
"""Why a game's phases cannot be played again from one side's letters before it is over."""


def proved(posted: Posted, side: str, folder: Path) -> MailboxVerdict:
    """The verdict on a side's mailbox, every phase played again if no facts are hidden; nothing may be false or missing."""
    box = posted.mailbox(side, folder)
    verdict = with_replay(verify([box]), registry.game)
    said = [(one.record, one.text) for one in verdict.all_findings() if one.kind != "note"]
    hides = bool(said) and all(text.endswith(HIDES) for _, text in said)
    assert hides or (said, verdict.status) == ([], 0)
    status, games, _ = pbem_verify.verify([str(box)])
    assert (status, [one for one in games["posted-1"].findings if one[0] != "--"]) == (0, [])
    return verdict


@pytest.mark.parametrize(
    ("title", "scenario"),
    [one if one in QUICK else pytest.param(*one, marks=pytest.mark.slow) for one in sorted(PRACTICE)],
)
def test_both_mailboxes_of_a_game_verify_and_its_letters_give_it_again(
    tmp_path: Path, title: str, scenario: str
) -> None:
    posted = Posted.game(tmp_path, title, scenario)
    posted.play(LETTERS)
    heads: list[list[str]] = []
    hides = False
    for side in posted.addresses:
        verdict = proved(posted, side, tmp_path / side)
        branch = verdict.games[0].branches[-1]
        hides = any(one.text.endswith(HIDES) for one in verdict.all_findings())
        assert hides or branch.replay.startswith(
            f"{sum(one['type'] == 'phase.resolved' for one in branch.lineage)} record"
        )
        heads.append([head(one) for one in branch.lineage])
        assert all(line.isascii() and len(line) <= 78 for line in account.lines(verdict))
    # A side is written to at its own stops: the one who was written to last has more, and no other, records.
    *shorter, longest = sorted(heads, key=len)
    assert all(longest[: len(one)] == one for one in shorter)
    done = replay(posted.desk, "posted-1")
    assert done.is_same, (done.seq, done.expected, done.found)
    # Sealed answers are opened at the end: until then nobody plays the phases again from the records alone.
    assert hides or adjudicate_again(posted.desk, "posted-1").is_same


@pytest.mark.slow
def test_standing_orders_of_units_are_no_answers_to_questions(tmp_path: Path) -> None:
    """They have a colon, as an answer has; nothing asks for most of them in the phase in which they are filed."""
    posted = Posted.game(tmp_path, "miniatures", "creek-ford")
    for side, words in (
        ("american", "First Company when charged: hold unless by mounted\nSecond Company double: flank\npass"),
        (
            "indian",
            "all when charged: fire if figures 4 or more\nWolf when contact: halt\nBear after melee: no more\npass",
        ),
    ):
        assert posted.say("posted-1", side, f"{words}\nready", sender=posted.addresses[side]).kind == "receipt"
    posted.play(4)
    for side in posted.addresses:
        proved(posted, side, tmp_path / side)


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(GAMES))
def test_a_german_players_letters_prove_the_game_as_an_english_ones_do(tmp_path: Path, title: str) -> None:
    """What is sealed has no language: both mailboxes verify, log line by log line, and hold the same records."""
    scenario = GAMES[title]
    posted = Posted.game(tmp_path, title, scenario)
    german, english = posted.addresses
    posted.say("posted-1", german, "language de", sender=posted.addresses[german])
    posted.play(12)
    compared, heads = [], []
    for side in (german, english):
        verdict = proved(posted, side, tmp_path / side)
        branch = verdict.games[0].branches[-1]
        compared.append(int(branch.replay.split("; ")[-1].split()[0]))
        heads.append([head(one) for one in branch.lineage])
    assert min(compared) > 10
    *shorter, longest = sorted(heads, key=len)
    assert all(longest[: len(one)] == one for one in shorter)
    text = posted.last("posted-1", german, "report").text
    assert "VERLAUF   " in text
    assert "LOG   " in posted.last("posted-1", english, "report").text


@pytest.mark.slow
def test_what_a_german_player_gets_is_german(tmp_path: Path) -> None:
    """Sentences of the log, the receipts and the questions of two real games, of which few may be told in English."""
    for title in GAMES:
        folder = tmp_path / title
        folder.mkdir()
        posted = Posted.game(folder, title, GAMES[title])
        before = {side: len(posted.letters("posted-1", side)) for side in posted.addresses}
        for side, address in posted.addresses.items():
            posted.say("posted-1", side, "language de", sender=address)
        posted.play(40)
        english = [
            line
            for side in posted.addresses
            for row in posted.letters("posted-1", side)[before[side] :]
            for line in row.text.splitlines()
            if row.kind in ("report", "receipt", "question") and not ORDER.match(line) and ENGLISH.search(line)
        ]
        assert english == []


@pytest.mark.slow
def test_an_undone_phase_of_a_real_game(tmp_path: Path) -> None:
    posted = Posted.game(tmp_path, "rosebud", "in-contact")
    posted.play(6)
    resolved = [seq for seq, type_ in posted.records("posted-1") if type_ == "phase.resolved"]
    posted.clock.forward(minutes=1)
    undo(posted.desk, "posted-1", resolved[-2], "the wrong column was read")
    posted.play(5)
    for side in posted.addresses:
        verdict = proved(posted, side, tmp_path / side)
        assert [one.name for one in verdict.games[0].branches] == ["main", "main.2"]


@pytest.mark.slow
def test_one_report_a_stop_proves_a_whole_game(tmp_path: Path) -> None:
    """Each side is written to at its own stops alone, and its mailbox still holds every phase, and verifies."""
    posted = Posted.game(tmp_path, "custer", "little-big-horn")
    for _ in range(4):
        posted.play(120)
        posted.clock.forward(hours=25)
    assert posted.state("posted-1") == "over"
    heads = set()
    for side in posted.addresses:
        branch = proved(posted, side, tmp_path / side).games[0].branches[-1]
        heads.add(branch.head)
        resolved = [one["body"]["phase"] for one in branch.lineage if one["type"] == "phase.resolved"]
        assert resolved == [body["phase"] for body in bodies(posted, "phase.resolved")]
        reports = posted.letters("posted-1", side, "report")
        idle = [one for one in reports[1:-1] if "Nothing to do" in one.text]
        assert all("a question waits for you" in one.text for one in idle)
    assert len(heads) == 1


def bodies(posted: Posted, type_: str) -> list[dict[str, Any]]:
    with posted.desk.store.read() as books:
        return [
            json.loads(row.body)["body"]
            for row in books.records.since(books.games.get("posted-1"), -1)
            if row.type == type_
        ]
