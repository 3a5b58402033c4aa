"""A ruling that can't be made."""


class CannotRule(Exception):
    """A ruling that cannot be made; the text says what was expected, what was found, and how to go on."""
