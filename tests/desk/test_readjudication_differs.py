"""What a second adjudication says of records that somebody has changed: where, what, and what it found instead."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from pbem.core.options import Options
from pbem.desk.record import chain
from pbem.desk.record.readjudication import Readjudicated, readjudicate
from pbem.seal.carried_out import WITHHELD
from tests.desk.table import SkirmishTitle, Table

GAME = "meadow-1"
TITLE = SkirmishTitle()
Records = list[dict[str, Any]]


@pytest.fixture
def records(table: Table) -> Records:
    """Red fires, Blue One ducks and stands; Red marches; Blue passes."""
    table.open(GAME)
    table.say(GAME, "red", "Red One fire at Blue One\nRed Two fire at Blue One\nready")
    for words in ("2", "1"):
        table.say(GAME, "blue", words)
    table.say(GAME, "red", "Red One march 2\nready")
    table.say(GAME, "blue", "pass")
    with table.desk.store.read() as books:
        return chain.records_since(books, books.games.get(GAME), -1)


def played(records: Records) -> Records:
    """The records of play: three of the fire, by its questions, then the march, then Blue's fire."""
    return [one for one in records if one["type"] == "phase.resolved"]


def again(records: Records, change: Callable[[Records], object], **more: Any) -> Readjudicated:
    copied = copy.deepcopy(records)
    change(copied)
    return readjudicate(TITLE, copied, **more)


def said(done: Readjudicated) -> str:
    found = done.difference
    if found is None:
        return f"undecided: {done.undecided}" if done.undecided else "the same"
    place = f"{found.phase}: {found.what} ({found.clause or 'no clause'}; {found.line or 'no line'})"
    return f"{place}; expected {found.expected[:24] or '-'}, found {found.found[:24] or '-'}"


def test_what_nobody_changed_comes_out_the_same(records: Records) -> None:
    done = again(records, lambda _: None)
    plays = [one["seq"] for one in played(records)]
    assert len(plays) == 5
    assert (said(done), done.adjudications, done.states, done.sealed_states) == ("the same", 5, 6, 0)
    assert [part.seq for part in done.parts] == plays
    assert [part.before.next for part in done.parts] == [0, 0, 0, 1, 2]
    assert (done.last, done.since, len(done.engines), done.stood) == (records[-1]["seq"], 0, 1, [])


def drop(n: int, *path: Any) -> Callable[[Records], object]:
    """Take something out of the nth record of play."""

    def change(records: Records) -> None:
        found: Any = played(records)[n]["body"]
        for step in path[:-1]:
            found = found[step]
        del found[path[-1]]

    return change


def put(n: int, value: Any, *path: Any) -> Callable[[Records], object]:
    """Put something else into the nth record of play."""

    def change(records: Records) -> None:
        found: Any = played(records)[n]["body"]
        for step in path[:-1]:
            found = found[step]
        found[path[-1]] = value

    return change


def more(n: int, what: str, of: int) -> Callable[[Records], object]:
    """Add the last event or answer of another record of play."""
    return lambda records: played(records)[n]["body"][what].append(copy.deepcopy(played(records)[of]["body"][what][-1]))


CHANGES: dict[str, tuple[Callable[[Records], object], str]] = {
    "a hit that was none": (
        put(1, 9, "events", 1, "roll", "faces", 0),
        "T01.RED.A: an event is different (1.1; Red One fire at Blue One); "
        'expected SkirmishShot {"roll":{"c, found SkirmishShot {"roll":{"c',
    ),
    "an event left out": (
        drop(1, "events", 1),
        "T01.RED.A: an event is different (1.1; Red One fire at Blue One); "
        'expected {"type":"ActEnded"}, found {"hit":false,"roll":{"cl',
    ),
    "the last event left out": (
        drop(4, "events", -1),
        'T01.BLU.A: an event too many (no clause; no line); expected nothing, found {"phase":"T01.BLU.A","ty',
    ),
    "an event too many": (
        more(4, "events", 3),
        'T01.BLU.A: an event is missing (no clause; no line); expected {"phase":"T01.RED.B","ty, found nothing',
    ),
    "other dice": (
        put(1, [6], "rolls", 0, 1),
        "T01.RED.A: a roll is different (no clause; no line); "
        "expected ['T01.RED.A fire Red One, found ['T01.RED.A fire Red One",
    ),
    "another roll": (
        put(1, "nothing", "rolls", 0, 0),
        "T01.RED.A: a roll is different (no clause; no line); "
        "expected ['nothing', [1]], found ['T01.RED.A fire Red One",
    ),
    "other orders": (
        put(3, ["Red One march 3"], "orders", "RED"),
        "T01.RED.B: the orders of RED that it tells are not those that were played (no clause; no line); "
        "expected Red One march 3, found Red One march 2",
    ),
    "orders left out": (
        drop(3, "orders"),
        "T01.RED.B: the orders of RED that it tells are not those that were played (no clause; no line); "
        "expected -, found Red One march 2",
    ),
    "orders of somebody else": (
        put(3, ["Blue One march 1"], "orders", "BLU"),
        "T01.RED.B: the orders of BLU that it tells are not those that were played (no clause; no line); "
        "expected Blue One march 1, found -",
    ),
    "orders withheld": (put(3, [WITHHELD], "orders", "RED"), "the same"),
    "an answer left out": (
        drop(1, "answers", 0),
        "T01.RED.A: an event is missing (1.2; Red One fire at Blue One); "
        'expected {"choice":"duck","clause, found nothing',
    ),
    "an answer too many": (
        more(4, "answers", 3),
        "T01.BLU.A: a question is not put any more (no clause; no line); expected red orders B, found nothing",
    ),
    "an answer to something else": (
        put(1, "blue cover Blue Two", "answers", 0, "key"),
        "T01.RED.A: another question is put (1.2; no line); expected blue cover Blue Two, found blue cover Blue One",
    ),
    "another answer": (
        put(1, "stand", "answers", 0, "answer", "choice"),
        "T01.RED.A: an event is different (1.2; Red One fire at Blue One); "
        'expected Decided {"choice":"duck", found Decided {"choice":"stand',
    ),
    "another position": (
        put(3, "0" * 64, "state"),
        "T01.RED.B: the position is different, though every event is the same (no clause; no line); "
        "expected 000000000000000000000000, found 005818d287903171b834aade",
    ),
    "another phase": (
        put(3, "T01.RED.C", "phase"),
        "T01.RED.C: another phase comes next (no clause; no line); expected T01.RED.C, found T01.RED.B",
    ),
    "answers not told": (
        drop(3, "answers"),
        "undecided: record 8 was written by a pbem that did not record the answers of a phase",
    ),
    "answers sealed": (
        lambda records: (drop(3, "answers")(records), put(3, "00", "sealed")(records)),
        "undecided: record 8 seals the answers of its phase: this game hides facts",
    ),
    "another seed": (
        put(1, "00" * 32, "seed"),
        "T01.RED.A: an event is different (1.1; Red One fire at Blue One); "
        'expected SkirmishShot {"roll":{"c, found SkirmishShot {"roll":{"c',
    ),
    "an order that cannot be": (
        put(3, 9, "answers", 0, "answer", "orders", 0, "by"),
        "T01.RED.B: an event is different (no clause; Red One march 9); "
        'expected ActBegan {"text":"Red On, found ActBegan {"text":"Red On',
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_told(records: Records, what: str) -> None:
    change, told = CHANGES[what]
    assert said(again(records, change)) == told


def test_the_record_that_differs_is_named_and_those_before_it_count(records: Records) -> None:
    done = again(records, CHANGES["other orders"][0])
    assert done.difference is not None
    assert done.difference.seq == played(records)[3]["seq"]
    assert (done.adjudications, done.states, done.last) == (3, 4, done.difference.seq - 1)


@pytest.mark.parametrize(
    ("kind", "key", "what"),
    [("genesis", "state", "opening"), ("gm.ruling", "after", "ruling"), ("branch.open", "state", "branch")],
)
def test_the_position_at_the_opening_after_a_ruling_and_on_a_branch_is_compared(
    records: Records, kind: str, key: str, what: str
) -> None:
    system = TITLE.system
    last = readjudicate(TITLE, records).parts[-1]
    state = system.thaw(last.before)
    for event in last.events:
        system.apply(state, event)
    bodies: dict[str, Any] = {"gm.ruling": {"patch": []}, "branch.open": {}}
    more = [] if kind == "genesis" else [{**records[-1], "seq": 99, "type": kind, "body": bodies[kind] | {key: "00"}}]
    copied = copy.deepcopy([*records, *more])
    if kind == "genesis":
        copied[0]["body"][key] = "00"
    done = readjudicate(TITLE, copied)
    assert done.difference is not None
    assert (done.difference.phase, done.difference.expected) == (what, "00")
    assert done.difference.what == "the position is different, though every event is the same"


# ------------------------------------------------------------------------------------- what another program has played

OTHER, HERE = ("0.1", "aa"), ("0.2", "bb")


def by_another(
    records: Records, change: Callable[[Records], object], upgrade: int | None = None, **more: Any
) -> Readjudicated:
    """Judged by `HERE` where `OTHER` wrote the records, up to an upgrade before the nth record of play."""

    def changed(copied: Records) -> None:
        copied[0]["body"] |= {"engine": OTHER[0], "rules": OTHER[1]}
        change(copied)
        if upgrade is not None:
            place = copied.index(played(copied)[upgrade])
            made = {**copied[place], "type": "engine.change", "body": {"engine": HERE[0], "rules": HERE[1]}}
            copied.insert(place, made)

    return again(records, changed, installed=HERE, **more)


def test_what_another_program_played_differently_stands_by_its_events(records: Records) -> None:
    """The orders that a record tells are no part of its events: the position comes out as it says."""
    done = by_another(records, CHANGES["other orders"][0])
    assert (said(done), len(done.stood), done.adjudications) == ("the same", 1, 4)
    assert done.stood[0].seq == played(records)[3]["seq"]
    assert done.would_change == done.stood[0]
    assert done.engines == [OTHER]
    assert [part.seq for part in done.parts] == [one["seq"] for one in played(records)]


def test_a_phase_that_could_not_be_begun_is_taken_from_its_events_to_its_end(records: Records) -> None:
    done = by_another(records, CHANGES["other dice"][0])
    assert said(done) == "the same"
    assert [one.seq for one in done.stood] == [played(records)[1]["seq"]]
    assert done.adjudications == 3
    assert [part.before.next for part in done.parts] == [0, 0, 0, 1, 2]
    assert len(done.parts[2].events) > len(done.parts[1].events)


def test_events_that_do_not_lead_to_the_position_do_not_stand(records: Records) -> None:
    done = by_another(records, CHANGES["another position"][0])
    assert said(done).startswith("T01.RED.B: the position is different")
    assert done.stood == []


def test_what_was_told_before_an_upgrade_is_not_told_again(records: Records) -> None:
    done = by_another(records, CHANGES["other orders"][0], upgrade=4)
    assert done.engines == [OTHER, HERE]
    assert done.since == played(records)[4]["seq"] > done.stood[0].seq
    assert done.would_change is None
    own = by_another(records, CHANGES["other orders"][0], upgrade=3)
    assert said(own).startswith("T01.RED.B: the orders of RED that it tells")
    assert own.stood == []
    assert own.would_change == own.difference


def test_an_opening_that_was_corrected_since_stands_where_the_position_is_kept_and_is_the_one_recorded(
    records: Records,
) -> None:
    """No event tells of it: genesis has its digest alone, and a desk has the position."""
    system = TITLE.system
    kept, corrected = (system.to_json(system.open(one, Options())) for one in ("meadow", "bog"))

    def change(copied: Records) -> None:
        copied[0]["body"]["scenario"] = "bog"  # opens otherwise than the position in which these records were played

    done = by_another(records, change, opening=kept)
    assert (said(done), [one.seq for one in done.stood], done.adjudications) == ("the same", [0], 5)
    assert done.would_change is not None, "nobody has taken it over yet"
    assert by_another(records, change, upgrade=4, opening=kept).would_change is None
    for opening in (None, corrected, {"a": "b"}):
        assert "the position is different" in said(by_another(records, change, upgrade=4, opening=opening))
