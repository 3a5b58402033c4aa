"""The canvas on which maps are drawn."""

from pbem.reports.maps.hex_position import Canvas


def test_what_is_written_stands_in_its_place_and_blanks_at_a_lines_end_are_left_out() -> None:
    canvas = Canvas(["..........", "ab", ""], 10)
    canvas.write(2, "[K]")
    canvas.write(2 * canvas.width + 1, "x")
    assert canvas.lines() == ["..[K].....", "ab", " x"]


def test_a_copy_is_written_over_by_itself() -> None:
    bare = Canvas(["Ölberg"], 10)
    drawn = bare.copy()
    drawn.write(0, "[C/3 ]")
    assert (bare.lines(), drawn.lines()) == (["Ölberg"], ["[C/3 ]"])


def test_letters_beyond_ascii_stay_until_they_are_written_over() -> None:
    canvas = Canvas([""], 12)
    canvas.write(1, "Źdźbło Öl")
    assert canvas.lines() == [" Źdźbło Öl"]
    canvas.write(4, "###")
    assert canvas.lines() == [" Źdź### Öl"]
