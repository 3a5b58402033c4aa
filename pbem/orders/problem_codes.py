"""Codes of problems by what they say of a line: that it was not read, or that a rule forbids it (docs/orders.md)."""

from pbem.core.order import Problem

UNKNOWN = ("E101", "E110", "E111")
"""Problems of a line that may be prose after all."""

MISNAMED = ("E102", "E103")
"""A name that fits several units, or one of the enemy's: the word may be no name at all (``I fired everything``)."""
NOT_UNDERSTOOD = (*UNKNOWN, *MISNAMED, "E104", "E120", "E121", "E123", "E180", "E181", "E182")
"""Problems of a line that may be prose."""
OF_ANOTHER_PHASE = "E150"
"""The problem of a verb that means an order of another phase; in prose it may mean one of this."""
MISNAMED_PHASE = "E154"
"""The problem of a line for a phase that nobody knows: it may say so in words of its own (``On Reno's chit: ...``)."""
SAID_ONCE = ("E138", "E162")
"""The rules that a line may break by its wording alone: a leader who can't dismount, a hex that is attacked in two breaths."""
RULES = ("E13", "E14", "E15", "E16")
"""The first letters of the codes of what a rule forbids."""


def is_not_understood(problem: Problem) -> bool:
    """True if a line failed by its words and not by a rule of the game."""
    return problem.code in (*NOT_UNDERSTOOD, OF_ANOTHER_PHASE, MISNAMED_PHASE)
