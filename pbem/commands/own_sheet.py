"""A sheet of the GM's own, kept beside the desk's configuration: `pbem new NAME --game table:FILE.toml`."""

import re
from pathlib import Path

from pbem import resources
from pbem.commands.offline.table_check import sheet_in
from pbem.core.tomlfile import Fault, Faults
from pbem.systems.table.game import FOLDER, TITLE

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def kept(title: str, home: Path) -> str:
    """The title of a table whose sheet was named by its file: the sheet is checked, and kept in the folder `sheets`.

    Any other title is given back.  Raises Faults: what is wrong with the sheet, or with its name.
    """
    base, _, name = title.partition(":")
    if base != TITLE or not name.endswith(".toml"):
        return title
    file = Path(name).expanduser()
    sheet = sheet_in(file)
    if not NAME.fullmatch(file.stem) or len(file.stem) > 40:
        expected = "a file name of small letters, digits and single hyphens, such as my-game.toml"
        raise Faults([Fault(str(file), 0, "the file", expected, file.name)])
    if file.stem in resources.stems(FOLDER):
        raise Faults([Fault(str(file), 0, "the file", "a name that no sheet of pbem has", file.name)])
    folder = home / resources.SHEETS
    folder.mkdir(parents=True, exist_ok=True)
    place, text = folder / file.name, file.read_text(encoding="utf-8")
    if place.exists() and place.read_text(encoding="utf-8") != text:
        found = f"another sheet of this name in {folder}, by which games may be played"
        raise Faults([Fault(str(file), 0, "the file", "a name that no other sheet has", found)])
    place.write_text(text, encoding="utf-8")
    return f"{TITLE}:{sheet.name}"
