"""Finds what travels with the program: ``grammar/``, ``scenarios/``, ``templates/``, ``locale/``; and what a game of another
package brings (``three_crowns:scenarios/meadow.toml``).

In a checkout they stand beside the package and are read there; in the wheel they lie in ``pbem/_data``.  (The checkout
comes first: an editable install leaves stale copies behind.)
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from pbem.core.tomlfile import TomlFile

_PACKAGE = Path(__file__).resolve().parent


@cache
def root() -> Path:
    """The folder that holds ``grammar/``, ``scenarios/`` and ``templates/``."""
    checkout = _PACKAGE.parent
    return checkout if (checkout / "grammar").is_dir() or (checkout / "scenarios").is_dir() else _PACKAGE / "_data"


@cache
def folder_of(package: str) -> Path:
    """The folder of a game's own import package, in which its ``grammar/``, ``scenarios/`` and the like are.

    Raises FileNotFoundError.
    """
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec is not None else None
    if not places:
        raise FileNotFoundError(f"expected an installed package, found none called {package!r}")
    return Path(next(iter(places)))


def _placed(name: str) -> Path:
    package, _, inside = name.rpartition(":")
    if package:
        return folder_of(package) / inside
    own = _own(name)
    return own if own is not None and own.is_file() else root() / name


SCENARIOS = "scenarios"
_SCENARIOS_IN = "PBEM_SCENARIOS"


def look_for_scenarios_in(folder: Path) -> None:
    """Let this process, and those that it starts, find scenarios, maps, counters and charts of the desk's own in this folder.

    It is laid out as ``scenarios/`` is; a chart there takes the place of the program's.
    """
    os.environ[_SCENARIOS_IN] = str(folder.absolute())


def scenarios_of_own() -> Path | None:
    """The folder of the desk's own scenarios, which ``$PBEM_SCENARIOS`` names; None if there is none."""
    folder = Path(os.environ.get(_SCENARIOS_IN) or os.devnull)
    return folder if folder.is_dir() else None


def _own(name: str) -> Path | None:
    """The place that a resource of ``scenarios/`` would have among the desk's own."""
    head, _, inside = name.partition("/")
    folder = scenarios_of_own() if head == SCENARIOS else None
    return folder / inside if folder is not None else None


def own_charts(system: str) -> tuple[tuple[str, bytes], ...]:
    """The charts of the desk's own for the games of a system, as they count in the hash of its rules data."""
    folder, shipped = _own(f"{SCENARIOS}/{system}"), root() / SCENARIOS / system
    if folder is None or folder.resolve() == shipped.resolve():
        return ()
    files = (one for one in sorted(folder.rglob("*.toml")) if (shipped / one.relative_to(folder)).is_file())
    return tuple((f"own {one.relative_to(folder).as_posix()}", one.read_bytes()) for one in files)


NAMED_IN_SCENARIOS = {"map": "maps", "joined_to": "maps", "counters": "counters", "more_counters": "counters"}
"""The keys by which a scenario names other files, and the folders of these."""


def own_files(system: str, scenario: str) -> tuple[tuple[str, bytes], ...]:
    """The files of the desk's own that a scenario consists of; () for a scenario of the program's."""
    folder = _own(f"{SCENARIOS}/{system}")
    if folder is None or not scenario or any((root() / SCENARIOS / system).rglob(f"{scenario}.toml")):
        return ()
    files = [
        one for one in sorted(folder.rglob(f"{scenario}.toml")) if one.parent.name not in ("maps", "counters", "charts")
    ]
    for one in files[:1]:
        table = TomlFile(str(one), one.read_text(encoding="utf-8")).data.get("scenario", {})
        stems_named = (
            (where, str(table[key]).removesuffix(".toml")) for key, where in NAMED_IN_SCENARIOS.items() if key in table
        )
        files += [place for where, stem in stems_named if (place := folder / where / f"{stem}.toml").is_file()]
    return tuple((one.relative_to(folder).as_posix(), one.read_bytes()) for one in files)


def path(name: str) -> Path:
    """The path of a resource such as ``grammar/orders.lark``, or ``three_crowns:grammar/crowns.lark`` of another package.

    Raises FileNotFoundError.
    """
    found = _placed(name)
    if not found.exists():
        if ":" in name:
            raise FileNotFoundError(f"the file {name.rpartition(':')[2]} is missing in {found.parent}")
        raise FileNotFoundError(f"the program's own file {name} is missing; looked in {root()}")
    return found


def text(name: str) -> str:
    """The text of a resource, in UTF-8.  Raises FileNotFoundError."""
    return path(name).read_text(encoding="utf-8")


def toml(name: str) -> TomlFile:
    """A TOML resource, with the line of each key.  Raises FileNotFoundError."""
    return TomlFile(name, text(name))


def keep(file: Path, data: bytes) -> None:
    """Keep something for the next start, whole or not at all; nobody misses it where the disk is full."""
    beside = file.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        beside.write_bytes(data)
        beside.replace(file)


def checker() -> bytes:
    """The checker of one file, ``pbem_verify.py``, as players get it."""
    return (_PACKAGE / "seal" / "pbem_verify.py").read_bytes()


def more_checks() -> bytes:
    """The second file of checks, which the checker uses if it lies beside it."""
    return (_PACKAGE / "seal" / "pbem_verify_more.py").read_bytes()


def kept(name: str) -> Path | None:
    """The path of a cache file for something that took long to work out: a file in ``$XDG_CACHE_HOME/pbem`` or
    ``~/.cache/pbem``.

    None if there can be no such folder, or where others might write into it: what is kept there is trusted.
    """
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pbem"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except (OSError, RuntimeError):  # RuntimeError: a user without a home
        return None
    # Windows has no users by number; there a folder in the home is its user's.
    is_ours = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
    return folder / name if is_ours and os.access(folder, os.W_OK) else None


def package_files(package: str) -> Iterator[tuple[str, bytes]]:
    """All files of an import package of another project, or a module of its own, by name; nothing that Python makes itself.

    Raises ImportError if there is none.
    """
    spec = find_spec(package)
    if spec is None or (spec.submodule_search_locations is None and spec.origin is None):
        raise ImportError(f"no package is called {package!r}")
    if spec.submodule_search_locations is None:
        file = Path(str(spec.origin))
        yield file.name, file.read_bytes()
        return
    for folder in sorted(map(Path, spec.submodule_search_locations)):
        for file in sorted(folder.rglob("*"), key=lambda one: one.relative_to(folder).as_posix()):
            if file.is_file() and "__pycache__" not in file.parts and file.suffix not in (".pyc", ".pyo"):
                yield file.relative_to(folder).as_posix(), file.read_bytes()


def package_version(package: str) -> str:
    """``three-crowns 1.2.0``: the distribution that brings an import package; "" if none does."""
    root = package.partition(".")[0]
    found = metadata.packages_distributions().get(root, ())
    return ", ".join(f"{name} {metadata.version(name)}" for name in sorted(set(found)))


SHEETS = "sheets"
"""The folder beside a desk's configuration in which its own sheets lie."""
_SHEETS_IN = "PBEM_SHEETS"


def look_for_sheets_in(home: Path) -> None:
    """Let this process, and those that it starts, find the sheets of the desk whose configuration lies in this folder."""
    os.environ[_SHEETS_IN] = str((home / SHEETS).absolute())


def own_sheets() -> tuple[str, ...]:
    """The names of the desk's own sheets, in the sequence of the alphabet; `$PBEM_SHEETS` names their folder."""
    folder = Path(os.environ.get(_SHEETS_IN) or os.devnull)
    return tuple(sorted(one.stem for one in folder.glob("*.toml"))) if folder.is_dir() else ()


def own_sheet(name: str) -> str:
    """The text of one of the desk's own sheets.  Raises OSError."""
    return (Path(os.environ[_SHEETS_IN]) / f"{name}.toml").read_text(encoding="utf-8")


def stems(folder: str) -> tuple[str, ...]:
    """The names of the TOML resources in a folder, without their ending."""
    return tuple(Path(one).stem for one in names(folder, ".toml"))


def names(folder: str, ending: str) -> tuple[str, ...]:
    """The resources in a folder that end so (``.toml``), by name; empty where there is no such folder."""
    own = _own(folder) if ":" not in folder else None
    places = (root() / folder if ":" not in folder else _placed(folder), *((own,) if own is not None else ()))
    found = {one.name for where in places if where.is_dir() for one in where.glob(f"*{ending}")}
    return tuple(f"{folder}/{one}" for one in sorted(found))


def folders(folder: str) -> tuple[str, ...]:
    """The names of the folders in a folder, by name; empty where there is no such folder."""
    where = _placed(folder)
    return tuple(sorted(one.name for one in where.iterdir() if one.is_dir())) if where.is_dir() else ()
