"""How far each hex of a sheet is from each other, to be looked up: rules ask a map for nothing more often."""

from collections.abc import Callable, Iterable

from pbem.board import hexes


class Distances:
    """The distances of a sheet: a byte for each hex, in a row that is made when one first asks from a hex."""

    def __init__(self, sheet: Iterable[str], stagger: int) -> None:
        self._stagger = stagger
        self._place: dict[str, int] = {}
        self._runs: list[tuple[int, int, int]] = []
        """Stretches of the sheet along a column: its number, the slant of the first hex (`hexes.cube`), how many."""
        for one in sheet:
            self._place[one] = len(self._place)
            column, slant = hexes.cube(one, stagger)
            last, first, many = self._runs[-1] if self._runs else (column, slant, 0)
            if (column, slant) == (last, first + many):
                self._runs[-1:] = [(column, first, many + 1)]
            else:
                self._runs.append((column, slant, 1))
        self._rows: dict[str, bytes] = {}
        self._along: dict[int, bytes] = {}
        slants = [first + at for _, first, many in self._runs for at in (0, many)]
        self._span = max(slants, default=0) - min(slants, default=0)

    def between(self, a: str, b: str) -> int:
        """The distance between two hexes, on the sheet or off it."""
        try:
            return self._rows[a][self._place[b]]
        except KeyError:
            on_sheet = a in self._place and b in self._place
            return self._from(a)[self._place[b]] if on_sheet else hexes.distance(a, b, self._stagger)

    def to_nearest(self, others: Iterable[str]) -> Callable[[str], int]:
        """How far a hex of the sheet is from the nearest of others there, as a function.  ValueError if there are none."""
        rows = [self._rows.get(one) or self._from(one) for one in others]
        place = self._place
        return lambda hex_id: min([row[place[hex_id]] for row in rows])

    def _from(self, hex_id: str) -> bytes:
        column, slant = hexes.cube(hex_id, self._stagger)
        starts = ((self._column_away(to - column), first - slant + self._span, many) for to, first, many in self._runs)
        made = self._rows[hex_id] = b"".join(row[start : start + many] for row, start, many in starts)
        return made

    def _column_away(self, columns: int) -> bytes:
        """The distances to the hexes of a column so many columns away, by how far their slant differs."""
        if columns not in self._along:
            slants = range(-self._span, self._span + 1)
            self._along[columns] = bytes(max(abs(columns), abs(one), abs(columns + one)) for one in slants)
        return self._along[columns]
