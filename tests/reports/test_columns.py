"""Tables that were drawn with spaces are taken apart into cells; prose is left alone."""

from pbem.reports.columns import cells_of

UNITS = (
    "  Howard                 0709  8/12 MP  search 3  3 of 3  no supply",
    "  Walla Walla Volunteers 0309  8/12 MP  search 3  2 of 2  supplied",
)


def test_columns_are_found_though_the_longest_name_has_one_space_behind_it() -> None:
    assert cells_of(UNITS) == (
        ("Howard", "0709", "8/12 MP", "search 3", "3 of 3", "no supply"),
        ("Walla Walla Volunteers", "0309", "8/12 MP", "search 3", "2 of 2", "supplied"),
    )


def test_prose_and_lists_are_no_table() -> None:
    assert cells_of(("  Points as it stands: Army 0, Indian 134: major Indian", "    victory.")) == ()
    assert cells_of(("  Turn 2, 0910: Mt. Idaho Volunteers", "  Turn 2, 1407 Missoula: Rawn")) == ()
    assert cells_of(("  one  row",)) == ()
    assert cells_of(("A First Company", "    front centre 14.00 inches east", "    sees Bear 22.00")) == ()
