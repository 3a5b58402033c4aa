"""Words for lists and counts."""

from collections.abc import Sequence


def joined(names: Sequence[str], last: str = "and") -> str:
    """``A, B and C``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """``1 fire``, ``2 fires``, ``2 rallies``, ``2 days``."""
    is_changed = noun.endswith("y") and noun[-2:-1] not in "aeou"
    several = plural or (f"{noun[:-1]}ies" if is_changed else f"{noun}s")
    return f"{count} {noun if count == 1 else several}"


def fitted(words: Sequence[str], room: int) -> str:
    """``A, B, C``, or as many as go into `room` characters and ``and 2 more``."""
    for n in range(len(words), 0, -1):
        rest = f" and {len(words) - n} more" if n < len(words) else ""
        if len(", ".join(words[:n]) + rest) <= room:
            return ", ".join(words[:n]) + rest
    return f"{len(words)} of them" if words else ""
