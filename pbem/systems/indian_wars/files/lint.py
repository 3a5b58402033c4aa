"""Looks for faults in the series' files."""

from collections.abc import Callable

from pbem.core.tomlfile import TomlFile
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.files.roster_file import read_roster


class SeriesLinter:
    """`systems.game.Linter` for the series."""

    charts = data.CHARTS

    def counters(self, file: TomlFile) -> None:
        """Look at a file of counters."""
        read_roster(file)

    def scenario(self, file: TomlFile, beside: Callable[[str], TomlFile | None]) -> None:
        """Look at a scenario, with the map and the counters that it names."""
        data.assemble(file.get("scenario.game", str, ""), file, beside=beside)


LINTER = SeriesLinter()
