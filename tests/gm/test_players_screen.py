"""The screen of all players shows every column, or goes over to lines below each person."""

from pbem.gm.players import Seated, lines


def seated(name: str, address: str, game: str, owes: str, late: int) -> Seated:
    return Seated(name, address, game, "US", owes, "26 Nov 13:56", "-", late, stopped=False)


def test_columns_whose_widest_cells_do_not_fit_side_by_side_are_not_cut() -> None:
    """No one row is too wide: each column has its widest cell in another."""
    found = (
        seated("P1", "p1@a.example", "g1", "in 2 days 23 hours", 3),
        seated("P2", "somebody.else@elsewhere.example", "g2", "-", 0),
        seated("Crazy Horse of the Oglala", "p3@a.example", "g3", "-", 0),
        seated("P4", "p4@a.example", "a-game-with-a-long-name", "-", 0),
    )
    shown = [one.text for one in lines(found, 80)]
    assert not any("..." in line for line in shown)
    assert any("owes in 2 days 23 hours" in line and "mail 26 Nov 13:56" in line and "late 3" in line for line in shown)


def test_where_all_fits_each_seat_is_one_line() -> None:
    shown = [one.text for one in lines((seated("Ann", "a@b.example", "g1", "-", 2),), 80)]
    assert shown[-1].split() == ["Ann", "a@b.example", "g1", "US", "-", "26", "Nov", "13:56", "-", "2"]
