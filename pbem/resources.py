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
    return folder_of(package) / inside if package else root() / name


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


def names(folder: str, ending: str) -> tuple[str, ...]:
    """The resources in a folder that end so (``.toml``), by name; empty where there is no such folder."""
    where = _placed(folder)
    return tuple(f"{folder}/{one.name}" for one in sorted(where.glob(f"*{ending}"))) if where.is_dir() else ()


def folders(folder: str) -> tuple[str, ...]:
    """The names of the folders in a folder, by name; empty where there is no such folder."""
    where = _placed(folder)
    return tuple(sorted(one.name for one in where.iterdir() if one.is_dir())) if where.is_dir() else ()
