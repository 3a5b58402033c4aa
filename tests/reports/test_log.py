"""The form of the log."""

from pbem.reports.log import after, condensed, dice_list, entry
from pbem.reports.report import Die, LogEntry, LogSection, Step
from pbem.reports.wrap import glued, wrap
from tests.reports import golden


def test_a_shot_in_the_form_of_the_model() -> None:
    steps = (
        Step("strength", "4, nothing halves it", "= 4"),
        Step("column", "US line, dismounted row, column 3 (4 or more)", "-> letter D", "9.A"),
        Step("roll", "r1 2d6 = 4 + 6", "= 10"),
        Step("modifiers", "+1  density: 12 points in 3412 (11-15)", "", "9.B.2"),
        Step("", " 0  target dismounted, clear ground, no cliff", "", "9.B.1"),
        Step("result", "10 + 1 = 11 in column D (1 from 11 on)", "-> 1", "9.D"),
        Step("leader", "Crazy Horse in 3412: r2 2d6 = 3 + 6 = 9", "-> unhurt", "9.E"),
        Step("loss", "Crow King 6 -> 5; US VP +1", "", "9.D.2"),
        Step("morale", "r3 2d6 = 2 + 2 = 4, Crazy Horse +3 = 7", "-> holds", "13.A"),
        Step("ammo", "natural 10: no check", "", "14.A"),
        Step(None, "not counted: low ammo, disrupted, pinned, prone, breastworks, long range"),
        Step(None, "C/3 Cav has fired in full: no movement or change of mode in phase C", "", "4.B"),
    )
    one = LogEntry("B1", "C/3 Cav (3413 D) fires at full strength at Crow King (3412 D)", "9.A", steps=steps)
    assert "\n".join(entry(one)) + "\n" == golden.model("B1  ", "B2  ")


def test_a_melee_wraps_under_its_text_with_the_rule_on_the_last_line() -> None:
    text = "US standing order 2 (odds 11:4, worse than 3:2): G/3 Cav tries to retreat: r1 1d6 = 3 (needs 4 or more)"
    lines = entry(LogEntry("F1", "Melee at 3512", steps=(Step("reaction", text, "-> No, stays", "10.H.1"),)))
    assert "\n".join(lines[1:]) + "\n" == golden.model("    reaction", "    attack")


def test_a_head_line_with_what_came_of_it() -> None:
    one = LogEntry("A2", "L/3 Cav rallies from pinned: r3 1d6 = 3, Capt Henry +2 = 5", "13.B", "-> yes")
    assert entry(one) == ["A2  L/3 Cav rallies from pinned: r3 1d6 = 3, Capt Henry +2 = 5   -> yes 13.B"]


def test_the_rule_has_a_line_of_its_own_where_there_is_no_room() -> None:
    lines = entry(LogEntry("B1", "x " * 36 + "yz", "9.A"))
    assert all(len(line) <= 78 for line in lines)
    assert lines[-1].endswith(" 9.A")


def test_dice_are_listed_with_their_full_labels() -> None:
    dice = (
        Die(1, "2d6", (4, 6), "T03.US.B fire C/3 Cav at Crow King #1"),
        Die(5, "1d6", (2,), "T03.US.B ammunition Good Heart #1"),
    )
    assert dice_list(dice, "seed 12") == [
        "DICE   seed 12; pbem verify recomputes them",
        "  r1  2d6 4 6   T03.US.B fire C/3 Cav at Crow King #1",
        "  r5  1d6 2     T03.US.B ammunition Good Heart #1",
    ]
    assert dice_list(()) == []


def test_many_seeds_are_told_in_lines_that_a_letter_can_hold() -> None:
    """One letter may tell a whole turn of drawn markers, each with dice of its own."""
    dice = (Die(1, "2d6", (4, 6), "T03.US.B fire #1"),)
    lines = dice_list(dice, f"seeds {', '.join(map(str, range(40, 60)))}")
    assert lines[0].startswith("DICE   seeds 40, 41, ")
    assert max(map(len, lines)) <= 78
    assert " ".join(" ".join(lines[:-1]).split()).endswith("58, 59; pbem verify recomputes them")


def test_after_so_many_events_a_log_tells_what_is_new_and_the_entry_that_goes_on() -> None:
    entries = tuple(LogEntry(f"C{n}", f"move {n}", last_event=last) for n, last in ((1, 3), (2, 9), (3, 12)))
    whole = LogSection("phase C MOVEMENT", "3 moves", entries)
    assert after(whole, 0) is whole
    part = after(whole, 8)
    assert [one.number for one in part.entries] == ["C2", "C3"]
    assert part.counted == "", "three moves are not what stands below"
    assert [one.number for one in after(whole, 12).entries] == ["C3"]


def test_of_a_log_whose_events_nobody_counts_all_is_told() -> None:
    whole = LogSection("WHAT HAPPENED", entries=(LogEntry("N1", "a town falls"),))
    assert after(whole, 5) is whole


def test_a_tail_that_no_line_holds_is_parted_between_words() -> None:
    tail = "-> " + ", ".join(f"Perry Cavalry {n} falls back to 1010" for n in range(1, 6))
    lines = wrap(f"Melee in 1412   {glued(tail)}", 78, first="H1   ", rest="     ")
    assert " ".join(" ".join(lines).split()) == f"H1 Melee in 1412 {tail}"
    assert max(map(len, lines)) <= 78


def test_a_result_that_stays_below_its_die_is_not_told_in_the_head_as_well() -> None:
    steps = (
        Step("column", "Gatling, full-crew line, range 2"),
        Step("modifiers", "none", brief=""),
        Step("result", "r1 1d6 = 5", "-> all there run"),
    )
    (short,) = condensed(
        LogSection("phase B", "1 fire", (LogEntry("B1", "Gatling 1 fires at 7115", "9.A", "", steps),))
    ).entries
    assert "-> all there run" not in (short.tail, short.text)
    assert [step.tail for step in short.steps if step.tail] == ["-> all there run"]
