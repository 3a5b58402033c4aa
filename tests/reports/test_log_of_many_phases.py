"""The log of a report that tells several phases, of both player turns: headings, quiet phases, moves in one line."""

from pbem.reports.log import in_short, sections
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
