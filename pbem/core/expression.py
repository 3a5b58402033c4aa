"""Regular expressions that are compiled when they are first used.

Modules that read letters have a hundred of them; a start uses half, and Python compiles them in Python.
"""

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    def expression(pattern: str, flags: int = 0) -> re.Pattern[str]:
        """As `re.compile`."""
else:

    class expression:
        """As `re.compile`, which is called when one of its methods is."""

        def __init__(self, pattern: str, flags: int = 0) -> None:
            self.pattern, self._flags = pattern, flags

        def __getattr__(self, name: str) -> Any:
            compiled = re.compile(self.pattern, self._flags)
            for method in ("match", "fullmatch", "search", "sub", "split", "findall", "finditer"):
                setattr(self, method, getattr(compiled, method))
            return getattr(compiled, name)
