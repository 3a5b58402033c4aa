"""The project's adjudication cases.  What a file holds is known by its ids; it is read, once, when one of them is wanted."""

import tomllib
from functools import cache
from pathlib import Path

from pbem.casebook.case import Case, casework, own_cases
from pbem.casebook.case_files import files_in, read_cases

FILES = tuple(files_in([own_cases()]))


@cache
def ids() -> dict[str, Path]:
    """Every case's id and file, those that hold for a sister title (`also`) under its name too."""
    found: dict[str, Path] = {}
    for file in FILES:
        for id in _ids_in(file):
            assert id not in found, f"{id} is in {found[id]} and in {file}"
            found[id] = file
    return found


def case(id: str) -> Case:
    """One case."""
    return cases_in(ids()[id])[id]


def cases_of(game: str = "") -> list[Case]:
    """All cases of a game, or of all games."""
    return [one for file in dict.fromkeys(ids().values()) for one in cases_in(file).values() if game in ("", one.game)]


@cache
def cases_in(file: Path) -> dict[str, Case]:
    """The cases of a file by id."""
    found = {one.id: one for one in read_cases([file], casework)}
    assert list(found) == _ids_in(file)
    return found


def _ids_in(file: Path) -> list[str]:
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    return [id for one in tables for id in (one["id"], *(f"{game}/{one['id']}" for game in one.get("also", ())))]
