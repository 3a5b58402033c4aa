"""Builds the documentation site: the pages of docs/ and the top level, side by side, through mkdocs in strict mode.

Exit status 1 where a link or an anchor leads nowhere.
"""

import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / ".site" / "pages"
TOP = {"README.md": "index.md", "ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md",
       "CHANGELOG.md": "changelog.md"}  # fmt: skip
LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)]*)?(\))")


def main() -> int:
    """Lay the pages out and build."""
    shutil.rmtree(PAGES.parent, ignore_errors=True)
    PAGES.mkdir(parents=True)
    for file in sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in TOP)]):
        page = PAGES / TOP.get(file.name, file.name)
        page.write_text(LINK.sub(partial(_link, file), file.read_text(encoding="utf-8")), encoding="utf-8")
    for file in sorted(one for one in (ROOT / "docs").rglob("*") if one.suffix in (".svg", ".png")):
        _copy(file)
    config = Path(__file__).with_name("mkdocs.yml")
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", config], check=False
    ).returncode


def _link(page: Path, found: re.Match[str]) -> str:
    """A link between files of the project as one between pages of the site; other files are copied beside them."""
    target = (page.parent / found[2]).resolve()
    anchor = found[3] or ""
    if target.name in TOP and target.parent == ROOT:
        return f"{found[1]}{TOP[target.name]}{anchor}{found[4]}"
    if target.parent == ROOT / "docs" and target.suffix == ".md":
        return f"{found[1]}{target.name}{anchor}{found[4]}"
    if target.is_file():
        return f"{found[1]}{_copy(target)}{anchor}{found[4]}"
    return found[0]


def _copy(file: Path) -> str:
    """A file of the project in the site; its path there.  What a browser would run or save is shown as text,
    but for records of games."""
    shown = file.suffix in (".png", ".svg") or file.parent == ROOT / "docs" / "record"
    relative = (
        file.relative_to(ROOT / "docs")
        if file.is_relative_to(ROOT / "docs")
        else Path("files") / file.relative_to(ROOT)
    )
    path = relative if shown else relative.with_name(f"{relative.name}.txt")
    (PAGES / path).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, PAGES / path)
    return path.as_posix()


if __name__ == "__main__":
    sys.exit(main())
