"""Whole numbers as people write them."""

import re

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def whole_number(text: str) -> int | None:
    """The number that a text is, perhaps with a sign; None for any other text.

    So is one of more than nine digits, which nothing of ours counts to and no database holds; and ``²``, which Python calls a
    digit and takes for no number.

    >>> whole_number("-3"), whole_number("two"), whole_number("9" * 30)
    (-3, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def is_number(text: str) -> bool:
    """True if a text is a whole number without a sign, such as a letter has."""
    return text[:1] not in ("+", "-") and whole_number(text) is not None
