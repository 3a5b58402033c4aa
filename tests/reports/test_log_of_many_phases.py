"""The log of a report that tells several phases, of both player turns: headings, quiet phases, moves in one line."""

from dataclasses import replace

from pbem.desk.record.reverify import unfolded
from pbem.reports.log import folded, in_short, sections
from pbem.reports.report import LogEntry, LogSection
from pbem.systems.custer.telling.log import Going


def phase(letter: str, turn: str, counted: str = "") -> LogSection:
    entry = LogEntry(f"{letter}1", "nobody fires", "9.A")
    return LogSection(f"phase {letter} NAME (rule 9)", counted, (entry,), letter=letter, player_turn=turn)


def heads(*logs: LogSection) -> list[str]:
    return [some[0].rstrip("-").rstrip() for some in sections(logs)]


def test_phases_on_end_in_which_nothing_happened_share_a_heading() -> None:
    (shared,) = sections([phase("D", "US turn 2"), phase("E", "US turn 2"), phase("F", "US turn 2")])
    assert shared[0].startswith("LOG   phases D, E and F ---")
    assert [line[:16] for line in shared[1:]] == ["D1  nobody fires", "E1  nobody fires", "F1  nobody fires"]


def test_a_quiet_phase_between_others_keeps_its_heading() -> None:
    found = heads(phase("A", "US turn 2", "1 roll"), phase("B", "US turn 2"), phase("C", "US turn 2", "3 moves"))
    assert found == [
        "LOG   phase A NAME (rule 9)   1 roll",
        "LOG   phase B NAME (rule 9)",
        "LOG   phase C NAME (rule 9)   3 moves",
    ]


def test_of_several_player_turns_each_heading_says_whose_it_is() -> None:
    found = heads(phase("D", "Indian turn 2", "1 fire"), phase("E", "Indian turn 2"), phase("A", "US turn 2"))
    assert found == [
        "LOG   Indian turn 2, phase D NAME (rule 9)   1 fire",
        "LOG   Indian turn 2, phase E NAME (rule 9)",
        "LOG   US turn 2, phase A NAME (rule 9)",
    ]


def test_the_moves_of_several_phases_are_told_in_one_line() -> None:
    said = ["7 moves; the log has each path.", "Custer is drawn (US).", "1 move; the log has each path."]
    assert in_short(said) == ("Custer is drawn (US).", "8 moves; the log has each path.")
    assert in_short(said[2:]) == ("1 move; the log has each path.",)


def test_scouts_march_and_a_company_marches() -> None:
    assert Going(("Ree Scouts",), ("1617", "1517"), 2).text == "Ree Scouts march 1617-1517: 2 MP"
    assert Going(("Co. A",), ("1617", "1517"), 2).text == "Co. A marches 1617-1517: 2 MP"


def test_phases_in_which_nothing_happened_are_a_line() -> None:
    empty = [replace(phase(letter, "US turn 2"), is_empty=True) for letter in "EF"]
    assert heads(*empty, phase("A", "US turn 3")) == [
        "LOG   US turn 2, phases E and F: nothing happened",
        "LOG   US turn 3, phase A NAME (rule 9)",
    ]
    assert [len(some) for some in sections(empty)] == [1]


def marched() -> LogSection:
    moves = [("Crow King", "6917-6916-6915"), ("He Dog", "6515-6615"), ("Red Bear", "6817")]
    entries = [
        LogEntry(f"C{n}", f"{who} moves {way}: 2 MP", "7.B", folded=f"{who} {way[:4]}-{way[-4:]}")
        for n, (who, way) in enumerate(moves, 1)
    ]
    entries.insert(2, LogEntry("C9", "Old Bear mounts: 1 MP", "8.D"))
    return LogSection("phase C MOVEMENT (rule 7)", "3 moves", tuple(entries), letter="C", side="IN")


def test_moves_of_the_other_side_on_end_are_folded_and_ones_own_are_not() -> None:
    (lines,) = sections([folded(marched(), "US")])
    assert [" ".join(line.split()) for line in lines[1:] if line] == [
        "C1 to C2: Crow King 6917-6915; He Dog 6515-6615",
        "C9 Old Bear mounts: 1 MP 8.D",
        "C3 Red Bear moves 6817: 2 MP 7.B",
    ]
    assert folded(marched(), "IN") == marched()


def test_what_was_folded_is_compared_move_by_move_in_a_replay() -> None:
    assert unfolded("to C2: Crow King 6917-6915; He Dog 6515-6615") == ["Crow King 6917-6915", "He Dog 6515-6615"]
    assert unfolded("to C55: 20 moves behind the lines") == []
    assert unfolded("Old Bear mounts: 1 MP") == ["Old Bear mounts: 1 MP"]


def test_an_empty_set_up_beside_a_told_one_has_no_heading_of_its_own() -> None:
    own = LogSection("phase S SET-UP", "", (LogEntry("S1", "A sets up"), LogEntry("S2", "B sets up")), letter="S")
    none = LogSection("phase S SET-UP", "", (LogEntry("", "nothing happened"),), letter="S", is_empty=True)
    told = "\n".join(line for some in sections((own, none)) for line in some)
    assert "phase S SET-UP" in told
    assert "phase S: nothing happened" not in told
    assert "phase S: nothing happened" in "\n".join(line for some in sections((none,)) for line in some)
