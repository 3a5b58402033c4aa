"""What the dry run says of a game: the same, taken over with an upgrade, different, or not decided."""

from pbem.desk.record.readjudication import Difference, Readjudicated
from pbem.desk.record.upgrade import AdjudicatedAgain

OLD, NEW = ("1.0", "a" * 64), ("1.1", "b" * 64)
WHAT = Difference(7, "T03.US.B", "another event", expected="a hit", found="a miss")


def told(done: Readjudicated, recorded: tuple[str, str] = NEW) -> AdjudicatedAgain:
    return AdjudicatedAgain("rosebud-7", done, recorded, NEW)


def test_a_game_that_comes_out_the_same_is_one_line() -> None:
    same = told(Readjudicated(adjudications=5, states=4, last=9))
    assert same.is_same
    assert same.lines == ["rosebud-7: records 0-9, 5 of play, 4 states: the same"]


def test_another_program_is_named() -> None:
    lines = told(Readjudicated(), OLD).lines
    assert len(lines) > 1
    assert lines[1].startswith("   its chain is of pbem 1.0")
    assert "installed is 1.1" in lines[1] + lines[2] * (len(lines) > 2)


def test_what_is_not_decided_is_said() -> None:
    undecided = told(Readjudicated(undecided="its rules are missing"))
    assert not undecided.is_same
    assert undecided.lines[1:] == ["   ?? its rules are missing"]
    assert undecided.lines[0].endswith("see below")


def test_a_difference_is_told_with_what_was_expected_and_found() -> None:
    differs = told(Readjudicated(difference=WHAT))
    assert not differs.is_same
    assert differs.lines[1:] == [
        "   !! record 7, T03.US.B: another event",
        "      expected a hit",
        "      found a miss",
    ]


def test_what_was_played_before_the_last_upgrade_stands_and_what_came_later_would_change() -> None:
    before, after = Difference(3, "T01.US.B", "a die"), Difference(8, "T04.US.B", "another die")
    done = Readjudicated(since=5, stood=[before, Difference(5, "", "the upgrade"), after])
    lines = told(done).lines
    assert lines[1] == "   -- record 3, T01.US.B: a die; it was played before the last upgrade, and"
    assert lines[3:] == ["   !! record 8, T04.US.B: another die"]
    assert done.would_change == after
    assert told(Readjudicated(since=5, stood=[before])).is_same
