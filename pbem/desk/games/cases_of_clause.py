"""The cases of a game's own that prove a clause: their ids, found in the case files by the clause that they name."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pbem import resources

_CASE = re.compile(r"^\[\[case\]\]", re.M)
_ID = re.compile(r'^id\s*=\s*"([^"]+)"', re.M)
_CLAUSES = re.compile(r"^clauses\s*=\s*\[([^\]]*)\]", re.M)
_WORD = re.compile(r"[a-z0-9]+")
PLACES = ("tests/cases", "cases")
"""The folder of the case files: in the checkout, and in the program as it is installed."""


@lru_cache(maxsize=4)
def _cases(game: str) -> Mapping[str, tuple[str, ...]]:
    """The clauses that each case of a game names, by the case's id; nothing where the game brings none."""
    folder = next((resources.root() / one / game for one in PLACES if (resources.root() / one / game).is_dir()), None)
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.toml")) if folder is not None else ():
        for text in _CASE.split(path.read_text(encoding="utf-8"))[1:]:
            name, clauses = _ID.search(text), _CLAUSES.search(text)
            if name is not None and clauses is not None:
                found[name[1]] = tuple(re.findall(r'"([^"]+)"', clauses[1]))
    return found


def is_of(clause: str, wanted: str) -> bool:
    """True if a clause of the index is the requested one, or a part of it: ``9.F.1-2`` of ``9.F``."""
    return clause == wanted or (clause.startswith(wanted) and clause[len(wanted)] in ".-")


def cases_of(game: str, prefix: str, clause: str, words: str) -> Sequence[str]:
    """The ids of the cases that name a clause of a game or a part of it, those first whose names have most of some words."""
    wanted = f"{prefix}-{clause}"
    found = [name for name, clauses in _cases(game).items() if any(is_of(one, wanted) for one in clauses)]
    spoken = set(_WORD.findall(words.lower()))
    return sorted(found, key=lambda name: (-len(spoken & set(_WORD.findall(name.rpartition("/")[2]))), name))
