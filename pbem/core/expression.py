"""Regular expressions that are compiled when they are first used, or taken as an earlier start compiled them.

Modules that read letters have a hundred of them; a start uses half, and Python compiles them in Python: a twelfth of
``pbem orders check``.  What was compiled can be kept (`pbem.expressions`); Python has no public door for that, so it counts
only where it is equal to what `re.compile` makes, and anything out of the way leads back to `re.compile`.
"""

import re
from re import Pattern
from typing import TYPE_CHECKING, Any

Parts = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""What a pattern is made of but for its text: flags, code, the number of groups, and their names."""

KEPT: dict[tuple[str, int], Parts] = {}
"""What an earlier start has compiled, by pattern and flags."""
COMPILED: list[tuple[str, int]] = []
"""What this one has compiled itself."""


def compiled(pattern: str, flags: int = 0) -> Pattern[str]:
    """As `re.compile`, without looking for the pattern among those that were compiled before."""
    flags = int(flags)
    found = made_of(pattern, KEPT[pattern, flags]) if (pattern, flags) in KEPT else None
    if found is None:
        found = re.compile(pattern, flags)
        COMPILED.append((pattern, flags))
    return found


def made_of(pattern: str, parts: Parts) -> Pattern[str] | None:
    """A pattern of its parts, None if this Python makes none of them."""
    try:
        from _sre import compile as make  # type: ignore[import-not-found]

        flags, code, groups, names, by_number = parts
        made: Pattern[str] = make(pattern, flags, list(memoryview(code).cast("I")), groups, names, by_number)
    except Exception:  # whatever another Python has to say of them
        return None
    return made


def parts_of(pattern: str, flags: int) -> Parts | None:
    """The parts of a pattern; None if Python does not tell them, or another pattern comes of them."""
    try:
        from array import array
        from re import _compiler, _parser  # type: ignore[attr-defined]

        parsed = _parser.parse(pattern, flags)
        code = array("I", _compiler._code(parsed, flags)).tobytes()
        names = dict(parsed.state.groupdict)
        by_number: list[str | None] = [None] * parsed.state.groups
        for name, number in names.items():
            by_number[number] = name
        parts = (int(flags | parsed.state.flags), code, parsed.state.groups - 1, names, tuple(by_number))
    except Exception:  # names of another Python
        return None
    return parts if made_of(pattern, parts) == re.compile(pattern, flags) else None


if TYPE_CHECKING:

    def expression(pattern: str, flags: int = 0) -> re.Pattern[str]:
        """As `re.compile`."""
else:

    class expression:
        """As `re.compile`, which is called when one of its methods is."""

        def __init__(self, pattern: str, flags: int = 0) -> None:
            self.pattern, self._flags = pattern, flags

        def __getattr__(self, name: str) -> Any:
            made = compiled(self.pattern, self._flags)
            for method in ("match", "fullmatch", "search", "sub", "split", "findall", "finditer"):
                setattr(self, method, getattr(made, method))
            return getattr(made, name)
