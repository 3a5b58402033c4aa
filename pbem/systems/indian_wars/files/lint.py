"""Looks for faults in the series' files."""

from collections.abc import Callable

from pbem.core.tomlfile import TomlFile
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.files.roster_file import read_roster
from pbem.systems.indian_wars.title import Title


class SeriesLinter:
    """`systems.game.Linter` for a title of the series."""

    charts = (*data.CHARTS, *data.OWN_CHARTS)

    def __init__(self, title: Title) -> None:
        self._title = title

    def counters(self, file: TomlFile) -> None:
        """Look at a file of counters."""
        read_roster(file)

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario, with the map and the counters that it names."""
        file.get("scenario.game", str, "")
        data.assemble(self._title, file, beside=beside)
