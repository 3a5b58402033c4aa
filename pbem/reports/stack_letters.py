"""The letters of stacks: for those who need nothing else of a report, which takes long to import."""

CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SMALL = "abcdefghjkmnpqrstuvwxyz"
MANY = "&"


def in_turn(*, capitals: bool) -> tuple[str, ...]:
    """The letters of a side's stacks in their sequence: ``A-Z`` without I and O, or ``a-z`` without i, l and o.

    Then four figures, which the other side does not use; then double letters; and ``&`` for all that are left over.
    """
    return _IN_TURN[capitals]


def _in_turn(*, capitals: bool) -> tuple[str, ...]:
    row = CAPITALS if capitals else SMALL
    return (*row, *("2345" if capitals else "6789"), *(2 * one for one in row), MANY)


_IN_TURN = {capitals: _in_turn(capitals=capitals) for capitals in (False, True)}
